"""Histograms of a simulation: how often sessions ended with how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import floor, gcd, log10

from pitboss.printing.pictures.look import STEPS, written
from pitboss.printing.pictures.parts import Axis, Bars, Hue, Layer, Level, Picture, nothing

MOST_BARS = 50
LEAST_BARS = 20
"""Where amounts are so few that wide bars would hide between what they lie, bars are narrow."""
BEYOND = 0.001
"""Of the sessions at each end, those that may be left out where they would flatten the rest."""
FAR = 0.5
"""They are left out where they need this much more room than all others."""
LEVEL_HUES: tuple[Hue, ...] = ("vermilion", "green", "ink", "purple")


def histogram(
    values_cents: Sequence[int],
    marks: Mapping[str, float] | None = None,
    *,
    title: str,
    subtitle: str = "",
    footnote: str = "",
    measure: str = "bankroll at the end",
    of: str = "sessions",
    currency: str = "$",
) -> Picture:
    """Return how often sessions ended with how much; ``marks`` are amounts by name (mean, start).

    Bars are as wide as a round amount that holds equally many of the amounts that can occur. A few
    sessions far from all others are left out, and a footnote says so.
    """
    found = Counter(int(value) for value in values_cents)
    if not found:
        raise nothing(f"there are no {of}", "ask for at least one")
    values = sorted(found)
    low, high = _shown(values, found)
    width = _width(low, high, values)
    first = low // width * width
    if low == high:
        # One amount only: a narrow bar with room beside it.
        low, high, first = low - 10 * width, high + 10 * width, low - 21 * width // 2
    counts = [0] * ((high - first) // width + 1)
    edges = [first + at * width for at in range(len(counts) + 1)]
    for value in values:
        if edges[0] <= value < edges[-1]:
            counts[(value - first) // width] += found[value]
    total = sum(found.values())
    money = Axis(label="", unit="cents", currency=currency)
    missing = total - sum(counts)
    if missing:
        beyond = " and ".join(
            written(end, money)
            for end in (values[0], values[-1])
            if not edges[0] <= end < edges[-1]
        )
        said = f"Not shown: {missing:,} of {total:,} {of}, as far as {beyond}."
        footnote = f"{footnote} {said}".strip()
    return counted_histogram(
        edges,
        counts,
        marks,
        total=total,
        title=title,
        subtitle=subtitle,
        footnote=footnote,
        measure=measure,
        of=of,
        currency=currency,
    )


def counted_histogram(
    edges_cents: Sequence[int],
    counts: Sequence[int],
    marks: Mapping[str, float] | None = None,
    *,
    total: int | None = None,
    title: str,
    subtitle: str = "",
    footnote: str = "",
    measure: str = "bankroll at the end",
    of: str = "sessions",
    currency: str = "$",
) -> Picture:
    """Return a histogram of what is counted already: so many between each edge and the next.

    Heights are shares of ``total``, which is the sum of the counts unless some lie outside.
    """
    whole = int(sum(counts)) if total is None else total
    if not whole:
        raise nothing(f"there are no {of}", "ask for at least one")
    money = Axis(label=measure, unit="cents", currency=currency)
    heights = [float(count) / whole for count in counts]
    layers: list[Layer] = [Bars(edges=[float(edge) for edge in edges_cents], heights=heights)]
    for place, (name, cents) in enumerate((marks or {}).items()):
        hue = LEVEL_HUES[place % len(LEVEL_HUES)]
        layers.append(Level(x=cents, label=f"{name}: {written(cents, money)}", hue=hue))
    return Picture(
        title=title,
        subtitle=subtitle,
        footnote=footnote,
        x=money,
        y=Axis(label=f"share of {of}", unit="percent", low=0.0),
        layers=tuple(layers),
    )


def _shown(values: Sequence[int], found: Mapping[int, int]) -> tuple[int, int]:
    """Return the least and the highest amount to show."""
    sizes = list(accumulate(found[value] for value in values))
    low = next(v for v, size in zip(values, sizes, strict=True) if size > sizes[-1] * BEYOND)
    high = next(
        v for v, size in zip(values, sizes, strict=True) if size >= sizes[-1] * (1 - BEYOND)
    )
    far = FAR * max(high - low, 1)
    return (
        low if low - values[0] > far else values[0],
        high if values[-1] - high > far else values[-1],
    )


def _width(low: int, high: int, values: Sequence[int]) -> int:
    """Return the cents from edge to edge: a multiple of the steps in which amounts can occur.

    Unless those steps are so wide that a few spikes say more.
    """
    step = gcd(*(value - values[0] for value in values)) or 1
    least = max((high - low) / MOST_BARS, 1) if high > low else 100
    scale = 10 ** floor(log10(least))
    round_widths = (int(unit * scale) for unit in STEPS if unit * scale >= least)
    width = next(round_widths)
    fitting = -(-width // step) * step
    return fitting if fitting * LEAST_BARS <= high - low or high == low else width
