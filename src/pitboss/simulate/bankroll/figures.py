"""Figures of many sessions: shares, and how whole numbers are distributed."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.simulate.statistics import CONFIDENCE, named, percentiles

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Share(NamedTuple):
    """So many of all sessions; the interval is Wilson's, for 95%."""

    number: int
    of: int

    @property
    def share(self) -> float:
        """The share itself."""
        return self.number / self.of

    @property
    def standard_error(self) -> float:
        """The standard error of the share, by the share itself: 0 where all or none are meant."""
        return sqrt(self.share * (1 - self.share) / self.of)

    @property
    def interval(self) -> tuple[float, float]:
        """The shares that this many sessions leave likely; never empty, also for none of them.

        >>> [round(one, 4) for one in Share(0, 100).interval]
        [0.0, 0.037]
        """
        weight = CONFIDENCE**2 / self.of
        middle = self.share + weight / 2
        half = sqrt(weight * self.share * (1 - self.share) + weight * weight / 4)
        return max((middle - half) / (1 + weight), 0.0), min((middle + half) / (1 + weight), 1.0)

    def record(self) -> dict[str, object]:
        """Return it for machines."""
        low, high = self.interval
        return {
            "sessions": self.number,
            "share": self.share,
            "standard_error": self.standard_error,
            "interval_95": [low, high],
        }


class Numbers(NamedTuple):
    """How some whole numbers are distributed."""

    number: int
    mean: float
    lowest: int
    highest: int
    percentiles: dict[int, int]

    def record(self) -> dict[str, object]:
        """Return it for machines."""
        return {**self._asdict(), "percentiles": named(self.percentiles)}


def numbers_of(values: NDArray[Any]) -> Numbers:
    """Return how whole numbers are distributed; there must be some."""
    return Numbers(
        number=len(values),
        mean=total_of(values) / len(values),
        lowest=int(values.min()),
        highest=int(values.max()),
        percentiles=percentiles(values),
    )


def total_of(values: NDArray[Any]) -> int:
    """Return a sum that no number of sessions can overflow."""
    return sum(values.tolist())
