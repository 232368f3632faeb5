"""How long a house takes to start: a million events folded, or from snapshots; and what it keeps.

The database is made by chaining the lines of one table anew for every other, which is much faster
than playing them; the rules lead to the same lines.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from house_load import Dealt, dealt
from house_rates import Busy, Place, busy

from pitboss.house.database import Database
from pitboss.house.rows import Batch
from pitboss.house.store import Appender
from pitboss.house.verifying import verify as verified
from pitboss.table.record.journal import Journal
from pitboss.table.steps.clearing import ClearLayout

AT_ONCE = 5_000
MOST_FOLDED, MOST_FROM_SNAPSHOTS, LEAST_VERIFIED = 30, 2, 200_000
COLD = """
import sys, time
from pitboss.house.database import Database
from pitboss.house.loading import load_floor
database = Database(sys.argv[1])
with database.reading() as connection:
    begun, used = time.perf_counter(), time.process_time()
    load_floor(connection, snapshots=sys.argv[2] == "snapshots")
    print(time.perf_counter() - begun, time.process_time() - used)
"""


def starts(place: Place, tables: int, events: int) -> None:
    """Print how long a house with so many events takes to start, both ways, and its bytes."""
    each = events // tables
    with busy(place, tables, Dealt([], [], [])) as floor:
        script, lines = dealt(2 + each // 36), 0
        empty = _size(floor.house.database)
        begun = time.perf_counter()
        for batch in _batches(floor, script, each):
            with floor.house.connection.begin():  # type: ignore[union-attr]
                Appender(floor.house.connection).append(batch)  # type: ignore[arg-type]
            lines += len(batch.journal)
        made = time.perf_counter() - begun
        written = script.lines[2 : 2 + lines // tables]
        facts = tables * sum(len(one.answer) for one in written)
        rounds = tables * sum(isinstance(one.request.command, ClearLayout) for one in written)
        print(f"  {lines:,} lines with {facts:,} events at {tables} tables, made in {made:.0f} s")
        _bytes(floor.house.database, empty, lines, rounds, script)
        url = floor.house.database.url.render_as_string(hide_password=False)
        url = url.replace("postgresql+psycopg", "postgresql")
        _say("cold start, folded", _cold(url, "fold"), MOST_FOLDED, events)
        floor.house._forget()
        floor.house.keep(list(floor.streams), checkpoint=True)
        _say("cold start, from snapshots", _cold(url, "snapshots"), MOST_FROM_SNAPSHOTS, events)
        verify(floor.house.database, facts)


def _say(what: str, seconds: tuple[float, float], most: int, events: int) -> None:
    fair = most * events / 1_000_000 if what.endswith("folded") else most
    wall, used = seconds
    verdict = "met" if wall <= fair else "not met"
    print(f"  {what}: {wall:.2f} s, CPU {used:.2f} s (target {fair:g} s or less: {verdict})")


def _batches(floor: Busy, script: Dealt, events: int) -> Iterator[Batch]:
    """Yield the lines of every table after its opening, some thousands at once."""
    chosen, facts = [], 0
    for one in script.lines[2:]:
        if facts >= events:
            break
        chosen.append(one)
        facts += len(one.answer)
    run = floor.house.load()
    batch = Batch.empty()
    for stream in floor.streams:
        recorder = run.table(stream[6:])
        journal = Journal(recorder.journal.last)
        for one in chosen:
            says = one.text[: one.text.rindex(',"previous":"')]  # type: ignore[union-attr, index]
            text = journal.chained(says.replace('"table/1"', f'"{stream}"', 1))
            batch.add(one._replace(stream=stream, text=text, hash=journal.last))
            if len(batch.journal) >= AT_ONCE:
                yield batch
                batch = Batch.empty()
    yield batch


def _cold(url: str, how: str) -> tuple[float, float]:
    """Return the seconds that a new process takes to load the floor, and those of its CPU."""
    source = Path(__file__).parents[1] / "src"
    done = subprocess.run(
        [sys.executable, "-c", COLD, url, how],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    wall, used = done.stdout.split()
    return float(wall), float(used)


def _size(database: Database) -> int:
    """Return the bytes that a database takes."""
    with database.engine.connect() as connection:
        if not database.sqlite:
            return int(
                connection.exec_driver_sql(
                    "SELECT pg_database_size(current_database())"
                ).scalar_one()
            )
    with database.engine.connect() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")
    return os.path.getsize(str(database.url.database))


def _bytes(database: Database, empty: int, lines: int, rounds: int, script: Dealt) -> None:
    """Print what a round takes, and what of that are the lines themselves."""
    own = sum(len(one.text or "") for one in script.lines[2:]) / len(script.lines[2:])
    size = _size(database) - empty
    print(
        f"  a round takes {size / rounds:,.0f} bytes, of which its {lines / rounds:.0f} lines are "
        f"{own * lines / rounds:,.0f}"
    )
    if not database.sqlite:
        with database.engine.connect() as connection:
            names = sa.inspect(connection).get_table_names()
            for name in sorted(names):
                query = sa.text(
                    f"SELECT pg_total_relation_size('{name}'), pg_indexes_size('{name}')"
                )
                whole, index = connection.execute(query).one()
                if whole > size // 100:
                    print(f"    {name}: {whole / rounds:,.0f}, its indexes {index / rounds:,.0f}")


def verify(database: Database, events: int) -> None:
    """Print how fast the record is verified."""
    for chains_only in (True, False):
        begun, used = time.perf_counter(), time.process_time()
        verified(database, chains_only=chains_only)
        wall, used = time.perf_counter() - begun, time.process_time() - used
        what = "chains alone" if chains_only else "all of it"
        target = f" (target {LEAST_VERIFIED:,} or more)" if chains_only else ""
        print(f"  verify, {what}: {events / wall:,.0f} events/s, {events / used:,.0f}", end="")
        print(f" a second of CPU{target}")
