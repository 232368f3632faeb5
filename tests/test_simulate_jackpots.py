"""Progressives over time: hand-by-hand play by settlement, replays, identities, and every no."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from pitboss import odds, rulebook
from pitboss.games import Outcome, Shoe, Throw, deal
from pitboss.odds import Meter
from pitboss.odds.progressive import ReservePolicy
from pitboss.refusals import Unreadable
from pitboss.rulebook import Game, Rulebook, Wager
from pitboss.settle import Bet, House, settle
from pitboss.simulate.jackpots import JackpotYears, jackpot
from pitboss.simulate.jackpots.means import ratio_of
from pitboss.simulate.jackpots.setting import MICROS

np = pytest.importorskip("numpy")

DICE = """
name = "House Dice"
kind = "three-dice"
cite = "house rules"

[wagers.big]
name  = "Big"
cite  = "house rules, page 1"
role  = "progressive"
odds  = "for 1"
unit  = "$1"
tables = ["all", "part", "plain", "open"]
rates = [["all", "20%", "5%", "$3"], ["part", "25%", "-", "$2"], ["plain", "20%", "-", "$3"]]
pays = [
  ["By nine",    "margin == 9", { pays = "100%", dealer_envy = "$2" }, "10%", "100%", "100%"],
  ["Tie with 5", "tie and player.total == 5", "30%", "40%", "$6", "?"],
  ["Other tie",  "tie",         { pays = "$5", dealer_envy = "$0.50" }, 4, 4, 4],
  ["By one",     "margin == 1", "1 to 1", "push", "push", 1],
  ["By eight",   "margin == 8", "loss", 2, 2, 2],
]
"""
SEATS = """
name = "House Seats"
kind = "baccarat"
cite = "house rules"

