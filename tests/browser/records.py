"""What is on record, as an auditor asks for it: tables, and rounds with what happened in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from browser.houses import GlassHouse
from pitboss.refusals import Unreadable


class Bet(NamedTuple):
    """A bet on record, and what the dealer made of it once that is decided."""

    number: int
    position: int
    wager: str
    on: str | int | None
    stake: int
    taken_back: bool
    decided: bool
    won: int
    lost: int
    returned: int
    vigorish: int
    envy: int
    of_meter: bool

    @property
    def net(self) -> int:
        """What it came to for the player."""
        return self.won - self.lost - self.vigorish + self.envy

    @property
    def over(self) -> int:
        """What the dealer hands over for it."""
        return self.won + self.returned - self.vigorish + self.envy

    @property
    def parts(self) -> set[int]:
        """The amounts of this bet alone, where others lie on the same spot."""
        return {self.stake, self.won, self.vigorish, self.over, abs(self.net)}

    @property
    def loses(self) -> bool:
        return not (self.returned or self.won or self.envy or self.of_meter)


class Event(NamedTuple):
    """Something on record, with its time and its line there."""

    at: str
    line: int
    name: str
    data: dict[str, Any]


class Round(NamedTuple):
    """A round on record."""

    table: str
    number: int
    cleared: bool
    bets: tuple[Bet, ...]
    events: tuple[Event, ...]

    def of(self, position: int) -> list[Bet]:
        """Return the bets of a position that are decided."""
        return [bet for bet in self.bets if bet.position == position and bet.decided]

    def numbers(self, *events: str) -> set[int]:
        """Return the bets that events name."""
        named = (event.data["numbers"] for event in self.events if event.name in events)
        return {number for numbers in named for number in numbers}

    def began(self, *names: str) -> bool:
        return any(event.name in names for event in self.events)


class Record:
    """The record of a house, asked for anew each time but where nothing moves."""

    def __init__(self, house: GlassHouse) -> None:
        self.auditor = house.auditor
        self._cleared: dict[tuple[str, int], Round] = {}
        self._kept: dict[tuple[object, ...], Any] | None = None

    @contextmanager
    def still(self) -> Iterator[None]:
        """Remember meanwhile what was asked: nothing moves."""
        self._kept = {}
        try:
            yield
        finally:
            self._kept = None

    def _asked(self, what: str, *which: object) -> Any:
        if self._kept is None:
            return getattr(self.auditor, what)(*which)
        if (what, *which) not in self._kept:
            self._kept[what, *which] = getattr(self.auditor, what)(*which)
        return self._kept[what, *which]

    def table(self, id: str) -> dict[str, Any]:
        """Return a table as it stands."""
        told: dict[str, Any] = self._asked("table", id)
        return told

    def open(self) -> list[str]:
        """Return the tables that are open."""
        return [told["id"] for told in self._asked("tables") if told["open"]]

    def displayed(self) -> dict[str, int]:
        """Return what the server says that the meters display, in cents."""
        return {told["id"]: told["displayed_cents"] for told in self._asked("jackpots")}

    def rounds(self, table: str) -> list[Round]:
        """Return the rounds of a table, the oldest first; none of one that is closed."""
        if table not in self.open():
            return []
        last = self.table(table)["round"]
        read = [self._round(table, number) for number in range(1, last + 1)]
        return [one for one in read if one is not None]

    def _round(self, table: str, number: int) -> Round | None:
        if (table, number) not in self._cleared:
            try:
                read = round_of(table, self._asked("round", table, number))
            except Unreadable:
                return None  # nothing was done in it yet
            if not read.cleared:
                return read
            self._cleared[table, number] = read
        return self._cleared[table, number]


def round_of(table: str, told: dict[str, Any]) -> Round:
    """Read a round as the server tells it."""
    events = [
        Event(event["at"], event["line"], event["event"], event["data"]) for event in told["events"]
    ]
    bets = tuple(map(_bet, told["bets"]))
    return Round(table, told["round"], told["ending"] == "cleared", bets, tuple(events))


def _bet(told: dict[str, Any]) -> Bet:
    settled = told["settled"] or {}
    cents = {
        name: settled.get(f"{name}_cents", 0) for name in ("won", "lost", "returned", "vigorish")
    }
    return Bet(
        number=told["number"],
        position=told["position"],
        wager=told["wager"],
        on=told["on"],
        stake=told["stake_cents"],
        taken_back=told["taken_back"],
        decided=bool(settled),
        envy=settled.get("player_envy_cents", 0),
        of_meter=settled.get("meter_share") is not None,
        **cents,
    )
