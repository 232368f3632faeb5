"""How likely a jackpot is to be hit: one that is all but never hit is not offered."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games import Shoe
from pitboss.refusals import Refusal
from pitboss.rulebook import PayTable
from pitboss.rulebook.pays import MeterShare

LONGEST_CHANCE = 100_000_000
"""To 1: published rules for progressive jackpots allow no longer one."""


def too_long(table: PayTable, decks: int) -> Refusal | None:
    """Refuse a pay table on whose meter one row or another is all but never paid."""
    from pitboss.odds.analysis import analyse_table  # only jackpots are priced here

    least = Fraction(1, LONGEST_CHANCE + 1)
    for line in analyse_table(table, shoe=Shoe.of(decks)).rows:
        if isinstance(line.row.cell.pay, MeterShare) and line.probability < least:
            return Refusal(
                "chance-too-long",
                f'"{line.row.label}" is hit less often than {LONGEST_CHANCE:,} to 1',
                "choose another pay table, or another number of decks",
            )
    return None
