"""The service: lines from coroutines, answered when they are on disk, shown when committed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

import pytest

from house_lines import give_line
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.serving.service import Caller, Done, Service
from pitboss.house.writer import House
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.floor import default_floor

DEALER = Caller("1101", "tablet 1")
TABLE = "table/1"
BEGIN = ("open", "sit 3", "buy in 3 500", "prepare burning 5h")
ROUND = ("bet 3 player 25, sun-7-progressive 1", "coup 7s 8h 3d / Kh Qd 7c", "finish")


@asynccontextmanager
async def served(url: str, hook: Callable[[str], None] = lambda _: None) -> AsyncIterator[Service]:
    """Give the service of a house on the default floor, which is founded if it is not there."""
    database = Database(url)
    if database.schema() is None:
        found_house(database, "default floor", default_floor())
    service = Service(House(database, hook=hook))
    service.start()
    try:
        yield service
    finally:
        await service.stop()


async def given(service: Service, *lines: str, first: int = 1) -> list[Done]:
    """Give some lines to the first table, each with a number as its id."""
    return [
        await give_line(service, TABLE, str(number), line, DEALER)
        for number, line in enumerate(lines, first)
    ]


def code(done: Done) -> str:
    """Return why something was refused; nothing if it was not."""
    return done.answer.code if isinstance(done.answer, Refusal) else ""


def test_lines_of_a_round_are_answered_and_shown(database_url: str) -> None:
    async def play() -> None:
        async with served(database_url) as service:
            told = list[Collection[str]]()
            service.board.listeners.add(told.append)
            before = service.board.jackpot("sun-7").displayed_cents
            done = await given(service, *BEGIN, *ROUND)
            assert not any(map(code, done))
            table = service.board.table("1")
            assert table.round.number == 2
            assert done[-1].version == service.board.streams[TABLE].version
            assert any("link/sun-7" in streams for streams in told)
            assert service.board.jackpot("sun-7").displayed_cents > before

    asyncio.run(play())


def test_the_same_id_is_answered_again_and_another_line_is_not(sqlite_url: str) -> None:
    async def play() -> None:
        async with served(sqlite_url) as service:
            await given(service, *BEGIN)
            bet = await give_line(service, TABLE, "b", "bet 3 player 25", DEALER)
            version = service.board.streams[TABLE].version
            again = await give_line(service, TABLE, "b", "bet 3 player 25", DEALER)
            assert again.answer == bet.answer
            other = await give_line(service, TABLE, "b", "bet 3 banker 25", DEALER)
            stranger = await give_line(service, TABLE, "b", "bet 3 player 25", Caller("1102"))
            assert code(other) == code(stranger) == "id-taken"
            assert service.board.streams[TABLE].version == version

    asyncio.run(play())


def test_a_macro_that_was_cut_off_goes_on_where_it_was(sqlite_url: str) -> None:
    async def play() -> None:
        async with served(sqlite_url) as service:
            await given(service, *BEGIN)
            commands = service.reader.commands(TABLE, ROUND[0], service.board.table("1"), "")
            await service.give(TABLE, "b", next(commands), DEALER)
            whole = await give_line(service, TABLE, "b", ROUND[0], DEALER)
            assert whole.commands == 2
            assert len(service.board.table("1").round.bets) == 2

    asyncio.run(play())


def test_what_cannot_be_read_is_refused_in_words(sqlite_url: str) -> None:
    async def play() -> None:
        async with served(sqlite_url) as service:
            lines = ("nonsense", "bet 3", "x" * 600, "")
            for number, line in enumerate(lines):
                for stream in ("table/1", "link/sun-7", "house"):
                    with pytest.raises(Unreadable) as caught:
                        await give_line(service, stream, f"n{number}", line, DEALER)
                    assert caught.value.refusal.remedy

    asyncio.run(play())


def test_nothing_is_shown_before_its_commit(sqlite_url: str) -> None:
    shown = dict[str, int]()
    services = list[Service]()

    def look(place: str) -> None:
        if services:
            shown[place] = services[0].board.streams[TABLE].version

    async def play() -> None:
        async with served(sqlite_url, look) as service:
            await given(service, "open")
            services.append(service)
            before = service.board.streams[TABLE].version
            await given(service, "sit 3", first=2)
            assert shown["decided"] == shown["appended"] == shown["committed"] == before
            assert service.board.streams[TABLE].version == before + 1

    asyncio.run(play())


def test_a_restart_shows_what_was_committed(database_url: str) -> None:
    async def play() -> None:
        async with served(database_url) as service:
            await given(service, *BEGIN, ROUND[0])
            before = dict(service.board.streams)
        async with served(database_url) as service:
            assert service.board.streams == before
            assert not any(map(code, await given(service, *ROUND[1:], first=50)))

    asyncio.run(play())
