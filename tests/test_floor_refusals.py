"""What the check of a floor file refuses of jackpots, beside what tests/test_floor.py tries.

There: rates, seeds, units, levels, locks, fixed pays from the meter, limits, notices and kinds.
Here: pay tables that are not complete, chances that are too long, layouts with too many jackpots;
and what cannot be refused in a script, for it cannot be read or comes from the server alone.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from floor_runs import START, Played
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.house import OpenFloor
from pitboss.jackpot.link import NEW_LINK, CountContributions, decide
from pitboss.jackpot.replaying import replay_floor
from pitboss.jackpot.settings import OpenJackpot
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor import read_floor
from pitboss.table.floor.checking import checked
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Request

FLOORS = Path(__file__).parent / "floors"
LIMITS = 'limits = { base = "5 to 500", optional = "1 to 100" }'
HEAD = '[floor]\nname = "Mine"\n'


def table(game: str, *lines: str) -> str:
    return "\n".join(["[[tables]]", 'id = "1"', f'game = "{game}"', LIMITS, *lines, ""])


def jackpot(id: str, wager: str, *lines: str) -> str:
    game, _, name = wager.partition("/")
    head = ["[[jackpots]]", f'id = "{id}"', f'game = "{game}"', f'wager = "{name}"']
    return "\n".join([*head, 'tables = ["1"]', *lines, ""])


def told(text: str, rulebook: Rulebook | None = None) -> list[tuple[str, str, str, str | None]]:
    """Return where a floor is wrong, at which key, by which code and paragraph."""
    problems = checked(tomllib.loads(HEAD + text), rulebook)[1]
    return [(one.where, one.key, one.refusal.code, one.refusal.cite) for one in problems]


def operators(tmp_path: Path, *pays: str) -> Rulebook:
    """Return the rulebook with a Harmony table of the operator's own."""
    file = tmp_path / "rules.toml"
    rows = ",\n".join(pays)
    head = 'game = "eternal-baccarat"\n[wagers.harmony]\ntables = ["own"]\nunit = "$1"\n'
    file.write_text(f"{head}pays = [{rows}]\n")
    rulebook = Rulebook()
    rulebook.add_file(str(file))
    return rulebook


# --- pay tables ---


@pytest.mark.parametrize("id", ["PT-PRG-HP-12", "PT-PRG-HP-13", "PT-PRG-HP-E02"])
def test_07_8_d__an_incomplete_table_needs_the_operators_rows(id: str) -> None:
    text = table("eternal-baccarat", f'discretion = ["table harmony {id}"]')
    text += jackpot("harmony", "eternal-baccarat/harmony", f'table = "{id}"')
    cite = "30-2899.07(7)(d), (8)(d)"
    assert told(text) == [
        ("table 1", "offers", "incomplete-table", cite),
        ("jackpot harmony", "table", "incomplete-table", cite),
    ]


def test_07_8_d__a_table_with_the_operators_rows_is_played_for(tmp_path: Path) -> None:
    four_8s = '["Four 8s", "rank == 8 and cards == 4", "100%"]'
    rulebook = operators(tmp_path, four_8s, '["Any tie", "tie", "$2"]')
    text = table("eternal-baccarat", 'discretion = ["table harmony own"]')
    own = ('table = "own"', "seed = 2000", 'rates = { main = "19%" }')
    assert told(text + jackpot("harmony", "eternal-baccarat/harmony", *own), rulebook) == []


def test_a_floor_refuses_a_chance_longer_than_100_million_to_1(tmp_path: Path) -> None:
    """Six identical cards are 52 x 28 of some 7 million million ways to take six of 416."""
    rare = '["All alike", "one_rank and suited and cards == 6", "100%"]'
    rulebook = operators(tmp_path, rare, '["Any tie", "tie", "$2"]')
    text = table("eternal-baccarat", 'discretion = ["table harmony own"]')
    own = ('table = "own"', "seed = 2000", 'rates = { main = "19%" }')
    problems = told(text + jackpot("harmony", "eternal-baccarat/harmony", *own), rulebook)
    assert [one[:3] for one in problems] == [("jackpot harmony", "table", "chance-too-long")]


# --- Washington's layouts ---


@pytest.mark.parametrize(
    ("sensors", "code"),
    [
        ("", "too-many-sensors"),
        ("sensors = 2", "too-few-sensors"),
        ("sensors = 3", "too-many-sensors"),
    ],
)
def test_001__no_third_jackpot_on_a_layout(sensors: str, code: str) -> None:
    """Two independent sensors at most: three jackpot games have nowhere to stand."""
    names = [f"PT-PRG-TRI-0{number}" for number in (1, 2, 3)]
    also = ", ".join(f'"triple@{name}"' for name in names)
    text = table("3-dice-baccarat", 'jurisdiction = "washington"', f"also = [{also}]", sensors)
    rates = 'rates = { main = "12%", reserve = "4%" }'
    for number, name in enumerate(names):
        terms = (f'table = "{name}"', "seed = 1000", rates)
        text += jackpot(f"triple-{number}", "3-dice-baccarat/triple", *terms)
    assert told(text) == [("table 1", "sensors", code, "001 House and Progressive Jackpots")]


