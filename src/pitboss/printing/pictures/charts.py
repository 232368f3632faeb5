"""Charts on the axes of matplotlib: edges that converge, bankrolls that fan out, histograms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import floor, gcd, log10
from typing import Any

from pitboss.printing.pictures.look import (
    BLUE,
    GREEN,
    GREY,
    INK,
    PURPLE,
    VERMILION,
    Unit,
    plain,
    written,
)
from pitboss.simulate.statistics import CONFIDENCE

PART_SHOWN = 1000
"""A convergence is shown from this part of its rounds on; what came before was noise."""
FULLY_SHOWN = 300
"""The band of a convergence fits the chart from this part of its rounds on."""
MOST_BARS = 50
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Widths of bars, and where axes are marked."""
BEYOND = 0.001
"""Of the values at each end, those that may be left out where they would flatten the rest."""
FAR = 0.5
"""They are left out where they need this much more room than all others."""


def name(axes: Any, title: str, across: str, up: str) -> None:
    """Write the title, and what is measured."""
    axes.set_title(plain(title))
    axes.set_xlabel(across)
    axes.set_ylabel(up)


def mark(axis: Any, unit: Unit) -> None:
    """Mark an axis at round numbers, written in a unit."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    if axis.get_scale() == "linear":
        axis.set_major_locator(MaxNLocator(7, steps=STEPS))
    axis.set_major_formatter(FuncFormatter(lambda value, _: written(value, unit)))


def key(axes: Any) -> None:
    """Explain what is drawn, to the right of the chart, each label once."""
    signs, labels = axes.get_legend_handles_labels()
    named = dict(zip(labels, signs, strict=True))
    axes.legend(named.values(), named, loc="upper left", bbox_to_anchor=(1.01, 1.0))


def convergence(
    axes: Any,
    points: Sequence[tuple[int, float, float]],
    exact: float | None,
    *,
    title: str,
    unit: str,
) -> None:
    """Draw how an estimate settles: rounds, edge and standard error of each point, with a 95% band.

    Only the last three decades of rounds are shown, and the band is cut off where it is far wider
    than at the end.
    """
    last, estimate, error = points[-1]
    half = CONFIDENCE * error
    shown = [one for one in points if one[0] * FULLY_SHOWN >= last]
    lows = [edge - CONFIDENCE * error for _, edge, error in points]
    highs = [edge + CONFIDENCE * error for _, edge, error in points]
    rounds = [one[0] for one in points]
    places = 2 if half <= 0 else max(2, min(6, 1 - floor(log10(half * 100))))
    axes.set_xscale("log")
    axes.set_xlim(max(last / PART_SHOWN, rounds[0] * 0.999), last * 1.001)
    low = min(edge - CONFIDENCE * error for _, edge, error in shown)
    high = max(edge + CONFIDENCE * error for _, edge, error in shown)
    low, high = (low, high) if exact is None else (min(low, exact), max(high, exact))
    room = (high - low or 0.01) / 20
    axes.set_ylim(low - room, high + room)
    axes.fill_between(rounds, lows, highs, color=BLUE, alpha=0.2, linewidth=0, label="95% band")
    label = f"simulated: {written(estimate, 'percent', places)}"
    axes.plot(rounds, [one[1] for one in points], color=BLUE, linewidth=1.9, label=label)
    if exact is not None:
        label = f"exact: {written(exact, 'percent', places)}"
        axes.axhline(exact, color=VERMILION, linewidth=1.2, linestyle=(0, (5, 3)), label=label)
    name(axes, title, unit, f"house edge, ± {written(half, 'percent', places)} at the end")
    mark(axes.xaxis, "count")
    mark(axes.yaxis, "percent")
    key(axes)


def fan(
    axes: Any,
    across: Sequence[float],
    percentiles: Mapping[int, Sequence[int]],
    start: tuple[str, int],
    currency: str,
) -> None:
    """Draw percentiles of cents over time, paired from the outside in; the middle one is a line."""
    names = sorted(percentiles)
    for low, high in zip(names[: len(names) // 2], reversed(names), strict=False):
        label = f"{_end(percentiles, high, currency)}\n{_end(percentiles, low, currency)}"
        axes.fill_between(
            across, percentiles[low], percentiles[high],
            color=BLUE, alpha=0.2, linewidth=0, label=label,
        )  # fmt: skip
    middle = names[len(names) // 2]
    label = _end(percentiles, middle, currency)
    axes.plot(across, percentiles[middle], color=BLUE, linewidth=1.9, label=label)
    what, cents = start
    label = f"{what}: {written(cents, currency)}"
    axes.axhline(cents, color=INK, linewidth=1.2, linestyle=(0, (5, 3)), label=label)
    axes.set_xlim(across[0], across[-1] or 1)
    mark(axes.xaxis, "count")
    mark(axes.yaxis, currency)


def samples(axes: Any, paths: Sequence[Sequence[Sequence[float]]], label: str) -> None:
    """Draw some single runs, thin."""
    for across, cents in paths:
        axes.plot(across, cents, color=GREY, linewidth=0.9, alpha=0.7, label=label)


def histogram(
    axes: Any, values: Sequence[int], levels: Mapping[str, float], of: str, currency: str
) -> None:
    """Draw how often which amount came up, and some levels to compare with.

    Bars are as wide as a round amount that holds equally many of the amounts that can occur. A few
    far from all others are left out, and the chart says so.
    """
    counts = Counter(values)
    low, high = _shown(sorted(counts), counts)
    width = _width(low, high, sorted(counts))
    first = low // width * width
    bars = Counter({(value - first) // width: 0 for value in (low, high)})
    for value, number in counts.items():
        if low <= value <= high:
            bars[(value - first) // width] += number
    total = len(values)
    axes.bar(
        [first + at * width for at in bars], [number / total for number in bars.values()], width,
        align="edge", color=BLUE, alpha=0.55, edgecolor="white", linewidth=0.5,
    )  # fmt: skip
    axes.set_xlim(first - width / 2, first + (max(bars) + 1.5) * width)
    for (what, cents), color in zip(levels.items(), (VERMILION, GREEN, PURPLE), strict=False):
        axes.axvline(cents, color=color, label=f"{what}: {written(cents, currency)}")
    missing = total - sum(bars.values())
    if missing:
        ends = " and ".join(
            written(end, currency) for end in (min(counts), max(counts)) if not low <= end <= high
        )
        axes.plot([], [], " ", label=f"not shown: {missing:,} {of},\nas far as {ends}")
    mark(axes.xaxis, currency)
    mark(axes.yaxis, "percent")
    key(axes)


def _end(percentiles: Mapping[int, Sequence[int]], percent: int, currency: str) -> str:
    words = "median" if percent == 50 else f"{percent}th percentile"
    return f"{words}: {written(percentiles[percent][-1], currency)}"


def _shown(values: Sequence[int], counts: Mapping[int, int]) -> tuple[int, int]:
    """Return the least and the highest amount to show."""
    sums = list(accumulate(counts[value] for value in values))
    pairs = list(zip(values, sums, strict=True))
    low = next(value for value, size in pairs if size > sums[-1] * BEYOND)
    high = next(value for value, size in pairs if size >= sums[-1] * (1 - BEYOND))
    far = FAR * max(high - low, 1)
    return (
        low if low - values[0] > far else values[0],
        high if values[-1] - high > far else values[-1],
    )


def _width(low: int, high: int, values: Sequence[int]) -> int:
    """Return the cents from edge to edge: a multiple of the steps in which amounts can occur."""
    step = gcd(*(value - values[0] for value in values)) or 1
    least = max((high - low) / MOST_BARS, 1) if high > low else 100
    scale = 10 ** floor(log10(least))
    width = next(int(unit * scale) for unit in STEPS if unit * scale >= least)
    fitting = -(-width // step) * step
    return fitting if fitting * MOST_BARS <= 3 * (high - low) or high == low else width
