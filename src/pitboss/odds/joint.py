"""Counting coups whose two hands come from two sets of cards, one inside the other or apart.

Cards are exchangeable, so the hand from the smaller set may be dealt first, all of it; the other
hand is then dealt from the larger set less those cards. That needs values only, whatever the sets
are: a suit, a color, one rank.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Literal, TypeVar

from pitboss.odds.values import NONE, Composition, Shape, padding

Key = TypeVar("Key", bound=Hashable)
Relation = Literal["player-inside", "banker-inside", "apart"]
"""Which hand's set lies inside the other's; equal sets are inside each other."""

Wanted = Mapping[tuple[int, int], Sequence[tuple[int, int, int]]]
"""By total and third card of the hand dealt first: (total, third, place) of the other hand."""


def wanted(keys: Mapping[Shape, int], relation: Relation) -> Wanted:
    """Arrange the shapes to count, each with the place it is counted at, by the first hand."""
    arranged: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for (a, b, c, d), place in keys.items():
        first, other = ((a, c), (b, d)) if relation == "player-inside" else ((b, d), (a, c))
        arranged.setdefault(first, []).append((*other, place))
    return arranged


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
    left: dict[tuple[int, ...], tuple[list[int], list[int], list[list[int]]]] = {}
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
                removed = () if relation == "apart" else tuple(sorted(used))
                if removed not in left:
                    left[removed] = _pairs_left(other_set, removed)
                rest, whole, moments = left[removed]
                for other_total, other_third, place in asked:
                    if other_third == NONE:
                        number = whole[other_total]
                        size = len(used) + 2
                    else:
                        number = rest[other_third] * whole[other_total]
                        number -= moments[other_total][other_third]
                        size = len(used) + 3
                    counts[place] += ways * number * padding(cards, size)
    return counts


def _pairs_left(
    other_set: Composition, removed: tuple[int, ...]
) -> tuple[list[int], list[int], list[list[int]]]:
    """Return what is left of a set, and by total its ordered pairs and their moments."""
    rest = list(other_set)
    for value in removed:
        rest[value] -= 1
    whole = [0] * 10
    moments = [[0] * 10 for _ in range(10)]
    values = [value for value in range(10) if rest[value] > 0]
    for at, x in enumerate(values):
        for y in values[at:]:
            ways = rest[x] * (rest[y] - 1) if x == y else 2 * rest[x] * rest[y]
            if ways:
                total = (x + y) % 10
                whole[total] += ways
                moments[total][x] += ways
                moments[total][y] += ways
    return rest, whole, moments
