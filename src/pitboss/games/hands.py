"""Features of two opposing hands, shared by baccarat and 3 Dice Baccarat.

A fact about one hand (its total, say) can be asked of five hands: ``player`` and ``banker`` as
dealt, ``winner`` and ``loser`` (missing in a tie), and ``hand``, the one a bet is placed on, which
is bound to player or banker when the pay table is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from pitboss.games.features import Feature, Read, Takes, Value
from pitboss.games.grains import CardGrain, DiceGrain, Grain
from pitboss.games.two_hands import Side

WHOSE = {
    "player": "the Player's hand",
    "banker": "the Banker's hand",
    "hand": "the hand the bet is on",
    "winner": "the winning hand",
    "loser": "the losing hand",
}


class Fact(NamedTuple):
    """Something that can be said of one hand, or of other cards and dice, whichever they are."""

    name: str
    meaning: str
    grain: Grain
    of: Callable[[Any], Value]
    values: tuple[int, int] | None = None
    """The lowest and highest number; None for a flag."""
    optional: bool = False
    takes: Takes | None = None

    def feature(self, read: Read | None) -> Feature:
        """Return this fact as a feature."""
        return Feature(
            name=self.name,
            type="number" if self.values else "flag",
            grain=self.grain,
            meaning=self.meaning,
            low=self.values[0] if self.values else 0,
            high=self.values[1] if self.values else 1,
            optional=self.optional,
            takes=self.takes,
            of=self.of,
            read=read,
        )


def of_every_hand(fact: Fact, read: Callable[[Fact], Read]) -> Iterator[Feature]:
    """Yield a fact for every hand; ``read`` makes what reads it."""
    assert isinstance(fact.grain, CardGrain | DiceGrain)
    for prefix, whose in WHOSE.items():
        asked = fact._replace(
            name=f"{prefix}.{fact.name}",
            meaning=fact.meaning.format(hand=whose),
            grain=replace(fact.grain, whose=prefix),
            optional=fact.optional or prefix in ("winner", "loser"),
        )
        yield asked.feature(None if prefix == "hand" else read(asked))


def side_of(whose: str, winner: Side | None) -> str | None:
    """Return the hand that a prefix names; None for the winner and the loser of a tie.

    >>> side_of("loser", "player"), side_of("player", None), side_of("winner", None)
    ('banker', 'player', None)
    """
    if whose not in ("winner", "loser") or winner is None:
        return whose if whose in ("player", "banker") else None
    return winner if whose == "winner" else {"player": "banker", "banker": "player"}[winner]


def result_features(grain: Grain, read: Callable[[Fact], Read]) -> Iterator[Feature]:
    """Yield who wins, by how much, and whether the hands tie: facts of both hands' totals.

    The reader is given the two hands, each with a ``total``; ``hand.wins`` is bound.
    """
    for place, hand in enumerate(("player", "banker", "hand")):
        wins = Fact(f"{hand}.wins", f"{WHOSE[hand]} has the higher total", grain, _higher(place))
        yield wins.feature(None if hand == "hand" else read(wins))
    tie = Fact("tie", "the totals are equal", grain, lambda hands: _margin(hands) == 0)
    yield tie.feature(read(tie))
    margin = Fact("margin", "the difference of the totals; 0 in a tie", grain, _margin, (0, 9))
    yield margin.feature(read(margin))


def _higher(place: int) -> Callable[[Any], bool]:
    return lambda hands: hands[place].total > hands[1 - place].total


def _margin(hands: Any) -> int:
    return abs(int(hands[0].total) - int(hands[1].total))
