"""Counting rows that depend on suits, colors or ranks of whole hands: by value first, then by set.

Only results whose row depends on sets are looked at that closely. What the sentences say to values
and sets is found out once, whatever the shoes that are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from pitboss.games import Atom, Shoe, Value
from pitboss.odds.general import Read
from pitboss.odds.joint import Relation, Wanted, wanted
from pitboss.odds.lattice import count_signatures
from pitboss.odds.sets import Side, Signature, asks_for_sets, families
from pitboss.odds.values import Rows, Shape, by_rows, columns_of, composition, shape_counts, shapes

WINS = (Atom("player.wins"), Atom("banker.wins"))
Values = tuple[Value, ...]
"""What the plain features are, and at the end who wins."""


class SetQuestion:
    """A question of plain values and of sets; ``select`` says which rows these hit together."""

    def __init__(self, atoms: tuple[Atom, ...], select: Read) -> None:
        self.select = select
        self.plain = tuple(atom for atom in atoms if not asks_for_sets(atom))
        self.set_atoms = [atom for atom in atoms if asks_for_sets(atom)]
        order = {atom: at for at, atom in enumerate((*self.plain, *self.set_atoms))}
        self.order = [order[atom] for atom in atoms]
        self.families = families(atoms)
        self.answers: dict[tuple[Signature, Side | None], Values] = {}
        self.distinct = {side: self.distinct_answers(side) for side in ("player", "banker", None)}
        self.arranged: dict[Relation, Wanted] = {}
        self.places: dict[Values, int] = {}
        """Where the results are counted that sets still divide, by their plain values."""
        certain: dict[Values, Rows | None] = {}
        groups = _values_of(self.plain)
        for values in dict.fromkeys(groups.values()):
            met = {self.joined(values, answers) for answers in self.distinct[_winner(values)]}
            certain[values] = met.pop() if len(met) == 1 else None
            if certain[values] is None:
                self.places[values] = len(self.places)
        self.certain = by_rows(certain[values] for values in groups.values())
        self.keys = {
            shape: self.places[values] for shape, values in groups.items() if values in self.places
        }

    def distinct_answers(self, winner: Side | None) -> list[Values]:
        """Return all that the sets may say, given who wins."""
        signatures = (
            Signature(player, banker, round)
            for player in self.families.player
            for banker in self.families.banker
            for round in self.families.round
            if player & round and banker & round
        )
        return list(dict.fromkeys(self.answer(signature, winner) for signature in signatures))

    def answer(self, signature: Signature, winner: Side | None) -> Values:
        """Return what the smallest sets around the cards say to the features of sets."""
        key = (signature, winner)
        if key not in self.answers:
            self.answers[key] = tuple(signature.value(atom, winner) for atom in self.set_atoms)
        return self.answers[key]

    def joined(self, values: Values, answers: Values) -> Rows:
        """Return the rows that plain values and the answers of sets hit together."""
        known = (*values[: len(self.plain)], *answers)
        return self.select([known[at] for at in self.order])

    def count(self, shoe: Shoe) -> Counter[Rows]:
        """Return the ordered six-card deals of a shoe by the rows they hit."""
        numbers = shape_counts(composition(shoe))
        counts = Counter({rows: sum(pick(numbers)) for rows, pick in self.certain.items()})
        signed = count_signatures(shoe, self.families, self.wanted, len(self.places))
        for signature, at_places in signed.items():
            for values, number in zip(self.places, at_places, strict=True):
                if number:
                    answers = self.answer(signature, _winner(values))
                    counts[self.joined(values, answers)] += number
        return +counts

    def wanted(self, relation: Relation) -> Wanted:
        """Return the shapes to count for two sets of this relation."""
        if relation not in self.arranged:
            self.arranged[relation] = wanted(self.keys, relation)
        return self.arranged[relation]


def _winner(values: Values) -> Side | None:
    player, banker = values[-2:]
    return "player" if player else "banker" if banker else None


@lru_cache(maxsize=64)
def _values_of(plain: tuple[Atom, ...]) -> Mapping[Shape, Values]:
    """Return the plain values of every shape, and at the end who wins."""
    columns = columns_of((*plain, *WINS))
    return dict(zip(shapes(), zip(*columns, strict=True), strict=True))
