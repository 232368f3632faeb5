"""Given again with the same id: the same answer, and nothing follows from it a second time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from house_lines import LineRun
from house_storm import FLOOR, RULES
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.schema import JOURNAL
from pitboss.house.writer import House, Reply
from pitboss.jackpot.house import EnrolBadge
from pitboss.jackpot.settings import ReadSign
from pitboss.refusals import Refusal
from pitboss.table.record.journal import read_line
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.positions import Sit

UP_TO_THE_HIT = (
    *("sit 2", "buy in 2 50", "bet 2 triple@PT-PRG-TRI-01 1", "no more bets", "start game"),
    *("shake cups", "reveal 333 333", "call result", "hit jackpot tri-i1"),
)
"""A win of the jackpot tri-i1, to be paid."""


@pytest.fixture
def house(database_url: str) -> Iterator[House]:
    """Give a house on the floor of fifty tables."""
    database = Database(database_url)
    found_house(database, "again.toml", FLOOR, RULES)
    database.close()
    house = House(Database(database_url), RULES)
    yield house
    house.close()


def give(house: House, text: str, id: str) -> Reply:
    """Give a line, whose last reply is returned."""
    line = LineRun(house.load(), text, id)
    reply: Reply | None = None
    while line.request is not None:
        reply = house.give(line.stream, line.request)
        line.heard(house.load(), reply.answer)
    assert reply is not None, text
    return reply


def lines(house: House) -> int:
    """Return how many lines are on record."""
    with house.database.reading() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(JOURNAL)).scalar_one())


def test_a_hit_that_is_paid_twice_is_paid_once(house: House) -> None:
    for number, text in enumerate(UP_TO_THE_HIT):
        answer = give(house, f"table 47: {text}", str(number)).answer
        assert not isinstance(answer, Refusal), (text, answer)
    first = give(house, "jackpot tri-i1: pay by 2301", "pay")
    assert not isinstance(first.answer, Refusal) and len(first.group) > 1
    purse, written = house.load().tables["47"].table.accounts, lines(house)
    again = give(house, "jackpot tri-i1: pay by 2301", "pay")
    assert again.answer == first.answer
    assert not any(line.text for line in again.group)
    assert house.load().tables["47"].table.accounts == purse
    assert lines(house) == written


def test_tables_of_one_jackpot_may_use_the_same_ids(house: House) -> None:
    for table in ("47", "48"):
        for number, text in enumerate(UP_TO_THE_HIT):
            answer = give(house, f"table {table}: {text}", str(number)).answer
            assert not isinstance(answer, Refusal), (table, text, answer)
    assert [hit.table for hit in house.load().links["tri-i1"].state.hits] == ["47", "48"]


def test_an_id_of_the_servers_kind_is_nobodys(house: House) -> None:
    written = lines(house)
    answer = house.give("table/1", Request("server link/tri-i1 1+0", Sit(3))).answer
    assert isinstance(answer, Refusal) and answer.code == "id-taken"
    assert lines(house) == written


@pytest.mark.parametrize(
    ("stream", "command", "actor", "code"),
    [
        ("link/tri-g", Sit(3), "Ada", "command-of-another-stream"),
        ("table/1", EnrolBadge("4712", "dealer"), "Ada", "command-of-another-stream"),
        ("table/1", Sit(3), "server", "server-alone"),
        ("1", Sit(3), "Ada", "no-such-stream"),
        ("table/99", Sit(3), "Ada", "no-such-table"),
        ("link/tri-x", ReadSign(0, "47", "2207"), "Ada", "no-such-jackpot"),
    ],
)
def test_what_cannot_be_asked_there_is_refused_and_not_kept(
    house: House, stream: str, command: Command, actor: str, code: str
) -> None:
    written = lines(house)
    answer = house.give(stream, Request("astray", command, actor)).answer
    assert isinstance(answer, Refusal) and answer.code == code
    assert lines(house) == written
    asked = Request("astray", house.load().opening("9"))
    assert not isinstance(house.give("table/9", asked).answer, Refusal)


def test_a_command_is_the_same_after_the_level_of_its_badge_has_changed(house: House) -> None:
    text = "jackpot tri-g: adjust +1.00 by 2207 and 2301: a count"
    first = give(house, text, "adjust")
    assert not isinstance(first.answer, Refusal)
    give(house, "badge 2207 executive", "promoted")
    assert give(house, text, "adjust").answer == first.answer
    other = give(house, text.replace("2207", "2302"), "adjust").answer
    assert isinstance(other, Refusal) and other.code == "id-taken"


def test_a_table_that_is_opened_twice_by_rules_of_its_own_is_told_the_same(house: House) -> None:
    opening = Request("open", house.load().opening("9"))
    first = house.give("table/9", opening)
    assert house.give("table/9", opening).answer == first.answer


def test_a_floor_that_is_opened_again_keeps_its_jackpots(house: House) -> None:
    give(house, "jackpot tri-g: adjust +1.00 by 2207 and 2301: a count", "adjust")
    meter = house.load().jackpot("tri-g").meter
    with house.database.reading() as connection:
        query = sa.select(JOURNAL.c.body).where(JOURNAL.c.stream == "house")
        body = connection.execute(query).scalar_one()
    line = read_line(1, body)
    assert line.command is not None
    house.give("house", Request(line.id, line.command, line.actor))
    house.give("house", Request("badge", EnrolBadge("4712", "dealer")))
    assert house.load().jackpot("tri-g").meter == meter
