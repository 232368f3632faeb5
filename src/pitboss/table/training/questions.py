"""A question of the drill, how it may be answered, and whether an answer is right."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitboss.refusals import Unreadable
from pitboss.rulebook.pays import read_cents

Kind = Literal["choice", "number", "outcome", "positions", "order"]
"""A choice of words; a number; an amount, push or lose; positions; positions in their order."""

LOSE, PUSH, NOBODY = "lose", "push", "nobody"
WRITTEN = {
    "number": "a number",
    "outcome": f"dollars such as 23.75, or {PUSH}, or {LOSE}",
    "positions": f"positions such as 5 2, or {NOBODY}",
    "order": "positions in their order, such as 5 2",
}
LONGEST_ANSWER = 200


class Question(NamedTuple):
    """What is asked, and what the table says to it."""

    topic: str
    asks: str
    kind: Kind
    answer: str
    reason: str
    """Why, in words that the table gave or that its facts say."""
    citation: str
    choices: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """How an answer is written."""
        return ", ".join(self.choices) if self.choices else WRITTEN[self.kind]


def judge(question: Question, text: str) -> bool | None:
    """Say whether an answer is right; None for a text that is no answer to the question.

    >>> asked = Question("third-card", "?", "choice", "stand", "", "", ("draw", "stand"))
    >>> judge(asked, "S"), judge(asked, "draw"), judge(asked, "7")
    (True, False, None)
    """
    given = _read(question, " ".join(text.casefold().split()))
    return None if given is None else given == _read(question, question.answer.casefold())


def _read(question: Question, text: str) -> object | None:
    """Return what a text answers, in a form that equals the same answer in other words."""
    if not text or len(text) > LONGEST_ANSWER:
        return None
    match question.kind:
        case "choice":
            return _choice(question.choices, text)
        case "number":
            return int(text) if text.isascii() and text.isdigit() else None
        case "outcome":
            return _outcome(text)
        case "positions":
            numbers = _numbers(text)
            return None if numbers is None else frozenset(numbers)
        case "order":
            return _numbers(text)


def _choice(choices: tuple[str, ...], text: str) -> str | None:
    """Return the choice of a letter (a, b, c), or the only one that begins like this."""
    letters = dict(zip("abcdefgh", choices, strict=False))
    begins = [choice for choice in choices if choice.casefold().startswith(text)]
    if len(begins) == 1:
        return begins[0]
    return letters.get(text.rstrip(")."))


def _outcome(text: str) -> int | str | None:
    """Return cents, ``push`` or ``lose``.

    >>> _outcome("$23.75"), _outcome("pushes"), _outcome("lost"), _outcome("much")
    (2375, 'push', 'lose', None)
    """
    if text in ("push", "pushes", "tie", "returned"):
        return PUSH
    if text in ("lose", "loses", "lost", "collected", "collect"):
        return LOSE
    try:
        return read_cents(text)
    except Unreadable:
        return None


def _numbers(text: str) -> tuple[int, ...] | None:
    if text in (NOBODY, "none"):
        return ()
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() for word in words):
        return None
    return tuple(map(int, words))
