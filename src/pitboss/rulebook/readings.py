"""Readings: where a text can be taken in more than one way, each way by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Never, cast

from pitboss.refusals import unreadable
from pitboss.rulebook.events import Events
from pitboss.rulebook.pays import Basis
from pitboss.rulebook.sections import Section, wrong

if TYPE_CHECKING:
    from pitboss.games.craps import Ending

DEFAULT = "default"
"""The name that stands for our own reading of every question."""
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
    events: Events


class Alternative(NamedTuple):
    """A reading other than the default, as changes to the pay tables it reaches.

    ``events`` merge by name; ``rows`` replace and ``strike`` removes rows by label; ``first`` and
    ``after`` a label insert rows; ``odds`` and ``ends`` are replaced. A change by label concerns
    the tables that have such a row, so one reading can reach wagers with different rows.
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

    @property
    def labels(self) -> frozenset[str]:
        """The labels of the printed rows that it changes."""
        return frozenset((*(row.label for row in self.rows), *self.strike, *self.after))

    @property
    def inserted(self) -> int:
        """How many rows it adds to a table at most."""
        return len(self.first) + sum(map(len, self.after.values()))

    def over(self, draft: Draft, table: str, reach: Sequence[str]) -> Draft:
        """Lay this reading over a draft of one table; ``reach`` orders the cells of its rows."""
        replaced = {row.label: row for row in self.rows}
        rows = list(self.first)
        for row in draft.rows:
            if row.label not in self.strike:
                rows.append(replaced.get(row.label, row))
            rows += self.after.get(row.label, ())
        return draft._replace(
            rows=tuple(_for_table(row, table, reach) for row in rows),
            odds=self.odds or draft.odds,
            ends=self.ends or draft.ends,
            events=draft.events.changed(self.events),
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
    commission: str = ""
    """The Banker's pay table at which it holds, such as commission-free; empty for any."""

    def __repr__(self) -> str:
        names = ", ".join([self.default, *(way.name for way in self.alternatives)])
        return f"<Ambiguity {self.id}: {names}>"

    @property
    def of_procedure(self) -> bool:
        """Whether it asks how a round is conducted: no answer changes what a bet is paid."""
        changing = any(one.changes_pays for one in self.alternatives)
        return not changing and bool(self.alternatives or not self.wagers)

    def reaches(self, table: str) -> bool:
        """Say whether a pay table is concerned."""
        return not self.tables or table in self.tables


def _for_table(row: RawRow, table: str, reach: Sequence[str]) -> RawRow:
    """Keep the one cell of a row that belongs to this table; a single cell serves them all."""
    if len(row.cells) == 1:
        return row
    if len(row.cells) != len(reach):
        raise unreadable(
            "bad-reading",
            f'row "{row.label}" of a reading has {len(row.cells)} pays for {len(reach)} tables',
            f"give one pay for all, or one for each of {', '.join(reach)}",
        )
    return RawRow(row.label, row.text, (row.cells[reach.index(table)],))


# --- from TOML ---


def read_ambiguity(id: str, section: Section) -> Ambiguity:
    """Read a question that a text leaves open, with its answers."""
    ambiguity = Ambiguity(
        id=id,
        asks=section.text("asks"),
        cite=section.text("cite"),
        default=section.text("default"),
        wagers=section.words("wagers"),
        tables=section.words("tables"),
        alternatives=tuple(_alternative(*one) for one in section.sections("alternatives")),
        commission=section.text("commission", ""),
    )
    section.done()
    return ambiguity


def _alternative(name: str, section: Section) -> Alternative:
    if name == DEFAULT or "," in name or len(name.split()) != 1:
        raise section.error(
            f'a reading cannot be called "{name}"', "choose one word without commas, not default"
        )
    after = section.section("after")
    alternative = Alternative(
        name=name,
        note=section.text("note"),
        events=section.texts("events"),
        rows=_rows(section, "rows"),
        strike=section.words("strike"),
        first=_rows(section, "first"),
        after={label: _rows(after, label) for label in after.keys} if after else {},
        odds=read_basis(section) if section.raw("odds") is not None else None,
        ends=read_ending(section) if section.raw("ends") is not None else None,
    )
    section.done()
    return alternative


def _rows(section: Section, key: str) -> tuple[RawRow, ...]:
    raw = enumerate(section.list(key), start=1)
    return tuple(read_row(f"{section.where}.{key}[{at}]", one, None) for at, one in raw)


def read_row(where: str, raw: object, tables: int | None) -> RawRow:
    """Read a printed row; ``tables`` None takes one or more cells (a reading's row)."""
    remedy = 'write ["label", "sentence", pay, ...] with one pay per table'
    if not isinstance(raw, list) or len(raw) < 3:
        raise wrong(where, "a row has a label, a sentence and pays", remedy)
    label, text, *cells = raw
    if not isinstance(label, str) or not isinstance(text, str):
        raise wrong(where, "the label and the sentence are texts", remedy)
    where = f'{where} "{label}"'
    if tables is not None and len(cells) != tables:
        raise wrong(where, f"{len(cells)} pays for {tables} tables", remedy)
    if any(isinstance(cell, bool) or not isinstance(cell, int | str | Mapping) for cell in cells):
        raise wrong(where, "a pay is a whole number, a text or a table", remedy)
    return RawRow(label, text, cast(tuple[RawCell, ...], tuple(cells)))


def read_basis(section: Section) -> Basis:
    """Read whether odds are quoted to 1 or for 1."""
    return "to" if section.choice("odds", ("to 1", "for 1"), "to 1") == "to 1" else "for"


def read_ending(section: Section) -> Ending:
    """Read which seven ends a craps wager."""
    return cast("Ending", section.choice("ends", ("any-seven", "seven-out"), "seven-out"))
