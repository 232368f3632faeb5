"""Exact odds: published anchors, two independent ways for every figure, and bad input."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import DATA, every_table
from oracle import LOPSIDED, physical_coups, row_counts, shooter_probabilities, throw_counts
from pitboss import odds, rulebook
from pitboss.games import Coup, Shoe, ShooterHand, deal
from pitboss.games.cards import DECK
from pitboss.odds.analysis import Analysis, analyse_table
from pitboss.odds.coups import count_coups
from pitboss.odds.design import event_wager, solve_pay
from pitboss.odds.first_four import count_first_fours
from pitboss.odds.values import composition, shapes, tally_shapes, tally_totals
from pitboss.refusals import Unreadable
from pitboss.rulebook import Money, PayTable, Rulebook
from pitboss.rulebook.pays import Odds, read_pay
from pitboss.rulebook.tables import PayRow
from pitboss.settle import Bet, House
from pitboss.settle.settlements import settled

PUBLISHED = tomllib.loads((DATA / "published.toml").read_text("utf-8"))
EIGHT = Shoe.of(8)


def sheet_of(name: str, decks: int = 8) -> Analysis:
    """Analyse a wager named ``GAME/WAGER[:ON][@TABLE]``."""
    spot, _, table = name.partition("@")
    path, _, on = spot.partition(":")
    return odds.analyse(rulebook.wager(path), table=table or None, on=on or None, decks=decks)


def published(kind: str) -> list[tuple[str, str, str]]:
    return [(*name.split(" ", 1), str(value)) for name, value in PUBLISHED[kind].items()]


# --- anchors ---


@pytest.mark.parametrize("decks", [6, 8])
def test_published_counts(decks: int) -> None:
    for name, label, expected in published(f"counts_{decks}_decks"):
        rows = {one.row.label: one.count or 0 for one in sheet_of(name, decks).rows}
        if label == "Banker wins or pushes":
            found = rows["Banker wins"] + rows["Banker wins with a 3-card 7"]
        else:
            found = rows[label]
        assert found == int(expected), (name, label)


def test_published_total_and_probabilities() -> None:
    assert sheet_of("baccarat/tie").total == PUBLISHED["total_8_decks"]
    for name, label, expected in published("probabilities"):
        chances = {one.row.label: one.probability for one in sheet_of(name).rows}
        assert chances[label] == Fraction(expected)


def test_figures_that_follow_from_published_counts_alone() -> None:
    """A margin table's edge, a tie's on 6 decks, and the deviation of two bets, by hand."""
    counts = {(name, label): int(value) for name, label, value in published("counts_8_decks")}
    total, talons = PUBLISHED["total_8_decks"], "dragon-bonus/dragon-bonus:player"
    pays = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    margins = {by: counts[talons, f"Wins by {by}"] for by in pays}
    natural, tied = counts[talons, "Natural win"], counts[talons, "Natural tie"]
    won = natural + sum(margins[by] * pay for by, pay in pays.items())
    lost = total - natural - tied - sum(margins.values())
    assert sheet_of("eternal-baccarat/golden-talons:player").edge == Fraction(lost - won, total)
    six = {name: int(value) for name, _, value in published("counts_6_decks")}
    player, tie = six["baccarat/player"], six["baccarat/tie"]
    banker = six["baccarat/banker@commission-free"]
    expected = Fraction(player + banker - 8 * tie, player + banker + tie)
    assert sheet_of("baccarat/tie", 6).edge == expected
    dragon = counts["ez-baccarat/dragon-7", "Banker wins with a 3-card 7"]
    others = counts["baccarat/banker@commission-free", "Banker wins or pushes"] - dragon
    results = [
        (counts["baccarat/player", "Player wins"], 10 - 1),
        (others, -10 - 1),
        (dragon, -10 + 40),
        (counts["baccarat/tie", "Tie"], -1),
    ]
    mean = Fraction(sum(n * net for n, net in results), total)
    square = Fraction(sum(n * net * net for n, net in results), total)
    wagers = [rulebook.wager(f"ez-baccarat/{id}").open() for id in ("dragon-7", "player")]
    found = odds.combine([(wagers[0], 1), (wagers[1], 10)])
    assert (found.mean, found.variance) == (mean, square - mean * mean)


def test_a_point_is_made_67_times_in_165() -> None:
    """A new shooter sets a point sooner or later; that it is made at least once is 67/165."""
    made = event_wager(rulebook.game("high-roller"), "points_made >= 1", 1)
    assert odds.analyse(made).rows[0].probability == Fraction(67, 165)


def test_three_counters_of_twenty_equal_the_sum_over_all_counts() -> None:
    """Only 2, 3, 4 and 7 matter: 1, 2, 3 and 6 of 12 such throws, in any order before the seven."""
    rare = event_wager(
        rulebook.game("parlay-craps"), "rolled(2) < 20 and rolled(3) < 20 and rolled(4) < 20", 1
    )
    expected = sum(
        Fraction(
            factorial(a + b + c) * 2**b * 3**c * 6,
            factorial(a) * factorial(b) * factorial(c) * 12 ** (a + b + c + 1),
        )
        for a, b, c in product(range(20), repeat=3)
    )
    table = rare.open()
    assert table.ends == "any-seven"
    assert analyse_table(table, shoe=EIGHT).rows[0].probability == expected


def test_a_chain_of_too_many_states_is_refused_before_it_is_begun() -> None:
    """Three counters to 50 are answered; 51 counts each of four and seven points are 47 million."""
    game = rulebook.game("high-roller")
    counters = [f"rolled({total}) >= 50" for total in (2, 3, 11, 12)]
    told: list[tuple[int, int]] = []
    sheet = odds.analyse(
        event_wager(game, " and ".join(counters[:2])), progress=lambda *done: told.append(done)
    )
    assert 0 < sheet.rows[0].probability < Fraction(1, 10**30)
    assert told == [(done, 51 * 51) for done in (0, 1024, 2048)]
    with pytest.raises(Unreadable) as refused:
        odds.analyse(event_wager(game, " and ".join(counters)))
    assert refused.value.refusal.code == "too-many-states"
    assert f"{51**4 * 7:,} states" in str(refused.value)


@pytest.mark.parametrize(("name", "percent"), PUBLISHED["edges_percent"].items())
def test_published_edges(name: str, percent: str) -> None:
    edge = sheet_of(name).edge
    assert edge is not None and f"{float(edge) * 100:.4f}" == percent


# --- two independent ways ---


def distinct(kind: str) -> list[PayTable]:
    """Return the pay tables of a kind that ask different questions, under every reading."""
    found: dict[object, PayTable] = {}
    for table in every_table():
        if table.wager.kind == kind:
            found.setdefault((table.nodes, table.ends if kind == "craps" else ""), table)
    return list(found.values())


def counted(table: PayTable, shoe: Shoe, method: str = "auto") -> Counter[str | None]:
    rows = count_coups((table.nodes,), shoe, "general" if method == "general" else "auto")
    found: Counter[str | None] = Counter()
    for (at,), number in rows.items():
        if number:
            found[table.rows[at].label if at >= 0 else None] += number
    return found


@cache
def dealt(at: int) -> Counter[Coup]:
    return physical_coups(LOPSIDED[at])


@pytest.mark.parametrize("at", range(len(LOPSIDED)))
def test_every_table_equals_physical_deals_of_lopsided_shoes(at: int) -> None:
    """Settlement over every outcome equals the odds, by the shortcut that each table takes."""
    for table in distinct("baccarat"):
        assert counted(table, LOPSIDED[at]) == row_counts(table, dealt(at)), table


@pytest.mark.parametrize("at", range(0, len(LOPSIDED), 2))
def test_the_general_count_equals_physical_deals(at: int) -> None:
    for table in distinct("baccarat"):
        assert counted(table, LOPSIDED[at], "general") == row_counts(table, dealt(at)), table


def default_tables() -> list[PayTable]:
    found: dict[object, PayTable] = {}
    for table in every_table(all_readings=False):
        if table.wager.kind == "baccarat" and table.on in (None, "player", "banker", 1):
            found.setdefault(table.nodes, table)
    return list(found.values())


@pytest.mark.parametrize("table", default_tables(), ids=str)
def test_on_8_decks_the_shortcuts_equal_the_general_count(table: PayTable) -> None:
    assert counted(table, EIGHT) == counted(table, EIGHT, "general")


def test_all_throws_equal_the_count() -> None:
    for table in distinct("three-dice"):
        sheet = analyse_table(table, shoe=EIGHT)
        expected = throw_counts(table)
        assert sheet.total == 46_656
        assert {one.row.label: one.count for one in sheet.rows} == {
            row.label: expected[row.label] for row in table.rows
        }
        assert sheet.missed == Fraction(expected[None], 46_656)


def test_the_chain_of_rolls_equals_the_other_way() -> None:
    for table in distinct("craps"):
        sheet = analyse_table(table, shoe=EIGHT)
        expected = shooter_probabilities(table)
        for one in sheet.rows:
            assert one.probability == expected[one.row.label], (table, one.row.label)
        assert sheet.missed == expected[None]


def test_settling_every_row_of_the_tally_reproduces_the_edge() -> None:
    """Settlement and odds share the sentence and the pays."""
    stake = 10_000
    for table in every_table():
        sheet = analyse_table(table, shoe=EIGHT)
        if sheet.edge is None:
            continue
        unit = table.unit.cents if table.unit else stake
        bet = Bet(wager=table.wager.id, stake_cents=unit, on=table.on, table=table.id)
        lost = settled(bet, table, None, House()).net_cents or 0
        mean = sheet.missed * lost
        for one in sheet.rows:
            mean += one.probability * (settled(bet, table, one.row, House()).net_cents or 0)
        assert -mean / unit == sheet.edge, table


def test_shapes_sum_to_totals() -> None:
    for shoe in (EIGHT, *LOPSIDED):
        n = composition(shoe)
        gathered: Counter[object] = Counter()
        for shape, number in tally_shapes(n):
            gathered[shape.totals] += number
        assert {key: one for key, one in gathered.items() if one} == tally_totals(n)


def test_shapes_are_those_that_can_be_dealt() -> None:
    """Deal every two-card totals and third values with the dealer of the games room."""
    worth = {card.value: card for card in DECK}
    dealt_totals = set()
    for a, b, c, d in product(range(10), repeat=4):
        coup = deal([worth[0], worth[0], worth[a], worth[b], worth[c], worth[d]])
        sizes = (len(coup.player), len(coup.banker))
        dealt_totals.add((coup.player_total, coup.banker_total, *sizes))
    assert {tuple(shape.totals) for shape in shapes()} == dealt_totals


def test_first_fours_are_all_deals() -> None:
    for shoe in (EIGHT, Shoe.of(1), *LOPSIDED):
        cards = len(shoe)
        total = 1
        for used in range(6):
            total *= cards - used
        assert sum(count_first_fours(shoe).values()) == total


# --- sentences that no shortcut answers ---


@pytest.mark.parametrize(
    "text",
    [
        "tie and player.pair",
        "winner.pair and margin >= 4",
        "loser.perfect_pair",
        "suited and player.pair",
        "player.suited and first_four.alike == 2",
        "rank == 8 and player.perfect_pair",
        "winner.same_color and not loser.same_color",
        "player.third == banker.third",
        "zeros and same_color and player.pair",
        "player.suited and banker.same_color and in_chosen_suits",
        "first_four.identical == 2 and player.third >= 5",
    ],
)
def test_every_legal_sentence_is_answered_exactly(text: str) -> None:
    table = event_wager(rulebook.game("baccarat"), text, 10).open(suits="hs")
    for at in range(0, len(LOPSIDED), 3):
        assert counted(table, LOPSIDED[at]) == row_counts(table, dealt(at))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_random_sentences_on_random_shoes(data: st.DataObject) -> None:
    """Join random features by and, or, not: the count equals the physical deals."""
    flags = ["tie", "suited", "same_color", "player.pair", "banker.suited", "player.wins"]
    flags += ["player.third == 8", "first_four.pairs == 1", "one_rank", "zeros", "margin >= 3"]
    flags += ["winner.suited", "banker.first_two <= 3", "cards == 6", "player.same_color"]
    parts = data.draw(st.lists(st.sampled_from(flags), min_size=1, max_size=4, unique=True))
    words = [("not " if data.draw(st.booleans()) else "") + part for part in parts]
    joint = data.draw(st.sampled_from([" and ", " or "]))
    table = event_wager(rulebook.game("baccarat"), joint.join(words), 1).open()
    at = data.draw(st.integers(0, len(LOPSIDED) - 1))
    assert counted(table, LOPSIDED[at]) == row_counts(table, dealt(at))


# --- analysis ---


def test_tie_vigorish_breaks_even_below_its_default() -> None:
    banker = rulebook.wager("baccarat/banker")
    full = odds.analyse(banker, table="tie-vigorish").edge
    low = odds.analyse(banker, table="tie-vigorish", vigorish=Fraction(5, 100)).edge
    assert full is not None and low is not None and low < 0 < full


def test_rounding_of_vigorish_costs_the_player() -> None:
    sheet = odds.analyse(rulebook.wager("baccarat/banker"))
    assert sheet.edge is not None
    assert sheet.edge_at(2_000) == sheet.edge
    assert (sheet.edge_at(1_000, 25) or 0) == sheet.edge
    assert (sheet.edge_at(1_100, 25) or 0) > sheet.edge
    assert (sheet.edge_at(1_001) or 0) > sheet.edge
    # 5% of 1,030 is 51.5 cents: 52 to the cent, 75 to the quarter.
    (win,) = [line.probability for line in sheet.rows if line.row.label == "Banker wins"]
    for rounding, vigorish in ((1, 52), (25, 75)):
        kept = 1_030 * sheet.missed - (1_030 - vigorish) * win
        assert sheet.edge_at(1_030, rounding) == kept / 1_030


def test_2816_4__an_empty_shoe_is_not_a_full_one() -> None:
    empty, player = Shoe((0,) * len(DECK)), rulebook.wager("baccarat/player")
    for price in (
        lambda shoe: odds.analyse(player, shoe=shoe),
        lambda shoe: odds.combine([(player.open(), 1)], shoe=shoe),
    ):
        with pytest.raises(Unreadable, match="a shoe of 0 cards"):
            price(empty)
        assert price(EIGHT) == price(None)


def test_deviation_and_skew_of_a_fair_coin() -> None:
    sheet = sheet_of("baccarat/player")
    win, lose = sheet.rows[0].probability, sheet.missed
    assert sheet.variance == win + lose - (win - lose) ** 2
    assert sheet.push_probability == sheet.rows[1].probability
    assert sheet.hit_frequency == win
    assert sheet.edge_per_resolved == (lose - win) / (win + lose)


def test_progressive_figures_follow_from_the_rows() -> None:
    wager = rulebook.wager("eternal-baccarat/sun-7-progressive")
    sheet = odds.analyse(wager, table="PT-PRG-S7-01")
    one = sheet.progressive
    assert one is not None and sheet.edge is None
    fixed = sum(
        (row.probability * (1 + row.net) for row in sheet.rows if row.net is not None), Fraction(0)
    )
    assert one.fixed_return == fixed
    assert one.jackpot_probability == sheet.rows[0].probability
    assert one.long_term_edge == 1 - fixed - Fraction(15, 100) - Fraction(5, 100)
    assert one.break_even_cents is not None
    even = odds.Meter(cents=int(one.break_even_cents))
    at_even = odds.analyse(wager, table="PT-PRG-S7-01", meter=even).edge
    assert at_even is not None and 0 <= at_even < Fraction(1, 10**5)
    three = odds.analyse(wager, table="PT-PRG-S7-01", meter=odds.Meter(players=3)).progressive
    assert three is not None and three.break_even_cents == one.break_even_cents
    shared = odds.Meter(cents=3 * int(one.break_even_cents), players=3)
    assert odds.analyse(wager, table="PT-PRG-S7-01", meter=shared).edge == at_even


def test_a_fixed_seed_is_counted_once_per_hit() -> None:
    wager = rulebook.wager("eternal-baccarat/fate-38")
    one = odds.analyse(wager, table="PT-PRG-F38-03").progressive
    four = odds.analyse(wager, table="PT-PRG-F38-03", meter=odds.Meter(players=4)).progressive
    assert one is not None and four is not None
    seed = 2_000 * one.jackpot_probability
    assert one.long_term_edge == 1 - one.fixed_return - Fraction(19, 100) - seed
    assert four.long_term_edge == 1 - one.fixed_return - Fraction(19, 100) - seed / 4


def test_a_reserve_that_fills_up_to_the_seed_returns_the_seed_and_no_more() -> None:
    # Each new meter has the seed, whoever pays it: the return counts it once per hit. S7-E04 sets
    # aside 17%, and a seed of $5,000 at 1 in 124,530 is 4% of a lone bettor's dollars.
    wager = rulebook.wager("eternal-baccarat/sun-7-progressive")
    for seed, players, kept in ((5_000, 1, True), (5_000, 7, True), (50_000, 1, False)):
        meter = odds.Meter(seed_cents=100 * seed, players=players, reserve_policy="up-to-seed")
        one = odds.analyse(wager, table="PT-PRG-S7-E04", meter=meter).progressive
        rolled = odds.analyse(
            wager, table="PT-PRG-S7-E04", meter=meter._replace(reserve_policy="rolls-over")
        ).progressive
        assert one is not None and rolled is not None
        rate = seed * one.jackpot_probability / players
        main = reserve = Fraction(17, 100)
        assert one.long_term_edge == 1 - one.fixed_return - main - rate
        assert rolled.long_term_edge == 1 - one.fixed_return - main - reserve
        assert (rate < reserve) == kept
        unreturned = f"{float(reserve - rate):.4%} of the stakes stay in the reserve"
        assert any(said.startswith(unreturned) for said in one.assumptions) == kept
        assert f"seed of {Money(100 * seed)}" in " ".join(one.assumptions)


def test_a_policy_needs_a_reserve_and_a_seed() -> None:
    up_to_seed = odds.Meter(reserve_policy="up-to-seed")
    sun = rulebook.wager("eternal-baccarat/sun-7-progressive")
    one = odds.analyse(sun, table="PT-PRG-S7-E04", meter=up_to_seed).progressive
    assert one is not None and one.long_term_edge is None
    assert any("needs the operator's seed" in said for said in one.assumptions)
    fixed = odds.analyse(sun, table="PT-PRG-S7-05", meter=up_to_seed).progressive
    assert fixed == odds.analyse(sun, table="PT-PRG-S7-05").progressive
    nothing_aside = odds.Meter(main=Fraction(15, 100), reserve=Fraction(0), seed_cents=100_000)
    own = odds.analyse(sun, table="PT-PRG-S7-01", meter=nothing_aside).progressive
    assert own is not None
    edge = 1 - own.fixed_return - Fraction(15, 100) - 1_000 * own.jackpot_probability
    assert own.long_term_edge == edge
    with pytest.raises(Unreadable, match="rolls-over or up-to-seed"):
        odds.analyse(sun, meter=odds.Meter(reserve_policy=cast(Any, "as-you-like")))


def test_a_part_of_the_meter_is_paid_without_a_reseed(tmp_path: Path) -> None:
    path = tmp_path / "house-parts.toml"
    path.write_text(PARTS, "utf-8")
    book = Rulebook()
    book.add_file(path)
    wager = book.wager("house-parts/big")
    meter = odds.Meter(seed_cents=10_000, main=Fraction(1, 4))
    both, parts = (odds.analyse(wager, table=table, meter=meter) for table in ("both", "parts"))
    whole = both.rows[0].probability
    assert both.progressive is not None and parts.progressive is not None
    assert both.progressive.jackpot_probability == whole + both.rows[1].probability / 2
    assert both.progressive.long_term_edge == Fraction(3, 4) - 100 * whole
    assert parts.progressive.long_term_edge == Fraction(3, 4)
    aside = meter._replace(reserve=Fraction(1, 10))
    for table, edge in (("both", Fraction(65, 100)), ("parts", Fraction(3, 4))):
        sheet = odds.analyse(wager, table=table, meter=aside).progressive
        assert sheet is not None and sheet.long_term_edge == edge


PARTS = """
name = "House Parts"
kind = "three-dice"
cite = "house rules"

