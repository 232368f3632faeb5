"""A throw of 3 Dice Baccarat: two cups of three dice (30-2899.09(1))."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from pitboss.games.two_hands import TwoHands
from pitboss.refusals import Refusal, unreadable

Cup = tuple[int, int, int]
FACES = range(1, 7)


@dataclass(frozen=True)
class Throw(TwoHands):
    """The dice under the Player's and the Banker's cup.

    >>> throw = Throw.parse("333", "666")
    >>> throw.player_total, throw.banker_total, throw.winner
    (9, 8, 'player')
    """

    player: Cup
    banker: Cup

    @classmethod
    def parse(cls, player: str, banker: str) -> Throw:
        """Read a throw from two cups such as ``333`` and ``1 2 6``."""
        return cls(_cup(player), _cup(banker))

    @cached_property
    def player_total(self) -> int:
        """The last digit of the sum under the Player's cup."""
        return sum(self.player) % 10

    @cached_property
    def banker_total(self) -> int:
        """The last digit of the sum under the Banker's cup."""
        return sum(self.banker) % 10

    @cached_property
    def fault(self) -> Refusal | None:
        """Why two cups of dice cannot show this; None for a throw that can happen."""
        for side, cup in (("Player", self.player), ("Banker", self.banker)):
            if not isinstance(cup, tuple) or len(cup) != 3 or not all(map(_is_face, cup)):
                return Refusal(
                    code="impossible-throw",
                    message=f"the {side}'s cup does not hold three dice",
                    remedy="give three faces of 1 to 6, such as 333 or 126",
                    cite="30-2899.09(1)",
                )
        return None

    def __str__(self) -> str:
        return f"{''.join(map(str, self.player))} v {''.join(map(str, self.banker))}"


def triple(cup: Cup) -> int | None:
    """Return the face of three equal dice, else None."""
    return cup[0] if cup[0] == cup[1] == cup[2] else None


def straight(cup: Cup) -> bool:
    """Say whether the dice show 123, 234, 345 or 456, in any order.

    >>> straight((4, 2, 3)), straight((1, 2, 2))
    (True, False)
    """
    low, middle, high = sorted(cup)
    return high - middle == middle - low == 1


def throws_by_cup() -> Iterator[tuple[Throw, int]]:
    """Yield every throw with its dice sorted, and how many of the 46,656 throws it stands for."""
    cups = Counter(in_order(faces) for faces in product(FACES, FACES, FACES))
    for (player, ways), (banker, more) in product(cups.items(), cups.items()):
        yield Throw(player, banker), ways * more


def throws_in_order() -> Iterator[Throw]:
    """Yield the 46,656 throws with their cups sorted: the last die of the Banker changes first."""
    cups = [in_order(faces) for faces in product(FACES, FACES, FACES)]
    for player, banker in product(cups, cups):
        yield Throw(player, banker)


def in_order(faces: Iterable[int]) -> Cup:
    """Return the dice of a cup with the lowest first: dice under a cup have no order."""
    low, middle, high = sorted(faces)
    return low, middle, high


def _is_face(face: object) -> bool:
    return type(face) is int and face in FACES


def _cup(text: str) -> Cup:
    digits = text.replace(",", "").replace(" ", "")
    if len(digits) != 3 or any(one not in "123456" for one in digits):
        raise unreadable(
            "unknown-dice",
            f'"{text}" is not a cup of three dice',
            "write three faces of 1 to 6, such as 333 or 126",
            "30-2899.09(1)",
        )
    first, second, third = map(int, digits)
    return first, second, third
