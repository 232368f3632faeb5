"""How many commands a second many clients get on disk, and how long each waits for its answer."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import NamedTuple, Protocol

from house_load import POSITIONS, PROGRESSIVES, UNIT_CENTS, Dealt, floor_of

from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.writer import Asked, House, Reply, Writer, tell
from pitboss.refusals import Refusal
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.errors import VoidRound

CLIENTS, MORE_CLIENTS = 50, 200
ROUNDS = 120
"""Rounds that are prepared: enough for a table to be busy throughout."""
START_PHASES, TURNS = 6, 3
LEAST_STARTS = 5_000


class Place(Protocol):
    """Where an empty database comes from."""

    kind: str

    def empty(self) -> AbstractContextManager[str]:
        """Give the URL of an empty database."""
        ...


class Rate(NamedTuple):
    """What some clients got."""

    each_second: float
    p50: float
    p99: float

    def __str__(self) -> str:
        return (
            f"{self.each_second:8,.0f}/s   p50 {self.p50 * 1e3:6.1f} ms   "
            f"p99 {self.p99 * 1e3:6.1f} ms"
        )


def rate_of(waits: Sequence[float], seconds: float) -> Rate:
    """Return the rate of commands that waited so long each, in so many seconds together."""
    ordered = sorted(waits)
    return Rate(len(waits) / seconds, ordered[len(waits) // 2], ordered[int(len(waits) * 0.99)])


class Busy:
    """A house whose tables are ready for bets; each goes on with its own commands."""

    def __init__(self, url: str, tables: int, script: Dealt) -> None:
        database = Database(url)
        found_house(database, "bench", floor_of(tables))
        database.close()
        self.house = House(Database(url))
        self.streams = [f"table/{number}" for number in range(1, tables + 1)]
        self.script = [command for round in script.rounds for command in round]
        self.ids, self.at = count(1), [0] * tables
        run = self.house.load()
        self.all_give([run.opening(str(number)) for number in range(1, tables + 1)])
        for command in script.ready:
            self.all_give([command] * tables)

    def asked(self, stream: str, command: Command) -> Asked:
        """Return a request with an id of its own."""
        return Asked(stream, Request(f"b{next(self.ids)}", command))

    def all_give(self, commands: Sequence[Command]) -> None:
        """Give a command to every table, all at once."""
        pairs = zip(self.streams, commands, strict=True)
        for reply in self.house.commit([self.asked(stream, one) for stream, one in pairs]):
            accepted(reply)

    def next_of(self, table: int) -> Command:
        """Return what a table is given next."""
        self.at[table] += 1
        return self.script[self.at[table] - 1]

    def run(self, clients: int, seconds: float, most: int) -> Rate:
        """Let clients, each the dealer of a table, give commands one after another."""
        waits, clock = list[float](), time.perf_counter
        end = clock() + seconds

        async def deal(table: int, ask: Ask) -> None:
            while (begun := clock()) < end:
                accepted(await ask(self.asked(self.streams[table], self.next_of(table))))
                waits.append(clock() - begun)

        took = asyncio.run(together(self.house, deal, clients, most))
        return rate_of(waits, took)

    def close(self) -> None:
        """End the house."""
        self.house.close()


Ask = Callable[[Asked], Awaitable[Reply]]


async def together(
    house: House, job: Callable[[int, Ask], Coroutine[None, None, None]], clients: int, most: int
) -> float:
    """Run a job for each client on one event loop, as a server does; return the seconds it took.

    The writer is a thread beside it, which wakes the loop once for each batch.
    """
    loop = asyncio.get_running_loop()
    writer = Writer(house, most, lambda answered: loop.call_soon_threadsafe(tell, answered))
    writer.start()

    def ask(asked: Asked) -> asyncio.Future[Reply]:
        answer: asyncio.Future[Reply] = loop.create_future()
        writer.put(*asked, answer)
        return answer

    begun = time.perf_counter()
    await asyncio.gather(*(job(client, ask) for client in range(clients)))
    took = time.perf_counter() - begun
    writer.stop()
    return took


def accepted(reply: Reply) -> None:
    """Hold that a command of the script was not refused."""
    assert not isinstance(reply.answer, Refusal), reply.answer


@contextmanager
def busy(place: Place, tables: int, script: Dealt) -> Iterator[Busy]:
    """Give a busy house in an empty database."""
    with place.empty() as url:
        floor = Busy(url, tables, script)
        try:
            yield floor
        finally:
            floor.close()


def commits(place: Place, script: Dealt, seconds: float) -> None:
    """Print group commit beside one transaction per command, in turn, at 50 clients."""
    target = 4 if place.kind == "sqlite" else 6
    with busy(place, MORE_CLIENTS, script) as floor:
        floor.run(CLIENTS, seconds / 4, 512)
        many, single = list[Rate](), list[Rate]()
        for _ in range(TURNS):
            single.append(floor.run(CLIENTS, seconds / TURNS, 1))
            many.append(floor.run(CLIENTS, seconds / TURNS, 512))
        more = floor.run(MORE_CLIENTS, seconds / 2, 512)
    best, plain = max(many), max(single)
    print(f"  one transaction per command, {CLIENTS} clients       {plain}")
    print(f"  group commit, {CLIENTS} clients                      {best}")
    print(f"  group commit, {MORE_CLIENTS} clients                     {more}")
    in_turn = zip(many, single, strict=True)
    ratio = statistics.median(one.each_second / other.each_second for one, other in in_turn)
    print(f"  group commit is {ratio:.1f} times as fast (target {target} or more)")


def starts(place: Place, script: Dealt) -> None:
    """Print how many START GAMEs a second there are, with seven sensors each, and their waits.

    Seven sensors on three jackpots are thirteen transfers and three odometers.
    """
    waits, seconds, spent = list[float](), 0.0, list[float]()
    lit = [PlaceBet(one, PROGRESSIVES[one % 3], UNIT_CENTS) for one in POSITIONS]
    with busy(place, 4 * CLIENTS, script) as floor:
        tables = len(floor.streams)
        for phase in range(START_PHASES):
            for command in (*lit, CallNoMoreBets()):
                floor.all_give([command] * tables)
            if phase % 2:  # how fast the writer alone would be
                for first in range(0, tables, CLIENTS):
                    some = floor.streams[first : first + CLIENTS]
                    batch = [floor.asked(stream, TakeProgressives()) for stream in some]
                    begun = time.thread_time()
                    floor.house.commit(batch)
                    spent.append((time.thread_time() - begun) / CLIENTS)
                floor.all_give([VoidRound("supervisor", "measured")] * tables)
                continue

            async def press(client: int, ask: Ask) -> None:
                for stream in floor.streams[client::CLIENTS]:
                    begun = time.perf_counter()
                    accepted(await ask(floor.asked(stream, TakeProgressives())))
                    waits.append(time.perf_counter() - begun)

            seconds += asyncio.run(together(floor.house, press, CLIENTS, 512))
            floor.all_give([VoidRound("supervisor", "measured")] * tables)
    found = rate_of(waits, seconds)
    print(f"  START GAME, seven sensors, {CLIENTS} clients         {found}")
    each = statistics.quantiles(spent, n=4)[0]
    print(f"    {each * 1e6:.0f} us of CPU each: {1 / each:,.0f}/s ", end="")
    print(f"on a core of its own (target {LEAST_STARTS:,} or more)")
