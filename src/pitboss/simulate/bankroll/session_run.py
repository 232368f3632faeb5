"""Sessions at the table: a bankroll, a way of betting, and rounds until something ends it.

How bets are placed, and how a session ends, :mod:`pitboss.simulate.bankroll.terms` says.
Progressions are played side by side, round by round; functions of one's own session by session.
Sessions do not know of each other, so the pieces they are played in make no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, TypedDict, Unpack

from pitboss.games import Shoe
from pitboss.odds.general import Progress
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Game
from pitboss.rulebook.pays import Money
from pitboss.settle import House
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.simulate.bankroll.admission import (
    Legality,
    check_bankroll,
    check_bets,
    check_cents,
    check_number,
    check_size,
    spot_of,
)
from pitboss.simulate.bankroll.bankrolls import Sessions, joined
from pitboss.simulate.bankroll.function_player import FunctionPlayer
from pitboss.simulate.bankroll.strategies import NAMED, Progression, Strategy, strategy_of
from pitboss.simulate.bankroll.terms import NetTable, Stake, Terms
from pitboss.simulate.extra import require_engine
from pitboss.simulate.parallel import Backend, Piece, Threads, gather, pieces
from pitboss.simulate.procedure import USUAL, CutCardFirst

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PER_HOUR = 70
"""Rounds that a table deals in an hour, if nothing else is said."""

CHUNK = 2_000
FUNCTION_CHUNK = 100
"""Sessions of a piece of work: side by side, or one after the other by a function."""

MOST_ROUNDS = 1_000_000
MOST_SESSIONS = 1_000_000
MOST_POINTS = 200
_CELLS = 20_000_000
"""The most rounds of a chunk, and the most bankrolls that are kept."""


Source = Callable[..., "NDArray[np.int16]"]
"""Where rounds come from: called with tables, a piece and rounds, it returns the number of the row
hit, by table, session of the piece, and round; -1 stands for no row: the bet loses. If a function
bets, a fourth argument gets the cards of each round, where there are cards."""


class Evening(TypedDict, total=False):
    """What a session may be told besides its bets and bankroll."""

    rounds: int
    hours: int
    """Instead of rounds: so many hours of ``per_hour`` rounds."""
    per_hour: int
    number: int
    """How many sessions; 10,000 without it."""
    strategy: str | Progression | Strategy
    minimum_cents: int
    maximum_cents: int
    stop_loss_cents: int
    win_goal_cents: int
    house: House
    meter_cents: int
    reading: str
    suits: str
    seed: int
    decks: int
    cut: int | None
    cut_card_first: CutCardFirst
    continuous: bool
    any_cut: bool
    """How shoes are dealt, as in :func:`pitboss.simulate.coups`."""


class StrategyFailed(Unreadable):
    """A function that bets broke. The sessions before it are not lost."""

    def __init__(self, refusal: Refusal, partial: Sessions | None) -> None:
        super().__init__(refusal)
        self.partial = partial
        """The whole sessions that were played; None if there are none."""


class SessionRun:
    """Sessions on the same terms, played on until all are done.

    Settlement judges the bets by the rules of ``game``.
    """

    def __init__(
        self,
        bets: Sequence[Stake],
        source: Source,
        *,
        game: Game,
        bankroll_cents: int,
        **evening: Unpack[Evening],
    ) -> None:
        require_engine()
        self.sessions = evening.get("number", 10_000)
        check_number("bad-sessions", "sessions", self.sessions, MOST_SESSIONS)
        rounds = _rounds(evening)
        check_number("bad-rounds", "rounds", rounds, MOST_ROUNDS)
        strategy = evening.get("strategy", "flat")
        self.strategy = strategy_of(strategy) if isinstance(strategy, str) else strategy
        progression = self.strategy if isinstance(self.strategy, Progression) else None
        if progression is None and not callable(self.strategy):
            raise unreadable(
                "unknown-strategy",
                f"a {type(strategy).__name__} is no strategy",
                "give a name, a Progression, or a function of the view of the table",
            )
        house, meter_cents = evening.get("house") or House(), evening.get("meter_cents")
        bets = tuple(bets)
        check_bets(bets, house, meter_cents)
        smallest = 1 if progression is None else min(one for one in progression.units if one)
        limits = evening.get("minimum_cents"), evening.get("maximum_cents")
        for what, given in zip(("minimum", "maximum"), limits, strict=True):
            if given is not None:
                check_cents("bad-limits", what, given)
        spots = tuple(spot_of(stake, *limits, house, smallest) for stake in bets)
        least = [spot.wanted(smallest) for spot in spots]
        self.legality = Legality(bets, house, game)
        self.legality.check(least, in_order=progression is not None)
        stop_loss_cents, win_goal_cents = (
            evening.get("stop_loss_cents"),
            evening.get("win_goal_cents"),
        )
        check_bankroll(bankroll_cents, sum(least), stop_loss_cents, win_goal_cents)
        self.net_table = NetTable(bets, house, meter_cents)
        # Many units more than a stake may ever be are cut to the maximum.
        top = LARGEST_CENTS if progression is None else max(progression.units)
        highest = [spot.wanted(top) for spot in spots]
        check_size(self.net_table, highest, bankroll_cents, rounds)
        self.tables = tuple(stake.table for stake in bets)
        self.source = source
        self.decks = evening.get("decks", USUAL.decks) if game.kind == "baccarat" else 0
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
            points=points_of(rounds, min(MOST_POINTS, max(_CELLS // self.sessions, 2))),
            currency=next(
                (one.unit.currency for one in self.tables if one.unit), Money(0).currency
            ),
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
        stakes = [spot.wanted(self.strategy.units[0]) for spot in self.terms.bets]
        return self.net_table.edge(stakes, shoe)

    def play(
        self,
        *,
        chunk: int | None = None,
        progress: Progress | None = None,
        place: Backend = Threads(1),  # noqa: B008  # frozen: nobody can change it
    ) -> None:
        """Play the sessions that are left. After an interruption what is whole so far counts.

        That is whole pieces of a progression or of Dask, every finished session of a function here.
        Dask plays pieces on several cores, of functions too; more threads only share one core's
        time with a function.
        """
        usual = CHUNK if isinstance(self.strategy, Progression) else FUNCTION_CHUNK
        chunk = usual if chunk is None else chunk
        check_number("bad-chunk", "sessions at a time", chunk, MOST_SESSIONS)
        size = min(chunk, max(_CELLS // (self.terms.rounds * len(self.tables)), 1))
        done = sum(map(len, self._parts))
        parts = pieces(done, self.sessions - done, size)
        with closing(gather(self.play_piece, parts, place)) as played:
            for piece, (part, failure) in played:
                if part is not None:
                    self._parts.append(part)
                if isinstance(failure, Unreadable):
                    raise StrategyFailed(failure.refusal, self.played) from failure.__cause__
                if failure is not None:
                    raise failure
                if progress is not None:
                    progress(piece.first + piece.number, self.sessions)

    def play_piece(self, piece: Piece) -> tuple[Sessions | None, BaseException | None]:
        """Play the sessions of a piece; return what is whole, and what came between, if anything.

        Nothing is kept here: a worker far away can do it.
        """
        import numpy as np

        from pitboss.simulate.bankroll.lockstep import Lockstep

        rounds = self.terms.rounds
        if isinstance(self.strategy, Progression):
            lockstep = Lockstep(self.terms, self.strategy, self.net_table)
            return lockstep.play(piece, self.source(self.tables, piece, rounds)), None
        player = FunctionPlayer(
            self.terms, self.strategy, self.net_table, self.legality, self.decks
        )
        seen = np.zeros((piece.number, rounds), dtype=np.uint64)
        return player.play(piece.first, self.source(self.tables, piece, rounds, seen), seen)


def _rounds(evening: Evening) -> int:
    rounds, hours = evening.get("rounds"), evening.get("hours")
    if rounds is not None and hours is None:
        return rounds
    if hours is not None and rounds is None:
        per_hour = evening.get("per_hour", PER_HOUR)
        for name, number in (("hours", hours), ("rounds an hour", per_hour)):
            if type(number) is not int or number < 1:
                raise unreadable("bad-hours", f"{number} {name} cannot be played", "give 1 or more")
        return hours * per_hour
    raise unreadable("bad-extent", "how long a session lasts is said once", "give rounds, or hours")


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
