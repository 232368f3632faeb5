"""A running house goes on: lost replies are given again, and people keep their seats."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from pitboss.house.automatic.demo import demo_floor
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.people.identity import NOBODY, Who
from pitboss.house.people.sessions import SignedIn
from pitboss.house.serving.running import Order, Outcome, Running
from pitboss.settle.accounts import position_account
from pitboss.table.state import DEALER
from pitboss.table.steps.betting import BetPlaced
from test_serving_running import code, opened, run, seated, until

OTHER = Who("1102", "dealer", table="1", session="e")


async def asks(running: Running, who: Who, id: str, line: str, table: str = "1") -> Outcome:
    return await running.obey(who, f"table/{table}", Order(id, line))


def test_a_bet_that_was_taken_back_is_told_again_to_whoever_took_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            person = (await seated(running)).who
            bet = await asks(running, person, "bet", "bet 2 player 25")
            assert bet.status == 200 and bet.done is not None
            laid = bet.done.answer[0]
            assert isinstance(laid, BetPlaced)
            back = f"take back {laid.number}"
            done = await asks(running, person, "back", back)
            again = await asks(running, person, "back", back)
            assert done.done is not None and again.done is not None
            assert (again.status, again.done.answer) == (200, done.done.answer)
            number = running.board.streams["table/1"].version
            assert again.done.version <= number
            neighbour = person._replace(badge="6602", seat=4)
            assert code(await asks(running, neighbour, "back", back)) == (403, "not-allowed")
            other = await asks(running, person, "back", "take back 99")
            assert other.status != 200

    run(play())


def test_what_follows_from_the_table_is_done_once_for_an_id(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            await until(lambda: running.board.table("1").shoe.stage == "in play")
            signed = await running.demo_places.take(NOBODY, "1", None, "127.0.0.1")
            assert isinstance(signed, SignedIn)
            dealer = signed.who
            while running.board.table("1").round.stage != "betting":
                assert (await running.obey(dealer, "table/1", _new("next"))).status == 200
            assert (await running.obey(dealer, "table/1", _new("no more bets"))).status == 200
            while not running.board.table("1").round.player:
                assert (await running.obey(dealer, "table/1", _new("next"))).status == 200
            first = await asks(running, dealer, "deal", "next")
            cards = running.board.table("1").round.cards
            again = await asks(running, dealer, "deal", "next")
            assert first.done is not None and again.done is not None
            assert (again.status, again.done.answer) == (200, first.done.answer)
            assert running.board.table("1").round.cards == cards
            stranger = await asks(running, OTHER, "deal", "next")
            assert code(stranger) == (409, "id-taken")
            whole = await asks(running, dealer, "end", "finish")
            if whole.status == 200 and whole.done is not None and whole.done.commands:
                told = await asks(running, dealer, "end", "finish")
                assert told.done is not None
                assert told.done.answer == whole.done.answer
                assert told.done.commands == whole.done.commands

    run(play())


def _new(line: str) -> Order:
    _new.number += 1  # type: ignore[attr-defined]
    return Order(f"n{_new.number}", line)  # type: ignore[attr-defined]


_new.number = 0  # type: ignore[attr-defined]


def test_people_keep_seat_and_chips_over_a_restart(tmp_path: Path) -> None:
    async def before() -> None:
        async with opened(tmp_path) as running:
            held.append((await seated(running)).who)
            gone.append((await seated(running, 4)).who)
            running.demo_places.give_back(gone[0])
            await until(lambda: len(running.people.visits()) == 1)

    async def after() -> None:
        async with opened(tmp_path) as running:
            places = running.drivers.places["1"]
            assert places.holders == {2: held[0].session}
            assert running.drivers.drivers["1"].seating.people == {2: held[0].session}
            number = running.board.table("1").round.number
            await until(lambda: running.board.table("1").round.number > number)
            table = running.board.table("1")
            assert 2 in table.seated
            assert table.accounts[position_account(2)] == 1_000_00, "no automaton bets with them"

    held: list[Who] = []
    gone: list[Who] = []
    run(before())
    run(after())


def test_whoever_enters_the_cards_goes_on_over_a_restart(tmp_path: Path) -> None:
    async def before() -> None:
        async with opened(tmp_path) as running:
            board = running.board
            await until(lambda: all(board.table(id).shoe.stage == "in play" for id in "12"))
            for table in "12":
                signed = await running.demo_places.take(NOBODY, table, None, "127.0.0.1")
                assert isinstance(signed, SignedIn)
                held.append(signed.who)
            assert (await running.obey(held[0], "table/1", _new("cards by hand"))).status == 200
            await until(lambda: running.board.table("1").chance.open is None)

    async def after() -> None:
        async with opened(tmp_path) as running:
            by_hand, by_server = (running.drivers.places[who.table] for who in held)
            assert by_hand.holders == {DEALER: held[0].session} and by_hand.by_hand
            assert by_server.holders == {}, "an automaton goes on from the seed"

    held: list[Who] = []
    run(before())
    run(after())


def test_a_silent_persons_visit_ends_with_the_place(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "demo.db"))
    floor = replace(demo_floor(), betting_seconds=1, betting_seconds_person=1, idle_seconds=6)
    found_house(database, "demo.toml", floor)
    database.close()

    async def play() -> None:
        async with opened(tmp_path) as running:
            signed = await running.demo_places.take(NOBODY, "1", 2, "127.0.0.1")
            assert isinstance(signed, SignedIn)
            assert [who.session for who in running.people.visits()] == [signed.who.session]
            await until(lambda: not running.people.visits())
            assert running.drivers.places["1"].holders == {}

    run(play())


def test_a_throw_is_thrown_once_and_none_without_a_seed(tmp_path: Path) -> None:
    """Two dealers with the same dice in hand: the second throw is refused, not another one."""

    async def play() -> None:
        async with opened(tmp_path) as running:
            signed = await running.demo_places.take(NOBODY, "7", None, "127.0.0.1")
            assert isinstance(signed, SignedIn)
            dealer, number = signed.who, 0
            await until(lambda: running.board.table("7").seated)

            async def next_step() -> Outcome:
                nonlocal number
                number += 1
                return await asks(running, dealer, f"s{number}", "next", "7")

            thrown = 0
            while thrown < 5:
                before = running.board.table("7")
                both = await asyncio.gather(next_step(), next_step())
                after = running.board.table("7")
                if before.round.stage == "betting":
                    await asks(running, dealer, f"n{number}", "no more bets", "7")
                if after.round.shooter == before.round.shooter:
                    rolled = len(after.round.rolls) - len(before.round.rolls)
                    assert rolled <= 1, both
                    thrown += max(rolled, 0)
                await asyncio.sleep(0.02)
                if running.board.table("7").chance.open is None:
                    entered = await asks(running, dealer, f"r{number}", "roll 6 6", "7")
                    assert entered.status != 200

    run(play())
