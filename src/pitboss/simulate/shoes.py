"""Seeded shoes as everyone at the table sees them, many side by side.

**Cards.** Shoe number k of a seed is the one that simulation deals too: its stream, how it is
shuffled, burnt and dealt to the last hand are those of :mod:`pitboss.simulate.numba_engine.coups`.
So a shoe does not depend on how many others are dealt, in which chunks, or where.

**What is seen.** Everyone at the table sees the first card and every coup, and no other burnt
card. A burnt card that nobody saw is as likely to be any of the unseen cards as one in the shoe,
so the composition before a coup is that of all cards not seen yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.refusals import unreadable
from pitboss.simulate.procedure import ROUND, Procedure, most_burnt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_CUT = 12
"""Two whole coups may follow a cut card; with fewer cards behind it the shoe could run dry."""

SEEDS = 2**64


class SeenShoes(NamedTuple):
    """Shoes side by side: one row per coup, one column per shoe."""

    starts: NDArray[np.int64]
    """The cards out of the shoe before each coup."""
    unseen: NDArray[np.int64]
    """How many cards of each value nobody has seen before each coup."""

    def played(self, limit: int) -> NDArray[np.bool_]:
        """Return which coups are dealt where the cut card comes out after ``limit`` cards.

        The last coup is the one after that in which the cut card appears.
        """
        import numpy as np

        first = np.ones_like(self.starts[:1], dtype=np.bool_)
        return np.concatenate([first, self.starts[:-1] <= limit])


def check_cut(cut: int, decks: int) -> None:
    """Refuse a cut card too near to the back, or to the front, for whole coups."""
    most = Procedure(decks).cards - most_burnt() - ROUND
    if not LEAST_CUT <= cut <= most:
        raise unreadable(
            "cut-out-of-range",
            f"a cut card cannot lie {cut} cards from the back of {decks} decks",
            f"choose {LEAST_CUT} to {most} cards",
        )


def check_seed(seed: int) -> None:
    """Refuse a seed that is not a whole number of 64 bits."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise unreadable("bad-seed", f"{seed} is not a seed", f"choose 0 to {SEEDS - 1}")


def deal_shoes(seed: int, first: int, shoes: int, procedure: Procedure) -> SeenShoes:
    """Deal consecutive shoes of a seed until each has had its last coup."""
    import numpy as np

    from pitboss.simulate.numba_engine.countability import deal_shoes as deal
    from pitboss.simulate.shoe_plan import coarsest, padded_shoe

    fresh = padded_shoe(procedure.decks)
    starts = np.empty((procedure.longest, shoes), dtype=np.int64)
    unseen = np.empty((*starts.shape, 10), dtype=np.int64)
    numbers, lookup = procedure.numbers, coarsest().lookup
    deal(np.uint64(seed), first, fresh.copy(), fresh, numbers, lookup, starts, unseen)
    rows = 1 + int((starts[:-1].min(axis=1) <= procedure.limit).sum())
    return SeenShoes(starts[:rows], unseen[:rows])
