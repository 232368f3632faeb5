"""Audiences: whatever was drawn before, each sees what its view alone says; parts are shared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from pitboss.house.serving.audiences import Audiences
from pitboss.house.serving.pushing import Hub, Topic
from pitboss.house.serving.views import View, player_view, sign_view, staff_view
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.table.floor.records import FloorTable
from pitboss.table.language import read
from pitboss.table.record.recorder import Request
from pitboss.table.scripts.macros import macro_of
from pitboss.table.scripts.scenario import single
from pitboss.table.state import Table

AT = "2026-01-01T00:00:00.000Z"
LINES = (
    *("sit 3", "sit 5", "buy in 3 500", "buy in 5 500", "prepare burning 5h", "bet 3 player 25"),
    *("bet 5 banker 25", "bet 3 tie 5", "take back 2", "bet 5 sun-7-progressive 1"),
    *("coup 9s Kd / 4h 2c", "finish", "bet 3 banker 25", "coup 7s 8h 3d / Kh Qd 7c", "finish"),
)
AUDIENCES = ("sign", "seat 3", "seat 5", "staff")


def states() -> Iterator[tuple[FloorTable, Table]]:
    """Yield a table as it was after each command of two rounds."""
    run, floor = FloorRun(), default_floor()
    open_floor(run, "default", floor, AT)
    entry = floor.table("1")
    yield entry, Table()
    number = 0
    for line in ("", *LINES):
        table = run.table("1").table if line else Table()
        macro = macro_of(line) if line else None
        commands = (
            macro(table, AT[:10])
            if macro
            else single(read(line, table.opened) if line else run.opening("1"))
        )
        command = next(commands, None)
        while command is not None:
            number += 1
            group = run.give("table/1", Request(f"{number}", command, at=AT))
            answer = run.answer_to(group).answer
            assert not isinstance(answer, Refusal), (line, answer)
            yield entry, run.table("1").table
            try:
                command = commands.send(run.table("1").table)
            except StopIteration:
                break


def plain(entry: FloorTable, table: Table, audience: str) -> View:
    """Return a view by itself."""
    if audience == "staff":
        return staff_view(entry, table)
    if audience == "sign":
        return sign_view(entry, table)
    return player_view(entry, table, int(audience.removeprefix("seat ")))


@pytest.mark.parametrize("skipped", [0.0, 0.6])
def test_each_sees_what_its_view_says(skipped: float) -> None:
    """Also where some states were never drawn, and where a table is as it was before."""
    random, audiences, drawn = Random(14), Audiences(), 0
    every = list(states())
    for entry, table in (*every, *reversed(every)):
        for audience in AUDIENCES:
            if random.random() >= skipped:
                drawn += 1
                assert audiences.view(entry, table, audience) == plain(entry, table, audience)
    assert drawn > 80


def test_what_audiences_share_is_written_once() -> None:
    entry, table = list(states())[20]
    audiences = Audiences()
    seats = [audiences.view(entry, table, audience) for audience in ("seat 3", "seat 5", "staff")]
    assert seats[0]["bets"] and all(view["bets"] is seats[0]["bets"] for view in seats)
    assert all(view["limits"] is seats[0]["limits"] for view in seats)


def test_messages_are_the_json_of_the_views() -> None:
    """However many audiences a stream has, and whatever is in their views."""
    every, audiences = list(states()), Audiences()
    place = 0
    hub = Hub(lambda _: place, lambda topic: audiences.view(*every[place], topic.audience))
    mirrors: dict[str, View] = {}
    for place in range(len(every)):
        for audience in AUDIENCES:
            _, text = hub.message(Topic("table/1", audience), place - 1 if place else None)
            message = json.loads(text)
            assert (message["stream"], message["version"]) == ("table/1", place)
            if place:
                assert message["after"] == place - 1
                mirrors[audience] |= message["changes"]
            else:
                mirrors[audience] = message["snapshot"]
            assert mirrors[audience] == json.loads(json.dumps(plain(*every[place], audience)))
