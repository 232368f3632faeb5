"""A shoe in figures."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pitboss.games.baccarat import Side
from pitboss.table.roads.marks import History, Winner, runs_of, winners_of


class Streak(NamedTuple):
    """Wins of one hand in a row, ties aside."""

    winner: Side
    length: int


class Statistics(NamedTuple):
    """A shoe in figures."""

    rounds: int
    banker: int
    player: int
    ties: int
    naturals: int
    """Rounds with a natural in either hand, or in both."""
    banker_naturals: int
    player_naturals: int
    banker_pairs: int
    player_pairs: int
    longest_banker: int
    longest_player: int
    current: Streak | None
    """The streak that the next winner goes on with or ends; None before the first winner."""

    def share(self, winner: Winner) -> Fraction:
        """Return the part of all rounds that ended so; 0 before the first round."""
        number = {"banker": self.banker, "player": self.player, "tie": self.ties}[winner]
        return Fraction(number, self.rounds or 1)


def statistics(history: History) -> Statistics:
    """Return a shoe's figures.

    >>> from pitboss.table import marks
    >>> shoe = statistics(marks("BBTBPT"))
    >>> shoe.banker, shoe.longest_banker, shoe.current, shoe.share("tie")
    (3, 3, Streak(winner='player', length=1), Fraction(1, 3))
    """
    winners = [mark.winner for mark in history]
    runs = [Streak(winner, length) for winner, length in runs_of(winners_of(history))]

    def longest(side: Side) -> int:
        return max((length for winner, length in runs if winner == side), default=0)

    return Statistics(
        rounds=len(winners),
        banker=winners.count("banker"),
        player=winners.count("player"),
        ties=winners.count("tie"),
        naturals=sum(mark.banker_natural or mark.player_natural for mark in history),
        banker_naturals=sum(mark.banker_natural for mark in history),
        player_naturals=sum(mark.player_natural for mark in history),
        banker_pairs=sum(mark.banker_pair for mark in history),
        player_pairs=sum(mark.player_pair for mark in history),
        longest_banker=longest("banker"),
        longest_player=longest("player"),
        current=runs[-1] if runs else None,
    )
