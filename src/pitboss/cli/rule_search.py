"""Looking through texts on the rules: which hold the words or paragraphs that are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from math import log
from typing import NamedTuple

from pitboss.cli.rule_texts import Text
from pitboss.refusals import LONGEST_WORD, nearest

ALIKE = (
    ("exposed", "disclosed", "face up", "seen"),
    ("toke", "tip", "for the dealer"),
    ("vigorish", "vig", "commission"),
    ("error", "mistake", "misdeal", "slip"),
    ("dry", "empty", "run out", "not enough cards"),
    ("bet", "wager", "stake"),
    ("peek", "squeeze", "turn"),
    ("supervisor", "floor", "boss"),
    ("tray", "float", "inventory"),
    ("late", "after no more bets"),
)
"""Words that floors and rules use for the same; the one that was asked for counts most."""
TELLING = ("commands", "choices", "wagers", "scenarios", "facts", "refusals", "features")
"""Whose texts tell best what a paragraph is about."""
SMALL_WORDS = frozenset(
    ("a", "an", "and", "at", "by", "for", "in", "is", "of", "on", "or", "the", "to")
)
ENDINGS = ("ing", "ed", "es", "s")
SHORTEST_STEM = 4
LONGEST_QUESTION, MOST_TERMS = 1_000, 20
"""Characters of an argument and words of a question that are looked at."""
IN_NAME, IN_TEXT, ALIKE_SHARE = 3, 1, 0.5
"""What a word counts in a name and in a text, and the share of a word that means the same."""

_PARAGRAPH = re.compile(r"30-\d{4}(?:\.\d\d)?(?:\([0-9A-Za-z]+\))*")
_ASKED = re.compile(r"(?:30-)?(?P<section>2[38]\d\d(?:\.\d\d)?)(?P<inner>(?:\([0-9A-Za-z]+\))*)")


class Hit(NamedTuple):
    """A text that holds what was asked for, and how well."""

    text: Text
    score: float


class Term(NamedTuple):
    """One word of a question: how it is matched as it was said, and by words that mean the same."""

    word: str
    said: re.Pattern[str]
    alike: re.Pattern[str] | None = None
    cited: bool = False
    """Whether it names a paragraph."""


def paragraphs_of(text: Text) -> tuple[str, ...]:
    """Return the paragraphs that a text rests on, the one it is filed under first.

    >>> paragraphs_of(Text("facts", "Burnt", "As 30-2810(4) says", "30-2899.04(5)(c), (d)"))
    ('30-2899.04(5)(c)', '30-2810(4)')
    """
    found = _PARAGRAPH.findall(" ".join([text.cite or "", text.name, text.says]))
    return tuple(dict.fromkeys(found))


def terms_of(words: Iterable[str]) -> list[Term]:
    """Return what to look for; small words are left out unless there are no others."""
    said = [word for text in words for word in text[:LONGEST_QUESTION].casefold().split()]
    distinct = [word for word in dict.fromkeys(said) if _plain(word).strip()]
    telling = [word for word in distinct if word not in SMALL_WORDS]
    return [_term(word[:LONGEST_WORD]) for word in (telling or distinct)[:MOST_TERMS]]


def _term(word: str) -> Term:
    paragraph = _ASKED.fullmatch(word)
    if paragraph is not None:
        cite = re.escape(f"30-{paragraph['section']}{paragraph['inner']}")
        return Term(word, re.compile(cite + r"(?![0-9A-Za-z])", re.IGNORECASE), cited=True)
    plain = _plain(word).strip()
    others = [other for group in ALIKE if _stem(plain) in map(_stem, group) for other in group]
    alike = "|".join(_begins(other) for other in others if _stem(other) != _stem(plain))
    return Term(word, re.compile(_begins(plain)), re.compile(alike) if alike else None)


def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def _begins(word: str) -> str:
    """Return the pattern of words that begin like this one; a short one has only its endings."""
    stem = re.escape(_stem(word))
    return rf"\b{stem}" if len(word) > SHORTEST_STEM else rf"\b{stem}(?:s|d|t|ed|ing)?\b"


@cache
def _plain(text: str) -> str:
    return re.sub(r"[^\w.]+|\.(?!\w)", " ", text.casefold().replace("_", " "))


def search(texts: Sequence[Text], words: Sequence[str]) -> list[Hit]:
    """Return the texts that hold the most of the words, best first.

    >>> burnt = Text("facts", "CardsBurnt", "The first card was shown.", "30-2810(4)")
    >>> dealt = Text("facts", "CardDealt", "A card went to a hand.", "30-2812(3)")
    >>> [hit.text.name for hit in search([dealt, burnt], ["burn"])]
    []
    >>> [hit.text.name for hit in search([dealt, burnt], ["first", "card"])]
    ['CardsBurnt']
    >>> [hit.text.name for hit in search([dealt, burnt], ["2812"])]
    ['CardDealt']
    """
    terms = terms_of(words)
    weights = [[_weight(term, text) for text in texts] for term in terms]
    rarity = [log(1 + len(texts) / (1 + sum(map(bool, row)))) for row in weights]
    counts = [sum(map(bool, column)) for column in zip(*weights, strict=True)]
    most = max(counts, default=0)
    hits = []
    for at, text in enumerate(texts):
        if most and counts[at] == most:
            score = sum(row[at] * rare for row, rare in zip(weights, rarity, strict=True))
            hits.append(Hit(text, score / (1 + len(text.says) / 400)))
    return sorted(hits, key=lambda hit: -hit.score)


def _weight(term: Term, text: Text) -> float:
    if term.cited:
        head = term.said.match((text.cite or text.name).casefold())
        return IN_NAME if head else float(any(map(term.said.match, paragraphs_of(text))))
    name, says = _plain(text.name), _plain(text.says)
    for pattern, share in ((term.said, 1.0), (term.alike, ALIKE_SHARE)):
        if pattern is not None:
            weight = IN_NAME * bool(pattern.search(name)) + IN_TEXT * bool(pattern.search(says))
            if weight:
                return weight * share
    return 0


def by_paragraph(hits: Iterable[Hit], words: Sequence[str]) -> list[tuple[str, Text, int]]:
    """Return the paragraphs that hits rest on, each with what tells it best and how many do.

    Where a paragraph was asked for it is those alone that it holds.
    """
    asked = [term.said for term in terms_of(words) if term.cited]
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        for paragraph in paragraphs_of(hit.text):
            if not asked or any(pattern.match(paragraph) for pattern in asked):
                found.setdefault(paragraph, []).append(hit)
    ranked = sorted(found.items(), key=lambda one: -one[1][0].score * (1 + log(len(one[1]))))
    return [
        (paragraph, min(resting, key=partial(_place, paragraph)).text, len(resting))
        for paragraph, resting in ranked
    ]


def _place(paragraph: str, hit: Hit) -> tuple[bool, int]:
    """Return how late a text comes in telling a paragraph: first those that are filed under it."""
    return paragraphs_of(hit.text)[0] != paragraph, TELLING.index(hit.text.group)


def nearest_words(texts: Sequence[Text], words: Sequence[str]) -> list[str]:
    """Return the words of the texts that come nearest to those that none of them holds."""
    known = sorted({word for text in texts for word in _plain(f"{text.name} {text.says}").split()})
    close = []
    for term in terms_of(words):
        like = [word for word in known if word[:1] == term.word[:1]]
        close.append(nearest(term.word, like) or nearest(term.word, known))
    return [word for word in dict.fromkeys(close) if word]
