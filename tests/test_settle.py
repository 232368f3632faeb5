"""Settlement: every kind of pay to the right cent, and every illegal bet refused by code."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import rulebook
from pitboss.games import Coup, ShooterHand, Throw
from pitboss.games.kinds import Outcome
from pitboss.rulebook import PayRow
from pitboss.settle import Bet, House, Settlement, settle
from pitboss.settle.settlements import envy_of

BANKER_7 = Coup.parse("Kh6d", "Kd2c5h")  # Player stands on 6, Banker draws to a winning 3-card 7
BANKER_6 = Coup.parse("KhKd4c", "2c4h")  # Banker stands on 6 against a 4
TIE_6 = Coup.parse("Kh6d", "2c4h")
TIE_99 = Coup.parse("Kh9d", "2c7h")
PLAYER_8 = Coup.parse("7s8h3d", "KhQd7c")


def one(game: str, outcome: Outcome, wager: str, cents: int = 1000, **more: Any) -> Settlement:
    house = more.pop("house", None)
    done = settle(game, [Bet(wager=wager, stake_cents=cents, **more)], outcome, house)
    (result,) = done.results
    assert isinstance(result, Settlement), result
    return result


def refused(game: str, outcome: Outcome, *bets: Bet, house: House | None = None) -> list[str]:
    return [refusal.code for refusal in settle(game, bets, outcome, house).refusals]


# --- every kind of pay cell ---


@pytest.mark.parametrize(
    ("game", "outcome", "wager", "bet", "net"),
    [
        # to 1, for 1 and their zeros
        ("baccarat", PLAYER_8, "player", {}, 1000),
        ("baccarat", TIE_6, "player", {}, 0),
        ("baccarat", BANKER_7, "player", {}, -1000),
        ("baccarat", TIE_6, "tie", {}, 8000),
        ("baccarat", TIE_6, "total-4", {"cents": 333}, 499),  # 3 to 2 on 333 cents, rounded down
        ("tiger-baccarat", BANKER_6, "banker", {"cents": 333}, 166),  # 1 to 2, rounded down
        ("tiger-baccarat", TIE_6, "banker", {}, 0),  # printed 0 under "to 1"
        ("golden-dragon", TIE_99, "phoenix-bonus", {"on": "player"}, 0),
        ("ez-baccarat", PLAYER_8, "progressive", {"cents": 100, "table": "3"}, 4900),  # 50 for 1
        ("ez-baccarat", BANKER_7, "progressive", {"cents": 100, "table": "3"}, 1000),  # 10 to 1
        (
            "ez-baccarat",
            BANKER_7,
            "progressive",
            {"cents": 100, "table": "3", "reading": "for-one"},
            900,
        ),
        # push and loss written out
        ("3-dice-baccarat", Throw.parse("345", "346"), "golden-talons", {"on": "player"}, -1000),
        (
            "3-dice-baccarat",
            Throw.parse("345", "345"),
            "golden-talons",
            {"on": "player", "table": "PT-FLT-3DB-GT-02"},
            0,
        ),
        (
            "3-dice-baccarat",
            Throw.parse("345", "345"),
            "golden-talons",
            {"on": "player", "table": "PT-FLT-3DB-GT-01"},
            -1000,
        ),
        ("3-dice-baccarat", Throw.parse("166", "136"), "player", {}, 0),  # 3 over 0
        ("3-dice-baccarat", Throw.parse("166", "136"), "banker", {}, -1000),
        ("3-dice-baccarat", Throw.parse("166", "136"), "tie", {}, -1000),
        # fixed amounts for a unit
        ("3-dice-baccarat", Throw.parse("333", "666"), "triple", {"cents": 100}, 99900),
        ("3-dice-baccarat", Throw.parse("333", "123"), "triple", {"cents": 100}, 1900),
        # odds to 1 and for 1 on the same shooter: 0 and -1 printed
        ("roll-the-line", ShooterHand.parse("7,11,4,7"), "roll-the-line", {}, 0),
        ("roll-the-line", ShooterHand.parse("7,4,7"), "roll-the-line", {}, -1000),
        (
            "roll-the-line",
            ShooterHand.parse("7,11,4,7"),
            "roll-the-line",
            {"reading": "for-one"},
            -1000,
        ),
        (
            "roll-the-line",
            ShooterHand.parse("7,11,7,4,7"),
            "roll-the-line",
            {"reading": "for-one"},
            0,
        ),
        ("roll-the-line", ShooterHand.parse("7,11,7,4,7"), "roll-the-line", {"table": "PT6"}, 0),
        ("parlay-craps", ShooterHand.parse("2,2"), "repeat-2-2x", {}, 40000),
        ("parlay-craps-with-envy", ShooterHand.parse("2,2"), "repeat-2-2x", {}, 39000),
        (
            "parlay-craps-with-envy",
            ShooterHand.parse("2,2"),
            "repeat-2-2x",
            {"reading": "to-one"},
            40000,
        ),
    ],
)
def test_pays_to_the_cent(
    game: str, outcome: Outcome, wager: str, bet: dict[str, Any], net: int
) -> None:
    assert one(game, outcome, wager, **bet).net_cents == net


def test_a_meter_hit_names_the_share_and_takes_the_stake() -> None:
    hit = one("3-dice-baccarat", Throw.parse("333", "333"), "triple", 100)
    assert (hit.result, hit.meter_share, hit.net_cents) == ("meter", 100, -100)
    assert hit.row == "Triple 3 tie" and hit.cite.startswith("30-2899.09")


def test_only_the_highest_qualifying_row_is_paid() -> None:
    double = one("3-dice-baccarat", Throw.parse("333", "111"), "triple", 100)
    assert (double.row, double.net_cents) == ("Double triple", 9900)
    tie = one("3-dice-baccarat", Throw.parse("333", "333"), "triple", 100, table="PT-PRG-TRI-03")
    assert (tie.row, tie.net_cents) == ("Double triple", 9900)


# --- 30-2808(3): vigorish ---


@pytest.mark.parametrize(
    ("cents", "rate", "rounding", "vigorish"),
    [
        (1000, None, 1, 50),
        (1001, None, 1, 51),  # 50.05 cents round up to the cent
        (1000, Fraction(1, 4), 1, 250),
        (1000, None, 25, 50),
        (1100, None, 25, 75),  # 55 cents round up to the next multiple of 25
        (100, None, 25, 25),
    ],
)
def test_2808_3__vigorish_rounds_up(
    cents: int, rate: Fraction | None, rounding: int, vigorish: int
) -> None:
    house = House(vigorish_rate=rate, vigorish_rounding_cents=rounding)
    won = one("baccarat", BANKER_6, "banker", cents, house=house)
    assert (won.vigorish_cents, won.net_cents) == (vigorish, cents - vigorish)
    assert one("baccarat", TIE_6, "banker", cents, house=house).vigorish_cents == 0
    assert one("baccarat", PLAYER_8, "banker", cents, house=house).vigorish_cents == 0


def test_2808_3_c__tie_vigorish_replaces_the_vigorish_on_wins() -> None:
    assert one("baccarat", BANKER_6, "banker", table="tie-vigorish").net_cents == 1000
    tied = one("baccarat", TIE_6, "banker", 1001, table="tie-vigorish")
    # The stake is pushed, but the bettor is out of pocket: by the net that is a loss.
    assert (tied.result, tied.vigorish_cents, tied.net_cents) == ("loss", 251, -251)
    assert (tied.row, tied.pays, tied.returned_cents) == ("Tie", "push", 1001)
    low = House(vigorish_rate=Fraction(1, 20))
    assert one("baccarat", TIE_6, "banker", table="tie-vigorish", house=low).net_cents == -50


def test_the_result_is_the_sign_of_the_net() -> None:
    cent = one("baccarat", BANKER_6, "banker", 1)  # wins a cent, and a cent is the vigorish
    assert (cent.won_cents, cent.net_cents, cent.result) == (1, 0, "push")
    nothing = House(aggregate_cents={"moon-8": 0})
    cut = one("eternal-baccarat", PLAYER_8, "moon-8", house=nothing)
    assert (cut.net_cents, cut.result, cut.limited) == (0, "push", True)


def test_2808_3_e__commission_free_pushes_on_a_3_card_7() -> None:
    assert one("baccarat", BANKER_7, "banker", table="commission-free").net_cents == 0
    assert one("baccarat", BANKER_6, "banker", table="commission-free").net_cents == 1000
    assert one("ez-baccarat", BANKER_7, "banker").table.id == "commission-free"


def test_2808_3__rates_and_roundings_out_of_range_are_refused() -> None:
    bet = Bet(wager="banker", stake_cents=1000)
    for rate in (Fraction(4, 100), Fraction(26, 100)):
        assert refused("baccarat", BANKER_6, bet, house=House(vigorish_rate=rate)) == [
            "vigorish-out-of-range"
        ]
    assert refused("baccarat", BANKER_6, bet, house=House(vigorish_rounding_cents=50)) == [
        "vigorish-rounding-not-allowed"
    ]


def test_2899_01_4_and_07_4__five_percent_is_the_sections_own_the_rounding_is_not() -> None:
    bet = Bet(wager="banker", stake_cents=1000)
    for game, cite in (("eternal-baccarat", "30-2899.07(4)"), ("5-treasures", "30-2899.01(4)")):
        assert one(game, BANKER_6, "banker").vigorish_cents == 50
        six, halves = House(vigorish_rate=Fraction(6, 100)), House(vigorish_rounding_cents=50)
        (refusal,) = settle(game, [bet], BANKER_6, six).refusals
        assert (refusal.code, refusal.cite) == ("vigorish-out-of-range", cite)
        assert refusal.remedy == "charge 5%"
        (refusal,) = settle(game, [bet], BANKER_6, halves).refusals
        assert refusal.cite == "30-2808(3), (3)(a)"


def test_commission_kinds_are_those_of_the_section() -> None:
    for game, table in (
        ("5-treasures", "commission-free"),
        ("eternal-baccarat", "tie-vigorish"),
        ("ez-baccarat", "vigorish"),
    ):
        bet = Bet(wager="banker", stake_cents=100, table=table)
        assert refused(game, BANKER_6, bet) == ["unknown-table"]


def test_2808_3_d__one_type_of_vigorish_for_the_table() -> None:
    bets = [
        Bet(wager="banker", stake_cents=100, position=1),
        Bet(wager="banker", stake_cents=100, position=2, table="tie-vigorish"),
    ]
    for game in ("baccarat", "dragon-bonus"):
        assert refused(game, BANKER_6, *bets) == ["mixed-tables"]


def test_a_reading_for_one_commission_is_refused_under_another() -> None:
    player = Bet(wager="player", stake_cents=100, reading="all-push")
    banker = Bet(wager="banker", stake_cents=100, position=2)
    free = banker._replace(table="commission-free")
    for game in ("golden-dragon", "golden-frog"):
        assert refused(game, BANKER_7, player) == []
        assert refused(game, BANKER_7, player, free) == []
        for bets in ((player, banker), (banker, player)):
            done = settle(game, bets, BANKER_7)
            (refusal,) = done.refusals
            assert refusal.code == "reading-needs-commission" and refusal.cite
            assert "banker@commission-free" in refusal.remedy
            assert done.settlements[0].bet == banker
        by_default = player._replace(reading="default")
        assert refused(game, BANKER_7, by_default, banker) == []
        # A refused Banker bet says nothing of the commission.
        assert refused(game, BANKER_7, player, banker._replace(stake_cents=0)) == [
            "stake-not-positive"
        ]


def test_2808_5__no_vigorish_on_optional_wagers() -> None:
    for table in ("PT-FLT-GT-01", "PT-FLT-GT-02"):
        won = one("eternal-baccarat", TIE_99, "golden-talons", on="player", table=table)
        assert won.vigorish_cents == 0


# --- progressives: unit, envy, seats ---


def test_fixed_pays_scale_with_the_base_unit() -> None:
    five = House(unit_cents={"triple": 500})
    won = one("3-dice-baccarat", Throw.parse("333", "666"), "triple", 500, house=five)
    assert won.net_cents == 5 * 100_000 - 500


def test_the_pay_shown_is_the_pay_for_the_unit() -> None:
    double = Throw.parse("333", "111")
    assert one("3-dice-baccarat", double, "triple", 100).pays == "$100"
    five = House(unit_cents={"*": 500})
    assert one("3-dice-baccarat", double, "triple", 500, house=five).pays == "$500"
    # Odds, and amounts printed for the very stake, stay as printed.
    assert one("3-dice-baccarat", double, "tie", 500, house=five).pays is None
    assert one("baccarat", TIE_6, "tie", 500, house=five).pays == "8 to 1"


def test_a_progressive_takes_its_unit_and_nothing_else() -> None:
    throw = Throw.parse("333", "666")
    for cents in (99, 101, 500):
        bet = Bet(wager="triple", stake_cents=cents)
        assert refused("3-dice-baccarat", throw, bet) == ["stake-not-the-unit"]


def test_dealer_envy_is_paid_apart_and_scales() -> None:
    same_color = Coup.parse("Kh6d", "Kd2d5h")
    table = "PT-PRG-S7-E01"
    won = one("eternal-baccarat", same_color, "sun-7-progressive", 100, table=table)
    assert (won.row, won.net_cents) == ("Sun 7, both hands same color", 12400)
    assert won.dealer_envy_cents == 1000
    five = House(unit_cents={"sun-7-progressive": 500})
    won = one("eternal-baccarat", same_color, "sun-7-progressive", 500, table=table, house=five)
    assert (won.net_cents, won.dealer_envy_cents) == (5 * 12500 - 500, 5000)


def test_2899_02__the_seat_wins_the_meter_and_the_others_the_envy() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    bets = [
        Bet(wager=wager, stake_cents=cents, on=seat, position=at)
        for at in (8, 5, 2)
        for wager, cents, seat in (("player", 500, None), ("progressive", 100, at))
    ]
    done = settle("99-fortunes", bets, eights)
    assert not done.refusals
    progressive = [result for result in done.settlements if result.bet.wager == "progressive"]
    assert [result.row for result in progressive] == [
        "Suited quads of the seat's rank",
        "Other suited quads",
        "Other suited quads",
    ]
    assert [result.net_cents for result in progressive] == [-100, 99_900, 99_900]
    assert [result.player_envy_cents for result in progressive] == [0, 100_000, 100_000]


def test_2899_02__no_envy_to_the_winners_own_position() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    bets = [
        Bet(wager="player", stake_cents=500),
        Bet(wager="player", stake_cents=500, position=2),
        Bet(wager="progressive", stake_cents=100, on=8),
        Bet(wager="progressive", stake_cents=100, on=5),
        Bet(wager="progressive", stake_cents=100, on=2, position=2),
    ]
    done = settle("99-fortunes", bets, eights)
    assert not done.refusals
    assert [result.player_envy_cents for result in done.settlements] == [0, 0, 0, 0, 100_000]


def test_2899_02__envy_scales_with_the_winners_stake() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    table = rulebook.wager("99-fortunes/progressive").open("P2-7-USD5", on=8)
    top = table.row_of(eights)
    assert isinstance(top, PayRow)
    winner = Bet(wager="progressive", stake_cents=1000, on=8)
    assert envy_of(top, winner, table) == 2 * 50_000
    bets = [
        Bet(wager=wager, stake_cents=cents, on=seat, position=at, table=pays)
        for at in (8, 5)
        for wager, cents, seat, pays in (
            ("player", 500, None, None),
            ("progressive", 1000, at, "P2-7-USD5"),
        )
    ]
    done = settle("99-fortunes", bets, eights, House(unit_cents={"*": 1000}))
    assert [result.player_envy_cents for result in done.settlements] == [0, 0, 0, 100_000]


def test_one_pay_table_for_a_progressive() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    bets = [
        Bet(wager="player", stake_cents=500),
        Bet(wager="progressive", stake_cents=100, on=8),
        Bet(wager="player", stake_cents=500, position=5),
        Bet(wager="progressive", stake_cents=500, table="P5", position=5),
    ]
    (refusal,) = settle("99-fortunes", bets, eights).refusals
    assert refusal.code == "mixed-tables" and "progressive has one pay table" in refusal.message
    assert refusal.remedy == "use table sample for progressive too"
    # Two progressives of one game are two groups.
    both = [
        Bet(wager="sun-7-progressive", stake_cents=100, table="PT-PRG-S7-02"),
        Bet(wager="fate-38", stake_cents=100, table="PT-PRG-F38-01"),
    ]
    assert refused("eternal-baccarat", PLAYER_8, *both) == []


def test_2899_02__no_envy_without_a_meter_winner_and_none_for_lower_rows() -> None:
    trips, quads = Coup.parse("8h8d", "8cKh"), Coup.parse("8h8d", "8c8s")
    bets = [
        Bet(wager=wager, stake_cents=500, on=seat, position=at, table=table)
        for at in (8, 5)
        for wager, seat, table in (("player", None, None), ("progressive", at, "P5"))
    ]
    for outcome, row in ((trips, "Trips"), (quads, "Quads")):
        assert outcome.fault is None
        done = settle("99-fortunes", bets, outcome)
        assert not done.refusals
        assert [result.row for result in done.settlements][1::2] == [row, row]
        assert [result.player_envy_cents for result in done.settlements] == [0] * 4


def test_2899_02__seats_are_the_printed_numbers() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    base = Bet(wager="player", stake_cents=500)

    def at(seat: int, table: str, cents: int) -> list[str]:
        bet = Bet(wager="progressive", stake_cents=cents, on=seat, table=table)
        return refused("99-fortunes", eights, base, bet)

    assert at(4, "P1", 100) == ["no-such-seat"]
    assert at(8, "P2-6", 10_000) == ["no-such-seat"]
    assert at(8, "P2-7-PHP100", 10_000) == []
    assert at(9, "P2-7-PHP100", 10_000) == ["no-such-seat"]
    assert at(11, "P1", 100) == ["no-such-seat"]


def test_2899_02_4__a_position_bets_on_its_own_seat() -> None:
    threes = Coup.parse("3h3h", "3h3h")
    base = Bet(wager="player", stake_cents=500, position=3)
    own = Bet(wager="progressive", stake_cents=100, position=3)
    for bet in (own, own._replace(on=3)):
        won = settle("99-fortunes", [base, bet], threes).settlements[1]
        assert (won.table.on, won.meter_share) == (3, 100)
    assert refused("99-fortunes", threes, base, own._replace(on=8)) == ["seat-of-another-player"]
    # A bet that names no position may stand on any seat, but not beside the seat's own bettor.
    alone = [Bet(wager="player", stake_cents=500), own._replace(on=3, position=1)]
    assert refused("99-fortunes", threes, *alone) == []
    assert refused("99-fortunes", threes, *alone, base, own) == ["seat-taken"]
    assert refused("99-fortunes", threes, base, own, *alone) == ["seat-taken"]


@pytest.mark.parametrize(
    ("table", "unit", "numbers"),
    [
        ("P2-6", 10_000, {1, 2, 3, 5, 6, 7}),
        ("P2-7-PHP100", 10_000, {1, 2, 3, 5, 6, 7, 8}),
        ("P5", 500, {1, 2, 3, 5, 6, 7, 8}),
        ("P1", 100, {1, 2, 3, 5, 6, 7, 8, 9, 10}),
    ],
)
def test_2899_02_4__positions_are_the_printed_numbers_for_base_bets_too(
    table: str, unit: int, numbers: set[int]
) -> None:
    sixes = Coup.parse("6h6h2d", "6h6h2c")
    first = [
        Bet(wager="player", stake_cents=500, position=2),
        Bet(wager="progressive", stake_cents=unit, position=2, table=table),
    ]
    for position in range(2, 13):
        base = Bet(wager="banker", stake_cents=500, position=position)
        expected = [] if position in numbers else ["no-such-position"]
        assert refused("99-fortunes", sixes, *first, base) == expected
        assert refused("99-fortunes", sixes, base, *first) == expected


def test_2899_02_4__without_the_progressive_the_layout_may_be_the_largest() -> None:
    base = Bet(wager="player", stake_cents=500)
    for position, codes in ((10, []), (4, ["no-such-position"]), (11, ["no-such-position"])):
        assert refused("99-fortunes", PLAYER_8, base._replace(position=position)) == codes
    # Other games print no numbers that matter.
    assert refused("baccarat", PLAYER_8, base._replace(position=4)) == []


def test_the_licensee_chooses_the_suits() -> None:
    hearts = Coup.parse("Kh6h", "Kh2h5h")

    def row(suits: dict[str, str]) -> str | None:
        house = House(suits=suits)
        return one("eternal-baccarat", hearts, "sun-7-progressive", 100, house=house).row

    suited, specific = "Sun 7, both hands suited", "Sun 7, both hands in the specific suit"
    assert row({}) == row({"fate-38": "h"}) == row({"*": "h", "sun-7-progressive": "s"}) == suited
    assert row({"*": "h"}) == row({"sun-7-progressive": "h"}) == specific
    bet = Bet(wager="sun-7-progressive", stake_cents=100)
    wrong = House(suits={"*": "x"})
    assert refused("eternal-baccarat", hearts, bet, house=wrong) == ["unknown-suit"]


def test_each_wager_has_its_own_number_of_suits() -> None:
    fate = Coup.parse("Kd2d8d", "Kd3d")
    bets = [
        Bet(wager="fate-38", stake_cents=100, table="PT-PRG-F38-04"),
        Bet(wager="sun-7-progressive", stake_cents=100),
        Bet(wager="player", stake_cents=100),  # has no suits: what is chosen for any is not for it
    ]
    own = House(suits={"fate-38": "dc", "*": "h"})
    done = settle("eternal-baccarat", bets, fate, own)
    assert not done.refusals
    assert done.settlements[0].row == "Fate 38, both hands in one of two specific suits"
    one_for_all = House(suits={"*": "h"})
    assert refused("eternal-baccarat", fate, *bets, house=one_for_all) == ["wrong-number-of-suits"]


# --- illegal bets ---


@pytest.mark.parametrize(
    ("game", "bet", "house", "code"),
    [
        ("baccarat", {"wager": "player", "stake_cents": 0}, {}, "stake-not-positive"),
        ("baccarat", {"wager": "player", "stake_cents": -500}, {}, "stake-not-positive"),
        ("baccarat", {"wager": "player", "stake_cents": 5.5}, {}, "stake-not-whole-cents"),
        ("baccarat", {"wager": "player", "stake_cents": 5.0}, {}, "stake-not-whole-cents"),
        ("baccarat", {"wager": "player", "stake_cents": True}, {}, "stake-not-whole-cents"),
        ("baccarat", {"wager": "player", "stake_cents": "500"}, {}, "stake-not-whole-cents"),
        ("baccarat", {"wager": "player", "stake_cents": 10**13}, {}, "stake-too-large"),
        ("baccarat", {"wager": "plyer", "stake_cents": 500}, {}, "unknown-wager"),
        ("baccarat", {"wager": "margin-bonus", "stake_cents": 500}, {}, "hand-not-named"),
        (
            "baccarat",
            {"wager": "margin-bonus", "stake_cents": 500, "on": "tie"},
            {},
            "unknown-hand",
        ),
        ("baccarat", {"wager": "tie", "stake_cents": 500, "on": "player"}, {}, "not-on-a-hand"),
        ("baccarat", {"wager": "tie", "stake_cents": 500, "table": "9"}, {}, "unknown-table"),
        ("baccarat", {"wager": "tie", "stake_cents": 500, "reading": "x"}, {}, "unknown-reading"),
        ("baccarat", {"wager": "tie", "stake_cents": 500, "chips": "cash"}, {}, "unknown-chips"),
        (
            "baccarat",
            {"wager": "tie", "stake_cents": 400},
            {"minimum_cents": {"*": 500}},
            "below-minimum",
        ),
        (
            "baccarat",
            {"wager": "tie", "stake_cents": 600},
            {"maximum_cents": {"tie": 500}},
            "above-maximum",
        ),
        (
            "baccarat",
            {"wager": "tie", "stake_cents": 600},
            {"aggregate_cents": {"tie": 500}},
            "aggregate-on-base-wager",
        ),
        (
            "baccarat",
            {"wager": "tie", "stake_cents": 1, "toke": True},
            {"tokes": False},
            "tokes-not-taken",
        ),
        ("golden-dragon", {"wager": "bad-beat", "stake_cents": 500}, {}, "no-pays"),
        (
            "eternal-baccarat",
            {"wager": "harmony", "stake_cents": 100, "table": "PT-PRG-HP-12"},
            {},
            "incomplete-table",
        ),
        (
            "eternal-baccarat",
            {"wager": "harmony", "stake_cents": 100, "toke": True},
            {},
            "toke-barred",
        ),
        (
            "eternal-baccarat",
            {"wager": "fate-38", "stake_cents": 100, "toke": True},
            {},
            "toke-barred",
        ),
        (
            "eternal-baccarat",
            {"wager": "sun-7", "stake_cents": 100},
            {"base_wager_required": True},
            "base-wager-required",
        ),
        ("99-fortunes", {"wager": "progressive", "stake_cents": 100}, {}, "base-wager-required"),
        (
            "infinite-fortune",
            {"wager": "super-7", "stake_cents": 100, "toke": True},
            {},
            "toke-needs-own-bet",
        ),
    ],
)
def test_illegal_bets_are_refused_with_a_code(
    game: str, bet: dict[str, Any], house: dict[str, Any], code: str
) -> None:
    done = settle(game, [Bet(**bet)], PLAYER_8, House(**house))
    (refusal,) = done.refusals
    assert refusal.code == code
    assert refusal.message and refusal.remedy and not done.settlements


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("wager", wrong) for wrong in (None, 7, ["player"])),
        *(("on", wrong) for wrong in (True, ["player"], 1.0, 10**5000)),
        *(("table", wrong) for wrong in (1, ["1"])),
        *(("reading", wrong) for wrong in (None, 1, ["default"])),
        *(("position", wrong) for wrong in ("a", "1", -3, 0, 1.0, True, None, 10**5000)),
        *(("toke", wrong) for wrong in (None, "yes", 1)),
        *(("chips", wrong) for wrong in (None, 1, ["value"])),
    ],
    ids=lambda value: str(type(value).__name__),
)
def test_a_bet_of_wrong_types_is_refused(field: str, value: object) -> None:
    fields: dict[str, Any] = {"wager": "player", "stake_cents": 500, field: value}
    done = settle("baccarat", [Bet(**fields), Bet(wager="tie", stake_cents=500)], PLAYER_8)
    (refusal,) = done.refusals
    assert refusal.code == "unreadable-bet" and f'"{field}"' in refusal.message
    assert len(done.settlements) == 1


def test_true_is_not_seat_1() -> None:
    aces = Coup.parse("AhAhKd", "AhAhKc")
    base = Bet(wager="player", stake_cents=500)
    bet = Bet(wager="progressive", stake_cents=100, on=True)
    assert settle("99-fortunes", [base, bet._replace(on=1)], aces).refusals == ()
    assert refused("99-fortunes", aces, base, bet) == ["unreadable-bet"]
    assert refused("99-fortunes", aces, base, bet._replace(on=-1)) == ["no-such-seat"]


def test_absurd_stakes_are_refused_without_being_printed() -> None:
    for stake, code in (
        (10**5000, "stake-too-large"),
        (-(10**5000), "stake-not-positive"),
        (Fraction(10**5000, 3), "stake-not-whole-cents"),
    ):
        bet = Bet(wager="player", stake_cents=stake)  # type: ignore[arg-type]
        assert refused("baccarat", PLAYER_8, bet) == [code]


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("minimum_cents", {"*": -1}),
        ("minimum_cents", {"tie": 5.0}),
        ("minimum_cents", {"tie": True}),
        ("minimum_cents", {"tie": 10**5000}),
        ("minimum_cents", {7: 500}),
        ("minimum_cents", 500),
        ("maximum_cents", {"tie": -1}),
        ("maximum_cents", {"tie": "500"}),
        ("aggregate_cents", {"moon-8": -1}),
        ("aggregate_cents", {"moon-8": None}),
        ("unit_cents", {"*": 0}),
        ("unit_cents", {"*": -100}),
        ("unit_cents", {"*": Fraction(1)}),
        ("vigorish_rate", 0.05),
        ("vigorish_rate", 0),
        ("vigorish_rate", "5%"),
        ("vigorish_rate", Fraction(-1, 20)),
        ("vigorish_rate", Fraction(10**5000)),
        ("vigorish_rounding_cents", 0),
        ("vigorish_rounding_cents", -25),
        ("vigorish_rounding_cents", 25.0),
        ("vigorish_rounding_cents", None),
        ("suits", "h"),
        ("suits", {"*": None}),
        ("both_hands", "no"),
        ("base_wager_required", None),
        ("tokes", 0),
    ],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else type(value).__name__,
)
def test_a_house_rule_that_is_none_refuses_every_bet(rule: str, value: object) -> None:
    bets = [Bet(wager="player", stake_cents=500), Bet(wager="banker", stake_cents=500)]
    rules: dict[str, Any] = {rule: value}
    done = settle("baccarat", bets, BANKER_6, House(**rules))
    assert [refusal.code for refusal in done.refusals] == ["bad-house-rule"] * 2
    assert done.fault == done.refusals[0] and rule in done.fault.message and done.fault.remedy


def test_house_rules_at_their_edges_are_followed() -> None:
    house = House(minimum_cents={"*": 0}, maximum_cents={"tie": 0}, aggregate_cents={"total-4": 0})
    bets = [Bet(wager=wager, stake_cents=500) for wager in ("player", "tie", "total-4")]
    done = settle("baccarat", bets, TIE_6, house)
    assert [refusal.code for refusal in done.refusals] == ["above-maximum"]
    assert done.fault is None


def test_parlay_wagers_without_pays_are_refused() -> None:
    hand = ShooterHand.parse("8,8,8,7")
    for wager in ("repeat-8-8x", "repeat-9-9x", "repeat-10-10x", "repeat-outside-7x"):
        bet = Bet(wager=wager, stake_cents=100)
        assert refused("parlay-craps-with-envy", hand, bet) == ["no-pays"]


def test_2814__an_impossible_coup_settles_nothing() -> None:
    bets = [Bet(wager="player", stake_cents=100), Bet(wager="tie", stake_cents=100)]
    for player, banker in (
        ("7s8h", "KhQd7c"),  # the Player must draw on 5
        ("7s9h3d", "KhQd7c"),  # the Player stands on 6
        ("Ks9h", "KhQd7c"),  # a natural stops the deal
        ("7s8h8d", "Kh3d7c"),  # the Banker stands on 3 against an 8
        ("7s8h8d2c", "Kh3d"),
        ("7s", "Kh3d"),
    ):
        assert refused("baccarat", Coup.parse(player, banker), *bets) == ["impossible-coup"] * 2


def test_an_impossible_throw_or_hand_settles_nothing() -> None:
    player, line = Bet(wager="player", stake_cents=100), Bet(wager="roll-the-line", stake_cents=100)
    throw = Throw((9, 9, 9), (0, 0, 0))
    assert refused("3-dice-baccarat", throw, player) == ["impossible-throw"]
    for rolls in ((99,), (4, 7, 7, 7), ()):
        hand = ShooterHand(rolls)
        assert refused("roll-the-line", hand, line, line) == ["impossible-hand"] * 2


def test_an_outcome_of_another_game_settles_nothing() -> None:
    bet = Bet(wager="player", stake_cents=100)
    assert refused("baccarat", Throw.parse("333", "666"), bet) == ["outcome-of-another-game"]
    assert refused("roll-the-line", PLAYER_8, bet) == ["outcome-of-another-game"]


def test_a_refused_bet_leaves_the_others_alone() -> None:
    bets = [Bet(wager="player", stake_cents=-1), Bet(wager="player", stake_cents=100)]
    done = settle("baccarat", bets, PLAYER_8)
    assert [type(result).__name__ for result in done.results] == ["Refusal", "Settlement"]
    assert done.settlements[0].net_cents == 100


@pytest.mark.parametrize(
    ("game", "pair"),
    [("eternal-baccarat", ("sun-7", "moon-8")), ("5-treasures", ("fortune-7", "cover-all"))],
)
def test_one_pay_table_for_all_wagers_of_a_group(game: str, pair: tuple[str, str]) -> None:
    table = {"eternal-baccarat": "PT-FLT-MB-02", "5-treasures": "2"}[game]
    first, second = pair
    mixed = [Bet(wager=first, stake_cents=100), Bet(wager=second, stake_cents=100, table=table)]
    assert refused(game, PLAYER_8, *mixed) == ["mixed-tables"]
    alike = [Bet(wager=one, stake_cents=100, table=table) for one in pair]
    assert refused(game, PLAYER_8, *alike) == []


def test_both_hands_where_barred() -> None:
    bets = [
        Bet(wager="dragon-bonus", stake_cents=100, on="player"),
        Bet(wager="dragon-bonus", stake_cents=100, on="banker"),
    ]
    one_hand = House(both_hands=False)
    assert refused("dragon-bonus", PLAYER_8, *bets) == []
    assert refused("dragon-bonus", PLAYER_8, *bets, house=one_hand) == ["both-hands-barred"]
    elsewhere = [bets[0], bets[1]._replace(position=2)]
    assert refused("dragon-bonus", PLAYER_8, *elsewhere, house=one_hand) == []
    base = [Bet(wager="player", stake_cents=100), Bet(wager="banker", stake_cents=100)]
    assert refused("baccarat", PLAYER_8, *base, house=one_hand) == ["both-hands-barred"]
    (refusal,) = settle("baccarat", base, PLAYER_8, one_hand).refusals
    assert "Banker and Player of position 1" in refusal.message
    talons = [bet._replace(wager="golden-talons") for bet in bets]
    # Eternal Baccarat allows both hands outright: the house cannot bar what the section grants.
    assert refused("eternal-baccarat", PLAYER_8, *talons, house=one_hand) == []


def test_seats_are_not_hands() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    bets = [
        Bet(wager="player", stake_cents=500),
        Bet(wager="progressive", stake_cents=100, on=8),
        Bet(wager="progressive", stake_cents=100, on=5),
    ]
    assert refused("99-fortunes", eights, *bets, house=House(both_hands=False)) == []


def test_limits_count_all_that_stands_on_a_spot() -> None:
    bets = [Bet(wager="tie", stake_cents=300), Bet(wager="tie", stake_cents=300)]
    most, least = House(maximum_cents={"*": 500}), House(minimum_cents={"*": 500})
    assert refused("baccarat", PLAYER_8, *bets, house=most) == ["above-maximum"]
    assert refused("baccarat", PLAYER_8, *bets, house=least) == []
    assert refused("baccarat", PLAYER_8, bets[0], house=least) == ["below-minimum"]
    apart = [bets[0], bets[1]._replace(position=2)]
    assert refused("baccarat", PLAYER_8, *apart, house=least) == ["below-minimum"] * 2
    for_dealer = [bets[0], bets[1]._replace(toke=True)]
    assert refused("baccarat", PLAYER_8, *for_dealer, house=least) == ["below-minimum"] * 2
    # What goes over the maximum does not stand, so it does not help to reach the minimum either.
    five = House(minimum_cents={"*": 500}, maximum_cents={"*": 500})
    assert refused("baccarat", PLAYER_8, *bets, house=five) == ["below-minimum"] * 2


def test_limits_do_not_concern_a_fixed_unit() -> None:
    bet = Bet(wager="triple", stake_cents=100)
    throw = Throw.parse("333", "666")
    for house in (House(minimum_cents={"*": 500}), House(maximum_cents={"triple": 50})):
        assert refused("3-dice-baccarat", throw, bet, house=house) == []


# --- a refused bet counts for nothing ---


def test_a_refused_base_wager_supports_nothing() -> None:
    eights = Coup.parse("8h8h", "8h8h")
    side = Bet(wager="progressive", stake_cents=100, on=8)
    for base, house, code in (
        (Bet(wager="player", stake_cents=0), House(), "stake-not-positive"),
        (Bet(wager="player", stake_cents=900), House(maximum_cents={"*": 500}), "above-maximum"),
        (Bet(wager="player", stake_cents=100), House(minimum_cents={"*": 500}), "below-minimum"),
    ):
        codes = {code, "base-wager-required"}
        assert set(refused("99-fortunes", eights, base, side, house=house)) == codes
        assert set(refused("99-fortunes", eights, side, base, house=house)) == codes


def test_a_refused_own_bet_supports_no_toke() -> None:
    own = Bet(wager="super-7", stake_cents=100)
    toke = own._replace(toke=True, stake_cents=500)
    least = House(minimum_cents={"*": 500})
    for bets in ((own, toke), (toke, own)):
        codes = refused("infinite-fortune", BANKER_7, *bets, house=least)
        assert sorted(codes) == ["below-minimum", "toke-needs-own-bet"]
    # One falls with another: no base wager, so no side bet, so no toke beside it.
    needs_base = House(base_wager_required=True)
    codes = refused("infinite-fortune", BANKER_7, own, own._replace(toke=True), house=needs_base)
    assert codes == ["base-wager-required"] * 2


def test_a_refused_bet_stands_in_no_ones_way() -> None:
    """The first bet falls for want of a base wager, so its pay table is not in use after all."""
    bets = [
        Bet(wager="sun-7", stake_cents=100, position=1),
        Bet(wager="player", stake_cents=100, position=2),
        Bet(wager="sun-7", stake_cents=100, position=2, table="PT-FLT-MB-02"),
    ]
    house = House(base_wager_required=True)
    assert refused("eternal-baccarat", PLAYER_8, *bets, house=house) == ["base-wager-required"]
    assert refused("eternal-baccarat", PLAYER_8, *bets) == ["mixed-tables"]


def test_a_base_wager_that_comes_back_supports_again() -> None:
    """Position 1's Banker bet falls for its stake: position 2's, on another table, stands."""
    bets = [
        Bet(wager="banker", stake_cents=100, position=1),
        Bet(wager="banker", stake_cents=500, position=2, table="tie-vigorish"),
        Bet(wager="progressive", stake_cents=100, position=2),
    ]
    eights = Coup.parse("8h8h", "8h8h")
    house = House(minimum_cents={"*": 500})
    assert refused("99-fortunes", eights, *bets, house=house) == ["below-minimum"]


# --- remedies ---


OWN_PAYS = """
[games.golden-dragon.wagers.bad-beat]
tables = ["house"]
pays = [["Wins by exactly one point", "margin == 1", "5/2"]]
[games.eternal-baccarat.wagers.harmony]
tables = ["mine"]
pays = [["Same color", "same_color", "$10"]]
"""


@pytest.mark.parametrize(
    ("game", "bet", "code", "remedy", "without"),
    [
        (
            "golden-dragon",
            Bet(wager="bad-beat", stake_cents=100),
            "no-pays",
            "bet on bad-beat@house",
            "supply the operator's pay in a file of your own (--file)",
        ),
        (
            "eternal-baccarat",
            Bet(wager="harmony", stake_cents=100, table="PT-PRG-HP-12"),
            "incomplete-table",
            "bet on harmony@mine",
            "choose another table, or supply the rows in a file of your own (--file)",
        ),
    ],
)
def test_the_remedy_names_the_operators_own_table(
    tmp_path: Path, game: str, bet: Bet, code: str, remedy: str, without: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN_PAYS, "utf-8")
    book = rulebook.Rulebook()
    book.add_file(file)
    for of, said in ((book.game(game), remedy), (rulebook.game(game), without)):
        (refusal,) = settle(of, [bet], PLAYER_8).refusals
        assert (refusal.code, refusal.remedy) == (code, said)
    followed = bet._replace(table=remedy.partition("@")[2])
    assert not settle(book.game(game), [followed], PLAYER_8).refusals


# --- tokes, chips, aggregate limits ---


def test_tokes_go_to_the_toke_box() -> None:
    won = one("eternal-baccarat", PLAYER_8, "moon-8", 100, toke=True)
    assert {move.target for move in won.movements} == {"toke box"}
    own = Bet(wager="super-7", stake_cents=100)
    toke = own._replace(toke=True)
    assert refused("infinite-fortune", BANKER_7, own, toke) == []


def moves(settlement: Settlement) -> tuple[tuple[object, ...], ...]:
    """Return where each cent goes, without saying why."""
    return tuple(move[:4] for move in settlement.movements)


def test_2807_3__chips_settle_by_kind() -> None:
    for chips in ("value", "promotional", "coupon"):
        won = one("baccarat", PLAYER_8, "player", chips=chips)
        assert won.net_cents == 1000
        paid = {(move.source, move.target, move.chips): move.cents for move in won.movements}
        back = "tray" if chips == "coupon" else "position 1"
        assert paid == {("tray", "position 1", "value"): 1000, ("layout", back, chips): 1000}
        lost = one("baccarat", BANKER_6, "player", chips=chips)
        assert moves(lost) == (("layout", "tray", 1000, chips),)
        tied = one("baccarat", TIE_6, "player", chips=chips)
        assert moves(tied) == (("layout", "position 1", 1000, chips),)


def test_2899_02_7__a_pay_for_1_is_handed_over_from_the_tray() -> None:
    """$3 FOR a stake of $1 that was taken at the start: the tray gives all three."""
    pair = Coup.parse("8s8s", "Kd2c5h")
    bets = [Bet(wager="player", stake_cents=500), Bet(wager="progressive", stake_cents=100, on=8)]
    won = settle("99-fortunes", bets, pair).settlements[1]
    assert (won.row, won.net_cents) == ("Suited pair", 200)
    assert moves(won) == (("layout", "tray", 100, "value"), ("tray", "position 1", 300, "value"))
    # 30-2899.04(5)(g): 10 TO 1 beside the stake, which was taken as well.
    dragon = one("ez-baccarat", BANKER_7, "progressive", 100, table="3")
    assert (dragon.pays, dragon.net_cents) == ("10 to 1", 1000)
    assert moves(dragon)[1:] == (("tray", "position 1", 1100, "value"),)
    # Chips of another kind come back in kind; a stake that lost stays where it was taken.
    promotional = [bets[0], bets[1]._replace(chips="promotional")]
    assert moves(settle("99-fortunes", promotional, pair).settlements[1]) == (
        ("layout", "tray", 100, "promotional"),
        ("tray", "position 1", 100, "promotional"),
        ("tray", "position 1", 200, "value"),
    )
    lost = settle("99-fortunes", bets, PLAYER_8).settlements[1]
    assert moves(lost) == (("layout", "tray", 100, "value"),)
    # A wager without a sensor lies on the layout until it is paid.
    triple = one("3-dice-baccarat", Throw.parse("333", "111"), "triple", 100)
    assert moves(triple)[0] == ("layout", "position 1", 100, "value")


def test_2899_02_1_b__a_limit_holds_for_the_stake_and_the_win_of_a_pay_for_1() -> None:
    """Quads pay $100 FOR $1, win and stake: under a limit of $50 the tray gives $50, not $51."""
    quads = Coup.parse("8h8d", "8c8s")
    bets = [Bet(wager="player", stake_cents=500), Bet(wager="progressive", stake_cents=100, on=5)]

    def at(limit: int) -> Settlement:
        house = House(aggregate_cents={"progressive": limit})
        return settle("99-fortunes", bets, quads, house).settlements[1]

    def amounts(settlement: Settlement) -> tuple[int, int, int, bool]:
        paid = settlement.won_cents, settlement.returned_cents, settlement.lost_cents
        return *paid, settlement.limited

    assert amounts(at(100_00)) == (99_00, 1_00, 0, False)
    assert amounts(at(99_99)) == (98_99, 1_00, 0, True)
    assert amounts(at(50_00)) == (49_00, 1_00, 0, True)
    assert moves(at(50_00))[-1] == ("tray", "position 1", 50_00, "value")
    assert amounts(at(40)) == (0, 40, 60, True)
    assert amounts(at(0)) == (0, 0, 1_00, True)
    # TO 1 the stake is the bettor's own, and only the win is limited.
    house = House(aggregate_cents={"moon-8": 50_00})
    moon = one("eternal-baccarat", PLAYER_8, "moon-8", 10_00, house=house)
    assert amounts(moon) == (50_00, 10_00, 0, True)


def test_2899_02_1_b__all_winners_together_are_held_to_the_limit() -> None:
    quads = Coup.parse("8h8d", "8c8s")
    bets = [
        Bet(wager=wager, stake_cents=cents, position=at)
        for at in (2, 3, 5)
        for wager, cents in (("player", 500), ("progressive", 100))
    ]
    done = settle("99-fortunes", bets, quads, House(aggregate_cents={"progressive": 50_00}))
    paid = [result.paid_out_cents for result in done.settlements if result.row == "Quads"]
    assert paid == [16_66, 16_67, 16_67] and sum(paid) == 50_00


def test_several_winners_of_a_percentage_are_each_owed_their_part() -> None:
    """30-2899.04(5)(f)(ii), .07(7)(d)(i): a percentage is split among those who wagered."""
    eights = Coup.parse("8h8h", "8h8h")
    bets = [
        Bet(wager=wager, stake_cents=cents, position=at, table=table, reading=reading)
        for at in (2, 5, 8)
        for wager, cents, table, reading in (
            ("player", 500, None, "default"),
            ("progressive", 100, "P1", "any-listed-rank"),
        )
    ]
    hits = settle("99-fortunes", bets, eights).settlements[1::2]
    assert [(hit.meter_share, hit.meter_owed) for hit in hits] == [(100, Fraction(1, 3))] * 3
    # By the default reading only the matching seat wins it, alone.
    alone = [bet._replace(reading="default") for bet in bets]
    hits = settle("99-fortunes", alone, eights).settlements[1::2]
    assert [hit.meter_owed for hit in hits] == [None, None, 1]


def test_an_aggregate_limit_cuts_pro_rata_and_leaves_cents_by_position() -> None:
    bets = [
        Bet(wager="moon-8", stake_cents=cents, position=at)
        for at, cents in ((1, 100), (2, 100), (3, 100))
    ]
    house = House(aggregate_cents={"moon-8": 1000})
    done = settle("eternal-baccarat", bets, PLAYER_8, house)
    assert [result.won_cents for result in done.settlements] == [333, 333, 334]
    assert all(result.limited for result in done.settlements)
    enough = House(aggregate_cents={"moon-8": 7500})
    done = settle("eternal-baccarat", bets, PLAYER_8, enough)
    assert [result.won_cents for result in done.settlements] == [2500] * 3
    assert not any(result.limited for result in done.settlements)


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 10_000)), min_size=1, max_size=8),
    st.integers(0, 500_000),
)
def test_an_aggregate_limit_is_met_exactly_and_no_one_gains(
    stakes: list[tuple[int, int]], limit: int
) -> None:
    bets = [Bet(wager="moon-8", stake_cents=cents, position=at) for at, cents in stakes]
    free = settle("eternal-baccarat", bets, PLAYER_8).settlements
    house = House(aggregate_cents={"moon-8": limit})
    cut = settle("eternal-baccarat", bets, PLAYER_8, house).settlements
    total = sum(result.won_cents for result in free)
    assert sum(result.won_cents for result in cut) == min(total, limit)
    for before, after in zip(free, cut, strict=True):
        share = Fraction(before.won_cents * min(limit, total), total)
        assert abs(after.won_cents - share) <= 1 and after.won_cents <= before.won_cents


# --- craps: when a bet is decided ---


@pytest.mark.parametrize(
    ("game", "wager", "rolls", "result"),
    [
        ("parlay-craps", "repeat-2-2x", "2", "unresolved"),
        ("parlay-craps", "repeat-2-2x", "2,2", "win"),
        ("parlay-craps", "repeat-2-2x", "2,7", "loss"),
        ("dice-works", "all-lows", "2,3,4,5,6", "win"),
        ("dice-works", "all-lows", "2,3,4,5", "unresolved"),
        ("high-roller", "high-roller", "4,4,5,5,6,6", "unresolved"),
        ("high-roller", "high-roller", "4,4,5,5,6,6,4,7", "win"),
        ("high-roller", "high-roller", "4,4,5,5,4,7", "loss"),
        ("high-roller", "high-roller", "4,4," * 10 + "5", "win"),
        ("roll-the-line", "roll-the-line", "11," * 11 + "5", "unresolved"),
        ("roll-the-line", "roll-the-line", "11," * 11 + "5,7", "win"),
    ],
)
def test_a_hand_that_is_not_over_leaves_a_bet_unresolved(
    game: str, wager: str, rolls: str, result: str
) -> None:
    settled = one(game, ShooterHand.parse(rolls), wager)
    assert settled.result == result
    assert (settled.net_cents is None) == (result == "unresolved")
    assert (settled.movements == ()) == (result == "unresolved")


def test_the_reading_decides_which_seven_ends_a_bet() -> None:
    hand = ShooterHand.parse("2,7,2")
    assert one("parlay-craps", hand, "repeat-2-2x").result == "loss"
    assert one("parlay-craps", hand, "repeat-2-2x", reading="seven-out").result == "win"
