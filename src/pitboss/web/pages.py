"""Plain pages: the floor, signs, the dealer's and a seat's page, doors, and errors in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from pitboss.house.people.identity import NOBODY, STRANGER, Who
from pitboss.house.people.permissions import may_read
from pitboss.house.serving.board import Board
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Topic
from pitboss.house.serving.views import takings_view
from pitboss.refusals import Refusal
from pitboss.web.access import GuardedRoute, public, reads, refuses
from pitboss.web.asking import TableId, running_of, who_of
from pitboss.web.errors import Refused, refused
from pitboss.web.fragments import templates
from pitboss.web.live import may_see_seat
from pitboss.web.needs import Running

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
    parts = _parts(running_of(request), [*streams, PRESENCE], "page floor")
    demo = running_of(request).demo
    live = _live([*streams, PRESENCE], "floor")
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


def _not_this_seat(who: Who, path: Mapping[str, str]) -> Refusal | None:
    seat = path.get("seat", "")
    return may_see_seat(who, path.get("table", ""), int(seat) if seat.isdecimal() else 0)


@router.get("/tables/{table}/seat/{seat}")
@refuses(_not_this_seat)
async def seat(
    request: Request, table: TableId, seat: Annotated[int, Path(ge=1, le=99)]
) -> Response:
    """Show the page of a position: its chips, its bets, and what it may bet on."""
    return _of_table(request, "seat", table, f"page seat {seat}", seat)


def _of_table(
    request: Request, page: str, table: str, audience: str, seat: int | None = None
) -> Response:
    running = running_of(request)
    board = running.board
    entry, setup = board.floor.table(table), board.table(table).opened
    streams = [f"table/{table}", *(f"link/{one.id}" for one in board.floor.jackpots_at(table))]
    streams.append(PRESENCE)
    return shown(
        f"{page}.html",
        who_of(request),
        _live(streams, page, seat),
        table=entry,
        seat=seat,
        demo=running.demo,
        parts=_parts(running, streams, audience),
        spots=[] if setup is None else [setup.labels[spot] for spot in setup.spots],
        positions=[] if setup is None else setup.position_numbers,
    )


def _parts(running: Running, streams: Iterable[str], audience: str) -> dict[str, str]:
    """Return the elements of a page, as its socket will send them."""
    render = running.hub.render
    views = (render(Topic(stream, audience)) for stream in streams)
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
