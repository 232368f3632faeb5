"""What a shoe holds: so many of each card, in no order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.games.cards import DECK, Card, cards
from pitboss.refusals import unreadable

MOST_DECKS = 20
"""The largest set of cards that 30-2806(4) knows: two batches of ten decks."""

_INDEX = {one: at for at, one in enumerate(DECK)}


@dataclass(frozen=True, slots=True)
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
        """Read ``8 decks`` or ``8 decks - 9h 9s Kd``."""
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*decks?\s*(?:-\s*(.*))?", text)
        if match is None:
            raise unreadable(
                "unknown-shoe", f'"{text}" is not a shoe', 'write it like "8 decks - 9h 9s Kd"'
            )
        return cls.of(int(match[1])).without(cards(match[2] or ""))

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

    def count(self, one: Card) -> int:
        """Return how many of this card are left."""
        return self.counts[_INDEX[one]]

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Card]:
        """Yield every card left, sorted as in ``DECK``: a shoe before the shuffle."""
        for one, number in zip(DECK, self.counts, strict=True):
            yield from (one for _ in range(number))
