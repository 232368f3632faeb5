"""Rounds from the record: the same however they are found, and card by card as they were dealt."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from house_floors import batch_of
from journal_walks import walked_house
from pitboss.cli.seeded import SeededSupply
from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.journal import rounds as rounds_room
from pitboss.house.journal.rounds import Rounds
from pitboss.house.schema import SNAPSHOT
from pitboss.house.serving.rounds import Records
from pitboss.house.store import Appender, bodies_after
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Unreadable
from pitboss.rulebook import catalog
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.data import round_data
from pitboss.table.record.journal import entries
from pitboss.table.record.recorded import rounds
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.record.replaying import replay
from pitboss.table.setups.usual import usual_setup
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Sit

ZONE = "America/Denver"


def whole(database: Database, stream: str) -> dict[int, Any]:
    """Return every round of a table by a replay of all lines; the last of each number."""
    with database.reading() as connection:
        lines = [f"{line}\n" for line in export_lines(connection, stream)]
    return {one.number: round_data(one) for one in rounds(replay(entries(lines)))}


# --- found from the nearest snapshot ---


@pytest.mark.parametrize("snapshots", [True, False], ids=["snapshots", "none"])
def test_a_round_is_what_a_replay_of_everything_tells(
    database_url: str, monkeypatch: pytest.MonkeyPatch, snapshots: bool
) -> None:
    """Rounds that were taken back, voided, or interrupted by closing the table are among them."""
    monkeypatch.setattr(rounds_room, "STATE_EVERY", 7)
    database, tables = walked_house(database_url, seed=8, steps=160)
    if not snapshots:
        with database.engine.begin() as connection:
            connection.execute(sa.delete(SNAPSHOT))
    kept, count = Rounds(database), 0
    for table in tables:
        stream = table.recorder.stream
        id, must = stream.removeprefix("table/"), whole(database, stream)
        numbers = list(must)
        Random(8).shuffle(numbers)
        for number in numbers:
            assert round_data(kept.of(id, number)) == must[number], f"{stream}, round {number}"
        count += len(must)
        with pytest.raises(Unreadable, match=f"has no round {max(must) + 5}"):
            kept.of(id, max(must) + 5)
    assert count > 25
    with pytest.raises(Unreadable, match="play one first"):
        kept.of("404", 1)
    database.close()


def test_a_round_reads_few_lines_of_a_long_stream(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a snapshot before it, no line is read that stands before the snapshot."""
    database, (table, *_) = walked_house(sqlite_url, seed=10, steps=300)
    stream, read = table.recorder.stream, list[int]()
    usual = bodies_after

    def watched(*given: Any) -> Iterator[tuple[int, str, str]]:
        for row in usual(*given):
            read.append(row[0])
            yield row

    monkeypatch.setattr(rounds_room, "bodies_after", watched)
    last = max(whole(database, stream))
    Rounds(database).of(stream.removeprefix("table/"), last)
    with database.engine.connect() as connection:
        versions = connection.execute(
            sa.select(SNAPSHOT.c.version).where(SNAPSHOT.c.stream == stream)
        )
        first = min(version for (version,) in versions)
    assert 0 < len(read) < table.recorder.sequence - first + 1 and min(read) > first
    database.close()


# --- card by card ---


def dealt(game: str, stream: str) -> Iterator[Recorded]:
    """Yield the lines of a table that is opened, prepared, and deals two rounds with bets."""
    recorder, pilot = Recorder(stream), Autopilot(SeededSupply(Random(16)), "2026-11-16")
    number = 0

    def give(command: Command) -> Recorded:
        nonlocal number
        number += 1
        second = f"2026-11-16T12:{number // 60:02}:{number % 60:02}.000Z"
        request = Request(f"d{number}", command, "1101", at=second)
        given = recorder.give(request)
        assert given.text is not None, given
        return Recorded(stream, request, *given)

    setup = usual_setup(game)
    yield give(OpenTable(setup))
    position = setup.position_numbers[2]
    yield give(Sit(position))
    yield give(BuyIn(position, 1_000_000))
    for _ in range(2):
        while (due := pilot.next(recorder.table)) is not None:
            yield give(due)
        for (wager, on), opened in setup.spots.items():
            stake = 10_000 if opened.unit is None else opened.unit.cents
            yield give(PlaceBet(position, wager, stake, on))
        yield give(CallNoMoreBets())
        begun = recorder.table.round.number
        while recorder.table.round.number == begun:
            due = pilot.next(recorder.table)
            assert due is not None, recorder.table.round
            yield give(due)


