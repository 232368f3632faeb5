"""Years of a progressive, many side by side, from hit to hit: numpy, imported only when used.

Between hits and looks at the meter lie stretches of hands that hit nothing. A stretch is drawn as a
whole: how many hands fall each way (multinomial), then how many of their seats bet (binomial).
The number of hands to the next hit is geometric. All counts and money are whole numbers.

Years come in blocks. A block has a stream of its own, keyed by the seed and its number, and its
size depends on the setting alone: the same years come out however many are asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.general import Progress
from pitboss.simulate.jackpots.figures import JackpotYears
from pitboss.simulate.jackpots.hands import WHOLE
from pitboss.simulate.jackpots.meters import Meters
from pitboss.simulate.jackpots.plan import Whole, YearPlan
from pitboss.simulate.jackpots.setting import Setting

FLOWS = (
    "bets",
    "fixed_cents",
    "dealer_envy_cents",
    "player_envy_cents",
    "hits",
    "winners",
    "meter_paid_cents",
    "from_reserve_micros",
    "from_house_micros",
    "advanced_micros",
    "recovered_micros",
    "short",
)
"""What is added up by month. ``short`` counts the hits at which a reserve did not suffice."""
SEEDS = ("from_reserve_micros", "from_house_micros", "advanced_micros")
"""In the order of :class:`~pitboss.simulate.jackpots.meters.Reseeded`."""
MOVED = ("meter_paid_cents", *SEEDS, "recovered_micros")
"""What the meters themselves say."""


class Hits(NamedTuple):
    """Every hit of some years, in order."""

    year: Whole
    hand: Whole
    """The number of the hand within its year, from 1."""
    winners: Whole
    before_micros: Whole
    """The meter with the bets of this hand in it."""
    paid_cents: Whole
    after_micros: Whole
    """The meter once it has begun anew."""


class Years(NamedTuple):
    """Years from the first on. Arrays have a row for each year."""

    flows: dict[str, Whole]
    """By month, under the names of ``FLOWS``."""
    meter_micros: Whole
    """At each look."""
    reserve_micros: Whole
    overflow_micros: Whole
    rest_micros: Whole
    """What the last hit left on the meter, below its new beginning."""
    rows: Whole
    """The bets that stood on each row of the pay table."""
    hits: Hits


def play(setting: Setting, years: int, progress: Progress | None) -> JackpotYears:
    """Play years block by block; after an interruption those of the finished blocks are there."""
    plan = YearPlan(setting)
    blocks: list[Years] = []
    interrupted = False
    try:
        for number in range(-(-years // plan.block)):
            blocks.append(play_block(plan, number))
            if progress is not None:
                progress(min((number + 1) * plan.block, years), years)
    except KeyboardInterrupt:
        if not blocks:
            raise
        interrupted = True
    played = _joined(blocks, years)
    return JackpotYears(setting=setting, played=played, asked=years, interrupted=interrupted)


def _joined(blocks: list[Years], years: int) -> Years:
    """Return the first so many years of some blocks."""
    flows, meters, reserves, overflows, rests, rows, hits = zip(*blocks, strict=True)
    columns = Hits(*map(np.concatenate, zip(*hits, strict=True)))
    return Years(
        flows={name: np.concatenate([flow[name] for flow in flows])[:years] for name in FLOWS},
        meter_micros=np.concatenate(meters)[:years],
        reserve_micros=np.concatenate(reserves)[:years],
        overflow_micros=np.concatenate(overflows)[:years],
        rest_micros=np.concatenate(rests)[:years],
        rows=np.concatenate(rows)[:years],
        hits=Hits(*(column[columns.year < years] for column in columns)),
    )


class _Events(NamedTuple):
    """What happens in a block: one row per year, hits and looks in order, padded at the end."""

    hand: Whole
    hit: NDArray[np.bool_]
    looks: Whole
    """Where each look stands."""
    quiet: Whole
    """The hands without a hit since the event before."""


def play_block(plan: YearPlan, number: int) -> Years:
    """Play the years of one block."""
    setting = plan.setting
    key = np.array([setting.seed, number], dtype=np.uint64)
    random = np.random.Generator(np.random.Philox(key=key))
    events = _events(plan, random)
    hit = events.hit
    flows = {name: np.zeros(hit.shape, dtype=np.int64) for name in FLOWS}
    rows = _quiet_bets(plan, random, events, flows)
    percent = np.zeros(hit.shape, dtype=np.int64)
    rows += _hit_bets(plan, random, events, flows, percent)
    flows["hits"][...] = hit
    paths = _meters(plan, hit, flows, percent)
    years = np.arange(len(hit)) + number * plan.block
    looks = np.arange(len(hit))[:, None], events.looks
    return Years(
        flows={name: _by_month(flow, looks, setting.month_ends) for name, flow in flows.items()},
        meter_micros=paths.after[looks],
        reserve_micros=paths.reserve[looks],
        overflow_micros=paths.overflow[looks],
        rest_micros=paths.rest[looks],
        rows=rows[:, :-1],
        hits=Hits(
            year=np.broadcast_to(years[:, None], hit.shape)[hit],
            hand=events.hand[hit],
            winners=flows["winners"][hit],
            before_micros=paths.before[hit],
            paid_cents=flows["meter_paid_cents"][hit],
            after_micros=paths.after[hit],
        ),
    )


def _events(plan: YearPlan, random: np.random.Generator) -> _Events:
    """Draw the hands that hit, and put the looks between them; a hit comes before a look."""
    hands = plan.setting.hands
    hits = _hit_hands(plan, random)
    ends = np.array(plan.setting.step_days, dtype=np.int64) * plan.setting.hands_per_day
    looks = np.broadcast_to(2 * ends + 1, (plan.block, len(ends)))
    keys = np.concatenate([2 * np.minimum(hits, hands + 1), looks], axis=1)
    order = np.argsort(keys, axis=1, kind="stable")
    keys = np.take_along_axis(keys, order, axis=1)
    hand = np.minimum(keys // 2, hands)
    hit = (keys % 2 == 0) & (keys <= 2 * hands)
    quiet = np.diff(hand, axis=1, prepend=0) - hit
    is_look = order >= hits.shape[1]
    places = np.nonzero(is_look)[1].reshape(looks.shape)
    return _Events(hand, hit, places, quiet)


def _hit_hands(plan: YearPlan, random: np.random.Generator) -> Whole:
    """Draw the numbers of the hands that hit; those beyond the year are not played."""
    hands, chance = plan.setting.hands, float(plan.setting.hand.hit_chance)
    if not chance:
        return np.zeros((plan.block, 0), dtype=np.int64)
    expected = hands * chance
    size = int(expected + 4 * expected**0.5) + 4
    found = np.zeros((plan.block, 1), dtype=np.int64)
    while found[:, -1].min() <= hands:
        # A gap that leaves the year is as good as any longer one, and cannot overflow the sum.
        gaps = np.minimum(random.geometric(chance, (plan.block, size)), hands + 1)
        found = np.concatenate([found, found[:, -1:] + np.cumsum(gaps, axis=1)], axis=1)
    most = int((found <= hands).sum(axis=1).max())
    return found[:, 1:most]


def _quiet_bets(
    plan: YearPlan, random: np.random.Generator, events: _Events, flows: dict[str, Whole]
) -> Whole:
    """Draw the bets of all stretches without a hit; return them by year and row."""
    falls = random.multinomial(events.quiet, plan.quiet_chances)
    seats = falls[..., plan.group_fall] * plan.group_seats
    bets = random.binomial(seats, float(plan.setting.hand.participation))
    flows["bets"] += bets.sum(axis=-1)
    flows["fixed_cents"] += bets @ plan.fixed_cents[plan.group_row]
    flows["dealer_envy_cents"] += bets @ plan.dealer_envy_cents[plan.group_row]
    on_row = plan.group_row[:, None] == np.arange(len(plan.fixed_cents))
    by_row: Whole = bets.sum(axis=1) @ on_row.astype(np.int64)
    return by_row


def _hit_bets(
    plan: YearPlan,
    random: np.random.Generator,
    events: _Events,
    flows: dict[str, Whole],
    percent: Whole,
) -> Whole:
    """Draw who bet on the hands that hit; return these bets by year and row."""
    rows = np.zeros((plan.block, len(plan.fixed_cents)), dtype=np.int64)
    year, place = np.nonzero(events.hit)
    if not len(year):
        return rows
    fall = np.searchsorted(plan.hit_chances, random.random(len(year)), side="right")
    fall = np.minimum(fall, len(plan.hit_row) - 1)
    chance = random.random(len(year))
    winners = 1 + (chance[:, None] >= plan.winner_chances[fall]).sum(axis=1)
    others = plan.hit_others[fall]
    if others.any():
        others = random.binomial(others, float(plan.setting.hand.participation))
    at = (year, place)
    row = plan.hit_row[fall]
    flows["winners"][at] = winners
    flows["bets"][at] += winners + others.sum(axis=1)
    flows["fixed_cents"][at] += others @ plan.fixed_cents
    flows["dealer_envy_cents"][at] += (
        winners * plan.dealer_envy_cents[row] + others @ plan.dealer_envy_cents
    )
    flows["player_envy_cents"][at] = winners * others.sum(axis=1) * plan.hit_envy[fall]
    percent[at] = plan.hit_percent[fall]
    np.add.at(rows, (year, row), winners)
    np.add.at(rows, year, others)
    return rows


class _Paths(NamedTuple):
    """The meters at each event, in micros."""

    before: Whole
    """With the bets in them, and before they are paid from."""
    after: Whole
    reserve: Whole
    overflow: Whole
    rest: Whole


def _meters(
    plan: YearPlan, hit: NDArray[np.bool_], flows: dict[str, Whole], percent: Whole
) -> _Paths:
    """Let the meters rise and fall."""
    bets, winners, percents, is_hit = (
        np.ascontiguousarray(one.T) for one in (flows["bets"], flows["winners"], percent, hit)
    )
    paths = _Paths(*(np.zeros(bets.shape, dtype=np.int64) for _ in _Paths._fields))
    moved = {name: np.zeros(bets.shape, dtype=np.int64) for name in MOVED}
    meters, rest = Meters(plan.setting, plan.block), np.zeros(plan.block, dtype=np.int64)
    for at in range(len(bets)):
        moved["recovered_micros"][at] = meters.contribute(bets[at])
        paths.before[at] = meters.main
        if is_hit[at].any():
            moved["meter_paid_cents"][at] = meters.pay(percents[at], winners[at])
            rest = np.where(is_hit[at], meters.main, rest)
            new = meters.reseed((percents[at] == WHOLE).astype(np.int64))
            for name, paid in zip(SEEDS, new, strict=True):
                moved[name][at] = paid
        paths.after[at] = meters.main
        paths.reserve[at] = meters.reserve
        paths.overflow[at] = meters.overflow
        paths.rest[at] = rest
    flows |= {name: flow.T for name, flow in moved.items()}
    if plan.setting.may_be_short:
        lacked = flows["from_house_micros"] + flows["advanced_micros"]
        flows["short"] = (lacked > 0).astype(np.int64)
    return _Paths(*(path.T for path in paths))


def _by_month(flow: Whole, looks: tuple[Whole, Whole], month_ends: tuple[int, ...]) -> Whole:
    """Add up a flow by month."""
    so_far = np.cumsum(flow, axis=1)[looks][:, list(month_ends)]
    return np.diff(so_far, axis=1, prepend=0)
