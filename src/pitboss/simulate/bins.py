"""Where kernels count: one slot per cell, or slots by hash where cells are too many."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

DENSE = 1 << 23
"""Up to so many cells, each has a slot of its own: at most 64 MB, of which little is touched."""

SLOTS = 1 << 17
"""Slots that a piece starts with where there are more cells; few enough for the cache."""


class Bins(NamedTuple):
    """Empty counters for one piece of work, as the kernels take them."""

    counts: NDArray[np.int64]
    keys: NDArray[np.uint64]
    """The cell of each slot, where slots are found by hash."""
    notes: NDArray[np.uint64]
    """By slots in the order of their first use: the slot, and its witness, in columns 1 and 2. How
    many there are stands at the start of column 0."""
    shift: np.uint64
    """What a hash is shifted by; 0 if a cell is its own slot."""

    def gathered(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
        """Return the cells that came up, in rising order, their counts and their witnesses."""
        _, slots, witnesses = self.notes[: int(self.notes[0, 0])].T
        cells = self.keys[slots] if self.shift else slots
        order = np.argsort(cells)
        return cells[order].astype(np.int64), self.counts[slots[order]], witnesses[order]


def bins_for(cells: int, rounds: int, slots: int) -> Bins:
    """Return bins for so many cells and at most so many rounds; ``slots`` if there is a hash."""
    dense = cells <= DENSE
    size = cells if dense else slots
    return Bins(
        counts=np.zeros(size, dtype=np.int64),
        keys=np.empty(0 if dense else size, dtype=np.uint64),
        notes=np.zeros((max(1, min(size, rounds)), 3), dtype=np.uint64),
        shift=np.uint64(0 if dense else 65 - size.bit_length()),
    )


def slots_for(rounds: int) -> int:
    """Return slots of which so many rounds cannot use more than half: a power of two."""
    return 1 << (2 * rounds - 1).bit_length()
