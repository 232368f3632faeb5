"""Everything that a sentence may say about a coup of baccarat.

A fact is one function of what its grain shows it. It is asked of a hand, of the first four cards
or of the round by naming the grain; nothing else has to be written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from pitboss.games.baccarat import NATURAL, Coup, total_of
from pitboss.games.cards import SUITS, Card
from pitboss.games.features import Feature, Read, Takes, Value
from pitboss.games.grains import (
    CARD,
    COLOR,
    RANK,
    SUIT,
    Bound,
    CardGrain,
    Draw,
    Form,
    Grain,
    Label,
    Reach,
    Score,
    Sight,
)
from pitboss.games.hands import Fact, of_every_hand, result_features, side_of

IS_RANK = Sight("one rank", lambda card, ranks: card.rank in ranks)
IS_FACE = Sight("faces", lambda card, _: card.rank > 10)
IS_ZERO = Sight("value", lambda card, _: card.value == 0)
IS_CHOSEN = Sight("suit", lambda card, suits: SUITS.index(card.suit) in suits)

SCORE, DRAW = (CardGrain(Reach.HAND, form) for form in (Form.SCORE, Form.DRAW))
ONE_RANK = Takes(1, 13, "a rank from 1 (ace) to 13 (king), such as count(13)", most=1)
Placed = tuple[CardGrain, Fact]


def _is_one(label: Label | None) -> bool:
    return label is not None


def _itself(label: Value) -> Value:
    return label


def _grain(reach: Reach, form: Form, sight: Sight) -> CardGrain:
    return CardGrain(reach, form, sight)


HAND_FACTS: tuple[Placed, ...] = (
    (SCORE, Fact("total", "point count of {hand}", lambda score: score.total, (0, 9))),
    (SCORE, Fact("cards", "number of cards in {hand}", lambda score: score.cards, (2, 3))),
    (
        SCORE,
        Fact(
            "natural",
            "{hand} is a two-card 8 or 9",
            lambda score: score.cards == 2 and score.total in NATURAL,
        ),
    ),
    (DRAW, Fact("first_two", "two-card total of {hand}", lambda draw: draw.first_two, (0, 9))),
    (
        DRAW,
        Fact(
            "third",
            "value of the third card of {hand}; missing if none was drawn",
            lambda draw: draw.third,
            (0, 9),
            optional=True,
        ),
    ),
    (
        _grain(Reach.HAND, Form.ALIKE, SUIT),
        Fact("suited", "every card of {hand} is of one suit", _is_one),
    ),
    (
        _grain(Reach.HAND, Form.ALIKE, COLOR),
        Fact("same_color", "every card of {hand} is of one color", _is_one),
    ),
    (
        _grain(Reach.FIRST_TWO, Form.GROUPS, RANK),
        Fact("pair", "the first two cards of {hand} have one rank", lambda sizes: sizes == (2,)),
    ),
    (
        _grain(Reach.FIRST_TWO, Form.GROUPS, CARD),
        Fact(
            "perfect_pair",
            "the first two cards of {hand} have one rank and one suit",
            lambda sizes: sizes == (2,),
        ),
    ),
    (
        _grain(Reach.FIRST_TWO, Form.ALIKE, RANK),
        Fact(
            "pair_rank",
            "rank of the pair that the first two cards of {hand} make; missing without one",
            _itself,
            (1, 13),
            optional=True,
        ),
    ),
)


def card_facts(reach: Reach, most: int) -> Iterator[Placed]:
    """Yield the facts that can be asked of any cards: a hand, the round, the first four."""
    yield (
        _grain(reach, Form.COUNTED, IS_RANK),
        Fact("count", "count(r): cards of rank r in {hand}", sum, (0, most), takes=ONE_RANK),
    )
    yield (
        _grain(reach, Form.COUNTED, IS_FACE),
        Fact("faces", "jacks, queens and kings in {hand}", sum, (0, most)),
    )
    for color in ("red", "black"):
        yield (
            _grain(reach, Form.ALIKE, COLOR),
            Fact(color, f"every card of {{hand}} is {color}", _is(color)),
        )


def _is(wanted: str) -> Callable[[Label | None], bool]:
    return lambda label: label == wanted


ROUND_FACTS: tuple[Placed, ...] = (
    (
        CardGrain(Reach.ROUND, Form.ALIKE, SUIT),
        Fact("suited", "every card dealt in the round is of one suit", _is_one),
    ),
    (
        CardGrain(Reach.ROUND, Form.ALIKE, COLOR),
        Fact("same_color", "every card dealt in the round is of one color", _is_one),
    ),
    (
        CardGrain(Reach.ROUND, Form.ALIKE, RANK),
        Fact("one_rank", "every card dealt in the round has one rank", _is_one),
    ),
    (
        CardGrain(Reach.ROUND, Form.ALIKE, IS_ZERO),
        Fact("zeros", "every card dealt in the round is worth zero", bool),
    ),
    (
        CardGrain(Reach.ROUND, Form.ALIKE, IS_CHOSEN),
        Fact(
            "in_chosen_suits",
            "every card dealt in the round is of a suit that the licensee chose",
            bool,
        ),
    ),
    (
        CardGrain(Reach.ROUND, Form.ALIKE, RANK),
        Fact(
            "rank",
            "the one rank of all cards dealt (A=1 ... K=13); missing if there are several",
            _itself,
            (1, 13),
            optional=True,
        ),
    ),
)

FIRST_FOUR_FACTS: tuple[Placed, ...] = (
    (
        CardGrain(Reach.FIRST_FOUR, Form.GROUPS, RANK),
        Fact("alike", "largest group of one rank", lambda sizes: sizes[0], (1, 4)),
    ),
    (
        CardGrain(Reach.FIRST_FOUR, Form.GROUPS, RANK),
        Fact(
            "pairs",
            "ranks held twice or more",
            lambda sizes: sum(size >= 2 for size in sizes),
            (0, 2),
        ),
    ),
    (
        CardGrain(Reach.FIRST_FOUR, Form.GROUPS, CARD),
        Fact("identical", "largest group of one rank and suit", lambda sizes: sizes[0], (1, 4)),
    ),
    (
        CardGrain(Reach.FIRST_FOUR, Form.ALIKE, RANK),
        Fact("rank", "rank of four of a kind; missing otherwise", _itself, (1, 13), optional=True),
    ),
)


def baccarat_features() -> Iterator[Feature]:
    """Yield the features of baccarat in the order they are documented."""
    for grain, fact in (*HAND_FACTS, *card_facts(Reach.HAND, 3)):
        yield from of_every_hand(fact, _whose(grain), reader_of)
    both = CardGrain(Reach.ROUND, Form.SCORE)
    yield from result_features(both, reader_of)
    dealt = Fact("cards", "cards dealt in the round", lambda hands: sum(h.cards for h in hands))
    yield from _placed(both, dealt._replace(values=(4, 6)))
    for grain, fact in ROUND_FACTS:
        yield from _placed(grain, fact)
    for grain, fact in card_facts(Reach.ROUND, 6):
        yield from _placed(grain, fact, whose="the round")
    for grain, fact in FIRST_FOUR_FACTS:
        yield from _placed(grain, fact, "first_four.", "among the first four cards: ")
    for grain, fact in card_facts(Reach.FIRST_FOUR, 4):
        yield from _placed(grain, fact, "first_four.", whose="the first four")
    yield Feature(
        name="seat",
        type="number",
        low=1,
        high=10,
        grain=Bound(),
        meaning="the seat number printed on the layout where the bet stands",
    )


def _whose(grain: CardGrain) -> Callable[[str], CardGrain]:
    return lambda whose: CardGrain(grain.reach, grain.form, grain.sight, whose)


def _placed(
    grain: CardGrain, fact: Fact, prefix: str = "", before: str = "", *, whose: str = ""
) -> Iterator[Feature]:
    meaning = before + fact.meaning.format(hand=whose)
    yield fact.feature(prefix + fact.name, meaning, grain, reader_of(grain, fact))


# --- what a grain shows of a coup ---


def reader_of(grain: Grain, fact: Fact) -> Read:
    """Return what reads a fact from a coup: the grain's part of it, then the fact's function."""
    assert isinstance(grain, CardGrain)
    show = _showing(grain)

    def read(coup: Coup, arguments: tuple[int, ...]) -> Value:
        if grain.whose not in ("winner", "loser"):
            return fact.of(show(coup, grain.whose, arguments))
        side = side_of(grain.whose, coup.winner)
        return None if side is None else fact.of(show(coup, side, arguments))

    return read


def _showing(grain: CardGrain) -> Callable[[Coup, str, tuple[int, ...]], object]:
    """Return the function that shows a coup, or one side of it, as a grain does."""
    if grain.form is Form.SCORE:
        if not grain.whose:
            return lambda coup, _, __: (score_of(coup, "player"), score_of(coup, "banker"))
        return lambda coup, side, _: score_of(coup, side)
    if grain.form is Form.DRAW:
        return lambda coup, side, _: draw_of(getattr(coup, side))
    label = grain.sight.label

    def shown(coup: Coup, side: str, arguments: tuple[int, ...]) -> object:
        return grain.given([label(card, arguments) for card in _cards(grain.reach, coup, side)])

    return shown


def _cards(reach: Reach, coup: Coup, side: str) -> Sequence[Card]:
    """Return the cards within a reach, in the order they left the shoe."""
    match reach:
        case Reach.FIRST_TWO:
            return cast("tuple[Card, ...]", getattr(coup, side))[:2]
        case Reach.HAND:
            return cast("tuple[Card, ...]", getattr(coup, side))
        case Reach.FIRST_FOUR:
            return tuple(coup.in_order)[:4]
        case Reach.ROUND:
            return tuple(coup.in_order)


def score_of(coup: Coup, side: str) -> Score:
    """Return the point count and the number of cards of one hand."""
    if side == "player":
        return Score(coup.player_total, len(coup.player))
    return Score(coup.banker_total, len(coup.banker))


def draw_of(hand: Sequence[Card]) -> Draw:
    """Return the two-card total of a hand and the value of its third card."""
    return Draw(total_of(hand[:2]), hand[2].value if len(hand) == 3 else None)
