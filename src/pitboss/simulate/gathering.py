"""Counting rounds piece by piece, wherever they are played, until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from math import ceil

from pitboss.simulate.farm import Place, gather
from pitboss.simulate.pieces import Counted, Piece, Plan, merged, nothing, pieces

Progress = Callable[[int, int], None]
"""Told the rounds counted, 0 at first, and the rounds there will be; of shoes, as is likely."""

SMALL_PIECE = 256
"""Streams that are not worth cutting up for the sake of another worker."""

TRAIL = 1.05
"""How much more each point of the way to the estimate has counted than the one before."""

FIRST_PIECE = 16
"""The streams of the first piece where the way to the estimate is kept; each next has more."""


class Gathering:
    """What has been counted so far. It is replaced as a whole: an interruption leaves it sound."""

    def __init__(
        self,
        plan: Plan,
        place: Place,
        workers: int,
        *,
        piece: int,
        keep_trail: bool,
        progress: Progress | None,
    ) -> None:
        self.plan = plan
        self.place = place
        self.workers = workers
        self.piece = piece
        self.keep_trail = keep_trail
        self.progress = progress
        self.found = nothing()
        self.pieces = 0
        """How many pieces were done."""
        self.trail: list[Counted] = []

    def count_streams(self, streams: int, rounds: int | None = None) -> None:
        """Count so many streams more, but not beyond so many rounds in all."""
        wanted = self.found.streams + streams
        if not self.found.streams:
            self._tell(rounds or ceil(streams * self.plan.typical))
        size = min(self.piece, max(SMALL_PIECE, streams // (4 * self.workers)))
        cut = self._growing if self.keep_trail else pieces
        parts = cut(self.found.streams, streams, size)
        with closing(gather(self.plan.count, parts, self.place)) as done:
            for piece, part in done:
                left = part.rounds if rounds is None else rounds - self.found.rounds
                if part.rounds > left or (part.rounds == left and part.voids):
                    part = self.plan.count(piece, left)  # a void round after the last is not seen
                self._add(part)
                seen = self.found.rounds
                self._tell(rounds or seen * wanted // self.found.streams)
                if seen == rounds:
                    return

    def count_rounds(self, rounds: int) -> None:
        """Count the first so many rounds of the seed's streams.

        As many streams are begun as should do, and a few more; the last one is stopped in time.
        """
        while left := rounds - self.found.rounds:
            self.count_streams(ceil(left / self.plan.typical), rounds)

    def _add(self, part: Counted) -> None:
        self.found = merged([self.found, part])
        self.pieces += 1
        if self.keep_trail and (
            not self.trail or self.found.rounds > self.trail[-1].rounds * TRAIL
        ):
            self.trail.append(self.found)

    @property
    def way(self) -> tuple[Counted, ...]:
        """What was counted on the way, if that is kept; the last is all there is."""
        if not self.trail or self.trail[-1].rounds == self.found.rounds:
            return tuple(self.trail)
        return (*self.trail, self.found)

    def _tell(self, rounds: int) -> None:
        if self.progress is not None:
            self.progress(self.found.rounds, rounds)

    def _growing(self, first: int, number: int, size: int) -> Iterator[Piece]:
        """Cut streams into pieces that grow with what was counted, for a trail of even steps."""
        end = first + number
        while first < end:
            step = min(max(FIRST_PIECE, first // 8), size, end - first)
            yield Piece(first, step)
            first += step
