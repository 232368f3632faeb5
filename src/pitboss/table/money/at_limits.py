"""The most that the house can lose on a round that is yet to be bet: every position at its limits.

Who bets against the house bets only what wins. So for each outcome the bets that it pays count, at
the maximum of their wager and at every position, and no bet that it takes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.games import Outcome
from pitboss.rulebook import MeterShare, PayTable
from pitboss.settle.bets import Bet, rule_for
from pitboss.settle.company import HANDS
from pitboss.settle.legality import Placed
from pitboss.settle.rounds import settle_placed
from pitboss.settle.settlements import settled
from pitboss.table.money.exposure import exposure, loss_of
from pitboss.table.money.possible import Possible, possible
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import LaidBet, RoundState, Table

ANY_COUP = 6
"""A shoe of so many decks holds every coup, even six equal cards."""


class AtLimits(NamedTuple):
    """What a round can cost at most."""

    cents: int
    outcome: Outcome | None
    """An outcome that costs so much; None where nothing that is offered can win."""
    exact: bool = True
    """Whether the outcome costs that; else it is an upper bound."""


def most_at_limits(setup: TableSetup) -> AtLimits | None:
    """Return the worst round that the limits of a setup admit; None where a wager has no maximum.

    Shares of a meter come from the jackpot and are none of it; chips behind a position are bets of
    that position. At craps it is the worst hand of a shooter.
    """
    stakes = dict(_stakes(setup))
    if None in stakes.values():
        return None
    layout = _Layout(setup, {spot: cents for spot, cents in stakes.items() if cents})
    if setup.kind == "craps":
        laid = tuple(LaidBet(at, one.bet) for at, one in enumerate(layout.every(), 1))
        worst = exposure(Table(opened=setup, open=True, round=RoundState(bets=laid)))
        return AtLimits(worst.cents, worst.outcome, worst.exact)
    costs = ((layout.cost(one), one.outcome) for one in possible(setup))
    cents, outcome = max(costs, key=lambda pair: pair[0])
    return AtLimits(cents, outcome, setup.kind != "baccarat" or setup.shoe_decks >= ANY_COUP)


def _stakes(setup: TableSetup) -> Iterator[tuple[Spot, int | None]]:
    """Yield the most that a position may stake on each spot."""
    house = setup.house
    for (wager, on), table in setup.spots.items():
        most = rule_for(wager, house.maximum_cents)
        if table.unit is not None:
            most = rule_for(wager, house.unit_cents) or table.unit.cents
        yield (wager, on), most


class _Layout:
    """Every bet that the limits admit, and what those cost that win."""

    def __init__(self, setup: TableSetup, stakes: Mapping[Spot, int]) -> None:
        self.house = setup.house
        self.both_hands = setup.both_hands
        self.limits = setup.house.aggregate_cents
        self.order = list(setup.spots)
        self.tables = list(setup.spots.values())
        self.bets = {
            spot: [Placed(bet, setup.spots[spot]) for bet in _bets(setup, spot, cents)]
            for spot, cents in stakes.items()
        }
        self.costs: dict[tuple[Spot, int], int] = {}

    def every(self) -> Iterable[Placed]:
        """Return all bets."""
        return (one for bets in self.bets.values() for one in bets)

    def cost(self, hit: Possible) -> int:
        """Return what the bets that win cost, if these rows are hit."""
        winning = {
            spot: cost
            for spot, row in zip(self.order, hit.rows, strict=True)
            if (cost := self.cost_of(spot, row)) > 0
        }
        if not self.both_hands:
            winning = dict(_on_one_hand(winning))
        shared = {
            table.wager
            for table, row in zip(self.tables, hit.rows, strict=True)
            if row >= 0 and _gives_envy(table, row)
        }
        if not shared and not any(rule_for(wager, self.limits) is not None for wager, _ in winning):
            return sum(winning.values())
        laid = [
            one
            for spot, bets in self.bets.items()
            for one in bets
            if spot in winning or one.table.wager in shared
        ]
        of_winners = [one for one in laid if (one.bet.wager, one.bet.on) in winning]
        return max(
            loss_of(settle_placed(bets, hit.outcome, self.house)) for bets in (laid, of_winners)
        )

    def cost_of(self, spot: Spot, row: int) -> int:
        """Return what the bets on a spot cost on a row; those that lose cost less than nothing."""
        if (spot, row) not in self.costs:
            self.costs[spot, row] = loss_of(
                settled(one.bet, one.table, one.table.rows[row] if row >= 0 else None, self.house)
                for one in self.bets.get(spot, ())
            )
        return self.costs[spot, row]


def _bets(setup: TableSetup, spot: Spot, cents: int) -> Iterator[Bet]:
    """Yield the most that each position may bet on a spot, all within the differential limit."""
    wager, on = spot
    left = setup.differential_cents if wager in HANDS else None
    for position in setup.position_numbers:
        if isinstance(on, int) and on != position:
            continue
        stake = cents if left is None else min(cents, left)
        if stake:
            yield Bet(wager, stake, on, position=position)
        left = None if left is None else left - stake


def _on_one_hand(winning: Mapping[Spot, int]) -> Iterator[tuple[Spot, int]]:
    """Yield what is won where nobody bets on both hands: of a wager, the hand that costs more."""
    best: dict[str, Spot] = {}
    for spot in winning:
        wager, on = spot
        if on not in HANDS:
            yield spot, winning[spot]
        elif wager not in best or winning[spot] > winning[best[wager]]:
            best[wager] = spot
    for spot in best.values():
        yield spot, winning[spot]


def _gives_envy(table: PayTable, row: int) -> bool:
    cell = table.rows[row].cell
    return isinstance(cell.pay, MeterShare) and cell.player_envy is not None
