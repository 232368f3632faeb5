"""Features of two opposing hands, shared by baccarat and 3 Dice Baccarat.

A fact about one hand (its total, say) can be asked of five hands: ``player`` and ``banker`` as
dealt, ``winner`` and ``loser`` (missing in a tie), and ``hand``, the one a bet is placed on, which
is bound to player or banker when the pay table is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pitboss.games.features import Feature, Read, Takes, Value
from pitboss.games.grains import Grain
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
    of: Callable[[Any], Value]
    values: tuple[int, int] | None = None
    """The lowest and highest number; None for a flag."""
    optional: bool = False
    takes: Takes | None = None

    def feature(self, name: str, meaning: str, grain: Grain, read: Read | None) -> Feature:
        """Return this fact as a feature, by its full name."""
        return Feature(
            name=name,
            type="number" if self.values else "flag",
            grain=grain,
            meaning=meaning,
            low=self.values[0] if self.values else 0,
            high=self.values[1] if self.values else 1,
            optional=self.optional,
            takes=self.takes,
            of=self.of,
            read=read,
        )


def of_every_hand(
    fact: Fact, grain: Callable[[str], Grain], read: Callable[[Grain, Fact], Read]
) -> Iterator[Feature]:
    """Yield a fact for every hand: ``grain`` and ``read`` make its grain and what reads it."""
    for prefix, whose in WHOSE.items():
        asked = fact._replace(optional=fact.optional or prefix in ("winner", "loser"))
        looks_at = grain(prefix)
        yield asked.feature(
            f"{prefix}.{fact.name}",
            fact.meaning.format(hand=whose),
            looks_at,
            None if prefix == "hand" else read(looks_at, fact),
        )


def side_of(whose: str, winner: Side | None) -> str | None:
    """Return the hand that a prefix names; None for the winner and the loser of a tie.

    >>> side_of("loser", "player"), side_of("player", None), side_of("winner", None)
    ('banker', 'player', None)
    """
    if whose not in ("winner", "loser") or winner is None:
        return whose if whose in ("player", "banker") else None
    return winner if whose == "winner" else {"player": "banker", "banker": "player"}[winner]


def result_facts() -> Iterator[Fact]:
    """Yield who wins, by how much, and whether the hands tie: facts of both hands' totals.

    The reader is given the two hands, each with a ``total``.
    """
    yield Fact(
        "player.wins",
        f"{WHOSE['player']} has the higher total",
        lambda hands: hands[0].total > hands[1].total,
    )
    yield Fact(
        "banker.wins",
        f"{WHOSE['banker']} has the higher total",
        lambda hands: hands[1].total > hands[0].total,
    )
    yield Fact("tie", "the totals are equal", lambda hands: hands[0].total == hands[1].total)
    yield Fact(
        "margin",
        "the difference of the totals; 0 in a tie",
        lambda hands: abs(hands[0].total - hands[1].total),
        (0, 9),
    )


def result_features(grain: Grain, read: Callable[[Grain, Fact], Read]) -> Iterator[Feature]:
    """Yield the features of the result, with ``hand.wins``, which is bound."""
    for fact in result_facts():
        yield fact.feature(fact.name, fact.meaning, grain, read(grain, fact))
        if fact.name == "banker.wins":
            yield Fact("hand.wins", f"{WHOSE['hand']} has the higher total", fact.of).feature(
                "hand.wins", f"{WHOSE['hand']} has the higher total", grain, None
            )