def test_07__a_table_of_eternal_baccarat_carries_three() -> None:
    text = table("eternal-baccarat")
    for wager in ("harmony", "sun-7-progressive", "fate-38"):
        text += jackpot(wager, f"eternal-baccarat/{wager}", "seed = 1000")
    assert told(text) == []


def test_001__house_and_progressive_on_two_sensors_are_mixed_kinds() -> None:
    also = 'also = ["triple@PT-PRG-TRI-01", "triple@PT-PRG-TRI-03"]'
    text = table("3-dice-baccarat", 'jurisdiction = "washington"', also, "sensors = 2")
    first = ('table = "PT-PRG-TRI-01"', "seed = 1000", 'rates = { main = "12%" }')
    second = ('table = "PT-PRG-TRI-03"', "seed = 500", 'kind = "house"', 'notice = "Ours."')
    text += jackpot("first", "3-dice-baccarat/triple", *first)
    text += jackpot("second", "3-dice-baccarat/triple", *second)
    cite = "001 House and Progressive Jackpots"
    assert told(text) == [
        ("jackpot second", "kind", "linked-across-kinds", cite),
        ("table 1", "sensors", "mixed-jackpot-kinds", cite),
    ]


def test_001__a_house_jackpot_pays_no_fixed_rows() -> None:
    text = table("3-dice-baccarat", 'jurisdiction = "washington"', 'also = ["triple"]')
    terms = ('kind = "house"', 'notice = "Ours."', "seed = 1000", 'policies = { fixed = "meter" }')
    text += jackpot("triple", "3-dice-baccarat/triple", *terms)
    assert told(text) == [
        ("jackpot triple", "policies.fixed", "fixed-pays-from-meter", "001 Appendix C note 5")
    ]


# --- what no script can say ---


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("jackpot sun-8: pay by 2207", "no-such-jackpot"),
        ("jackpot sun-7: pya by 2207", "unknown-command"),
        ("jackpot sun-7: pay 2 2207", "unreadable-command"),
        ("jackpot sun-7: dismiss by 2207", "unreadable-command"),
        ("jackpot sun-7: adjust 5 by 2207 and 3301", "unreadable-command"),
        ("table 99: sit 3", "no-such-table"),
        ("sit 3", "unreadable-line"),
        ("pit A: sit 3", "unreadable-line"),
        ("> hit sun-7 1 paid", "no-such-hit"),
        ("> jackpot sun-8 main 5000", "no-such-jackpot"),
        ("> jackpot sun-7 shows 5000", "unknown-expectation"),
        ("> hit sun-7 1 payed", "unknown-expectation"),
        ("> table 1 tray 5", "unknown-expectation"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Played(f"table 1: sit 3\n{line}\n")
    assert caught.value.refusal.code == code
    assert caught.value.refusal.message.startswith(f'line 2, "{line}"')


@pytest.mark.parametrize(
    "line",
    [
        "> jackpot sun-7 main 5000.000001",
        "> jackpot sun-7 displayed 5000.01",
        "> jackpot sun-7 reserve 0.01",
        "> jackpot sun-7 overflow 1",
        "> jackpot sun-7 pending 1",
        "> jackpot sun-7 state pending",
        "> table 1 position 3 has 1",
        "> house has 0",
        "> refused",
        "table 1: hit jackpot sun-7",
        "jackpot sun-7: pay by 2207",
    ],
)
def test_what_is_not_so_ends_a_script(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Played(f"table 1: sit 3\n{line}\n")
    assert caught.value.refusal.code == "expectation-missed"


def test_a_floor_and_its_jackpots_open_once() -> None:
    played = Played("table 1: sit 3\n")
    opened = played.lines[0].request.command
    again = played.run.give("house", Request("again", opened, "house", at=START))
    assert isinstance(again[0].answer, Refusal)
    assert again[0].answer.code == "floor-open"
    link = played.run.link("sun-7").state
    refused = decide(link, OpenJackpot(link.jackpot))
    assert isinstance(refused, Refusal)
    assert refused.code == "jackpot-open"


def test_nothing_happens_to_a_jackpot_that_was_not_opened() -> None:
    refused = decide(NEW_LINK, CountContributions((("1", 1),)))
    assert isinstance(refused, Refusal)
    assert refused.code == "no-jackpot"


def test_a_floor_that_is_no_toml_is_not_opened() -> None:
    request = Request("1", OpenFloor("mine.toml", "[floor"), "house", at=START)
    given = FloorRun().give("house", request)
    assert isinstance(given[0].answer, Refusal)
    assert given[0].answer.code == "bad-floor"


def test_a_journal_that_ends_before_what_must_follow_is_refused() -> None:
    """The table's first line is followed by the server's, which links its jackpots."""
    lines = [f"{text}\n" for text in Played("table 1: open\n").texts]
    assert len(list(replay_floor(entries(lines), FloorRun()))) == 2
    with pytest.raises(Unreadable) as caught:
        list(replay_floor(entries(lines[:-1]), FloorRun()))
    assert caught.value.refusal.code == "event-against-the-rules"


@pytest.mark.parametrize("path", sorted(FLOORS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_floors_of_the_scenarios_are_sound(path: Path) -> None:
    assert read_floor(str(path)).jackpots
