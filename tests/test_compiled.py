"""Compiled writers and readers of records do what the plain codec does, and leave it the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from floor_runs import panels_on_record
from journals import EVERYTHING, Session, played
from pitboss.games.cards import DECK, Card
from pitboss.jackpot import streams
from pitboss.refusals import Refusal, Unreadable
from pitboss.settle.accounts import Account, account
from pitboss.table.record.codec import (
    COMMANDS,
    FACTS,
    command_data,
    command_of,
    command_text,
    fact_data,
    fact_of,
    fact_text,
    plain_command,
    plain_fact,
    plain_text,
)
from pitboss.table.record.journal import consequence_of, read_line
from pitboss.table.steps import Command, Fact

assert streams.STEPS, "the commands and facts of jackpots are entered too"
ACCOUNTS = ("tray", "layout", "position 3", "behind 7, coupon", "toke box", "jackpot sun-7 main")
st.register_type_strategy(Card, st.sampled_from(DECK))
st.register_type_strategy(Fraction, st.fractions())
st.register_type_strategy(Account, st.sampled_from([account(words) for words in ACCOUNTS]))
OTHER_VALUES: tuple[object, ...] = (
    None,
    True,
    0,
    -3,
    1.5,
    "",
    "tray",
    'a "quoted" text',
    "8h",
    "1/2",
    [],
    [1],
    {},
)


def outcome(read: Callable[[object], object], data: object) -> object:
    """Return what was read, with its type; or why nothing was."""
    try:
        value = read(data)
    except Unreadable as error:
        return error.refusal
    return type(value), value


def damaged(data: Any) -> Iterator[Any]:
    """Yield data with each member in turn absent, besides others, or of another value."""
    for path in _paths(data):
        for change in (*OTHER_VALUES, "absent", "besides"):
            copy = deepcopy(data)
            inner = copy
            for step in path[:-1]:
                inner = inner[step]
            if change == "absent":
                del inner[path[-1]]
            elif change == "besides" and isinstance(inner, dict):
                inner["other"] = 1
            else:
                inner[path[-1]] = change
            yield copy


def _paths(data: Any) -> Iterator[tuple[Any, ...]]:
    members = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in members:
        yield (key,)
        if isinstance(value, dict | list):
            for rest in _paths(value):
                yield (key, *rest)


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_is_written_and_read_as_the_plain_codec_does(name: str) -> None:
    @settings(max_examples=15, deadline=None, database=None)
    @given(st.from_type(FACTS[name]))
    def check(fact: Fact) -> None:
        assert fact_text(fact) == plain_text(fact, fact=True)
        data = fact_data(fact)
        assert outcome(fact_of, data) == outcome(plain_fact, data) == (type(fact), fact)

    check()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_written_and_read_as_the_plain_codec_does(name: str) -> None:
    @settings(max_examples=15, deadline=None, database=None)
    @given(st.from_type(COMMANDS[name]))
    def check(command: Command) -> None:
        assert command_text(command) == plain_text(command, fact=False)
        data = command_data(command)
        assert outcome(command_of, data) == outcome(plain_command, data)

    check()


@pytest.mark.parametrize("name", FACTS)
def test_a_damaged_fact_is_refused_as_the_plain_codec_does(name: str) -> None:
    @settings(max_examples=1, deadline=None, database=None, derandomize=True)
    @given(st.from_type(FACTS[name]))
    def check(fact: Fact) -> None:
        for data in damaged(fact_data(fact)):
            assert outcome(fact_of, data) == outcome(plain_fact, data), data

    check()


def lines_of(which: Callable[[], Session]) -> list[str]:
    """Return the lines of a journal."""
    return [line.removesuffix("\n") for line in played(which).lines]


@pytest.mark.parametrize("which", EVERYTHING)
def test_what_a_line_led_to_is_what_reading_all_of_it_says(which: Callable[[], Session]) -> None:
    for text in lines_of(which):
        line = read_line(1, text)
        assert consequence_of(1, text) == (line.at, line.facts, line.refusal is not None)


def test_what_a_line_of_a_linked_table_led_to_is_what_reading_all_of_it_says() -> None:
    for journal in panels_on_record():
        for text in journal:
            line = read_line(1, text)
            assert consequence_of(1, text) == (line.at, line.facts, line.refusal is not None)


def test_a_line_whose_facts_cannot_be_read_is_refused_in_words() -> None:
    text = lines_of(EVERYTHING[0])[0]
    for wrong in (text[:200], text.replace('"facts":[{', '"facts":[7,{'), "", "{}"):
        with pytest.raises(Unreadable) as caught:
            consequence_of(4, wrong)
        assert isinstance(caught.value.refusal, Refusal) and "line 4" in str(caught.value)


def test_an_id_that_looks_like_members_of_a_line_misleads_nobody() -> None:
    text = lines_of(EVERYTHING[0])[-1]
    id = json.loads(text)["id"]
    other = json.dumps(',"at":"2000","facts":[],"refusal":null,"rulebook":"')
    forged = text.replace(f'"id":"{id}"', f'"id":{other}')
    assert consequence_of(1, forged) == consequence_of(1, text)


def members(data: Any) -> Iterator[str]:
    """Yield the name of every member of an object, and of those in it."""
    for key, value in data.items() if isinstance(data, dict) else ():
        yield key
        yield from members(value)
    for value in data if isinstance(data, list) else ():
        yield from members(value)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_has_a_member_called_as_the_facts_of_its_line_are(name: str) -> None:
    @settings(max_examples=5, deadline=None, database=None)
    @given(st.from_type(COMMANDS[name]))
    def check(command: Command) -> None:
        assert "facts" not in set(members(command_data(command)))

    check()
