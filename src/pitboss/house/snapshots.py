"""Snapshots: the state of a stream as a cache, by the one codec, with a hash of its own."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss import __version__
from pitboss.house.schema import SNAPSHOT
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
    """Keep the state of a stream after its last line."""
    body = snapshot_text(state)
    values = {
        "version": head.version,
        "head": head.hash,
        "code": TAKEN_BY,
        "body": body,
        "hash": own_hash(stream, head, TAKEN_BY, body),
    }
    connection.execute(sa.delete(SNAPSHOT).where(SNAPSHOT.c.stream == stream))
    connection.execute(sa.insert(SNAPSHOT).values(stream=stream, **values))


def own_hash(stream: str, head: Head, taken_by: str, body: str) -> str:
    """Return the hash that a snapshot of some code carries."""
    text = f"{stream}\n{head.version}\n{head.hash}\n{taken_by}\n{body}"
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def load_snapshots(
    connection: Connection, hashes: dict[tuple[str, int], str], rulebook: Rulebook | None
) -> dict[str, tuple[Head, Table | Link]]:
    """Return the snapshots that fit the journal; whatever does not is left out.

    ``hashes`` are those of the lines that snapshots name, by stream and version.
    """
    columns = SNAPSHOT.c
    loaded: dict[str, tuple[Head, Table | Link]] = {}
    query = sa.select(
        columns.stream, columns.version, columns.head, columns.code, columns.body, columns.hash
    )
    for stream, version, hash, code, body, own in connection.execute(query):
        head = Head(version, hash)
        fits = code == TAKEN_BY and own == own_hash(stream, head, TAKEN_BY, body)
        if fits and hashes.get((stream, version)) == hash:
            try:
                loaded[stream] = head, state_of(stream, body, rulebook)
            except (Unreadable, ValueError, LookupError, TypeError):
                continue
    return loaded


def state_of(stream: str, body: str, rulebook: Rulebook | None) -> Table | Link:
    """Read the state that a snapshot's text holds."""
    data = json.loads(body)
    if stream.startswith("table/"):
        return table_of(data, rulebook)
    return cast(Link, shape_of(Link).read(data, "link"))


def snapshot_heads(connection: Connection) -> list[tuple[str, int]]:
    """Return the lines that snapshots name, by stream and version."""
    columns = SNAPSHOT.c
    return [
        (stream, version)
        for stream, version in connection.execute(sa.select(columns.stream, columns.version))
    ]
