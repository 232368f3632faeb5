"""How shoes are dealt: decks, burn, cut card and last hand, or continuous shuffling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from pitboss import rulebook
from pitboss.games import Shoe
from pitboss.games.cards import DECK
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook.provisions import Cutting

if TYPE_CHECKING:
    import numpy as np

CutCardFirst = Literal["one-more-round", "ends-shoe"]
"""What follows a cut card that comes out before a coup: a reading of the catalog's baccarat."""

MIXED = 80
"""Coups to a stream of a continuous shuffler, about as many as a shoe has."""

ROUND = 6
"""The most cards that a coup takes."""

PADDING = 16
"""Cards that a kernel may look at behind the last one; no coup can use them."""


class Procedure(NamedTuple):
    """How shoes are dealt: 30-2810(4) and 30-2813(4), or by a continuous shuffler."""

    decks: int = 8
    cut: int | None = None
    """Cards behind the cut card; None for as few as the rules allow."""
    cut_card_first: CutCardFirst = "one-more-round"
    continuous: bool = False
    """Every coup is dealt from all the cards; nothing is burnt or cut."""

    @property
    def cards(self) -> int:
        """The cards of the full shoe."""
        return len(DECK) * self.decks

    @property
    def behind(self) -> int:
        """The cards behind the cut card."""
        return cutting().from_back if self.cut is None else self.cut

    @property
    def limit(self) -> int:
        """How many cards may be out when a coup starts that is not the last one."""
        return self.cards - self.behind - (self.cut_card_first == "ends-shoe")

    @property
    def longest(self) -> int:
        """More coups than any shoe has."""
        return MIXED if self.continuous else self.cards // 4 + 1

    @property
    def typical(self) -> float:
        """About as many coups as a shoe has; a coup takes 4.94 cards, and 6.4 are burnt."""
        if self.continuous:
            return MIXED
        return max((self.limit - 6.4) / 4.94 + 1.2, 1.0)

    @property
    def numbers(self) -> tuple[np.uint64, np.uint64, np.uint64]:
        """The cards, the limit and what a ten burns, as kernels take them."""
        import numpy as np

        return np.uint64(self.cards), np.uint64(self.limit), np.uint64(cutting().tens_burn)

    def check(self, *, any_cut: bool = False) -> None:
        """Refuse what is no shoe, or a cut card where the rules do not want it."""
        Shoe.of(self.decks)
        if self.cut_card_first not in get_args(CutCardFirst):
            raise unreadable(
                "unknown-reading",
                f'the reading cut-card-first is not taken as "{self.cut_card_first}"',
                did_you_mean(self.cut_card_first, get_args(CutCardFirst)),
            )
        if self.continuous and self.cut is not None:
            raise unreadable(
                "nothing-is-cut", "a continuous shuffler has no cut card", "leave the cut out"
            )
        if self.continuous:
            return
        rule = cutting()
        least, most = 0 if any_cut else rule.from_back, self.cards - most_burnt() - ROUND
        if type(self.behind) is not int or not least <= self.behind <= most:
            raise unreadable(
                "cut-out-of-range",
                f"a cut card cannot lie {self.cut} cards from the back of {self.cards}",
                f"choose {least} to {most} cards" + ("" if any_cut else ", or --any-cut"),
                rule.cite,
            )


def cutting() -> Cutting:
    """Return where the rules want the cut card."""
    rule = rulebook.game("baccarat").cutting
    assert rule is not None, "the catalog says where cards are cut"
    return rule


def most_burnt() -> int:
    """Return the most cards that are burnt, the first among them: a nine has nine follow it."""
    return 1 + max(9, cutting().tens_burn)


USUAL = Procedure()
