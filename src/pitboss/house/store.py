"""The store: lines appended in one transaction, found again by their ids, read in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pitboss.house.journal.pieces import IndexRows, Pieces
from pitboss.house.rows import Batch, JournalRow
from pitboss.house.schema import JOURNAL, ODOMETER
from pitboss.table.record.frames import FIRST

_JOURNAL = "stream, version, command, actor, device, at, body, hash"
_TRANSFER = "stream, version, id, debit, credit, micros, code"
_INDEX = {
    "piece": ("at, stream, piece, first_at", "bigint text bigint bigint"),
    "mention": ("word, at, stream, piece, bits", "bigint bigint text bigint bigint"),
    "amount": ("at, stream, piece, cents, bits", "bigint text bigint bigint bigint"),
}
"""The tables of the journal's index: their columns, and the types of these on PostgreSQL."""
FEW = 6
"""Up to so many rows, statements in one round trip are cheaper than COPY."""
READ_AT_ONCE = 5_000
IN_CHUNKS = {"yield_per": READ_AT_ONCE}
"""For one statement alone: options of a connection would make a cursor of every later one."""


class Head(NamedTuple):
    """The last line of a stream."""

    version: int
    hash: str


NO_LINE = Head(0, FIRST)
Statement = tuple[str, list[Any]]
"""For the driver: its text, and its values."""


@contextmanager
def driver_errors(connection: Connection) -> Iterator[None]:
    """Raise what the driver raises as the engine does, so that it is told as any other failure."""
    driver: Any = connection.dialect.loaded_dbapi
    try:
        yield
    except driver.Error as error:
        raise DBAPIError.instance(None, None, error, driver.Error) from error


def driver_of(connection: Connection) -> Any:
    """Return the driver's own connection."""
    return connection.connection.driver_connection


