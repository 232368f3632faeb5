"""A running house: who asks is looked at first, names are proved, two people approve; a demo."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from pitboss.cli.serve import RoundLines
from pitboss.games.cards import DECK
from pitboss.house.automatic.demo import demo_floor
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.people.identity import NOBODY, Who
from pitboss.house.people.sessions import SignedIn
from pitboss.house.serving.opening import Asked, open_running
from pitboss.house.serving.running import Order, Outcome, Running
from pitboss.house.serving.views import roads_view
from pitboss.house.store import lines_after
from pitboss.refusals import Refusal, Unreadable
from pitboss.settle.accounts import position_account
from pitboss.table.floor import default_floor

SECONDS = 20.0
"""How long a demo may take for what is waited for."""
_ids = count(1)


@asynccontextmanager
async def opened(folder: Path, url: str = "", *, demo: bool = True) -> AsyncIterator[Running]:
    """Give a house that is running; a demo's tables do not wait long for bets."""
    if demo and not (folder / "demo.db").exists():
        database = Database(str(folder / "demo.db"))
        quick = replace(demo_floor(), betting_seconds=1, betting_seconds_person=3)
        found_house(database, "demo.toml", quick)
        database.close()
    asked = Asked(url or str(folder / "demo.db"), demo=demo, key_file=str(folder / "keys.toml"))
    running, notes = open_running(asked)
    assert notes == []
    running.start()
    try:
        yield running
    finally:
        await running.stop()


async def says(
    running: Running, who: Who, line: str, stream: str = "table/1", *cards: tuple[str, str]
) -> Outcome:
    """Give a line in somebody's name."""
    return await running.obey(who, stream, Order(f"t{next(_ids)}", line, cards=cards))


def code(outcome: Outcome) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return outcome.status, "" if outcome.refusal is None else outcome.refusal.code


async def until(true: Callable[[], object]) -> None:
    """Wait for something that a floor comes to by itself."""
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.02)


def run(play: Coroutine[None, None, None]) -> None:
    """Run a play."""
    asyncio.run(play)


SUPERVISOR, SECOND = Who("2207", "supervisor", session="s"), Who("2208", "supervisor", session="t")
AUDITOR = Who("4401", "auditor", session="a")


async def seated(running: Running, seat: int = 2, table: str = "1") -> SignedIn:
    """Take a seat, and wait for the chips."""
    signed = await running.demo_places.take(NOBODY, table, seat, "127.0.0.1")
    assert isinstance(signed, SignedIn)
    await until(lambda: running.board.table(table).accounts.get(position_account(seat)) == 100_000)
    return signed


