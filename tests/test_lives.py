"""Worked lives of every progressive: each amount was computed by hand before there was code.

A life is four files of one name in `tests/lives`: the floor (`.floor.toml`), perhaps an operator's
rows (`.rules.toml`), what happens (`.script`) and the figures at the end with their computation
(`.json`). Whatever the figures name is compared, to the micro.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from floor_runs import run_floor_script

LIVES = sorted((Path(__file__).parent / "lives").glob("*.script"))

WHOLE = ("shares", "player_envy")
"""Who was paid: nobody may be there beside those that are named."""

OUTSIDE = ("house", "escrow", "adjustments")
"""Where the money of jackpots comes from."""


def figures_of(script: Path) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(script.with_suffix(".json").read_text("utf-8"))
    return figures


def floor_of(script: Path) -> Path:
    return script.with_name(f"{script.stem}.floor.toml")


def run_life(script: Path) -> dict[str, Any]:
    """What the floor's JSON says when the life is over."""
    rules = script.with_name(f"{script.stem}.rules.toml")
    files = (rules,) if rules.exists() else ()
    result: dict[str, Any] = run_floor_script(script, floor_of(script), files=files)
    return result


def difference(expected: Any, actual: Any, where: str) -> str:
    """The first place where what is expected is not so, or nothing.

    >>> difference({"main": 5}, {"main": 5, "reserve": 1}, "sun-7")
    ''
    >>> difference({"shares": {"12/1": 7}}, {"shares": {"12/1": 7, "12/2": 7}}, "hit 1")
    "hit 1 shares: expected {'12/1': 7}, found {'12/1': 7, '12/2': 7}"
    """
    if isinstance(expected, dict) and isinstance(actual, dict) and not where.endswith(WHOLE):
        parts = [(f"{where} {key}", value, actual.get(key)) for key, value in expected.items()]
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True), 1)
        parts = [(f"{where} {number}", *pair) for number, pair in pairs]
    else:
        return "" if expected == actual else f"{where}: expected {expected}, found {actual}"
    return next(filter(None, (difference(wanted, got, at) for at, wanted, got in parts)), "")


@pytest.mark.parametrize("script", LIVES, ids=lambda script: script.stem)
def test_a_life_ends_as_it_was_computed(script: Path) -> None:
    expected, result = figures_of(script), run_life(script)
    jackpots = {jackpot["id"]: jackpot for jackpot in result["jackpots"]}
    by_id = {jackpot["id"]: jackpot for jackpot in expected["jackpots"]}
    assert difference(by_id, jackpots, "jackpot") == ""
    assert difference(expected["accounts"], result["accounts"], "account") == ""
    others = {name for name, micros in result["accounts"].items() if micros}
    assert {name for name in others if name.startswith("jackpot ")} <= set(expected["accounts"])


def pays_by_percentage_alone(script: Path) -> bool:
    """Say whether no fixed pay leaves a meter of a life."""
    floor = tomllib.loads(floor_of(script).read_text("utf-8"))
    policies = (jackpot.get("policies", {}) for jackpot in floor["jackpots"])
    return all(one.get("fixed") != "meter" for one in policies)


BY_PERCENTAGE = [script for script in LIVES if pays_by_percentage_alone(script)]


@pytest.mark.parametrize("script", BY_PERCENTAGE, ids=lambda script: script.stem)
def test_the_figures_of_a_life_lose_nothing(script: Path) -> None:
    """What house, escrow and adjustments gave is on the jackpots' accounts or was shared out."""
    figures = figures_of(script)
    hits = [hit for jackpot in figures["jackpots"] for hit in jackpot["hits"]]
    paid = sum(sum(hit["shares"].values()) for hit in hits if hit["state"] == "paid")
    kept = sum(
        micros
        for name, micros in figures["accounts"].items()
        if name.startswith("jackpot ") or name in OUTSIDE
    )
    assert kept + paid * 10_000 == 0


@pytest.mark.parametrize("script", LIVES, ids=lambda script: script.stem)
def test_a_life_is_short_and_says_what_happens_to_the_money(script: Path) -> None:
    lines = script.read_text("utf-8").splitlines()
    assert lines[0].startswith("# ") and len(lines) < 40
    assert figures_of(script)["why"]


def test_what_is_not_so_is_named() -> None:
    hit = {"order": 1, "shares": {"12/3": 5}}
    assert difference({"hits": [hit]}, {"hits": []}, "jackpot").startswith("jackpot hits: ")
    other = {"order": 1, "shares": {"12/3": 6}}
    told = difference({"hits": [hit]}, {"hits": [other]}, "jackpot")
    assert told == "jackpot hits 1 shares: expected {'12/3': 5}, found {'12/3': 6}"
    assert difference({"house": 1}, {}, "account") == "account house: expected 1, found None"
