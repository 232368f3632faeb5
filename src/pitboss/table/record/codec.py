"""Facts as JSON data and back, by their type hints: what cannot be a fact is never read as one.

A record is an object with all its fields, a card its two letters, a fraction ``1/20``, a tuple a
list. Everything is written, defaults too, so that a line means the same if a default ever changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Literal, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

from pitboss.games.cards import DECK, Card
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.table import facts
from pitboss.table.facts import Fact

FACTS: Mapping[str, type] = {kind.__name__: kind for kind in facts.FACTS}
"""Every kind of fact by the name that a journal calls it."""

_CARDS = {str(one): one for one in DECK}
_FRACTION = re.compile(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?")
_PLAIN: Mapping[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    NoneType: "null",
}


class Shape(NamedTuple):
    """How values of one type are written as data, and read; ``where`` names them in a refusal."""

    kind: type
    write: Callable[[object], object]
    read: Callable[[object, str], object]


def data_of(fact: Fact) -> Mapping[str, object]:
    """Return a fact as JSON data.

    >>> from pitboss.table.facts import CardsBurnt
    >>> data_of(CardsBurnt(Card(5, "h"), 6))
    {'first': '5h', 'cards': 6}
    """
    return cast(Mapping[str, object], shape_of(cast(type, type(fact))).write(fact))


def fact_of(name: str, data: object) -> Fact:
    """Read a fact of a kind from JSON data, or refuse it and name the field that is wrong.

    >>> fact_of("CardsBurnt", {"first": "5h", "cards": 6})
    CardsBurnt(first=Card('5h'), cards=6)
    """
    kind = FACTS.get(name)
    if kind is None:
        raise unreadable(
            "unknown-event", f'"{name[:40]}" is no event of a table', did_you_mean(name, FACTS)
        )
    return cast(Fact, shape_of(kind).read(data, name))


@cache
def shape_of(hint: object) -> Shape:
    """Return how a type is written and read."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _one_of(cast(tuple[str, ...], parts))
    if origin in (Union, UnionType):
        return _either([shape_of(part) for part in parts])
    if origin is tuple:
        return _list_of(parts)
    if hint is Card:
        return Shape(Card, str, _card)
    if hint is Fraction:
        return Shape(Fraction, str, _fraction)
    assert isinstance(hint, type), f"facts do not hold {hint}"
    return _plain(hint) if hint in _PLAIN else _record(hint)


def _misfit(where: str, wanted: str) -> Unreadable:
    return unreadable("unreadable-event", f"{where} is not {wanted}", "restore the line")


def _plain(kind: type) -> Shape:
    def read(data: object, where: str) -> object:
        if type(data) is not kind:
            raise _misfit(where, _PLAIN[kind])
        return data

    return Shape(kind, lambda value: value, read)


def _one_of(words: tuple[str, ...]) -> Shape:
    def read(data: object, where: str) -> object:
        if type(data) is not str or data not in words:
            raise _misfit(where, f"one of {', '.join(words)}")
        return data

    return Shape(str, lambda value: value, read)


def _card(data: object, where: str) -> object:
    found = _CARDS.get(data) if isinstance(data, str) else None
    if found is None:
        raise _misfit(where, "a card such as 8h or Td")
    return found


def _fraction(data: object, where: str) -> object:
    if not isinstance(data, str) or not _FRACTION.fullmatch(data) or str(Fraction(data)) != data:
        raise _misfit(where, "a fraction such as 1/20")
    return Fraction(data)


def _either(shapes: list[Shape]) -> Shape:
    by_kind = {one.kind: one for one in shapes}

    def read(data: object, where: str) -> object:
        for one in shapes:
            try:
                return one.read(data, where)
            except Unreadable as error:
                refused = error
        raise refused

    return Shape(object, lambda value: by_kind[type(value)].write(value), read)


def _list_of(parts: tuple[object, ...]) -> Shape:
    endless = parts[-1] is ...
    shapes = [shape_of(part) for part in parts if part is not ...]

    def fitting(length: int) -> list[Shape]:
        return shapes * length if endless else shapes

    def write(value: object) -> object:
        items = cast(tuple[object, ...], value)
        return [one.write(item) for one, item in zip(fitting(len(items)), items, strict=True)]

    def read(data: object, where: str) -> object:
        if not isinstance(data, list) or not (endless or len(data) == len(shapes)):
            raise _misfit(where, "a list" if endless else f"a list of {len(shapes)}")
        return tuple(
            one.read(item, f"{where}[{at}]")
            for at, (one, item) in enumerate(zip(fitting(len(data)), data, strict=True))
        )

    return Shape(tuple, write, read)


def _record(kind: type) -> Shape:
    """Write a named tuple or a dataclass as an object. Only fields with a default may be absent."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        names = tuple(one.name for one in fields(kind) if one.metadata.get("encoded", True))
        defaults = {one.name for one in fields(kind) if one.default is not MISSING}
    else:
        names = cast(tuple[str, ...], vars(kind)["_fields"])
        defaults = set(vars(kind)["_field_defaults"])
    shapes = {name: shape_of(hints[name]) for name in names}
    writers = [(name, shape.write) for name, shape in shapes.items()]

    def write(value: object) -> object:
        return {name: write(getattr(value, name)) for name, write in writers}

    def read(data: object, where: str) -> object:
        if not isinstance(data, dict):
            raise _misfit(where, "an object")
        for name in data:
            if name not in shapes:
                raise _misfit(f"{where}.{name[:40]}", "a field of it")
        for name in names:
            if name not in data and name not in defaults:
                raise _misfit(f"{where}.{name}", "there")
        return kind(
            **{name: shapes[name].read(part, f"{where}.{name}") for name, part in data.items()}
        )

    return Shape(kind, write, read)
