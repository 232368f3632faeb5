"""The terms of a jackpot: what its entry says, and what is printed where it says nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pitboss.rulebook import PayTable, Rulebook, Wager, catalog
from pitboss.rulebook.provisions import Rates
from pitboss.table.floor.records import Floor, FloorJackpot, Policies
from pitboss.table.setups.usual import first_table

PLAIN = Policies(
    lock="lock-value",
    amount="at-lock",
    reserve="rolls-over",
    overflow="to-meter",
    scope="hitting-table",
    fixed="tray",
    base_game="goes-on",
)
"""What holds where neither the jackpot, the house nor the section says otherwise."""


class Terms(NamedTuple):
    """What a jackpot is played by; an amount is None where nobody has said it."""

    table: PayTable
    unit_cents: int
    units: Fraction
    """The base unit in printed ones, by which what is printed scales."""
    printed: Rates
    """As the pay table prints them, None where it does not; its seed only where it is fixed."""
    main: Fraction | None
    reserve: Fraction
    seed_cents: int | None
    reseed_cents: int | None
    policies: Policies

    @property
    def wager(self) -> Wager:
        """The wager that the jackpot is won on."""
        return self.table.wager

    @property
    def fixed_seed_cents(self) -> Fraction | None:
        """The seed that is printed for this table, scaled to the unit; None if the operator's."""
        return None if self.printed.seed is None else self.printed.seed.cents * self.units


def terms_of(floor: Floor, jackpot: FloorJackpot, rulebook: Rulebook | None = None) -> Terms:
    """Return the terms of a jackpot; raises if its wager or pay table is not in the catalog.

    >>> terms = terms_of(Floor(name="Mine"), FloorJackpot(
    ...     id="h", game="eternal-baccarat", wager="harmony", table="PT-PRG-HP-12"))
    >>> str(terms.main), terms.seed_cents, terms.policies.lock
    ('19/100', 200000, 'lock-all')
    """
    game = (rulebook or catalog()).game(jackpot.game)
    wager = game.wager(jackpot.wager)
    table_id = jackpot.table or first_table(game, wager, floor.currency) or wager.tables[0]
    places = wager.places(table_id)
    table = wager.open(table_id, on=places[0], suits=jackpot.suits)
    printed_unit = table.unit.cents if table.unit else 0
    unit = printed_unit if jackpot.unit_cents is None else jackpot.unit_cents
    units = Fraction(unit, printed_unit or 1)
    printed = _printed(wager, table_id)
    given, seed = jackpot.rates, jackpot.seed_cents
    if seed is None and printed.seed is not None:
        seed = int(printed.seed.cents * units)
    return Terms(
        table=table,
        unit_cents=unit,
        units=units,
        printed=printed,
        main=printed.main if given.main is None else given.main,
        reserve=(printed.reserve or Fraction(0)) if given.reserve is None else given.reserve,
        seed_cents=seed,
        reseed_cents=seed if jackpot.reseed_cents is None else jackpot.reseed_cents,
        policies=jackpot.policies.over(floor.policies).over(_by_section(wager)).over(PLAIN),
    )


def _printed(wager: Wager, table: str) -> Rates:
    """Return the printed increments; a seed without increments is a sample, and binds nobody."""
    rates = wager.rates.get(table) or Rates(None, None, None)
    return rates if rates.main is not None else rates._replace(seed=None)


def _by_section(wager: Wager) -> Policies:
    """Return what the section decides of the policies."""
    locks_all = wager.jackpot is not None and wager.jackpot.pending == "lock-all"
    return Policies(lock="lock-all") if locks_all else Policies()
