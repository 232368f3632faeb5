"""Players who bet every round, as a seed says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pitboss.rulebook import PayTable
from pitboss.settle.bets import rule_for
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.steps.betting import PlaceBet

STAKES_CENTS = (2500, 5000, 10000)
SIDE_STAKE_CENTS = 500
HAND_WEIGHT = 5
"""How many bets on a hand there are to one on the tie."""
SIDE_CHANCE = 0.4
"""How often a position adds an optional wager."""


class Bettors:
    """Players who bet every round: on a hand, now and then on a side wager."""

    def __init__(
        self, random: Random, asked: Sequence[tuple[Spot, int]] = (), *, sensor_chance: float = 0
    ) -> None:
        self.random = random
        self.asked = asked
        self.sensor_chance = sensor_chance
        """How often a position puts its unit on each of the sensors before it."""

    def bets(self, setup: TableSetup, position: int) -> Iterator[PlaceBet]:
        """Yield what a position bets this round: what was asked for, or what the seed says."""
        if self.asked:
            for (wager, on), cents in self.asked:
                yield PlaceBet(position, wager, cents, on)
            return
        base, optional = _sorted(setup, position)
        if base:
            weights = [1 if table.wager.id == "tie" else HAND_WEIGHT for _, table in base]
            ((spot, table),) = self.random.choices(base, weights)
            yield _bet(setup, position, spot, table, self.random.choice(STAKES_CENTS))
        chosen: Spot | None = None
        if optional and (not base or self.random.random() < SIDE_CHANCE):
            chosen, table = self.random.choice(optional)
            yield _bet(setup, position, chosen, table, SIDE_STAKE_CENTS)
        for spot, table in optional if self.sensor_chance else ():
            sensor = table.unit is not None and spot != chosen
            if sensor and self.random.random() < self.sensor_chance:
                yield _bet(setup, position, spot, table, SIDE_STAKE_CENTS)


Choices = list[tuple[Spot, PayTable]]


def _sorted(setup: TableSetup, position: int) -> tuple[Choices, Choices]:
    """Return the spots that a position may bet on, base wagers and others apart."""
    base: Choices = []
    optional: Choices = []
    for spot, table in setup.spots.items():
        if table.wager.by_seat and table.on != position:
            continue
        (base if table.wager.role == "base" else optional).append((spot, table))
    return base, optional


def _bet(setup: TableSetup, position: int, spot: Spot, table: PayTable, cents: int) -> PlaceBet:
    """Return a bet of about so much: the base unit of a progressive, else within the limits."""
    wager, on = spot
    if table.unit is not None:
        stake = rule_for(wager, setup.house.unit_cents) or table.unit.cents
    else:
        stake = max(cents, rule_for(wager, setup.house.minimum_cents) or 0)
        stake = min(stake, rule_for(wager, setup.house.maximum_cents) or stake)
        stake = max(stake // setup.chip_cents, 1) * setup.chip_cents
    return PlaceBet(position, wager, stake, on)
