"""Shooters at craps: the counters of all wagers at once, from the come-out to the seven-out.

A random stream is a block of 256 shooters. Every counter is kept for both endings: up to the first
seven of any kind, and up to the seven-out. Sentences compare counters with literals only, so most
counts of a counter are never told apart; for ``rolled(8) >= 6`` there are two classes of them.
Tables are joined into groups as long as the classes of their counters make at most 4,096
combinations: the cells of a group. A shooter is counted once in every group. The pay row of a cell
is read by the pay table's own sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games import Atom
from pitboss.games.craps import SEVEN, Ending
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.rulebook.judging import judge
from pitboss.rulebook.nodes import Compare, comparisons_of
from pitboss.simulate.counting import Counted, counted_dice, counts_by_row
from pitboss.simulate.dice_moves import HIGHEST, LANE, LINE, NUMBERS, SHOOTERS, Sheet, chain
from pitboss.simulate.parallel import Piece

MOST_TOGETHER = 4096
"""Tables share a group up to so many cells."""
MOST_CELLS = 2**22
"""A single table may need so many, for which counting takes 32 MB."""

FIRST_WORD: dict[Ending, int] = {"seven-out": 0, "any-seven": 2}


class Counter(NamedTuple):
    """A counter that stops at one of the sevens, and which of its counts are told apart."""

    atom: Atom
    ends: Ending
    classes: tuple[int, ...]
    """The class of every count from 0 to ``HIGHEST``, numbered in the order they come up."""

    @property
    def number(self) -> int:
        """The number of classes."""
        return 1 + max(self.classes)

    def lanes(self) -> Iterator[tuple[int, int]]:
        """Yield the word and the lowest bit of every lane that is summed."""
        word = FIRST_WORD[self.ends]
        if self.atom.name != "rolled":
            yield word + 1, LANE * LINE.index(self.atom.name)
            return
        for total in self.atom.arguments:
            yield (word + 1, 0) if total == SEVEN else (word, LANE * NUMBERS.index(total))


Group = tuple[Counter, ...]
"""Counters whose classes make up a cell; the class of the first varies fastest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShooterPlan:
    """How shooters are counted. Build it with :func:`shooter_plan`."""

    seed: int
    groups: tuple[Group, ...]

    typical = SHOOTERS
    """The rounds of a stream."""
    piece_size = 8192

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Play the streams of a piece; with ``most``, stop after exactly so many shooters."""
        from pitboss.simulate.numba_engine import dice as kernels

        rounds = SHOOTERS * piece.number if most is None else min(SHOOTERS * piece.number, most)
        counts = np.zeros(offsets_of(self.groups)[-1], dtype=np.int64)
        sheet = sheet_of(self.groups)
        seed, start = np.uint64(self.seed), np.uint64(piece.first)
        kernels.count_shooters(seed, start, 0, chain(), sheet, counts)  # compiles
        began = perf_counter()
        kernels.count_shooters(seed, start, rounds, chain(), sheet, counts)
        return counted_dice(counts, rounds, -(-rounds // SHOOTERS), perf_counter() - began)

    def rows(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, _seen: object = None
    ) -> NDArray[np.int16]:
        """Play sessions; return the row that each table pays, by table, session and shooter."""
        from pitboss.simulate.numba_engine import dice as kernels

        homes = [self.group_of(table) for table in tables]
        needed = sorted(set(homes))
        sheet = sheet_of(tuple(self.groups[home] for home in needed))
        cells = np.empty((len(needed), piece.number, rounds), dtype=np.int32)
        seed, first = np.uint64(self.seed), np.uint64(piece.first)
        kernels.play_shooters(seed, first, chain(), sheet, cells)
        known = [np.flatnonzero(np.bincount(mine.ravel())) for mine in cells]
        found = np.empty((len(tables), piece.number, rounds), dtype=np.int16)
        for at, table in enumerate(tables):
            group, place = self.groups[homes[at]], needed.index(homes[at])
            row_of = np.empty(cells_of(group), dtype=np.int16)
            row_of[known[place]] = _row_numbers(table, group, known[place])
            found[at] = row_of[cells[place]]
        return found

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how many shooters hit each row of a table, and last how many bets lose."""
        home = self.group_of(table)
        first, end = offsets_of(self.groups)[home : home + 2]
        mine = slice(*np.searchsorted(counted.cells, (first, end)))
        rows = _row_numbers(table, self.groups[home], counted.cells[mine] - first)
        return counts_by_row(table, rows, counted.counts[mine])

    def group_of(self, table: PayTable) -> int:
        """Return the first group that tells apart whatever a table asks for."""
        asked = counters_of(table)
        for at, group in enumerate(self.groups):
            if cells_of(_joined(group, asked)) == cells_of(group):
                return at
        raise unreadable(
            "not-tallied",
            f"{table.wager.path} table {table.id} asks for counts that this plan does not keep",
            "give the table to shooter_plan",
            table.cite,
        )


