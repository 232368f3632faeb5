"""Real shoes dealt slowly, in plain whole numbers: what the kernels of baccarat are held against.

Written from the regulation (30-2810(4), 30-2812(3), 30-2813(4), 30-2816(4)) and from what the
simulation documents of its generator and its shuffle, not from how it computes them. A cut card is
a card in the stack here, and comes out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from pitboss.games import Coup, deal
from pitboss.games.baccarat import ShoeRanDry
from pitboss.games.cards import Card

ALL_BITS = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
HALF = 32
SESSION = 2**20
"""Streams that a session has to itself."""
TO_A_STREAM = 80
"""Coups of a continuous shuffler that come out of one stream."""

NUMBERED = [Card(rank, suit) for rank in range(1, 14) for suit in "cdhs"]
"""Cards rank by rank, clubs to spades."""


def mixed(word: int) -> int:
    """Return splitmix64's output for a counter."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & ALL_BITS
    word = (word ^ word >> 27) * 0x94D049BB133111EB & ALL_BITS
    return word ^ word >> 31


def _turned(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & ALL_BITS


class Stream:
    """Stream ``number`` of a seed: xoshiro256++ on words 4k+1 to 4k+4 of splitmix64."""

    def __init__(self, seed: int, number: int) -> None:
        start = mixed(seed + GOLDEN & ALL_BITS)
        self.state = [mixed(start + (4 * number + q) * GOLDEN & ALL_BITS) for q in (1, 2, 3, 4)]
        self.refused = 0
        """Halves that would have favoured some order."""

    def word(self) -> int:
        """Return the next 64 bits."""
        s0, s1, s2, s3 = self.state
        result = _turned(s0 + s3 & ALL_BITS, 23) + s0 & ALL_BITS
        after = s1 << 17 & ALL_BITS
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= after
        self.state = [s0, s1, s2, _turned(s3, 45)]
        return result

    def places(self, half: int, bounds: Sequence[int]) -> list[int]:
        """Return a place below each bound from 32 bits, or from later ones that favour none."""
        while (found := split(half, bounds, HALF)) is None:
            self.refused += 1
            half = self.word() >> HALF
        return found


def split(word: int, bounds: Sequence[int], bits: int) -> list[int] | None:
    """Return a number below each bound by multiply and shift; None if the word favours some.

    The product of the bounds is what there is to choose from. A word times the product is a choice
    and, below it, ``bits`` bits; of the words with one choice, all but as many as every choice has
    are refused: those with the least bits below.
    """
    choices = 1
    for bound in bounds:
        choices *= bound
    if word * choices % 2**bits < 2**bits % choices:
        return None
    choice, found = word * choices >> bits, []
    for bound in reversed(bounds):
        choice, place = divmod(choice, bound)
        found.append(place)
    return found[::-1]


def fresh_shoe(decks: int) -> list[int]:
    """Return the numbers of a shoe's cards before the shuffle, equal cards together."""
    return [number for number in range(52) for _ in range(decks)]


def shuffled(fresh: Sequence[int], stream: Stream) -> list[int]:
    """Fill the back of a shoe card by card: six to a word, the last five by a word each."""
    shoe, left = list(fresh), len(fresh)

    def fill(places: list[int]) -> None:
        nonlocal left
        for place in places:
            left -= 1
            shoe[left], shoe[place] = shoe[place], shoe[left]

    while left >= 6:
        word = stream.word()
        fill(stream.places(word >> HALF, (left, left - 1, left - 2)))
        fill(stream.places(word % 2**HALF, (left, left - 1, left - 2)))
    while left > 1:
        fill(stream.places(stream.word() >> HALF, (left,)))
    return shoe


class Shoe(NamedTuple):
    """What came of one shoe."""

    coups: list[Coup]
    voids: int


def dealt(order: Sequence[int], cut: int, *, first_ends: bool = False) -> Shoe:
    """Burn and deal a shoe until the last hand, or until it is dry.

    ``first_ends`` is the reading ``ends-shoe``: a hand before whose first card the cut card comes
    out is the last.
    """
    stack: list[Card | None] = [NUMBERED[number] for number in order]
    stack.insert(len(stack) - cut, None)
    coming = iter(stack)
    shown = next(coming)
    assert shown is not None
    for _ in range(min(shown.rank, 10)):
        assert next(coming) is not None, "the cut card lies among the burnt cards"
    appeared = ""

    def cards() -> Iterator[Card]:
        nonlocal appeared
        for place in count():
            one = next(coming, None)
            if one is None and not appeared:
                # Nothing here is the cut card the first time: it lies in front of the end.
                appeared = "before the hand" if place == 0 else "in the hand"
                one = next(coming, None)
            if one is None:
                return
            yield one

    coups: list[Coup] = []
    last = False
    while True:
        try:
            coups.append(deal(cards()))
        except ShoeRanDry:
            return Shoe(coups, 1)
        if last or (first_ends and appeared == "before the hand"):
            return Shoe(coups, 0)
        last = bool(appeared)


def mixed_coups(fresh: Sequence[int], stream: Stream) -> Iterator[Coup]:
    """Yield the coups of one stream of a continuous shuffler: six of all the cards each.

    A word, its high half, brings each card to the front of the cards that are behind it; between
    coups the cards stay as they lie.
    """
    shoe = list(fresh)
    for _ in range(TO_A_STREAM):
        for front in range(6):
            (behind,) = stream.places(stream.word() >> HALF, (len(shoe) - front,))
            shoe[front], shoe[front + behind] = shoe[front + behind], shoe[front]
        yield deal(NUMBERED[number] for number in shoe[:6])
