"""What Tab completes at a live table: what may be typed now, as far as the deciders accept it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pitboss.games.cards import card
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import catalog
from pitboss.table.arguments import KINDS
from pitboss.table.engine import act, decide
from pitboss.table.forms import Option, Slot
from pitboss.table.guidance.advice import candidates
from pitboss.table.language import FORMS_BY_VERB, form_of, leading_verb, read
from pitboss.table.scripts.clock import timed
from pitboss.table.scripts.macros import GRAMMAR, macro_of
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.craps import RollDice

NAMED = [
    KINDS[name]
    for name in (
        *("position", "number", "spot", "side", "device", "scope", "chips", "basis", "when", "box"),
        *("commission", "rule"),
    )
]
"""Kinds of argument that are completed by name; of all others only the form is shown."""
CHOICES = [KINDS[name] for name in ("scope", "chips", "basis")]
SEVERAL = [KINDS[name] for name in ("cards", "color", "name", "text", "signatures")]
"""Kinds of argument that may be several words."""
CARDS = ("CARD", "CARD|?", "CARD...")
ANY_DAY = "9999-12-31"


class Token(NamedTuple):
    """A word of a line: one of the command's own, the name of something, or the form of it."""

    text: str
    kind: str = "word"
    """``word``, ``name`` or ``form``."""
    several: bool = False


class Completed(NamedTuple):
    """What a line may go on with."""

    words: tuple[str, ...] = ()
    """Any of them can replace the last word."""
    forms: tuple[str, ...] = ()
    """What stands there, where it is the typist who knows: a card, an amount."""


MACROS: Mapping[str, tuple[Token, ...]] = {
    "prepare": (Token("prepare"),),
    "prepare burning 2c": (Token("prepare"), Token("burning"), Token("CARD", "form")),
    "coup 2c 3d / 4h 5s": (Token("coup"), Token(GRAMMAR["coup"][5:], "form", several=True)),
    "pay all": (Token("pay"), Token("all")),
    "finish": (Token("finish"),),
}
"""A line of each short cut to be tried, and its words."""


def completed(table: Table, line: str, extra: Iterable[str] = ()) -> Completed:
    """Return what the last word of a line may become; ``extra`` are first words of the terminal.

    >>> from pitboss.table.engine import NEW
    >>> completed(NEW, "op")
    Completed(words=('open',), forms=())
    >>> completed(NEW, "open dragon")
    Completed(words=('dragon-bonus',), forms=())
    """
    try:
        text = timed(line)[1]
    except Unreadable:
        return Completed()
    *before, last = text.split(" ") if text else [""]
    typed = [word.lower() for word in before if word and word.lower() != "position"]
    words, forms = list[str](), list[str]()
    if not typed:
        words += extra
    for rest in _rests(table, typed):
        if not rest:
            words += _options(table, " ".join(before))
        elif rest[0].kind == "form":
            forms.append(rest[0].text)
        else:
            words.append(_run(rest))
    if "GAME" in forms:
        words += catalog().ids
    if any(form in CARDS for form in forms):
        words += _suited(last)
    fitting = dict.fromkeys(word for word in words if word.lower().startswith(last.lower()))
    shown = () if last and fitting else tuple(dict.fromkeys(forms))
    return Completed(tuple(sorted(fitting)), shown)


def helped(typed: str) -> Completed:
    """Return the verbs that ``? VERB`` may ask for."""
    verbs = sorted({*FORMS_BY_VERB, *GRAMMAR})
    *before, _ = typed.lower().split(" ")
    start = len(" ".join(before)) + bool(before)
    return Completed(tuple(verb[start:] for verb in verbs if verb.startswith(typed.lower())))


def accepted(table: Table) -> Iterator[Command]:
    """Yield those of the candidates that the table would accept."""
    for command in candidates(table):
        if not isinstance(decide(table, command), Refusal):
            yield command


def short_cuts(table: Table) -> Iterator[tuple[Token, ...]]:
    """Yield the words of each short cut whose first commands would be accepted now.

    A card to burn is asked for only where one is burnt.
    """
    begins = {line: _begins(table, line) for line in MACROS}
    begins["prepare burning 2c"] &= not begins["prepare"]
    yield from (MACROS[line] for line in MACROS if begins[line])


