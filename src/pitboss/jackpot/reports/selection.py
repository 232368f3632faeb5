"""Which jackpot and which gaming day a report is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, TypeVar


class Dated(Protocol):
    """A row or an event of a jackpot and a gaming day."""

    @property
    def jackpot(self) -> str:
        """The id of the jackpot."""

    @property
    def day(self) -> str:
        """The gaming day."""


D = TypeVar("D", bound=Dated)


class Selection(NamedTuple):
    """A jackpot, a gaming day, both, or everything."""

    jackpot: str = ""
    day: str = ""

    def of(self, rows: Iterable[D]) -> Iterator[D]:
        """Yield the rows that are selected."""
        for row in rows:
            if self.jackpot in ("", row.jackpot) and self.day in ("", row.day):
                yield row


EVERYTHING = Selection()
