"""What the automatic supervisor does at a table: the day, its tray, what only a supervisor may."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from pitboss.house.automatic.demo import AUTOMATONS
from pitboss.jackpot.reports.reading import gaming_day
from pitboss.refusals import Refusal
from pitboss.table.accounts import balance, lacking
from pitboss.table.engine import decide
from pitboss.table.floor.records import Floor
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.errors import VoidRound
from pitboss.table.steps.hits import ConfirmHit
from pitboss.table.steps.paying import needed_from_tray, next_to_pay
from pitboss.table.steps.tray import BOXES, FILL_CENTS, CountTray, EmptyBox, FillTray, expected

TRAY_CENTS = 50_000_00
"""What a tray is opened with."""
TWO = (AUTOMATONS.supervisor, AUTOMATONS.second)


def day_at(now: float, floor: Floor) -> str:
    """Return the gaming day of a floor at a time, in seconds since 1970.

    >>> floor = Floor(name="Ace", timezone="America/Denver", gaming_day="06:00")
    >>> day_at(1_794_920_399, floor), day_at(1_794_920_400, floor)
    ('2026-11-16', '2026-11-17')
    """
    here = datetime.fromtimestamp(now, ZoneInfo(floor.timezone))
    return gaming_day(f"{here:%Y-%m-%dT%H:%M:%S}", floor.gaming_day)


def duty(table: Table, day: str) -> Command | None:
    """Return what a supervisor has to do at an open table now, if anything."""
    return next(_duties(table, day), None)


def _duties(table: Table, day: str) -> Iterator[Command]:
    round = table.round
    if round.stage == "betting" and not round.bets and not round.vigorish_due:
        yield from _of_the_day(table, day)
    if round.stage == "settling" and "all" in round.collected:
        highest = next_to_pay(table)
        if highest is not None:
            yield from fills(table, needed_from_tray(table, highest))
    for won in table.panel.won:
        confirmed = ConfirmHit(AUTOMATONS.supervisor, won.jackpot)
        if not isinstance(decide(table, confirmed), Refusal):
            yield confirmed


def _of_the_day(table: Table, day: str) -> Iterator[Command]:
    """Yield the count that closes a day, the boxes, the next day, and the count that opens it.

    Never within a round: the tray is counted with an empty layout.
    """
    if table.day is None:
        yield StartDay(day)
    elif table.day < day:
        if table.counted:
            yield CountTray("closing", expected(table), *TWO)
        for box, accounts in BOXES.items():
            if any(balance(table, account) for account in accounts):
                yield EmptyBox(box, *TWO)
        yield StartDay(day)
    if not table.counted:
        yield CountTray("opening", TRAY_CENTS, *TWO)


def fills(table: Table, cents: int) -> Iterator[FillTray]:
    """Yield the fill that a tray needs to give out some cents, if it is short."""
    short = lacking(table, cents)
    if short:
        yield FillTray((short // FILL_CENTS + 1) * FILL_CENTS, *TWO)


def voided(table: Table) -> Command | None:
    """Return what ends a round that the automatic dealer cannot go on with, and its shoe."""
    reason = "the dealer has left, and nobody else knows the cards to come"
    void = VoidRound(AUTOMATONS.supervisor, reason, shuffle=True)
    return None if isinstance(decide(table, void), Refusal) else void
