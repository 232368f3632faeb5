"""Counting what the first four cards show: pairs, kinds and identical cards.

The ranks are taken one after another; each takes some of the four places that are still free, so a
group of one rank is complete when it is made, and its suits decide what is identical in it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from pitboss.games import Atom, Shoe, Value
from pitboss.games.cards import DECK, SUITS
from pitboss.odds.values import padding

PLACES = 4
PLAYER, BANKER = 0b0011, 0b1100
"""The first two places are the Player's cards, the last two the Banker's."""

ANSWERED = frozenset(
    {
        *(f"{hand}.{pair}" for hand in ("player", "banker") for pair in ("pair", "perfect_pair")),
        *(f"first_four.{name}" for name in ("alike", "pairs", "identical", "rank")),
    }
)
"""The features that the first four cards decide on their own."""


class Four(NamedTuple):
    """What is known of the first four cards."""

    alike: int = 0
    pairs: int = 0
    identical: int = 0
    rank: int | None = None
    player_pair: bool = False
    banker_pair: bool = False
    player_perfect: bool = False
    banker_perfect: bool = False

    def value(self, atom: Atom) -> Value:
        """Return one feature."""
        owner, _, name = atom.name.partition(".")
        if owner == "first_four":
            found: Value = getattr(self, name)
            return found
        perfect = "perfect" if name == "perfect_pair" else "pair"
        flag: bool = getattr(self, f"{owner}_{perfect}")
        return flag

    def with_group(self, rank: int, taken: int, same: tuple[int, bool, bool]) -> Four:
        """Add a group of one rank at these places."""
        size = taken.bit_count()
        identical, player_perfect, banker_perfect = same
        return Four(
            max(self.alike, size),
            self.pairs + (size >= 2),
            max(self.identical, identical),
            rank if size == PLACES else self.rank,
            self.player_pair or taken & PLAYER == PLAYER,
            self.banker_pair or taken & BANKER == BANKER,
            self.player_perfect or player_perfect,
            self.banker_perfect or banker_perfect,
        )


def count_first_fours(shoe: Shoe) -> Counter[Four]:
    """Return the ordered six-card deals by what their first four cards show."""
    states: dict[tuple[int, Four], int] = {(0, Four()): 1}
    for rank in range(1, 14):
        held = tuple(
            number for card, number in zip(DECK, shoe.counts, strict=True) if card.rank == rank
        )
        grown = dict(states)
        for (filled, four), ways in states.items():
            free = ~filled & (1 << PLACES) - 1
            taken = free
            while taken:
                for same, number in _groups(held, taken):
                    key = (filled | taken, four.with_group(rank, taken, same))
                    grown[key] = grown.get(key, 0) + ways * number
                taken = (taken - 1) & free
        states = grown
    full = (1 << PLACES) - 1
    rest = padding(len(shoe), PLACES)
    return Counter(
        {four: ways * rest for (filled, four), ways in states.items() if filled == full and ways}
    )


@cache
def _groups(held: tuple[int, ...], taken: int) -> tuple[tuple[tuple[int, bool, bool], int], ...]:
    """Return the ordered ways to fill places with one rank, by what is identical among them."""
    places = [place for place in range(PLACES) if taken >> place & 1]
    found: Counter[tuple[int, bool, bool]] = Counter()
    for suits in product(range(len(SUITS)), repeat=len(places)):
        ways = 1
        for at, suit in enumerate(suits):
            ways *= max(held[suit] - suits[:at].count(suit), 0)
        at_place = dict(zip(places, suits, strict=True))
        player = taken & PLAYER == PLAYER and at_place[0] == at_place[1]
        banker = taken & BANKER == BANKER and at_place[2] == at_place[3]
        found[max(map(suits.count, suits)), player, banker] += ways
    return tuple(found.items())
