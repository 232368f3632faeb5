"""The log of every access: who came, from where, for what, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.schema import ACCESS
from pitboss.refusals import one_line

LONGEST = 120
"""Letters of anything that is logged: it may come from anybody."""
DONE = "done"


class Access(NamedTuple):
    """One access. What was typed as a secret is never part of it."""

    badge: str
    device: str
    address: str
    what: str
    """Such as ``sign-in``, or ``command table/3 VoidRound``."""
    outcome: str = DONE
    """``done``, or the code of the refusal."""
    at: str = ""
    number: int = 0


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
