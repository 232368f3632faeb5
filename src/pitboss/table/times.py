"""Times and days as texts, which come in with the commands: read here, never taken from a clock."""

from __future__ import annotations

import re
from calendar import monthrange, timegm
from functools import lru_cache

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d", re.ASCII)


def is_time(at: str) -> bool:
    """Say whether a text is a time, such as ``2026-11-16T14:32:05``.

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
    day, _, clock = at.partition("T")
    numbers = [int(part) for part in (*day.split("-"), *clock.split(":"))]
    return timegm((numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]))
