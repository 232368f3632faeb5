"""Everything that a sentence may say about a coup of baccarat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import cast

from pitboss.games.baccarat import NATURAL, Coup, total_of
from pitboss.games.cards import SUITS, Card
from pitboss.games.features import Feature, Read, Value
from pitboss.games.hands import Fact, hand_features, result_features

Cards = tuple[Card, ...]


def _all_alike(key: Callable[[Card], Hashable]) -> Callable[[Cards], bool]:
    return lambda cards: len({key(one) for one in cards}) == 1


_suited = _all_alike(lambda one: one.suit)
_same_color = _all_alike(lambda one: one.color)
_one_rank = _all_alike(lambda one: one.rank)


def _groups(cards: Cards, key: Callable[[Card], Hashable]) -> list[int]:
    return sorted(Counter(map(key, cards)).values(), reverse=True)


def _rank_groups(cards: Cards) -> list[int]:
    return _groups(cards, lambda one: one.rank)


HAND_FACTS: tuple[Fact[Cards], ...] = (
    Fact("total", "point count of {hand}", "totals", total_of, (0, 9)),
    Fact("cards", "number of cards in {hand}", "totals", len, (2, 3)),
    Fact(
        "natural",
        "{hand} is a two-card 8 or 9",
        "totals",
        lambda hand: len(hand) == 2 and total_of(hand) in NATURAL,
    ),
    Fact("first_two", "two-card total of {hand}", "thirds", lambda h: total_of(h[:2]), (0, 9)),
    Fact(
        "third",
        "value of the third card of {hand}; missing if none was drawn",
        "thirds",
        lambda hand: hand[2].value if len(hand) == 3 else None,
        (0, 9),
        optional=True,
    ),
    Fact("suited", "every card of {hand} is of one suit", "hand sets", _suited),
    Fact("same_color", "every card of {hand} is of one color", "hand sets", _same_color),
    Fact(
        "pair",
        "the first two cards of {hand} have one rank",
        "first four",
        lambda hand: hand[0].rank == hand[1].rank,
    ),
    Fact(
        "perfect_pair",
        "the first two cards of {hand} have one rank and one suit",
        "first four",
        lambda hand: hand[0] == hand[1],
    ),
)


def _round(of: Callable[[Cards], Value]) -> Read:
    """Read something of every card dealt in the round."""
    return lambda seen, _: of(cast(Coup, seen).player + cast(Coup, seen).banker)


def _first_four(of: Callable[[Cards], Value]) -> Read:
    """Read something of the two cards that each hand was dealt first."""
    return lambda seen, _: of(cast(Coup, seen).player[:2] + cast(Coup, seen).banker[:2])


def _in_suits(seen: object, chosen: tuple[int, ...]) -> bool:
    coup = cast(Coup, seen)
    return all(SUITS.index(one.suit) in chosen for one in coup.player + coup.banker)


def baccarat_features() -> Iterator[Feature]:
    """Yield the features of baccarat in the order they are documented."""
    yield from hand_features(HAND_FACTS)
    yield from result_features("totals")
    yield Feature(
        name="cards",
        type="number",
        low=4,
        high=6,
        level="totals",
        meaning="cards dealt in the round",
        read=_round(len),
    )
    for name, meaning, of in (
        ("suited", "every card dealt in the round is of one suit", _suited),
        ("same_color", "every card dealt in the round is of one color", _same_color),
        ("one_rank", "every card dealt in the round has one rank", _one_rank),
        (
            "zeros",
            "every card dealt in the round is worth zero",
            lambda cards: all(one.value == 0 for one in cards),
        ),
    ):
        yield Feature(name=name, type="flag", level="round sets", meaning=meaning, read=_round(of))
    yield Feature(
        name="in_chosen_suits",
        type="flag",
        level="round sets",
        meaning="every card dealt in the round is of a suit that the licensee chose",
        read=_in_suits,
    )
    yield Feature(
        name="rank",
        type="number",
        low=1,
        high=13,
        optional=True,
        level="round sets",
        meaning="the one rank of all cards dealt (A=1 ... K=13); missing if there are several",
        read=_round(lambda cards: cards[0].rank if _one_rank(cards) else None),
    )
    four: tuple[tuple[str, int, int, bool, str, Callable[[Cards], Value]], ...] = (
        ("alike", 1, 4, False, "largest group of one rank", lambda c: _rank_groups(c)[0]),
        ("pairs", 0, 2, False, "ranks held twice or more", lambda c: _pairs(c)),
        ("identical", 1, 4, False, "largest group of one rank and suit", _identical),
        ("rank", 1, 13, True, "rank of four of a kind; missing otherwise", _quads),
    )
    for name, low, high, optional, meaning, read in four:
        yield Feature(
            name=f"first_four.{name}",
            type="number",
            low=low,
            high=high,
            optional=optional,
            level="first four",
            meaning=f"among the first four cards: {meaning}",
            read=_first_four(read),
        )
    yield Feature(
        name="seat",
        type="number",
        low=1,
        high=10,
        level="context",
        meaning="the seat number printed on the layout where the bet stands",
    )


def _pairs(cards: Cards) -> int:
    return sum(size >= 2 for size in _rank_groups(cards))


def _identical(cards: Cards) -> int:
    return _groups(cards, lambda one: one)[0]


def _quads(cards: Cards) -> int | None:
    return cards[0].rank if _one_rank(cards) else None
