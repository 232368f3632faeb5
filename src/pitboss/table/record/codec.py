"""Setups, commands, facts and tables as JSON and back, by their type hints.

What cannot be one is never read as one. A record is an object with all its fields, a card its two
letters, a fraction ``1/20``, a tuple a list, a mapping a list of pairs. Everything is written,
defaults too, so that a line means the same if a default ever changes. Commands and facts name their
kind first; every fact has its movements, empty where no money moves.

Each type has one writer, of JSON text in ASCII without blanks, which any system keeps byte by byte:
a line of the record is put together from such texts, and data is read from them.
"""

from __future__ import annotations

import json
import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from json.encoder import encode_basestring_ascii as quoted
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

from pitboss.games.cards import DECK, Card
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import Account, account
from pitboss.table.record.compiled import Compiler, Misfit, Plain
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import NO_BETS, LastCommand, Table
from pitboss.table.steps import COMMANDS as TABLE_COMMANDS
from pitboss.table.steps import FACTS as TABLE_FACTS
from pitboss.table.steps import Command, Fact

KIND, MOVEMENTS = "kind", "movements"
OTHER_COMMANDS: dict[str, type] = {}
OTHER_FACTS: dict[str, type] = {}
"""What other streams than a table's hold, entered by their rooms."""
COMMANDS: Mapping[str, type] = ChainMap(cast(dict[str, type], TABLE_COMMANDS), OTHER_COMMANDS)
FACTS: Mapping[str, type] = ChainMap(cast(dict[str, type], TABLE_FACTS), OTHER_FACTS)

