"""The clock of the house: UTC, to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from time import time_ns


def now() -> str:
    """Return the time as the record has it, such as ``2026-11-16T21:32:05.120Z``."""
    return at(time_ns() // 1_000_000)


def at(milliseconds: int) -> str:
    """Return the time so many milliseconds after the beginning of 1970.

    >>> at(1_794_864_725_120)
    '2026-11-16T21:32:05.120Z'
    """
    return f"{_second(milliseconds // 1000)}.{milliseconds % 1000:03d}Z"


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """Return the text of a second, which serves thousands of requests."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
