"""The drill: so many questions on some topics, at the usual table of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pitboss.refusals import unreadable
from pitboss.table.training.hands import burn, third_card, winner
from pitboss.table.training.irregular import irregularity
from pitboss.table.training.payments import order, pay
from pitboss.table.training.practice import Chance, Lesson, chosen, lesson
from pitboss.table.training.questions import Question

TOPICS: Mapping[str, Callable[[Lesson], Question]] = {
    "third-card": third_card,
    "winner": winner,
    "pay": pay,
    "order": order,
    "burn": burn,
    "irregularities": irregularity,
}
BY_KIND: Mapping[str, tuple[str, ...]] = {
    "baccarat": tuple(TOPICS),
    "three-dice": ("winner", "pay", "order", "irregularities"),
}
"""The topics of each kind of game that has a drill."""


def drill(game: str, topics: Sequence[str], chance: Chance) -> Iterator[Question]:
    """Return questions without end, on all topics of the game unless some are named.

    The chance is the caller's: the same seed gives the same questions.
    """
    begun = lesson(game, chance)
    known = BY_KIND.get(begun.ready.setup.kind, ())
    for topic in topics or ("",):
        if not known or (topic and topic not in known):
            raise unreadable(
                "no-drill",
                f"{game} has no drill" + (f' on "{topic}"' if topic else ""),
                f"choose of {', '.join(known)}" if known else "choose a game of cards or dice cups",
            )
    return _questions(begun, topics or known)


def _questions(begun: Lesson, topics: Sequence[str]) -> Iterator[Question]:
    while True:
        yield TOPICS[chosen(begun.chance, topics)](begun)
