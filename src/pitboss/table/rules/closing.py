"""What closes the betting, "no more bets", and hands without bets (30-2812(2), 30-2802(7))."""

from __future__ import annotations

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.company import bets_missing_support
from pitboss.settle.legality import Placed
from pitboss.settle.settlements import Movement
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import LAYOUT, TRAY, post, tray_closed
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.betting import FREE_HANDS, LATE, all_given_back, waiting_progressives
from pitboss.table.rules.inspection import other_batch
from pitboss.table.rules.opening import overdue
from pitboss.table.state import Table


@decides(do.CallNoMoreBets)
def call_no_more_bets(table: Table, _: do.CallNoMoreBets) -> Decision:
    """Close the betting: every bet must have the company it needs, and the layout its limits."""
    if table.round.stage != "betting":
        cite = "30-2812(2)" if table.setup.kind == "baccarat" else LATE[table.setup.kind]
        return Refusal("bets-closed", "there are no more bets already", "deal on", cite)
    wrong = not_ready_to_deal(table) or _without_company(table) or _one_sided(table)
    if wrong is not None:
        return wrong
    if table.shoe.carried_free and table.round.bets:
        return facts.BetsClosed(), facts.RoundMadeFree(all_given_back(table))
    if table.round.bets or table.round.free or table.setup.kind != "baccarat":
        return (facts.BetsClosed(),)
    return _no_free_hand_left(table) or (facts.FreeHandCalled(), facts.BetsClosed())


def not_ready_to_deal(table: Table) -> Refusal | None:
    """Refuse a round for which cards, shooter or duties are not ready."""
    closed = tray_closed(table)
    if closed is not None:
        return closed
    kind, shoe, round = table.setup.kind, table.shoe, table.round
    if kind == "baccarat" and shoe.stage != "in play":
        return Refusal(
            "no-shoe-in-play",
            "no shoe is ready to be dealt from",
            "shuffle, cut, load and burn" if shoe.stage != "loaded" else "burn the first cards",
            "30-2813(4)" if shoe.stage == "finished" else "30-2810",
        )
    if kind == "craps" and round.shooter is None:
        return Refusal("no-shooter", "nobody has the dice", "pass the dice first")
    if kind == "baccarat" and table.setup.device == "continuous" and "shuffler" not in table.sound:
        return Refusal(
            "device-not-inspected",
            "the shuffler was not inspected this gaming day and found sound",
            "inspect it before cards go back in",
            "30-2805",
        )
    waiting = other_batch(table)
    if waiting is not None and waiting.stage != "shuffled":
        return Refusal(
            "other-batch-not-shuffled",
            f"the batch with {waiting.backs} backs is not shuffled and in the shuffler",
            "shuffle it while this one is played",
            "30-2806(1)(a)(iii)",
        )
    if overdue(table):
        return Refusal(
            "surveillance-not-notified",
            "surveillance was not told of the payment procedure in time",
            "notify surveillance now",
            table.setup.reporting.cite,
        )
    if table.dispute is not None:
        return Refusal("dispute-open", "the last round is disputed", "close the dispute first")
    if round.vigorish_due:
        return Refusal(
            "tie-vigorish-due",
            "the vigorish of the tied round is not collected",
            "collect it before the next round",
            "30-2808(3)(c)",
        )
    return None


def _without_company(table: Table) -> Refusal | None:
    setup = table.setup
    if not setup.company_matters and not any(one.bet.toke for one in table.round.bets):
        return None
    for behind in (False, True):
        bets = [one for one in table.round.bets if one.behind == behind]
        placed: list[Placed | Refusal] = [setup.placed(one.bet) for one in bets]
        for at, fault in bets_missing_support(placed, setup.house).items():
            bet = bets[at].bet
            return fault._replace(
                message=f"bet {bets[at].number} of position {bet.position}: {fault.message}"
            )
    return None


def _one_sided(table: Table) -> Refusal | None:
    """Hold the Player and Banker bets of the layout within the house's differential limit."""
    limit = table.setup.differential_cents
    if limit is None:
        return None
    stakes = {"player": 0, "banker": 0}
    for one in table.round.bets:
        if one.bet.wager in stakes:
            stakes[one.bet.wager] += one.bet.stake_cents
    apart = stakes["player"] - stakes["banker"]
    if abs(apart) <= limit:
        return None
    heavy = "player" if apart > 0 else "banker"
    return Refusal(
        "differential-exceeded",
        f"the {heavy} bets exceed the others by {Money(abs(apart))}",
        f"bring the difference down to {Money(limit)}",
    )


@applies(facts.BetsClosed)
def bets_closed(table: Table, _: facts.BetsClosed) -> Table:
    """The first card, or the dice, may come. A hand after a disclosed card in error is free."""
    round = table.round._replace(stage="dealing", free=table.round.free or table.shoe.carried_free)
    return table._replace(round=round)


@decides(do.TakeProgressives)
def take_progressives(table: Table, _: do.TakeProgressives) -> Decision:
    """Take the progressive wagers off their sensors into the tray."""
    numbers = waiting_progressives(table)
    if table.round.stage != "dealing" or not numbers:
        return Refusal(
            "no-progressives",
            "no progressive wager waits on a sensor",
            'announce "no more bets" first' if table.round.stage == "betting" else "go on",
            next(iter(table.setup.sensed.values()), None),
        )
    return (facts.ProgressivesTaken(numbers),)


@applies(facts.ProgressivesTaken)
def progressives_taken(table: Table, fact: facts.ProgressivesTaken) -> Table:
    """The stakes are in the tray; the bets stand."""
    moved = [
        Movement(LAYOUT, TRAY, one.bet.stake_cents, one.bet.chips)
        for one in table.round.bets
        if one.number in fact.numbers
    ]
    return post(table._replace(round=table.round._replace(progressives_taken=True)), moved)


@decides(do.CallFreeHand)
def call_free_hand(table: Table, _: do.CallFreeHand) -> Decision:
    """Deal the next hand without bets, as often as the licensee allows in a shoe."""
    if table.round.stage != "betting" or table.round.free:
        return Refusal("round-not-over", "a round is being played", "finish it first", FREE_HANDS)
    if table.round.bets:
        return Refusal("bets-laid", "bets lie on the layout", "give them back first", FREE_HANDS)
    return _no_free_hand_left(table) or not_ready_to_deal(table) or (facts.FreeHandCalled(),)


def _no_free_hand_left(table: Table) -> Refusal | None:
    """Refuse a hand without bets beyond what the licensee allows in a shoe.

    A hand after a card that was disclosed in error is free by 30-2816(2), and is not counted.
    """
    if table.shoe.carried_free or table.shoe.free_hands < table.setup.free_hands:
        return None
    return Refusal(
        "no-more-free-hands",
        f"this shoe has had its {table.setup.free_hands} free hands",
        "deal a hand with bets",
        FREE_HANDS,
    )


@applies(facts.FreeHandCalled)
def free_hand_called(table: Table, _: facts.FreeHandCalled) -> Table:
    """No bets, and nobody but the dealer handles the cards."""
    counted = not table.shoe.carried_free
    shoe = table.shoe._replace(free_hands=table.shoe.free_hands + counted)
    return table._replace(round=table.round._replace(free=True), shoe=shoe)
