"""What waits for a second person, as it was last read: pages show it without asking for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from pitboss.house.people.proposals import Proposal
from pitboss.refusals import Unreadable

LOOKS_SECONDS = 1.0
"""How often it is read though nothing was asked of this server: others take proposals too."""


class Waiting:
    """The proposals that are open, read again and again."""

    def __init__(
        self, read: Callable[[], tuple[Proposal, ...]], changed: Callable[[], object]
    ) -> None:
        self._read, self._changed = read, changed
        self.proposals: tuple[Proposal, ...] = ()
        self._held = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Read them again and again."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Read them no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(LOOKS_SECONDS)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Tell of nothing while one is carried out: whoever then hears of it reads what it did."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    async def look(self) -> None:
        """Take in what has changed, and tell of it; nothing has, while the database is away."""
        try:
            there = await asyncio.to_thread(self._read)
        except Unreadable:
            return
        if not self._held and there != self.proposals:
            self.proposals = there
            self._changed()
