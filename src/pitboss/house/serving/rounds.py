"""Rounds and reports, read from the record and decided again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple, TypeVar

from sqlalchemy.engine import Connection

from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.store import bodies_after, heads_of
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.replaying import replay_floor
from pitboss.jackpot.reports import (
    OVERVIEW,
    REPORTS,
    FloorRecord,
    Selection,
    floor_record,
    of_a_floor,
)
from pitboss.jackpot.reports.close import DayClose, day_close
from pitboss.jackpot.reports.data import row_data
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import NEW
from pitboss.table.record.data import round_data
from pitboss.table.record.journal import Entry, entries, read_line
from pitboss.table.record.recorded import RoundOnRecord, rounds
from pitboss.table.record.replaying import replay
from pitboss.table.state import Table

ROUNDS_OF_A_PIECE = 50
"""A round is found by replaying no more than so many before it, once its table has been read."""
KEPT_FOR = 3
"""A record that took a second to gather is told from for so many, though lines have come since."""
OVERVIEW_NAME = "overview"
T = TypeVar("T")


class Place(NamedTuple):
    """Between two rounds of a table: where a replay may begin."""

    version: int = 0
    table: Table = NEW
    openings: int = 0


class Index:
    """Which rounds of a table are where."""

    def __init__(self) -> None:
        self.places: list[Place] = [Place()]
        self.of: dict[int, int] = {}
        """By the number of a round, the last place before it."""
        self.read = Place()
        """Up to here every round is known."""
        self.since = 0
        """Rounds since the last place."""

    def add(self, one: RoundOnRecord, over: bool) -> None:
        """Take note of a round; what is not over is looked at again."""
        self.of[one.number] = len(self.places) - 1
        if not over:
            return
        last = one.lines[-1]
        self.read, self.since = Place(last.number, last.after, one.opening), self.since + 1
        if self.since == ROUNDS_OF_A_PIECE:
            self.places.append(self.read)
            self.since = 0


class Records:
    """The record of a house, told by rounds and reports; may be asked from any thread."""

    def __init__(self, database: Database, rulebook: Rulebook | None = None) -> None:
        self.database, self.rulebook = database, rulebook
        self.indexes: dict[str, Index] = {}
        self.rounds_lock, self.reports_lock = threading.Lock(), threading.Lock()
        self.record: FloorRecord | None = None
        self.keeps_until = 0.0

    # --- rounds ---

    def told(self, table: str, number: int) -> dict[str, object]:
        """Return a round of a table, the last one of that number, with every movement of money."""
        with self.rounds_lock, self.database.reading() as connection:
            index = self.indexes.setdefault(table, Index())
            before: RoundOnRecord | None = None
            for one in self._rounds(connection, table, index.read):
                if before is not None:
                    index.add(before, over=True)
                before = one
            if before is not None:
                index.add(before, over=False)
            if number not in index.of:
                last = max(index.of, default=0)
                remedy = f"ask for 1 to {last}" if last else "play one first"
                raise unreadable("no-such-round", f"table {table} has no round {number}", remedy)
            place = index.places[index.of[number]]
            asked = None
            for at, one in enumerate(self._rounds(connection, table, place)):
                if at > ROUNDS_OF_A_PIECE:
                    break
                asked = one if one.number == number else asked
            assert asked is not None, "a round that the index knows"
            return dict(round_data(asked))

    def _rounds(self, connection: Connection, table: str, place: Place) -> Iterator[RoundOnRecord]:
        bodies = bodies_after(connection, f"table/{table}", place.version)
        lines = (Entry(at, read_line(at, body), hash) for at, body, hash in bodies)
        replayed = replay(lines, place.table, rulebook=self.rulebook)
        for one in rounds(replayed):
            one.opening += place.openings
            yield one

    # --- reports ---

    def report(self, name: str, selection: Selection) -> list[dict[str, object]]:
        """Return the rows of a report, as JSON holds them."""
        asked = OVERVIEW if name == OVERVIEW_NAME else REPORTS.get(name)
        if asked is None:
            remedy = did_you_mean(name, [OVERVIEW_NAME, *REPORTS])
            raise unreadable("unknown-report", f'"{name}" is no report', remedy)
        return [row_data(row) for row in asked.rows(self._floor(), selection)]

    def ask(self, question: Callable[[FloorRecord], T], *streams: str) -> T:
        """Return what a report of one's own says of the record, with the last line of streams."""
        return question(self._floor(*streams))

    def close(self, day: str, table: str, shift: int | None) -> DayClose:
        """Return the close of a gaming day, of all tables or one; of a shift if it is named."""
        return day_close(self._floor(), day, table, shift)

    def _floor(self, *streams: str) -> FloorRecord:
        """Return all that the record says, gathered anew if lines have come since.

        If one has come to one of some streams, what was gathered a moment ago does not do.
        """
        with self.reports_lock, self.database.reading() as connection:
            heads = {stream: (*head,) for stream, head in heads_of(connection).items()}
            known = {} if self.record is None else dict(self.record.heads)
            news = any(known.get(stream) != heads.get(stream) for stream in streams)
            late = known != heads and monotonic() >= self.keeps_until
            if self.record is None or news or late:
                begun, run = monotonic(), FloorRun(self.rulebook)
                lines = (f"{line}\n" for line in export_lines(connection))
                journal = of_a_floor(entries(lines))
                self.record = floor_record(replay_floor(journal, run, self.rulebook), run)
                self.keeps_until = monotonic() + KEPT_FOR * (monotonic() - begun)
            return self.record
