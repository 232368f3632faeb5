"""The log of every access: who came, from where, for what, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.schema import ACCESS
from pitboss.refusals import one_line

LONGEST = 120
"""Letters of anything that is logged: it may come from anybody."""
DONE = "done"
TOLD = {
    **dict.fromkeys(("VerifyHit", "PayHit", "DismissHit", "BackOutHit"), "order"),
    **{"CountTray": "when", "EmptyBox": "box", "AdjustBet": "position"},
}
"""Which field of a command is logged with its kind: none that takes any text."""
TOLD_WHEN_DONE = {"EnrolBadge": "number", "RetireBadge": "number", "Acknowledge": "alert"}
"""The same once it is on record: until then it may be a secret in the wrong field."""


class Access(NamedTuple):
    """One access. What was typed as a secret is never part of it."""

    badge: str
    device: str
    address: str
    what: str
    """Such as ``sign-in``, or a request, of a command with its kind and what that is about."""
    outcome: str = DONE
    """``done``, or the code of the refusal."""
    at: str = ""
    number: int = 0


def gist_of(command: object, facts: Iterable[object], commands: int) -> str:
    """Return what is logged of a command: its kind, which hit, count or badge, and how many more.

    >>> from pitboss.jackpot.hits import PayHit
    >>> gist_of(PayHit("3301", 2), (), 1), gist_of(PayHit("3301"), (), 0)
    ('PayHit 2', 'PayHit')
    """
    kind = type(command).__name__
    done = (getattr(fact, TOLD.get(kind) or TOLD_WHEN_DONE.get(kind, ""), "") for fact in facts)
    asked = getattr(command, TOLD.get(kind, ""), "")
    which = next((str(one) for one in (*done, asked) if one), "")
    more = f"+{commands - 1}" if commands > 1 else ""
    return " ".join(filter(None, (kind, which, more)))


def write_log(connection: Connection, at: str, *entries: Access) -> None:
    """Add entries, as one line of print each."""
    fields = Access._fields[:5]
    rows = [
        {name: one_line(getattr(entry, name), LONGEST) for name in fields} | {"at": at}
        for entry in entries
    ]
    if rows:
        connection.execute(sa.insert(ACCESS), rows)


class LogSearch(NamedTuple):
    """What is looked for in the log; empty fields are everything."""

    badge: str = ""
    text: str = ""
    """A part of what was done, of its outcome, of the address or of the device."""
    refused: bool = False
    """Whether only what was refused is meant."""


EVERY_ACCESS = LogSearch()


def read_log(
    connection: Connection,
    search: LogSearch = EVERY_ACCESS,
    before: int | None = None,
    most: int = 100,
) -> tuple[Access, ...]:
    """Return the last entries that a search finds, the newest first."""
    columns = ACCESS.c
    query = sa.select(*(columns[name] for name in Access._fields)).order_by(columns.number.desc())
    if search.badge:
        query = query.where(columns.badge == search.badge)
    if search.text:
        parts = (columns.what, columns.outcome, columns.address, columns.device)
        query = query.where(sa.or_(*(one.icontains(search.text, autoescape=True) for one in parts)))
    if search.refused:
        fine = sa.or_(columns.outcome == DONE, columns.outcome < "4")
        query = query.where(sa.not_(fine))
    if before is not None:
        query = query.where(columns.number < before)
    return tuple(Access(*row) for row in connection.execute(query.limit(most)))
