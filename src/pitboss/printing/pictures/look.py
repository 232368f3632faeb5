"""The look of pictures, defined once: colors, and how numbers stand on axes and in labels."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from pitboss.printing.numerals import MINUS
from pitboss.printing.pictures.parts import Axis, Band, Hue, Layer, Picture

COLORS: dict[Hue, str] = {
    "blue": "#0b62a4",
    "vermilion": "#c24a00",
    "green": "#00795a",
    "purple": "#8a4b9c",
    "ink": "#1d2733",
    "grey": "#7d8a97",
}
"""Told apart by color-blind readers and in grey; dark enough for text on white paper."""
INK = COLORS["ink"]
FAINT = "#5d6b7a"
HAIRLINE = "#d5dbe2"
BAND_ALPHA = 0.2
BARS_ALPHA = 0.55
SAMPLE_ALPHA = 0.6

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
DAY_STEPS = (30.0, 60.0, 90.0, 180.0, 365.0, 730.0, 1825.0, 3650.0)
MOST_TICKS = 7
MOST_DECADES = 7


def written(value: float, axis: Axis) -> str:
    """Return a value as labels and hover texts show it.

    >>> written(0.010579, Axis(label="edge", unit="percent", places=4))
    '1.0579%'
    >>> money = Axis(label="bankroll", unit="cents")
    >>> written(125000, money), written(1250, money), written(99999999, money)
    ('$1,250', '$12.50', '$1,000,000')
    """
    if axis.unit == "percent":
        return _signed(value * 100, axis.places, after="%")
    if axis.unit == "cents":
        cents = round(value)
        places = 2 if cents % 100 and abs(cents) < 100_000 else 0
        return _signed(cents / 100, places, before=axis.currency)
    return _signed(value, 0 if value == round(value) else axis.places)


def ticks(low: float, high: float, axis: Axis) -> list[tuple[float, str]]:
    """Return where an axis is marked, and with what.

    >>> ticks(0.0101, 0.0119, Axis(label="", unit="percent"))[0]
    (0.0105, '1.05%')
    >>> [text for _, text in ticks(0, 210000, Axis(label="", unit="cents"))]
    ['$0', '$500', '$1,000', '$1,500', '$2,000']
    >>> [text for _, text in ticks(10**4, 10**6, Axis(label="", log=True))]
    ['10,000', '100,000', '1 million']
    """
    if axis.log:
        return [(at, _spoken(at, axis)) for at in _decades(low, high)]
    step = _step(low, high, axis)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    places = _places(step * {"percent": 100, "cents": 0.01}.get(axis.unit, 1))
    if axis.unit == "cents":
        places = 2 if places else 0
    found = [float(f"{at * step:.12g}") for at in range(first, last + 1)]
    if axis.unit == "percent":
        return [(at, _signed(at * 100, places, after="%")) for at in found]
    if axis.unit == "cents":
        return [(at, _signed(at / 100, places, before=axis.currency)) for at in found]
    return [(at, _signed(at, places)) for at in found]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places as near as can be to those wanted, no two nearer to each other than a gap.

    They keep their order and stay between ``low`` and ``high`` as long as there is room.

    >>> spread([50, 50, 10], 10, 0, 100)
    [45.0, 55.0, 10.0]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    groups: list[list[float]] = []
    for place, at in enumerate(order):
        groups.append([wanted[at] - place * gap])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    shifts = [_mean(group) for group in groups for _ in group]
    highest = max(low, high - (len(order) - 1) * gap)
    found = [0.0] * len(order)
    for place, at in enumerate(order):
        found[at] = min(max(shifts[place], low), highest) + place * gap
    return found


def depth(picture: Picture, layer: Layer) -> float:
    """Return how dark a layer looks: bands of one hue lie on each other."""
    if not isinstance(layer, Band):
        return BARS_ALPHA
    bands = [one for one in picture.layers if isinstance(one, Band) and one.hue == layer.hue]
    return 1 - (1 - BAND_ALPHA) ** (bands.index(layer) + 1)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _signed(value: float, places: int, *, before: str = "", after: str = "") -> str:
    digits = f"{abs(value):,.{places}f}"
    sign = MINUS if value < 0 and digits.strip("0.,") else ""
    return f"{sign}{before}{digits}{after}"


def _spoken(value: float, axis: Axis) -> str:
    if axis.unit == "count":
        for power, name in ((12, "trillion"), (9, "billion"), (6, "million")):
            if value >= 10**power:
                return f"{value / 10**power:,.0f} {name}"
    places = max(0, -floor(log10(value))) if value < 1 else 0
    return written(value, axis) if axis.unit != "count" else _signed(value, places)


def _decades(low: float, high: float) -> list[float]:
    powers = range(ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9) + 1)
    if len(powers) < 3:
        around = range(floor(log10(low)), ceil(log10(high)) + 1)
        fine = [unit * 10.0**power for power in around for unit in (1, 2, 5)]
        return [at for at in fine if low * (1 - 1e-9) <= at <= high * (1 + 1e-9)]
    apart = -(-len(powers) // MOST_DECADES)
    return [10.0**power for power in powers if power % apart == 0]


def _step(low: float, high: float, axis: Axis) -> float:
    least = (high - low) / MOST_TICKS
    if axis.unit == "days" and 10 < least <= DAY_STEPS[-1]:
        return next(step for step in DAY_STEPS if step >= least)
    scale = 10.0 ** floor(log10(least))
    whole = axis.unit != "percent"
    steps = (float(f"{unit * scale:.12g}") for unit in (*STEPS, *(10 * one for one in STEPS)))
    return next((one for one in steps if one >= least and not (whole and one % 1)), 1.0)


def _places(step: float) -> int:
    """Return how many decimals tell the multiples of a step apart."""
    scaled = ((n, step * 10**n) for n in range(12))
    return next((n for n, one in scaled if one > 0.5 and abs(one - round(one)) < 1e-6), 12)
