"""The layout is cleared: cards to the discard rack in order, and the next round (30-2815(4))."""

from __future__ import annotations

from pitboss.games import Coup
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.due import in_order, seen_cards
from pitboss.table.facts import Fact
from pitboss.table.handlers import Decision, applies, decides, rule_28
from pitboss.table.roads.marks import Mark
from pitboss.table.roads.marks import Round as RoadRound
from pitboss.table.rules.paying import next_to_pay
from pitboss.table.state import LaidBet, RoundState, ShoeState, Table


@decides(do.ClearLayout)
def clear_layout(table: Table, _: do.ClearLayout) -> Decision:
    """Put the cards into the discard rack in order, and end the round; the shoe may end with it."""
    round = table.round
    if round.stage != "clearing":
        return Refusal(
            "round-not-over",
            "the round is not over",
            _what_is_left(table),
            rule_28(table, "30-2815(4)"),
        )
    answer: list[Fact] = [facts.LayoutCleared(seen_cards(in_order(round)))]
    if table.shoe.last_hand and table.setup.kind == "baccarat":
        answer.append(facts.ShoeFinished())
    return tuple(answer)


def _what_is_left(table: Table) -> str:
    """Return the remedy for a layout that is cleared too soon."""
    if table.round.stage != "settling":
        return "play it to its result"
    if any(one.loses for one in table.round.settled.values()):
        return "collect the losers and pay the winners first"
    return f"pay position {next_to_pay(table)} first"


@applies(facts.LayoutCleared)
def layout_cleared(table: Table, fact: facts.LayoutCleared) -> Table:
    """The next round begins; pushes that were held over lie there already."""
    round, shoe = table.round, table.shoe
    outcome = round.outcome
    if isinstance(outcome, Coup):
        shoe = gathered(table, fact.cards, RoadRound(Mark.of(outcome), round.free))
    held = tuple(
        LaidBet(number, one.bet, one.behind) for number, one in enumerate(round.held_over, 1)
    )
    fresh = RoundState(
        number=round.number + 1, bets=held, next_bet=len(held) + 1, vigorish_due=round.vigorish_due
    )
    last = (shoe.number, round.number, "" if outcome is None else str(outcome))
    return table._replace(round=fresh, shoe=shoe, last_round=last)


def gathered(table: Table, cards: tuple[Card | None, ...], mark: RoadRound) -> ShoeState:
    """Return the shoe with a round's cards in the discard rack, or back in the shuffler."""
    shoe = table.shoe
    shoe = shoe._replace(rounds=(*shoe.rounds, mark), last_hand=shoe.last_hand or shoe.cut_card_out)
    if table.setup.device == "continuous":
        seen = {shoe.carried: 1} if shoe.carried is not None else {}
        return shoe._replace(cards=shoe.cards + len(cards), seen=seen)
    return shoe._replace(rack=(*shoe.rack, cards))
