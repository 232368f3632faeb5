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
BOTH = CardGrain(Reach.ROUND, Form.SCORE)
ONE_RANK = Takes(1, 13, "a rank from 1 (ace) to 13 (king), such as count(13)", most=1)


def _is_one(label: Label | None) -> bool:
    return label is not None


def _itself(label: Value) -> Value:
    return label


def _is(wanted: str) -> Callable[[Label | None], bool]:
    return lambda label: label == wanted


def _is_pair(sizes: tuple[int, ...]) -> bool:
    return sizes == (2,)


def _one(reach: Reach, sight: Sight) -> CardGrain:
    """Look at the one label that all cards share, if they do."""
    return CardGrain(reach, Form.ALIKE, sight)


def _groups(reach: Reach, sight: Sight) -> CardGrain:
    return CardGrain(reach, Form.GROUPS, sight)


HAND_FACTS: tuple[Fact, ...] = (
    Fact("total", "point count of {hand}", SCORE, lambda score: score.total, (0, 9)),
    Fact("cards", "number of cards in {hand}", SCORE, lambda score: score.cards, (2, 3)),
    Fact(
        "natural",
        "{hand} is a two-card 8 or 9",
        SCORE,
        lambda score: score.cards == 2 and score.total in NATURAL,
    ),
    Fact("first_two", "two-card total of {hand}", DRAW, lambda draw: draw.first_two, (0, 9)),
    Fact(
        "third",
        "value of the third card of {hand}; missing if none was drawn",
        DRAW,
        lambda draw: draw.third,
        (0, 9),
        optional=True,
    ),
    Fact("suited", "every card of {hand} is of one suit", _one(Reach.HAND, SUIT), _is_one),
    Fact("same_color", "every card of {hand} is of one color", _one(Reach.HAND, COLOR), _is_one),
    Fact(
        "pair",
        "the first two cards of {hand} have one rank",
        _groups(Reach.FIRST_TWO, RANK),
        _is_pair,
    ),
    Fact(
        "perfect_pair",
        "the first two cards of {hand} have one rank and one suit",
        _groups(Reach.FIRST_TWO, CARD),
        _is_pair,
    ),
    Fact(
        "pair_rank",
        "rank of the pair that the first two cards of {hand} make; missing without one",
        _one(Reach.FIRST_TWO, RANK),
        _itself,
        (1, 13),
        optional=True,
    ),
)


def card_facts(reach: Reach, most: int) -> Iterator[Fact]:
    """Yield the facts that can be asked of any cards: a hand, the round, the first four."""
    held, faces = (CardGrain(reach, Form.COUNTED, sight) for sight in (IS_RANK, IS_FACE))
    counted = "count(r): cards of rank r in {hand}"
    yield Fact("count", counted, held, sum, (0, most), takes=ONE_RANK)
    yield Fact("faces", "jacks, queens and kings in {hand}", faces, sum, (0, most))
    for color in ("red", "black"):
        yield Fact(color, f"every card of {{hand}} is {color}", _one(reach, COLOR), _is(color))


ROUND_FACTS: tuple[Fact, ...] = (
    Fact("cards", "cards {dealt}", BOTH, lambda hands: hands[0].cards + hands[1].cards, (4, 6)),
    Fact("suited", "every card {dealt} is of one suit", _one(Reach.ROUND, SUIT), _is_one),
    Fact("same_color", "every card {dealt} is of one color", _one(Reach.ROUND, COLOR), _is_one),
    Fact("one_rank", "every card {dealt} has one rank", _one(Reach.ROUND, RANK), _is_one),
    Fact("zeros", "every card {dealt} is worth zero", _one(Reach.ROUND, IS_ZERO), bool),
    Fact(
        "in_chosen_suits",
        "every card {dealt} is of a suit that the licensee chose",
        _one(Reach.ROUND, IS_CHOSEN),
        bool,
    ),
    Fact(
        "rank",
        "the one rank of all cards dealt (A=1 ... K=13); missing if there are several",
        _one(Reach.ROUND, RANK),
        _itself,
        (1, 13),
        optional=True,
    ),
)

FIRST_FOUR_FACTS: tuple[Fact, ...] = (
    Fact("alike", "largest group of one rank", _groups(Reach.FIRST_FOUR, RANK), max, (1, 4)),
    Fact(
        "pairs",
        "ranks held twice or more",
        _groups(Reach.FIRST_FOUR, RANK),
        lambda sizes: sum(size >= 2 for size in sizes),
        (0, 2),
    ),
    Fact(
        "identical",
        "largest group of one rank and suit",
        _groups(Reach.FIRST_FOUR, CARD),
        max,
        (1, 4),
    ),
    Fact(
        "rank",
        "rank of four of a kind; missing otherwise",
        _one(Reach.FIRST_FOUR, RANK),
        _itself,
        (1, 13),
        optional=True,
    ),
)


def baccarat_features() -> Iterator[Feature]:
    """Yield the features of baccarat in the order they are documented."""
    for fact in (*HAND_FACTS, *card_facts(Reach.HAND, 3)):
        yield from of_every_hand(fact, reader_of)
    yield from result_features(BOTH, reader_of)
    of_round = (*ROUND_FACTS, *card_facts(Reach.ROUND, 6))
    facts = [_placed(fact, "{}", "the round") for fact in of_round]
    among = "among the first four cards: "
    facts += [
        _placed(fact._replace(meaning=among + fact.meaning), "first_four.{}")
        for fact in FIRST_FOUR_FACTS
    ]
    facts += [
        _placed(fact, "first_four.{}", "the first four") for fact in card_facts(Reach.FIRST_FOUR, 4)
    ]
    yield from (fact.feature(reader_of(fact)) for fact in facts)
    yield Feature(
        name="seat",
        type="number",
        low=1,
        high=10,
        grain=Bound(),
        meaning="the seat number printed on the layout where the bet stands",
    )


def _placed(fact: Fact, name: str, whose: str = "") -> Fact:
    return fact._replace(
        name=name.format(fact.name),
        meaning=fact.meaning.format(hand=whose, dealt="dealt in the round"),
    )


# --- what a grain shows of a coup ---


def reader_of(fact: Fact) -> Read:
    """Return what reads a fact from a coup: the grain's part of it, then the fact's function."""
    grain = fact.grain
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
