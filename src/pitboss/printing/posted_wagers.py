"""The wagers of a posting: what each takes, what every row pays, and on which paragraph."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from pitboss.games.cards import SUIT_NAMES
from pitboss.rulebook import MeterShare, PayTable
from pitboss.rulebook.pays import OPEN, Cell, Money, in_words, percent
from pitboss.table.setups.setup import Offer, TableSetup

NOT_SET = "no pay is set: no bet is taken"
NO_LIMIT = "no limit posted"


class PostedPay(NamedTuple):
    """A row of a pay table as the table pays it."""

    label: str
    pays: str
    notes: tuple[str, ...] = ()
    """Vigorish and envy."""

    def __str__(self) -> str:
        return f"{self.label}: {self.pays}"


class PostedWager(NamedTuple):
    """A wager that is offered: where it stands, within which limits, what it pays."""

    wager: str
    """Its name at this table."""
    title: str
    role: str
    on: tuple[str, ...]
    """The hands that it may be placed on, or "seat"; empty if nothing in particular."""
    pay_table: str
    cite: str
    right: str
    """Own, admitted or the house's choice: by what right the table offers it."""
    admitted_by: str | None
    minimum_cents: int | None
    maximum_cents: int | None
    aggregate_cents: int | None
    unit_cents: int | None
    """The base unit, which is the only stake that a progressive takes."""
    suits: tuple[str, ...]
    """What the licensee chose, where a row goes by it."""
    pays: tuple[PostedPay, ...]
    notes: tuple[str, ...]
    """What is missing in its pay table."""

    def limits(self, currency: str) -> str:
        """Return the least and the most of a bet in words.

        >>> from pitboss.table.setups.usual import usual_setup
        >>> harmony = posted_wagers(usual_setup("eternal-baccarat"))[-3]
        >>> harmony.limits("USD")
        'exactly $1'
        """
        if self.unit_cents is not None:
            return f"exactly {Money(self.unit_cents, currency)}"
        lowest, highest = (
            None if cents is None else str(Money(cents, currency))
            for cents in (self.minimum_cents, self.maximum_cents)
        )
        if lowest and highest:
            return f"{lowest} to {highest}"
        if lowest:
            return f"{lowest} or more"
        return f"up to {highest}" if highest else NO_LIMIT


def posted_wagers(setup: TableSetup) -> tuple[PostedWager, ...]:
    """Return every wager that a table offers, in the order of its offers.

    Two of one name are told apart by their pay tables.
    """
    wagers = [_wager(*pair, setup) for pair in zip(setup.names, setup.offers, strict=True)]
    named = Counter(one.title for one in wagers)
    return tuple(
        one._replace(title=f"{one.title}, {one.pay_table}") if named[one.title] > 1 else one
        for one in wagers
    )


def _wager(name: str, offer: Offer, setup: TableSetup) -> PostedWager:
    table = next(opened for (wager, _), opened in setup.spots.items() if wager == name)
    wager, standing = table.wager, setup.standings[name]
    unit = None
    if table.unit is not None:
        unit = table.unit.cents if offer.unit_cents is None else offer.unit_cents
    return PostedWager(
        wager=name,
        title=wager.name,
        role=wager.role,
        on=wager.on,
        pay_table=table.id,
        cite=setup.cite("pays", table.cite) or table.cite,
        right=standing.right,
        admitted_by=standing.cite,
        minimum_cents=offer.minimum_cents,
        maximum_cents=offer.maximum_cents,
        aggregate_cents=offer.aggregate_cents,
        unit_cents=unit,
        suits=tuple(SUIT_NAMES[suit] for suit in table.suits),
        pays=_pays(setup, table, unit),
        notes=_notes(table),
    )


def _pays(setup: TableSetup, table: PayTable, unit: int | None) -> tuple[PostedPay, ...]:
    printed = table.unit.cents if table.unit else 1
    units = Fraction(1) if unit is None else Fraction(unit, printed)
    cells = [(row.label, row.cell.at(units)) for row in table.rows]
    return tuple(
        PostedPay(label, _quoted(cell), _beside(setup, table, cell)) for label, cell in cells
    )


def _quoted(cell: Cell) -> str:
    if isinstance(cell.pay, MeterShare):
        return f"{cell.pay} of the meter"
    return NOT_SET if cell.pay == OPEN else in_words(cell.pay).partition(" (")[0]


def _beside(setup: TableSetup, table: PayTable, cell: Cell) -> tuple[str, ...]:
    """Return what is taken from a pay, and what others are given with it."""
    notes = []
    if cell.vigorish and table.vigorish:
        rate = percent(rate_of(setup, table))
        notes.append(f"less {rate} of the {cell.vigorish}")
    if cell.dealer_envy:
        notes.append(f"dealer envy {cell.dealer_envy} for each winner")
    if cell.player_envy:
        notes.append(f"envy {cell.player_envy} for each other bettor")
    return tuple(notes)


def rate_of(setup: TableSetup, table: PayTable) -> Fraction:
    """Return the vigorish that a table charges: the house's rate, else the printed one."""
    assert table.vigorish is not None, "a pay table with vigorish"
    return table.vigorish.rate if setup.vigorish_rate is None else setup.vigorish_rate


def _notes(table: PayTable) -> tuple[str, ...]:
    notes = [table.incomplete] if table.incomplete else []
    low = table.wager.below_minimum.get(table.id)
    if low:
        notes.append(f"no bet may be taken: {low}")
    return tuple(notes)
