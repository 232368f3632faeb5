"""How much one address or one session may ask, and how large a request may be."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

MOST_KEYS = 10_000
"""Whose buckets are kept: the ones that were filled least recently are forgotten."""


class Rate(NamedTuple):
    """So many a second, and so many at once."""

    a_second: float
    at_once: float


class Limits(NamedTuple):
    """What a server allows."""

    strangers: Rate = Rate(50, 300)
    """By address, for whatever nobody is signed in for."""
    sessions: Rate = Rate(50, 200)
    """By token."""
    doors: Rate = Rate(2, 20)
    """By address, for signing in and pairing, which cost most."""
    body_bytes: int = 65_536
    body_seconds: float = 10
    sockets: int = 2_000
    """Of all clients together."""
    sockets_of_an_address: int = 600
    message_bytes: int = 4_096
    """Of what a socket sends to us."""


class Buckets:
    """A bucket of tokens for each key: one is taken for each request, and time refills it."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.clock = rate, clock
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Take a token; return 0, or how many seconds to wait for one.

        >>> times = iter((0.0, 0.0, 0.0, 1.0))
        >>> buckets = Buckets(Rate(a_second=1, at_once=2), lambda: next(times))
        >>> [buckets.wait("127.0.0.1") for _ in range(4)]
        [0.0, 0.0, 1.0, 0.0]
        """
        now = self.clock()
        level, since = self.levels.pop(key, (self.rate.at_once, now))
        level = min(self.rate.at_once, level + (now - since) * self.rate.a_second)
        missing = max(0.0, 1 - level)
        self.levels[key] = (level if missing else level - 1, now)
        if len(self.levels) > MOST_KEYS:
            self.levels.popitem(last=False)
        return missing / self.rate.a_second
