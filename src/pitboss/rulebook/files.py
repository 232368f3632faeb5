"""The catalog's files, with what was read from them kept beside them as Python keeps modules.

Parsing the catalog takes longer than anything else a short command does. Like a ``.pyc`` file a
copy in ``__pycache__`` is used only if it belongs to these very source files, and going without it
is never an error.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

Made = TypeVar("Made")
Data = Mapping[str, object]

CATALOG = os.path.join(os.path.dirname(__file__), "catalog")
ORDER = (
    "baccarat",
    "5-treasures",
    "99-fortunes",
    "dragon-bonus",
    "ez-baccarat",
    "golden-frog",
    "infinite-fortune",
    "eternal-baccarat",
    "golden-dragon",
    "tiger-baccarat",
    "3-dice-baccarat",
    "dice-works",
    "high-roller",
    "parlay-craps",
    "parlay-craps-with-envy",
    "roll-the-line",
)
"""The games of the catalog, in the order of their sections."""


def path_of(name: str) -> str:
    """Return the path of a file of the catalog: a game's, or that of the shared events."""
    return os.path.join(CATALOG, f"{name}.toml")


def read_catalog(name: str) -> Data:
    """Read a file of the catalog, from its parsed copy if that is up to date."""

    def read() -> Data:
        from pitboss.rulebook.toml import read_toml  # not needed where the parsed copy serves

        return dict(read_toml(path_of(name)))

    return kept(f"{name}.toml", [name], read)


def kept(copy: str, names: Sequence[str], make: Callable[[], Made]) -> Made:
    """Return what is made of some files of the catalog, from its copy while they are the same."""
    path = os.path.join(CATALOG, "__pycache__", f"{copy}.{sys.implementation.cache_tag}")
    status = [os.stat(path_of(name)) for name in names]
    stamp = [(one.st_mtime_ns, one.st_size) for one in status]
    try:
        with open(path, "rb") as file:
            kept_stamp, data = marshal.load(file)
        if kept_stamp == stamp:
            made: Made = data
            return made
    except (OSError, EOFError, ValueError, TypeError):
        pass
    made = make()
    if not sys.dont_write_bytecode:
        _keep(path, marshal.dumps((stamp, made)))  # type: ignore[arg-type]  # plain data
    return made


def _keep(copy: str, content: bytes) -> None:
    """Write the copy whole or not at all: another process may be reading it."""
    try:
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        partial = f"{copy}.{os.getpid()}"
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, copy)
    except OSError:
        pass
