"""Features of two opposing hands, shared by baccarat and 3 Dice Baccarat.

A fact about one hand (its total, say) can be asked of five hands: ``player`` and ``banker`` as
dealt, ``winner`` and ``loser`` (missing in a tie), and ``hand``, the one a bet is placed on, which
is bound to player or banker when the pay table is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, cast

from pitboss.games.features import Feature, Read, Value

Dealt = TypeVar("Dealt")
WHOSE = {
    "player": "the Player's hand",
    "banker": "the Banker's hand",
    "hand": "the hand the bet is on",
    "winner": "the winning hand",
    "loser": "the losing hand",
}
OTHER = {"player": "banker", "banker": "player"}


class TwoHands(Protocol):
    """What a coup and a throw have in common."""

    @property
    def player_total(self) -> int: ...  # noqa: D102
    @property
    def banker_total(self) -> int: ...  # noqa: D102
    @property
    def winner(self) -> Literal["player", "banker"] | None: ...  # noqa: D102


class Fact(NamedTuple, Generic[Dealt]):
    """Something that can be said of one hand, whichever it is."""

    name: str
    meaning: str
    level: str
    of: Callable[[Dealt], Value]
    values: tuple[int, int] | None = None
    """The lowest and highest number; None for a flag."""
    optional: bool = False


def hand_features(facts: tuple[Fact[Dealt], ...]) -> Iterator[Feature]:
    """Yield every fact for every hand."""
    for fact in facts:
        for prefix, whose in WHOSE.items():
            yield Feature(
                name=f"{prefix}.{fact.name}",
                type="number" if fact.values else "flag",
                low=fact.values[0] if fact.values else 0,
                high=fact.values[1] if fact.values else 1,
                optional=fact.optional or prefix in ("winner", "loser"),
                level=fact.level,
                meaning=fact.meaning.format(hand=whose),
                read=_reader(prefix, fact.of),
            )


def result_features(level: str) -> Iterator[Feature]:
    """Yield who wins, by how much, and whether the hands tie."""
    for prefix in ("player", "banker", "hand"):
        yield Feature(
            name=f"{prefix}.wins",
            type="flag",
            level=level,
            meaning=f"{WHOSE[prefix]} has the higher total",
            read=None if prefix == "hand" else _wins(prefix),
        )
    yield Feature(
        name="tie",
        type="flag",
        level=level,
        meaning="the totals are equal",
        read=lambda seen, _: cast(TwoHands, seen).winner is None,
    )
    yield Feature(
        name="margin",
        type="number",
        high=9,
        level=level,
        meaning="the difference of the totals; 0 in a tie",
        read=lambda seen, _: abs(
            cast(TwoHands, seen).player_total - cast(TwoHands, seen).banker_total
        ),
    )


def _wins(prefix: str) -> Read:
    return lambda seen, _: cast(TwoHands, seen).winner == prefix


def _reader(prefix: str, of: Callable[[Dealt], Value]) -> Read | None:
    if prefix == "hand":
        return None

    def read(seen: object, _: tuple[int, ...]) -> Value:
        side = cast(TwoHands, seen).winner if prefix in ("winner", "loser") else prefix
        if side is None:
            return None
        if prefix == "loser":
            side = OTHER[side]
        return of(cast(Dealt, getattr(seen, side)))

    return read
