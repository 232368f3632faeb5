"""Is a wager countable? Seeded shoes, the exact edge before every coup, and what a count gains.

A bet is one unit. What it wins is taken to be its exact expectation, so that luck plays no part in
the figures beyond which cards come out. Perfect play bets whenever the expectation is positive. A
count bets at a trigger: when its running count, or its true count, is that high. The true count is
the running count per deck not yet seen, rounded down.

Expectations are summed as whole multiples of 2**-40. Sums of whole numbers do not depend on their
order, and every shoe has its own random stream, so the results of a seed are the same in whatever
chunks the shoes are dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Literal

from pitboss.games import Shoe
from pitboss.games.cards import DECK
from pitboss.odds.general import Progress
from pitboss.odds.removal import Count, Effects
from pitboss.odds.values import composition
from pitboss.refusals import unreadable
from pitboss.simulate.edges import Edges
from pitboss.simulate.extra import require_engine
from pitboss.simulate.procedure import Procedure, cutting
from pitboss.simulate.shoes import check_cut, check_seed, deal_shoes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sums = NDArray[np.object_]
    """Bets, what they win, and its squares by shoe, each by trigger; Python's never overflow."""

Basis = Literal["perfect", "true", "running"]
"""What a bet waits for: a positive expectation, a true count, or a running count."""

CHUNK = 500
"""Shoes that are dealt side by side."""

MOST_TRUE = 50
"""Higher true counts are taken as this one, lower ones as minus this one."""

_SCALE = 2**40
_COARSE = 24
"""The bits that sums of squares do without: 2**-16 of a unit is fine enough for an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What betting one unit at a trigger, and never below it, comes to."""

    basis: Basis
    trigger: int
    """The lowest count on which a bet is made; 1 for perfect play, which has no count."""
    shoes: int
    hands: int
    bets: int
    units: float
    """The exact expectations of all bets, summed."""
    squares: float
    """The sum of their squares, each shoe taken as a whole."""

    @property
    def bet_frequency(self) -> float:
        """The share of all hands on which a bet is made."""
        return self.bets / self.hands

    @property
    def average_edge(self) -> float | None:
        """The player's edge on the bets made; None if there were none."""
        return self.units / self.bets if self.bets else None

    @property
    def units_per_shoe(self) -> float:
        """Units won per shoe."""
        return self.units / self.shoes

    @property
    def units_per_100_hands(self) -> float:
        """Units won per hundred hands dealt, whether bet on or not."""
        return 100 * self.units / self.hands

    @property
    def standard_error(self) -> float | None:
        """The standard error of the units per shoe; None for a single shoe."""
        if self.shoes < 2:
            return None
        spread = max(self.squares - self.units**2 / self.shoes, 0)
        return sqrt(spread / (self.shoes - 1) / self.shoes)


@dataclass(frozen=True, kw_only=True)
class Scan:
    """One basis at one cut depth, at every trigger."""

    basis: Basis
    lowest: int
    shoes: int
    hands: int
    sums: tuple[tuple[int, int, int], ...]
    """By trigger: bets, what they win, and its squares by shoe."""

    def at(self, trigger: int) -> Play:
        """Return what a trigger comes to; one that never came up makes no bets."""
        place = max(trigger - self.lowest, 0)
        bets, won, squares = self.sums[place] if place < len(self.sums) else (0, 0, 0)
        return Play(
            basis=self.basis,
            trigger=trigger,
            shoes=self.shoes,
            hands=self.hands,
            bets=bets,
            units=won / _SCALE,
            squares=squares * 4**_COARSE / _SCALE**2,
        )

    def __iter__(self) -> Iterator[Play]:
        """Yield every trigger, the lowest first."""
        return map(self.at, range(self.lowest, self.lowest + len(self.sums)))

    @cached_property
    def best(self) -> Play | None:
        """The trigger that wins most; None if none wins.

        It is chosen on the same shoes on which its gain is measured, which flatters it slightly
        where shoes are few.
        """
        place = max(range(len(self.sums)), key=lambda at: self.sums[at][1])
        return self.at(self.lowest + place) if self.sums[place][1] > 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """What was found at one depth of the cut card."""

    cut: int
    """The cards behind the cut card."""
    shoes: int
    hands: int
    every_hand: Play
    """A bet on every hand, for comparison."""
    perfect: Play
    true: Scan | None
    running: Scan | None

    @property
    def hands_per_shoe(self) -> float:
        """The average number of hands of a shoe."""
        return self.hands / self.shoes

    def scans(self) -> Iterator[tuple[str, Scan]]:
        """Yield what was found by each way to count, with its name."""
        for name, scan in (("true", self.true), ("running", self.running)):
            if scan is not None:
                yield name, scan


