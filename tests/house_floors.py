"""Houses in a database, made from floor scripts: line by line as they were decided."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy.engine import Connection

from floor_runs import Played
from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.database import Database
from pitboss.house.rows import Batch
from pitboss.house.snapshots import save_snapshot
from pitboss.house.store import Appender, Head
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.streams import LinkRecorder, Recorded
from pitboss.table.record.recorder import Recorder

AT = "2026-01-01T12:00:00.000Z"


def kept(database: Database, played: Played, *, every: int = 40) -> None:
    """Keep a floor that was played, with a checkpoint every so many lines and snapshots."""
    database.migrate()
    lines = [one for one in played.lines if one.text is not None]
    with database.engine.connect() as connection:
        for start in range(0, len(lines), every):
            with connection.begin():
                Appender(connection).append(batch_of(lines[start : start + every]))
            with connection.begin():
                write_checkpoint(connection, AT)
        with connection.begin():
            keep_snapshots(connection, played.run)


def keep_snapshots(connection: Connection, run: FloorRun) -> None:
    """Keep how every table and jackpot stands."""
    streams: list[Recorder | LinkRecorder] = [*run.tables.values(), *run.links.values()]
    for one in streams:
        if one.sequence:
            save_snapshot(connection, one.stream, Head(one.sequence, one.journal.last), one.state)


def batch_of(lines: Iterable[Recorded]) -> Batch:
    """Return some lines as one transaction writes them."""
    batch = Batch.empty()
    for one in lines:
        batch.add(one)
    return batch


def house_of(url: str, script: str, floor: Path | None = None) -> Database:
    """Return a database with the floor that a script leaves."""
    database = Database(url)
    kept(database, Played(script, floor))
    return database
