"""Jackpots that several houses share on PostgreSQL: locked, and caught up with, before they matter.

START GAME takes the lock of a jackpot together with others; whatever reads its meter takes it
alone. Only then, in statements of their own, are its new lines and the odometers of tables that run
elsewhere read: a line that was committed before the lock was granted is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.loading import fold
from pitboss.house.schema import ODOMETER
from pitboss.house.store import lines_after
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.streams import Recorded
from pitboss.table.record.journal import read_line
from pitboss.table.record.recorder import Request
from pitboss.table.state import Table
from pitboss.table.steps.closing import TakeProgressives
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.errors import RunDry, VoidRound
from pitboss.table.steps.hits import ConfirmHit, HitJackpot
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.paying import PayPosition

SPACE = 29
"""The advisory locks of jackpots are of this class."""
READS_THE_METER = (HitJackpot, ConfirmHit, VoidRound, RunDry, PayPosition, DealCard)
"""What a table does that may lead to a line of its jackpots."""


def needed(run: FloorRun, asked: Iterable[tuple[str, Request]]) -> dict[str, bool]:
    """Return the jackpots that some requests concern; True for those that one must have alone."""
    locks: dict[str, bool] = {}
    for stream, request in asked:
        kind, _, id = stream.partition("/")
        if kind == "link":
            locks[id] = True
        elif kind == "table":
            for jackpot, alone in _of_table(run, id, request):
                locks[jackpot] = locks.get(jackpot, False) or alone
    return locks


def _of_table(run: FloorRun, id: str, request: Request) -> Iterable[tuple[str, bool]]:
    command = request.command
    if isinstance(command, OpenTable):
        return [(jackpot.id, False) for jackpot in run.floor.jackpots_at(id)]
    if id not in run.tables or not run.tables[id].table.panel.links:
        return ()
    table = run.tables[id].table
    jackpots = [link.jackpot for link in table.panel.links]
    if isinstance(command, TakeProgressives):
        return [(jackpot, _moves_at_once(run, jackpot)) for jackpot in jackpots]
    if isinstance(command, PayPosition):
        jackpots = [one for one in jackpots if run.links[one].state.jackpot.fixed == "meter"]
    if isinstance(command, READS_THE_METER) and _may_concern(table, command):
        return [(jackpot, True) for jackpot in jackpots]
    return ()


def _moves_at_once(run: FloorRun, jackpot: str) -> bool:
    """Say whether a contribution may move more than itself: to overflow, or to the house."""
    link = run.links[jackpot].state
    return link.jackpot.limit_micros is not None or link.jackpot.minimum_micros is not None


def _may_concern(table: Table, command: object) -> bool:
    if isinstance(command, DealCard):
        return command.face_up_in_shoe and table.panel.round == table.round.number
    return not isinstance(command, PayPosition) or table.panel.round == table.round.number


def lock(connection: Connection, locks: Mapping[str, bool]) -> None:
    """Take the locks until the transaction ends, in one order for all."""
    for jackpot, alone in sorted(locks.items()):
        function = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
        connection.execute(
            sa.text(f"SELECT {function}(:space, hashtext(:jackpot))"),
            {"space": SPACE, "jackpot": jackpot},
        )


def catch_up(
    connection: Connection, run: FloorRun, locks: Mapping[str, bool], synced: set[str]
) -> list[Recorded]:
    """Read what others wrote to jackpots, and tell the tables that run here; return these lines.

    ``synced`` are the jackpots of which the tables here were told all that was read so far.
    """
    told: list[Recorded] = []
    for jackpot, alone in sorted(locks.items()):
        recorder = run.links[jackpot]
        known = recorder.sequence
        first = known if jackpot in synced else min([known, *_heard(run, jackpot)])
        lines = []
        for row in lines_after(connection, recorder.stream, first):
            line = read_line(row.version, row.body)
            if line.sequence > known:
                fold(recorder, line, row.hash, run.rulebook)
            lines.append(line)
        for line in lines:
            told += run.follow(line)
        synced.add(jackpot)
        if alone:
            run.elsewhere[jackpot] = _elsewhere(connection, run, jackpot)
    return told


def _heard(run: FloorRun, jackpot: str) -> list[int]:
    return [
        recorder.table.panel.heard.get(jackpot, 0)
        for recorder in run.tables.values()
        if recorder.table.panel.link_of(jackpot) is not None
    ]


def _elsewhere(connection: Connection, run: FloorRun, jackpot: str) -> dict[str, int]:
    """Return the odometers of the tables that run elsewhere."""
    rows = connection.execute(
        sa.select(ODOMETER.c.stream, ODOMETER.c.units).where(ODOMETER.c.jackpot == jackpot)
    )
    units = {stream.removeprefix("table/"): count for stream, count in rows}
    return {id: count for id, count in units.items() if id not in run.tables}
