"""The pit: what is seen of all tables together, and what a supervisor is to see of any."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from operator import add
from time import monotonic, time
from typing import Any, NamedTuple

from pitboss.house.clock import at
from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.alerts import Alert, alerts
from pitboss.house.serving.board import Board
from pitboss.table.money.takings import takings
from pitboss.table.record.journal import HOUSE
from pitboss.table.state import Table

STREAM = "pit"
"""What a live page calls it."""
SILENCE_SECONDS = 5.0
"""How often tables are looked at though nothing has happened: a dealer who is gone is noticed."""


class Taken(NamedTuple):
    """What tables have taken in one currency, beside what the exact odds expect."""

    currency: str
    handle_cents: int = 0
    win_cents: int = 0
    expected: Fraction = Fraction(0)
    """Of the wagers whose edge is known, exactly."""
    left_out_cents: int = 0
    """The handle of wagers whose edge depends on a meter, from which nothing is expected here."""

    @property
    def expected_cents(self) -> int:
        """What is expected, rounded once: of all tables as reports have it."""
        return round(self.expected)

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None before anything was staked."""
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None

    def plus(self, other: Taken) -> Taken:
        """Return what both have taken, in the one currency of both."""
        sums = map(add, self[1:], other[1:])
        return Taken(self.currency, *sums)

    def data(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        cents = {"expected_cents": self.expected_cents, "left_out_cents": self.left_out_cents}
        won = {"handle_cents": self.handle_cents, "win_cents": self.win_cents}
        return {"currency": self.currency, **won, **cents}


class PitView(NamedTuple):
    """All tables together."""

    tables: int
    open: int
    players: int
    takings: tuple[Taken, ...]
    """By currency: amounts of different ones are never added up."""
    alerts: tuple[Alert, ...]
    house: int
    """The lines of the house, whose floor may have changed with the last."""

    def shown(self, audience: str) -> dict[str, Any]:
        """Return as much of it as an audience sees."""
        public = {"tables": self.tables, "open": self.open, "players": self.players}
        if audience != "staff":
            return public
        return {
            **public,
            "takings": [taken.data() for taken in self.takings],
            "alerts": [alert_data(alert) for alert in self.alerts],
        }


def alert_data(alert: Alert) -> dict[str, Any]:
    """Return an alert as JSON holds it."""
    seen = alert.acknowledged
    return {**alert._asdict(), "acknowledged": None if seen is None else seen._asdict()}


def taken_at(table: Table) -> Taken | None:
    """Return what a table has taken; None before it was ever opened."""
    if table.opened is None:
        return None
    taken = takings(table)
    expected = [line.theoretical_cents for line in taken.lines]
    known = sum((cents for cents in expected if cents is not None), Fraction(0))
    left_out = sum(line.handle_cents for line in taken.lines if line.edge is None)
    total = taken.total
    return Taken(table.opened.currency, total.handle_cents, total.win_cents, known, left_out)


def pit_view(board: Board, told: tuple[Alert, ...]) -> PitView:
    """Return what is seen of all tables together."""
    tables = [board.table(entry.id) for entry in board.floor.tables]
    sums: dict[str, Taken] = {}
    for table in tables:
        taken = taken_at(table)
        if taken is not None:
            before = sums.get(taken.currency, Taken(taken.currency))
            sums[taken.currency] = before.plus(taken)
    playing = [table for table in tables if table.open]
    return PitView(
        tables=len(tables),
        open=len(playing),
        players=sum(len(table.seated) for table in playing),
        takings=tuple(sums.values()),
        alerts=told,
        house=board.streams[HOUSE].version,
    )


class Pit:
    """All tables together, with a version that grows when what is seen of them changes."""

    def __init__(
        self,
        board: Board,
        faults: Callable[[], Mapping[str, str]],
        proposals: Callable[[], Iterable[Proposal]],
        changed: Callable[[tuple[str]], object],
        *,
        about: Callable[[Proposal], str],
        attended: bool,
    ) -> None:
        self.board, self.faults, self.changed = board, faults, changed
        self.proposals, self.about = proposals, about
        self.attended = attended
        """Whether people deal, who may be missing."""
        self.version = int(time() * 1000)
        """It grows over restarts too."""
        self._view: PitView | None = None
        self._dirty, self._looked = True, 0.0
        board.listeners.add(self.heard)

    def heard(self, _: Collection[str] = ()) -> None:
        """Note that something was committed, or waits for somebody."""
        self._dirty = True

    def view(self) -> PitView:
        """Return what is seen now: worked out when somebody looks and something was committed."""
        silent = monotonic() - self._looked >= SILENCE_SECONDS
        if self._view is None or self._dirty or silent:
            self._dirty, self._looked = False, monotonic()
            told = alerts(
                self.board,
                self.faults(),
                at(int(time() * 1000)),
                self.proposals(),
                about=self.about,
                attended=self.attended,
            )
            view = pit_view(self.board, told)
            if view != self._view:
                self._view = view
                self.version += 1
        return self._view

    def look(self) -> None:
        """Tell of what has changed."""
        before = self.version
        self.view()
        if self.version != before:
            self.changed((STREAM,))
