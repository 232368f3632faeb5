"""A shooter's hand at craps: rolls from the first come-out to the seven-out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from pitboss.refusals import Refusal, Unreadable, unreadable

Ending = Literal["any-seven", "seven-out"]
"""Which seven ends a wager: any 7, or only the one rolled on a point. A wager's own property."""

POINTS = (4, 5, 6, 8, 9, 10)
COME_OUT_WINNERS = (7, 11)
SEVEN = 7
TOTALS = range(2, 13)
"""What two dice can show."""

_ROLL = re.compile("[0-9]{1,2}")


class Count(NamedTuple):
    """What a wager has seen: rolls of each total, points made and pass line wins so far.

    The counts stop at the seven that ends the wager; that seven itself is not counted.
    """

    rolls: tuple[int, ...]
    points_made: int
    line_wins: int
    over: bool

    def rolled(self, totals: Iterable[int]) -> int:
        """Return how many rolls showed one of these totals."""
        return sum(self.rolls[total] for total in totals)


@dataclass(frozen=True)
class ShooterHand:
    """A sequence of rolls by one shooter, starting with a come-out roll.

    The hand may be unfinished. Rolls after the seven-out belong to the next shooter: refused.

    >>> hand = ShooterHand.parse("7,4,4,11,6,7")
    >>> hand.until("seven-out").line_wins, hand.until("seven-out").points_made
    (3, 1)
    >>> hand.until("any-seven").line_wins
    0
    """

    rolls: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> ShooterHand:
        """Read rolls such as ``7,4,4,11,6,7``."""
        rolls: list[int] = []
        for word in text.replace(",", " ").split():
            if not _ROLL.fullmatch(word) or int(word) not in TOTALS:
                raise unreadable(
                    "unknown-roll",
                    f'"{word[:20]}" is not a roll of two dice',
                    "write totals of 2 to 12 with commas between them, such as 7,4,4,11,6,7",
                )
            rolls.append(int(word))
        hand = cls(tuple(rolls))
        if hand.fault is not None:
            raise Unreadable(hand.fault)
        return hand

    @cached_property
    def fault(self) -> Refusal | None:
        """Why no shooter can have rolled this; None for a hand that is possible so far."""
        rolls = self.rolls
        if not isinstance(rolls, tuple) or not all(map(_is_roll, rolls)):
            return _impossible("these are not all totals of two dice", "give totals of 2 to 12")
        if not rolls:
            return _impossible("there are no rolls", "give totals such as 7,4,4,11,6,7")
        spare = len(rolls) - self.length
        if spare:
            return _impossible(
                f"{spare} roll(s) follow the seven-out, which ends the shooter's hand",
                f"keep the first {self.length} rolls; a new shooter is a new hand",
            )
        return None

    @cached_property
    def length(self) -> int:
        """The number of rolls up to the seven-out, or all of them if it has not come."""
        return self._walk("seven-out")[1]

    def until(self, ending: Ending) -> Count:
        """Return the counts of a wager that ends with this seven."""
        return self._counts[ending]

    @cached_property
    def _counts(self) -> dict[Ending, Count]:
        return {"any-seven": self._walk("any-seven")[0], "seven-out": self._walk("seven-out")[0]}

    def _walk(self, ending: Ending) -> tuple[Count, int]:
        rolls = [0] * 13
        points = wins = 0
        point: int | None = None
        for at, total in enumerate(self.rolls, start=1):
            if total == SEVEN and (point is not None or ending == "any-seven"):
                return Count(tuple(rolls), points, wins, over=True), at
            rolls[total] += 1
            if point is None:
                wins += total in COME_OUT_WINNERS
                point = total if total in POINTS else None
            elif total == point:
                points, wins, point = points + 1, wins + 1, None
        return Count(tuple(rolls), points, wins, over=False), len(self.rolls)

    def __str__(self) -> str:
        return ",".join(map(str, self.rolls))


def _is_roll(total: object) -> bool:
    return type(total) is int and total in TOTALS


def _impossible(message: str, remedy: str) -> Refusal:
    return Refusal(code="impossible-hand", message=message, remedy=remedy)
