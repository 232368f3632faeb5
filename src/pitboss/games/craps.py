"""A shooter's hand at craps: rolls from the first come-out to the seven-out."""

from __future__ import annotations

import re
from collections.abc import Mapping
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


class Roll(NamedTuple):
    """A roll of two dice and the point it was rolled on; None for a come-out roll."""

    total: int
    point: int | None

    @property
    def makes_point(self) -> bool:
        """Whether the point is rolled again."""
        return self.total == self.point

    @property
    def wins_line(self) -> bool:
        """Whether the pass line wins: a point made, or a 7 or 11 on the come-out."""
        return self.makes_point or (self.point is None and self.total in COME_OUT_WINNERS)

    @property
    def next_point(self) -> int | None:
        """The point of the roll that follows, unless this one ends the shooter's hand."""
        if self.point is None:
            return self.total if self.total in POINTS else None
        return None if self.makes_point else self.point

    def ends(self, ending: Ending) -> bool:
        """Say whether this is the seven that ends a wager."""
        return self.total == SEVEN and (self.point is not None or ending == "any-seven")


class Count(NamedTuple):
    """The rolls that a wager has seen: up to the seven that ends it, which is not counted."""

    rolls: tuple[Roll, ...]
    over: bool

    @property
    def points_made(self) -> int:
        """Points made so far."""
        return sum(roll.makes_point for roll in self.rolls)

    @property
    def line_wins(self) -> int:
        """Pass line wins so far."""
        return sum(roll.wins_line for roll in self.rolls)


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
        rolls: list[Roll] = []
        point: int | None = None
        for at, total in enumerate(self.rolls, start=1):
            roll = Roll(total, point)
            if roll.ends(ending):
                return Count(tuple(rolls), over=True), at
            rolls.append(roll)
            point = roll.next_point
        return Count(tuple(rolls), over=False), len(self.rolls)

    @property
    def summary(self) -> str:
        """What the shooter did so far, in words."""
        count = self.until("seven-out")
        state = "seven-out" if count.over else "the hand goes on"
        return f"points made {count.points_made}, line wins {count.line_wins}, {state}"

    @property
    def data(self) -> Mapping[str, object]:
        """The hand as data, for JSON."""
        count = self.until("seven-out")
        return {
            "rolls": list(self.rolls),
            "points_made": count.points_made,
            "line_wins": count.line_wins,
            "over": count.over,
        }

    def __str__(self) -> str:
        return ",".join(map(str, self.rolls))


def _is_roll(total: object) -> bool:
    return type(total) is int and total in TOTALS


def _impossible(message: str, remedy: str) -> Refusal:
    return Refusal(code="impossible-hand", message=message, remedy=remedy)
