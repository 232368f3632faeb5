"""Chips: color, number of edge marks and the number itself say the same thing."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import tau
from typing import NamedTuple

from markupsafe import Markup

from pitboss.web.drawing.numerals import numerals
from pitboss.web.drawing.svg import INK, box, drawing, element, symbol, use, used

BOX = box(100, 100)
MOST_DRAWN = 5
"""Chips of a stack; the amount stands beside it in figures."""
_STEP = 14
"""How much of a chip is seen below another."""


class Look(NamedTuple):
    """How a chip looks."""

    body: str
    mark: str
    marks: int
    figures: str


_CREAM, _LIGHT = "#f2e7d0", "#fff8e8"
LOOKS = {
    1: Look("#e9e2cf", "#5d6b66", 4, INK),
    5: Look("#a92632", _CREAM, 6, _LIGHT),
    25: Look("#1d6a4b", _CREAM, 8, _LIGHT),
    100: Look("#20262a", "#d9c98d", 10, _LIGHT),
    500: Look("#5a3a86", _CREAM, 12, _LIGHT),
    1000: Look("#c0741b", "#22190c", 14, "#1d1408"),
}
"""By value, in whole units of the currency."""
PART = 0
"""The coin for what is less than the smallest chip."""
_FIGURES = {1: 36, 2: 33, 3: 25, 4: 19}
"""Height by the number of figures."""


def chip(value: int, cls: str = "") -> Markup:
    """Return a chip, by its value in whole units."""
    return used(f"chip-{value}", BOX, f"chip {cls}")


def chips_of(cents: int) -> tuple[int, ...]:
    """Return the fewest chips that make an amount, the highest first.

    >>> chips_of(13_150)
    (100, 25, 5, 1, 0)
    """
    left, part = divmod(cents, 100)
    chips: list[int] = []
    for value in sorted(LOOKS, reverse=True):
        many, left = divmod(left, value)
        chips += [value] * many
    return (*chips, PART) if part else tuple(chips)


def piled(cents: int) -> tuple[int, ...]:
    """Return the chips of an amount that are drawn; where they are many, fewer of each kind.

    >>> piled(5_000), piled(49_900)
    ((25, 25), (100, 100, 25, 5, 1))
    """
    counts = {value: min(many, MOST_DRAWN) for value, many in Counter(chips_of(cents)).items()}
    while sum(counts.values()) > MOST_DRAWN:
        counts[min(counts, key=lambda value: (-counts[value], value))] -= 1
    return tuple(value for value, many in counts.items() for _ in range(many))


def largest_chip(cents: int) -> Markup:
    """Return the largest of the chips that make an amount; nothing lies where no amount is."""
    return chip(chips_of(cents)[0]) if cents else Markup()


@lru_cache(maxsize=512)
def stack(cents: int, cls: str = "") -> Markup:
    """Return a pile of the chips that make an amount, the highest below.

    A few are drawn, and of every kind; nothing lies where no amount is.
    """
    drawn = piled(cents)
    if not drawn:
        return Markup()
    top = _STEP * (len(drawn) - 1)
    pile = (
        use(f"chip-{value}", y=top - _STEP * place, width=100, height=100)
        for place, value in enumerate(drawn)
    )
    return drawing(box(100, 100 + top), *pile, cls=f"stack {cls}")


def chip_symbols() -> list[Markup]:
    """Return the entries of the sheet: a chip for each value, and a coin for parts."""
    coin = element("circle", cx=50, cy=56, r=34, fill="#b9bdb6", stroke="#6c736e", stroke_width=3)
    ring = element("circle", cx=50, cy=56, r=25, fill="none", stroke="#6c736e", stroke_width=2)
    return [symbol(f"chip-{PART}", BOX, coin, ring), *map(_chip, LOOKS)]


def _chip(value: int) -> Markup:
    look = LOOKS[value]
    middle = {"cx": 50, "cy": 50}
    turn = tau * 43 / look.marks
    text = str(value)
    height = _FIGURES[len(text)]
    return symbol(
        f"chip-{value}",
        BOX,
        element("circle", r=49, fill=look.body, **middle),
        element(
            "circle",
            r=43,
            fill="none",
            stroke=look.mark,
            stroke_width=11,
            stroke_dasharray=f"{turn * 0.42:.2f} {turn * 0.58:.2f}",
            **middle,
        ),
        element("circle", r=49, fill="none", stroke="#0006", stroke_width=1.6, **middle),
        element("circle", r=35, fill=look.body, stroke=look.mark, stroke_width=1.6, **middle),
        numerals(
            text, 50, 50 - height / 2, height, line=16, anchor="middle", color=look.figures, gap=14
        ),
    )
