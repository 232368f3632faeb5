"""What a manager sets of a progressive, and what follows exactly, before any year is played.

Figures that need no luck are fractions. Those that hold a power with millions of hands in the
exponent are floats, and are used for print and for comparison only.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, expm1, log1p
from typing import Literal, get_args

from pitboss.odds.progressive import ReservePolicy
from pitboss.rulebook.pays import Money
from pitboss.simulate.jackpots.hands import Hand

MICROS = 10**4
"""Micro-units in a cent: meters are kept in millionths of the currency's unit."""

OverflowPolicy = Literal["to-meter", "to-reserve", "stays"]
"""Where what exceeded the limit goes after a hit."""
OVERFLOW_POLICIES: tuple[OverflowPolicy, ...] = get_args(OverflowPolicy)

MONTHS = 12
STEPS = 5
"""A month's meter is looked at so many times."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A progressive on some tables for some days. Rates are shares of what is staked."""

    hand: Hand
    decks: int | None
    main: Fraction
    reserve: Fraction | None
    """None if nothing is set aside: the house pays each seed."""
    reserve_policy: ReservePolicy
    minimum_cents: int | None
    """What a new meter has at least where the reserve rolls over: the house advances it."""
    limit_cents: int | None
    overflow: OverflowPolicy
    meter_seed_cents: int
    start_cents: int
    start_reserve_cents: int
    tables: int
    hands_per_hour: int
    hours_per_day: int
    days: int
    seed: int
    break_even_cents: Fraction | None
    """The meter at which the bet is even for a bettor who wins it alone."""

    @property
    def currency(self) -> str:
        """The currency of the base unit."""
        unit = self.hand.table.unit
        return Money(0).currency if unit is None else unit.currency

    @property
    def hands_per_day(self) -> int:
        """The hands of a day at all tables together."""
        return self.tables * self.hands_per_hour * self.hours_per_day

    @property
    def hands(self) -> int:
        """The hands of a year: of all its days, at all tables together."""
        return self.hands_per_day * self.days

    @cached_property
    def months(self) -> int:
        """How many months the days are divided into: 12, or one a day if there are fewer."""
        return min(MONTHS, self.days)

    @cached_property
    def step_days(self) -> tuple[int, ...]:
        """The days after which the meter is looked at: up to five times a month, at its end too."""
        steps = self.months * min(STEPS, self.days // self.months)
        return tuple(self.days * at // steps for at in range(1, steps + 1))

    @cached_property
    def month_ends(self) -> tuple[int, ...]:
        """The places in ``step_days`` at which a month ends."""
        each = len(self.step_days) // self.months
        return tuple(range(each - 1, len(self.step_days), each))

    @property
    def main_micros(self) -> Fraction:
        """What a bet adds to the meter."""
        return self.main * self.hand.unit_cents * MICROS

    @property
    def reserve_micros(self) -> Fraction:
        """What a bet adds to the reserve."""
        return (self.reserve or Fraction(0)) * self.hand.unit_cents * MICROS

    @property
    def has_reserve(self) -> bool:
        """Whether something is set aside for new meters."""
        return bool(self.reserve)

    @property
    def rolls_over(self) -> bool:
        """Whether the whole reserve becomes the new meter."""
        return self.has_reserve and self.reserve_policy == "rolls-over"

    @property
    def fills_up(self) -> bool:
        """Whether the reserve fills a new meter up to its seed, and keeps the surplus."""
        return self.has_reserve and not self.rolls_over

    @property
    def may_be_short(self) -> bool:
        """Whether the house adds or advances what a reserve lacks."""
        return self.fills_up or bool(self.minimum_cents)

    # --- what odds know ---

    @property
    def expected_hits(self) -> Fraction:
        """Hits in a year, on average."""
        return self.hands * self.hand.hit_chance

    @property
    def expected_handle_cents(self) -> Fraction:
        """What is staked in a year, on average."""
        return self.hands * self.hand.handle_cents

    @property
    def days_between_hits(self) -> Fraction | None:
        """Days from one hit to the next, on average in the long run."""
        chance = self.hand.hit_chance * self.hands_per_day
        return 1 / chance if chance else None

    @property
    def no_hit_in_a_year(self) -> float:
        """The chance of a year without a hit."""
        chance = float(self.hand.hit_chance)
        return 0.0 if chance >= 1 else exp(self.hands * log1p(-chance))

    @property
    def take_before_seeds_cents(self) -> Fraction:
        """What the house keeps in a year before it pays seeds and advances, on average."""
        hand = self.hand
        kept = hand.handle_cents * (1 - self.main - (self.reserve or 0))
        paid = hand.fixed_cents + hand.dealer_envy_cents + hand.player_envy_cents
        return self.hands * (kept - paid)

    def _rate_of(self, cents: int) -> Fraction:
        """Return the share of the handle that so much at each new meter takes."""
        return self.hand.reseed_chance * cents / self.hand.handle_cents

    @property
    def seed_rate(self) -> Fraction | None:
        """The share of the handle that seeds take; None without bets."""
        return self._rate_of(self.meter_seed_cents) if self.hand.bets else None

    @property
    def _new_meters(self) -> Fraction:
        """The share of the handle that new meters begin with in the long run."""
        if not self.rolls_over:
            return self._rate_of(self.meter_seed_cents)
        if not self.hand.reseed_chance:
            return Fraction(0)
        return max(self.reserve or Fraction(0), self._rate_of(self.minimum_cents or 0))

    @property
    def long_term_edge(self) -> Fraction | None:
        """What players lose of the handle in the long run, as odds count it: envy apart.

        None without bets, and with a limit: what overflows may come back late or never.
        """
        if not self.hand.bets or self.limit_cents is not None:
            return None
        fixed = self.hand.fixed_cents / self.hand.handle_cents
        return 1 - fixed - self.main - self._new_meters

    @property
    def long_term_hold(self) -> Fraction | None:
        """What the house itself keeps of it: a reserve that is not returned is not yet its own."""
        if self.long_term_edge is None:
            return None
        return self.long_term_edge - max((self.reserve or 0) - self._new_meters, Fraction(0))

    @property
    def take_cents(self) -> Fraction | None:
        """What the house keeps in a year, on average.

        None where it adds what a reserve lacks: that has no closed form.
        """
        if self.may_be_short:
            return None
        seeds = 0 if self.rolls_over else self.meter_seed_cents
        return self.take_before_seeds_cents - self.hands * self.hand.reseed_chance * seeds

    @property
    def _is_plain(self) -> bool:
        """Whether a meter is all paid and begins with its seed, or with its reserve, alone."""
        apart = self.limit_cents is not None or self.minimum_cents
        return self.hand.takes_all and not apart

    @property
    def long_run_meter_at_hit_cents(self) -> Fraction | None:
        """The average meter at a hit in the long run: its beginning, and what the hands add.

        The rest of a division, some cents, is left out; None for a meter that may not be all paid,
        has a limit or a guaranteed minimum.
        """
        if not self._is_plain or not self.hand.hit_chance:
            return None
        between = self.hand.handle_cents / self.hand.hit_chance
        begins = (self.reserve or 0) * between if self.rolls_over else self.meter_seed_cents
        return begins + self.main * between

    def reserve_cents(self, hands: int) -> float | None:
        """Return the average reserve after so many hands, where a hit takes all of it."""
        if not self._is_plain or not self.rolls_over:
            return None
        added = float((self.reserve or 0) * self._quiet_cents)
        never, hits = self._no_hit(hands)
        return self.start_reserve_cents * never + added * hits

    def meter_cents(self, hands: int) -> float | None:
        """Return the average meter after so many hands, the rests of divisions left out.

        It is what the meter began with at the last hit, and what was added since. If there was no
        hit yet, it is the opening meter, and all that was added.
        """
        if not self._is_plain:
            return None
        added = float(self.main * self._quiet_cents)
        never, hits = self._no_hit(hands)
        grown = self.start_cents * never + added * hits
        if not self.rolls_over:
            return grown + self.meter_seed_cents * (1 - never)
        # By a hit, of chance p, the reserve r becomes the meter m. With what hands add:
        # r' = (1 - p) r + quiet,  m' = (1 - p) m + added + p r + (all - quiet).
        rate, chance = float(self.reserve or 0), float(self.hand.hit_chance)
        set_aside = rate * float(self.hand.handle_cents) * hits
        not_yet = self.start_reserve_cents * chance - rate * float(self._quiet_cents)
        return grown + set_aside + hands * self._no_hit(hands - 1)[0] * not_yet

    @property
    def _quiet_cents(self) -> Fraction:
        """What is staked on a hand, counted only when it does not hit, on average."""
        return (self.hand.bets - self.hand.bets_with_a_hit) * self.hand.unit_cents

    def _no_hit(self, hands: int) -> tuple[float, float]:
        """Return the chance of no hit in so many hands, and of none in k, summed from 0 on."""
        chance = float(self.hand.hit_chance)
        if not chance:
            return 1.0, float(hands)
        hit = float(hands > 0) if chance >= 1 else -expm1(hands * log1p(-chance))
        return 1 - hit, hit / chance

    @property
    def meters_at_hits_cents(self) -> float | None:
        """The meters at the hits of a year, summed, on average: what came in and is not there."""
        left = self.meter_cents(self.hands)
        if left is None:
            return None
        seeds = float(self.expected_hits * self.meter_seed_cents)
        kept = self.reserve_cents(self.hands)
        if kept is not None:
            set_aside = float((self.reserve or 0) * self.expected_handle_cents)
            seeds = self.start_reserve_cents + set_aside - kept
        return self.start_cents + float(self.main * self.expected_handle_cents) + seeds - left
