"""Counting coups whose two hands come from two sets of cards, one inside the other or apart.

Cards are exchangeable, so the hand from the smaller set may be dealt first, all of it; the other
hand is then dealt from the larger set less those cards. That needs values only, whatever the sets
are: a suit, a color, one rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import Literal

from pitboss.odds.values import NONE, Composition, Pick, Shape, padding, picking

Relation = Literal["player-inside", "banker-inside", "apart"]
"""Which hand's set lies inside the other's; equal sets are inside each other."""

Wanted = Mapping[tuple[int, int], Sequence[tuple[int, Pick]]]
"""By total and third card of the hand dealt first: places, and the other hands counted there."""


def wanted(keys: Mapping[Shape, int], relation: Relation) -> Wanted:
    """Arrange the shapes to count, each with the place it is counted at, by the first hand."""
    arranged: dict[tuple[int, int], dict[int, list[int]]] = {}
    for (a, b, c, d), place in keys.items():
        first, other = ((a, c), (b, d)) if relation == "player-inside" else ((b, d), (a, c))
        arranged.setdefault(first, {}).setdefault(place, []).append(_number_of(*other))
    return {
        first: [(place, picking(numbers)) for place, numbers in places.items()]
        for first, places in arranged.items()
    }


def _number_of(total: int, third: int) -> int:
    """Return where a hand stands in the list that :func:`_other_hands` makes."""
    return 11 * total + third - NONE


def count_joint(
    first_set: Composition,
    other_set: Composition,
    relation: Relation,
    shapes: Wanted,
    places: int,
    cards: int,
) -> list[int]:
    """Return the ordered six-card deals per place, each hand from its own set of cards.

    ``cards`` is the number of cards in the whole shoe, from which short coups are padded.
    """
    counts = [0] * places
    values = [value for value in range(10) if first_set[value]]
    for at, x in enumerate(values):
        for y in values[at:]:
            pair = first_set[x] * (first_set[y] - (x == y)) * (2 - (x == y))
            if pair <= 0:
                continue
            total = (x + y) % 10
            for third in (NONE, *values):
                asked = shapes.get((total, third))
                if not asked:
                    continue
                ways, used = pair, [x, y]
                if third != NONE:
                    ways *= first_set[third] - (third == x) - (third == y)
                    used.append(third)
                if ways <= 0:
                    continue
                rest = list(other_set)
                for value in used if relation != "apart" else ():
                    rest[value] -= 1
                ways *= padding(cards, len(used) + 3)
                hands = _other_hands(tuple(rest), cards - len(used) - 2)
                for place, pick in asked:
                    counts[place] += ways * sum(pick(hands))
    return counts


@lru_cache(maxsize=8192)
def _other_hands(rest: Composition, padded: int) -> list[int]:
    """Return the ordered ways to deal a hand from what is left, by total and third card.

    A hand of two leaves one place more to pad, with as many cards as ``padded``.
    """
    hands = []
    for total in range(10):
        # Each value beside the one that completes it to the total, which may be itself.
        pairs = list(map(mul, rest, rest[total::-1] + rest[:total:-1]))
        for double in range(total // 2, 10, 5) if total % 2 == 0 else ():
            pairs[double] -= rest[double]
        whole = sum(pairs)
        hands.append(whole * padded)
        hands += [number * whole - 2 * pair for number, pair in zip(rest, pairs, strict=True)]
    return hands
