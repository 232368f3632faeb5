"""Counting the coups of a shoe by the rows that they hit, each question at the least detail.

Several pay tables may be counted at once: the result is then by the rows that a coup hits
together. The count depends on the sentences alone, so tables that differ in pays share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING, Literal

from pitboss.games import KINDS, Coup, Shoe, Value
from pitboss.games.grains import Form
from pitboss.odds.general import Progress, count_general, grain_of
from pitboss.odds.values import (
    Pick,
    Rows,
    Totals,
    by_rows,
    columns_of,
    composition,
    read,
    shape_counts,
    tally_totals,
    with_totals,
)
from pitboss.refusals import unreadable
from pitboss.rulebook.compiling import selector_of
from pitboss.rulebook.nodes import Node, atoms_of

if TYPE_CHECKING:
    from pitboss.odds.by_sets import SetQuestion

Tables = tuple[tuple[Node, ...], ...]
"""The sentences of some pay tables."""
Method = Literal["auto", "general", "plain"]
LEAST_CARDS = 6
MOST_SETS = 400
"""Beyond so many combinations of sets the general count is quicker."""


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
    return _question(tables).count(shoe, progress)


@lru_cache(maxsize=4096)
def _counted(tables: Tables, shoe: Shoe) -> Counter[Rows]:
    return _question(tables).count(shoe, None)


class _Question:
    """What some pay tables ask of a coup."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.atoms = atoms_of(node for nodes in tables for node in nodes)
        optional = KINDS["baccarat"].optional
        self.selectors = [selector_of(nodes, self.atoms, optional) for nodes in tables]
        self.rows_of_totals: dict[Totals, Rows] = {}
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
        from pitboss.odds import first_four  # most wagers ask for totals, and need no more

        if all(map(first_four.answers, self.atoms)):
            return self.by_first_four(shoe)
        return self.by_sets(shoe) or self.general(shoe, progress)

    def by_totals(self, shoe: Shoe) -> Counter[Rows]:
        counts: Counter[Rows] = Counter()
        for totals, number in tally_totals(composition(shoe)).items():
            if totals not in self.rows_of_totals:
                coup = with_totals(totals)
                self.rows_of_totals[totals] = self.rows(read(atom, coup) for atom in self.atoms)
            counts[self.rows_of_totals[totals]] += number
        return counts

    def by_shape(self, shoe: Shoe) -> Counter[Rows]:
        numbers = shape_counts(composition(shoe))
        return +Counter({rows: sum(pick(numbers)) for rows, pick in self.shapes_of_rows.items()})

    @cached_property
    def shapes_of_rows(self) -> dict[Rows, Pick]:
        return by_rows(map(self.rows, zip(*columns_of(self.atoms), strict=True)))

    def by_first_four(self, shoe: Shoe) -> Counter[Rows]:
        from pitboss.odds.first_four import count_first_fours

        counts: Counter[Rows] = Counter()
        for (p1, p2, b1, b2), number in count_first_fours(shoe).items():
            assert p1 and p2 and b1 and b2
            coup = Coup((p1, p2), (b1, b2))
            counts[self.rows(read(atom, coup) for atom in self.atoms)] += number
        return counts

    def by_sets(self, shoe: Shoe) -> Counter[Rows] | None:
        """Count by value and by set; None where that cannot answer, or the general is quicker."""
        from pitboss.odds.lattice import Overlapping

        try:
            return self.of_sets.count(shoe) if self.of_sets else None
        except Overlapping:
            return None

    @cached_property
    def of_sets(self) -> SetQuestion | None:
        from pitboss.odds.by_sets import SetQuestion
        from pitboss.odds.sets import asks_for_sets, families

        for atom in self.atoms:
            if not asks_for_sets(atom) and grain_of(atom).form not in (Form.SCORE, Form.DRAW):
                return None
        if prod(map(len, families(self.atoms))) > MOST_SETS:
            return None
        return SetQuestion(self.atoms, self.rows)

    def general(
        self, shoe: Shoe, progress: Progress | None, *, plain: bool = False
    ) -> Counter[Rows]:
        if not plain:
            from pitboss.odds import compiled

            counted = compiled.count(self.tables, shoe)
            if counted is not None:
                return counted
        return count_general(self.atoms, self.rows, shoe, progress)


@lru_cache(maxsize=256)
def _question(tables: Tables) -> _Question:
    """Return the question, which keeps what it found out for the next shoe."""
    return _Question(tables)
