"""What counts say of a wager: by hand, and against printed tables of chi-square."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf, lgamma, log, sqrt

import pytest

pytest.importorskip("numpy")

from pitboss import rulebook, simulate
from pitboss.games import Shoe
from pitboss.odds import Meter, analyse
from pitboss.odds.analysis import Analysis
from pitboss.refusals import Unreadable
from pitboss.simulate import Estimate, Threads
from pitboss.simulate.runs import rounds_until
from pitboss.simulate.statistics import CONFIDENCE, chi_square, chi_square_p_value

TIE = rulebook.wager("baccarat/tie")
TIES, ALL = 475_627_426_473_216, 4_998_398_275_503_360
"""Deals of six cards of eight decks that tie, of all: as published for Punto Banco."""
P_TIE = Fraction(TIES, ALL)

TAILS = (0.10, 0.05, 0.025, 0.01, 0.001)
PRINTED = {
    1: (2.706, 3.841, 5.024, 6.635, 10.828),
    2: (4.605, 5.991, 7.378, 9.210, 13.816),
    3: (6.251, 7.815, 9.348, 11.345, 16.266),
    4: (7.779, 9.488, 11.143, 13.277, 18.467),
    5: (9.236, 11.070, 12.833, 15.086, 20.515),
    6: (10.645, 12.592, 14.449, 16.812, 22.458),
    7: (12.017, 14.067, 16.013, 18.475, 24.322),
    8: (13.362, 15.507, 17.535, 20.090, 26.125),
    9: (14.684, 16.919, 19.023, 21.666, 27.877),
    10: (15.987, 18.307, 20.483, 23.209, 29.588),
    15: (22.307, 24.996, 27.488, 30.578, 37.697),
    20: (28.412, 31.410, 34.170, 37.566, 45.315),
    30: (40.256, 43.773, 46.979, 50.892, 59.703),
    50: (63.167, 67.505, 71.420, 76.154, 86.661),
    100: (118.498, 124.342, 129.561, 135.807, 149.449),
}
"""The critical values of chi-square that every textbook has, to three decimals."""


@pytest.mark.parametrize("degrees", PRINTED)
def test_critical_values_are_the_printed_ones(degrees: int) -> None:
    for tail, score in zip(TAILS, PRINTED[degrees], strict=True):
        assert (
            chi_square_p_value(score + 0.0006, degrees)
            < tail
            < chi_square_p_value(score - 0.0006, degrees)
        )


def integrated(score: float, degrees: int) -> float:
    """The chance above a score as an area: Simpson's rule over the density, in x = t * t."""
    norm = degrees / 2 * log(2) + lgamma(degrees / 2)

    def density(t: float) -> float:
        if t == 0:
            return 2 * exp(-norm) if degrees == 1 else 0.0
        return 2 * exp((degrees - 1) * log(t) - t * t / 2 - norm)

    steps, end = 4_000, sqrt(score)
    width = end / steps
    inner = sum((4 if at % 2 else 2) * density(at * width) for at in range(1, steps))
    return 1 - (density(0) + inner + density(end)) * width / 3


@pytest.mark.parametrize("degrees", [*range(1, 13), 25, 64, 101, 500, 999, 1000])
def test_chances_are_areas_under_the_density(degrees: int) -> None:
    for factor in (0.3, 0.8, 1.0, 1.2, 2.0):
        score = degrees * factor
        assert chi_square_p_value(score, degrees) == pytest.approx(
            integrated(score, degrees), abs=1e-9
        )


def test_chances_at_the_ends() -> None:
    assert chi_square_p_value(0.0, 3) == 1.0
    assert chi_square_p_value(5.0, 0) == 1.0
    assert (
        chi_square_p_value(inf, 1)
        == chi_square_p_value(inf, 2)
        == chi_square_p_value(inf, 7)
        == 0.0
    )
    assert 0 <= chi_square_p_value(1e5, 1) < 1e-300
    assert 0 <= chi_square_p_value(1e5, 40) < 1e-300
    falling = [chi_square_p_value(score / 4, 9) for score in range(200)]
    assert falling == sorted(falling, reverse=True)


