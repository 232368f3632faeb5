"""Shoes as a counter of cards sees them, and what a bet is worth on what is left, by numba."""

from __future__ import annotations

from numba import uint64

from pitboss.simulate.numba_engine.compiling import inlined, kernel
from pitboss.simulate.numba_engine.coups import _coup, burnt, shuffle
from pitboss.simulate.numba_engine.streams import stream

U = uint64


@inlined
def _value(card):
    """Return what a card counts; tens and faces count nothing."""
    rank = U(card) >> U(2)
    return rank + U(1) if rank < U(9) else U(0)


@kernel
def deal_shoes(seed, first, shoe, fresh, how, lookup, starts, unseen):
    """Deal shoes, one to a column, until each has had its last coup.

    ``starts`` gets the cards out of the shoe before each coup, ``unseen`` how many of each value
    nobody has seen then: all but the first card of the shoe and those of the coups before. A shoe
    that is over stands still.
    """
    for column in range(starts.shape[1]):
        shuffle(shoe, fresh, how[0], stream(seed, first + column))
        start, after = U(0), burnt(shoe, how)
        for value in range(10):
            unseen[0, column, value] = 0
        for card in range(how[0]):
            unseen[0, column, _value(shoe[card])] += 1
        unseen[0, column, _value(shoe[0])] -= 1
        for row in range(starts.shape[0]):
            if row:
                for value in range(10):
                    unseen[row, column, value] = unseen[row - 1, column, value]
                if start <= how[1]:
                    _cell, after = _coup(shoe, start, lookup)
                for place in range(start, after):
                    unseen[row, column, _value(shoe[place])] -= 1
            start = after
            starts[row, column] = start


@kernel
def price(numbers, choose, steps, factors, chosen, left, right, sums, chances):
    """Write the chance of each way to be paid, for each column of ten numbers of cards.

    ``choose`` has the binomials by cards taken and cards there; a step makes a product of binomials
    from one before it, for either half of the values. ``factors`` say by which sums of right
    products each left one is multiplied, and in which way it is paid then. A few columns are worked
    on at a time, in the arrays from ``chosen`` to ``sums``.
    """
    for first in range(0, numbers.shape[1], sums.size):
        lanes = min(sums.size, numbers.shape[1] - first)
        for taken in range(7):
            for value in range(10):
                for lane in range(lanes):
                    chosen[taken, value, lane] = choose[taken, numbers[value, first + lane]]
        left[0, :lanes] = 1.0
        right[0, :lanes] = 1.0
        for made in range(1, steps.shape[0]):
            source, value, taken = steps[made, 0], steps[made, 1], steps[made, 2]
            for lane in range(lanes):
                left[made, lane] = left[source, lane] * chosen[taken, value, lane]
                right[made, lane] = right[source, lane] * chosen[taken, value + 5, lane]
        chances[:, first : first + lanes] = 0.0
        ways, lefts, starts, rights, weights = factors
        for factor in range(ways.size):
            sums[:lanes] = 0.0
            for term in range(starts[factor], starts[factor + 1]):
                other, weight = rights[term], weights[term]
                for lane in range(lanes):
                    sums[lane] += weight * right[other, lane]
            way, one = ways[factor], lefts[factor]
            for lane in range(lanes):
                chances[way, first + lane] += left[one, lane] * sums[lane]
