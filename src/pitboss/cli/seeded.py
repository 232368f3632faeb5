"""Chance for a dealt table: shuffled cards and dice, all from one seed."""

from __future__ import annotations

from random import Random

from pitboss.games.cards import DECK, Card
from pitboss.games.three_dice import FACES, Cup


class SeededSupply:
    """Cards and dice as a seed shuffles and throws them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.stack: list[Card] = []

    def shuffle(self, cards: int) -> None:
        """Shuffle so many cards, in full decks."""
        self.stack = list(DECK) * (cards // len(DECK))
        self.random.shuffle(self.stack)

    def card(self) -> Card:
        """Return the next card of the shoe."""
        return self.stack.pop()

    def cups(self) -> tuple[Cup, Cup]:
        """Throw two cups of three dice."""
        return self._cup(), self._cup()

    def roll(self) -> tuple[int, int]:
        """Roll two dice."""
        return self._die(), self._die()

    def cut(self, cards: int) -> int:
        """Cut a stack somewhere in its middle half."""
        return self.random.randint(cards // 4, cards * 3 // 4)

    def _cup(self) -> Cup:
        return self._die(), self._die(), self._die()

    def _die(self) -> int:
        return self.random.choice(FACES)
