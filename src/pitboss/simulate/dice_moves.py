"""What a roll does to a shooter's hand, as a table that the kernels look up.

Counters stand in lanes of six bits, ten to a word. One word counts the totals other than seven; the
line word counts sevens, points made and line wins.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.craps import COME_OUT_WINNERS, POINTS, SEVEN, TOTALS
from pitboss.games.craps_features import MOST_COUNTED

Words = NDArray[np.uint64]

OUTCOMES = 6**6
"""The throws of six dice; also what three rolls of two dice can show."""
THROWS = 4096
SHOOTERS = 256
"""What a stream is: so many throws, or so many shooters."""

HIGHEST = MOST_COUNTED + 1
"""The highest count that a sentence can tell from the next lower one."""

LANE = 6
LANES = 10
NUMBERS = tuple(total for total in TOTALS if total != SEVEN)
LINE = ("sevens", "points_made", "line_wins")

PLACES = 511
ENDS_HAND, ENDS_ANY_SEVEN, MOVED = 9, 10, 12
"""Bits of a move. Below them stands the next place, from the last on what the line word gains."""


class Chain(NamedTuple):
    """What a roll does. A roll is a number below 36: the faces of two dice."""

    moves: Words
    """By place plus roll. Places are the come-out and the six points, before and after a seven."""
    totals: Words
    """By roll: what the word of totals gains."""


class Sheet(NamedTuple):
    """How the cells of some groups of counters are found. Starts have one more at the end."""

    terms: NDArray[np.int64]
    """Where the counters of each group start."""
    lanes: NDArray[np.int64]
    """Where the lanes of each counter start: what it sums."""
    words: NDArray[np.int64]
    shifts: Words
    """Where each lane stands. Words 0 and 1 are those at the seven-out, 2 and 3 at any seven."""
    cuts: NDArray[np.int64]
    """Where the cuts of each counter start."""
    least: NDArray[np.int32]
    share: NDArray[np.int32]
    """The least count beyond a cut, and what the cell gains there."""
    offsets: NDArray[np.int64]
    """The number of each group's first cell."""


@cache
def chain() -> Chain:
    """Return the moves of a shooter's hand, by the rules of :mod:`pitboss.games.craps`."""
    points = (None, *POINTS)
    moves = np.zeros((2, len(points), 36), dtype=np.uint64)
    totals = np.zeros(36, dtype=np.uint64)
    for roll in range(36):
        total = 2 + roll // 6 + roll % 6
        totals[roll] = 1 << LANE * NUMBERS.index(total) if total != SEVEN else 0
        for at, point in enumerate(points):
            for after_seven in (False, True):
                moves[int(after_seven), at, roll] = _move(after_seven, point, total)
    return Chain(moves.reshape(-1), totals)


def _move(after_seven: bool, point: int | None, total: int) -> int:
    is_seven = total == SEVEN
    first_seven = is_seven and not after_seven
    if is_seven and point is not None:
        return 1 << ENDS_HAND | first_seven << ENDS_ANY_SEVEN
    made = point is not None and total == point
    wins = made or (point is None and total in COME_OUT_WINNERS)
    if made:
        point = None
    elif point is None and total in POINTS:
        point = total
    place = 0 if point is None else 1 + POINTS.index(point)
    place += (after_seven or is_seven) * (1 + len(POINTS))
    line = is_seven | made << LANE | wins << 2 * LANE
    return 36 * place | first_seven << ENDS_ANY_SEVEN | line << MOVED
