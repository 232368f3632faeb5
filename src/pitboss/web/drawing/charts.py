"""Small charts: how a meter stood, and what moved it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from pitboss.web.drawing.svg import box, drawing, element, number

_PAD = 3.0


class _Scale:
    """Heights of values in a picture, the least at its foot."""

    def __init__(self, values: Sequence[float], height: float) -> None:
        self.least, self.most, self.height = min(values), max(values), height

    def __call__(self, value: float) -> float:
        if self.most == self.least:
            return self.height / 2
        room = self.height - 2 * _PAD
        return self.height - _PAD - room * (value - self.least) / (self.most - self.least)


def sparkline(
    values: Sequence[float], label: str = "", places: Sequence[float] | None = None
) -> Markup:
    """Return a line of values over time, the newest at the right; places are shares of the time.

    It is stretched to wherever it stands: a page writes beside it what its ends are.
    """
    width, height = 240.0, 60.0
    parts = [element("path", class_="base", d=f"M0 {number(height - 1)}h{number(width)}")]
    if values:
        line = _way(values, _Scale(values, height), width, places)
        parts.append(element("path", class_="ln", d=line))
    return drawing(box(width, height), *parts, cls="spark", label=label, stretched=True)


def waterfall(movements: Sequence[float], opening: float = 0, label: str = "") -> Markup:
    """Return a bar for each movement of a meter, from where it stood to where it came."""
    width, height = 24.0 * max(len(movements), 1), 120.0
    levels = [opening]
    for movement in movements:
        levels.append(levels[-1] + movement)
    up = _Scale([*levels, 0], height)
    bars = [
        element(
            "rect",
            class_="up" if end >= start else "fell",
            x=24 * place + 4,
            y=min(up(start), up(end)),
            width=16,
            height=max(abs(up(start) - up(end)), 1),
        )
        for place, (start, end) in enumerate(pairwise(levels))
    ]
    return drawing(box(width, height), _zero(up, width), *bars, cls="plot waterfall", label=label)


def _zero(up: _Scale, width: float) -> Markup:
    return element("path", class_="ax", d=f"M0 {number(up(0))}h{number(width)}")


def _way(values: Sequence[float], up: _Scale, width: float, places: Sequence[float] | None) -> str:
    """Return where a line goes; values without places lie side by side, one alone is level."""
    if len(values) == 1:
        values, places = [values[0]] * 2, None
    shares = places or [at / (len(values) - 1) for at in range(len(values))]
    points = zip(shares, values, strict=True)
    return "M" + "L".join(f"{number(width * x)} {number(up(value))}" for x, value in points)
