"""Snapshots held against a fold: what does not fit is told, and what would mislead is damage."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.reading import rows
from pitboss.house.snapshots import TAKEN_BY, own_hash, snapshot_text, state_of
from pitboss.house.store import Head
from pitboss.jackpot.link import Link
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.state import Table

_QUERY = "SELECT stream, version, head, code, body, hash FROM snapshot ORDER BY stream, version"


class Snapshot(NamedTuple):
    """A state that is kept, with a hash of its own that is right."""

    stream: str
    head: Head
    body: str


class Snapshots:
    """The snapshots of a database, each compared when its stream comes by its line."""

    def __init__(self, connection: Connection, rulebook: Rulebook | None) -> None:
        self.rulebook = rulebook
        self.warnings: list[str] = []
        self.count = 0
        self._waiting: dict[tuple[str, int], Snapshot] = {}
        for stream, version, head, code, body, own in rows(connection, _QUERY):
            self.count += 1
            where = Head(version, head)
            if own != own_hash(stream, where, code, body):
                self._warn(stream, version, "damaged: its hash is not that of what it says")
            elif code != TAKEN_BY:
                self._warn(stream, version, f"stale: it is of {code}")
            else:
                self._waiting[stream, version] = Snapshot(stream, where, body)

    def compare(self, stream: str, version: int, hash: str, state: Table | Link) -> None:
        """Hold the snapshot of a line against the state that the lines lead to."""
        kept = self._waiting.pop((stream, version), None)
        if kept is None:
            return
        if kept.head.hash != hash:
            self._warn(stream, version, "stale: it is of another line")
        elif kept.body != snapshot_text(state) and self._other(kept, state):
            raise unreadable(
                "snapshot-altered",
                f"{stream}, line {version}: the snapshot is not what the lines lead to",
                "delete it: the house folds the lines again",
            )

    def _other(self, kept: Snapshot, state: Table | Link) -> bool:
        """Say whether a snapshot that is written otherwise is another state, too."""
        try:
            return state_of(kept.stream, kept.body, self.rulebook) != state
        except (Unreadable, ValueError, LookupError, TypeError):
            self._warn(kept.stream, kept.head.version, "damaged: it cannot be read")
            return False

    def end(self) -> None:
        """Tell of snapshots whose lines never came."""
        for stream, version in self._waiting:
            self._warn(stream, version, "stale: the journal has no such line")

    def _warn(self, stream: str, version: object, why: str) -> None:
        self.warnings.append(f"the snapshot of {stream} at line {version} is {why}")
