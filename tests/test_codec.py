"""Commands, facts and tables as JSON data: read as they were written, or refused by the field."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journals import EVERYTHING, Session, baccarat, played
from pitboss.games.cards import DECK, Card, card
from pitboss.refusals import Unreadable
from pitboss.settle.accounts import Account, account
from pitboss.table.engine import NEW, act
from pitboss.table.guidance.advice import candidates
from pitboss.table.record.codec import (
    COMMANDS,
    FACTS,
    command_data,
    command_of,
    fact_data,
    fact_of,
    fact_text,
    table_data,
    table_of,
)
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps import Command, Fact
from pitboss.table.steps.dealing import CardDealt
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.positions import ChipsBought, bought
from pitboss.table.steps.turning import CardsTurned

ACCOUNTS = ("tray", "layout", "position 3", "behind 7, coupon", "toke box", "jackpot sun-7 main")
st.register_type_strategy(Card, st.sampled_from(DECK))
st.register_type_strategy(Fraction, st.fractions())
st.register_type_strategy(Account, st.sampled_from([account(words) for words in ACCOUNTS]))


@pytest.mark.parametrize("name", FACTS)
def test_every_kind_of_fact_is_read_as_it_was_written(name: str) -> None:
    @settings(max_examples=20, deadline=None, database=None)
    @given(st.from_type(FACTS[name]))
    def check(fact: Fact) -> None:
        data = fact_data(fact)
        assert next(iter(data)) == "kind" and data["kind"] == name and "movements" in data
        again = fact_of(json.loads(json.dumps(data)))
        assert again == fact and type(again) is type(fact)
        assert fact_text(again) == json.dumps(data, separators=(",", ":"))

    check()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_kind_of_command_is_read_as_it_was_written(name: str) -> None:
    @settings(max_examples=20, deadline=None, database=None)
    @given(st.from_type(COMMANDS[name]))
    def check(command: Command) -> None:
        data = command_data(command)
        assert next(iter(data)) == "kind" and data["kind"] == name and "movements" not in data
        again = command_of(json.loads(json.dumps(data)))
        assert again == command and type(again) is type(command)

    check()


def test_the_data_is_what_a_reader_expects() -> None:
    offers = (Offer("banker"),)
    setup = TableSetup(game="baccarat", offers=offers, vigorish_rate=Fraction(6, 100))
    data = json.loads(json.dumps(fact_data(TableOpened(setup))))
    assert data["setup"]["vigorish_rate"] == "3/50"
    assert data["setup"]["offers"][0]["wager"] == "banker"
    turned = CardsTurned("player", (card("7s"), card("Td")))
    assert fact_data(turned) == {
        "kind": "CardsTurned",
        "hand": "player",
        "cards": ["7s", "Td"],
        "movements": [],
    }
    assert fact_data(CardDealt(None, "banker"))["card"] is None


def test_money_is_written_from_where_to_where_and_why() -> None:
    """Chips go from the tray to who buys them, the cash from outside into the drop box."""
    data = fact_data(bought(3, 50_000))
    assert data["kind"] == "ChipsBought" and data["position"] == 3 and data["cents"] == 50_000
    moves = data["movements"]
    assert isinstance(moves, list)
    assert {(move["source"], move["target"]) for move in moves} == {
        ("outside", "drop"),
        ("tray", "position 3"),
    }
    for move in moves:
        assert tuple(move) == ("source", "target", "cents", "chips", "reason")
        assert (move["cents"], move["chips"]) == (50_000, "value") and move["reason"]


MOVE = {"source": "tray", "target": "drop", "cents": 5, "chips": "value", "reason": "buy-in"}


@pytest.mark.parametrize(
    ("name", "data", "wrong"),
    [
        ("PositionTaken", {"position": "3"}, "PositionTaken.position is not a whole number"),
        ("PositionTaken", {"position": True}, "PositionTaken.position is not a whole number"),
        ("PositionTaken", {"position": 3.0}, "PositionTaken.position is not a whole number"),
        ("PositionTaken", {}, "PositionTaken.position is not there"),
        ("PositionTaken", {"position": 3, "color": 1}, "PositionTaken.color is not a field of it"),
        ("PositionTaken", {"position": 3, "movements": [MOVE]}, "movements is not an empty list"),
        ("CardsBurnt", {"first": "10d", "cards": 11}, "CardsBurnt.first is not a card"),
        ("CardsBurnt", {"first": ["5h"], "cards": 6}, "CardsBurnt.first is not a card"),
        ("CardDealt", {"card": "1h", "to": "player"}, "CardDealt.card is not a card"),
        ("CardDealt", {"card": "5h", "to": "dealer"}, "CardDealt.to is not one of player, banker"),
        ("CardDealt", {"card": "5h", "to": ["player"]}, "CardDealt.to is not one of"),
        ("CardsTurned", {"hand": "player", "cards": "7s"}, "CardsTurned.cards is not a list"),
        ("CardsTurned", {"hand": "player", "cards": ["7s", 8]}, "CardsTurned.cards[1] is not"),
        ("DiceRevealed", {"player": [1, 2], "banker": [1, 2, 3]}, "player is not a list of 3"),
        ("DeviceInspected", {"device": "shoe", "sound": 1}, "sound is not true or false"),
        (
            "TableOpened",
            {"setup": {"game": "baccarat", "offers": [], "vigorish_rate": "2/40"}},
            "TableOpened.setup.vigorish_rate is not",
        ),
    ],
)
def test_data_of_a_wrong_type_is_refused_by_its_field(
    name: str, data: dict[str, object], wrong: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        fact_of({"kind": name, "movements": [], **data})
    assert caught.value.refusal.code == "unreadable-event"
    assert wrong in caught.value.refusal.message


@pytest.mark.parametrize(
    ("field", "value", "wrong"),
    [
        ("source", "till", "an account"),
        ("source", 3, "an account"),
        ("target", "position 0", "an account"),
        ("target", "position 3, golden", "an account"),
        ("cents", 5.0, "a whole number"),
        ("cents", "5", "a whole number"),
        ("chips", "golden", "one of"),
        ("reason", "", "one of"),
        ("reason", None, "one of"),
    ],
)
def test_a_movement_that_none_can_be_is_refused(field: str, value: object, wrong: str) -> None:
    whole = {"kind": "ChipsBought", "position": 3, "cents": 5, "movements": [MOVE]}
    assert isinstance(fact_of(whole), ChipsBought)
    with pytest.raises(Unreadable) as caught:
        fact_of(whole | {"movements": [MOVE | {field: value}]})
    assert f"ChipsBought.movements[0].{field} is not {wrong}" in caught.value.refusal.message


@pytest.mark.parametrize("data", [None, 7, [], {}, {"kind": 3}, {"kind": None}, "CardDealt"])
def test_what_names_no_kind_is_refused(data: object) -> None:
    for read in (fact_of, command_of):
        with pytest.raises(Unreadable) as caught:
            read(data)
        assert caught.value.refusal.code == "unreadable-event"


def test_an_unknown_kind_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(Unreadable) as caught:
        fact_of({"kind": "CardDealtt", "movements": []})
    assert caught.value.refusal.code == "unknown-event"
    assert 'did you mean "CardDealt"?' in caught.value.refusal.remedy
    with pytest.raises(Unreadable) as caught:
        command_of({"kind": "DealCards"})
    assert caught.value.refusal.code == "unknown-command"
    assert 'did you mean "DealCard"?' in caught.value.refusal.remedy


# --- snapshots ---


@pytest.mark.parametrize("which", EVERYTHING)
def test_a_snapshot_after_any_line_is_the_table_and_decides_as_it(
    which: Callable[[], Session],
) -> None:
    """Some of them are held against everything that could be tried at the table."""
    session = played(which)
    for number, table in enumerate(session.tables):
        restored = table_of(json.loads(json.dumps(table_data(table))))
        assert restored == table and restored.accounts == table.accounts
        if number % 25 == 0:
            for command in candidates(table):
                assert act(restored, command) == act(table, command)


def test_a_table_that_was_never_opened_has_a_snapshot() -> None:
    assert table_of(json.loads(json.dumps(table_data(NEW)))) == NEW


def test_a_snapshot_of_another_version_or_of_something_else_is_refused() -> None:
    data = table_data(played(baccarat).table)
    others: tuple[object, ...] = (data | {"version": 1}, data | {"version": None}, {}, [], None)
    for wrong in others:
        with pytest.raises(Unreadable) as caught:
            table_of(wrong)
        assert caught.value.refusal.code == "other-state-version"
    for wrong in (data | {"table": None}, data | {"table": {"at": 5}}):
        with pytest.raises(Unreadable) as caught:
            table_of(wrong)
        assert caught.value.refusal.code == "unreadable-event"