GAMES = tuple(catalog().ids)
assert len(GAMES) == 16


@pytest.fixture(scope="module")
def sixteen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Give a house in which every game was played."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('games') / 'house.db'}")
    database.migrate()
    with database.engine.connect() as connection:
        for at, game in enumerate(GAMES, 1):
            with connection.begin():
                Appender(connection).append(batch_of(dealt(game, f"table/{at}")))
    yield database
    database.close()


@pytest.mark.parametrize("at,game", list(enumerate(GAMES, 1)), ids=GAMES)
def test_a_round_of_each_game_step_by_step(sixteen: Database, at: int, game: str) -> None:
    with sixteen.reading() as connection:
        record = [json.loads(line) for line in export_lines(connection, f"table/{at}")]
    records = Records(sixteen)
    for number in (1, 2):
        steps: list[dict[str, Any]] = records.steps(str(at), number, ZONE)
        own = [line for line in record if (line["round"] or 1) == number]
        assert [step["version"] for step in steps] == [line["sequence"] for line in own]
        shown: dict[str, Any] = {"player": [], "banker": [], "rolls": [], "cups": None}
        money: Counter[str] = Counter()
        bets = 0
        for step, line in zip(steps, own, strict=True):
            assert (step["at"], step["actor"]) == (line["at"], "1101")
            assert (
                step["time"]
                == f"{step['at'][:11]}{int(step['at'][11:13]) - 7:02}{step['at'][13:19]}"
            )
            assert [fact["kind"] for fact in step["facts"]] == [f["kind"] for f in line["facts"]]
            assert step["told"] or not line["facts"], "told in words"
            assert step["script"], "a line of the script language"
            moves = [move for fact in line["facts"] for move in fact["movements"]]
            assert [(m["source"], m["target"], m["cents"]) for m in step["movements"]] == [
                (m["source"], m["target"], m["cents"]) for m in moves
            ]
            for move in moves:
                money[move["source"]] -= move["cents"]
                money[move["target"]] += move["cents"]
            for fact in line["facts"]:
                bets += fact["kind"] == "BetPlaced"
                see(shown, fact)
            if step["in_round"] == number:
                hands = {name: step["hands"][name] for name in shown}
                assert hands == shown, f"{game}, line {line['sequence']}"
                assert step["stage"] != "betting" or len(step["bets"]) == bets
        assert shown["player"] or shown["rolls"] or shown["cups"], "something was dealt"
        cited = [step["citation"] for step in steps if step["citation"]]
        assert cited and all("30-" in cite or "WAC" in cite or "001" in cite for cite in cited)
        told = records.told(str(at), number)
        assert told["changes"] == {name: cents for name, cents in money.items() if cents}


def see(shown: dict[str, Any], fact: dict[str, Any]) -> None:
    """Go on with what lies on the table, by a fact of the record."""
    kind = fact["kind"]
    if kind == "CardDealt":
        shown[fact["to"]].append(fact["card"])
    elif kind == "CardsTurned":
        turned = iter(fact["cards"])
        hand = shown[fact["hand"]]
        shown[fact["hand"]] = [next(turned) if card is None else card for card in hand]
    elif kind == "DiceRevealed":
        shown["cups"] = [fact["player"], fact["banker"]]
    elif kind == "DiceRolled":
        shown["rolls"].append(fact["first"] + fact["second"])


def test_a_refused_line_of_a_round_is_a_step_too(sqlite_url: str) -> None:
    database, (table, *_) = walked_house(sqlite_url, seed=10, steps=60)
    id = table.recorder.stream.removeprefix("table/")
    steps = [
        step
        for number in whole(database, f"table/{id}")
        for step in Records(database).steps(id, number, ZONE)
    ]
    refused = [step for step in steps if step["refusal"] is not None]
    assert refused
    for step in refused:
        refusal: Any = step["refusal"]
        assert step["facts"] == step["movements"] == step["told"] == []
        assert step["citation"] == refusal["citation"] and isinstance(refusal["code"], str)
    database.close()
