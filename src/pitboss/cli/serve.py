"""``pitboss serve``: Run a floor: lines in by an API, live pages out, people and devices."""

from __future__ import annotations

import asyncio
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss.cli.asked import whole
from pitboss.cli.databases import ENVIRONMENT, USUAL, add_database
from pitboss.cli.library import rulebook_of
from pitboss.cli.logs import begin_log
from pitboss.cli.output import add_file
from pitboss.refusals import unreadable

if TYPE_CHECKING:
    from pitboss.house.serving.board import Board
    from pitboss.house.serving.opening import Asked
    from pitboss.rulebook import Rulebook
    from pitboss.table.state import Table
    from pitboss.web.server import Place

HOST, PORT = "127.0.0.1", 8000
NEEDED = ("sqlalchemy", "alembic", "fastapi", "uvicorn", "jinja2", "argon2", "cryptography")
EPILOG = """examples:
  pitboss serve --demo
  pitboss serve --demo --fresh --port 0
  pitboss serve --database house.db
  pitboss serve --database postgresql://house@localhost/house --floor my-floor.toml
  pitboss serve --database house.db --host 0.0.0.0 --tls-cert floor.pem --tls-key floor.key

The first line that is printed is the address. A port that is taken: the next free one. Without TLS
nobody but this machine reaches the server, unless --behind-proxy names the one proxy that does TLS.
`pitboss house init` founds a house; the demo founds its own. docs/API.md tells how to ask it.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("--demo", action="store_true", help="a living floor, kept going by automatons")
    add("--fresh", action="store_true", help="with --demo: begin anew")
    add("--floor", metavar="FLOOR.TOML", help="propose what differs from the floor on record")
    add("--host", default=HOST, help=f"where to listen; {HOST} without it")
    add("--port", type=whole, default=PORT, help=f"0 for any; {PORT} without it")
    add("--name", action="append", default=[], metavar="HOST", help="a host it is asked for by")
    add("--behind-proxy", default="", metavar="ADDR", help="the one trusted proxy, which does TLS")
    add("--tls-cert", default="", metavar="FILE", help="the certificate, with its chain")
    add("--tls-key", default="", metavar="FILE", help="its key")
    add("--key-file", default="", metavar="FILE", help="the house's secrets; made if not there")
    add_database(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Serve until a signal comes."""
    for package in NEEDED:
        if find_spec(package) is None:
            raise unreadable(
                "extra-not-installed",
                f"a server needs {package}, which is not installed",
                "install the extras: pip install 'pitboss[house,serve]'",
            )
    if arguments.fresh and not arguments.demo:
        raise unreadable("option-alone", "--fresh needs --demo", "add --demo")
    from pitboss.web.server import Place, check_place

    place = Place(
        arguments.host,
        arguments.port,
        arguments.behind_proxy,
        arguments.tls_cert,
        arguments.tls_key,
        tuple(arguments.name),
    )
    check_place(place)
    begin_log(quiet=arguments.demo)
    rulebook = rulebook_of(arguments) if arguments.file else None
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(arguments, place, rulebook))
    return 0


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the faster event loop, where it is installed."""
    if find_spec("uvloop") is None:
        return None
    from uvloop import new_event_loop

    return new_event_loop


def _asked(arguments: Namespace, rulebook: Rulebook | None) -> Asked:
    from pitboss.house.serving.opening import Asked
    from pitboss.table.floor import read_floor

    database = arguments.database or os.environ.get(ENVIRONMENT) or ""
    return Asked(
        database or ("" if arguments.demo else USUAL),
        arguments.demo,
        arguments.fresh,
        arguments.key_file,
        read_floor(arguments.floor, rulebook) if arguments.floor else None,
        os.path.basename(arguments.floor or ""),
    )


async def _serve(arguments: Namespace, place: Place, rulebook: Rulebook | None) -> None:
    from pitboss.house.serving.opening import open_running
    from pitboss.web.server import address_of, listening, serve

    listener = listening(place)
    running, notes = open_running(_asked(arguments, rulebook), rulebook)

    def ready() -> None:
        print(address_of(place, listener), flush=True)
        for note in notes:
            print(f"  {note}", flush=True)
        if arguments.demo:
            running.board.listeners.add(RoundLines(running.board).changed)

    await serve(running, place, listener, ready)
    print(f"stopped; the state is kept in {running.service.house.database.name}", flush=True)


class RoundLines:
    """Prints a line per round that is over, whoever dealt it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.seen = {entry.id: board.table(entry.id) for entry in board.floor.tables}

    def changed(self, streams: Collection[str]) -> None:
        """Take in what was committed."""
        for stream in streams:
            kind, _, id = stream.partition("/")
            if kind == "table" and stream in self.board.streams:
                table = self.board.table(id)
                _told(id, self.seen.get(id, table), table)
                self.seen[id] = table


def _told(id: str, before: Table, after: Table) -> None:
    """Print a line when a round is over: its result, or what a shooter has rolled."""
    round = before.round
    if after.round.number > round.number:
        rolls = " ".join(map(str, round.rolls))
        result = round.result or (f"rolled {rolls}" if rolls else "no result")
        print(f"table {id:<3} round {round.number:>4}  {result}", flush=True)
