"""Sessions: who is signed in, at which table, until when."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.hashing import hashed, new_code, new_token
from pitboss.house.people.identity import Who
from pitboss.house.people.schema import ONE_TIME, PAIRING, SESSION

SESSION_SECONDS = 12 * 3600
"""Longer than any shift."""


class SignedIn(NamedTuple):
    """What a person is given on signing in; token and csrf are shown once."""

    token: str
    csrf: str
    who: Who

    def __repr__(self) -> str:
        return f"SignedIn({self.who!r}, ...)"


class Session(NamedTuple):
    """A session that lasts: whose, and until when."""

    who: Who
    """Without the role, which is that of the badge at the time of asking."""
    csrf_hash: str
    ends: int


def begin_session(connection: Connection, who: Who, now: float) -> SignedIn:
    """Begin a session."""
    token, csrf, id = new_token("s"), new_token("c"), new_code(12).lower()
    connection.execute(
        sa.insert(SESSION).values(
            id=id,
            token_hash=hashed(token),
            csrf_hash=hashed(csrf),
            badge=who.badge,
            device=who.device,
            table_id=who.table,
            seat=who.seat,
            begun=int(now),
            ends=int(now) + SESSION_SECONDS,
        )
    )
    return SignedIn(token, csrf, who._replace(session=id))


def session_by_token(connection: Connection, token: str, now: float) -> Session | None:
    """Return the session that a token belongs to, while it lasts."""
    columns = SESSION.c
    lasts = (columns.token_hash == hashed(token)) & columns.ended.is_(None) & (columns.ends > now)
    row = connection.execute(sa.select(SESSION).where(lasts)).first()
    if row is None:
        return None
    who = Who(row.badge, "", row.table_id, row.seat, row.device, row.id)
    return Session(who, row.csrf_hash, row.ends)


def session_of(connection: Connection, token: str) -> str:
    """Return which session a token was given for, whether it lasts or not; empty if none."""
    query = sa.select(SESSION.c.id).where(SESSION.c.token_hash == hashed(token))
    return connection.execute(query).scalar() or ""


def visits(connection: Connection, now: float) -> tuple[Who, ...]:
    """Return who is at a table without a device of the house, as in a demo; the last first."""
    columns = SESSION.c
    lasts = columns.ended.is_(None) & (columns.ends > now)
    there = (columns.table_id != "") & (columns.device == "")
    query = sa.select(SESSION).where(lasts & there).order_by(columns.begun.desc())
    rows = connection.execute(query)
    return tuple(Who(row.badge, "", row.table_id, row.seat, "", row.id) for row in rows)


def end_sessions(connection: Connection, now: float, **of: str) -> tuple[str, ...]:
    """End the sessions of a badge, of a device, or one by its id; return which."""
    columns = SESSION.c
    chosen = [columns[name] == value for name, value in of.items()]
    lasts = sa.select(columns.id).where(*chosen, columns.ended.is_(None))
    ids = tuple(connection.scalars(lasts))
    if ids:
        connection.execute(sa.update(SESSION).where(*chosen).values(ended=int(now)))
    return ids


def sessions_ended(connection: Connection, since: float) -> tuple[str, ...]:
    """Return the hashes of the tokens whose sessions were ended since a moment."""
    query = sa.select(SESSION.c.token_hash).where(SESSION.c.ended >= int(since))
    return tuple(connection.scalars(query))


def forget_visits(connection: Connection) -> None:
    """Forget who was signed in and which codes counted, as a restored house must."""
    for table in (SESSION, PAIRING, ONE_TIME):
        connection.execute(sa.delete(table))
