"""What keeps tables going by itself: the seeds of virtual cards, and the automatons of a demo."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from random import SystemRandom

from pitboss.house.automatic.demo import AUTOMATONS
from pitboss.house.automatic.due import Act, Wait
from pitboss.house.automatic.places import Occupied, Places, tied_positions
from pitboss.house.automatic.supervisor import Supervisor
from pitboss.house.automatic.tables import TableDriver, table_drivers
from pitboss.house.serving.service import Caller, Done, Service
from pitboss.house.serving.virtual import VirtualTables
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.floor.records import Floor
from pitboss.table.floor.setups import setup_of
from pitboss.table.record.recorder import CHANCE_ACTS
from pitboss.table.state import DEALER, Table
from pitboss.table.steps import Command, OpenTable
from pitboss.table.steps.chance import OF_CHANCE

LONGEST_SECONDS = 5.0
"""How long anything waits at most until it looks again."""
AGAIN_SECONDS = 1.0
"""How soon what was refused is tried again."""
_log = logging.getLogger("pitboss.house")


class Drivers:
    """Tasks that keep the tables of a floor going."""

    def __init__(self, service: Service, virtual: VirtualTables, *, demo: bool) -> None:
        self.service, self.virtual, self.demo = service, virtual, demo
        self.floor: Floor | None = None
        self.places: dict[str, Places] = {}
        self.drivers: dict[str, TableDriver] = {}
        self.moved: dict[str, asyncio.Event] = {}
        """Set when something happened at a table that its task should look at."""
        self._fit(service.board.floor)
        self.hits = asyncio.Event()
        self.refused = 0
        """Commands of automatons that were refused: none should be."""
        self.closed: frozenset[str] = frozenset()
        """Tables that stay closed."""
        self.left: Callable[[list[str]], object] = lambda _: None
        """Told, in a thread, whose places were given back."""
        self._numbers, self._name = count(1), secrets.token_hex(6)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """By stream; that of the house is the supervisor's."""

    def _fit(self, floor: Floor) -> None:
        """Go by a floor: its new tables are driven too, the others opened by it the next time."""
        ids = [table.id for table in floor.tables]
        self.floor = floor
        self.virtual.fit(floor)
        self.supervisor = Supervisor(floor.pay_seconds)
        self.places = {id: self.places.get(id) or Places(floor.idle_seconds) for id in ids}
        for id, places in self.places.items():
            places.tied = partial(self._tied, id)
        self.moved = {id: self.moved.get(id) or asyncio.Event() for id in ids}
        if self.demo:
            rulebook = self.service.house.rulebook
            openings = [(id, OpenTable(setup_of(floor, id, rulebook))) for id in ids]
            made = table_drivers(floor, openings, time.time(), SystemRandom())
            for id in made.keys() & self.drivers.keys():
                driver = self.drivers[id]
                driver.floor, driver.opening = floor, made[id].opening
                made[id] = driver
            self.drivers = made

    def start(self) -> None:
        """Begin the tasks of the tables that need any, as long as they are run here."""
        self.service.board.listeners.add(self.changed)
        self.service.owners.add(self._share)
        self._share()

    def _share(self) -> None:
        """Begin the tasks of what is run here now, and end those of what is run elsewhere."""
        ids = self.moved if self.demo else self.virtual.ids
        streams = {f"table/{id}" for id in ids if id not in self.closed}
        streams |= {"house"} if self.demo else set()
        wanted = {stream for stream in streams if self.service.runs(stream)}
        for stream in self._tasks.keys() - wanted:
            self._tasks.pop(stream).cancel()
        for stream in wanted - self._tasks.keys():
            work = self._supervise() if stream == "house" else self._table(stream[len("table/") :])
            self._tasks[stream] = asyncio.create_task(work)

    async def stop(self) -> None:
        """End the tasks, each between two commands."""
        self.service.owners.discard(self._share)
        for task in self._tasks.values():
            task.cancel()
        for task in self._tasks.values():
            with suppress(asyncio.CancelledError):
                await task

    def changed(self, streams: Collection[str]) -> None:
        """Wake the tasks whose streams have changed; begin and end some with another floor."""
        floor = self.service.board.floor
        if floor != self.floor:
            self._fit(floor)
            self._share()
        for stream in streams:
            kind, _, id = stream.partition("/")
            if id in self.moved and kind == "table":
                self.moved[id].set()
            elif kind == "link":
                self.hits.set()

    def resume(self, table: str, position: int, session: str) -> None:
        """Let a person have a place again that was held when the server before this one ended.

        Of those who deal only whoever enters the cards: elsewhere the automaton goes on.
        """
        places, now = self.places[table], self._now(table)
        entered = now.shoe.stage == "in play" and now.chance.open is None
        if position == DEALER and not entered:
            return
        if places.take(position, session, time.time()) is not None:
            return
        if position == DEALER:
            places.by_hand = True
        else:
            self.drivers[table].seating.resume(now, position, session)

    def again(self, id: str, position: int, before: str, session: str) -> None:
        """Let whoever held a seat until just now go on with the chips that they left there."""
        if id in self.drivers:
            self.drivers[id].seating.again(position, before, session)

    def _tied(self, id: str) -> frozenset[int]:
        board = self.service.board
        table = board.table(id)
        links = (board.jackpot(link.jackpot) for link in table.panel.links)
        return tied_positions(id, table, links)

    def leave_alone(self, id: str) -> None:
        """Let a person close a table: automatons begin no other round there for a while."""
        if id in self.drivers:
            self.drivers[id].leave_alone(time.time())
            self.moved[id].set()

    def arriving(self, id: str, people: Occupied) -> set[int]:
        """Return the positions that people have taken, and play from the next round on."""
        driver = self.drivers.get(id)
        if driver is None or not self.service.runs(f"table/{id}"):
            return set()
        return driver.seating.arriving(self._now(id), people)

    def turns_at(self, id: str, people: Occupied) -> float | None:
        """Return when the dealer turns the cards that a person holds."""
        driver = self.drivers.get(id)
        return None if driver is None else driver.turns_at(self._now(id), people)

    def closes_at(self, id: str) -> float | None:
        """Return when a table closes its bets, in seconds since 1970; None if a person does."""
        driver = self.drivers.get(id)
        by_person = DEALER in self.places[id].holders
        if driver is None or by_person or not self.service.runs(f"table/{id}"):
            return None
        return driver.closes_at

    # --- tasks ---

    async def _table(self, id: str) -> None:
        await asyncio.to_thread(self.virtual.keeper.take, f"table/{id}", self._now(id))
        while True:
            self.moved[id].clear()
            until = await self._guarded(self._step(id))
            await self._wait(self.moved[id], until)

    async def _supervise(self) -> None:
        while True:
            self.hits.clear()
            until = await self._guarded(self._pay())
            await self._wait(self.hits, until)

    async def _guarded(self, step: Coroutine[None, None, float]) -> float:
        """Return until when a step wants to wait; a mistake of ours must not end the task."""
        try:
            return await step
        except Unreadable as error:
            _log.warning("%s", error)
        except Exception:
            _log.exception("a step failed")
        return time.time() + AGAIN_SECONDS

    async def _wait(self, event: asyncio.Event, until: float) -> None:
        seconds = min(until - time.time(), LONGEST_SECONDS)
        if seconds > 0:
            with suppress(TimeoutError):  # wait_for may swallow a cancellation
                async with asyncio.timeout(seconds):
                    await event.wait()

    def _now(self, id: str) -> Table:
        return self.service.board.table(id)

    async def _step(self, id: str) -> float:
        """Take one step at a table; return until when nothing more is due."""
        table, day = self._now(id), self.service.gaming_day()
        supervisor = AUTOMATONS.supervisor if self.demo else ""
        command = await asyncio.to_thread(self.virtual.due, id, table, supervisor)
        if command is not None:
            actor = CHANCE_ACTS if isinstance(command, OF_CHANCE) else supervisor
            return self._after(await self._give(f"table/{id}", command, actor))
        if id not in self.drivers:
            return time.time() + LONGEST_SECONDS
        now = time.time()
        dealer = await asyncio.to_thread(self.virtual.dealer, id, table, day)
        people = self.places[id].occupied(now)
        await self._let_go(self.places[id])
        self._hand_over(id, people.by_hand)
        due = self.drivers[id].step(table, now, people, dealer)
        if isinstance(due, Wait):
            return due.until
        return self._after(await self._act(due))

    async def _let_go(self, places: Places) -> None:
        if places.left:
            left, places.left = places.left, []
            await asyncio.to_thread(self.left, left)

    def _hand_over(self, id: str, by_hand: bool) -> None:
        """Let somebody enter the cards, and the server deal again when nobody does any more."""
        if by_hand:
            self.virtual.by_hand.add(id)
        else:
            self.virtual.by_hand.discard(id)

    async def _pay(self) -> float:
        board, floor = self.service.board, self.service.board.floor
        links = {jackpot.id: board.jackpot(jackpot.id) for jackpot in floor.jackpots}
        tables = {table.id: board.table(table.id) for table in floor.tables}
        due = self.supervisor.step(links, tables, time.time())
        return due.until if isinstance(due, Wait) else self._after(await self._act(due))

    async def _act(self, act: Act) -> Done:
        return await self._give(act.stream, act.command, act.actor)

    async def _give(self, stream: str, command: Command, actor: str) -> Done:
        id = f"{self._name}.{next(self._numbers)}"
        done = await self.service.give(stream, id, command, Caller(actor))
        if isinstance(done.answer, Refusal):
            self.refused += 1
            _log.warning("%s refuses %s: %s", stream, type(command).__name__, done.answer)
        return done

    def _after(self, done: Done) -> float:
        return time.time() + (AGAIN_SECONDS if isinstance(done.answer, Refusal) else 0.0)
