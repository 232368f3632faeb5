"""Rounds of a kind that lists its outcomes, such as throws of dice, counted by draw.

A random stream is a block of 4,096 rounds. A draw is a number below that of all equally likely
ways. At 3 Dice Baccarat its digits to base 6, the highest first, are the three dice of the Player's
cup and the three of the Banker's, less one; ``Kind.draws`` says which outcome a draw is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pitboss.games import KINDS, Kind, kind_named
from pitboss.odds.listed import listed, rows_listed
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.simulate.counting import Counted, counted_dice, counts_by_row
from pitboss.simulate.dice_moves import THROWS
from pitboss.simulate.parallel import Piece
from pitboss.simulate.shoes import check_seed

MOST_WAYS = 2**22
"""So many can be told apart, for which counting takes 32 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlan:
    """How rounds are counted, for every table of a kind. Build it with :func:`listed_plan`."""

    kind: str
    seed: int
    ways: int

    typical = THROWS
    """The rounds of a stream."""
    piece_size = 8192

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Play the streams of a piece; with ``most``, stop after exactly so many rounds."""
        from pitboss.simulate.numba_engine import dice as kernels

        rounds = THROWS * piece.number if most is None else min(THROWS * piece.number, most)
        counts = np.zeros(self.ways, dtype=np.int64)
        seed, start = np.uint64(self.seed), np.uint64(piece.first)
        kernels.count_throws(seed, start, 0, counts)  # compiles
        began = perf_counter()
        kernels.count_throws(seed, start, rounds, counts)
        return counted_dice(counts, rounds, -(-rounds // THROWS), perf_counter() - began)

    def rows(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: object = None
    ) -> NDArray[np.int16]:
        """Play sessions; return the row that each table pays, by table, session and round."""
        from pitboss.simulate.numba_engine import dice as kernels

        draws = np.empty((piece.number, rounds), dtype=np.uint32)
        kernels.play_throws(np.uint64(self.seed), np.uint64(piece.first), self.ways, draws)
        return np.stack([self._row_numbers(table)[draws] for table in tables])

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how many rounds hit each row of a table, and last how many bets lose."""
        return counts_by_row(table, self._row_numbers(table)[counted.cells], counted.counts)

    def _row_numbers(self, table: PayTable) -> NDArray[np.int16]:
        """Return the row that a table pays for every draw; -1 where the bet loses."""
        if table.wager.kind != self.kind:
            raise unreadable(
                "wager-of-another-game",
                f"{table.wager.path} is not a wager of {self.kind}",
                "choose wagers of one kind of game",
                table.cite,
            )
        kind = kind_named(self.kind)  # a worker may not have it
        return np.array(rows_listed(kind, table.nodes), dtype=np.int16)[_outcomes(kind)]


def listed_plan(kind: str, seed: int) -> ListedPlan:
    """Return a plan that counts the rounds of a kind that lists its outcomes."""
    check_seed(seed)
    ways = sum(ways for _, ways in listed(KINDS[kind]))
    if ways > MOST_WAYS:
        raise unreadable(
            "too-many-cells",
            f"{kind} games have {ways:,} equally likely ways",
            f"let the kind list at most {MOST_WAYS:,}",
        )
    return ListedPlan(kind=kind, seed=seed, ways=ways)


@cache
def _outcomes(kind: Kind) -> NDArray[np.intp]:
    """Return which outcome of the list every draw is."""
    outcomes, ways = zip(*listed(kind), strict=True)
    if kind.draws is None:
        return np.repeat(np.arange(len(ways)), ways)
    places = {outcome: at for at, outcome in enumerate(outcomes)}
    return np.array([places[outcome] for outcome in kind.draws()])
