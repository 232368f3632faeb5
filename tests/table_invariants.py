"""An independent auditor of a table: it hears the facts, keeps its own books, and compares.

It knows the facts and the setup, the regulation, and ``pitboss.settle`` for what a bet comes to;
none of the table's own functions. The stateful test and the campaign of 200,000 rounds use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.table.state import Table
from pitboss.table.steps.betting import BetPlaced, BetTakenBack
from pitboss.table.steps.craps import DiceRolled, RollVoided
from pitboss.table.steps.cups import DiceRevealed
from pitboss.table.steps.dealing import CardDealt
from pitboss.table.steps.duties import PaymentProcedureChanged, SurveillanceNotified
from pitboss.table.steps.errors import CardErred
from pitboss.table.steps.limits import LimitsAnnounced
from pitboss.table.steps.opening import NoticeGiven
from pitboss.table.steps.positions import ChipsBought
from pitboss.table.steps.ratings import RatingBegun, RatingEnded
from pitboss.table.steps.registry import Fact
from pitboss.table.steps.shoes import CardsBurnt
from pitboss.table.steps.turning import CardsTurned
from pitboss.table.steps.undoing import CommandWithdrawn
from pitboss.table.steps.variances import VarianceExplained
from table_money import Flows, Money
from table_play import Play, holds

WITHOUT_CONSEQUENCE = {
    *(NoticeGiven, LimitsAnnounced, PaymentProcedureChanged, SurveillanceNotified, RollVoided),
    *(RatingBegun, RatingEnded, VarianceExplained),
}
"""Facts that move neither cards nor money; every other one must be heard by somebody."""

BETTING_ONLY = (BetPlaced, BetTakenBack, ChipsBought)
"""What may not happen between "no more bets" and the cleared layout (30-2807(4), (5))."""


SHOWS = (CardsBurnt, CardDealt, CardErred, CardsTurned, DiceRevealed, DiceRolled)
"""Facts that may show a card or dice, after which nothing can be withdrawn."""


def shows(fact: Fact) -> bool:
    """Say whether a card or a die is seen with a fact; a card dealt face down is not."""
    return isinstance(fact, SHOWS) and getattr(fact, "card", "dice") is not None


CHANGING = frozenset((dict, list, set, Counter))


class Remembered(NamedTuple):
    """What the auditor knew before a command, and what each of its facts moved."""

    play: dict[str, Any]
    money: dict[str, Any]
    flows: list[Flows]


def copied(shadow: Play | Money) -> dict[str, Any]:
    """Return what a shadow knows now, whatever it learns later."""
    return {
        name: value.copy() if type(value) in CHANGING else value
        for name, value in shadow.__dict__.items()
    }


class Auditor:
    """The shadow of a table. Tell it each command's facts and show it the table after each.

    One that need not remember is quicker, and cannot hear that a command was withdrawn.
    """

    def __init__(self, *, remembers: bool = True) -> None:
        self.play = Play()
        self.money = Money(self.play)
        self.facts = 0
        self.remembers = remembers
        self.begun = False
        self.last: Remembered | None = None

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
        self.begun = False

    def hear_one(self, fact: Fact) -> None:
        """Hear one fact."""
        kind = type(fact)
        if self.facts:
            holds(
                not (self.play.closed and kind in BETTING_ONLY),
                f"30-2807(4): {kind.__name__} after no more bets",
            )
        self.facts += 1
        self.money.flows = {}
        if isinstance(fact, CommandWithdrawn):
            self._withdrawn(fact)
            return
        if self.remembers:
            self._remember(fact)
        for shadow in (self.money, self.play):
            listener = shadow.hears.get(kind)
            if listener is not None:
                listener(fact)
        known = kind in self.play.hears or kind in self.money.hears or kind in WITHOUT_CONSEQUENCE
        holds(known, f"the auditor has not heard of {kind.__name__}")
        self.money.carried_by(fact)

    def _remember(self, fact: Fact) -> None:
        """Keep what the command would be withdrawn to, unless it shows a card or dice."""
        if shows(fact):
            self.last = None
        elif not self.begun:
            self.last = Remembered(copied(self.play), copied(self.money), [])
        self.begun = True
        if self.last is not None:
            self.last.flows.append(self.money.flows)

    def _withdrawn(self, fact: CommandWithdrawn) -> None:
        """The last command is undone: all is as before, and its money went back the same way."""
        holds(self.last is not None, "withdrawn after a card or die was shown, or not directly")
        assert self.last is not None
        back: Flows = {}
        for flows in self.last.flows:
            for (source, target, chips), cents in flows.items():
                back[target, source, chips] = back.get((target, source, chips), 0) + cents
        self.play.__dict__.update(self.last.play)
        self.money.__dict__.update(self.last.money)
        self.money.flows = back
        self.money.carried_by(fact)
        self.last = None

    def agrees(self, table: Table) -> None:
        """Compare the shadow with a table after the same facts."""
        self.play.agrees(table)
        self.money.agrees(table)

    def agrees_in_full(self, table: Table) -> None:
        """Compare also what grows with the shoe."""
        self.agrees(table)
        self.play.agrees_in_full(table)
        self.money.agrees_in_full(table)
