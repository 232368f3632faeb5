"""What can happen: cards, shoes, the third-card rule, throws and shooters' hands."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games import KINDS, Card, Coup, Shoe, ShooterHand, Throw, cards, deal
from pitboss.games.baccarat import (
    BANKER_DRAWS,
    PLAYER_DRAWS,
    ShoeRanDry,
    banker_draws,
    player_draws,
)
from pitboss.games.cards import DECK, card
from pitboss.games.three_dice import straight, throws_by_cup
from pitboss.refusals import Unreadable

# --- 30-2806: cards and shoes ---


def test_2806_2__values() -> None:
    values = {one.rank: one.value for one in DECK}
    assert values == {1: 1, **{n: n for n in range(2, 10)}, 10: 0, 11: 0, 12: 0, 13: 0}


@pytest.mark.parametrize(("hand", "count"), [("Ac2c4c", 7), ("Ac2c9c", 2)])
def test_2806_3__point_count_drops_the_tens(hand: str, count: int) -> None:
    assert Coup.parse(hand, "KhKd").player_total == count


@pytest.mark.parametrize(
    ("text", "letters"),
    [("8♥", "8h"), ("A♠", "As"), ("10♦", "Td"), ("t♣", "Tc"), ("K♡", "Kh"), ("8♥\ufe0f", "8h")],
)
def test_a_card_may_have_the_sign_of_its_suit(text: str, letters: str) -> None:
    assert card(text) == card(letters)
    assert cards(f"{text}2c, {text}") == cards(f"{letters} 2c {letters}")


@pytest.mark.parametrize("text", ["♥8", "♥", "8♥♥", "8☆", "8❤", "8♥h"])
def test_a_sign_alone_or_of_no_suit_is_no_card(text: str) -> None:
    with pytest.raises(Unreadable, match="is not a card"):
        card(text)


def test_a_shoe_may_lack_cards_by_the_sign_of_their_suit() -> None:
    assert Shoe.parse("8 decks - 3x8♥ - K♠") == Shoe.parse("8 decks - 3x8h - Ks")


@pytest.mark.parametrize("text", ["1h", "11h", "8x", "8", "h8", "8h9", "??", "8h-9h"])
def test_a_card_that_is_not_one_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="is not a card"):
        cards(text)


def test_cards_are_read_and_printed() -> None:
    assert "".join(map(str, cards("10h, As kD"))) == "ThAsKd"
    assert len(set(DECK)) == 52 and card("Ah").color == "red" and card("As").color == "black"


@given(st.integers(1, 20), st.lists(st.sampled_from(DECK), max_size=12))
def test_a_shoe_holds_what_was_not_removed(decks: int, removed: list[Card]) -> None:
    most = max(Counter(removed).values(), default=0)
    if most > decks:
        with pytest.raises(Unreadable, match="cannot be removed"):
            Shoe.of(decks).without(removed)
        return
    shoe = Shoe.of(decks).without(removed)
    assert len(shoe) == 52 * decks - len(removed)
    assert Counter(shoe) + Counter(removed) == Counter(dict.fromkeys(DECK, decks))


@pytest.mark.parametrize(
    "text", ["0 decks", "21 decks", "eight decks", "", "8 decks -9", "8 decks - 9x"]
)
def test_a_shoe_that_is_not_one_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        Shoe.parse(text)


@pytest.mark.parametrize("decks", [2.5, True, "8", None, 0, 21])
def test_a_shoe_holds_whole_decks(decks: Any) -> None:
    with pytest.raises(Unreadable) as error:
        Shoe.of(decks)
    assert error.value.refusal.code == "decks-out-of-range"


# --- 30-2812 to 30-2814: the deal ---

# Table 2 of 30-2814 in words, as its second printing gives it: on which third cards of the
# Player the Banker draws, by the Banker's two-card total.
DRAWS_ON = {
    0: set(range(10)),
    1: set(range(10)),
    2: set(range(10)),
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}


def test_2814_2__player_draws_on_five_or_less() -> None:
    for player, banker in product(range(10), range(10)):
        natural = player >= 8 or banker >= 8
        assert player_draws(player, banker) == (player <= 5 and not natural)
    assert PLAYER_DRAWS == (True,) * 6 + (False,) * 4


def test_2814_3__banker_draws_by_table_2() -> None:
    for player, banker in product(range(10), range(10)):
        natural = player >= 8 or banker >= 8
        for third in range(10):
            due = not natural and third in DRAWS_ON.get(banker, set())
            assert banker_draws(player, banker, third) == due
        assert banker_draws(player, banker, None) == (not natural and banker <= 5)
    assert [len(row) for row in BANKER_DRAWS] == [11] * 10


def test_2812_3__cards_alternate_and_the_rest_stays_in_the_shoe() -> None:
    shoe = iter(cards("2c 3d 4h 5s 9c Kd"))
    coup = deal(shoe)
    assert str(coup) == "2c4h v 3d5s"
    assert list(shoe) == list(cards("9c Kd"))


def test_2816_4__a_shoe_that_runs_dry_voids_the_round() -> None:
    for short in ("", "2c3d4h", "2c 3d 2h 4s", "Kc Kd 2h 3s 6c"):
        with pytest.raises(ShoeRanDry):
            deal(cards(short))


@given(st.permutations(DECK))
def test_every_dealt_coup_is_legal_and_in_order(order: list[Card]) -> None:
    coup = deal(order)
    assert coup.fault is None
    used = len(coup.player) + len(coup.banker)
    assert list(coup.in_order) == order[:used]


@given(st.permutations(DECK))
def test_a_coup_with_a_card_more_or_less_is_refused(order: list[Card]) -> None:
    coup = deal(order)
    for player, banker in (
        (coup.player[:-1], coup.banker),
        (coup.player, coup.banker[:-1]),
        ((*coup.player, order[-1]), coup.banker),
        (coup.player, (*coup.banker, order[-1])),
    ):
        fault = Coup(player, banker).fault
        # Removing or adding a Player's third card may change what the Banker is due, never
        # what the Player is: the coup with the other number of cards is always a fault.
        assert fault is not None and fault.cite == "30-2814" and fault.remedy


@pytest.mark.parametrize(
    ("player", "banker"),
    [
        ((Card(99, "h"), Card(9, "h")), cards("KhKd")),
        ((Card(9, "x"), Card(10, "h")), cards("KhKd")),
        (cards("Kh9d"), ((13, "h"), (13, "d"))),
        ("Kh9d", cards("KhKd")),
        (cards("Kh9d"), None),
    ],
)
def test_a_coup_of_other_things_than_cards_is_refused(player: Any, banker: Any) -> None:
    fault = KINDS["baccarat"].fault(Coup(player, banker))
    assert fault is not None and fault.code == "impossible-coup"


# --- 3 Dice Baccarat ---


def test_2899_09__totals_triples_straights() -> None:
    throws = list(throws_by_cup())
    assert len(throws) == len({throw for throw, _ in throws}) == 56 * 56
    assert sum(ways for _, ways in throws) == 46_656
    assert sum(ways for throw, ways in throws if straight(throw.player)) == 4 * 6 * 216
    assert Throw.parse("4 5 6", "1,1,1").player_total == 5
    with pytest.raises(Unreadable):
        Throw.parse("4567", "111")
    with pytest.raises(Unreadable):
        Throw.parse("170", "111")


@pytest.mark.parametrize(
    "cup", [(9, 9, 9), (0, 1, 2), (1, 2), (1, 2, 3, 4), (1, 2, True), (1, 2, 3.0), [1, 2, 3], None]
)
def test_2899_09__a_cup_that_is_none_is_a_fault(cup: Any) -> None:
    for throw in (Throw(cup, (1, 2, 3)), Throw((1, 2, 3), cup)):
        fault = KINDS["three-dice"].fault(throw)
        assert fault is not None and fault.code == "impossible-throw" and fault.remedy
    assert all(throw.fault is None for throw, _ in throws_by_cup())


# --- craps ---


@pytest.mark.parametrize(
    ("rolls", "points", "wins", "over", "any_seven"),
    [
        ("7,4,4,11,6,7", 1, 3, True, (0, 0)),
        ("4,7", 0, 0, True, (0, 0)),
        ("2,3,12,4,4,7", 1, 2, False, (1, 1)),
        ("11,11,5,6,5", 1, 3, False, (1, 3)),
        ("6,6,8,8,9,7", 2, 2, True, (2, 2)),
        ("7,7,7", 0, 3, False, (0, 0)),
    ],
)
def test_2399_07__points_and_line_wins(
    rolls: str, points: int, wins: int, over: bool, any_seven: tuple[int, int]
) -> None:
    hand = ShooterHand.parse(rolls)
    count = hand.until("seven-out")
    assert (count.points_made, count.line_wins, count.over) == (points, wins, over)
    ended = hand.until("any-seven")
    assert (ended.points_made, ended.line_wins) == any_seven
    assert ended.over == ("7" in rolls.split(","))


@given(st.lists(st.integers(2, 12), min_size=1, max_size=60))
def test_counts_stop_at_the_ending_seven(rolls: list[int]) -> None:
    hand = ShooterHand(tuple(rolls))
    before = rolls[: rolls.index(7)] if 7 in rolls else rolls
    assert [roll.total for roll in hand.until("any-seven").rolls] == before
    played = rolls[: hand.length]
    counted = played[:-1] if hand.until("seven-out").over else played
    assert [roll.total for roll in hand.until("seven-out").rolls] == counted


@pytest.mark.parametrize(
    "text",
    [
        *("", "1", "13", "4;4", "4,-4", "4,x", "4,4.5", "9" * 5000, "4,7,4"),
        *("7,0120,7", "7,012,7", "4,²", "4,٤"),
    ],
)
def test_rolls_that_are_not_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        ShooterHand.parse(text)


@pytest.mark.parametrize(
    "rolls", [(), (99,), (1,), (-4,), (4, 7, 7, 7), (4, True), (4, 5.0), ("4",), [4, 5], None]
)
def test_a_hand_that_no_shooter_rolls_is_a_fault(rolls: Any) -> None:
    fault = KINDS["craps"].fault(ShooterHand(rolls))
    assert fault is not None and fault.code == "impossible-hand" and fault.remedy


@pytest.mark.parametrize("rolls", [(7,), (4,), (4, 7), (7, 7, 7, 4, 4, 12)])
def test_a_hand_may_be_over_or_go_on(rolls: tuple[int, ...]) -> None:
    assert KINDS["craps"].fault(ShooterHand(rolls)) is None


# --- features ---


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_feature_documents_itself(kind: str) -> None:
    for name, feature in KINDS[kind].features.items():
        assert feature.name == name
        assert feature.meaning and feature.level and feature.range
        assert feature.low <= feature.high


def test_features_stay_within_their_ranges() -> None:
    seed = 28
    source = random.Random(seed)
    shoe = list(Shoe.of(2))
    for _ in range(4_000):
        source.shuffle(shoe)
        coup = deal(shoe)
        for feature in KINDS["baccarat"].features.values():
            if feature.read is None:
                continue
            value = feature.read(coup, (0, 3))
            if value is None:
                assert feature.optional, feature.name
            else:
                assert isinstance(value, bool) == (feature.type == "flag")
                assert feature.low <= value <= feature.high, feature.name
