"""The store: lines appended in one transaction, found again by their ids, read in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pitboss.house.rows import Batch, JournalRow
from pitboss.house.schema import JOURNAL, ODOMETER
from pitboss.table.record.frames import FIRST

_JOURNAL = "stream, version, command, actor, device, at, body, hash"
_TRANSFER = "stream, version, id, debit, credit, micros, code"
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


@contextmanager
def driver_errors(connection: Connection) -> Iterator[None]:
    """Raise what the driver raises as the engine does, so that it is told as any other failure."""
    driver: Any = connection.dialect.loaded_dbapi
    try:
        yield
    except driver.Error as error:
        raise DBAPIError.instance(None, None, error, driver.Error) from error


class Appender:
    """Writes batches on one connection: as fast as each database takes them."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.sqlite = connection.dialect.name == "sqlite"

    def append(self, batch: Batch) -> None:
        """Write a batch inside the transaction at hand."""
        with driver_errors(self.connection):
            if self.sqlite:
                self._sqlite(batch)
            elif len(batch.journal) > FEW:
                self._copied(batch)
            else:
                self._piped(batch)

    def _sqlite(self, batch: Batch) -> None:
        run = self.connection.exec_driver_sql
        run(f"INSERT INTO journal ({_JOURNAL}) VALUES (?,?,?,?,?,?,?,?)", batch.journal)
        if batch.transfers:
            run(f"INSERT INTO transfer ({_TRANSFER}) VALUES (?,?,?,?,?,?,?)", batch.transfers)
        if batch.odometers:
            run(_UPSERT.format("?", "?", "?"), _odometers(batch))

    def _copied(self, batch: Batch) -> None:
        cursor = self._driver().cursor()
        for table, columns, rows in (
            ("journal", _JOURNAL, batch.journal),
            ("transfer", _TRANSFER, batch.transfers),
        ):
            if rows:
                with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
        if batch.odometers:
            by_column = [list(column) for column in zip(*_odometers(batch), strict=True)]
            cursor.execute(_UPSERT_ALL, by_column)

    def _piped(self, batch: Batch) -> None:
        driver = self._driver()
        cursor = driver.cursor()
        with driver.pipeline():
            cursor.executemany(
                f"INSERT INTO journal ({_JOURNAL}) VALUES (%s,%s,%s,%s,%s,%s,%s,%s)", batch.journal
            )
            if batch.transfers:
                cursor.executemany(
                    f"INSERT INTO transfer ({_TRANSFER}) VALUES (%s,%s,%s,%s,%s,%s,%s)",
                    batch.transfers,
                )
            if batch.odometers:
                cursor.executemany(_UPSERT.format("%s", "%s", "%s"), _odometers(batch))

    def _driver(self) -> Any:
        return self.connection.connection.driver_connection


_INTO = "INSERT INTO odometer (stream, jackpot, units) "
_OR_UPDATE = " ON CONFLICT (stream, jackpot) DO UPDATE SET units = excluded.units"
_UPSERT = f"{_INTO}VALUES ({{}},{{}},{{}}){_OR_UPDATE}"
_UPSERT_ALL = f"{_INTO}SELECT * FROM unnest(%s::text[], %s::text[], %s::bigint[]){_OR_UPDATE}"


def _odometers(batch: Batch) -> list[tuple[str, str, int]]:
    return [(stream, jackpot, units) for (stream, jackpot), units in batch.odometers.items()]


def bodies_of(
    connection: Connection, asked: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """Return the lines that some ids of streams have, by stream and id.

    On SQLite a cross join keeps the order: each id is looked up in the index, not the other way.
    """
    if connection.dialect.name != "sqlite":
        with driver_errors(connection):
            rows = connection.connection.driver_connection.execute(  # type: ignore[union-attr]
                "SELECT j.stream, j.command, j.body FROM journal j "
                "JOIN unnest(%s::text[], %s::text[]) AS asked(stream, command) "
                "ON j.stream = asked.stream AND j.command = asked.command",
                [[stream for stream, _ in asked], [command for _, command in asked]],
            ).fetchall()
        return {(stream, command): body for stream, command, body in rows}
    marks = ",".join(["(?,?)"] * len(asked))
    rows = connection.exec_driver_sql(
        f"WITH asked(stream, command) AS (VALUES {marks}) "
        "SELECT j.stream, j.command, j.body FROM asked CROSS JOIN journal j "
        "ON j.stream = asked.stream AND j.command = asked.command",
        tuple(chain.from_iterable(asked)),
    )
    return {(stream, command): body for stream, command, body in rows}


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
    connection: Connection, stream: str, version: int = 0
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


def all_lines(connection: Connection) -> Iterator[tuple[int, JournalRow]]:
    """Yield every line with its position, in the order in which they were written."""
    columns = JOURNAL.c
    query = sa.select(columns.position, *_columns(), columns.hash).order_by(columns.position)
    for position, *row in connection.execute(query, execution_options=IN_CHUNKS):
        yield position, JournalRow(*row)


def odometers_of(connection: Connection) -> dict[tuple[str, str], int]:
    """Return what every table has registered for every jackpot."""
    columns = ODOMETER.c
    rows = connection.execute(sa.select(columns.stream, columns.jackpot, columns.units))
    return {(stream, jackpot): units for stream, jackpot, units in rows}
