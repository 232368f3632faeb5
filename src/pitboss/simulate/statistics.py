"""What counts say of a wager, beside the exact odds: estimate, error, z, chi-square.

**Standard error.** What the exact odds give for so many independent rounds: the deviation of a bet
divided by the root of the rounds. A sample that has missed a rare row would put its own deviation,
and so its error, too low. Where no exact edge is known there is no estimate either.

**Shoes.** Coups of one shoe are dealt without putting cards back, so their sum varies a little
less than that of independent rounds: the standard error is slightly wide. No place in a shuffled
shoe differs from another, so a coup that is dealt in any case, the first or the sixtieth, has the
odds of the full shoe whatever was burnt. The last ones are dealt only if the cut card has not come
out: a shoe whose coups took few cards has more of them, from a composition that led to few. This
*cut-card effect* moves the average of all coups. It is largest for wagers on the number of cards:
with eight decks some 0.015% of the stake for four or six cards, about one standard error of fifty
million coups, and too small to be seen for others. Coups of a continuous shuffler do not have it
(`make campaign` measures both). A cut card so near to the back that shoes run dry is another
matter: the rounds that are void are the long ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import erfc, exp, inf, lgamma, log, sqrt
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.odds import Analysis

if TYPE_CHECKING:
    from numpy.typing import NDArray

Item = TypeVar("Item")

CONFIDENCE = 1.959963984540054
"""Standard errors on either side of an estimate that take in the truth in 95 of 100 runs."""

PERCENTS = (5, 25, 50, 75, 95)
"""The percentiles that are shown."""

LEAST_EXPECTED = 5
"""Rows that should be hit less often are taken together for the chi-square."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """The rows that a pay table's bet hit in some rounds, against its exact odds."""

    exact: Analysis
    rounds: int
    counts: tuple[int, ...]
    """How often each row was hit."""
    lost: int
    """How often none was."""

    @cached_property
    def edge(self) -> float | None:
        """The house's edge in these rounds; None while a pay or a meter is not known."""
        if self.exact.nets is None or not self.rounds:
            return None
        won = sum(
            (one.net * count for one, count in zip(self.exact.rows, self.counts, strict=True)
             if one.net is not None),
            Fraction(0),
        )  # fmt: skip
        return float((self.lost - won) / self.rounds)

    @property
    def exact_edge(self) -> float | None:
        """The exact edge, as a float to compare with."""
        return None if self.exact.edge is None else float(self.exact.edge)

    @property
    def standard_error(self) -> float | None:
        """How far an estimate from so many rounds usually is from the exact edge."""
        deviation = self.exact.standard_deviation
        return None if deviation is None or not self.rounds else deviation / sqrt(self.rounds)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval of the edge."""
        if self.edge is None or self.standard_error is None:
            return None
        reach = CONFIDENCE * self.standard_error
        return self.edge - reach, self.edge + reach

    @property
    def z(self) -> float | None:
        """How many standard errors the estimate is from the exact edge."""
        if self.edge is None or self.exact_edge is None or not self.standard_error:
            return None
        return (self.edge - self.exact_edge) / self.standard_error

    @cached_property
    def _fit(self) -> tuple[float, int]:
        chances = [*(one.probability for one in self.exact.rows), self.exact.missed]
        expected = [float(chance * self.rounds) for chance in chances]
        return chi_square((*self.counts, self.lost), expected)

    @property
    def chi_square(self) -> float:
        """How badly the rows fit their probabilities: about the degrees of freedom if well."""
        return self._fit[0]

    @property
    def degrees_of_freedom(self) -> int:
        """The rows that could be told apart, less one."""
        return self._fit[1]

    @property
    def p_value(self) -> float:
        """The chance of a fit as bad as this, or worse, if the odds are right."""
        return chi_square_p_value(*self._fit)


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> tuple[float, int]:
    """Return Pearson's chi-square and its degrees of freedom; rare results are taken together.

    >>> chi_square([18, 22, 20], [20.0, 20.0, 20.0])
    (0.4, 2)
    >>> chi_square([95, 4, 1], [95.0, 3.0, 2.0])
    (0.0, 1)

    A hit of what cannot happen does not fit at all::

    >>> chi_square([99, 1], [100.0, 0.0])
    (inf, 1)
    """
    pairs = sorted(zip(expected, counts, strict=True))
    if any(count and not mean for mean, count in pairs):
        return inf, 1
    pairs = [(mean, count) for mean, count in pairs if mean]
    pooled: list[tuple[float, int]] = []
    rare, hits = 0.0, 0
    for mean, count in pairs:
        if mean >= LEAST_EXPECTED and (rare == 0 or rare >= LEAST_EXPECTED):
            pooled.append((mean, count))
        else:
            rare, hits = rare + mean, hits + count
    if rare:
        pooled.append((rare, hits))
    score = sum((count - mean) ** 2 / mean for mean, count in pooled)
    return score, max(len(pooled) - 1, 0)


def chi_square_p_value(score: float, degrees: int) -> float:
    """Return the chance that chi-square with so many degrees of freedom is at least the score.

    >>> [round(chi_square_p_value(*one), 6) for one in ((3.8414588, 1), (18.307038, 10))]
    [0.05, 0.05]
    """
    half = score / 2
    if not degrees or half <= 0:
        return 1.0
    if half == inf:
        return 0.0
    odd = degrees % 2 / 2
    terms = (
        exp((at + odd) * log(half) - half - lgamma(at + odd + 1)) for at in range(degrees // 2)
    )
    return min(sum(terms) + (erfc(sqrt(half)) if odd else 0.0), 1.0)


def percentiles(values: NDArray[Any]) -> dict[int, Any]:
    """Return percentiles along the first axis: of n values in order, number ceil(n * p / 100).

    Each is the lowest figure that at least so many percent of the values do not exceed: one that
    did occur, in whole cents if the values are.
    """
    import numpy as np

    places = [max(-(-len(values) * percent // 100), 1) - 1 for percent in PERCENTS]
    ranked = np.partition(values, sorted(set(places)), axis=0)
    return {percent: ranked[at].tolist() for percent, at in zip(PERCENTS, places, strict=True)}


def named(percentiles: Mapping[int, Item]) -> dict[str, Item]:
    """Return percentiles for JSON, whose keys are words."""
    return {str(percent): value for percent, value in percentiles.items()}
