"""The layout is cleared: cards to the discard rack in order, and the next round (30-2815(4))."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games import Coup
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.dealers import Dealer
from pitboss.table.due import in_order, seen_cards
from pitboss.table.procedures import procedure_of, rule_28
from pitboss.table.roads.marks import Mark
from pitboss.table.roads.marks import Round as RoadRound
from pitboss.table.state import LaidBet, RoundState, ShoeState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.paying import next_to_pay
from pitboss.table.steps.shoes import ShoeFinished


class ClearLayout(NamedTuple):
    """Put the cards into the discard rack in order (30-2815(4)), or the dice back: a round ends."""


@step.decides(ClearLayout, "clear")
def clear_layout(table: Table, _: ClearLayout) -> step.Decision:
    """Put the cards into the discard rack in order, and end the round; the shoe may end with it."""
    round = table.round
    if round.stage != "clearing":
        cite = rule_28(table, "30-2815(4)")
        return Refusal("round-not-over", "the round is not over", _what_is_left(table), cite)
    if table.dispute is not None:
        return Refusal("dispute-open", "the round is disputed", "close the dispute first")
    cleared = LayoutCleared(seen_cards(in_order(round)))
    return (cleared, ShoeFinished()) if table.shoe.last_hand else (cleared,)


def _what_is_left(table: Table) -> str:
    """Return the remedy for a layout that is cleared too soon."""
    if table.round.stage != "settling":
        return "play it to its result"
    if any(result.loses for result in table.round.settled.values()):
        return "collect the losers and pay the winners first"
    return f"pay position {next_to_pay(table)} first"


class LayoutCleared(NamedTuple):
    """A round is over: its cards are in the discard rack, in order, or back in the shuffler."""

    cards: tuple[Card, ...]


@step.applies(LayoutCleared)
def layout_cleared(table: Table, fact: LayoutCleared) -> Table:
    """The next round begins; pushes that were held over lie there already."""
    round, shoe = table.round, table.shoe
    outcome = round.outcome
    if isinstance(outcome, Coup):
        shoe = gathered(table, fact.cards, RoadRound(Mark.of(outcome), round.free))
    held = [LaidBet(at, laid.bet, laid.behind) for at, laid in enumerate(round.held_over, 1)]
    fresh = RoundState(
        number=round.number + 1,
        last_shooter=round.last_shooter,
        shot_before=round.shooter or 0,
        next_bet=len(held) + 1,
        vigorish_due=round.vigorish_due,
    ).with_bets(held)
    last = (shoe.number, round.number, "" if outcome is None else str(outcome))
    return table._replace(round=fresh, shoe=shoe, last_round=last)


def gathered(table: Table, cards: tuple[Card | None, ...], mark: RoadRound) -> ShoeState:
    """Return the shoe with a round's cards in the discard rack, or back in the shuffler."""
    shoe = table.shoe
    shoe = shoe._replace(rounds=(*shoe.rounds, mark), last_hand=shoe.last_hand or shoe.cut_card_out)
    if table.setup.device == "continuous":
        carried = None if shoe.carried is None else shoe.carried.card
        seen = {} if carried is None else {carried: 1}
        return shoe._replace(cards=shoe.cards + len(cards), seen=seen)
    return shoe._replace(rack=(*shoe.rack, cards))


@step.tells(LayoutCleared)
def tell_cleared(before: Table, fact: LayoutCleared) -> Iterator[step.StoryLine]:
    """Tell where the cards went, and that the last hand is next."""
    where = "shuffler" if before.setup.device == "continuous" else "discard rack"
    cards = len(fact.cards)
    words = f"puts {cards} cards into the {where}" if cards else "clears the layout"
    yield step.StoryLine("dealer", words)
    if before.shoe.cut_card_out and not before.shoe.last_hand:
        yield step.StoryLine("dealer", '"Last hand."')


@step.orders(ClearLayout)
def order_clearing(table: Table, _: ClearLayout) -> step.Order:
    """Order where cards or dice go."""
    if table.setup.kind == "baccarat" and table.setup.device == "continuous":
        return step.Order("Put the cards back into the shuffler, in order", "30-2811, 30-2815(4)")
    return step.Order(*procedure_of(table).clears)


@step.proposes("clearing")
def propose_clearing(_: Table, __: Dealer) -> step.Command:
    """Propose to clear the layout."""
    return ClearLayout()
