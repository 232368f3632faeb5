"""Features: what can be said about an outcome; levels: the features that a row keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pitboss.games.grains import Grain

Value = int | bool | None
"""A feature's value: a number, a flag, or None where the feature has none."""

Read = Callable[[Any, tuple[int, ...]], Value]


@dataclass(frozen=True, slots=True, order=True)
class Atom:
    """One feature as mentioned: its name and, for ``rolled`` and the like, the arguments.

    Arguments that were not written but bound, the chosen suits, are not printed.
    """

    name: str
    arguments: tuple[int, ...] = ()
    bound: bool = False

    def __str__(self) -> str:
        if self.arguments and not self.bound:
            return f"{self.name}({', '.join(map(str, self.arguments))})"
        return self.name


@dataclass(frozen=True, slots=True)
class Span:
    """What a value may still become: from low to high (None: without end), or missing."""

    low: int
    high: int | None
    may_be_missing: bool = False


class Takes(NamedTuple):
    """The numbers that a feature is written with in brackets: which, how many, and an example."""

    low: int
    high: int
    what: str
    most: int | None = None
    """How many there may be; None for any number."""


class Feature(NamedTuple):
    """A named fact about an outcome, with its range and its grain: what it looks at.

    ``of`` gets what the grain gives, and no more. ``read`` gets what a wager sees of the outcome,
    and the atom's arguments; a feature without ``read`` is bound when a pay table is opened
    (``hand``, ``seat``).
    """

    name: str
    type: Literal["number", "flag"]
    grain: Grain
    meaning: str
    low: int = 0
    high: int = 1
    optional: bool = False
    literals_only: bool = False
    takes: Takes | None = None
    of: Callable[[Any], Value] | None = None
    read: Read | None = None

    @property
    def level(self) -> str:
        """The grain in words."""
        return str(self.grain)

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
        return tuple([read(seen, atom.arguments) for atom, read in self.readers()])

    def readers(self) -> tuple[tuple[Atom, Read], ...]:
        """Return how the value of each atom is read from an outcome."""
        return tuple((atom, self._reader(atom)) for atom in self.atoms)

    def _reader(self, atom: Atom) -> Read:
        read = self.features[atom.name].read
        if read is None:
            raise LookupError(f"{atom} must be bound before an outcome can be read")
        return read
