"""Cards face down are turned, point counts announced (30-2812(4), 30-2813, 30-2817(4))."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.baccarat import Side, total_of
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.arguments import cards_text
from pitboss.table.dealers import Dealer
from pitboss.table.due import FIRST_FOUR, NAMES, SIDES, cards_left_of, seen_cards
from pitboss.table.state import RoundState, Stage, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.dealing import also_seen, too_many
from pitboss.table.steps.squeezing import HandOver, entitled, hidden_in_words, opener_waits


class TurnCards(NamedTuple):
    """Show the cards of a hand that lie face down, whoever holds them."""

    hand: Side
    cards: tuple[Card, ...]


@step.decides(TurnCards, "turn <hand:side> <cards:cards>", game="baccarat")
def turn_cards(table: Table, command: TurnCards) -> step.Decision:
    """Show the cards of a hand that lie face down: by the player who holds them, or the dealer."""
    round, hand = table.round, table.round.hand(command.hand)
    hidden = sum(card is None for card in hand)
    if not hidden or round.stage not in ("dealing", "drawing") or round.cards < FIRST_FOUR:
        message = f"no cards of the {command.hand} wait to be turned"
        remedy = "deal the first four cards" if round.cards < FIRST_FOUR else "go on"
        return Refusal("nothing-face-down", message, remedy, "30-2812(4), 30-2817(4)")
    if len(command.cards) != hidden:
        message = f"{hidden} card(s) of the {command.hand} lie face down, not {len(command.cards)}"
        return Refusal("wrong-number-of-cards", message, "name each of them")
    wrong = opener_waits(table, command.hand)
    counted = table
    for card in command.cards:
        wrong = wrong or too_many(counted, card)
        shoe = counted.shoe
        counted = counted._replace(shoe=shoe._replace(seen=also_seen(shoe, card)))
    return wrong or (CardsTurned(*command),)


class CardsTurned(NamedTuple):
    """The cards of a hand that lay face down are seen."""

    hand: Side
    cards: tuple[Card, ...]


step.told(
    CardsTurned,
    lambda before, fact: before.round.holder(fact.hand) or "dealer",
    lambda _, fact: f"turns the {NAMES[fact.hand]}'s {cards_text(fact.cards)}",
)


@step.applies(CardsTurned, final=True)
def cards_turned(table: Table, fact: CardsTurned) -> Table:
    """The cards are face up before the dealer again."""
    round, shoe = table.round, table.shoe
    turned = iter(fact.cards)
    hand = tuple(next(turned) if card is None else card for card in round.hand(fact.hand))
    round = round._replace(held=round.held - {fact.hand}).with_hand(fact.hand, hand)
    return table._replace(round=round, shoe=shoe._replace(seen=also_seen(shoe, *fact.cards)))


class CallPoints(NamedTuple):
    """Announce the point count of a hand (30-2813(1), 30-2817(4)(a), (b))."""

    hand: Side


@step.decides(CallPoints, "call <hand:side>", game="baccarat")
def call_points(table: Table, command: CallPoints) -> step.Decision:
    """Announce a point count: the Player's, and then the Banker's (30-2813(1))."""
    round = table.round
    if round.stage != "dealing" or round.cards < FIRST_FOUR:
        message = "the point counts are announced once, after the first four cards"
        remedy = "deal the first four cards" if round.stage == "dealing" else "go on"
        return Refusal("nothing-to-announce", message, remedy, "30-2813(1)")
    due = "player" if "player" not in round.called else "banker"
    if command.hand != due:
        message = "the Player's point count is announced before the Banker's"
        return Refusal("player-first", message, f"announce the {due}'s point count", "30-2813(1)")
    hand = seen_cards(round.hand(command.hand)[:2])
    if len(hand) < 2:
        message = f"the {command.hand}'s cards lie face down"
        cite = "30-2817(4)" if table.setup.style == "squeeze" else "30-2812(4)"
        return Refusal("card-not-turned", message, "have them turned first", cite)
    return (PointsCalled(command.hand, total_of(hand)),)


class PointsCalled(NamedTuple):
    """The dealer announced a hand's point count on two cards."""

    hand: Side
    points: int


@step.changes_round(PointsCalled, "dealer", '"{hand} has {points}."')
def points_called(round: RoundState, fact: PointsCalled) -> RoundState:
    """After the Banker's count third cards may be due."""
    stage: Stage = "drawing" if fact.hand == "banker" else round.stage
    return round._replace(called=(*round.called, fact.hand), stage=stage)


@step.orders(TurnCards)
def order_turning(table: Table, command: TurnCards) -> step.Order:
    """Order who turns the cards that lie face down."""
    words, cite = hidden_in_words(table, command.hand)
    holder = table.round.holder(command.hand)
    if holder:
        return step.Order(f"Let {holder} turn {words}", cite)
    if table.round.free:
        return step.Order(f"Turn {words}", "30-2802(7)")
    return step.Order(f"Turn {words}", cite if table.setup.style == "squeeze" else "30-2812(4)")


step.ordered(CallPoints, "Announce the {hand}'s point count", "30-2813(1)")


@step.proposes("dealing", "drawing", game="baccarat")
def propose_turning(table: Table, dealer: Dealer) -> step.Command | None:
    """Propose to hand over, turn and announce, as the style of the table wants."""
    round = table.round
    for hand in SIDES:
        if None in round.hand(hand) and (hand == "player" or "player" in round.called):
            opener = entitled(table, hand)
            squeezed = table.setup.style == "squeeze" and not round.free and hand not in round.held
            if squeezed and opener and not table.waives("cards-of-another-player", opener):
                return HandOver(hand, opener)
            cards, dealer.hidden[hand] = tuple(dealer.hidden[hand]), []
            return TurnCards(hand, cards)
        if hand not in round.called:
            return CallPoints(hand)
    return None


@step.tries(TurnCards)
def try_turning(table: Table) -> Iterator[step.Command]:
    """Try to turn what lies face down."""
    left = cards_left_of(table)
    for side in SIDES:
        hidden = sum(card is None for card in table.round.hand(side))
        yield TurnCards(side, left[:hidden])
