"""Everything that a sentence may say about a throw of 3 Dice Baccarat."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.features import Feature, Read, Value
from pitboss.games.grains import DiceGrain, Score
from pitboss.games.hands import Fact, of_every_hand, result_features, side_of
from pitboss.games.three_dice import Throw, in_order, straight, triple

CUP = DiceGrain()
CUP_FACTS = (
    Fact("total", "last digit of the dice of {hand}", CUP, lambda cup: sum(cup) % 10, (0, 9)),
    Fact(
        "triple",
        "the face that all three dice of {hand} show; missing otherwise",
        CUP,
        triple,
        (1, 6),
        optional=True,
    ),
    Fact("straight", "the dice of {hand} show 123, 234, 345 or 456", CUP, straight),
)


def three_dice_features() -> Iterator[Feature]:
    """Yield the features of 3 Dice Baccarat in the order they are documented."""
    for fact in CUP_FACTS:
        yield from of_every_hand(fact, _reader)
    yield from result_features(CUP, _result_reader)


def _reader(fact: Fact) -> Read:
    grain = fact.grain
    assert isinstance(grain, DiceGrain)

    def read(throw: Throw, _: tuple[int, ...]) -> Value:
        side = side_of(grain.whose, throw.winner)
        return None if side is None else fact.of(in_order(getattr(throw, side)))

    return read


def _result_reader(fact: Fact) -> Read:
    def read(throw: Throw, _: tuple[int, ...]) -> Value:
        hands = Score(throw.player_total, 3), Score(throw.banker_total, 3)
        return fact.of(hands)

    return read
