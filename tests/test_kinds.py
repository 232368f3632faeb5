"""Kinds of game: what a kind lists is priced and simulated; what it lacks is refused in one line.

The game is a coin of our own: heads twice as often as tails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import odds, simulate
from pitboss.cli import main
from pitboss.games import KINDS, Feature, Kind, kind_named
from pitboss.games.grains import WholeGrain
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook, catalog
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.usual import usual_setup

RULES = """
name = "Coin"
kind = "coin"
cite = "house rules"
[wagers.heads]
name = "Heads"
cite = "house rules, 1"
pays = [["Heads", "heads", "1/2"]]
"""


@dataclass(frozen=True)
class Coin:
    heads: bool
    fault: Refusal | None = None

    @property
    def summary(self) -> str:
        return "heads" if self.heads else "tails"

    @property
    def data(self) -> Mapping[str, object]:
        return {"heads": self.heads}


HEADS = Feature("heads", "flag", WholeGrain(), "it shows heads", read=lambda coin, _: coin.heads)
BARE = Kind("coin", Coin, {"heads": HEADS})
LISTED = replace(BARE, outcomes=lambda: [(Coin(True), 2), (Coin(False), 1)], rounds="tosses")


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(KINDS, "coin", BARE)
    path = tmp_path / "coin.toml"
    path.write_text(RULES, "utf-8")
    return str(path)


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that is refused; return its one line."""
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    return printed.err.strip()


@pytest.mark.parametrize(
    ("command", "lacking"),
    [
        ("odds coin", "coin games have no odds here"),
        ("odds --event heads --game coin", "coin games have no odds here"),
        ("odds coin --combine heads=1", "coin games have no odds here"),
        ("simulate coin", "coin games have no simulation here"),
        ("simulate session coin --bet heads=5 --bankroll 50", "coin games have no simulation here"),
        ("settle coin --bet heads=5", "coin games have no settlement from text here"),
        ("countability coin/heads", "coin/heads is not dealt from a shoe"),
    ],
)
def test_what_a_kind_lacks_is_refused_in_one_line(
    command: str, lacking: str, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused([*command.split(), "--file", rules], capsys)
    name = "simulate session" if "session" in command else command.split()[0]
    assert line.startswith(f"pitboss {name}: {lacking}") and "; " in line


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (
            "settle baccarat --player 5h6h --bet tie=5",
            "--banker is missing; add --player 7s8h3d --banker KhQd7c",
        ),
        (
            "settle 3-dice-baccarat --bet tie=5",
            "--player is missing; add --player 333 --banker 126",
        ),
        (
            "settle roll-the-line --bet roll-the-line=5",
            "--rolls is missing; add --rolls 7,4,4,11,6,7",
        ),
        (
            "settle baccarat --outcome 5 --bet tie=5",
            "--outcome 5 means nothing to a game of baccarat; leave it out",
        ),
        (
            "settle roll-the-line --rolls 7,4,7 --player 333 --bet roll-the-line=5",
            "--player 333 means nothing to a game of craps; leave it out",
        ),
    ],
)
def test_an_outcome_is_given_as_its_kind_is_written(
    command: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(command.split(), capsys) == f"pitboss settle: {line}"


def test_a_kind_without_engines_still_shows_its_rules(
    rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "coin", "--file", rules]) == 0
    assert "Heads  1 to 2" in capsys.readouterr().out


def test_codes_of_what_is_lacking(rules: str) -> None:
    book = Rulebook()
    book.add_file(rules)
    with pytest.raises(Unreadable) as no_odds:
        odds.analyse(book.wager("coin/heads"))
    with pytest.raises(Unreadable) as no_simulation:
        simulate.throws(book.game("coin"), rounds=10)
    codes = [no_odds.value.refusal.code, no_simulation.value.refusal.code]
    assert codes == ["no-odds", "no-simulation"]


@pytest.mark.usefixtures("open_catalog")
def test_no_live_table_is_opened_for_it(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    catalog().add_file(rules)
    assert [fault.code for fault in faults_of(usual_setup("coin"))] == ["no-live-table"]
    assert "coin games have no live table here" in refused(["deal", "coin"], capsys)


def test_outcomes_that_are_listed_are_priced_and_simulated(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heads come up 2 times in 3 and pay a half: the game is even."""
    monkeypatch.setitem(KINDS, "coin", LISTED)
    book = Rulebook()
    book.add_file(rules)
    sheet = odds.analyse(book.wager("coin/heads"))
    assert (sheet.total, sheet.rows[0].count, sheet.edge) == (3, 2, Fraction(0))
    tossed = simulate.throws(book.game("coin"), rounds=300_000, seed=7)
    assert tossed.unit == "tosses"
    estimate = tossed.analyse("heads")
    assert abs(estimate.z or 0) < 4.5 and estimate.counts[0] + estimate.lost == 300_000
    with pytest.raises(Unreadable, match=r"use simulate\.throws"):
        simulate.coups(book.game("coin"), rounds=10)


def test_more_ways_than_can_be_counted_are_priced_but_not_simulated(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = [(Coin(True), 2**22), (Coin(False), 1)]
    monkeypatch.setitem(KINDS, "coin", replace(LISTED, outcomes=lambda: ways))
    book = Rulebook()
    book.add_file(rules)
    assert odds.analyse(book.wager("coin/heads")).rows[0].probability == 1 - Fraction(1, 2**22 + 1)
    with pytest.raises(Unreadable) as too_many:
        simulate.throws(book.game("coin"), rounds=10)
    assert too_many.value.refusal.code == "too-many-cells"


def test_a_kind_that_nobody_entered_is_refused() -> None:
    with pytest.raises(Unreadable) as unknown:
        kind_named("crap")
    assert unknown.value.refusal.code == "unknown-kind" and "craps" in str(unknown.value)
