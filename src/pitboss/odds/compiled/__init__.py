"""The general count in compiled code: any sentence while one types.

The same sums as :mod:`pitboss.odds.general`, which stays as the plain version that this is held to.
First fours fall into groups by what can still be told of them; a kernel sums the moments of each
group and continues it with third cards, told apart no finer than the group asks for. numpy and
numba are imported when a count is asked for; without them, or where whole numbers of 64 bits might
not do, there is no answer, and the plain count gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

from pitboss.games import Shoe
from pitboss.odds.values import Rows, padding
from pitboss.rulebook.nodes import Node

MOST_DEALS = 2**62
"""A shoe with more ordered six-card deals than this is counted in plain Python."""


def count(tables: Sequence[Sequence[Node]], shoe: Shoe) -> Counter[Rows] | None:
    """Return the ordered six-card deals by the rows they hit; None if this cannot answer."""
    if padding(len(shoe), 0) > MOST_DEALS or not is_installed():
        return None
    from pitboss.odds.compiled.counting import count_rows

    return count_rows(tables, shoe)


@cache
def is_installed() -> bool:
    """Say whether numpy and numba are there, without importing them."""
    return all(find_spec(package) is not None for package in ("numpy", "numba"))
