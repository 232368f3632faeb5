"""Pages: the floor, signs, the dealer's and a seat's page, doors, and errors in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from pitboss.house.clock import local_time, now
from pitboss.house.people.identity import NOBODY, STRANGER, Who
from pitboss.house.people.permissions import may_read
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Topic
from pitboss.refusals import Refusal
from pitboss.web import templating
from pitboss.web.access import GuardedRoute, public, reads, refuses
from pitboss.web.asking import TableId, running_of, who_of
from pitboss.web.demo import demo_of
from pitboss.web.errors import Refused, refused
from pitboss.web.guard import COOKIE, DEVICE_COOKIE
from pitboss.web.live import may_see_seat
from pitboss.web.screens import dealer, doors, floor, sign
from pitboss.web.screens import seat as seats
from pitboss.web.screens.room import OFFICE, Page, Room, joined, streams_of

router = APIRouter(route_class=GuardedRoute, include_in_schema=False)
OF_PROGRAMS = ("/api/", "/health", "/metrics", "/openapi.json", "/static/")


def shown(name: str, who: Who, live: str = "", **values: Any) -> HTMLResponse:
    """Return a page; ``live`` says what its socket asks for."""
    signed_in = who.role != STRANGER
    return HTMLResponse(templating.page(name, who=who, signed_in=signed_in, live=live, **values))


def asked_path(scope: Scope) -> str:
    """Return the address that was asked for, without the host."""
    query = scope.get("query_string", b"").decode("ascii", "replace")
    return f"{scope['path']}?{query}" if query else str(scope["path"])


def told(scope: Scope, error: Refused) -> Response:
    """Say no: in JSON to programs, in a page to people."""
    path: str = scope["path"]
    if path.startswith(OF_PROGRAMS):
        return refused(error)
    who: Who = scope.get("state", {}).get("who", NOBODY)
    values = doors.error_values(error.refusal, error.status, who) | _time(scope)
    response = shown("error", who, ended=doors.sign_in_address(asked_path(scope)), **values)
    response.status_code = error.status
    response.headers.update(error.headers)
    return response


def _time(scope: Scope) -> dict[str, str]:
    """Return the time of the floor, for the bar of a page; nothing where there is no floor yet."""
    if "app" not in scope:
        return {}
    floor = scope["app"].state.running.board.floor
    clock = local_time(now(), floor.timezone)[11:]
    return {"zone": floor.timezone, "clock": clock, "day_from": floor.gaming_day}


# --- pages of the floor ---


def live_page(
    request: Request, page: Page, values: Mapping[str, Any], streams: Sequence[str] = ()
) -> Response:
    """Return a page whose elements come by its socket from then on; of some streams, or all."""
    running = running_of(request)
    streams = streams or streams_of(running.board, page)
    render = running.hub.render
    asked = {"streams": ",".join(streams), "as": "page", "page": page.name}
    asked |= {"seat": str(page.seat)} if page.seat else {}
    return shown(
        page.name,
        who_of(request),
        urlencode(asked, safe="/,"),
        ended=_ended(request),
        **{"demo": running.demo, "page": page},
        **_time(request.scope),
        parts=joined(render(page.topic(stream)) for stream in streams),
        **values,
    )


def office_page(request: Request, name: str, **values: Any) -> Response:
    """Return a page of the office: its bar tells as it happens what waits for a second person."""
    who, page = who_of(request), Page(OFFICE)
    if may_read(who, "proposals") is not None:
        return shown(name, who, **values)
    asked = urlencode({"streams": PIT, "as": "page", "page": page.name})
    parts = running_of(request).hub.render(page.topic(PIT))
    return shown(name, who, asked, ended=_ended(request), parts=parts, **values)


def _ended(request: Request) -> str:
    """Return where a page leads when its session has ended."""
    who = who_of(request)
    if running_of(request).demo_places.holds(who):
        return doors.given_back_address(who)
    return doors.sign_in_address(asked_path(request.scope), ended=who.role != STRANGER)


def _room(request: Request) -> Room:
    running = running_of(request)
    badges = running.demo_places.badges() if running.demo else ()
    presence = running.hub.render(Topic(PRESENCE, "sign"))
    return Room(running.board, presence, running.demo, badges=badges)


@router.get("/")
@public
async def floor_page(request: Request) -> Response:
    """Show all tables and meters."""
    staff = may_read(who_of(request), "takings") is None
    page = Page("floor", staff=staff)
    return live_page(request, page, floor.values(_room(request), page))


@router.get("/tables/{table}/sign")
@public
async def sign_page(request: Request, table: TableId) -> Response:
    """Show the sign of a table."""
    page = Page("sign", table)
    return live_page(request, page, sign.values(_room(request), page))


@router.get("/tables/{table}/dealer")
@reads("advice")
async def dealer_page(request: Request, table: TableId) -> Response:
    """Show the dealer's page: what is next, and what it takes to do it."""
    page = Page("dealer", table)
    return live_page(request, page, dealer.values(_room(request), page))


def _not_this_seat(who: Who, path: Mapping[str, str]) -> Refusal | None:
    seat = path.get("seat", "")
    return may_see_seat(who, path.get("table", ""), int(seat) if seat.isdecimal() else 0)


@router.get("/tables/{table}/seat/{seat}")
@refuses(_not_this_seat)
async def seat_page(
    request: Request, table: TableId, seat: Annotated[int, Path(ge=1, le=99)]
) -> Response:
    """Show the page of a position: the felt, its chips and its bets."""
    page = Page("seat", table, seat)
    return live_page(request, page, seats.values(_room(request), page))


# --- doors ---


@router.get("/tables/{table}/given-back")
@public
async def given_back(
    request: Request, table: TableId, seat: Annotated[int, Query(ge=0, le=99)] = 0
) -> Response:
    """Say that a place of the demo was given back, and offer it again."""
    running = demo_of(request)
    running.board.table(table)
    at = running.hub.render(Topic(PRESENCE, "sign")).get(table, {})
    held = seat in at.get("people", ()) if seat else at.get("dealer") == "person"
    seconds = running.board.floor.idle_seconds
    values = {"table": table, "seat": seat, "held": held, "seconds": seconds}
    values |= {"why": _why_given_back(request), "home": doors.home_of(who_of(request))}
    return shown("given-back", who_of(request), "", **values, **_time(request.scope))


def _why_given_back(request: Request) -> str:
    """Return why a page has lost its place: a browser that has left it knows it no more."""
    if running_of(request).demo_places.holds(who_of(request)):
        return "moved"
    return "silent" if COOKIE in request.cookies else "left"


@router.get("/sign-in")
@public
async def sign_in(request: Request, next: str = "", ended: bool = False) -> Response:
    """Ask for badge and PIN; ``next`` is the page of ours that was asked for.

    Whose page was closed is told why.
    """
    running, who = running_of(request), who_of(request)
    return shown(
        "sign-in",
        who,
        floor=running.board.floor,
        home=doors.home_of(who),
        then=doors.own_path(next),
        why_ended=doors.why_ended(who, DEVICE_COOKIE in request.cookies) if ended else "",
        demo=running.demo,
        badges=running.demo_places.badges() if running.demo else [],
    )


@router.get("/first")
@public
async def first(request: Request) -> Response:
    """Ask for the one-time code of the first administrator."""
    return shown("first", who_of(request))


@router.get("/pair")
@public
async def pair(request: Request) -> Response:
    """Ask for the code of a new device."""
    return shown("pair", who_of(request))
