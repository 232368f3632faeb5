"""The service: one writer, what it committed, and what is asked of it from an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.clock import local_time, now, offset_now
from pitboss.house.serving.board import Board, Committed, seen, touched
from pitboss.house.serving.lines import Reader
from pitboss.house.writer import Answered, House, Reply, Writer, tell
from pitboss.jackpot.link import Answer
from pitboss.jackpot.reports.reading import gaming_day
from pitboss.refusals import Refusal, Unreadable
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


class Service:
    """A floor that is running: give it lines from coroutines of one event loop."""

    def __init__(self, house: House) -> None:
        self.house = house
        run = house.load()
        self.board = Board(run)
        self.reader = Reader(run.floor, house.rulebook)
        self.writer = Writer(house, tell=self._committed)
        self.loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Let the writer write."""
        self.writer.start()

    async def stop(self) -> None:
        """Commit what waits, write what makes the next start fast, and let go."""
        await asyncio.to_thread(self.writer.stop)
        await asyncio.to_thread(self.house.close)

    # --- asking ---

    def ask(self, stream: str, request: Request) -> asyncio.Future[Reply]:
        """Queue a request; its answer comes when it is on disk."""
        answer: asyncio.Future[Reply] = self.loop.create_future()
        self.writer.put(stream, request, answer)
        return answer

    async def give(self, stream: str, id: str, command: Command, caller: Caller) -> Done:
        """Give one command, and return what came of it."""
        request = Request(id, command, *caller, offset=self._offset())
        reply = await self.ask(stream, request)
        return Done(reply.answer, self._version(stream, reply))

    async def give_line(self, stream: str, id: str, line: str, caller: Caller) -> Done:
        """Give the commands of a line one after another, up to the first that is refused.

        The second command of a macro has the id ``ID.2``, and so on, so that a macro that was cut
        off goes on where it was when it is given again.
        """
        table = self._table(stream)
        try:
            commands = self.reader.commands(stream, line, table, self.gaming_day())
            return await self.give_all(stream, id, commands, caller)
        except Unreadable as error:
            return Done(error.refusal, self.board.streams[stream].version, 0)

    async def give_all(
        self, stream: str, id: str, commands: Commands, caller: Caller, gate: Gate = anything
    ) -> Done:
        """Give several commands, each told the table after the one before, as the gate allows."""
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

    def _version(self, stream: str, reply: Reply) -> int:
        """Return the version after a reply; that of now, where it was answered before."""
        own = [one.sequence for one in reply.group if one.stream == stream]
        return max(own, default=0) or self.board.streams[stream].version

    # --- in the writer's thread ---

    def _committed(self, answered: Answered) -> None:
        """Pass a batch on to the event loop: first what it changed, then its answers."""
        changed: dict[str, Committed] = {}
        groups = [reply.group for _, reply in answered]
        if any(groups):
            run = self.house.load()
            changed = seen(run, touched(run, groups))
        self.loop.call_soon_threadsafe(self._publish, answered, changed)

    def _publish(self, answered: Answered, changed: dict[str, Committed]) -> None:
        if changed:
            self.board.take(changed)
        tell(answered)
