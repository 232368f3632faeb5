"""What is committed of a floor: the only thing that anybody is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.house import HouseState
from pitboss.jackpot.link import Link
from pitboss.refusals import did_you_mean, unreadable
from pitboss.table.engine import NEW
from pitboss.table.floor.records import Floor
from pitboss.table.state import Table

Listener = Callable[[Collection[str]], object]


class Committed(NamedTuple):
    """A stream as it is on disk."""

    version: int
    """Grows with every change. A table's is its last line; a jackpot's counts sensors too."""
    state: Table | Link | HouseState


class Board:
    """The streams of a floor as they were last committed, and who wants to hear of changes."""

    def __init__(self, run: FloorRun) -> None:
        self.streams = seen(run, streams_of(run.floor))
        self.listeners: set[Listener] = set()

    def take(self, changed: Mapping[str, Committed]) -> None:
        """Take what was changed, unless more is known already, and tell everybody who listens.

        Of a table that is no longer on the floor they hear once more.
        """
        floor, told = self.floor, set(changed)
        for stream, committed in changed.items():
            known = self.streams.get(stream)
            if known is None or committed.version >= known.version:
                self.streams[stream] = committed
        if self.floor != floor:
            before, self.streams = self.streams, fitted(self.streams, self.floor)
            told |= before.keys() | self.streams.keys()
        for listener in tuple(self.listeners):
            listener(told)

    @property
    def floor(self) -> Floor:
        """The floor as it was last opened or changed."""
        assert self.house.floor is not None, "a floor that is open"
        return self.house.floor

    def table(self, id: str) -> Table:
        """Return a table as it is committed; refuse one that is not on the floor."""
        self.floor.table(id)
        state = self.streams[f"table/{id}"].state
        assert isinstance(state, Table), "a table's stream"
        return state

    def jackpot(self, id: str) -> Link:
        """Return a jackpot as it is committed; refuse one that is not on the floor."""
        if f"link/{id}" not in self.streams:
            known = [jackpot.id for jackpot in self.floor.jackpots]
            message = f'{self.floor.name} has no jackpot "{id}"'
            raise unreadable("no-such-jackpot", message, did_you_mean(id, known))
        state = self.streams[f"link/{id}"].state
        assert isinstance(state, Link), "a jackpot's stream"
        return state

    @property
    def house(self) -> HouseState:
        """The house: its floor and badges."""
        state = self.streams["house"].state
        assert isinstance(state, HouseState), "the house's stream"
        return state


def streams_of(floor: Floor) -> list[str]:
    """Return the names of all streams of a floor."""
    tables = [f"table/{table.id}" for table in floor.tables]
    return ["house", *tables, *(f"link/{jackpot.id}" for jackpot in floor.jackpots)]


def fitted(streams: Mapping[str, Committed], floor: Floor) -> dict[str, Committed]:
    """Return the streams of a floor; those that are not known yet have nothing on record."""
    return {stream: streams.get(stream, Committed(0, NEW)) for stream in streams_of(floor)}


def touched(floor: Floor, written: Iterable[str]) -> set[str]:
    """Return the streams that change when some are written.

    A table's sensors change jackpots, and the house may have changed its floor.
    """
    streams = set(written)
    if "house" in streams:
        return {*streams, *streams_of(floor)}
    for stream in tuple(streams):
        kind, _, id = stream.partition("/")
        if kind == "table":
            streams |= {f"link/{jackpot.id}" for jackpot in floor.jackpots_at(id)}
    return streams


def seen(run: FloorRun, streams: Iterable[str]) -> dict[str, Committed]:
    """Return some streams of a floor as they are now: where nothing is left to commit."""
    return {
        stream: _metered(run, stream) if is_link(stream) else _own(run, stream)
        for stream in streams
    }


def plain(run: FloorRun, streams: Iterable[str]) -> dict[str, Committed]:
    """Return some streams of a floor as their own lines leave them."""
    return {stream: _own(run, stream) for stream in streams}


def is_link(stream: str) -> bool:
    """Say whether a stream is a jackpot's."""
    return stream.startswith("link/")


def _metered(run: FloorRun, stream: str) -> Committed:
    """Return a jackpot with all that its tables have registered."""
    id = stream.removeprefix("link/")
    units = sum(run.odometers(id).values())
    return Committed(run.links[id].sequence + units, run.jackpot(id))


def _own(run: FloorRun, stream: str) -> Committed:
    kind, _, id = stream.partition("/")
    if kind == "house":
        return Committed(run.house.sequence, run.house.state)
    if kind == "link":
        return Committed(run.links[id].sequence, run.links[id].state)
    recorder = run.tables.get(id)
    return Committed(0, NEW) if recorder is None else Committed(recorder.sequence, recorder.table)
