"""Marks of bonus wagers: what is drawn on a medallion, in a box of 100."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from markupsafe import Markup

from pitboss.web.drawing.numerals import pen
from pitboss.web.drawing.svg import box, element, number, symbol, used

BOX = box(100, 100)
OTHERS = "divine"
"""The rings that a name without a mark of its own gets."""


def mark(name: str, cls: str = "") -> Markup:
    """Return the mark of a wager; rings if it has none of its own."""
    return used(f"z-{name if name in MARKS else OTHERS}", BOX, cls)


def mark_symbols() -> list[Markup]:
    """Return the entries of the sheet: every mark."""
    return [symbol(f"z-{name}", BOX, pen(3.4, *parts())) for name, parts in MARKS.items()]


def _way(d: str) -> Markup:
    return element("path", d=d)


def _ring(x: float, y: float, radius: float, fill: str | None = None) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, fill=fill)


def _sun() -> list[Markup]:
    rays = []
    for turn in range(12):
        x, y = cos(turn * pi / 6), sin(turn * pi / 6)
        inner = f"{number(50 + 34 * x)} {number(50 + 34 * y)}"
        rays.append(f"M{inner} {number(50 + 45 * x)} {number(50 + 45 * y)}")
    return [_ring(50, 50, 26), _way("".join(rays))]


def _eclipse() -> list[Markup]:
    shade = element("circle", cx=50, cy=50, r=33, fill="currentColor", fill_opacity=0.22)
    return [_ring(50, 50, 43), shade]


def _panda() -> list[Markup]:
    eyes = [_ring(x, 52, 6, "currentColor") for x in (37, 63)]
    return [_ring(50, 55, 34), _ring(22, 22, 11), _ring(78, 22, 11), *eyes]


def _koi() -> list[Markup]:
    body = _way(
        "M10 50c16-28 46-28 62-4 6-8 12-12 18-14-4 12-4 24 0 36-6-2-12-6-18-14-16 24-46 24-62-4Z"
    )
    return [body, _ring(30, 46, 4, "currentColor")]


def _coin() -> list[Markup]:
    return [_ring(50, 50, 42), element("rect", x=36, y=36, width=28, height=28)]


def _pair() -> list[Markup]:
    front = element("rect", x=12, y=14, width=46, height=64, rx=6)
    return [front, _way("M66 24l22 6-12 60-40-8")]


MARKS: dict[str, Callable[[], list[Markup]]] = {
    "sun": _sun,
    "moon": lambda: [_way("M62 9a42 42 0 1 0 0 82A50 50 0 0 1 62 9Z")],
    "eclipse": _eclipse,
    "supreme": lambda: [_way("M50 6 62 38 94 50 62 62 50 94 38 62 6 50 38 38Z")],
    "dragon": lambda: [
        _way(
            "M50 8C30 22 22 38 22 54a28 28 0 0 0 56 0c0-9-4-17-10-23-2 9-7 14-13 16 3-14 2-27-5-39Z"
        )
    ],
    "panda": _panda,
    "tiger": lambda: [_way("M24 10c10 24 10 48-4 76M50 8c8 26 8 54 0 82M76 10c-10 24-10 48 4 76")],
    "koi": _koi,
    "frog": _coin,
    "pair": _pair,
    "divine": lambda: [_ring(50, 50, radius) for radius in (14, 29, 44)],
}
