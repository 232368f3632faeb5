"""Chance for a dealt table: shuffled cards, dice and bettors, all from one seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from pitboss.games.cards import DECK, Card
from pitboss.games.three_dice import FACES, Cup
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


class SeededSupply:
    """Cards and dice as a seed shuffles and throws them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.stack: list[Card] = []

    def shuffle(self, cards: int) -> None:
        """Shuffle so many cards, in full decks."""
        self.stack = list(DECK) * (cards // len(DECK))
        self.random.shuffle(self.stack)

    def card(self) -> Card:
        """Return the next card of the shoe."""
        return self.stack.pop()

    def cups(self) -> tuple[Cup, Cup]:
        """Throw two cups of three dice."""
        return self._cup(), self._cup()

    def roll(self) -> tuple[int, int]:
        """Roll two dice."""
        return self._die(), self._die()

    def cut(self, cards: int) -> int:
        """Cut a stack somewhere in its middle half."""
        return self.random.randint(cards // 4, cards * 3 // 4)

    def _cup(self) -> Cup:
        return self._die(), self._die(), self._die()

    def _die(self) -> int:
        return self.random.choice(FACES)


class Bettors:
    """Players who bet every round: on a hand, now and then on a side wager."""

    def __init__(self, random: Random, asked: Sequence[tuple[Spot, int]] = ()) -> None:
        self.random = random
        self.asked = asked

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
        if optional and (not base or self.random.random() < SIDE_CHANCE):
            spot, table = self.random.choice(optional)
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
