"""Writers and readers of named tuples made as source, for the lines of a busy record.

They write what :mod:`codec` writes, and read what it reads; whatever they do not expect they leave
to it, so that it alone says what is wrong. A record is unpacked and put into one text, or taken
from its object, without a call for each field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeGuard, Union, get_args, get_origin, get_type_hints

from pitboss.games.cards import Card
from pitboss.settle.accounts import Account

Write = Callable[[Any], str]
Read = Callable[[Any], Any]


class Misfit(Exception):
    """What was read is not written as such a record is."""


class Plain(NamedTuple):
    """What the plain codec does with values of a type."""

    write: Write
    read: Callable[[object, str], object]


class Compiler:
    """Makes writers and readers, with those of the plain codec for what is no named tuple."""

    def __init__(
        self,
        plain: Callable[[object], Plain],
        quoted: Write,
        account: Callable[[Any], Account],
        cards: dict[str, Card],
    ) -> None:
        self.plain, self.quoted, self.account, self.cards = plain, quoted, account, cards
        self.card_texts = {card: f'"{text}"' for text, card in cards.items()}

    def writer(self, kind: type, opening: str = "", closing: str = "") -> Write:
        """Return what writes a record as an object, with members before and after its own."""
        names, hints = _fields(kind)
        scope: dict[str, Any] = {"quoted": self.quoted, "joined": ",".join}
        pieces = [
            f'"{name}":{self._written(hints[name], f"v{at}", scope)}'
            for at, name in enumerate(names)
        ]
        members = ",".join(filter(None, (opening, *pieces, closing)))
        unpacked = "".join(f"v{at}, " for at in range(len(names)))
        lines = [f"{unpacked}= value"] if names else []
        return _made("value", [*lines, f"return f'{{{{{members}}}}}'"], scope)

    def _written(self, hint: object, value: str, scope: dict[str, Any]) -> str:
        """Return what stands in a formatted text for a value."""
        origin, parts = get_origin(hint), get_args(hint)
        if hint is int:
            return f"{{{value}:d}}"
        if hint in (str, Account):
            return f"{{quoted({value})}}"
        if hint is bool:
            return f'{{"true" if {value} else "false"}}'
        if hint is Card:
            return f"{{{_named(scope, self.card_texts)}[{value}]}}"
        if origin is Literal:
            words = _named(scope, {word: self.quoted(word) for word in parts})
            return f"{{{words}.get({value}) or quoted({value})}}"
        if origin is tuple and parts[-1] is ...:
            return f"[{{joined(map({_named(scope, self._writes(parts[0]))}, {value}))}}]"
        if origin in (Union, UnionType) and NoneType in parts:
            kinds = {_kind_of(part): self._writes(part) for part in parts if part is not NoneType}
            if None not in kinds and len(kinds) == len(parts) - 1:
                by_kind = _named(scope, kinds)
                return f'{{"null" if {value} is None else {by_kind}[type({value})]({value})}}'
        return f"{{{_named(scope, self._writes(hint))}({value})}}"

    def _writes(self, hint: object) -> Write:
        if hint is Card:
            return self.card_texts.__getitem__
        if _are_records(hint):
            by_kind = {kind: self.writer(kind) for kind in get_args(hint)}
            return lambda value: by_kind[type(value)](value)
        return self.writer(hint) if _is_record(hint) else self.plain(hint).write

    def reader(self, kind: type, besides: Iterable[str] = (), empty: str = "") -> Read:
        """Return what reads a record from an object that has all its members, and some besides.

        ``empty`` names one of these that must be an empty list. Anything else raises.
        """
        names, hints = _fields(kind)
        scope: dict[str, Any] = {"Misfit": Misfit, "new": tuple.__new__, "kind": kind}
        scope |= {"account": self.account, "cards": self.cards}
        size = len(names) + len(tuple(besides))
        lines = [f"if data.__class__ is not dict or len(data) != {size}: raise Misfit"]
        if empty:
            lines.append(f'if data["{empty}"] != []: raise Misfit')
        for at, name in enumerate(names):
            lines.append(f'v{at} = data["{name}"]')
            lines += self._checked(hints[name], f"v{at}", scope)
        values = "".join(f"v{at}, " for at in range(len(names)))
        return _made("data", [*lines, f"return new(kind, ({values}))"], scope)

    def _checked(self, hint: object, value: str, scope: dict[str, Any]) -> list[str]:
        """Return the statements that turn a member into a field."""
        origin, parts = get_origin(hint), get_args(hint)
        if hint in (int, str, bool):
            name = _named(scope, hint)
            return [f"if {value}.__class__ is not {name}: raise Misfit"]
        if hint is Account:
            return [f"{value} = account({value})"]
        if hint is Card:
            return [f"{value} = cards[{value}]"]
        if origin is Literal:
            return [f"if {value} not in {_named(scope, frozenset(parts))}: raise Misfit"]
        if origin is tuple and parts[-1] is ...:
            check = f"if {value}.__class__ is not list: raise Misfit"
            if parts[0] is int:
                each = _named(scope, _only_whole)
                return [check, f"{value} = {each}({value})"]
            each = _named(scope, self._reads(parts[0]))
            return [check, f"{value} = tuple([{each}(item) for item in {value}])"]
        if origin in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
            (other,) = (part for part in parts if part is not NoneType)
            checked = self._checked(other, value, scope)
            return [f"if {value} is not None:", *(f"    {line}" for line in checked)]
        return [f"{value} = {_named(scope, self._reads(hint))}({value})"]

    def _reads(self, hint: object) -> Read:
        if hint is Card:
            return self.cards.__getitem__
        if _is_record(hint):
            return self.reader(hint)
        if _are_records(hint):
            by_names = {vars(kind)["_fields"]: self.reader(kind) for kind in get_args(hint)}
            if len(by_names) == len(get_args(hint)):
                return lambda data: by_names[tuple(data)](data)
        read = self.plain(hint).read
        return lambda data: read(data, "")


def _only_whole(items: list[object]) -> tuple[object, ...]:
    for item in items:
        if item.__class__ is not int:
            raise Misfit
    return tuple(items)


def _is_record(hint: object) -> TypeGuard[type]:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _are_records(hint: object) -> bool:
    """Say whether a hint is a choice of named tuples."""
    return get_origin(hint) in (Union, UnionType) and all(map(_is_record, get_args(hint)))


def _kind_of(hint: object) -> type | None:
    """Return the type that values of a hint have; None if that is not so simple."""
    if get_origin(hint) is Literal:
        return str
    return hint if isinstance(hint, type) and get_origin(hint) is None else None


def _fields(kind: type) -> tuple[tuple[str, ...], dict[str, Any]]:
    return vars(kind)["_fields"], get_type_hints(kind)


def _named(scope: dict[str, Any], value: object) -> str:
    """Return the name that a value has in the source."""
    name = f"k{len(scope)}"
    scope[name] = value
    return name


def _made(parameter: str, lines: list[str], scope: dict[str, Any]) -> Callable[[Any], Any]:
    source = "\n    ".join((f"def made({parameter}):", *lines))
    exec(compile(source, "<compiled record>", "exec"), scope)
    made: Callable[[Any], Any] = scope["made"]
    return made
