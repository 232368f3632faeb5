"""What is shown and not on record: countdowns, and the places that people hold."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pitboss.house.automatic.places import Occupied
from pitboss.house.serving.driving import Drivers
from pitboss.table.state import Table

STREAM = "floor"
"""What a live page calls it."""
LOOKS_SECONDS = 0.25


def _changes_hands(table: Table, people: Occupied) -> bool:
    """Say whether a round is played whose cards or dice come from elsewhere than those after it."""
    dealt = table.round.stage != "betting" and bool(people.dealer)
    return dealt and people.by_hand == (table.chance.open is not None)


class Presence:
    """The countdowns and places of a floor, with a version that grows when they change."""

    def __init__(
        self,
        drivers: Drivers,
        changed: Callable[[tuple[str]], object],
        also: Callable[[], object] = lambda: None,
    ) -> None:
        self.drivers, self.changed, self.also = drivers, changed, also
        """Whoever else is to look again and again."""
        self.version = time.time_ns() // 1_000_000
        """It grows over restarts too."""
        self.view: dict[str, Any] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at the floor again and again."""
        self.look()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_SECONDS)
            self.look()
            self.also()

    def look(self) -> None:
        """Take in what has changed, and tell of it."""
        view = {id: self._table(id) for id in self.drivers.places}
        if view != self.view:
            self.view = view
            self.version += 1
            self.changed((STREAM,))

    def _table(self, id: str) -> dict[str, Any]:
        places, now = self.drivers.places[id], time.time()
        people = places.occupied(now)
        table = self.drivers.service.board.table(id)
        return {
            "open": table.open,
            "positions": list(table.setup.position_numbers) if table.open else [],
            "seated": sorted(table.seated),
            "closes_at": self.drivers.closes_at(id),
            "automatic": self.drivers.demo,
            "dealer": "person" if people.dealer else "automatic" if self.drivers.demo else None,
            "by_hand": people.by_hand,
            "changes_hands": _changes_hands(table, people),
            "people": sorted(people.seats),
            "turns_at": self.drivers.turns_at(id, people),
            "arriving": sorted(self.drivers.arriving(id, people)),
            "ending": {str(place): at for place, at in places.ending(now).items()},
        }
