"""A floor on record is changed by two people: what may change, what not, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from floor_runs import START, Played
from pitboss.jackpot.floor_changes import (
    ChangeFloor,
    FloorChanged,
    change_line,
    read_change,
    read_floor_text,
    written_change,
)
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.link import Answer
from pitboss.jackpot.replaying import replay_floor
from pitboss.jackpot.scripts import open_floor, play_floor, read_house_line
from pitboss.jackpot.telling import told
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.floor import default_floor
from pitboss.table.floor.records import Badge, Floor, FloorTable, Limit
from pitboss.table.floor.writing import write_floor
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Request

BOTH = "by 2207 and 3301"
OPTIONAL = (Limit("maximum", "optional", 10_000), Limit("minimum", "optional", 100))
HIGHER = (Limit("maximum", "base", 100_000), Limit("minimum", "base", 1000), *OPTIONAL)
NEW_TABLE = FloorTable(id="99", game="baccarat", pit="D", limits=HIGHER)
COUNTED = "count tray {} {} signed 1101 and 2207"


def changed_table(floor: Floor, id: str, change: Callable[[FloorTable], FloorTable]) -> Floor:
    tables = tuple(change(table) if table.id == id else table for table in floor.tables)
    return replace(floor, tables=tables)


def without(id: str) -> Floor:
    floor = default_floor()
    return replace(floor, tables=tuple(table for table in floor.tables if table.id != id))


def with_new() -> Floor:
    return replace(default_floor(), tables=(*default_floor().tables, NEW_TABLE))


def higher(id: str = "8") -> Floor:
    return changed_table(default_floor(), id, lambda table: replace(table, limits=HIGHER))


def line(floor: Floor, by: str = BOTH) -> str:
    return f"{change_line('new.toml', floor)} {by}".strip()


def given(run: FloorRun, floor: Floor | str, *people: str, id: str = "change") -> Answer:
    text = floor if isinstance(floor, str) else write_floor(floor)
    first, second = people if len(people) == 2 else (*people, *("2207", "3301")[len(people) :])
    request = Request(id, ChangeFloor("new.toml", text, first, second), "people", at=run_at(run))
    return run.answer_to(run.give("house", request)).answer


def run_at(run: FloorRun) -> str:
    return max(START, run.house.last_at(), *(table.last_at() for table in run.tables.values()), "")


def code(answer: Answer) -> str:
    assert isinstance(answer, Refusal), answer
    assert answer.message and answer.remedy
    return answer.code


def minimum(played: Played, id: str) -> int | None:
    return played.run.table(id).table.setup.offers[0].minimum_cents


def plays(played: Played, script: str) -> None:
    """Go on with a script, under the ids of lines that were not there before."""
    script = "\n" * 100 * len(played.lines) + script
    for step in play_floor(script, played.run, "2026-01-01T12:00:00"):
        played.lines += step.group


# --- what it leads to ---


def test_an_open_table_keeps_its_setup_and_takes_the_new_one_when_opened_anew() -> None:
    played = Played(f"table 8: open\n{line(higher())}\n")
    assert played.run.floor == higher()
    assert minimum(played, "8") == 500
    plays(played, "table 8: close table\ntable 8: open\n")
    assert minimum(played, "8") == 1000


def test_a_new_table_gets_its_stream_and_is_opened() -> None:
    with pytest.raises(Unreadable, match="no table"):
        Played("table 99: open\n")
    played = Played(f"{line(with_new())}\ntable 99: open\n")
    assert played.run.tables["99"].stream == "table/99" and minimum(played, "99") == 1000


def test_a_table_that_left_the_floor_is_no_more_and_goes_on_when_it_comes_back() -> None:
    played = Played(f"table 8: open\ntable 8: close table\n{line(without('8'))}\n")
    lines = played.run.tables["8"].sequence
    with pytest.raises(Unreadable) as caught:
        plays(played, "table 8: open\n")
    assert caught.value.refusal.code == "no-such-table"
    assert played.run.house.state.former == {"8"}
    plays(played, f"{line(default_floor())}\n")
    plays(played, "table 8: open\n")
    assert played.run.tables["8"].sequence == lines + 1 and not played.run.house.state.former


def test_badges_stand_as_they_were_given_meanwhile() -> None:
    played = Played(f"badge 2208 supervisor\nretire badge 1102\n{line(higher())}\n")
    badges = played.run.house.state.badges
    assert badges["2208"] == "supervisor" and "1102" not in badges


def test_values_of_the_floor_itself_change() -> None:
    other = replace(default_floor(), name="The Gold Mine", betting_seconds=40, timezone="Etc/UTC")
    played = Played(f"{line(other)}\n")
    assert (played.run.floor.name, played.run.floor.betting_seconds) == ("The Gold Mine", 40)


def test_the_journal_of_a_changed_floor_replays() -> None:
    played = Played(
        f"table 8: open\n{line(higher())}\ntable 8: close table\n{line(without('8'))}\n"
        f"{line(with_new())}\ntable 99: open\ntable 8: open\ntable 1: open\n"
    )
    again = FloorRun()
    lines = [f"{text}\n" for text in played.texts]
    assert sum(len(group.entries) for group in replay_floor(entries(lines), again)) == len(lines)
    assert again.floor == played.run.floor == with_new()
    assert again.house.journal.last == played.run.house.journal.last


def test_a_change_that_is_given_again_is_the_same_though_tables_were_opened_since() -> None:
    played = Played("")
    first = given(played.run, higher())
    plays(played, "table 8: open\n")
    assert given(played.run, higher()) == first and isinstance(first, tuple)
    assert code(given(played.run, without("9"))) == "id-taken"


def test_it_is_told_in_words() -> None:
    words = told(FloorChanged("new.toml", "", "2207", "3301"))
    assert words == "changes the floor, by 2207 and 3301"


# --- what may not be ---


def other_terms() -> Floor:
    floor = default_floor()
    first, *rest = floor.jackpots
    return replace(floor, jackpots=(replace(first, seed_cents=7_777_700), *rest))


def linked_otherwise() -> Floor:
    floor = default_floor()
    jackpots = (replace(one, tables=("1",)) if one.id == "sun-7" else one for one in floor.jackpots)
    return replace(floor, jackpots=tuple(jackpots))


def other_policies() -> Floor:
    floor = default_floor()
    return replace(floor, policies=floor.policies._replace(amount="at-pay"))


def without_a_meter() -> Floor:
    floor = default_floor()
    tables = (
        replace(one, also=("ez-baccarat/progressive",)) if one.id == "5" else one
        for one in floor.tables
    )
    return replace(floor, tables=tuple(tables))


REFUSED = {
    "no-meter-here": without_a_meter(),
    "floor-unchanged": default_floor(),
    "other-kind-of-floor": replace(default_floor(), demo=True),
    "badges-differ": replace(default_floor(), badges=(Badge(number="1", level="executive"),)),
}


@pytest.mark.parametrize("wanted", REFUSED)
def test_what_a_floor_may_not_become(wanted: str) -> None:
    played = Played("")
    assert code(given(played.run, REFUSED[wanted])) == wanted
    assert played.run.floor == default_floor()


@pytest.mark.parametrize("floor", [other_terms(), linked_otherwise(), other_policies()])
def test_jackpots_have_commands_of_their_own(floor: Floor) -> None:
    assert code(given(Played("").run, floor)) == "jackpots-differ"


def test_a_jackpot_that_is_taken_off_the_floor_is_a_change_of_jackpots() -> None:
    floor = default_floor()
    assert code(given(Played("").run, replace(floor, jackpots=floor.jackpots[1:]))) == (
        "jackpots-differ"
    )


def test_the_order_of_jackpots_is_none_of_their_terms() -> None:
    floor = default_floor()
    turned = replace(higher(), jackpots=floor.jackpots[::-1])
    assert isinstance(given(Played("").run, turned), tuple)


def test_the_currency_stays() -> None:
    plain = replace(default_floor(), jackpots=(), tables=default_floor().tables[7:9])
    run = FloorRun()
    open_floor(run, "plain.toml", plain, START)
    assert code(given(run, replace(plain, currency="PHP"))) == "currency-differs"


@pytest.mark.parametrize("text", ["[floor", "", '[floor]\nname = "x"\nnonsense = 1\n'])
def test_a_file_that_does_not_read_changes_nothing(text: str) -> None:
    played = Played("")
    assert isinstance(given(played.run, text), Refusal)
    assert played.run.floor == default_floor()


def test_a_file_that_is_no_toml_has_a_code() -> None:
    assert code(given(Played("").run, "[floor")) == "bad-floor"


@pytest.mark.parametrize(
    ("people", "wanted"),
    [
        (("2207", ""), "two-people-needed"),
        (("2207", "2207"), "two-people-needed"),
        (("", ""), "two-people-needed"),
        (("2207", "1101"), "level-too-low"),
        (("5501", "3301"), "level-too-low"),
        (("2207", "9999"), "unknown-badge"),
    ],
)
def test_two_different_people_of_sufficient_level_change_a_floor(
    people: tuple[str, str], wanted: str
) -> None:
    assert code(given(Played("").run, higher(), *people)) == wanted


def test_no_floor_no_change() -> None:
    run = FloorRun()
    assert code(given(run, higher())) == "no-such-stream"


def test_a_table_in_use_stays_on_the_floor() -> None:
    played = Played("table 8: open\n")
    assert code(given(played.run, without("8"))) == "table-in-use"
    renamed = changed_table(default_floor(), "8", lambda table: replace(table, id="80"))
    assert code(given(played.run, renamed, id="renamed")) == "table-in-use"
    plays(played, "table 8: close table\n")
    assert isinstance(given(played.run, renamed, id="closed"), tuple)


@pytest.mark.parametrize(
    ("left", "in_use"),
    [
        (COUNTED.format("opening", 500), False),
        ("sit 3\nbuy in 3 100", True),
        ("sit 3\nbuy in 3 100\nempty drop box signed 1101 and 2207", False),
    ],
    ids=["counted back to the cage", "cash in the box", "box emptied"],
)
def test_a_table_that_holds_chips_or_cash_stays_on_the_floor(left: str, in_use: bool) -> None:
    lines = ["open", "day 2026-01-01", *left.splitlines()]
    played = Played("".join(f"table 8: {one}\n" for one in lines))
    if "tray" in left:
        plays(played, f"table 8: {COUNTED.format('closing', 500)}\n")
    plays(played, "table 8: close table\n")
    answer = given(played.run, without("8"))
    assert isinstance(answer, Refusal) == in_use
    assert not in_use or code(answer) == "table-in-use"


def test_the_cards_of_an_open_table_come_from_where_they_did() -> None:
    def virtual(table: FloorTable) -> FloorTable:
        return replace(table, cards="virtual", approval="WA-77")

    played = Played("table 8: open\n")
    other = changed_table(default_floor(), "8", virtual)
    assert code(given(played.run, other)) == "table-in-use"
    assert isinstance(given(Played("").run, other), tuple)


# --- as a line ---


@pytest.mark.parametrize("name", ['a " b', "two  blanks", "three   blanks", "# 1", "Ärger\\n"])
def test_a_floor_comes_back_from_its_line_whatever_it_is_called(name: str) -> None:
    floor = replace(default_floor(), name=name)
    for text in (line(floor), f"  {line(floor)}  "):
        command = read_change(text)
        assert command is not None and (command.first, command.second) == ("2207", "3301")
        assert read_floor_text(command.name, command.text) == floor
        assert read_change(written_change(command)) == command
    assert Played(f"{line(floor)}  # a comment\n").run.floor == floor


def test_a_line_that_changes_no_floor_is_refused() -> None:
    for words in (
        "change floor",
        "change floor x",
        'change floor x to "\\q"',
        'change floor x "a"',
    ):
        with pytest.raises(Unreadable) as caught:
            read_house_line(words)
        assert caught.value.refusal.code == "unreadable-line"
    assert read_change("badge 2207 supervisor") is None
