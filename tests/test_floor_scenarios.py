"""Floor scripts by paragraph and by refusal: each plays, and each micro is accounted for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from code_uses import Use, uses
from floor_runs import Played
from pitboss.codes import codes
from pitboss.jackpot.data import floor_data
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.replaying import replay_floor
from pitboss.refusals import Refusal
from pitboss.table.record.journal import entries

FOLDER = Path(__file__).parent
FLOORS = FOLDER / "floors"
SCENARIOS = sorted((FOLDER / "floor_scenarios").glob("*.script"))
FLOOR = re.compile(r"# floor: (\S+\.toml)\n")

PARAGRAPHS = (
    *(f"004-30-2899.02-{number}-" for number in (3, 4, 5, 6, 7, 8, 9, 11)),
    *(f"004-30-2899.02-10-{letter}-" for letter in "abcdefghi"),
    *(f"004-30-2899.04-5-{letter}-" for letter in "abcde"),
    "004-30-2899.04-5-e-i-",
    *(f"004-30-2899.04-5-f-{number}-" for number in ("i", "ii", "iii", "iv", "v", "vi", "vii")),
    *(f"004-30-2899.07-6-{letter}-" for letter in "abcdefg"),
    *(f"004-30-2899.07-7-{letter}-" for letter in "def"),
    *(f"004-30-2899.07-8-d-{note}-" for note in ("vi", "vii", "viii", "ix")),
    *(f"000-30-2899.09-14-A-{note}-" for note in ("I", "II", "III", "IV", "V", "VI", "VII")),
    *(f"001-house-and-progressive-jackpots-{bullet}-" for bullet in range(1, 6)),
    "001-house-jackpot-definition-",
    "001-progressive-jackpot-definition-",
    *(f"001-appendix-c-note-{note}-" for note in (4, 5, 6, 7)),
)
"""What a scenario is there for, by the beginning of its name."""

NOT_IN_A_SCRIPT = {
    "command-of-another-stream",  # a line is read for the stream that it names
    "no-such-stream",
    "server-alone",  # nobody writes what the server tells a stream
    "bad-floor",  # a floor file is read before its script
    "event-against-the-rules",  # a journal is refused with it
    "floor-open",  # a script opens no floor, nor a jackpot
    "jackpot-open",
    "floor-unchanged",  # a line that changes the floor holds a whole file
    "other-kind-of-floor",
    "currency-differs",
    "badges-differ",
    "jackpots-differ",
    "table-in-use",
    "no-meter-here",
    "table-elsewhere",  # one house runs all tables of a script
    "no-jackpot",
    "no-such-alert",  # nor is there a line with what is no id
    "unknown-command",  # a line that cannot be read ends the script
    "unreadable-command",
    "unknown-expectation",
    "unreadable-line",
}
"""Codes that no line of a script here is refused with.

tests/test_floor_refusals.py and tests/test_floor_changes.py reach them.
"""


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def floor_of(path: Path) -> Path | None:
    match = FLOOR.match(text_of(path))
    return FLOORS / match[1] if match else None


@cache
def played(path: Path) -> Played:
    return Played(text_of(path), floor_of(path))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_plays_and_its_accounts_are_balanced(path: Path) -> None:
    accounts = played(path).data["accounts"]
    assert isinstance(accounts, dict)
    assert sum(accounts.values()) == 0


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_journal_of_a_scenario_replays_to_the_same_floor(path: Path) -> None:
    again = FloorRun()
    lines = [f"{text}\n" for text in played(path).texts]
    assert sum(len(group.entries) for group in replay_floor(entries(lines), again)) == len(lines)
    assert floor_data(again) == played(path).data


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_says_what_it_is_about_and_what_is_refused(path: Path) -> None:
    """Beside what is allowed something is tried that is not."""
    text = text_of(path)
    assert text.startswith("# ")
    assert re.search(r"^> (?!refused)", text, re.MULTILINE)
    assert re.search(r"^> refused", text, re.MULTILINE)


@pytest.mark.parametrize("beginning", PARAGRAPHS)
def test_every_paragraph_has_a_scenario(beginning: str) -> None:
    assert any(path.name.startswith(beginning) for path in SCENARIOS)


def test_every_floor_is_played_on() -> None:
    assert {floor_of(path) for path in SCENARIOS} == {None, *FLOORS.glob("*.toml")}


def refusals() -> list[Refusal]:
    return [
        line.answer
        for path in SCENARIOS
        for line in played(path).lines
        if isinstance(line.answer, Refusal)
    ]


def uses_here() -> list[Use]:
    """Return where jackpots and the panels of tables give a code; reports are no part of play."""
    steps = ("table/steps/panel.py", "table/steps/hits.py")
    played_by = [use for use in uses()[0] if use.room == "jackpot" or use.path in steps]
    return [use for use in played_by if not use.path.startswith("jackpot/reports/")]


def test_every_code_is_reached() -> None:
    reached = {refusal.code for refusal in refusals()}
    assert sorted({use.code for use in uses_here()} - reached - NOT_IN_A_SCRIPT) == []
    assert sorted(reached & NOT_IN_A_SCRIPT) == []


def test_a_code_that_rests_on_a_paragraph_is_expected_with_it() -> None:
    expected = {
        match[1]
        for path in SCENARIOS
        for match in re.finditer(r"^> refused (\S+) \S+", text_of(path), re.MULTILINE)
    }
    cited = {use.code for use in uses_here() if use.cite is not None and codes()[use.code].citation}
    assert sorted(cited - expected) == []
