"""Counting rounds piece by piece, wherever they are played, until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from pitboss.simulate.farm import Place, gather
from pitboss.simulate.pieces import Counted, Piece, Plan, merged, nothing, pieces

Progress = Callable[[int, int], None]
"""Told the rounds counted, and the rounds there will be; of shoes, how many are likely."""

SMALL_PIECE = 256
"""Streams that are not worth cutting up for the sake of another worker."""

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
        size = min(self.piece, max(SMALL_PIECE, streams // (4 * self.workers)))
        cut = self._growing if self.keep_trail else pieces
        parts = cut(self.found.streams, streams, size)
        with closing(gather(self.plan.count, parts, self.place)) as done:
            for piece, part in done:
                if rounds is not None and self.found.rounds + part.rounds >= rounds:
                    part = self.plan.count(piece, rounds - self.found.rounds)
                self._add(part)
                seen = self.found.rounds
                self._tell(rounds or seen * wanted // self.found.streams)
                if seen == rounds:
                    return

    def count_rounds(self, rounds: int) -> None:
        """Count the first so many rounds of the seed's streams.

        Whole streams first, as many as surely fit; in the end one piece that stops in time.
        """
        longest = self.plan.longest
        while streams := (rounds - self.found.rounds) // longest:
            self.count_streams(streams, rounds)
            average = -(-self.found.rounds // self.found.streams)
            longest = min(longest, average + 1)
            if streams < self.piece:
                break
        left = rounds - self.found.rounds
        if left:
            self._add(self.plan.count(Piece(self.found.streams, left), left))
            self._tell(rounds)

    def _add(self, part: Counted) -> None:
        self.found = merged([self.found, part])
        self.pieces += 1
        if self.keep_trail:
            self.trail.append(self.found)

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
