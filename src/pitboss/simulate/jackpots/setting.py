"""What a manager sets of a progressive, and what follows exactly, before any year is played.

Figures that need no luck are fractions. Those that hold a power with millions of hands in the
exponent are floats, and are used for print and for comparison only.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, expm1, log1p

from pitboss.rulebook.pays import Money
from pitboss.simulate.jackpots.hands import Hand

MICROS = 10**4
"""Micro-units in a cent: meters are kept in millionths of the currency's unit."""

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
    """None if nothing is set aside: the house refills the meter."""
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
    def keeps_reserve(self) -> bool:
        """Whether there is a reserve to refill the meter from."""
        return self.reserve is not None or self.start_reserve_cents > 0

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
        """What the house keeps in a year before it refills the meter, on average."""
        hand = self.hand
        kept = hand.handle_cents * (1 - self.main - (self.reserve or 0))
        paid = hand.fixed_cents + hand.dealer_envy_cents + hand.player_envy_cents
        return self.hands * (kept - paid)

    @property
    def seed_rate(self) -> Fraction | None:
        """The share of the handle that refilling takes; a lower reserve cannot pay for the seed.

        None without bets, and for a table that pays parts of the meter: what is left then counts.
        """
        if not self.hand.takes_all or not self.hand.bets:
            return None
        return self.hand.hit_chance * self.meter_seed_cents / self.hand.handle_cents

    @property
    def long_term_edge(self) -> Fraction | None:
        """What the house keeps of the handle in the long run, envy apart as in odds."""
        if self.seed_rate is None:
            return None
        fixed = self.hand.fixed_cents / self.hand.handle_cents
        return 1 - fixed - self.main - max(self.reserve or Fraction(0), self.seed_rate)

    @property
    def take_cents(self) -> Fraction | None:
        """What the house keeps in a year, on average, if every refill were of a whole seed.

        None where a reserve pays for seeds, or parts of the meter are paid: no closed form.
        """
        if not self.hand.takes_all or self.keeps_reserve:
            return None
        return self.take_before_seeds_cents - self.expected_hits * self.meter_seed_cents

    @property
    def long_run_meter_at_hit_cents(self) -> Fraction | None:
        """The average meter at a hit in the long run: the seed, and what the hands between add."""
        if not self.hand.takes_all or not self.hand.hit_chance:
            return None
        return self.meter_seed_cents + self.main * self.hand.handle_cents / self.hand.hit_chance

    def meter_cents(self, hands: int) -> float | None:
        """Return the average meter after so many hands; None if a hit may leave more than the seed.

        It is the seed, and what was added since the last hit. If there was none yet, it is the
        opening meter, and all that was added.
        """
        hand = self.hand
        # A split leaves odd cents, fewer than there are players: the seed must take them in.
        if not hand.takes_all or self.meter_seed_cents < hand.players:
            return None
        quiet = hand.bets - hand.bets_with_a_hit
        added = float(self.main * quiet * hand.unit_cents)
        chance = float(hand.hit_chance)
        if not chance:
            return self.start_cents + added * hands
        hit = 1.0 if chance >= 1 else -expm1(hands * log1p(-chance))
        # A sum of (1 - p)**k over k = 1 .. hands, times the average of a hand without a hit.
        return (
            self.meter_seed_cents
            + (self.start_cents - self.meter_seed_cents) * (1 - hit)
            + added * hit / chance
        )

    @property
    def meters_at_hits_cents(self) -> float | None:
        """The meters at the hits of a year, summed, on average: what came in and is not there."""
        left = self.meter_cents(self.hands)
        if left is None:
            return None
        came = self.main * self.expected_handle_cents + self.expected_hits * self.meter_seed_cents
        return self.start_cents + float(came) - left
