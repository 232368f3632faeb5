"""Cards and dice as a seed gives them, and the dealer who has them: made anew at every step.

The next card follows from the seed and from how many have left the shoe, which the state of the
table says. So a dealer need not be remembered, and a crash changes nothing.
"""

from __future__ import annotations

from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.house.chance.orders import cups, cut, roll, shoe_order
from pitboss.house.chance.shown import hidden_places, is_virtual, next_place
from pitboss.refusals import unreadable
from pitboss.table.due import SIDES
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.state import Table
from pitboss.table.steps.chance import commitment_of


def fits(table: Table, seed: bytes) -> bool:
    """Say whether a seed is the one that a table is committed to."""
    pending = table.chance.open
    return pending is not None and pending.commitment == (
        commitment_of(pending.table, pending.what, seed)
    )


class VirtualSupply:
    """What comes next at a table, by the seed that it was committed to; a supply of one step."""

    def __init__(self, table: Table, seed: bytes | None) -> None:
        """Take a seed, if it is the one that the table's commitment is of."""
        self._table = table
        self._seed = seed if seed is not None and is_virtual(table) and fits(table, seed) else None
        self._drawn = 0

    @property
    def ready(self) -> bool:
        """Whether the table's cards or dice follow from the seed."""
        return self._seed is not None

    def shuffle(self, cards: int) -> None:
        """Leave the cards alone: their order is fixed since the seed was committed to."""

    def card(self) -> Card:
        """Return the next card of the shoe."""
        self._drawn += 1
        return self.at(next_place(self._table) + self._drawn - 1)

    def at(self, place: int) -> Card:
        """Return the card at a place of the shoe."""
        return shoe_order(self._known(), self._table.setup.shoe_decks)[place]

    def cups(self) -> tuple[Cup, Cup]:
        """Return what two cups of dice show."""
        return cups(self._known())

    def roll(self) -> tuple[int, int]:
        """Return a roll of two dice."""
        return roll(self._known())

    def cut(self, cards: int) -> int:
        """Return where the stack is cut."""
        return cut(self._known(), cards)

    def _known(self) -> bytes:
        if self._seed is None:
            raise unreadable(
                "nothing-to-deal-by",
                f"table {self._table.setup.number} has no seed for what comes next",
                "commit to one first, or enter the cards or dice",
            )
        return self._seed


def dealer_of(table: Table, seed: bytes | None, day: str = "2026-01-01") -> Autopilot:
    """Return a dealer who knows what lies face down, for the next step of a table alone.

    Without the seed the dealer takes every step that shows no card or die.
    """
    supply = VirtualSupply(table, seed)
    dealer = Autopilot(supply, day)
    if supply.ready and table.setup.kind == "baccarat":
        for side in SIDES:
            dealer.hidden[side] = [supply.at(place) for place in hidden_places(table, side)]
        if table.shoe.carried is not None and table.shoe.carried.card is None:
            dealer.carried = supply.at(next_place(table) - 1)
    return dealer
