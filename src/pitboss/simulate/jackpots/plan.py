"""The ways that the hands of a progressive fall, as arrays: what its years are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.jackpots.hands import HandOutcome
from pitboss.simulate.jackpots.setting import Setting

Whole = NDArray[np.int64]

BLOCK_EVENTS = 30_000
MOST_BLOCK = 500
"""A block has so many years at most, and about so many hits and looks at the meter."""


class YearPlan:
    """A setting, and how its hands fall, as arrays."""

    def __init__(self, setting: Setting) -> None:
        hand = setting.hand
        self.setting = setting
        expected = len(setting.step_days) + float(setting.expected_hits)
        self.block = int(min(max(BLOCK_EVENTS / expected, 1), MOST_BLOCK))
        """The years of a block."""
        self.fixed_cents = _whole([*(row.fixed_cents for row in hand.rows), 0])
        """By row; the last is for bets that lose."""
        self.dealer_envy_cents = _whole([*(row.dealer_envy_cents for row in hand.rows), 0])

        quiet = sorted(_quiet(setting), key=lambda pair: pair[1])
        chances = np.array([chance for _, chance in quiet])
        self.quiet_chances = chances / chances.sum()
        """The ways that a hand without a hit can fall; the likeliest last, to take up rounding."""
        groups = [
            (at, row, seats)
            for at, (others, _) in enumerate(quiet)
            for row, seats in enumerate(others)
            if seats
        ]
        self.group_fall, self.group_row, self.group_seats = _whole(groups).reshape(-1, 3).T
        """Groups of seats that stand on one row in one such fall: which fall, row, how many."""

        falls = [fall for fall in hand.outcomes if float(hand.hit_chance_of(fall))]
        hit_chances = np.cumsum([float(hand.hit_chance_of(fall)) for fall in falls])
        self.hit_chances = hit_chances / hit_chances[-1] if falls else hit_chances
        """The ways that a hand with a hit can fall, summed up."""
        self.winner_chances = _winner_chances(setting, falls)
        """For each of them, the chances of up to 1, 2, ... bettors among those who win."""
        rows = [hand.rows[fall.winner or 0] for fall in falls]
        self.hit_row = _whole([fall.winner or 0 for fall in falls])
        self.hit_percent = _whole([row.percent or 0 for row in rows])
        self.hit_envy = _whole([row.player_envy_cents for row in rows])
        self.hit_others = _whole([fall.others for fall in falls])


def _quiet(setting: Setting) -> list[tuple[tuple[int, ...], float]]:
    """Return how a hand without a hit falls: the seats that may bet, by row, and the chance.

    A hand that would pay the meter, but to seats that do not bet, is one of them.
    """
    hand = setting.hand
    chances = [(fall.others, fall.chance - hand.hit_chance_of(fall)) for fall in hand.outcomes]
    if hand.hit_chance == 1:
        return [(others, 1.0) for others, _ in chances[:1]]
    return [(others, float(chance / (1 - hand.hit_chance))) for others, chance in chances if chance]


def _winner_chances(setting: Setting, falls: list[HandOutcome]) -> NDArray[np.float64]:
    """Return the chances of at most 1, 2, ... bettors among those who win, given at least one."""
    q = setting.hand.participation
    table = np.ones((len(falls), setting.hand.players))
    for at, fall in enumerate(falls):
        number, total = fall.winners, Fraction(0)
        some = 1 - (1 - q) ** number
        for bettors in range(1, number):
            total += comb(number, bettors) * q**bettors * (1 - q) ** (number - bettors)
            table[at, bettors - 1] = float(total / some)
    return table


def _whole(numbers: Sequence[int] | Sequence[tuple[int, ...]]) -> Whole:
    return np.array(numbers, dtype=np.int64)