def shooter_plan(tables: Iterable[PayTable], seed: int) -> ShooterPlan:
    """Return a plan that counts whatever some craps tables ask for, all at once."""
    groups: list[Group] = []
    for counters in sorted(dict.fromkeys(map(counters_of, tables)), key=cells_of, reverse=True):
        for at, group in enumerate(groups):
            joined = _joined(group, counters)
            if cells_of(joined) <= max(MOST_TOGETHER, cells_of(group)):
                groups[at] = joined
                break
        else:
            groups.append(counters)
    return ShooterPlan(seed=seed, groups=tuple(groups))


@lru_cache(maxsize=512)
def counters_of(table: PayTable) -> Group:
    """Return the counters that a table asks for, with the counts that it tells apart."""
    answers: dict[Atom, list[tuple[bool | None, ...]]] = {}
    for comparison in (one for node in table.nodes for one in comparisons_of(node)):
        for pair, sign in zip(pairwise(comparison.terms), comparison.operators, strict=True):
            (atom,) = (term for term in pair if isinstance(term, Atom))
            answers.setdefault(atom, []).append(_answers(Compare(pair, (sign,))))
    counters = tuple(Counter(atom, table.ends, _classes(*each)) for atom, each in answers.items())
    if cells_of(counters) > MOST_CELLS:
        raise unreadable(
            "too-many-cells",
            f"{table.wager.path} table {table.id} tells {cells_of(counters):,} results apart",
            f"compare fewer counters, or with fewer numbers: {MOST_CELLS:,} results can be counted",
            table.cite,
        )
    return counters


def _answers(question: Compare) -> tuple[bool | None, ...]:
    """Answer one comparison for every count of its counter."""

    def answer(count: int) -> bool | None:
        return judge(question, lambda _: count)

    return tuple(map(answer, range(HIGHEST + 1)))


def _classes(*columns: tuple[object, ...]) -> tuple[int, ...]:
    """Return numbers for what some columns, read together, tell apart.

    >>> _classes((False, False, True, True), (0, 1, 1, 1))
    (0, 1, 2, 2)
    """
    known: dict[tuple[object, ...], int] = {}
    return tuple(known.setdefault(one, len(known)) for one in zip(*columns, strict=True))


def _joined(one: Group, other: Group) -> Group:
    """Return the counters of two groups; together they tell apart what either does."""
    found = {(counter.atom, counter.ends): counter for counter in one}
    for counter in other:
        key = counter.atom, counter.ends
        classes = _classes(found.get(key, counter).classes, counter.classes)
        found[key] = counter._replace(classes=classes)
    return tuple(found.values())


def cells_of(group: Group) -> int:
    """Return the number of cells of a group."""
    return prod(counter.number for counter in group)


def offsets_of(groups: Iterable[Group]) -> tuple[int, ...]:
    """Return the number of each group's first cell, and last the number of all cells."""
    return tuple(accumulate(map(cells_of, groups), initial=0))


def _strides(group: Group) -> tuple[int, ...]:
    """Return what a class of each counter is multiplied with in the number of a cell."""
    return tuple(prod(one.number for one in group[:at]) for at in range(len(group)))


@lru_cache(maxsize=32)
def sheet_of(groups: tuple[Group, ...]) -> Sheet:
    """Return how the kernels find the cells of some groups."""
    terms, starts, cuts = [0], [0], [0]
    parts: list[tuple[int, int]] = []
    steps: list[tuple[int, int]] = []
    for group in groups:
        for counter, stride in zip(group, _strides(group), strict=True):
            parts += counter.lanes()
            for count, (before, after) in enumerate(pairwise(counter.classes), start=1):
                if before != after:
                    steps.append((count, (after - before) * stride))
            starts.append(len(parts))
            cuts.append(len(steps))
        terms.append(len(starts) - 1)
    return Sheet(
        terms=np.array(terms, dtype=np.int64),
        lanes=np.array(starts, dtype=np.int64),
        words=np.array([word for word, _ in parts], dtype=np.int64),
        shifts=np.array([shift for _, shift in parts], dtype=np.uint64),
        cuts=np.array(cuts, dtype=np.int64),
        least=np.array([least for least, _ in steps], dtype=np.int32),
        share=np.array([share for _, share in steps], dtype=np.int32),
        offsets=np.array(offsets_of(groups)[:-1], dtype=np.int64),
    )


def _row_numbers(table: PayTable, group: Group, cells: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the row that a table pays in cells of its group; -1 where the bet loses."""
    shown = {}
    for counter, stride in zip(group, _strides(group), strict=True):
        typical = np.array([counter.classes.index(one) for one in range(counter.number)])
        shown[counter.atom, counter.ends] = typical[cells // stride % counter.number]
    any_count = np.zeros_like(cells)  # for a counter whose counts the table does not tell apart
    columns = (shown.get((atom, table.ends), any_count).tolist() for atom in table.level.atoms)
    return np.array(list(map(table.number_for, zip(*columns, strict=True))), dtype=np.int16)
