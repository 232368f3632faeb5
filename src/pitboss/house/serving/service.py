"""The service: one writer, what it committed, and what is asked of it from an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, Protocol

from pitboss.house.clock import local_time, now, offset_now
from pitboss.house.serving.board import Board, Committed, seen, touched
from pitboss.house.serving.lines import Reader
from pitboss.house.writer import Answered, House, Reply, Writer, tell
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.link import Answer
from pitboss.jackpot.reports.reading import gaming_day
from pitboss.refusals import Refusal
from pitboss.table.record.recorder import Request
from pitboss.table.scripts.macros import Commands
from pitboss.table.state import Table
from pitboss.table.steps import Command, Fact


class Done(NamedTuple):
    """What a line led to."""

    answer: Answer
    """All its facts, or the refusal that ended it."""
    version: int
    """The version of the stream that it was given to."""
    commands: int = 1
    """How many commands of a macro were accepted."""


class Caller(NamedTuple):
    """Who is written into the record."""

    actor: str
    device: str | None = None


Gate = Callable[[Command], Refusal | None]


def anything(_: Command) -> None:
    """Let every command through."""


class Shared(Protocol):
    """What other servers have to do with a service, where several run one house."""

    @property
    def run_at_start(self) -> FloorRun:
        """The whole floor, whoever runs it."""

    def begin(self, service: Service, address: str) -> object:
        """Take part."""

    def end(self) -> object:
        """Take part no more."""

    async def hang_up(self) -> None:
        """Let connections to other servers go, on the event loop."""

    def wrote(self, run: FloorRun, versions: Mapping[str, int]) -> dict[str, Committed]:
        """Hear of a commit, in the writer's thread; return what is to be shown of it."""

    async def ask(self, stream: str, request: Request) -> Reply:
        """Have a request answered by whoever runs its stream."""


class Service:
    """A floor that is running: give it lines from coroutines of one event loop."""

    def __init__(self, house: House, shared: Shared | None = None) -> None:
        self.house, self.shared = house, shared
        run = house.load() if shared is None else shared.run_at_start
        self.board = Board(run)
        self.owned = house.owned
        """What is run here, as far as the event loop has heard; None if all is."""
        self.batches: set[Callable[[int], object]] = set()
        """Told how many commands each commit has answered."""
        self.owners: set[Callable[[], object]] = set()
        """Told when other streams are run here than before."""
        self._changed: dict[str, Committed] = {}
        house.noted = self._noted
        self.reader = Reader(lambda: self.board.floor, house.rulebook)
        self.writer = Writer(house, tell=self._committed)
        self.loop = asyncio.get_running_loop()

    def start(self, address: str = "") -> None:
        """Let the writer write; other servers of the house reach this one at an address."""
        self.writer.start()
        if self.shared is not None:
            self.shared.begin(self, address)

    async def stop(self) -> None:
        """Commit what waits, write what makes the next start fast, and let go."""
        if self.shared is not None:
            await asyncio.to_thread(self.shared.end)
            await self.shared.hang_up()
        await asyncio.to_thread(self.writer.stop)
        await asyncio.to_thread(self.house.close)

    # --- asking ---

    def runs(self, stream: str) -> bool:
        """Say whether a stream is run here, and nowhere else."""
        return self.owned is None or stream in self.owned

    def ask(self, stream: str, request: Request) -> Awaitable[Reply]:
        """Have a request answered, here or where its stream is run, when it is on disk."""
        if self.shared is None:
            return self.ask_here(stream, request)
        return self.shared.ask(stream, request)

    def ask_here(self, stream: str, request: Request) -> asyncio.Future[Reply]:
        """Queue a request; its answer comes when it is on disk."""
        answer: asyncio.Future[Reply] = self.loop.create_future()
        self.writer.put(stream, request, answer)
        return answer

    async def give(self, stream: str, id: str, command: Command, caller: Caller) -> Done:
        """Give one command, and return what came of it."""
        request = Request(id, command, *caller, offset=self._offset())
        reply = await self.ask(stream, request)
        return Done(reply.answer, reply.version or self.version(stream, reply))

    async def give_all(
        self, stream: str, id: str, commands: Commands, caller: Caller, gate: Gate = anything
    ) -> Done:
        """Give several commands, each told the table after the one before, as the gate allows.

        The second command has the id ``ID.2``, and so on, so that a macro that was cut off goes on
        where it was when it is given again.
        """
        facts: tuple[Fact, ...] = ()
        number, done = 0, Done((), self.board.streams[stream].version, 0)
        command = next(commands, None)
        while command is not None:
            refusal = gate(command)
            if refusal is not None:
                return Done(refusal, self.board.streams[stream].version, number)
            number += 1
            own = id if number == 1 else f"{id}.{number}"
            done = await self.give(stream, own, command, caller)
            if isinstance(done.answer, Refusal):
                return done._replace(commands=number - 1)
            facts += done.answer
            try:
                command = commands.send(self._table(stream))
            except StopIteration:
                command = None
        return Done(facts, done.version, number)

    def _table(self, stream: str) -> Table:
        kind, _, id = stream.partition("/")
        return self.board.table(id) if kind == "table" else Table()

    def gaming_day(self) -> str:
        """Return the gaming day that it is on the floor."""
        floor = self.board.floor
        return gaming_day(local_time(now(), floor.timezone), floor.gaming_day)

    def _offset(self) -> str:
        return offset_now(self.board.floor.timezone)

    def version(self, stream: str, reply: Reply) -> int:
        """Return the version of a stream after a reply; that of now, if it was answered before."""
        own = [one.sequence for one in reply.group if one.stream == stream]
        known = self.board.streams.get(stream)
        return max(own, default=0) or (0 if known is None else known.version)

    # --- in the writer's thread ---

    def _noted(self, run: FloorRun, versions: Mapping[str, int]) -> None:
        """Keep what a commit has changed, until its answers are given."""
        if self.shared is not None:
            self._changed.update(self.shared.wrote(run, versions))
        else:
            self._changed.update(seen(run, touched(run.floor, versions)))

    def _committed(self, answered: Answered) -> None:
        """Pass a batch on to the event loop: first what it changed, then its answers."""
        changed, self._changed = self._changed, {}
        self.loop.call_soon_threadsafe(self._publish, answered, changed, self.house.owned)

    def flush(self) -> None:
        """Pass on what was changed by no request."""
        self._committed([])

    # --- from any thread ---

    def show(self, changed: Mapping[str, Committed]) -> None:
        """Pass on what others have changed."""
        self.loop.call_soon_threadsafe(self._publish, [], changed, self.house.owned)

    def _publish(
        self, answered: Answered, changed: Mapping[str, Committed], owned: frozenset[str] | None
    ) -> None:
        if changed:
            self.board.take(changed)
        if owned != self.owned:
            self.owned = owned
            for listener in tuple(self.owners):
                listener()
        if answered:
            for counts in tuple(self.batches):
                counts(len(answered))
        tell(answered)