class Appender:
    """Writes batches on one connection: as fast as each database takes them."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.sqlite = connection.dialect.name == "sqlite"
        self.pieces = Pieces()

    def append(self, batch: Batch) -> None:
        """Write a batch inside the transaction at hand."""
        with driver_errors(self.connection):
            if self.sqlite:
                self._sqlite(batch)
            elif len(batch.journal) > FEW:
                self._copied(batch)
            else:
                self._piped(batch)
        self.pieces.take(batch.found)

    def commit(
        self, batch: Batch, first: Iterable[Statement], unless: Sequence[tuple[str, int]]
    ) -> bool:
        """Commit a batch in one round trip, on PostgreSQL, after statements that take locks.

        Nothing is written, and that is returned, if one of some lines is there by then.
        """
        driver, index = driver_of(self.connection), self._completed(batch)
        with driver_errors(self.connection), driver.pipeline():
            for statement in first:
                driver.execute(*statement)
            journal = self._insert(batch, index, unless)
            driver.commit()
        written = bool(journal.rowcount)
        if written:
            self.pieces.take(batch.found)
        return written

    def _completed(self, batch: Batch) -> IndexRows:
        return self.pieces.completed(self.connection, batch.found)

    def _sqlite(self, batch: Batch) -> None:
        run = self.connection.exec_driver_sql
        run(f"INSERT INTO journal ({_JOURNAL}) VALUES (?,?,?,?,?,?,?,?)", batch.journal)
        if batch.transfers:
            run(f"INSERT INTO transfer ({_TRANSFER}) VALUES (?,?,?,?,?,?,?)", batch.transfers)
        if batch.odometers:
            run(_UPSERT.format("?", "?", "?"), _odometers(batch))
        put_index(self.connection, self._completed(batch))

    def _copied(self, batch: Batch) -> None:
        cursor = driver_of(self.connection).cursor()
        _copy(cursor, "journal", _JOURNAL, batch.journal)
        _copy(cursor, "transfer", _TRANSFER, batch.transfers)
        put_index(self.connection, self._completed(batch))
        if batch.odometers:
            cursor.execute(_UPSERT_ALL, [*_columns_of(_odometers(batch), 3), [], []])

    def _piped(self, batch: Batch) -> None:
        index = self._completed(batch)
        with driver_of(self.connection).pipeline():
            self._insert(batch, index)

    def _insert(
        self, batch: Batch, index: IndexRows, unless: Sequence[tuple[str, int]] = ()
    ) -> Any:
        """Insert a batch, unless one of some lines is there; return the cursor of the journal."""
        execute, lines = driver_of(self.connection).execute, _columns_of(unless, 2)
        journal = execute(_INSERT_JOURNAL, _columns_of(batch.journal, 8) + lines)
        if batch.transfers:
            execute(_INSERT_TRANSFERS, _columns_of(batch.transfers, 7) + lines)
        if batch.odometers:
            execute(_UPSERT_ALL, _columns_of(_odometers(batch), 3) + lines)
        for insert, rows in zip(_INSERT_INDEX, _lists(index), strict=True):
            if rows:
                execute(insert, _columns_of(rows, len(rows[0])) + lines)
        return journal


def put_index(connection: Connection, index: IndexRows) -> None:
    """Write what lines are found by, inside the transaction at hand."""
    for (table, (columns, _)), rows in zip(_INDEX.items(), _lists(index), strict=True):
        if rows and connection.dialect.name == "sqlite":
            marks = ",".join("?" * len(rows[0]))
            into = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
            connection.exec_driver_sql(into, list(rows))
        elif rows:
            _copy(driver_of(connection).cursor(), table, columns, rows)


def _lists(index: IndexRows) -> tuple[list[Any], ...]:
    return index.pieces, index.mentions, index.amounts


def _copy(cursor: Any, table: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def _columns_of(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[at] for row in rows] for at in range(width)]


_UNLESS = (
    " WHERE NOT EXISTS (SELECT FROM unnest(%s::text[], %s::bigint[]) AS line(stream, version) "
    "JOIN journal j ON j.stream = line.stream AND j.version = line.version)"
)
_INSERT_JOURNAL = (
    f"INSERT INTO journal ({_JOURNAL}) SELECT * FROM unnest(%s::text[], %s::bigint[], "
    "%s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])" + _UNLESS
)
_INSERT_TRANSFERS = (
    f"INSERT INTO transfer ({_TRANSFER}) SELECT * FROM unnest(%s::text[], %s::bigint[], "
    "%s::int[], %s::text[], %s::text[], %s::bigint[], %s::text[])" + _UNLESS
)
_INSERT_INDEX = [
    f"INSERT INTO {table} ({columns}) SELECT * FROM "
    f"unnest({', '.join(f'%s::{kind}[]' for kind in kinds.split())}){_UNLESS}"
    for table, (columns, kinds) in _INDEX.items()
]
_INTO = "INSERT INTO odometer (stream, jackpot, units) "
_OR_UPDATE = " ON CONFLICT (stream, jackpot) DO UPDATE SET units = excluded.units"
_UPSERT = f"{_INTO}VALUES ({{}},{{}},{{}}){_OR_UPDATE}"
_ALL = "SELECT * FROM unnest(%s::text[], %s::text[], %s::bigint[])"
_UPSERT_ALL = _INTO + _ALL + _UNLESS + _OR_UPDATE


def _odometers(batch: Batch) -> list[tuple[str, str, int]]:
    return [(stream, jackpot, units) for (stream, jackpot), units in batch.odometers.items()]


BODIES = (
    "SELECT j.stream, j.command, j.body FROM journal j "
    "JOIN unnest(%s::text[], %s::text[]) AS asked(stream, command) "
    "ON j.stream = asked.stream AND j.command = asked.command"
)
"""On PostgreSQL: the lines of some ids, given by two lists."""


def bodies_of(
    connection: Connection, asked: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """Return the lines that some ids of streams have, by stream and id.

    On SQLite a cross join keeps the order: each id is looked up in the index, not the other way.
    """
    if connection.dialect.name != "sqlite":
        with driver_errors(connection):
            columns = [[stream for stream, _ in asked], [command for _, command in asked]]
            rows = driver_of(connection).execute(BODIES, columns).fetchall()
        return {(stream, command): body for stream, command, body in rows}
    marks = ",".join(["(?,?)"] * len(asked))
    rows = connection.exec_driver_sql(
        f"WITH asked(stream, command) AS (VALUES {marks}) "
        "SELECT j.stream, j.command, j.body FROM asked CROSS JOIN journal j "
        "ON j.stream = asked.stream AND j.command = asked.command",
        tuple(chain.from_iterable(asked)),
    )
    return {(stream, command): body for stream, command, body in rows}


Line = tuple[str, int]
"""A line, by its stream and version."""


def lines_at(connection: Connection, places: Sequence[Line]) -> dict[Line, tuple[str, str]]:
    """Return text and hash of some lines."""
    rows = _at(connection, places, "j.body, j.hash")
    return {(stream, version): (body, hash) for stream, version, body, hash in rows}


def times_at(connection: Connection, places: Sequence[Line]) -> dict[Line, str]:
    """Return when some lines were written."""
    return {(stream, version): at for stream, version, at in _at(connection, places, "j.at")}


def lines_beyond(connection: Connection, places: Sequence[Line]) -> list[Any]:
    """Return stream, version, time and text of the lines of some streams after a version each."""
    return list(_at(connection, places, "j.at, j.body", ">"))


def _at(
    connection: Connection, places: Sequence[Line], columns: str, than: str = "="
) -> Iterator[Any]:
    """Yield columns of lines, each found by the index.

    What is asked for leads: on SQLite by a cross join, as for :func:`bodies_of`, on PostgreSQL by a
    subquery that it does not take apart.
    """
    sqlite = connection.dialect.name == "sqlite"
    which = f"j.stream = asked.stream AND j.version {than} asked.version"
    for first in range(0, len(places), READ_AT_ONCE):
        some = places[first : first + READ_AT_ONCE]
        if sqlite:
            marks = ",".join(["(?,?)"] * len(some))
            asked = f"WITH asked(stream, version) AS (VALUES {marks}) SELECT j.stream, j.version, "
            values: tuple[Any, ...] = tuple(chain.from_iterable(some))
            query = f"{asked}{columns} FROM asked CROSS JOIN journal j ON {which}"
        else:
            asked = f"SELECT j.stream, j.version, {columns} FROM {_ASKED} CROSS JOIN LATERAL "
            query = f"{asked}(SELECT * FROM journal j WHERE {which} OFFSET 0) AS j"
            values = tuple(_columns_of(some, 2))
        with driver_errors(connection):
            yield from driver_of(connection).execute(query, values).fetchall()


_ASKED = "unnest(%s::text[], %s::bigint[]) AS asked(stream, version)"


def heads_of(connection: Connection) -> dict[str, Head]:
    """Return the last line of every stream.

    The index is asked for the next stream and for its last version: the work grows with the number
    of streams, not of lines.
    """
    rows = connection.execute(_HEADS)
    return {stream: Head(version, hash) for stream, version, hash in rows}


_HEADS = sa.text(
    "WITH RECURSIVE streams(stream) AS ("
    "SELECT min(stream) FROM journal "
    "UNION ALL SELECT (SELECT min(j.stream) FROM journal j WHERE j.stream > s.stream) "
    "FROM streams s WHERE s.stream IS NOT NULL) "
    "SELECT j.stream, j.version, j.hash FROM streams s JOIN journal j ON j.stream = s.stream "
    "AND j.version = (SELECT max(k.version) FROM journal k WHERE k.stream = s.stream)"
)


def lines_after(connection: Connection, stream: str, version: int = 0) -> Iterator[JournalRow]:
    """Yield the lines of a stream after a version, in their order."""
    columns = JOURNAL.c
    chosen = (*_columns(), columns.hash)
    query = (
        sa.select(*chosen)
        .where(columns.stream == stream, columns.version > version)
        .order_by(columns.version)
    )
    for row in connection.execute(query, execution_options=IN_CHUNKS):
        yield JournalRow(*row)


def bodies_after(
    connection: Connection, stream: str, version: int = 0, until: int | None = None
) -> Iterator[tuple[int, str, str]]:
    """Yield version, body and hash of the lines of a stream after a version: all that a fold needs.

    The other columns repeat what the body says.
    """
    columns = JOURNAL.c
    query = (
        sa.select(columns.version, columns.body, columns.hash)
        .where(columns.stream == stream, columns.version > version)
        .order_by(columns.version)
    )
    if until is not None:
        query = query.where(columns.version <= until)
    for rows in connection.execute(query, execution_options=IN_CHUNKS).partitions():
        yield from rows


def _columns() -> Iterable[sa.Column[Any]]:
    columns = JOURNAL.c
    return (
        columns.stream,
        columns.version,
        columns.command,
        columns.actor,
        columns.device,
        columns.at,
        columns.body,
    )


def all_lines(connection: Connection, after: int = 0) -> Iterator[tuple[int, JournalRow]]:
    """Yield every line after a position with its own, in the order in which they were written.

    Where several houses write, one with a lower position may still come.
    """
    columns = JOURNAL.c
    chosen = sa.select(columns.position, *_columns(), columns.hash)
    query = chosen.where(columns.position > after).order_by(columns.position)
    for position, *row in connection.execute(query, execution_options=IN_CHUNKS):
        yield position, JournalRow(*row)


def odometers_of(connection: Connection) -> dict[tuple[str, str], int]:
    """Return what every table has registered for every jackpot."""
    columns = ODOMETER.c
    rows = connection.execute(sa.select(columns.stream, columns.jackpot, columns.units))
    return {(stream, jackpot): units for stream, jackpot, units in rows}
