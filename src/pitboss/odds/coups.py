"""Counting the coups of a shoe by the rows that they hit, each question at the least detail.

Several pay tables may be counted at once: the result is then by the rows that a coup hits
together. The count depends on the sentences alone, so tables that differ in pays share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Literal

from pitboss.games import KINDS, Atom, Coup, Shoe, Value
from pitboss.games.grains import Form
from pitboss.odds import first_four
from pitboss.odds.general import FEATURES, Progress, Rows, count_general, grain_of
from pitboss.odds.lattice import Overlapping, count_signatures
from pitboss.odds.sets import Side, Signature, asks_for_sets, families
from pitboss.odds.values import (
    Shape,
    Totals,
    composition,
    representative,
    representatives,
    shapes,
    tally_shapes,
    tally_totals,
)
from pitboss.refusals import unreadable
from pitboss.rulebook.nodes import Node, atoms_of, selector_of

Tables = tuple[tuple[Node, ...], ...]
"""The sentences of some pay tables."""
Method = Literal["auto", "general", "plain"]
LEAST_CARDS = 6
MOST_SETS = 400
"""Beyond so many combinations of sets the general count is quicker."""
WINS = (Atom("player.wins"), Atom("banker.wins"))


def count_coups(
    tables: Tables, shoe: Shoe, method: Method = "auto", progress: Progress | None = None
) -> Counter[Rows]:
    """Return the ordered six-card deals of a shoe by the rows they hit.

    ``auto`` takes the shortcut that fits the sentences; ``general`` always answers, in compiled
    code where that can be had; ``plain`` is the same count in plain Python, more slowly.
    """
    if len(shoe) < LEAST_CARDS:
        raise unreadable(
            "shoe-too-small",
            f"a shoe of {len(shoe)} cards is too small for every coup",
            f"leave at least {LEAST_CARDS} cards",
            "30-2816(4)",
        )
    if method != "auto":
        return _Question(tables).general(shoe, progress, plain=method == "plain")
    if progress is None:
        return Counter(_counted(tables, shoe))
    return _Question(tables).count(shoe, progress)


@lru_cache(maxsize=4096)
def _counted(tables: Tables, shoe: Shoe) -> Counter[Rows]:
    return _Question(tables).count(shoe, None)


class _Question:
    """What some pay tables ask of a coup."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.atoms = atoms_of(node for nodes in tables for node in nodes)
        optional = KINDS["baccarat"].optional
        self.selectors = [selector_of(nodes, self.atoms, optional) for nodes in tables]
        self.forms = {grain_of(atom).form for atom in self.atoms}

    def rows(self, values: Iterable[Value]) -> Rows:
        """Return the row of each table for the values of the atoms, in their order."""
        known = tuple(values)
        return tuple(select(*known) for select in self.selectors)

    def count(self, shoe: Shoe, progress: Progress | None) -> Counter[Rows]:
        if self.forms <= {Form.SCORE}:
            return self.by_totals(shoe)
        if self.forms <= {Form.SCORE, Form.DRAW}:
            return self.by_shape(shoe)
        if all(map(first_four.answers, self.atoms)):
            return self.by_first_four(shoe)
        by_sets = all(
            asks_for_sets(atom) or grain_of(atom).form in (Form.SCORE, Form.DRAW)
            for atom in self.atoms
        )
        if by_sets and prod(map(len, families(self.atoms))) <= MOST_SETS:
            try:
                return self.by_sets(shoe)
            except Overlapping:
                pass
        return self.general(shoe, progress)

    def by_totals(self, shoe: Shoe) -> Counter[Rows]:
        found: Counter[Rows] = Counter()
        for totals, number in tally_totals(composition(shoe)).items():
            coup = representatives()[totals]
            found[self.rows(_read(atom, coup) for atom in self.atoms)] += number
        return found

    def by_shape(self, shoe: Shoe) -> Counter[Rows]:
        found: Counter[Rows] = Counter()
        for shape, number in tally_shapes(composition(shoe)):
            if number:
                coup = representative(shape)
                found[self.rows(_read(atom, coup) for atom in self.atoms)] += number
        return found

    def by_first_four(self, shoe: Shoe) -> Counter[Rows]:
        found: Counter[Rows] = Counter()
        for (p1, p2, b1, b2), number in first_four.count_first_fours(shoe).items():
            assert p1 and p2 and b1 and b2
            coup = Coup((p1, p2), (b1, b2))
            found[self.rows(_read(atom, coup) for atom in self.atoms)] += number
        return found

    def by_sets(self, shoe: Shoe) -> Counter[Rows]:
        """Count by value first; look at suits and ranks only where a row depends on them."""
        plain = tuple(atom for atom in self.atoms if not asks_for_sets(atom))
        groups, totals = _grouped(plain, shoe)
        chooser = _Chooser(self, plain)
        found: Counter[Rows] = Counter()
        open_groups: dict[tuple[Value, ...], int] = {}
        for values, number in totals.items():
            possible = chooser.possible(values)
            if len(possible) == 1:
                found[possible[0]] += number
            else:
                open_groups[values] = len(open_groups)
        keys = {
            shape: open_groups[values] for shape, values in groups.items() if values in open_groups
        }
        counts = count_signatures(shoe, families(self.atoms), keys, len(open_groups))
        for signature, numbers in counts.items():
            for values, place in open_groups.items():
                if numbers[place]:
                    found[chooser.rows(values, signature)] += numbers[place]
        return found

    def general(
        self, shoe: Shoe, progress: Progress | None, *, plain: bool = False
    ) -> Counter[Rows]:
        if not plain:
            from pitboss.odds import compiled

            counted = compiled.count(self.tables, shoe)
            if counted is not None:
                return counted
        return count_general(self.atoms, self.rows, shoe, progress)


