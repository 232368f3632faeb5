"""Counting the coups of a shoe by the rows that they hit, each question at the least detail.

Several pay tables may be counted at once: the result is then by the rows that a coup hits
together. The count depends on the sentences alone, so tables that differ in pays share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from pitboss.games import KINDS, Atom, Coup, Shoe, Span, Value
from pitboss.odds.first_four import ANSWERED, count_first_fours
from pitboss.odds.general import Progress, Result, count_general
from pitboss.odds.lattice import Overlapping, count_signatures
from pitboss.odds.sets import Signature, families, sets_of
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
from pitboss.rulebook.nodes import Node, atoms_of, judge, selector_of

Rows = tuple[int, ...]
"""Which row each pay table pays; -1 for none."""
Tables = tuple[tuple[Node, ...], ...]
"""The sentences of some pay tables."""
Winner = Literal["player", "banker"] | None
Method = Literal["auto", "general"]
LEAST_CARDS = 6
FEATURES = KINDS["baccarat"].features
WINS = (Atom("player.wins"), Atom("banker.wins"))


def count_coups(
    tables: Tables, shoe: Shoe, method: Method = "auto", progress: Progress | None = None
) -> Counter[Rows]:
    """Return the ordered six-card deals of a shoe by the rows they hit.

    ``auto`` takes the shortcut that fits the sentences; ``general`` always answers, more slowly.
    """
    if len(shoe) < LEAST_CARDS:
        raise unreadable(
            "shoe-too-small",
            f"a shoe of {len(shoe)} cards is too small for every coup",
            f"leave at least {LEAST_CARDS} cards",
            "30-2816(4)",
        )
    if method == "general":
        return _Question(tables).general(shoe, progress)
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
        self.levels = {FEATURES[atom.name].level for atom in self.atoms}

    def rows(self, values: Iterable[Value]) -> Rows:
        """Return the row of each table for the values of the atoms, in their order."""
        known = tuple(values)
        return tuple(select(*known) for select in self.selectors)

    def count(self, shoe: Shoe, progress: Progress | None) -> Counter[Rows]:
        if self.levels <= {"totals"}:
            return self.by_totals(shoe)
        if self.levels <= {"totals", "thirds"}:
            return self.by_shape(shoe)
        if self.levels == {"first four"} and all(one.name in ANSWERED for one in self.atoms):
            return self.by_first_four(shoe)
        if "first four" not in self.levels:
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
        for four, number in count_first_fours(shoe).items():
            found[self.rows(four.value(atom) for atom in self.atoms)] += number
        return found

    def by_sets(self, shoe: Shoe) -> Counter[Rows]:
        """Count by value first; look at suits and ranks only where a row depends on them."""
        plain = tuple(atom for atom in self.atoms if sets_of(atom) is None)
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

    def general(self, shoe: Shoe, progress: Progress | None) -> Counter[Rows]:
        found: Counter[Rows] = Counter()
        for result, number in count_general(shoe, self.atoms, self.certain, progress).items():
            found[self.rows(_of_result(atom, result) for atom in self.atoms)] += number
        return found

    def certain(self, four: Result) -> bool:
        """Say whether every table's row is decided by the first four cards alone."""

        def known(atom: Atom) -> Value | Span:
            return _after_four(atom, four)

        for nodes in self.tables:
            for node in nodes:
                verdict = judge(node, known)
                if verdict is None:
                    return False
                if verdict:
                    break
        return True


class _Chooser:
    """Chooses rows from plain values and from what the smallest sets say of suits and ranks."""

    def __init__(self, question: _Question, plain: tuple[Atom, ...]) -> None:
        self.question = question
        self.plain = plain
        self.set_atoms = [atom for atom in question.atoms if sets_of(atom) is not None]
        sets = families(question.atoms)
        self.signatures = [
            Signature(player, banker, round)
            for player in sets.player
            for banker in sets.banker
            for round in sets.round
            if player & round and banker & round
        ]
        self.answers: dict[tuple[Signature, Winner], tuple[Value, ...]] = {}
        self.distinct: dict[Winner, list[tuple[Value, ...]]] = {}
        order = {atom: at for at, atom in enumerate((*plain, *self.set_atoms))}
        self.order = [order[atom] for atom in question.atoms]

    def winner(self, values: tuple[Value, ...]) -> Winner:
        player, banker = values[-2:]
        return "player" if player else "banker" if banker else None

    def sets(self, signature: Signature, winner: Winner) -> tuple[Value, ...]:
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
    if all(FEATURES[atom.name].level == "totals" for atom in plain):
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


def _after_four(atom: Atom, four: Result) -> Value | Span:
    """Return what a feature is, or may still become, when the first four cards are dealt."""
    feature = FEATURES[atom.name]
    owner = atom.name.partition(".")[0]
    open_span = Span(feature.low, feature.high, may_be_missing=feature.optional)
    if owner in ("winner", "loser") or feature.level in ("totals", "thirds"):
        return open_span
    value = _of_result(atom, four)
    if feature.level == "first four" or not value:
        return value  # cards only add to a set: what is mixed stays mixed
    return open_span


def _of_result(atom: Atom, result: Result) -> Value:
    """Read a feature from the general count: by value, by set, or from the first four."""
    coup = representative(result.shape)
    if sets_of(atom) is not None:
        return result.signature.value(atom, coup.winner)
    if FEATURES[atom.name].level != "first four":
        return _read(atom, coup)
    owner, _, name = atom.name.partition(".")
    if owner in ("winner", "loser"):
        if coup.winner is None:
            return None
        other = "banker" if coup.winner == "player" else "player"
        owner = coup.winner if owner == "winner" else other
    four = result.four
    return _read(Atom(f"{owner}.{name}"), Coup(four[:2], four[2:]))
