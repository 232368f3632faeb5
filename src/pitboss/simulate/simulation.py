"""A simulation: rounds of a game counted at once for all its wagers, then analysed by wager."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.games import KINDS, Shoe
from pitboss.odds import Meter
from pitboss.odds.analysis import NO_METER, Analysis, analyse_table
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Game, PayTable, Wager
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On
from pitboss.simulate.counting import Counted, Plan
from pitboss.simulate.procedure import Procedure
from pitboss.simulate.statistics import Estimate


class SimulationFailed(Unreadable):
    """Workers or a cluster were lost on the way. What was counted before is not."""

    def __init__(self, refusal: Refusal, partial: Simulation) -> None:
        super().__init__(refusal)
        self.partial = partial


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Rounds of a game, counted."""

    game: Game
    plan: Plan
    counted: Counted
    procedure: Procedure | None
    """How shoes were dealt; None for dice."""
    workers: int = 1
    busy: int = 1
    """How many of them had something to do."""
    compile_seconds: float = 0.0
    wall_seconds: float = 0.0
    interrupted: bool = False
    trail: tuple[Counted, ...] = field(default=(), repr=False)
    """What was counted on the way, if that was kept."""

    @property
    def seed(self) -> int:
        """The seed of the streams."""
        return self.plan.seed

    @property
    def rounds(self) -> int:
        """The rounds counted: coups, throws, or shooters' hands."""
        return self.counted.rounds

    @property
    def unit(self) -> str:
        """What a round is called."""
        return KINDS[self.game.kind].rounds

    @property
    def shoes(self) -> int | None:
        """The shoes that were opened; None for dice and continuous shuffling."""
        dealt = self.procedure is not None and not self.procedure.continuous
        return self.counted.streams if dealt else None

    @property
    def seconds(self) -> float:
        """The time that each busy worker spent counting; compilation is not in it."""
        return self.counted.seconds / self.busy

    @property
    def rounds_per_second(self) -> float:
        """The rounds that all workers counted in a second."""
        return self.rounds / self.seconds if self.seconds else 0.0

    def analyse(
        self,
        wager: str | Wager,
        *,
        table: str | None = None,
        on: On = None,
        reading: str = DEFAULT,
        suits: str | None = None,
        vigorish: Fraction | None = None,
        meter: Meter = NO_METER,
    ) -> Estimate:
        """Return what the rounds say of a wager on one of its pay tables."""
        found = self.game.wager(wager) if isinstance(wager, str) else wager
        opened = found.open(table, on=on, reading=reading, suits=suits)
        return self.estimate(self.exact(opened, vigorish=vigorish, meter=meter))

    def exact(
        self, table: PayTable, *, vigorish: Fraction | None = None, meter: Meter = NO_METER
    ) -> Analysis:
        """Return the exact odds of a pay table, for the shoe that was dealt."""
        shoe = Shoe.of(self.procedure.decks if self.procedure else 8)
        return analyse_table(table, shoe=shoe, vigorish=vigorish, meter=meter)

    def estimate(self, exact: Analysis, counted: Counted | None = None) -> Estimate:
        """Set the rounds, or those of a point on the way, against exact odds."""
        if exact.table.wager.kind != self.game.kind:
            raise unreadable(
                "another-kind",
                f"{exact.table.wager.path} is not a wager of {self.game.kind}",
                "simulate it with a game of its own kind",
            )
        seen = self.counted if counted is None else counted
        *rows, lost = self.plan.row_counts(exact.table, seen).tolist()
        return Estimate(exact=exact, rounds=seen.rounds, counts=tuple(rows), lost=lost)
