"""Facts in words: ``> fact CardsCut position=7`` held against what happened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.games.cards import Card, cards
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.table.arguments import amount, dollars
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps import FACTS, Fact

_PAIR = re.compile(r"([a-z_]+)=(.*?)(?= [a-z_]+=|$)", re.IGNORECASE | re.ASCII)
_CENTS = "cents"
_CUPS = ("player", "banker")
_ALIKE = {"true": "yes", "false": "no", "?": "none", "": "none"}


class Wanted(NamedTuple):
    """A fact that is expected: its name, and some of its fields as text."""

    name: str
    fields: Mapping[str, str]


def wanted(text: str) -> Wanted:
    """Read what is expected of a fact.

    >>> wanted("CardErred became=banker's third card disclosed=no").fields
    {'became': "banker's third card", 'disclosed': 'no'}
    """
    said, _, rest = text.partition(" ")
    name = next((name for name in FACTS if name.lower() == said.lower()), None)
    if name is None:
        raise unreadable("unknown-fact", f'"{said}" is no fact', did_you_mean(said, FACTS))
    if _PAIR.sub("", rest).strip():
        raise unreadable(
            "unreadable-fact", f'"{rest}" are no fields of a fact', "write NAME KEY=VALUE ..."
        )
    return Wanted(name, {match[1].lower(): match[2].strip() for match in _PAIR.finditer(rest)})


def happened(want: Wanted, facts: Sequence[Fact]) -> bool:
    """Say whether one of the facts is the one that is expected.

    Fields of a bet, of a settled bet or of a movement may be named like those of the fact itself;
    all of them must be true of the same one.
    """
    alike = [list(_views(fact)) for fact in facts if type(fact).__name__ == want.name]
    for views in alike:
        known = dict.fromkeys(field for view in views for field in view)
        for key in want.fields:
            if _field(key, known) is None:
                raise unreadable(
                    "unknown-field", f'{want.name} has no "{key}"', did_you_mean(key, known)
                )
    return any(_agrees(want, view) for views in alike for view in views)


def _views(fact: Fact) -> Iterator[Mapping[str, object]]:
    """Yield the fields of a fact, joined with those of each record inside it in turn."""
    own = fact._asdict()
    inside = [record for value in own.values() for record in _records_in(value)]
    for record in inside:
        yield _fields_of(record) | own
    if not inside:
        yield own


def _records_in(value: object) -> Iterator[tuple[object, ...]]:
    if not isinstance(value, tuple) or isinstance(value, Card):
        return
    if hasattr(value, "_fields"):
        yield value
        return
    for one in value:
        yield from _records_in(one)


def _fields_of(record: tuple[object, ...]) -> dict[str, object]:
    return dict(zip(getattr(record, "_fields", ()), record, strict=True))


def _agrees(want: Wanted, view: Mapping[str, object]) -> bool:
    return all(_is_so(key, text, view) for key, text in want.fields.items())


def _field(key: str, known: Mapping[str, object]) -> str | None:
    """Return the field that a key means: cents may be called without that word."""
    return next((name for name in (key, f"{key}_{_CENTS}") if name in known), None)


def _is_so(key: str, text: str, view: Mapping[str, object]) -> bool:
    field = _field(key, view)
    if field is None:
        return False
    return _said(field, view[field], text).lower() == shown(field, view[field]).lower()


def _said(field: str, value: object, text: str) -> str:
    """Return a text as the value would be shown if it were the same."""
    plain = _ALIKE.get(text.lower(), text)
    try:
        if field.endswith(_CENTS):
            return dollars(amount(plain))
        if isinstance(value, Card) or _all_are(value, Card):
            return " ".join(map(str, cards(plain)))
    except Unreadable:
        return plain
    return plain.replace(",", " ") if _all_are(value, int) else plain


def _all_are(value: object, kind: type) -> bool:
    return (
        isinstance(value, tuple)
        and bool(value)
        and not isinstance(value, Card)
        and all(isinstance(one, kind) for one in value)
    )


def shown(field: str, value: object) -> str:
    """Return a field of a fact as a script writes it.

    >>> shown("cents", 2550), shown("sound", True), shown("missing", cards("8h9d"))
    ('25.50', 'yes', '8h 9d')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ((), ""):
        return "none"
    if isinstance(value, int) and field.endswith(_CENTS):
        return dollars(value)
    if isinstance(value, TableSetup):
        return value.game
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return ("" if field in _CUPS else " ").join(map(str, value))
    return str(value)


def shown_fact(fact: Fact) -> str:
    """Return a fact in the words by which a script expects it; records inside it are left out."""
    plain = (
        f"{field}={shown(field, value)}"
        for field, value in fact._asdict().items()
        if not any(_records_in(value))
    )
    return " ".join((type(fact).__name__, *plain))
