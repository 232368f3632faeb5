"""Sessions of a progression side by side: one round of all of them at a time.

Step 0 stands for a session that has ended: it stakes and nets nothing, and leads to itself. The
steps of the progression follow. Where a bankroll does not cover the stakes of its step, which is
rare, the bets of that session are placed one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.bankroll.bankrolls import Sessions
from pitboss.simulate.bankroll.strategies import Progression
from pitboss.simulate.bankroll.terms import TIME, NetTable, Terms, placed
from pitboss.simulate.parallel import Piece

OUT = 0
_RESULTS = (-1, 0, 1)


class Lockstep:
    """A progression on some terms, as arrays by step."""

    def __init__(self, terms: Terms, progression: Progression, net_table: NetTable) -> None:
        self.terms = terms
        self.net_table = net_table
        steps = range(len(progression.units))
        self.stakes = [
            (0,) * len(terms.bets),
            *(tuple(spot.wanted(units) for spot in terms.bets) for units in progression.units),
        ]
        self.totals = np.array([sum(one) for one in self.stakes], dtype=np.int64)
        after = [[OUT, *(progression.after(at, sign) + 1 for at in steps)] for sign in _RESULTS]
        self.after = np.array(after, dtype=np.intp).ravel()
        self.widths = [len(stake.table.rows) + 1 for stake in net_table.bets]
        self.nets = [np.zeros(len(self.stakes) * width, dtype=np.int64) for width in self.widths]
        """For each bet, what every row nets on the stake of every step, row -1 first."""
        self.reached = OUT

    def reach(self, step: int) -> None:
        """Settle the stakes of all steps up to this one; most are never come to."""
        for one in range(self.reached + 1, step + 1):
            for at, width in enumerate(self.widths):
                for row in range(width):
                    net = self.net_table.net(at, row - 1, self.stakes[one][at])
                    self.nets[at][one * width + row] = net
        self.reached = max(self.reached, step)

    def play(self, piece: Piece, rows: NDArray[np.int16]) -> Sessions:
        """Play the sessions of a piece; rows by bet, session and round."""
        terms, number = self.terms, piece.number
        by_round = np.ascontiguousarray(rows.transpose(2, 0, 1)) + np.int16(1)
        bankroll = np.full(number, terms.bankroll_cents, dtype=np.int64)
        step = np.ones(number, dtype=np.intp)
        staked = np.zeros(number, dtype=np.int64)
        streak, losing, winning = (np.zeros(number, dtype=np.int64) for _ in range(3))
        lasted = np.full(number, terms.rounds, dtype=np.int64)
        endings = np.full(number, TIME, dtype=np.int64)
        kept = np.empty((len(terms.points), number), dtype=np.int64)
        points = {after: at for at, after in enumerate(terms.points)}
        kept[0] = bankroll
        goes_on = terms.goes_on
        for round, hits in enumerate(by_round, start=1):
            total, net = self._round(step, bankroll, hits)
            bankroll += net
            staked += total
            sign = np.sign(net)
            # A streak counts up while winning, down while losing, and starts anew on a change.
            streak = np.where(sign * streak < 0, 0, streak) + sign
            np.maximum(winning, streak, out=winning)
            np.minimum(losing, streak, out=losing)
            step = self.after[(sign + 1) * len(self.stakes) + step]
            ended = ((bankroll < goes_on.start) | (bankroll >= goes_on.stop)) & (step != OUT)
            if ended.any():
                lanes = np.flatnonzero(ended)
                lasted[lanes] = round
                endings[lanes] = [terms.ending(cents) for cents in bankroll[lanes].tolist()]
                step[lanes] = OUT
            if round in points:
                kept[points[round]] = bankroll
            if not step.any():
                kept[[at for after, at in points.items() if after > round]] = bankroll
                break
        return Sessions(
            terms=terms,
            first=piece.first,
            end_cents=bankroll,
            rounds=lasted,
            endings=endings,
            staked_cents=staked,
            losing_streaks=-losing,
            winning_streaks=winning,
            bankrolls=np.ascontiguousarray(kept.T),
        )

    def _round(
        self, step: NDArray[np.intp], bankroll: NDArray[np.int64], hits: NDArray[np.int16]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return what each session stakes and nets in a round."""
        self.reach(int(step.max()))
        net = np.zeros(len(step), dtype=np.int64)
        for nets, width, hit in zip(self.nets, self.widths, hits, strict=True):
            net += nets[step * width + hit]
        total = self.totals[step]
        short = total > bankroll
        if short.any():
            for lane in np.flatnonzero(short).tolist():
                stakes = placed(self.terms.bets, self.stakes[step[lane]], int(bankroll[lane]))
                total[lane] = sum(stakes)
                net[lane] = sum(
                    self.net_table.net(at, int(hits[at, lane]) - 1, cents)
                    for at, cents in enumerate(stakes)
                )
        return total, net
