"""Exact probabilities of a shooter's hand: a chain over the point and the counters.

Counters compare with literals only, and the literals give the caps beyond which a counter need not
be told apart. Counters never fall, so the chain is solved one vector of counters at a time: within
it only the point changes, and that is a small linear system with a closed form. It depends on which
counters are full and on nothing else of the vector. Masses are whole numbers over a denominator
that the points of a vector share: fractions are made, and reduced, at the end alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import gcd, lcm, prod
from typing import NamedTuple

from pitboss.games import KINDS, Atom
from pitboss.games.craps import POINTS, SEVEN, Ending, Roll
from pitboss.games.grains import RollGrain
from pitboss.odds.general import Progress
from pitboss.odds.values import Rows
from pitboss.refusals import unreadable
from pitboss.rulebook.compiling import selector_of
from pitboss.rulebook.nodes import Node, atoms_of, comparisons_of

MOST_STATES = 1_000_000
"""Vectors of counters, times the points that are told apart: more are refused, not begun."""
COME_OUT = 0
WAYS = {total: 6 - abs(SEVEN - total) for total in range(2, 13)}
"""How many of the 36 throws of two dice show a total."""

Counters = tuple[int, ...]
Mass = dict[int, list[int]]
"""By denominator: the numerators of each point, the come-out first."""
Throws = dict[tuple[int, int], int]
"""How many throws of 36 lead from one point to another; both as places among the points."""


class Ended(NamedTuple):
    """The chance that the wager ends with these counters: not reduced."""

    counters: Counters
    numerator: int
    denominator: int


def count_shooters(
    tables: tuple[tuple[Node, ...], ...], ends: Ending, progress: Progress | None = None
) -> Mapping[Rows, Fraction]:
    """Return the probability that a new shooter's hand ends on these rows of some pay tables."""
    return counted(tables, ends) if progress is None else _count(tables, ends, progress)


def states(tables: tuple[tuple[Node, ...], ...], ends: Ending) -> int:
    """Return how many states a count of some pay tables goes through; too many are refused."""
    return _Chain(tables, ends).states


