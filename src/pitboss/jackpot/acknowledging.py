"""Alerts are acknowledged: by whom and when stands on the house's own record.

What an alert is about follows from how tables and jackpots stand
(:mod:`pitboss.house.serving.alerts`); the house remembers only which of them somebody has seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.jackpot.people import not_allowed, unknown
from pitboss.refusals import Refusal
from pitboss.table.floor.records import Level

REMEMBERED = 500
"""How many acknowledgements are kept, the last ones: whatever is older is asked for again."""
_ID = re.compile("[A-Za-z0-9._-]{1,100}")
_LINE = re.compile(rf"acknowledge ({_ID.pattern}) by (\S{{1,64}})", re.IGNORECASE)


class Acknowledge(NamedTuple):
    """Say that an alert was seen."""

    alert: str
    by: str


class AlertAcknowledged(NamedTuple):
    """Somebody has seen an alert."""

    alert: str
    by: str


class Acknowledged(NamedTuple):
    """Who has seen an alert, and when."""

    by: str
    at: str


Seen = Mapping[str, Acknowledged]
"""The alerts that somebody has seen, the last one last."""


def read_acknowledge(text: str) -> Acknowledge | None:
    """Read a line that acknowledges; None if it is another one.

    >>> read_acknowledge("acknowledge hit-sun-7-2 by 2207")
    Acknowledge(alert='hit-sun-7-2', by='2207')
    """
    match = _LINE.fullmatch(text)
    return None if match is None else Acknowledge(match[1], match[2])


def acknowledge(
    seen: Seen, badges: Mapping[str, Level], command: Acknowledge
) -> tuple[AlertAcknowledged] | Refusal:
    """Let a supervisor or executive acknowledge an alert, once."""
    if command.by not in badges:
        return unknown(command.by, badges)
    wrong = not_allowed(command.by, badges[command.by], "acknowledges an alert")
    if wrong is not None:
        return wrong._replace(cite=None)
    if not _ID.fullmatch(command.alert):
        message = f'"{command.alert[:60]}" is no alert'
        return Refusal("no-such-alert", message, "name it as the floor's page does")
    before = seen.get(command.alert)
    if before is not None:
        message = f"badge {before.by} has acknowledged {command.alert}"
        return Refusal("acknowledged-already", message, "go on")
    return (AlertAcknowledged(*command),)


def acknowledged(seen: Seen, fact: AlertAcknowledged, at: str) -> Seen:
    """Return what was seen once one more alert is; the oldest is forgotten."""
    kept = {**seen, fact.alert: Acknowledged(fact.by, at)}
    return dict(list(kept.items())[-REMEMBERED:])
