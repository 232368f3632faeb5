"""docs/JACKPOTS.md: its scripts run, and it shows every line, expectation, button and policy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from floor_runs import START, Played
from pitboss.jackpot.expectations import GRAMMAR
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.link import FORMS, HitState
from pitboss.jackpot.scripts import open_floor, play_floor
from pitboss.refusals import Unreadable
from pitboss.rulebook import catalog
from pitboss.table.floor.checking import sound_floor
from pitboss.table.floor.jackpot_keys import POLICIES
from pitboss.table.floor.values import Kind
from pitboss.table.steps.registry import FORMS as TABLE_FORMS

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = DOCS / "examples"
PAGE = (DOCS / "JACKPOTS.md").read_text("utf-8")
BLOCK = re.compile(r"^```(toml|script)( \w+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
AMOUNT = re.compile(r"^> [^#\n]*? -?([0-9]+\.[0-9]{2})(?=[0-9]*\s*(?:#|$))", re.MULTILINE)


class Example(NamedTuple):
    """A script of the page with the floor it runs on."""

    floor: dict[str, Any]
    script: str

    def play(self) -> FloorRun:
        run = FloorRun()
        open_floor(run, "JACKPOTS.md", sound_floor("JACKPOTS.md", self.floor, None), START)
        for _ in play_floor(self.script, run):
            pass
        return run


def examples() -> Iterator[Example]:
    """Yield the scripts, each after the opening of its floor.

    A ``toml`` block with ``[floor]`` is a floor, another one changes keys of its first jackpot for
    the next script.
    """
    floor: dict[str, Any] = {}
    change: dict[str, Any] = {}
    opening = ""
    for language, kind, text in BLOCK.findall(PAGE):
        if language == "toml" and "[floor]" in text:
            floor, opening = tomllib.loads(text), ""
        elif language == "toml":
            change = tomllib.loads(text)
        elif kind:
            opening = text
            yield Example(floor, opening)
        else:
            first, *others = floor["jackpots"]
            yield Example({**floor, "jackpots": [{**first, **change}, *others]}, opening + text)
            change = {}


@pytest.mark.parametrize("number", range(len(list(examples()))))
def test_a_script_of_the_page_runs(number: int) -> None:
    example = list(examples())[number]
    run = example.play()
    assert sum(run.ledger.accounts.values()) == 0


WITH_CENTS = [at for at, one in enumerate(examples()) if AMOUNT.search(one.script)]


@pytest.mark.parametrize("number", WITH_CENTS)
def test_a_script_of_the_page_expects_something_that_could_be_otherwise(number: int) -> None:
    """Its last figure, changed by a cent, is missed."""
    example = list(examples())[number]
    last = list(AMOUNT.finditer(example.script))[-1]
    digit = str((int(last[1][-1]) + 1) % 10)
    false = example.script[: last.end(1) - 1] + digit + example.script[last.end(1) :]
    with pytest.raises(Unreadable) as caught:
        example._replace(script=false).play()
    assert caught.value.refusal.code == "expectation-missed"


def shown(text: str) -> bool:
    return f"`{text}" in PAGE.replace("\\|", "|")


def test_the_page_shows_every_line_and_expectation() -> None:
    lines = [f"jackpot ID: {form.grammar}`" for form in FORMS]
    words = {"start game", "hand", "hit jackpot", "confirm by", "no jackpot", "end game"}
    words |= {"link lost", "link back", "give back progressives"}
    lines += [f"table ID: {form.grammar}`" for form in TABLE_FORMS if form.verb in words]
    lines.remove("table ID: hand player|banker to POSITION [by agreement|consent]`")
    lines += [f"> {grammar}`" for grammar in GRAMMAR] + ["badge NUMBER LEVEL`"]
    assert [line for line in lines if not shown(line)] == []


def test_the_page_shows_every_policy_and_state() -> None:
    for key in POLICIES.keys:
        assert f"`{key.name}`" in PAGE
        assert isinstance(key.kind, Kind)
        for value in re.findall(r'"([a-z-]+)"', key.kind.shown):
            assert f"`{value}`" in PAGE, value
    for state in get_args(HitState):
        assert f"`{state}`" in PAGE


def test_the_page_cites_every_button_as_the_catalog_does() -> None:
    for path in ("99-fortunes/progressive", "ez-baccarat/progressive", "eternal-baccarat/harmony"):
        for cite in catalog().wager(path).panel.cites.values():
            assert cite.removeprefix("30-2899") in PAGE


def test_the_evening_at_four_linked_tables() -> None:
    """One hit stands, one is dismissed, one backed out; the meters hold what is left."""
    script = (EXAMPLES / "linked-evening.script").read_text("utf-8")
    played = Played(script, EXAMPLES / "linked-floor.toml")
    hits = {id: [one.state for one in played.run.jackpot(id).hits] for id in ("sun-7", "harmony")}
    assert hits == {"sun-7": ["paid", "backed-out"], "harmony": ["dismissed"]}
    # The seeds; four units of 20 cents on Sun 7, one of 18 on Harmony; voided ones came back.
    paid = 2 * 5_000_220_000
    accounts = played.run.ledger.accounts
    assert accounts["house"] == -(15_000_000_000 + 4 * 200_000 + 180_000)
    parts = [micros for name, micros in accounts.items() if name.startswith("jackpot ")]
    assert sum(parts) + paid == -accounts["house"]
