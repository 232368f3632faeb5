"""Search of the journal: newest lines first, page by page.

The pieces of the index are looked through from the newest on, more at a time the longer it takes:
of each piece, the bits of all words and amounts that are asked for say which lines have them. What
is common is found in the first pieces; what is rare has few rows. The lines that no whole piece has
yet are looked at as they are. A page goes on where the one before ended, by time, stream and
version, so that lines written meanwhile neither repeat nor hide any.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, repeat
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.clock import milliseconds
from pitboss.house.journal.asking import Search
from pitboss.house.journal.pieces import LINES, versions_in, whole_pieces
from pitboss.house.journal.words import REFUSED, word_number
from pitboss.house.reading import Row
from pitboss.house.store import driver_errors, driver_of, heads_of, lines_at, lines_beyond, times_at
from pitboss.refusals import unreadable
from pitboss.table.record.journal import Line, read_line

PAGE = 50
MOST_OF_A_PAGE = 500
COUNTED = 1_000
"""So many lines are counted; of more it is said that there are more."""
FIRST_LOOK, LAST_LOOK = 64, 8_192
"""Pieces that are looked through at first; each look is at twice as many, up to the last."""
_CURSOR = re.compile(r"([0-9]{1,15})\.([0-9]{1,15})\.([A-Za-z0-9._/-]{1,70})", re.ASCII)


class Cursor(NamedTuple):
    """The line that a page ended with."""

    at: int
    stream: str
    version: int

    def __str__(self) -> str:
        return f"{self.at}.{self.version}.{self.stream}"


class FoundLine(NamedTuple):
    """A line that was looked for."""

    line: Line
    hash: str


class Page(NamedTuple):
    """Some of the lines that a search has, newest first."""

    lines: tuple[FoundLine, ...]
    total: int
    """How many the search has, as far as they are counted."""
    cut_off: bool
    """Whether there are more than ``total``."""
    cursor: str | None
    """Where the next page begins; None after the last."""

    @property
    def counted(self) -> str:
        """How many lines there are, in words.

        >>> Page((), 1_000, True, None).counted, Page((), 12, False, None).counted
        ('1,000+', '12')
        """
        return f"{self.total:,}{'+' if self.cut_off else ''}"


def read_cursor(text: str) -> Cursor | None:
    """Read where a page goes on; None if it is the first.

    >>> read_cursor("1794864725120.17.table/1")
    Cursor(at=1794864725120, stream='table/1', version=17)
    """
    if not text:
        return None
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise unreadable("bad-cursor", f'"{text[:60]}" is no cursor', "take that of the last page")
    return Cursor(int(match[1]), match[3], int(match[2]))


def search(connection: Connection, asked: Search, cursor: str = "", size: int = PAGE) -> Page:
    """Return a page of the lines that are looked for."""
    begins, whole = read_cursor(cursor), _Matches(connection, asked)
    counted = sum(1 for _ in islice(whole.counted(), COUNTED + 1))
    matches = whole if begins is None else whole.before(begins)
    places = list(islice(matches.newest(), size + 1))
    shown = places[:size]
    last = str(shown[-1]) if len(places) > size else None
    lines = tuple(one for one in _read(connection, shown) if asked.fits(one.line))
    return Page(lines, min(counted, COUNTED), counted > COUNTED, last)


def _read(connection: Connection, places: Sequence[Cursor]) -> Iterator[FoundLine]:
    bodies = lines_at(connection, [(stream, version) for _, stream, version in places])
    for _, stream, version in places:
        body, hash = bodies[stream, version]
        yield FoundLine(read_line(version, body), hash)


# --- which lines of which pieces ---


class _Piece(NamedTuple):
    """A piece, and the bits of the lines in it that have all words and amounts."""

    at: int
    stream: str
    piece: int
    first_at: int
    bits: int


class _Matches:
    """The lines of a search, up to a line if that is given; looked for when they are asked for."""

    def __init__(self, connection: Connection, asked: Search, end: Cursor | None = None) -> None:
        self.connection, self.asked, self.end = connection, asked, end
        self.words = [word_number(word) for word in asked.words()]
        ends = [one for one in (asked.until, None if end is None else end.at) if one is not None]
        self.until = min(ends, default=None)
        self.seen: list[_Piece] = []
        self.looks = self._looked()

    def before(self, place: Cursor) -> _Matches:
        """Return the lines before one."""
        rest = _Matches(self.connection, self.asked, place)
        rest.tail = [one for one in self.tail if one < place]
        return rest

    def newest(self) -> Iterator[Cursor]:
        """Yield the lines, the newest first."""
        waiting = sorted(self.tail)
        for some in _slices(self._looks()):
            known: dict[tuple[str, int], int] = {}
            for piece in some:
                while waiting and waiting[-1].at > piece.at:
                    yield waiting.pop()
                known = known or _times(self.connection, some)
                for version in versions_in(piece.piece, piece.bits):
                    place = Cursor(known[piece.stream, version], piece.stream, version)
                    if self._in_time(place):
                        insort(waiting, place)
        yield from reversed(waiting)

    def counted(self) -> Iterator[object]:
        """Yield something for each line, in any order."""
        yield from self.tail
        for some in self._looks():
            cut = [piece for piece in some if not self._inside(piece)]
            known = _times(self.connection, cut)
            for (stream, version), when in known.items():
                if self._in_time(Cursor(when, stream, version)):
                    yield stream
            for piece in some:
                if self._inside(piece):
                    yield from repeat(piece, piece.bits.bit_count())

    def _inside(self, piece: _Piece) -> bool:
        """Say whether all lines of a piece are of a time that is asked for."""
        since, until = self.asked.since, self.until
        return (since is None or piece.first_at >= since) and (until is None or piece.at < until)

    def _in_time(self, place: Cursor) -> bool:
        since, until = self.asked.since, self.until
        if (since is not None and place.at < since) or (until is not None and place.at > until):
            return False
        return self.end is None or place < self.end

    def _looks(self) -> Iterator[list[_Piece]]:
        """Yield the pieces with lines that match, some at a time; those seen before at once."""
        if self.seen:
            yield self.seen[:]
        for some in self.looks:
            if some:
                self.seen += some
                yield some

    def _looked(self) -> Iterator[list[_Piece]]:
        size, after = FIRST_LOOK, None
        while True:
            rows = self._pieces(size, after)
            if rows:
                yield self._matching(rows)
                after = rows[-1]
            if len(rows) < size:
                return
            size = min(2 * size, LAST_LOOK)

    def _pieces(self, size: int, after: Row | None) -> list[Row]:
        """Return the next pieces that may have lines of the time and stream asked for.

        Where words are asked for, they are those that have the rarest of them.
        """
        table, where, values = "piece p", [_ALL], list[object]()
        if self.words:
            table, where, values = f"mention m CROSS JOIN {table}", [_SAME], [self.rarest]
        for condition, value in (
            ("p.at >= ?", self.asked.since),
            ("p.first_at <= ?", self.until),
            ("p.stream = ?", self.asked.stream or None),
        ):
            if value is not None:
                where.append(condition)
                values.append(value)
        own = "m" if self.words else "p"
        order = f"{own}.at, {own}.stream, {own}.piece"
        if after is not None:
            where += [f"{own}.at <= ?", f"({order}) < (?, ?, ?)"]
            values += [after[0], *after[:3]]
        query = (
            f"SELECT p.at, p.stream, p.piece, p.first_at FROM {table} WHERE {' AND '.join(where)} "
            f"ORDER BY {order.replace(',', ' DESC,')} DESC LIMIT {size}"
        )
        return fetch(self.connection, query, values)

    @cached_property
    def rarest(self) -> int:
        """The word that fewest pieces have, as far as they are counted."""
        return min(self.words, key=self._size) if len(self.words) > 1 else self.words[0]

    def _size(self, word: int) -> int:
        query = f"SELECT 1 FROM mention WHERE word = ? LIMIT {LAST_LOOK}"
        [(count,)] = fetch(self.connection, f"SELECT count(*) FROM ({query}) AS listed", (word,))
        return int(count)

    def _matching(self, rows: Sequence[Row]) -> list[_Piece]:
        """Return the pieces that have a line with all words and amounts."""
        bits = {row[:3]: WHOLE for row in rows}
        for word in self.words:
            bits = self._both(bits, "mention", "o.word = ?", (word,))
        if self.asked.accepted:
            refused = self._both(bits, "mention", "o.word = ?", (word_number(REFUSED),))
            rest = {place: own & ~refused.get(place, 0) for place, own in bits.items()}
            bits = {place: own for place, own in rest.items() if own}
        if self.asked.money:
            bits = self._both(bits, "amount", "o.cents BETWEEN ? AND ?", self.asked.cents)
        return [_Piece._make((*row, bits[row[:3]])) for row in rows if row[:3] in bits]

    def _both(
        self, bits: Mapping[Row, int], table: str, where: str, values: tuple[int, ...]
    ) -> dict[Row, int]:
        """Return the bits that rows of the index have, too: of several amounts, any of them."""
        columns = f"o.at, o.stream, o.piece, o.bits FROM {table} o"
        if not bits:
            return {}
        if len(bits) <= FEW:
            query = _few(self.connection, columns, where, len(bits))
            rows = fetch(self.connection, query, (*chain.from_iterable(bits), *values))
        else:
            query = f"SELECT {columns} WHERE {where} AND o.at BETWEEN ? AND ?"
            times = [at for at, *_ in bits]
            rows = fetch(self.connection, query, (*values, min(times), max(times)))
        others: dict[Row, int] = {}
        for *place, more in rows:
            others[*place] = others.get((*place,), 0) | more
        both = {place: own & others.get(place, 0) for place, own in bits.items()}
        return {place: own for place, own in both.items() if own}

    @cached_property
    def tail(self) -> list[Cursor]:
        """The lines that match after the last whole piece of their stream."""
        asked, places = self.asked, list[Cursor]()
        for stream, version, at, body in tails(self.connection, asked.stream):
            place = Cursor(milliseconds(at), stream, version)
            if not self._in_time(place):
                continue
            fits, unsure = asked.fits_text(body), asked.person or asked.adds_up(body)
            if fits and (not unsure or asked.fits(read_line(version, body))):
                places.append(place)
        return places


WHOLE = (1 << LINES) - 1
AT_ONCE = 16
FEW = 256
"""Up to so many pieces are looked up one by one; of more, all rows of their time are read."""
_ALL = "1 = 1"
_SAME = "m.word = ? AND p.at = m.at AND p.stream = m.stream AND p.piece = m.piece"


def _few(connection: Connection, columns: str, where: str, number: int) -> str:
    """Ask for rows of some pieces; on SQLite a cross join keeps the order."""
    mark = "(?,?,?)" if connection.dialect.name == "sqlite" else "(?::bigint,?::text,?::bigint)"
    same = "o.at = asked.at AND o.stream = asked.stream AND o.piece = asked.piece"
    table = columns.replace(" FROM ", " FROM asked CROSS JOIN ")
    marks = ",".join([mark] * number)
    return (
        f"WITH asked(at, stream, piece) AS (VALUES {marks}) SELECT {table} WHERE {same} AND {where}"
    )


def _slices(looks: Iterable[list[_Piece]]) -> Iterator[list[_Piece]]:
    """Yield pieces few at a time: of each that is looked at, the times of its lines are read."""
    for some in looks:
        for first in range(0, len(some), AT_ONCE):
            yield some[first : first + AT_ONCE]


def _times(connection: Connection, pieces: Sequence[_Piece]) -> dict[tuple[str, int], int]:
    """Return when the matching lines of some pieces were written."""
    places = [
        (one.stream, version) for one in pieces for version in versions_in(one.piece, one.bits)
    ]
    return {place: milliseconds(at) for place, at in times_at(connection, places).items()}


def tails(connection: Connection, stream: str = "") -> list[Row]:
    """Return stream, version, time and text of the lines after the last whole pieces."""
    heads = heads_of(connection)
    chosen = {stream: heads[stream]} if stream in heads else {} if stream else heads
    return lines_beyond(
        connection, [(name, whole_pieces(head.version) * LINES) for name, head in chosen.items()]
    )


def fetch(connection: Connection, query: str, values: Sequence[object]) -> list[Row]:
    """Return the rows of a query by the driver; ``?`` stands for a value."""
    driver: Any = driver_of(connection)
    with driver_errors(connection):
        if connection.dialect.name != "sqlite":
            query = query.replace("?", "%s")
        rows: list[Row] = driver.execute(query, tuple(values)).fetchall()
    return rows
