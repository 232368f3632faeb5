"""Midi baccarat: who is handed which cards to turn (30-2817)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from pitboss.games.baccarat import Side
from pitboss.refusals import Refusal
from pitboss.settle.bets import Bet
from pitboss.table.due import FIRST_FOUR, NAMES
from pitboss.table.state import RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.positions import not_seated


def highest_bettors(table: Table, hand: Side) -> tuple[int, ...]:
    """Return the positions with the largest wager on a hand, the one nearest to the dealer first.

    Seats are numbered counterclockwise from the dealer's right, so nearest is the lowest number
    (30-2817(4)(e)). Tokes and bets over the shoulder give no right to the cards.
    """
    stakes: dict[int, int] = {}
    for bet in _bets_on(table, hand):
        if (hand, bet.position) not in table.round.waved:
            stakes[bet.position] = stakes.get(bet.position, 0) + bet.stake_cents
    most = max(stakes.values(), default=0)
    return tuple(sorted(position for position, stake in stakes.items() if stake == most))


def opener_waits(table: Table, hand: Side) -> Refusal | None:
    """Refuse to let the dealer turn cards that a player is entitled to turn, or too early."""
    if table.setup.style != "squeeze":
        return None
    wrong, opener = _banker_waits(table, hand), entitled(table, hand)
    if wrong is not None or hand in table.round.held or table.round.free or opener is None:
        return wrong
    if table.waives("cards-of-another-player", opener):
        return None
    message = f"the cards of the {hand} are handed to the player with the largest bet on it"
    remedy = f"hand them to position {opener}"
    return Refusal("cards-of-another-player", message, remedy, "30-2817(4)")


def _banker_waits(table: Table, hand: Side) -> Refusal | None:
    if hand == "player" or "player" in table.round.called:
        return None
    message = "the Banker's cards lie under the shoe until the Player's hand is called"
    remedy = "have the Player's hand turned and called first"
    return Refusal("banker-waits", message, remedy, "30-2817(4)")


def entitled(table: Table, hand: Side) -> int | None:
    """Return the position that turns a hand: who turned it before, else the highest bettor.

    Who waved the cards off is passed over; None is the dealer.
    """
    before = table.round.handed.get(hand)
    return before or next(iter(highest_bettors(table, hand)), None)


Opener = Literal["right", "agreement", "consent"]
"""The highest bettor's right; the agreement of equal bettors; the consent of the whole table."""


class HandOver(NamedTuple):
    """Hand a hand's cards that lie face down to a player (30-2817(4))."""

    hand: Side
    position: int
    by: Opener = "right"
    """The highest bettor's right; the agreement of equal bettors (e); or of the whole table (f)."""


@step.decides(HandOver, "hand <hand:side> to <position:position> [by <by:basis>]", game="baccarat")
def hand_over(table: Table, command: HandOver) -> step.Decision:
    """Hand cards that lie face down to the player who may turn them."""
    return (
        _not_for_players(table, command.position)
        or _nothing_to_turn(table, command.hand)
        or _not_to_be_handed(table, command)
        or not_seated(table, command.position)
        or _not_the_opener(table, command)
        or (CardsHanded(*command),)
    )


def _not_for_players(table: Table, position: int) -> Refusal | None:
    if table.round.free:
        message = "players handle no cards of a free hand"
        return Refusal("free-hand", message, "turn them", "30-2802(7)")
    if table.setup.style == "squeeze" or table.waives("cards-not-for-players", position):
        return None
    message = "players never touch the cards here"
    return Refusal("cards-not-for-players", message, "let the dealer turn them", "30-2815(5)")


def _nothing_to_turn(table: Table, hand: Side) -> Refusal | None:
    round = table.round
    if round.cards < FIRST_FOUR or None not in round.hand(hand):
        message = f"no cards of the {hand} wait to be turned"
        remedy = "deal the first four cards first" if round.cards < FIRST_FOUR else "go on"
        return Refusal("nothing-face-down", message, remedy, "30-2817(4)")
    return None


def _not_to_be_handed(table: Table, command: HandOver) -> Refusal | None:
    hand = command.hand
    if hand in table.round.held:
        return Refusal("cards-handed", f"a player holds the {hand}'s cards", "wait", "30-2817(4)")
    return _banker_waits(table, hand)