def test_authorisation_comes_before_existence(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            dealer = Who("1101", "dealer", table="1", session="d")
            for stream in ("table/1", "table/99", "link/sun-7", "link/none", "house"):
                for line in ("sit 3", "pay 1 by 2207", "badge 7 dealer"):
                    assert (await says(running, AUDITOR, line, stream)).status in (403, 422)
                    assert (await says(running, NOBODY, line, stream)).status in (401, 403, 422)
            there = await says(running, dealer, "sit 3", "table/2")
            nowhere = await says(running, dealer, "sit 3", "table/99")
            assert code(there) == code(nowhere) == (403, "not-allowed")
            missing = await says(running, SUPERVISOR, "sit 3", "table/99")
            assert code(missing) == (404, "no-such-table")

    run(play())


def test_a_name_counts_only_if_that_person_proved_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            await until(lambda: running.board.table("1").counted)
            line, before = "fill 500 signed 2207 and 2208", running.board.streams["table/1"].version
            stranger = await says(running, Who("1101", "dealer", table="1"), line)
            assert code(stranger) == (403, "not-proved")
            wrong = await says(running, SUPERVISOR, line, "table/1", ("2208", "0000"))
            assert wrong.status == 403
            both = await says(running, SUPERVISOR, line, "table/1", ("2208", "8022"))
            assert both.status == 200
            assert both.done is not None and both.done.version > before
            bodies = Path(tmp_path / "demo.db").read_bytes()
            assert b"8022" not in bodies

    run(play())


def test_what_one_has_proved_waits_for_another(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            await until(lambda: running.board.table("1").counted)
            waits = await says(running, SUPERVISOR, "fill 500 signed 2207 and 2208")
            assert waits.status == 202
            approve = f"approve {waits.proposal}"
            assert code(await says(running, SUPERVISOR, approve, "house"))[0] in (403, 409)
            assert code(await says(running, AUDITOR, approve, "house"))[0] == 403
            assert (await says(running, SECOND, approve, "house")).status == 200
            assert code(await says(running, SECOND, approve, "house"))[1] == "proposal-decided"
            missing = await says(running, SECOND, "approve 999", "house")
            assert code(missing) == (404, "no-such-proposal")

    run(play())


def test_a_person_sits_between_automatons_and_reaches_nothing_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            signed = await seated(running)
            who = signed.who
            assert (await says(running, who, "bet 2 player 25")).status == 200
            for line in ("bet 3 player 25", "no more bets", "buy in 2 500", "next"):
                assert (await says(running, who, line)).status == 403
            other = await says(running, who, "bet 2 player 25", "table/2")
            assert other.status == 403
            again = await running.demo_places.take(NOBODY, "1", 2, "127.0.0.1")
            assert isinstance(again, Refusal) and again.code == "place-held"
            running.demo_places.give_back(who)
            await until(lambda: running.board.table("1").round.number > 1)
            settled = running.board.table("1")
            assert not any(laid.bet.position == 2 for laid in settled.round.bets)
            assert sum(settled.accounts.values()) == 0

    run(play())


def test_nobody_bets_the_chips_of_who_sat_there_before(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            table, at = "1", position_account(3)
            await until(lambda: running.board.table(table).round.stage != "betting")
            signed = await running.demo_places.take(NOBODY, table, 3, "127.0.0.1")
            assert isinstance(signed, SignedIn)
            assert running.presence.view[table]["arriving"] == [3]
            early = await says(running, signed.who, "bet 3 player 5")
            assert code(early) == (409, "place-not-held")
            await until(lambda: 3 not in running.presence.view[table]["arriving"])
            assert running.board.table(table).accounts[at] == 100_000
            assert (await says(running, signed.who, "bet 3 player 5")).status == 200

    run(play())


def test_who_holds_a_place_is_asked_before_it_is_left(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            who = (await seated(running)).who
            places = running.demo_places
            assert places.would_leave(NOBODY) is None
            left = places.would_leave(who)
            assert left is not None and "table 1, position 2, with $1,000 in chips" in left.message
            assert "layout" not in left.message and "bets" not in left.remedy
            assert (await says(running, who, "bet 2 player 25, tie 5")).status == 200
            left = places.would_leave(who)
            assert left is not None and left.message.endswith("$970 in chips and $30 on the layout")
            places.give_back(who)
            assert places.would_leave(who) is None, "it is left"
            deals = await places.take(NOBODY, "1", None, "127.0.0.1")
            assert isinstance(deals, SignedIn)
            left = places.would_leave(deals.who)
            assert left is not None and left.message == "you deal at table 1"

    run(play())


def test_who_lost_a_seat_by_silence_takes_it_again_with_the_chips_that_lie(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            first = await seated(running)
            assert (await says(running, first.who, "bet 2 player 25")).status == 200
            running.demo_places.give_back(first.who)
            stranger = await running.demo_places.take(NOBODY, "1", 2, "", "s-of-nobody")
            assert isinstance(stranger, SignedIn)
            assert running.presence.view["1"]["arriving"] == [2], "chips of somebody else"
            running.demo_places.give_back(stranger.who)
            again = await running.demo_places.take(NOBODY, "1", 2, "", first.token)
            assert isinstance(again, SignedIn)
            running.presence.look()
            assert running.presence.view["1"]["arriving"] == []
            assert (await says(running, again.who, "bet 2 player 5")).status == 200
            assert running.board.table("1").accounts[position_account(2)] == 970_00

    run(play())


def test_at_the_dealers_place_cards_come_of_the_seed_or_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            await until(lambda: running.board.table("1").shoe.stage == "in play")
            await seated(running)
            signed = await running.demo_places.take(NOBODY, "1", None, "127.0.0.1")
            assert isinstance(signed, SignedIn)
            who = signed.who
            table = running.board.table("1")
            assert table.chance.open is not None
            assert (await says(running, who, "no more bets")).status == 200
            while not running.board.table("1").round.player:
                assert (await says(running, who, "next")).status == 200
            tried = [code(await says(running, who, f"deal banker {card}")) for card in DECK]
            wrong = (409, "other-than-the-seed")
            assert tried[0] in ((200, ""), wrong)
            assert tried.count((200, "")) == 1  # the card that was due, and then no other
            assert wrong in tried or tried[0] == (200, "")
            while running.board.table("1").round.cards < 4:
                assert (await says(running, who, "next")).status == 200
            assert not changes_hands(running)
            assert (await says(running, who, "cards by hand")).status == 200
            assert running.board.table("1").chance.open is not None  # until the round is over
            assert not running.demo_places.voids(who), "the server knows these"
            assert changes_hands(running)
            running.board.listeners.add(RoundLines(running.board).changed)
            await until_cleared(running, who)
            (told,) = (one for one in capsys.readouterr().out.splitlines() if "table 1 " in one)
            assert "round    1" in told and ("wins" in told or "tie" in told.lower())
            await until(lambda: running.board.table("1").chance.open is None)
            assert not changes_hands(running)
            assert (await says(running, who, "no more bets")).status == 200
            assert running.demo_places.voids(who), "nobody else knows the next card"
            left = running.demo_places.would_leave(who)
            assert left is not None and "the hand is void" in left.remedy
            entered = await says(running, who, "coup 7s 8h 3d / Kh Qd 7c")
            assert entered.status == 200
            marks = roads_view(running.board.table("1"))["history"]
            assert marks[-1] == "P", "8 to 7, on the road as soon as it is announced"
            await until_cleared(running, who)
            assert roads_view(running.board.table("1"))["history"] == marks

    def changes_hands(running: Running) -> object:
        running.presence.look()
        return running.presence.view["1"]["changes_hands"]

    async def until_cleared(running: Running, who: Who) -> None:
        number = running.board.table("1").round.number
        while running.board.table("1").round.number == number:
            outcome = await says(running, who, "next")
            assert outcome.status == 200, outcome

    run(play())


def test_a_demo_and_a_real_house_are_not_taken_for_each_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path):
            pass
        with pytest.raises(Unreadable, match="demo's"):
            open_running(Asked(str(tmp_path / "demo.db"), key_file=str(tmp_path / "keys.toml")))
        real = str(tmp_path / "real.db")
        database = Database(real)
        found_house(database, "default floor", default_floor())
        database.close()
        with pytest.raises(Unreadable, match="real floor"):
            open_running(Asked(real, demo=True, key_file=str(tmp_path / "keys.toml")))
        with pytest.raises(Unreadable, match="real floor"):
            open_running(Asked(real, demo=True, fresh=True, key_file=str(tmp_path / "keys.toml")))

    run(play())


def test_a_real_floor_has_no_automatic_anyone(tmp_path: Path) -> None:
    async def play() -> None:
        real = str(tmp_path / "real.db")
        database = Database(real)
        found_house(database, "default floor", default_floor())
        database.close()
        async with opened(tmp_path, real, demo=False) as running:
            before = dict(running.board.streams)
            await asyncio.sleep(0.5)
            assert running.board.streams == before
            assert running.presence.view["1"]["closes_at"] is None

    run(play())


def test_state_is_kept_and_a_fresh_demo_begins_anew(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            await until(lambda: running.board.streams["table/1"].version > 10)
            kept = running.board.streams["table/1"].version
        async with opened(tmp_path) as running:
            assert running.board.streams["table/1"].version >= kept
        asked = Asked(
            str(tmp_path / "demo.db"), demo=True, fresh=True, key_file=str(tmp_path / "keys.toml")
        )
        running, _ = open_running(asked)
        assert running.board.streams["table/1"].version == 0
        running.start()
        await running.stop()

    run(play())


def test_what_was_approved_is_done_once_also_after_a_crash(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            await until(lambda: running.board.table("1").counted)
            line = "fill 500 signed 2207 and 2208"
            done = await says(running, SUPERVISOR, line)
            assert (await says(running, SECOND, f"approve {done.proposal}", "house")).status == 200
            lost = running.people.propose("table/2", line, "2207", "2208")
            running.people.approve(lost, "2208")  # and then nothing: the house is gone
        async with opened(tmp_path) as running:
            await running._finishing
            assert (fills(tmp_path, "table/1"), fills(tmp_path, "table/2")) == (1, 1)

    run(play())


def fills(folder: Path, stream: str) -> int:
    """Return how many fills of two people are on record."""
    database = Database(str(folder / "demo.db"))
    with database.reading() as connection:
        bodies = [row.body for row in lines_after(connection, stream)]
    database.close()
    return sum('"kind":"TrayFilled"' in body and '"2208"' in body for body in bodies)


def test_a_manager_closes_a_table_of_the_demo_and_opens_it_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as running:
            table = running.board.table
            await until(lambda: table("5").round.bets)
            card = ("2208", "8022")
            count = "count tray closing 50000 signed 2207 and 2208"
            early = await says(running, SUPERVISOR, count, "table/5", card)
            assert code(early) == (409, "bets-on-the-layout")
            assert early.refusal is not None and "do it again" in early.refusal.remedy
            assert code(await says(running, AUDITOR, "close table", "table/6"))[0] == 403
            await until(lambda: table("5").round.stage == "betting" and not table("5").round.bets)
            assert (await says(running, SUPERVISOR, count, "table/5", card)).status == 200
            rounds = table("6").round.number
            await until(lambda: table("6").round.number > rounds)
            assert table("5").tray_closed and not table("5").counted
            assert (await says(running, SUPERVISOR, "close table", "table/5")).status == 200
            rounds = table("6").round.number
            await until(lambda: table("6").round.number > rounds)
            assert not table("5").open
            assert (await says(running, SUPERVISOR, "open", "table/5")).status == 200
            await until(lambda: table("5").counted and table("5").round.bets)

    run(play())
