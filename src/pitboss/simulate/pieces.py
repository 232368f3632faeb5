"""Pieces of a simulation: which of a seed's random streams to use up, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.rulebook import PayTable
from pitboss.simulate.extra import Engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Piece(NamedTuple):
    """Consecutive streams of a seed: shoes, blocks of throws or of shooters, or sessions."""

    first: int
    number: int


def pieces(first: int, number: int, size: int) -> Iterator[Piece]:
    """Cut a run of streams into pieces of one size; the last may be smaller.

    >>> list(pieces(10, 5, 2))
    [Piece(first=10, number=2), Piece(first=12, number=2), Piece(first=14, number=1)]
    """
    for start in range(first, first + number, size):
        yield Piece(start, min(size, first + number - start))


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

    cells = np.concatenate([one.cells for one in parts])
    found, first, places = np.unique(cells, return_index=True, return_inverse=True)
    counts = np.zeros(len(found), dtype=np.int64)
    np.add.at(counts, places, np.concatenate([one.counts for one in parts]))
    witnesses = np.concatenate([one.witnesses for one in parts])
    return Counted(
        rounds=sum(one.rounds for one in parts),
        voids=sum(one.voids for one in parts),
        cells=found,
        counts=counts,
        witnesses=witnesses[first] if len(witnesses) else witnesses,
        seconds=sum(one.seconds for one in parts),
        streams=sum(one.streams for one in parts),
    )


class Plan(Protocol):
    """How the outcomes of one kind of game are counted. Plain arrays and numbers: it pickles."""

    @property
    def seed(self) -> int:
        """The seed of all streams."""

    @property
    def engine(self) -> Engine:
        """What counts."""

    @property
    def typical(self) -> float:
        """About as many rounds as a stream has, or a few less."""

    @property
    def piece_size(self) -> int:
        """How many streams are worth a piece of work."""

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Play the streams of a piece; with ``most``, stop after exactly so many rounds."""

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how often each row of a pay table was hit, and at the end how often none was."""

    def rows(self, tables: Sequence[PayTable], piece: Piece, rounds: int) -> NDArray[np.int16]:
        """Play sessions; return the row of each pay table that each round of each session hits.

        Session s has the streams from s * 2**20 on; -1 where the bet loses.
        """
