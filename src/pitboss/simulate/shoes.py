"""Seeded shoes, shuffled and dealt as in a casino, many side by side.

**Cards.** Shoe number k of a seed is the one that simulation deals too: its stream, and how it is
shuffled, are those of :mod:`pitboss.simulate.numba_engine.coups`. So a shoe does not depend on how many
others are dealt, in which chunks, or where.

**Procedure** (30-2810(4), 30-2813(4)). The first card is shown, and as many cards are burnt unseen:
faces and tens ten, aces one. The cut card lies so many cards from the back. The coup in which it
appears is finished, also if it is the first to come out, and one more coup is dealt.

**What is seen.** Everyone at the table sees the first card and every coup, and no other burnt
card. A burnt card that nobody saw is as likely to be any of the unseen cards as one in the shoe,
so the composition before a coup is that of all cards not seen yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.games import Shoe
from pitboss.games.baccarat import BANKER_DRAWS, NATURAL, PLAYER_DRAWS, PLAYER_STOOD
from pitboss.refusals import unreadable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_CUT = 12
"""Two whole coups may follow a cut card; with fewer cards behind it the shoe could run dry."""

MOST_BURNT = 11
"""The first card, and ten after it."""

SEEDS = 2**64
_ROUND = 6
"""The most cards of a coup."""


class Dealt(NamedTuple):
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
    most = len(Shoe.of(decks)) - MOST_BURNT - _ROUND
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


def shuffled(seed: int, first: int, shoes: int, decks: int) -> NDArray[np.int64]:
    """Return the card values of some shoes, one row each, in the order they come out."""
    import numpy as np

    from pitboss.simulate.cells import CARDS, fresh_shoe
    from pitboss.simulate.lanes.coups import shuffled as shuffle
    from pitboss.simulate.lanes.streams import Streams

    values = np.array([card.value for card in CARDS])
    fresh = fresh_shoe(decks)
    found: NDArray[np.int64] = values[shuffle(Streams(seed, first, shoes), fresh, len(fresh)).T]
    return found


def deal(shoes: NDArray[np.int64], cut: int) -> Dealt:
    """Burn and deal shoes until each has had its last coup."""
    import numpy as np

    number, cards = shoes.shape
    lanes = np.arange(number)[:, None]
    values = np.arange(10)
    first = shoes[:, :1]
    out = 1 + np.where(first == 0, 10, first)
    unseen = np.bincount(shoes[0], minlength=10) - (first == values)
    starts, compositions = [out[:, 0]], [unseen]
    while np.any(out <= cards - cut):
        six = shoes[lanes, out + np.arange(_ROUND)]
        taken = np.where(out <= cards - cut, _cards_of(six), 0)
        drawn = np.arange(_ROUND) < taken
        unseen = unseen - np.sum((six[:, :, None] == values) & drawn[:, :, None], axis=1)
        out = out + taken
        starts.append(out[:, 0])
        compositions.append(unseen)
    return Dealt(np.stack(starts), np.stack(compositions))


def _cards_of(six: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many of the next six cards each coup takes, as a column (30-2814)."""
    import numpy as np

    player = (six[:, 0] + six[:, 2]) % 10
    banker = (six[:, 1] + six[:, 3]) % 10
    player_takes = np.array(PLAYER_DRAWS)[player] & ~np.isin(banker, NATURAL)
    facing = np.where(player_takes, six[:, 4], PLAYER_STOOD)
    banker_takes = np.array(BANKER_DRAWS)[banker, facing] & ~np.isin(player, NATURAL)
    taken: NDArray[np.int64] = 4 + player_takes.astype(np.int64) + banker_takes
    return taken[:, None]
