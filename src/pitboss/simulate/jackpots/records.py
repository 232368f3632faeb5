"""Years of a progressive as a record for machines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.odds.records import exact
from pitboss.rulebook import Money
from pitboss.simulate.jackpots.figures import JackpotYears, Month, Path
from pitboss.simulate.jackpots.means import Figure, Record, figure_of, spread_of
from pitboss.simulate.jackpots.setting import MICROS, Setting
from pitboss.simulate.statistics import PERCENTS, named, percentiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS = 30


def record(ahead: JackpotYears) -> Record:
    """Return everything as a record for JSON: whole cents, and floats for statistics."""
    table = ahead.setting.hand.table
    return {
        "game": table.wager.game,
        "wager": table.wager.id,
        "on": None if table.wager.by_seat and ahead.setting.hand.players > 1 else table.on,
        "table": table.id,
        "reading": table.reading,
        "cite": table.cite,
        "setting": _setting(ahead.setting),
        "assumptions": list(assumptions(ahead.setting)),
        "exact": _exact(ahead.setting),
        "years": ahead.years,
        "asked": ahead.asked,
        "interrupted": ahead.interrupted,
        "hits": _hits(ahead),
        "amounts": _amounts(ahead),
        "money": _money(ahead),
        "rows": _rows(ahead),
        "months": [_month(one) for one in ahead.months],
        "path": _bands(ahead),
        "examples": [_path(one) for one in ahead.examples],
    }


def assumptions(setting: Setting) -> Iterator[str]:
    """Yield in words what was assumed, beyond the numbers of the setting."""
    table = setting.hand.table
    yield "hands are independent, each from a full shoe or cup, and each seat bets by itself"
    if table.wager.by_seat and setting.hand.players > 1:
        seats = table.wager.places(table.id)[: setting.hand.players]
        yield f"players sit at {', '.join(map(str, seats))}, and the seat that is hit wins alone"
    elif table.wager.by_seat:
        yield f"only seat {table.on} of each table bets"
    else:
        yield "a hit is split among the bettors of that hand at that table, down to whole cents"
    yield from _policies(setting)
    if any(row.dealer_envy_cents or row.player_envy_cents for row in setting.hand.rows):
        yield "envy is paid by the house"


def _policies(setting: Setting) -> Iterator[str]:
    """Yield what a new meter begins with, and where what exceeds the limit goes."""
    if not setting.has_reserve:
        yield "the house pays the seed once per hit"
    elif setting.rolls_over:
        yield "the whole reserve becomes the new meter"
    else:
        yield "the reserve fills a new meter up to its seed, and the house adds what is missing"
    if setting.minimum_cents:
        least = Money(setting.minimum_cents, setting.currency)
        yield f"the house advances what a new meter lacks of {least}, and recovers it"
    if setting.limit_cents is not None:
        most = Money(setting.limit_cents, setting.currency)
        yield f"what exceeds {most} {_OVERFLOWING[setting.overflow]}"
    if not setting.hand.takes_all:
        yield "a part of the meter is paid without a reseed"


_OVERFLOWING = {
    "to-meter": "goes to the next meter",
    "to-reserve": "goes to the reserve after a hit",
    "stays": "stays apart",
}


def _setting(setting: Setting) -> Record:
    hand = setting.hand
    return {
        "currency": setting.currency,
        "decks": setting.decks,
        "unit_cents": hand.unit_cents,
        "meter_seed_cents": setting.meter_seed_cents,
        "start_cents": setting.start_cents,
        "start_reserve_cents": setting.start_reserve_cents,
        "main": exact(setting.main),
        "reserve": exact(setting.reserve),
        "reserve_policy": setting.reserve_policy,
        "minimum_cents": setting.minimum_cents,
        "limit_cents": setting.limit_cents,
        "overflow": setting.overflow,
        "tables": setting.tables,
        "hands_per_hour": setting.hands_per_hour,
        "hours_per_day": setting.hours_per_day,
        "players": hand.players,
        "participation": exact(hand.participation),
        "days": setting.days,
        "hands": setting.hands,
        "seed": setting.seed,
    }


def _exact(setting: Setting) -> Record:
    return {
        "hit_chance": exact(setting.hand.hit_chance),
        "expected_hits": float(setting.expected_hits),
        "no_hit_in_a_year": setting.no_hit_in_a_year,
        "days_between_hits": _float(setting.days_between_hits),
        "long_run_meter_at_hit_cents": _float(setting.long_run_meter_at_hit_cents),
        "break_even_cents": _float(setting.break_even_cents),
        "seed_rate": exact(setting.seed_rate),
        "seed_rate_percent": _percent(setting.seed_rate),
        "long_term_edge": exact(setting.long_term_edge),
        "long_term_edge_percent": _percent(setting.long_term_edge),
        "long_term_hold": exact(setting.long_term_hold),
        "long_term_hold_percent": _percent(setting.long_term_hold),
    }


def _hits(ahead: JackpotYears) -> Record:
    import numpy as np

    hits = ahead.total("hits")
    numbers, years = np.unique(hits, return_counts=True)
    gaps = ahead.gaps_in_days
    none = figure_of((hits == 0).astype(np.int64), ahead.setting.no_hit_in_a_year)
    between: Record = {"mean": None, "percentiles": None}
    if len(gaps):
        between = {"mean": float(gaps.mean()), "percentiles": named(percentiles(gaps))}
    return {
        "per_year": {**_figure(ahead.hits_per_year), "percentiles": _cuts(hits)},
        "years_by_hits": [
            {"hits": int(number), "years": int(count)}
            for number, count in zip(numbers, years, strict=True)
        ],
        "years_without": _figure(none),
        "days_between": between,
        "winners": _figure(ahead.winners_per_hit),
    }


def _amounts(ahead: JackpotYears) -> Record:
    import numpy as np

    hits = ahead.played.hits
    meters = hits.before_micros // MICROS
    shares = np.repeat(hits.paid_cents // np.maximum(hits.winners, 1), hits.winners)
    return {
        "meter_at_hit": {
            **_figure(ahead.meter_at_hit),
            "percentiles": _cuts(meters),
            "histogram": _histogram(meters),
        },
        "paid": {**_figure(ahead.paid_per_hit), "percentiles": _cuts(hits.paid_cents)},
        "per_winner": {**_figure(ahead.paid_per_winner), "percentiles": _cuts(shares)},
        "highest_paid_cents": int(hits.paid_cents.max()) if len(hits.paid_cents) else None,
    }


def _histogram(cents: NDArray[np.int64]) -> list[Record]:
    """Count amounts in bins of equal width; a bin ends before the next begins."""
    import numpy as np

    if not len(cents):
        return []
    low, high = int(cents.min()), int(cents.max())
    width = max(-(-(high - low + 1) // BINS), 1)
    counts = np.bincount((cents - low) // width)
    return [
        {"from_cents": low + at * width, "to_cents": low + (at + 1) * width, "hits": int(count)}
        for at, count in enumerate(counts)
    ]


def _money(ahead: JackpotYears) -> Record:
    """Return the flows of a year in cents, in the order of the account."""
    setting, hand = ahead.setting, ahead.setting.hand
    reserve = setting.reserve or Fraction(0)
    staked = setting.expected_handle_cents
    flows = {
        "handle": figure_of(ahead.handle_cents, staked),
        "main_increments": figure_of(ahead.main_micros / MICROS, setting.main * staked),
        "reserve_increments": figure_of(ahead.reserve_micros / MICROS, reserve * staked),
        "fixed_pays": figure_of(ahead.total("fixed_cents"), setting.hands * hand.fixed_cents),
        "dealer_envy": figure_of(
            ahead.total("dealer_envy_cents"), setting.hands * hand.dealer_envy_cents
        ),
        "player_envy": figure_of(
            ahead.total("player_envy_cents"), setting.hands * hand.player_envy_cents
        ),
        "take_before_seeds": figure_of(
            ahead.take_before_seeds_micros / MICROS, setting.take_before_seeds_cents
        ),
        "seeds_from_house": figure_of(ahead.total("from_house_micros") / MICROS),
        "seeds_from_reserve": figure_of(ahead.total("from_reserve_micros") / MICROS),
        "advanced": figure_of(ahead.total("advanced_micros") / MICROS),
        "recovered": figure_of(ahead.total("recovered_micros") / MICROS),
        "paid_from_meter": figure_of(ahead.total("meter_paid_cents")),
    }
    short = ahead.total("short")
    return {
        **{name: _figure(figure) for name, figure in flows.items()},
        "house_take": {
            **ahead.take_per_year.record(),
            "years_below_zero": int((ahead.take_micros < 0).sum()),
        },
        "hold": _figure(ahead.hold),
        "edge": _figure(ahead.edge),
        "meter_at_end": ahead.bands[-1].record(),
        "reserve_at_end": spread_of(
            ahead.reserve_at_end_micros, setting.reserve_cents(setting.hands)
        ).record(),
        "overflow_at_end": spread_of(ahead.overflow_at_end_micros).record(),
        "reserve_short": {"hits": _figure(figure_of(short)), "years": int((short > 0).sum())},
        "share_above_break_even": ahead.share_above_break_even,
    }


def _rows(ahead: JackpotYears) -> list[Record]:
    setting = ahead.setting
    return [
        {
            "label": row.label,
            "pays": row.pays,
            "bets": _figure(figure_of(ahead.played.rows[:, at], setting.hands * bets)),
        }
        for at, (row, bets) in enumerate(
            zip(setting.hand.rows, setting.hand.bets_by_row, strict=True)
        )
    ]


def _month(month: Month) -> Record:
    return {
        "month": month.number,
        "last_day": month.last_day,
        "hits": _figure(month.hits),
        "handle": _figure(month.handle),
        "paid_from_meter": _figure(month.paid),
        "house_take": month.take.record(),
        "meter_at_end": month.meter.record(),
    }


def _bands(ahead: JackpotYears) -> Record:
    bands = ahead.bands
    start = ahead.setting.start_cents
    return {
        "days": [0, *ahead.setting.step_days],
        "mean": [float(start), *(band.figure.mean for band in bands)],
        "standard_error": [0.0, *(band.figure.standard_error for band in bands)],
        "exact": [float(start), *(band.figure.exact for band in bands)],
        "percentiles": {
            str(percent): [start, *(band.percentiles[percent] for band in bands)]
            for percent in PERCENTS
        },
    }


def _path(path: Path) -> Record:
    return {
        "year": path.year,
        "days": [day for day, _ in path.points],
        "meter_cents": [cents for _, cents in path.points],
        "hits": [
            {"day": day, "meter_cents": meter, "paid_cents": paid, "winners": winners}
            for day, meter, paid, winners in path.hits
        ],
    }


def _figure(figure: Figure | None) -> Record:
    """Return a figure, or the same keys without values."""
    return dict.fromkeys((*Figure._fields, "z")) if figure is None else figure.record()


def _cuts(values: NDArray[np.int64]) -> Record | None:
    return named(percentiles(values)) if len(values) else None


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _percent(value: Fraction | None) -> float | None:
    return None if value is None else float(100 * value)
