"""Counting all outcomes of a kind that lists them, by the rows that they hit: throws of dice."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from pitboss.games import Atom, Kind, Outcome, Value
from pitboss.games.features import Level
from pitboss.rulebook.compiling import selector_of
from pitboss.rulebook.nodes import Node, atoms_of


@lru_cache(maxsize=512)
def count_listed(kind: Kind, tables: tuple[tuple[Node, ...], ...]) -> Counter[tuple[int, ...]]:
    """Return the equally likely ways by the rows that they hit together."""
    counts: Counter[tuple[int, ...]] = Counter()
    together = zip(*(rows_listed(kind, nodes) for nodes in tables), strict=True)
    for (_, ways), rows in zip(listed(kind), together, strict=True):
        counts[rows] += ways
    return counts


@lru_cache(maxsize=512)
def rows_listed(kind: Kind, nodes: tuple[Node, ...]) -> tuple[int, ...]:
    """Return the row of a pay table that every outcome hits; -1 for none."""
    atoms = atoms_of(nodes)
    select = selector_of(nodes, atoms, kind.optional)
    return tuple(map(select, *(_column(kind, atom) for atom in atoms)))


@cache
def listed(kind: Kind) -> tuple[tuple[Outcome, int], ...]:
    """Return every outcome of a kind with its ways."""
    assert kind.outcomes is not None, "the caller knows that the kind lists its outcomes"
    return tuple(kind.outcomes())


@cache
def _column(kind: Kind, atom: Atom) -> tuple[Value, ...]:
    """Return what a feature is for every outcome."""
    level = Level(kind.features, (atom,))
    return tuple(level.row(outcome)[0] for outcome, _ in listed(kind))
