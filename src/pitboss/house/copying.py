"""Backups: one file of SQLite, whatever the house runs on, taken while it runs.

A backup is a house itself: every command that only reads may be asked of it. It holds no seeds of
virtual cards and dice, so that none can be dealt twice.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from sqlite3 import connect
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pitboss.house.alone import alone
from pitboss.house.database import HEAD, Database, failure, told
from pitboss.house.people.sessions import forget_visits
from pitboss.house.schema import CHANCE, SERVER
from pitboss.house.store import IN_CHUNKS, READ_AT_ONCE, heads_of
from pitboss.refusals import Unreadable, unreadable

Progress = Callable[[int, int], None]
"""Is told how much is done, of how much."""
PAGES = 1_000
"""Of SQLite, copied between two looks at the progress."""
_MAGIC = b"SQLite format 3\0"
NOT_COPIED = ("alembic_version", CHANCE.name, SERVER.name)
"""The revision, which migration writes; seeds, which stay where they are; and who runs it now."""


def back_up(database: Database, path: str, progress: Progress | None = None) -> int:
    """Copy a house, as it is at one moment, into a new file; writers go on meanwhile.

    Return how many lines the copy has.
    """
    schema = database.schema()
    if schema is None:
        database.ready()
    _reserve(path)
    try:
        if database.sqlite:
            _copy_pages(str(database.url.database), path, progress)
        else:
            _copy_out(database, path, str(schema), progress)
        _without_seeds(path)
        return _lines_in(path)
    except BaseException as error:
        _remove(path)
        if isinstance(error, sqlite3.Error | DBAPIError | OSError):
            raise failure(Database(path), error) from None
        raise


def _without_seeds(path: str) -> None:
    """Take the seeds out of a copy, so that their pages hold nothing of them."""
    with closing(connect(path)) as copy:
        tables = copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if (CHANCE.name,) in tables:
            copy.execute("PRAGMA secure_delete = ON")
            copy.execute(f"DELETE FROM {CHANCE.name}")
            copy.commit()


def _lines_in(path: str) -> int:
    """Bring a copy to the disk, and count its lines."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    with closing(connect(path)) as copy:
        (count,) = copy.execute("SELECT count(*) FROM journal").fetchone()
        return int(count)


