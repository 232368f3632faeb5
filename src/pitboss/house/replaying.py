"""Replay of a floor that several houses wrote: each stream by itself, then held against the others.

The lines of two houses stand in no order to each other, and a table may hear later what happened
to its jackpot. So nothing can be given again in the order of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pitboss.house.consequences import Consequences
from pitboss.house.crossing import Crossing
from pitboss.house.following import followed
from pitboss.house.verifying import order_of
from pitboss.jackpot.floor_run import AnyRecorder, FloorRun
from pitboss.jackpot.streams import LinkRecorder
from pitboss.rulebook import Rulebook
from pitboss.table.record.journal import HOUSE, Entry
from pitboss.table.record.recorder import Recorder


class ReplayedStreams(NamedTuple):
    """A floor that the lines of its streams lead to."""

    run: FloorRun
    owed: tuple[str, ...]
    """What tables have not heard yet of their jackpots, in words."""


def replay_streams(
    streams: Mapping[str, Callable[[], Iterable[Entry]]], rulebook: Rulebook | None = None
) -> ReplayedStreams:
    """Return the floor that streams lead to, or raise at the first line that they do not."""
    run = Consequences(rulebook)
    crossing = Crossing(run)
    for stream in sorted(streams, key=order_of):
        kind, _, id = stream.partition("/")
        recorder: AnyRecorder
        if kind == HOUSE:
            recorder = run.house
        elif kind == "link":
            recorder = run.links.get(id) or LinkRecorder(id, "")
        else:
            recorder = run.tables.setdefault(id, Recorder(stream))
        for step in followed(recorder, streams[stream](), rulebook, redecide=True):
            crossing.add(step)
        if kind == HOUSE and run.house.state.floor is not None:
            run.open_links()
    return ReplayedStreams(run, tuple(crossing.end()))
