"""Jackpots: how they stand, what moved on their meters, and reports."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may_read
from pitboss.house.serving.board import Board
from pitboss.house.serving.views import jackpot_view, meter_view
from pitboss.jackpot.reports import Selection
from pitboss.web.access import GuardedRoute, public, reads
from pitboss.web.asking import JackpotId, in_thread, running_of, says_no, who_of
from pitboss.web.errors import answer
from pitboss.web.schemas import NAME, JackpotShown, MovementTold, ReportRow

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute)
Day = Annotated[
    str, Query(pattern=r"^$|^\d{4}-\d\d-\d\d$", description="a gaming day", examples=["2026-11-16"])
]


def jackpot_shown(board: Board, id: str, who: Who) -> dict[str, Any]:
    """Return as much of a jackpot as somebody may see."""
    link = board.jackpot(id)
    seen = jackpot_view(link) if may_read(who, "jackpot") is None else meter_view(link)
    return {**seen, "version": board.streams[f"link/{id}"].version}


@router.get("/jackpots", response_model=list[JackpotShown], responses=says_no(), tags=["jackpots"])
@public
async def jackpots(request: Request) -> Response:
    """List the jackpots: strangers see what signs show."""
    board, who = running_of(request).board, who_of(request)
    return answer([jackpot_shown(board, terms.id, who) for terms in board.floor.jackpots])


@router.get(
    "/jackpots/{jackpot}", response_model=JackpotShown, responses=says_no(404), tags=["jackpots"]
)
@reads("jackpot")
async def jackpot(request: Request, jackpot: JackpotId) -> Response:
    """Show a jackpot to those who look after it."""
    return answer(jackpot_shown(running_of(request).board, jackpot, who_of(request)))


@router.get(
    "/jackpots/{jackpot}/movements",
    response_model=list[MovementTold],
    responses=says_no(404, 503),
    tags=["jackpots"],
)
@reads("movements")
async def movements(request: Request, jackpot: JackpotId, day: Day = "") -> Response:
    """List every rise and fall of a jackpot, from the record decided again."""
    running_of(request).board.jackpot(jackpot)
    return await _report(request, "movement", Selection(jackpot, day))


@router.get(
    "/reports/{name}", response_model=list[ReportRow], responses=says_no(404, 503), tags=["reports"]
)
@reads("reports")
async def report(
    request: Request,
    name: Annotated[str, Path(pattern=NAME, examples=["wins"])],
    jackpot: Annotated[str, Query(pattern=r"^[A-Za-z0-9._-]{0,64}$")] = "",
    day: Day = "",
) -> Response:
    """Print a report as `pitboss house report` does: `overview`, `movement`, `wins` and others."""
    if jackpot:
        running_of(request).board.jackpot(jackpot)
    return await _report(request, name, Selection(jackpot, day))


async def _report(request: Request, name: str, selection: Selection) -> Response:
    rows = await in_thread(request.app.state.records.report, name, selection)
    return answer([{"id": str(at), **row} for at, row in enumerate(rows, 1)])
