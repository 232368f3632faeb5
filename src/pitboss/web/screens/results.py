"""What rounds came to: remembered from what was committed, for as long as the server runs.

A table forgets its bets as they are collected and paid; whoever bet wants to look at them longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

from pitboss.house.serving.board import Board
from pitboss.table.state import LaidBet, RoundState, SettledBet, Table

ROUNDS = 12
"""Rounds of a table that are remembered."""


class Decided(NamedTuple):
    """A round with the bets of it that were decided."""

    round: RoundState
    """As it was when a bet of it was last decided."""
    bets: Mapping[int, LaidBet]
    settled: Mapping[int, SettledBet]

    def of(self, position: int) -> list[tuple[LaidBet, SettledBet]]:
        """Return the bets of a position, in the order laid."""
        own = (laid for laid in self.bets.values() if laid.bet.position == position)
        return [(laid, self.settled[laid.number]) for laid in own if not laid.behind]


class Results:
    """The last rounds of every table that were decided."""

    def __init__(self, board: Board) -> None:
        self._board = ref(board)
        self.rounds: dict[str, deque[Decided]] = {}
        self.since: dict[tuple[str, int], int] = {}
        """The round that somebody sat down in, by table and position."""
        self._seated: dict[str, frozenset[int]] = {}
        for stream in board.streams:
            self.take(stream)
        board.listeners.add(self.changed)

    def changed(self, streams: Collection[str]) -> None:
        """Take in what was committed."""
        for stream in streams:
            self.take(stream)

    def take(self, stream: str) -> None:
        """Take in a stream, if it is a table's."""
        board, id = self._board(), stream.partition("/")[2]
        table = None if board is None else board.streams[stream].state
        if not isinstance(table, Table):
            return
        for position in table.seated - self._seated.get(id, frozenset()):
            self.since[id, position] = table.round.number
        self._seated[id] = table.seated
        if table.round.settled:
            self._keep(id, table)

    def _keep(self, id: str, table: Table) -> None:
        rounds = self.rounds.setdefault(id, deque(maxlen=ROUNDS))
        now, before = table.round, rounds[-1] if rounds else None
        again = before is not None and before.round.number == now.number
        bets, settled = (before.bets, before.settled) if before and again else ({}, {})
        decided = {laid.number: laid for laid in now.bets if laid.number in now.settled}
        if again:
            rounds.pop()
        rounds.append(Decided(now, {**bets, **decided}, {**settled, **now.settled}))

    def of(self, id: str, position: int) -> list[Decided]:
        """Return the rounds of a table since somebody sat down at a position, the newest first."""
        since = self.since.get((id, position), 0)
        kept = reversed(self.rounds.get(id, ()))
        return [one for one in kept if one.round.number >= since]


_KEPT: WeakKeyDictionary[Board, Results] = WeakKeyDictionary()


def results_of(board: Board) -> Results:
    """Return the memory of a board, which begins with the first question."""
    known = _KEPT.get(board)
    if known is None:
        known = _KEPT[board] = Results(board)
    return known
