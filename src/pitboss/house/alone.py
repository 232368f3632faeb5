"""Work at which nobody else may write: a house is migrated, restored or imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy.engine import Connection

from pitboss.house.database import Database, told
from pitboss.house.owning import FileLock, lease


@contextmanager
def alone(database: Database, streams: Iterable[str] = ("house",)) -> Iterator[Connection]:
    """Give a connection while no other process writes; refuse if one does.

    On PostgreSQL these are the leases of some streams, which end with the connection.
    """
    if database.sqlite:
        lock = FileLock(database)
        try:
            with told(database), database.engine.connect() as connection:
                yield connection
        finally:
            lock.release()
        return
    with told(database), database.engine.connect() as connection:
        try:
            with connection.begin():
                lease(connection, streams)
            yield connection
        finally:
            connection.invalidate()
