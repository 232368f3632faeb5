"""The index of the journal held against its lines.

Its rows come in the order of words and times, not of lines. So what each piece must have is summed
up while the lines go by, then what it has; only where the sums differ are rows looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from sqlalchemy.engine import Connection

from pitboss.house.chains import shown
from pitboss.house.clock import milliseconds
from pitboss.house.journal.pieces import (
    LINES,
    FoundRow,
    IndexRows,
    index_rows,
    read_found,
    versions_in,
)
from pitboss.house.journal.words import found_by_line
from pitboss.house.reading import Row, rows
from pitboss.refusals import Unreadable, unreadable
from pitboss.table.record.journal import Line

REMEDY = "make it anew: pitboss house search --rebuild"
_TABLES = {
    "piece": "SELECT stream, piece, 0, at, first_at FROM piece",
    "mention": "SELECT stream, piece, word, at, bits FROM mention",
    "amount": "SELECT stream, piece, cents, at, bits FROM amount",
}
"""Of each row: its stream and piece, a word or amount, a time, and the rest."""
Place = tuple[object, object]
"""A stream, and a piece of it."""


class IndexSums:
    """What the index must hold, by the lines so far."""

    def __init__(self) -> None:
        self.must: defaultdict[Place, int] = defaultdict(int)
        self.piece: list[FoundRow] = []

    def add(self, line: Line) -> None:
        """Go on by a line."""
        if line.sequence % LINES == 1:
            self.piece.clear()
        at = milliseconds(line.at)
        self.piece.append(FoundRow(line.stream, line.sequence, at, found_by_line(line)))
        if len(self.piece) == LINES:
            for table, row in _keyed(index_rows(self.piece)):
                self.must[row[:2]] += hash((table, *row[2:]))

    def compare(self, connection: Connection) -> None:
        """Hold the index against the lines; name the first line that it does not fit."""
        has: defaultdict[Place, int] = defaultdict(int)
        for number, query in enumerate(_TABLES.values()):
            for row in rows(connection, query):
                has[row[:2]] += hash((number, *row[2:]))
        differing = _differing(self.must, has)
        if differing is not None:
            raise _named(connection, *differing, known=differing in self.must)


def _keyed(index: IndexRows) -> Iterable[tuple[int, Row]]:
    """Yield the rows of an index as they are read, each with the number of its table."""
    for at, stream, piece, first_at in index.pieces:
        yield 0, (stream, piece, 0, at, first_at)
    for word, at, stream, piece, bits in index.mentions:
        yield 1, (stream, piece, word, at, bits)
    for at, stream, piece, cents, bits in index.amounts:
        yield 2, (stream, piece, cents, at, bits)


def _differing(must: Mapping[Place, int], has: Mapping[Place, int]) -> Place | None:
    places = {**must, **has}
    return next((one for one in places if must.get(one, 0) != has.get(one, 0)), None)


def _named(connection: Connection, stream: object, piece: object, *, known: bool) -> Unreadable:
    """Say which line of a piece the index does not fit."""
    if not known or type(piece) is not int:
        return _altered(f"piece {shown(piece)} of {shown(stream)} is none")
    first = piece * LINES + 1
    found = read_found(connection, str(stream), range(first, first + LINES))
    must = {(table, *row[2:4]): row[4] for table, row in _keyed(index_rows(list(found.values())))}
    has = {
        (table, *row[2:4]): row[4]
        for table, query in enumerate(_TABLES.values())
        for row in rows(connection, f"{query} WHERE stream = ? AND piece = ?", (stream, piece))
    }
    wrong = 0
    for key in must.keys() | has.keys():
        bits, others = must.get(key, 0), has.get(key, 0)
        if bits != others:
            wrong |= bits ^ others if key[0] and type(others) is int else 1
    line = versions_in(piece, wrong % (1 << LINES) or 1)[-1]
    return _altered(f"{stream}, line {line}: it is not found by what it holds")


def _altered(why: str) -> Unreadable:
    return unreadable("index-altered", f"the index of the journal: {why}", REMEDY)
