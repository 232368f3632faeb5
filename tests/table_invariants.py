"""An independent auditor of a table: it hears the facts, keeps its own books, and compares.

It knows the facts and the setup, the regulation, and ``pitboss.settle`` for what a bet comes to;
none of the table's own functions. The stateful test and the campaign of 200,000 rounds use it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table import facts
from pitboss.table.facts import Event
from pitboss.table.state import Table
from table_money import Money
from table_play import Play, holds

WITHOUT_CONSEQUENCE = {
    facts.NoticeGiven,
    facts.PaymentProcedureChanged,
    facts.SurveillanceNotified,
    facts.RollVoided,
    facts.DisputeOpened,
    facts.DisputeClosed,
}
"""Facts that move neither cards nor money; every other one must be heard by somebody."""

BETTING_ONLY = (facts.BetPlaced, facts.BetTakenBack, facts.ChipsBought)
"""What may not happen between "no more bets" and the cleared layout (30-2807(4), (5))."""


class Auditor:
    """The shadow of a table. Tell it each command's events and show it the table after each."""

    def __init__(self) -> None:
        self.play = Play()
        self.money = Money(self.play)
        self.sequence = 0
        self.at = ""
        self.events = 0

    def hear(self, events: Sequence[Event]) -> None:
        """Hear the events of one command, without looking at the table in between."""
        self.begin(events)
        for event in events:
            self.hear_one(event)
        self.end()

    def end(self) -> None:
        """Check what a command must not leave undone."""
        self.play.end_of_command()
        self.money.end_of_command()

    def begin(self, events: Sequence[Event]) -> None:
        """Check the stamps of a command's events: time, shoe and round are those before it."""
        opened = hasattr(self.play, "setup")
        before = (self.play.shoe, self.play.round) if opened else (0, 1)
        holds(bool(events), "a command was accepted and led to nothing")
        for event in events:
            holds((event.shoe, event.round) == before, "an event is stamped with another round")
            holds(event.at == events[0].at, "the events of one command have several times")

    def hear_one(self, event: Event) -> None:
        """Hear one event."""
        self.sequence += 1
        holds(event.sequence == self.sequence, "sequence numbers are not consecutive")
        holds(event.at >= self.at, "time runs backwards")
        self.at = event.at
        fact = event.fact
        kind = type(fact)
        if self.events:
            holds(
                not (self.play.closed and kind in BETTING_ONLY),
                f"30-2807(4): {kind.__name__} after no more bets",
            )
        self.events += 1
        for shadow in (self.money, self.play):
            listener = shadow.hears.get(kind)
            if listener is not None:
                listener(fact)
        known = kind in self.play.hears or kind in self.money.hears or kind in WITHOUT_CONSEQUENCE
        holds(known, f"the auditor has not heard of {kind.__name__}")

    def agrees(self, table: Table) -> None:
        """Compare the shadow with a table after the same events."""
        holds((table.sequence, table.at) == (self.sequence, self.at), "the stamps differ")
        self.play.agrees(table)
        self.money.agrees(table)

    def agrees_in_full(self, table: Table) -> None:
        """Compare also what grows with the shoe."""
        self.agrees(table)
        self.play.agrees_in_full(table)
        self.money.agrees_in_full(table)
