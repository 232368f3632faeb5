"""Times and days as texts, which come in with the commands: read here, never taken from a clock."""

from __future__ import annotations

import re
from calendar import monthrange, timegm
from functools import lru_cache

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3}Z)?", re.ASCII)
_OFFSET = re.compile(r"([+-])(0\d|1[0-4]):([0-5]\d)", re.ASCII)


@lru_cache(maxsize=64)
def is_time(at: str) -> bool:
    """Say whether a text is a time: UTC as the record has it, or as a script says it.

    >>> is_time("2026-11-16T21:32:05.120Z")
    True
    >>> is_time("2026-02-28T23:59:59"), is_time("2026-02-30T00:00:00"), is_time("noon")
    (True, False, False)
    """
    return _TIME.fullmatch(at) is not None and is_day(at[:10])


@lru_cache(maxsize=64)
def is_day(day: str) -> bool:
    """Say whether a text is a day of the calendar, such as ``2026-11-16``.

    >>> is_day("2028-02-29"), is_day("2026-02-29"), is_day("Monday")
    (True, False, False)
    """
    if not _DAY.fullmatch(day):
        return False
    year, month, number = map(int, day.split("-"))
    return 1 <= month <= 12 and year > 0 and 1 <= number <= monthrange(year, month)[1]


def seconds_between(earlier: str, later: str) -> int:
    """Return the seconds between two times.

    >>> seconds_between("2026-11-16T23:50:00", "2026-11-17T00:20:01")
    1801
    """
    return _seconds(later) - _seconds(earlier)


def _seconds(at: str) -> int:
    day, _, clock = at[:19].partition("T")
    numbers = [int(part) for part in (*day.split("-"), *clock.split(":"))]
    return timegm((numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]))


UTC = "+00:00"


@lru_cache(maxsize=64)
def is_offset(offset: str) -> bool:
    """Say whether a text is an offset from UTC, such as ``-07:00``."""
    return _OFFSET.fullmatch(offset) is not None


def utc(local: str, offset: str = UTC) -> str:
    """Return a time of the clock on the wall as the record has it.

    >>> utc("2026-11-16T14:32:05", "-07:00"), utc("2026-11-16T14:32:05")
    ('2026-11-16T21:32:05.000Z', '2026-11-16T14:32:05.000Z')
    """
    return f"{_moved(local, offset, -1)}.000Z"


def local(at: str, offset: str = UTC) -> str:
    """Return a time of the record as the clock on the wall showed it.

    >>> local("2026-11-16T21:32:05.120Z", "-07:00")
    '2026-11-16T14:32:05'
    """
    return _moved(at[:19], offset, 1)


def _moved(at: str, offset: str, sign: int) -> str:
    if offset == UTC:
        return at
    match = _OFFSET.fullmatch(offset)
    assert match is not None, f"{offset} is an offset"
    minutes = int(match[2]) * 60 + int(match[3])
    return later(at, sign * 60 * (minutes if match[1] == "+" else -minutes))


def later(at: str, seconds: int) -> str:
    """Return a time some seconds later, or earlier if negative.

    >>> later("2026-12-31T23:59:59", 1), later("2028-03-01T00:30:00", -3600)
    ('2027-01-01T00:00:00', '2028-02-29T23:30:00')
    """
    day, _, clock = at.partition("T")
    hour, minute, second = map(int, clock.split(":"))
    days, rest = divmod(3600 * hour + 60 * minute + second + seconds, 86400)
    minutes, second = divmod(rest, 60)
    return f"{_day_later(day, days)}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}"


def _day_later(day: str, days: int) -> str:
    year, month, number = map(int, day.split("-"))
    number += days
    while number < 1:
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        number += monthrange(year, month)[1]
    while number > monthrange(year, month)[1]:
        number -= monthrange(year, month)[1]
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return f"{year:04d}-{month:02d}-{number:02d}"
