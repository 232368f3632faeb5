"""The exact expectation of a wager for many compositions at once, by sums of products.

What a coup of six cards nets depends on their values and their order. For each multiset of six
values let K be the number of ways to lay six given cards with these values so that a row is hit,
two cards of a hand in either order counting as one. The deals that hit the row are then the sum
over all 5,005 multisets of K times the ways to choose such six cards, a product of binomials::

    deals(n) = sum of K[m] * C(n[0], m[0]) * ... * C(n[9], m[9])       of 180 * C(cards, 6)

The ten values are split in two halves of five: the products of each half are 462 numbers, and
the sum is a bilinear form in them. All numbers are whole and, up to eleven decks, below 2**53:
float64 is exact then, in whatever order the products are summed. Only the division rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.odds import Analysis
from pitboss.odds.values import NONE, Shape, representative, shapes
from pitboss.rulebook.tables import PayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIX = 6
HALF = 5

LANES = 256
"""Compositions that are worked on together: few enough for the processor's cache."""

WAYS = factorial(SIX) // 4
"""The ways to lay six cards, two cards of a hand in either order counting as one."""


@cache
def products() -> tuple[tuple[int, ...], ...]:
    """Return how many cards of each of five values a product takes: up to six in all."""
    return tuple(
        sorted((one for one in product(range(SIX + 1), repeat=HALF) if sum(one) <= SIX), key=sum)
    )


@cache
def steps() -> NDArray[np.int64]:
    """Return how each product is made: from which one before it, by which value, taken how often.

    The value is the last one that the product takes; the first product takes nothing.
    """
    import numpy as np

    places = {one: at for at, one in enumerate(products())}
    found = [(0, 0, 0)]
    for one in products()[1:]:
        value = max(at for at in range(HALF) if one[at])
        found.append((places[(*one[:value], *(0,) * (HALF - value))], value, one[value]))
    return np.array(found)


class Edges:
    """Prices one pay table, of value level and with known pays, for any compositions."""

    def __init__(self, sheet: Analysis) -> None:
        import numpy as np

        nets = _nets(sheet)
        self.returns = sorted({1 + net for net in nets.values()} - {Fraction(0)})
        """What a unit staked gives back, where it gives back anything."""
        hits = np.zeros((len(self.returns), 10, 10, 10, 10))
        way_of = {one: self.returns.index(1 + net) for one, net in nets.items() if net != -1}
        for cards in product(range(10), repeat=4):
            way = way_of.get(_shape(*cards))
            if way is not None:
                hits[(way, *cards)] = 1
        ways = np.stack([_ways(one) for one in hits])
        most = len(sheet.shoe or ())
        if len(self.returns) > 1 and _is_whole(sheet, self.returns):
            ways = np.tensordot([float(one) for one in self.returns], ways, 1)[None]
            self.returns = [Fraction(1)]
        self.factors = _factors(ways)
        self.choose = np.array([[float(comb(n, k)) for n in range(most + 1)] for k in range(7)])

    def expectations(self, compositions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return what a unit staked nets on average, for each row of ten numbers of cards."""
        import numpy as np

        from pitboss.simulate.numba_engine.countability import price

        numbers = np.ascontiguousarray(compositions.T)
        deals = np.zeros((len(self.returns), len(compositions)))
        chosen = np.empty((SIX + 1, 2 * HALF, LANES))
        left, right = np.empty((2, len(products()), LANES))
        price(
            numbers, self.choose, steps(), self.factors, chosen, left, right, np.empty(LANES), deals
        )
        ways = WAYS * self.choose[SIX, numbers.sum(axis=0)]
        back = np.zeros(len(compositions))
        for returned, one in zip(self.returns, deals, strict=True):
            back += float(returned) * (one / ways)
        return back - 1


def _shape(two: int, other: int, fifth: int, sixth: int) -> Shape:
    """Return the coup of two two-card totals and the next two cards, drawn or not."""
    player_third = fifth if player_draws(two, other) else NONE
    facing = None if player_third == NONE else player_third
    if not banker_draws(two, other, facing):
        return Shape(two, other, player_third, NONE)
    return Shape(two, other, player_third, fifth if player_third == NONE else sixth)


def _nets(sheet: Analysis) -> dict[Shape, Fraction]:
    """Return what a unit staked nets on every coup."""
    table: PayTable = sheet.table
    by_row = {id(one.row): one.net for one in sheet.rows}
    found = {}
    for shape in shapes():
        row = table.row_for(table.level.row(representative(shape)))
        net = Fraction(-1) if row is None else by_row[id(row)]
        assert net is not None, "the pays are known"
        found[shape] = net
    return found


def _is_whole(sheet: Analysis, returns: Sequence[Fraction]) -> bool:
    """Say whether all that is returned can be summed up at once and stay exact in float64.

    No composition gives back more, in deals times units, than the full shoe.
    """
    assert sheet.edge is not None, "the pays are known"
    most = (1 - sheet.edge) * WAYS * comb(len(sheet.shoe or ()), SIX)
    return most < 2**53 and all(one.denominator == 1 for one in returns)


def _ways(hits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return K by the products of the left half and of the right.

    ``hits`` says for two two-card totals and the next two cards whether the coup counts.
    """
    import numpy as np

    pairs = [(x, y) for x in range(10) for y in range(x, 10)]
    totals = np.array([(x + y) % 10 for x, y in pairs])
    orders = np.array([2 - (x == y) for x, y in pairs])
    # Cards as digits in base seven, one for each value: sums of cards are multisets.
    cards = 7 ** np.arange(10)
    twos = np.array([cards[x] + cards[y] for x, y in pairs])
    sixes = twos[:, None, None, None] + twos[:, None, None] + cards[:, None] + cards
    weights = orders[:, None, None, None] * orders[:, None, None] * hits[totals[:, None], totals]
    place = np.zeros(7**HALF, dtype=np.int64)
    ways = np.ones(len(products()))
    for at, numbers in enumerate(products()):
        place[sum(n * 7**value for value, n in enumerate(numbers))] = at
        ways[at] = prod(map(factorial, numbers))
    cells = place[sixes % 7**HALF] * len(ways) + place[sixes // 7**HALF]
    sums = np.bincount(cells.ravel(), weights.ravel(), minlength=len(ways) ** 2)
    found: NDArray[np.float64] = sums.reshape(len(ways), -1) * ways[:, None] * ways / 4
    return found


def _factors(ways: NDArray[np.float64]) -> tuple[NDArray[np.int64] | NDArray[np.float64], ...]:
    """Return K without its zeros: for each way and left product, the right products it goes with.

    Way and left product of each factor, where its terms start, and their right products and K.
    """
    import numpy as np

    way, left, right = np.nonzero(ways)
    first = np.flatnonzero(np.diff(way * len(products()) + left, prepend=-1))
    return way[first], left[first], np.append(first, len(way)), right, ways[way, left, right]
