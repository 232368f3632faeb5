"""Rounds and reports from the record: the same as a replay of all of it, however they are found."""

from __future__ import annotations

import pytest

from house_floors import house_of
from pitboss.house.exporting import export_lines
from pitboss.house.serving.rounds import Records
from pitboss.jackpot.reports import Selection
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


def test_far_rounds_are_found_from_places_on_the_way(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.serving.rounds.ROUNDS_OF_A_PIECE", 3)
    database = house_of(sqlite_url, BEGIN + TWICE * 4)
    records, alone = Records(database), Records(database)
    told = [records.told("1", number) for number in range(1, 9)]
    assert [one["round"] for one in told] == list(range(1, 9))
    assert alone.told("1", 8) == told[-1] and alone.told("1", 4) == told[3]
    assert {one["ending"] for one in told} == {"cleared"}
    database.close()
