"""What follows for one stream from a line of another, noted instead of told."""

from __future__ import annotations

from pitboss.house.following import Followed
from pitboss.jackpot.floor_run import FloorRun
from pitboss.rulebook import Rulebook
from pitboss.table.state import SensorLink
from pitboss.table.steps import Command
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.panel import LinkJackpots


class Consequences(FloorRun):
    """A floor that notes what one stream would tell another, and tells nobody."""

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        super().__init__(rulebook)
        self.noted: list[tuple[str, Command]] = []

    def from_table(self, id: str, step: Followed) -> list[tuple[str, Command]]:
        """Return what jackpots, by their ids, must be told of a line of a table."""
        self.noted = []
        for fact in step.line.facts:
            if not isinstance(fact, TableOpened):
                self._follow_table(id, step.before, fact)
        return self.noted

    def from_link(self, jackpot: str, step: Followed) -> list[tuple[str, Command]]:
        """Return what tables, by their ids, must be told of a line of a jackpot."""
        line, after = step.line, step.after
        return [
            said
            for fact in line.facts
            for said in self._told_of(jackpot, after, fact, line.sequence)
        ]

    def sensors(self, id: str) -> tuple[SensorLink, ...]:
        """Return the jackpots that a table must be linked to as it stands."""
        self.noted = []
        self._link_table(id)
        return next((one.links for _, one in self.noted if isinstance(one, LinkJackpots)), ())

    def _tell_table(self, id: str, command: Command) -> None:
        self.noted.append((id, command))

    def _tell_link(self, jackpot: str, command: Command) -> None:
        self.noted.append((jackpot, command))

    def _count(self, jackpot: str) -> None:
        """Leave what is counted to the lines of the jackpot."""

    def _linked(self, _: str) -> list[str]:
        return []
