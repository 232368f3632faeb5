"""Rounds and reports, read from the record and decided again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import TypeVar

from sqlalchemy.engine import Connection

from pitboss.house.database import Database
from pitboss.house.journal.rounds import Rounds
from pitboss.house.journal.steps import step_data
from pitboss.house.store import all_lines, heads_of
from pitboss.jackpot.reports import OVERVIEW, REPORTS, FloorReader, FloorRecord, Report, Selection
from pitboss.jackpot.reports.close import DayClose, day_close
from pitboss.jackpot.reports.data import row_data
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.data import round_data
from pitboss.table.record.recorded import RoundOnRecord

KEPT_FOR = 3
"""A record that took a second to gather is told from for so many, though lines have come since."""
ALL_REPORTS = {"overview": OVERVIEW, **REPORTS}
T = TypeVar("T")
Heads = Mapping[str, tuple[int, str]]


def report_named(name: str) -> Report:
    """Return a report, ``overview`` among them."""
    if name not in ALL_REPORTS:
        remedy = did_you_mean(name, ALL_REPORTS)
        raise unreadable("unknown-report", f'"{name}" is no report', remedy)
    return ALL_REPORTS[name]


class Records:
    """The record of a house, told by rounds and reports; may be asked from any thread."""

    def __init__(self, database: Database, rulebook: Rulebook | None = None) -> None:
        self.database, self.rulebook = database, rulebook
        self.rounds = Rounds(database, rulebook)
        self.reports_lock = threading.Lock()
        self.record: FloorRecord | None = None
        self.on_the_way: OnTheWay | None = None
        self.keeps_until = 0.0
        self.pool = ThreadPoolExecutor(1, "gathering")
        self.pool_lock = threading.Lock()
        self.gathering: Future[FloorRecord] | None = None

    # --- rounds ---

    def round(self, table: str, number: int, line: int = 0) -> RoundOnRecord:
        """Return a round of a table: the last one of that number, or the one with a line."""
        return self.rounds.of(table, number, line)

    def told(self, table: str, number: int) -> dict[str, object]:
        """Return a round of a table, the last one of that number, with every movement of money."""
        return dict(round_data(self.rounds.of(table, number)))

    def steps(self, table: str, number: int, timezone: str) -> list[dict[str, object]]:
        """Return a round line by line, as the table was after each."""
        return [step_data(line, timezone) for line in self.rounds.of(table, number).lines]

    # --- reports ---

    def report(self, name: str, selection: Selection) -> list[dict[str, object]]:
        """Return the rows of a report, as JSON holds them."""
        asked = report_named(name)
        return [row_data(row) for row in asked.of(self._floor(), selection)]

    def ask(self, question: Callable[[FloorRecord], T], *streams: str) -> T:
        """Return what a report of one's own says of the record, with the last line of streams."""
        return question(self._floor(*streams))

    def within(self, seconds: float) -> FloorRecord | None:
        """Return the record if it is gathered in time; else it goes on, for who asks again.

        What is wrong with the record is told to whoever asks first after it was found.
        """
        with self.pool_lock:
            waits = self.gathering or self.pool.submit(self._floor)
            self.gathering = waits
        try:
            return waits.result(seconds)
        except TimeoutError:
            waits.add_done_callback(self._gathered)
            return None
        finally:
            if waits.done():
                self._over(waits)

    def _gathered(self, done: Future[FloorRecord]) -> None:
        if done.exception() is None:
            self._over(done)

    def _over(self, done: Future[FloorRecord]) -> None:
        with self.pool_lock:
            if self.gathering is done:
                self.gathering = None

    def close(self, day: str, table: str, shift: int | None) -> DayClose:
        """Return the close of a gaming day, of all tables or one; of a shift if it is named."""
        return day_close(self._floor(), day, table, shift)

    def _floor(self, *streams: str) -> FloorRecord:
        """Return all that the record says, with the lines that have come since it was asked last.

        If one has come to one of some streams, what was gathered a moment ago does not do.
        """
        with self.reports_lock, self.database.reading() as connection:
            heads = {stream: (*head,) for stream, head in heads_of(connection).items()}
            known = {} if self.record is None else dict(self.record.heads)
            news = any(known.get(stream) != heads.get(stream) for stream in streams)
            late = known != heads and monotonic() >= self.keeps_until
            if self.record is None or news or late:
                begun = monotonic()
                self.record = self._gathered_from(connection, heads)
                self.keeps_until = monotonic() + KEPT_FOR * (monotonic() - begun)
            return self.record

    def _gathered_from(self, connection: Connection, heads: Heads) -> FloorRecord:
        """Go on reading; begin anew if a line has come before others that were read already."""
        on_the_way, self.on_the_way = self.on_the_way, None
        if on_the_way is not None:
            with suppress(Unreadable):
                record = on_the_way.read(connection)
                if record.heads == heads:
                    self.on_the_way = on_the_way
                    return record
        on_the_way = OnTheWay(self.rulebook)
        record = on_the_way.read(connection)
        self.on_the_way = on_the_way
        return record


class OnTheWay:
    """A reader of a record that grows, and how far it has come."""

    def __init__(self, rulebook: Rulebook | None) -> None:
        self.reader, self.position = FloorReader(rulebook), 0

    def read(self, connection: Connection) -> FloorRecord:
        """Read what has come since; the record of all."""
        return self.reader.read(self._lines(connection))

    def _lines(self, connection: Connection) -> Iterator[str]:
        for position, row in all_lines(connection, self.position):
            self.position = position
            yield f"{row.body}\n"
