"""Delays after wrong PINs: growing, so that nobody guesses; by place, so that nobody is locked out.

Every wrong PIN counts for its badge at its place, which is a paired device or else an address.
Places that a badge has never signed in from also share one slower count, against guessing from
many addresses: it never holds up a paired device, nor a place that knows the badge.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.schema import ATTEMPT

FREE, FREE_ELSEWHERE = 3, 10
"""Wrong PINs without a delay, at one place and at all unknown ones together."""
FIRST_SECONDS, LONGEST_SECONDS = 2, 300
FORGOTTEN_SECONDS = 86_400
"""After a day without a wrong PIN counting begins anew."""
ELSEWHERE = "*"
_COLUMNS = ATTEMPT.c


class _Count(NamedTuple):
    failures: int
    last: int
    blocked_until: int
    known: int


def delay_after(failures: int, free: int = FREE) -> int:
    """Return the seconds to wait after so many wrong PINs.

    >>> [delay_after(failures) for failures in (1, 3, 4, 5, 6, 11, 12, 1000)]
    [0, 0, 2, 4, 8, 256, 300, 300]
    """
    if failures <= free:
        return 0
    return min(FIRST_SECONDS << min(failures - free - 1, 16), LONGEST_SECONDS)


def charge(
    connection: Connection, badge: str, place: str, now: float, *, paired: bool = False
) -> int:
    """Count a try as wrong before it is looked at; return the seconds to wait if none is due.

    So many tries at once are as many wrong ones, until :func:`clear` takes one back.
    """
    here = _locked(connection, badge, place, now)
    counts = [(place, here, FREE)]
    if not paired and not here.known:
        counts.append((ELSEWHERE, _locked(connection, badge, ELSEWHERE, now), FREE_ELSEWHERE))
    wait = max(count.blocked_until for _, count, _ in counts) - now
    if wait > 0:
        return ceil(wait)
    for where, count, free in counts:
        failures = count.failures + 1
        delay = delay_after(failures, free)
        until = ceil(now) + delay if delay else 0
        _set(connection, badge, where, failures=failures, last=int(now), blocked_until=until)
    return 0


def clear(connection: Connection, badge: str, place: str, now: float) -> None:
    """Take back what the right PIN was charged: the place knows the badge from now on."""
    here = _locked(connection, badge, place, now)
    if not here.known:
        others = _locked(connection, badge, ELSEWHERE, now)
        failures = max(others.failures - 1, 0)
        _set(connection, badge, ELSEWHERE, failures=failures, blocked_until=0)
    _set(connection, badge, place, failures=0, blocked_until=0, known=1)
    old = (_COLUMNS.known == 0) & (_COLUMNS.last < int(now) - FORGOTTEN_SECONDS)
    connection.execute(sa.delete(ATTEMPT).where(old))


def forget(connection: Connection, badge: str) -> None:
    """Take all delays off a badge; places that know it go on knowing it."""
    of_badge = _COLUMNS.badge == badge
    in_order = sa.select(_COLUMNS.place).order_by(_COLUMNS.place == ELSEWHERE, _COLUMNS.place)
    connection.execute(in_order.where(of_badge).with_for_update())  # as others lock them
    connection.execute(sa.delete(ATTEMPT).where(of_badge, _COLUMNS.known == 0))
    connection.execute(sa.update(ATTEMPT).where(of_badge).values(failures=0, blocked_until=0))


def _locked(connection: Connection, badge: str, place: str, now: float) -> _Count:
    """Return the count of a badge at a place, which nobody else changes meanwhile."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    new = {"badge": badge, "place": place, "failures": 0, "last": 0, "blocked_until": 0, "known": 0}
    connection.execute(insert(ATTEMPT).values(**new).on_conflict_do_nothing())
    query = sa.select(*(_COLUMNS[name] for name in _Count._fields)).with_for_update()
    row = connection.execute(query.where(_COLUMNS.badge == badge, _COLUMNS.place == place)).one()
    count = _Count(*row)
    forgotten = count.last < now - FORGOTTEN_SECONDS
    return count._replace(failures=0) if forgotten else count


def _set(connection: Connection, badge: str, place: str, **values: int) -> None:
    of_place = (_COLUMNS.badge == badge) & (_COLUMNS.place == place)
    connection.execute(sa.update(ATTEMPT).where(of_place).values(**values))
