"""Grains: how much of an outcome a feature looks at, as a type that engines can read.

A feature's reader is given only what its grain says: which cards, which distinctions between
them, and in which form. It cannot see more than it declares, so an engine that tells outcomes apart
as finely as the grains of a sentence has told apart all that the sentence can.

    suited        every card of a hand, by suit, as the one suit they share
    pair          the first two cards, by rank, as the sizes of groups
    count(13)     every card of a hand, king or not, as sorted labels
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pitboss.games.cards import Card
    from pitboss.games.craps import Roll

Label = int | str | bool
"""What a sight makes of a card."""
Labels = tuple[Label, ...]


class Reach(Enum):
    """Which cards a feature reads."""

    FIRST_TWO = "first two cards"
    HAND = "hand"
    FIRST_FOUR = "first four cards"
    ROUND = "round"


class Form(Enum):
    """What of these cards the reader is given."""

    SCORE = "totals"
    """The point count and the number of cards of a hand, or of both hands."""
    DRAW = "thirds"
    """The two-card total of a hand, and the value of its third card."""
    ALIKE = "alike"
    """The one label that all cards share; None if they differ."""
    GROUPS = "groups"
    """How many cards share each label, most first: (2, 1, 1)."""
    COUNTED = "counted"
    """The labels, sorted."""
    IN_ORDER = "in order"
    """The labels as the cards were dealt."""


class Sight(NamedTuple):
    """A distinction between cards: a card, and the arguments of the feature, give a label."""

    name: str
    label: Callable[[Card, tuple[int, ...]], Label]


VALUE = Sight("value", lambda card, _: card.value)
RANK = Sight("rank", lambda card, _: card.rank)
COLOR = Sight("color", lambda card, _: card.color)
SUIT = Sight("suit", lambda card, _: card.suit)
CARD = Sight("rank and suit", lambda card, _: str(card))


class Score(NamedTuple):
    """A hand as a point count and a number of cards."""

    total: int
    cards: int


class Draw(NamedTuple):
    """A hand as the total of two cards and the value of a third, None if none was drawn."""

    first_two: int
    third: int | None


@dataclass(frozen=True, slots=True)
class CardGrain:
    """What a feature of baccarat looks at.

    ``whose`` is player, banker, winner, loser or hand; empty where the reach spans both hands. A
    score without a hand is that of both: the reader is given the Player's and the Banker's.
    """

    reach: Reach
    form: Form
    sight: Sight = VALUE
    whose: str = ""

    def __str__(self) -> str:
        if self.form in (Form.SCORE, Form.DRAW):
            return str(self.form.value)
        return f"{self.reach.value} by {self.sight.name}"

    def given(self, labels: Sequence[Label]) -> object:
        """Return what the reader is given of cards with these labels, in the order dealt."""
        match self.form:
            case Form.ALIKE:
                return labels[0] if len(set(labels)) == 1 else None
            case Form.GROUPS:
                return tuple(sorted(Counter(labels).values(), reverse=True))
            case Form.COUNTED:
                return tuple(sorted(labels))
            case Form.IN_ORDER:
                return tuple(labels)
        raise AssertionError(f"{self.form} is not made of labels")


@dataclass(frozen=True, slots=True)
class DiceGrain:
    """A feature of dice under cups is given their faces, sorted: dice in a cup have no order."""

    whose: str = ""

    def __str__(self) -> str:
        return "throw"


@dataclass(frozen=True, slots=True)
class RollGrain:
    """A feature of a shooter's hand counts rolls: this says which, given its arguments."""

    counts: Callable[[Roll, tuple[int, ...]], bool]

    def __str__(self) -> str:
        return "counters"


@dataclass(frozen=True, slots=True)
class WholeGrain:
    """A feature that may look at all of an outcome: for kinds that list every outcome."""

    def __str__(self) -> str:
        return "outcome"


@dataclass(frozen=True, slots=True)
class Bound:
    """A feature that is no feature of the outcome: it is bound when a pay table is opened."""

    def __str__(self) -> str:
        return "context"


Grain = CardGrain | DiceGrain | RollGrain | WholeGrain | Bound
