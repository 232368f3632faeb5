"""The self-check of a server that starts: what fails keeps tables closed, and is said in words."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.house.clock import at as time_at
from pitboss.house.database import Database
from pitboss.house.schema import JOURNAL
from pitboss.house.store import heads_of
from pitboss.jackpot.floor_run import FloorRun
from pitboss.table.setups.data import digest_of
from pitboss.table.times import seconds_between

AHEAD_SECONDS = 120
"""How far the last line may be ahead of the clock: more, and one of the clocks is wrong."""


OTHER_RULES = "it was opened by other rules; close it, start again and open it"


class Fault(NamedTuple):
    """What a self-check has found."""

    stream: str
    """Which stays closed for it; ``house`` closes all."""
    what: str


def self_check(
    database: Database, run: FloorRun, now_ms: int, *, alone: bool = True
) -> tuple[Fault, ...]:
    """Return what is wrong with a house, beside a schema of another version, which is refused.

    Where it is not ``alone``, other servers go on writing since the floor was loaded.
    """
    return (*_heads(database, run, alone), *_rules(run), *_clock(database, now_ms))


def _heads(database: Database, run: FloorRun, alone: bool) -> Iterator[Fault]:
    """The last line of every stream hashes to its head, and is the one that was loaded."""
    columns = JOURNAL.c
    with database.reading() as connection:
        for stream, head in heads_of(connection).items():
            where = (columns.stream == stream, columns.version == head.version)
            body = connection.scalar(sa.select(columns.body).where(*where)) or ""
            if sha256(body.encode()).hexdigest() != head.hash:
                yield Fault(stream, f"line {head.version} does not hash to its head")
                continue
            kind, _, id = stream.partition("/")
            recorder = run.tables.get(id) if kind == "table" else run.links.get(id)
            if recorder is None or (not alone and recorder.sequence < head.version):
                continue
            if recorder.journal.last != head.hash:
                yield Fault(stream, "what was loaded is not what is on record")


def _rules(run: FloorRun) -> Iterator[Fault]:
    """Every open table plays by the rules that this version has."""
    for id, recorder in run.tables.items():
        setup = recorder.table.opened
        if recorder.table.open and setup is not None:
            current = setup.under(run.rulebook) if run.rulebook is not None else setup
            if setup.digest != digest_of(current):
                yield Fault(f"table/{id}", OTHER_RULES)


def _clock(database: Database, now_ms: int) -> Iterator[Fault]:
    with database.reading() as connection:
        last = connection.scalar(sa.select(sa.func.max(JOURNAL.c.at)))
    if last is not None and seconds_between(time_at(now_ms), last) > AHEAD_SECONDS:
        yield Fault("house", f"the clock is behind the last line, of {last}")
