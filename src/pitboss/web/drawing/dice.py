"""Dice: ivory, as many dots as they show."""

from __future__ import annotations

from markupsafe import Markup

from pitboss.web.drawing.names import die_name
from pitboss.web.drawing.svg import EDGE, INK, IVORY, box, element, symbol, used

BOX = box(100, 100)
_FOUR = ((28, 28), (72, 28), (28, 72), (72, 72))
DOTS = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: _FOUR,
    5: ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}
"""Where the dots of a side stand, by their centres."""


def die(shows: int | None, cls: str = "") -> Markup:
    """Return a die, blank while it has not been thrown."""
    return used(f"die-{shows or 0}", BOX, f"die {cls}", die_name(shows))


def die_symbols() -> list[Markup]:
    """Return the entries of the sheet: six sides and a blank one."""
    return [_side(0), *map(_side, DOTS)]


def _side(shows: int) -> Markup:
    radius = 12 if shows == 1 else 9.5
    dots = (element("circle", cx=x, cy=y, r=radius) for x, y in DOTS.get(shows, ()))
    return symbol(
        f"die-{shows}",
        BOX,
        element(
            "rect", x=2, y=2, width=96, height=96, rx=20, fill=IVORY, stroke=EDGE, stroke_width=2
        ),
        element("rect", x=9, y=9, width=82, height=82, rx=26, fill="#fffdf6"),
        element("g", *dots, fill=INK),
    )
