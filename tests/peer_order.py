"""The journal of several servers in an order that one house might have written.

Their commits land in each other's way, and a table hears later what another server did to its
jackpot. A group is what a person gave with all that followed from it, wherever that stands; groups
are put in an order that every stream agrees with. There is one, because a table hears of its
jackpot before anything that depends on it.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import NamedTuple

SERVER = "server "


class Row(NamedTuple):
    """A line of the journal."""

    position: int
    stream: str
    version: int
    command: str
    body: str
    hash: str


Key = tuple[str, str]
"""A group, by the stream and id of its cause."""


def in_order(rows: Sequence[Row]) -> list[Row]:
    """Return lines as one house might have written them."""
    lines = {(row.stream, str(row.version)): (row.stream, row.command) for row in rows}
    given = {(row.stream, row.command) for row in rows}
    group_of = {row: _cause(row, given, lines) for row in sorted(rows)}
    groups: dict[Key, list[Row]] = {}
    for row, key in group_of.items():
        groups.setdefault(key, []).append(row)
    sorter: TopologicalSorter[Key] = TopologicalSorter(dict.fromkeys(groups, ()))
    for before, after in (*_by_stream(group_of), *_by_count(group_of)):
        if before != after:
            sorter.add(after, before)
    return [row for key in sorter.static_order() for row in groups[key]]


def _by_stream(group_of: Mapping[Row, Key]) -> Iterator[tuple[Key, Key]]:
    """Yield which groups follow each other in a stream."""
    ordered = sorted(group_of, key=lambda row: (row.stream, row.version))
    for before, after in pairwise(ordered):
        if before.stream == after.stream:
            yield group_of[before], group_of[after]


def _by_count(group_of: Mapping[Row, Key]) -> Iterator[tuple[Key, Key]]:
    """Yield which START GAMEs a line of a jackpot has counted by then, and which come after it."""
    registered: dict[Key, list[tuple[int, Key]]] = defaultdict(list)
    last: dict[str, dict[str, int]] = {}
    counts: list[tuple[str, dict[str, int], Key]] = []
    for row in sorted(group_of, key=lambda row: (row.stream, row.version)):
        kind, _, id = row.stream.partition("/")
        for fact in json.loads(row.body)["facts"]:
            if fact["kind"] == "ContributionsCounted":
                last[id] = dict(fact["odometers"])
            elif fact["kind"] == "ProgressivesTaken" and kind == "table":
                for game in fact["registered"]:
                    registered[id, game["jackpot"]].append((game["odometer"], group_of[row]))
        if kind == "link":
            counts.append((id, last.get(id, {}), group_of[row]))
    for (table, jackpot), games in registered.items():
        for counted, odometers, key in counts:
            if counted == jackpot:
                units = odometers.get(table, 0)
                at = bisect_right(games, units, key=lambda game: game[0])
                if at:
                    yield games[at - 1][1], key
                if at < len(games):
                    yield key, games[at][1]


def _cause(row: Row, given: set[Key], lines: Mapping[Key, Key]) -> Key:
    """Return the line that a line follows from: given by a person, or by itself."""
    key = row.stream, row.command
    while key[1].startswith(SERVER):
        stream, _, id = key[1].removeprefix(SERVER).rpartition("+")[0].partition(" ")
        key = (stream, id) if (stream, id) in given else lines[stream, id]
    return key
