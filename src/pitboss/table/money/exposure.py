"""The worst case of a layout, known before the deal: the most that the house can lose on it.

It is no sum of best pays, for Player and Banker never win together. What can be hit together comes
from :mod:`pitboss.table.money.possible`; aggregate limits, vigorish, breakage and envy count as
they are settled. Only the house's money counts: a share of a meter comes from the jackpot, and
promotional chips and coupons that the house takes in are no money. Any outcome of a full shoe is
possible here, whatever cards have been seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pitboss.games import Coup, Outcome, ShooterHand
from pitboss.games.craps import POINTS, SEVEN, TOTALS
from pitboss.games.craps_features import MOST_COUNTED
from pitboss.rulebook import MeterShare, PayRow, PayTable
from pitboss.settle.bets import House, rule_for
from pitboss.settle.legality import Placed
from pitboss.settle.rounds import settle_placed
from pitboss.settle.settlements import Settlement, envy_of, settled
from pitboss.table.money.possible import possible
from pitboss.table.setups.setup import Spot
from pitboss.table.state import Table
from pitboss.table.steps.craps import point_of


class Exposure(NamedTuple):
    """The most that the house can lose on the bets that lie on the layout."""

    cents: int
    """Below zero if the house wins whatever comes."""
    outcome: Outcome | None
    """An outcome that costs so much; None on an empty layout."""
    exact: bool = True
    """Whether the outcome shows that the figure is reached; else it is an upper bound."""


def exposure(table: Table) -> Exposure:
    """Return the worst case of the bets on the layout, with an outcome that brings it about.

    At craps the rest of the shooter's hand is meant: wagers that end at different rolls are added.
    """
    setup = table.setup
    placed = [setup.placed(one.bet) for one in table.round.bets]
    if not placed:
        return Exposure(0, None)
    if setup.kind == "craps":
        return _of_shooter(placed, table.round.rolls, setup.house)
    layout = _Layout(placed, setup.house)
    order = {spot: at for at, spot in enumerate(setup.spots)}
    places = [order[spot] for spot in layout.spots]
    outcomes = {tuple(one.rows[at] for at in places): one.outcome for one in possible(setup)}
    worst = max(outcomes, key=lambda rows: layout.loss(rows, outcomes[rows]))
    outcome = outcomes[worst]
    exact = _holds(setup.decks // setup.batches, outcome)
    return Exposure(layout.loss(worst, outcome), outcome, exact)


def _holds(decks: int, outcome: Outcome) -> bool:
    """Say whether a shoe of so many decks holds the cards of an outcome."""
    if not isinstance(outcome, Coup):
        return True
    cards = outcome.player + outcome.banker
    return all(cards.count(one) <= decks for one in cards)


def loss_of(settlements: Iterable[Settlement]) -> int:
    """Return what the house loses in money on settled bets; what it wins is negative."""
    return sum(map(_cost, settlements))


def _cost(one: Settlement) -> int:
    taken = one.lost_cents if one.bet.chips == "value" else 0
    envy = one.dealer_envy_cents + one.player_envy_cents
    return one.won_cents + envy - one.vigorish_cents - taken


class _Amounts(NamedTuple):
    """What the bets of one spot cost on one row, and what of it counts towards a limit."""

    cost_cents: int
    paid_out_cents: int


class _Layout:
    """The bets of a layout by spot, and what each row of a spot costs."""

    def __init__(self, placed: Sequence[Placed], house: House) -> None:
        self.placed = placed
        self.house = house
        self.spots: dict[Spot, list[Placed]] = {}
        for one in placed:
            self.spots.setdefault((one.bet.wager, one.bet.on), []).append(one)
        self.tables = [bets[0].table for bets in self.spots.values()]
        self.costs: dict[tuple[int, int], _Amounts] = {}
        self.limits = {
            wager: limit
            for wager, _ in self.spots
            if (limit := rule_for(wager, house.aggregate_cents)) is not None
        }

    def loss(self, rows: Sequence[int], outcome: Outcome) -> int:
        """Return what the house loses if the spots hit these rows, as this outcome does."""
        if any(map(_shares_a_meter, self.tables, rows)):
            return loss_of(settle_placed(self.placed, outcome, self.house))
        total = 0
        paid_out = dict.fromkeys(self.limits, 0)
        for at, ((wager, _), row) in enumerate(zip(self.spots, rows, strict=True)):
            amounts = self.cost(at, row)
            total += amounts.cost_cents
            if wager in paid_out:
                paid_out[wager] += amounts.paid_out_cents
        if any(cents > self.limits[wager] for wager, cents in paid_out.items()):
            return loss_of(settle_placed(self.placed, outcome, self.house))
        return total

    def cost(self, at: int, row: int) -> _Amounts:
        """Return what the bets of a spot cost on a row; no row is a loss for the bettors."""
        if (at, row) not in self.costs:
            table = self.tables[at]
            hit = table.rows[row] if row >= 0 else None
            bets = list(self.spots.values())[at]
            done = [settled(one.bet, table, hit, self.house) for one in bets]
            self.costs[at, row] = _Amounts(
                loss_of(done), sum(settlement.paid_out_cents for settlement in done)
            )
        return self.costs[at, row]


def _shares_a_meter(table: PayTable, row: int) -> bool:
    """Say whether a row gives envy to others, which depends on who else has bet."""
    return row >= 0 and isinstance(table.rows[row].cell.pay, MeterShare)


# --- the simple bound ---


def _bound(placed: Sequence[Placed], house: House) -> int:
    """Return the sum of each bet's best pay, with all the envy that others could bring it."""
    return sum(_best(one, house) for one in placed) + sum(
        max((envy_of(row, winner.bet, winner.table) for row in _meter_rows(winner)), default=0)
        for winner in placed
        for other in placed
        if other.bet.wager == winner.bet.wager and other.bet.position != winner.bet.position
    )


