"""Snapshots: the state of a stream as a cache, by the one codec, with a hash of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss import __version__
from pitboss.house.schema import JOURNAL, SNAPSHOT
from pitboss.house.store import Head
from pitboss.jackpot.link import Link
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.codec import shape_of, table_data, table_of
from pitboss.table.state import Table

TAKEN_BY = f"pitboss {__version__}"
"""By which code a snapshot was taken: another one folds the record again."""


def snapshot_text(state: Table | Link) -> str:
    """Return the state of a table or of a jackpot as text."""
    if isinstance(state, Table):
        return json.dumps(table_data(state), separators=(",", ":"))
    return shape_of(Link).text(state)


def save_snapshot(connection: Connection, stream: str, head: Head, state: Table | Link) -> None:
    """Keep the state of a stream after its last line; those of before stay, for its rounds.

    What another version of the code has taken goes.
    """
    body = snapshot_text(state)
    values = {
        "version": head.version,
        "head": head.hash,
        "code": TAKEN_BY,
        "body": body,
        "hash": own_hash(stream, head, TAKEN_BY, body),
    }
    columns = SNAPSHOT.c
    useless = (columns.version == head.version) | (columns.code != TAKEN_BY)
    connection.execute(sa.delete(SNAPSHOT).where(columns.stream == stream, useless))
    connection.execute(sa.insert(SNAPSHOT).values(stream=stream, **values))


def own_hash(stream: str, head: Head, taken_by: str, body: str) -> str:
    """Return the hash that a snapshot of some code carries."""
    text = f"{stream}\n{head.version}\n{head.hash}\n{taken_by}\n{body}"
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def load_snapshots(
    connection: Connection, rulebook: Rulebook | None
) -> dict[str, tuple[Head, Table | Link]]:
    """Return the last snapshot of each stream where it fits the journal, and no other."""
    columns = SNAPSHOT.c
    versions = sa.select(columns.stream, sa.func.max(columns.version).label("version"))
    last = versions.group_by(columns.stream).subquery()
    where = (columns.stream == last.c.stream, columns.version == last.c.version)
    loaded = _fitting(connection, _kept().where(*where), rulebook)
    return {stream: (head, state) for stream, head, state in loaded}


def snapshot_before(
    connection: Connection, stream: str, version: int, rulebook: Rulebook | None
) -> tuple[Head, Table | Link] | None:
    """Return the last snapshot of a stream up to a line that fits; None if there is none."""
    columns = SNAPSHOT.c
    where = (columns.stream == stream, columns.version <= version, columns.code == TAKEN_BY)
    query = _kept().where(*where).order_by(columns.version.desc())
    for _, head, state in _fitting(connection, query, rulebook):
        return head, state
    return None


def _kept() -> sa.Select[tuple[Any, ...]]:
    """Ask for snapshots, each with the hash that its line has."""
    columns, line = SNAPSHOT.c, JOURNAL.c
    same = (line.stream == columns.stream, line.version == columns.version)
    chosen = (columns.stream, columns.version, columns.head, columns.code, columns.body)
    return sa.select(*chosen, columns.hash, line.hash).join(JOURNAL, sa.and_(*same))


def _fitting(
    connection: Connection, query: sa.Select[tuple[Any, ...]], rulebook: Rulebook | None
) -> Iterator[tuple[str, Head, Table | Link]]:
    for stream, version, hash, code, body, own, line in connection.execute(query):
        head = Head(version, hash)
        fits = code == TAKEN_BY and own == own_hash(stream, head, TAKEN_BY, body)
        if fits and line == hash:
            try:
                yield stream, head, state_of(stream, body, rulebook)
            except (Unreadable, ValueError, LookupError, TypeError):
                continue


def state_of(stream: str, body: str, rulebook: Rulebook | None) -> Table | Link:
    """Read the state that a snapshot's text holds."""
    data = json.loads(body)
    if stream.startswith("table/"):
        return table_of(data, rulebook)
    return cast(Link, shape_of(Link).read(data, "link"))
