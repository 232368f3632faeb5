"""The ways that the hands of a progressive fall, as arrays: what its years are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, kw_only=True)
class YearPlan:
    """A setting, and how its hands fall."""

    setting: Setting
    block: int
    """The years of a block."""
    quiet_chances: NDArray[np.float64]
    """The ways that a hand without a hit can fall; the likeliest last, to take up rounding."""
    group_fall: Whole
    """Groups of seats that stand on one row in one such fall: which fall, row, how many seats."""
    group_row: Whole
    group_seats: Whole
    hit_chances: NDArray[np.float64]
    """The ways that a hand with a hit can fall, summed up."""
    winner_chances: NDArray[np.float64]
    """For each of them, the chances of up to 1, 2, ... bettors among those who win."""
    hit_row: Whole
    hit_percent: Whole
    hit_envy: Whole
    hit_others: Whole
    fixed_cents: Whole
    """By row; the last is for bets that lose."""
    dealer_envy_cents: Whole


def plan_of(setting: Setting) -> YearPlan:
    """Return what it takes to play the years of a setting."""
    hand = setting.hand
    wins = [(fall, float(hand.hit_chance_of(fall))) for fall in hand.outcomes if fall.winners]
    wins = [(fall, chance) for fall, chance in wins if chance]
    quiet = sorted(_quiet(setting), key=lambda pair: pair[1])
    groups = [
        (at, row, seats)
        for at, (others, _) in enumerate(quiet)
        for row, seats in enumerate(others)
        if seats
    ]
    fall_of, row_of, seats_of = np.array(groups, dtype=np.int64).reshape(-1, 3).T
    chances = np.array([chance for _, chance in quiet])
    hit_chances = np.cumsum([chance for _, chance in wins])
    expected = len(setting.step_days) + float(setting.expected_hits)
    winner_rows = [hand.rows[fall.winner or 0] for fall, _ in wins]
    return YearPlan(
        setting=setting,
        block=int(min(max(BLOCK_EVENTS / expected, 1), MOST_BLOCK)),
        quiet_chances=chances / chances.sum(),
        group_fall=fall_of,
        group_row=row_of,
        group_seats=seats_of,
        hit_chances=hit_chances / hit_chances[-1] if wins else hit_chances,
        winner_chances=_winner_chances(setting, [fall for fall, _ in wins]),
        hit_row=_whole([fall.winner or 0 for fall, _ in wins]),
        hit_percent=_whole([row.percent or 0 for row in winner_rows]),
        hit_envy=_whole([row.player_envy_cents for row in winner_rows]),
        hit_others=np.array([fall.others for fall, _ in wins], dtype=np.int64),
        fixed_cents=_whole([*(row.fixed_cents for row in hand.rows), 0]),
        dealer_envy_cents=_whole([*(row.dealer_envy_cents for row in hand.rows), 0]),
    )


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


def _whole(numbers: list[int]) -> Whole:
    return np.array(numbers, dtype=np.int64)