def _begins(table: Table, line: str) -> bool:
    """Say whether the first two commands of a short cut are accepted, as far as it has them."""
    macro = macro_of(line)
    assert macro is not None, "a short cut"
    commands = macro(table, ANY_DAY)
    try:
        command = next(commands, None)
        if command is None:
            return False
        after, answer = act(table, command)
        if isinstance(answer, Refusal):
            return False
        return not isinstance(decide(after, commands.send(after)), Refusal)
    except StopIteration:
        return True
    except Unreadable:  # a card must be named
        return False


def _rests(table: Table, typed: Sequence[str]) -> Iterator[Sequence[Token]]:
    """Yield what is still to come of each line that goes on from some words."""
    lines = {*map(_tokens, accepted(table)), *short_cuts(table)}
    for tokens in lines:
        yield from _after(tokens, typed)


def _tokens(command: Command) -> tuple[Token, ...]:
    """Return the words of a command's line but for its options."""
    form = form_of(command)
    parts = (part for part in form.parts if not isinstance(part, Option))
    return tuple(token for part in parts for token in _tokens_of(command, part))


def _tokens_of(command: Command, part: str | Slot) -> Iterator[Token]:
    if isinstance(part, str):
        yield Token(part)
    elif part.kind not in NAMED or isinstance(command, RollDice):
        yield Token(part.kind.shown, "form", part.kind in SEVERAL)
    else:
        values = (getattr(command, field) for field in part.fields)
        for word in part.kind.write(*values).split():
            yield Token(word, "name")


def _after(tokens: Sequence[Token], typed: Sequence[str]) -> Iterator[Sequence[Token]]:
    """Yield the tokens that are left when words are taken off, in every way they can be."""
    if not typed:
        yield tokens
    elif tokens and tokens[0].kind == "form":
        yield from _after(tokens[1:], typed[1:])
        if tokens[0].several:
            yield from _after(tokens, typed[1:])
    elif tokens and tokens[0].text.lower() == typed[0]:
        yield from _after(tokens[1:], typed[1:])


def _run(tokens: Sequence[Token]) -> str:
    """Return the next token, with all plain words that follow a plain one."""
    if tokens[0].kind == "name":
        return tokens[0].text
    words = []
    for token in tokens:
        if token.kind != "word":
            break
        words.append(token.text)
    return " ".join(words)


def _options(table: Table, line: str) -> Iterator[str]:
    """Yield what may be left out of a whole line: what makes it one that is accepted, if any does.

    Names and reasons are the typist's, so a line that waits for them is not tried to the end.
    """
    verb = leading_verb(line)
    forms = FORMS_BY_VERB[verb] if verb else ()
    options = [part for form in forms for part in form.parts if isinstance(part, Option)]
    flags = [words for option in options for words in _flags(option)]
    fitting = [words for words in flags if _is_accepted(table, f"{line} {words}")]
    waits = not fitting and not _is_accepted(table, line)
    yield from flags if waits else fitting
    for option in options:
        words = [word for word in option.parts if isinstance(word, str)]
        if option.slot and words and words[0] not in (":", *line.split()) and not _flags(option):
            yield " ".join(words)


def _flags(option: Option) -> list[str]:
    """Return the wordings of an option that is a choice of words; none if it asks for more."""
    words = [word for word in option.parts if isinstance(word, str)]
    if option.slot is None:
        return [" ".join(words)]
    choices = option.slot.kind.shown.split("|") if option.slot.kind in CHOICES else []
    return [" ".join([*words, choice]) for choice in choices]


def _is_accepted(table: Table, line: str) -> bool:
    try:
        return not isinstance(decide(table, read(line, table.opened)), Refusal)
    except Unreadable:
        return False


def _suited(rank: str) -> Iterator[str]:
    """Yield the cards of a rank, as they are written."""
    for suit in "cdhs" if 0 < len(rank) <= 2 else "":
        try:
            card(rank + suit)
        except Unreadable:
            return
        yield rank + suit
