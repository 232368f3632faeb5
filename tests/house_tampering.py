"""What somebody with the database in hands does to it: rows changed, dropped, streams rewritten."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import sqlalchemy as sa

from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.database import Database
from pitboss.house.journal.indexing import clear, fill
from pitboss.house.rows import Batch, transfers_of
from pitboss.house.schema import (
    AMOUNT,
    CHECKPOINT,
    JOURNAL,
    MENTION,
    ODOMETER,
    PIECE,
    SNAPSHOT,
    TRANSFER,
)
from pitboss.house.store import Appender, lines_after
from pitboss.jackpot.floor_run import SERVER
from pitboss.jackpot.streams import LinkRecorder, Recorded
from pitboss.table.record.journal import read_line
from pitboss.table.record.recorder import Recorder, Request

AT = "2026-01-02T00:00:00.000Z"
TABLES = {"journal": JOURNAL, "transfer": TRANSFER, "checkpoint": CHECKPOINT, "odometer": ODOMETER}
ORDER = {
    "journal": ("stream", "version"),
    "transfer": ("stream", "version", "id"),
    "checkpoint": ("number",),
    "odometer": ("stream", "jackpot"),
}
Row = dict[str, Any]


def rows_of(database: Database, table: str) -> list[Row]:
    """Return the rows of a table in their order."""
    with database.engine.connect() as connection:
        order = [TABLES[table].c[name] for name in ORDER[table]]
        return [
            dict(row)
            for row in connection.execute(sa.select(TABLES[table]).order_by(*order)).mappings()
        ]


def change(database: Database, table: str, row: Row, **values: object) -> None:
    """Change columns of a row, and nothing else."""
    with database.engine.begin() as connection:
        connection.execute(sa.update(TABLES[table]).where(_is(table, row)).values(**values))


def drop(database: Database, table: str, row: Row) -> None:
    """Delete a row."""
    with database.engine.begin() as connection:
        connection.execute(sa.delete(TABLES[table]).where(_is(table, row)))


def add(database: Database, table: str, row: Row) -> None:
    """Insert a row."""
    values = {name: value for name, value in row.items() if name != "position"}
    with database.engine.begin() as connection:
        connection.execute(sa.insert(TABLES[table]).values(**values))


def _is(table: str, row: Row) -> sa.ColumnElement[bool]:
    return sa.and_(*(TABLES[table].c[name] == row[name] for name in ORDER[table]))


@contextmanager
def as_before(database: Database) -> Iterator[None]:
    """Put every table back to what it held."""
    tables = (*TABLES.values(), SNAPSHOT, PIECE, MENTION, AMOUNT)
    with database.engine.connect() as connection:
        kept = {table: connection.execute(sa.select(table)).mappings().all() for table in tables}
    try:
        yield
    finally:
        with database.engine.begin() as connection:
            for table, held in kept.items():
                connection.execute(sa.delete(table))
                if held:
                    connection.execute(sa.insert(table), [dict(row) for row in held])


# --- a stream written anew, so that every hash is right ---


def forge(database: Database, stream: str, version: int, alter: Callable[[Any], None]) -> None:
    """Alter what a line says, and put right all that is derived from lines."""
    with database.engine.begin() as connection:
        last, lines = "0" * 64, list(lines_after(connection, stream))
        for row in lines:
            data = json.loads(row.body)
            if row.version == version:
                alter(data)
            data["previous"] = last
            del data["hash"]
            text = json.dumps(data, separators=(",", ":"))[:-1]
            body = f'{text},"hash":"{sha256(text.encode()).hexdigest()}"}}'
            last = sha256(body.encode()).hexdigest()
            where = sa.and_(JOURNAL.c.stream == stream, JOURNAL.c.version == row.version)
            members = {"command": data["id"], "actor": data["actor"], "at": data["at"]}
            connection.execute(
                sa.update(JOURNAL).where(where).values(body=body, hash=last, **members)
            )
            if row.version == version:
                facts = read_line(version, body).facts
                own = sa.and_(TRANSFER.c.stream == stream, TRANSFER.c.version == version)
                connection.execute(sa.delete(TRANSFER).where(own))
                moved = [one._asdict() for one in transfers_of(stream, version, facts)]
                if moved:
                    connection.execute(sa.insert(TRANSFER), moved)
    _put_right(database)


def rewrite(
    database: Database, stream: str, alter: Callable[[list[Request]], list[Request]]
) -> None:
    """Decide a stream anew from other requests: by itself it keeps to all rules."""
    with database.engine.begin() as connection:
        lines = [read_line(row.version, row.body) for row in lines_after(connection, stream)]
        requests = [
            Request(one.id, one.command, one.actor, one.device, one.at, one.offset)
            for one in lines
            if one.command is not None
        ]
        recorder: Recorder | LinkRecorder = Recorder(stream)
        if stream.startswith("link/"):
            recorder = LinkRecorder(stream.removeprefix("link/"), lines[0].rulebook)
        batch = Batch.empty()
        for request in alter(requests):
            given = recorder.give(request)
            assert given.text is not None, request
            batch.add(Recorded(stream, request, *given))
        for table in (JOURNAL, TRANSFER, ODOMETER, PIECE, MENTION, AMOUNT):
            connection.execute(sa.delete(table).where(table.c.stream == stream))
        Appender(connection).append(batch)
    _put_right(database)


def _put_right(database: Database) -> None:
    """Make checkpoints and index anew, and drop what the house would not load."""
    with database.engine.begin() as connection:
        clear(connection)
        fill(connection)
        connection.execute(sa.delete(SNAPSHOT))
        connection.execute(sa.delete(CHECKPOINT))
        write_checkpoint(connection, AT)


def only(requests: list[Request], kind: type) -> int:
    """Return where the first request of a kind stands."""
    return next(at for at, one in enumerate(requests) if isinstance(one.command, kind))


def changed(kind: type, **values: object) -> Callable[[list[Request]], list[Request]]:
    """Give the first command of a kind other fields."""

    def alter(requests: list[Request]) -> list[Request]:
        at = only(requests, kind)
        command: Any = requests[at].command
        requests[at] = requests[at]._replace(command=command._replace(**values))
        return requests

    return alter


def without(kind: type, which: int = 0) -> Callable[[list[Request]], list[Request]]:
    """Leave a command of a kind out."""

    def alter(requests: list[Request]) -> list[Request]:
        places = [at for at, one in enumerate(requests) if isinstance(one.command, kind)]
        return [one for at, one in enumerate(requests) if at != places[which]]

    return alter


def followed_by(command: Any, actor: str = SERVER) -> Callable[[list[Request]], list[Request]]:
    """Add a command at the end."""

    def alter(requests: list[Request]) -> list[Request]:
        last = requests[-1]
        return [*requests, last._replace(id="another", command=command, actor=actor)]

    return alter