[wagers.big]
name  = "Big"
cite  = "house rules, page 1"
role  = "progressive"
odds  = "for 1"
unit  = "$1"
tables = ["both", "parts"]
pays = [
  ["By nine", "margin == 9", "100%", "10%"],
  ["By eight", "margin == 8", "50%", "50%"],
]
"""


def test_a_unit_scales_the_meter_and_not_the_edge() -> None:
    wager = rulebook.wager("eternal-baccarat/harmony")
    one = odds.analyse(wager).progressive
    five = odds.analyse(wager, meter=odds.Meter(unit_cents=500)).progressive
    assert one is not None and five is not None
    assert five.break_even_cents == 5 * (one.break_even_cents or 0)
    assert (five.fixed_return, five.long_term_edge) == (one.fixed_return, one.long_term_edge)


def test_rates_that_are_not_printed_leave_the_long_term_open() -> None:
    for path in ("99-fortunes/progressive", "ez-baccarat/progressive", "3-dice-baccarat/triple"):
        wager = rulebook.wager(path)
        one = odds.analyse(wager).progressive
        assert one is not None and one.long_term_edge is None
        given_rates = odds.Meter(main=Fraction(15, 100), reserve=Fraction(3, 100))
        own = odds.analyse(wager, meter=given_rates).progressive
        assert own is not None
        assert own.long_term_edge == 1 - own.fixed_return - Fraction(18, 100)


def test_99_fortunes_seats_are_alike_on_full_decks_and_not_on_others() -> None:
    wager = rulebook.wager("99-fortunes/progressive")
    full = {odds.analyse(wager, table="P1", on=seat).rows[0].count for seat in (1, 2, 3, 5, 10)}
    assert len(full) == 1
    short = EIGHT.without([DECK[0]] * 6)
    assert odds.analyse(wager, table="P1", on=1, shoe=short).rows[0].count != full.pop()


def test_combination_of_bets() -> None:
    sun, moon, player = (
        rulebook.wager(f"eternal-baccarat/{id}").open() for id in ("sun-7", "moon-8", "player")
    )
    found = odds.combine([(sun, 1), (moon, 1), (player, 10)])
    sheets = [analyse_table(table, shoe=EIGHT) for table in (sun, moon, player)]
    means = [-(sheet.edge or 0) for sheet in sheets]
    assert found.mean == means[0] + means[1] + 10 * means[2]
    single = odds.combine([(moon, 3)])
    assert single.variance == 9 * (sheets[1].variance or 0) == single.apart
    coups = dealt(0)
    small = odds.combine([(sun, 1), (player, 2)], shoe=LOPSIDED[0])
    total = sum(coups.values())
    mean = square = Fraction(0)
    for coup, number in coups.items():
        net = Fraction(0)
        for table, stake in ((sun, 1), (player, 2)):
            row = table.row_of(coup)
            bet = Bet(wager=table.wager.id, stake_cents=100 * stake)
            cents = settled(bet, table, row, House()).net_cents or 0
            net += Fraction(cents, 100)
        mean += net * Fraction(number, total)
        square += net * net * Fraction(number, total)
    assert (small.mean, small.variance) == (mean, square - mean * mean)
    with pytest.raises(Unreadable, match="not known"):
        odds.combine([(rulebook.wager("eternal-baccarat/harmony").open(), 1)])


def test_break_even_pay_of_a_wager_without_pays() -> None:
    sheet = sheet_of("golden-dragon/bad-beat")
    chance = sheet.rows[0].probability
    assert sheet.edge is None and sheet.break_even_pay == (1 - chance) / chance
    assert "no-pays" in sheet.flags


def test_any_dragon_suite_a_favours_the_player_as_printed() -> None:
    printed = sheet_of("golden-dragon/any-dragon@suite-a")
    assert printed.edge is not None and printed.edge < 0
    assert printed.flags == ("favours-player", "acknowledged")


# --- the design loop and bad input ---


def edge_of_event(pays: int | str) -> Fraction:
    edge = odds.analyse(event_wager(rulebook.game("baccarat"), "tie and suited", pays)).edge
    assert edge is not None
    return edge


@pytest.mark.parametrize("quote", ["to 1", "for 1", "to 2", "for 2"])
def test_solving_for_a_pay_shows_what_lies_on_either_side(quote: str) -> None:
    step = read_pay(f"1 {quote}", "to")
    assert isinstance(step, Odds)
    target = Fraction(8, 100)
    sheet = odds.analyse(event_wager(rulebook.game("baccarat"), "tie and suited"))
    solution = solve_pay(sheet, target, step=step)
    below, above = solution.neighbours
    assert above.pay.amount - below.pay.amount == step.amount
    assert below.edge > target > above.edge, "a higher pay leaves the house less"
    for one in solution.neighbours:
        assert one.edge == edge_of_event(one.quoted), "as if the operator had printed it"
    assert solution.advised == min(solution.neighbours, key=lambda one: abs(one.edge - target))


def test_a_pay_that_meets_the_target_stands_alone() -> None:
    """Three dice show one face in 6 throws of 216: 35 to 1 is even."""
    sheet = odds.analyse(event_wager(rulebook.game("3-dice-baccarat"), "player.triple >= 1"))
    even = solve_pay(sheet, Fraction(0))
    assert [one.quoted for one in even.neighbours] == ["35 to 1"]
    assert even.advised.edge == 0


def test_a_pay_that_favours_the_player_is_shown_and_not_advised() -> None:
    """Bad Beat is even just below 5 to 1, which is nearer to 5.5% than 4 to 1."""
    sheet = sheet_of("golden-dragon/bad-beat")
    assert sheet.break_even_pay is not None and Fraction(9, 2) < sheet.break_even_pay < 5
    whole = solve_pay(sheet, Fraction(55, 1000))
    assert [one.quoted for one in whole.neighbours] == ["4 to 1", "5 to 1"]
    assert whole.neighbours[1].edge < 0 and whole.advised.quoted == "4 to 1"
    halves = solve_pay(sheet, Fraction(55, 1000), step=Odds(Fraction(1, 2), "to"))
    assert halves.advised.quoted == "9 to 2"


def test_one_row_of_several_is_solved_and_the_others_keep_their_pays() -> None:
    """The printed 30 to 1 on a win by 9 is met again at the table's own edge."""
    sheet = sheet_of("dragon-bonus/dragon-bonus:player")
    assert sheet.edge is not None
    solution = solve_pay(sheet, sheet.edge, row="Wins by 9")
    assert [one.quoted for one in solution.neighbours] == ["30 to 1"]
    tie = odds.analyse(rulebook.wager("baccarat/banker"), table="tie-vigorish")
    assert tie.edge is not None
    push = solve_pay(tie, tie.edge, row="Tie")
    assert push.advised.quoted == "0 to 1", "the stake's vigorish is taken besides"