[wagers.seat]
name  = "Own Tie"
cite  = "house rules, page 2"
role  = "progressive"
on    = "seat"
seats = [1, 2, 4, 6]
odds  = "for 1"
unit  = "$1"
rates = [["1", "30%", "-", "$4"]]
pays = [
  ["Tie with it", "tie and player.total == seat",
    { pays = "100%", player_envy = "$3", dealer_envy = "$1" }],
  ["Tie",         "tie", { pays = 3, dealer_envy = "$0.25", player_envy = "$9" }],
  ["Player's",    "player.total == seat", 2],
]
"""
SUN = "eternal-baccarat/sun-7-progressive"
SMALL: dict[str, Any] = {
    "hands_per_hour": 3,
    "hours_per_day": 4,
    "days": 4,
    "players": 3,
    "participation": Fraction(2, 5),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder: Path = tmp_path_factory.mktemp("house")
    added = Rulebook()
    for name, text in (("house-dice", DICE), ("house-seats", SEATS)):
        path = folder / f"{name}.toml"
        path.write_text(text, "utf-8")
        added.add_file(path)
    return added


def refused(wager: Wager | str, **options: Any) -> str:
    with pytest.raises(Unreadable) as caught:
        jackpot(wager, **{"years": 1, **options})
    text = str(caught.value)
    assert "\n" not in text and caught.value.refusal.remedy
    return f"{caught.value.refusal.code}: {text}"


# --- hand by hand: every bet of every hand settled as at a live table ---


def throws(chance: random.Random) -> Iterator[Outcome]:
    cups = list(product(range(1, 7), range(1, 7), range(1, 7)))
    while True:
        yield Throw(chance.choice(cups), chance.choice(cups))


def coups(chance: random.Random) -> Iterator[Outcome]:
    cards = list(Shoe.of(8))
    while True:
        yield deal(chance.sample(cards, 6))


def one_year(
    game: Game,
    wager: Wager,
    table: str,
    outcomes: Iterator[Outcome],
    chance: random.Random,
    *,
    main: Fraction,
    reserve: Fraction | None,
    policy: str,
    meter_seed: int,
    hands: int,
    players: int,
    participation: Fraction,
    tables: int = 1,
    unit: int = 100,
) -> dict[str, float]:
    """Play a year in exact fractions of cents, and say what came of it."""
    of: dict[str, Fraction] = dict.fromkeys(
        ("bets", "fixed", "dealer", "player", "hits", "winners", "paid", "reserve", "house"),
        Fraction(0),
    )
    of |= {"short": Fraction(0), "meters": Fraction(0), "middle": Fraction(0)}
    meter, kept = Fraction(meter_seed), Fraction(0)
    positions = wager.block_of(table).seats or range(1, players + 1)
    rules = House(unit_cents={wager.id: unit})
    for hand in range(hands * tables):
        if hand == hands * tables // 2:
            of["middle"] = meter
        bets = [
            Bet(wager=wager.id, stake_cents=unit, table=table, position=position)
            for position in positions[:players]
            if chance.random() < participation
        ]
        done = settle(game, bets, next(outcomes), rules)
        assert not done.refusals
        of["bets"] += len(bets)
        meter += main * unit * len(bets)
        kept += (reserve or 0) * unit * len(bets)
        shares = [one.meter_share for one in done.settlements if one.meter_share is not None]
        of["fixed"] += sum(one.won_cents + one.returned_cents for one in done.settlements)
        of["dealer"] += sum(one.dealer_envy_cents for one in done.settlements)
        of["player"] += sum(one.player_envy_cents for one in done.settlements)
        if shares:
            each = int(meter) * shares[0] // 100 // len(shares)
            of["hits"] += 1
            of["winners"] += len(shares)
            of["paid"] += each * len(shares)
            of["meters"] += meter
            meter -= each * len(shares)
            if shares[0] == 100:
                rolls_over = reserve is not None and policy == "rolls-over"
                drawn = kept if rolls_over else min(kept, Fraction(meter_seed))
                added = 0 if rolls_over else meter_seed - drawn
                kept -= drawn
                meter += drawn + added
                of["reserve"] += drawn
                of["house"] += added
                of["short"] += reserve is not None and added > 0
    increments = (main + (reserve or 0)) * unit
    of["take"] = of["bets"] * (unit - increments) - of["fixed"] - of["dealer"] - of["player"]
    of["take"] -= of["house"]
    of |= {"end": meter, "kept": kept}
    return {name: float(value) for name, value in of.items()}


def same_figures(ahead: JackpotYears) -> dict[str, Any]:
    """Return what ``one_year`` says, of all years at once."""
    hits = ahead.played.hits
    meters = np.zeros(ahead.years)
    np.add.at(meters, hits.year, hits.before_micros / MICROS)
    middle = ahead.setting.step_days.index(ahead.setting.days // 2)
    return {
        "bets": ahead.total("bets"),
        "fixed": ahead.total("fixed_cents"),
        "dealer": ahead.total("dealer_envy_cents"),
        "player": ahead.total("player_envy_cents"),
        "hits": ahead.total("hits"),
        "winners": ahead.total("winners"),
        "paid": ahead.total("meter_paid_cents"),
        "reserve": ahead.total("from_reserve_micros") / MICROS,
        "house": ahead.total("from_house_micros") / MICROS,
        "short": ahead.total("short"),
        "meters": meters,
        "middle": ahead.played.meter_micros[:, middle] / MICROS,
        "take": ahead.take_micros / MICROS,
        "end": ahead.meter_at_end_micros / MICROS,
        "kept": ahead.reserve_at_end_micros / MICROS,
    }


def compare(slow: list[dict[str, float]], ahead: JackpotYears) -> None:
    """Compare every mean, every spread, and how each figure goes with the bets and the hits."""
    fast = same_figures(ahead)
    assert set(fast) == set(slow[0])
    by_name = {name: np.array([year[name] for year in slow]) for name in fast}
    centres = {name: values.mean() for name, values in by_name.items()}

    def agree(what: str, one: Any, other: Any) -> None:
        error = sqrt(one.var() / len(one) + other.var() / len(other))
        gap = abs(one.mean() - other.mean())
        assert gap <= 4.5 * error, (what, one.mean(), other.mean(), error)

    for name in fast:
        agree(name, by_name[name], fast[name])
        for with_ in (name, "bets", "hits"):
            centred = [
                (of[name] - centres[name]) * (of[with_] - centres[with_]) for of in (by_name, fast)
            ]
            agree(f"{name} with {with_}", *centred)


@pytest.mark.parametrize(
    ("table", "policy"),
    [("all", "rolls-over"), ("all", "up-to-seed"), ("part", "rolls-over"), ("plain", "rolls-over")],
)
def test_years_agree_with_play_by_hand(house: Rulebook, table: str, policy: ReservePolicy) -> None:
    game, chance = house.game("house-dice"), random.Random(f"dice {table}")
    wager, outcomes = game.wager("big"), throws(chance)
    rates = wager.rates[table]
    assert rates.main is not None and rates.seed is not None
    slow = [
        one_year(
            game,
            wager,
            table,
            outcomes,
            chance,
            main=rates.main,
            reserve=rates.reserve,
            policy=policy,
            meter_seed=rates.seed.cents,
            hands=48,
            players=3,
            participation=Fraction(2, 5),
            tables=2,
        )
        for _ in range(150)
    ]
    options = {**SMALL, "table": table, "reserve_policy": policy}
    compare(slow, jackpot(wager, tables=2, years=20_000, **options))


@pytest.mark.slow
def test_years_by_seat_agree_with_play_by_hand(house: Rulebook) -> None:
    game, chance = house.game("house-seats"), random.Random("seats")
    wager, outcomes = game.wager("seat"), coups(chance)
    slow = [
        one_year(
            game,
            wager,
            "1",
            outcomes,
            chance,
            main=Fraction(3, 10),
            reserve=None,
            policy="rolls-over",
            meter_seed=400,
            hands=48,
            players=3,
            participation=Fraction(2, 5),
            tables=2,
        )
        for _ in range(150)
    ]
    assert sum(year["player"] for year in slow) > 0
    compare(slow, jackpot(wager, tables=2, years=20_000, **SMALL))


def test_a_part_of_the_meter_leaves_the_rest_and_no_seed(house: Rulebook) -> None:
    ahead = jackpot(house.wager("house-dice/big"), table="part", years=200, **SMALL)
    hits = ahead.played.hits
    shown = hits.before_micros // MICROS
    ten, forty = (shown * part // 100 // hits.winners * hits.winners for part in (10, 40))
    assert ((hits.paid_cents == ten) | (hits.paid_cents == forty)).all()
    assert (hits.paid_cents == ten).any() and (hits.paid_cents == forty).any()
    assert (hits.after_micros == hits.before_micros - hits.paid_cents * MICROS).all()
    assert (hits.after_micros < 200 * MICROS).any() and not ahead.total("from_house_micros").any()


# --- identities, to the last micro-unit ---

REAL: tuple[tuple[str, dict[str, Any]], ...] = (
    (SUN, {"table": "PT-PRG-S7-05", "tables": 20}),
    (SUN, {"table": "PT-PRG-S7-E01", "tables": 9, "meter_seed_cents": 1_000_000}),
    (SUN, {"table": "PT-PRG-S7-E03", "reading": "each-hand", "participation": Fraction(1, 7)}),
    (
        "99-fortunes/progressive",
        {"table": "P5", "tables": 30, "main": Fraction(1, 8), "meter_seed_cents": 5_000_000},
    ),
    (
        "ez-baccarat/progressive",
        {"table": "3", "tables": 4, "main": Fraction(9, 100), "meter_seed_cents": 500_000},
    ),
    (
        "3-dice-baccarat/triple",
        {
            "tables": 6,
            "main": Fraction(12, 100),
            "reserve": Fraction(12_345, 10**6),
            "meter_seed_cents": 1_000_000,
            "start_cents": 123,
            "start_reserve_cents": 45_600,
        },
    ),
    ("eternal-baccarat/harmony", {"tables": 20, "meter_seed_cents": 5_000_000, "unit_cents": 500}),
    (SUN, {"table": "PT-PRG-S7-E04", "meter_seed_cents": 500_000, "reserve_policy": "up-to-seed"}),
    (
        SUN,
        {
            "table": "PT-PRG-S7-E01",
            "tables": 9,
            "meter_seed_cents": 1_000_000,
            "minimum_cents": 2_000_000,
            "limit_cents": 4_000_000,
            "overflow": "to-reserve",
        },
    ),
    (SUN, {"table": "PT-PRG-S7-05", "tables": 9, "limit_cents": 700_000, "overflow": "stays"}),
    ("eternal-baccarat/fate-38", {"table": "PT-PRG-F38-03", "decks": 6, "days": 40}),
)


@pytest.mark.parametrize(("path", "options"), REAL)
def test_every_cent_of_every_year_is_accounted_for(path: str, options: dict[str, Any]) -> None:
    ahead = jackpot(path, years=60, **options)
    setting, of = ahead.setting, ahead.total
    bets = of("bets")
    unit = setting.hand.unit_cents
    increments = bets * int(setting.main_micros + setting.reserve_micros)
    costs = of("fixed_cents") + of("dealer_envy_cents") + of("player_envy_cents")
    added = of("from_house_micros") + of("advanced_micros") - of("recovered_micros")
    assert (ahead.handle_cents == bets * unit).all()
    assert (
        ahead.handle_cents * MICROS == increments + costs * MICROS + added + ahead.take_micros
    ).all()
    ends = ahead.meter_at_end_micros + ahead.reserve_at_end_micros + ahead.overflow_at_end_micros
    opened = (setting.start_cents + setting.start_reserve_cents) * MICROS
    assert (ends == opened + increments + added - of("meter_paid_cents") * MICROS).all()
    for parts in (ahead.played.meter_micros, ahead.played.reserve_micros):
        assert (parts >= 0).all()
    assert (of("advanced_micros") >= of("recovered_micros")).all()
    if setting.limit_cents is None:
        assert not ahead.played.overflow_micros.any()
    else:
        assert (ahead.played.meter_micros <= setting.limit_cents * MICROS).all()
        assert ahead.played.overflow_micros.any() and (ahead.played.overflow_micros >= 0).all()
    # The same from the hits and the rows, which are kept apart.
    hits = ahead.played.hits
    for year in range(ahead.years):
        own = hits.year == year
        assert own.sum() == of("hits")[year]
        assert hits.paid_cents[own].sum() == of("meter_paid_cents")[year]
        assert hits.winners[own].sum() == of("winners")[year]
        assert (np.diff(hits.hand[own]) > 0).all()
    rows = ahead.played.rows
    fixed = [row.fixed_cents for row in setting.hand.rows]
    assert (rows @ np.array(fixed) == of("fixed_cents")).all()
    winning = [at for at, row in enumerate(setting.hand.rows) if row.percent is not None]
    assert (rows[:, winning].sum(axis=1) == of("winners")).all()
    assert (rows.sum(axis=1) <= bets).all()
    assert (hits.paid_cents % hits.winners == 0).all()
    assert ((hits.hand >= 1) & (hits.hand <= setting.hands)).all()


# --- what odds know ---


def test_expected_hits_are_hands_times_chance_times_somebody_betting() -> None:
    # The deals of S7-05 that take the meter, as the par sheet counts them.
    chance = Fraction(40_138_173_824 + 120_414_521_472, 4_998_398_275_503_360)
    ahead = jackpot(
        SUN, table="PT-PRG-S7-05", tables=3, players=5, participation=Fraction(1, 4), years=2_000
    )
    hands = 3 * 70 * 24 * 365
    expected = hands * chance * (1 - Fraction(3, 4) ** 5)
    assert ahead.setting.expected_hits == expected
    assert abs(ahead.hits_per_year.mean - expected) < 4.5 * sqrt(expected / 2_000)
    assert ahead.hits_per_year.z is not None and abs(ahead.hits_per_year.z) < 4.5
    # Few hits in many hands are as good as Poisson: the variance is the mean.
    assert ahead.total("hits").var() == pytest.approx(float(expected), rel=0.15)


@pytest.mark.parametrize(("path", "options"), REAL)
def test_every_exact_figure_is_within_its_error(path: str, options: dict[str, Any]) -> None:
    check_exact(jackpot(path, years=400, **options))


@pytest.mark.slow
def test_every_exact_figure_of_frequent_hits_is_within_its_error(house: Rulebook) -> None:
    for table in ("all", "part", "plain"):
        check_exact(jackpot(house.wager("house-dice/big"), table=table, years=40_000, **SMALL))
    seats = {**SMALL, "players": 4, "participation": Fraction(9, 10)}
    check_exact(jackpot(house.wager("house-seats/seat"), years=40_000, **seats))


def check_exact(ahead: JackpotYears) -> None:
    """Look at every figure of a record that has an exact one beside it."""
    found: list[tuple[str, float]] = []

    def walk(where: str, node: object) -> None:
        if isinstance(node, dict):
            if node.get("z") is not None:
                found.append((where, node["z"]))
            for key, inner in node.items():
                walk(f"{where}.{key}", inner)
        elif isinstance(node, list):
            for at, inner in enumerate(node):
                walk(f"{where}.{at}", inner)

    walk("", ahead.record())
    # A rare row in few years is far from normal: its mean has no good standard error.
    rare = {
        f".rows.{at}.bets"
        for at, bets in enumerate(ahead.setting.hand.bets_by_row)
        if bets * ahead.setting.hands * ahead.years < 100
    }
    assert len(found) > 2 * ahead.setting.months
    assert [(where, z) for where, z in found if abs(z) > 4.5 and where not in rare] == []


@pytest.mark.slow
@pytest.mark.parametrize("rolls_over", [False, True])
def test_the_average_meter_is_known_at_any_time(house: Rulebook, rolls_over: bool) -> None:
    wager = house.wager("house-dice/big")
    options = {**SMALL, "days": 20, "start_cents": 2_000}
    if rolls_over:
        options |= {"reserve": Fraction(3, 10), "start_reserve_cents": 700}
    ahead = jackpot(wager, table="plain", years=30_000, **options)
    setting = ahead.setting
    hit = setting.hand.hit_chance
    # By hand: P(margin 9) once and a bettor among three, the bets of a hand with and without a hit.
    sums = [sum(cup) % 10 for cup in product(range(1, 7), repeat=3)]
    nine = Fraction(2 * sums.count(9) * sums.count(0), 216**2)
    assert hit == nine * (1 - Fraction(3, 5) ** 3)
    with_hit = nine * sum(
        bettors * comb(3, bettors) * Fraction(2, 5) ** bettors * Fraction(3, 5) ** (3 - bettors)
        for bettors in range(1, 4)
    )
    quiet = (Fraction(6, 5) - with_hit) / (1 - hit)
    meter, reserve = Fraction(2_000), Fraction(700)
    total = Fraction(0)
    for hand in range(1, setting.hands + 1):
        total += hit * meter + 20 * with_hit
        anew = hit * reserve + 30 * with_hit if rolls_over else hit * 300
        meter = anew + (1 - hit) * (meter + 20 * quiet)
        reserve = (1 - hit) * (reserve + 30 * quiet)
        assert setting.meter_cents(hand) == pytest.approx(float(meter), rel=1e-12)
        if rolls_over:
            assert setting.reserve_cents(hand) == pytest.approx(float(reserve), rel=1e-12)
    assert setting.meters_at_hits_cents == pytest.approx(float(total), rel=1e-12)
    for band in ahead.bands:
        assert band.figure.z is not None and abs(band.figure.z) < 4.5
    assert ahead.meter_at_hit is not None and ahead.meter_at_hit.z is not None
    assert abs(ahead.meter_at_hit.z) < 4.5
    begins = 30 * Fraction(6, 5) / hit if rolls_over else Fraction(300)
    assert setting.long_run_meter_at_hit_cents == begins + 20 * Fraction(6, 5) / hit
    hold = ahead.hold
    assert hold is not None and hold.z is not None and abs(hold.z) < 4.5


LONG_RUNS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("PT-PRG-S7-05", {}),
    ("PT-PRG-S7-E03", {}),
    ("PT-PRG-S7-01", {"meter_seed_cents": 100_000}),
    ("PT-PRG-S7-01", {"main": Fraction(1, 10), "meter_seed_cents": 300_000}),
    ("PT-PRG-S7-E04", {"meter_seed_cents": 500_000}),
    ("PT-PRG-S7-E04", {"meter_seed_cents": 500_000, "reserve_policy": "up-to-seed"}),
    ("PT-PRG-S7-01", {"meter_seed_cents": 9_000_000, "reserve_policy": "up-to-seed"}),
)


@pytest.mark.parametrize(("table", "options"), LONG_RUNS)
def test_the_long_run_is_the_edge_of_odds(table: str, options: dict[str, Any]) -> None:
    wager = rulebook.wager(SUN)
    floor: dict[str, Any] = {"participation": Fraction(1), "tables": 20, "years": 300}
    ahead = jackpot(wager, table=table, **floor, **options)
    meter = Meter(
        players=7,
        main=options.get("main"),
        reserve=None,
        seed_cents=options.get("meter_seed_cents"),
        reserve_policy=options.get("reserve_policy", "rolls-over"),
    )
    sheet = odds.analyse(wager, table=table, meter=meter)
    assert sheet.progressive is not None
    assert ahead.setting.long_term_edge == sheet.progressive.long_term_edge
    assert ahead.setting.break_even_cents == sheet.progressive.break_even_cents
    # Whatever a year's reserve came to: within four and a half standard errors.
    assert ahead.edge is not None and ahead.edge.z is not None and abs(ahead.edge.z) < 4.5


def test_s7_e04_with_a_seed_of_5000_loses_39_percent_up_to_seed_and_23_rolling_over() -> None:
    # On 7 seats of which every second one bets: 2 (1 - 1/2^7) / 7 hits for each that a lone
    # bettor would have, for the same stakes. The number of tables makes no difference in the end.
    alone = odds.analyse(SUN, table="PT-PRG-S7-E04").progressive
    assert alone is not None and alone.long_term_edge is not None
    seed_rate = 5_000 * alone.jackpot_probability * 2 * (1 - Fraction(1, 2**7)) / 7
    policies: tuple[ReservePolicy, ...] = ("rolls-over", "up-to-seed")
    for policy, returned, shown in (
        (policies[0], Fraction(17, 100), "23.20%"),
        (policies[1], seed_rate, "39.06%"),
    ):
        for tables in (1, 20):
            ahead = jackpot(
                SUN,
                table="PT-PRG-S7-E04",
                meter_seed_cents=500_000,
                reserve_policy=policy,
                tables=tables,
                years=200,
            )
            edge = ahead.setting.long_term_edge
            assert edge == 1 - alone.fixed_return - Fraction(17, 100) - returned
            assert f"{float(edge):.2%}" == shown
            assert ahead.edge is not None and ahead.edge.z is not None
            assert abs(ahead.edge.z) < 4.5


@pytest.mark.parametrize("seed", [1_000_000, 9_000_000])
@pytest.mark.parametrize("policy", ["rolls-over", "up-to-seed"])
def test_the_house_takes_what_is_neither_returned_nor_reserved(
    seed: int, policy: ReservePolicy
) -> None:
    # S7-01 sets 5% aside: more than enough for seeds of $10,000, too little for $90,000.
    ahead = jackpot(
        SUN,
        table="PT-PRG-S7-01",
        tables=20,
        days=3_650,
        meter_seed_cents=seed,
        reserve_policy=policy,
        years=60,
    )
    late = slice(3, None)
    take = ahead.take_by_month_micros[:, late].sum(axis=1) / MICROS
    handle = ahead.played.flows["bets"][:, late].sum(axis=1) * 100
    hold = ahead.setting.long_term_hold
    figure = ratio_of(take, handle, hold)
    assert figure is not None and figure.z is not None and abs(figure.z) < 4.5
    edge, rate = ahead.setting.long_term_edge, ahead.setting.seed_rate
    assert hold is not None and edge is not None and rate is not None
    enough = rate < Fraction(5, 100)
    assert enough == (seed == 1_000_000)
    spared = Fraction(5, 100) - rate if enough and policy == "up-to-seed" else 0
    assert edge - hold == spared


def test_a_guaranteed_minimum_costs_what_the_reserve_cannot_repay() -> None:
    # S7-01 gathers 5%. A minimum of $5,000 takes less, and is recovered; one of $90,000 is not.
    edges = []
    for minimum in (None, 500_000, 9_000_000):
        ahead = jackpot(
            SUN,
            table="PT-PRG-S7-01",
            tables=20,
            days=3_650,
            meter_seed_cents=1_000_000,
            minimum_cents=minimum,
            years=60,
        )
        assert ahead.setting.long_term_edge is not None
        edges.append(ahead.setting.long_term_edge)
        owed = ahead.total("advanced_micros") - ahead.total("recovered_micros")
        assert (owed.mean() > 100 * (minimum or 0) * MICROS) == (minimum == 9_000_000)
        take = ahead.take_by_month_micros[:, 3:].sum(axis=1) / MICROS
        handle = ahead.played.flows["bets"][:, 3:].sum(axis=1) * 100
        figure = ratio_of(take, handle, ahead.setting.long_term_hold)
        assert figure is not None and figure.z is not None and abs(figure.z) < 4.5
    assert edges[0] == edges[1] > edges[2]


def test_a_reserve_below_the_seed_rate_leaves_the_house_to_pay() -> None:
    # S7-01 keeps 5% of each dollar; a seed of $50,000 on its rare row would need more than that.
    for seed, enough in ((1_000_000, True), (5_000_000, False)):
        ahead = jackpot(
            SUN,
            table="PT-PRG-S7-01",
            tables=20,
            meter_seed_cents=seed,
            reserve_policy="up-to-seed",
            years=50,
            days=730,
        )
        rate = ahead.setting.seed_rate
        assert rate is not None and (rate < Fraction(5, 100)) == enough
        short = ahead.total("short")[:, None]
        late = ahead.played.flows["short"][:, 6:].sum()
        assert (late == 0) == enough and short.sum() > 0
        assert (ahead.reserve_at_end_micros.mean() > seed * MICROS) == enough


def test_99_fortunes_is_won_by_one_seat_and_envied_by_the_others() -> None:
    options: dict[str, Any] = {"main": Fraction(1, 10), "meter_seed_cents": 1_000_000, "years": 1}
    wager = rulebook.wager("99-fortunes/progressive")
    hand = jackpot(wager, table="sample", players=9, days=1, **options).setting.hand
    # Four of the eight identical cards of one of nine ranks in four suits, in any order.
    one = Fraction(4 * comb(8, 4), comb(416, 4))
    half = Fraction(1, 2)
    assert hand.hit_chance == 9 * one * half
    assert hand.player_envy_cents == 9 * one * half * 8 * half * 100_000
    assert {fall.winners for fall in hand.outcomes} == {0, 1}
    alone = jackpot(wager, table="sample", on=7, days=1, **options).setting
    assert alone.hand.players == 1 and alone.hand.hit_chance == one * half
    assert alone.hand.player_envy_cents == 0
    listed = jackpot(wager, table="P1", reading="any-listed-rank", days=1, **options).setting.hand
    assert listed.players == 7
    assert listed.hit_chance == 9 * one * (1 - half**7)
    assert {fall.winners for fall in listed.outcomes} == {0, 7}


# --- the same seed, the same years ---


def test_years_do_not_depend_on_how_many_are_asked_for(house: Rulebook) -> None:
    def equal(one: JackpotYears, other: JackpotYears, years: int) -> bool:
        hits = [each.played.hits for each in (one, other)]
        return (
            all((flow[:years] == other.played.flows[name]).all() for name, flow in flows(one))
            and (one.played.meter_micros[:years] == other.played.meter_micros).all()
            and (one.played.reserve_micros[:years] == other.played.reserve_micros).all()
            and (one.played.rows[:years] == other.played.rows).all()
            and all(
                np.array_equal(all_of[: len(few)], few) for all_of, few in zip(*hits, strict=True)
            )
        )

    def flows(ahead: JackpotYears) -> Any:
        return ahead.played.flows.items()

    wager = house.wager("house-dice/big")
    ahead = jackpot(wager, years=1_203, **SMALL)
    assert all(equal(ahead, jackpot(wager, years=years, **SMALL), years) for years in (77, 700))
    assert not equal(ahead, jackpot(wager, years=77, seed=2, **SMALL), 77)
    blocks = [ahead.total("bets")[at : at + 50] for at in (0, 500)]
    assert not np.array_equal(*blocks)


def test_an_interruption_keeps_the_finished_blocks(
    house: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    wager = house.wager("house-dice/big")
    seen: list[tuple[int, int]] = []

    def stop(done: int, of: int) -> None:
        seen.append((done, of))
        if len(seen) == 2:
            raise KeyboardInterrupt

    ahead = jackpot(wager, years=2_000, progress=stop, **SMALL)
    whole = jackpot(wager, years=2_000, **SMALL)
    assert seen == [(500, 2_000), (1_000, 2_000)]
    assert ahead.interrupted and ahead.years == 1_000 and ahead.asked == 2_000
    assert ahead.record()["interrupted"] is True and not whole.interrupted
    assert (ahead.take_micros == whole.take_micros[:1_000]).all()

    def at_once(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.simulate.jackpots.years.play_block", at_once)
    with pytest.raises(KeyboardInterrupt):
        jackpot(wager, years=2_000, **SMALL)


# --- months, paths, records ---


@pytest.mark.parametrize("days", [1, 5, 11, 12, 13, 24, 59, 60, 365, 3_660])
def test_months_end_with_the_days_and_add_up(house: Rulebook, days: int) -> None:
    ahead = jackpot(house.wager("house-dice/big"), years=3, **{**SMALL, "days": days})
    setting = ahead.setting
    assert len(ahead.months) == min(days, 12) and ahead.months[-1].last_day == days
    assert setting.step_days[-1] == days
    assert list(setting.step_days) == sorted(set(setting.step_days)) and setting.step_days[0] >= 1
    assert len(setting.step_days) % len(ahead.months) == 0 and len(setting.step_days) <= 60
    lengths = np.diff([0, *(month.last_day for month in ahead.months)])
    assert lengths.max() - lengths.min() <= 1
    for name, flow in ahead.played.flows.items():
        assert flow.shape == (3, min(days, 12)) and (flow >= 0).all(), name
    assert sum(month.hits.mean for month in ahead.months) == pytest.approx(ahead.hits_per_year.mean)
    assert sum(month.take.mean for month in ahead.months) == pytest.approx(ahead.take_per_year.mean)
    hits, ends = ahead.played.hits, [month.last_day for month in ahead.months]
    month = np.searchsorted(np.array(ends) * setting.hands_per_day, hits.hand)
    for year in range(3):
        counted = np.bincount(month[hits.year == year], minlength=len(ends))
        assert counted.tolist() == ahead.played.flows["hits"][year].tolist()


def test_example_paths_rise_and_fall_only_at_hits() -> None:
    ahead = jackpot(SUN, table="PT-PRG-S7-05", tables=2, start_cents=345_600, years=5)
    assert [path.year for path in ahead.examples] == [1, 2, 3]
    for at, path in enumerate(ahead.examples):
        assert path.points[0] == (0.0, 345_600)
        assert path.points[-1] == (365.0, int(ahead.meter_at_end_micros[at]) // MICROS)
        falls = 0
        for (day, cents), (next_day, next_cents) in pairwise(path.points):
            assert day <= next_day
            if next_cents < cents:
                falls += 1
                assert day == next_day and 0 <= next_cents - 200_000 < 7
        assert falls == len(path.hits) == ahead.total("hits")[at]


def test_a_record_is_json_with_whole_cents() -> None:
    half = Fraction(1, 2)
    for years, participation in ((1, half), (30, Fraction(0)), (30, half)):
        ahead = jackpot(SUN, table="PT-PRG-S7-05", years=years, participation=participation)
        record = json.loads(json.dumps(ahead.record(), allow_nan=False))
        assert record["years"] == years and record["setting"]["meter_seed_cents"] == 200_000
        assert len(record["path"]["days"]) == 61 and len(record["months"]) == 12
        assert [len(band) for band in record["path"]["percentiles"].values()] == [61] * 5

        def walk(key: str, node: object) -> None:
            if isinstance(node, dict):
                for inner_key, inner in node.items():
                    walk(inner_key if inner_key.strip("0123456789") else key, inner)
            elif isinstance(node, list):
                for inner in node:
                    walk(key, inner)
            elif key.endswith("_cents") and key not in ("break_even_cents", LONG_RUN):
                assert node is None or type(node) is int, key

        walk("", record)
        histogram = record["amounts"]["meter_at_hit"]["histogram"]
        assert sum(one["hits"] for one in histogram) == ahead.total("hits").sum()
        assert sum(one["years"] for one in record["hits"]["years_by_hits"]) == years


LONG_RUN = "long_run_meter_at_hit_cents"


def test_nobody_bets_and_nothing_happens() -> None:
    ahead = jackpot(SUN, table="PT-PRG-S7-05", participation=Fraction(0), tables=20, years=20)
    assert not any(flow.any() for flow in ahead.played.flows.values())
    assert (ahead.played.meter_micros == 200_000 * MICROS).all()
    assert ahead.hold is None and ahead.meter_at_hit is None and not len(ahead.gaps_in_days)
    assert ahead.setting.expected_hits == 0 and ahead.setting.no_hit_in_a_year == 1


def test_a_meter_that_does_not_grow_is_a_house_jackpot() -> None:
    ahead = jackpot(
        "3-dice-baccarat/triple",
        main=Fraction(0),
        meter_seed_cents=500_000,
        participation=Fraction(1),
        players=1,
        years=50,
    )
    assert (ahead.played.hits.paid_cents == 500_000).all()
    assert (ahead.played.meter_micros == 500_000 * MICROS).all()
    seeds = ahead.total("hits") * 500_000 * MICROS
    assert seeds.sum() > 0 and (ahead.total("from_house_micros") == seeds).all()


def test_other_units_multiply_pays_and_the_printed_seed() -> None:
    one = jackpot(SUN, table="PT-PRG-S7-E03", years=1, days=1).setting
    five = jackpot(SUN, table="PT-PRG-S7-E03", unit_cents=500, years=1, days=1).setting
    assert (one.meter_seed_cents, five.meter_seed_cents) == (150_000, 750_000)
    assert five.hand.fixed_cents == 5 * one.hand.fixed_cents
    assert five.hand.dealer_envy_cents == 5 * one.hand.dealer_envy_cents
    assert five.long_term_edge == one.long_term_edge


def test_rates_are_as_printed_unless_given() -> None:
    def rates(**options: Any) -> tuple[Fraction, Fraction | None]:
        setting = jackpot(
            SUN, table="PT-PRG-S7-01", meter_seed_cents=1, years=1, days=1, **options
        ).setting
        return setting.main, setting.reserve

    assert rates() == (Fraction(15, 100), Fraction(5, 100))
    assert rates(main=Fraction(1, 4)) == (Fraction(1, 4), None)
    assert rates(reserve=Fraction(1, 4)) == (Fraction(15, 100), Fraction(1, 4))
    assert rates(main=Fraction(0), reserve=Fraction(1)) == (Fraction(0), Fraction(1))


# --- what is refused ---


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"tables": 0}, "the number of tables cannot be 0"),
        ({"tables": True}, "the number of tables cannot be True"),
        ({"tables": 1.5}, "the number of tables cannot be 1.5"),
        ({"hands_per_hour": 0}, "the number of hands an hour cannot be 0"),
        ({"hours_per_day": 0}, "the number of hours a day cannot be 0"),
        ({"hours_per_day": 25}, "the number of hours a day cannot be 25"),
        ({"days": 0}, "the number of days cannot be 0"),
        ({"years": 0}, "the number of years cannot be 0"),
        ({"years": 100_001}, "the number of years cannot be 100001"),
        ({"players": 0}, "the number of players cannot be 0"),
        ({"players": 101}, "the number of players cannot be 101"),
        ({"participation": Fraction(-1, 2)}, "the participation cannot be"),
        ({"participation": Fraction(3, 2)}, "the participation cannot be"),
        ({"participation": 0.5}, "the participation cannot be 0.5"),
        ({"seed": -1}, "the seed of chance cannot be -1"),
        ({"seed": 2**64}, "the seed of chance cannot be"),
        ({"meter_seed_cents": -1}, "the meter's seed cannot be -$0.01"),
        ({"meter_seed_cents": 10.0}, "the meter's seed cannot be 10.0"),
        ({"start_cents": -1}, "the opening meter cannot be -$0.01"),
        ({"start_reserve_cents": -1}, "the opening reserve cannot be -$0.01"),
        ({"start_reserve_cents": 1}, "idle-option: the opening reserve changes nothing"),
        ({"reserve_policy": "up-to-seed"}, "idle-option: the reserve policy changes nothing"),
        ({"reserve_policy": "rolls"}, "the reserve policy cannot be 'rolls'"),
        ({"overflow": "stays"}, "idle-option: the overflow policy changes nothing"),
        ({"limit_cents": 1_000_000, "overflow": "to-house"}, "the overflow policy cannot be"),
        ({"limit_cents": 199_999}, "the limit cannot be $1,999.99"),
        ({"limit_cents": 300_000, "start_cents": 300_001}, "the limit cannot be $3,000"),
        ({"minimum_cents": 100}, "idle-option: the guaranteed minimum changes nothing"),
        ({"minimum_cents": 0, "reserve": Fraction(1, 10)}, "the guaranteed minimum cannot be $0"),
        (
            {"minimum_cents": 9, "reserve": Fraction(1, 10), "reserve_policy": "up-to-seed"},
            "idle-option: the guaranteed minimum changes nothing",
        ),
        (
            {"minimum_cents": 300_001, "reserve": Fraction(1, 10), "limit_cents": 300_000},
            "the limit cannot be $3,000",
        ),
        ({"unit_cents": 0}, "the base unit cannot be $0"),
        ({"main": Fraction(11, 10)}, "the main increment cannot be"),
        ({"main": Fraction(-1, 10)}, "the main increment cannot be"),
        ({"main": 0.15}, "the main increment cannot be 0.15"),
        ({"reserve": Fraction(11, 10)}, "the reserve increment cannot be"),
        ({"reserve": Fraction(9, 10)}, "bad-increment: increments of 17% and 90% are more"),
        ({"main": Fraction(1, 3)}, "bad-increment: a main increment of 1/3 of the base unit"),
        ({"decks": 0}, "decks-out-of-range"),
        ({"table": "PT-PRG-S7-99"}, "unknown-table"),
        ({"reading": "other"}, "unknown-reading"),
        ({"on": "player"}, "not-on-a-hand"),
        ({"tables": 10_000, "unit_cents": 10**8}, "too-much-money"),
        ({"tables": 10_000, "hands_per_hour": 1_000}, "too-many-hits: the meter would be hit"),
        ({"tables": 300, "years": 5_000}, "too-many-hits: 5,000 years would hit the meter"),
    ],
)
def test_refused_by_name_with_a_remedy(options: dict[str, Any], says: str) -> None:
    assert says in refused(SUN, **{"table": "PT-PRG-S7-05", **options})


def test_refused_for_what_the_table_is(house: Rulebook) -> None:
    assert refused(SUN).startswith("no-seed: ")
    assert refused("ez-baccarat/progressive").startswith("no-increment: ")
    assert refused("99-fortunes/progressive", table="sample").startswith("no-increment: ")
    assert refused("ez-baccarat/dragon-7").startswith("not-progressive: ")
    assert refused("baccarat/tie").startswith("not-progressive: ")
    assert refused("eternal-baccarat/harmony", table="PT-PRG-HP-12").startswith("incomplete-table")
    assert refused("no-such/wager").startswith("unknown-game: ")
    assert refused("baccarat/nothing").startswith("unknown-wager: ")
    big = house.wager("house-dice/big")
    assert refused(big, table="open", main=Fraction(1, 10)).startswith("no-pays: ")
    seats: dict[str, Any] = {"main": Fraction(1, 10), "meter_seed_cents": 100}
    assert "1 to 6" in refused("99-fortunes/progressive", table="P2-6", players=7, **seats)
    assert "1 to 1" in refused("99-fortunes/progressive", on=7, players=2, **seats)
    assert refused("99-fortunes/progressive", on=4, **seats).startswith("no-such-seat")


def test_importing_the_room_is_cheap() -> None:
    code = "import sys, pitboss.simulate.jackpots; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
