"""Sets of cards: what "suited", "same color" and "one rank" ask of a hand or of the round.

Each such feature says that every card in its scope lies in one set of a family. Families are
closed under intersection, so the cards of a hand have a smallest set around them, and that set
answers every feature of the scope at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple

from pitboss.games import Atom, Value
from pitboss.games.cards import DECK, RED, SUITS

Mask = int
"""A set of cards as 52 bits, in the order of ``DECK``."""

Scope = Literal["player", "banker", "round"]
ALL: Mask = (1 << 52) - 1


def _mask(cards: Iterable[int]) -> Mask:
    return sum(1 << at for at in cards)


SUIT_SETS = tuple(_mask(at for at, c in enumerate(DECK) if c.suit == suit) for suit in SUITS)
COLOR_SETS = tuple(
    _mask(at for at, c in enumerate(DECK) if (c.suit in RED) == red) for red in (0, 1)
)
RANK_SETS = tuple(_mask(at for at, c in enumerate(DECK) if c.rank == rank) for rank in range(1, 14))
ZEROS = _mask(at for at, c in enumerate(DECK) if c.value == 0)


def sets_of(atom: Atom) -> tuple[Mask, ...] | None:
    """Return the sets a feature asks about, or None if it asks about no sets of cards."""
    name = atom.name.rpartition(".")[2]
    if atom.name == "in_chosen_suits":
        return (sum(SUIT_SETS[suit] for suit in atom.arguments),)
    if name == "suited":
        return SUIT_SETS
    if name == "same_color":
        return COLOR_SETS
    if atom.name in ("one_rank", "rank"):
        return RANK_SETS
    return (ZEROS,) if atom.name == "zeros" else None


def scopes_of(atom: Atom) -> tuple[Scope, ...]:
    """Return whose cards a feature asks about; winner and loser may be either hand."""
    owner, dot, _ = atom.name.partition(".")
    if not dot:
        return ("round",)
    if owner in ("winner", "loser"):
        return ("player", "banker")
    return ("player",) if owner == "player" else ("banker",)


class Signature(NamedTuple):
    """The smallest sets around the player's cards, the banker's, and all of them."""

    player: Mask
    banker: Mask
    round: Mask

    def value(self, atom: Atom, winner: Literal["player", "banker"] | None) -> Value:
        """Return what a feature is for cards with these smallest sets."""
        owner, dot, _ = atom.name.partition(".")
        around: Mask | None = self.round
        if dot:
            side = _side(owner, winner)
            around = None if side is None else (self.player if side == "player" else self.banker)
        if around is None:
            return None
        sets = sets_of(atom)
        assert sets is not None
        inside = next((at for at, one in enumerate(sets) if around & ~one == 0), None)
        if atom.name == "rank":
            return None if inside is None else inside + 1
        return inside is not None


def _side(
    owner: str, winner: Literal["player", "banker"] | None
) -> Literal["player", "banker"] | None:
    if owner == "winner" or winner is None:
        return (
            winner
            if owner in ("winner", "loser")
            else ("player" if owner == "player" else "banker")
        )
    if owner == "loser":
        return "banker" if winner == "player" else "player"
    return "player" if owner == "player" else "banker"


class Families(NamedTuple):
    """The closed families of sets that a group of sentences asks about, by scope."""

    player: tuple[Mask, ...]
    banker: tuple[Mask, ...]
    round: tuple[Mask, ...]


@cache
def families(atoms: tuple[Atom, ...]) -> Families:
    """Return the families for the set features among these atoms, smaller sets first."""
    asked: dict[Scope, set[Mask]] = {"player": {ALL}, "banker": {ALL}, "round": {ALL}}
    for atom in atoms:
        sets = sets_of(atom)
        for scope in scopes_of(atom) if sets else ():
            asked[scope].update(sets or ())
    return Families(*(_closed(asked[scope]) for scope in ("player", "banker", "round")))


def _closed(sets: set[Mask]) -> tuple[Mask, ...]:
    """Close a family under intersection; without the empty set, which holds no hand."""
    closed = set(sets)
    while True:
        more = {one & other for one in closed for other in closed} - closed
        if not more:
            return tuple(sorted(closed - {0}, key=lambda one: (one.bit_count(), one)))
        closed |= more