def test_many_degrees_of_freedom_do_not_underflow() -> None:
    """The median of chi-square is close to n (1 - 2 / 9n) ** 3."""
    for degrees in (1_500, 5_000, 100_000):
        median = degrees * (1 - 2 / (9 * degrees)) ** 3
        assert chi_square_p_value(median, degrees) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize(
    ("counts", "expected", "score", "degrees"),
    [
        # Nothing rare: (2**2 + 2**2 + 0) / 20.
        ([18, 22, 20], [20.0, 20.0, 20.0], 0.4, 2),
        # Exactly five is enough: 1/5 + 1/95.
        ([6, 94], [5.0, 95.0], 1 / 5 + 1 / 95, 1),
        # 3 and 2 make five: (4 - 5)**2 / 5 + (96 - 95)**2 / 95.
        ([4, 96, 0], [3.0, 95.0, 2.0], 1 / 5 + 1 / 95, 1),
        # 1 + 1 are two, still too few: the 8 joins them. (12 - 10)**2 / 10 + (88 - 90)**2 / 90.
        ([2, 1, 9, 88], [1.0, 1.0, 8.0, 90.0], 4 / 10 + 4 / 90, 1),
        # 4 + 4 are eight, enough: the 8 stays by itself.
        ([2, 3, 9, 86], [4.0, 4.0, 8.0, 84.0], 9 / 8 + 1 / 8 + 4 / 84, 2),
        # What cannot happen and does not: nothing to say about it.
        ([0, 18, 22], [0.0, 20.0, 20.0], 0.4, 1),
        # All of it rare: one heap, nothing to compare.
        ([1, 2], [1.5, 1.5], 0.0, 0),
        ([7], [7.0], 0.0, 0),
        ([0, 0], [0.0, 0.0], 0.0, 0),
    ],
)
def test_chi_square_by_hand(
    counts: list[int], expected: list[float], score: float, degrees: int
) -> None:
    found = chi_square(counts, expected)
    assert found[0] == pytest.approx(score) and found[1] == degrees
    assert chi_square(counts[::-1], expected[::-1]) == found


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([99, 1], [100.0, 0.0]),
        # Rare rows beside it must not hide it.
        ([97, 2, 1], [97.0, 3.0, 0.0]),
        ([90, 7, 2, 1], [90.0, 7.0, 3.0, 0.0]),
    ],
)
def test_a_hit_of_what_cannot_happen_never_fits(counts: list[int], expected: list[float]) -> None:
    score, degrees = chi_square(counts, expected)
    assert score == inf and chi_square_p_value(score, degrees) == 0


def tie(*, rounds: int, hits: int) -> Estimate:
    exact = analyse(TIE)
    assert [one.net for one in exact.rows] == [8]
    return Estimate(exact=exact, rounds=rounds, counts=(hits,), lost=rounds - hits)


def test_an_estimate_by_hand() -> None:
    """Eight to one on ties: ten rounds with one tie keep 9 - 8 of ten units."""
    found = tie(rounds=10, hits=1)
    deviation = 9 * sqrt(P_TIE * (1 - P_TIE))
    assert found.edge == pytest.approx(0.1)
    assert found.exact_edge == pytest.approx(float(1 - 9 * P_TIE))
    assert round(100 * float(1 - 9 * P_TIE), 2) == 14.36, "as published"
    assert found.standard_error == pytest.approx(deviation / sqrt(10))
    assert found.z == pytest.approx((0.1 - (1 - 9 * float(P_TIE))) / (deviation / sqrt(10)))
    assert found.interval == pytest.approx(
        (0.1 - 1.96 * deviation / sqrt(10), 0.1 + 1.96 * deviation / sqrt(10)), abs=1e-4
    )
    # Less than one tie is expected in ten rounds: there is nothing to compare.
    assert (found.chi_square, found.degrees_of_freedom, found.p_value) == (0, 0, 1)


def test_the_fit_of_an_estimate_by_hand() -> None:
    found = tie(rounds=1_000, hits=120)
    expected = 1_000 * float(P_TIE)
    score = (120 - expected) ** 2 * (1 / expected + 1 / (1_000 - expected))
    assert found.edge == pytest.approx((880 - 8 * 120) / 1_000)
    assert found.chi_square == pytest.approx(score) and found.degrees_of_freedom == 1
    assert found.z is not None
    # Two results: z squared is chi-square, and the chances are the same.
    assert found.z**2 == pytest.approx(score)
    assert found.p_value == pytest.approx(integrated(score, 1), abs=1e-9)


