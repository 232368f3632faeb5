"""Rounds and reports from the record: the same as a replay of all of it, however they are found."""

from __future__ import annotations

import re

import pytest

from house_floors import house_of
from house_scripts import EVENING, founded, play
from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.serving.rounds import Records
from pitboss.house.store import all_lines
from pitboss.jackpot.reports import FloorRecord, Selection
from pitboss.refusals import Unreadable
from pitboss.table.record.data import round_data
from pitboss.table.record.journal import entries
from pitboss.table.record.recorded import rounds
from pitboss.table.record.replaying import replay

BEGIN = "table 1: sit 3\ntable 1: buy in 3 2000\ntable 1: prepare burning 5h\n"
ROUND = "table 1: bet 3 player 25\ntable 1: coup {} / Kh Qd 7c\ntable 1: finish\n"
TWICE = ROUND.format("7s 8h 3d") + ROUND.format("7d 8c 3h")
"""Two rounds of other cards: a shoe has eight of each."""


def test_a_round_is_what_a_replay_of_everything_tells(database_url: str) -> None:
    database = house_of(database_url, BEGIN + TWICE * 4)
    first = Records(database)
    with database.reading() as connection:
        lines = [f"{line}\n" for line in export_lines(connection, "table/1")]
    whole = {one.number: dict(round_data(one)) for one in rounds(replay(entries(lines)))}
    for number in (8, 1, 5, 8, 9, 10):
        if number in whole:
            assert first.told("1", number) == whole[number]
        else:
            with pytest.raises(Unreadable, match=f"no round {number}"):
                first.told("1", number)
    assert first.report("overview", Selection())[0]["jackpot"] == "harmony"
    with pytest.raises(Unreadable, match="no report"):
        first.report("nothing", Selection())
    database.close()


# --- a record that grows ---


def test_a_record_that_grows_is_what_reading_all_of_it_gives(database_url: str) -> None:
    founded(database_url).close()
    database = Database(database_url)
    growing, seen = Records(database), list[FloorRecord]()
    lines = re.split(r"\n(?!>)", EVENING.strip())
    for number, line in enumerate(lines):
        play(database_url, line, f"part {number}")
        growing.keeps_until = 0
        seen.append(growing.ask(same))
    assert seen[-1] == Records(database).ask(same)
    assert len({len(record.events) for record in seen}) > 3, "earlier ones stay as they were"
    assert growing.on_the_way is not None
    assert growing.on_the_way.position == max(positions(database))
    database.close()


def test_a_line_that_comes_late_has_everything_read_anew(postgresql_url: str) -> None:
    """Several houses write on PostgreSQL: what began earlier may be committed later."""
    database = house_of(postgresql_url, BEGIN)
    growing = Records(database)
    growing.ask(same)
    play(postgresql_url, ROUND.format("7s 8h 3d"), "round")
    assert growing.on_the_way is not None
    growing.on_the_way.position = max(positions(database))  # as if all of it had come late
    growing.keeps_until = 0
    assert growing.ask(same) == Records(database).ask(same)
    database.close()


def same(record: FloorRecord) -> FloorRecord:
    return record


def positions(database: Database) -> list[int]:
    with database.reading() as connection:
        return [position for position, _ in all_lines(connection)]
