"""Databases by their URL: SQLite in one file, or PostgreSQL; opened, and migrated."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from pitboss.refusals import Unreadable, unreadable

MIGRATIONS = os.path.join(os.path.dirname(__file__), "migrations")
HEAD = "0006"
"""The schema that this version writes."""


def read_url(text: str) -> URL:
    """Read a database's URL; a path alone is a file of SQLite.

    >>> read_url("house.db").render_as_string()
    'sqlite:///house.db'
    >>> read_url("postgresql://localhost/house").drivername
    'postgresql+psycopg'
    """
    if "://" not in text:
        text = f"sqlite:///{text}"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _unknown(text) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg") or not url.database:
        raise _unknown(text)
    return url


def _unknown(text: str) -> Unreadable:
    kind, _, rest = text.partition("://")
    shown = f"{kind}://..." if "@" in rest else text  # it may hold a password
    return unreadable(
        "bad-database",
        f'"{shown[:60]}" is no database',
        "write sqlite:///house.db, or postgresql://user@host/name",
    )


def engine_of(url: URL) -> Engine:
    """Return an engine: SQLite with a write-ahead log and every commit on disk."""
    if url.drivername != "sqlite":
        return sa.create_engine(url, pool_pre_ping=False, isolation_level="READ COMMITTED")
    file = f"file:{quote(os.path.abspath(str(url.database)))}?mode=rw"

    def opened() -> sqlite3.Connection:
        """Open the file: one that is missing is not made anew beside the log of the old one."""
        return sqlite3.connect(file, uri=True, check_same_thread=False)

    engine = sa.create_engine(url, poolclass=sa.pool.NullPool, creator=opened)

    @sa.event.listens_for(engine, "connect")
    def _(connection: Any, __: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        options = connection.get_execution_options()
        begin = "BEGIN" if options.get("reads") else "BEGIN IMMEDIATE"
        connection.exec_driver_sql(begin)

    return engine


PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=4000")
"""Readers go on while one writes; whatever is committed is on disk."""


class Database:
    """A database that is there, of whatever schema."""

    def __init__(self, text: str) -> None:
        self.text, self.url = text, read_url(text)
        self.engine = engine_of(self.url)

    @property
    def sqlite(self) -> bool:
        """Whether it is a file of SQLite."""
        return self.url.drivername == "sqlite"

    @property
    def name(self) -> str:
        """The database as a person calls it: never with a password."""
        return str(self.url.database) if self.sqlite else self.url.render_as_string()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that reads one state of the database."""
        with told(self), self.engine.connect() as connection:
            level = {} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
            yield connection.execution_options(reads=True, **level)

    def schema(self) -> str | None:
        """Return the revision of its schema; None if it has none."""
        if self.sqlite and not os.path.exists(str(self.url.database)):
            return None
        with self.reading() as connection:
            if not sa.inspect(connection).has_table("alembic_version"):
                return None
            found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            return None if found is None else str(found)

    def migrate(self, to: str = HEAD, progress: Callable[[int, int], object] | None = None) -> None:
        """Bring the schema to a revision, each step in a transaction of its own.

        A step that reads all lines tells ``progress`` how many are done, of how many. A newer
        schema than this version knows is refused.
        """
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", MIGRATIONS)
        schema = self.schema()
        if schema is not None and schema > HEAD:
            raise self._other_schema(schema)
        self.make_file()
        with told(self), self.engine.connect() as connection:
            config.attributes.update(connection=connection, progress=progress)
            command.upgrade(config, to)
            connection.commit()

    def make_file(self) -> None:
        """Make the file of SQLite if there is none, for its owner alone: only a new house does."""
        if self.sqlite:
            try:
                flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC
                os.close(os.open(str(self.url.database), flags, 0o600))
            except OSError as error:
                reason = error.strerror or str(error)
                raise failure(self, OSError(f"unable to open {reason}")) from None

    def ready(self) -> None:
        """Refuse a database that is not there, or not of this schema."""
        schema = self.schema()
        if schema is None:
            raise unreadable(
                "no-house",
                f"there is no house in {self.name}",
                f"make one: pitboss house init --database {self.name}",
            )
        if schema != HEAD:
            raise self._other_schema(schema)

    def _other_schema(self, schema: str) -> Unreadable:
        return unreadable(
            "other-schema",
            f"{self.name} has schema {schema}, and this version writes {HEAD}",
            "run pitboss house migrate" if schema < HEAD else "use a newer version of pitboss",
        )

    def file(self) -> tuple[int, int] | None:
        """Return which file of SQLite stands there; refuse if none does.

        What is written to a file that was taken away is lost, and SQLite would not notice; a file
        that is missing it would make anew.
        """
        if not self.sqlite:
            return None
        try:
            status = os.stat(str(self.url.database))
        except OSError as error:
            raise unreadable(
                "database-lost",
                f"{self.name} is gone: {error.strerror}",
                "put the file back where it was, and give it again",
            ) from None
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


@contextmanager
def told(database: Database) -> Iterator[None]:
    """Turn what a database cannot do into one line with the remedy."""
    try:
        yield
    except Exception as error:
        if not of_a_driver(error):
            raise
        raise failure(database, error) from None


def of_a_driver(error: Exception) -> bool:
    """Say whether an error is a database's own, through SQLAlchemy or straight from its driver."""
    own = isinstance(error, DBAPIError | sqlite3.Error)
    return own or type(error).__module__.partition(".")[0] == "psycopg"


def failure(database: Database, error: Exception) -> Unreadable:
    """Return why a database did not do what it was asked, in words."""
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()
    words = reason[0] if reason else type(error).__name__
    message, low = f"{database.name}: {words}", words.lower()
    if "disk is full" in low or "no space left" in low:
        return unreadable("disk-full", message, "make room on the disk, and give it again")
    if "disk i/o error" in low or "could not extend file" in low:
        return unreadable("disk-failed", message, "look after the disk, and give it again")
    if "unique constraint" in low:
        return unreadable(
            "second-writer", f"{database.name}: another house wrote the same line", "give it again"
        )
    if "readonly" in low or "read-only" in low:
        return unreadable("read-only", message, "let the disk be written, and give it again")
    if "unable to open" in low:
        return unreadable("no-database", message, "name a file in a directory that is there")
    if "not a database" in low:
        return unreadable("no-database", message, "name a file of SQLite, or a new one")
    if "locked" in low:
        return unreadable("database-locked", message, "end what holds it, and give it again")
    return unreadable(
        "database-lost",
        f"{database.name} does not answer: {words}",
        "start the database again; nothing was half written, so give it again",
    )
