"""How a house stands, read without taking part: its streams, jackpots, checkpoints and writers."""

from __future__ import annotations

import os
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.checkpoints import last_checkpoint, root_of
from pitboss.house.database import HEAD, Database
from pitboss.house.loading import catch_up
from pitboss.house.owning import SPACE
from pitboss.house.schema import JOURNAL, TRANSFER
from pitboss.house.store import Head, heads_of, odometers_of
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.link import Link, meter_now
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor


class StreamStanding(NamedTuple):
    """A stream, and its last line."""

    name: str
    head: Head
    at: str
    """When its last line was written."""


class LastCheckpoint(NamedTuple):
    """How many checkpoints there are, and the last."""

    number: int
    at: str
    hash: str


class Standing(NamedTuple):
    """A house at one moment."""

    schema: str
    floor: str
    opened: str
    """When its floor was opened."""
    streams: tuple[StreamStanding, ...]
    jackpots: tuple[Link, ...]
    checkpoint: LastCheckpoint | None
    size: int
    """Bytes on disk."""
    writers: tuple[str, ...]
    """The processes that hold it, as the system knows them."""

    @property
    def lines(self) -> int:
        """How many lines all streams have."""
        return sum(one.head.version for one in self.streams)

    @property
    def root(self) -> str:
        """One hash for the heads of all streams: what to note elsewhere."""
        return root_of({one.name: one.head for one in self.streams})


def read_house(connection: Connection, rulebook: Rulebook | None = None) -> FloorRun:
    """Return a floor with its badges and jackpots, and no table: these take long to fold."""
    run = FloorRun(rulebook)
    catch_up(connection, run, run.house)
    if run.house.state.floor is None:
        raise unreadable(
            "no-house", "the database holds no floor", "make one with pitboss house init"
        )
    run.open_links()
    for recorder in run.links.values():
        catch_up(connection, run, recorder)
    return run


def floor_of(database: Database, rulebook: Rulebook | None = None) -> Floor | None:
    """Return the floor of a house; None if there is no house yet. Another schema is refused."""
    if database.schema() is None:
        return None
    database.ready()
    with database.reading() as connection:
        run = FloorRun(rulebook)
        catch_up(connection, run, run.house)
        return run.house.state.floor


def jackpots_of(connection: Connection, run: FloorRun) -> tuple[Link, ...]:
    """Return the jackpots with all that tables have registered, counted or not."""
    units = odometers_of(connection)
    return tuple(
        meter_now(
            recorder.state,
            {
                stream.removeprefix("table/"): count
                for (stream, jackpot), count in units.items()
                if jackpot == id
            },
        )
        for id, recorder in run.links.items()
    )


def accounts_of(connection: Connection) -> dict[str, int]:
    """Return whose micros are where, from all transfers; together they are zero."""
    accounts: dict[str, int] = {}
    for column, sign in ((TRANSFER.c.debit, -1), (TRANSFER.c.credit, 1)):
        sums = sa.select(column, sa.func.sum(TRANSFER.c.micros)).group_by(column)
        for account, micros in connection.execute(sums):
            accounts[account] = accounts.get(account, 0) + sign * int(micros)
    return accounts


def standing(database: Database, rulebook: Rulebook | None = None) -> Standing:
    """Return how a house stands; one of another schema is refused."""
    database.ready()
    with database.reading() as connection:
        run = read_house(connection, rulebook)
        streams = _streams(connection)
        opened = connection.scalar(
            sa.select(JOURNAL.c.at).where(JOURNAL.c.stream == "house", JOURNAL.c.version == 1)
        )
        return Standing(
            HEAD,
            run.floor.name,
            str(opened),
            streams,
            jackpots_of(connection, run),
            _last_checkpoint(connection),
            _size(database, connection),
            _writers(database, connection),
        )


def _streams(connection: Connection) -> tuple[StreamStanding, ...]:
    columns, standings = JOURNAL.c, []
    for name, head in sorted(heads_of(connection).items()):
        at = connection.scalar(
            sa.select(columns.at).where(columns.stream == name, columns.version == head.version)
        )
        standings.append(StreamStanding(name, head, str(at)))
    return tuple(standings)


def _last_checkpoint(connection: Connection) -> LastCheckpoint | None:
    kept = last_checkpoint(connection)
    return None if kept is None else LastCheckpoint(kept.number, kept.at, kept.hash)


def _size(database: Database, connection: Connection) -> int:
    if not database.sqlite:
        return int(connection.scalar(sa.text("SELECT pg_database_size(current_database())")) or 0)
    path = str(database.url.database)
    return sum(os.path.getsize(one) for one in (path, f"{path}-wal") if os.path.exists(one))


def _writers(database: Database, connection: Connection) -> tuple[str, ...]:
    if database.sqlite:
        return _file_writer(f"{database.url.database}.writer")
    rows = connection.execute(
        sa.text(
            "SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = :space "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
            "ORDER BY pid"
        ),
        {"space": SPACE},
    )
    return tuple(str(pid) for (pid,) in rows)


def _file_writer(path: str) -> tuple[str, ...]:
    """Return who holds the lock of a file, without making it."""
    import fcntl

    try:
        with open(path, encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return (file.read(20).strip() or "unknown",)
    except OSError:
        pass
    return ()
