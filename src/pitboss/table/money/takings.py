"""What a table has taken: handle, win and hold per wager beside the exact odds, and its inventory.

The win is known in two ways that must agree. By bets: what each spot won and paid, as settled. By
inventory, as the count room finds it: closing inventory + credits + drop - opening inventory -
fills. Chips leave the tray as pays, sold chips, credits and adjustments, and come in as losing
bets, vigorish and fills; every sold chip has its cash in the drop box. So, with no bet on the
layout and no tie vigorish due::

    win by inventory = win by bets - promotional - adjustments + difference

where promotional chips and coupons that were lost count at face in the win by bets but are no money
in the tray, adjustments are what the tray gave to positions less what it took back, and the
difference is what a closing count found over (below zero: short of) what should be there. Chips
that are carried away, or tokes, change neither side.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.table.accounts import DROP
from pitboss.table.engine import NEW, evolve
from pitboss.table.facts import (
    BetAdjusted,
    BetPlaced,
    ChipsBought,
    Event,
    LosersCollected,
    PositionPaid,
    TableOpened,
    TieVigorishCollected,
    TrayCounted,
    TrayCredited,
    TrayFilled,
)
from pitboss.table.rules.tray import expected
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import Table

# --- by wager ---


class Line(NamedTuple):
    """What one spot, or several together, have taken."""

    spot: str
    bets: int
    handle_cents: int
    """What was staked on bets that were decided; pushes are in it, as they are in the edge."""
    win_cents: int
    edge: Fraction | None = None
    """The house's exact edge on a full shoe; None where it depends on a meter."""

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None before anything was staked."""
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None

    @property
    def theoretical_cents(self) -> Fraction | None:
        """What the handle should have won by the exact odds; None where the edge is not known."""
        return None if self.edge is None else self.edge * self.handle_cents


class Takings(NamedTuple):
    """The lines of a table, in the order of its layout."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> Line:
        """All lines together, with an edge only if each has one."""
        return _together("total", self.lines)

    @property
    def priced(self) -> Line:
        """The lines with an edge together, so that actual and theoretical win compare."""
        return _together("priced", [one for one in self.lines if one.edge is not None])


def takings(table: Table) -> Takings:
    """Return what each spot has taken, beside the theoretical win by its pay table of today.

    The edges are those of :func:`pitboss.odds.analyse`: vigorish at the table's rate, before
    rounding, breakage and aggregate limits. A spot that is offered no more has no edge.
    """
    setup, booked = table.rules, table.takings
    spots = {label: spot for spot, label in setup.labels.items()}
    names = dict.fromkeys((*(name for name in spots if name in booked), *booked))
    return Takings(
        tuple(
            Line(name, *booked[name], edge_of(setup, spots[name]) if name in spots else None)
            for name in names
        )
    )


@lru_cache(maxsize=1024)
def edge_of(setup: TableSetup, spot: Spot) -> Fraction | None:
    """Return the house's exact edge on a spot of a full shoe; None if it depends on a meter."""
    shoe = Shoe.of(setup.shoe_decks)
    return analyse_table(setup.spots[spot], shoe=shoe, vigorish=setup.vigorish_rate).edge


def _together(name: str, lines: Iterable[Line]) -> Line:
    every = tuple(lines)
    handle = sum(one.handle_cents for one in every)
    expected = [one.theoretical_cents for one in every]
    known = [one for one in expected if one is not None]
    edge = sum(known, Fraction(0)) / handle if handle and len(known) == len(every) else None
    return Line(
        name, sum(one.bets for one in every), handle, sum(one.win_cents for one in every), edge
    )


def win_by_bets(table: Table) -> int:
    """Return what all spots have won, promotional chips and coupons at face."""
    return sum(one.win_cents for one in table.takings.values())


# --- by inventory ---


class Inventory(NamedTuple):
    """What the cage and the count room know of a table: chips in and out, and cash."""

    opening_cents: int = 0
    fills_cents: int = 0
    credits_cents: int = 0
    drop_cents: int = 0
    closing_cents: int = 0
    """What the tray holds; after a closing count, what was counted."""
    adjustments_cents: int = 0
    """What signed adjustments gave to positions, less what they took back."""
    difference_cents: int = 0
    """What closing counts found over what should be there; below zero if short."""
    promotional_cents: int = 0
    """Promotional chips and coupons that were lost to the house, at face."""

    @property
    def win_cents(self) -> int:
        """The table's win by inventory."""
        kept = self.closing_cents + self.credits_cents + self.drop_cents
        return kept - self.opening_cents - self.fills_cents

    @property
    def win_by_bets_cents(self) -> int:
        """What the win by bets must be for the two to agree."""
        return (
            self.win_cents + self.promotional_cents + self.adjustments_cents - self.difference_cents
        )


def inventory(events: Iterable[Event]) -> Inventory:
    """Return the inventory of a table, since it was last opened, from the record of its events."""
    table, kept = NEW, Inventory()
    for event in events:
        kept = noted(kept, table, event)
        table = evolve(table, event)
    return kept._replace(closing_cents=kept.closing_cents + expected(table))


def noted(kept: Inventory, before: Table, event: Event) -> Inventory:
    """Return the inventory after an event, without what lies in the tray since the last count.

    ``before`` is the table before the event. So the figures can be kept while a table is played.
    """
    match event.fact:
        case TableOpened():
            return Inventory(opening_cents=expected(before))
        case TrayCounted(when="opening", cents=cents, expected_cents=there):
            return kept._replace(opening_cents=kept.opening_cents + cents - there)
        case TrayCounted(cents=cents, expected_cents=due):
            return kept._replace(
                closing_cents=kept.closing_cents + cents,
                difference_cents=kept.difference_cents + cents - due,
            )
        case TrayFilled(cents=cents):
            return kept._replace(fills_cents=kept.fills_cents + cents)
        case TrayCredited(cents=cents):
            return kept._replace(credits_cents=kept.credits_cents + cents)
        case ChipsBought(cents=cents) | BetPlaced(cash_cents=cents):
            return kept._replace(drop_cents=kept.drop_cents + cents)
        case TieVigorishCollected(movements=movements):
            cash = sum(one.cents for one in movements if one.target == DROP)
            return kept._replace(drop_cents=kept.drop_cents + cash)
        case BetAdjusted(cents=cents):
            return kept._replace(adjustments_cents=kept.adjustments_cents + cents)
        case LosersCollected(numbers=numbers) | PositionPaid(numbers=numbers):
            lost = _promotional_lost(before, numbers)
            return kept._replace(promotional_cents=kept.promotional_cents + lost)
    return kept


def _promotional_lost(table: Table, numbers: Iterable[int]) -> int:
    gone = frozenset(numbers)
    return sum(
        table.round.settled[one.number].lost_cents
        for one in table.round.bets
        if one.number in gone and one.bet.chips != "value"
    )