def _reserve(path: str) -> None:
    """Make the file, so that nothing that is there is ever overwritten."""
    try:
        open(path, "xb").close()
    except FileExistsError:
        raise unreadable(
            "backup-exists", f"{path} exists", "name a new file: backups are not overwritten"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unreadable(
            "backup-not-written", f"{path} cannot be written: {reason}", "name another file"
        ) from None


def _remove(path: str) -> None:
    for name in (path, f"{path}-wal", f"{path}-shm", f"{path}-journal"):
        with suppress(OSError):
            os.remove(name)


def _copy_pages(source: str, target: str, progress: Progress | None) -> None:
    """Copy a file of SQLite page by page, all of one moment."""

    def tell(_: int, remaining: int, total: int) -> None:
        if progress is not None and total:
            progress(total - remaining, total)

    with closing(connect(source)) as whole, closing(connect(target)) as copy:
        whole.execute("BEGIN")  # so that what is written meanwhile does not begin it anew
        whole.execute("SELECT count(*) FROM sqlite_master").fetchone()
        whole.backup(copy, pages=PAGES, progress=tell)


def _copy_out(database: Database, path: str, schema: str, progress: Progress | None) -> None:
    copy = Database(path)
    try:
        copy.migrate(schema)
        with database.reading() as source, copy.engine.connect() as target, target.begin():
            copy_rows(source, target, progress)
    finally:
        copy.close()


def restore(database: Database, path: str, progress: Progress | None = None) -> None:
    """Bring a backup into an empty database, and its schema to that of today.

    Nobody is signed in there, and no code counts: they may have ended since the backup was taken.
    """
    backup = _opened(path)
    schema = str(backup.schema())
    if schema > HEAD:
        backup.ready()
    refuse_a_house(database)
    try:
        if database.sqlite:
            database.make_file()
            with alone(database), told(database):
                _copy_in_file(database, path, progress)
        else:
            database.migrate(schema)
            with alone(database) as target, backup.reading() as source, target.begin():
                copy_rows(source, target, progress)
        database.migrate()
        with told(database), database.engine.begin() as connection:
            connection.execute(sa.delete(CHANCE))
            forget_visits(connection)
    finally:
        backup.close()


def _copy_in_file(database: Database, path: str, progress: Progress | None) -> None:
    try:
        _copy_pages(path, str(database.url.database), progress)
    except sqlite3.Error as error:
        raise failure(database, error) from None


def refuse_a_house(database: Database) -> None:
    """Refuse a database that has lines: what is there is never written over."""
    if database.schema() is None:
        return
    with database.reading() as connection:
        refuse_lines(connection, database.name)


def refuse_lines(connection: Connection, name: str) -> None:
    """Refuse a database by its name if it has lines."""
    if heads_of(connection):
        raise unreadable(
            "house-exists",
            f"{name} holds a house already",
            "name another database, or go on with that one",
        )


def _opened(path: str) -> Database:
    """Return a backup to read from; refuse what is none."""
    try:
        with open(path, "rb") as file:
            begins = file.read(len(_MAGIC))
    except (OSError, ValueError) as error:
        raise _no_backup(path, getattr(error, "strerror", None) or str(error)) from None
    if begins != _MAGIC:
        raise _no_backup(path, "it was not written by `pitboss house backup`")
    backup = Database(f"sqlite:///{path}")
    try:
        if backup.schema() is None:
            raise _no_backup(path, "there is no house in it")
    except Unreadable as error:
        backup.close()
        raise _no_backup(path, error.refusal.message) from None
    return backup


def _no_backup(path: str, why: str) -> Unreadable:
    return unreadable("no-backup", f"{path} is no backup: {why}", "name a file that is one")


def copy_rows(source: Connection, target: Connection, progress: Progress | None = None) -> None:
    """Copy all rows of a house into another database of the same schema, in one transaction."""
    metadata = sa.MetaData()
    metadata.reflect(source)
    tables = [table for table in metadata.sorted_tables if table.name not in NOT_COPIED]
    count = sa.func.count
    total = sum(source.scalar(sa.select(count()).select_from(one)) or 0 for one in tables)
    done = 0
    for table in tables:
        rows = source.execute(sa.select(table), execution_options=IN_CHUNKS)
        for some in _chunks(rows):
            _insert(target, table, some)
            done += len(some)
            if progress is not None:
                progress(done, total)
    if target.dialect.name != "sqlite":
        for table in tables:
            _number_on(target, table)


def _number_on(target: Connection, table: sa.Table) -> None:
    """Let PostgreSQL number new rows of a table after those that were copied."""
    name = table.autoincrement_column.name if table.autoincrement_column is not None else ""
    sequence = sa.text("SELECT pg_get_serial_sequence(:table, :column)")
    if name and target.scalar(sequence, {"table": table.name, "column": name}) is not None:
        last = f"SELECT setval(pg_get_serial_sequence('{table.name}', '{name}'), max({name}))"
        target.execute(sa.text(f"{last} FROM {table.name} HAVING max({name}) IS NOT NULL"))


def _chunks(rows: Iterable[Any]) -> Iterator[Sequence[Any]]:
    waiting = iter(rows)
    while some := list(islice(waiting, READ_AT_ONCE)):
        yield some


def _insert(target: Connection, table: sa.Table, rows: Sequence[Any]) -> None:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    if target.dialect.name == "sqlite":
        marks = ",".join("?" * len(table.columns))
        target.exec_driver_sql(
            f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", [tuple(row) for row in rows]
        )
        return
    cursor = target.connection.driver_connection.cursor()  # type: ignore[union-attr]
    with cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
