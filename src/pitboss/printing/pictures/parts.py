"""A chart as plain data: axes and layers. It knows nothing of the library that will draw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite, log
from typing import Literal

from pitboss.refusals import Unreadable, unreadable

Unit = Literal["percent", "cents", "count", "days"]
"""How the numbers of an axis are written; shares are fractions of 1, money is whole cents."""
Hue = Literal["blue", "vermilion", "green", "purple", "ink", "grey"]
"""A color of the house by name; ``picture_look.COLORS`` says what it looks like."""

HEADROOM = 0.05
"""Left free above and below what is drawn, as a share of its height."""
NEAR_ZERO = 0.35
"""An axis starts at zero where the lowest value is nearer to it than this share of the highest."""

TOO_FAR_RIGHT = 0.6
"""From here on the label of an upright level stands to its left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What is measured, how it is written, and the range to show: that of the data if left out."""

    label: str
    unit: Unit = "count"
    log: bool = False
    low: float | None = None
    high: float | None = None
    places: int = 2
    """Decimals of a percentage in labels and hover texts; ticks find their own."""
    currency: str = "$"
    """What stands before an amount."""

    def __post_init__(self) -> None:
        _make_plain(self, "label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A curve. A main line is labelled at its end; samples are thin and share a label in the key.

    >>> Line(x=(1, 2), y=(5,))
    Traceback (most recent call last):
    ...
    ValueError: the columns of a layer must be equally long
    """

    x: Sequence[float]
    y: Sequence[float]
    label: str = ""
    style: Literal["main", "sample"] = "main"
    hue: Hue = "blue"

    def __post_init__(self) -> None:
        _check(self.x, self.y)
        _make_plain(self, "label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """What lies between two curves; the label goes to the key, the others to its right end.

    Bands of one hue lie on each other, the widest first, and so grow lighter outwards.
    """

    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    label: str = ""
    low_label: str = ""
    high_label: str = ""
    hue: Hue = "blue"

    def __post_init__(self) -> None:
        _check(self.x, self.low, self.high)
        _make_plain(self, "label", "low_label", "high_label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """A histogram: one height between each edge and the next."""

    edges: Sequence[float]
    heights: Sequence[float]
    label: str = ""
    hue: Hue = "blue"

    def __post_init__(self) -> None:
        _check(self.edges[1:], self.heights)
        _make_plain(self, "label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A straight line to compare with, right across at ``y`` or right up at ``x``; with a label."""

    y: float | None = None
    x: float | None = None
    label: str = ""
    hue: Hue = "vermilion"

    def __post_init__(self) -> None:
        if (self.x is None) == (self.y is None):
            raise ValueError("a level is at an x or at a y")
        _make_plain(self, "label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Single points, such as hits of a jackpot."""

    x: Sequence[float]
    y: Sequence[float]
    label: str = ""
    hue: Hue = "vermilion"

    def __post_init__(self) -> None:
        _check(self.x, self.y)
        _make_plain(self, "label")


Layer = Line | Band | Bars | Level | Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One chart. Layers are drawn in their order, the last on top."""

    title: str
    x: Axis
    y: Axis
    layers: Sequence[Layer] = field(default_factory=tuple)
    subtitle: str = ""
    footnote: str = ""

    def __post_init__(self) -> None:
        _make_plain(self, "title", "subtitle", "footnote")

    def x_range(self) -> tuple[float, float]:
        """Return the ends of the x axis: the data reach from one to the other."""
        found = [value for layer in self.layers for value in _across(layer)]
        return _ends(self.x, found, 0.0)

    def y_range(self) -> tuple[float, float]:
        """Return the ends of the y axis: a little room, and from zero where zero is near."""
        found = [value for layer in self.layers for value in _up(layer)]
        return _ends(self.y, found, HEADROOM)

    def labels_at_the_right(self) -> list[tuple[float, str, Hue]]:
        """Return what is written beside the chart, from below: height on the y axis, text, hue.

        Where heights are equal, lower ends of bands come first and upper ends last, in their order.
        """
        low: list[tuple[float, str, Hue]] = []
        middle: list[tuple[float, str, Hue]] = []
        high: list[tuple[float, str, Hue]] = []
        for one in self.layers:
            if isinstance(one, Band) and one.x:
                low.append((one.low[-1], one.low_label, one.hue))
                high.insert(0, (one.high[-1], one.high_label, one.hue))
            elif isinstance(one, Line) and one.style == "main" and one.x:
                middle.append((one.y[-1], one.label, one.hue))
            elif isinstance(one, Level) and one.y is not None:
                middle.append((one.y, one.label, one.hue))
        labels = [label for label in (*low, *middle, *high) if label[1]]
        return sorted(labels, key=lambda label: label[0])

    def labels_on_top(self) -> list[tuple[Level, int, bool]]:
        """Return upright levels with the row of their label and whether it stands to the left.

        Each label has a row of its own, row 0 next to the chart, and no line runs through a text.
        """
        upright = [one for one in self.layers if isinstance(one, Level)]
        places = [(self._across(one.x), one) for one in upright if one.x is not None]
        places.sort(key=lambda place: place[0])
        left = [place for place in places if place[0] > TOO_FAR_RIGHT]
        right = [place for place in places if place not in left]
        lowest_first = [(one, True) for _, one in left] + [(one, False) for _, one in right[::-1]]
        return [(one, row, at_left) for row, (one, at_left) in enumerate(lowest_first)]

    def _across(self, x: float) -> float:
        """Return how far across the chart an x lies, from 0 to 1."""
        low, high = self.x_range()
        if self.x.log:
            low, high, x = log(low), log(high), log(x)
        return (x - low) / (high - low)

    def key(self) -> list[Line | Band | Bars | Marks]:
        """Return the layers that the key explains, each label once."""
        named: dict[str, Line | Band | Bars | Marks] = {}
        for one in self.layers:
            if isinstance(one, Level) or (isinstance(one, Line) and one.style == "main"):
                continue
            if one.label:
                named.setdefault(one.label, one)
        return list(named.values())


def plain(text: str) -> str:
    r"""Return a text without what no picture can show, such as line ends.

    >>> plain("one\nline")
    'one line'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)


def nothing(message: str, remedy: str) -> Unreadable:
    """Return the refusal of a picture that would be empty."""
    return unreadable("nothing-to-draw", message, remedy)


def _make_plain(record: object, *names: str) -> None:
    for name in names:
        object.__setattr__(record, name, plain(getattr(record, name)))


def _check(*columns: Sequence[float]) -> None:
    if len({len(column) for column in columns}) != 1:
        raise ValueError("the columns of a layer must be equally long")
    if not all(isfinite(value) for column in columns for value in column):
        raise ValueError("a layer is drawn from finite numbers")


def _across(layer: Layer) -> Iterator[float]:
    if isinstance(layer, Level):
        if layer.x is not None:
            yield layer.x
    else:
        yield from layer.edges if isinstance(layer, Bars) else layer.x


def _up(layer: Layer) -> Iterator[float]:
    if isinstance(layer, Level):
        if layer.y is not None:
            yield layer.y
    elif isinstance(layer, Band):
        yield from layer.low
        yield from layer.high
    elif isinstance(layer, Bars):
        yield 0.0
        yield from layer.heights
    else:
        yield from layer.y


def _ends(axis: Axis, found: Sequence[float], headroom: float) -> tuple[float, float]:
    low, high = float(min(found, default=0)), float(max(found, default=1))
    if headroom and not axis.log:
        room = (high - low or abs(high) or 1.0) * headroom
        if 0 <= low < NEAR_ZERO * high:
            low = 0.0
        else:
            low -= room
        high += room
    low = low if axis.low is None else axis.low
    high = high if axis.high is None else axis.high
    if axis.log:
        low = low if low > 0 else high / 10 if high > 0 else 0.1
        high = high if high > low else low * 10
    return (low, high) if high > low else (low - 0.5, low + 0.5)
