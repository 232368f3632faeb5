"""Sic bo: three dice under a dome. Run it as you would run pitboss, with a kind of game more."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from pitboss.cli import main
from pitboss.games import KINDS, Feature, Kind, Takes, Value
from pitboss.games.grains import WholeGrain
from pitboss.refusals import Refusal, Unreadable

FACES = range(1, 7)


@dataclass(frozen=True)
class Dice:
    """What the dice show, the lowest first."""

    faces: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read dice such as ``1,2,5``."""
        words = text.split(",")
        dice = cls(tuple(sorted(int(word) if word in [*"123456"] else 0 for word in words)))
        if dice.fault is not None:
            raise Unreadable(dice.fault)
        return dice

    @property
    def fault(self) -> Refusal | None:
        """Why three dice cannot show this; None if they can."""
        if len(self.faces) == 3 and all(face in FACES for face in self.faces):
            return None
        return Refusal("impossible-dice", "these are not three dice", "write them as 1,2,5")

    @property
    def summary(self) -> str:
        """What matters, in words."""
        return f"total {sum(self.faces)}"

    @property
    def data(self) -> Mapping[str, object]:
        """The dice as data, for JSON."""
        return {"faces": list(self.faces), "total": sum(self.faces)}

    def __str__(self) -> str:
        return ",".join(map(str, self.faces))


def every_throw() -> Iterator[tuple[Dice, int]]:
    """Yield what three dice can show, with how many of the 216 throws show it."""
    throws = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=3))
    for faces, ways in throws.items():
        yield Dice(faces), ways


def total(dice: Dice, _: tuple[int, ...]) -> Value:
    """Add the dice up."""
    return sum(dice.faces)


def triple(dice: Dice, _: tuple[int, ...]) -> Value:
    """Return the face of three equal dice; none otherwise."""
    return dice.faces[0] if len(set(dice.faces)) == 1 else None


def shown(dice: Dice, faces: tuple[int, ...]) -> Value:
    """Count the dice with one of some faces."""
    return sum(face in faces for face in dice.faces)


WHOLE = WholeGrain()
FEATURES = [
    Feature("total", "number", WHOLE, "sum of the dice", 3, 18, read=total),
    Feature(
        "triple", "number", WHOLE, "face of three equal dice", 1, 6, optional=True, read=triple
    ),
    Feature(
        "shown",
        "number",
        WHOLE,
        "shown(n, ...): how many dice show one of these faces (1-6)",
        high=3,
        takes=Takes(1, 6, "faces of 1 to 6, such as shown(5)"),
        read=shown,
    ),
]
KINDS["sic-bo"] = Kind(
    "sic-bo",
    Dice,
    {feature.name: feature for feature in FEATURES},
    every_throw,
    parse=Dice.parse,
    written={"outcome": "1,2,5"},
    rounds="throws",
)

if __name__ == "__main__":
    sys.exit(main())
