"""Checkpoints: the heads of all streams under one root, chained, so that a cut tail shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.schema import CHECKPOINT
from pitboss.house.store import Head, heads_of
from pitboss.jackpot.replaying import floor_hash
from pitboss.table.record.frames import FIRST

LOCK = 28_0002
"""The advisory lock under which one process at a time writes a checkpoint on PostgreSQL."""


class Checkpoint(NamedTuple):
    """The heads of all streams at a moment."""

    number: int
    at: str
    heads: str
    """A line for each stream: its name, version and hash."""
    root: str
    previous: str
    hash: str

    def head_of(self) -> dict[str, Head]:
        """Return the heads by stream."""
        heads = {}
        for line in self.heads.splitlines():
            stream, version, hash = line.split(" ")
            heads[stream] = Head(int(version), hash)
        return heads


def heads_text(heads: Mapping[str, Head]) -> str:
    """Return heads as a checkpoint keeps them."""
    lines = (f"{name} {version} {hash}" for name, (version, hash) in sorted(heads.items()))
    return "\n".join(lines)


def merkle_root(leaves: Sequence[str]) -> str:
    """Return the root over some texts: pairs are hashed together, level by level.

    >>> merkle_root(["a"]) == sha256(b"a").hexdigest()
    True
    """
    level = [sha256(leaf.encode()).digest() for leaf in leaves] or [sha256(b"").digest()]
    while len(level) > 1:
        pairs = zip(level[::2], [*level[1::2], *level[-1:]][: (len(level) + 1) // 2], strict=True)
        level = [sha256(one + other).digest() for one, other in pairs]
    return level[0].hex()


def root_of(heads: Mapping[str, Head]) -> str:
    """Return one hash for the heads of all streams: what to note elsewhere.

    It is what ``pitboss replay`` says of the journal that is exported.
    """
    return floor_hash(heads)


def seal_of(root: str, checkpoint: str) -> str:
    """Return one hash for the heads of all streams and the last checkpoint, by its own hash.

    The root does not know of checkpoints: who drops the last of them is found out by the seal.
    """
    return sha256(f"{root}\n{checkpoint}".encode()).hexdigest()


def checkpoint_of(number: int, at: str, heads: Mapping[str, Head], previous: str) -> Checkpoint:
    """Return the checkpoint over some heads that follows another one."""
    text = heads_text(heads)
    root = merkle_root(text.splitlines())
    own = sha256(f"{number}\n{at}\n{root}\n{previous}".encode()).hexdigest()
    return Checkpoint(number, at, text, root, previous, own)


def write_checkpoint(connection: Connection, at: str) -> Checkpoint:
    """Write a checkpoint over what is committed, in a transaction of its own."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    last = last_checkpoint(connection)
    number, previous = (0, FIRST) if last is None else (last.number, last.hash)
    made = checkpoint_of(number + 1, at, heads_of(connection), previous)
    connection.execute(sa.insert(CHECKPOINT).values(**made._asdict()))
    return made


def last_checkpoint(connection: Connection) -> Checkpoint | None:
    """Return the last checkpoint; None if there is none."""
    columns = (CHECKPOINT.c[name] for name in Checkpoint._fields)
    query = sa.select(*columns).order_by(CHECKPOINT.c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else Checkpoint(*row)
