"""Minimum odds: which pay tables fall below what the regulation prescribes.

30-2808(2) sets the tie's odds, 30-2802(19) the perfect pair's, and 30-2808(5) three schedules of
margins, one of which must be met in every row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from pitboss.games import Coup, deal
from pitboss.games.cards import DECK, card
from pitboss.rulebook.pays import LOSS, Cell, Odds, net
from pitboss.rulebook.provisions import Minimum
from pitboss.rulebook.tables import PayRow, PayTable
from pitboss.rulebook.wagers import Wager

ONE_UNIT = 1


class Shortfall(NamedTuple):
    """A pay table below the minimum, with the nearest schedule and the rows that fall short."""

    table: str
    message: str
    cite: str
    printed: bool
    """Whether the regulation itself prints the table, so that it is reported, not refused."""


def shortfalls(wager: Wager, find: Callable[[str], Wager]) -> Iterator[Shortfall]:
    """Yield the pay tables of a wager that undercut its minimum odds."""
    minimum = wager.minimum
    if minimum is None:
        return
    for table in wager.tables:
        on = wager.places(table)[0]
        message = _short(wager.open(table, on=on), minimum, find)
        if message:
            yield Shortfall(table, message, minimum.cite, not wager.block_of(table).operator)


def _short(table: PayTable, minimum: Minimum, find: Callable[[str], Wager]) -> str:
    if minimum.pays is not None:
        low = [
            row
            for row in table.rows
            if isinstance(row.cell.pay, Odds) and 0 < net(row.cell.pay, ONE_UNIT) < minimum.pays
        ]
        return f'table {table.id} pays {low[0].cell} on "{low[0].label}"' if low else ""
    assert minimum.schedule_wager is not None
    schedule_wager = find(minimum.schedule_wager)
    attempts = []
    for name in minimum.schedules:
        schedule = schedule_wager.open(name, on=table.on)
        rows = list(_rows_below(table, schedule))
        if not rows:
            return ""
        attempts.append((len(rows), name, rows))
    _, name, rows = min(attempts)
    return (
        f"table {table.id} meets none of the schedules {', '.join(minimum.schedules)}; "
        f"against {name} it pays less on {', '.join(rows)}"
    )


def _rows_below(table: PayTable, schedule: PayTable) -> Iterator[str]:
    """Yield the rows of a schedule that a table pays less for, comparing coup by coup.

    The schedules prescribe what winning margins and naturals pay, nothing about ties.
    """
    below: dict[str, None] = {}
    for coup in _every_result():
        due = schedule.row_of(coup)
        if not isinstance(due, PayRow) or not isinstance(due.cell.pay, Odds):
            continue
        paid = table.row_of(coup)
        quoted = paid.cell if isinstance(paid, PayRow) else Cell(pay=LOSS)
        if net(quoted.pay, ONE_UNIT) < net(due.cell.pay, ONE_UNIT):
            below[f"{due.label} ({quoted} against {due.cell})"] = None
    yield from below


@cache
def _every_result() -> tuple[Coup, ...]:
    """Return one coup for every pair of final totals and numbers of cards that can happen."""
    found: dict[tuple[int, int, int, int], Coup] = {}
    worth = {one.value: one for one in DECK if one.suit == "s"}
    king = card("Kh")
    for player, banker, third, last in product(range(10), repeat=4):
        coup = deal((king, king, worth[player], worth[banker], worth[third], worth[last]))
        key = (coup.player_total, coup.banker_total, len(coup.player), len(coup.banker))
        found.setdefault(key, coup)
    return tuple(found.values())
