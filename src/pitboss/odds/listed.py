"""Counting all outcomes of a kind that lists them, by the rows that they hit: throws of dice."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from pitboss.games import Atom, Kind, Outcome, Value
from pitboss.games.features import Level
from pitboss.rulebook.nodes import Node, atoms_of, selector_of


@lru_cache(maxsize=512)
def count_listed(kind: Kind, tables: tuple[tuple[Node, ...], ...]) -> Counter[tuple[int, ...]]:
    """Return the equally likely ways by the rows that they hit together."""
    atoms = atoms_of(node for nodes in tables for node in nodes)
    selectors = [selector_of(nodes, atoms, kind.optional) for nodes in tables]
    counts: Counter[tuple[int, ...]] = Counter()
    columns = [_column(kind, atom) for atom in atoms]
    for at, (_, ways) in enumerate(_outcomes(kind)):
        values = [column[at] for column in columns]
        counts[tuple(select(*values) for select in selectors)] += ways
    return counts


@cache
def _outcomes(kind: Kind) -> tuple[tuple[Outcome, int], ...]:
    assert kind.outcomes is not None
    return tuple(kind.outcomes())


@cache
def _column(kind: Kind, atom: Atom) -> tuple[Value, ...]:
    """Return what a feature is for every outcome."""
    level = Level(kind.features, (atom,))
    return tuple(level.row(outcome)[0] for outcome, _ in _outcomes(kind))
