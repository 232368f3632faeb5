"""Reads the command line, runs one command, and turns every no into one line and exit code 2."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NoReturn

from pitboss import __version__
from pitboss.cli.streams import ready_output
from pitboss.refusals import Unreadable, did_you_mean, one_line, unreadable

COMMANDS = {
    "games": "list the games and their wagers",
    "show": "print a game's pay tables, citations and readings",
    "settle": "settle the bets of one round to the cent",
    "odds": "print exact odds: edges, hit rates, par sheets",
    "audit": "list what a regulator should know of the rules",
    "simulate": "play a game millions of times; sessions, jackpots",
    "countability": "say whether a wager can be counted, and what a count gains",
    "deal": "deal rounds at a live table, by the procedure",
    "floor": "run several tables and their linked jackpots by a script",
    "house": "keep a floor in a database: found, verify, back up, export",
    "serve": "run a floor: an API, live pages, people and devices",
    "fair": "check virtual cards and dice against their seeds",
    "report": "print jackpots, wins and meters from a floor's journal",
    "train": "drill dealers at the table, with questions and a score",
    "replay": "verify a table's journal, and print any round of it",
    "check": "check rulebook files of your own",
    "features": "list what a sentence may say about an outcome",
    "rules": "find paragraphs, commands, refusals and wagers by words",
    "completion": "print a completion script for your shell",
}
"""Each command is a module of this package, imported when it is called."""

SUBCOMMANDS = {
    "simulate": ("session", "jackpot"),
    "house": (
        *("init", "status", "verify", "report", "post", "backup", "restore", "search", "export"),
        *("import", "migrate", "new-code"),
    ),
}
"""Commands that have others in them, each in a module COMMAND_SUBCOMMAND."""

OK, REFUSED, INTERRUPTED = 0, 2, 130
NEW_OBJECTS = 100_000
"""Between two searches for garbage: a command makes little of it, and is mostly over before."""


class StoreOnce(Action):
    """Stores what an option says, and refuses a second word on it rather than drop the first."""

    given_in: Namespace | None = None

    def __call__(
        self, _: ArgumentParser, names: Namespace, value: object, option: str | None = None
    ) -> None:
        """Store the value, once in a command line."""
        if self.given_in is names and option:
            raise unreadable("option-given-twice", f"{option} is given twice", "keep one of them")
        self.given_in = names
        setattr(names, self.dest, value)


class Parser(ArgumentParser):
    """An argument parser whose errors are one line with the remedy."""

    def __init__(self, prog: str, description: str, usage: str | None = None) -> None:
        # Without a width the formatter measures the terminal, for which it imports a lot.
        formatter = partial(RawDescriptionHelpFormatter, width=80)
        super().__init__(prog, usage, description, formatter_class=formatter)

    def format_help(self) -> str:
        """Write the help as wide as the terminal."""
        self.formatter_class = RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where help is."""
        self.exit(REFUSED, f"{self.prog}: {one_line(message)}; see `{self.prog} --help`\n")


def top_parser() -> Parser:
    """Return the parser of ``pitboss`` itself, which knows the commands by name."""
    listed = "\n".join(f"  {name:14}{text}" for name, text in COMMANDS.items())
    parser = Parser(
        "pitboss",
        "Casino table games as code: what can be bet, what it pays, how likely.\n\n"
        f"commands:\n{listed}",
        "pitboss [--help] [--version] [--server URL] COMMAND ...",
    )
    parser.epilog = (
        "`pitboss COMMAND --help` says more. An example:\n"
        "  pitboss settle ez-baccarat --player 7s8h3d --banker KhQd7c "
        "--bet player=10 --bet panda-8=5"
    )
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    return parser


def parser_of(command: str, subcommand: str = "") -> Parser:
    """Return the parser of one command; its module adds the arguments and ``run``."""
    names = [command, subcommand] if subcommand else [command]
    module = import_module(f"pitboss.cli.{'_'.join(names).replace('-', '_')}")
    parser = Parser(" ".join(["pitboss", *names]), (module.__doc__ or "").partition(": ")[2])
    parser.register("action", None, StoreOnce)
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)
    return parser


def subcommand_of(command: str, words: Sequence[str]) -> str:
    """Return the subcommand that the words after a command begin with, if any."""
    return words[0] if words and words[0] in SUBCOMMANDS.get(command, ()) else ""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; return 0, or 2 if something was refused."""
    gc.set_threshold(NEW_OBJECTS)
    given = _server_last(sys.argv[1:] if words is None else list(words))
    name = " ".join(["pitboss", *_named(given)])
    try:
        ready_output()
        try:
            return _answer(given)
        finally:
            sys.stdout.flush()  # here, where a full disk can still be answered
            if words is None:
                gc.freeze()  # Python ends, and need not look through all that is left
    except Unreadable as error:
        print(f"{name}: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return OK
    except OSError as error:
        _drop_output()
        reason = error.strerror or str(error)
        print(f"{name}: the output cannot be written: {reason}; write elsewhere", file=sys.stderr)
        return REFUSED


def _server_last(given: list[str]) -> list[str]:
    """Put a server that is named before the command behind it, where the command reads it.

    >>> _server_last(["--server", "http://127.0.0.1:8000", "deal", "--table", "3"])
    ['deal', '--table', '3', '--server', 'http://127.0.0.1:8000']
    """
    if given[:1] == ["--server"] and len(given) > 2:
        return [*given[2:], *given[:2]]
    return given


def _named(given: Sequence[str]) -> list[str]:
    """Return the words that name the command, as a line about it begins."""
    if not given or given[0] not in COMMANDS:
        return []
    subcommand = subcommand_of(given[0], given[1:])
    return [given[0], subcommand] if subcommand else [given[0]]


def _answer(given: Sequence[str]) -> int:
    """Find the command and run it."""
    if given[:1] == ["__complete"]:
        return _complete(given[1:])
    if not given or given[0].startswith("-"):
        top_parser().parse_args(given)
        top_parser().print_help()
        return OK
    command, *rest = given
    if command not in COMMANDS:
        remedy = did_you_mean(command, COMMANDS)
        raise unreadable("unknown-command", f'"{command}" is not a command', remedy)
    subcommand = subcommand_of(command, rest)
    arguments = parser_of(command, subcommand).parse_args(rest[1:] if subcommand else rest)
    code: int = arguments.run(arguments)
    return code


def _drop_output() -> None:
    """Let Python end quietly: what it still holds for a reader that is gone goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complete(words: Sequence[str]) -> int:
    """Answer a shell that asks what the last word may become."""
    from pitboss.cli.completion import candidates

    *before, last = words or [""]
    parser = None
    if before and before[0] in COMMANDS:
        parser = parser_of(before[0], subcommand_of(before[0], before[1:]))
    offered = list(candidates(parser, before) if before else COMMANDS)
    if len(before) == 1:
        offered = [*SUBCOMMANDS.get(before[0], ()), *offered]
    print("\n".join(word for word in offered if word.startswith(last)))
    return OK
