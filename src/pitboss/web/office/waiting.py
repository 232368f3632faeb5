"""What waits for a second person, as any page of the Game Manager lists it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from starlette.requests import Request

from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.running import Running
from pitboss.refusals import Unreadable
from pitboss.table.state import Table
from pitboss.web.asking import in_thread, running_of, who_of
from pitboss.web.books import COUNTING
from pitboss.web.errors import Refused
from pitboss.web.screens.effects import effect_of, when_it_holds
from pitboss.web.screens.proposals import Told, Waiting, waiting

T = TypeVar("T")


async def waiting_of(
    request: Request, concerns: Callable[[str], bool], *, counted: bool = False
) -> list[Waiting]:
    """Return what waits for a second person, of the streams that a page is about."""
    running, who = running_of(request), who_of(request)
    there = await in_thread(running.people.proposals)
    refused = running.refused_lately()
    listed: Sequence[Proposal] = (*running.awaited(), *there, *(one.proposal for one in refused))
    listed = [one for one in listed if concerns(one.stream)]
    if not listed:
        return []

    def told() -> list[Waiting]:
        changes = {one.number: _told(running, one) for one in listed}
        zone = running.board.floor.timezone
        return waiting(listed, refused, who, zone, changes, counted=counted)

    return await (in_turn(told) if counted else in_thread(told))


def _told(running: Running, one: Proposal) -> Told:
    """Return what a proposal changes, as the house stands now."""
    board, command = running.board, running.proposed(one)
    tables = []
    for change in running.tables_changed(one):
        known = board.streams.get(f"table/{change.id}")
        table = known.state if known is not None and isinstance(known.state, Table) else Table()
        after, approved = change.after, one.state == "approved"
        holds = "" if after is None else when_it_holds(table, command, after, approved=approved)
        tables.append((change, holds))
    effect = None if command is None else effect_of(board, one.stream, command)
    return Told(tables, running.differences(one), effect)


async def in_turn(values_of: Callable[[], T]) -> T:
    """Count after those who asked before: drafts that need no count do not wait for it."""
    try:
        return await asyncio.get_running_loop().run_in_executor(COUNTING, values_of)
    except Unreadable as error:
        raise Refused(error.refusal) from None
