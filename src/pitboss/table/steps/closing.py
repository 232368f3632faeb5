"""What closes the betting, "no more bets", and hands without bets (30-2812(2), 30-2802(7))."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import TRAY, AnyMovement, JackpotMovement, Movement
from pitboss.table.accounts import tray_closed
from pitboss.table.dealers import Dealer
from pitboss.table.procedures import procedure_of
from pitboss.table.state import NO_BETS, Registered, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.betting import (
    FREE_HANDS,
    all_given_back,
    lies_at,
    unfit_bets,
    waiting_progressives,
)
from pitboss.table.steps.dealing import RoundMadeFree
from pitboss.table.steps.duties import overdue
from pitboss.table.steps.panel import contributions, not_to_start, registered_by, started


class CallNoMoreBets(NamedTuple):
    """Announce "no more bets" (30-2812(2), 30-2817(2))."""


@step.decides(CallNoMoreBets, "no more bets")
def call_no_more_bets(table: Table, _: CallNoMoreBets) -> step.Decision:
    """Close the betting: every bet must have the company it needs, and the layout its limits."""
    if table.round.stage != "betting":
        cite = procedure_of(table).closes
        return Refusal("bets-closed", "there are no more bets already", "deal on", cite)
    wrong = not_ready_to_deal(table) or _without_company(table) or _one_sided(table)
    if wrong is not None:
        return wrong
    if table.shoe.carried_free and table.round.bets:
        return BetsClosed(), RoundMadeFree(all_given_back(table))
    if table.round.bets or table.round.free or table.setup.kind != "baccarat":
        return (BetsClosed(),)
    return _no_free_hand_left(table) or (FreeHandCalled(), BetsClosed())


def not_ready_to_deal(table: Table) -> Refusal | None:
    """Refuse a round for which cards, shooter or duties are not ready."""
    hindered = tray_closed(table) or procedure_of(table).not_ready(table)
    if hindered is not None:
        return hindered
    if overdue(table):
        message = "surveillance was not told of the payment procedure in time"
        remedy = "notify surveillance now"
        return Refusal("surveillance-not-notified", message, remedy, table.setup.reporting.cite)
    if table.dispute is not None:
        return Refusal("dispute-open", "the last round is disputed", "close the dispute first")
    if table.round.vigorish_due:
        message = "the vigorish of the tied round is not collected"
        remedy = "collect it before the next round"
        return Refusal("tie-vigorish-due", message, remedy, "30-2808(3)(c)")
    return None


def _without_company(table: Table) -> Refusal | None:
    setup, tokes = table.setup, any(laid.bet.toke for laid in table.round.bets)
    if not setup.company_matters and not tokes and not _any_below_minimum(table):
        return None
    positions = {laid.number: laid.bet.position for laid in table.round.bets}
    for number, fault in unfit_bets(setup, table.round.bets).items():
        which = f"bet {number} of position {positions[number]}"
        return fault._replace(message=f"{which}: {fault.message}")
    return None


def _any_below_minimum(table: Table) -> bool:
    """Say whether a single bet is below its minimum; several on its spot may still reach it."""
    least = table.setup.house.minimum_cents
    if not least:
        return False
    return any(laid.bet.stake_cents < least.get(laid.bet.wager, 0) for laid in table.round.bets)


def _one_sided(table: Table) -> Refusal | None:
    """Hold the Player and Banker bets of the layout within the house's differential limit."""
    limit = table.setup.differential_cents
    if limit is None:
        return None
    stakes = {"player": 0, "banker": 0}
    for laid in table.round.bets:
        if laid.bet.wager in stakes:
            stakes[laid.bet.wager] += laid.bet.stake_cents
    apart = stakes["player"] - stakes["banker"]
    if abs(apart) <= limit:
        return None
    heavy = "player" if apart > 0 else "banker"
    message = f"the {heavy} bets exceed the others by {Money(abs(apart))}"
    return Refusal("differential-exceeded", message, f"bring the difference down to {Money(limit)}")


class BetsClosed(NamedTuple):
    """No bet may be made, increased or withdrawn any more (30-2807(4))."""


@step.applies(BetsClosed, "dealer", '"No more bets."')
def bets_closed(table: Table, _: BetsClosed) -> Table:
    """The first card, or the dice, may come. A hand after a disclosed card in error is free."""
    free = table.round.free or table.shoe.carried_free
    return table.with_round(table.round._replace(stage="dealing", free=free, by_bettor=NO_BETS))


