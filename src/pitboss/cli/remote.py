"""A table of a running server in the terminal: lines go there, and what follows is printed."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pitboss.cli.output import print_json, print_text
from pitboss.cli.scripts import script_lines
from pitboss.cli.streams import standard_input
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.table.scripts.scenario import lines_of

if TYPE_CHECKING:
    from pitboss.client import Answer, Client

PIN = "PITBOSS_PIN"
QUIT = ("quit", "exit", "q")
STDIN = "-"
WITH_SERVER = ("server", "badge", "table", "script", "format", "interactive", "file", "run")


def add_server(parser: ArgumentParser) -> None:
    """Add the options by which a command works at a server."""
    add = parser.add_argument
    add("--server", metavar="URL", help="give the lines to this server's table, see --badge")
    add("--badge", metavar="B", help=f"who signs in there; the PIN is asked for, or in ${PIN}")


def deal_at_server(arguments: Namespace) -> int:
    """Give lines that are typed, or a script's up to its first no, to a table of a server."""
    _check(arguments)
    from pitboss.client import Client

    with Client(arguments.server) as client:
        client.sign_in(arguments.badge, _pin(), arguments.table)
        typed = arguments.script in (None, STDIN) and standard_input().isatty()
        lines = _typed(arguments.table) if typed else script_lines(arguments.script or STDIN)
        return _given(client, f"table/{arguments.table}", lines, arguments, typed=typed)


def _check(arguments: Namespace) -> None:
    for name in ("badge", "table"):
        if not getattr(arguments, name):
            remedy = f"add --{name}"
            raise unreadable("option-alone", f"--server needs --{name}", remedy)
    idle = {
        name: value
        for name, value in vars(arguments).items()
        if name not in WITH_SERVER and value not in (None, [], False, "")
    }
    for name in idle:
        shown = "GAME" if name == "game" else f"--{'with' if name == 'words' else name}"
        raise unreadable(
            "options-exclude-each-other",
            f"{shown} and --server do not go together",
            "keep one of the two",
        )


def _pin() -> str:
    """Return the PIN from the environment, or as it is typed: never from the command line."""
    given = os.environ.get(PIN)
    if given is not None:
        return given
    if not standard_input().isatty():
        raise unreadable("no-pin", "nobody is there to type the PIN", f"set {PIN}")
    from getpass import getpass

    return getpass("PIN: ")


def _typed(table: str) -> Iterator[str]:
    while True:
        try:
            line = input(f"table {table}> ").strip()
        except EOFError:
            return
        if line.lower() in QUIT:
            return
        yield line


def _given(
    client: Client, stream: str, lines: Iterable[str], arguments: Namespace, *, typed: bool
) -> int:
    session, told = os.urandom(6).hex(), list[dict[str, object]]()
    for number, line in lines_of(lines):
        answer = client.line(stream, line, f"{session}-{number}")
        if isinstance(answer, Refusal):
            if not typed:
                raise Unreadable(answer._replace(message=f"line {number}: {answer.message}"))
            print_text(f"  refused    {answer}")
        elif arguments.format == "json":
            told.append({"line": line, **answer._asdict()})
        else:
            _tell(line, answer, typed=typed)
    if arguments.format == "json":
        print_json(told)
    sys.stdout.flush()
    return 0


def _tell(line: str, answer: Answer, *, typed: bool) -> None:
    if not typed:
        print_text(line, "bold")
    if answer.proposal is not None:
        print_text(f"  waits for a second person: approve {answer.proposal}")
    for fact in answer.facts:
        fields = (f"{key} {value}" for key, value in fact.items() if key not in _UNTOLD and value)
        print_text(f"  {fact['kind']:<20} {', '.join(fields)}".rstrip())


_UNTOLD = ("kind", "movements", "setup")
