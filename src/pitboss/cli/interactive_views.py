"""What a live table shows on a word: what may happen now and why, bets, the rounds so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pitboss.cli.interactive_completion import accepted, short_cuts
from pitboss.cli.output import print_table, print_text
from pitboss.cli.replay import print_rounds
from pitboss.cli.story import INDENT
from pitboss.refusals import nearest, unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.pays import Money
from pitboss.table.engine import decide
from pitboss.table.forms import Form
from pitboss.table.guidance.advice import Advice, advise, candidates
from pitboss.table.language import FORMS_BY_VERB, line_of
from pitboss.table.record.journal import entries
from pitboss.table.record.recorded import rounds
from pitboss.table.record.replaying import replay
from pitboss.table.scripts.macros import GRAMMAR
from pitboss.table.state import Table
from pitboss.table.steps import FORMS
from pitboss.table.steps.betting import bet_words
from pitboss.table.steps.opening import OpenTable

WORDS = {
    "?": "what should happen now, and all that may",
    "? VERB": "how a line is written, and whether it may be typed now",
    "roads": "the roads of the shoe",
    "bets": "what lies on the layout",
    "money": "takings, and whose money is where",
    "history": "the rounds so far",
    "undo": "withdraw the last command, if nothing was shown since",
    "> EXPECTED": "whether something is so, such as > stage betting",
    "save FILE": "write the journal so far to a new file",
    "help": "this list",
    "quit": "end, with a summary; so does Ctrl-D",
}
"""What may be typed beside the commands of a script."""
LISTED = "type ? for what may happen now, or help"


def _row(head: str, text: str, style: str = "") -> None:
    print_text(f"  {head:<{INDENT - 2}}{text}", style, INDENT)


def tell_help() -> None:
    """Print what may be typed."""
    print_text("Type a line of a script, such as `sit 3` or `bet 3 player 25`. Beside that:")
    for word, meaning in WORDS.items():
        _row(word, meaning)
    print_text("Tab completes what may be typed now. Ctrl-C drops the line.")
    print_text("docs/SCRIPTS.md lists the commands; `pitboss rules WORDS` finds paragraphs.")


# --- what may happen ---


def tell_advice(table: Table) -> None:
    """Print what the dealer should do and say, why, how it is written, and what else may be."""
    advice = advise(table)
    _row("do", f"{advice.do} {f'[{advice.cite}]' if advice.cite else '(house procedure)'}", "bold")
    if advice.say:
        _row("say", f'"{advice.say}"')
    for line in _written(table, advice):
        _row("type", line)
    for duty in advice.duties:
        _row("duty", duty)
    owed = ", ".join(f"position {at} {Money(cents)}" for at, cents in advice.owed.items() if cents)
    if owed:
        _row("owed", owed)
    _row("may", ", ".join(advice.may))


def _written(table: Table, advice: Advice) -> Iterator[str]:
    """Yield how the step that is due is written, and the short cuts that begin with it."""
    for form in FORMS:
        if form.command in advice.due:
            yield form.grammar
    for tokens in short_cuts(table):
        yield f"{' '.join(token.text for token in tokens)} (a short cut)"


def tell_verb(table: Table, verb: str) -> None:
    """Print how the lines are written that begin with some words, and if they may be now."""
    asked = " ".join(verb.lower().split())
    names = [name for name in (*FORMS_BY_VERB, *GRAMMAR) if name.startswith(asked)]
    whole = [name for name in names if f"{name} ".startswith(f"{asked} ")] or names
    forms = [form for name in FORMS_BY_VERB if name in whole for form in FORMS_BY_VERB[name]]
    short = [line for name, line in GRAMMAR.items() if name in whole]
    if not forms and not short:
        close = nearest(asked, (*FORMS_BY_VERB, *GRAMMAR))
        remedy = f'did you mean "{close}"?' if close else LISTED
        raise unreadable("unknown-command", f'"{verb}" is no command', remedy)
    for form in forms:
        _row("write", form.grammar, "bold")
        _row("to", _meaning(form))
        _row("now", _now(table, form))
    for line in short:
        _row("short cut", line, "bold")


def _meaning(form: Form) -> str:
    """Return the first sentence about a command, as an order."""
    text = " ".join((form.command.__doc__ or "").split("\n\n")[0].split())
    return text[:1].lower() + text[1:].rstrip(".")


def _now(table: Table, form: Form) -> str:
    """Return a line that would be accepted now, or why none would."""
    if form.command is OpenTable and not table.open:
        return "yes, such as: open baccarat"
    for command in accepted(table):
        if isinstance(command, form.command):
            return f"yes, such as: {line_of(command, table.opened)}"
    tried = [command for command in candidates(table) if isinstance(command, form.command)]
    reasons = Counter(str(decide(table, command)) for command in tried)
    if not reasons:
        return "no: it has no place at this table as it is"
    ((reason, _),) = reasons.most_common(1)
    return f"no: {reason}"


# --- what is there ---


def tell_bets(table: Table) -> None:
    """Print what lies on the layout."""
    rows = []
    for laid in table.round.bets:
        settled = table.round.settled.get(laid.number)
        comes_to = "" if settled is None else str(Money(settled.net_cents))
        place = f"{laid.bet.position}{' behind' if laid.behind else ''}"
        rows.append((str(laid.number), place, bet_words(laid), comes_to))
    if not rows:
        print_text("  no bets lie on the layout")
        return
    print_table(("bet", "position", "spot and stake", "net"), rows, right=(0, 3))


def tell_history(record: Sequence[str], rulebook: Rulebook | None) -> None:
    """Print the rounds of a record that came to an end or have begun."""
    lines = replay(entries(record), rulebook=rulebook) if record else ()
    played = [round for round in rounds(lines) if round.bets or round.outcome]
    if played:
        print_rounds(played)
    else:
        print_text("  no round was played")
