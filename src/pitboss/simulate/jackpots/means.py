"""Means over years with their standard errors, and ratios of such means."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from pitboss.simulate.jackpots.setting import MICROS
from pitboss.simulate.statistics import named, percentiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

Record = dict[str, object]


class Figure(NamedTuple):
    """A mean with its standard error, and beside it the exact figure where odds know it."""

    mean: float
    standard_error: float | None
    """None for a single year."""
    exact: float | None = None

    @property
    def z(self) -> float | None:
        """How many standard errors the mean is from the exact figure."""
        if self.exact is None or not self.standard_error:
            return None
        return (self.mean - self.exact) / self.standard_error

    def record(self) -> Record:
        """Return it for JSON."""
        return {**self._asdict(), "z": self.z}


class Spread(NamedTuple):
    """A figure with the values that 5, 25, 50, 75 and 95 percent of all stay at or below."""

    figure: Figure
    percentiles: dict[int, int]

    @property
    def mean(self) -> float:
        """The mean."""
        return self.figure.mean

    def record(self) -> Record:
        """Return it for JSON."""
        return {**self.figure.record(), "percentiles": named(self.percentiles)}


def figure_of(
    values: NDArray[np.int64] | NDArray[np.float64], exact: Fraction | float | None = None
) -> Figure:
    """Return the mean of one number a year."""
    number = len(values)
    error = float(values.std(ddof=1)) / sqrt(number) if number > 1 else None
    return Figure(float(values.mean()), error, None if exact is None else float(exact))


def spread_of(micros: Whole, exact_cents: float | None = None) -> Spread:
    """Return the mean and the percentiles of micro-units, in cents."""
    return Spread(figure_of(micros / MICROS, exact_cents), percentiles(micros // MICROS))


def ratio_of(
    above: NDArray[np.int64] | NDArray[np.float64],
    below: Whole,
    exact: Fraction | float | None = None,
) -> Figure | None:
    """Return the ratio of two sums over the years, with its error; None if there is nothing below.

    The error is that of ``above - ratio * below`` per year, which is right for many years.
    """
    if not below.sum():
        return None
    ratio = float(above.sum() / below.sum())
    left = figure_of(above - ratio * below).standard_error
    error = None if left is None else left / float(below.mean())
    return Figure(ratio, error, None if exact is None else float(exact))
