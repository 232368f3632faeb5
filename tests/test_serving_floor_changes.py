"""A server whose floor file differs files it; two people approve it, and all servers go by it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.house.chance.keys import make_keys
from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.founding import found_house
from pitboss.house.importing import import_lines
from pitboss.house.people.identity import Who
from pitboss.house.serving.opening import Asked, open_running
from pitboss.house.serving.pushing import Client, Topic
from pitboss.house.serving.running import Order, Running
from pitboss.house.standing import floor_of
from pitboss.house.verifying import verify
from pitboss.house.writer import House, Reply
from pitboss.jackpot.floor_changes import ChangeFloor
from pitboss.jackpot.house import EnrolBadge
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.floor.setups import setup_of
from pitboss.table.floor.writing import write_floor
from pitboss.table.record.codec import command_data
from pitboss.table.record.recorder import Request
from pitboss.table.state import Table
from pitboss.table.steps import OpenTable
from pitboss.web.screens.drafts import new_entry
from test_floor_changes import NEW_TABLE, changed_table, higher, with_new, without
from test_serving_peers import Hall, given, played, until
from test_serving_running import code, opened, says
from test_serving_running import until as comes_to

FIRST, SECOND = Who("2207", "supervisor", session="s"), Who("3301", "executive", session="t")
DEALER, AUDITOR = Who("1101", "dealer", session="d"), Who("4401", "auditor", session="a")
PIN = "271828"


class Place:
    """A house of the default floor in a database, and its key file."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.key_file = url, folder / "keys.toml"
        make_keys(str(self.key_file))
        database = Database(url)
        found_house(database, "default.toml", default_floor())
        database.close()

    @asynccontextmanager
    async def serving(self, floor: Floor | None = None) -> AsyncIterator[tuple[Running, list[str]]]:
        """Run a server that was started with a floor file, and give what it told."""
        asked = Asked(self.url, key_file=str(self.key_file), floor=floor, floor_name="new.toml")
        running, notes = open_running(asked)
        running.start()
        try:
            yield running, notes
        finally:
            await running.stop()

    def verified(self, folder: Path) -> None:
        """Hold every line to the rules, and bring all of them into another house."""
        database, other = Database(self.url), Database(str(folder / "other.db"))
        seal = verify(database, redecide=True).root
        with database.reading() as connection:
            import_lines(other, [f"{one}\n" for one in export_lines(connection)])
        assert verify(other, redecide=True).root == seal
        assert floor_of(other) == floor_of(database)
        database.close()
        other.close()


@pytest.fixture
def place(database_url: str, tmp_path: Path) -> Place:
    return Place(database_url, tmp_path)


@pytest.fixture
def small(tmp_path: Path) -> Place:
    """Give a house on a file, for what no database does otherwise: it starts at once."""
    return Place(str(tmp_path / "house.db"), tmp_path)


def number_of(notes: list[str]) -> int:
    [told] = [note for note in notes if "proposal" in note]
    return int(told.split()[3].rstrip(":"))


def minimum(table: Table) -> int | None:
    return table.setup.offers[0].minimum_cents


def test_what_differs_is_told_and_waits_until_two_people_approve_it(
    place: Place, tmp_path: Path
) -> None:
    given = replace(higher(), tables=(*higher().tables, NEW_TABLE))

    async def play() -> None:
        async with place.serving(given) as (running, notes):
            assert running.board.floor == default_floor()
            assert "table 99 is only in new.toml" in notes
            assert any("table 8 limits" in note for note in notes)
            number = number_of(notes)
            approve = f"approve {number}"
            [listed] = await asyncio.to_thread(running.people.proposals)
            assert (listed.number, listed.stream, listed.first) == (number, "house", "")
            assert running.differences(listed) == notes[:-1]
            assert (await says(running, FIRST, "open", "table/8")).status == 200
            for who in (DEALER, AUDITOR):
                assert code(await says(running, who, approve, "house")) == (403, "not-allowed")
            assert (await says(running, FIRST, approve, "house")).status == 202
            once_more = await says(running, FIRST, approve, "house")
            assert code(once_more) == (403, "another-person-needed")
            assert running.board.floor == default_floor()
            done = await says(running, SECOND, approve, "house")
            assert done.status == 200 and done.proposal == number
            assert running.board.floor == given
            assert code(await says(running, SECOND, approve, "house"))[1] == "proposal-decided"
            assert minimum(running.board.table("8")) == 500, "it keeps what it was opened with"
            assert (await says(running, FIRST, "close table", "table/8")).status == 200
            for table in ("8", "99"):
                assert (await says(running, FIRST, "open", f"table/{table}")).status == 200
                assert minimum(running.board.table(table)) == 1000
        async with place.serving(given) as (running, notes):
            assert notes == [] and running.board.floor == given
            assert running.board.table("99").open

    asyncio.run(play())
    place.verified(tmp_path)


