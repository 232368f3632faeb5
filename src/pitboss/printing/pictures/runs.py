"""Pictures of a simulation as it runs, from plain numbers: edges, bankrolls, meters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, isfinite, log10
from typing import NamedTuple

from pitboss.printing.pictures.look import written
from pitboss.printing.pictures.parts import (
    Axis,
    Band,
    Hue,
    Layer,
    Level,
    Line,
    Marks,
    Picture,
    nothing,
)

SHORT = 1.05
NORMAL_95 = 1.959964
"""So many standard errors to each side hold 95% of a normal distribution."""
PART_SHOWN = 1000
"""A convergence is shown from this part of its rounds on; what came before was noise."""
FULLY_SHOWN = 300
"""The band of a convergence fits the chart from this part of its rounds on."""
MOST_POINTS = 600
"""Places across a chart that can be told apart; a curve keeps its peaks in each."""
MOST_STEPS = 200
"""Points of a percentile over time: it has no peaks worth keeping."""


class MeterRun(NamedTuple):
    """One way a jackpot's meter went, as days and cents, and its hits.

    A hit is a day and what the meter showed just before; ``points`` have that day twice.
    """

    points: Sequence[tuple[float, int]]
    hits: Sequence[tuple[float, int]] = ()


def convergence(
    rounds: Sequence[int],
    edges: Sequence[float],
    errors: Sequence[float],
    exact: float | None = None,
    *,
    title: str,
    subtitle: str = "",
    footnote: str = "",
    measure: str = "house edge",
    unit: str = "rounds",
) -> Picture:
    """Return how an estimate settles: the edge after so many rounds, with a 95% band.

    ``errors`` are standard errors. Without a subtitle the last estimate is written out. Only the
    last three decades of rounds are shown, and the band is cut off where it is far wider than at
    the end.
    """
    points = [
        (int(n), float(edge), float(error) * NORMAL_95)
        for n, edge, error in zip(rounds, edges, errors, strict=True)
        if n > 0 and isfinite(edge) and isfinite(error)
    ]
    if not points:
        raise nothing("no round was played", "ask for at least one round")
    last, estimate, half = points[-1]
    left, right = max(last / PART_SHOWN, points[0][0]), float(last)
    if left == right:
        left, right = last / 10, last * 10.0
    # One point before the chart's left edge stays, so that the curve begins at the edge.
    before = sum(n * PART_SHOWN < last for n, _, _ in points)
    points = points[max(before - 1, 0) :]
    x = [float(n) for n, _, _ in points]
    if len(points) == 1:
        # A single estimate is drawn as a short stroke in a box.
        x, points = [last / SHORT, last * SHORT], points * 2
    low = [edge - width for _, edge, width in points]
    high = [edge + width for _, edge, width in points]
    kept = _kept(x, [[edge for _, edge, _ in points], low, high], log=True)

    shown = [at for at, (n, _, _) in enumerate(points) if n * FULLY_SHOWN >= last]
    known = [] if exact is None else [exact]
    lowest, highest = (
        min(*(low[at] for at in shown), *known),
        max(*(high[at] for at in shown), *known),
    )
    room = (highest - lowest or abs(highest) or 0.01) / 20
    y = Axis(
        label=measure,
        unit="percent",
        low=lowest - room,
        high=highest + room,
        places=_places(half),
    )
    layers: list[Layer] = [
        Band(x=_at(x, kept), low=_at(low, kept), high=_at(high, kept), label="95% confidence")
    ]
    after = f"{written(estimate, y)} ± {written(half, y)} after {last:,} {unit}"
    if exact is not None:
        layers.append(Level(y=exact, label=f"exact: {written(exact, y)}"))
        after += f"; exactly {written(exact, y)}"
    middle = [edge for _, edge, _ in points]
    layers.append(
        Line(x=_at(x, kept), y=_at(middle, kept), label=f"simulated: {written(estimate, y)}")
    )
    return Picture(
        title=title,
        subtitle=subtitle or after,
        footnote=footnote,
        x=Axis(label=unit, log=True, low=left, high=right),
        y=y,
        layers=tuple(layers),
    )


def fan(
    rounds: Sequence[int],
    percentiles: Mapping[int, Sequence[int]],
    samples: Sequence[Sequence[int]] = (),
    start_cents: int | None = None,
    *,
    title: str,
    subtitle: str = "",
    footnote: str = "",
    measure: str = "bankroll",
    unit: str = "rounds",
    currency: str = "$",
) -> Picture:
    """Return how bankrolls fan out: percentiles of cents after so many rounds, and some sessions.

    Percentiles are paired from the outside in (5 with 95, 25 with 75); the middle one is a line.
    """
    if not len(rounds):
        raise nothing("no round was played", "ask for at least one round")
    money = Axis(label=measure, unit="cents", currency=currency)
    x = [float(n) for n in rounds]
    name = "a sample session" if len(samples) == 1 else f"{len(samples)} sample sessions"
    bands, middle = _bands(x, percentiles, money)
    paths = [_path(x, [float(cents) for cents in one], name, "grey") for one in samples]
    layers = [*_level("start", start_cents, money), *bands, *paths, *middle]
    return Picture(
        title=title,
        subtitle=subtitle,
        footnote=footnote,
        x=Axis(label=unit),
        y=money,
        layers=tuple(layers),
    )


def meter_path(
    days: Sequence[float],
    percentiles: Mapping[int, Sequence[int]],
    samples: Sequence[MeterRun] = (),
    seed_cents: int | None = None,
    *,
    title: str,
    subtitle: str = "",
    footnote: str = "",
    currency: str = "$",
) -> Picture:
    """Return how a jackpot's meter goes over time: percentiles of cents by day, and some runs.

    Each hit is marked at what the meter showed just before it.
    """
    if not len(days):
        raise nothing("no day went by", "ask for at least one day")
    money = Axis(label="meter", unit="cents", currency=currency)
    x = [float(day) for day in days]
    name = "a sample run" if len(samples) == 1 else f"{len(samples)} sample runs"
    bands, middle = _bands(x, percentiles, money)
    layers = [*_level("seed", seed_cents, money), *bands, *middle]
    for one in samples:
        days_of_run = [float(day) for day, _ in one.points]
        cents_of_run = [float(cents) for _, cents in one.points]
        layers.append(_path(days_of_run, cents_of_run, name, "ink"))
    hits = [hit for one in samples for hit in one.hits]
    if hits:
        at, before = [float(day) for day, _ in hits], [float(cents) for _, cents in hits]
        layers.append(Marks(x=at, y=before, label="hit"))
    return Picture(
        title=title,
        subtitle=subtitle,
        footnote=footnote,
        x=Axis(label="day", unit="days"),
        y=money,
        layers=tuple(layers),
    )


def _level(name: str, cents: int | None, axis: Axis) -> list[Layer]:
    return (
        []
        if cents is None
        else [Level(y=cents, label=f"{name}: {written(cents, axis)}", hue="ink")]
    )


def _bands(
    x: Sequence[float], percentiles: Mapping[int, Sequence[int]], axis: Axis
) -> tuple[list[Layer], list[Layer]]:
    """Return the bands from the outside in, and the line in their middle if there is one."""
    names = sorted(percentiles)
    if not names:
        raise nothing("there are no percentiles", "ask for some, such as 5, 25, 50, 75, 95")
    columns = {name: [float(cents) for cents in percentiles[name]] for name in names}
    if any(len(column) != len(x) for column in columns.values()):
        raise ValueError("percentiles and the axis across must be equally long")
    kept = _even(x)
    thin, bands, line = _at(x, kept), list[Layer](), list[Layer]()
    ends = {name: f"{_nth(name)}: {written(column[-1], axis)}" for name, column in columns.items()}
    for low, high in zip(names[: len(names) // 2], reversed(names), strict=False):
        bands.append(
            Band(
                x=thin,
                low=_at(columns[low], kept),
                high=_at(columns[high], kept),
                label=f"{_nth(low)} to {_nth(high)} percentile",
                low_label=ends[low],
                high_label=ends[high],
            )
        )
    if len(names) % 2:
        middle = names[len(names) // 2]
        line.append(Line(x=thin, y=_at(columns[middle], kept), label=ends[middle]))
    return bands, line


def _path(x: Sequence[float], y: Sequence[float], label: str, hue: Hue) -> Line:
    kept = _kept(x, [y], log=False)
    return Line(x=_at(x, kept), y=_at(y, kept), label=label, style="sample", hue=hue)


def _kept(x: Sequence[float], columns: Sequence[Sequence[float]], *, log: bool) -> list[int]:
    """Return the points to draw: of each place across, the first, the last, highs and lows."""
    if len(x) <= MOST_POINTS:
        return list(range(len(x)))
    across = [log10(value) for value in x] if log else x
    scale = MOST_POINTS / ((across[-1] - across[0]) or 1.0)
    places: dict[int, list[int]] = {}
    for at, value in enumerate(across):
        places.setdefault(floor((value - across[0]) * scale), []).append(at)
    kept: set[int] = set()
    for inside in places.values():
        kept |= {inside[0], inside[-1]}
        for column in columns:
            kept |= {min(inside, key=column.__getitem__), max(inside, key=column.__getitem__)}
    return sorted(kept)


def _even(x: Sequence[float]) -> list[int]:
    """Return points at even distances, back from the last, and the first.

    Flat bets win or lose a unit, so that odd and even rounds have different percentiles: with both
    a curve would only tremble.
    """
    stride = -(-len(x) // MOST_STEPS)
    if len(x) > MOST_STEPS // 4 and (x[1] - x[0]) * stride % 2:
        stride += 1
    return sorted({0, *range(len(x) - 1, 0, -stride)})


def _at(column: Sequence[float], kept: Sequence[int]) -> tuple[float, ...]:
    return tuple(column[at] for at in kept)


def _places(half: float) -> int:
    """Return the decimals of a percentage that show two digits of its error."""
    return 2 if half <= 0 else max(2, min(6, 1 - floor(log10(half * 100))))


def _nth(number: int) -> str:
    """Return a percentile's name.

    >>> [_nth(number) for number in (1, 50, 92, 11)]
    ['1st', 'median', '92nd', '11th']
    """
    if number == 50:
        return "median"
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
