"""The floor file: every key right and wrong, what is refused and why, written and read again."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fuzz
from pitboss.cli import main
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook, catalog
from pitboss.table.engine import NEW, act
from pitboss.table.floor import (
    Badge,
    Floor,
    FloorJackpot,
    FloorTable,
    Policies,
    default_floor,
    entry_data,
    problems_of,
    read_floor,
    setup_of,
    write_floor,
)
from pitboss.table.floor.chances import too_long
from pitboss.table.floor.checking import checked, pit_problems, sound_floor
from pitboss.table.floor.described import NEEDED, Part
from pitboss.table.floor.jackpot_keys import JACKPOTS, LEVELS, POLICIES, RATES
from pitboss.table.floor.keys import BADGES, FLOOR, PARTS
from pitboss.table.floor.page import page
from pitboss.table.floor.reading import read_data
from pitboss.table.floor.records import JackpotRates, Levels, Limit
from pitboss.table.floor.table_keys import TABLES
from pitboss.table.floor.terms import terms_of
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps.opening import OpenTable

ROOT = Path(__file__).parent.parent
Data = dict[str, Any]
LIMITS = {"base": "5 to 500", "optional": "1 to 100"}


def table(**keys: object) -> Data:
    return {"id": "1", "game": "ez-baccarat", "limits": LIMITS, **keys}


def eternal(**keys: object) -> Data:
    """A jackpot of Eternal Baccarat, linked to a table of it."""
    return {
        "id": "s7",
        "game": "eternal-baccarat",
        "wager": "sun-7-progressive",
        "seed": 5000,
        "tables": ["1"],
        **keys,
    }


def triple(**keys: object) -> Data:
    return {
        "id": "triple",
        "game": "3-dice-baccarat",
        "wager": "triple",
        "seed": 1000,
        "rates": {"main": "12%", "reserve": "4%"},
        "tables": ["1"],
        **keys,
    }


def floor_of(*tables: Data, **parts: object) -> Data:
    return {"floor": {"name": "Mine"}, "tables": list(tables or [table()]), **parts}


def with_eternal(**keys: object) -> Data:
    return floor_of(table(game="eternal-baccarat"), jackpots=[eternal(**keys)])


def with_triple(place: str = "washington", **keys: object) -> Data:
    home = table(game="3-dice-baccarat", jurisdiction=place)
    return floor_of(home, jackpots=[triple(**keys)])


def house(**keys: object) -> Data:
    """A House Jackpot: a prize and a notice, no increments."""
    jackpot = triple(kind="house", notice="Paid by the casino.", **keys)
    jackpot.pop("rates")
    return jackpot | keys


def told(data: Data) -> list[tuple[str, str, str]]:
    """Return the problems of a floor: where, at which key, by which code."""
    return [(one.where, one.key, one.refusal.code) for one in checked(data)[1]]


def sound(data: Data) -> Floor:
    return sound_floor("my-floor.toml", data)


# --- the default floor ---


def test_the_default_floor_is_sound_and_every_table_opens() -> None:
    floor = default_floor()
    assert problems_of(floor) == ()
    for entry in floor.tables:
        setup = setup_of(floor, entry.id)
        assert faults_of(setup) == ()
        opened, _ = act(NEW, OpenTable(setup))
        assert opened.open
        assert setup.number == entry.id


def test_2803_3_b__every_default_table_posts_5_to_500_and_1_to_100() -> None:
    for entry in default_floor().tables:
        setup = setup_of(default_floor(), entry.id)
        for (wager, _), opened in setup.spots.items():
            offer = setup.offers[setup.names.index(wager)]
            bounds = offer.minimum_cents, offer.maximum_cents
            if opened.unit is not None:
                assert bounds == (None, None)
            else:
                base = opened.wager.role == "base"
                assert bounds == ((500, 50_000) if base else (100, 10_000))


def test_the_default_floor_is_a_small_casino() -> None:
    floor = default_floor()
    games = [entry.game for entry in floor.tables]
    assert games.count("eternal-baccarat") == 2 and set(games) == set(catalog().ids)
    assert {"99-fortunes", "ez-baccarat", "tiger-baccarat", "3-dice-baccarat"} < set(games)
    assert {one.wager for one in floor.jackpots if one.tables == ("1", "2")} == {
        *("harmony", "sun-7-progressive", "fate-38")
    }
    assert {badge.level for badge in floor.badges} == {
        *("dealer", "supervisor", "executive", "auditor", "administrator")
    }
    dice = setup_of(floor, "6")
    assert (dice.jurisdiction, dice.sensors) == ("washington", 2)
    squeezed = setup_of(floor, "4")
    assert (squeezed.size, squeezed.style) == ("midi", "squeeze")


# --- every key, right and wrong ---

Judge = Callable[[Floor, TableSetup], bool]


def in_table(key: str, value: object, **others: object) -> Data:
    return floor_of(table(**{**others, key: value}))


RIGHT: dict[tuple[str, str], tuple[Data, Judge]] = {
    ("floor", "name"): (
        floor_of() | {"floor": {"name": "The Nugget"}},
        lambda floor, _: floor.name == "The Nugget",
    ),
    ("floor", "currency"): (
        floor_of(table(game="99-fortunes", offers="player banker tie progressive@P2-7-PHP100"))
        | {"floor": {"name": "Mine", "currency": "PHP"}},
        lambda floor, setup: floor.currency == setup.currency == "PHP",
    ),
    ("floor", "timezone"): (
        floor_of() | {"floor": {"name": "Mine", "timezone": "Asia/Manila"}},
        lambda floor, _: floor.timezone == "Asia/Manila",
    ),
    ("floor", "gaming_day"): (
        floor_of() | {"floor": {"name": "Mine", "gaming_day": "23:59"}},
        lambda floor, _: floor.gaming_day == "23:59",
    ),
    **{
        ("floor", f"{name}_seconds"): (
            floor_of() | {"floor": {"name": "Mine", f"{name}_seconds": 7}},
            cast(Judge, lambda floor, _, name=name: getattr(floor, f"{name}_seconds") == 7),
        )
        for name in ("betting", "squeeze", "idle", "pay")
    },
    ("floor", "betting_seconds_person"): (
        floor_of() | {"floor": {"name": "Mine", "betting_seconds_person": "40"}},
        lambda floor, _: floor.betting_seconds_person == 40,
    ),
    ("floor", "demo"): (
        in_table("cards", "virtual") | {"floor": {"name": "Mine", "demo": True}},
        lambda floor, _: floor.demo and floor.tables[0].cards == "virtual",
    ),
    ("tables", "cards"): (
        in_table("cards", "virtual", approval="letter of 3 May 2026"),
        lambda floor, _: floor.tables[0].cards == "virtual" and not floor.demo,
    ),
    ("tables", "id"): (in_table("id", 1), lambda _, setup: setup.number == "1"),
    ("tables", "pit"): (in_table("pit", "A"), lambda _, setup: setup.pit == "A"),
    ("tables", "game"): (in_table("game", "baccarat"), lambda _, setup: setup.game == "baccarat"),
    ("tables", "also"): (
        in_table("also", ["tie"], offers=["player", "banker"]),
        lambda _, setup: [one.wager for one in setup.offers] == ["player", "banker", "tie"],
    ),
    ("tables", "offers"): (
        in_table("offers", ["player", "banker@tie-vigorish"], game="baccarat"),
        lambda _, setup: setup.offers[1].table == "tie-vigorish" and len(setup.offers) == 2,
    ),
    ("tables", "positions"): (in_table("positions", 9), lambda _, setup: setup.positions == 9),
    ("tables", "decks"): (in_table("decks", "6"), lambda _, setup: setup.decks == 6),
    ("tables", "device"): (
        in_table("device", "continuous"),
        lambda _, setup: setup.device == "continuous",
    ),
    ("tables", "size"): (in_table("size", "midi"), lambda _, setup: setup.size == "midi"),
    ("tables", "style"): (
        in_table("style", "squeeze", size="midi"),
        lambda _, setup: setup.style == "squeeze",
    ),
    ("tables", "seats"): (
        in_table("seats", "terminals"),
        lambda _, setup: setup.seats == "terminals",
    ),
    ("tables", "sensors"): (in_table("sensors", 1), lambda _, setup: setup.sensors == 1),
    ("tables", "notice"): (
        in_table("notice", "Paid by the casino."),
        lambda _, setup: setup.notice == "Paid by the casino.",
    ),
    ("tables", "approval"): (
        in_table("approval", "letter of 3 May", game="baccarat", offers=["banker@commission-free"]),
        lambda _, setup: setup.written_approval,
    ),
    ("tables", "vigorish"): (
        in_table("vigorish", "7%", game="baccarat"),
        lambda _, setup: setup.vigorish == ("vigorish", Fraction(7, 100)),
    ),
    ("tables", "readings"): (
        in_table("readings", {"pair": "either-hand"}, game="golden-dragon"),
        lambda _, setup: {one.wager: one.reading for one in setup.offers}["pair"] == "either-hand",
    ),
    ("tables", "suits"): (
        in_table("suits", {"sun-7-progressive": "h"}, game="eternal-baccarat"),
        lambda _, setup: {one.wager: one.suits for one in setup.offers}["sun-7-progressive"] == "h",
    ),
    ("tables", "limits"): (
        in_table("limits", {"minimum": 5, "maximum": 500, "tie": {"maximum": "99.50"}}),
        lambda _, setup: (
            [(one.minimum_cents, one.maximum_cents) for one in setup.offers[1:3]]
            == [(500, 50_000), (500, 9_950)]
        ),
    ),
    ("tables", "aggregate"): (
        in_table("aggregate", {"dragon-7": "50,000"}),
        lambda _, setup: setup.house.aggregate_cents == {"dragon-7": 50_000_00},
    ),
    ("tables", "discretion"): (
        in_table("discretion", ["no tokes", "free hands 2"]),
        lambda _, setup: (setup.tokes, setup.free_hands) == (False, 2),
    ),
    ("tables", "jurisdiction"): (
        in_table("jurisdiction", "washington", game="3-dice-baccarat"),
        lambda _, setup: setup.jurisdiction == "washington",
    ),
    ("jackpots", "id"): (with_eternal(id="sun"), lambda floor, _: floor.jackpots[0].id == "sun"),
    ("jackpots", "kind"): (
        floor_of(
            table(game="3-dice-baccarat", jurisdiction="washington"), jackpots=[house(id="h")]
        ),
        lambda _, setup: setup.jackpots == "house" and setup.notice == "Paid by the casino.",
    ),
    ("jackpots", "game"): (
        with_eternal(),
        lambda floor, _: floor.jackpots[0].game == "eternal-baccarat",
    ),
    ("jackpots", "wager"): (
        with_eternal(wager="harmony"),
        lambda floor, _: terms_of(floor, floor.jackpots[0]).main == Fraction(15, 100),
    ),
    ("jackpots", "table"): (
        with_eternal(table="PT-PRG-S7-01"),
        lambda floor, _: terms_of(floor, floor.jackpots[0]).table.id == "PT-PRG-S7-01",
    ),
    ("jackpots", "unit"): (
        with_triple(unit="2.50"),
        lambda _, setup: setup.house.unit_cents == {"triple": 250},
    ),
    ("jackpots", "seed"): (
        with_eternal(seed="1,234.56"),
        lambda floor, _: floor.jackpots[0].seed_cents == 123_456,
    ),
    ("jackpots", "reseed"): (
        with_eternal(reseed=2000),
        lambda floor, _: terms_of(floor, floor.jackpots[0]).reseed_cents == 200_000,
    ),
    ("jackpots", "minimum"): (
        with_eternal(minimum=100),
        lambda floor, _: floor.jackpots[0].minimum_cents == 10_000,
    ),
    ("jackpots", "rates"): (
        with_triple(rates={"main": "12.3457%"}),
        lambda floor, _: terms_of(floor, floor.jackpots[0]).main == Fraction(123_457, 1_000_000),
    ),
    ("jackpots", "limit"): (
        with_eternal(limit=5000),
        lambda floor, _: floor.jackpots[0].limit_cents == 500_000,
    ),
    ("jackpots", "threshold"): (
        with_eternal(threshold=1),
        lambda floor, _: floor.jackpots[0].threshold_cents == 100,
    ),
    ("jackpots", "suits"): (
        with_eternal(suits="d"),
        lambda _, setup: {one.wager: one.suits for one in setup.offers}["sun-7-progressive"] == "d",
    ),
    ("jackpots", "tables"): (
        with_eternal(tables=[1]),
        lambda floor, _: floor.jackpots_at("1") == floor.jackpots,
    ),
    ("jackpots", "levels"): (
        with_eternal(levels={"supervisor": 0, "executive": 10_000}),
        lambda floor, _: floor.jackpots[0].levels == Levels(0, 1_000_000),
    ),
    ("jackpots", "notice"): (
        with_eternal(notice="Grows by 15%."),
        lambda floor, _: floor.jackpots[0].notice == "Grows by 15%.",
    ),
    ("jackpots", "approval"): (
        with_eternal(approval="letter 7", policies={"lock": "lock-value"}),
        lambda floor, _: floor.jackpots[0].approval == "letter 7",
    ),
    ("jackpots", "computation"): (
        with_eternal(computation="par sheet 5", approval="letter 7", unit=5),
        lambda _, setup: setup.house.unit_cents == {"sun-7-progressive": 500},
    ),
    ("jackpots", "policies"): (
        with_eternal(policies={"fixed": "meter"}),
        lambda floor, _: terms_of(floor, floor.jackpots[0]).policies.fixed == "meter",
    ),
    ("badges", "number"): (
        floor_of(badges=[{"number": 2207, "level": "dealer"}]),
        lambda floor, _: floor.badges[0].number == "2207",
    ),
    ("badges", "level"): (
        floor_of(badges=[{"number": "1", "level": "auditor"}]),
        lambda floor, _: floor.badges[0].level == "auditor",
    ),
    **{
        ("policies", name): (
            floor_of(policies={name: word}),
            cast(
                Judge, lambda floor, _, name=name, word=word: getattr(floor.policies, name) == word
            ),
        )
        for name, word in (
            ("lock", "lock-all"),
            ("amount", "at-pay"),
            ("reserve", "up-to-seed"),
            ("overflow", "stays"),
            ("scope", "all-linked-tables"),
            ("fixed", "meter"),
            ("base_game", "stops"),
        )
    },
}

WRONG: dict[tuple[str, str], tuple[Data, str]] = {
    ("floor", "name"): (floor_of() | {"floor": {"name": " "}}, "bad-value"),
    ("floor", "currency"): (floor_of() | {"floor": {"name": "M", "currency": "€"}}, "unknown-word"),
    ("floor", "timezone"): (
        floor_of() | {"floor": {"name": "M", "timezone": "../etc/passwd"}},
        "unknown-timezone",
    ),
    ("floor", "gaming_day"): (
        floor_of() | {"floor": {"name": "M", "gaming_day": "24:00"}},
        "bad-value",
    ),
    **{
        ("floor", name): (floor_of() | {"floor": {"name": "M", name: seconds}}, "bad-value")
        for name, seconds in (
            ("betting_seconds", 0),
            ("betting_seconds_person", 3_601),
            ("squeeze_seconds", -1),
            ("idle_seconds", 1.5),
            ("pay_seconds", True),
        )
    },
    ("floor", "demo"): (floor_of() | {"floor": {"name": "M", "demo": "yes"}}, "bad-value"),
    ("tables", "cards"): (in_table("cards", "virtual"), "virtual-not-approved"),
    ("tables", "id"): (in_table("id", "a b"), "bad-value"),
    ("tables", "pit"): (in_table("pit", ["A"]), "bad-value"),
    ("tables", "game"): (in_table("game", "poker"), "unknown-game"),
    ("tables", "also"): (in_table("also", ["no-such-wager"]), "unknown-wager"),
    ("tables", "offers"): (in_table("offers", ["player, no tokes"]), "bad-name"),
    ("tables", "positions"): (in_table("positions", 0), "bad-value"),
    ("tables", "decks"): (in_table("decks", 5), "decks-not-allowed"),
    ("tables", "device"): (in_table("device", "robot"), "unknown-word"),
    ("tables", "size"): (in_table("size", 7), "bad-value"),
    ("tables", "style"): (in_table("style", "squeeze"), "squeeze-not-at-midi"),
    ("tables", "seats"): (in_table("seats", "live"), "unknown-word"),
    ("tables", "sensors"): (in_table("sensors", 0), "too-few-sensors"),
    ("tables", "notice"): (in_table("notice", "two\nlines"), "bad-value"),
    ("tables", "approval"): (
        in_table("approval", False, game="baccarat", offers=["banker@commission-free"]),
        "written-approval-missing",
    ),
    ("tables", "vigorish"): (in_table("vigorish", 0.05, game="baccarat"), "rate-not-a-text"),
    ("tables", "readings"): (in_table("readings", {"tie": "nobody-knows"}), "unknown-reading"),
    ("tables", "suits"): (in_table("suits", {"tie": "h"}), "no-suits-to-choose"),
    ("tables", "limits"): (in_table("limits", {"minimum": 5.5}), "amount-as-float"),
    ("tables", "aggregate"): (in_table("aggregate", {"player": 100}), "aggregate-on-base-wager"),
    ("tables", "discretion"): (in_table("discretion", ["decks 6"]), "key-said-as-phrase"),
    ("tables", "jurisdiction"): (in_table("jurisdiction", "nevada"), "unknown-jurisdiction"),
    ("jackpots", "id"): (with_eternal(id=""), "bad-value"),
    ("jackpots", "kind"): (with_eternal(kind="lottery"), "unknown-word"),
    ("jackpots", "game"): (with_eternal(game="poker"), "unknown-game"),
    ("jackpots", "wager"): (with_eternal(wager="sun-7"), "not-a-jackpot-wager"),
    ("jackpots", "table"): (with_eternal(table="PT-PRG-S7-99"), "unknown-table"),
    ("jackpots", "unit"): (with_triple(unit=0), "amount-out-of-range"),
    ("jackpots", "seed"): (with_eternal(seed="-5"), "amount-out-of-range"),
    ("jackpots", "reseed"): (with_eternal(reseed=1e3), "amount-as-float"),
    ("jackpots", "minimum"): (with_eternal(minimum="much"), "bad-amount"),
    ("jackpots", "rates"): (with_eternal(rates={"main": 15}), "rate-not-a-text"),
    ("jackpots", "limit"): (with_eternal(limit=4999), "limit-below-seed"),
    ("jackpots", "threshold"): (
        with_eternal(threshold="0.19"),
        "threshold-below-a-contribution",  # 15% and 5% of $1
    ),
    ("jackpots", "suits"): (with_eternal(suits="x"), "unknown-suit"),
    ("jackpots", "tables"): (with_eternal(tables=["9"]), "no-such-table"),
    ("jackpots", "levels"): (with_eternal(levels={"supervisor": 5}), "no-card-below-a-level"),
    ("jackpots", "notice"): (with_eternal(notice=5), "bad-value"),
    ("jackpots", "approval"): (with_eternal(approval=""), "bad-value"),
    ("jackpots", "computation"): (
        with_eternal(unit=5, approval="letter"),
        "unit-without-computation",
    ),
    ("jackpots", "policies"): (with_eternal(policies={"lock": "lock-some"}), "unknown-word"),
    ("badges", "number"): (floor_of(badges=[{"number": "#7", "level": "dealer"}]), "bad-value"),
    ("badges", "level"): (floor_of(badges=[{"number": "7", "level": "boss"}]), "unknown-word"),
    **{
        ("policies", key.name): (floor_of(policies={key.name: "maybe"}), "unknown-word")
        for key in POLICIES.keys
    },
}

EVERY_KEY = [(part.name, key.name) for part in PARTS for key in part.keys]


@pytest.mark.parametrize("name", EVERY_KEY, ids="/".join)
def test_each_key_right(name: tuple[str, str]) -> None:
    data, holds = RIGHT[name]
    floor = sound(data)
    assert holds(floor, setup_of(floor, "1"))


@pytest.mark.parametrize("name", EVERY_KEY, ids="/".join)
def test_each_key_wrong(name: tuple[str, str]) -> None:
    data, code = WRONG[name]
    (problem,) = checked(data)[1]
    assert problem.refusal.code == code
    assert problem.refusal.remedy
    with pytest.raises(Unreadable) as refused:
        sound(data)
    assert refused.value.refusal.message.startswith("my-floor.toml: ")
    key = "offers" if name[1] == "also" else name[1]  # what is offered is judged together
    assert f": {key}" in refused.value.refusal.message


def test_records_and_keys_say_the_same() -> None:
    for part, record in ((TABLES, FloorTable), (JACKPOTS, FloorJackpot), (BADGES, Badge)):
        assert {key.field for key in part.keys} == {one.name for one in fields(record)}
    for part, tuple_ in ((POLICIES, Policies), (RATES, JackpotRates), (LEVELS, Levels)):
        assert tuple(key.field for key in part.keys) == tuple_._fields
    assert {key.name for key in FLOOR.keys} < {one.name for one in fields(Floor)}


@pytest.mark.parametrize("part", [*PARTS, RATES, LEVELS], ids=lambda part: part.name)
def test_every_example_is_a_value_that_is_read(part: Part) -> None:
    for key in part.keys:
        value = tomllib.loads(f"x = {key.example}")["x"]
        if isinstance(key.kind, Part):
            assert set(value) <= {inner.name for inner in key.kind.keys}
        else:
            key.kind.read(value)


# --- all problems, each with its place ---


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_needed_keys_are_missed_by_name(part: Part) -> None:
    empty: object = [{}] if part.entry else {}
    missed = [
        key for _, key, code in told({**floor_of(), part.name: empty}) if code == "missing-key"
    ]
    needed = [key.name for key in part.keys if key.absent == NEEDED and key.name != "limits"]
    assert missed == needed


def test_unknown_keys_are_refused_by_name_with_the_nearest() -> None:
    data = floor_of(table(deck=6), jackpot=[])
    problems = checked(data)[1]
    assert [(one.where, one.key, one.refusal.code) for one in problems] == [
        ("", "jackpot", "unknown-key"),
        ("table 1", "deck", "unknown-key"),
    ]
    assert 'did you mean "jackpots"?' in problems[0].refusal.remedy
    assert 'did you mean "decks"?' in problems[1].refusal.remedy


def test_the_old_word_for_seats_is_refused_with_the_new_one() -> None:
    (problem,) = checked(in_table("equipment", "hybrid"))[1]
    assert problem.refusal.code == "unknown-key"
    assert '"seats terminals"' in problem.refusal.remedy


def test_every_problem_of_a_file_is_reported() -> None:
    data = floor_of(
        table(decks=5, style="squeeze", vigorish=5),
        table(id="2", decks=5, style="squeeze"),
        table(id="3", limits={"minimum": 5}),
        jackpots=[eternal(tables=["1", "9"], rates={"main": "1%"})],
        badges=[{"number": "7", "level": "boss"}],
        polices={},
    )
    assert told(data) == [
        ("", "polices", "unknown-key"),
        ("table 1", "vigorish", "rate-not-a-text"),
        ("badge 7", "level", "unknown-word"),
        ("table 2", "decks", "decks-not-allowed"),
        ("table 2", "style", "squeeze-not-at-midi"),
        ("table 3", "limits", "limits-not-posted"),
        ("jackpot s7", "rates", "rate-not-printed"),
        ("jackpot s7", "tables", "no-such-table"),
    ]
    with pytest.raises(Unreadable, match="first of 8 problems") as refused:
        sound(data)
    assert len(refused.value.refusal.reasons) == 8
    assert all(one.message.startswith("my-floor.toml: ") for one in refused.value.refusal.reasons)


def test_ids_are_given_once() -> None:
    twice = [{"number": "7", "level": "dealer"}, {"number": 7, "level": "auditor"}]
    data = floor_of(table(), table(), badges=twice)
    assert told(data) == [
        ("table 1", "id", "id-given-twice"),
        ("badge 7", "number", "id-given-twice"),
    ]


def test_a_floor_has_an_end() -> None:
    data = floor_of(*(table(id=str(number)) for number in range(TABLES.most + 1)))
    assert told(data) == [("", "tables", "too-many-entries")]


@pytest.mark.parametrize("name", ["floor", "tables", "jackpots", "badges", "policies"])
@pytest.mark.parametrize("value", [5, "x", [5], {"x": 5}, [[]], True])
def test_no_part_of_another_type_breaks_the_reader(name: str, value: object) -> None:
    assert told({**floor_of(), name: value})


@given(
    st.sampled_from(EVERY_KEY),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
        ),
        max_leaves=6,
    ),
)
@settings(max_examples=300, deadline=None)
def test_no_value_of_any_type_breaks_the_search_for_problems(
    name: tuple[str, str], value: object
) -> None:
    part, key = name
    data = copy.deepcopy(RIGHT[name][0])
    entry = data[part][0] if isinstance(data[part], list) else data[part]
    entry[key] = value
    for problem in checked(data)[1]:
        assert problem.refusal.message and problem.refusal.remedy


# --- limits ---


@pytest.mark.parametrize(
    "limits",
    [
        {"minimum": 5, "maximum": 500, "tie": "1 to 100"},
        {"all": {"minimum": 5, "maximum": 500}, "tie": {"minimum": 1, "maximum": 100}},
        {"minimum": {"all": 5, "tie": 1}, "maximum": {"all": 500, "tie": 100}},
        ["minimum tie 1", "maximum tie 100", "minimum 5", "maximum all 500"],
        "minimum 5, maximum 500, minimum tie 1, maximum tie 100.00",
    ],
)
def test_limits_may_be_written_in_several_ways(limits: object) -> None:
    floor = sound(floor_of(table(game="baccarat", limits=limits)))
    assert floor.tables[0].limits == (
        Limit("maximum", "all", 50_000),
        Limit("minimum", "all", 500),
        Limit("maximum", "tie", 10_000),
        Limit("minimum", "tie", 100),
    )
    setup = setup_of(floor, "1")
    bounds = {one.wager: (one.minimum_cents, one.maximum_cents) for one in setup.offers}
    assert (bounds["player"], bounds["tie"]) == ((500, 50_000), (100, 10_000))


def test_the_narrower_limit_comes_before_the_wider() -> None:
    limits = {"tie": "2 to 50", "optional": "1 to 100", "minimum": 5, "maximum": 500}
    setup = setup_of(sound(in_table("limits", limits)), "1")
    bounds = {one.wager: (one.minimum_cents, one.maximum_cents) for one in setup.offers}
    assert bounds["player"] == (500, 50_000)
    assert bounds["tie"] == (200, 5_000)
    assert bounds["dragon-7"] == (100, 10_000)
    assert bounds["progressive"] == (None, None)  # its base unit is its limit


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ({}, "limits-not-posted"),
        ({"base": "5 to 500"}, "limits-not-posted"),
        ({"minimum": 600, "maximum": 500}, "minimum-above-maximum"),
        ({"minimum": 5, "maximum": 500, "lottery": "1 to 5"}, "not-offered"),
        ({"minimum": 5, "maximum": 500, "tie": {"most": 5}}, "unknown-key"),
        ({"minimum": 5, "maximum": 500, "tie": {"minimum": 0.5}}, "amount-as-float"),
        (["minimum 5", "minimum 6", "maximum 500"], "named-twice"),
        (["smallest 5"], "bad-value"),
        (5, "bad-value"),
    ],
)
def test_2803_3_b__limits_that_are_refused(limits: object, code: str) -> None:
    assert code in {problem.refusal.code for problem in checked(in_table("limits", limits))[1]}


def test_2803_3_b__limits_have_to_be_posted_with_the_paragraph() -> None:
    entry = table()
    del entry["limits"]
    problems = checked(floor_of(entry))[1]
    assert {one.refusal.cite for one in problems} == {"30-2803(3)(b)"}
    assert ["minimum" in problems[0].refusal.message, "maximum" in problems[1].refusal.message] == [
        *(True, True)
    ]


def test_001__washington_posts_limits_by_its_own_rules() -> None:
    entry = table(game="3-dice-baccarat", jurisdiction="washington", limits={})
    cites = {one.refusal.cite for one in checked(floor_of(entry))[1]}
    assert cites == {"001 Game Description, Optional Bonus Wagers"}


def test_the_differential_is_a_limit() -> None:
    limits = {**LIMITS, "differential": 2000}
    assert setup_of(sound(in_table("limits", limits)), "1").differential_cents == 200_000


# --- wagers of other games ---


def test_08_1_2__golden_dragon_bets_stand_at_a_tiger_table() -> None:
    limits = {**LIMITS, "golden-dragon/pair": "2 to 50"}
    also = ["golden-dragon-7", "golden-dragon/pair"]
    data = floor_of(table(game="tiger-baccarat", also=also, limits=limits))
    setup = setup_of(sound(data), "1")
    bounds = {
        name: (offer.minimum_cents, offer.maximum_cents)
        for name, offer in zip(setup.names, setup.offers, strict=True)
    }
    assert bounds["golden-dragon-7"] == (100, 10_000)
    assert bounds["pair"] == (200, 5_000)


def test_2807_2__what_may_not_stand_beside_a_game_is_refused_at_its_key() -> None:
    for wager in ("dice-works/all-lows", "dragon-bonus/player"):
        ((where, _, _),) = told(in_table("also", [wager]))
        assert where == "table 1"


def test_a_floor_may_use_games_of_the_operators_own_files(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text((ROOT / "docs" / "examples" / "my.toml").read_text("utf-8"), "utf-8")
    rulebook = Rulebook()
    rulebook.add_file(rules)
    data = floor_of(table(game="golden-dragon", also=["bad-beat@house", "suited-tie"]))
    assert told(data)  # the catalog has neither
    floor, problems = checked(data, rulebook)
    assert problems == ()
    assert "suited-tie" in setup_of(floor, "1", rulebook).names


# --- currencies ---


def test_02_11__a_table_in_pesos_is_refused_in_a_house_of_dollars() -> None:
    offers = ["player", "banker", "progressive@P2-7-PHP100"]
    assert told(in_table("offers", offers, game="99-fortunes")) == [
        ("table 1", "offers", "other-currency")
    ]


def test_02_11__a_table_in_dollars_is_refused_in_a_house_of_pesos() -> None:
    offers = ["player", "banker", "progressive@P5"]
    data = in_table("offers", offers, game="99-fortunes")
    data["floor"]["currency"] = "PHP"
    assert ("table 1", "offers", "other-currency") in told(data)
    jackpot = {**eternal(), "game": "99-fortunes", "wager": "progressive", "table": "P5"}
    data["jackpots"] = [jackpot | {"rates": {"main": "10%"}}]
    assert ("jackpot s7", "table", "other-currency") in told(data)


# --- pits ---


def test_2815_3_a__baccarat_tables_of_a_pit_are_paid_by_one_procedure() -> None:
    floor = sound(floor_of(table(), table(id="2"), table(id="3", pit="2")))
    setups = {id: setup_of(floor, id) for id in ("1", "2", "3")}
    assert list(pit_problems(setups)) == []
    change = cast(Callable[..., TableSetup], replace)
    other = {id: change(setup, payment="from-the-lowest") for id, setup in setups.items()}
    assert list(pit_problems({**setups, "3": other["3"]})) == []
    (problem,) = pit_problems({**setups, "2": other["2"]})
    assert (problem.where, problem.key) == ("table 2", "pit")
    assert problem.refusal.cite == "30-2815(3)(a)"


# --- jackpots ---


def the_problem(data: Data) -> tuple[str, str, str | None]:
    (problem,) = checked(data)[1]
    return problem.key, problem.refusal.code, problem.refusal.cite


def test_07_8_d__in_eternal_the_printed_increments_alone() -> None:
    assert sound(with_eternal(rates={"main": "15%", "reserve": "5%"}))
    for rates in ({"main": "14%"}, {"reserve": "0%"}, {"main": "15%", "reserve": "6%"}):
        key, code, cite = the_problem(with_eternal(rates=rates))
        assert (key, code) == ("rates", "rate-not-printed")
        assert cite and "30-2899.07" in cite


def test_07_8_d_ix__a_fixed_seed_is_kept_to_and_scales() -> None:
    fixed = table(game="eternal-baccarat", discretion=["table sun-7-progressive PT-PRG-S7-05"])

    def played(**keys: object) -> Data:
        jackpot = eternal(table="PT-PRG-S7-05", **keys)
        if keys.get("seed", 0) is None:
            del jackpot["seed"]
        return floor_of(fixed, jackpots=[jackpot])

    floor = sound(played(seed=None))
    assert terms_of(floor, floor.jackpots[0]).seed_cents == 2_000_00
    assert sound(played(seed=2000))
    assert the_problem(played(seed=1000))[:2] == ("seed", "seed-not-printed")
    assert the_problem(played(seed=2000, reseed=1999))[:2] == ("reseed", "seed-not-printed")
    larger = {"unit": 5, "computation": "par sheet", "approval": "letter"}
    assert sound(played(seed=10_000, **larger))
    assert the_problem(played(seed=2000, **larger))[:2] == ("seed", "seed-not-printed")


def test_07_8_d_vii__another_unit_in_eternal_needs_computation_and_preapproval() -> None:
    assert sound(with_eternal(unit=5, computation="par sheet", approval="letter"))
    assert told(with_eternal(unit=5)) == [
        ("jackpot s7", "computation", "unit-without-computation"),
        ("jackpot s7", "approval", "unit-without-approval"),
    ]


@pytest.mark.parametrize("game", ["99-fortunes", "ez-baccarat"])
def test_no_other_unit_where_none_is_printed(game: str) -> None:
    jackpot = eternal(game=game, wager="progressive", rates={"main": "10%"}, unit=25)
    data = floor_of(table(game=game), jackpots=[jackpot])
    assert the_problem(data)[:2] == ("unit", "unit-not-printed")
    del jackpot["unit"]
    assert sound(data)


def test_02_3__rates_and_seed_are_the_operators_where_none_are_printed() -> None:
    jackpot = eternal(game="99-fortunes", wager="progressive")
    del jackpot["seed"]
    assert told(floor_of(table(game="99-fortunes"), jackpots=[jackpot])) == [
        ("jackpot s7", "rates", "rates-missing"),
        ("jackpot s7", "seed", "seed-missing"),  # the printed $10,000 is a sample
    ]


def test_a_rate_gives_whole_micros_and_no_more_than_the_wager() -> None:
    assert sound(with_triple(rates={"main": "12.3457%"}))
    assert the_problem(with_triple(rates={"main": "12.3457%"}, unit="0.25"))[:2] == (
        *("rates.main", "rate-not-whole-micros"),
    )
    assert the_problem(with_triple(rates={"main": "60%", "reserve": "41%"}))[:2] == (
        *("rates", "rates-above-the-wager"),
    )


def test_07_6_e__lock_value_in_eternal_needs_an_approval() -> None:
    key, code, cite = the_problem(with_eternal(policies={"lock": "lock-value"}))
    assert (key, code, cite) == ("policies.lock", "lock-without-approval", "30-2899.07(6)(e)")
    by_house = with_eternal() | {"policies": {"lock": "lock-value"}}
    assert the_problem(by_house)[:2] == ("policies.lock", "lock-without-approval")
    assert sound(with_eternal(policies={"lock": "lock-value"}, approval="letter"))


def test_policies_are_the_jackpots_the_houses_or_the_default() -> None:
    data = with_eternal(policies={"amount": "at-pay"}) | {
        "policies": {"amount": "at-lock", "scope": "all-linked-tables"}
    }
    floor = sound(data)
    assert terms_of(floor, floor.jackpots[0]).policies == Policies(
        lock="lock-all",  # 30-2899.07(6)(e)
        amount="at-pay",
        reserve="rolls-over",
        overflow="to-meter",
        scope="all-linked-tables",
        fixed="tray",
        base_game="goes-on",
    )
    other = sound(with_triple())
    assert terms_of(other, other.jackpots[0]).policies.lock == "lock-value"


def test_fixed_pays_from_the_meter_only_where_the_casino_may_choose() -> None:
    meter = {"fixed": "meter"}
    assert sound(with_eternal(policies=meter))
    ez = eternal(game="ez-baccarat", wager="progressive", rates={"main": "10%"}, policies=meter)
    assert sound(floor_of(table(), jackpots=[ez]))
    fortunes = ez | {"game": "99-fortunes"}
    data = floor_of(table(game="99-fortunes"), jackpots=[fortunes])
    assert the_problem(data)[:2] == ("policies.fixed", "fixed-pays-from-meter")
    for place in ("washington", "colorado"):
        key, code, cite = the_problem(with_triple(place, policies=meter))
        assert (key, code) == ("policies.fixed", "fixed-pays-from-meter")
        assert cite and ("001" in cite)


def test_no_jackpot_that_is_all_but_never_hit(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        'game = "eternal-baccarat"\n[wagers.harmony]\n'
        'tables = ["all-alike"]\nunit = "$1"\n'
        'pays = [["Six of a kind, one suit", "one_rank and suited and cards == 6", "100%"],'
        '["Tie", "tie", "$5"]]\n'
    )
    rulebook = Rulebook()
    rulebook.add_file(rules)
    # Six identical cards of 8 decks: 52 (8 over 6) / (416 over 6), and few of those draw thrice.
    rare = rulebook.wager("eternal-baccarat/harmony").open("all-alike")
    refusal = too_long(rare, 8)
    assert refusal is not None and refusal.code == "chance-too-long"
    printed = rulebook.wager("eternal-baccarat/harmony").open("PT-PRG-HP-01")
    assert too_long(printed, 8) is None
    # Four identical cards cannot come from three decks.
    fortunes = rulebook.wager("99-fortunes/progressive").open("sample", on=1)
    assert too_long(fortunes, 8) is None
    assert too_long(fortunes, 3) is not None


def test_a_limit_is_at_least_what_the_meter_begins_with() -> None:
    assert sound(with_eternal(limit=5000))
    for keys in (
        {"limit": 4000},
        {"limit": 6000, "reseed": 7000},
        {"limit": 6000, "minimum": 7000},
    ):
        assert the_problem(with_eternal(**keys))[:2] == ("limit", "limit-below-seed")


def test_001__a_house_jackpot_is_washingtons() -> None:
    home = table(game="3-dice-baccarat", jurisdiction="washington")
    assert sound(floor_of(home, jackpots=[house()]))
    colorado = home | {"jurisdiction": "colorado"}
    key, code, cite = the_problem(floor_of(colorado, jackpots=[house()]))
    assert (key, code) == ("kind", "jackpot-not-authorised")
    assert cite and cite.startswith("001")


def test_001__a_house_jackpot_shows_its_notice_and_does_not_grow() -> None:
    home = table(game="3-dice-baccarat", jurisdiction="washington")
    silent = house()
    del silent["notice"]
    found = told(floor_of(home, jackpots=[silent]))
    assert {code for _, _, code in found} == {"house-jackpot-without-notice"}
    assert sound(floor_of(home | {"notice": "Paid by the casino."}, jackpots=[silent]))
    grows = house(rates={"main": "5%"}, threshold=5)
    assert told(floor_of(home, jackpots=[grows])) == [
        ("jackpot triple", "rates", "house-jackpot-grows"),
        ("jackpot triple", "threshold", "house-jackpot-grows"),
    ]


def test_001__one_jackpot_game_on_a_sensor() -> None:
    data = with_triple()
    data["jackpots"].append(triple(id="second"))
    assert told(data) == [("table 1", "sensors", "two-jackpots-on-a-sensor")]


def test_001__two_jackpot_games_on_two_sensors() -> None:
    home = table(
        game="3-dice-baccarat",
        jurisdiction="washington",
        also=["triple@PT-PRG-TRI-01", "triple@PT-PRG-TRI-03"],
        sensors=2,
    )
    first = triple(id="first", table="PT-PRG-TRI-01", unit=2)
    second = triple(id="second", table="PT-PRG-TRI-03")
    setup = setup_of(sound(floor_of(home, jackpots=[first, second])), "1")
    assert setup.house.unit_cents == {"triple@PT-PRG-TRI-01": 200}
    again = triple(id="third", table="PT-PRG-TRI-03")
    assert told(floor_of(home, jackpots=[first, second, again])) == [
        ("table 1", "sensors", "two-jackpots-on-a-sensor")
    ]
    assert told(floor_of(home | {"sensors": 1}))  # as written, not as many as are needed
    assert told(floor_of(home | {"jurisdiction": "colorado"}))  # Washington alone admits two


def test_001__all_jackpots_of_a_table_are_of_one_kind() -> None:
    data = with_triple()
    data["jackpots"].append(house(id="second"))
    assert ("table 1", "sensors", "mixed-jackpot-kinds") in told(data)


def test_001__a_progressive_is_not_linked_with_a_house_jackpot() -> None:
    home = table(
        game="3-dice-baccarat",
        jurisdiction="washington",
        notice="Paid by the casino.",
        discretion=["jackpots house"],
    )
    key, code, cite = the_problem(floor_of(home, jackpots=[triple()]))
    assert (key, code) == ("kind", "linked-across-kinds")
    assert cite and cite.startswith("001")


def test_001__no_third_sensor() -> None:
    data = with_triple()
    data["tables"][0]["sensors"] = 3
    assert told(data) == [("table 1", "sensors", "too-many-sensors")]


def test_a_linked_table_offers_the_wager_at_the_jackpots_terms() -> None:
    assert the_problem(with_eternal(table="PT-PRG-S7-02"))[:2] == ("tables", "jackpot-not-offered")
    without = floor_of(
        table(game="eternal-baccarat", discretion=["without sun-7-progressive"]),
        jackpots=[eternal()],
    )
    assert the_problem(without)[:2] == ("tables", "jackpot-not-offered")
    other_game = floor_of(table(), jackpots=[eternal()])
    assert the_problem(other_game)[:2] == ("tables", "jackpot-not-offered")
    unit = with_triple(unit=5)
    unit["tables"][0]["discretion"] = ["unit triple 2"]
    assert the_problem(unit)[:2] == ("unit", "linked-table-differs")
    suits = with_eternal(suits="d")
    suits["tables"][0]["suits"] = {"sun-7-progressive": "h"}
    assert the_problem(suits)[:2] == ("suits", "linked-table-differs")
    assert the_problem(with_eternal(tables=[]))[:2] == ("tables", "no-linked-table")


def test_a_jackpot_at_an_unreadable_table_is_not_said_to_be_linked_to_none() -> None:
    data = with_eternal()
    data["tables"][0]["decks"] = "many"
    assert told(data) == [("table 1", "decks", "not-a-number")]


def test_a_phrase_of_discretion_that_is_no_setting_is_refused() -> None:
    assert the_problem(in_table("discretion", ["no smoking"]))[:2] == (
        *("discretion", "unknown-setting"),
    )


# --- written and read again ---

IDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,8}", fullmatch=True)
NAMES = st.from_regex(r"[a-z][a-z0-9/@-]{0,12}", fullmatch=True)
TEXTS = (
    st.text(
        st.characters(exclude_categories=("C", "Z"), include_characters=" "),
        min_size=1,
        max_size=30,
    )
    .map(str.strip)
    .filter(bool)
)
CENTS = st.integers(0, 10**9)
PAIRS = st.dictionaries(NAMES, NAMES, max_size=3).map(lambda one: tuple(sorted(one.items())))


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def limits(bounds: tuple[str, ...]) -> st.SearchStrategy[tuple[Limit, ...]]:
    wagers = st.just("all") | NAMES.filter(lambda name: name not in ("minimum", "maximum"))
    keys = st.tuples(st.sampled_from(bounds), wagers)
    return st.dictionaries(keys, CENTS, max_size=4).map(
        lambda one: tuple(
            sorted(
                (Limit(cast(Any, bound), wager, cents) for (bound, wager), cents in one.items()),
                key=lambda limit: (limit.wager != "all", limit.wager, limit.bound),
            )
        )
    )


def word(part: Part, name: str) -> st.SearchStrategy[Any]:
    shown = part.key(name).kind.shown  # type: ignore[union-attr]  # a choice
    return st.sampled_from([one.strip('"') for one in shown.split(" or ")])


POLICY = st.builds(Policies, **{key.name: maybe(word(POLICIES, key.name)) for key in POLICIES.keys})
RATE = st.integers(0, 10**6).map(lambda micros: Fraction(micros, 10**6))
TABLE = st.builds(
    FloorTable,
    id=IDS,
    game=NAMES,
    pit=IDS,
    also=st.lists(NAMES, unique=True, max_size=3).map(tuple),
    offers=st.lists(NAMES, unique=True, max_size=3).map(tuple),
    positions=maybe(st.integers(1, 20)),
    decks=maybe(st.integers(0, 20)),
    **{name: maybe(word(TABLES, name)) for name in ("device", "size", "style", "seats")},
    sensors=maybe(st.integers(0, 9)),
    notice=st.just("") | TEXTS,
    approval=st.just("") | TEXTS,
    vigorish=maybe(st.fractions(0, 1, max_denominator=10_000)),
    readings=PAIRS,
    suits=PAIRS,
    limits=limits(("minimum", "maximum", "aggregate")),
    cards=word(TABLES, "cards"),
    aggregate=limits(("aggregate",)),
    discretion=st.lists(TEXTS, max_size=3).map(tuple),
    jurisdiction=maybe(NAMES),
)
JACKPOT = st.builds(
    FloorJackpot,
    id=IDS,
    game=NAMES,
    wager=NAMES,
    kind=word(JACKPOTS, "kind"),
    table=maybe(NAMES),
    **{f"{name}_cents": maybe(CENTS) for name in ("seed", "reseed", "minimum")},
    **{f"{name}_cents": maybe(st.integers(1, 10**9)) for name in ("unit", "limit", "threshold")},
    rates=st.builds(JackpotRates, maybe(RATE), maybe(RATE)),
    suits=maybe(NAMES),
    tables=st.lists(IDS, unique=True, min_size=1, max_size=3).map(tuple),
    levels=st.builds(Levels, CENTS, maybe(CENTS)),
    notice=st.just("") | TEXTS,
    approval=st.just("") | TEXTS,
    computation=st.just("") | TEXTS,
    policies=POLICY,
)
BADGE = st.builds(Badge, number=IDS, level=word(BADGES, "level"))
FLOORS = st.builds(
    Floor,
    name=TEXTS,
    currency=word(FLOOR, "currency"),
    timezone=st.sampled_from(["America/Denver", "Asia/Manila", "UTC"]),
    gaming_day=st.sampled_from(["00:00", "06:00", "23:59"]),
    **{f"{name}_seconds": st.integers(1, 3_600) for name in ("betting", "squeeze", "idle", "pay")},
    betting_seconds_person=st.integers(1, 3_600),
    demo=st.booleans(),
    tables=st.lists(TABLE, max_size=3, unique_by=lambda one: one.id).map(tuple),
    jackpots=st.lists(JACKPOT, max_size=3, unique_by=lambda one: one.id).map(tuple),
    badges=st.lists(BADGE, max_size=3, unique_by=lambda one: one.number).map(tuple),
    policies=POLICY,
)


@given(FLOORS)
@settings(max_examples=200, deadline=None)
def test_a_floor_that_is_written_reads_back_the_same(floor: Floor) -> None:
    reading = read_data(tomllib.loads(write_floor(floor)))
    assert reading.problems == ()
    assert reading.floor == floor


def test_the_default_floor_reads_back_the_same() -> None:
    floor = default_floor()
    assert sound(tomllib.loads(write_floor(floor))) == floor


def test_an_entry_is_the_same_data_however_it_is_written() -> None:
    short = sound(in_table("limits", "minimum 5, maximum 500")).tables[0]
    long = sound(in_table("limits", {"maximum": "$500.00", "minimum": "5"})).tables[0]
    assert entry_data(short) == entry_data(long)
    assert json.loads(json.dumps(entry_data(short))) == entry_data(short)
    other = sound(in_table("limits", "minimum 5, maximum 501")).tables[0]
    assert entry_data(other) != entry_data(short)


# --- the page and the commands ---


def test_the_page_is_made_from_the_keys() -> None:
    assert (ROOT / "docs" / "FLOOR.md").read_text("utf-8") == page(), "run `make docs`"


def test_the_example_of_the_page_is_a_sound_floor() -> None:
    example = page().split("```toml\n")[1].split("```")[0]
    assert setup_of(sound(tomllib.loads(example)), "3").game == "ez-baccarat"


@pytest.fixture
def my_floor(tmp_path: Path) -> Path:
    path = tmp_path / "my-floor.toml"
    path.write_text(write_floor(default_floor()), "utf-8")
    return path


def test_check_tells_tables_offers_limits_and_jackpots(
    my_floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(my_floor)]) == 0
    out = capsys.readouterr().out
    assert "my-floor.toml: The Silver Mine is sound: 17 tables, 7 jackpots, 6 badges" in out
    assert "$5 to $500" in out and "dragon-7" in out
    assert "eternal-baccarat/harmony@PT-PRG-HP-01" in out


def test_check_tells_a_floor_to_machines(
    my_floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(my_floor), "--format", "json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["sound"] and report["problems"] == []
    assert report["setups"]["4"]["style"] == "squeeze"
    assert report["entries"]["jackpots"][0]["id"] == "harmony"


def test_check_lists_every_problem_of_a_floor_a_line_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        '[floor]\nname = "M"\n[[tables]]\nid = "3"\ngame = "baccarat"\ndecks = 5\npitt = 1\n'
        '[[tables]]\nid = "4"\ngame = "baccarat"\n'
    )
    assert main(["check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("pitboss check: bad.toml: table 3: pitt: ")
    assert "bad.toml: table 4: limits: no minimum is posted" in lines[1]
    assert "[30-2803(3)(b)]" in lines[1]
    assert main(["check", str(path), "--format", "json"]) == 2
    (report,) = json.loads(capsys.readouterr().out)
    assert [one["key"] for one in report["problems"]] == ["pitt", "limits", "limits"]


def test_check_takes_floor_files_and_rulebook_files_together(
    my_floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = str(ROOT / "docs" / "examples" / "my.toml")
    assert main(["check", example, str(my_floor)]) == 0
    out = capsys.readouterr().out
    assert "my.toml: golden-dragon" in out and "The Silver Mine is sound" in out


def test_a_table_of_the_floor_is_dealt(my_floor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--floor", str(my_floor), "--table", "6"], ["--table", "6"]):
        assert main(["deal", *words, "--rounds", "2", "--format", "json"]) == 0
        dealt = json.loads(capsys.readouterr().out)
        assert (dealt["setup"]["number"], dealt["round"]) == ("6", 3)  # the third is open


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--table", "99"], 'The Silver Mine has no table "99"'),
        (["--table", "3", "baccarat"], "leave GAME out"),
        (["--table", "3", "--script", "x"], "leave --table out"),
        (["--floor", "missing.toml", "--table", "3"], "there is no such file"),
        (["--floor", "missing.toml"], "say which with --table ID"),
        ([], "name a game, or give --table or --script"),
    ],
)
def test_deal_names_one_table(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_random_slips_in_a_floor_file_are_told_in_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    house_floor = floor_of(
        table(game="3-dice-baccarat", jurisdiction="washington"),
        table(id="2", game="ez-baccarat", size="midi", suits={}, discretion=["no tokes"]),
        jackpots=[house(policies={"amount": "at-pay"}, levels={"executive": 5})],
        badges=[{"number": "7", "level": "dealer"}],
        policies={"lock": "lock-all"},
    )
    text = write_floor(sound(house_floor))
    told_wrong = 0
    for number in range(400):
        dice = fuzz.Dice(f"floor/{number}")
        slipped = dice.choice((fuzz.with_junk, fuzz.with_slips))(dice, text)
        ran = fuzz.run(fuzz.Case(["check", "mine.toml"], fuzz.encoded(slipped)))
        assert ran.fault == "", (number, ran)
        told_wrong += ran.code == 2
    assert told_wrong > 200


def test_a_floor_with_a_problem_is_not_dealt_from(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[floor]\nname = "M"\n[[tables]]\nid = "3"\ngame = "poker"\n')
    with pytest.raises(Unreadable, match=r'bad\.toml: table 3: game: there is no game "poker"'):
        read_floor(str(path))
