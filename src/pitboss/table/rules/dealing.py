"""Dealing a coup: four cards, the point counts, third cards by the tables (30-2812 to 30-2814)."""

from __future__ import annotations

from pitboss.games.baccarat import NATURAL, Side, total_of
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import post
from pitboss.table.due import (
    CARDS,
    FIRST_FOUR,
    card_due,
    face_down,
    seen_cards,
    two_card_totals,
    unknown_card,
)
from pitboss.table.facts import Fact
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.betting import all_given_back, waiting_progressives
from pitboss.table.rules.squeezing import opener_waits
from pitboss.table.state import RoundState, ShoeState, Table


@decides(do.DealCard)
def deal_card(table: Table, command: do.DealCard) -> Decision:
    """Deal the next card to the hand it is due to; the cutting card may come out before it."""
    wrong = (
        _not_dealing(table)
        or _not_due(table, command.to)
        or _not_in_the_style(table, command)
        or _not_in_the_shoe(table, command.card, command.face_up_in_shoe)
    )
    if wrong is not None:
        return wrong
    answer: list[Fact] = []
    shoe, first = table.shoe, table.round.cards == 0
    carried = first and shoe.carried is not None
    if cut_card_comes(shoe) and not carried:
        answer.append(facts.CutCardDrawn(first))
    if first and command.face_up_in_shoe and not carried and not table.round.free:
        answer.append(facts.RoundMadeFree(all_given_back(table)))
    answer.append(facts.CardDealt(command.card, command.to, carried, command.face_up_in_shoe))
    return tuple(answer)


def cut_card_comes(shoe: ShoeState) -> bool:
    """Say whether the cutting card lies on top of the next card."""
    return bool(shoe.cut_after) and not shoe.cut_card_out and shoe.cards <= shoe.cut_after


def _not_dealing(table: Table) -> Refusal | None:
    stage = table.round.stage
    if stage == "betting":
        return Refusal(
            "bets-not-closed",
            'no card is dealt before "no more bets"',
            'announce "no more bets"',
            "30-2812(2)",
        )
    if stage not in ("dealing", "drawing"):
        return Refusal(
            "third-card-not-due",
            "the result is announced; no more cards are dealt to this round",
            "collect, pay and clear the layout",
            "30-2813(3), 30-2815(1)",
        )
    if table.round.cards == 0 and waiting_progressives(table):
        return Refusal(
            "progressives-on-sensors",
            "progressive wagers lie on their sensors",
            "light the sensors and take the wagers into the tray first",
            next(iter(table.setup.sensed.values())),
        )
    return None


def _not_due(table: Table, to: Side) -> Refusal | None:
    round = table.round
    due = card_due(round)
    if due == to:
        return None
    if round.cards < FIRST_FOUR:
        return Refusal(
            "out-of-order",
            f"card {round.cards + 1} of a round goes to the {due}",
            f"deal it to the {due}",
            "30-2812(3)",
        )
    if round.stage == "dealing":
        return Refusal(
            "points-not-announced",
            "third cards are decided after both point counts are announced",
            "announce the point counts, the Player's first",
            "30-2813(1), (2)",
        )
    if due is None and None in (*round.player, *round.banker):
        return Refusal("card-not-turned", "a card lies face down", "have it turned", "30-2814")
    if len(round.hand(to)) == 3:
        return Refusal(
            "third-card-not-due",
            f"the {to} has a third card; no hand gets another",
            "announce the result" if due is None else f"deal to the {due}",
            "30-2813(3)",
        )
    return Refusal(
        "third-card-not-due",
        f"the {to} is not to draw now",
        "announce the result" if due is None else f"deal to the {due}",
        "30-2814(1)" if _natural(round) else "30-2814",
    )


def _natural(round: RoundState) -> bool:
    return any(total in NATURAL for total in two_card_totals(round) or ())


def _not_in_the_style(table: Table, command: do.DealCard) -> Refusal | None:
    style = table.setup.style
    if style == "face-up" and command.card is None:
        return Refusal(
            "card-not-shown", "cards are dealt face up here", "say which card it is", "30-2812(4)"
        )
    hidden = face_down(style, table.round.cards)
    if hidden and command.card is not None and table.shoe.carried is None:
        if command.face_up_in_shoe:
            return None
        return Refusal(
            "card-shown",
            "cards are dealt face down here",
            "deal the card unseen",
            "30-2817(4)" if style == "squeeze" else "30-2812(4)",
        )
    return None


def _not_in_the_shoe(table: Table, card: Card | None, face_up: bool) -> Refusal | None:
    shoe = table.shoe
    if table.round.cards == 0 and shoe.carried is not None:
        if card == shoe.carried and not face_up:
            return None
        return Refusal(
            "carried-card-first",
            f"{shoe.carried} was dealt in error and begins this hand; it is not in the shoe",
            f"deal {shoe.carried} first",
            "30-2816(1)",
        )
    if shoe.cards == 0:
        return Refusal(
            "shoe-empty",
            "the shoe is empty",
            "report that it ran dry: the round is void",
            "30-2816(4)",
        )
    return too_many(table, card) if card is not None else None