def test_the_same_file_is_one_proposal_over_restarts_and_the_first_word_stands(
    small: Place,
) -> None:
    async def play() -> None:
        async with small.serving(with_new()) as (running, notes):
            number = number_of(notes)
            assert (await says(running, FIRST, f"approve {number}", "house")).status == 202
        async with small.serving(with_new()) as (running, notes):
            assert number_of(notes) == number
            again = await says(running, FIRST, f"approve {number}", "house")
            assert code(again) == (403, "another-person-needed")
            assert len(await asyncio.to_thread(running.people.proposals)) == 1
        async with small.serving(higher()) as (running, notes):
            assert number_of(notes) == number + 1
        async with small.serving() as (running, notes):
            assert notes == []
            assert (await says(running, SECOND, f"approve {number}", "house")).status == 200
            assert running.board.floor == with_new()

    asyncio.run(play())


def test_what_is_declined_is_not_done_and_may_be_filed_anew(small: Place) -> None:
    async def play() -> None:
        async with small.serving(with_new()) as (running, notes):
            number = number_of(notes)
            assert code(await says(running, DEALER, f"decline {number}", "house"))[0] == 403
            assert (await says(running, FIRST, f"decline {number}", "house")).status == 200
            for who in (FIRST, SECOND):
                late = await says(running, who, f"approve {number}", "house")
                assert code(late) == (409, "proposal-decided")
            assert running.board.floor == default_floor()
        async with small.serving(with_new()) as (_, notes):
            assert number_of(notes) == number + 1

    asyncio.run(play())


def test_what_two_approved_when_the_server_was_ended_is_done_by_the_next(small: Place) -> None:
    async def play() -> None:
        async with small.serving(with_new()) as (running, notes):
            number = number_of(notes)
            for who in (FIRST, SECOND):  # and nobody carries it out
                await asyncio.to_thread(running.people.approve, number, who.badge)
        async with small.serving() as (running, _):
            await running._finishing
            assert running.board.floor == with_new()
            line = running.board.streams["house"].version
        async with small.serving() as (running, _):
            await running._finishing
            assert running.board.streams["house"].version == line, "once"

    asyncio.run(play())


def test_what_could_never_be_done_is_told_and_not_filed(small: Place) -> None:
    floor = default_floor()

    async def play() -> None:
        for other, why in (
            (replace(floor, demo=True), "a demo stays a demo"),
            (replace(floor, jackpots=floor.jackpots[1:]), "other jackpots"),
        ):
            async with small.serving(other) as (running, notes):
                assert len(notes) > 1 and why in notes[-1] and "not proposed" in notes[-1]
                assert await asyncio.to_thread(running.people.proposals) == ()

    asyncio.run(play())


