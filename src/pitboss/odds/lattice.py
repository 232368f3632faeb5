"""Coups by value and by the smallest sets around their cards, by counting sub-shoes.

"Every card of a hand lies in S" is a value count on the sub-shoe S. Counting every set of the
families that the sentences mention, and subtracting the smaller sets from the larger (Moebius
inversion), leaves the coups whose smallest sets are exactly these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.games import Shoe
from pitboss.odds.joint import Relation, Wanted, count_joint
from pitboss.odds.sets import Families, Mask, Signature
from pitboss.odds.values import Composition, composition


class Overlapping(Exception):
    """Two hands' sets overlap without one lying inside the other: the general count is needed."""


def count_signatures(
    shoe: Shoe, sets: Families, wanted: Callable[[Relation], Wanted], places: int
) -> dict[Signature, list[int]]:
    """Return, for every signature, the ordered six-card deals at each place.

    ``wanted`` gives the shapes to count, and where; shapes it leaves out are not counted.
    """
    counter = _SubShoes(shoe, wanted, places)
    counts = {
        Signature(player, banker, round): list(counter.count(player & round, banker & round))
        for player in sets.player
        for banker in sets.banker
        for round in sets.round
    }
    for scope, family in enumerate(sets):
        _subtract_smaller(counts, scope, family)
    return {signature: found for signature, found in counts.items() if any(found)}


def _subtract_smaller(
    counts: dict[Signature, list[int]], scope: int, family: Sequence[Mask]
) -> None:
    """Turn "inside this set" into "this is the smallest set" along one scope.

    Families list smaller sets first, so what is subtracted is already exact.
    """
    inside = {
        whole: [part for part in family[:at] if part & ~whole == 0]
        for at, whole in enumerate(family)
    }
    for whole in family:
        for signature in [one for one in counts if one[scope] == whole]:
            target = counts[signature]
            for part in inside[whole]:
                smaller = counts[_at(signature, scope, part)]
                for place, number in enumerate(smaller):
                    if number:
                        target[place] -= number


def _at(signature: Signature, scope: int, mask: Mask) -> Signature:
    parts = list(signature)
    parts[scope] = mask
    return Signature(*parts)


class _SubShoes:
    """Counts coups on sub-shoes; equal compositions are counted once, whatever the suits."""

    def __init__(self, shoe: Shoe, wanted: Callable[[Relation], Wanted], places: int) -> None:
        self.shoe = shoe
        self.cards = len(shoe)
        self.places = places
        self.wanted = wanted
        self.compositions: dict[Mask, Composition] = {}
        self.counted: dict[tuple[Composition, Composition, Relation], list[int]] = {}

    def count(self, player: Mask, banker: Mask) -> list[int]:
        """Return the deals with the player's cards in one set and the banker's in the other."""
        if not player or not banker:
            return [0] * self.places
        relation = _relation(player, banker)
        first, other = (player, banker) if relation == "player-inside" else (banker, player)
        key = (self.of(first), self.of(other), relation)
        if key not in self.counted:
            self.counted[key] = count_joint(
                key[0], key[1], relation, self.wanted(relation), self.places, self.cards
            )
        return self.counted[key]

    def of(self, mask: Mask) -> Composition:
        if mask not in self.compositions:
            self.compositions[mask] = composition(self.shoe, mask)
        return self.compositions[mask]


def _relation(player: Mask, banker: Mask) -> Relation:
    if banker & ~player == 0:
        return "banker-inside"
    if player & ~banker == 0:
        return "player-inside"
    if player & banker:
        raise Overlapping
    return "apart"
