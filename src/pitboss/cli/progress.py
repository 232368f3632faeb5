"""A bar on standard error for work that takes a while; nothing where nobody is watching."""

from __future__ import annotations

import sys


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
