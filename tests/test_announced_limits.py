"""30-2803(3)(b): what a sign says of limits to come, until they hold."""

from __future__ import annotations

from pitboss.house.serving.views import sign_view, staff_view
from pitboss.refusals import Refusal
from pitboss.table.engine import NEW, act
from pitboss.table.floor.records import FloorTable
from pitboss.table.language import read
from pitboss.table.state import Table

ENTRY = FloorTable(id="1", game="baccarat")


def after(table: Table, *lines: str) -> Table:
    for line in lines:
        table, answer = act(table, read(line, table.opened))
        assert not isinstance(answer, Refusal), answer
    return table


def test_2803_3_b__a_sign_says_what_is_to_come_until_it_holds() -> None:
    table = after(NEW, "open baccarat with minimum player 10, maximum player 500")
    assert sign_view(ENTRY, table)["announced"] is None
    table = after(table, "announce limits from round 1 with minimum player 25")
    announced = {
        "round": 1,
        "limits": [
            {
                "wager": "player",
                "minimum_cents": 25_00,
                "maximum_cents": 500_00,
                "aggregate_cents": None,
                "unit_cents": None,
            }
        ],
    }
    assert sign_view(ENTRY, table)["announced"] == announced
    assert staff_view(ENTRY, table)["announced"] == announced
    (player,) = (one for one in sign_view(ENTRY, table)["limits"] if one["wager"] == "player")
    assert player["minimum_cents"] == 10_00
    table = after(table, "change setup with minimum player 25")
    view = sign_view(ENTRY, table)
    (player,) = (one for one in view["limits"] if one["wager"] == "player")
    assert (view["announced"], player["minimum_cents"]) == (None, 25_00)


def test_2803_3_b__a_table_that_opens_anew_has_announced_nothing() -> None:
    opened = "open baccarat with minimum player 10"
    table = after(NEW, opened, "announce limits with minimum player 25", "close table", opened)
    assert sign_view(ENTRY, table)["announced"] is None
