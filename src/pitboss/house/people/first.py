"""The administrator's one-time code: how the first person gets a PIN, or a forgotten one back.

It is shown on the terminal of whoever founds the house, or written to a file of theirs alone.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.hashing import hashed, new_code, typed
from pitboss.house.people.schema import ONE_TIME

LETTERS, SECONDS = 16, 3600
_COLUMNS = ONE_TIME.c


def make_first_code(connection: Connection, now: float) -> str:
    """Return a new code, which counts once and for an hour; an older one counts no more."""
    unused = _COLUMNS.used_at.is_(None)
    connection.execute(sa.update(ONE_TIME).where(unused).values(used_at=int(now)))
    code = new_code(LETTERS)
    values = {"code_hash": hashed(typed(code)), "badge": "", "made_at": int(now)}
    connection.execute(sa.insert(ONE_TIME).values(**values))
    return code


def take_first_code(connection: Connection, code: str, badge: str, now: float) -> bool:
    """Use a code up for a badge; say whether it counted."""
    counts = (
        (_COLUMNS.code_hash == hashed(typed(code)))
        & _COLUMNS.used_at.is_(None)
        & (_COLUMNS.made_at > now - SECONDS)
    )
    values = {"badge": badge, "used_at": int(now)}
    return connection.execute(sa.update(ONE_TIME).where(counts).values(**values)).rowcount == 1
