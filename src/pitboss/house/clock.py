"""The clock of the house: UTC, to the millisecond; and that on the wall of a floor."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from time import time_ns
from zoneinfo import ZoneInfo

from pitboss.table.times import local


def now() -> str:
    """Return the time as the record has it, such as ``2026-11-16T21:32:05.120Z``."""
    return at(time_ns() // 1_000_000)


def at(milliseconds: int) -> str:
    """Return the time so many milliseconds after the beginning of 1970.

    >>> at(1_794_864_725_120)
    '2026-11-16T21:32:05.120Z'
    """
    return f"{_second(milliseconds // 1000)}.{milliseconds % 1000:03d}Z"


@lru_cache(maxsize=64)
def milliseconds(at: str) -> int:
    """Return how long after the beginning of 1970 a time of the record is.

    >>> milliseconds("2026-11-16T21:32:05.120Z")
    1794864725120
    """
    return int(datetime.fromisoformat(at).timestamp()) * 1000 + int(at[20:23])


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """Return the text of a second, which serves thousands of requests."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


@lru_cache(maxsize=16)
def offset_at(at: str, timezone: str) -> str:
    """Return what the clock on the wall of a zone shows beside UTC at a time of the record.

    >>> offset_at("2026-11-16T21:32:05.120Z", "America/Denver")
    '-07:00'
    """
    time = datetime.fromisoformat(at).astimezone(ZoneInfo(timezone))
    return time.isoformat(timespec="seconds")[19:25]


def local_time(at: str, timezone: str) -> str:
    """Return a time of the record as the clock on the wall of a zone shows it.

    >>> local_time("2026-11-16T21:32:05.120Z", "America/Denver")
    '2026-11-16T14:32:05'
    """
    return local(at, offset_at(f"{at[:16]}:00.000Z", timezone))


def offset_now(timezone: str) -> str:
    """Return what the clock on the wall of a zone shows beside UTC now."""
    return offset_at(f"{now()[:16]}:00.000Z", timezone)
