"""When the tables of a floor close their bets: one after another, all the time."""

from __future__ import annotations

from typing import NamedTuple

APART_SECONDS = 3.0
FIRST_SECONDS = 1.0
PLAY_SECONDS = 9.0
"""How long a round takes from "no more bets" until the layout could be cleared, at most."""
MOST_SECONDS = 9.0
"""For how long a decided round may lie on the table to fall in with the others."""


class Rhythm(NamedTuple):
    """When one of several tables closes its bets."""

    start: float
    """When the floor begins."""
    order: int
    """Which of the tables it is, from 0."""
    tables: int
    betting_seconds: int

    @property
    def first(self) -> float:
        """When it closes its bets for the first time: no two tables at once.

        >>> [Rhythm(0.0, order, 7, 12).first for order in range(4)]
        [1.0, 4.0, 7.0, 10.0]
        """
        return self.start + FIRST_SECONDS + APART_SECONDS * self.order

    @property
    def cycle(self) -> float:
        """How long it takes until it is this table's turn again."""
        return max(APART_SECONDS * self.tables, self.betting_seconds + PLAY_SECONDS)

    def clears(self, now: float) -> float:
        """Return when a table that could clear its layout now does, to close in its turn.

        A table that would wait too long clears at once, and falls in a round or two later.

        >>> rhythm = Rhythm(0.0, 0, 7, 12)
        >>> rhythm.clears(8.0), rhythm.clears(11.0)
        (10.0, 11.0)
        """
        wait = (self.first - self.betting_seconds - now) % self.cycle
        return now + wait if wait <= MOST_SECONDS else now
