"""Sessions at the table: a bankroll, a way of betting, and rounds until something ends it.

How bets are placed, and how a session ends, :mod:`pitboss.simulate.bankroll.terms` says.
Progressions are played side by side, round by round; functions of one's own session by session.
Sessions do not know of each other, so the pieces they are played in make no difference.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from pitboss.games import Shoe
from pitboss.odds.general import Progress
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Game, PayTable
from pitboss.settle import House
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.simulate.bankroll.admission import (
    Legality,
    check_bankroll,
    check_bets,
    check_number,
    check_size,
    spots_of,
)
from pitboss.simulate.bankroll.bankrolls import Sessions, joined
from pitboss.simulate.bankroll.guests import Guest, Wrong
from pitboss.simulate.bankroll.strategies import NAMED, Progression, Strategy, strategy_of
from pitboss.simulate.bankroll.terms import Limits, Payer, Stake, Terms, edge_of_mix
from pitboss.simulate.extra import require_numpy
from pitboss.simulate.pieces import Piece, pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.simulate.bankroll.lockstep import Lockstep

__all__ = [
    "Limits",
    "Sessions",
    "Sitting",
    "Source",
    "Stake",
    "StrategyFailed",
    "play_sessions",
]

CHUNK = 2_000
"""Sessions that are played side by side."""

MOST_ROUNDS = 1_000_000
MOST_SESSIONS = 1_000_000
MOST_POINTS = 200
_CELLS = 20_000_000
"""The most rounds of a chunk, and the most bankrolls that are kept."""


class Source(Protocol):
    """Where rounds come from."""

    def __call__(
        self, tables: Sequence[PayTable], piece: Piece, rounds: int, /
    ) -> NDArray[np.int16]:
        """Return the number of the row hit, by table, session of the piece, and round.

        -1 stands for no row: the bet loses.
        """


class StrategyFailed(Unreadable):
    """A function that bets broke the rules, or broke. The sessions before it are not lost."""

    def __init__(self, refusal: Refusal, partial: Sessions | None) -> None:
        super().__init__(refusal)
        self.partial = partial
        """The whole sessions that were played; None if there are none."""


def play_sessions(
    bets: Sequence[Stake],
    source: Source,
    *,
    sessions: int,
    rounds: int,
    bankroll_cents: int,
    strategy: str | Progression | Strategy = "flat",
    limits: Limits = Limits(),  # noqa: B008  # a named tuple: nobody can change it
    stop_loss_cents: int | None = None,
    win_goal_cents: int | None = None,
    house: House | None = None,
    meter_cents: int | None = None,
    game: Game | None = None,
    chunk: int = CHUNK,
    progress: Progress | None = None,
) -> Sessions:
    """Play sessions and return all of them. :class:`Sitting` keeps them through an interruption."""
    sitting = Sitting(
        bets,
        source,
        sessions=sessions,
        rounds=rounds,
        bankroll_cents=bankroll_cents,
        strategy=strategy,
        limits=limits,
        stop_loss_cents=stop_loss_cents,
        win_goal_cents=win_goal_cents,
        house=house,
        meter_cents=meter_cents,
        game=game,
    )
    sitting.play(chunk=chunk, progress=progress)
    played = sitting.played
    assert played is not None, "at least one session is played"
    return played


class Sitting:
    """Sessions on the same terms, played on until all are done.

    ``game`` lets settlement judge the bets by all its rules; without it, by those of the wagers.
    ``first`` is the number of the first session, where others play those before it.
    """

    def __init__(
        self,
        bets: Sequence[Stake],
        source: Source,
        *,
        sessions: int,
        rounds: int,
        bankroll_cents: int,
        strategy: str | Progression | Strategy = "flat",
        limits: Limits = Limits(),  # noqa: B008  # a named tuple: nobody can change it
        stop_loss_cents: int | None = None,
        win_goal_cents: int | None = None,
        house: House | None = None,
        meter_cents: int | None = None,
        game: Game | None = None,
        first: int = 0,
    ) -> None:
        require_numpy()
        check_number("bad-sessions", "sessions", sessions, MOST_SESSIONS)
        check_number("bad-rounds", "rounds", rounds, MOST_ROUNDS)
        found = strategy_of(strategy) if isinstance(strategy, str) else strategy
        progression = found if isinstance(found, Progression) else None
        if progression is None and not callable(found):
            raise unreadable(
                "unknown-strategy",
                f"a {type(found).__name__} is no strategy",
                "give a name, a Progression, or a function of the view of the table",
            )
        rules = house or House()
        bets = tuple(bets)
        check_bets(bets, rules, meter_cents)
        smallest = 1 if progression is None else min(one for one in progression.units if one)
        spots = spots_of(bets, limits, rules, smallest)
        least = [spot.wanted(smallest) for spot in spots]
        self.legality = Legality(bets, rules, game)
        self.legality.check(least, in_order=progression is not None)
        check_bankroll(bankroll_cents, sum(least), stop_loss_cents, win_goal_cents)
        self.payer = Payer(bets, rules, meter_cents)
        # Many units more than a stake may ever be are cut to the maximum.
        top = LARGEST_CENTS if progression is None else max(progression.units)
        highest = [spot.wanted(top) for spot in spots]
        check_size(self.payer, highest, bankroll_cents, rounds)
        self.tables = tuple(stake.table for stake in bets)
        self.source = source
        self.strategy = found
        self.sessions = sessions
        self.first = first
        self.terms = Terms(
            bets=spots,
            tables=tuple(f"{one.wager.path} {one.id} {one.reading}" for one in self.tables),
            strategy=name_of(strategy),
            flat=progression is not None and len(set(progression.units)) == 1,
            rounds=rounds,
            bankroll_cents=bankroll_cents,
            stop_loss_cents=stop_loss_cents,
            win_goal_cents=win_goal_cents,
            ruin_below_cents=(
                min(spot.lowest for spot in spots) if progression is None else spots[0].lowest
            ),
            points=points_of(rounds, min(MOST_POINTS, max(_CELLS // sessions, 2))),
        )
        self._parts: list[Sessions] = []

    @property
    def played(self) -> Sessions | None:
        """The sessions played so far; None before the first."""
        if len(self._parts) > 1:
            self._parts = [joined(self._parts)]
        return self._parts[0] if self._parts else None

    def exact_edge(self, shoe: Shoe) -> Fraction | None:
        """Return the exact edge of what is staked in every round; None unless that is always so."""
        if not isinstance(self.strategy, Progression) or not self.terms.flat:
            return None
        units = self.strategy.units[0]
        stakes = [
            Stake(bet.table, spot.wanted(units))
            for bet, spot in zip(self.payer.bets, self.terms.bets, strict=True)
        ]
        house, meter = self.payer.house, self.payer.meter_cents
        return edge_of_mix(stakes, shoe=shoe, house=house, meter_cents=meter)

    def play(self, *, chunk: int = CHUNK, progress: Progress | None = None) -> None:
        """Play the sessions that are left. After an interruption what is whole so far counts.

        That is whole chunks for a progression, and every finished session for a function.
        """
        check_number("bad-chunk", "sessions at a time", chunk, MOST_SESSIONS)
        size = min(chunk, max(_CELLS // (self.terms.rounds * len(self.tables)), 1))
        done = sum(map(len, self._parts))
        lockstep = self._lockstep()
        for piece in pieces(self.first + done, self.sessions - done, size):
            rows = self._rows(piece)
            if lockstep is None:
                self._one_by_one(piece, rows, progress)
                continue
            self._parts.append(lockstep.play(piece, rows))
            if progress is not None:
                progress(piece.first + piece.number - self.first, self.sessions)

    def _lockstep(self) -> Lockstep | None:
        """Return the progression in arrays; None for a function."""
        from pitboss.simulate.bankroll.lockstep import Lockstep

        if isinstance(self.strategy, Progression):
            return Lockstep(self.terms, self.strategy, self.payer)
        return None

    def _rows(self, piece: Piece) -> NDArray[np.int16]:
        rows = self.source(self.tables, piece, self.terms.rounds)
        if rows.shape != (len(self.tables), piece.number, self.terms.rounds):
            raise ValueError(f"the source gave rounds of shape {rows.shape}")
        for table, hits in zip(self.tables, rows, strict=True):
            if hits.min() < -1 or hits.max() >= len(table.rows):
                raise ValueError(f"the source hit a row that {table} does not have")
        return rows

    def _one_by_one(self, piece: Piece, rows: NDArray[np.int16], progress: Progress | None) -> None:
        """Play sessions of a function. What it prints is no part of the results."""
        assert not isinstance(self.strategy, Progression), "a progression is played in lockstep"
        guest = Guest(self.terms, self.strategy, self.tables, self.payer, self.legality)
        try:
            for at in range(piece.number):
                with redirect_stdout(sys.stderr):
                    guest.play(piece.first + at, rows[:, at].tolist())
                if progress is not None:
                    progress(piece.first + at + 1 - self.first, self.sessions)
        except Wrong as wrong:
            self._keep(guest, piece.first)
            raise StrategyFailed(wrong.refusal, self.played) from wrong.__cause__
        except BaseException:
            self._keep(guest, piece.first)
            raise
        self._keep(guest, piece.first)

    def _keep(self, guest: Guest, first: int) -> None:
        part = guest.finished(first)
        if part is not None:
            self._parts.append(part)


def points_of(rounds: int, most: int) -> tuple[int, ...]:
    """Return the rounds after which bankrolls are kept: 0, the last, and evenly between.

    >>> points_of(3, 200), points_of(10, 5)
    ((0, 1, 2, 3), (0, 2, 5, 7, 10))
    """
    gaps = min(rounds, most - 1)
    return tuple(rounds * at // gaps for at in range(gaps + 1))


def name_of(strategy: str | Progression | Strategy) -> str:
    """Return what a strategy is called in a record."""
    if isinstance(strategy, str):
        return strategy.strip()
    if isinstance(strategy, Progression):
        for name, one in NAMED.items():
            if one.progression == strategy:
                return name
        shown = ",".join(map(str, strategy.units[:10]))
        return shown if len(strategy.units) <= 10 else f"{shown},..."
    return str(getattr(strategy, "__name__", type(strategy).__name__))
