"""A coup of baccarat: two hands, dealt and drawn by the third-card rule of 30-2814."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pitboss.games.cards import DECK, Card, cards
from pitboss.games.two_hands import Side as Side
from pitboss.games.two_hands import TwoHands
from pitboss.refusals import Refusal

NATURAL = (8, 9)
"""A two-card total of 8 or 9 ends the coup (30-2802(15), 30-2814(1))."""

PLAYER_DRAWS = tuple(letter == "D" for letter in "DDDDDDSSSS")
"""Table 1 of 30-2814(2): does the Player draw on a two-card total of 0 to 9?"""

# Table 2 of 30-2814(3): one line per two-card total of the Banker, 0 to 9. The first ten letters
# answer a Player's third card of value 0 to 9, the last one a Player who stood. Naturals stand.
_BANKER_GRID = """
    D D D D D D D D D D  D
    D D D D D D D D D D  D
    D D D D D D D D D D  D
    D D D D D D D D S D  D
    S S D D D D D D S S  D
    S S S S D D D D S S  D
    S S S S S S D D S S  S
    S S S S S S S S S S  S
    S S S S S S S S S S  S
    S S S S S S S S S S  S
"""
BANKER_DRAWS = tuple(
    tuple(letter == "D" for letter in line.split()) for line in _BANKER_GRID.split("\n")[1:-1]
)
"""Table 2 as booleans: ``BANKER_DRAWS[banker's two-card total][Player's third value]``."""

PLAYER_STOOD = 10
"""The column of ``BANKER_DRAWS`` for a Player who took no third card."""


class ShoeRanDry(Exception):
    """Too few cards to complete the round, which is then void (30-2816(4))."""


def player_draws(player_two: int, banker_two: int) -> bool:
    """Say whether the Player takes a third card on these two-card totals."""
    return PLAYER_DRAWS[player_two] and banker_two not in NATURAL


def banker_draws(player_two: int, banker_two: int, player_third: int | None) -> bool:
    """Say whether the Banker takes a third card, given the Player's third value (None: stood)."""
    column = PLAYER_STOOD if player_third is None else player_third
    return BANKER_DRAWS[banker_two][column] and player_two not in NATURAL


def total_of(hand: Iterable[Card]) -> int:
    """Return the point count of a hand: the last digit of the sum (30-2806(3))."""
    return sum(one.value for one in hand) % 10


@dataclass(frozen=True)
class Coup(TwoHands):
    """A round of baccarat: the Player's and the Banker's cards, each in the order dealt.

    >>> coup = Coup.parse("7s8h3d", "KhQd7c")
    >>> coup.player_total, coup.banker_total, coup.winner
    (8, 7, 'player')
    >>> print(coup.fault)
    None
    """

    player: tuple[Card, ...]
    banker: tuple[Card, ...]

    @classmethod
    def parse(cls, player: str, banker: str) -> Coup:
        """Read a coup from two runs of cards."""
        return cls(cards(player), cards(banker))

    @cached_property
    def player_total(self) -> int:
        """The Player's final point count."""
        return total_of(self.player)

    @cached_property
    def banker_total(self) -> int:
        """The Banker's final point count."""
        return total_of(self.banker)

    @property
    def in_order(self) -> Iterator[Card]:
        """The cards as they left the shoe (30-2812(3)): two rounds of two, then the thirds."""
        for one, other in zip(self.player[:2], self.banker[:2], strict=True):
            yield from (one, other)
        yield from self.player[2:]
        yield from self.banker[2:]

    @cached_property
    def fault(self) -> Refusal | None:
        """Why this coup cannot happen under 30-2814; None for a legal coup."""
        for side, hand in (("Player", self.player), ("Banker", self.banker)):
            if not isinstance(hand, tuple) or not all(map(_is_card, hand)):
                return _impossible(f"the {side} holds what is no card", "give cards of a deck")
            if len(hand) not in (2, 3):
                return _impossible(f"the {side} has {len(hand)} cards", "give two or three cards")
        player_two, banker_two = total_of(self.player[:2]), total_of(self.banker[:2])
        drew = len(self.player) == 3
        if drew != player_draws(player_two, banker_two):
            return _not_due("Player", drew, f"{player_two} against the Banker's {banker_two}")
        third = self.player[2].value if drew else None
        if (len(self.banker) == 3) != banker_draws(player_two, banker_two, third):
            facing = f"a third card worth {third}" if drew else f"a Player standing on {player_two}"
            return _not_due("Banker", len(self.banker) == 3, f"{banker_two} against {facing}")
        return None

    def __str__(self) -> str:
        return f"{''.join(map(str, self.player))} v {''.join(map(str, self.banker))}"


def _is_card(one: object) -> bool:
    return isinstance(one, Card) and one in DECK


def _not_due(side: str, drew: bool, situation: str) -> Refusal:
    if drew:
        return _impossible(
            f"the {side}'s third card is not due on {situation}",
            f"take the {side}'s third card away",
        )
    return _impossible(
        f"the {side}'s third card is missing: the {side} draws on {situation}",
        f"add the {side}'s third card",
    )


def _impossible(message: str, remedy: str) -> Refusal:
    return Refusal(code="impossible-coup", message=message, remedy=remedy, cite="30-2814")


def deal(shoe: Iterable[Card]) -> Coup:
    """Deal one coup from the front of a sequence of cards (30-2812(3), 30-2814).

    An iterator is left standing at the next coup's first card.

    >>> str(deal(cards("7s Kh 8h Qd 3d 7c 2c")))
    '7s8h3d v KhQd7c'
    """
    source = iter(shoe)

    def draw() -> Card:
        one = next(source, None)
        if one is None:
            raise ShoeRanDry
        return one

    first = [draw() for _ in range(4)]
    player, banker = [first[0], first[2]], [first[1], first[3]]
    player_two, banker_two = total_of(player), total_of(banker)
    third: int | None = None
    if player_draws(player_two, banker_two):
        player.append(draw())
        third = player[2].value
    if banker_draws(player_two, banker_two, third):
        banker.append(draw())
    return Coup(tuple(player), tuple(banker))
