"""The log of accesses, written a few at a time: nobody waits for it."""

from __future__ import annotations

import asyncio
import logging

from pitboss.house.people.identity import Who
from pitboss.house.people.log import Access
from pitboss.house.people.people import People
from pitboss.refusals import Unreadable

EVERY_SECONDS = 0.5
MOST_WAITING = 10_000
"""Where the database does not answer, older entries are dropped, and the server's log says so."""
logger = logging.getLogger("pitboss.web")


class AccessLog:
    """Gathers accesses, and writes them twice a second in one transaction."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.waiting: list[Access] = []
        self.writing = asyncio.Lock()

    async def add(self, who: Who, address: str, what: str, outcome: str) -> None:
        """Take an access."""
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(Access(who.badge, who.device, address, what, outcome))

    async def flush(self) -> None:
        """Write what waits."""
        async with self.writing:
            entries, self.waiting = self.waiting, []
            if not entries:
                return
            try:
                await asyncio.to_thread(self.people.log, *entries)
            except Unreadable as error:
                logger.error("the log of accesses is not written: %s", error.refusal.code)
                self.waiting = (entries + self.waiting)[-MOST_WAITING:]

    async def run(self) -> None:
        """Write again and again."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self.flush()
