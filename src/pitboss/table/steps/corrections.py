"""Misread cards and disputes: house procedure, with the rack as witness (30-2815(4))."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.baccarat import Side, banker_draws, player_draws
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.due import FIRST_FOUR, SIDES, cards_left_of, two_card_totals
from pitboss.table.procedures import rule_28
from pitboss.table.state import RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.dealing import also_seen, too_many
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.registry import SUPERVISOR


class CorrectCard(NamedTuple):
    """Correct a card that was misread, before any payment (house procedure)."""

    hand: Side
    place: int
    """1 to 3, in the order dealt."""
    card: Card
    supervisor: str


step.written(CorrectCard, "correct <hand:side> <place:number> <card:card> [by <supervisor:name>]")


@step.decides(CorrectCard, game="baccarat")
def correct_card(table: Table, command: CorrectCard) -> step.Decision:
    """Correct a misread card before any chip has moved; afterwards only an adjustment helps."""
    round = table.round
    wrong = _too_late(round, command)
    if wrong is not None:
        return wrong
    hand = list(round.hand(command.hand))
    if not 1 <= command.place <= len(hand) or hand[command.place - 1] is None:
        return Refusal(
            "no-such-card",
            f"the {command.hand} has no seen card {command.place}",
            "name a card by its place in the hand",
        )
    if hand[command.place - 1] == command.card:
        return Refusal("nothing-to-correct", f"the card is {command.card}", "go on")
    if table.shoe.carried is not None:
        return Refusal(
            "card-in-error-lies",
            f"{table.shoe.carried} was dealt in error by the cards as they were read",
            "let a supervisor void the round",
            "30-2816(1)",
        )
    made = CardCorrected(*command)
    corrected = card_corrected(table, made)
    impossible = too_many(table, command.card) or _thirds_not_due(corrected.round)
    withdrawn = tuple(table.round.settled)
    return impossible or ((SettlementsWithdrawn(withdrawn), made) if withdrawn else (made,))


def _too_late(round: RoundState, command: CorrectCard) -> Refusal | None:
    moved = round.moved
    if round.stage == "betting" or moved:
        return Refusal(
            "correction-too-late",
            "the round is settled by the cards as they were read"
            if moved
            else "no cards lie on the layout",
            "make a signed adjustment" if moved else "dispute the last round",
        )
    if not command.supervisor:
        return Refusal("supervisor-needed", "a supervisor corrects a card", "name the supervisor")
    return None


def _thirds_not_due(round: RoundState) -> Refusal | None:
    """Refuse a correction by which a third card on the table would not have been drawn."""
    totals = two_card_totals(round)
    if round.cards <= FIRST_FOUR or totals is None:
        return None
    drew = len(round.player) == 3
    third = round.player[2] if drew else None
    player_wrong = drew != player_draws(*totals)
    value = third.value if third is not None else None
    banker_wrong = len(round.banker) == 3 and not banker_draws(*totals, value)
    if not player_wrong and not banker_wrong:
        return None
    return Refusal(
        "third-card-in-error",
        "with that card the third cards on the table would not have been drawn so",
        "let a supervisor void the round",
        "30-2814",
    )


class SettlementsWithdrawn(NamedTuple):
    """What these bets had come to by the cards as they were misread holds no more."""

    numbers: tuple[int, ...]


step.told(SettlementsWithdrawn, "supervisor", "withdraws what bets {numbers} came to")


@step.applies(SettlementsWithdrawn)
def settlements_withdrawn(table: Table, fact: SettlementsWithdrawn) -> Table:
    """The bets are not decided."""
    kept = {at: one for at, one in table.round.settled.items() if at not in fact.numbers}
    return table._replace(round=table.round._replace(settled=kept))


class CardCorrected(NamedTuple):
    """A misread card was put right before payment."""

    hand: Side
    place: int
    card: Card
    supervisor: str


step.told(CardCorrected, "supervisor", "corrects {hand} card {place} to {card} ({supervisor})")


@step.applies(CardCorrected, final=True)
def card_corrected(table: Table, fact: CardCorrected) -> Table:
    """The card is another; points and result are announced anew where they depend on it."""
    round, shoe = table.round, table.shoe
    hand = list(round.hand(fact.hand))
    old, hand[fact.place - 1] = hand[fact.place - 1], fact.card
    seen: dict[Card, int] = also_seen(shoe, fact.card)
    if old is not None:
        seen[old] -= 1
    round = round.with_hand(fact.hand, tuple(hand))
    if round.result is not None:
        round = round._replace(result=None, settled={}, collected=frozenset(), stage="drawing")
    if fact.place <= 2 and round.cards == FIRST_FOUR:
        round = round._replace(stage="dealing", called=())
    return table._replace(round=round, shoe=shoe._replace(seen=seen))


class OpenDispute(NamedTuple):
    """Dispute the last round, whose cards are rebuilt from the discard rack (30-2815(4))."""

    position: int
    reason: str = ""


step.written(OpenDispute, "dispute <position:position> [<reason:text>]")


@step.decides(OpenDispute)
def open_dispute(table: Table, command: OpenDispute) -> step.Decision:
    """Rebuild the last round from the record, before the next one is dealt."""
    wrong = not_seated(table, command.position)
    if wrong is not None:
        return wrong
    cite, now = rule_28(table, "30-2815(4)"), table.round
    decided = now.stage in ("settling", "clearing")
    if table.last_round is None and not decided:
        return Refusal("nothing-to-dispute", "no round has been played", "play on", cite)
    if now.stage != "betting" and not decided:
        return Refusal("dispute-too-late", "the next round is being dealt", "finish it first", cite)
    if table.dispute is not None:
        return Refusal("dispute-open", "a dispute is open already", "close it first", cite)
    shoe, round, cards = table.last_round or (0, 0, "")
    if decided:
        shoe, round, cards = table.shoe.number, now.number, str(now.outcome)
    return (DisputeOpened(command.position, shoe, round, cards, command.reason),)


class DisputeOpened(NamedTuple):
    """A round is disputed; its cards are rebuilt from the discard rack."""

    position: int
    shoe: int
    round: int
    cards: str
    reason: str


step.told(
    DisputeOpened, "position {position}", "disputes round {round} of shoe {shoe}: {cards} {reason}"
)


@step.applies(DisputeOpened)
def dispute_opened(table: Table, fact: DisputeOpened) -> Table:
    """No round is dealt until it is decided."""
    return table._replace(dispute=fact.position)


class CloseDispute(NamedTuple):
    """Decide a dispute."""

    supervisor: str
    decision: str


step.written(CloseDispute, "decide [by <supervisor:name>] [: <decision:text>]")


@step.decides(CloseDispute)
def close_dispute(table: Table, command: CloseDispute) -> step.Decision:
    """Decide a dispute; money moves only by an adjustment."""
    if table.dispute is None:
        return Refusal("no-dispute", "there is no dispute", "go on")
    if not command.supervisor:
        return Refusal("supervisor-needed", "a supervisor decides a dispute", "name the supervisor")
    return (DisputeClosed(command.supervisor, command.decision),)


class DisputeClosed(NamedTuple):
    """A dispute was decided."""

    supervisor: str
    decision: str


step.told(DisputeClosed, "supervisor", "decides: {decision} ({supervisor})")


@step.applies(DisputeClosed)
def dispute_closed(table: Table, _: DisputeClosed) -> Table:
    """The game goes on."""
    return table._replace(dispute=None)


@step.orders(CloseDispute)
def order_decision(table: Table, _: CloseDispute) -> step.Order:
    """Order that a dispute is decided."""
    words = f"Have a supervisor decide the dispute of position {table.dispute}"
    return step.Order(words, rule_28(table, "30-2815(4)") or "")


@step.tries(CorrectCard)
def try_corrections(table: Table) -> Iterator[step.Command]:
    """Try every card that one may have been misread for, those of its value first."""
    left = cards_left_of(table)
    for side in SIDES:
        for place, was in enumerate(table.round.hand(side), 1):
            if was is not None:
                for card in sorted(left, key=lambda card: card.value != was.value):
                    yield CorrectCard(side, place, card, SUPERVISOR)
