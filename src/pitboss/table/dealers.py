"""A dealer: where cards and dice come from, and what only the dealer knows of them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup

DICE: Cup = (1, 2, 3)


class Supply(Protocol):
    """Where cards and dice come from."""

    def shuffle(self, cards: int) -> None:
        """Shuffle so many cards."""

    def card(self) -> Card:
        """Return the next card of the shoe."""

    def cups(self) -> tuple[Cup, Cup]:
        """Return what two cups of dice show."""

    def roll(self) -> tuple[int, int]:
        """Return a roll of two dice."""

    def cut(self, cards: int) -> int:
        """Return where a stack of so many cards is cut."""


class KnownSupply(NamedTuple):
    """A supply without luck: the same card and dice whenever asked, and a cut in the middle."""

    first: Card

    def shuffle(self, cards: int) -> None:
        """Leave the cards alone."""

    def card(self) -> Card:
        """Return the card that is known."""
        return self.first

    def cups(self) -> tuple[Cup, Cup]:
        """Return two cups alike."""
        return DICE, DICE

    def roll(self) -> tuple[int, int]:
        """Return the first two of the dice."""
        return DICE[0], DICE[1]

    def cut(self, cards: int) -> int:
        """Cut in the middle."""
        return cards // 2


class Dealer:
    """What the procedure's proposals ask a dealer: the supply, the day, cards dealt face down."""

    def __init__(self, supply: Supply, day: str = "2026-01-01") -> None:
        self.supply = supply
        self.day = day
        self.hidden: dict[Side, list[Card]] = {"player": [], "banker": []}
        self.carried: Card | None = None
        """A card dealt in error that nobody has seen."""
