"""Misread cards and disputes: house procedure, with the rack as witness (30-2815(4))."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.baccarat import Side, banker_draws, player_draws
from pitboss.games.cards import DECK, Card
from pitboss.refusals import Refusal
from pitboss.table.due import FIRST_FOUR, SIDES, cards_left_of, two_card_totals
from pitboss.table.procedures import rule_28
from pitboss.table.state import RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.dealing import also_seen, too_many
from pitboss.table.steps.duties import no_supervisor
from pitboss.table.steps.hits import hit_stands
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.registry import SUPERVISOR


class CorrectCard(NamedTuple):
    """Correct a card that was misread, before any payment (house procedure)."""

    hand: Side
    place: int
    """1 to 3, in the order dealt."""
    card: Card
    supervisor: str


@step.decides(
    CorrectCard,
    "correct <hand:side> <place:number> <card:card> [by <supervisor:name>]",
    game="baccarat",
)
def correct_card(table: Table, command: CorrectCard) -> step.Decision:
    """Correct a misread card before any chip has moved; afterwards only an adjustment helps."""
    round = table.round
    wrong = _too_late(round, command) or hit_stands(table)
    if wrong is not None:
        return wrong
    hand = list(round.hand(command.hand))
    if not 1 <= command.place <= len(hand) or hand[command.place - 1] is None:
        message = f"the {command.hand} has no seen card {command.place}"
        return Refusal("no-such-card", message, "name a card by its place in the hand")
    if hand[command.place - 1] == command.card:
        return Refusal("nothing-to-correct", f"the card is {command.card}", "go on")
    if table.shoe.carried is not None:
        message = f"{table.shoe.carried} was dealt in error by the cards as they were read"
        remedy = "let a supervisor void the round"
        return Refusal("card-in-error-lies", message, remedy, "30-2816(1)")
    made = CardCorrected(*command)
    corrected = card_corrected(table, made)
    impossible = too_many(table, command.card) or _thirds_not_due(corrected.round)
    withdrawn = tuple(table.round.settled)
    return impossible or ((SettlementsWithdrawn(withdrawn), made) if withdrawn else (made,))


def _too_late(round: RoundState, command: CorrectCard) -> Refusal | None:
    if round.moved:
        message = "the round is settled by the cards as they were read"
        return Refusal("correction-too-late", message, "make a signed adjustment")
    if round.stage == "betting":
        message = "no cards lie on the layout"
        return Refusal("correction-too-late", message, "dispute the last round")
    return no_supervisor(command.supervisor, "a supervisor corrects a card")


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
    message = "with that card the third cards on the table would not have been drawn so"
    return Refusal("third-card-in-error", message, "let a supervisor void the round", "30-2814")


class SettlementsWithdrawn(NamedTuple):
    """What these bets had come to by the cards as they were misread holds no more."""

    numbers: tuple[int, ...]


@step.changes_round(SettlementsWithdrawn, "supervisor", "withdraws what bets {numbers} came to")
def settlements_withdrawn(round: RoundState, fact: SettlementsWithdrawn) -> RoundState:
    """The bets are not decided."""
    kept = {number: bet for number, bet in round.settled.items() if number not in fact.numbers}
    return round._replace(settled=kept)


class CardCorrected(NamedTuple):
    """A misread card was put right before payment."""

    hand: Side
    place: int
    card: Card
    supervisor: str


@step.applies(
    CardCorrected, "supervisor", "corrects {hand} card {place} to {card} ({supervisor})", final=True
)
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
    panel = table.panel._replace(won=())
    return table._replace(round=round, shoe=shoe._replace(seen=seen), panel=panel)


class OpenDispute(NamedTuple):
    """Dispute the last round, whose cards are rebuilt from the discard rack (30-2815(4))."""

    position: int
    reason: str = ""


@step.decides(OpenDispute, "dispute <position:position> [<reason:text>]")
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
    """Nothing goes on until it is decided, and a supervisor is to see it."""
    return table._replace(dispute=fact.position).with_incident("dispute", round=fact.round)


class CloseDispute(NamedTuple):
    """Decide a dispute."""

    supervisor: str
    decision: str


@step.decides(CloseDispute, "decide [by <supervisor:name>] [: <decision:text>]")
def close_dispute(table: Table, command: CloseDispute) -> step.Decision:
    """Decide a dispute; money moves only by an adjustment."""
    if table.dispute is None:
        return Refusal("no-dispute", "there is no dispute", "go on")
    wrong = no_supervisor(command.supervisor, "a supervisor decides a dispute")
    return wrong or (DisputeClosed(*command),)


class DisputeClosed(NamedTuple):
    """A dispute was decided."""

    supervisor: str
    decision: str


step.told(DisputeClosed, "supervisor", "decides: {decision} ({supervisor})")
step.applied(DisputeClosed, lambda table, _: table._replace(dispute=None))


step.ordered(
    CloseDispute,
    lambda table, _: f"Have a supervisor decide the dispute of position {table.dispute}",
    lambda table, _: rule_28(table, "30-2815(4)") or "",
)


@step.tries(CorrectCard)
def try_corrections(table: Table) -> Iterator[step.Command]:
    """Try every card that one may have been misread for, those of its value first."""
    left = cards_left_of(table)
    if not table.round.cards:
        yield CorrectCard("player", 1, DECK[0], SUPERVISOR)
    for side in SIDES:
        for place, was in enumerate(table.round.hand(side), 1):
            if was is not None:
                for card in sorted(left, key=lambda card: card.value != was.value):
                    yield CorrectCard(side, place, card, SUPERVISOR)
