"""The kinds of value that a floor file holds: how each is read from TOML, and written to it.

Values are written as in ``open ... with``. A number with a decimal point is refused wherever money
or a rate is meant: it would have been rounded before anyone could look at it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar, cast, get_args, get_origin

from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook.pays import percent, read_percent
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.table.arguments import amount, dollars, number
from pitboss.table.floor.records import EVERY, Bound, Limit
from pitboss.table.setups.data import read_share, write_share
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.shape import LIMITS, hints_of

LONGEST_TEXT = 1_000
MOST_ITEMS = 200
"""Of a list or table that is a value."""
LONGEST_WAIT_SECONDS = 3_600
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_NAME = re.compile(r'[^\s,"]{1,100}')
_TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_BETWEEN = re.compile(r"(\S+) to (\S+)")
_OF_WAGERS = ("minimum", "maximum", "aggregate")
_BLANKS = re.compile(r"\s+")
_COMMA = re.compile(r",(?![0-9]{3}(?![0-9]))")
"""A comma between phrases, not one that groups the digits of an amount."""

Value = TypeVar("Value")


class Kind(NamedTuple):
    """A kind of value: what it is called, and how it is read and written."""

    shown: str
    read: Callable[[object], object]
    """From what TOML holds; raises :class:`Unreadable`."""
    write: Callable[..., object] = lambda value: value
    """Back to what TOML holds."""


def misfit(need: str, example: str) -> Unreadable:
    """Refuse a value of another kind than is needed."""
    return unreadable("bad-value", f"this must be {need}", f"write {example}")


# --- single values ---


def _text(raw: object, longest: int = LONGEST_TEXT) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise misfit("a text", 'it in quotes, such as "..."')
    if len(raw) > longest:
        raise unreadable(
            "text-too-long", f"this text is longer than {longest:,} characters", "shorten it"
        )
    if not raw.isprintable():
        raise misfit("a text of one line", "it without line ends and control characters")
    return raw.strip()


def _reference(raw: object) -> str:
    if isinstance(raw, bool):
        return "yes" if raw else ""
    return _text(raw)


def _plain_number(raw: object, lowest: int, highest: int) -> int:
    value = raw if type(raw) is int else number(raw) if isinstance(raw, str) else None
    if value is None or not lowest <= value <= highest:
        raise misfit(f"a whole number from {lowest} to {highest}", f"{max(lowest, 1)}")
    return value


def _seconds(raw: object) -> int:
    return _plain_number(raw, 1, LONGEST_WAIT_SECONDS)


def _flag(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise misfit("true or false", "true")
    return raw


def _id(raw: object) -> str:
    text = str(raw) if type(raw) is int and 0 <= raw < 10**9 else raw
    if not isinstance(text, str) or not _ID.fullmatch(text):
        raise misfit("a number or a short name of letters, digits, dots and hyphens", '"12"')
    return text


def name(raw: object) -> str:
    """Read a name of the catalog: one word."""
    text = _text(raw)
    if not _NAME.fullmatch(text):
        raise unreadable("bad-name", f'"{text}" is not one name', "write names one by one")
    return text


def cents(raw: object) -> int:
    """Read an amount as a person writes it: whole dollars, or a text.

    >>> cents(5), cents("$2.50"), cents("1,000")
    (500, 250, 100000)
    """
    if isinstance(raw, float):
        raise unreadable(
            "amount-as-float",
            "an amount of money is not written as a number with a decimal point",
            'write it as a text, such as "2.50"',
        )
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        raise misfit("an amount", '5 or "2.50"')
    value = raw * 100 if isinstance(raw, int) else amount(raw)
    if not 0 <= value <= LARGEST_CENTS:
        raise unreadable(
            "amount-out-of-range",
            "this amount is too small or too large",
            f"write 0 to {dollars(LARGEST_CENTS)}",
        )
    return value


def _positive(raw: object) -> int:
    value = cents(raw)
    if value == 0:
        raise unreadable("amount-out-of-range", "this amount cannot be 0", "write more than 0")
    return value


def write_cents(value: int) -> int | str:
    """Write an amount: whole dollars as a number, others as a text."""
    return dollars(value) if value % 100 else value // 100


def _rate(raw: object) -> Fraction:
    if not isinstance(raw, str):
        raise unreadable(
            "rate-not-a-text", "a rate is written as a text", 'write it like "12.3457%"'
        )
    return read_percent(raw)


def _share(raw: object) -> Fraction:
    if not isinstance(raw, str):
        raise unreadable("rate-not-a-text", "a rate is written as a text", 'write it like "5%"')
    share = read_share(raw)
    if not 0 <= share <= 1:
        raise misfit("a share from 0% to 100%", '"5%"')
    return share


def _timezone(raw: object) -> str:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # read when a floor is

    text = _text(raw)
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise unreadable(
            "unknown-timezone",
            f'"{text}" is no time zone',
            'write one of the tz database, such as "America/Denver"',
        ) from None
    return text


def _time_of_day(raw: object) -> str:
    if not isinstance(raw, str) or not _TIME_OF_DAY.fullmatch(raw):
        raise misfit("a time of day", '"06:00"')
    return raw


def choice(*words: str) -> Kind:
    """Return the kind of value that is one of some words."""

    def read(raw: object) -> str:
        if not isinstance(raw, str):
            raise misfit(f"one of {', '.join(words)}", f'"{words[0]}"')
        if raw not in words:
            raise unreadable("unknown-word", f'this cannot be "{raw}"', did_you_mean(raw, words))
        return raw

    return Kind(" or ".join(f'"{word}"' for word in words), read)


def setting(field: str) -> Kind:
    """Return the kind of value that a field of a table's setup takes."""
    hint = hints_of(TableSetup)[field]
    if get_origin(hint) is Literal:
        return choice(*get_args(hint))
    if hint is int:
        lowest, highest = LIMITS[field]
        return Kind("number", lambda raw: _plain_number(raw, lowest, highest))
    return TEXT


