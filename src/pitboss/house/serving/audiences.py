"""What each audience of a table sees: what they have in common is drawn once for each state.

The same parts are the same objects in every view, so that they are compared and written at once.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house.serving.views import View, bet_view, bets_view, own_view, sign_view, staff_view
from pitboss.table.floor.records import FloorTable
from pitboss.table.state import Table


class _Drawn(NamedTuple):
    """A table with what everybody sees of it, and what lies on its layout."""

    entry: FloorTable
    table: Table
    sign: View
    bets: list[View]


class Audiences:
    """Draws tables for signs, seats and staff; views are shared, and not to be changed."""

    def __init__(self) -> None:
        self._last: dict[str, _Drawn] = {}

    def view(self, entry: FloorTable, table: Table, audience: str) -> View:
        """Return a table as ``staff``, as a ``seat N`` or as a sign shows it."""
        drawn = self._last.get(entry.id)
        if drawn is None or drawn.table is not table or drawn.entry is not entry:
            drawn = self._last[entry.id] = _drawn(entry, table, drawn)
        kind, _, seat = audience.partition(" ")
        if kind == "staff":
            return staff_view(entry, table, drawn.sign, drawn.bets)
        if kind == "seat":
            return {**drawn.sign, "bets": drawn.bets, **own_view(table, int(seat))}
        return drawn.sign


def _drawn(entry: FloorTable, table: Table, last: _Drawn | None) -> _Drawn:
    """Draw a table; limits and bets that stand as they did are those of the last drawing."""
    round = table.round
    if last is None or last.entry is not entry or last.table.opened is not table.opened:
        return _Drawn(entry, table, sign_view(entry, table), bets_view(round))
    sign = sign_view(entry, table, last.sign["limits"])
    before = last.table.round
    kept = last.bets if before.settled is round.settled else []
    known = dict(zip(map(id, before.bets), kept, strict=False))
    bets = [known.get(id(laid)) or bet_view(laid, round) for laid in round.bets]
    return _Drawn(entry, table, sign, bets)
