"""Counting rounds piece by piece, wherever they are played, until there are enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.odds.general import Progress
from pitboss.rulebook import PayTable
from pitboss.simulate.parallel import Backend, Piece, gather, pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SESSION_STREAMS = 2**20
"""Streams that a session has to itself: session s has those from s times this on."""

SMALL_PIECE = 256
"""Streams that are not worth cutting up for the sake of another worker."""

TRAIL = 1.05
"""How much more each point of the way to the estimate has counted than the one before."""

FIRST_PIECE = 16
"""The streams of the first piece where the way to the estimate is kept; each next has more."""


class Counted(NamedTuple):
    """Outcomes counted by cell. A cell holds what no sentence asked for tells apart."""

    rounds: int
    voids: int
    """Rounds that a dry shoe left without a result (30-2816(4)); they are in no cell."""
    cells: NDArray[np.int64]
    """The cells that came up, in rising order."""
    counts: NDArray[np.int64]
    witnesses: NDArray[np.uint64]
    """One outcome of each cell, packed; any will do. Empty where the cell says everything."""
    seconds: float = 0.0
    """Time spent counting, without compilation."""
    streams: int = 0


def nothing() -> Counted:
    """Return what no piece at all comes to."""
    import numpy as np

    return Counted(0, 0, np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint64))


def merged(parts: Sequence[Counted]) -> Counted:
    """Add up what was counted; a cell's witness is the first one given."""
    import numpy as np

    rounds, voids, cells, counts, witnesses, seconds, streams = zip(*parts, strict=True)
    known, first, places = np.unique(np.concatenate(cells), return_index=True, return_inverse=True)
    total = np.zeros(len(known), dtype=np.int64)
    np.add.at(total, places, np.concatenate(counts))
    seen = np.concatenate(witnesses)
    return Counted(
        sum(rounds), sum(voids), known, total, seen[first] if len(seen) else seen,
        sum(seconds), sum(streams),
    )  # fmt: skip


def counted_dice(counts: NDArray[np.int64], rounds: int, streams: int, seconds: float) -> Counted:
    """Return what dice came to; a cell of theirs says everything and needs no witness."""
    import numpy as np

    cells = np.flatnonzero(counts)
    none = np.empty(0, dtype=np.uint64)
    return Counted(rounds, 0, cells, counts[cells], none, seconds, streams)


def counts_by_row(
    table: PayTable, rows: NDArray[np.int16], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Add up counts by the row that each hits, -1 for a lost bet, which comes last."""
    import numpy as np

    found = np.zeros(len(table.rows) + 1, dtype=np.int64)
    np.add.at(found, rows, counts)
    return found


class Plan(Protocol):
    """How the outcomes of one kind of game are counted. Plain arrays and numbers: it pickles."""

    @property
    def seed(self) -> int:
        """The seed of all streams."""

    @property
    def typical(self) -> float:
        """About as many rounds as a stream has, or a few less."""

    @property
    def piece_size(self) -> int:
        """Streams that are worth a piece of work: about a tenth of a second."""

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Play the streams of a piece; with ``most``, stop after exactly so many rounds."""

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how often each row of a pay table was hit, and at the end how often none was."""

    def rows(
        self,
        tables: Sequence[PayTable],
        piece: Piece,
        rounds: int,
        seen: NDArray[np.uint64] | None = None,
        /,
    ) -> NDArray[np.int16]:
        """Play sessions; return the row of each pay table that each round of each session hits.

        -1 where the bet loses. Sessions have the streams that ``SESSION_STREAMS`` says. Players
        see cards in ``seen``, none with dice.
        """


@dataclass(kw_only=True)
class Counting:
    """What has been counted so far. It is replaced as a whole: an interruption leaves it sound."""

    plan: Plan
    backend: Backend
    workers: int
    piece: int
    keep_trail: bool
    progress: Progress | None
    """Told the rounds counted, 0 at first, and the rounds there will be; of shoes, as is likely."""
    counted: Counted = field(default_factory=nothing)
    pieces: int = 0
    """How many pieces were done."""
    trail: list[Counted] = field(default_factory=list)

    def count_streams(self, streams: int, rounds: int | None = None) -> None:
        """Count so many streams more, but not beyond so many rounds in all."""
        wanted = self.counted.streams + streams
        if not self.counted.streams:
            self._report(rounds or ceil(streams * self.plan.typical))
        size = min(self.piece, max(SMALL_PIECE, streams // (4 * self.workers)))
        cut = _growing if self.keep_trail else pieces
        parts = cut(self.counted.streams, streams, size)
        with closing(gather(self.plan.count, parts, self.backend)) as done:
            for piece, part in done:
                left = part.rounds if rounds is None else rounds - self.counted.rounds
                if part.rounds > left or (part.rounds == left and part.voids):
                    part = self.plan.count(piece, left)  # a void round after the last is not seen
                self._add(part)
                seen = self.counted.rounds
                self._report(rounds or seen * wanted // self.counted.streams)
                if seen == rounds:
                    return

    def count_rounds(self, rounds: int) -> None:
        """Count the first so many rounds of the seed's streams.

        As many streams are begun as should do, and a few more; the last one is stopped in time.
        """
        while left := rounds - self.counted.rounds:
            self.count_streams(ceil(left / self.plan.typical), rounds)

    def _add(self, part: Counted) -> None:
        self.counted = merged([self.counted, part])
        self.pieces += 1
        if self.keep_trail and (
            not self.trail or self.counted.rounds > self.trail[-1].rounds * TRAIL
        ):
            self.trail.append(self.counted)

    @property
    def way(self) -> tuple[Counted, ...]:
        """What was counted on the way, if that is kept; the last is all there is."""
        if not self.trail or self.trail[-1].rounds == self.counted.rounds:
            return tuple(self.trail)
        return (*self.trail, self.counted)

    def _report(self, rounds: int) -> None:
        if self.progress is not None:
            self.progress(self.counted.rounds, rounds)


def _growing(first: int, number: int, size: int) -> Iterator[Piece]:
    """Cut streams into pieces that grow with what was counted, for a trail of even steps."""
    end = first + number
    while first < end:
        step = min(max(FIRST_PIECE, first // 8), size, end - first)
        yield Piece(first, step)
        first += step
