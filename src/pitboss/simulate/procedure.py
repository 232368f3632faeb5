"""How shoes are dealt: decks, burn, cut card and last hand, or continuous shuffling."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from pitboss.games import Shoe
from pitboss.games.cards import DECK
from pitboss.refusals import did_you_mean, unreadable

LEAST_CUT = 14
"""The least number of cards behind the cut card (30-2810(4))."""

CutCardFirst = Literal["one-more-round", "ends-shoe"]
"""What follows a cut card that comes out before any card of a coup: READINGS, cut-card-first."""

MIXED = 80
"""Coups to a stream of a continuous shuffler, about as many as a shoe has."""

MOST_BURNT, ROUND = 11, 6
"""The most cards that are burnt, the first among them, and the most that a coup takes."""

PADDING = 16
"""Cards that a kernel may look at behind the last one; no coup can use them."""


class Procedure(NamedTuple):
    """How shoes are dealt: 30-2810(4) and 30-2813(4), or by a continuous shuffler."""

    decks: int = 8
    cut: int = LEAST_CUT
    """Cards behind the cut card."""
    cut_card_first: CutCardFirst = "one-more-round"
    continuous: bool = False
    """Every coup is dealt from all the cards; nothing is burnt or cut."""

    @property
    def cards(self) -> int:
        """The cards of the full shoe."""
        return len(DECK) * self.decks

    @property
    def limit(self) -> int:
        """How many cards may be out when a coup starts that is not the last one."""
        return self.cards - self.cut - (self.cut_card_first == "ends-shoe")

    @property
    def longest(self) -> int:
        """More coups than any shoe has."""
        return MIXED if self.continuous else self.cards // 4 + 1

    def check(self, *, any_cut: bool = False) -> None:
        """Refuse what is no shoe, or a cut card where the rules do not want it."""
        Shoe.of(self.decks)
        if self.cut_card_first not in get_args(CutCardFirst):
            raise unreadable(
                "unknown-reading",
                f'the reading cut-card-first is not taken as "{self.cut_card_first}"',
                did_you_mean(self.cut_card_first, get_args(CutCardFirst)),
            )
        if self.continuous:
            return
        least, most = 0 if any_cut else LEAST_CUT, self.cards - MOST_BURNT - ROUND
        if type(self.cut) is not int or not least <= self.cut <= most:
            rule = "" if any_cut else f", which lies at least {LEAST_CUT} cards from it"
            raise unreadable(
                "cut-out-of-range",
                f"{self.cut} cards from the back of {self.cards} is no place for a cut card{rule}",
                f"choose {least} to {most} cards",
                "30-2810(4)",
            )


USUAL = Procedure()
