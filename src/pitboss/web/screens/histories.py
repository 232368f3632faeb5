"""What has come up at a table, as a sign shows it: roads of a shoe, cups of dice, rolls."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from pitboss.games import Coup
from pitboss.games.craps import TOTALS, ShooterHand
from pitboss.games.three_dice import Throw
from pitboss.table.roads.marks import history_of
from pitboss.table.roads.roads import DERIVED, Road, bead_plate, big_road, derived_road
from pitboss.table.roads.statistics import Statistics, statistics
from pitboss.table.state import Table

LAST_ROLLS = 18
"""Rolls that have room in a line."""


class Roads(NamedTuple):
    """The roads of a shoe, and its figures."""

    kind: Literal["cards"]
    figures: Statistics
    beads: Road
    big: Road
    eye: Road
    small: Road
    pig: Road


class Cups(NamedTuple):
    """The dice as they lie, or of the round before while nobody has thrown."""

    kind: Literal["cups"]
    throw: Throw | None
    result: str | None
    before: bool


class Rolls(NamedTuple):
    """A shooter's hand so far."""

    kind: Literal["rolls"]
    shooter: int | None
    thrown: int
    point: int | None
    points_made: int
    times: dict[int, int]
    """How often each total has come."""
    last: tuple[int, ...]
    """The newest last."""


def history(table: Table) -> Roads | Cups | Rolls | None:
    """Return what has come up; None where the table is closed."""
    if table.opened is None or not table.open:
        return None
    if table.setup.kind == "craps":
        return _rolls(table)
    if table.setup.kind == "three-dice":
        throw = table.round.throw
        return Cups("cups", throw or last_throw(table), table.round.result, throw is None)
    marks = history_of(table.shoe.rounds, table.setup.free_rounds)
    derived = (derived_road(marks, back) for back in DERIVED.values())
    return Roads("cards", statistics(marks), bead_plate(marks), big_road(marks), *derived)


def last_coup(table: Table) -> Coup | None:
    """Return the cards of the round before; None where none was dealt."""
    if table.opened is None or table.last_round is None or table.setup.kind != "baccarat":
        return None
    player, _, banker = table.last_round[2].partition(" v ")
    return Coup.parse(player, banker) if banker else None


def last_throw(table: Table) -> Throw | None:
    """Return the dice of the round before; None where none were thrown."""
    if table.last_round is None:
        return None
    player, _, banker = table.last_round[2].partition(" v ")
    return Throw.parse(player, banker) if banker else None


def _rolls(table: Table) -> Rolls:
    rolls = table.round.rolls
    seen = ShooterHand(rolls).until("seven-out") if rolls else None
    over = seen is None or seen.over
    times = Counter(rolls)
    return Rolls(
        "rolls",
        table.round.shooter,
        len(rolls),
        None if over or seen is None else seen.rolls[-1].next_point,
        0 if seen is None else seen.points_made,
        {total: times[total] for total in TOTALS},
        rolls[-LAST_ROLLS:],
    )
