"""The simulator's meters against those of a live jackpot, bet by bet and to the last micro."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.jackpot import meters as live
from pitboss.rulebook import Rulebook
from pitboss.simulate.jackpots import jackpot
from pitboss.simulate.jackpots.setting import MICROS, Setting

np = pytest.importorskip("numpy")

HOUSE = """
name = "House Dice"
kind = "three-dice"
cite = "house rules"

[wagers.big]
name  = "Big"
cite  = "house rules, page 1"
role  = "progressive"
odds  = "for 1"
unit  = "$1"
pays = [
  ["By nine",    "margin == 9", "100%"],
  ["Tie with 5", "tie and player.total == 5", "30%"],
]
"""
MAIN = Fraction(123_457, 10**6)
"""A rate that leaves parts below the cent."""
LITTLE, MUCH = Fraction(1_003, 10**6), Fraction(1, 4)
CASES: dict[str, dict[str, Any]] = {
    "no reserve": {},
    "no reserve, limit": {"limit_cents": 1_300},
    "no reserve, limit, to the reserve": {"limit_cents": 1_300, "overflow": "to-reserve"},
    "no reserve, limit, stays": {"limit_cents": 1_300, "overflow": "stays"},
    "rolls over": {"reserve": MUCH},
    "rolls over, limit": {"reserve": MUCH, "limit_cents": 1_300},
    "rolls over, limit, to the reserve": {
        "reserve": MUCH,
        "limit_cents": 1_300,
        "overflow": "to-reserve",
    },
    "rolls over, limit, stays": {"reserve": MUCH, "limit_cents": 1_300, "overflow": "stays"},
    "rolls over, minimum": {"reserve": MUCH, "minimum_cents": 900},
    "rolls over, minimum never recovered": {"reserve": LITTLE, "minimum_cents": 900},
    "rolls over, minimum, limit, to the reserve": {
        "reserve": LITTLE,
        "minimum_cents": 900,
        "limit_cents": 1_300,
        "overflow": "to-reserve",
    },
    "up to seed, surplus": {"reserve": MUCH, "reserve_policy": "up-to-seed"},
    "up to seed, short": {"reserve": LITTLE, "reserve_policy": "up-to-seed"},
    "up to seed, limit": {"reserve": MUCH, "reserve_policy": "up-to-seed", "limit_cents": 1_300},
    "up to seed, limit, to the reserve": {
        "reserve": LITTLE,
        "reserve_policy": "up-to-seed",
        "limit_cents": 1_300,
        "overflow": "to-reserve",
    },
    "up to seed, limit, stays": {
        "reserve": LITTLE,
        "reserve_policy": "up-to-seed",
        "limit_cents": 1_300,
        "overflow": "stays",
    },
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    path = tmp_path_factory.mktemp("house") / "house-dice.toml"
    path.write_text(HOUSE, "utf-8")
    added = Rulebook()
    added.add_file(path)
    return added


def growth_of(setting: Setting) -> Any:
    """Return how a live jackpot of this setting grows."""

    def micros(cents: int | None) -> int | None:
        return None if cents is None else cents * MICROS

    return live.Growth(
        main_micros=int(setting.main_micros),
        reserve_micros=int(setting.reserve_micros),
        reseed_micros=setting.meter_seed_cents * MICROS,
        minimum_micros=micros(setting.minimum_cents),
        limit_micros=micros(setting.limit_cents),
        reserve=setting.reserve_policy,
        overflow=setting.overflow,
    )


class Paid(NamedTuple):
    """What a hit paid, and who paid for the new meter."""

    cents: int
    from_reserve: int
    from_house: int
    advanced: int


class LiveMeter:
    """A live jackpot that is paid at once."""

    def __init__(self, setting: Setting) -> None:
        self.growth = growth_of(setting)
        self.meter = live.Meter(
            main=setting.start_cents * MICROS, reserve=setting.start_reserve_cents * MICROS
        )

    def bet(self) -> int:
        """Register one bet; return what is recovered of it."""
        self.meter = self.meter.after(live.register(self.growth, 1))
        flows = live.count(self.meter, self.growth, 1)
        self.meter = self.meter.after(flows)
        return moved(flows, "reserve", "seed fund")

    def hit(self, percent: int, winners: int) -> Paid:
        """Pay a percentage; what the whole of it leaves begins anew."""
        award = live.award_of(self.meter.displayed_cents, percent, winners)
        amount = live.Flow("main", "pending", award.amount_cents * MICROS)
        rest = live.Flow("pending", "main", award.remainder_micros)
        self.meter = self.meter.after([amount, rest])
        flows = live.reseed(self.meter, self.growth) if percent == 100 else ()
        self.meter = self.meter.after(flows)
        paid = award.share_cents * winners
        assert self.meter.pending == paid * MICROS
        self.meter = self.meter._replace(pending=0)
        return Paid(
            paid, *(moved(flows, part, "main") for part in ("reserve", "house", "seed fund"))
        )


def moved(flows: Any, source: str, target: str) -> int:
    return sum(flow.micros for flow in flows if (flow.source, flow.target) == (source, target))


# --- where every seat bets, a year follows from its hits alone ---


@pytest.mark.parametrize("case", CASES)
def test_a_year_of_certain_bets_is_that_of_a_live_jackpot(house: Rulebook, case: str) -> None:
    options: dict[str, Any] = {"start_reserve_cents": 50} if "reserve" in CASES[case] else {}
    ahead = jackpot(
        house.wager("house-dice/big"),
        main=MAIN,
        meter_seed_cents=777,
        start_cents=1_234,
        hands_per_hour=5,
        hours_per_day=6,
        days=25,
        players=7,
        participation=Fraction(1),
        years=12,
        **options,
        **CASES[case],
    )
    setting, hits, days = ahead.setting, ahead.played.hits, set(ahead.setting.step_days)
    percents = set()
    for year in range(ahead.years):
        columns = (hits.hand, hits.before_micros, hits.paid_cents, hits.after_micros)
        own = [column[hits.year == year].tolist() for column in columns]
        queue = list(zip(*own, strict=True))
        jackpot_live = LiveMeter(setting)
        recovered, flows, looks = 0, [], []
        for hand in range(1, setting.hands + 1):
            recovered += sum(jackpot_live.bet() for _ in range(7))
            if queue and queue[0][0] == hand:
                _, before, paid, after = queue.pop(0)
                assert jackpot_live.meter.main == before
                whole = before // MICROS // 7 * 7
                percent = 100 if paid == whole else 30
                percents.add(percent)
                flows.append(jackpot_live.hit(percent, 7))
                assert (flows[-1].cents, jackpot_live.meter.main) == (paid, after)
            if hand % setting.hands_per_day == 0 and hand // setting.hands_per_day in days:
                looks.append(jackpot_live.meter)
        assert not queue
        played = ahead.played
        assert played.meter_micros[year].tolist() == [look.main for look in looks]
        assert played.reserve_micros[year].tolist() == [look.reserve for look in looks]
        assert played.overflow_micros[year].tolist() == [look.overflow for look in looks]
        totals = [sum(column) for column in zip(*flows, strict=True)] or [0] * 4
        names = ("meter_paid_cents", "from_reserve_micros", "from_house_micros", "advanced_micros")
        assert [int(ahead.total(name)[year]) for name in names] == totals
        assert ahead.total("recovered_micros")[year] == recovered
        assert played.flows["advanced_micros"][year].sum() - recovered == -looks[-1].seed_fund
    assert percents == {100, 30}


def test_the_cases_reach_every_flow(house: Rulebook) -> None:
    """Of all cases together: each account is used, and each policy differs from the others."""
    ends = {}
    for case, options in CASES.items():
        ahead = jackpot(
            house.wager("house-dice/big"),
            main=MAIN,
            meter_seed_cents=777,
            days=25,
            hours_per_day=1,
            hands_per_hour=30,
            participation=Fraction(1),
            years=12,
            **options,
        )
        totals = tuple(int(flow.sum()) for flow in ahead.played.flows.values())
        ends[case] = (*totals, int(ahead.overflow_at_end_micros.sum()))
        assert ("limit_cents" in options) == bool(ahead.played.overflow_micros.any()), case
        assert ("minimum_cents" in options) == bool(ahead.total("advanced_micros").any()), case
        assert ("minimum_cents" in options) == bool(ahead.total("recovered_micros").any()), case
        short = options.get("reserve") == LITTLE or "minimum_cents" in options
        assert short == bool(ahead.total("short").any()), case
    # Where nothing is set aside, what overflowed "to the reserve" lies there for good.
    assert len(set(ends.values())) == len(CASES)


# --- any bets, any hits: stretches at once against one bet at a time ---

EVENT = st.tuples(st.integers(0, 40), st.sampled_from([0, 0, 30, 100, 100]), st.integers(1, 7))


@pytest.fixture(scope="module")
def played_settings(house: Rulebook) -> dict[str, Setting]:
    return {
        case: jackpot(
            house.wager("house-dice/big"),
            main=MAIN,
            meter_seed_cents=777,
            years=1,
            days=1,
            **options,
        ).setting
        for case, options in CASES.items()
    }


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=25, deadline=None)
@given(years=st.lists(st.lists(EVENT, min_size=12, max_size=12), min_size=1, max_size=4))
def test_stretches_of_bets_come_to_what_they_come_to_one_by_one(
    played_settings: dict[str, Setting], case: str, years: list[list[tuple[int, int, int]]]
) -> None:
    from pitboss.simulate.jackpots.meters import Meters

    setting = played_settings[case]
    meters = Meters(setting, len(years))
    singly = [LiveMeter(setting) for _ in years]
    for event in zip(*years, strict=True):
        bets, percent, sharers = np.array(event, dtype=np.int64).T
        winners = np.where(percent > 0, sharers, 0)
        recovered = meters.contribute(bets)
        paid = meters.pay(percent, winners)
        new = meters.reseed((percent == 100).astype(np.int64))
        for year, jackpot_live in enumerate(singly):
            assert sum(jackpot_live.bet() for _ in range(bets[year])) == recovered[year]
            if percent[year]:
                shown = jackpot_live.hit(int(percent[year]), int(winners[year]))
                assert shown == (paid[year], *(part[year] for part in new))
            else:
                assert not paid[year] and not any(part[year] for part in new)
            parts = (meters.main, meters.reserve, meters.overflow, -meters.advance)
            assert jackpot_live.meter[:4] == tuple(int(part[year]) for part in parts)
