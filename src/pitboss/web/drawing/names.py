"""What a drawing says to those who do not see it."""

from __future__ import annotations

RANKS = {
    "A": "Ace",
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
    "T": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
FACE_DOWN = "Card face down"
LIFTED = "Card face down, its near edge lifted"
NOT_THROWN = "Die not thrown yet"


def card_name(code: str) -> str:
    """Return the name of a card.

    >>> card_name("Qd"), card_name("Th")
    ('Queen of diamonds', 'Ten of hearts')
    """
    return f"{RANKS[code[0]]} of {SUITS[code[1]]}"


def die_name(shows: int) -> str:
    """Return what a die shows, in words."""
    return f"Die showing {shows}"
