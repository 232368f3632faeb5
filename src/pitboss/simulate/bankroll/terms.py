"""On which terms a player sits down: bets, limits, bankroll; and what settlement pays on them.

**Placing.** Bets are placed in the order given. A stake above the maximum is cut to it, a stake
above what the bets before it leave of the bankroll is cut to that. A bet for which less than its
minimum is left is not placed. A progressive takes its base unit or nothing. Without a minimum the
base stake is one (the smallest stake of the progression).

**The end.** After a round a player is *ruined* who cannot place the first bet any more; a function
of one's own may bet anything, so there it is when no bet can be placed. Otherwise the session ends
where the stop loss or the win goal is reached, or with the last round. Stakes are not cut to a stop
loss: the last bet may go beyond it. Vigorish rounded up on a tiny stake can exceed what is there;
the few cents then stand below zero.

**Money.** What a bet nets is asked of :func:`pitboss.settle.settlements.settled`, nothing else. A
hit of a meter adds its share of ``meter_cents``, which neither grows nor is used up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from pitboss.games import Shoe
from pitboss.odds.distribution import distribution
from pitboss.rulebook import PayTable
from pitboss.rulebook.pays import Money
from pitboss.settle import Bet, House
from pitboss.settle.settlements import settled

Ending = Literal["time", "ruin", "stop-loss", "win-goal", "refused"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
"""How a session ends, in the order of the numbers that stand for them.

One is refused at a bet of its function that the table does not take; it ends before that round.
"""

TIME, RUIN, STOP_LOSS, WIN_GOAL, REFUSED = range(len(ENDINGS))


class Stake(NamedTuple):
    """An open pay table, and the base stake on it."""

    table: PayTable
    cents: int

    @property
    def name(self) -> str:
        """What the bet is called: ``tie``, ``dragon-bonus:player``."""
        on = f":{self.table.on}" if self.table.on is not None else ""
        return f"{self.table.wager.id}{on}"

    def bet(self, cents: int) -> Bet:
        """Return the bet of an amount on this table."""
        table = self.table
        return Bet(table.wager.id, cents, on=table.on, table=table.id, reading=table.reading)


class Spot(NamedTuple):
    """A bet of the session with the limits that hold for it."""

    name: str
    base: int
    lowest: int
    highest: int
    fixed: bool
    """A progressive, which takes its base unit and no other stake."""

    def wanted(self, units: int) -> int:
        """Return the stake of so many units, cut to the maximum."""
        if self.fixed:
            return self.base if units else 0
        return min(self.base * units, self.highest)


def placed(spots: Sequence[Spot], wanted: Iterable[int], bankroll: int) -> list[int]:
    """Return what is staked on each bet, placed in order, where the bankroll may not do for all.

    >>> main, side = Spot("player", 500, 500, 10000, False), Spot("tie", 100, 100, 10000, False)
    >>> [placed([main, side], (1000, 200), there) for there in (1300, 1150, 1050, 700, 300)]
    [[1000, 200], [1000, 150], [1000, 0], [700, 0], [0, 200]]
    """
    stakes = []
    for spot, stake in zip(spots, wanted, strict=True):
        stakes.append(min(stake, bankroll) if min(stake, bankroll) >= spot.lowest else 0)
        bankroll -= stakes[-1]
    return stakes


class NetTable:
    """What each bet of a session nets, as settlement says; asked once for each row and stake."""

    def __init__(self, bets: Sequence[Stake], house: House, meter_cents: int | None) -> None:
        self.bets = bets
        self.house = house
        self.meter_cents = meter_cents
        self._known: dict[tuple[int, int, int], int] = {}

    def net(self, at: int, row: int, cents: int) -> int:
        """Return the net of a bet that hits a row of its table, by number; -1 is a loss."""
        if not cents:
            return 0
        key = at, row, cents
        if key not in self._known:
            self._known[key] = self._settled(*key)
        return self._known[key]

    def _settled(self, at: int, row: int, cents: int) -> int:
        stake = self.bets[at]
        hit = stake.table.rows[row] if row >= 0 else None
        done = settled(stake.bet(cents), stake.table, hit, self.house)
        assert done.net_cents is not None, "a row is known, so the bet is resolved"
        if done.meter_share is None:
            return done.net_cents
        assert self.meter_cents is not None, "a meter that is not known is refused"
        return done.net_cents + self.meter_cents * done.meter_share // 100

    def edge(self, stakes: Sequence[int], shoe: Shoe) -> Fraction:
        """Return the exact edge of stakes on all bets together, rounded as they are settled.

        The shoe is asked for at baccarat only; dice have none.
        """
        kept = Fraction(0)
        for at, (bet, cents) in enumerate(zip(self.bets, stakes, strict=True)):
            for (row,), chance in distribution([bet.table], shoe).probabilities.items():
                kept -= chance * self.net(at, row, cents)
        return kept / sum(stakes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a session is played on; enough to repeat it with the same source of rounds."""

    bets: tuple[Spot, ...]
    tables: tuple[str, ...]
    """The pay table of each bet: game, wager, table and reading."""
    strategy: str
    flat: bool
    """Whether every round is bet alike, so that the exact edge can be held against the result."""
    rounds: int
    bankroll_cents: int
    stop_loss_cents: int | None
    win_goal_cents: int | None
    ruin_below_cents: int
    """With less than this in hand after a round the player is ruined."""
    points: tuple[int, ...]
    """The rounds after which bankrolls are kept, 0 first."""
    currency: str = Money(0).currency

    @property
    def goes_on(self) -> range:
        """The bankrolls with which a session goes on after a round that is not the last."""
        lowest, highest = self.ruin_below_cents, 2**63 - 1
        if self.stop_loss_cents is not None:
            lowest = max(lowest, self.bankroll_cents - self.stop_loss_cents + 1)
        if self.win_goal_cents is not None:
            highest = self.bankroll_cents + self.win_goal_cents
        return range(lowest, highest)

    def ending(self, bankroll: int) -> int:
        """Return the number of the ending at a bankroll with which no session goes on."""
        if bankroll < self.ruin_below_cents:
            return RUIN
        return STOP_LOSS if bankroll < self.bankroll_cents else WIN_GOAL

    def record(self) -> dict[str, object]:
        """Return them for machines, without the points."""
        bets = [
            {
                "bet": spot.name,
                "table": table,
                "base_cents": spot.base,
                "minimum_cents": spot.lowest,
                "maximum_cents": spot.highest,
            }
            for spot, table in zip(self.bets, self.tables, strict=True)
        ]
        return {
            "bets": bets,
            "strategy": self.strategy,
            "flat": self.flat,
            "rounds": self.rounds,
            "bankroll_cents": self.bankroll_cents,
            "stop_loss_cents": self.stop_loss_cents,
            "win_goal_cents": self.win_goal_cents,
            "ruin_below_cents": self.ruin_below_cents,
        }
