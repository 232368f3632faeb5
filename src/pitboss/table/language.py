"""The script language: one command per line, readable by a dealer (docs/SCRIPTS.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import cast

from pitboss.refusals import Unreadable, did_you_mean, nearest, unreadable
from pitboss.rulebook import Rulebook, catalog
from pitboss.table.forms import Form, defaults_of
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps import FORMS, Command
from pitboss.table.steps import FORMS_BY_VERB as FORMS_BY_VERB
from pitboss.table.steps import VERBS as VERBS


def verb_of(command: Command) -> str:
    """Return the leading words of a command's line.

    >>> from pitboss.table.steps.positions import Sit
    >>> from pitboss.table.steps.shuffling import CutCards
    >>> verb_of(Sit(3)), verb_of(CutCards(3, 150)), verb_of(CutCards(0, 150))
    ('sit', 'cut', 'dealer cuts')
    """
    return form_of(command).verb


def read(line: str, setup: TableSetup | None = None, rulebook: Rulebook | None = None) -> Command:
    """Read one line as a command; ``setup`` is what ``change setup`` changes.

    ``rulebook`` has the games that ``open`` knows; without it that of the setup, or the catalog.

    >>> read("bet position 3 golden-talons:player $25 toke")
    PlaceBet(position=3, wager='golden-talons', cents=2500, on='player', chips='value', toke=True, \
behind=False)
    """
    text = " ".join(line.split())
    verb = leading_verb(text)
    if verb is None:
        raise _unknown(text)
    forms = FORMS_BY_VERB[verb]
    for form in forms:
        try:
            fields = form.fields(text)
        except Unreadable as wrong:
            reason = wrong.refusal
            raise Unreadable(reason._replace(remedy=f"{reason.remedy}: {form.grammar}")) from None
        if fields is not None:
            book = rulebook or (setup.rulebook if setup else catalog())
            return _built(form, fields, setup, book)
    raise unreadable(
        "unreadable-command", f'"{text}" is not how "{verb}" is written', f"write {grammars(forms)}"
    )


def grammars(forms: Iterable[Form]) -> str:
    """Return how lines of some forms are written, for people."""
    return ", or ".join(form.grammar for form in forms)


def leading_verb(text: str) -> str | None:
    """Return the longest verb that a text begins with.

    >>> leading_verb("Hand cup player to 3"), leading_verb("hand player to 3"), leading_verb("hi")
    ('hand cup', 'hand', None)
    """
    words = [word.rstrip(":") for word in text.lower().split()[: _longest_verb()]]
    starts = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((start for start in starts if start in FORMS_BY_VERB), None)


@cache
def _longest_verb() -> int:
    return max(verb.count(" ") for verb in FORMS_BY_VERB) + 1


def _unknown(text: str) -> Unreadable:
    """Say that no command begins like this, and how the nearest one is written."""
    words = text.lower().split()
    for count in range(_longest_verb(), 0, -1):
        verbs = [verb for verb in FORMS_BY_VERB if len(verb.split()) == count]
        close = nearest(" ".join(words[:count]), verbs)
        if close is not None:
            remedy = f'did you mean "{close}"? write {grammars(FORMS_BY_VERB[close])}'
            break
    else:
        remedy = did_you_mean(text, [form.verb for form in FORMS])
    return unreadable("unknown-command", f'"{text}" is no command', remedy)


def _built(
    form: Form, fields: dict[str, object], setup: TableSetup | None, rulebook: Rulebook
) -> Command:
    """Return the command; names and reasons that were not said are empty."""
    if form.setup is not None:
        return cast(Command, form.setup.read(fields, setup, rulebook))
    unsaid = set(getattr(form.command, "_fields", ())) - set(defaults_of(form.command))
    build = cast(Callable[..., Command], form.command)
    return build(**(dict.fromkeys(unsaid, "") | fields))


def line_of(command: Command, setup: TableSetup | None = None) -> str:
    """Write a command as the line that reads as it; ``setup`` is what a change starts from.

    >>> from pitboss.table.steps.shuffling import CutCards
    >>> line_of(CutCards(0, 150)), line_of(CutCards(7, 150))
    ('dealer cuts at 150', 'cut 7 at 150')
    """
    form = form_of(command)
    values = form.setup.write(command, setup) if form.setup else command._asdict()
    return form.line(values, defaults_of(form.command))


def form_of(command: Command) -> Form:
    """Return the form that writes a command: one that says more without arguments comes first."""
    for form in reversed(FORMS):
        if form.command is type(command) and all(
            getattr(command, field) == value for field, value in form.fixed.items()
        ):
            return form
    raise TypeError(f"{type(command).__name__} is no command")
