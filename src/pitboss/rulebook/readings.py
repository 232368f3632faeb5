"""Readings: where a text can be taken in more than one way, each way by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Never

from pitboss.games.craps import Ending
from pitboss.refusals import unreadable
from pitboss.rulebook.pays import Basis

NOTHING: Mapping[str, Never] = {}
RawCell = int | str | Mapping[str, int | str]
"""A pay as it stands in a catalog file."""


class RawRow(NamedTuple):
    """A printed row before it is read: label, sentence and one cell per table."""

    label: str
    text: str
    cells: tuple[RawCell, ...]


class Draft(NamedTuple):
    """A pay table as data, before its sentences and pays are read."""

    rows: tuple[RawRow, ...]
    odds: Basis
    ends: Ending
    events: Mapping[str, str]


class Alternative(NamedTuple):
    """A reading other than the default, as changes to the pay tables it reaches.

    ``events`` merge by name; ``rows`` replace and ``strike`` removes rows by label; ``first`` and
    ``after`` a label insert rows; ``odds`` and ``ends`` are replaced.
    """

    name: str
    note: str
    events: Mapping[str, str] = NOTHING
    rows: tuple[RawRow, ...] = ()
    strike: tuple[str, ...] = ()
    first: tuple[RawRow, ...] = ()
    after: Mapping[str, tuple[RawRow, ...]] = NOTHING
    odds: Basis | None = None
    ends: Ending | None = None

    @property
    def changes_pays(self) -> bool:
        """Whether it changes what a bet is paid; other readings concern procedure."""
        return bool(
            self.events
            or self.rows
            or self.strike
            or self.first
            or self.after
            or self.odds
            or self.ends
        )

    def over(self, draft: Draft, table: str, reach: Sequence[str]) -> Draft:
        """Lay this reading over a draft of one table; ``reach`` orders the cells of its rows."""
        replaced = {row.label: row for row in self.rows}
        rows = list(self.first)
        for row in draft.rows:
            if row.label not in self.strike:
                rows.append(replaced.get(row.label, row))
            rows += self.after.get(row.label, ())
        named = {*replaced, *self.strike, *self.after}
        lost = named - {row.label for row in draft.rows}
        if lost:
            raise unreadable(
                "bad-reading",
                f'reading "{self.name}" names rows that table {table} has not: {sorted(lost)}',
                "use the labels of the printed rows, or limit the reading with `tables`",
            )
        return draft._replace(
            rows=tuple(_for_table(row, table, reach) for row in rows),
            odds=self.odds or draft.odds,
            ends=self.ends or draft.ends,
            events={**draft.events, **self.events},
        )


class Ambiguity(NamedTuple):
    """A place where the sources can be taken in several ways, with the reading we default to."""

    id: str
    asks: str
    cite: str
    default: str
    wagers: tuple[str, ...]
    tables: tuple[str, ...] = ()
    """The pay tables it concerns; empty for all."""
    alternatives: tuple[Alternative, ...] = ()

    def reaches(self, table: str) -> bool:
        """Say whether a pay table is concerned."""
        return not self.tables or table in self.tables


def _for_table(row: RawRow, table: str, reach: Sequence[str]) -> RawRow:
    """Keep the one cell of a row that belongs to this table; a single cell serves them all."""
    if len(row.cells) == 1:
        return row
    return RawRow(row.label, row.text, (row.cells[reach.index(table)],))
