"""Numbers for print, rounded once from exact fractions; digits in groups of three."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from pitboss.rulebook import pays

TIGHT = "\N{NARROW NO-BREAK SPACE}"
LOOSE = "\N{THIN SPACE}"
"""Groups digits like ``TIGHT``, but a line may break there."""
MINUS = "\N{MINUS SIGN}"
BREAK_HERE = "\N{ZERO WIDTH SPACE}"
LONGEST_WORD = 32
"""Longer words may be broken: they would leave their column."""


def grouped(number: int, between: str = TIGHT) -> str:
    """Return an integer with its digits in groups.

    >>> grouped(46656, " ")
    '46 656'
    """
    return f"{number:,}".replace(",", between).replace("-", MINUS)


def fixed(value: Fraction, places: int) -> str:
    """Return a decimal with so many places, rounded from the exact value.

    >>> fixed(Fraction(2, 3), 4), fixed(Fraction(1), 2)
    ('0.6667', '1.00')
    """
    scaled = round(value * 10**places)
    whole, part = divmod(abs(scaled), 10**places)
    sign = MINUS if scaled < 0 else ""
    return sign + grouped(whole) + (f".{part:0{places}d}" if places else "")


def percent(value: Fraction | None, places: int | None = 6) -> str:
    """Return a percentage as everywhere, with the sign that print has for a minus.

    >>> percent(Fraction(67, 165), 4), percent(Fraction(1, 40), None)
    ('40.6061%', '2.5%')
    """
    return pays.percent(value, places).replace("-", MINUS)


def deviations(z: Decimal | None) -> str:
    """Return a number of standard deviations with its sign, if it has one; empty without any.

    >>> deviations(Decimal("1.50")), deviations(Decimal("0.00")), deviations(None)
    ('+1.50', '0.00', '')
    """
    return "" if z is None else f"{z:+}".replace("-", MINUS) if z else f"{z}"


def ratio(value: Fraction, between: str = TIGHT) -> str:
    """Return ``n/d`` in lowest terms, or ``n``.

    >>> ratio(Fraction(62, 830)), ratio(Fraction(0))
    ('31/415', '0')
    """
    if value.denominator == 1:
        return grouped(value.numerator, between)
    return f"{grouped(value.numerator, between)}/{grouped(value.denominator, between)}"


def breakable(text: str) -> str:
    """Let lines break inside words that are too long for a column; nothing visible changes.

    >>> breakable("a_" * 20).replace(BREAK_HERE, "|").count("|")
    19
    """
    return " ".join(
        word if len(word) <= LONGEST_WORD else _broken(word) for word in text.split(" ")
    )


def _broken(word: str) -> str:
    parts = [""]
    for at, letter in enumerate(word, 1):
        parts[-1] += letter
        if at < len(word) and (letter in "_./-,:" or len(parts[-1]) == LONGEST_WORD // 2):
            parts.append("")
    return BREAK_HERE.join(parts)


def shortened(text: str, longest: int) -> str:
    """Return a text cut to a length, with an ellipsis where something is missing."""
    return (
        text if len(text) <= longest else text[: longest - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    )


def ticks(highest: Fraction) -> Sequence[Fraction]:
    """Return the marks of an axis from zero to just past the highest value: three to six steps.

    >>> [str(one) for one in ticks(Fraction(9, 10))]
    ['0', '1/5', '2/5', '3/5', '4/5', '1']
    """
    step = Fraction(1)
    while highest and step * 3 > highest:
        step /= 10
    while not any(step * unit * 6 >= highest for unit in (1, 2, 5)):
        step *= 10
    step *= next(unit for unit in (1, 2, 5) if step * unit * 6 >= highest)
    steps = max(1, -(-highest // step))
    return [step * at for at in range(int(steps) + 1)]
