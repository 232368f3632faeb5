"""Throws of 3 Dice Baccarat, counted by outcome.

A random stream is a block of 4,096 throws. A cell is an outcome: its digits to base 6, the highest
first, are the three dice of the Player's cup and the three of the Banker's, less one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pitboss.games import Throw
from pitboss.games.three_dice import FACES, Cup
from pitboss.games.three_dice_features import CUP_FACTS
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.simulate.counting import Counted, counted_dice, counts_by_row
from pitboss.simulate.dice_moves import OUTCOMES, THROWS
from pitboss.simulate.parallel import Piece
from pitboss.simulate.shoes import check_seed


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowPlan:
    """How throws are counted. One plan serves every table of 3 Dice Baccarat."""

    seed: int

    typical = THROWS
    """The rounds of a stream."""
    piece_size = 8192

    def __post_init__(self) -> None:
        check_seed(self.seed)

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Throw the streams of a piece; with ``most``, stop after exactly so many throws."""
        from pitboss.simulate.numba_engine import dice as kernels

        rounds = THROWS * piece.number if most is None else min(THROWS * piece.number, most)
        counts = np.zeros(OUTCOMES, dtype=np.int64)
        seed, start = np.uint64(self.seed), np.uint64(piece.first)
        kernels.count_throws(seed, start, 0, counts)  # compiles
        began = perf_counter()
        kernels.count_throws(seed, start, rounds, counts)
        return counted_dice(counts, rounds, -(-rounds // THROWS), perf_counter() - began)

    def rows(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: object = None
    ) -> NDArray[np.int16]:
        """Play sessions; return the row that each table pays, by table, session and throw."""
        from pitboss.simulate.numba_engine import dice as kernels

        outcomes = np.empty((piece.number, rounds), dtype=np.uint16)
        kernels.play_throws(np.uint64(self.seed), np.uint64(piece.first), outcomes)
        return np.stack([_row_numbers(table)[outcomes] for table in tables])

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how many throws hit each row of a table, and last how many bets lose."""
        return counts_by_row(table, _row_numbers(table)[counted.cells], counted.counts)


def _row_numbers(table: PayTable) -> NDArray[np.int16]:
    """Return the row that a table pays for every outcome; -1 where the bet loses.

    Sentences speak of the facts of the cups, so cups that read alike are asked about once.
    """
    if table.wager.kind != "three-dice":
        raise unreadable(
            "wager-of-another-game",
            f"{table.wager.path} is not a wager of 3 Dice Baccarat",
            "choose wagers of one kind of game",
            table.cite,
        )
    kinds, typical = _cups()
    throws = ([Throw(one, other) for other in typical] for one in typical)
    pays = np.array(
        [[table.number_for(table.level.row(throw)) for throw in row] for row in throws],
        dtype=np.int16,
    )
    return pays[kinds[:, None], kinds].ravel()


@cache
def _cups() -> tuple[NDArray[np.intp], tuple[Cup, ...]]:
    """Return the kind of every cup, and a cup of every kind: those of a kind have equal facts."""
    known: dict[tuple[object, ...], int] = {}
    typical: list[Cup] = []
    kinds = []
    for cup in product(FACES, FACES, FACES):
        kind = known.setdefault(tuple(fact.of(cup) for fact in CUP_FACTS), len(known))
        kinds.append(kind)
        if kind == len(typical):
            typical.append(cup)
    return np.array(kinds), tuple(typical)
