"""The streams of a floor that several servers write, as each of them was last heard of here."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

from pitboss.house.serving.board import Committed, fitted, is_link, plain, streams_of
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.house import HouseState
from pitboss.jackpot.link import Link, meter_now
from pitboss.table.floor.records import Floor
from pitboss.table.state import Table


class Copies:
    """All streams, whoever writes them; safe to ask from several threads.

    A jackpot is kept as its own lines leave it. What is shown of it has what all tables registered.
    """

    def __init__(self, run: FloorRun) -> None:
        self.streams = plain(run, streams_of(run.floor))
        self._lock = threading.Lock()

    @property
    def floor(self) -> Floor:
        """The floor as it was last heard of."""
        state = self.streams["house"].state
        assert isinstance(state, HouseState) and state.floor is not None, "a floor that is open"
        return state.floor

    def version(self, stream: str) -> int:
        """Return the last line of a stream that is known here; 0 if the floor has none such."""
        known = self.streams.get(stream)
        return 0 if known is None else known.version

    def take(self, changed: Mapping[str, Committed]) -> dict[str, Committed]:
        """Keep what is newer than what is here; return all that is to be shown of it."""
        with self._lock:
            newer = {
                stream: committed
                for stream, committed in changed.items()
                if committed.version > self.version(stream)
            }
            floor = self.floor
            self.streams = {**self.streams, **newer}  # others look at those that were
            if self.floor != floor:
                self.streams = fitted(self.streams, self.floor)
            shown = {stream: one for stream, one in newer.items() if not is_link(stream)}
            for stream in self._links(newer):
                shown[stream] = self._metered(stream)
            return shown

    def _links(self, streams: Iterable[str]) -> set[str]:
        """Return the jackpots that are shown otherwise when some streams have changed."""
        links = set()
        for stream in streams:
            if is_link(stream):
                links.add(stream)
            elif stream.startswith("table/"):
                jackpots = self.floor.jackpots_at(stream.removeprefix("table/"))
                links |= {f"link/{jackpot.id}" for jackpot in jackpots}
        return links

    def _metered(self, stream: str) -> Committed:
        """Return a jackpot with all that was registered; its count may be ahead of a table here."""
        jackpot, (version, link) = stream.removeprefix("link/"), self.streams[stream]
        assert isinstance(link, Link), "a jackpot's stream"
        odometers = dict(link.odometers)
        for table in self.floor.tables:
            state = self.streams[f"table/{table.id}"].state
            assert isinstance(state, Table), "a table's stream"
            units = state.panel.odometers.get(jackpot, 0)
            if units > odometers.get(table.id, 0):
                odometers[table.id] = units
        return Committed(version + sum(odometers.values()), meter_now(link, odometers))
