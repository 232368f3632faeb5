"""What rounds came to: remembered from what was committed, and the last ones from the record.

A table forgets its bets as they are collected and paid; whoever bet wants to look at them longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

from pitboss.games.three_dice import Throw
from pitboss.house.journal.rounds import Rounds
from pitboss.house.serving.board import Board
from pitboss.refusals import Unreadable
from pitboss.table.state import LaidBet, ReturnedBet, RoundState, SettledBet, Table
from pitboss.table.steps.errors import RoundVoided
from pitboss.web.screens.histories import throw_of

ROUNDS = 12
"""Rounds of a table that are remembered."""
VOID, DARK = "void", "sensor-dark"
"""Why bets went back that were closed and are not decided."""
THROWS = 72
"""Rounds of a table of dice that its road has room for."""


class Decided(NamedTuple):
    """A round with the bets of it that were decided."""

    round: RoundState
    """As it was when a bet of it was last decided."""
    bets: Mapping[int, LaidBet]
    settled: Mapping[int, SettledBet]
    void: bool = False
    """Whether it came to nothing, and its bets went back."""
    reason: str = ""
    """Why it is void, as far as that is known."""

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
        self._thrown: dict[str, deque[tuple[int, int, str]]] = {}
        """The rounds of tables of dice that were cleared; a void one came to nothing."""
        self._seated: dict[str, frozenset[int]] = {}
        self._stood: dict[str, RoundState] = {}
        """The round of each table as it stood last, with all that went back in it."""
        for stream in board.streams:
            self.take(stream)
        board.listeners.add(self.changed)

    def changed(self, streams: Collection[str]) -> None:
        """Take in what was committed."""
        for stream in streams:
            self.take(stream)

    def take(self, stream: str) -> None:
        """Take in a stream, if it is a table's; one that is no more has nothing left to tell."""
        board, id = self._board(), stream.partition("/")[2]
        known = None if board is None else board.streams.get(stream)
        table = None if known is None else known.state
        if isinstance(table, Table):
            self._take(id, table)

    def remember(self, id: str, before: Sequence[Table]) -> None:
        """Take in how a table stood before the server was started, and then how it stands."""
        if not before:
            return
        self.rounds.pop(id, None)
        self._seated.pop(id, None)
        self.since = {key: round for key, round in self.since.items() if key[0] != id}
        for table in before:
            self._take(id, table)
        self.take(f"table/{id}")

    def _take(self, id: str, table: Table) -> None:
        for position in table.seated - self._seated.get(id, frozenset()):
            self.since[id, position] = table.round.number
        self._seated[id] = table.seated
        before = self._stood.get(id)
        if before is not None and _is_void(before, table):
            self._add(id, Decided(_given_back(before), {}, {}, True, _reason(table)))
        elif before is not None and before.number == table.round.number:
            table = table._replace(round=_without_dark(before, table))
        self._stood[id] = table.round
        if table.round.settled or (table.round.returned and table.round.result):
            self._keep(id, table)
        if table.opened is not None and table.setup.kind == "three-dice":
            self._keep_throw(id, table)

    def _keep(self, id: str, table: Table) -> None:
        rounds = self.rounds.get(id)
        now, before = table.round, rounds[-1] if rounds else None
        again = before is not None and before.round.number == now.number
        bets, settled = (before.bets, before.settled) if before and again else ({}, {})
        decided = {laid.number: laid for laid in now.bets if laid.number in now.settled}
        if rounds and again:
            rounds.pop()
        self._add(id, Decided(now, {**bets, **decided}, {**settled, **now.settled}))

    def _add(self, id: str, decided: Decided) -> None:
        self.rounds.setdefault(id, deque(maxlen=ROUNDS)).append(decided)

    def _keep_throw(self, id: str, table: Table) -> None:
        thrown = self._thrown.setdefault(id, deque(maxlen=THROWS))
        if table.last_round is not None and table.last_round not in thrown:
            thrown.append(table.last_round)

    def remember_throws(self, id: str, before: Iterable[Table]) -> None:
        """Take in how a table of dice stood after rounds before those that are remembered."""
        older = (table.last_round for table in before if table.last_round is not None)
        every = dict.fromkeys((*older, *self._thrown.get(id, ())))
        self._thrown[id] = deque(every, maxlen=THROWS)

    def throws(self, id: str) -> tuple[Throw, ...]:
        """Return what a table of dice has thrown, the newest last."""
        throws = (throw_of(text) for _, _, text in self._thrown.get(id, ()))
        return tuple(throw for throw in throws if throw is not None)

    def of(self, id: str, position: int) -> list[Decided]:
        """Return the rounds of a table since somebody sat down at a position, the newest first."""
        since = self.since.get((id, position), 0)
        kept = reversed(self.rounds.get(id, ()))
        return [one for one in kept if one.round.number >= since]


