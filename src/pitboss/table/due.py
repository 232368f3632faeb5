"""Which card is due to which hand now: 30-2812(3) and the tables of 30-2814."""

from __future__ import annotations

from pitboss.games import Coup
from pitboss.games.baccarat import Side, banker_draws, player_draws, total_of
from pitboss.games.cards import DECK, Card
from pitboss.refusals import Refusal
from pitboss.table.setups.setup import Style
from pitboss.table.state import RoundState, Table

FIRST_FOUR = 4
CARDS = frozenset(DECK)
SIDES: tuple[Side, Side] = ("player", "banker")
NAMES: dict[Side, str] = {"player": "Player", "banker": "Banker"}


def seen_cards(hand: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand that somebody has seen."""
    return tuple(one for one in hand if one is not None)


def two_card_totals(round: RoundState) -> tuple[int, int] | None:
    """Return both point counts on two cards; None while some card is not seen."""
    first = (*round.player[:2], *round.banker[:2])
    if len(first) < FIRST_FOUR or None in first:
        return None
    return total_of(seen_cards(round.player[:2])), total_of(seen_cards(round.banker[:2]))


def face_down(style: Style, cards: int) -> bool:
    """Say whether the card after so many of a round is dealt unseen (30-2812(4), 30-2817(4)).

    >>> face_down("squeeze", 4), face_down("face-down", 4), face_down("face-down", 3)
    (True, False, True)
    """
    return style == "squeeze" or (style == "face-down" and cards < FIRST_FOUR)


def unknown_card(card: object) -> Refusal:
    """Refuse what is in no deck."""
    shown = tuple(card) if isinstance(card, tuple) else card
    return Refusal("unknown-card", f"{shown} is no card", "name a card of a deck", "30-2806(1)")


def in_order(round: RoundState) -> tuple[Card | None, ...]:
    """Return the cards on the table in the order they were dealt, None for each unseen one."""
    first = tuple(
        card for at in range(2) for card in (*round.player[at : at + 1], *round.banker[at : at + 1])
    )
    return (*first, *round.player[2:], *round.banker[2:])


def card_due(round: RoundState) -> Side | None:
    """Return the hand that the next card is due to, by 30-2812(3) and 30-2814; None if none is.

    No third card is due before both point counts are announced (30-2813(2)), and none while a card
    it depends on lies face down.
    """
    if round.stage not in ("dealing", "drawing"):
        return None
    if round.cards < FIRST_FOUR:
        return SIDES[round.cards % 2]
    totals = two_card_totals(round)
    if round.stage != "drawing" or totals is None:
        return None
    return third_card_due(round, *totals)


def third_card_due(round: RoundState, player_two: int, banker_two: int) -> Side | None:
    """Return the hand that draws now by Table 1 or 2 of 30-2814, if one does."""
    drew = len(round.player) == 3
    if not drew and player_draws(player_two, banker_two):
        return "player"
    if len(round.banker) == 3 or (drew and round.player[2] is None):
        return None
    third = round.player[2].value if drew and round.player[2] is not None else None
    return "banker" if banker_draws(player_two, banker_two, third) else None


def finished_coup(round: RoundState) -> Coup | None:
    """Return the coup if every hand has the cards it is entitled to and all are seen."""
    outcome = round.outcome
    if round.stage != "drawing" or not isinstance(outcome, Coup) or card_due(round) is not None:
        return None
    return outcome


def cards_left_of(table: Table) -> tuple[Card, ...]:
    """Return the kinds of card of which the shoe can still hold one."""
    decks, seen = table.setup.shoe_decks, table.shoe.seen
    return tuple(card for card in DECK if seen.get(card, 0) < decks)
