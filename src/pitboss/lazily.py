"""Reading and importing no more than is asked for: short commands should answer at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Generic, TypeVar

Made = TypeVar("Made")


def export(package: str, names: Mapping[str, str]) -> None:
    """Let a package export names of its modules, each module imported when one is asked for.

    ``names`` gives for each module what it exports. Type checkers are told by plain imports.
    """
    module = sys.modules[package]
    where = {name: inner for inner, listed in names.items() for name in listed.split()}

    def export_of(name: str) -> object:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(module, name, value)
        return value

    listed = sorted(where)
    vars(module).update(__getattr__=export_of, __all__=listed, __dir__=lambda: listed)


class Lazily(MutableMapping[str, Made], Generic[Made]):
    """A mapping whose values are made when they are first asked for.

    >>> squares = Lazily({"three": lambda: print("three times three") or 9})
    >>> list(squares), "four" in squares
    (['three'], False)
    >>> squares["three"], squares["three"]
    three times three
    (9, 9)
    """

    def __init__(self, makers: Mapping[str, Callable[[], Made]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, Made] = {}

    def __getitem__(self, key: str) -> Made:
        if key not in self._made:
            self._made[key] = self._makers[key]()
        return self._made[key]

    def __setitem__(self, key: str, value: Made) -> None:
        self._makers[key] = lambda: value
        self._made.pop(key, None)

    def __delitem__(self, key: str) -> None:
        del self._makers[key]
        self._made.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, key: object) -> bool:
        return key in self._makers
