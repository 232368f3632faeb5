"""The store by itself: what is appended is found again, on both databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.checkpoints import last_checkpoint, write_checkpoint
from pitboss.house.clock import at, now
from pitboss.house.database import Database
from pitboss.house.rows import Batch, JournalRow, TransferRow
from pitboss.house.schema import JOURNAL
from pitboss.house.store import (
    IN_CHUNKS,
    Appender,
    bodies_after,
    bodies_of,
    heads_of,
    lines_after,
    odometers_of,
)
from pitboss.table.times import is_time

STREAMS = {"house": 1, "link/sun-7": 3, "table/1": 40, "table/10": 2, "table/2": 7}
"""How many lines each has; one name is the beginning of another."""


def batch_of(lines: dict[str, range], units: int = 0) -> Batch:
    """Return lines of some streams, with a transfer each, and odometers."""
    batch = Batch.empty()
    for stream, versions in lines.items():
        for version in versions:
            body, hash = f"{stream} line {version}", f"{stream}#{version}"
            id = f"id {version}"
            batch.journal.append(JournalRow(stream, version, id, "dealer", None, "", body, hash))
            batch.transfers.append(TransferRow(stream, version, 1, "tray", "house", 5, "stake"))
        if units:
            batch.odometers[stream, "sun-7"] = units
    return batch


@pytest.fixture
def connection(database_url: str) -> Iterator[Connection]:
    """Give a connection to a database with some streams, whose lines were written by turns."""
    database = Database(database_url)
    database.migrate()
    with database.engine.connect() as opened:
        with opened.begin():
            appender = Appender(opened)
            for version in range(1, max(STREAMS.values()) + 1):
                turn = {name: range(version, version + 1) for name in STREAMS}
                appender.append(
                    batch_of({name: turn[name] for name in turn if version <= STREAMS[name]})
                )
        yield opened
    database.close()


def test_the_head_of_a_stream_is_its_last_line(connection: Connection) -> None:
    assert heads_of(connection) == {
        name: (last, f"{name}#{last}") for name, last in STREAMS.items()
    }


def test_a_store_without_lines_has_no_heads(connection: Connection) -> None:
    connection.execute(sa.delete(JOURNAL))
    assert heads_of(connection) == {}


def test_ids_are_found_in_their_own_stream_alone(connection: Connection) -> None:
    asked = [("table/1", "id 7"), ("table/10", "id 7"), ("table/2", "id 7"), ("table/3", "id 1")]
    assert bodies_of(connection, asked) == {
        ("table/1", "id 7"): "table/1 line 7",
        ("table/2", "id 7"): "table/2 line 7",
    }
    assert bodies_of(connection, [("table/1", "' OR 1=1 --"), ("table/1", "")]) == {}


def test_many_ids_are_looked_up_at_once(connection: Connection) -> None:
    asked = [("table/1", f"id {number}") for number in range(2_000)]
    assert len(bodies_of(connection, asked)) == STREAMS["table/1"]


def test_the_lines_of_a_stream_come_in_order_from_any_version_on(connection: Connection) -> None:
    for version in (0, 38, 40):
        rows = list(lines_after(connection, "table/1", version))
        assert [row.version for row in rows] == list(range(version + 1, 41))
        folded = [(row.version, row.body, row.hash) for row in rows]
        assert [tuple(row) for row in bodies_after(connection, "table/1", version)] == folded


@pytest.mark.parametrize("streams", [1, 5], ids=["few", "many"])
def test_an_odometer_shows_what_was_written_last(connection: Connection, streams: int) -> None:
    """However the rows go in: a few by statements, many by a copy."""
    names = list(STREAMS)[:streams]
    for turn, units in enumerate((4, 9)):
        lines = {name: range(100 + 2 * turn, 102 + 2 * turn) for name in names}
        Appender(connection).append(batch_of(lines, units))
    assert odometers_of(connection) == {(name, "sun-7"): 9 for name in names}


def test_who_reads_in_chunks_can_still_write(connection: Connection) -> None:
    assert list(lines_after(connection, "table/1")) and IN_CHUNKS
    connection.rollback()
    with connection.begin():
        made = write_checkpoint(connection, now())
    assert last_checkpoint(connection) == made


def test_the_clock_shows_utc_to_the_millisecond() -> None:
    assert at(0) == "1970-01-01T00:00:00.000Z"
    assert at(1_000_000_000_999) == "2001-09-09T01:46:40.999Z"
    assert is_time(now()) and len(now()) == len(at(0))
