"""Plain pages: the floor, signs, the dealer's and a seat's page, doors, and errors in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from pitboss.house.people.identity import NOBODY, STRANGER, Who
from pitboss.house.people.permissions import may_read
from pitboss.house.serving.board import Board
from pitboss.house.serving.pushing import Topic
from pitboss.house.serving.views import sign_view, takings_view
from pitboss.web.access import Access, GuardedRoute, _with, public, reads
from pitboss.web.asking import TableId, running_of, who_of
from pitboss.web.errors import Refused, refused
from pitboss.web.fragments import page_view, templates
from pitboss.web.live import may_see_seat

router = APIRouter(route_class=GuardedRoute, include_in_schema=False)
OF_PROGRAMS = ("/api/", "/health", "/metrics", "/openapi.json", "/static/")


def shown(name: str, who: Who, live: str = "", **values: Any) -> HTMLResponse:
    """Return a page; ``live`` says what its socket asks for."""
    values |= {"who": who, "signed_in": who.role != STRANGER, "live": live}
    return HTMLResponse(templates().get_template(name).render(values))


def told(scope: Scope, error: Refused) -> Response:
    """Say no: in JSON to programs, in a page to people."""
    path: str = scope["path"]
    if path.startswith(OF_PROGRAMS):
        return refused(error)
    who: Who = scope.get("state", {}).get("who", NOBODY)
    response = shown("error.html", who, refusal=error.refusal, status=error.status)
    response.status_code = error.status
    response.headers.update(error.headers)
    return response


# --- pages of the floor ---


@router.get("/")
@public
async def floor(request: Request) -> Response:
    """Show all tables and meters."""
    board, who = running_of(request).board, who_of(request)
    streams = [stream for stream in board.streams if stream != "house"]
    takings = None
    if may_read(who, "takings") is None:
        takings = [_taken(board, entry.id) for entry in board.floor.tables]
    parts = _parts(board, streams, "page floor")
    demo = running_of(request).demo
    live = _live(streams, "floor")
    values = {"floor": board.floor, "parts": parts, "takings": takings, "demo": demo}
    return shown("floor.html", who, live=live, **values)


def _taken(board: Board, id: str) -> dict[str, object]:
    table = board.table(id)
    lines = takings_view(table)
    currency = None if table.opened is None else table.opened.currency
    sums = {key: sum(line[key] for line in lines) for key in ("handle_cents", "win_cents")}
    return {"id": id, "currency": currency, **sums}


@router.get("/tables/{table}/sign")
@public
async def sign(request: Request, table: TableId) -> Response:
    """Show the sign of a table."""
    return _of_table(request, "sign", table, "page sign")


@router.get("/tables/{table}/dealer")
@reads("advice")
async def dealer(request: Request, table: TableId) -> Response:
    """Show the dealer's page: what is next, and a line to type."""
    return _of_table(request, "dealer", table, "page dealer")


def _seat_refused(who: Who, path: Any) -> Any:
    seat = path.get("seat", "")
    return may_see_seat(who, path.get("table", ""), int(seat) if seat.isdecimal() else 0)


async def seat(request: Request, table: TableId, seat: int) -> Response:
    """Show the page of a position: its chips, its bets, and a line to type."""
    view = sign_view(
        running_of(request).board.floor.table(table), running_of(request).board.table(table)
    )
    return _of_table(
        request,
        "seat",
        table,
        f"page seat {seat}",
        seat=seat,
        spots=[one["spot"] for one in view["limits"]],
    )


router.get("/tables/{table}/seat/{seat}")(_with(seat, Access(_seat_refused)))


def _of_table(request: Request, page: str, table: str, audience: str, **values: Any) -> Response:
    board = running_of(request).board
    entry = board.floor.table(table)
    streams = [f"table/{table}", *(f"link/{one.id}" for one in board.floor.jackpots_at(table))]
    parts = _parts(board, streams, audience)
    live = _live(streams, page, values.get("seat"))
    return shown(f"{page}.html", who_of(request), table=entry, parts=parts, live=live, **values)


def _parts(board: Board, streams: Iterable[str], audience: str) -> dict[str, str]:
    views = (page_view(board, Topic(stream, audience)) for stream in streams)
    return {id: html for view in views for id, html in view.items()}


def _live(streams: Iterable[str], page: str, seat: int | None = None) -> str:
    asked = {"streams": ",".join(streams), "as": "page", "page": page}
    return urlencode(asked | ({} if seat is None else {"seat": str(seat)}), safe="/,")


# --- doors ---


@router.get("/sign-in")
@public
async def sign_in(request: Request) -> Response:
    """Ask for badge and PIN."""
    return shown("sign-in.html", who_of(request), demo=running_of(request).demo)


@router.get("/pair")
@public
async def pair(request: Request) -> Response:
    """Ask for the code of a new device."""
    return shown("pair.html", who_of(request))
