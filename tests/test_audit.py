"""The audit: what it must find, and when it fails."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest

from pitboss import odds, rulebook
from pitboss.odds.audit import Finding, audit, rules
from pitboss.rulebook import Rulebook

main = import_module("pitboss.cli.main").main


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    return audit(rulebook.catalog())


def of_kind(found: list[Finding], kind: str) -> set[tuple[str, str, str]]:
    return {(one.wager, one.table, one.reading) for one in found if one.kind == kind}


def test_readings_that_would_hand_the_player_the_game(found: list[Finding]) -> None:
    favours = of_kind(found, "favours-player")
    assert ("golden-dragon/any-dragon", "suite-a", "default") in favours
    assert ("3-dice-baccarat/se-10", "PT-FLT-3DB-SE-10", "or") in favours
    literal = next(
        one
        for one in found
        if (one.wager, one.table, one.reading) == ("dice-works/the-works", "PT1", "seven-out")
    )
    assert Fraction(literal.figure) < -1, "taken literally the edge is over 100% for the player"
    defaults = {one for one in favours if one[2] == "default"}
    assert defaults == {("golden-dragon/any-dragon", "suite-a", "default")}


def test_what_is_open_incomplete_or_too_low(found: list[Finding]) -> None:
    assert {one[1] for one in of_kind(found, "below-minimum")} == {"PT-FLT-GT-02", "PT-FLT-GT-03"}
    assert {one[1] for one in of_kind(found, "incomplete")} == {
        "PT-PRG-HP-12",
        "PT-PRG-HP-13",
        "PT-PRG-HP-E02",
    }
    assert len(of_kind(found, "no-pays")) == 5
    assert len(of_kind(found, "conflict")) == len(rules().conflicts) == 15
    for one in found:
        assert one.cite and one.message and one.wording


def test_the_tie_vigorish_breaks_even_where_it_says(found: list[Finding]) -> None:
    (one,) = (one for one in found if one.kind == "tie-vigorish")
    banker = rulebook.wager("baccarat/banker")
    even = odds.analyse(banker, table="tie-vigorish", vigorish=Fraction(one.figure))
    assert even.edge == 0


def test_long_term_returns_keep_to_the_band(found: list[Finding]) -> None:
    band = rules()
    outside = set()
    for game in rulebook.games():
        for wager in game.own.values():
            for table in wager.rates:
                sheet = odds.analyse(wager, table=table)
                assert sheet.progressive is not None
                edge = sheet.progressive.long_term_edge
                if edge is None or sheet.table.incomplete:
                    continue
                if not band.lowest_return <= 1 - edge <= band.highest_return:
                    outside.add(table)
    assert outside == {one[1] for one in of_kind(found, "progressive-return")}


def test_it_passes_while_the_catalog_acknowledges_what_it_prints(found: list[Finding]) -> None:
    assert not any(one.fails for one in found)


def test_it_fails_without_the_acknowledgement() -> None:
    book = Rulebook()
    game = book.game("golden-dragon")
    silent = replace(game.own["any-dragon"], acknowledged={})
    book._games["golden-dragon"] = game.with_wagers({"any-dragon": silent})
    failing = [one for one in audit(book, [book.game("golden-dragon")]) if one.fails]
    assert [(one.wager, one.table) for one in failing] == [("golden-dragon/any-dragon", "suite-a")]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "golden-dragon", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"kind", "wager", "cite", "figure", "message", "wording", "fails"} <= set(listed[0])
    assert main(["audit", "golden-dragon", "--format", "md"]) == 0
    text = capsys.readouterr().out
    assert "Suggested wording" in text and "any-dragon" in text
    assert main(["audit", "golden-dragon"]) == 0
    assert "favours-player" in capsys.readouterr().out
    assert main(["audit", "nothing"]) == 2
    capsys.readouterr()
    assert main(["audit", "ez-baccarat", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {one["wager"] for one in listed} == {"ez-description", "rates-not-printed"}