def test_a_table_in_use_is_not_approved_away_and_the_proposal_waits_on(place: Place) -> None:
    async def play() -> None:
        async with place.serving(without("8")) as (running, notes):
            approve = f"approve {number_of(notes)}"
            looks = Client(running.hub, [Topic("table/8", "sign")])
            messages = looks.messages()
            await anext(messages)
            assert (await says(running, FIRST, approve, "house")).status == 202
            assert (await says(running, FIRST, "open", "table/8")).status == 200
            assert code(await says(running, SECOND, approve, "house")) == (409, "table-in-use")
            assert (await says(running, FIRST, "close table", "table/8")).status == 200
            assert (await says(running, SECOND, approve, "house")).status == 200
            assert "table/8" not in running.board.streams
            async with asyncio.timeout(5):  # whoever looked at it is let go
                assert all('"table/8"' in one for one in [one async for one in messages])
            gone = await says(running, FIRST, "open", "table/8")
            assert code(gone) == (404, "no-such-table")
        async with place.serving(default_floor()) as (running, notes):
            approve = f"approve {number_of(notes)}"
            for who in (FIRST, SECOND):
                await says(running, who, approve, "house")
            assert (await says(running, FIRST, "open", "table/8")).status == 200
            assert running.board.streams["table/8"].version == 3, "it goes on where it was"

    asyncio.run(play())


def test_people_ask_for_it_themselves(small: Place) -> None:
    """By one command with both cards, or one person first and then another."""

    def order(floor: Floor, first: str, second: str, *cards: tuple[str, str]) -> Order:
        command = ChangeFloor("own.toml", write_floor(floor), first, second)
        return Order(f"{first}+{second} {len(cards)}", command=command_data(command), cards=cards)

    async def play() -> None:
        async with small.serving() as (running, _):
            for badge in ("2207", "3301"):
                await asyncio.to_thread(running.people.set_pin, badge, PIN)
            both, one = order(higher(), "3301", "2207"), order(higher(), "3301", "")
            assert code(await running.obey(FIRST, "house", both)) == (403, "not-allowed")
            nobody = await running.obey(SECOND, "house", order(higher(), "", ""))
            assert code(nobody) == (403, "not-proved")
            waits = await running.obey(SECOND, "house", one)
            assert waits.status == 202 and waits.proposal is not None
            [listed] = await asyncio.to_thread(running.people.proposals)
            assert all("own.toml" in words for words in running.differences(listed))
            approve = f"approve {waits.proposal}"
            assert (await says(running, FIRST, approve, "house")).status == 200
            assert running.board.floor == higher()
            back = order(default_floor(), "3301", "2207", ("2207", PIN))
            assert (await running.obey(SECOND, "house", back)).status == 200
            assert running.board.floor == default_floor()
            same = await running.obey(SECOND, "house", back._replace(id="again"))
            assert code(same) == (409, "floor-unchanged")

    asyncio.run(play())


