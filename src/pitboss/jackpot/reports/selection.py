"""Which jackpot, gaming day, table or shift a report is about."""

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
    """What reports are narrowed to; everything, where nothing is said."""

    jackpot: str = ""
    day: str = ""
    table: str = ""
    shift: int | None = None
    currency: str = ""
    wager: str = ""

    def of(self, rows: Iterable[D]) -> Iterator[D]:
        """Yield the rows of the jackpot and the gaming day."""
        for row in rows:
            if self.jackpot in ("", row.jackpot) and self.day in ("", row.day):
                yield row

    def holds(self, **fields: object) -> bool:
        """Say whether something with some fields is selected, as far as these decide it.

        >>> Selection(table="1").holds(table="1", wager="tie"), Selection(shift=2).holds(shift=1)
        (True, False)
        >>> Selection(wager="tie").holds(wager="ez-baccarat/tie")
        True
        """
        wanted = self._asdict()
        return all(
            wanted.get(key) in (None, "", value) or (key == "wager" and self._in_any_game(value))
            for key, value in fields.items()
        )

    def _in_any_game(self, wager: object) -> bool:
        """Say whether a wager is the one that is wanted of whatever game: its label is given."""
        return str(wager).partition("/")[2] == self.wager


EVERYTHING = Selection()
