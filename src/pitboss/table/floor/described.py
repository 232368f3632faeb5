"""How the keys of a floor file are described."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitboss.table.floor.values import AMOUNT, POSITIVE, Kind

USUAL = "as usual at the game"
NEEDED = "needed"
NONE = "none"


class Key(NamedTuple):
    """A key of a floor file: what it holds, what that means, and what holds without it."""

    name: str
    kind: Kind | Part
    meaning: str
    example: str
    """A value as TOML writes it."""
    absent: str = NONE
    """What holds without it, in words; ``needed`` if it must be there."""
    cite: str | None = None
    codes: tuple[str, ...] = ()
    """The faults of a table's setup that this key mends."""

    @property
    def field(self) -> str:
        """The field of the record that it fills, with its unit."""
        return f"{self.name}_cents" if self.kind in (AMOUNT, POSITIVE) else self.name


class Part(NamedTuple):
    """A table of the file, or a list of them: its keys, and the record that it is read as."""

    name: str
    title: str
    """As the file writes it, such as ``[[tables]]``."""
    summary: str
    record: Callable[..., object]
    keys: tuple[Key, ...]
    entry: str = ""
    """What one of a list is called, before the value of its first key."""
    most: int = 1

    def key(self, name: str) -> Key:
        """Return a key by its name."""
        return next(key for key in self.keys if key.name == name)
