"""When a win that differs from the exact odds is said to be beyond luck, and when it is not."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from pitboss.jackpot.reports import EVERYTHING, REPORTS
from pitboss.jackpot.reports.close import day_close
from pitboss.jackpot.reports.luck import LOPSIDED, Distance, bar, luck_of, told
from pitboss.jackpot.reports.sheets import Taken
from pitboss.jackpot.reports.sums import judged, point_of
from pitboss.jackpot.reports.takings import Expectation
from pitboss.odds import analyse
from pitboss.table.state import Taking
from report_floors import HOUSE, played, record_of

D = Decimal
FEW_AT_LONG_ODDS = """
2026-01-01T12:00 table 12: day 2026-01-01
table 12: count tray opening 1000 signed 2207 and 3301
table 12: sit 1
table 12: buy in 1 300
table 12: prepare burning 5d
table 12: bet 1 banker 10, tie 10
table 12: coup 9s Kd / 9h Kc
table 12: finish
"""


def coin(flips: int, heads: int) -> Expectation:
    """Of an even bet of one cent each: its variance is 1, and it is not lopsided."""
    return Expectation(flips, flips, 2 * heads - flips, Fraction(0), Fraction(flips))


def rare(bets: int, chance: Fraction) -> Fraction:
    """Return the square of the skewness of a sum of bets that pay with a chance p, else nothing.

    By hand: of one bet variance p(1-p), third moment p(1-p)(1-2p); of n bets n times each.
    """
    one = chance * (1 - chance)
    third = bets * one * (1 - 2 * chance)
    return third**2 / (bets * one) ** 3


def test_an_even_bet_is_beyond_luck_from_three_deviations_on() -> None:
    far, near = coin(100, 65), coin(100, 64)
    assert (far.z, near.z) == (D(3), D("2.80"))
    assert luck_of([far.distance]) == ["beyond luck"]
    assert luck_of([near.distance]) == ["luck"]
    assert luck_of([coin(100, 35).distance]) == ["beyond luck"], "either way"


@pytest.mark.parametrize(
    ("tested", "at_least"),
    # The chance of a normal figure beyond it, both ways, is 0.0027 shared out: tables of the normal
    # distribution have 3.205 for 0.00135, 3.65 for 0.00027 and 4.13 for 0.000036.
    [(1, "3.00"), (2, "3.21"), (10, "3.64"), (75, "4.13")],
)
def test_the_more_are_looked_at_the_farther_one_must_be(tested: int, at_least: str) -> None:
    assert abs(bar(tested) - D(at_least)) <= D("0.01")
    others = [Distance(D(0))] * (tested - 1)
    assert luck_of([Distance(bar(tested)), *others])[0] == "beyond luck"
    assert luck_of([Distance(bar(tested) - D("0.01")), *others])[0] == "luck"


def test_nothing_off_has_no_sign() -> None:
    """49,999 heads of 100,000 are 2 less than nothing, of a deviation of 316.2: 0.006."""
    assert str(coin(100_000, 49_999).z) == "-0.01"
    assert str(coin(1_000_000, 499_999).z) == "0.00"


def test_only_those_that_can_be_told_count_as_looked_at() -> None:
    silent = [Distance(None), Distance(D(9), D(1))] * 40
    assert luck_of([Distance(D("3.0")), *silent]) == ["beyond luck", *["", "too few bets"] * 40]


def test_a_rare_pay_tells_nothing_until_there_are_many_bets() -> None:
    """One in 100 pays: skewness 98/sqrt(99 n) falls to a third at 873.1 bets."""
    chance = Fraction(1, 100)
    assert rare(873, chance) > Fraction(1, 9) > rare(874, chance)
    one = chance * (1 - chance)
    for bets, enough in ((4, False), (873, False), (874, True)):
        third = bets * one * (1 - 2 * chance)
        sums = Expectation(bets, bets, 0, Fraction(0), bets * one, third)
        assert abs(sums.distance.skew**2 - D(str(float(rare(bets, chance))))) < D("1e-9")
        assert (sums.distance.skew <= LOPSIDED) is enough


def test_lopsided_odds_move_the_bar() -> None:
    """Cornish and Fisher: z + skewness (z*z - 1) / 6, here 3 + 0.3 * 8 / 6."""
    assert bar(1, D("0.3")) == D("3.40")
    assert luck_of([Distance(D("-3.3"), D("0.3"))]) == ["luck"]
    assert luck_of([Distance(D("-3.4"), D("0.3"))]) == ["beyond luck"]


# --- several wagers together, by every outcome ---

Outcomes = tuple[tuple[int, ...], ...]
"""What each wager wins of a cent, in each of some outcomes that are as likely as one another."""
# Each of the first two is even: plus and minus as often. Together they win 2 in one of four, and
# lose 1 in two of them.
EVEN_ALONE: Outcomes = ((1, 1), (-1, 1), (0, -1), (0, -1))
HEDGED: Outcomes = ((9, -9), *(((-1), 1),) * 9)
ALIKE: Outcomes = ((9, 9, 19), *((-1, -1, -1),) * 19)
APART: Outcomes = ((3, -1), (-1, 3), (-1, -1), (-1, -1))
LONG_SHOTS: Outcomes = ((8, -1), *((-1, 2),) * 3, *((-1, -1),) * 5)


def moment(values: list[Fraction], power: int) -> Fraction:
    mean = sum(values, Fraction(0)) / len(values)
    return sum(((one - mean) ** power for one in values), Fraction(0)) / len(values)


def expectation(wins: list[Fraction], stakes: tuple[int, ...]) -> Expectation:
    """Return a wager of some rounds as the books have it, from what it wins by outcome."""
    mean = sum(wins, Fraction(0)) / len(wins)
    absolute = sum((abs(one - mean) ** 3 for one in wins), Fraction(0)) / len(wins)
    squares, cubes = (sum(stake**power for stake in stakes) for power in (2, 3))
    return Expectation(
        *(len(stakes), sum(stakes), 0, -mean * sum(stakes)),
        *(moment(wins, 2) * squares, moment(wins, 3) * cubes, absolute * cubes),
    )


@pytest.mark.parametrize("outcomes", [EVEN_ALONE, HEDGED, ALIKE, APART, LONG_SHOTS])
@pytest.mark.parametrize("rounds", [((1, 1, 1),), ((1, 1, 1), (1, 1, 1)), ((5, 1, 2), (1, 4, 3))])
def test_several_wagers_are_no_more_lopsided_than_is_said(
    outcomes: Outcomes, rounds: tuple[tuple[int, ...], ...]
) -> None:
    """Every outcome of every round is gone through: what all wagers win together, exactly."""
    wagers = len(outcomes[0])
    each = [
        [
            Fraction(sum(stake * win for stake, win in zip(stakes, one, strict=False)))
            for one in outcomes
        ]
        for stakes in rounds
    ]
    whole = [sum(wins, Fraction(0)) for wins in product(*each)]
    said = point_of(
        expectation([Fraction(one[at]) for one in outcomes], tuple(two[at] for two in rounds))
        for at in range(wagers)
    )
    slack = D("1e-20")
    assert said.lopsided_cents**3 * (1 + slack) >= abs(D(float(moment(whole, 3))))
    assert said.deviation_cents**2 * (1 + slack) >= D(float(moment(whole, 2)))


def wagers_of(outcomes: Outcomes, rounds: int) -> list[Expectation]:
    """Return what the books have of rounds with one cent on every wager."""
    columns = ([Fraction(one[at]) for one in outcomes] for at in range(len(outcomes[0])))
    return [expectation(wins, (1,) * rounds) for wins in columns]


def won_in(outcomes: Outcomes, rounds: int) -> Counter[int]:
    """Return how often all wagers together win how much, over every course of some rounds."""
    ways = Counter({0: 1})
    for _ in range(rounds):
        after = Counter[int]()
        for (so_far, count), one in product(ways.items(), outcomes):
            after[so_far + sum(one)] += count
        ways = after
    return ways


GAMES = (APART, LONG_SHOTS, APART, LONG_SHOTS, APART, LONG_SHOTS)


@pytest.mark.parametrize("rounds", [3, 12, 40])
def test_tables_that_are_independent_go_no_farther_than_is_said(rounds: int) -> None:
    """Six tables, two wagers each that hang together: by every course of all their rounds.

    The exact variance and third moment are within what is judged by, and luck alone is called more
    than that in no more than the 3 of 1,000 cases that the bar is made for.
    """
    tables = [wagers_of(outcomes, rounds) for outcomes in GAMES]
    parts = [one for table in tables for one in table]
    whole = Counter({0: 1})
    for outcomes in GAMES:
        ways = won_in(outcomes, rounds)
        after = Counter[int]()
        for (so_far, count), (more, times) in product(whole.items(), ways.items()):
            after[so_far + more] += count * times
        whole = after
    courses = whole.total()
    mean = Fraction(sum(won * count for won, count in whole.items()), courses)
    exact = {
        power: sum((won - mean) ** power * count for won, count in whole.items()) / courses
        for power in (2, 3)
    }
    one = judged(parts, tables)
    deviation = sum((point_of(table).deviation_cents ** 2 for table in tables), D(0)).sqrt()
    slack = 1 + D("1e-20")
    assert deviation**2 * slack >= D(float(exact[2]))
    assert one.skew * deviation**3 * slack >= abs(D(float(exact[3])))
    assert deviation < point_of(parts).deviation_cents
    assert one.skew < point_of(parts).distance.skew
    if one.skew <= LOPSIDED:
        far = float(bar(1, one.skew) * deviation)
        beyond = sum(count for won, count in whole.items() if abs(won - mean) >= far)
        assert Fraction(beyond, courses) <= Fraction("0.0027")


def test_of_many_tables_something_is_said_sooner_and_z_stays_as_it_is() -> None:
    """Of one game alone nothing can be said yet after these rounds; of six of them it can."""
    tables = [wagers_of(outcomes, 12) for outcomes in GAMES]
    parts = [one for table in tables for one in table]
    assert luck_of([judged(tables[1], [tables[1]])]) == ["too few bets"]
    assert luck_of([point_of(parts).distance]) == ["too few bets"]
    assert luck_of([judged(parts, tables)]) == ["luck"]
    assert judged(tables[1], [tables[1]]) == point_of(tables[1]).distance, "one table is as it was"
    assert judged(parts[:1], [parts[:1]]) == point_of(parts[:1]).distance


def test_bets_that_are_even_alone_may_be_lopsided_together() -> None:
    """So that signed moments, which are 0 of each, say nothing of both."""
    both = [Fraction(sum(one)) for one in EVEN_ALONE]
    alone = [expectation([Fraction(one[at]) for one in EVEN_ALONE], (1,)) for at in (0, 1)]
    assert [one.third_moment for one in alone] == [0, 0]
    assert moment(both, 3) == Fraction(3, 2)
    assert point_of(alone).lopsided_cents ** 3 >= D("1.5")


def test_one_wager_alone_is_as_lopsided_as_it_is() -> None:
    wins = [Fraction(9), *(Fraction(-1),) * 9]
    alone = point_of([expectation(wins, (2, 3))])
    exact = moment(wins, 3) * (8 + 27)
    assert abs(alone.lopsided_cents**3 - D(float(exact))) < D("1e-9")


def test_the_absolute_moment_is_that_of_every_result() -> None:
    """Tie pays 8 to 1 with a chance p, else loses: by hand, of two results."""
    tie = analyse("eternal-baccarat/tie")
    assert tie.edge is not None
    chance = (1 - tie.edge) / 9
    mean = 8 * chance - (1 - chance)
    by_hand = chance * (8 - mean) ** 3 + (1 - chance) * (1 + mean) ** 3
    assert tie.absolute_third_moment == by_hand
    assert tie.third_moment is not None and by_hand > tie.third_moment


def test_bets_of_one_round_count_as_one_of_their_size() -> None:
    """Two of 5 in a round weigh as one of 10 (1,000 cubed cents), in two rounds as 125 each."""
    together = Taken().and_more(Taking(1, 5, 0), 1).and_more(Taking(1, 5, 0), 1)
    apart = Taken().and_more(Taking(1, 5, 0), 1).and_more(Taking(1, 5, 0), 2)
    assert (together.squares, together.cubes) == (100, 1000)
    assert (apart.squares, apart.cubes) == (50, 250)


def test_every_report_and_the_close_say_the_same_of_few_bets() -> None:
    """A tie paid on the first bet is some three deviations off, and nothing to be told of."""
    tie = analyse("eternal-baccarat/tie")
    assert tie.skew is not None and tie.skew > 1 / 3
    record = record_of(list(played(FEW_AT_LONG_ODDS, HOUSE)))
    for name, key in (("takings", "wager"), ("takings-by-wager", "what")):
        rows = [row._asdict() for row in REPORTS[name].of(record, EVERYTHING)]
        said = {row[key]: (row["luck"], row["z"]) for row in rows}
        luck, far = said["eternal-baccarat/tie"]
        assert luck == "too few bets" and far < D("-2.5"), "far off, if it could be told"
        assert told(far, luck) is None
        assert said["eternal-baccarat/banker"][0] == "luck"
    (table,) = [one for one in day_close(record, "2026-01-01").tables if one.takings]
    assert dict(zip(dict(table.takings), table.luck, strict=True)) == {
        "eternal-baccarat/banker": "luck",
        "eternal-baccarat/tie": "too few bets",
    }
