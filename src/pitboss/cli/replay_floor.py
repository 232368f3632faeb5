"""The journal of a floor: every stream verified, every command decided again."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.cli.floor import print_jackpots
from pitboss.cli.output import print_json, print_table, print_text
from pitboss.jackpot.data import floor_data
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.replaying import floor_hash, replay_floor
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.journal import Entry, entries


class VerifiedFloor(NamedTuple):
    """A floor rebuilt from its journal."""

    run: FloorRun
    streams: dict[str, tuple[int, str]]
    """Of each stream how many lines it has, and the hash of the last."""
    entries: list[Entry]
    """The lines of the table that was asked for."""

    @property
    def hash(self) -> str:
        """One hash for the heads of all streams: what to note elsewhere."""
        return floor_hash(self.streams)


def verified(
    lines: Iterable[str], expected: str | None, rulebook: Rulebook, table: str | None
) -> VerifiedFloor:
    """Decide a floor again, and keep the lines of one table."""
    floor = VerifiedFloor(FloorRun(rulebook), {}, [])

    def watched() -> Iterator[Entry]:
        for entry in entries(lines):
            stream = entry.line.stream
            floor.streams[stream] = entry.line.sequence, entry.hash
            if stream == f"table/{table}":
                floor.entries.append(entry)
            yield entry

    for _ in replay_floor(watched(), floor.run, rulebook):
        pass
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


def print_floor(arguments: Namespace, floor: VerifiedFloor) -> int:
    """Print what a floor came to."""
    lines = sum(count for count, _ in floor.streams.values())
    if arguments.format == "json":
        streams = {
            name: {"lines": count, "last_hash": last}
            for name, (count, last) in floor.streams.items()
        }
        sound = {"file": arguments.journal, "sound": True, "lines": lines, "last_hash": floor.hash}
        print_json({**sound, "streams": streams, **floor_data(floor.run)})
        return 0
    print_text(f"{arguments.journal} is sound", "bold")
    print(f"  floor      {floor.run.floor.name}")
    print(f"  lines      {lines:,} in {len(floor.streams)} streams")
    print(f"  hash       {floor.hash}")
    print("             (of all streams; note it elsewhere, and give it with --expect)\n")
    rows = [(name, f"{count:,}", last) for name, (count, last) in sorted(floor.streams.items())]
    print_table(("stream", "lines", "last hash"), rows, right=(1,))
    print_jackpots(floor.run)
    return 0
