"""The win of a table by its inventory, which must agree with its win by bets.

By bets: what each spot won and paid, as settled. By inventory, as the count room finds it: closing
inventory + credits + drop - opening inventory - fills. Chips leave the tray as pays, sold chips,
credits and adjustments, and come in as losing bets, vigorish and fills; every sold chip has its
cash in the drop box. So, with no bet on the layout and no tie vigorish due::

    win by inventory = win by bets - promotional - adjustments + difference


where promotional chips and coupons that were lost count at face in the win by bets but are no money
in the tray, adjustments are what the tray gave to positions less what it took back, and the
difference is what a closing count found over (below zero: short of) what should be there. Chips
that are carried away, or tokes, change neither side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.settle.accounts import DROP
from pitboss.table.engine import NEW, evolve
from pitboss.table.state import Table
from pitboss.table.steps.betting import BetPlaced
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.paying import LosersCollected, PositionPaid, TieVigorishCollected
from pitboss.table.steps.positions import ChipsBought
from pitboss.table.steps.registry import Fact
from pitboss.table.steps.shifts import ShiftClosed
from pitboss.table.steps.tray import BetAdjusted, TrayCounted, TrayCredited, TrayFilled, expected


def win_by_bets(table: Table) -> int:
    """Return what all spots have won, promotional chips and coupons at face."""
    return sum(one.win_cents for one in table.takings.values())


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


def inventory(facts: Iterable[Fact]) -> Inventory:
    """Return the inventory of a table, since it was last opened, from the facts on record."""
    table, kept = NEW, Inventory()
    for fact in facts:
        kept = noted(kept, table, fact)
        table = evolve(table, (fact,))
    return kept._replace(closing_cents=kept.closing_cents + expected(table))


def noted(kept: Inventory, before: Table, fact: Fact) -> Inventory:
    """Return the inventory after a fact, without what lies in the tray since the last count.

    ``before`` is the table before it. So the figures can be kept while a table is played.
    """
    match fact:
        case TableOpened():
            return Inventory(opening_cents=expected(before))
        case TrayCounted(when="opening", cents=cents, expected_cents=there):
            return kept._replace(opening_cents=kept.opening_cents + cents - there)
        case TrayCounted(cents=cents, expected_cents=due):
            return kept._replace(
                closing_cents=kept.closing_cents + cents,
                difference_cents=kept.difference_cents + cents - due,
            )
        case ShiftClosed(cents=cents, expected_cents=due):
            return kept._replace(difference_cents=kept.difference_cents + cents - due)
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