class TakeProgressives(NamedTuple):
    """Press START GAME: the lit sensors are registered, and their bets go into the tray.

    30-2899.02(7), 30-2899.04(5)(c), 30-2899.07(6)(b).
    """


step.written(TakeProgressives, "start game")


@step.decides(TakeProgressives, "take progressives")
def take_progressives(table: Table, _: TakeProgressives) -> step.Decision:
    """Register the lit sensors and take the progressive wagers into the tray."""
    numbers = waiting_progressives(table)
    if table.round.stage != "dealing" or not numbers:
        message, remedy = "no progressive wager waits on a sensor", "go on"
        if table.round.stage == "betting":
            message, remedy = "bets are still taken", 'announce "no more bets" first'
        cite = next(iter(table.setup.sensed.values()), None)
        return Refusal("no-progressives", message, remedy, cite)
    return not_to_start(table) or (taken_off_sensors(table, numbers),)


class ProgressivesTaken(NamedTuple):
    """The progressive wagers of a round are in the tray, and registered for their jackpots."""

    numbers: tuple[int, ...]
    movements: tuple[Movement | JackpotMovement, ...]
    registered: tuple[Registered, ...] = ()
    """Nothing at a table that is linked to no jackpot."""


@step.applies(ProgressivesTaken, "dealer", "takes the progressive wagers into the tray")
def progressives_taken(table: Table, fact: ProgressivesTaken) -> Table:
    """The game has begun; what is registered counts, whatever becomes of the round."""
    round = table.round._replace(progressives_taken=True)
    if table.panel.links:
        panel = started(table.panel, round.number, fact.registered)
        table = table._replace(panel=panel)
    return table.with_round(round)


def taken_off_sensors(table: Table, numbers: tuple[int, ...]) -> ProgressivesTaken:
    """Return that the stakes of some bets go into the tray, and what they add to jackpots."""
    moved: list[AnyMovement] = [
        Movement(
            lies_at(table, laid.bet),
            TRAY,
            laid.bet.stake_cents,
            laid.bet.chips,
            "taken off the sensor",
        )
        for laid in table.round.bets
        if laid.number in numbers
    ]
    registered = registered_by(table)
    return ProgressivesTaken(numbers, (*moved, *contributions(table, registered)), registered)


class CallFreeHand(NamedTuple):
    """Deal the next hand without bets (30-2802(7))."""


@step.decides(CallFreeHand, "free hand", game="baccarat")
def call_free_hand(table: Table, _: CallFreeHand) -> step.Decision:
    """Deal the next hand without bets, as often as the licensee allows in a shoe."""
    if table.round.stage != "betting" or table.round.free:
        return Refusal("round-not-over", "a round is being played", "finish it first", FREE_HANDS)
    if table.round.bets:
        return Refusal("bets-laid", "bets lie on the layout", "give them back first", FREE_HANDS)
    return _no_free_hand_left(table) or not_ready_to_deal(table) or (FreeHandCalled(),)


def _no_free_hand_left(table: Table) -> Refusal | None:
    """Refuse a hand without bets beyond what the licensee allows in a shoe.

    A hand after a card that was disclosed in error is free by 30-2816(2), and is not counted.
    """
    if table.shoe.carried_free or table.shoe.free_hands < table.setup.free_hands:
        return None
    message = f"this shoe has had its {table.setup.free_hands} free hands"
    return Refusal("no-more-free-hands", message, "deal a hand with bets", FREE_HANDS)


class FreeHandCalled(NamedTuple):
    """The round is dealt without bets."""


@step.applies(FreeHandCalled, "dealer", '"Free hand."')
def free_hand_called(table: Table, _: FreeHandCalled) -> Table:
    """No bets, and nobody but the dealer handles the cards."""
    counted = not table.shoe.carried_free
    shoe = table.shoe._replace(free_hands=table.shoe.free_hands + counted)
    return table._replace(round=table.round._replace(free=True), shoe=shoe)


step.ordered(CallNoMoreBets, "Close the betting", "30-2812(2)")
step.ordered(
    TakeProgressives,
    "Light the sensors and take the progressive wagers into the tray",
    lambda table, _: next(iter(table.setup.sensed.values()), ""),
)


@step.proposes("dealing")
def propose_taking(table: Table, _: Dealer) -> step.Command | None:
    """Propose to take the progressive wagers before the first card."""
    round = table.round
    begun = round.cards or round.shaken or round.rolls
    return TakeProgressives() if not begun and waiting_progressives(table) else None
