"""The time in which bets are taken for a round, and what automatons bet in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from pitboss.house.automatic.bettors import Bettors
from pitboss.refusals import Refusal
from pitboss.table.engine import act, decide
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet, TakeBack, unfit_bets
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.panel import dark

LATEST = 0.8
"""Which part of the time automatons take for their bets, at most."""


class Window:
    """Bets are taken from one time to another, and automatons lay theirs in between."""

    def __init__(self, opened_at: float, closes_at: float) -> None:
        self.opened_at = opened_at
        self.closes_at = closes_at
        self.planned: deque[tuple[float, PlaceBet]] = deque()
        """What automatons will bet, and when."""

    def plan(self, table: Table, positions: Iterable[int], bettors: Bettors) -> None:
        """Let automatons decide what they bet; on sensors only while these are lit."""
        unlit = {link.wager for link in table.panel.links} if dark(table) else set()
        unlit |= {
            link.wager
            for link in table.panel.links
            if table.panel.shown.get(link.jackpot) == "closed"
        }
        planned: list[tuple[float, PlaceBet]] = []
        seconds = (self.closes_at - self.opened_at) * LATEST
        for position in positions:
            at = self.opened_at + seconds * bettors.random.random()
            bets = [bet for bet in bettors.bets(table.setup, position) if bet.wager not in unlit]
            planned += ((at, bet) for bet in bets)
        self.planned = deque(sorted(planned, key=lambda pair: pair[0]))

    def next_bet(self, table: Table, now: float) -> PlaceBet | None:
        """Return a bet that an automaton lays by now, if the table takes it."""
        while self.planned and self.planned[0][0] <= now:
            _, bet = self.planned.popleft()
            if not isinstance(decide(table, bet), Refusal):
                return bet
        return None

    def next_at(self) -> float:
        """Return when the next thing happens: a bet, or the end of the betting."""
        return min(self.planned[0][0], self.closes_at) if self.planned else self.closes_at


def closing(table: Table) -> Command | None:
    """Return what ends the betting: the call, or first a bet given back that hinders it.

    What could not stand goes back first, and nothing else for its sake: in whatever order they lie.
    None if a round cannot be dealt at all, as when nobody bets and no free hand is left.
    """
    if not isinstance(decide(table, CallNoMoreBets()), Refusal):
        return CallNoMoreBets()
    for number in unfit_bets(table.setup, table.round.bets):
        return TakeBack(number, unfit=True)
    backs = [TakeBack(laid.number) for laid in reversed(table.round.bets)]
    allowed = [back for back in backs if not isinstance(decide(table, back), Refusal)]
    for back in allowed:
        without, _ = act(table, back)
        if not isinstance(decide(without, CallNoMoreBets()), Refusal):
            return back
    return allowed[0] if allowed else None
