"""Playing cards: rank, suit, and the value that baccarat gives them (30-2806(2))."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from pitboss.refusals import unreadable

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0f")
"""The signs of the suits as letters; phones put a mark behind them that asks for a picture."""
RED = "dh"


class Card(NamedTuple):
    """One card: rank 1 (ace) to 13 (king) and a suit of ``c d h s``.

    >>> card("8h"), card("8h").value, card("Ks").value
    (Card('8h'), 8, 0)
    """

    rank: int
    suit: str

    @property
    def value(self) -> int:
        """The point value: aces one, 2 to 9 their face, tens and faces zero (30-2806(2))."""
        return self.rank if self.rank < 10 else 0

    @property
    def color(self) -> Literal["red", "black"]:
        """The color of the suit."""
        return "red" if self.suit in RED else "black"

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    def __repr__(self) -> str:
        return f"Card('{self}')"


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
_BY_TEXT = {str(one): one for one in DECK}


@cache
def card(text: str) -> Card:
    """Read one card, such as ``8h``, ``8♥``, ``Td`` or ``10d``; capitals do not matter."""
    plain = text.translate(SIGNS)
    rank, suit = plain[:-1].upper().replace("10", "T"), plain[-1:].lower()
    found = _BY_TEXT.get(rank + suit)
    if found is None:
        raise unreadable(
            "unknown-card",
            f'"{text}" is not a card',
            "write a rank of A 2-9 T J Q K and a suit of c d h s, such as 8h or Td",
        )
    return found


def cards(text: str) -> tuple[Card, ...]:
    """Read a run of cards; spaces and commas between them do not matter.

    >>> cards("7s8♥ 10d")
    (Card('7s'), Card('8h'), Card('Td'))
    """
    letters = text.translate(SIGNS).replace(",", "").replace(" ", "").replace("10", "T")
    return tuple(card(letters[at : at + 2]) for at in range(0, len(letters), 2))
