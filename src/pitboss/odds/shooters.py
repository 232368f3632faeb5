"""Exact probabilities of a shooter's hand: a chain over the point and the counters.

Counters compare with literals only, and the literals give the caps beyond which a counter need not
be told apart. Counters never fall, so the chain is solved one vector of counters at a time: within
it only the point changes, and that is a small linear system with a closed form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush

from pitboss.games import KINDS, Atom
from pitboss.games.craps import POINTS, SEVEN, Ending, Roll
from pitboss.games.grains import RollGrain
from pitboss.rulebook.nodes import Node, atoms_of, comparisons_of, selector_of

COME_OUT = 0
WAYS = {total: 6 - abs(SEVEN - total) for total in range(2, 13)}
"""How many of the 36 throws of two dice show a total."""

Counters = tuple[int, ...]
Moves = dict[tuple[Counters | None, int], int]
Mass = dict[int, Fraction]
"""Expected visits by point; ``COME_OUT`` where there is none."""


@lru_cache(maxsize=512)
def count_shooters(
    tables: tuple[tuple[Node, ...], ...], ends: Ending
) -> Mapping[tuple[int, ...], Fraction]:
    """Return the probability that a new shooter's hand ends on these rows of some pay tables."""
    nodes = [node for table in tables for node in table]
    atoms = atoms_of(nodes)
    chain = _Chain(atoms, _caps(nodes), ends)
    optional = KINDS["craps"].optional
    selectors = [selector_of(table, atoms, optional) for table in tables]
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for counters, probability in chain.endings():
        found[tuple(select(*counters) for select in selectors)] += probability
    return dict(found)


class _Chain:
    def __init__(self, atoms: tuple[Atom, ...], caps: Mapping[Atom, int], ends: Ending) -> None:
        self.atoms = atoms
        self.caps = tuple(caps[atom] for atom in atoms)
        self.ends = ends
        self.counts = {point: self.counted_on(point) for point in (COME_OUT, *POINTS)}
        tracks_point = ends == "seven-out" or any(
            counted != self.counts[COME_OUT] for counted in self.counts.values()
        )
        self.points = (COME_OUT, *POINTS) if tracks_point else (COME_OUT,)

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

    def endings(self) -> Iterator[tuple[Counters, Fraction]]:
        """Yield each vector of counters with the probability that the hand ends there."""
        start = (0,) * len(self.atoms)
        waiting: dict[Counters, Mass] = {start: {COME_OUT: Fraction(1)}}
        queue = [(0, start)]
        while queue:
            _, counters = heappop(queue)
            moves = {point: self.moves(counters, point) for point in self.points}
            ended = Fraction(0)
            for point, visits in self.visits(counters, moves, waiting.pop(counters)).items():
                for (after, next_point), ways in moves[point].items():
                    if after is None:
                        ended += visits * Fraction(ways, 36)
                    elif after != counters:
                        if after not in waiting:
                            waiting[after] = {}
                            heappush(queue, (sum(after), after))
                        inflow = waiting[after]
                        share = visits * Fraction(ways, 36)
                        inflow[next_point] = inflow.get(next_point, 0) + share
            if ended:
                yield counters, ended

    def moves(self, counters: Counters, point: int) -> Moves:
        """Return how many of the 36 throws lead where; counters of None end the wager."""
        found: Moves = {}
        for total, ways in WAYS.items():
            if Roll(total, point or None).ends(self.ends):
                key: tuple[Counters | None, int] = (None, COME_OUT)
            else:
                key = self.roll(counters, point, total)
            found[key] = found.get(key, 0) + ways
        return found

    def roll(self, counters: Counters, point: int, total: int) -> tuple[Counters, int]:
        """Return the counters, capped, and the point after a roll that does not end the wager."""
        after = list(counters)
        for at in self.counts[point][total]:
            if after[at] < self.caps[at]:
                after[at] += 1
        if len(self.points) == 1:
            return tuple(after), COME_OUT
        return tuple(after), Roll(total, point or None).next_point or COME_OUT

    def visits(self, counters: Counters, moves: Mapping[int, Moves], inflow: Mass) -> Mass:
        """Return the expected visits to each point before these counters change or the hand ends.

        With x the visits to the come-out and y[p] those to point p, and q the chances to move
        without changing a counter: y[p] = (in[p] + x q[0,p]) / (1 - q[p,p]), which leaves one
        equation for x.
        """

        def stays(point: int, next_point: int) -> Fraction:
            return Fraction(moves[point].get((counters, next_point), 0), 36)

        base, back = inflow.get(COME_OUT, Fraction(0)), stays(COME_OUT, COME_OUT)
        leaves = {point: 1 - stays(point, point) for point in self.points if point != COME_OUT}
        for point, chance in leaves.items():
            returns = stays(point, COME_OUT) / chance
            base += inflow.get(point, Fraction(0)) * returns
            back += stays(COME_OUT, point) * returns
        come_out = base / (1 - back)
        visits = {COME_OUT: come_out} if come_out else {}
        for point, chance in leaves.items():
            mass = inflow.get(point, Fraction(0)) + come_out * stays(COME_OUT, point)
            if mass:
                visits[point] = mass / chance
        return visits


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