# --- lists and tables ---


def _items(raw: object, between: re.Pattern[str], example: str) -> list[object]:
    """Return the items of a list, or of a text that has them one after another."""
    items = between.split(_text(raw)) if isinstance(raw, str) else raw
    if not isinstance(items, list):
        raise misfit("a list", example)
    if len(items) > MOST_ITEMS:
        raise unreadable(
            "list-too-long", f"there are more than {MOST_ITEMS} items", "write fewer of them"
        )
    return items


def _distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    listed = tuple(values)
    for value in listed:
        if listed.count(value) > 1:
            raise unreadable("named-twice", f'"{value}" is named twice', "name it once")
    return listed


def _names(raw: object) -> tuple[str, ...]:
    return _distinct(name(item) for item in _items(raw, _BLANKS, '["tie", "banker@tie-vigorish"]'))


def _ids(raw: object) -> tuple[str, ...]:
    return _distinct(_id(item) for item in _items(raw, _BLANKS, '["1", "2"]'))


def _phrases(raw: object) -> tuple[str, ...]:
    items = _items(raw, _COMMA, '["no tokes", "free hands 2"]')
    return tuple(_text(item) for item in items)


def _table(raw: object, example: str) -> Mapping[str, object]:
    if not isinstance(raw, dict):
        raise misfit("a table", example)
    if len(raw) > MOST_ITEMS:
        raise unreadable(
            "list-too-long", f"there are more than {MOST_ITEMS} keys", "write fewer of them"
        )
    return raw


def _by_wager(word: str) -> Callable[[object], tuple[tuple[str, str], ...]]:
    """Return the reader of a word for each wager: a table, or phrases such as ``pair suited``."""

    def read(raw: object) -> tuple[tuple[str, str], ...]:
        if isinstance(raw, dict):
            pairs = list(_table(raw, "").items())
        else:
            pairs = [_phrase(item, word) for item in _items(raw, _COMMA, '{ WAGER = "..." }')]
        found = sorted((name(wager), _joined(value)) for wager, value in pairs)
        _distinct(wager for wager, _ in found)
        return tuple(found)

    return read


def _phrase(item: object, word: str) -> tuple[str, object]:
    words = _text(item).removeprefix(f"{word} ").split()
    if len(words) != 2:
        raise misfit("a wager and a word for it", '{ WAGER = "..." }')
    return words[0], words[1]


def _joined(raw: object) -> str:
    return "+".join(name(part.strip()) for part in _text(raw).replace("+", ",").split(","))


# --- limits ---


def _limits(raw: object) -> tuple[Limit, ...]:
    """Read limits: a table of them, or phrases such as ``minimum tie 1``.

    >>> _limits({"minimum": 5, "tie": {"maximum": "100"}, "optional": "1 to 100"})[0]
    Limit(bound='minimum', wager='all', cents=500)
    """
    if isinstance(raw, str | list):
        items = _items(raw, _COMMA, '{ minimum = 5, maximum = 500, optional = "1 to 100" }')
        found = [_limit_phrase(item, get_args(Bound)) for item in items]
    else:
        found = []
        for key, value in _table(raw, "{ minimum = 5, maximum = 500 }").items():
            found += _limits_of(key, value)
    return _once(found)


