"""Several bets of one player: their joint mean and deviation, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import NO_METER, analyse_table
from pitboss.odds.distribution import distribution
from pitboss.odds.general import Progress
from pitboss.odds.progressive import Meter
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.rulebook.pays import percent


class Combination(NamedTuple):
    """What several bets net together in one round, in the units of their stakes."""

    tables: tuple[PayTable, ...]
    stakes: tuple[int, ...]
    mean: Fraction
    variance: Fraction
    apart: Fraction
    """The variance the bets would have if they were independent."""

    def __repr__(self) -> str:
        return f"<Combination of {len(self.tables)} bets: edge {percent(self.edge, 4)}>"

    @property
    def edge(self) -> Fraction:
        """The house's edge on all that is staked."""
        return -self.mean / sum(self.stakes)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the joint net, for print."""
        return sqrt(self.variance)


def combine(
    bets: Sequence[tuple[PayTable, int]],
    *,
    decks: int = 8,
    shoe: Shoe | None = None,
    vigorish: Fraction | None = None,
    meter: Meter = NO_METER,
    progress: Progress | None = None,
) -> Combination:
    """Return the joint figures of bets, each an open pay table and a stake.

    >>> from pitboss import rulebook
    >>> sun, player = rulebook.wager("ez-baccarat/dragon-7"), rulebook.wager("ez-baccarat/player")
    >>> both = combine([(sun.open(), 1), (player.open(), 10)])
    >>> round(both.standard_deviation, 3), both.variance < both.apart
    (10.452, True)
    """
    cards = Shoe.of(decks) if shoe is None else shoe
    tables = tuple(table for table, _ in bets)
    if len({table.wager.kind for table in tables}) != 1:
        raise unreadable(
            "different-games", "these wagers are of different games", "combine one game's wagers"
        )
    sheets = [analyse_table(table, shoe=cards, vigorish=vigorish, meter=meter) for table in tables]
    for sheet in sheets:
        if sheet.nets is None:
            raise unreadable(
                "pays-not-known",
                f"{sheet.table.wager.path} has a pay that is not known",
                "give the meter, or the operator's pays",
            )
    joint = distribution(tables, cards, progress=progress)
    mean = square = Fraction(0)
    for rows, chance in joint.probabilities.items():
        won = Fraction(0)
        for at, sheet, (_, stake) in zip(rows, sheets, bets, strict=True):
            won += stake * ((sheet.rows[at].net or 0) if at >= 0 else -1)
        mean += won * chance
        square += won * won * chance
    stakes = tuple(stake for _, stake in bets)
    apart = Fraction(0)
    for sheet, stake in zip(sheets, stakes, strict=True):
        apart += (sheet.variance or 0) * stake**2
    return Combination(tables, stakes, mean, square - mean * mean, apart)
