"""Sets of cards: what "suited", "red" and "one rank" ask of a hand or of the round.

Each such feature looks at one label of all cards: it says that they lie in one set of a family, the
cards with that label. Families are closed under intersection, so the cards of a hand have a
smallest set around them, and that set answers every feature of the scope at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from pitboss.games import Atom, Value
from pitboss.games.cards import DECK
from pitboss.games.grains import Form, Label, Reach
from pitboss.games.hands import side_of
from pitboss.odds.general import FEATURES, grain_of

Mask = int
"""A set of cards as 52 bits, in the order of ``DECK``."""

Scope = Literal["player", "banker", "round"]
Side = Literal["player", "banker"]
ALL: Mask = (1 << 52) - 1


def asks_for_sets(atom: Atom) -> bool:
    """Say whether a feature asks for the one label of a hand or of the round."""
    grain = grain_of(atom)
    return grain.form is Form.ALIKE and grain.reach in (Reach.HAND, Reach.ROUND)


@cache
def answers_of(atom: Atom) -> tuple[Value, tuple[tuple[Mask, Value], ...]]:
    """Return what a feature is for cards that are not alike, and for those inside each set.

    Sets for which it is the same as for cards that are not alike are left out.
    """
    grain, of = grain_of(atom), FEATURES[atom.name].of
    assert of is not None
    sets: dict[Label, Mask] = {}
    for at, card in enumerate(DECK):
        label = grain.sight.label(card, atom.arguments)
        sets[label] = sets.get(label, 0) | 1 << at
    mixed = of(None)
    inside = ((mask, of(label)) for label, mask in sets.items())
    return mixed, tuple((mask, value) for mask, value in inside if value != mixed)


def scopes_of(atom: Atom) -> tuple[Scope, ...]:
    """Return whose cards a feature asks about; winner and loser may be either hand."""
    whose = grain_of(atom).whose
    if not whose:
        return ("round",)
    if whose in ("winner", "loser"):
        return ("player", "banker")
    return ("player",) if whose == "player" else ("banker",)


class Signature(NamedTuple):
    """The smallest sets around the player's cards, the banker's, and all of them."""

    player: Mask
    banker: Mask
    round: Mask

    def value(self, atom: Atom, winner: Side | None) -> Value:
        """Return what a feature is for cards with these smallest sets."""
        whose = grain_of(atom).whose
        side = side_of(whose, winner) if whose else "round"
        if side is None:
            return None
        around: Mask = getattr(self, side)
        mixed, inside = answers_of(atom)
        return next((value for mask, value in inside if around & ~mask == 0), mixed)


class Families(NamedTuple):
    """The closed families of sets that a group of sentences asks about, by scope."""

    player: tuple[Mask, ...]
    banker: tuple[Mask, ...]
    round: tuple[Mask, ...]


@cache
def families(atoms: Sequence[Atom]) -> Families:
    """Return the families for the features that ask for sets, smaller sets first."""
    asked: dict[Scope, set[Mask]] = {"player": {ALL}, "banker": {ALL}, "round": {ALL}}
    for atom in filter(asks_for_sets, atoms):
        for scope in scopes_of(atom):
            asked[scope].update(mask for mask, _ in answers_of(atom)[1])
    return Families(*(_closed(asked[scope]) for scope in ("player", "banker", "round")))


def _closed(sets: set[Mask]) -> tuple[Mask, ...]:
    """Close a family under intersection; without the empty set, which holds no hand."""
    closed = set(sets)
    while True:
        more = {one & other for one in closed for other in closed} - closed
        if not more:
            return tuple(sorted(closed - {0}, key=lambda one: (one.bit_count(), one)))
        closed |= more