def test_the_tables_of_a_demo_are_driven_by_the_new_floor(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            floor = running.board.floor
            fresh = replace(floor.tables[4], id="77")
            drafted = replace(new_entry(floor, "78", "baccarat"), limits=NEW_TABLE.limits)
            tables = (*floor.tables, fresh, drafted)
            seconds = replace(floor, betting_seconds=2, tables=tables)
            command = ChangeFloor("demo.toml", write_floor(seconds), "3301", "2207")
            executive = Who("3301", "executive", session="x")
            reply = await running.obey(
                executive, "house", Order("d", command=command_data(command))
            )
            assert reply.status == 202, reply
            supervisor = Who("2207", "supervisor", session="s")
            done = await says(running, supervisor, f"approve {reply.proposal}", "house")
            assert done.status == 200, done
            table = running.board.table
            await comes_to(lambda: {table(id).shoe.stage for id in ("77", "78")} == {"in play"})
            assert running.drivers.places.keys() == {table.id for table in seconds.tables}
            assert running.drivers.drivers["1"].floor.betting_seconds == 2

    asyncio.run(play())


# --- several servers ---


def test_every_server_goes_by_the_new_floor(postgresql_url: str, tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        fresh = replace(NEW_TABLE, id="99")
        floor = replace(hall.floor, tables=(*hall.floor.tables, fresh))
        client = hall.client("changes")
        await given(client, "house", EnrolBadge("3301", "executive"))
        change = ChangeFloor("new.toml", write_floor(floor), "2207", "3301")
        told = await hall.peers[0].ask(
            do="give", stream="house", id="change", command=command_data(change), actor="3301"
        )
        assert told["code"] == "", told

        async def known() -> bool:
            streams = [await peer.ask(do="streams") for peer in hall.peers]
            return all("table/99" in one for one in streams)

        async def owned() -> bool:
            owners = [(await peer.ask(do="owned"))["owned"] for peer in hall.peers]
            return sum("table/99" in one for one in owners) == 1

        assert await until(3.0, known) < 3.0
        await until(5.0, owned)
        opening = OpenTable(setup_of(floor, "99", None))
        for at, peer in enumerate(hall.peers):
            told = await peer.ask(
                do="give", stream="table/99", id=f"open {at}", command=command_data(opening)
            )
            assert told["code"] == ("" if at == 0 else "table-open"), told

        async def shown() -> bool:
            streams = [await peer.ask(do="streams") for peer in hall.peers]
            return all(one["table/99"] >= 1 for one in streams)

        await until(3.0, shown)

    played(postgresql_url, tmp_path, 6, 2, play)
    database = Database(postgresql_url)
    verify(database, redecide=True)
    database.close()


def virtual(table: FloorTable) -> FloorTable:
    return replace(table, cards="virtual", approval="WA-77")


@pytest.mark.parametrize("floor", [without("8"), changed_table(default_floor(), "8", virtual)])
def test_a_table_is_not_opened_while_the_floor_changes_that_it_is_opened_by(
    postgresql_url: str, floor: Floor
) -> None:
    """An opening that another house decides meanwhile waits, and is decided by the new floor."""
    keeps, runs = _two_houses(postgresql_url)
    opening = Request("open", OpenTable(setup_of(default_floor(), "8", None)), "2207")
    replies: list[Reply] = []
    thread = threading.Thread(target=lambda: replies.append(runs.give("table/8", opening)))

    def hook(at: str) -> None:
        if at == "decided":
            thread.start()
            thread.join(0.3)
            assert not replies, "it waits"

    keeps.hook = hook
    change = ChangeFloor("new.toml", write_floor(floor), "2207", "3301")
    assert isinstance(keeps.give("house", Request("change", change, "3301")).answer, tuple)
    thread.join(10)
    [reply] = replies
    gone = isinstance(reply.answer, Refusal)
    assert gone == (floor == without("8"))
    assert not isinstance(reply.answer, Refusal) or reply.answer.code == "no-such-table"
    for house in (keeps, runs):
        house.close()


def test_a_floor_does_not_change_under_an_opening_that_was_decided_before(
    postgresql_url: str,
) -> None:
    """The opening was decided by the floor that was: it is decided again."""
    keeps, runs = _two_houses(postgresql_url)
    change = ChangeFloor("new.toml", write_floor(without("8")), "2207", "3301")

    def hook(at: str) -> None:
        if at == "decided":
            runs.hook = lambda _: None
            answer = keeps.give("house", Request("change", change, "3301")).answer
            assert isinstance(answer, tuple)

    runs.hook = hook
    opening = Request("open", OpenTable(setup_of(default_floor(), "8", None)), "2207")
    answer = runs.give("table/8", opening).answer
    assert isinstance(answer, Refusal) and answer.code == "no-such-table"
    for house in (keeps, runs):
        house.close()


def test_a_table_that_another_house_has_open_stays_on_the_floor(postgresql_url: str) -> None:
    keeps, runs = _two_houses(postgresql_url)
    opening = Request("open", OpenTable(setup_of(default_floor(), "8", None)), "2207")
    assert isinstance(runs.give("table/8", opening).answer, tuple)
    change = ChangeFloor("new.toml", write_floor(without("8")), "2207", "3301")
    answer = keeps.give("house", Request("change", change, "3301")).answer
    assert isinstance(answer, Refusal) and answer.code == "table-in-use"
    for house in (keeps, runs):
        house.close()


def _two_houses(url: str) -> tuple[House, House]:
    """Return one house that keeps the floor, and another that runs table 8."""
    database = Database(url)
    found_house(database, "default.toml", default_floor())
    keeps = House(database, tables=(), moves=True)
    keeps.take({"house": (0, Table())})
    return keeps, House(Database(url), tables=("8",))
