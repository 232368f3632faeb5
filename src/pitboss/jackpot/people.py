"""Who may do what to a jackpot: by the level of a badge, alone or two together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pitboss.refusals import Refusal, did_you_mean
from pitboss.table.floor.records import Level
from pitboss.table.steps import Command
from pitboss.table.steps.hits import ConfirmHit, HitJackpot, WaiveJackpot

CARDS = ("supervisor", "executive")
"""The levels whose cards a jackpot takes (30-2899.02(10)(g))."""
ADDED = ("level", "levels", "playing")
"""What the house adds to a command."""
CITE = "30-2899.02(10)(g), (i)"
_OF_HITS = (HitJackpot, ConfirmHit, WaiveJackpot)


def not_allowed(badge: str, level: str, what: str) -> Refusal | None:
    """Refuse a badge that is neither a supervisor's nor an executive's.

    >>> not_allowed("1101", "dealer", "pays a hit").message
    'badge 1101 is a dealer; a supervisor or executive pays a hit'
    """
    return None if level in CARDS else _too_low(badge, level, f"a supervisor or executive {what}")


def _too_low(badge: str, level: str, who: str) -> Refusal:
    kind = f"{'an' if level[:1] in 'ae' else 'a'} {level}" if level else "nobody's"
    return Refusal(
        "level-too-low", f"badge {badge} is {kind}; {who}", "show the card of one of them", CITE
    )


def not_two(first: str, second: str, levels: tuple[str, ...], what: str) -> Refusal | None:
    """Refuse what two people must do together, and one does or others do."""
    if not second or first == second:
        return Refusal(
            "two-people-needed",
            f"two different people {what}",
            "let another person sign beside the first",
            CITE,
        )
    for badge, level in zip((first, second), levels, strict=True):
        if level not in CARDS:
            return _too_low(badge, level, f"two supervisors or executives {what}")
    return None


def signed(command: Command, badges: Mapping[str, Level]) -> Command | Refusal:
    """Return a command with the levels of those who sign it; refuse a badge that nobody has."""
    given = command._asdict()
    names = [given[key] for key in ("by", "first", "second") if key in given]
    for name in names:
        if name and name not in badges:
            return unknown(name, badges)
    changes: dict[str, object] = {}
    if "level" in given:
        changes["level"] = badges.get(given["by"], "")
    if "levels" in given:
        changes["levels"] = tuple(badges.get(name, "") for name in names)
    return cast(Command, cast(Any, command)._replace(**changes))


def as_before(command: Command, before: Command | None) -> Command:
    """Return a command that is given again with what the house added to it the first time.

    Levels and tables in play may have changed since, and it is the same command all the same.
    """
    if type(command) is not type(before):
        return command
    added = {key: value for key, value in cast(Any, before)._asdict().items() if key in ADDED}
    return cast(Command, cast(Any, command)._replace(**added))


def unsigned(command: Command, badges: Mapping[str, Level]) -> Refusal | None:
    """Refuse a hit that is confirmed, overridden or waived by no supervisor's badge."""
    if not isinstance(command, _OF_HITS) or not command.supervisor:
        return None
    level = badges.get(command.supervisor)
    if level is None:
        return unknown(command.supervisor, badges)
    return not_allowed(command.supervisor, level, "says what is a hit")


def unknown(badge: str, badges: Mapping[str, Level]) -> Refusal:
    """Refuse a badge that nobody has."""
    remedy = did_you_mean(badge, badges)
    return Refusal("unknown-badge", f'nobody has the badge "{badge}"', remedy)
