"""A name in a line counts only if that person proved it; and what takes two people.

Whoever is signed in has proved their own badge; others prove theirs by card and PIN beside the
line. What is proved is a badge, so that on a floor a name is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, cast, get_type_hints

from pitboss.jackpot.people import CARDS, not_allowed
from pitboss.refusals import Refusal
from pitboss.table.floor.records import Level
from pitboss.table.steps import Command
from pitboss.table.steps.registry import SUPERVISOR, SURVEILLANCE

NAMES = frozenset(("by", "first", "second", "supervisor"))
"""The fields of commands that name a person, where they hold any text."""
TWO = ("first", "second")
SIGNED_ALONE = frozenset((("VerifyCards", "by"), ("Accommodate", "by")))
"""Names beside those of ``supervisor`` that must be a supervisor's or an executive's."""
SIGNED_BY_GIVING = frozenset(("ChangeSetup",))
"""What two people answer for though its line need not name them: the configuration of a table."""
MEANT = (SUPERVISOR, SURVEILLANCE)
"""What the procedure calls people whom it does not know."""
Proof = Literal["proved", "second-needed"]


@cache
def name_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a kind of command that name people.

    >>> from pitboss.table.steps.craps import RollDice
    >>> from pitboss.table.steps.tray import FillTray
    >>> name_fields(FillTray), name_fields(RollDice)
    (('first', 'second'), ())
    """
    hints = get_type_hints(kind)
    return tuple(name for name, hint in hints.items() if name in NAMES and hint is str)


def names_in(command: Command) -> tuple[str, ...]:
    """Return the badges that a command names.

    >>> from pitboss.table.language import read
    >>> names_in(read("fill 500 signed 1101 and 2207")), names_in(read("sit 3"))
    (('1101', '2207'), ())
    """
    given = (getattr(command, name) for name in name_fields(type(command)))
    return tuple(name for name in given if name)


def needs_two(command: Command) -> bool:
    """Say whether two people answer for a command: configuration, corrections, the tray's money."""
    return name_fields(type(command)) == TWO


def with_two(command: Command, first: str, second: str) -> Command:
    """Return a command that two people answer for, with their names.

    >>> from pitboss.table.language import read
    >>> with_two(read("fill 500 signed 1101"), "1101", "2207").second
    '2207'
    """
    named = names_in(command)
    if name_fields(type(command)) != TWO or len(named) == len(TWO):
        return command
    first = named[0] if named else first
    return cast(Command, cast(Any, command)._replace(first=first, second=second))


def with_badges(command: Command, proved: frozenset[str], badges: Mapping[str, Level]) -> Command:
    """Return a command with a badge where it says only what somebody is, or need not say it.

    The procedure names "supervisor" and "monitor room"; whoever of them proved it is meant.

    >>> from pitboss.table.steps.inspection import BreakSeal
    >>> with_badges(BreakSeal("supervisor"), frozenset(("2207",)), {"2207": "supervisor"})
    BreakSeal(supervisor='2207')
    """
    if type(command).__name__ in SIGNED_BY_GIVING and not names_in(command):
        return with_two(command, *[*sorted(proved & badges.keys()), "", ""][:2])
    fields = [name for name in name_fields(type(command)) if getattr(command, name) in MEANT]
    cards = sorted(badge for badge in proved if badges.get(badge) in CARDS)
    if not fields or not cards:
        return command
    signed = {name: cards[at % len(cards)] for at, name in enumerate(fields)}
    return cast(Command, cast(Any, command)._replace(**signed))


def proof_of(
    command: Command, proved: frozenset[str], badges: Mapping[str, Level]
) -> Proof | Refusal:
    """Say whether a command is proved as it is, or lacks a second person; refuse what is neither.

    ``proved`` are the badge of the session and those proved beside the line. A supervisor's
    signature is that of a supervisor or executive. Nobody learns here which badges there are.
    """
    proved = proved & badges.keys()
    wrong = next(_unfit(command, proved, badges), None)
    if wrong is not None or not needs_two(command):
        return wrong or "proved"
    first, second = two_of(command, proved)
    if not first:
        return _not_proved(*names_in(command))
    twice = not second and len(names_in(command)) == len(TWO)  # which the command is refused for
    return "proved" if second in proved or twice else "second-needed"


def two_of(command: Command, proved: frozenset[str]) -> tuple[str, str]:
    """Return who answers for a command of two people: one who proved it, and the other by name.

    Either is empty where nobody proved it, or the line leaves open who that is.
    """
    names = names_in(command)
    first = next((name for name in names if name in proved), "")
    return first, next((name for name in names if name != first), "")


def _not_proved(*names: str) -> Refusal:
    message = f"badge {names[0]} did not prove this" if names else "nobody proved this"
    return Refusal("not-proved", message, "give card and PIN of everyone whom the line names")


def _unfit(
    command: Command, proved: frozenset[str], badges: Mapping[str, Level]
) -> Iterator[Refusal]:
    """Yield what is wrong with the badges that a command names."""
    kind = type(command)
    fields, names = name_fields(kind), names_in(command)
    if fields == TWO:
        levels = [badges[name] for name in names if name in proved]
        if len(levels) == len(TWO) and not any(level in CARDS for level in levels):
            yield from _too_low(names[1], levels[1])
        return
    for field in fields:
        badge = getattr(command, field)
        if badge and badge not in proved:
            yield _not_proved(badge)
        elif badge and (field == "supervisor" or (kind.__name__, field) in SIGNED_ALONE):
            yield from _too_low(badge, badges[badge])
        elif not badge and field not in getattr(kind, "_field_defaults", {}):
            yield Refusal("name-needed", "nobody is named who answers for it", "name a badge")


def _too_low(badge: str, level: str) -> Iterator[Refusal]:
    wrong = not_allowed(badge, level, "signs for it")
    if wrong is not None:
        yield wrong
