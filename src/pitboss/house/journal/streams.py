"""How the chains of the streams stand: how long each is, its head, its rules, its checkpoint."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.checkpoints import last_checkpoint
from pitboss.house.store import heads_of, lines_at
from pitboss.house.verifying import order_of
from pitboss.table.record.journal import read_line


class StreamState(NamedTuple):
    """How a stream stands."""

    stream: str
    lines: int
    hash: str
    """Of the last line, which stands for all before it."""
    at: str
    """When the last line was written."""
    rulebook: str
    """The digest of the rules that decided the last line."""
    checkpoint: int | None
    """The number of the last checkpoint that knows the stream; None if none does."""
    checkpoint_at: str | None
    checkpoint_lines: int
    """How many lines that checkpoint knows."""


def streams_of(connection: Connection) -> list[StreamState]:
    """Return how every stream stands: the house, then jackpots, then tables."""
    heads = heads_of(connection)
    bodies = lines_at(connection, [(stream, head.version) for stream, head in heads.items()])
    kept = last_checkpoint(connection)
    known = {} if kept is None else kept.head_of()
    states = []
    for stream in sorted(heads, key=order_of):
        version, hash = heads[stream]
        line = read_line(version, bodies[stream, version][0])
        number, at, lines = None, None, 0
        if kept is not None and stream in known:
            number, at, lines = kept.number, kept.at, known[stream].version
        states.append(StreamState(stream, version, hash, line.at, line.rulebook, number, at, lines))
    return states