def _limits_of(key: str, raw: object) -> list[Limit]:
    """Read one key of the table: a bound, for all or by wager, or a wager, with its bounds."""
    if key in get_args(Bound):
        bound = cast(Bound, key)
        if bound == "differential" or not isinstance(raw, dict):
            return [Limit(bound, EVERY, cents(raw))]
        return [Limit(bound, name(wager), cents(value)) for wager, value in raw.items()]
    wager = name(key)
    if isinstance(raw, str) and (between := _BETWEEN.fullmatch(raw)):
        low, high = cents(between[1]), cents(between[2])
        return [Limit("minimum", wager, low), Limit("maximum", wager, high)]
    given = _table(raw, f'{key} = {{ minimum = 1, maximum = 100 }}, or "1 to 100"')
    for key in given:
        if key not in _OF_WAGERS:
            raise unreadable("unknown-key", f'"{key}" is no limit', did_you_mean(key, _OF_WAGERS))
    return [Limit(cast(Bound, bound), wager, cents(value)) for bound, value in given.items()]


def _limit_phrase(item: object, bounds: tuple[str, ...]) -> Limit:
    words = _text(item).split()
    if len(words) not in (2, 3) or words[0] not in bounds:
        raise misfit(f"{' or '.join(bounds)}, perhaps a wager, and an amount", '"minimum tie 1"')
    wager = name(words[1]) if len(words) == 3 else EVERY
    return Limit(cast(Bound, words[0]), wager, cents(words[-1]))


def _aggregate(raw: object) -> tuple[Limit, ...]:
    if isinstance(raw, dict):
        pairs = _table(raw, "").items()
        return _once(Limit("aggregate", name(key), cents(value)) for key, value in pairs)
    if isinstance(raw, list):
        return _once(
            _limit_phrase(f"aggregate {_text(item).removeprefix('aggregate ')}", ("aggregate",))
            for item in _items(raw, _COMMA, "{ tie = 10000 }")
        )
    return (Limit("aggregate", EVERY, cents(raw)),)


def _once(limits: Iterable[Limit]) -> tuple[Limit, ...]:
    """Refuse a limit that is given twice; order them, those for all wagers first."""
    found = sorted(limits, key=lambda limit: (limit.wager != EVERY, limit.wager, limit.bound))
    _distinct(f"{limit.bound} {limit.wager}" for limit in found)
    return tuple(found)


def _write_limits(limits: tuple[Limit, ...]) -> object:
    """Write limits as a table, those for all wagers first."""
    written: dict[str, object] = {}
    for limit in limits:
        if limit.wager == EVERY:
            written[limit.bound] = write_cents(limit.cents)
        else:
            inner = cast(dict[str, object], written.setdefault(limit.wager, {}))
            inner[limit.bound] = write_cents(limit.cents)
    return written


def _write_aggregate(limits: tuple[Limit, ...]) -> object:
    if len(limits) == 1 and limits[0].wager == EVERY:
        return write_cents(limits[0].cents)
    return {limit.wager: write_cents(limit.cents) for limit in limits}


TEXT = Kind("text", _text)
REFERENCE = Kind("text, or true", _reference)
ID = Kind("text or number", _id)
NAME = Kind("name", name)
NAMES = Kind("list of names", _names, list)
IDS = Kind("list of table ids", _ids, list)
PHRASES = Kind("list of phrases", _phrases, list)
AMOUNT = Kind("amount", cents, write_cents)
POSITIVE = Kind("amount above 0", _positive, write_cents)
RATE = Kind("rate as text", _rate, percent)
SHARE = Kind("rate as text", _share, write_share)
TIMEZONE = Kind("text", _timezone)
TIME_OF_DAY = Kind("time of day", _time_of_day)
SECONDS = Kind("seconds", _seconds)
FLAG = Kind("true or false", _flag)
READINGS = Kind("table by wager", _by_wager("reading"), dict)
SUITS = Kind("table by wager", _by_wager("suits"), dict)
LIMIT_TABLE = Kind("table of limits", _limits, _write_limits)
AGGREGATES = Kind("amount, or table by wager", _aggregate, _write_aggregate)
