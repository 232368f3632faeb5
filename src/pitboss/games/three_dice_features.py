"""Everything that a sentence may say about a throw of 3 Dice Baccarat."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.features import Feature
from pitboss.games.hands import Fact, hand_features, result_features
from pitboss.games.three_dice import Cup, straight, triple

CUP_FACTS: tuple[Fact[Cup], ...] = (
    Fact("total", "last digit of the dice of {hand}", "throw", lambda cup: sum(cup) % 10, (0, 9)),
    Fact(
        "triple",
        "the face that all three dice of {hand} show; missing otherwise",
        "throw",
        triple,
        (1, 6),
        optional=True,
    ),
    Fact("straight", "the dice of {hand} show 123, 234, 345 or 456", "throw", straight),
)


def three_dice_features() -> Iterator[Feature]:
    """Yield the features of 3 Dice Baccarat in the order they are documented."""
    yield from hand_features(CUP_FACTS)
    yield from result_features("throw")
