"""The clock of a script: as a line says, else one second after the line before."""

from __future__ import annotations

import re

from pitboss.refusals import unreadable
from pitboss.table.times import is_day, later

START = "2026-01-01T00:00:00"
"""When a script begins that does not say."""

_TIMED = re.compile(
    r"(?:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})T)?"
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?(?: +|$)(?P<rest>.*)"
)


def timed(line: str) -> tuple[str, str]:
    """Split a line into the time that it begins with, if any, and the rest.

    >>> timed("14:32 sit 3"), timed("2026-11-16T9:05:07 sit 3"), timed("sit 3")
    (('14:32:00', 'sit 3'), ('2026-11-16T09:05:07', 'sit 3'), ('', 'sit 3'))
    """
    match = _TIMED.fullmatch(line)
    if match is None:
        return "", line
    date, rest = match["date"], match["rest"]
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    if hour > 23 or minute > 59 or second > 59 or (date and not is_day(date)):
        raise unreadable(
            "no-such-time",
            f'"{line[: match.start("rest")].strip()}" is no time of day',
            "write 14:32, 14:32:05 or 2026-11-16T14:32:05",
        )
    time = f"{hour:02d}:{minute:02d}:{second:02d}"
    return (f"{date}T{time}" if date else time), rest


def started(text: str) -> str:
    """Return a clock that starts at a full time, such as ``2026-11-16T14:32:05``."""
    said, rest = timed(text)
    if rest or "T" not in said:
        raise unreadable(
            "no-such-time", f'"{text}" is no time to start at', "write 2026-11-16T14:32:05"
        )
    return said


def moment(said: str, now: str) -> str:
    """Return when a line happens: a time of day is one of the clock's date.

    >>> moment("14:32:00", "2026-11-16T09:00:00"), moment("", "2026-12-31T23:59:59")
    ('2026-11-16T14:32:00', '2027-01-01T00:00:00')
    """
    if not said:
        return later(now, 1)
    return said if "T" in said else f"{now[:10]}T{said}"


def on_the_day(at: str, day: str) -> str:
    """Return the clock as a gaming day begins: midnight of that day, unless it is later already.

    >>> on_the_day("2026-01-01T14:00:00", "2026-11-16")
    '2026-11-16T00:00:00'
    """
    return max(at, f"{day}T00:00:00") if is_day(day) else at
