"""Table setup: what a licensee may decide, and every fault with its paragraph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from pitboss import rulebook
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.table.engine import NEW, act
from pitboss.table.setups.data import FIELDS, read_share, setup_data
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.shape import PARAGRAPHS
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.steps.opening import OpenTable

HUGE = 10**5000
"""More digits than Python will write."""

GAMES = tuple(game.id for game in rulebook.games())
change = cast(Callable[..., TableSetup], replace)
"""What a file may do: give a field any value, of any type."""


def usual(game: str, words: str = "") -> TableSetup:
    return with_words(usual_setup(game), words)


def the_fault(setup: TableSetup) -> tuple[str, str | None]:
    """Return the one fault of a setup; more or fewer is a failure."""
    (fault,) = faults_of(setup)
    assert fault.message
    assert fault.remedy
    return fault.code, fault.cite


def codes(setup: TableSetup) -> list[str]:
    return [fault.code for fault in faults_of(setup)]


# --- the usual table of every game ---


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_table_has_no_fault_and_opens(game: str) -> None:
    setup = usual_setup(game)
    assert faults_of(setup) == ()
    table, _ = act(NEW, OpenTable(setup))
    assert table.open


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_table_offers_all_that_can_be_paid(game: str) -> None:
    offered = {offer.wager for offer in usual_setup(game).offers}
    # The wagers that the sources print no pays for: READINGS, bad-beat and parlay-envy.
    unpaid = {
        "golden-dragon": {"bad-beat"},
        "parlay-craps-with-envy": {
            *("repeat-8-8x", "repeat-9-9x", "repeat-10-10x", "repeat-outside-7x")
        },
    }
    assert set(rulebook.game(game).wagers) - offered == unpaid.get(game, set())


def test_the_usual_table_follows_its_section() -> None:
    assert usual_setup("99-fortunes").base_wager_required  # 30-2899.02(6)
    assert not usual_setup("dragon-bonus").base_wager_required
    tables = {offer.wager: offer.table for offer in usual_setup("ez-baccarat").offers}
    assert tables["banker"] == "commission-free"
    assert usual_setup("eternal-baccarat").sensors == 3
    assert usual_setup("infinite-fortune").decks == 8
    with pytest.raises(Unreadable, match="did you mean"):
        usual_setup("eternal-bacarat")


# --- one fault each, and the mended setup beside it ---

ONE_FAULT: dict[str, tuple[TableSetup, str, str, TableSetup]] = {
    "2807_2 unknown wager": (
        usual("baccarat", "also offers dragon-77"),
        "unknown-wager",
        "30-2801 to 30-2817",
        usual("ez-baccarat", "also offers dragon-7"),
    ),
    "nothing offered": (
        change(usual_setup("baccarat"), offers=()),
        "nothing-offered",
        "30-2801 to 30-2817",
        usual("baccarat", "offers player"),
    ),
    "unknown table": (
        usual("dragon-bonus", "table dragon-bonus 4"),
        "unknown-table",
        "30-2899.03(4) to (6)",
        usual("dragon-bonus", "table dragon-bonus 3"),
    ),
    "unknown reading": (
        usual("golden-dragon", "reading pair suited"),
        "unknown-reading",
        rulebook.wager("golden-dragon/pair").cite,
        usual("golden-dragon", "reading pair either-hand"),
    ),
    "unknown suit": (
        usual("eternal-baccarat", "suits sun-7-progressive x"),
        "unknown-suit",
        rulebook.wager("eternal-baccarat/sun-7-progressive").cite,
        usual("eternal-baccarat", "suits sun-7-progressive h"),
    ),
    "too many suits": (
        usual("eternal-baccarat", "suits sun-7-progressive hs"),
        "wrong-number-of-suits",
        rulebook.wager("eternal-baccarat/sun-7-progressive").cite_of("PT-PRG-S7-01"),
        usual("eternal-baccarat", "table fate-38 PT-PRG-F38-04, suits fate-38 cd"),
    ),
    "no suits to choose": (
        usual("baccarat", "suits tie h"),
        "no-suits-to-choose",
        "30-2807(1)(c), 30-2808(2)",
        usual("baccarat"),
    ),
    "2808_3_d banker offered twice": (
        usual("baccarat", "offers player banker banker@tie-vigorish"),
        "offered-twice",
        "30-2808(3)(d)",
        usual("baccarat", "offers player banker@tie-vigorish"),
    ),
    "2899.04_2 vigorish at EZ": (
        usual("ez-baccarat", "table banker vigorish"),
        "commission-not-allowed",
        "30-2808(3)(e), with the push of 30-2899.04 to .08; 30-2899.04(2)",
        usual("ez-baccarat"),
    ),
    "2899.01_4 no commission at 5 Treasures": (
        usual("5-treasures", "table banker commission-free"),
        "commission-not-allowed",
        "30-2807(1)(a), 30-2808(3); 30-2899.01(4)",
        usual("5-treasures"),
    ),
    "2808_3 rate too low": (
        usual("baccarat", "vigorish 4%"),
        "vigorish-out-of-range",
        "30-2808(3), (3)(a)",
        usual("baccarat", "vigorish 5%"),
    ),
    "2808_3 rate too high": (
        usual("baccarat", "vigorish 26%"),
        "vigorish-out-of-range",
        "30-2808(3), (3)(a)",
        usual("baccarat", "vigorish 25%"),
    ),
    "2899.07_4 five percent only": (
        usual("eternal-baccarat", "vigorish 6%"),
        "vigorish-out-of-range",
        "30-2899.07(4)",
        usual("eternal-baccarat", "vigorish 5%"),
    ),
    "2808_3_c tie vigorish too low": (
        usual("baccarat", "table banker tie-vigorish, vigorish 4%"),
        "vigorish-out-of-range",
        "30-2807(1)(a)(iii), 30-2808(3)(c)",
        usual("baccarat", "table banker tie-vigorish, vigorish 25%"),
    ),
    "2808_3_a rounding": (
        usual("baccarat", "vigorish rounding 0.50"),
        "vigorish-rounding-not-allowed",
        "30-2808(3), (3)(a)",
        usual("baccarat", "vigorish rounding 0.25"),
    ),
    "2899.04_2 a rate where nothing is charged": (
        usual("ez-baccarat", "vigorish 5%"),
        "vigorish-not-charged",
        "30-2808(3)(e), with the push of 30-2899.04 to .08; 30-2899.04(2)",
        usual("ez-baccarat", "no vigorish"),
    ),
    "2808_3_e standard game without commission": (
        usual("baccarat", "table banker commission-free"),
        "written-approval-missing",
        "30-2808(3)(e)",
        usual("baccarat", "table banker commission-free, written approval"),
    ),
    "2808_3_e Dragon Bonus without commission": (
        usual("dragon-bonus", "table banker commission-free"),
        "written-approval-missing",
        "30-2808(3)(e)",
        usual("dragon-bonus", "table banker commission-free, written approval"),
    ),
    "incomplete table": (
        usual("eternal-baccarat", "table harmony PT-PRG-HP-12"),
        "incomplete-table",
        rulebook.wager("eternal-baccarat/harmony").cite,
        usual("eternal-baccarat", "table harmony PT-PRG-HP-11"),
    ),
    "no printed pays": (
        usual("golden-dragon", "also offers bad-beat"),
        "no-pays",
        rulebook.wager("golden-dragon/bad-beat").cite,
        usual("golden-dragon"),
    ),
    "2899.07_8_a one table for the five": (
        usual("eternal-baccarat", "table eclipse PT-FLT-MB-02"),
        "mixed-tables",
        "30-2899.07(8)(a), note **",
        usual("eternal-baccarat", "offers sun-7@PT-FLT-MB-02 eclipse@PT-FLT-MB-02"),
    ),
    "2899.05_5 a reading of another commission": (
        usual("golden-frog", "reading player all-push"),
        "reading-needs-commission",
        "30-2899.05(5)",
        usual("golden-frog", "reading player all-push, table banker commission-free"),
    ),
    "2899.02_11 a table in pesos": (
        usual("99-fortunes", "table progressive P2-6"),
        "other-currency",
        rulebook.wager("99-fortunes/progressive").cite_of("P2-6"),
        usual("99-fortunes", "table progressive P5"),
    ),
    "2899.02_4 more positions than spots": (
        usual("99-fortunes", "table progressive P5, positions 8"),
        "too-many-positions",
        rulebook.wager("99-fortunes/progressive").cite,
        usual("99-fortunes", "table progressive P5, positions 7"),
    ),
    "2899.02_4 more positions than numbers": (
        usual("99-fortunes", "without progressive, positions 10"),
        "too-many-positions",
        rulebook.wager("99-fortunes/progressive").cite,
        usual("99-fortunes", "table progressive P1, positions 9"),
    ),
    "2899.02_11 a table for eight decks": (
        usual("99-fortunes", "table progressive P5, decks 6"),
        "table-for-other-decks",
        rulebook.wager("99-fortunes/progressive").cite_of("P5"),
        usual("99-fortunes", "table progressive P5, device two-batches, decks 16"),
    ),
    "2803_3_b minimum above maximum": (
        usual("baccarat", "minimum tie 10, maximum tie 5"),
        "minimum-above-maximum",
        "30-2803(3)(b)",
        usual("baccarat", "minimum tie 5, maximum tie 5"),
    ),
    "2803_3_b negative minimum": (
        usual("baccarat", "minimum tie -5"),
        "bad-limit",
        "30-2803(3)(b)",
        usual("baccarat", "minimum tie 0"),
    ),
    "2803_3_b no maximum at all": (
        usual("baccarat", "maximum tie 0"),
        "bad-limit",
        "30-2803(3)(b)",
        usual("baccarat", "no maximum tie"),
    ),
    "2899.09_5 negative maximum at dice": (
        usual("3-dice-baccarat", "maximum se-01 -1"),
        "bad-limit",
        "30-2899.09(5)",
        usual("3-dice-baccarat", "maximum se-01 100"),
    ),
    "2899.01_3_b an aggregate limit of nothing": (
        usual("5-treasures", "aggregate cover-all 0"),
        "bad-limit",
        "30-2899.01(3)(b)",
        usual("5-treasures", "aggregate cover-all 5000"),
    ),
    "2899.01_3_b an aggregate limit on a base wager": (
        usual("5-treasures", "aggregate player 5000"),
        "aggregate-on-base-wager",
        "30-2899.01(3)(b)",
        usual("5-treasures", "aggregate 5000"),
    ),
    "a unit where any stake is taken": (
        usual("baccarat", "unit tie 5"),
        "no-base-unit",
        "30-2807(1)(c), 30-2808(2)",
        usual("ez-baccarat", "unit progressive 5"),
    ),
    "a unit of nothing": (
        usual("ez-baccarat", "unit progressive 0"),
        "bad-limit",
        "30-2899.04(5)(f), (g)",
        usual("ez-baccarat", "unit 1"),
    ),
    "limits that exclude the unit": (
        usual("ez-baccarat", "minimum progressive 5"),
        "unit-outside-limits",
        "30-2899.04(5)(f), (g)",
        usual("ez-baccarat", "minimum progressive 5, unit progressive 5"),
    ),
    "2899.02_6 base wager not required": (
        usual("99-fortunes", "no base wager required"),
        "base-wager-must-be-required",
        "30-2899.02(6)",
        usual("dragon-bonus", "no base wager required"),
    ),
    "2807_1 base wager required of a standard wager": (
        usual("baccarat", "base wager required"),
        "base-wager-cannot-be-required",
        "30-2807(1)",
        usual("dragon-bonus", "base wager required"),
    ),
    "2899.03_2 base wager required and none offered": (
        usual("dragon-bonus", "base wager required, offers dragon-bonus"),
        "no-base-wager-offered",
        "30-2899.03(2)",
        usual("dragon-bonus", "base wager required, offers dragon-bonus tie"),
    ),
    "2899.07_7_c_i both hands": (
        usual("eternal-baccarat", "no both hands"),
        "both-hands-allowed",
        "30-2899.07(7)(c)(i)",
        usual("eternal-baccarat", "no both hands, without golden-talons"),
    ),
    "2899.07_6_d tokes on progressives alone": (
        usual("eternal-baccarat", "offers harmony fate-38"),
        "tokes-barred",
        "30-2899.07(6)(d)",
        usual("eternal-baccarat", "offers harmony fate-38, no tokes"),
    ),
    "2899.04_5_e bonus wagers at the same time": (
        usual("ez-baccarat", "bonus order any"),
        "bonus-order-fixed",
        "30-2899.04(5)(e)",
        usual("dragon-bonus", "bonus order any"),
    ),
    "2806_1 five decks": (
        usual("baccarat", "decks 5"),
        "decks-not-allowed",
        "30-2802(24), 30-2806(1), 30-2806(4)",
        usual("baccarat", "decks 6"),
    ),
    "2806_1 eleven decks": (
        usual("baccarat", "decks 11"),
        "decks-not-allowed",
        "30-2802(24), 30-2806(1), 30-2806(4)",
        usual("baccarat", "decks 10"),
    ),
    "2806_4 eight decks in two batches": (
        usual("baccarat", "device two-batches, decks 8"),
        "decks-not-allowed",
        "30-2802(24), 30-2806(1), 30-2806(4)",
        usual("baccarat", "device two-batches, decks 12"),
    ),
    "2806_4 twenty-two decks in two batches": (
        usual("baccarat", "device two-batches, decks 22"),
        "decks-not-allowed",
        "30-2802(24), 30-2806(1), 30-2806(4)",
        usual("baccarat", "device two-batches, decks 20"),
    ),
    "2806_1_a_i unequal batches": (
        usual("baccarat", "device two-batches, decks 13"),
        "batches-not-equal",
        "30-2806(1)(a)(i)",
        usual("baccarat", "device two-batches, decks 14"),
    ),
    "2806_4 one shoe of 20 by the default reading": (
        usual("baccarat", "device continuous, decks 20"),
        "decks-not-allowed",
        "30-2802(24), 30-2806(1), 30-2806(4)",
        usual("baccarat", "device continuous, decks 20, decks reading one-shoe-of-20"),
    ),
    "2806_4 twenty decks without a shuffler": (
        usual("baccarat", "decks 20, decks reading one-shoe-of-20"),
        "decks-not-allowed",
        "30-2802(24), 30-2806(1), 30-2806(4)",
        usual("baccarat", "decks 20, decks reading one-shoe-of-20, device pre-shuffled"),
    ),
    "2899.06_1 seven decks at Infinite Fortune": (
        usual("infinite-fortune", "decks 7"),
        "decks-not-allowed",
        "30-2899.06(1), 30-2806(1)(a)",
        usual("infinite-fortune", "decks 6"),
    ),
    "2899.06_1 batches of seven at Infinite Fortune": (
        usual("infinite-fortune", "device two-batches, decks 14"),
        "decks-not-allowed",
        "30-2899.06(1), 30-2806(1)(a)",
        usual("infinite-fortune", "device two-batches, decks 16"),
    ),
    "2899.05_1 no deck at Golden Frog": (
        usual("golden-frog", "decks 0"),
        "decks-not-allowed",
        "30-2899.05(1)",
        usual("golden-frog", "decks 1"),
    ),
    "2810 pre-shuffled cards and no verification": (
        usual("baccarat", "device pre-shuffled, no shuffler verifies"),
        "shuffler-does-not-verify",
        "30-2810, after (6)",
        usual("baccarat", "device continuous, no shuffler verifies"),
    ),
    "2815_5 squeeze at mini": (
        usual("baccarat", "style squeeze"),
        "squeeze-not-at-midi",
        "30-2815(5), 30-2817(1)",
        usual("baccarat", "style squeeze, size midi"),
    ),
    "2817_1 squeeze at any size": (
        usual("baccarat", "style squeeze, size any"),
        "squeeze-not-at-midi",
        "30-2817(1)",
        usual("baccarat", "style face-down, size any"),
    ),
    "2817_1 squeeze without cards": (
        usual("3-dice-baccarat", "style squeeze, size midi"),
        "no-cards-to-squeeze",
        "30-2817(1)",
        usual("3-dice-baccarat", "size midi"),
    ),
    "2899.09_8 players shake cards": (
        usual("baccarat", "players shake"),
        "no-cups-to-shake",
        "30-2899.09(8)",
        usual("3-dice-baccarat", "players shake"),
    ),
    "2803 no position": (
        usual("baccarat", "positions 0"),
        "out-of-range",
        "30-2803",
        usual("baccarat", "positions 1"),
    ),
    "2803 absurdly many positions": (
        usual("baccarat", "positions 1000"),
        "out-of-range",
        "30-2803",
        usual("baccarat", "positions 14"),
    ),
    "2803_1 no table number": (
        change(usual_setup("baccarat"), number=" "),
        "no-table-number",
        "30-2803(1)",
        usual("baccarat", "number B-12"),
    ),
    "2815_3_a no pit": (
        change(usual_setup("baccarat"), pit=""),
        "no-pit",
        "30-2815(3)(a)",
        usual("baccarat", "pit high limit"),
    ),
    "2815_3_a another procedure in the pit": (
        change(usual_setup("baccarat"), pit_payment="from-the-lowest"),
        "payment-differs-in-pit",
        "30-2815(3)(a)",
        usual("baccarat", "pit payment from-the-highest"),
    ),
    "2815_2 unknown procedure": (
        change(usual_setup("baccarat"), payment="dice", pit_payment="dice"),
        "unknown-word",
        "30-2815(2)",
        usual("baccarat", "payment from-the-highest"),
    ),
    "another jurisdiction": (
        usual("baccarat", "jurisdiction washington"),
        "unknown-jurisdiction",
        "30-2801 to 30-2817",
        usual("3-dice-baccarat", "jurisdiction washington"),
    ),
    "001 House Jackpot in Colorado": (
        usual("3-dice-baccarat", 'jackpots house, notice "x"'),
        "jackpot-not-authorised",
        "30-2899.09",
        usual("3-dice-baccarat", 'jurisdiction washington, jackpots house, notice "x"'),
    ),
    "001 House Jackpot without its notice": (
        usual("3-dice-baccarat", "jurisdiction washington, jackpots house"),
        "house-jackpot-without-notice",
        "001 House or Progressive Jackpot Definition",
        usual("3-dice-baccarat", "jurisdiction washington, jackpots progressive"),
    ),
    "001 three sensors in Washington": (
        usual("3-dice-baccarat", "jurisdiction washington, sensors 3"),
        "too-many-sensors",
        "001 House and Progressive Jackpots",
        usual("3-dice-baccarat", "jurisdiction washington, sensors 2"),
    ),
    "2899.07_6_b four sensors at Eternal": (
        usual("eternal-baccarat", "sensors 4"),
        "too-many-sensors",
        "30-2899.07(2), (6)(b)",
        usual("eternal-baccarat", "sensors 3"),
    ),
    "2899.07 three progressives on two sensors": (
        usual("eternal-baccarat", "sensors 2"),
        "too-few-sensors",
        cast(str, getattr(rulebook.wager("eternal-baccarat/harmony").jackpot, "cite", None)),
        usual("eternal-baccarat", "sensors 2, without fate-38"),
    ),
    "2802_7 free hands": (
        change(usual_setup("baccarat"), free_hands=-1),
        "out-of-range",
        "30-2802(7)",
        usual("baccarat", "free hands 0"),
    ),
    "negative differential": (
        usual("baccarat", "differential -1"),
        "out-of-range",
        "30-2803(3)(b)",
        usual("baccarat", "differential 0"),
    ),
    "no chip": (
        usual("baccarat", "chip 0"),
        "out-of-range",
        "30-2808",
        usual("baccarat", "chip 0.25, breakage player-gains"),
    ),
    "a vigorish of everything and more": (
        change(usual_setup("baccarat"), vigorish_rate=Fraction(HUGE)),
        "out-of-range",
        "30-2808(3)",
        usual("baccarat", "vigorish 1/5"),
    ),
    "unknown game": (
        change(usual_setup("baccarat"), game="chemin-de-fer"),
        "unknown-game",
        "30-2801(1)",
        usual("baccarat"),
    ),
}


@pytest.mark.parametrize("name", ONE_FAULT)
def test_each_fault_is_found_alone_with_its_paragraph(name: str) -> None:
    broken, code, cite, mended = ONE_FAULT[name]
    assert the_fault(broken) == (code, cite)
    assert faults_of(mended) == ()


# --- what only looks like a fault ---


@pytest.mark.parametrize(
    "game", ["golden-frog", "infinite-fortune", "eternal-baccarat", "golden-dragon"]
)
def test_2808_3_e__a_push_that_the_section_prescribes_needs_no_approval(game: str) -> None:
    assert faults_of(usual(game, "table banker commission-free")) == ()


def test_2802_13__the_licensee_decides_how_many_play_at_mini() -> None:
    assert faults_of(usual("baccarat", "size mini, positions 12")) == ()


def test_02_11__a_table_printed_in_pesos_is_offered_where_accounts_are_kept_in_pesos() -> None:
    pesos = "currency PHP, table progressive P2-7-PHP100, positions 7"
    assert faults_of(usual("99-fortunes", pesos)) == ()
    dollars = usual("99-fortunes", "currency PHP")  # at its usual table, printed in dollars
    assert "other-currency" in codes(dollars)
    assert usual_setup("99-fortunes", currency="PHP").offers[-1].table == "P2-6"
    assert faults_of(usual_setup("baccarat", currency="PHP")) == ()


def test_2803_2__seats_with_chips_or_terminals_are_no_longer_called_equipment() -> None:
    with pytest.raises(Unreadable, match=r'write "seats chips" .* or "seats terminals"'):
        usual("baccarat", "equipment hybrid")


def test_2802_14__a_hybrid_table_may_be_squeezed_at() -> None:
    assert faults_of(usual("baccarat", "seats terminals, size midi, style squeeze")) == ()


def test_2812_4__mini_may_be_dealt_face_down() -> None:
    assert faults_of(usual("baccarat", "style face-down")) == ()


@pytest.mark.parametrize("words", ["decks 3", "decks 11", "device two-batches, decks 2"])
def test_2899_05_1__golden_frog_takes_any_number_of_decks(words: str) -> None:
    assert faults_of(usual("golden-frog", words)) == ()


@pytest.mark.parametrize("game", ["3-dice-baccarat", "dice-works"])
def test_dice_have_no_decks_to_be_wrong(game: str) -> None:
    words = "decks 1, device pre-shuffled, no shuffler verifies"
    assert faults_of(usual(game, words)) == ()


def test_001__sensors_without_a_jackpot_game_are_nobodys_concern() -> None:
    words = "jurisdiction washington, sensors 3, without triple"
    assert faults_of(usual("3-dice-baccarat", words)) == ()


# --- many faults at once ---


def test_every_fault_is_named_at_once() -> None:
    words = (
        "offers player banker@tie-vigorish tie match-pair, vigorish 50%, vigorish rounding 0.10, "
        "style squeeze, decks 5, base wager required, minimum tie 9, maximum tie 8, "
        "aggregate player 5, players shake, reading match-pair odd, suits tie h"
    )
    setup = change(usual("baccarat", words), number="", push="kept", free_hands=-2)
    assert sorted(codes(setup)) == sorted(
        (
            *("vigorish-out-of-range", "vigorish-rounding-not-allowed", "squeeze-not-at-midi"),
            *("decks-not-allowed", "base-wager-cannot-be-required", "minimum-above-maximum"),
            *("aggregate-on-base-wager", "no-cups-to-shake", "unknown-reading"),
            *("no-suits-to-choose", "no-table-number", "unknown-word", "out-of-range"),
        )
    )
    assert all(fault.cite for fault in faults_of(setup))


def test_a_refused_table_names_every_reason() -> None:
    setup = usual("baccarat", "decks 5, style squeeze")
    table, refusal = act(NEW, OpenTable(setup))
    assert not table.open
    assert isinstance(refusal, Refusal)
    assert refusal.reasons == faults_of(setup)
    assert "30-2806(1)" in refusal.message
    assert "30-2815(5)" in refusal.message


def test_an_unknown_game_hides_no_fault_of_another_kind() -> None:
    setup = change(usual_setup("baccarat"), game="chemin-de-fer", number="", positions=0)
    assert sorted(codes(setup)) == ["no-table-number", "out-of-range", "unknown-game"]


# --- files may hold anything ---


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "value",
    [None, "odd", 7.5, ["list"], {"a": 1}, -1, True, HUGE],
    ids=lambda value: type(value).__name__,
)
def test_no_value_of_any_type_breaks_the_search_for_faults(field: str, value: object) -> None:
    setup = change(usual_setup("eternal-baccarat"), **{field: value})
    for fault in faults_of(setup):
        assert fault.cite
        assert len(fault.message) < 300


@pytest.mark.parametrize("field", Offer._fields)
@pytest.mark.parametrize("value", [7.5, ["list"], {"a": 1}, True])
def test_no_value_of_any_type_in_an_offer_is_taken(field: str, value: object) -> None:
    bent = cast(Callable[..., Offer], Offer._replace)(Offer("player"), **{field: value})
    setup = change(usual_setup("baccarat"), offers=(Offer("banker"), bent))
    assert the_fault(setup) == ("bad-value", "30-2807(2)")


@pytest.mark.parametrize("cents", [HUGE, LARGEST_CENTS + 1], ids=["huge", "too much"])
def test_an_absurd_limit_is_refused(cents: int) -> None:
    setup = change(usual_setup("baccarat"), offers=(Offer("player", maximum_cents=cents),))
    assert codes(setup) == ["bad-limit"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("offers", ["player"], "bad-value"),
        ("offers", ("player",), "bad-value"),
        ("tokes", "yes", "bad-value"),
        ("positions", True, "bad-value"),
        ("vigorish_rate", 0.05, "bad-value"),
        ("style", "squeezed", "unknown-word"),
        ("style", 3, "bad-value"),
        ("size", "maxi", "unknown-word"),
        ("seats", "robot", "unknown-word"),
        ("device", "cat", "unknown-word"),
        ("breakage", "lost", "unknown-word"),
        ("jackpots", "secret", "unknown-word"),
        ("recut_by", "nobody", "unknown-word"),
        ("purses", "credit", "unknown-word"),
        ("cut_card_first", "never", "unknown-word"),
        ("free_rounds", "loud", "unknown-word"),
    ],
)
def test_words_and_types_are_checked_at_run_time(field: str, value: object, code: str) -> None:
    assert the_fault(change(usual_setup("baccarat"), **{field: value})) == (code, PARAGRAPHS[field])


def test_every_field_rests_on_a_paragraph() -> None:
    assert set(PARAGRAPHS) == set(FIELDS)


# --- words ---


def test_words_set_what_they_name() -> None:
    setup = usual(
        "baccarat",
        "positions 9, size midi, style squeeze, push held over, no tokes, over the shoulder no, "
        "lower bettor may turn, minimum 5, maximum player 1,000, differential 2.50, free hands 0, "
        'vigorish 1/20, vigorish rounding 0.25, number "7, upstairs", decks 6, recut by next',
    )
    assert (setup.positions, setup.size, setup.style, setup.push) == (
        *(9, "midi", "squeeze", "held-over"),
    )
    assert (setup.tokes, setup.over_the_shoulder, setup.lower_bettor_may_turn) == (
        *(False, False, True),
    )
    assert {offer.minimum_cents for offer in setup.offers} == {500}
    assert {offer.wager: offer.maximum_cents for offer in setup.offers}["player"] == 100_000
    assert (setup.differential_cents, setup.free_hands, setup.decks) == (250, 0, 6)
    assert (setup.vigorish_rate, setup.vigorish_rounding_cents) == (Fraction(1, 20), 25)
    assert (setup.number, setup.recut_by) == ("7, upstairs", "next")
    assert faults_of(setup) == ()
    assert with_words(setup, "no vigorish, no differential").vigorish_rate is None


def test_offers_are_replaced_added_and_taken_away() -> None:
    setup = usual("ez-baccarat", "minimum player 5, offers player tie")
    assert [offer.wager for offer in setup.offers] == ["player", "tie"]
    assert setup.offers[0].minimum_cents == 500
    setup = with_words(setup, "also offers banker progressive@3, without tie")
    assert [(offer.wager, offer.table) for offer in setup.offers] == [
        ("player", "1"),
        ("banker", "commission-free"),
        ("progressive", "3"),
    ]
    setup = with_words(setup, "reading progressive all-cards+for-one")
    assert setup.offers[2].reading == "all-cards,for-one"
    assert faults_of(setup) == ()


def test_a_limit_for_all_spares_what_it_cannot_hold_for() -> None:
    setup = usual("eternal-baccarat", "minimum 5, aggregate 5000, unit 2")
    by_wager = {offer.wager: offer for offer in setup.offers}
    assert (by_wager["harmony"].minimum_cents, by_wager["harmony"].unit_cents) == (None, 200)
    assert (by_wager["player"].aggregate_cents, by_wager["player"].unit_cents) == (None, None)
    assert by_wager["sun-7"].aggregate_cents == 500_000
    assert faults_of(setup) == ()


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        ("positons 9", "unknown-setting", 'did you mean "positions"'),
        ("colour red", "unknown-setting", '"colour red" is no setting'),
        ("style squeezed", "unknown-word", 'did you mean "squeeze"'),
        ("size", "no-value", '"size" gives no value'),
        ("no size", "no-value", '"no size" gives no value'),
        ("positions nine", "not-a-number", '"nine"'),
        ("chip cheap", "bad-amount", '"cheap"'),
        ("vigorish much", "bad-share", '"much"'),
        ("vigorish 1/0", "bad-share", '"1/0"'),
        ("vigorish 7x%", "bad-share", '"7x%"'),
        ("tokes maybe", "bad-flag", '"maybe" is neither yes nor no'),
        ("minimum tei 5", "not-offered", 'did you mean "tie"'),
        ("without dragon-7", "not-offered", '"dragon-7" is not offered'),
        ("minimum", "no-value", '"minimum"'),
        ("table 2", "no-value", '"table 2"'),
        ("minimum tie 5 dollars", "no-value", '"minimum tie 5 dollars"'),
        ("offers", "no-wagers-named", '"offers" names no wagers'),
        ("no offers player", "no-wagers-named", '"no offers player" names no wagers'),
    ],
)
def test_what_cannot_be_read_is_named(words: str, code: str, named: str) -> None:
    with pytest.raises(Unreadable) as error:
        usual("baccarat", words)
    assert error.value.refusal.code == code
    assert named in str(error.value)


# --- data ---


@pytest.mark.parametrize(
    ("rate", "text"), [(Fraction(1, 20), "5%"), (Fraction(2, 30), "1/15"), (Fraction(3), "3")]
)
def test_a_rate_is_written_exactly(rate: Fraction, text: str) -> None:
    setup = change(usual_setup("baccarat"), vigorish_rate=rate)
    assert setup_data(setup)["vigorish_rate"] == text
    assert read_share(text) == rate


# --- the data that the rules stand on ---


def test_2808_3_e__which_games_need_approval_is_data() -> None:
    needing = {
        game.id
        for game in rulebook.games()
        if "banker" in game.wagers and game.wager("banker").written_approval
    }
    assert needing == {"baccarat", "99-fortunes", "dragon-bonus"}


def test_2899_07__three_progressives_in_colorado() -> None:
    eternal = rulebook.game("eternal-baccarat")
    progressives = [one for one in eternal.wagers.values() if one.role == "progressive"]
    assert eternal.jurisdictions["colorado"].most_sensors == len(progressives) == 3


def test_what_a_section_prescribes_must_be_there(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'game = "house"\nname = "House"\nkind = "baccarat"\ncite = "x"\n'
        '[inherits]\ngame = "baccarat"\nwagers = ["banker"]\ncommission = ["vigorish"]\n'
        'prescribes = ["commission-free"]\ncite = "x"\n'
        '[wagers.odd]\nname = "Odd"\ncite = "x"\npays = [["Tie", "tie", 8]]\n'
    )
    with pytest.raises(Unreadable, match="`prescribes` names commission-free"):
        Rulebook().add_file(file)