def too_many(table: Table, card: Card) -> Refusal | None:
    """Refuse a card of which the shoe cannot hold another one."""
    if card not in CARDS:
        return unknown_card(card)
    decks = table.setup.shoe_decks
    if table.shoe.seen.get(card, 0) < decks:
        return None
    return Refusal(
        "card-not-in-shoe",
        f"all {decks} of {card} have been seen",
        "read the card again, or inspect the cards",
        "30-2806(1)",
    )


@applies(facts.CutCardDrawn)
def cut_card_drawn(table: Table, fact: facts.CutCardDrawn) -> Table:
    """This hand is finished and one more is dealt; or this is the last one, by another reading."""
    last = fact.first and table.setup.cut_card_first == "ends-shoe"
    shoe = table.shoe._replace(cut_card_out=True, last_hand=table.shoe.last_hand or last)
    return table._replace(shoe=shoe)


@applies(facts.RoundMadeFree)
def round_made_free(table: Table, fact: facts.RoundMadeFree) -> Table:
    """The bets are with their owners; the hand goes on without them."""
    round = table.round._replace(free=True, bets=(), progressives_taken=False)
    return post(table._replace(round=round), fact.movements)


@applies(facts.CardDealt)
def card_dealt(table: Table, fact: facts.CardDealt) -> Table:
    """One card fewer in the shoe, one more in a hand."""
    round, shoe = table.round, table.shoe
    round = round.with_hand(fact.to, (*round.hand(fact.to), fact.card))
    if fact.carried:
        shoe = shoe._replace(carried=None, carried_free=False)
    else:
        shoe = shoe._replace(cards=shoe.cards - 1, seen=also_seen(shoe, fact.card))
    return table._replace(round=round, shoe=shoe)


def also_seen(shoe: ShoeState, *cards: Card | None) -> dict[Card, int]:
    """Return the cards seen in this shoe with these added."""
    seen = dict(shoe.seen)
    for card in cards:
        if card is not None:
            seen[card] = seen.get(card, 0) + 1
    return seen


# --- cards face down, and the point counts ---


@decides(do.TurnCards)
def turn_cards(table: Table, command: do.TurnCards) -> Decision:
    """Show the cards of a hand that lie face down: by the player who holds them, or the dealer."""
    round, hand = table.round, table.round.hand(command.hand)
    hidden = sum(one is None for one in hand)
    if not hidden or round.stage not in ("dealing", "drawing") or round.cards < FIRST_FOUR:
        return Refusal(
            "nothing-face-down",
            f"no cards of the {command.hand} wait to be turned",
            "deal the first four cards" if round.cards < FIRST_FOUR else "go on",
            "30-2812(4), 30-2817(4)",
        )
    if len(command.cards) != hidden:
        return Refusal(
            "wrong-number-of-cards",
            f"{hidden} card(s) of the {command.hand} lie face down, not {len(command.cards)}",
            "name each of them",
        )
    waiting = opener_waits(table, command.hand)
    if waiting is not None:
        return waiting
    wrong = None
    counted = table
    for card in command.cards:
        wrong = wrong or too_many(counted, card)
        shoe = counted.shoe
        counted = counted._replace(shoe=shoe._replace(seen=also_seen(shoe, card)))
    return wrong or (facts.CardsTurned(command.hand, command.cards),)


@applies(facts.CardsTurned)
def cards_turned(table: Table, fact: facts.CardsTurned) -> Table:
    """The cards are face up before the dealer again."""
    round, shoe = table.round, table.shoe
    turned = iter(fact.cards)
    hand = tuple(next(turned) if one is None else one for one in round.hand(fact.hand))
    round = round._replace(held=round.held - {fact.hand}).with_hand(fact.hand, hand)
    return table._replace(round=round, shoe=shoe._replace(seen=also_seen(shoe, *fact.cards)))


@decides(do.CallPoints)
def call_points(table: Table, command: do.CallPoints) -> Decision:
    """Announce a point count: the Player's, and then the Banker's (30-2813(1))."""
    round = table.round
    if round.stage != "dealing" or round.cards < FIRST_FOUR:
        return Refusal(
            "nothing-to-announce",
            "the point counts are announced once, after the first four cards",
            "deal the first four cards" if round.stage == "dealing" else "go on",
            "30-2813(1)",
        )
    due = "player" if "player" not in round.called else "banker"
    if command.hand != due:
        return Refusal(
            "player-first",
            "the Player's point count is announced before the Banker's",
            f"announce the {due}'s point count",
            "30-2813(1)",
        )
    hand = seen_cards(round.hand(command.hand))
    if len(hand) < 2:
        return Refusal(
            "card-not-turned",
            f"the {command.hand}'s cards lie face down",
            "have them turned first",
            "30-2817(4)" if table.setup.style == "squeeze" else "30-2812(4)",
        )
    return (facts.PointsCalled(command.hand, total_of(hand)),)


@applies(facts.PointsCalled)
def points_called(table: Table, fact: facts.PointsCalled) -> Table:
    """After the Banker's count third cards may be due."""
    round = table.round._replace(called=(*table.round.called, fact.hand))
    if fact.hand == "banker":
        round = round._replace(stage="drawing")
    return table._replace(round=round)
