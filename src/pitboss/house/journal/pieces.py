"""The index of the journal, piece by piece: sixty lines of a stream, and the words each has.

A row for every word of every line would cost as much as the lines. So a word has one row for a
piece, with a bit for each of its lines; it is written with the line that completes the piece, in
the same transaction. The lines after the last whole piece of a stream are few, and are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.clock import milliseconds
from pitboss.house.journal.words import Found, found_by_line, word_number
from pitboss.house.schema import JOURNAL
from pitboss.table.record.journal import read_line

LINES = 60
"""Of a piece: as many bits fit a number of the database, whatever its sign."""


class FoundRow(NamedTuple):
    """A line, and what it is found by."""

    stream: str
    version: int
    at: int
    found: Found


class PieceRow(NamedTuple):
    """A piece, by the latest and the earliest time of its lines."""

    at: int
    stream: str
    piece: int
    first_at: int


class MentionRow(NamedTuple):
    """A word of a piece, and which lines have it."""

    word: int
    at: int
    stream: str
    piece: int
    bits: int


class AmountRow(NamedTuple):
    """An amount of a piece, and which lines name it."""

    at: int
    stream: str
    piece: int
    cents: int
    bits: int


class IndexRows(NamedTuple):
    """What the index keeps of some pieces."""

    pieces: list[PieceRow]
    mentions: list[MentionRow]
    amounts: list[AmountRow]


def place_of(version: int) -> tuple[int, int]:
    """Return the piece that a line is in, and its bit there.

    >>> place_of(1), place_of(60), place_of(61)
    ((0, 1), (0, 576460752303423488), (1, 1))
    """
    piece, at = divmod(version - 1, LINES)
    return piece, 1 << at


def versions_in(piece: int, bits: int) -> list[int]:
    """Return the lines of a piece that have their bits set, the last one first.

    >>> versions_in(1, 0b101)
    [63, 61]
    """
    first, versions = piece * LINES + 1, []
    while bits:
        at = bits.bit_length() - 1
        versions.append(first + at)
        bits ^= 1 << at
    return versions


def whole_pieces(lines: int) -> int:
    """Return how many pieces a stream of so many lines has."""
    return lines // LINES


def index_rows(lines: Sequence[FoundRow]) -> IndexRows:
    """Return what the index keeps of a piece, by its lines."""
    words, cents = dict[str, int](), dict[int, int]()
    for _, version, _, found in lines:
        bit = 1 << ((version - 1) % LINES)
        for word in found.words:
            words[word] = words.get(word, 0) | bit
        for amount in found.cents:
            cents[amount] = cents.get(amount, 0) | bit
    times = [line.at for line in lines]
    at, stream, piece = max(times), lines[0].stream, place_of(lines[0].version)[0]
    return IndexRows(
        [PieceRow(at, stream, piece, min(times))],
        [MentionRow(word_number(word), at, stream, piece, bits) for word, bits in words.items()],
        [AmountRow(at, stream, piece, amount, bits) for amount, bits in cents.items()],
    )


class Pieces:
    """The lines of each stream since its last whole piece, as far as they were written here."""

    def __init__(self) -> None:
        self.waiting: dict[str, dict[int, FoundRow]] = {}

    def completed(self, connection: Connection, found: Iterable[FoundRow]) -> IndexRows:
        """Return the rows of the pieces that some new lines complete.

        Lines of a piece that were written elsewhere, or before, are read.
        """
        rows = IndexRows([], [], [])
        fresh: dict[str, dict[int, FoundRow]] = {}
        for row in found:
            fresh.setdefault(row.stream, {})[row.version] = row
        for stream, lines in fresh.items():
            for last in (version for version in lines if version % LINES == 0):
                known = self.waiting.get(stream, {}) | lines
                whole = _piece(connection, stream, last, known)
                pieces, mentions, amounts = index_rows(whole)
                rows.pieces.extend(pieces)
                rows.mentions.extend(mentions)
                rows.amounts.extend(amounts)
        return rows

    def take(self, found: Iterable[FoundRow]) -> None:
        """Remember lines that are written, until their piece is whole."""
        for row in found:
            waiting = self.waiting.setdefault(row.stream, {})
            waiting[row.version] = row
            if row.version % LINES == 0:
                waiting.clear()


def _piece(
    connection: Connection, stream: str, last: int, known: Mapping[int, FoundRow]
) -> list[FoundRow]:
    """Return the lines of the piece that ends with a line."""
    versions = range(last - LINES + 1, last + 1)
    missing = [version for version in versions if version not in known]
    lines = {**known, **read_found(connection, stream, missing)} if missing else known
    return [lines[version] for version in versions]


def read_found(connection: Connection, stream: str, versions: Sequence[int]) -> dict[int, FoundRow]:
    """Return what lines on record are found by."""
    columns = JOURNAL.c
    query = sa.select(columns.version, columns.body).where(
        columns.stream == stream, columns.version.in_(versions)
    )
    return {version: found_row(version, body) for version, body in connection.execute(query)}


def found_row(version: int, body: str) -> FoundRow:
    """Return what a line is found by, from its text."""
    line = read_line(version, body)
    return FoundRow(line.stream, version, milliseconds(line.at), found_by_line(line))
