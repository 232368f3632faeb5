"""Where an outcome falls among the rows of pay tables, exactly, for any kind of game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.coups import Method, Rows, count_coups
from pitboss.odds.general import Progress
from pitboss.odds.shooters import count_shooters
from pitboss.odds.throws import count_throws
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable


class Distribution(NamedTuple):
    """Probabilities of hitting these rows together; counts where there is a finite total."""

    total: int | None
    probabilities: Mapping[Rows, Fraction]
    counts: Mapping[Rows, int] | None


def distribution(
    tables: Sequence[PayTable],
    shoe: Shoe,
    method: Method = "auto",
    progress: Progress | None = None,
) -> Distribution:
    """Return how one outcome falls among the rows of some pay tables of one kind of game."""
    kind = tables[0].wager.kind
    nodes = tuple(table.nodes for table in tables)
    if kind == "craps":
        endings = {table.ends for table in tables}
        if len(endings) > 1:
            raise unreadable(
                "different-endings",
                "these wagers end with different sevens",
                "combine wagers that end with the same seven",
            )
        return Distribution(None, count_shooters(nodes, endings.pop()), None)
    counts: Mapping[Rows, int] = (
        count_throws(nodes) if kind == "three-dice" else count_coups(nodes, shoe, method, progress)
    )
    total = sum(counts.values())
    return Distribution(total, {rows: Fraction(n, total) for rows, n in counts.items()}, counts)