def _is_void(before: RoundState, table: Table) -> bool:
    """Say whether a round with bets ended and was not cleared: a cleared one is the last."""
    cleared = table.last_round is not None and table.last_round[1] == before.number
    return bool(before.bets) and table.round.number == before.number + 1 and not cleared


def _reason(table: Table) -> str:
    """Return why the round before is void, if that is the last that happened."""
    facts = () if table.last is None else table.last.facts
    return next((fact.reason for fact in facts if isinstance(fact, RoundVoided)), "")


def _given_back(round: RoundState) -> RoundState:
    """Return a round with all bets of it that lay there as gone back."""
    known = {one.laid.number for one in round.returned} | round.settled.keys()
    return _with_returned(round, (laid for laid in round.bets if laid.number not in known), VOID)


def _without_dark(before: RoundState, table: Table) -> RoundState:
    """Return the round with what lay on sensors that were dark, and went back before the deal."""
    now = table.round
    if before.stage == "betting" or now.stage == "betting":
        return now
    newly = (one for one in now.returned if one not in before.returned)
    told = now._replace(returned=(*before.returned, *newly))
    if now.stage != "dealing":
        return told
    known = {laid.number for laid in now.bets} | before.settled.keys() | now.settled.keys()
    sensed = (laid for laid in before.bets if laid.bet.wager in table.setup.sensed)
    return _with_returned(told, (laid for laid in sensed if laid.number not in known), DARK)


def _with_returned(round: RoundState, gone: Iterable[LaidBet], why: str) -> RoundState:
    back = (ReturnedBet(laid, why, "") for laid in gone)
    return round._replace(returned=(*round.returned, *back))


def on_record(rounds: Rounds, board: Board) -> dict[str, list[Table]]:
    """Return how each table stood after every line of its last two rounds, from the record."""
    return {entry.id: _of_record(rounds, entry.id, board) for entry in board.floor.tables}


def _of_record(rounds: Rounds, id: str, board: Board) -> list[Table]:
    table = board.table(id)
    if table.last_round is None:
        return []
    tables: list[Table] = []
    for number in (table.last_round[1], table.round.number):
        with suppress(Unreadable):  # nothing has happened in it yet
            tables += [line.after for line in rounds.of(id, number).standing]
    return tables


def thrown_on_record(rounds: Rounds, id: str, board: Board) -> list[Table]:
    """Return how a table of dice stood at the end of each round that its road has room for."""
    last = board.table(id).last_round
    tables: list[Table] = []
    for number in range(max(1, last[1] - THROWS), last[1]) if last is not None else ():
        with suppress(Unreadable):  # no line is of it
            tables.append(rounds.of(id, number).table)
    return tables


_KEPT: WeakKeyDictionary[Board, Results] = WeakKeyDictionary()


def results_of(board: Board) -> Results:
    """Return the memory of a board, which begins with the first question."""
    known = _KEPT.get(board)
    if known is None:
        known = _KEPT[board] = Results(board)
    return known
