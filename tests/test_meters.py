"""What happens to every cent of a jackpot (JACKPOTS: money in, a hit, the reseed), in micros."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.jackpot.meters import (
    Flow,
    Flows,
    Growth,
    Meter,
    award_of,
    count,
    lock,
    overflow,
    register,
    reseed,
    reverse,
    taken_back,
)

DOLLAR = 1_000_000
CENT = 10_000


def _random_growth() -> st.SearchStrategy[Growth]:
    amounts = st.integers(0, 10_000 * DOLLAR)
    return st.builds(
        Growth,
        main_micros=st.integers(0, 300_000),
        reserve_micros=st.integers(0, 200_000),
        reseed_micros=amounts,
        minimum_micros=st.none() | amounts,
        limit_micros=st.none() | amounts,
        reserve=st.sampled_from(("rolls-over", "up-to-seed")),
        overflow=st.sampled_from(("to-meter", "to-reserve", "stays")),
    )


METERS = st.builds(
    Meter,
    main=st.integers(0, 20_000 * DOLLAR),
    reserve=st.integers(0, 5_000 * DOLLAR),
    overflow=st.integers(0, 5_000 * DOLLAR),
    seed_fund=st.integers(-1_000 * DOLLAR, 0),
)


def _house(flows: tuple[Flow, ...]) -> int:
    """What the house has put in."""
    paid = sum(flow.micros for flow in flows if flow.source == "house")
    return paid - sum(flow.micros for flow in flows if flow.target == "house")


def contribute(meter: Meter, growth: Growth, units: int) -> Flows:
    """Return all that follows from units: START GAME registers them, and the server counts them."""
    registered = register(growth, units)
    return (*registered, *count(meter.after(registered), growth, units))


@given(METERS, _random_growth(), st.integers(0, 9))
def test_no_micro_is_made_or_lost(meter: Meter, growth: Growth, units: int) -> None:
    for flows in (
        contribute(meter, growth, units),
        overflow(meter, growth),
        reseed(meter, growth),
        reverse(meter, growth, units),
        lock(award_of(meter.displayed_cents, 100, max(units, 1))),
    ):
        assert all(flow.micros > 0 for flow in flows)
        assert sum(meter.after(flows)) == sum(meter) + _house(flows)
        assert meter.after(flows).after(taken_back(flows)) == meter


@given(METERS, _random_growth(), st.lists(st.integers(0, 9), max_size=6))
def test_the_order_and_the_bundling_of_contributions_do_not_matter(
    meter: Meter, growth: Growth, units: list[int]
) -> None:
    at_once = meter.after(contribute(meter, growth, sum(units)))
    for order in (units, units[::-1]):
        one_by_one = meter
        for some in order:
            one_by_one = one_by_one.after(contribute(one_by_one, growth, some))
        if sum(units):
            assert one_by_one == at_once


def test_a_million_contributions_at_a_rate_of_six_figures_are_exact() -> None:
    rate, unit_micros = Fraction("12.3457") / 100, DOLLAR
    each = rate * unit_micros
    assert each.denominator == 1, "a dollar at 12.3457% is whole micros"
    growth = Growth(int(each), 0, 0)
    meter = Meter(main=5_000 * DOLLAR)
    for _ in range(1_000_000 // 250):
        for _ in range(250):
            meter = Meter(meter.main + 0).after(contribute(meter, growth, 1))
    assert meter.main == 5_000 * DOLLAR + 1_000_000 * each
    assert meter.displayed_cents == int(5_000_00 + 1_000_000 * rate * 100)


def test_what_exceeds_the_limit_is_counted_apart() -> None:
    growth = Growth(150_000, 0, 0, limit_micros=100 * DOLLAR)
    meter = Meter(main=100 * DOLLAR - 100_000)
    meter = meter.after(contribute(meter, growth, 2))
    assert (meter.main, meter.overflow) == (100 * DOLLAR, 200_000)


@pytest.mark.parametrize(
    ("policy", "main", "reserve", "left"),
    [("to-meter", 37, 0, 0), ("to-reserve", 30, 7, 0), ("stays", 30, 0, 7)],
)
def test_overflow_after_a_hit(policy: str, main: int, reserve: int, left: int) -> None:
    growth = Growth(1, 1, 0, overflow=policy)  # type: ignore[arg-type]
    meter = Meter(reserve=30 * DOLLAR, overflow=7 * DOLLAR)
    after = meter.after(reseed(meter, growth))
    assert after == Meter(main * DOLLAR, reserve * DOLLAR, left * DOLLAR)


def test_a_minimum_is_advanced_and_recovered_first() -> None:
    growth = Growth(100_000, 50_000, 0, minimum_micros=1 * DOLLAR)
    meter = Meter(reserve=900_000)
    meter = meter.after(reseed(meter, growth))
    assert meter == Meter(main=DOLLAR, seed_fund=-100_000)
    meter = meter.after(contribute(meter, growth, 3))
    assert meter == Meter(main=DOLLAR + 300_000, reserve=50_000, seed_fund=0)


def test_a_seed_is_the_houses_where_nothing_is_set_aside() -> None:
    growth = Growth(1, 0, 2_000 * DOLLAR)
    assert reseed(Meter(reserve=5), growth) == (Flow("house", "main", 2_000 * DOLLAR),)


@given(st.integers(0, 10**9), st.sampled_from((10, 25, 50, 100)), st.integers(1, 9))
def test_shares_round_down_and_the_rest_is_less_than_a_cent_each(
    displayed: int, percent: int, sharers: int
) -> None:
    award = award_of(displayed, percent, sharers)
    assert award.share_cents == Fraction(displayed * percent, 100 * sharers).__floor__()
    rest = award.amount_cents * CENT - sharers * award.share_cents * CENT
    assert award.remainder_micros == rest < sharers * CENT


def test_a_voided_round_takes_back_what_is_still_there() -> None:
    growth = Growth(150_000, 50_000, 0)
    meter = Meter(main=100_000, reserve=60_000)
    assert meter.after(reverse(meter, growth, 2)) == Meter(main=-200_000)
    full = Growth(150_000, 0, 0, limit_micros=DOLLAR)
    at_limit = Meter(main=DOLLAR, overflow=100_000)
    assert at_limit.after(reverse(at_limit, full, 1)) == Meter(main=DOLLAR - 50_000)