def _best(one: Placed, house: House) -> int:
    rows: tuple[PayRow | None, ...] = (None, *one.table.rows)
    return max(loss_of([settled(one.bet, one.table, row, house)]) for row in rows)


def _meter_rows(one: Placed) -> Iterator[PayRow]:
    return (row for row in one.table.rows if isinstance(row.cell.pay, MeterShare))


# --- craps ---


def _of_shooter(placed: Sequence[Placed], rolls: tuple[int, ...], house: House) -> Exposure:
    """Try hands that grow longer and longer: counters only rise, and so do the printed pays.

    If no such hand costs every bet's best pay, the bound stands as an upper bound.
    """
    free = House(
        vigorish_rate=house.vigorish_rate,
        vigorish_rounding_cents=house.vigorish_rounding_cents,
        breakage=house.breakage,
        chip_cents=house.chip_cents,
    )
    bound = _bound(placed, house)
    hands = [_hand(rolls, points) for points in range(MOST_COUNTED + 1)]
    worst = max(hands, key=lambda hand: loss_of(settle_placed(placed, hand, free)))
    if loss_of(settle_placed(placed, worst, free)) < bound:
        return Exposure(bound, worst, exact=False)
    return Exposure(loss_of(settle_placed(placed, worst, house)), worst)


def _hand(rolls: tuple[int, ...], points: int) -> ShooterHand:
    """Go on from some rolls: make so many points, with every total before each; then seven out."""
    point = point_of(rolls)
    grown = list(rolls)
    for _ in range(points):
        if point is None:
            grown.append(POINTS[0])
            point = POINTS[0]
        grown += [total for total in TOTALS if total not in (point, SEVEN)]
        grown.append(point)
        point = None
    grown += [SEVEN] if point is not None else [POINTS[0], SEVEN]
    return ShooterHand(tuple(grown))
