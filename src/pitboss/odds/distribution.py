"""Where an outcome falls among the rows of pay tables, exactly, for any kind of game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games import KINDS, Shoe
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable

if TYPE_CHECKING:
    from pitboss.odds.coups import Method
    from pitboss.odds.general import Progress
    from pitboss.odds.values import Rows

LISTING = "let the kind list its outcomes (docs/NEW_GAME.md)"


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
    """Return how one outcome falls among the rows of some pay tables of one kind of game.

    An engine is imported when its kind is asked for.
    """
    kind = KINDS[tables[0].wager.kind]
    nodes = tuple(table.nodes for table in tables)
    if kind.name == "craps":
        from pitboss.odds.shooters import count_shooters

        endings = {table.ends for table in tables}
        if len(endings) > 1:
            raise unreadable(
                "different-endings",
                "these wagers end with different sevens",
                "combine wagers that end with the same seven",
            )
        return Distribution(None, count_shooters(nodes, endings.pop(), progress), None)
    counts: Mapping[Rows, int]
    if kind.outcomes is not None:
        from pitboss.odds.listed import count_listed

        counts = count_listed(kind, nodes)
    elif kind.name == "baccarat":
        from pitboss.odds.coups import count_coups

        counts = count_coups(nodes, shoe, method, progress)
    else:
        raise kind.lacks("odds", LISTING)
    total = sum(counts.values())
    return Distribution(total, {rows: Fraction(n, total) for rows, n in counts.items()}, counts)


def states_of(table: PayTable) -> int:
    """Return how many states a price goes through where hands are followed roll by roll, else 0."""
    if table.wager.kind != "craps":
        return 0
    from pitboss.odds.shooters import states

    return states((table.nodes,), table.ends)
