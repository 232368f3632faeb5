"""Charts with axes: a win within its expected band, a meter over time, the hold of each wager."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from pitboss.web.drawing.labels import LINE, Box, Spot, placed
from pitboss.web.drawing.svg import box, drawing, element, number

WIDTH, HEIGHT = 720.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 118.0, 704.0, 20.0, 204.0
LINES = 4
"""Of the grid, at most so many and one."""
STEPS = (1, 2, 5, 10)
NAMES, FIGURES = 196.0, 630.0
"""Where bars of holds begin and end, between their names and their figures."""
ROW = 26.0
_END = {"text_anchor": "end"}
Text = Callable[[float], str]


class Mark(NamedTuple):
    """Something that happened on a line: where in it, and what it is called."""

    place: float
    value: float
    says: str


class Held(NamedTuple):
    """The hold of a wager, what was expected of it, and how far luck takes it: shares of one."""

    name: str
    hold: float
    edge: float | None = None
    deviation: float = 0


class _Axis:
    """Heights of values, the least at the foot; grid lines stand at round values."""

    def __init__(self, values: Sequence[float]) -> None:
        low, high = min(values), max(values)
        self.step = _step(high - low)
        self.low = self.step * int(low // self.step)
        self.high = max(self.step * int(-(-high // self.step)), self.low + self.step)

    def __call__(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)

    @property
    def lines(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * at for at in range(count + 1)]


def _step(extent: float) -> float:
    """Return the least round step of which a few make an extent.

    >>> _step(100), _step(2_600), _step(4)
    (50, 1000, 1)
    """
    size = 10 ** Decimal(extent / LINES).adjusted() if extent > LINES else 1
    return next(size * one for one in STEPS if size * one * LINES >= extent)


def course(
    places: Sequence[float],
    wins: Sequence[float],
    expected: Sequence[float],
    deviations: Sequence[float],
    *,
    ends: tuple[str, str] = ("", ""),
    text: Text = number,
    label: str = "",
) -> Markup:
    """Return a win over time in two standard deviations around what was expected of it.

    Places are shares of the time that is shown. The scale is the line's: a band that reaches far
    beyond it is cut, so that the line keeps some of the height.
    """
    if not wins:
        return _picture(HEIGHT, "course", label)
    spread = list(zip(expected, deviations, strict=True))
    highs = [mean + 2 * sigma for mean, sigma in spread]
    lows = [mean - 2 * sigma for mean, sigma in spread]
    up = _Axis(_in_view([*wins, *expected, 0], [*highs, *lows]))
    across = _across(places)
    there, back = _points(across, highs, up), reversed(_points(across, lows, up))
    return _picture(
        HEIGHT,
        "course",
        label,
        _framed(element("path", class_="range", d="M" + "L".join((*there, *back)) + "Z")),
        *_grid(up, text),
        element("path", class_="mean", d=_way(across, expected, up)),
        element("path", class_="ln", d=_way(across, wins, up)),
        element("circle", class_="mk", cx=across[0], cy=up(wins[0]), r=3),
        *_spots([Spot(across[-1], up(wins[-1]), text(wins[-1]))]),
        *_ends(ends),
    )


def _in_view(line: Sequence[float], band: Sequence[float]) -> tuple[float, float]:
    """Return from where to where a picture goes: half as far again as its line, at most.

    >>> _in_view([0, 184, 32], [-3_000, 3_100]), _in_view([0, 90], [-20, 100])
    ((-92.0, 276.0), (-20, 100))
    """
    low, high = min(line), max(line)
    beyond = (high - low) / 2 or max(map(abs, band))
    return max(min(*band, low), low - beyond), min(max(*band, high), high + beyond)


def levels(
    places: Sequence[float],
    values: Sequence[float],
    marks: Sequence[Mark] = (),
    *,
    ends: tuple[str, str] = ("", ""),
    text: Text = number,
    label: str = "",
) -> Markup:
    """Return how a meter stood; places are shares of the time. Where it falls the line breaks."""
    if not values:
        return _picture(HEIGHT, "levels", label)
    up, at = _Axis(values), _across(places)
    falls = [here for here in range(1, len(values)) if values[here] < values[here - 1]]
    bounds = [0, *falls, len(values)]
    drawn = [
        element("path", class_="ln", d=_way(at[start:end], values[start:end], up))
        for start, end in pairwise(bounds)
    ]
    drops = [
        element("path", class_="be", d=_way([at[here]] * 2, values[here - 1 : here + 1], up))
        for here in falls
    ]
    last = Spot(at[-1], up(values[-1]), text(values[-1]))
    named = [
        Spot(x, up(mark.value), mark.says)
        for mark, x in zip(marks, _across([mark.place for mark in marks]), strict=True)
    ]
    return _picture(
        HEIGHT,
        "levels",
        label,
        *_grid(up, text),
        *drawn,
        *drops,
        *_spots([last, *reversed(named)]),
        *_ends(ends),
    )


def holds(rows: Sequence[Held], *, text: Text = number, label: str = "") -> Markup:
    """Return a bar for the hold of each wager, a mark where it was expected, and luck around it.

    What lies beyond the whole handle is cut there: the figure beside it says how far it goes.
    """
    height = ROW * max(len(rows), 1) + 8
    reach = min(max([0.05, *(abs(row.hold) for row in rows), *(row.edge or 0 for row in rows)]), 1)
    middle, room = (NAMES + FIGURES) / 2, (FIGURES - NAMES) / 2

    def along(value: float) -> float:
        return middle + room * max(min(value / reach, 1), -1)

    axis = element("path", class_="ax", d=f"M{number(middle)} 0v{number(height)}")
    bars = [part for at, row in enumerate(rows) for part in _hold(row, ROW * at, along)]
    said = [
        part
        for at, row in enumerate(rows)
        for part in (
            element("text", row.name, x=NAMES - 8, y=ROW * at + 18, text_anchor="end"),
            element("text", text(row.hold), class_="strong", x=WIDTH, y=ROW * at + 18, **_END),
        )
    ]
    return _picture(height, "holds", label, axis, *bars, *said)


def _hold(row: Held, top: float, along: Callable[[float], float]) -> list[Markup]:
    begin, end, middle = along(0), along(row.hold), top + ROW / 2
    bar = element(
        "rect",
        class_="held" if row.hold >= 0 else "held lost",
        x=min(begin, end),
        y=middle - 6,
        width=max(abs(end - begin), 1),
        height=12,
    )
    if row.edge is None:
        return [bar]
    low, high = (along(row.edge + 2 * sign * row.deviation) for sign in (-1, 1))
    return [
        bar,
        element("path", class_="luck", d=f"M{_xy(low, middle)}H{number(high)}"),
        element("path", class_="due", d=f"M{_xy(along(row.edge), middle - 10)}v20"),
    ]


def zbar(z: float, label: str) -> Markup:
    """Return how far a win is from what was expected: ticks stand at two standard deviations."""
    end = 64 + 20 * max(min(z, 3), -3)
    bar = element(
        "rect",
        class_="far" if abs(z) >= 3 else None,
        x=min(64, end),
        y=4,
        width=max(abs(end - 64), 0.5),
        height=6,
    )
    ticks = element("path", class_="ax", d="M64 0v14M24 4v6M104 4v6")
    return drawing(box(128, 14), ticks, bar, cls="zbar", label=label)


# --- parts ---


def _picture(height: float, cls: str, label: str, *parts: Markup) -> Markup:
    named = [element("title", label)] if label else []
    return drawing(box(WIDTH, height), *named, *parts, cls=f"plot {cls}", label=label)


def _framed(part: Markup) -> Markup:
    """Return a part of a picture, cut where the axes end."""
    width, height = RIGHT - LEFT, BOTTOM - TOP
    place = {"x": LEFT, "y": TOP, "width": width, "height": height}
    view = f"{_xy(LEFT, TOP)} {_xy(width, height)}"
    return element("svg", part, viewBox=view, overflow="hidden", **place)


def _across(places: Sequence[float]) -> list[float]:
    return [LEFT + (RIGHT - LEFT) * place for place in places]


def _grid(up: _Axis, text: Text) -> list[Markup]:
    parts = []
    for value in up.lines:
        cls = "ax" if value == 0 else "gr"
        parts.append(element("path", class_=cls, d=f"M{_xy(LEFT, up(value))}H{number(RIGHT)}"))
        parts.append(element("text", text(value), x=LEFT - 8, y=up(value) + 4, text_anchor="end"))
    return parts


def _ends(ends: tuple[str, str]) -> list[Markup]:
    first, last = ends
    return [
        element("text", first, x=LEFT, y=HEIGHT - 12),
        element("text", last, x=RIGHT, y=HEIGHT - 12, text_anchor="end"),
    ]


def _spots(spots: Sequence[Spot]) -> list[Markup]:
    """Return rings on a line and their words, the most important first; those without room go."""
    rings = [element("circle", class_="mk", cx=spot.x, cy=spot.y, r=4.5) for spot in spots]
    places = placed(spots, Box(LEFT, 0, RIGHT, BOTTOM))
    said = [_said(spot, place) for spot, place in zip(spots, places, strict=True) if place]
    return [*rings, *said]


def _said(spot: Spot, place: Box) -> Markup:
    before = place.left < spot.x
    x, anchor = (place.right, "end") if before else (place.left, "start")
    y = place.bottom - LINE / 3
    return element("text", spot.says, class_="strong lbl", x=x, y=y, text_anchor=anchor)


def _points(across: Sequence[float], values: Sequence[float], up: _Axis) -> list[str]:
    return [_xy(x, up(value)) for x, value in zip(across, values, strict=True)]


def _way(across: Sequence[float], values: Sequence[float], up: _Axis) -> str:
    return "M" + "L".join(_points(across, values, up))


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
