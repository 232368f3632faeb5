"""An open pay table: bound to a hand, seat and suits under a reading, ready to be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games import KINDS, Atom, Level, Outcome, Span
from pitboss.games.features import Read, Value
from pitboss.rulebook.compiling import selector_of
from pitboss.rulebook.nodes import Node
from pitboss.rulebook.pays import OPEN, Cell, Money
from pitboss.rulebook.provisions import Vigorish
from pitboss.rulebook.sentences import Sentence

if TYPE_CHECKING:
    from pitboss.games.craps import Ending
    from pitboss.rulebook.wagers import Wager

On = str | int | None
"""What a bet stands on: ``player``, ``banker``, a seat number, or nothing in particular."""


class PayRow(NamedTuple):
    """One row that this table pays: the label, the event and the cell."""

    label: str
    sentence: Sentence
    cell: Cell

    def __repr__(self) -> str:
        return f"<PayRow {self.label!r}: {self.sentence}, {self.cell}>"


class Unresolved(Enum):
    """The shooter's hand is not over and no row is certain yet."""

    UNRESOLVED = "unresolved"


UNRESOLVED = Unresolved.UNRESOLVED


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PayTable:
    """A wager's pay table as it applies to one bet. The first row that holds is paid."""

    wager: Wager
    id: str
    on: On
    reading: str
    rows: tuple[PayRow, ...]
    ends: Ending
    unit: Money | None
    suits: str
    incomplete: str = ""
    vigorish: Vigorish | None = None

    @cached_property
    def cite(self) -> str:
        """The paragraphs that this table stands on."""
        return self.wager.cite_of(self.id)

    @property
    def title(self) -> str:
        """The wager by name, where it stands, and which table it is."""
        on = "" if self.on is None else f" on {self.on}"
        return f"{self.wager.name}{on}, table {self.id}"

    def __repr__(self) -> str:
        on = "" if self.on is None else f" on {self.on}"
        return f"<PayTable {self.wager.path} {self.id}{on}, {self.reading}>"

    @cached_property
    def level(self) -> Level:
        """Everything the rows mention, and nothing else."""
        atoms = dict.fromkeys(atom for row in self.rows for atom in row.sentence.atoms)
        return Level(KINDS[self.wager.kind].features, tuple(atoms))

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The sentences of the rows, in order: all that counting needs to know of a table."""
        return tuple(row.sentence.node for row in self.rows)

    @cached_property
    def _select(self) -> Callable[..., int]:
        return selector_of(self.nodes, self.level.atoms, KINDS[self.wager.kind].optional)

    def row_for(self, values: tuple[Value, ...]) -> PayRow | None:
        """Return the row paid on a row of this table's level, or None: the bet loses."""
        at = self.number_for(values)
        return self.rows[at] if at >= 0 else None

    def number_for(self, values: tuple[Value, ...]) -> int:
        """Return the number of the row paid on a row of this table's level; -1: the bet loses."""
        return self._select(*values)

    def row_of(
        self, outcome: Outcome, known: dict[Atom, Value] | None = None
    ) -> PayRow | Unresolved | None:
        """Return the row that an outcome hits; None if the bet loses.

        A shooter's hand that is not over leaves a bet unresolved until a row is certain. Tables
        that look at the same outcome may share what is ``known`` of it; a shooter's hand is not
        the same to all of them.
        """
        seen = KINDS[self.wager.kind].seen(outcome, self.ends)
        if not getattr(seen, "over", True):
            return UNRESOLVED if self.wager.pays_at_end else self._certain_row(seen)
        if known is None or seen is not outcome:
            known = {}
        for atom, read in self._readers:
            if atom not in known:
                known[atom] = read(seen, atom.arguments)
        return self.row_for(tuple([known[atom] for atom, _ in self._readers]))

    @cached_property
    def _readers(self) -> tuple[tuple[Atom, Read], ...]:
        return self.level.readers()

    def _certain_row(self, seen: object) -> PayRow | Unresolved:
        """Look for a row that no further roll can change: counters only rise."""
        so_far = dict(zip(self.level.atoms, self.level.row(seen), strict=True))

        def known(atom: Atom) -> Span:
            return Span(int(so_far[atom] or 0), None)

        for row in self.rows:
            verdict = row.sentence.judge(known)
            if verdict:
                return row
            if verdict is None:
                break
        return UNRESOLVED

    @property
    def has_open_pays(self) -> bool:
        """Whether some pay is not printed and must be supplied by the operator."""
        return any(row.cell.pay == OPEN for row in self.rows)
