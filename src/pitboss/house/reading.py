"""Reading all of a database, in large pieces and in order, whatever was done to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from sqlalchemy.engine import Connection

AT_ONCE = 250
"""Rows of a piece: larger ones were measured to be slower, on SQLite and on PostgreSQL."""
_NAMES = count(1)
Row = tuple[Any, ...]


def pieces(
    connection: Connection, query: str, values: Sequence[object] = ()
) -> Iterator[list[Row]]:
    """Yield the rows of a query in lists, as the driver has them; ``?`` stands for a value.

    Text of SQLite that is no text is read as far as it is, so that it is found where it stands.
    """
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield from _by_cursor(driver, query, values)
        return
    done = 0
    try:
        for rows in _fetched(driver, query, values):
            yield rows
            done += len(rows)
    except connection.dialect.loaded_dbapi.OperationalError as error:
        if "decode" not in str(error):
            raise
        usual, driver.text_factory = driver.text_factory, _text
        try:
            for rows in _fetched(driver, query, values):
                yield rows[max(done, 0) :]
                done -= len(rows)
        finally:
            driver.text_factory = usual


def _by_cursor(driver: Any, query: str, values: Sequence[object]) -> Iterator[list[Row]]:
    """Yield the rows of a cursor on the server, which ends with the transaction at the latest.

    A cursor object of the driver would be closed when a reader is given up, which may be at any
    moment, and waits for the connection for ever if that is in the middle of another statement.
    """
    name = f"pieces_{next(_NAMES)}"
    declared = f"DECLARE {name} NO SCROLL CURSOR FOR {query}"
    driver.execute(declared.replace("?", "%s"), values)
    while rows := driver.execute(f"FETCH FORWARD {AT_ONCE} FROM {name}").fetchall():
        yield rows
    driver.execute(f"CLOSE {name}")


def _fetched(driver: Any, query: str, values: Sequence[object]) -> Iterator[list[Row]]:
    cursor = driver.execute(query, values)
    while rows := cursor.fetchmany(AT_ONCE):
        yield rows


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def rows(connection: Connection, query: str, values: Sequence[object] = ()) -> Iterator[Row]:
    """Yield the rows of a query one by one."""
    for piece in pieces(connection, query, values):
        yield from piece
