"""What a shoe holds: so many of each card, in no order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.games.cards import DECK, RANKS, SIGNS, SUITS, Card, cards
from pitboss.refusals import unreadable

MOST_DECKS = 20
"""The largest set of cards that 30-2806(4) knows: two batches of ten decks."""

_INDEX = {one: at for at, one in enumerate(DECK)}
_SEVERAL = r"(?i)([0-9]{1,3})[x*](10|[A2-9TJQK])([cdhs]?)"
"""So many of a card, or of a rank: ``3x8h``, ``10x9``."""
_WRITTEN = 'write it like "8 decks - 9h Kd - 3x8h - 10x9"'
MOST_WRITTEN = 12
"""A shoe that lacks more different cards than this is written as its number of cards."""


@dataclass(frozen=True, slots=True, repr=False)
class Shoe:
    """A composition: how many of each of the 52 cards are left, in the order of ``DECK``.

    >>> shoe = Shoe.parse("8 decks - 9h 9h Kd")
    >>> len(shoe), shoe.count(cards("9h")[0])
    (413, 6)
    """

    counts: tuple[int, ...]

    @classmethod
    def of(cls, decks: int) -> Shoe:
        """Return a full shoe of 1 to 20 decks."""
        if type(decks) is not int or not 1 <= decks <= MOST_DECKS:
            raise unreadable(
                "decks-out-of-range",
                f"a shoe of {decks} decks does not exist",
                f"choose 1 to {MOST_DECKS} decks",
                "30-2806(4)",
            )
        return cls((decks,) * len(DECK))

    @classmethod
    def parse(cls, text: str) -> Shoe:
        """Read ``8 decks`` or ``8 decks - 9h Kd - 3x8h - 10x9``: decks, less cards.

        A rank without a suit takes clubs, diamonds, hearts and spades in turn, after the cards
        that are named in full.

        >>> shoe = Shoe.parse("8 decks - 10x9 - 3x8h")
        >>> [shoe.count(card) for card in cards("9c 9d 9h 9s 8h")]
        [5, 5, 6, 6, 5]
        """
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*decks?\s*(?:-(.*))?", text.translate(SIGNS))
        if match is None:
            raise unreadable("unknown-shoe", f'"{text[:60]}" is not a shoe', _WRITTEN)
        removed: list[Card] = []
        by_rank: list[tuple[int, str]] = []
        for number, rank, suit in re.findall(_SEVERAL, match[2] or ""):
            if suit:
                removed += int(number) * cards(rank + suit)
            else:
                by_rank.append((int(number), "T" if rank == "10" else rank.upper()))
        removed += cards(re.sub(_SEVERAL, "", match[2] or "").replace("-", " "))
        shoe = cls.of(int(match[1])).without(removed)
        for number, rank in by_rank:
            shoe = shoe._without_rank(number, rank)
        return shoe

    def without(self, removed: Iterable[Card]) -> Shoe:
        """Return the shoe with these cards taken out; a card that is not there is refused."""
        counts = list(self.counts)
        for one, number in Counter(removed).items():
            at = _INDEX[one]
            if counts[at] < number:
                raise unreadable(
                    "card-not-in-shoe",
                    f"{number} x {one} cannot be removed: the shoe holds {counts[at]}",
                    "remove no more of a card than the shoe holds",
                )
            counts[at] -= number
        return Shoe(tuple(counts))

    def _without_rank(self, number: int, rank: str) -> Shoe:
        """Return the shoe without so many cards of a rank, one suit after the other."""
        suits = [card for card in DECK if card.rank == RANKS.index(rank) + 1]
        held = sum(map(self.count, suits))
        if held < number:
            raise unreadable(
                "card-not-in-shoe",
                f"{number} x {rank} cannot be removed: the shoe holds {held}",
                f"remove no more than it holds; suits go in turn, {' '.join(SUITS)}",
            )
        turns = sorted(
            (turn, at) for at, card in enumerate(suits) for turn in range(self.count(card))
        )
        return self.without(suits[at] for _, at in turns[:number])

    def __str__(self) -> str:
        """Write the shoe as it is read; one that lacks much, as its number of cards."""
        decks = max(self.counts)
        missing = [
            f"{f'{decks - number}x' if decks - number > 1 else ''}{card}"
            for card, number in zip(DECK, self.counts, strict=True)
            if number < decks
        ]
        if len(missing) > MOST_WRITTEN:
            return f"{len(self)} cards"
        return " - ".join([f"{decks} deck{'' if decks == 1 else 's'}", *missing])

    def __repr__(self) -> str:
        return f"<Shoe {self}>"

    def count(self, one: Card) -> int:
        """Return how many of this card are left."""
        return self.counts[_INDEX[one]]

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Card]:
        """Yield every card left, sorted as in ``DECK``: a shoe before the shuffle."""
        for one, number in zip(DECK, self.counts, strict=True):
            yield from (one for _ in range(number))