class Study:
    """Shoes of one wager, dealt on until enough are gathered.

    >>> from pitboss import rulebook
    >>> from pitboss.odds.removal import best_tags, effects_of_removal
    >>> effects = effects_of_removal(rulebook.wager("ez-baccarat/dragon-7"))
    >>> study = Study(effects, count=best_tags(effects), cuts=[14, 52])
    >>> study.gather(20)
    >>> [(depth.cut, depth.shoes, depth.hands) for depth in study.depths()]
    [(14, 20, 1635), (52, 20, 1487)]
    """

    def __init__(
        self,
        effects: Effects,
        *,
        count: Count | None = None,
        cuts: Sequence[int] | None = None,
        seed: int = 1,
    ) -> None:
        require_engine()
        if cuts is None:
            cuts = (cutting().from_back,)
        if not cuts:
            raise unreadable("no-cut", "no depth of the cut card is given", "give at least one")
        for cut in cuts:
            check_cut(cut, effects.decks)
        check_seed(seed)
        self.effects = effects
        self.count = count
        self.cuts = tuple(dict.fromkeys(cuts))
        self.seed = seed
        self._full = composition(Shoe.of(effects.decks))
        self._edges = Edges(effects.sheet)
        self._lowest: dict[Basis, int] = {"perfect": 0, "true": -MOST_TRUE}
        if count is not None:
            parts = [tag * cards for tag, cards in zip(count.tags, self._full, strict=True)]
            self._lowest["running"] = sum(one for one in parts if one < 0)
            self._highest_running = sum(one for one in parts if one > 0)
        self._gathered: tuple[int, dict[tuple[int, Basis], Sums]] = (0, {})
        """The shoes dealt so far, and what they came to by cut and basis.

        It is replaced as a whole, so an interruption leaves it sound.
        """

    @property
    def shoes(self) -> int:
        """The number of shoes gathered so far."""
        return self._gathered[0]

    def gather(self, shoes: int, *, chunk: int = CHUNK, progress: Progress | None = None) -> None:
        """Deal so many shoes more. After an interruption the whole chunks dealt so far count."""
        done = 0
        while done < shoes:
            number = min(chunk, shoes - done)
            self._deal(number)
            done += number
            if progress is not None:
                progress(done, shoes)

    def depths(self) -> tuple[Depth, ...]:
        """Return what the shoes gathered so far say, for each cut depth."""
        if not self.shoes:
            return ()
        return tuple(map(self._depth, self.cuts))

    def _depth(self, cut: int) -> Depth:
        perfect = self._scan(cut, "perfect")
        counted = self.count is not None
        return Depth(
            cut=cut,
            shoes=perfect.shoes,
            hands=perfect.hands,
            every_hand=perfect.at(0),
            perfect=perfect.at(1),
            true=self._scan(cut, "true") if counted else None,
            running=self._scan(cut, "running") if counted else None,
        )

    def _scan(self, cut: int, basis: Basis) -> Scan:
        shoes, sums = self._gathered
        return Scan(
            basis=basis,
            lowest=self._lowest[basis],
            shoes=shoes,
            hands=sums[cut, "perfect"][0, 0],  # all that were dealt, whatever their expectation
            sums=tuple(map(tuple, sums[cut, basis].T.tolist())),
        )

    def _deal(self, shoes: int) -> None:
        """Deal a chunk of shoes to the deepest cut, and add what every cut sees of them."""
        import numpy as np

        deepest_cut = Procedure(self.effects.decks, min(self.cuts))
        dealt = deal_shoes(self.seed, self.shoes, shoes, deepest_cut)
        limits = {cut: sum(self._full) - cut for cut in self.cuts}
        deepest = dealt.played(max(limits.values()))
        won = np.zeros(deepest.shape, dtype=np.int64)
        won[deepest] = np.rint(self._edges.expectations(dealt.unseen[deepest]) * _SCALE)
        before, known = self._gathered
        sums = dict(known)
        for basis, number, heights in self._marks(won, dealt.unseen):
            for cut, limit in limits.items():
                added = _sums(won, number, heights, dealt.played(limit))
                sums[cut, basis] = sums.get((cut, basis), 0) + added
        self._gathered = before + shoes, sums

    def _marks(
        self, won: NDArray[np.int64], unseen: NDArray[np.int64]
    ) -> Iterator[tuple[Basis, int, NDArray[np.int64]]]:
        """Yield the triggers of each basis, and how far above the lowest each coup stands."""
        import numpy as np

        yield "perfect", 2, (won > 0).astype(np.int64)
        if self.count is None:
            return
        running = (np.array(self._full) - unseen) @ np.array(self.count.tags)
        lowest = self._lowest["running"]
        yield "running", self._highest_running - lowest + 1, running - lowest
        true = np.clip(len(DECK) * running // unseen.sum(axis=-1), -MOST_TRUE, MOST_TRUE)
        yield "true", 2 * MOST_TRUE + 1, true + MOST_TRUE


def _sums(
    won: NDArray[np.int64], number: int, heights: NDArray[np.int64], played: NDArray[np.bool_]
) -> Sums:
    """Sum the coups played that stand at each trigger or above."""
    import numpy as np

    shoes = won.shape[1]
    bets = np.bincount(heights[played], minlength=number)
    places = (np.arange(shoes) * number + heights)[played]
    by_shoe = np.zeros(shoes * number, dtype=np.int64)
    np.add.at(by_shoe, places, won[played])
    at_least = _from_the_top(by_shoe.reshape(shoes, number))
    squares = (at_least + (1 << _COARSE - 1) >> _COARSE) ** 2
    found = np.stack([_from_the_top(bets), at_least.sum(axis=0), squares.sum(axis=0)])
    return found.astype(object)


def _from_the_top(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return running sums along the last axis, from its end."""
    import numpy as np

    return np.cumsum(numbers[..., ::-1], axis=-1)[..., ::-1]
