"""Which cards and dice a fact shows, by their place in what was committed to.

A shoe's cards are counted from the first that leaves it, those burnt among them; with a continuous
shuffler from the first of the round. Everything follows from the state of the table alone.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.house.chance.orders import cups, roll, shoe_order
from pitboss.refusals import Refusal
from pitboss.table.due import SIDES
from pitboss.table.engine import evolve
from pitboss.table.state import Table
from pitboss.table.steps import Fact
from pitboss.table.steps.chance import is_over
from pitboss.table.steps.corrections import CardCorrected
from pitboss.table.steps.craps import DiceRolled
from pitboss.table.steps.cups import DiceRevealed
from pitboss.table.steps.dealing import CardDealt
from pitboss.table.steps.errors import CardErred
from pitboss.table.steps.shoes import CardsBurnt
from pitboss.table.steps.turning import CardsTurned

MOST_CARDS = 3
"""Of a hand."""
Dice = tuple[Cup, Cup] | tuple[int, int]


class ShownCard(NamedTuple):
    """A card that was seen."""

    place: int
    """How many cards came before it."""
    card: Card

    def misfit(self, seed: bytes, decks: int) -> str:
        """Return what it should have been by a seed, in words; empty if it is that."""
        order = shoe_order(seed, decks)
        must = order[self.place] if self.place < len(order) else None
        if must == self.card:
            return ""
        return f"card {self.place + 1} is {self.card}; by the seed it is {must or 'none'}"


class ShownDice(NamedTuple):
    """Dice that were seen."""

    dice: Dice

    def misfit(self, seed: bytes, _: int) -> str:
        """Return what they should have shown by a seed, in words; empty if they did."""
        must = cups(seed) if isinstance(self.dice[0], tuple) else roll(seed)
        if must == self.dice:
            return ""
        return f"the dice show {_faces(self.dice)}; by the seed they show {_faces(must)}"


Shown = ShownCard | ShownDice


def _faces(dice: Dice) -> str:
    """Return dice as people read them.

    >>> _faces(((1, 2, 3), (4, 5, 6))), _faces((6, 1))
    ('1-2-3 and 4-5-6', '6 and 1')
    """
    cups = ["-".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in dice]
    return " and ".join(cups)


def next_place(table: Table) -> int:
    """Return the place of the card that leaves the shoe next."""
    if table.setup.device == "continuous":
        return table.round.cards
    return table.setup.shoe_cards - table.shoe.cards


def places(table: Table) -> dict[Side, list[int]]:
    """Return the places of the cards of both hands, each in the order of its hand.

    They left the shoe one after the other; a card dealt in error, which waits for the next hand,
    did so last, and begins that hand.
    """
    round = table.round
    dealt = [side for at in range(MOST_CARDS) for side in SIDES if len(round.hand(side)) > at]
    waits = table.shoe.carried is not None and bool(dealt)
    first = next_place(table) - waits - len(dealt)
    where: dict[Side, list[int]] = {"player": [], "banker": []}
    for place, side in enumerate(dealt, first):
        where[side].append(place)
    return where


def hidden_places(table: Table, side: Side) -> list[int]:
    """Return the places of a hand's cards that lie face down."""
    hand = zip(table.round.hand(side), places(table)[side], strict=True)
    return [place for card, place in hand if card is None]


def shown_by(table: Table, fact: Fact) -> tuple[Shown, ...]:
    """Return what a fact shows, given the table before it."""
    match fact:
        case CardsBurnt():
            return (ShownCard(next_place(table), fact.first),)
        case CardDealt(card=Card() as card):
            return (ShownCard(next_place(table) - fact.carried, card),)
        case CardErred(card=Card() as card):
            return (ShownCard(next_place(table), card),)
        case CardsTurned():
            turned = zip(hidden_places(table, fact.hand), fact.cards, strict=True)
            return tuple(ShownCard(*one) for one in turned)
        case CardCorrected():
            return (ShownCard(places(table)[fact.hand][fact.place - 1], fact.card),)
        case DiceRevealed() | DiceRolled():
            return (ShownDice((fact[0], fact[1])),)  # type: ignore[arg-type]
    return ()


def is_virtual(table: Table) -> bool:
    """Say whether the cards or dice that come next follow from a seed that was committed to."""
    pending = table.chance.open
    return pending is not None and not is_over(table, pending)


def shows(table: Table, facts: tuple[Fact, ...]) -> bool:
    """Say whether what a command leads to shows a card or dice."""
    for fact in facts:
        if shown_by(table, fact):
            return True
        table = evolve(table, (fact,))
    return False


def against_seed(table: Table, facts: tuple[Fact, ...], seed: bytes) -> Refusal | None:
    """Refuse what shows other cards or dice than the seed gives; it is not said which those are.

    ``facts`` are what a command would lead to. A virtual shuffler makes no error, so that a card
    never waits for the next round, whose seed is another.
    """
    for fact in facts:
        if is_virtual(table):
            decks = table.setup.shoe_decks
            errs = isinstance(fact, CardErred) and table.setup.device == "continuous"
            if errs or any(shown.misfit(seed, decks) for shown in shown_by(table, fact)):
                assert table.chance.open is not None, "a seed that is committed to"
                message = f"what {table.chance.open.what} shows comes from its seed"
                return Refusal("other-than-the-seed", message, "let the server deal and throw")
        table = evolve(table, (fact,))
    return None
