"""The lines of a floor script as requests to a house, each of which waits for its answer."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from pitboss.house.serving.service import Caller, Done, Service
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import PEOPLE_ACT, read_house_line, read_jackpot_line
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.engine import Answer
from pitboss.table.language import read
from pitboss.table.record.recorder import DEALER_ACTS, Request
from pitboss.table.scripts.macros import macro_of
from pitboss.table.state import Table
from pitboss.table.steps import Command

DAY = "2026-01-01"
"""The gaming day of whatever is prepared."""
Commands = Generator[Command, Table, None]


def stream_of(text: str) -> str:
    """Return the stream that a line is for.

    >>> stream_of("table 12: sit 3"), stream_of("jackpot ez: pay by 2207"), stream_of("badge 1 a")
    ('table/12', 'link/ez', 'house')
    """
    kind, _, id = text.partition(":")[0].partition(" ")
    return {"table": f"table/{id}", "jackpot": f"link/{id}"}.get(kind, "house")


async def give_line(service: Service, stream: str, id: str, line: str, caller: Caller) -> Done:
    """Give the commands of a line past all doors, up to the first that is refused."""
    kind, _, name = stream.partition("/")
    table = service.board.table(name) if kind == "table" else Table()
    commands = service.reader.commands(stream, line, table, service.gaming_day())
    return await service.give_all(stream, id, commands, caller)


class LineRun:
    """A line on its way: one command after another, until it is done or refused."""

    def __init__(self, run: FloorRun, text: str, id: str) -> None:
        self.text, self.id, self.stream = text, id, stream_of(text)
        self.actor = DEALER_ACTS if self.stream.startswith("table/") else PEOPLE_ACT
        self.commands = _commands(run, self.stream, text)
        self.count = 0
        self.refusal: str | None = None
        self.request: Request | None = None
        """What waits for an answer; None once the line is done."""
        self._next(run, first=True)

    def heard(self, run: FloorRun, answer: Answer) -> None:
        """Go on with the next command, unless this one was refused."""
        if isinstance(answer, Refusal):
            self.refusal, self.request = answer.code, None
        else:
            self._next(run)

    def _next(self, run: FloorRun, *, first: bool = False) -> None:
        self.request = None
        try:
            table = None if first else _table(run, self.stream)
            command = self.commands.send(table)  # type: ignore[arg-type]
        except StopIteration:
            return
        except Unreadable as error:
            self.refusal = error.refusal.code
            return
        self.count += 1
        id = self.id if self.count == 1 else f"{self.id}.{self.count}"
        self.request = Request(id, command, self.actor)


def _table(run: FloorRun, stream: str) -> Table:
    kind, _, id = stream.partition("/")
    return run.table(id).table if kind == "table" else Table()


def _commands(run: FloorRun, stream: str, text: str) -> Commands:
    words = text.partition(": ")[2]
    if stream == "house":
        yield read_house_line(text)
    elif stream.startswith("link/"):
        yield read_jackpot_line(words)
    else:
        table = _table(run, stream)
        if not table.open:
            table = yield run.opening(stream.partition("/")[2])
        macro = macro_of(words)
        if macro is None:
            yield read(words, table.opened, run.rulebook)
        else:
            yield from macro(table, DAY)


# --- what a walk sees of a floor ---


class SeenTable(NamedTuple):
    """What a walk wants to know of a table."""

    lost: bool


class SeenHit(NamedTuple):
    """What a walk wants to know of a hit."""

    order: int


class SeenLink:
    """What a walk wants to know of a jackpot."""

    def __init__(self, run: FloorRun, id: str) -> None:
        self.id, self._state = id, run.links[id].state

    @property
    def hits(self) -> list[int]:
        """The orders of all hits."""
        return [hit.order for hit in self._state.hits]

    def open_hits(self) -> list[SeenHit]:
        """Return the hits that are neither paid nor dismissed."""
        return [SeenHit(hit.order) for hit in self._state.hits if hit.open]


class FloorView:
    """A floor as a walk sees it: which links are lost, and which hits are open."""

    def __init__(self, run: FloorRun) -> None:
        self.run = run

    @property
    def tables(self) -> dict[str, SeenTable]:
        """The tables that were opened."""
        tables = self.run.tables
        return {id: SeenTable(recorder.table.panel.lost) for id, recorder in tables.items()}

    @property
    def links(self) -> dict[str, SeenLink]:
        """The jackpots of the floor."""
        return {id: SeenLink(self.run, id) for id in self.run.links}
