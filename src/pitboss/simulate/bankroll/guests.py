"""Sessions of a player who bets by a function of his own: one after the other, in plain Python."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook import PayTable
from pitboss.rulebook.pays import Money
from pitboss.simulate.bankroll.admission import Legality
from pitboss.simulate.bankroll.bankrolls import RUIN, STOP_LOSS, TIME, WIN_GOAL, Sessions
from pitboss.simulate.bankroll.strategies import History, Seen, Strategy, TableView, in_one_line
from pitboss.simulate.bankroll.terms import Payer, Terms


class Wrong(Unreadable):
    """The function cannot be followed."""


class _Played(NamedTuple):
    end: int
    rounds: int
    ending: int
    staked: int
    losing: int
    winning: int
    bankrolls: list[int]


class Guest:
    """A function at the table, and the sessions it has finished."""

    def __init__(
        self,
        terms: Terms,
        strategy: Strategy,
        tables: Sequence[PayTable],
        payer: Payer,
        legality: Legality,
    ) -> None:
        self.terms = terms
        self.strategy = strategy
        self.payer = payer
        self.legality = legality
        self.names = tuple(spot.name for spot in terms.bets)
        # One label more than there are rows: number -1 is the last, the lost bet.
        self.labels = [(*(row.label for row in table.rows), None) for table in tables]
        self.base = MappingProxyType({spot.name: spot.base for spot in terms.bets})
        self.lowest = MappingProxyType({spot.name: spot.lowest for spot in terms.bets})
        self.highest = MappingProxyType({spot.name: spot.highest for spot in terms.bets})
        self._played: list[_Played] = []

    def play(self, session: int, rows: list[list[int]]) -> None:
        """Play one session; rows by bet and round."""
        terms, points = self.terms, set(self.terms.points)
        bankroll = terms.bankroll_cents
        staked = streak = losing = winning = 0
        ending, round = TIME, 0
        seen: list[Seen] = []
        memory: dict[str, object] = {}
        kept = [bankroll]
        for round, hits in enumerate(zip(*rows, strict=True), start=1):
            view = TableView(
                session + 1,
                round,
                bankroll,
                terms.bankroll_cents,
                self.base,
                self.lowest,
                self.highest,
                History(seen),
                memory,
            )
            stakes = self._asked(view)
            nets = [self.payer.net(at, hits[at], cents) for at, cents in enumerate(stakes)]
            net = sum(nets)
            bankroll += net
            staked += sum(stakes)
            if net:
                sign = 1 if net > 0 else -1
                streak = streak + sign if streak * sign > 0 else sign
                winning, losing = max(winning, streak), min(losing, streak)
            if round in points:
                kept.append(bankroll)
            ending = self._ending(bankroll)
            if ending != TIME:
                break
            labels = [known[hit] for known, hit in zip(self.labels, hits, strict=True)]
            seen.append(
                Seen(
                    round,
                    dict(zip(self.names, labels, strict=True)),
                    dict(zip(self.names, stakes, strict=True)),
                    dict(zip(self.names, nets, strict=True)),
                    net,
                    bankroll,
                )
            )
        kept += [bankroll] * (len(terms.points) - len(kept))
        self._played.append(_Played(bankroll, round, ending, staked, -losing, winning, kept))

    def finished(self, first: int) -> Sessions | None:
        """Return the sessions played, numbered from ``first`` on; None if there are none."""
        import numpy as np

        if not self._played:
            return None
        by_kind = list(zip(*self._played, strict=True))
        return Sessions(
            terms=self.terms,
            first=first,
            end_cents=np.array(by_kind[0], dtype=np.int64),
            rounds=np.array(by_kind[1], dtype=np.int64),
            endings=np.array(by_kind[2], dtype=np.int8),
            staked_cents=np.array(by_kind[3], dtype=np.int64),
            losing_streaks=np.array(by_kind[4], dtype=np.int32),
            winning_streaks=np.array(by_kind[5], dtype=np.int32),
            bankrolls=np.array(by_kind[6], dtype=np.int64),
        )

    def _ending(self, bankroll: int) -> int:
        terms = self.terms
        change = bankroll - terms.bankroll_cents
        if bankroll < terms.ruin_below_cents:
            return RUIN
        if terms.stop_loss_cents is not None and -change >= terms.stop_loss_cents:
            return STOP_LOSS
        if terms.win_goal_cents is not None and change >= terms.win_goal_cents:
            return WIN_GOAL
        return TIME

    # --- what the function says ---

    def _asked(self, view: TableView) -> list[int]:
        try:
            said = self.strategy(view)
        except (Exception, SystemExit) as error:
            code = getattr(self.strategy, "__code__", None)
            what = in_one_line(error, getattr(code, "co_filename", None))
            raise _wrong(view, "strategy-raised", f"raised {what}", "correct it") from error
        return self._checked(view, said)

    def _checked(self, view: TableView, said: object) -> list[int]:
        """Return the stakes in the order of the bets, or refuse what was said."""
        if said is None:
            return [0] * len(self.names)
        by_name = said if isinstance(said, Mapping) else {self.names[0]: said}
        for name in by_name:
            if name not in self.names:
                raise _wrong(
                    view,
                    "unknown-bet",
                    f"bets on {_shown(name)}, which is no bet of this session",
                    did_you_mean(str(name)[:60], self.names),
                )
        stakes = [self._cents(view, name, by_name.get(name, 0)) for name in self.names]
        if sum(stakes) > view.bankroll_cents:
            raise _wrong(
                view,
                "above-bankroll",
                f"bets {Money(sum(stakes))} of a bankroll of {Money(view.bankroll_cents)}",
                "bet at most view.bankroll_cents in all",
            )
        fault = self.legality.fault(stakes)
        if fault is not None:
            raise _wrong(view, fault.code, f"is refused: {fault.message}", fault.remedy, fault.cite)
        return stakes

    def _cents(self, view: TableView, name: str, said: object) -> int:
        try:
            cents = operator.index(said) if not isinstance(said, bool) else None  # type: ignore[arg-type]  # refused below
        except TypeError:
            cents = None
        if cents is None:
            raise _wrong(
                view,
                "stake-not-whole-cents",
                f"bets {_shown(said)} on {name}, which is not a whole number of cents",
                "return whole cents, such as 500 for $5.00, or 0 to sit out",
            )
        lowest, highest = self.lowest[name], self.highest[name]
        if cents and not lowest <= cents <= highest:
            allowed = f"{lowest} to {highest}" if lowest < highest else f"exactly {lowest}"
            raise _wrong(
                view,
                "stake-outside-limits",
                f"bets {_shown(cents)} cents on {name}",
                f"bet {allowed} cents, or 0 to sit out",
            )
        return cents


def _shown(said: object) -> str:
    """Return what a function said, short and on one line, even if it does not want to be shown."""
    try:
        text = repr(said)
    except Exception:
        text = f"a {type(said).__name__}"
    return " ".join(text.split())[:60]


def _wrong(view: TableView, code: str, what: str, remedy: str, cite: str | None = None) -> Wrong:
    message = f"session {view.session}, round {view.round}: the strategy {what}"
    return Wrong(Refusal(code=code, message=message, remedy=remedy, cite=cite))
