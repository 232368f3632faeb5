"""Jackpots that several houses share on PostgreSQL: locked, and caught up with, before they matter.

START GAME takes the lock of a jackpot together with others; whatever reads its meter takes it
alone. Only then, in statements of their own, are its new lines and the odometers of tables that run
elsewhere read: a line that was committed before the lock was granted is seen.

A hit waits for every START GAME that holds the lock, so that is held for no round trip: START GAME
is decided by what was read before, and in the one pipeline that writes it the lock is taken, then
the jackpot is looked at again, then the lines are written and committed. Where the jackpot has
moved on nothing is written, and the whole is decided again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.loading import fold, load_floor
from pitboss.house.rows import Batch
from pitboss.house.store import BODIES, Appender, Statement, driver_errors, driver_of
from pitboss.jackpot.floor_changes import ChangeFloor
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.settings import ChangeRates, CloseJackpot
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
TRIES = 5
"""So often a START GAME gives way to hits; then it takes the lock first, and they wait for it."""
READS_THE_METER = (HitJackpot, ConfirmHit, VoidRound, RunDry, PayPosition, DealCard)
"""What a table does that may lead to a line of its jackpots."""
CONCERNS_ALL = (ChangeRates, CloseJackpot, ChangeFloor)
"""What is done as long as some tables do not play, wherever they run."""
FLOOR = ""
"""The lock of the floor itself, beside those of jackpots: who changes it has it alone, and an
opening is decided again if it was changed meanwhile."""


def needed(run: FloorRun, asked: Iterable[tuple[str, Request]]) -> dict[str, bool]:
    """Return the jackpots that some requests concern; True for those that one must have alone.

    The floor is among them where it is changed, or a table opened by it.
    """
    locks: dict[str, bool] = {}
    for stream, request in asked:
        kind, _, id = stream.partition("/")
        if kind == "link" and id in run.links:
            locks[id] = True
        elif isinstance(request.command, ChangeFloor):
            locks[FLOOR] = True
        elif kind == "table":
            for jackpot, alone in _of_table(run, id, request):
                locks[jackpot] = locks.get(jackpot, False) or alone
    return locks


def _of_table(run: FloorRun, id: str, request: Request) -> Iterable[tuple[str, bool]]:
    command = request.command
    if isinstance(command, OpenTable):
        jackpots_here = (jackpot.id for jackpot in run.floor.jackpots_at(id))
        return [(one, False) for one in (FLOOR, *jackpots_here)]
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


class Moved(Exception):
    """A jackpot is not as it was decided on, or its lock was too weak: nothing was written."""

    def __init__(self, hold: Hold) -> None:
        super().__init__(hold)
        self.hold = hold
        """To decide again under."""


class Hold(NamedTuple):
    """The locks that a batch is written under: of jackpots, and of the floor."""

    locks: Mapping[str, bool]
    """True for those that it must have alone."""
    first: bool
    """Whether they are taken before anything is read, or when it is written."""
    tries: int = TRIES
    """How often it may still be tried with locks taken late."""

    @classmethod
    def of(cls, locks: Mapping[str, bool]) -> Hold:
        """Return how locks are best taken: together with others as late as possible."""
        return cls(locks, any(locks.values()))

    def again(self) -> Hold:
        """Return how to try once more after a jackpot has moved on."""
        return self._replace(first=self.tries <= 1, tries=self.tries - 1)

    def next_lines(self, run: FloorRun) -> list[tuple[str, int]]:
        """Return the lines that must not be there when the locks are granted."""
        if self.first:
            return []
        recorders = [run.links[jackpot] for jackpot in self.jackpots]
        lines = [(one.stream, one.sequence + 1) for one in recorders]
        return [*lines, (run.house.stream, run.house.sequence + 1)] if self.of_floor else lines

    @property
    def jackpots(self) -> list[str]:
        """The jackpots of the locks, in one order for all."""
        return sorted(self.locks.keys() - {FLOOR})

    @property
    def of_floor(self) -> bool:
        """Whether the lock of the floor is one of them."""
        return FLOOR in self.locks

    def statements(self) -> list[Statement]:
        """Return what takes the locks until the transaction ends, in one order for all."""
        return [(_LOCK[alone], [SPACE, jackpot]) for jackpot, alone in sorted(self.locks.items())]

    def passing(self) -> list[Statement]:
        """Return what waits until nobody has a jackpot alone, and holds nothing."""
        return [(_PASS, [SPACE, jackpot] * 2) for jackpot in sorted(self.locks)]

    def check(self, batch: Batch) -> None:
        """Raise if a batch must have more: alone whatever it writes to, and all it registers for.

        What is needed was judged by the tables before the batch, which may have changed them.
        """
        written = (row.stream.partition("/") for row in batch.journal)
        wanted = {jackpot: False for _, jackpot in batch.odometers}
        wanted |= {id: True for kind, _, id in written if kind == "link"}
        if any(alone > self.locks.get(jackpot, -1) for jackpot, alone in wanted.items()):
            raise Moved(Hold({**self.locks, **wanted}, first=True))


_LOCK = {
    True: "SELECT pg_advisory_xact_lock(%s, hashtext(%s))",
    False: "SELECT pg_advisory_xact_lock_shared(%s, hashtext(%s))",
}
_PASS = (
    "SELECT pg_advisory_lock_shared(%s, hashtext(%s)), pg_advisory_unlock_shared(%s, hashtext(%s))"
)
_LINES = (
    "SELECT version, body, hash, stream FROM journal "
    "WHERE stream = %s AND version > %s ORDER BY version"
)
_ODOMETERS = "SELECT jackpot, stream, units FROM odometer WHERE jackpot = ANY(%s)"


def commit_shared(appender: Appender, run: FloorRun, batch: Batch, hold: Hold) -> None:
    """Write and commit a batch; raises :class:`Moved` if it must be decided again."""
    hold.check(batch)
    first = () if hold.first else hold.statements()
    if not appender.commit(batch, first, hold.next_lines(run)):
        raise Moved(hold.again())


class Read(NamedTuple):
    """What was read of the database for a batch."""

    bodies: dict[tuple[str, str], str]
    """The lines that ids have which were answered before."""
    told: list[Recorded]
    """The lines of tables here that were told what others wrote to their jackpots."""


def read(
    connection: Connection,
    run: FloorRun,
    hold: Hold,
    synced: set[str],
    ids: Sequence[tuple[str, str]],
) -> Read:
    """Look ids up, catch up with what others wrote to jackpots and badges: in one round trip.

    Each is a statement of its own, so it sees what was committed before the locks were granted.
    ``synced`` are the jackpots of which the tables here were told all that was read so far.
    """
    alone = [jackpot for jackpot in hold.jackpots if hold.locks[jackpot]]
    driver = driver_of(connection)
    with driver_errors(connection), driver.pipeline():
        for statement in hold.statements() if hold.first else hold.passing():
            driver.execute(*statement)
        bodies = driver.execute(BODIES, [[one for one, _ in ids], [id for _, id in ids]])
        lines = [
            driver.execute(_LINES, [f"link/{jackpot}", _known(run, jackpot, synced)])
            for jackpot in hold.jackpots
        ]
        odometers = driver.execute(_ODOMETERS, [alone])
        of_house = driver.execute(_LINES, [run.house.stream, run.house.sequence])
    for version, body, hash, _ in of_house.fetchall():
        fold(run.house, read_line(version, body), hash, run.rulebook)
    told = _caught_up(run, [row for cursor in lines for row in cursor.fetchall()])
    synced.update(hold.jackpots)
    run.elsewhere.update({jackpot: {} for jackpot in alone})
    for jackpot, stream, units in odometers.fetchall():
        id = stream.removeprefix("table/")
        if id not in run.tables:
            run.elsewhere[jackpot][id] = units
    return Read({(stream, id): body for stream, id, body in bodies.fetchall()}, told)


def read_others(connection: Connection, run: FloorRun, asked: Iterable[Request]) -> None:
    """Look at the tables that run elsewhere, where one of some requests concerns all.

    The lock of the jackpot is held alone by then, and nothing begins without it.
    """
    run.others = {}
    if any(isinstance(request.command, CONCERNS_ALL) for request in asked):
        tables = load_floor(connection, run.rulebook).tables
        run.others = {id: recorder.table for id, recorder in tables.items()}


def _caught_up(run: FloorRun, rows: Iterable[tuple[int, str, str, str]]) -> list[Recorded]:
    """Go on by the lines of jackpots, and tell the tables that run here."""
    lines = []
    for version, body, hash, stream in rows:
        line, recorder = read_line(version, body), run.links[stream.removeprefix("link/")]
        if version > recorder.sequence:
            fold(recorder, line, hash, run.rulebook)
        lines.append(line)
    return [recorded for line in lines for recorded in run.follow(line)]


def _known(run: FloorRun, jackpot: str, synced: set[str]) -> int:
    known = run.links[jackpot].sequence
    return known if jackpot in synced else min([known, *_heard(run, jackpot)])


def _heard(run: FloorRun, jackpot: str) -> list[int]:
    return [
        recorder.table.panel.heard.get(jackpot, 0)
        for recorder in run.tables.values()
        if recorder.table.panel.link_of(jackpot) is not None
    ]
