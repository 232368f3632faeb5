"""``house verify``: all that a database holds, held against the lines of its streams.

The chains of the streams hold the lines, checkpoints hold the chains together, and everything else
follows from what the lines say. What no database can show by itself is a tail that was cut off
with the checkpoints over it, the last checkpoints dropped, or a record written anew as a whole: for
that, somebody else must have noted the seal over all heads and the last checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.cached import Snapshots
from pitboss.house.chains import Chain, shown
from pitboss.house.checkpoints import root_of, seal_of
from pitboss.house.claims import Claims, claims_of
from pitboss.house.consequences import Consequences
from pitboss.house.crossing import Crossing
from pitboss.house.database import Database, failure
from pitboss.house.derived import Odometers, Transfers
from pitboss.house.following import followed
from pitboss.house.journal.holding import IndexSums
from pitboss.house.reading import Row, rows
from pitboss.house.store import Head
from pitboss.jackpot.floor_run import AnyRecorder
from pitboss.jackpot.streams import LinkRecorder
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.damage import RESTORE
from pitboss.table.record.frames import frame_of
from pitboss.table.record.journal import HOUSE, STREAM, Entry, read_line
from pitboss.table.record.recorder import Recorder

Progress = Callable[[int, int], None]
MANY_LINES = 20_000
"""So many lines without a checkpoint are told: a house writes one more often."""


class Verified(NamedTuple):
    """What a sound database holds."""

    heads: dict[str, Head]
    events: int
    """Facts, of which a line may have several."""
    transfers: int
    checkpoints: int
    snapshots: int
    warnings: tuple[str, ...]
    """What is no damage, and should be known."""
    checkpoint: str
    """The hash of the last checkpoint."""

    @property
    def streams(self) -> int:
        """How many streams there are."""
        return len(self.heads)

    @property
    def lines(self) -> int:
        """How many lines all streams have."""
        return sum(head.version for head in self.heads.values())

    @property
    def root(self) -> str:
        """One hash for the heads of all streams, as ``pitboss replay`` has it of an export."""
        return root_of(self.heads)

    @property
    def seal(self) -> str:
        """One hash for the heads and the checkpoints: what to note elsewhere."""
        return seal_of(self.root, self.checkpoint)


def verify(
    database: Database,
    *,
    redecide: bool = False,
    chains_only: bool = False,
    expect: str | None = None,
    rulebook: Rulebook | None = None,
    progress: Progress | None = None,
) -> Verified:
    """Return what a sound database holds, or raise ``Unreadable`` naming the first bad line.

    With ``redecide`` every command is decided again, and what streams tell of each other is
    compared; with ``chains_only`` nothing but rows, chains and checkpoints is looked at, which is
    fast. ``expect`` is the seal that was noted, or the root, which says nothing of checkpoints.
    """
    database.ready()
    with _in_words(database), database.reading() as connection:
        whole = Verification(connection, rulebook, redecide=redecide, progress=progress)
        verified = whole.chains() if chains_only else whole.everything()
        if expect is not None:
            _refuse_other(verified, expect, whole.claims)
        return verified


@contextmanager
def _in_words(database: Database) -> Iterator[None]:
    """Turn what a driver cannot do into one line with the remedy."""
    drivers_error: type[Exception] = database.engine.dialect.loaded_dbapi.Error
    try:
        yield
    except drivers_error as error:
        raise failure(database, error) from None


def _refuse_other(verified: Verified, expect: str, claims: Claims) -> None:
    if expect in (verified.seal, verified.root):
        return
    why = f"its seal is {verified.seal}, and its root {verified.root}"
    remedy = "look for lines or checkpoints dropped, added or written anew"
    if expect in claims.noted:
        why = f"it goes on after checkpoint {claims.noted[expect]}, where it was as expected"
        remedy = "look for lines or checkpoints added at its end"
    raise unreadable(
        "journal-ends-elsewhere", f"the journal does not end as expected: {why}", remedy
    )


class Verification:
    """One reading of a database, stream by stream."""

    def __init__(
        self,
        connection: Connection,
        rulebook: Rulebook | None = None,
        *,
        redecide: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self.connection, self.rulebook, self.redecide = connection, rulebook, redecide
        self.progress = progress
        self.total = connection.execute(sa.text("SELECT count(*) FROM journal")).scalar() or 0
        self.claims = claims_of(connection)
        self.named = [
            (table, name)
            for table in ("journal", "transfer", "odometer")
            for (name,) in rows(connection, f"SELECT DISTINCT stream FROM {table}")
        ]
        """What each table has rows of, whether or not it is a stream."""
        self.heads: dict[str, Head] = {}
        self.events, self.transfers, self.done = 0, 0, 0
        self.run = Consequences(rulebook)

    # --- rows, chains and checkpoints ---

    def chains(self) -> Verified:
        """Verify rows, chains and checkpoints."""
        for stream in self._streams():
            for _ in self._pieces(stream):
                pass
        self._refuse_strays()
        return self._verified(0, self._warnings())

    def _streams(self) -> list[str]:
        """Return what streams there are, by any table: the house, then links, then tables."""
        named = self.claims.lines.keys() | {name for _, name in self.named}
        known = [name for name in named if isinstance(name, str) and STREAM.fullmatch(name)]
        return sorted(known, key=order_of)

    def _pieces(self, stream: str) -> Iterator[list[Row]]:
        chain = Chain(stream, self.claims.lines.get(stream, {}))
        for piece in chain.checked(self.connection):
            yield piece
            self.done += len(piece)
            if self.progress is not None:
                self.progress(min(self.done, self.total), self.total)
        self.events += chain.events
        if chain.lines:
            self.heads[stream] = Head(chain.lines, chain.last)

    def _refuse_strays(self) -> None:
        """Refuse rows of what is no stream."""
        for table, name in self.named:
            if name not in self.heads:
                raise self._stray(table, name)

    def _stray(self, table: str, name: object) -> Exception:
        what = f"a row of {table} is of {shown(name)}, which is no stream"
        if table == "journal":
            query = "SELECT body FROM journal WHERE stream = ?"
            body = next(rows(self.connection, query, (name,)))[0]
            frame = frame_of(body) if isinstance(body, str) else None
            if frame is not None:
                what = f"{frame.stream}, line {frame.sequence}: {what}"
        return unreadable("journal-altered", what, RESTORE)

    # --- what follows from the lines ---

    def everything(self) -> Verified:
        """Verify chains and checkpoints, and hold all that is derived against the lines."""
        odometers, snapshots = Odometers(), Snapshots(self.connection, self.rulebook)
        index = IndexSums()
        crossing = Crossing(self.run) if self.redecide else None
        for stream in self._streams():
            transfers = Transfers(self.connection, stream)
            recorder = self._recorder(stream)
            steps = followed(recorder, self._entries(stream), self.rulebook, redecide=self.redecide)
            for step in steps:
                line = step.line
                transfers.compare(line.sequence, line.facts)
                odometers.add(stream, line.sequence, line.facts)
                index.add(line)
                snapshots.compare(stream, line.sequence, recorder.journal.last, step.after)
                if crossing is not None:
                    crossing.add(step)
            transfers.end(recorder.sequence)
            self.transfers += transfers.count
            if stream == HOUSE and self.run.house.state.floor is not None:
                self.run.open_links()
        self._refuse_strays()
        odometers.compare(self.connection)
        index.compare(self.connection)
        snapshots.end()
        owed = () if crossing is None else crossing.end()
        return self._verified(snapshots.count, (*self._warnings(), *snapshots.warnings, *owed))

    def _entries(self, stream: str) -> Iterator[Entry]:
        for piece in self._pieces(stream):
            for row in piece:
                number, body, hash = row[0], row[-2], row[-1]
                yield Entry(number, read_line(number, body), hash)

    def _recorder(self, stream: str) -> AnyRecorder:
        """Return what goes along with a stream; one that the floor lacks is followed, too."""
        kind, _, id = stream.partition("/")
        if kind == HOUSE:
            return self.run.house
        if kind == "link":
            return self.run.links.get(id) or LinkRecorder(id, "")
        return self.run.tables.setdefault(id, Recorder(stream))

    def _warnings(self) -> list[str]:
        lines = sum(head.version for head in self.heads.values()) - self.claims.last
        if self.claims.checkpoints and lines < MANY_LINES:
            return []
        what = f"no checkpoint knows the last {lines:,} lines"
        return [f"{what}: only --expect shows whether they are all"]

    def _verified(self, snapshots: int, warnings: list[str] | tuple[str, ...]) -> Verified:
        if HOUSE not in self.heads:
            raise unreadable(
                "no-house", "the database holds no floor", "make one with pitboss house init"
            )
        counted = (self.events, self.transfers, self.claims.checkpoints, snapshots)
        return Verified(self.heads, *counted, tuple(warnings), self.claims.hash)


def order_of(stream: str) -> tuple[bool, str, int, str]:
    """Return by what streams are sorted: the house, then jackpots, then tables by their numbers."""
    kind, _, id = stream.partition("/")
    return stream != HOUSE, kind, int(id) if id.isdecimal() else 0, id
