"""What has come up at a table, as a sign shows it: roads of a shoe, cups of dice, rolls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pitboss.games import Coup
from pitboss.games.craps import TOTALS, ShooterHand
from pitboss.games.three_dice import Throw
from pitboss.house.serving.views import history_shown
from pitboss.table.roads.marks import Mark
from pitboss.table.roads.roads import DERIVED, Road, bead_plate, big_road, derived_road
from pitboss.table.roads.statistics import Statistics, statistics
from pitboss.table.state import Table

_CUPS = re.compile("([1-6]{3}) v ([1-6]{3})")
_ROLLS = re.compile("[0-9]+(,[0-9]+)*")
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
    beads: Road
    """Who won the rounds before."""


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
    faces: tuple[int, int] | None
    """The dice of the newest."""


def history(table: Table, thrown: Sequence[Throw] = ()) -> Roads | Cups | Rolls | None:
    """Return what has come up; None where the table is closed. Throws are not in a table."""
    if table.opened is None or not table.open:
        return None
    if table.setup.kind == "craps":
        return _rolls(table)
    if table.setup.kind == "three-dice":
        throw = table.round.throw
        shown = throw or last_throw(table)
        return Cups("cups", shown, table.round.result, throw is None, bead_plate(marked(thrown)))
    marks = history_shown(table)
    derived = (derived_road(marks, back) for back in DERIVED.values())
    return Roads("cards", statistics(marks), bead_plate(marks), big_road(marks), *derived)


def marked(thrown: Iterable[Throw]) -> tuple[Mark, ...]:
    """Return what a road keeps of throws: who won."""
    return tuple(Mark(throw.winner or "tie") for throw in thrown)


def last_coup(table: Table) -> Coup | None:
    """Return the cards of the round before; None where none was dealt."""
    if table.opened is None or table.last_round is None or table.setup.kind != "baccarat":
        return None
    player, _, banker = table.last_round[2].partition(" v ")
    return Coup.parse(player, banker) if banker else None


def last_throw(table: Table) -> Throw | None:
    """Return the dice of the round before; None where none were thrown."""
    return None if table.last_round is None else throw_of(table.last_round[2])


def last_rolls(table: Table) -> tuple[int, ...]:
    """Return the rolls of the shooter before; nothing where none were thrown."""
    text = "" if table.last_round is None else table.last_round[2]
    return tuple(map(int, text.split(","))) if _ROLLS.fullmatch(text) else ()


def throw_of(text: str) -> Throw | None:
    """Read what came of a round; None if that is nothing, or of the game that was there before.

    >>> throw_of("333 v 126"), throw_of("7s8h v KhQd"), throw_of("")
    (Throw(player=(3, 3, 3), banker=(1, 2, 6)), None, None)
    """
    cups = _CUPS.fullmatch(text)
    return None if cups is None else Throw.parse(cups[1], cups[2])


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
        table.round.faces,
    )
