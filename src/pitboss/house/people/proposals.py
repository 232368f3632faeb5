"""Proposals: what one person asks for and another approves, once.

At tables and jackpots that is within ten minutes; a change of the floor waits until it is decided.
"""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.people.schema import PROPOSAL
from pitboss.refusals import Refusal
from pitboss.table.record.journal import HOUSE

SECONDS = 600
LOCK = 28_0003
"""The advisory lock under which one process at a time files what servers ask for on PostgreSQL."""
State = Literal["open", "approved", "declined"]
LARGEST = 2**63 - 1
"""No database has a row of a higher number."""
_COLUMNS = PROPOSAL.c
_CHANGES = ("at", "first", "second", "state", "decided_at", "decided_by")


class Proposal(NamedTuple):
    """A line that waits for a second person, or has found one."""

    number: int
    at: int
    """When the first person answered for it; when it was filed, if nobody has yet."""
    stream: str
    line: str
    first: str
    """Empty if the server filed it: then two people approve."""
    second: str
    """Whom the line names, or who approved it."""
    state: State
    decided_at: int | None
    decided_by: str | None

    def expired(self, now: float) -> bool:
        """Say whether the second person comes too late; what nobody answers for yet waits."""
        hurries = bool(self.first) and self.stream != HOUSE
        return hurries and self.state == "open" and now >= self.at + SECONDS

    def decided(self, state: State, badge: str, now: float) -> Proposal:
        """Return the proposal after somebody decided it."""
        return self._replace(state=state, decided_at=int(now), decided_by=badge)


def approved_id(number: int, times: int = 0) -> str:
    """Return under which id a proposal is carried out, after it was tried some times."""
    return f"proposal {number}" + (f".{times}" if times else "")


def is_approved(id: str) -> bool:
    """Say whether a line came of a proposal.

    >>> is_approved(approved_id(3)), is_approved("c-3")
    (True, False)
    """
    return id.startswith("proposal ")


def file_proposal(
    connection: Connection, stream: str, line: str, first: str, second: str, now: float
) -> int:
    """Keep a line until somebody approves it, and return its number."""
    values = {"at": int(now), "stream": stream, "first": first, "second": second, "state": "open"}
    made = connection.execute(sa.insert(PROPOSAL).values(line=json.dumps(line), **values))
    assert made.inserted_primary_key is not None, "a row with a number"
    return int(made.inserted_primary_key[0])


def file_once(connection: Connection, stream: str, line: str, now: float) -> tuple[int, bool]:
    """Keep a line that the server asks for; return its number, and whether it is a new one."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    same = (one for one in proposals_in(connection, "open") if one[2:4] == (stream, line))
    waiting = next(same, None)
    if waiting is not None:
        return waiting.number, False
    return file_proposal(connection, stream, line, "", "", now), True


def proposal_of(connection: Connection, number: int) -> Proposal | None:
    """Return a proposal, which nobody else decides meanwhile."""
    if not 0 < number <= LARGEST:
        return None
    query = sa.select(PROPOSAL).where(_COLUMNS.number == number).with_for_update()
    row = connection.execute(query).first()
    return None if row is None else _proposal(row)


def _proposal(row: sa.Row[tuple[object, ...]]) -> Proposal:
    fields = {name: getattr(row, name) for name in Proposal._fields}
    return Proposal(**fields | {"line": json.loads(fields["line"])})


def proposals_in(connection: Connection, state: State) -> tuple[Proposal, ...]:
    """Return all proposals that stand so, the oldest first."""
    query = sa.select(PROPOSAL).where(_COLUMNS.state == state).order_by(_COLUMNS.number)
    return tuple(_proposal(row) for row in connection.execute(query))


def approve_proposal(
    connection: Connection, number: int, badge: str, now: float
) -> Proposal | Refusal:
    """Approve a proposal; it is to be carried out if it then is ``approved``.

    What the server filed stays open when the first person answers for it, and waits for another.
    """
    waiting = _undecided(connection, number, now)
    if isinstance(waiting, Refusal):
        return waiting
    if not waiting.first:
        return _changed(connection, waiting._replace(first=badge, at=int(now)))
    if badge == waiting.first or waiting.second not in ("", badge):
        whom = f"badge {waiting.second}" if waiting.second else "another person"
        message = f"{whom} approves proposal {number}"
        return Refusal("another-person-needed", message, f"let {whom} approve it")
    return _changed(connection, waiting.decided("approved", badge, now)._replace(second=badge))


def decline_proposal(
    connection: Connection, number: int, badge: str, now: float
) -> Proposal | Refusal:
    """Take a proposal off the list; whoever may approve it, or asked for it, may."""
    waiting = _undecided(connection, number, now)
    if isinstance(waiting, Refusal):
        return waiting
    return _changed(connection, waiting.decided("declined", badge, now))


def _undecided(connection: Connection, number: int, now: float) -> Proposal | Refusal:
    proposal = proposal_of(connection, number)
    if proposal is None:
        return Refusal("no-such-proposal", f"there is no proposal {number}", "look at the list")
    if proposal.state != "open":
        message = f"proposal {number} is {proposal.state} already"
        return Refusal("proposal-decided", message, "ask for it anew")
    if proposal.expired(now):
        message = f"proposal {number} is older than {SECONDS // 60} minutes"
        return Refusal("proposal-expired", message, "ask for it anew")
    return proposal


def _changed(connection: Connection, after: Proposal) -> Proposal:
    values = {name: getattr(after, name) for name in _CHANGES}
    number = _COLUMNS.number == after.number
    connection.execute(sa.update(PROPOSAL).where(number).values(**values))
    return after
