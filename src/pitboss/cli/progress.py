"""How far work has come, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import os
import sys
from time import monotonic

LINES_EVERY = 5.0
"""Seconds between two lines where no terminal watches."""


class Bar:
    """Use as ``with Bar("what") as progress``; progress is None unless a terminal watches."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = -1

    def __enter__(self) -> Bar | None:
        return self if sys.stderr.isatty() else None

    def __call__(self, done: int, of: int) -> None:
        """Show how much is done, of how much."""
        percent = 100 * done // of
        if percent != self.shown:
            self.shown = percent
            bar = "#" * (percent // 4)
            print(f"\r{self.what}: {bar:25} {percent:3}%", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self.shown >= 0:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class Pace:
    """Long work with its rate and the time left; where nobody watches, a line every five seconds.

    Use as ``with Pace("coups") as progress`` and tell it ``progress(done, of)``.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.watched = sys.stderr.isatty()
        self.started = monotonic()
        self.shown = self.started if not self.watched else 0.0

    def __enter__(self) -> Pace:
        return self

    def __call__(self, done: int, of: int) -> None:
        """Show how much is done, of how much, how fast, and how long the rest will take."""
        now = monotonic()
        if not done:  # what went before, such as compiling, does not count
            self.started = now
            return
        if now - self.shown < (0.1 if self.watched else LINES_EVERY):
            return
        self.shown = now
        text = pace(done, of, now - self.started, self.unit)
        if self.watched:
            room = _columns() - 1
            width = min(25, room - len(text) - 1)
            bar = f"{'#' * (width * done // of):{width}} " if width > 4 else ""
            print(f"\r{(bar + text)[:room]}\033[K", end="", file=sys.stderr, flush=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self.watched and self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80


def pace(done: int, of: int, seconds: float, unit: str) -> str:
    """Return how far work has come, in words.

    >>> pace(25_000_000, 100_000_000, 0.5, "coups")
    '25%, 25,000,000 of 100,000,000 coups, 50 M coups/s, 1.5 s left'
    """
    rate = done / seconds if seconds else 0.0
    speed = f", {quantity(rate)} {unit}/s, {lasting((of - done) / rate)} left" if rate else ""
    return f"{100 * done // of}%, {done:,} of {of:,} {unit}{speed}"


def lasting(seconds: float) -> str:
    """Return a time in the units people use for it.

    >>> lasting(0.00004), lasting(0.25), lasting(12.2), lasting(125), lasting(7300)
    ('0 s', '0.25 s', '12 s', '2 min 05 s', '2 h 01 min')
    """
    whole = round(seconds)
    if seconds < 9.95:
        return f"{round(seconds, 2 if seconds < 1 else 1):g} s"
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    if whole < 48 * 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    return f"{whole // 86400} days"


def quantity(number: float) -> str:
    """Return a large number shortly.

    >>> quantity(61_234_567), quantity(8_400.0), quantity(12), quantity(0.25)
    ('61.2 M', '8,400', '12', '0.25')
    """
    if number >= 1e6:
        return f"{number / 1e6:.3g} M"
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"
