"""Counting what the first four cards show: pairs, kinds and identical cards.

The ranks are taken one after another; each takes some of the four places that are still free, so a
group of one rank is complete when it is made, and its suits decide what is identical in it.
Features of groups see only which cards are alike, so four typical cards stand for all that agree in
the same way; four of a kind keep their rank.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

from pitboss.games import Atom, Card, Shoe
from pitboss.games.cards import DECK, SUITS
from pitboss.games.grains import CARD, RANK, Form, Reach
from pitboss.odds.general import grain_of
from pitboss.odds.values import padding

PLACES = 4
Four = tuple[Card | None, ...]
"""Typical cards at the Player's two places and the Banker's two; None where still free."""


def answers(atom: Atom) -> bool:
    """Say whether typical first fours show what a feature is."""
    grain = grain_of(atom)
    if grain.form is Form.ALIKE:
        return grain.reach is Reach.FIRST_FOUR and grain.sight is RANK
    if grain.whose in ("winner", "loser") or grain.form is not Form.GROUPS:
        return False
    return grain.reach in (Reach.FIRST_TWO, Reach.FIRST_FOUR) and grain.sight in (RANK, CARD)


@lru_cache(maxsize=64)
def count_first_fours(shoe: Shoe) -> Counter[Four]:
    """Return the ordered six-card deals by typical first fours."""
    states: dict[Four, int] = {(None,) * PLACES: 1}
    for rank in range(1, 14):
        held = tuple(shoe.count(card) for card in DECK if card.rank == rank)
        grown = dict(states)
        for four, ways in states.items():
            free = sum(1 << place for place, card in enumerate(four) if card is None)
            taken = free
            while taken:
                for suits, number in _groups(held, taken):
                    key = _with_group(four, rank, suits)
                    grown[key] = grown.get(key, 0) + ways * number
                taken = (taken - 1) & free
        states = grown
    rest = padding(len(shoe), PLACES)
    return Counter(
        {four: ways * rest for four, ways in states.items() if ways and None not in four}
    )


def _with_group(four: Four, rank: int, suits: tuple[str, ...]) -> Four:
    """Put cards of one rank at the places that have a suit; the first place names the rank."""
    first = next(place for place, suit in enumerate(suits) if suit)
    named = rank if all(suits) else first + 1
    return tuple(
        Card(named, suit) if suit else card for card, suit in zip(four, suits, strict=True)
    )


@lru_cache(maxsize=4096)
def _groups(held: tuple[int, ...], taken: int) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Return the ordered ways to fill places with one rank, by which of them share a suit.

    Suits are renamed in the order they appear; a place that is not filled has none.
    """
    places = [place for place in range(PLACES) if taken >> place & 1]
    found: Counter[tuple[str, ...]] = Counter()
    for suits in product(range(len(SUITS)), repeat=len(places)):
        ways = 1
        for at, suit in enumerate(suits):
            ways *= max(held[suit] - suits[:at].count(suit), 0)
        if ways:
            names = {suit: SUITS[at] for at, suit in enumerate(dict.fromkeys(suits))}
            filled = dict(zip(places, (names[suit] for suit in suits), strict=True))
            found[tuple(filled.get(place, "") for place in range(PLACES))] += ways
    return tuple(found.items())
