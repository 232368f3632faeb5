"""What follows from a seed: the order of a shoe, where it is cut, what dice show.

Each is a function of the seed alone. The same seed gives each its own bytes, so that the cut, which
is seen before the cards, says nothing of them.
"""

from __future__ import annotations

from functools import lru_cache

from pitboss.games.cards import DECK, Card
from pitboss.games.three_dice import FACES, Cup
from pitboss.house.chance.drbg import LEAST_ENTROPY, Drbg

WORD_BYTES = 4
WORDS = 1 << 8 * WORD_BYTES
KEPT = 256
"""Orders of shoes that are remembered: one for each table that a server runs."""


def bounded(drbg: Drbg, n: int) -> int:
    """Return a number from 0 to n - 1, each as likely as any other.

    A word that would favour some of them is drawn again.
    """
    fair = WORDS - WORDS % n
    while True:
        word = int.from_bytes(drbg.generate(WORD_BYTES), "big")
        if word < fair:
            return word % n


@lru_cache(KEPT)
def shoe_order(seed: bytes, decks: int) -> tuple[Card, ...]:
    """Return the cards of a shoe in the order they are dealt: full decks, shuffled whole.

    >>> order = shoe_order(bytes(48), 8)
    >>> len(order), all(order.count(card) == 8 for card in DECK)
    (416, True)
    """
    drbg, cards = _drbg(seed, "shoe"), list(DECK) * decks
    for last in range(len(cards) - 1, 0, -1):
        other = bounded(drbg, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def cut(seed: bytes, cards: int) -> int:
    """Return where a stack is cut: anywhere in its middle half."""
    return cards // 4 + bounded(_drbg(seed, "cut"), cards // 2 + 1)


def cups(seed: bytes) -> tuple[Cup, Cup]:
    """Return what the two cups of three dice show, the Player's first."""
    drbg = _drbg(seed, "cups")
    return _cup(drbg), _cup(drbg)


def roll(seed: bytes) -> tuple[int, int]:
    """Return what two dice show."""
    drbg = _drbg(seed, "roll")
    return _die(drbg), _die(drbg)


def _cup(drbg: Drbg) -> Cup:
    return _die(drbg), _die(drbg), _die(drbg)


def _die(drbg: Drbg) -> int:
    return FACES[bounded(drbg, len(FACES))]


def _drbg(seed: bytes, purpose: str) -> Drbg:
    """Return the generator of one purpose: the seed is its entropy, and its nonce after that."""
    entropy, nonce = seed[:LEAST_ENTROPY], seed[LEAST_ENTROPY:]
    return Drbg(entropy, nonce, f"pitboss {purpose}".encode())