def _count(
    tables: tuple[tuple[Node, ...], ...], ends: Ending, progress: Progress | None = None
) -> Mapping[Rows, Fraction]:
    chain = _Chain(tables, ends)
    selectors = [selector_of(table, chain.atoms, KINDS["craps"].optional) for table in tables]
    chances: dict[Rows, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for counters, numerator, denominator in chain.endings(progress):
        rows = tuple(select(*counters) for select in selectors)
        chances[rows][denominator] += numerator
    *others, commonest = sorted(chances, key=lambda rows: len(chances[rows]))
    exact = {rows: _sum(chances[rows]) for rows in others}
    return {**exact, commonest: 1 - sum(exact.values(), Fraction(0))}


counted = lru_cache(maxsize=512)(_count)


def _sum(parts: Mapping[int, int]) -> Fraction:
    """Return the sum of numerators by their denominators."""
    common = lcm(*parts)
    return Fraction(sum(top * (common // bottom) for bottom, top in parts.items()), common)


class Block(NamedTuple):
    """What happens in a vector of counters until they change or the wager ends, by point.

    Of masses m, with b the sum of m[p] * back[p], a 36th of the visits to p is m[p] * own[p] + b *
    drawn[p], over the denominator.
    """

    denominator: int
    back: tuple[int, ...]
    own: tuple[int, ...]
    drawn: tuple[int, ...]
    moves: Mapping[int, Sequence[Throws]]
    """The throws that change counters, by how far the number of the vector rises."""


class _Chain:
    def __init__(self, tables: tuple[tuple[Node, ...], ...], ends: Ending) -> None:
        nodes = [node for table in tables for node in table]
        caps = _caps(nodes)
        self.atoms = atoms_of(nodes)
        self.caps = tuple(caps[atom] for atom in self.atoms)
        self.strides = [
            prod(cap + 1 for cap in self.caps[at + 1 :]) for at in range(len(self.caps))
        ]
        counted = {point: self.counted_on(point) for point in (COME_OUT, *POINTS)}
        tracks_point = ends == "seven-out" or any(
            counters != counted[COME_OUT] for counters in counted.values()
        )
        self.points = tuple(counted) if tracks_point else (COME_OUT,)
        self.ending = [0] * len(self.points)
        """By point: the throws that end the wager."""
        self.throws: dict[tuple[int, ...], Throws] = defaultdict(lambda: defaultdict(int))
        """By the counters that count them."""
        for (at, point), (total, ways) in product(enumerate(self.points), WAYS.items()):
            roll = Roll(total, point or None)
            if roll.ends(ends):
                self.ending[at] += ways
            else:
                after = self.points.index(roll.next_point or COME_OUT) if tracks_point else at
                self.throws[counted[point][total]][at, after] += ways
        self.vectors = prod(cap + 1 for cap in self.caps)
        self.states = self.vectors * len(self.points)
        if self.states > MOST_STATES:
            raise unreadable(
                "too-many-states",
                f"these counters have {self.states:,} states at craps, more than {MOST_STATES:,}",
                "compare fewer counters, or with lower numbers",
            )

    def counted_on(self, point: int) -> Mapping[int, tuple[int, ...]]:
        """Return the counters that count each total rolled on a point."""
        grains = [KINDS["craps"].features[atom.name].grain for atom in self.atoms]
        return {
            total: tuple(
                at
                for at, (atom, grain) in enumerate(zip(self.atoms, grains, strict=True))
                if isinstance(grain, RollGrain)
                and grain.counts(Roll(total, point or None), atom.arguments)
            )
            for total in WAYS
        }

    def endings(self, progress: Progress | None) -> Iterator[Ended]:
        """Yield each vector of counters with the probability that the wager ends there.

        Vectors are numbered in the order of their counters, so a roll never leads to a lower one.
        """
        size = len(self.points)
        waiting: dict[int, Mass] = {0: {1: [1] + [0] * (size - 1)}}
        blocks: dict[tuple[bool, ...], Block] = {}
        for number, counters in enumerate(product(*(range(cap + 1) for cap in self.caps))):
            if progress is not None and number % 1024 == 0:
                progress(number, self.vectors)
            if number not in waiting:
                continue
            inflow, denominator = _merged(waiting.pop(number))
            full = tuple(count == cap for count, cap in zip(counters, self.caps, strict=True))
            if full not in blocks:
                blocks[full] = self.block(full)
            block = blocks[full]
            drawn = sum(map(int.__mul__, inflow, block.back))
            visits = [
                mass * own + drawn * share
                for mass, own, share in zip(inflow, block.own, block.drawn, strict=True)
            ]
            denominator *= block.denominator
            ended = sum(map(int.__mul__, visits, self.ending))
            if ended:
                yield Ended(counters, ended, denominator)
            for rise, moves in block.moves.items():
                mass = waiting.setdefault(number + rise, {})
                if denominator not in mass:
                    mass[denominator] = [0] * size
                numerators = mass[denominator]
                for throws in moves:
                    for (at, after), ways in throws.items():
                        numerators[after] += visits[at] * ways

    def block(self, full: tuple[bool, ...]) -> Block:
        """Return what happens while these counters are full.

        With x the visits to the come-out and y[p] those to point p, and s the throws of 36 that
        lead from one to the other and change no counter: y[p] = (36 in[p] + x s[0,p]) / (36 -
        s[p,p]), which leaves one equation for x.
        """
        stays: dict[tuple[int, int], int] = defaultdict(int)
        moves: dict[int, list[Throws]] = defaultdict(list)
        rises = [0 if held else step for held, step in zip(full, self.strides, strict=True)]
        for counted, kept in self.throws.items():
            if rise := sum([rises[counter] for counter in counted]):
                moves[rise].append(kept)
                continue
            for between, ways in kept.items():
                stays[between] += ways
        points = range(1, len(self.points))
        leaves = [36 - stays[at, at] for at in points]
        common = lcm(*leaves)
        parts = [common // leave for leave in leaves]
        back = [common, *(stays[at, 0] * part for at, part in zip(points, parts, strict=True))]
        whole = (36 - stays[0, 0]) * common - sum(
            stays[0, at] * share for at, share in zip(points, back[1:], strict=True)
        )
        shared = gcd(*back)
        own = [0, *(whole * part for part in parts)]
        drawn = [shared * common]
        drawn += [shared * stays[0, at] * part for at, part in zip(points, parts, strict=True)]
        spare = gcd(whole * common, *own, *drawn)
        return Block(
            denominator=whole * common // spare,
            back=tuple(share // shared for share in back),
            own=tuple(share // spare for share in own),
            drawn=tuple(share // spare for share in drawn),
            moves=moves,
        )


def _merged(mass: Mass) -> tuple[list[int], int]:
    """Return the numerators of each point over one denominator."""
    if len(mass) == 1:
        ((denominator, numerators),) = mass.items()
        return numerators, denominator
    common = lcm(*mass)
    scaled = [(common // bottom, numerators) for bottom, numerators in mass.items()]
    columns = zip(*([top * scale for top in tops] for scale, tops in scaled), strict=True)
    return [sum(column) for column in columns], common


def _caps(nodes: list[Node]) -> dict[Atom, int]:
    """Return, for each counter, the least value beyond which no sentence tells counts apart."""
    caps: dict[Atom, int] = defaultdict(int)
    for comparison in (one for node in nodes for one in comparisons_of(node)):
        terms, operators = comparison.terms, comparison.operators
        for left, sign, right in zip(terms, operators, terms[1:], strict=False):
            if isinstance(left, Atom):
                caps[left] = max(caps[left], _cap(sign, right))
            elif isinstance(right, Atom):
                caps[right] = max(caps[right], _cap(_MIRRORED.get(sign, sign), left))
    return caps


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _cap(sign: str, literal: object) -> int:
    if isinstance(literal, tuple):
        return 1 + int(max(literal))
    assert isinstance(literal, int)
    return literal if sign in (">=", "<") else literal + 1
