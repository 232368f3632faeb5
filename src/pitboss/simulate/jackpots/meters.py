"""The meters of many years side by side: how they rise, what a hit takes, what they begin with.

It is the arithmetic of a live jackpot in whole micros, a number for each year. Many bets at once
come to what they come to one by one: between two hits a meter and an advance go one way only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.simulate.jackpots.plan import Whole
from pitboss.simulate.jackpots.setting import MICROS, Setting


class Reseeded(NamedTuple):
    """Who paid for the new meters."""

    from_reserve: Whole
    from_house: Whole
    advanced: Whole
    """By the house too, to be recovered."""


class Meters:
    """What is on the meters, in their reserves and beyond their limits."""

    def __init__(self, setting: Setting, years: int) -> None:
        self.setting = setting
        self.main = np.full(years, setting.start_cents * MICROS, dtype=np.int64)
        self.reserve = np.full(years, setting.start_reserve_cents * MICROS, dtype=np.int64)
        self.overflow = np.zeros(years, dtype=np.int64)
        self.advance = np.zeros(years, dtype=np.int64)
        """What the house has advanced and not recovered."""

    def contribute(self, bets: Whole) -> Whole:
        """Add the increments of some bets; return what of them the house recovers."""
        set_aside = bets * int(self.setting.reserve_micros)
        recovered = np.minimum(self.advance, set_aside)
        self.advance -= recovered
        self.reserve += set_aside - recovered
        self.main += bets * int(self.setting.main_micros)
        self._spill()
        return recovered

    def pay(self, percent: Whole, winners: Whole) -> Whole:
        """Pay a percentage of the whole cents in even shares; return the cents that go."""
        amount = self.main // MICROS * percent // 100
        paid: Whole = amount // np.maximum(winners, 1) * winners
        self.main -= paid * MICROS
        return paid

    def reseed(self, emptied: Whole) -> Reseeded:
        """Begin anew where 1 stands, on top of what is left on the meter."""
        setting = self.setting
        seed = emptied * (setting.meter_seed_cents * MICROS)
        none = np.zeros_like(seed)
        if not setting.has_reserve:
            new = Reseeded(none, seed, none)
        elif setting.rolls_over:
            rolled = emptied * self.reserve
            least = emptied * ((setting.minimum_cents or 0) * MICROS)
            new = Reseeded(rolled, none, np.maximum(least - rolled, 0))
        else:
            drawn = np.minimum(self.reserve, seed)
            new = Reseeded(drawn, seed - drawn, none)
        self.main += new.from_reserve + new.from_house + new.advanced
        self.reserve -= new.from_reserve
        self.advance += new.advanced
        if setting.overflow != "stays":
            freed = emptied * self.overflow
            self.overflow -= freed
            target = self.main if setting.overflow == "to-meter" else self.reserve
            target += freed
        self._spill()
        return new

    def _spill(self) -> None:
        """Move what exceeds the limit."""
        if self.setting.limit_cents is not None:
            excess = np.maximum(self.main - self.setting.limit_cents * MICROS, 0)
            self.main -= excess
            self.overflow += excess
