"""A round of a table from the record: its own lines are decided again, and few before them.

The index knows which lines a round has, and a snapshot not far before them how the table stood. So
the work grows with the round and with the lines between two snapshots, not with the stream.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.database import Database
from pitboss.house.journal.pieces import found_row, versions_in
from pitboss.house.journal.searching import tails
from pitboss.house.journal.words import kind_word, round_word, word_number
from pitboss.house.loading import fold_table
from pitboss.house.reading import rows
from pitboss.house.rows import round_of
from pitboss.house.snapshots import snapshot_before
from pitboss.house.store import bodies_after, heads_of, lines_at
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import NEW
from pitboss.table.record.journal import Entry, read_line
from pitboss.table.record.recorded import RoundOnRecord, rounds
from pitboss.table.record.recorder import Mark, Recorder
from pitboss.table.record.replaying import replay
from pitboss.table.state import Table
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.undoing import CommandWithdrawn

STATES_KEPT = 256
"""Tables as they stood before rounds that were asked for, or on the way there."""
STATE_EVERY = 2_000
"""Lines between two states that are kept where no snapshot stands on the way."""
_BITS = "SELECT piece, bits FROM mention WHERE word = ? AND stream = ?"


class Extent(NamedTuple):
    """Where a round stands in its stream."""

    first: int
    last: int
    openings: int
    """How often the table was opened before."""


class Rounds:
    """The rounds of a house's tables; may be asked from any thread."""

    def __init__(self, database: Database, rulebook: Rulebook | None = None) -> None:
        self.database, self.rulebook = database, rulebook
        self.states: OrderedDict[tuple[str, int], Table] = OrderedDict()
        """How tables stood after a line."""
        self.lock = threading.Lock()

    def of(self, table: str, number: int, line: int = 0) -> RoundOnRecord:
        """Return a round of a table, decided again.

        A table that is closed and opened again goes on with the number: several parts may have it.
        The one with a line is returned, else the last.
        """
        stream = f"table/{table}"
        with self.database.reading() as connection:
            extent = _extent(connection, stream, number)
            if extent is None:
                raise _no_round(connection, stream, number)
            before = self._state(connection, stream, extent.first - 1)
            parts = self._replayed(connection, stream, before, extent)
            asked = _chosen((one for one in parts if one.number == number), line)
        assert asked is not None, "a round that the index knows"
        return asked

    def _replayed(
        self, connection: Connection, stream: str, before: Table, extent: Extent
    ) -> Iterator[RoundOnRecord]:
        bodies = bodies_after(connection, stream, extent.first - 1, extent.last)
        lines = (Entry(at, read_line(at, body), hash) for at, body, hash in bodies)
        return rounds(replay(lines, before, rulebook=self.rulebook), extent.openings)

    def _state(self, connection: Connection, stream: str, version: int) -> Table:
        """Return how a table stood after a line, from the nearest state before it."""
        known, table = self._nearest(connection, stream, version)
        while known < version:
            upto = min(known + STATE_EVERY, version)
            recorder = Recorder(stream)
            recorder.reset(Mark(table, "", known))
            fold_table(recorder, bodies_after(connection, stream, known, upto), self.rulebook)
            table, known = recorder.state, upto
            self._keep(stream, known, table)
        return table

    def _nearest(self, connection: Connection, stream: str, version: int) -> tuple[int, Table]:
        with self.lock:
            own = [at for name, at in self.states if name == stream and at <= version]
            known = max(own, default=0)
            table = self.states[stream, known] if own else NEW
        kept = snapshot_before(connection, stream, version, self.rulebook)
        if kept is not None and kept[0].version > known:
            state = kept[1]
            assert isinstance(state, Table), "the snapshot of a table"
            return kept[0].version, state
        return known, table

    def _keep(self, stream: str, version: int, table: Table) -> None:
        with self.lock:
            self.states[stream, version] = table
            while len(self.states) > STATES_KEPT:
                self.states.popitem(last=False)


def _chosen(parts: Iterator[RoundOnRecord], line: int) -> RoundOnRecord | None:
    last = None
    for last in parts:
        if last.lines[0].number <= line <= last.lines[-1].number:
            break
    return last


def _extent(connection: Connection, stream: str, number: int) -> Extent | None:
    """Return which lines a round has.

    Whoever takes back the end of a round does so in the next one; that line belongs to it, too.
    """
    versions = _Versions(connection, stream)
    own = versions.of(round_word(number))
    if not own:
        return None
    first = 1 if number == 1 else min(own)
    after = versions.of(round_word(number + 1))
    withdrawn = after & versions.of(kind_word(CommandWithdrawn.__name__))
    opened = versions.of(kind_word(TableOpened.__name__))
    return Extent(first, max(own | withdrawn), sum(at < first for at in opened))


class _Versions:
    """Which lines of a stream have a word."""

    def __init__(self, connection: Connection, stream: str) -> None:
        self.connection, self.stream = connection, stream
        lines = tails(connection, stream)
        self.tail = [found_row(version, body) for _, version, _, body in lines]

    def of(self, word: str) -> set[int]:
        """Return the lines that have a word."""
        pieces = rows(self.connection, _BITS, (word_number(word), self.stream))
        indexed = (version for piece, bits in pieces for version in versions_in(piece, bits))
        return {*indexed, *(row.version for row in self.tail if word in row.found.words)}


def _no_round(connection: Connection, stream: str, number: int) -> Unreadable:
    head = heads_of(connection).get(stream)
    remedy = "play one first"
    if head is not None:
        ((body, _),) = lines_at(connection, [(stream, head.version)]).values()
        remedy = f"ask for 1 to {round_of(body) or 1}"
    message = f"{stream.replace('/', ' ')} has no round {number}"
    return unreadable("no-such-round", message, remedy)
