"""What simulations came to, drawn into a file: all of it or nothing, the same bytes every time."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from typing import Any

from pitboss.printing.pictures.files import check_path, write
from pitboss.printing.pictures.look import HOUSE, VERMILION
from pitboss.refusals import unreadable
from pitboss.simulate import Estimate, JackpotYears, Sessions, Simulation
from pitboss.simulate.jackpots.setting import MICROS
from pitboss.simulate.statistics import PERCENTS

Chart = Callable[[Any], None]
"""Draws on axes."""

MOST_PANELS = 4
SAMPLES = 3
DOTS_PER_INCH = 200
WIDE, HIGH = 7.6, 4.2
"""Inches of a chart."""


def plot_convergence(
    found: Simulation, estimates: Sequence[Estimate], path: str | os.PathLike[str]
) -> int:
    """Draw how the edges of up to four pay tables came to what they are; return how many are left.

    The simulation must have been run with ``keep_trail``.
    """
    from pitboss.printing.pictures.charts import convergence

    drawable = {
        (one.exact.table.nodes, one.exact.edge): one
        for one in reversed(estimates)
        if one.edge is not None
    }
    shown = list(reversed(drawable.values()))

    def chart(one: Estimate) -> Chart:
        trail = [found.estimate(one.exact, point) for point in found.trail]
        points = [(at.rounds, at.edge or 0.0, at.standard_error or 0.0) for at in trail]
        title = f"{one.exact.table.title}, seed {found.seed}"
        return lambda axes: convergence(axes, points, one.exact_edge, title=title, unit=found.unit)

    _save([chart(one) for one in shown[:MOST_PANELS] if found.trail], path)
    return max(len(shown) - MOST_PANELS, 0)


def plot_sessions(played: Sessions, path: str | os.PathLike[str]) -> None:
    """Draw bankrolls over time, and at the end."""
    from pitboss.printing.pictures import charts

    terms = played.terms
    # Flat bets win or lose a unit: with odd and even rounds a percentile would only tremble.
    kept = [at for at, n in enumerate(terms.points) if not at or n % 2 == terms.rounds % 2]
    across = [terms.points[at] for at in kept]

    def over_time(axes: Any) -> None:
        bands = {name: [band[at] for at in kept] for name, band in played.bands().items()}
        charts.fan(axes, across, bands, ("start", terms.bankroll_cents), terms.currency)
        paths = [(terms.points, path) for path in played.paths(SAMPLES)]
        charts.samples(axes, paths, f"{len(paths)} sample sessions")
        bets = ", ".join(spot.name for spot in terms.bets)
        title = f"{len(played):,} sessions: {bets}, {terms.strategy}"
        charts.name(axes, title, "rounds", "bankroll")
        charts.key(axes)

    def at_the_end(axes: Any) -> None:
        levels = {"start": float(terms.bankroll_cents), "mean": played.mean_cents}
        charts.name(axes, "Bankroll at the end", "bankroll", "share of sessions")
        charts.histogram(axes, played.end_cents.tolist(), levels, "sessions", terms.currency)

    _save([over_time, at_the_end], path)


def plot_jackpot(ahead: JackpotYears, path: str | os.PathLike[str]) -> None:
    """Draw the meter over the year, and what it showed at a hit."""
    from pitboss.printing.pictures import charts

    setting = ahead.setting
    seed, currency = setting.meter_seed_cents, setting.currency
    at_hits = (ahead.played.hits.before_micros // MICROS).tolist()

    def over_time(axes: Any) -> None:
        bands = {
            percent: [setting.start_cents, *(spread.percentiles[percent] for spread in ahead.bands)]
            for percent in PERCENTS
        }
        charts.fan(axes, [0, *setting.step_days], bands, ("seed", seed), currency)
        run = ahead.examples[0]
        charts.samples(axes, [tuple(zip(*run.points, strict=True))], "a sample year")
        if run.hits:
            days, meters, *_ = zip(*run.hits, strict=True)
            axes.plot(
                days, meters, "o", color=VERMILION, markersize=4, markeredgecolor="white",
                label="its hits",
            )  # fmt: skip
        table = setting.hand.table
        title = f"{table.wager.name}, table {table.id}: {ahead.years:,} years"
        charts.name(axes, title, "day", "meter")
        charts.key(axes)

    def when_hit(axes: Any) -> None:
        levels = {"seed": float(seed), "mean": sum(at_hits) / len(at_hits)}
        charts.name(axes, "The meter at a hit", "meter", "share of hits")
        charts.histogram(axes, at_hits, levels, "hits", currency)

    _save([over_time, when_hit] if at_hits else [over_time], path)


def _save(panels: Sequence[Chart], path: str | os.PathLike[str]) -> None:
    """Draw charts, one or two to a row, and write the file."""
    file = check_path(path)
    if not panels:
        raise unreadable("nothing-to-draw", "there is nothing to draw", "ask for at least one edge")
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(HOUSE)
        columns = min(2, len(panels))
        rows = -(-len(panels) // columns)
        figure = Figure(figsize=(WIDE * columns, HIGH * rows), dpi=DOTS_PER_INCH)
        FigureCanvasAgg(figure)
        for at, draw in enumerate(panels, start=1):
            draw(figure.add_subplot(rows, columns, at))
        out = io.BytesIO()
        form = file.suffix.lower()[1:]
        dated = {"png": "Software", "svg": "Date"}[form]
        figure.savefig(out, format=form, dpi=DOTS_PER_INCH, metadata={dated: None})
    write(file, out.getvalue())