def test_no_rounds_say_nothing() -> None:
    found = tie(rounds=0, hits=0)
    assert found.edge is found.z is found.standard_error is None
    assert found.interval is None
    assert (found.chi_square, found.p_value) == (0, 1)


def test_pushes_and_vigorish_are_in_the_edge() -> None:
    """The Banker at 5%: 40 wins, 10 ties and 50 losses keep 50 - 40 * 0.95 of 100 units."""
    wager = rulebook.wager("baccarat/banker")
    exact = analyse(wager, vigorish=Fraction(1, 20))
    by_net = {one.net: at for at, one in enumerate(exact.rows)}
    counts = [0] * len(exact.rows)
    counts[by_net[Fraction(19, 20)]] = 40
    counts[by_net[Fraction(0)]] = 10
    found = Estimate(exact=exact, rounds=100, counts=tuple(counts), lost=50)
    assert found.edge == pytest.approx((50 - 38) / 100)
    assert found.exact_edge == pytest.approx(0.010579, abs=5e-7)


def test_without_pays_there_is_no_edge_and_still_a_fit() -> None:
    wager = rulebook.wager("99-fortunes/progressive")
    exact = analyse(wager)
    assert exact.edge is None
    hits = [round(one.probability * 10**6) for one in exact.rows]
    found = Estimate(exact=exact, rounds=10**6, counts=tuple(hits), lost=10**6 - sum(hits))
    assert found.edge is found.exact_edge is found.z is None
    assert found.interval is None
    assert found.degrees_of_freedom > 0 and found.p_value > 0.99


def check_enough(exact: Analysis, reach: Fraction, rounds: int) -> None:
    """The reach is met after so many rounds, and not one round before."""
    variance = exact.variance
    assert variance is not None
    confidence = Fraction(CONFIDENCE)
    assert confidence**2 * variance / rounds <= reach**2
    assert rounds == 1 or confidence**2 * variance / (rounds - 1) > reach**2


def test_as_many_rounds_as_an_edge_needs() -> None:
    by_id = {path: analyse(rulebook.wager(path)) for path in ("baccarat/tie", "baccarat/player")}
    for reach in (Fraction(1, 3), Fraction(1, 100), Fraction(1, 12_345), Fraction(99, 100)):
        needed = [rounds_until(reach, [exact]) for exact in by_id.values()]
        for exact, rounds in zip(by_id.values(), needed, strict=True):
            check_enough(exact, reach, rounds)
        assert rounds_until(reach, list(by_id.values())) == max(needed)
    # 1.96 ** 2 * 81 p (1 - p) / 0.01 ** 2
    variance = 81 * P_TIE * (1 - P_TIE)
    assert rounds_until(Fraction(1, 100), [by_id["baccarat/tie"]]) == pytest.approx(
        3.8415 * float(variance) * 10_000, rel=1e-4
    )
    with pytest.raises(Unreadable, match="no edge is known"):
        rounds_until(Fraction(1, 100), [])


def test_a_run_goes_on_until_every_edge_is_known() -> None:
    tables = [TIE.open(), rulebook.wager("baccarat/player").open()]
    reach = Fraction(1, 50)
    found = simulate.coups("baccarat", until=reach, tables=tables, place=Threads(1), decks=6)
    exact = [found.exact(table) for table in tables]
    assert exact[0].shoe == Shoe.of(6)
    assert found.rounds == rounds_until(reach, exact)
    check_enough(exact[0], reach, found.rounds)
    for one in exact:
        interval = found.estimate(one).interval
        assert interval is not None
        assert interval[1] - interval[0] <= 2 * reach + 1e-12


def test_a_run_until_an_edge_that_nobody_knows_is_refused() -> None:
    table = rulebook.wager("99-fortunes/progressive").open()
    with pytest.raises(Unreadable, match="no edge is known"):
        simulate.coups("99-fortunes", until=Fraction(1, 100), tables=[table])


def test_a_meter_makes_an_edge_known() -> None:
    wager = rulebook.wager("99-fortunes/progressive")
    table = wager.open()
    found = simulate.coups("99-fortunes", rounds=1_000, tables=[table], place=Threads(1))
    assert found.estimate(found.exact(table)).edge is None
    at = found.analyse(wager, meter=Meter(cents=10_000_000))
    assert at.edge is not None and at.z is not None