def _not_the_opener(table: Table, command: HandOver) -> Refusal | None:
    hand, position = command.hand, command.position
    before = table.round.handed.get(hand)
    if before is not None:
        if position == before:
            return None
        message = f"position {before} turned the {hand}'s cards and turns the third one too"
        cite = "30-2817(4)(f)" if command.by == "consent" else "30-2817(4)(c), (d)"
        return Refusal("third-card-to-another", message, f"hand it to position {before}", cite)
    highest = highest_bettors(table, hand)
    if not highest:
        remedy = "let the dealer turn it"
        return Refusal("nobody-bet", f"nobody bet on the {hand}", remedy, "30-2817(4)")
    waived = (table.waives("cards-of-another-player", seat) for seat in (position, highest[0]))
    if position == highest[0] or any(waived):
        return None
    if position in highest:
        if command.by == "agreement":
            return None
        message = f"of equal bettors position {highest[0]} is closest to the dealer"
        remedy = f"hand the cards to position {highest[0]}, or record their agreement"
        return Refusal("cards-of-another-player", message, remedy, "30-2817(4)(e)")
    if command.by != "consent" or all(bet.position != position for bet in _bets_on(table, hand)):
        message = f"position {highest[0]} has the largest bet on the {hand}"
        remedy = f"hand the cards to position {highest[0]}, or ask everyone at the table"
        cite = "30-2817(4)(a)" if hand == "player" else "30-2817(4)(b)"
        return Refusal("cards-of-another-player", message, remedy, cite)
    if not table.setup.lower_bettor_may_turn:
        message = "this house does not let a lower bettor turn the cards"
        remedy = f"hand the cards to position {highest[0]}"
        return Refusal("house-denies", message, remedy, "30-2817(4)(f)")
    return None


def _bets_on(table: Table, hand: Side) -> Iterator[Bet]:
    """Yield the bets on a hand that make their position a bettor on it, be it a lower one."""
    for laid in table.round.bets:
        if laid.bet.wager == hand and not laid.behind and not laid.bet.toke:
            yield laid.bet


class CardsHanded(NamedTuple):
    """A player holds the cards of a hand, face down."""

    hand: Side
    position: int
    by: Opener


step.told(CardsHanded, "dealer", "hands the {hand} cards to position {position}")
step.round_changed(CardsHanded, lambda round, fact: round.with_holder(fact.hand, fact.position))


class WaveOff(NamedTuple):
    """Wave the cards of a hand off: the next bettor turns them, or the dealer (30-2817(4))."""

    hand: Side
    position: int


@step.decides(WaveOff, "wave off <hand:side> <position:position>", game="baccarat")
def wave_off(table: Table, command: WaveOff) -> step.Decision:
    """Pass on the cards that one may turn, held already or not."""
    hand, position = command.hand, command.position
    wrong = (
        _not_for_players(table, position)
        or _nothing_to_turn(table, hand)
        or not_seated(table, position)
    )
    if wrong is None and entitled(table, hand) != position:
        message = f"position {position} is not to turn the {hand}'s cards"
        remedy = f"let position {entitled(table, hand)} decide, or turn them"
        return Refusal("cards-of-another-player", message, remedy, "30-2817(4)")
    return wrong or (CardsWavedOff(*command),)


class CardsWavedOff(NamedTuple):
    """A bettor does not want to turn the cards of a hand."""

    hand: Side
    position: int


@step.changes_round(CardsWavedOff, "position {position}", "waves the {hand} cards off")
def cards_waved_off(round: RoundState, fact: CardsWavedOff) -> RoundState:
    """The cards lie before the dealer, for whoever is next."""
    handed = {side: seat for side, seat in round.handed.items() if side != fact.hand}
    waved = round.waved | {(fact.hand, fact.position)}
    held = round.held - {fact.hand}
    return round._replace(handed=handed, held=held, waved=waved)


def hidden_in_words(table: Table, hand: Side) -> tuple[str, str]:
    """Return what of a hand lies face down, and the paragraph that says who turns it."""
    third = len(table.round.hand(hand)) > 2
    words = f"the {NAMES[hand]}'s third card" if third else f"the {NAMES[hand]}'s cards"
    letter = {("player", False): "a", ("banker", False): "b", ("player", True): "c"}
    return words, f"30-2817(4)({letter.get((hand, third), 'd')})"


step.tried(HandOver, by=get_args(Opener))


@step.orders(HandOver)
def order_handing(table: Table, command: HandOver) -> step.Order:
    """Order whom the cards are handed to."""
    words, cite = hidden_in_words(table, command.hand)
    return step.Order(f"Hand {words}, face down, to position {command.position}", cite)
