"""The exact expectation of a wager for many compositions at once, by a matrix product.

What a coup of six cards nets depends on their values and their order. For each multiset of six
values let K be the number of ways to lay six given cards with these values so that a row is hit,
two cards of a hand in either order counting as one. The deals that hit the row are then the sum
over all 5,005 multisets of K times the ways to choose such six cards, a product of binomials::

    deals(n) = sum of K[m] * C(n[0], m[0]) * ... * C(n[9], m[9])       of 180 * C(cards, 6)

The ten values are split in two halves of five: the products of each half are 462 columns, and
the sum is a bilinear form in them. All numbers are whole and, up to eleven decks, below 2**53:
float64 is exact then, in whatever order the products are summed. Only the division rounds.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.odds import Analysis
from pitboss.odds.values import NONE, Shape, representative, shapes
from pitboss.rulebook.tables import PayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIX = 6
HALF = 5

LANES = 192
"""Compositions that are worked on together: few enough for the processor's cache, and for the
matrix product to stay on one core, since spreading so small a product costs more than it gains."""

WAYS = factorial(SIX) // 4
"""The ways to lay six cards, two cards of a hand in either order counting as one."""


class Step(NamedTuple):
    """Makes new products: some that are there already, times one more binomial."""

    made: slice
    source: slice
    value: int
    taken: int


class Half(NamedTuple):
    """The products of up to six cards of five values, those of one size being neighbours."""

    numbers: tuple[tuple[int, ...], ...]
    """How many cards of each value a product takes."""
    sizes: tuple[slice, ...]
    """Where the products of 0, 1, ... 6 cards stand."""
    steps: tuple[Step, ...]
    """How all of them follow from the first, which takes no card."""


@cache
def half() -> Half:
    """Return the products of one half.

    Those of one size are in the order of their last value, so that the ones without it, from which
    the others are made, stand at the front.
    """
    numbers = [(0,) * HALF]
    starts = [0, 1]
    steps = []
    for size in range(1, SIX + 1):
        for value, taken in product(range(HALF), range(1, size + 1)):
            first = starts[size - taken]
            last = starts[size - taken + 1]
            without = [one for one in numbers[first:last] if not any(one[value:])]
            made = [(*one[:value], taken, *one[value + 1 :]) for one in without]
            if made:
                to = slice(len(numbers), len(numbers) + len(made))
                steps.append(Step(to, slice(first, first + len(made)), value, taken))
                numbers += made
        starts.append(len(numbers))
    return Half(tuple(numbers), tuple(map(slice, starts[:-1], starts[1:])), tuple(steps))


class Edges:
    """Prices one pay table, of value level and with known pays, for any compositions."""

    def __init__(self, sheet: Analysis) -> None:
        import numpy as np

        nets = _nets(sheet)
        self.returns = sorted({1 + net for net in nets.values()} - {Fraction(0)})
        """What a unit staked gives back, where it gives back anything."""
        hits = np.zeros((len(self.returns), 10, 10, 10, 10))
        for two, other, fifth, sixth in product(range(10), repeat=4):
            back = 1 + nets[_shape(two, other, fifth, sixth)]
            if back:
                hits[self.returns.index(back), two, other, fifth, sixth] = 1
        self.blocks = [_blocks(one) for one in hits]
        most = len(sheet.shoe or ())
        self.choose = np.array([[float(comb(n, k)) for n in range(most + 1)] for k in range(7)])

    def expectations(self, compositions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return what a unit staked nets on average, for each row of ten numbers of cards."""
        import numpy as np

        found = np.empty(len(compositions))
        for at in range(0, len(compositions), LANES):
            part = slice(at, at + LANES)
            found[part] = self._expectations(np.ascontiguousarray(compositions[part].T))
        return found

    def _expectations(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        import numpy as np

        chosen = self.choose[:, numbers]
        left, right = _products(chosen[:, :HALF]), _products(chosen[:, HALF:])
        ways = WAYS * self.choose[SIX, numbers.sum(axis=0)]
        sizes = half().sizes
        back = np.zeros(numbers.shape[1])
        for returned, blocks in zip(self.returns, self.blocks, strict=True):
            deals = np.zeros(numbers.shape[1])
            for size, block in enumerate(blocks):
                inner = block @ right[sizes[SIX - size]]
                inner *= left[sizes[size]]
                deals += inner.sum(axis=0)
            back += float(returned) * (deals / ways)
        return back - 1


def _products(chosen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return every product of binomials of one half, a row each, for all compositions.

    ``chosen`` has the binomials by cards taken, value and composition.
    """
    import numpy as np

    rows = np.empty((len(half().numbers), chosen.shape[-1]))
    rows[0] = 1
    for step in half().steps:
        np.multiply(rows[step.source], chosen[step.taken, step.value], out=rows[step.made])
    return rows


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


def _blocks(hits: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return K by the products of the left half and of the right: a matrix for each left size.

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
    ways = np.ones(len(half().numbers))
    for at, numbers in enumerate(half().numbers):
        place[sum(n * 7**value for value, n in enumerate(numbers))] = at
        ways[at] = prod(map(factorial, numbers))
    cells = place[sixes % 7**HALF] * len(ways) + place[sixes // 7**HALF]
    sums = np.bincount(cells.ravel(), weights.ravel(), minlength=len(ways) ** 2)
    whole = sums.reshape(len(ways), -1) * ways[:, None] * ways / 4
    sizes = half().sizes
    return [whole[sizes[size], sizes[SIX - size]] for size in range(SIX + 1)]
