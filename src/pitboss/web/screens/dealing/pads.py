"""Pads on which cards, cups and rolls are entered: what each key gives, and what is collected."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.cards import DECK, Card
from pitboss.games.craps import TOTALS
from pitboss.table.due import NAMES, cards_left_of
from pitboss.table.guidance.advice import due_command
from pitboss.table.state import Table
from pitboss.table.steps.craps import RollDice
from pitboss.table.steps.cups import RevealDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.shoes import BurnCards
from pitboss.table.steps.turning import TurnCards
from pitboss.web.drawing.names import card_name
from pitboss.web.words import words

FACES = range(1, 7)
WORDS = words["dealer"]["pad"]


class Key(NamedTuple):
    """A key of the card pad."""

    card: str
    rank: str
    suit: str
    name: str
    left: bool
    """Whether the shoe can still hold one."""


class CardPad(NamedTuple):
    """The pad of 52 cards."""

    line: str
    """What the cards are put into: ``{cards}``; empty while none is due."""
    cards: int
    """How many make a line."""
    slots: str
    """Whose places the cards lie in until they are recorded; empty if none."""
    title: str
    keys: tuple[Key, ...]


class DicePad(NamedTuple):
    """Six dice for each cup, until both are full."""

    line: str


class RollPad(NamedTuple):
    """The pairs of two dice, under their totals."""

    line: str
    rolls: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


Pad = CardPad | DicePad | RollPad


def resting_pad(table: Table) -> Pad:
    """Return the pad of a round while nothing is entered on it: it stays where it is."""
    if table.setup.kind == "three-dice":
        return DicePad("")
    if table.setup.kind == "craps":
        return RollPad("", _ROLLS)
    return _cards(table, "", 0, "", WORDS["rests"])


def pad_of(table: Table) -> Pad | None:
    """Return the pad on which the step that is due is entered; None if it is not entered."""
    command = due_command(table) if table.open else None
    if isinstance(command, RollDice):
        return RollPad("roll {cards}", _ROLLS)
    if isinstance(command, RevealDice):
        return DicePad("reveal {player} {banker}")
    if isinstance(command, BurnCards):
        return _cards(table, "burn {cards}", 1, "", WORDS["burn"])
    if isinstance(command, TurnCards):
        hidden = sum(card is None for card in table.round.hand(command.hand))
        title = WORDS["turn" if hidden > 1 else "turn_one"].format(hand=NAMES[command.hand])
        return _cards(table, f"turn {command.hand} {{cards}}", hidden, command.hand, title)
    if isinstance(command, DealCard) and command.card is not None:
        title = WORDS["deal"].format(hand=NAMES[command.to])
        return _cards(table, f"deal {command.to} {{cards}}", 1, command.to, title)
    return None


def _pairs(total: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of dice that make a total, the larger die first.

    >>> _pairs(4), _pairs(12)
    (((2, 2), (3, 1)), ((6, 6),))
    """
    return tuple((high, total - high) for high in FACES if total - high in FACES[:high])


_ROLLS = tuple((total, _pairs(total)) for total in TOTALS)


def step_of(table: Table) -> str:
    """Return a name for the step that a pad is for: what is entered for one is not for another."""
    round = table.round
    entered = (round.number, round.cards, len(round.called), len(round.rolls), round.shaken)
    unseen = sum(card is None for card in (*round.player, *round.banker))
    return ".".join(str(int(part)) for part in (table.shoe.number, *entered, unseen))


def _cards(table: Table, line: str, cards: int, slots: str, title: str) -> CardPad:
    left = set(cards_left_of(table))
    by_suit = sorted(DECK, key=lambda card: ("shdc".index(card.suit), card.rank))
    return CardPad(line, cards, slots, title, tuple(_key(card, card in left) for card in by_suit))


def _key(card: Card, left: bool) -> Key:
    rank = str(card)[:-1].replace("T", "10")
    name = card_name(str(card))
    name = name if left else WORDS["none_left"].format(card=name)
    return Key(str(card), rank, card.suit, name, left)
