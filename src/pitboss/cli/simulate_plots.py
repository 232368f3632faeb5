"""Pictures of what was simulated, for ``--plot``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pitboss.printing.pictures import MeterRun, convergence, fan, histogram, meter_path, save
from pitboss.rulebook.pays import symbol_of
from pitboss.simulate import Estimate, Simulation
from pitboss.simulate.bankroll.bankrolls import Sessions
from pitboss.simulate.jackpots import JackpotYears
from pitboss.simulate.jackpots.means import PERCENTS
from pitboss.simulate.jackpots.setting import MICROS

MOST_PANELS = 4
SAMPLES = 3


def draw_convergence(
    found: Simulation, estimates: Sequence[Estimate], unit: str, path: str
) -> None:
    """Draw how the edges of up to four pay tables came to what they are."""
    drawable = {
        (one.exact.table.nodes, one.exact.edge): one
        for one in reversed(estimates)
        if one.edge is not None
    }
    shown = list(reversed(drawable.values()))
    panels = []
    for one in shown[:MOST_PANELS]:
        points = [found.estimate(one.exact, point) for point in found.trail]
        table = one.exact.table
        on = f" on {table.on}" if table.on is not None else ""
        panels.append(
            convergence(
                [point.rounds for point in points],
                [point.edge or 0.0 for point in points],
                [point.standard_error or 0.0 for point in points],
                one.exact_edge,
                title=f"{table.wager.name}{on}, table {table.id}",
                footnote=f"seed {found.seed}",
                unit=unit,
            )
        )
    save(panels, path)
    _say(path, len(shown) - len(panels))


def draw_sessions(played: Sessions, path: str, currency: str) -> None:
    """Draw bankrolls over time, and at the end."""
    terms, symbol = played.terms, symbol_of(currency)
    bets = ", ".join(spot.name for spot in terms.bets)
    left = fan(
        terms.points,
        played.bands(),
        played.paths(SAMPLES),
        terms.bankroll_cents,
        title=f"{len(played):,} sessions: {bets}, {terms.strategy}",
        currency=symbol,
    )
    right = histogram(
        played.end_cents.tolist(),
        {"start": terms.bankroll_cents, "mean": played.mean_cents},
        title="Bankroll at the end",
        measure="bankroll",
        of="sessions",
        currency=symbol,
    )
    save([left, right], path)
    _say(path)


def draw_meter(ahead: JackpotYears, path: str) -> None:
    """Draw the meter over the year, and what it showed at a hit."""
    setting = ahead.setting
    table = setting.hand.table
    symbol = symbol_of(setting.currency)
    percents = {
        percent: [setting.start_cents, *(round(spread.percentiles[at]) for spread in ahead.bands)]
        for at, percent in enumerate(PERCENTS)
    }
    runs = [
        MeterRun(one.points, [(day, cents) for day, cents, _, _ in one.hits])
        for one in ahead.examples
    ]
    panels = [
        meter_path(
            [0, *setting.step_days],
            percents,
            runs[:1],
            setting.meter_seed_cents,
            title=f"{table.wager.name}, table {table.id}: {ahead.years:,} years",
            currency=symbol,
        )
    ]
    at_hits = ahead.played.hits.before_micros // MICROS
    if len(at_hits):
        marks = {"seed": float(setting.meter_seed_cents), "mean": float(at_hits.mean())}
        panels.append(
            histogram(
                at_hits.tolist(),
                marks,
                title="The meter at a hit",
                measure="meter",
                of="hits",
                currency=symbol,
            )
        )
    save(panels, path)
    _say(path)


def _say(path: str, missing: int = 0) -> None:
    more = f" ({missing} more not drawn: name fewer wagers)" if missing else ""
    print(f"drawn: {path}{more}", file=sys.stderr)
