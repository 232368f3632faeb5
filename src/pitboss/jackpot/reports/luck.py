"""Whether a win that differs from the exact odds may be put down to luck.

Standard deviations say how rare a difference is only where the sum of the bets is near to normal.
The exact odds say how far it is from that: a wager that rarely pays much is lopsided, and its sum
stays so until there are many bets. Until then nothing is claimed. And who looks at many wagers at
once will see one of them far off: the more are looked at, the farther a difference must be.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist
from typing import Literal, NamedTuple

Luck = Literal["", "luck", "beyond luck", "too few bets"]
"""Empty where nothing is expected, or nothing was bet."""

LOPSIDED = Decimal(1) / 3
"""The skewness of a sum from which on its standard deviations tell too little."""
BY_LUCK = 0.0027
"""How often luck alone goes beyond the bar, in one of all that are looked at: 3 in 1,000."""
HUNDREDTHS = Decimal("0.01")
LUCK_WORDS = (
    "Beyond luck is what luck alone does to any wager of a report in 3 of 1,000 cases: 3 standard "
    "deviations for one wager, more for one of several and where the exact odds are lopsided. Bets "
    "are too few to say so of a z while the exact skewness of their sum is above 1/3."
)
LUCK_SAID: dict[Luck, str] = {
    "": "",
    "luck": "within what luck does",
    "beyond luck": "more than luck explains",
    "too few bets": "too few bets to tell",
}
"""The same for people who read one line."""


class Distance(NamedTuple):
    """How far a win is from what was expected, and how lopsided luck makes it."""

    z: Decimal | None
    skew: Decimal = Decimal(0)
    """Of the sum of the bets, without its sign."""


def luck_of(distances: Iterable[Distance]) -> list[Luck]:
    """Return what may be said of each of some distances that are looked at together.

    >>> far, near = Distance(Decimal("3.2")), Distance(Decimal(0))
    >>> luck_of([far]), luck_of([far, near])
    (['beyond luck'], ['luck', 'luck'])
    >>> luck_of([Distance(Decimal("-6.09"), Decimal(3)), Distance(None)])
    ['too few bets', '']
    """
    every = list(distances)
    tested = sum(one.z is not None and one.skew <= LOPSIDED for one in every)
    return [_said(one, tested) for one in every]


def told(z: Decimal | None, luck: Luck) -> Decimal | None:
    """Return a z for people, who would take that of too few bets for more than it is."""
    return None if luck == "too few bets" else z


def bar(tested: int, skew: Decimal = Decimal(0)) -> Decimal:
    """Return the standard deviations that luck hardly goes beyond in any of some sums.

    Each has its share of the chance, and the bar of a normal sum is moved by the skewness, as far
    as the first term of Cornish and Fisher goes.

    >>> bar(1), bar(75), bar(1, Decimal("0.3"))
    (Decimal('3.00'), Decimal('4.13'), Decimal('3.40'))
    """
    normal = Decimal(NormalDist().inv_cdf(1 - BY_LUCK / 2 / tested))
    return (normal + skew * (normal * normal - 1) / 6).quantize(HUNDREDTHS)


def cube_root(moment: Fraction) -> Decimal:
    """Return the cube root of a third moment, without its sign.

    >>> round(cube_root(Fraction(-27, 8)), 6)
    Decimal('1.500000')
    """
    size = abs(Decimal(moment.numerator)) / moment.denominator
    return size ** (Decimal(1) / 3) if size else size


def _said(one: Distance, tested: int) -> Luck:
    if one.z is None:
        return ""
    if one.skew > LOPSIDED:
        return "too few bets"
    return "beyond luck" if abs(one.z) >= bar(tested, one.skew) else "luck"
