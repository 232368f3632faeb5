"""An independent auditor of a table: it hears the facts, keeps its own books, and compares.

It knows the facts and the setup, the regulation, and ``pitboss.settle`` for what a bet comes to;
none of the table's own functions. The stateful test and the campaign of 200,000 rounds use it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table.state import Table
from pitboss.table.steps.betting import BetPlaced, BetTakenBack
from pitboss.table.steps.corrections import DisputeClosed, DisputeOpened
from pitboss.table.steps.craps import RollVoided
from pitboss.table.steps.duties import PaymentProcedureChanged, SurveillanceNotified
from pitboss.table.steps.opening import NoticeGiven
from pitboss.table.steps.positions import ChipsBought
from pitboss.table.steps.registry import Fact
from table_money import Money
from table_play import Play, holds

WITHOUT_CONSEQUENCE = {
    NoticeGiven,
    PaymentProcedureChanged,
    SurveillanceNotified,
    RollVoided,
    DisputeOpened,
    DisputeClosed,
}
"""Facts that move neither cards nor money; every other one must be heard by somebody."""

BETTING_ONLY = (BetPlaced, BetTakenBack, ChipsBought)
"""What may not happen between "no more bets" and the cleared layout (30-2807(4), (5))."""


class Auditor:
    """The shadow of a table. Tell it each command's facts and show it the table after each."""

    def __init__(self) -> None:
        self.play = Play()
        self.money = Money(self.play)
        self.facts = 0

    def hear(self, facts: Sequence[Fact]) -> None:
        """Hear the facts of one command, without looking at the table in between."""
        holds(bool(facts), "a command was accepted and led to nothing")
        for fact in facts:
            self.hear_one(fact)
        self.end()

    def end(self) -> None:
        """Check what a command must not leave undone."""
        self.play.end_of_command()
        self.money.end_of_command()

    def hear_one(self, fact: Fact) -> None:
        """Hear one fact."""
        kind = type(fact)
        if self.facts:
            holds(
                not (self.play.closed and kind in BETTING_ONLY),
                f"30-2807(4): {kind.__name__} after no more bets",
            )
        self.facts += 1
        for shadow in (self.money, self.play):
            listener = shadow.hears.get(kind)
            if listener is not None:
                listener(fact)
        known = kind in self.play.hears or kind in self.money.hears or kind in WITHOUT_CONSEQUENCE
        holds(known, f"the auditor has not heard of {kind.__name__}")

    def agrees(self, table: Table) -> None:
        """Compare the shadow with a table after the same facts."""
        self.play.agrees(table)
        self.money.agrees(table)

    def agrees_in_full(self, table: Table) -> None:
        """Compare also what grows with the shoe."""
        self.agrees(table)
        self.play.agrees_in_full(table)
        self.money.agrees_in_full(table)
