"""Features: what can be said about an outcome; levels: what a row keeps; tallies: rows counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Value = int | bool | None
"""A feature's value: a number, a flag, or None where the feature has none."""

Read = Callable[[object, tuple[int, ...]], Value]


@dataclass(frozen=True, slots=True, order=True)
class Atom:
    """One feature as mentioned: its name and, for ``rolled`` and chosen suits, the arguments."""

    name: str
    arguments: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.name == "rolled":
            return f"rolled({', '.join(map(str, self.arguments))})"
        return self.name


@dataclass(frozen=True, slots=True)
class Span:
    """What a value may still become: from low to high (None: without end), or missing."""

    low: int
    high: int | None
    may_be_missing: bool = False


class Feature(NamedTuple):
    """A named fact about an outcome, with its range and the level of detail it needs.

    ``read`` gets what a wager sees of the outcome, and the atom's arguments. A feature without
    ``read`` is bound when a pay table is opened (``hand``, ``seat``).
    """

    name: str
    type: Literal["number", "flag"]
    level: str
    meaning: str
    low: int = 0
    high: int = 1
    optional: bool = False
    literals_only: bool = False
    read: Read | None = None

    @property
    def range(self) -> str:
        """The possible values in words."""
        values = "true, false" if self.type == "flag" else f"{self.low}-{self.high}"
        return values + (" or missing" if self.optional else "")


class Level(NamedTuple):
    """The features that a row keeps, in order."""

    features: Mapping[str, Feature]
    atoms: tuple[Atom, ...]

    def row(self, seen: object) -> tuple[Value, ...]:
        """Project an outcome, as the wager sees it, onto the values of this level."""
        return tuple(self._read(atom, seen) for atom in self.atoms)

    def tally(self, outcomes: Iterable[object]) -> Tally:
        """Count the rows of many outcomes."""
        return Tally(self, dict(Counter(map(self.row, outcomes))))

    def _read(self, atom: Atom, seen: object) -> Value:
        read = self.features[atom.name].read
        if read is None:
            raise LookupError(f"{atom} must be bound before an outcome can be read")
        return read(seen, atom.arguments)


class Tally(NamedTuple):
    """Rows with counts. Odds and simulation differ only in where the counts come from."""

    level: Level
    counts: Mapping[tuple[Value, ...], int]

    @property
    def total(self) -> int:
        """The number of outcomes counted."""
        return sum(self.counts.values())