_CARDS = {str(one): one for one in DECK}
_FRACTION = re.compile(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?")
_PLAIN: Mapping[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    NoneType: "null",
}
_PLAIN_TEXT: Mapping[type, Callable[[Any], str]] = {
    int: int.__repr__,
    str: quoted,
    bool: lambda value: "true" if value else "false",
    NoneType: lambda _: "null",
}


class Shape(NamedTuple):
    """How values of one type are written as text, and read; ``where`` names them in a refusal."""

    kind: type
    text: Callable[[Any], str]
    read: Callable[[object, str], object]


def fact_data(fact: Fact) -> dict[str, object]:
    """Return a fact as JSON data.

    >>> from pitboss.table.steps.shoes import CardsBurnt
    >>> fact_data(CardsBurnt(Card(5, "h"), 6))
    {'kind': 'CardsBurnt', 'first': '5h', 'cards': 6, 'movements': []}
    """
    return cast(dict[str, object], json.loads(fact_text(fact)))


def command_data(command: Command) -> dict[str, object]:
    """Return a command as JSON data."""
    return cast(dict[str, object], json.loads(command_text(command)))


def fact_text(fact: Fact) -> str:
    """Return a fact as JSON text."""
    return _fact_writer(type(fact))(fact)


def command_text(command: Command) -> str:
    """Return a command as JSON text.

    >>> from pitboss.table.steps.positions import Sit
    >>> command_text(Sit(3))
    '{"kind":"Sit","position":3}'
    """
    return _command_writer(type(command))(command)


@cache
def _fact_writer(kind: type) -> Callable[[Fact], str]:
    closing = "" if _moves(kind) else f'"{MOVEMENTS}":[]'
    return _compiler().writer(kind, f'"{KIND}":"{kind.__name__}"', closing)


@cache
def _command_writer(kind: type) -> Callable[[Command], str]:
    return _compiler().writer(kind, f'"{KIND}":"{kind.__name__}"')


@cache
def _moves(kind: type) -> bool:
    return MOVEMENTS in vars(kind)["_fields"]


@cache
def _compiler() -> Compiler:
    return Compiler(lambda hint: Plain(*shape_of(hint)[1:]), quoted, account, _CARDS)


def plain_text(item: Command | Fact, *, fact: bool) -> str:
    """Return a command or fact as JSON text, field by field: what the compiled writers must do."""
    kind = type(item)
    fields = shape_of(kind).text(item)
    text = f'{{"{KIND}":"{kind.__name__}"{"," if len(fields) > 2 else ""}{fields[1:]}'
    return text if not fact or _moves(kind) else f'{text[:-1]},"{MOVEMENTS}":[]}}'


def fact_of(data: object) -> Fact:
    """Read a fact from JSON data, or refuse it and name the field that is wrong."""
    try:
        return cast(Fact, _fact_reader(data[KIND])(data))  # type: ignore[index]
    except (Misfit, LookupError, TypeError, AttributeError, ValueError):
        return plain_fact(data)


@cache
def _fact_reader(name: str) -> Callable[[object], object]:
    kind = FACTS[name]
    if _moves(kind):
        return _compiler().reader(kind, (KIND,))
    return _compiler().reader(kind, (KIND, MOVEMENTS), empty=MOVEMENTS)


@cache
def _command_reader(name: str) -> Callable[[object], object]:
    return _compiler().reader(COMMANDS[name], (KIND,))


def plain_fact(data: object) -> Fact:
    """Read a fact field by field: what the compiled readers must do, and what says why not."""
    if isinstance(data, dict) and MOVEMENTS not in _fields_of(data, FACTS):
        if data.get(MOVEMENTS) != []:
            raise _misfit(f"{str(data.get(KIND))[:40]}.{MOVEMENTS}", "an empty list")
        data = {name: value for name, value in data.items() if name != MOVEMENTS}
    return cast(Fact, _read(data, FACTS, "event"))


def command_of(data: object) -> Command:
    """Read a command from JSON data.

    >>> command_of({"kind": "BurnCards", "first": "5h"})
    BurnCards(first=Card('5h'))
    """
    try:
        return cast(Command, _command_reader(data[KIND])(data))  # type: ignore[index]
    except (Misfit, LookupError, TypeError, AttributeError, ValueError):
        return plain_command(data)


def plain_command(data: object) -> Command:
    """Read a command field by field."""
    return cast(Command, _read(data, COMMANDS, "command"))


def under(rulebook: Rulebook | None, item: Any) -> Any:
    """Return a command or fact whose setup, if it has one, goes by a rulebook; none is on record.

    Without a rulebook it goes by the catalog.
    """
    setup = getattr(item, "setup", None)
    if rulebook is None or not isinstance(setup, TableSetup):
        return item
    return item._replace(setup=setup.under(rulebook))


def _fields_of(data: dict[str, object], kinds: Mapping[str, type]) -> tuple[str, ...]:
    kind = kinds.get(str(data.get(KIND)))
    return () if kind is None else cast(tuple[str, ...], vars(kind)["_fields"])


def _read(data: object, kinds: Mapping[str, type], what: str) -> object:
    name = data.get(KIND) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(name, str):
        raise _misfit(what, f"an object with its {KIND}")
    kind = kinds.get(name)
    if kind is None:
        raise unreadable(
            f"unknown-{what}", f'"{name[:40]}" is no {what} of a table', did_you_mean(name, kinds)
        )
    plain = {field: value for field, value in data.items() if field != KIND}
    return shape_of(kind).read(plain, name)


STATE_VERSION = 2
_BEFORE, _FACTS = "before", "facts"


def table_data(table: Table) -> dict[str, object]:
    """Return the whole state of a table as JSON data, from which it goes on as it was.

    Of the last command, which may be withdrawn, only what was otherwise before it is kept.
    """
    data: dict[str, object] = {"version": STATE_VERSION, "table": _plain_table(table), "last": None}
    if table.last is not None:
        before = _plain_table(table.last.before)
        pairs = zip(Table._fields, table.last.fields, table, strict=False)
        otherwise = [name for name, old, new in pairs if old is not new]
        facts = [fact_data(fact) for fact in table.last.facts]
        data["last"] = {_BEFORE: {name: before[name] for name in otherwise}, _FACTS: facts}
    return data


def _plain_table(table: Table) -> dict[str, object]:
    """Return a table without its last command, and without what is found again from its bets."""
    plain = table._replace(last=None, round=table.round._replace(by_bettor=NO_BETS))
    return cast(dict[str, object], json.loads(shape_of(Table).text(plain)))


def table_of(data: object, rulebook: Rulebook | None = None) -> Table:
    """Read a table's state, to go on by a rulebook, or by the catalog.

    A state of another version is refused, and folded from the record.
    """
    if not isinstance(data, dict) or data.get("version") != STATE_VERSION:
        raise unreadable(
            "other-state-version",
            "the snapshot is of another version",
            "rebuild the table from its record",
        )
    table, last = _whole_table(data.get("table"), rulebook), data.get("last")
    if last is None:
        return table
    if not isinstance(last, dict) or not isinstance(last.get(_BEFORE), dict):
        raise _misfit("last", f"an object with {_BEFORE} and {_FACTS}")
    old = _whole_table({**data["table"], **last[_BEFORE]}, rulebook)
    same = (name not in last[_BEFORE] for name in Table._fields)
    fields = tuple(
        now if kept else before for kept, now, before in zip(same, table, old, strict=False)
    )
    facts = tuple(under(rulebook, fact_of(fact)) for fact in last.get(_FACTS, ()))
    return table._replace(last=LastCommand(fields[:-3], facts))


def _whole_table(data: object, rulebook: Rulebook | None) -> Table:
    table = cast(Table, shape_of(Table).read(data, "table"))
    if table.opened is not None and rulebook is not None:
        before = (one._replace(setup=one.setup.under(rulebook)) for one in table.before)
        table = table._replace(opened=table.opened.under(rulebook), before=tuple(before))
    return table.with_round(table.round.complete())


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
    if origin is frozenset:
        return _set_of(shape_of(parts[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _pairs_of(shape_of(parts[0]), shape_of(parts[1]))
    if hint is Account:
        return Shape(Account, quoted, _account)
    if hint is Card:
        return Shape(Card, lambda card: f'"{card}"', _card)
    if hint is Fraction:
        return Shape(Fraction, lambda fraction: f'"{fraction}"', _fraction)
    assert isinstance(hint, type), f"records do not hold {hint}"
    return _plain(hint) if hint in _PLAIN else _record(hint)


def _misfit(where: str, wanted: str) -> Unreadable:
    return unreadable("unreadable-event", f"{where} is not {wanted}", "restore the line")


def _plain(kind: type) -> Shape:
    def read(data: object, where: str) -> object:
        if type(data) is not kind:
            raise _misfit(where, _PLAIN[kind])
        return data

    return Shape(kind, _PLAIN_TEXT[kind], read)


def _one_of(words: tuple[str, ...]) -> Shape:
    def read(data: object, where: str) -> object:
        if type(data) is not str or data not in words:
            raise _misfit(where, f"one of {', '.join(words)}")
        return data

    return Shape(str, quoted, read)


def _card(data: object, where: str) -> object:
    found = _CARDS.get(data) if isinstance(data, str) else None
    if found is None:
        raise _misfit(where, "a card such as 8h or Td")
    return found


def _account(data: object, where: str) -> object:
    try:
        return account(data) if isinstance(data, str) else account("")
    except Unreadable:
        raise _misfit(where, "an account such as tray") from None


def _fraction(data: object, where: str) -> object:
    if not isinstance(data, str) or not _FRACTION.fullmatch(data) or str(Fraction(data)) != data:
        raise _misfit(where, "a fraction such as 1/20")
    return Fraction(data)


def _either(shapes: list[Shape]) -> Shape:
    by_kind = {one.kind: one for one in shapes}
    others = [one for one in shapes if one.kind is not NoneType]
    optional = len(others) < len(shapes)

    def read(data: object, where: str) -> object:
        if optional and data is None:
            return None
        for one in others:
            try:
                return one.read(data, where)
            except Unreadable as error:
                refused = error
        raise refused

    return Shape(object, lambda value: by_kind[type(value)].text(value), read)


def _list_of(parts: tuple[object, ...]) -> Shape:
    shapes = [shape_of(part) for part in parts if part is not ...]
    return _list_of_shapes(shapes, endless=parts[-1] is ...)


def _list_of_shapes(shapes: list[Shape], *, endless: bool = False) -> Shape:

    def fitting(length: int) -> list[Shape]:
        return shapes * length if endless else shapes

    def text(items: tuple[object, ...]) -> str:
        fit = zip(fitting(len(items)), items, strict=True)
        return f"[{','.join([one.text(item) for one, item in fit])}]"

    def read(data: object, where: str) -> object:
        if not isinstance(data, list) or not (endless or len(data) == len(shapes)):
            raise _misfit(where, "a list" if endless else f"a list of {len(shapes)}")
        return tuple(
            one.read(item, f"{where}[{at}]")
            for at, (one, item) in enumerate(zip(fitting(len(data)), data, strict=True))
        )

    return Shape(tuple, text, read)


def _set_of(item: Shape) -> Shape:
    def text(value: frozenset[str]) -> str:
        return f"[{','.join([item.text(one) for one in sorted(value)])}]"

    def read(data: object, where: str) -> object:
        if not isinstance(data, list):
            raise _misfit(where, "a list")
        return frozenset(item.read(one, f"{where}[{at}]") for at, one in enumerate(data))

    return Shape(frozenset, text, read)


def _pairs_of(key: Shape, value: Shape) -> Shape:
    pair = _list_of_shapes([key, value])

    def text(mapping: Mapping[object, object]) -> str:
        return f"[{','.join([pair.text(item) for item in mapping.items()])}]"

    def read(data: object, where: str) -> object:
        if not isinstance(data, list):
            raise _misfit(where, "a list of pairs")
        read_pairs = (pair.read(one, f"{where}[{at}]") for at, one in enumerate(data))
        return dict(cast(tuple[object, object], one) for one in read_pairs)

    return Shape(Mapping, text, read)


def _record(kind: type) -> Shape:
    """Write a named tuple or a dataclass as an object. Only fields with a default may be absent."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        kept = [one for one in fields(kind) if one.metadata.get("encoded", True)]
        names = tuple(one.name for one in kept)
        defaults = {one.name for one in kept if one.default is not MISSING}
    else:
        names = cast(tuple[str, ...], vars(kind)["_fields"])
        defaults = set(vars(kind)["_field_defaults"])
    shapes: dict[str, Shape] = {}

    def shaped() -> dict[str, Shape]:
        """Return the shapes of the fields, found when first asked for: a record may hold itself."""
        if not shapes:
            shapes.update((name, shape_of(hints[name])) for name in names)
        return shapes

    form = f"{{{','.join(f'{quoted(name)}:%s' for name in names)}}}"
    writers: list[Callable[[Any], str]] = []

    def text(value: Any) -> str:
        if not writers:
            writers.extend(shape.text for shape in shaped().values())
        parts = value if isinstance(value, tuple) else [getattr(value, name) for name in names]
        return form % tuple([write(part) for write, part in zip(writers, parts, strict=True)])

    def read(data: object, where: str) -> object:
        if not isinstance(data, dict):
            raise _misfit(where, "an object")
        shapes = shaped()
        for name in data:
            if name not in shapes:
                raise _misfit(f"{where}.{name[:40]}", "a field of it")
        for name in names:
            if name not in data and name not in defaults:
                raise _misfit(f"{where}.{name}", "there")
        return kind(
            **{name: shapes[name].read(part, f"{where}.{name}") for name, part in data.items()}
        )

    return Shape(kind, text, read)
