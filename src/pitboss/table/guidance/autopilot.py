"""A dealer who follows the procedure: the one next command that the rules want, whatever the game.

Cards, dice and cuts come from a supply; nothing here is random.
"""

from __future__ import annotations

from pitboss.table.dealers import Dealer
from pitboss.table.state import Table
from pitboss.table.steps import PROPOSALS, Command


class Autopilot(Dealer):
    """Gives the next command of the procedure, and remembers what was dealt face down."""

    def next(self, table: Table) -> Command | None:
        """Return what is due; None while bets may be made and everything is ready for them."""
        for proposal in PROPOSALS[table.setup.kind, table.round.stage]:
            command = proposal(table, self)
            if command is not None:
                return command
        return None
