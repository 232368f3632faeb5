"""What sets the kinds of game apart at a live table; each kind's own step module enters its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.table.state import RoundState, Table

Hindrance = Callable[[Table], Refusal | None]


def nothing_hinders(_: Table) -> None:
    """Let everything be."""


class Procedure(NamedTuple):
    """A kind of game at a live table, by what differs from one kind to another."""

    code: str
    """The code by which a step of this kind is refused at a game of another kind."""
    missing: str
    """What such a game is said to lack."""
    remedy: str
    late: str
    """The paragraph after which no bet is made, increased or withdrawn."""
    closes: str
    """The paragraph on closing the bets."""
    holding: str
    """The paragraph on players who hold the cards of a hand, or its cup."""
    clears: tuple[str, str]
    """The order that ends a round, and its paragraph."""
    says: Callable[[Table], str]
    """What the dealer says once the bets are closed."""
    not_ready: Hindrance
    """Why no round can be dealt now."""
    no_bets_yet: Hindrance = nothing_hinders
    """Why no bet can be made now, though no round is played."""
    announces: bool = True
    """Whether a result is announced at the end of a round."""
    greeting: str = ""
    """What the dealer says before the bets of a round."""
    goes_on: Callable[[RoundState], bool] = lambda _: False
    """Whether a round goes on after bets of it were settled."""

    def missing_at(self, game: str) -> Refusal:
        """Refuse a step of this kind at a game that lacks what it needs."""
        return Refusal(self.code, f"{game} {self.missing}", self.remedy)


PROCEDURES: dict[str, Procedure] = {}
"""The procedure of each kind of game; the step modules of a kind enter its own."""


def procedure_of(table: Table) -> Procedure:
    """Return the procedure of the kind of game that a table plays."""
    return PROCEDURES[table.setup.kind]


def rule_28(table: Table, cite: str) -> str | None:
    """Return a paragraph of Rule 28; at craps, a game of Rule 23, the same is house procedure."""
    return None if table.setup.kind == "craps" else cite
