"""How badges stand: who has a PIN, is signed in, is delayed, and when each was last seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.schema import ACCESS, ATTEMPT, CREDENTIAL, SESSION


class BadgeStanding(NamedTuple):
    """How a badge stands."""

    badge: str
    pin_set_at: int | None = None
    """When its PIN was set, in seconds since 1970; None if it has none."""
    places: tuple[str, ...] = ()
    """The tables where it is signed in; an empty one is no table."""
    wrong: int = 0
    """Wrong PINs since the last right one, at the place that has most."""
    blocked_until: int = 0
    """Until when no PIN of it counts somewhere, in seconds since 1970; 0 if nowhere."""
    seen_at: str = ""
    """The time of its last access; empty if it has none."""


def standings(
    connection: Connection, badges: Iterable[str], now: float
) -> tuple[BadgeStanding, ...]:
    """Return how some badges stand, in their order."""
    asked = tuple(badges)
    kept = sa.select(CREDENTIAL.c.badge, CREDENTIAL.c.set_at)
    pins = {row[0]: row[1] for row in connection.execute(_of(kept, CREDENTIAL, asked))}
    lasts = SESSION.c.ended.is_(None) & (SESSION.c.ends > now)
    query = sa.select(SESSION.c.badge, SESSION.c.table_id).where(lasts).distinct()
    places: dict[str, set[str]] = {}
    for badge, table in connection.execute(_of(query, SESSION, asked)):
        places.setdefault(badge, set()).add(table)
    counted = sa.select(
        ATTEMPT.c.badge, sa.func.max(ATTEMPT.c.failures), sa.func.max(ATTEMPT.c.blocked_until)
    ).group_by(ATTEMPT.c.badge)
    tries = {row[0]: (row[1], row[2]) for row in connection.execute(_of(counted, ATTEMPT, asked))}
    return tuple(
        BadgeStanding(
            badge,
            pins.get(badge),
            tuple(sorted(places.get(badge, ()))),
            tries.get(badge, (0, 0))[0],
            until if (until := tries.get(badge, (0, 0))[1]) > now else 0,
            _last_seen(connection, badge),
        )
        for badge in asked
    )


def _of(query: sa.Select[Any], table: sa.Table, badges: tuple[str, ...]) -> sa.Select[Any]:
    return query.where(table.c.badge.in_(badges))


def _last_seen(connection: Connection, badge: str) -> str:
    columns = ACCESS.c
    query = sa.select(columns.at).where(columns.badge == badge).order_by(columns.number.desc())
    return connection.scalar(query.limit(1)) or ""
