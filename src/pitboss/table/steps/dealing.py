"""Dealing a coup: four cards, third cards by the tables (30-2812 to 30-2814)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.baccarat import NATURAL, Side, total_of
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.settle.accounts import Movement
from pitboss.table.dealers import Dealer
from pitboss.table.due import (
    CARDS,
    FIRST_FOUR,
    NAMES,
    card_due,
    cards_left_of,
    face_down,
    finished_coup,
    seen_cards,
    two_card_totals,
    unknown_card,
)
from pitboss.table.procedures import PROCEDURES, Procedure
from pitboss.table.state import NO_BETS, RoundState, ShoeState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.betting import all_given_back, waiting_progressives
from pitboss.table.steps.inspection import other_batch
from pitboss.table.steps.panel import base_game_stopped
from pitboss.table.steps.results import result_words


class DealCard(NamedTuple):
    """Deal the next card to the hand it is due to; None is a card that nobody has seen yet."""

    card: Card | None
    to: Side
    face_up_in_shoe: bool = False


@step.decides(
    DealCard, "deal <to:side> <card:card or ?> [face up = face_up_in_shoe]", game="baccarat"
)
def deal_card(table: Table, command: DealCard) -> step.Decision:
    """Deal the next card to the hand it is due to; the cutting card may come out before it."""
    wrong = (
        _not_dealing(table)
        or _not_due(table, command.to)
        or _not_in_the_style(table, command)
        or _not_in_the_shoe(table, command.card, command.face_up_in_shoe)
    )
    if wrong is not None:
        return wrong
    shoe, first = table.shoe, table.round.cards == 0
    carried = first and shoe.carried is not None
    answer: list[step.Fact] = []
    if cut_card_comes(shoe) and not carried:
        answer.append(CutCardDrawn(first))
    if first and command.face_up_in_shoe and not carried and not table.round.free:
        answer.append(RoundMadeFree(all_given_back(table)))
    return *answer, CardDealt(command.card, command.to, carried, command.face_up_in_shoe)


def cut_card_comes(shoe: ShoeState) -> bool:
    """Say whether the cutting card lies on top of the next card."""
    return bool(shoe.cut_after) and not shoe.cut_card_out and shoe.cards <= shoe.cut_after


def _not_dealing(table: Table) -> Refusal | None:
    stage = table.round.stage
    if stage == "betting":
        message = 'no card is dealt before "no more bets"'
        return Refusal("bets-not-closed", message, 'announce "no more bets"', "30-2812(2)")
    if stage not in ("dealing", "drawing"):
        message = "the result is announced; no more cards are dealt to this round"
        remedy = "collect, pay and clear the layout"
        return Refusal("third-card-not-due", message, remedy, "30-2813(3), 30-2815(1)")
    return progressives_on_sensors(table) if table.round.cards == 0 else None


def progressives_on_sensors(table: Table) -> Refusal | None:
    """Refuse cards and dice while progressive wagers wait to be taken, or no round is dealt."""
    if not waiting_progressives(table):
        return base_game_stopped(table)
    message = "progressive wagers lie on their sensors"
    remedy = "press START GAME: light the sensors and take the wagers into the tray first"
    cite = next(iter(table.setup.sensed.values()), None)
    return Refusal("progressives-on-sensors", message, remedy, cite)


def _not_due(table: Table, to: Side) -> Refusal | None:
    round = table.round
    due = card_due(round)
    if due == to:
        return None
    if round.cards < FIRST_FOUR:
        message = f"card {round.cards + 1} of a round goes to the {due}"
        return Refusal("out-of-order", message, f"deal it to the {due}", "30-2812(3)")
    if round.stage == "dealing":
        message = "third cards are decided after both point counts are announced"
        remedy = "announce the point counts, the Player's first"
        return Refusal("points-not-announced", message, remedy, "30-2813(1), (2)")
    if due is None and None in (*round.player, *round.banker):
        return Refusal("card-not-turned", "a card lies face down", "have it turned", "30-2814")
    message = f"the {to} is not to draw now"
    remedy = "announce the result" if due is None else f"deal to the {due}"
    natural = any(total in NATURAL for total in two_card_totals(round) or ())
    cite = "30-2814(1)" if natural else "30-2814"
    if len(round.hand(to)) == 3:
        message, cite = f"the {to} has a third card; no hand gets another", "30-2813(3)"
    return Refusal("third-card-not-due", message, remedy, cite)


def _not_in_the_style(table: Table, command: DealCard) -> Refusal | None:
    """Refuse a card shown or hidden against the style, but for one named when dealt in error."""
    style, unseen = table.setup.style, command.card is None
    carried = table.shoe.carried if table.round.cards == 0 else None
    if carried is not None and carried.card is not None:
        return None
    if unseen and style == "face-up":
        message = "cards are dealt face up here"
        return Refusal("card-not-shown", message, "say which card it is", "30-2812(4)")
    if unseen or command.face_up_in_shoe or not face_down(style, table.round.cards):
        return None
    cite = "30-2817(4)" if style == "squeeze" else "30-2812(4)"
    return Refusal("card-shown", "cards are dealt face down here", "deal the card unseen", cite)


def _not_in_the_shoe(table: Table, card: Card | None, face_up: bool) -> Refusal | None:
    carried = table.shoe.carried if table.round.cards == 0 else None
    if carried is not None and (face_up or carried.card not in (None, card)):
        message = f"{carried} was dealt in error and begins this hand; it is not in the shoe"
        return Refusal("carried-card-first", message, f"deal {carried} first", "30-2816(1)")
    if carried is not None and carried.card is not None:
        return None
    if carried is None and table.shoe.cards == 0:
        remedy = "report that it ran dry: the round is void"
        return Refusal("shoe-empty", "the shoe is empty", remedy, "30-2816(4)")
    return too_many(table, card) if card is not None else None


def too_many(table: Table, card: Card) -> Refusal | None:
    """Refuse a card of which the shoe cannot hold another one."""
    if card not in CARDS:
        return unknown_card(card)
    decks = table.setup.shoe_decks
    if table.shoe.seen.get(card, 0) < decks:
        return None
    message = f"all {decks} of {card} have been seen"
    remedy = "read the card again, or inspect the cards"
    return Refusal("card-not-in-shoe", message, remedy, "30-2806(1)")


class CutCardDrawn(NamedTuple):
    """The cutting card came out and was put aside (30-2813(4))."""

    first: bool
    """Whether before the first card of a round."""


@step.applies(CutCardDrawn, "dealer", "puts the cut card aside", final=True)
def cut_card_drawn(table: Table, fact: CutCardDrawn) -> Table:
    """This hand is finished and one more is dealt; or this is the last one, by another reading."""
    last = fact.first and table.setup.cut_card_first == "ends-shoe"
    shoe = table.shoe._replace(cut_card_out=True, last_hand=table.shoe.last_hand or last)
    return table._replace(shoe=shoe)


class RoundMadeFree(NamedTuple):
    """All bets are void and returned; the hand is dealt without them (30-2816(3))."""

    movements: tuple[Movement, ...]


@step.applies(RoundMadeFree, "dealer", "gives all bets back: the hand is free")
def round_made_free(table: Table, _: RoundMadeFree) -> Table:
    """The bets are with their owners; the hand goes on without them, and for no jackpot."""
    round = table.round._replace(free=True, bets=(), by_bettor=NO_BETS, progressives_taken=False)
    return table._replace(round=round, panel=table.panel.without(table.round.number))


class CardDealt(NamedTuple):
    """A card went from the shoe to a hand; None if nobody has seen it."""

    card: Card | None
    to: Side
    carried: bool = False
    """Whether it is the card that had been dealt in error before."""
    face_up_in_shoe: bool = False


@step.applies(CardDealt, final=True)
def card_dealt(table: Table, fact: CardDealt) -> Table:
    """One card fewer in the shoe, one more in a hand."""
    round, shoe = table.round, table.shoe
    round = round.with_hand(fact.to, (*round.hand(fact.to), fact.card))
    if fact.carried:
        seen_before = shoe.carried is not None and shoe.carried.card is not None
        seen = shoe.seen if seen_before else also_seen(shoe, fact.card)
        shoe = shoe._replace(carried=None, seen=seen)
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


@step.tells(CardDealt)
def tell_dealt(before: Table, fact: CardDealt) -> Iterator[step.StoryLine]:
    """Tell the card; before a third card, what the dealer says."""
    if before.round.stage == "drawing":
        yield step.StoryLine("dealer", f'"{third_card_words(before)}"')
    shown = "a card face down" if fact.card is None else str(fact.card)
    shown += " (face up in the shoe)" if fact.face_up_in_shoe else ""
    yield step.StoryLine("deals", f"{NAMES[fact.to]} {shown}")


step.tried(DealCard, card=lambda table: _cards_to_try(table), face_up_in_shoe=(False, True))


@step.orders(DealCard)
def order_card(table: Table, command: DealCard) -> step.Order:
    """Order the next card: which one, how, and what lies on top of it."""
    round, shoe, style, hand = table.round, table.shoe, table.setup.style, NAMES[command.to]
    third = round.cards >= FIRST_FOUR
    if not round.cards and shoe.carried is not None:
        words = f"Begin the {hand}'s Hand with {shoe.carried}, which was dealt in error"
        return step.Order(words, "30-2816(2)" if round.free else "30-2816(1)")
    which = "a third card" if third else f"card {round.cards + 1}"
    face = "down" if face_down(style, round.cards) else "up"
    words = f"eal {which}, face {face}, to the {hand}'s Hand"
    if cut_card_comes(shoe):
        return step.Order(f"Put the cutting card aside and d{words}", "30-2813(4)")
    cite = "30-2817(3), (4)" if style == "squeeze" else "30-2812(3), (4)"
    if third:
        cite = "30-2814(2)" if command.to == "player" else "30-2814(3)"
    return step.Order(f"D{words}", cite)


@step.proposes("dealing", "drawing", game="baccarat")
def propose_card(table: Table, dealer: Dealer) -> step.Command | None:
    """Propose to deal the card that is due, unseen where the style wants it so."""
    setup, round, carried = table.setup, table.round, table.shoe.carried
    hand = card_due(round)
    if hand is None:
        return None
    if round.cards == 0 and carried is not None and carried.card is not None:
        return DealCard(carried.card, hand)
    if round.cards == 0 and carried is not None:
        card = dealer.carried or dealer.supply.card()
        dealer.carried = None
    else:
        if setup.device == "continuous" and round.cards == 0:
            dealer.supply.shuffle(setup.shoe_cards)
        card = dealer.supply.card()
    if not face_down(setup.style, round.cards):
        return DealCard(card, hand)
    dealer.hidden[hand].append(card)
    return DealCard(None, hand)


# --- what the dealer says ---


def says(table: Table) -> str:
    """Return the point count, the third cards, or the result that is announced now."""
    if table.round.stage == "dealing":
        return _point_count(table)
    return third_card_words(table) if table.round.stage == "drawing" else ""


def _point_count(table: Table) -> str:
    """Return the point count that is announced next; the last hand may have come just now."""
    round, shoe = table.round, table.shoe
    if round.cards < FIRST_FOUR:
        first = round.cards == 1 and shoe.cards + 1 == shoe.cut_after
        return "Last hand." if first and shoe.last_hand else ""
    hand: Side = "banker" if "player" in round.called else "player"
    cards = seen_cards(round.hand(hand)[:2])
    return f"{NAMES[hand]} has {total_of(cards)}." if len(cards) == 2 else ""


def third_card_words(table: Table) -> str:
    """Return who draws or stands by 30-2814; and the result, once every hand is complete."""
    round, totals = table.round, two_card_totals(table.round)
    due, coup = card_due(round), finished_coup(round)
    if totals is None or (due is None and coup is None):
        return ""
    natural = max((total for total in totals if total in NATURAL), default=None)
    words = _drawing_words(round, due, totals) if natural is None else [f"Natural {natural}."]
    return " ".join([*words, result_words(table, coup)] if coup is not None else words)


def _drawing_words(round: RoundState, due: Side | None, totals: tuple[int, int]) -> list[str]:
    if due == "player":
        return ["Player draws."]
    words: list[str] = []
    if len(round.player) == 2 and len(round.banker) == 2:
        words.append(f"Player stands on {totals[0]}.")
    if due == "banker":
        words.append("Banker draws.")
    elif len(round.banker) == 2:
        words.append(f"Banker stands on {totals[1]}.")
    return words


def _not_ready(table: Table) -> Refusal | None:
    """Refuse a round without a shoe in play, or with cards that are not where they belong."""
    shoe = table.shoe
    if shoe.stage != "in play":
        remedy = "shuffle, cut, load and burn" if shoe.stage != "loaded" else "burn the first cards"
        cite = "30-2813(4)" if shoe.stage == "finished" else "30-2810"
        return Refusal("no-shoe-in-play", "no shoe is ready to be dealt from", remedy, cite)
    if shoe.deserted:
        letter = "a" if table.setup.device == "hand" else "b"
        message = "everybody had left: the cards are shuffled before the next round"
        remedy = "stop play, shuffle, and offer the cut to whoever has come"
        return Refusal("play-not-stopped", message, remedy, f"30-2810(6)({letter})")
    if table.setup.device == "continuous" and "shuffler" not in table.sound:
        message = "the shuffler was not inspected this gaming day and found sound"
        remedy = "inspect it before cards go back in"
        return Refusal("device-not-inspected", message, remedy, "30-2805")
    waiting = other_batch(table)
    if waiting is not None and waiting.stage != "shuffled":
        message = f"the batch with {waiting.backs} backs is not shuffled and in the shuffler"
        remedy = "shuffle it while this one is played"
        return Refusal("other-batch-not-shuffled", message, remedy, "30-2806(1)(a)(iii)")
    return None


PROCEDURES["baccarat"] = Procedure(
    code="no-cards",
    missing="is played without cards",
    remedy="use the dice",
    late="30-2807(4)",
    closes="30-2812(2)",
    holding="30-2817(4)(c), (d)",
    clears=("Put the cards into the discard rack, in order", "30-2815(4)"),
    says=says,
    not_ready=_not_ready,
)


def _cards_to_try(table: Table) -> tuple[Card | None, ...]:
    """Return a card that nobody sees, the one that lies ready, and one of the shoe."""
    carried = table.shoe.carried
    return (None, carried.card if carried else None, *cards_left_of(table)[:1])