class _Chooser:
    """Chooses rows from plain values and from what the smallest sets say of suits and ranks."""

    def __init__(self, question: _Question, plain: tuple[Atom, ...]) -> None:
        self.question = question
        self.plain = plain
        self.set_atoms = [atom for atom in question.atoms if asks_for_sets(atom)]
        sets = families(question.atoms)
        self.signatures = [
            Signature(player, banker, round)
            for player in sets.player
            for banker in sets.banker
            for round in sets.round
            if player & round and banker & round
        ]
        self.answers: dict[tuple[Signature, Side | None], tuple[Value, ...]] = {}
        self.distinct: dict[Side | None, list[tuple[Value, ...]]] = {}
        order = {atom: at for at, atom in enumerate((*plain, *self.set_atoms))}
        self.order = [order[atom] for atom in question.atoms]

    def winner(self, values: tuple[Value, ...]) -> Side | None:
        player, banker = values[-2:]
        return "player" if player else "banker" if banker else None

    def sets(self, signature: Signature, winner: Side | None) -> tuple[Value, ...]:
        key = (signature, winner)
        if key not in self.answers:
            self.answers[key] = tuple(signature.value(atom, winner) for atom in self.set_atoms)
        return self.answers[key]

    def possible(self, values: tuple[Value, ...]) -> list[Rows]:
        """Return the rows that coups with these plain values may hit."""
        winner = self.winner(values)
        if winner not in self.distinct:
            said = dict.fromkeys(self.sets(signature, winner) for signature in self.signatures)
            self.distinct[winner] = list(said)
        return list(dict.fromkeys(self.joined(values, said) for said in self.distinct[winner]))

    def rows(self, values: tuple[Value, ...], signature: Signature) -> Rows:
        return self.joined(values, self.sets(signature, self.winner(values)))

    def joined(self, values: tuple[Value, ...], said: tuple[Value, ...]) -> Rows:
        known = (*values[: len(self.plain)], *said)
        return self.question.rows(known[at] for at in self.order)


@lru_cache(maxsize=64)
def _values_of(plain: tuple[Atom, ...]) -> Mapping[Shape, tuple[Value, ...]]:
    """Return the plain values of every shape, and at the end who wins."""
    if all(grain_of(atom).form is Form.SCORE for atom in plain):
        by_totals = {
            totals: _read_all((*plain, *WINS), coup) for totals, coup in representatives().items()
        }
        return {shape: by_totals[totals] for shape, totals in _totals().items()}
    return {shape: _read_all((*plain, *WINS), representative(shape)) for shape in shapes()}


@lru_cache(maxsize=1)
def _totals() -> Mapping[Shape, Totals]:
    return {shape: shape.totals for shape in shapes()}


@lru_cache(maxsize=64)
def _grouped(
    plain: tuple[Atom, ...], shoe: Shoe
) -> tuple[Mapping[Shape, tuple[Value, ...]], Mapping[tuple[Value, ...], int]]:
    """Return the plain values of every shape, and how many deals have them."""
    groups = _values_of(plain)
    counts: dict[tuple[Value, ...], int] = {}
    for shape, number in tally_shapes(composition(shoe)):
        if number:
            values = groups[shape]
            counts[values] = counts.get(values, 0) + number
    return groups, counts


def _read(atom: Atom, coup: Coup) -> Value:
    read = FEATURES[atom.name].read
    assert read is not None, f"{atom} is not bound"
    return read(coup, atom.arguments)


def _read_all(atoms: Sequence[Atom], coup: Coup) -> tuple[Value, ...]:
    return tuple(_read(atom, coup) for atom in atoms)
