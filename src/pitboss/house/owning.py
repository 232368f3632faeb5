"""Who may write: one writer on a file of SQLite, one owner for each table on PostgreSQL."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from pitboss.house.database import Database
from pitboss.refusals import unreadable

SPACE = 28
"""The advisory locks of leases on PostgreSQL are of this class."""


class FileLock:
    """Keeps a second writer from a file of SQLite, as long as this process lives."""

    def __init__(self, database: Database) -> None:
        self.path = f"{database.url.database}.writer"
        self.file: TextIO = _locked(self.path, database.name)

    def release(self) -> None:
        """Let another one write."""
        with suppress(OSError):
            self.file.close()


def _locked(path: str, name: str) -> TextIO:
    import fcntl

    try:
        file = open(path, "a", encoding="ascii")  # noqa: SIM115  (it is held, not read)
    except OSError as error:
        reason = error.strerror or str(error)
        raise unreadable(
            "read-only", f"{name}: {path} cannot be written: {reason}", "let it be written"
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise unreadable(
            "second-writer",
            f"{name} is being written by another house",
            "end that one first: one writer at a time on a file of SQLite",
        ) from None
    with suppress(OSError):  # who writes is only told to people, and a full disk need not hear it
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
    return file


def lease(connection: Connection, streams: Iterable[str], patience: float = 0) -> None:
    """Take the leases of some streams on a connection, before any of them is read.

    They last as long as the connection, so a killed owner frees them at once. A house that has lost
    its own connection may have to wait, some seconds at most, until the server has missed it too.
    """
    until = time.monotonic() + patience
    for stream in sorted(streams):
        while not _leased(connection, stream):
            if time.monotonic() >= until:
                raise unreadable(
                    "second-writer",
                    f"another house runs {stream.replace('/', ' ')}",
                    "end that one first, or run other tables",
                )
            time.sleep(0.005)


def lease_free(connection: Connection, streams: Iterable[str]) -> frozenset[str]:
    """Take the leases of those of some streams that nobody has, and return these."""
    return frozenset(stream for stream in sorted(streams) if _leased(connection, stream))


def end_lease(connection: Connection, streams: Iterable[str]) -> None:
    """Let others run some streams."""
    for stream in streams:
        connection.execute(_END, {"space": SPACE, "stream": stream})


def end_leases(connection: Connection) -> None:
    """Let others run everything at once: of a connection that is closed a server hears later."""
    with suppress(DBAPIError), connection.begin():
        connection.execute(sa.text("SELECT pg_advisory_unlock_all()"))


def _leased(connection: Connection, stream: str) -> bool:
    return bool(connection.execute(_TRY, {"space": SPACE, "stream": stream}).scalar())


_TRY = sa.text("SELECT pg_try_advisory_lock(:space, hashtext(:stream))")
_END = sa.text("SELECT pg_advisory_unlock(:space, hashtext(:stream))")
