"""Shift and day close in the Game Manager: counts, variances, what is left open, to be printed."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from pitboss.rulebook.pays import symbol_of
from pitboss.web.access import GuardedRoute, reads
from pitboss.web.asking import in_thread, running_of, who_of
from pitboss.web.pages import office_page
from pitboss.web.postings import TableNamed
from pitboss.web.screens import close as screen

router = APIRouter(prefix="/manager/close", route_class=GuardedRoute, include_in_schema=False)
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d\d-\d\d)?$")]
Shift = Annotated[str, Query(pattern=r"^[0-9]{0,3}$")]


@router.get("")
@reads("reports")
async def close(
    request: Request, day: Day = "", table: TableNamed = "", shift: Shift = "", fresh: bool = False
) -> Response:
    """Show the close of a gaming day or shift, and the lines that close tables."""
    running, who = running_of(request), who_of(request)
    if table:
        running.board.table(table)
    now = screen.streams_of(running.board, table) if fresh else ()
    asked = screen.Asked(day, table, int(shift) if table and shift.strip("0") else None)
    told = await in_thread(request.app.state.records.ask, partial(screen.shown, asked=asked), *now)
    today = running.service.gaming_day()
    tables = screen.closings(running.board, told.asked.day, today, demo=running.demo)
    return office_page(
        request,
        "manager_close",
        floor=running.board.floor,
        told=told,
        chosen_day=day,
        symbol=symbol_of(running.board.floor.currency),
        today=today,
        closings=[one for one in tables if table in ("", one.table)],
        beginning=screen.beginning(running.board, today),
        may=screen.may_close(who, table),
    )
