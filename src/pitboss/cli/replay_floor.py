"""The journal of a floor: every stream verified, every command decided again."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pitboss.cli.floor import print_jackpots
from pitboss.cli.journal_files import STDOUT
from pitboss.cli.output import print_json, print_table, print_text
from pitboss.jackpot.data import floor_data
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.replaying import floor_hash, replay_floor
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.journal import Entry, entries


class VerifiedFloor(NamedTuple):
    """A floor rebuilt from its journal."""

    run: FloorRun
    streams: dict[str, tuple[int, str]]
    """Of each stream how many lines it has, and the hash of the last."""
    entries: list[Entry]
    """The lines of the table that was asked for."""
    owed: tuple[str, ...] = ()
    """What tables of several houses have not heard yet, in words."""

    @property
    def hash(self) -> str:
        """One hash for the heads of all streams: what to note elsewhere."""
        return floor_hash(self.streams)

    def watched(self, lines: Iterable[Entry], table: str | None) -> Iterator[Entry]:
        """Yield the lines, and keep what is asked for of them."""
        for entry in lines:
            stream = entry.line.stream
            self.streams[stream] = entry.line.sequence, entry.hash
            if stream == f"table/{table}":
                self.entries.append(entry)
            yield entry


def verified(
    lines: Iterable[str], arguments: Namespace, expected: str | None, rulebook: Rulebook
) -> VerifiedFloor:
    """Decide a floor again, and keep the lines of one table."""
    table = arguments.table
    floor = VerifiedFloor(FloorRun(rulebook), {}, [])
    try:
        for _ in replay_floor(floor.watched(entries(lines), table), floor.run, rulebook):
            pass
    except Unreadable as error:
        if error.refusal.code != "event-against-the-rules" or arguments.journal == STDOUT:
            raise
        several = _of_several_houses(arguments.journal, table, rulebook)
        if several is None:
            raise
        floor = several
    if expected is not None and floor.hash != expected:
        raise unreadable(
            "journal-ends-elsewhere",
            f"the journal does not end as expected: the hash of its streams is {floor.hash}",
            "look for lines dropped, added or written anew",
        )
    if table is not None and not floor.entries:
        known = ", ".join(floor.run.tables) or "none"
        raise unreadable("no-such-table", f"the journal has no table {table}", f"it has {known}")
    return floor


def _of_several_houses(path: str, table: str | None, rulebook: Rulebook) -> VerifiedFloor | None:
    """Return a floor whose streams are sound, in whatever order several houses wrote their lines.

    None if they are not, or if what this needs is not installed.
    """
    try:
        from pitboss.house.replaying import replay_streams
    except ModuleNotFoundError:
        return None
    floor = VerifiedFloor(FloorRun(rulebook), {}, [])

    def reader(places: list[int]) -> Callable[[], Iterable[Entry]]:
        return lambda: floor.watched(entries(_lines_at(path, places)), table)

    try:
        streams = {name: reader(places) for name, places in _places(path).items()}
        run, owed = replay_streams(streams, rulebook)
        return floor._replace(run=run, owed=owed)
    except Unreadable:
        return None


def _places(path: str) -> dict[str, list[int]]:
    """Return where in a file the lines of each stream begin."""
    places: dict[str, list[int]] = {}
    with open(path, "rb") as file:
        at = 0
        for line in file:
            stream = line.partition(b'"stream":"')[2].partition(b'"')[0]
            places.setdefault(stream.decode("utf-8", "replace"), []).append(at)
            at += len(line)
    return places


def _lines_at(path: str, places: list[int]) -> Iterator[str]:
    with open(path, "rb") as file:
        for place in places:
            file.seek(place)
            yield file.readline().decode("utf-8-sig", "surrogateescape")


def print_floor(arguments: Namespace, floor: VerifiedFloor) -> int:
    """Print what a floor came to."""
    lines = sum(count for count, _ in floor.streams.values())
    if arguments.format == "json":
        streams = {
            name: {"lines": count, "last_hash": last}
            for name, (count, last) in floor.streams.items()
        }
        sound = {"file": arguments.journal, "sound": True, "lines": lines, "last_hash": floor.hash}
        owed = {"owed": list(floor.owed)} if floor.owed else {}
        print_json({**sound, **owed, "streams": streams, **floor_data(floor.run)})
        return 0
    print_text(f"{arguments.journal} is sound", "bold")
    print(f"  floor      {floor.run.floor.name}")
    print(f"  lines      {lines:,} in {len(floor.streams)} streams")
    print(f"  hash       {floor.hash}")
    print("             (of all streams; note it elsewhere, and give it with --expect)")
    for what in floor.owed:
        print_text(f"  owed       {what}")
    print()
    rows = [(name, f"{count:,}", last) for name, (count, last) in sorted(floor.streams.items())]
    print_table(("stream", "lines", "last hash"), rows, right=(1,))
    print_jackpots(floor.run)
    return 0
