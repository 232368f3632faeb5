"""Throws of 3 Dice Baccarat, counted by outcome.

A random stream is a block of 4,096 throws. A cell is an outcome: its digits to base 6, the highest
first, are the three dice of the Player's cup and the three of the Banker's, less one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
from pitboss.simulate.extra import Engine, default_engine
from pitboss.simulate.lanes import dice as lanes
from pitboss.simulate.lanes.dice import OUTCOMES, THROWS
from pitboss.simulate.pieces import Counted, Piece
from pitboss.simulate.shoes import check_seed


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowPlan:
    """How throws are counted. One plan serves every table of 3 Dice Baccarat."""

    seed: int
    engine: Engine = field(default_factory=default_engine)

    typical = THROWS
    """The rounds of a stream."""

    def __post_init__(self) -> None:
        check_seed(self.seed)

    @property
    def piece_size(self) -> int:
        """Streams that are worth a piece of work: about a tenth of a second of a kernel's time."""
        return 8192 if self.engine == "numba" else 512

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Throw the streams of a piece; with ``most``, stop after exactly so many throws."""
        rounds = THROWS * piece.number if most is None else min(THROWS * piece.number, most)
        found = np.zeros(OUTCOMES, dtype=np.int64)
        seconds = self._count(piece.first, rounds, found)
        cells = np.flatnonzero(found)
        return Counted(
            rounds=rounds,
            voids=0,
            cells=cells,
            counts=found[cells],
            witnesses=np.empty(0, dtype=np.uint64),
            seconds=seconds,
            streams=-(-rounds // THROWS),
        )

    def _count(self, first: int, rounds: int, found: NDArray[np.int64]) -> float:
        if self.engine == "numba":
            from pitboss.simulate.numba_engine import dice as kernels

            seed, start = np.uint64(self.seed), np.uint64(first)
            kernels.count_throws(seed, start, 0, found)  # compiles
            began = perf_counter()
            kernels.count_throws(seed, start, rounds, found)
        else:
            began = perf_counter()
            lanes.count_throws(self.seed, first, rounds, found)
        return perf_counter() - began

    def rows(self, tables: Sequence[PayTable], piece: Piece, rounds: int) -> NDArray[np.int16]:
        """Play sessions; return the row that each table pays, by table, session and throw.

        A bet that loses has row -1. Session s has the streams from s * 2**20 on, each used up
        before the next.
        """
        outcomes = np.empty((piece.number, rounds), dtype=np.uint16)
        if self.engine == "numba":
            from pitboss.simulate.numba_engine import dice as kernels

            kernels.play_throws(np.uint64(self.seed), np.uint64(piece.first), outcomes)
        else:
            lanes.play_throws(self.seed, piece.first, outcomes)
        found = np.empty((len(tables), piece.number, rounds), dtype=np.int16)
        for at, table in enumerate(tables):
            found[at] = _row_numbers(table)[outcomes]
        return found

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how many throws hit each row of a table, and last how many bets lose."""
        found = np.zeros(len(table.rows) + 1, dtype=np.int64)
        np.add.at(found, _row_numbers(table)[counted.cells], counted.counts)
        return found


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