@pytest.mark.parametrize(
    ("spot", "row", "says"),
    [
        ("dragon-bonus/dragon-bonus:player", None, "7 paying rows"),
        ("dragon-bonus/dragon-bonus:player", "Wins by 10", 'did you mean "Wins by 9"'),
        ("eternal-baccarat/harmony@PT-PRG-HP-01", "Six of a kind", "a share of the meter"),
        ("eternal-baccarat/harmony@PT-PRG-HP-01", "Four 8s", "--meter"),
    ],
)
def test_what_cannot_be_solved(spot: str, row: str | None, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        solve_pay(sheet_of(spot), Fraction(8, 100), row=row)


def test_an_event_too_likely_for_the_edge_is_not_solved() -> None:
    always = odds.analyse(event_wager(rulebook.game("baccarat"), "cards >= 4"))
    with pytest.raises(Unreadable, match="too likely"):
        solve_pay(always, Fraction(8, 100))


@pytest.mark.parametrize(
    ("shoe", "says"),
    [("0 decks", "does not exist"), ("21 decks", "does not exist"), ("1 deck - 8h 8h", "cannot")],
)
def test_shoes_that_are_not(shoe: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        Shoe.parse(shoe)


def test_a_shoe_too_small_for_a_coup_is_refused() -> None:
    with pytest.raises(Unreadable, match="too small"):
        odds.analyse(rulebook.wager("baccarat/tie"), shoe=Shoe((5, *(0,) * 51)))


def test_meters_that_are_not() -> None:
    wager = rulebook.wager("eternal-baccarat/harmony")
    for meter in (odds.Meter(cents=-1), odds.Meter(players=0), odds.Meter(unit_cents=0)):
        with pytest.raises(Unreadable, match="too low"):
            odds.analyse(wager, meter=meter)


def test_craps_rows_are_certain_in_the_end() -> None:
    """A shooter's hand that is over hits the row the chain counts it on."""
    table = rulebook.wager("roll-the-line/roll-the-line").open("PT1")
    row = table.row_of(ShooterHand.parse("7,11,4,4,6,7"))
    assert isinstance(row, PayRow) and row.label == "3 wins"
