"""What two people approved while a round was played: it is done as soon as the table is between.

Nobody could press a button in the moment between two rounds of a table that plays; and limits hold
from the round that was announced, not from when somebody finds the time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple

from pitboss.house.people.identity import Who
from pitboss.house.people.proposals import SECONDS, Proposal
from pitboss.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.limits import between_rounds
from pitboss.table.steps.opening import ChangeSetup

MOST_REFUSED = 8
WAITS = frozenset(("setup-change-in-round", "limits-too-early"))
"""The refusals that pass by themselves as the table plays on."""


class Approved(NamedTuple):
    """A proposal that two people approved, and by whom last."""

    proposal: Proposal
    who: Who
    times: int = 0
    """How often it came too late, because somebody bet first."""


class RefusedProposal(NamedTuple):
    """A proposal that two people approved and that could not be done, and why."""

    proposal: Proposal
    refusal: Refusal


Carry = Callable[[Approved], Awaitable[Refusal | None]]
"""Carries a proposal out, and returns why it was refused."""


def has_to_wait(table: Table, command: Command) -> bool:
    """Say whether a change of the setup waits for the end of a round, or for the announced one."""
    if not isinstance(command, ChangeSetup) or not table.open:
        return False
    told = table.announced
    early = told is not None and table.round.number < told.round
    return early or not between_rounds(table)


class BetweenRounds:
    """What is approved and waits, by its number."""

    def __init__(self, waits: Callable[[Approved], bool], carry: Carry) -> None:
        self._waits, self._carry = waits, carry
        self.approved: dict[int, Approved] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused: deque[RefusedProposal] = deque(maxlen=MOST_REFUSED)

    def keep(self, approved: Approved) -> None:
        """Keep what is to be done between rounds."""
        self.approved[approved.proposal.number] = approved

    def look(self, streams: Collection[str]) -> None:
        """Do what can be done, now that some tables have changed."""
        for number, approved in tuple(self.approved.items()):
            if approved.proposal.stream in streams and not self._waits(approved):
                del self.approved[number]
                task = asyncio.get_running_loop().create_task(self._do(approved))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _do(self, approved: Approved) -> None:
        refusal = await self._carry(approved)
        if refusal is not None and refusal.code in WAITS:
            self.keep(approved._replace(times=approved.times + 1))
        elif refusal is not None:
            self.refuse(approved.proposal, refusal)

    def refuse(self, proposal: Proposal, refusal: Refusal) -> None:
        """Keep for a while why something that two people approved was not done."""
        self._refused.append(RefusedProposal(proposal, refusal))

    def refused(self, now: float) -> tuple[RefusedProposal, ...]:
        """Return what was approved lately and could not be done, for both people to read."""
        since = now - SECONDS
        return tuple(kept for kept in self._refused if (kept.proposal.decided_at or 0) > since)
