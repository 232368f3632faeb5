"""Sessions of a player who bets by a function of his own: one after the other, in plain Python."""

from __future__ import annotations

import operator
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games import Card
from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook.pays import Money
from pitboss.simulate.bankroll.admission import Legality
from pitboss.simulate.bankroll.bankrolls import Sessions
from pitboss.simulate.bankroll.strategies import Seen, SoFar, Strategy, TableView, in_one_line
from pitboss.simulate.bankroll.terms import REFUSED, TIME, NetTable, Terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class BrokenStrategy(Unreadable):
    """The function cannot be followed."""


class RefusedBet(Unreadable):
    """The table does not take what the function bets."""


class _Played(NamedTuple):
    """One of :class:`Sessions`."""

    end_cents: int
    rounds: int
    endings: int
    staked_cents: int
    losing_streaks: int
    winning_streaks: int
    bankrolls: list[int]


class FunctionPlayer:
    """A function at the table."""

    def __init__(
        self, terms: Terms, strategy: Strategy, net_table: NetTable, legality: Legality, decks: int
    ) -> None:
        self.terms = terms
        self.strategy = strategy
        self.net_table = net_table
        self.legality = legality
        self.decks = decks
        self.names = tuple(spot.name for spot in terms.bets)
        # One label more than there are rows: number -1 is the last, the lost bet.
        rows = (bet.table.rows for bet in net_table.bets)
        self.labels = [(*(row.label for row in table), None) for table in rows]
        self.base = MappingProxyType({spot.name: spot.base for spot in terms.bets})
        self.lowest = MappingProxyType({spot.name: spot.lowest for spot in terms.bets})
        self.highest = MappingProxyType({spot.name: spot.highest for spot in terms.bets})
        self.refusals: list[Refusal] = []

    def play(
        self, first: int, rows: NDArray[np.int16], seen: NDArray[np.uint64]
    ) -> tuple[Sessions | None, BaseException | None]:
        """Play sessions; return those that were finished, and what came between, if anything.

        ``rows`` are by bet, session and round; ``seen`` says which cards came, by session and
        round. What the function prints is no part of the results.
        """
        played: list[_Played] = []
        try:
            with redirect_stdout(sys.stderr):
                for at in range(rows.shape[1]):
                    session = rows[:, at].tolist(), seen[at].tolist()
                    played.append(self._session(first + at, *session))
        except (BrokenStrategy, KeyboardInterrupt) as error:
            return self._finished(first, played), error
        return self._finished(first, played), None

    def _session(self, session: int, rows: list[list[int]], sights: list[int]) -> _Played:
        from pitboss.simulate.shoe_plan import cards_seen

        terms, points = self.terms, set(self.terms.points)
        bankroll = terms.bankroll_cents
        staked = streak = losing = winning = 0
        ending, lasted = TIME, 0
        history: list[Seen] = []
        cards: list[Card] = []
        memory: dict[str, object] = {}
        kept = [bankroll]
        for number, (*hits, sight) in enumerate(zip(*rows, sights, strict=True), start=1):
            shown, dealt = cards_seen(sight)
            if shown is not None:
                cards = [shown]
            view = TableView(
                session=session + 1,
                round=number,
                bankroll_cents=bankroll,
                opening_cents=terms.bankroll_cents,
                base_cents=self.base,
                minimum_cents=self.lowest,
                maximum_cents=self.highest,
                history=SoFar(history),
                decks=self.decks,
                cards=SoFar(cards),
                memory=memory,
            )
            try:
                stakes = self._asked(view)
            except RefusedBet as error:
                self.refusals.append(error.refusal)
                ending = REFUSED
                break
            lasted = number
            nets = [self.net_table.net(at, hits[at], cents) for at, cents in enumerate(stakes)]
            net = sum(nets)
            bankroll += net
            staked += sum(stakes)
            if net:
                sign = 1 if net > 0 else -1
                streak = streak + sign if streak * sign > 0 else sign
                winning, losing = max(winning, streak), min(losing, streak)
            if number in points:
                kept.append(bankroll)
            if bankroll not in terms.goes_on:
                ending = terms.ending(bankroll)
                break
            if cards:
                cards += dealt
            labels = [known[hit] for known, hit in zip(self.labels, hits, strict=True)]
            history.append(
                Seen(
                    number,
                    dealt,
                    dict(zip(self.names, labels, strict=True)),
                    dict(zip(self.names, stakes, strict=True)),
                    dict(zip(self.names, nets, strict=True)),
                    net,
                    bankroll,
                )
            )
        kept += [bankroll] * (len(terms.points) - len(kept))
        return _Played(bankroll, lasted, ending, staked, -losing, winning, kept)

    def _finished(self, first: int, played: list[_Played]) -> Sessions | None:
        """Return the sessions played, numbered from ``first`` on; None if there are none."""
        import numpy as np

        if not played:
            return None
        columns = zip(_Played._fields, zip(*played, strict=True), strict=True)
        return Sessions(
            terms=self.terms,
            first=first,
            refusals=tuple(self.refusals),
            **{name: np.array(column, dtype=np.int64) for name, column in columns},
        )

    # --- what the function answers ---

    def _asked(self, view: TableView) -> list[int]:
        try:
            answer = self.strategy(view)
        except (Exception, SystemExit) as error:
            code = getattr(self.strategy, "__code__", None)
            what = in_one_line(error, getattr(code, "co_filename", None))
            raise _refusal(
                BrokenStrategy, view, "strategy-raised", f"raised {what}", "correct it"
            ) from error
        return self._checked(view, answer)

    def _checked(self, view: TableView, answer: object) -> list[int]:
        """Return the stakes in the order of the bets, or refuse the answer."""
        if answer is None:
            return [0] * len(self.names)
        by_name = answer if isinstance(answer, Mapping) else {self.names[0]: answer}
        for name in by_name:
            if name not in self.names:
                raise _refusal(
                    BrokenStrategy,
                    view,
                    "unknown-bet",
                    f"bets on {_shown(name)}, which is no bet of this session",
                    did_you_mean(str(name)[:60], self.names),
                )
        stakes = [self._cents(view, name, by_name.get(name, 0)) for name in self.names]
        if sum(stakes) > view.bankroll_cents:
            raise _refusal(
                RefusedBet,
                view,
                "above-bankroll",
                f"bets {Money(sum(stakes))} of a bankroll of {Money(view.bankroll_cents)}",
                "bet at most view.bankroll_cents in all",
            )
        fault = self.legality.fault(stakes)
        if fault is not None:
            what = f"is refused: {fault.message}"
            raise _refusal(RefusedBet, view, fault.code, what, fault.remedy, fault.cite)
        return stakes

    def _cents(self, view: TableView, name: str, answer: object) -> int:
        try:
            cents = operator.index(answer) if not isinstance(answer, bool) else None  # type: ignore[arg-type]  # refused below
        except TypeError:
            cents = None
        if cents is None:
            raise _refusal(
                BrokenStrategy,
                view,
                "stake-not-whole-cents",
                f"bets {_shown(answer)} on {name}, which is not a whole number of cents",
                "return whole cents, such as 500 for $5.00, or 0 to sit out",
            )
        lowest, highest = self.lowest[name], self.highest[name]
        if cents and not lowest <= cents <= highest:
            allowed = f"{lowest} to {highest}" if lowest < highest else f"exactly {lowest}"
            raise _refusal(
                RefusedBet,
                view,
                "stake-outside-limits",
                f"bets {_shown(cents)} cents on {name}",
                f"bet {allowed} cents, or 0 to sit out",
            )
        return cents


def _shown(answer: object) -> str:
    """Return an answer, short and on one line, even if it does not want to be shown."""
    try:
        text = repr(answer)
    except Exception:
        text = f"a {type(answer).__name__}"
    return " ".join(text.split())[:60]


def _refusal(
    kind: type[Unreadable],
    view: TableView,
    code: str,
    what: str,
    remedy: str,
    cite: str | None = None,
) -> Unreadable:
    message = f"session {view.session}, round {view.round}: the strategy {what}"
    return kind(Refusal(code=code, message=message, remedy=remedy, cite=cite))
