"""What a script expects of the table: lines that begin with ``>``.

Each expectation compares what a line says with what is so, and each can fail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, get_args

from pitboss.refusals import Refusal, Unreadable, did_you_mean, unreadable
from pitboss.settle.accounts import PLACES, account
from pitboss.table.accounts import balance
from pitboss.table.arguments import amount, dollars, number, position
from pitboss.table.engine import Answer, decide
from pitboss.table.language import FORMS_BY_VERB, VERBS, line_of, read, verb_of
from pitboss.table.scripts.fact_words import happened, shown_fact, wanted
from pitboss.table.state import ShoeStage, Stage, Table
from pitboss.table.steps.paying import owed
from pitboss.table.steps.registry import Command

Check = Callable[[re.Match[str], "Scene"], str | None]
"""Returns what was found instead; None if it is as expected."""


class Scene(NamedTuple):
    """What an expectation is held against."""

    table: Table
    answer: Answer | None
    """What the line above led to; None if there is none."""


class Expectation(NamedTuple):
    """A kind of expectation: how it is written, and how it is checked."""

    grammar: str
    pattern: re.Pattern[str]
    check: Check


EXPECTATIONS: list[Expectation] = []
"""Every kind, in the order in which a line is tried on them."""


def _expects(grammar: str, pattern: str) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        compiled = re.compile(pattern, re.IGNORECASE | re.ASCII)
        EXPECTATIONS.append(Expectation(grammar, compiled, check))
        return check

    return register


def missed(text: str, scene: Scene) -> str | None:
    """Return what was found instead of what a line expects; None if all is as expected."""
    words = " ".join(text.split())
    for one in EXPECTATIONS:
        match = one.pattern.fullmatch(words)
        if match is not None:
            return one.check(match, scene)
    first = words.partition(" ")[0].lower()
    grammars = {one.grammar.partition(" ")[0]: one.grammar for one in EXPECTATIONS}
    remedy = f"write {grammars[first]}" if first in grammars else did_you_mean(first, grammars)
    raise unreadable("unknown-expectation", f'"{words}" is no expectation', remedy)


def expects_refusal(text: str) -> bool:
    """Say whether a line expects a refusal; without one, a refusal fails the script."""
    return text.lower().split()[:1] == ["refused"]


# --- what the line above led to ---


def _answer(scene: Scene) -> Answer:
    if scene.answer is None:
        raise unreadable(
            "nothing-happened", "no command stands above this line", "write the command first"
        )
    return scene.answer


def shown_answer(answer: Answer) -> str:
    """Return what happened in one line."""
    if isinstance(answer, Refusal):
        return f"refused {answer.code}: {answer}"
    return "accepted: " + ("; ".join(map(shown_fact, answer)) or "nothing")


@_expects("refused [CODE [CITATION]]", r"refused(?: (\S+)(?: (.+))?)?")
def _refused(match: re.Match[str], scene: Scene) -> str | None:
    answer = _answer(scene)
    if isinstance(answer, Refusal):
        code, cite = (match[1] or answer.code).lower(), match[2] or ""
        for one in (answer, *answer.reasons):
            if code in (answer.code, one.code) and cite in (one.cite or ""):
                return None
    return shown_answer(answer)


@_expects("accepted", "accepted")
def _accepted(_: re.Match[str], scene: Scene) -> str | None:
    answer = _answer(scene)
    return shown_answer(answer) if isinstance(answer, Refusal) else None


@_expects("fact NAME [KEY=VALUE ...]", r"fact (.+)")
def _fact(match: re.Match[str], scene: Scene) -> str | None:
    answer, want = _answer(scene), wanted(match[1])
    if isinstance(answer, Refusal) or not happened(want, answer):
        return shown_answer(answer)
    return None


# --- how far the table is ---


def _unlike(expected: object, found: object) -> str | None:
    return None if expected == found else str(found)


def _known(word: str, kind: object) -> str:
    words = get_args(kind)
    if word.lower() not in words:
        raise unreadable("unknown-stage", f'"{word}" is no stage', did_you_mean(word, words))
    return word.lower()


def _expects_value(
    usage: str, read: Callable[[str], object], value: Callable[[Table], object]
) -> None:
    """Register an expectation of one value of the table, written after its words."""

    def check(match: re.Match[str], scene: Scene) -> str | None:
        return _unlike(read(match[1]), value(scene.table))

    words, last = usage.rsplit(" ", 1)
    _expects(usage, rf"{words} (\S+)" if last == "NUMBER" else rf"{words} (.+)")(check)


_expects_value("stage STAGE", partial(_known, kind=Stage), lambda table: table.round.stage)
_expects_value("shoe number NUMBER", number, lambda table: table.shoe.number)
_expects_value("shoe STAGE", partial(_known, kind=ShoeStage), lambda table: table.shoe.stage)
_expects_value("cards left NUMBER", number, lambda table: table.shoe.cards)
_expects_value("round NUMBER", number, lambda table: table.round.number)


def _next_is_free(table: Table) -> bool:
    return table.round.free or (table.round.stage == "betting" and table.shoe.carried_free)


FLAGS: Mapping[str, Callable[[Table], bool]] = {
    "cut card out": lambda table: table.shoe.cut_card_out,
    "last hand": lambda table: table.shoe.last_hand,
    "free hand": _next_is_free,
}
"""What is so or not; ``not`` before it expects that it is not."""


@_expects("[not] cut card out|last hand|free hand", rf"(not )?({'|'.join(FLAGS)})")
def _flag(match: re.Match[str], scene: Scene) -> str | None:
    words = match[2].lower()
    so = FLAGS[words](scene.table)
    return _unlike(match[1] is None, so) and (words if so else f"not {words}")


# --- money ---


@_expects("ACCOUNT has AMOUNT", r"(.+) has (\S+)")
def _has(match: re.Match[str], scene: Scene) -> str | None:
    words = match[1].lower()
    try:
        whose = account(words)
    except Unreadable:
        known = (*PLACES, "position 1", "behind 1")
        raise unreadable(
            "unknown-account", f'"{words}" is no account', did_you_mean(words, known)
        ) from None
    found = balance(scene.table, whose)
    return None if found == amount(match[2]) else dollars(found)


@_expects("owed POSITION AMOUNT", r"owed ((?:position )?\S+) (\S+)")
def _owed(match: re.Match[str], scene: Scene) -> str | None:
    found = owed(scene.table).get(position(match[1]), 0) if scene.table.opened else 0
    return None if found == amount(match[2]) else dollars(found)


# --- what the dealer should say, and what may come next ---


@_expects("says TEXT", r"says (.+)")
def _says(match: re.Match[str], scene: Scene) -> str | None:
    from pitboss.table.guidance.advice import advise

    said = advise(scene.table).say
    return None if match[1].lower() in " ".join(said.lower().split()) else f'"{said}"'


@_expects("may [not] COMMAND", r"may (not )?(.+)")
def _may(match: re.Match[str], scene: Scene) -> str | None:
    from pitboss.table.guidance.advice import advise

    so = _acceptable(match[2].lower(), scene.table)
    return None if so == (match[1] is None) else f"may {', '.join(advise(scene.table).may)}"


def _acceptable(words: str, table: Table) -> bool:
    """Say whether a command could be accepted now that is, or begins with, some words."""
    from pitboss.table.guidance.advice import candidates

    meant = [command for command in candidates(table) if _begins(command, words, table)]
    if not meant and words not in FORMS_BY_VERB:
        meant = [read(words, table.opened)]
    return any(not isinstance(decide(table, command), Refusal) for command in meant)


def _begins(command: Command, words: str, table: Table) -> bool:
    """Say whether a verb is the command's own, or other words the beginning of its line."""
    verb = verb_of(command)
    if words in FORMS_BY_VERB:
        return words in (verb, VERBS[type(command)])
    if not words.startswith(verb) and not verb.startswith(words):
        return False
    return f"{line_of(command, table.opened)} ".lower().startswith(f"{words} ")
