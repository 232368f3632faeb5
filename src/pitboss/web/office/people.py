"""People and devices in the Game Manager: badges, pairing, revoking, who may what, the log."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.house.people.devices import CODE_SECONDS
from pitboss.house.people.identity import DEVICES, ROLES, Who
from pitboss.house.people.log import LogSearch
from pitboss.house.people.permissions import ACTIONS, may_do, may_read
from pitboss.web import templating
from pitboss.web.access import GuardedRoute, polls, reads
from pitboss.web.asking import in_thread, running_of, who_of
from pitboss.web.pages import office_page
from pitboss.web.people import BadgeNamed, LogText
from pitboss.web.screens import people as screen

router = APIRouter(prefix="/manager/people", route_class=GuardedRoute, include_in_schema=False)
Page = Annotated[int, Query(ge=1, le=1_000_000)]
LevelNamed = Annotated[str, Query(pattern=f"^({'|'.join(ROLES)})?$")]
Known = Annotated[str, Query(pattern=r"^[0-9a-f]{0,16}$")]
Number = Annotated[int | None, Query(ge=1, le=2**62)]


@router.get("")
@reads("devices")
async def people(
    request: Request,
    level: LevelNamed = "",
    part: BadgeNamed = "",
    page: Page = 1,
    badge: BadgeNamed = "",
    revoke: BadgeNamed = "",
    of: BadgeNamed = "",
    text: LogText = "",
    refused: bool = False,
    before: Number = None,
) -> Response:
    """Show as much of badges, devices and the log as one may see, and what one may change."""
    running, who = running_of(request), who_of(request)
    devices = await _devices(request)
    values: dict[str, Any] = {
        "floor": running.board.floor,
        "may": _may(who),
        "devices": devices,
        "seen": screen.shown_as(devices),
        "revoke": next((one for one in devices if one.id == revoke and not one.revoked), None),
        "kinds": DEVICES,
        "duties": screen.duties(),
        "columns": screen.COLUMNS,
        "code_seconds": CODE_SECONDS,
    }
    if may_read(who, "people") is None:
        values |= await _badges(request, level, part, page, badge)
    if may_read(who, "accesses") is None:
        values |= await _log(request, LogSearch(of, text, refused), before)
    return office_page(request, "manager_people", **values)


@router.get("/devices")
@polls("devices")
async def devices(request: Request, known: Known = "") -> Response:
    """Show the devices alone, as they are now; nothing to a page that shows them so already."""
    rows, may = await _devices(request), _may(who_of(request))
    seen = screen.shown_as(rows)
    if seen == known:
        return Response(status_code=204)
    return HTMLResponse(templating.drawn("manager_people", "devices", rows, may, seen))


def _may(who: Who) -> dict[str, bool]:
    """Return what somebody may do to people and devices."""
    done = {action.replace(" ", "_"): may_do(who, action) is None for action in ACTIONS}
    return done | {view: may_read(who, view) is None for view in ("people", "accesses")}


async def _devices(request: Request) -> list[screen.DeviceRow]:
    running = running_of(request)
    listed = await in_thread(running.people.devices)
    alone = running.service.shared is None
    linked = request.app.state.sockets.devices if alone else None
    return screen.device_rows(listed, running.board.floor.timezone, linked)


async def _badges(request: Request, level: str, part: str, page: int, badge: str) -> dict[str, Any]:
    """Return a page of the badges, and the one that is to be changed."""
    running = running_of(request)
    badges, zone = running.board.house.badges, running.board.floor.timezone
    chosen = screen.chosen_badges(badges, level, part)
    first = min((page - 1) * screen.BADGES_OF_A_PAGE, len(chosen))
    asked = chosen[first : first + screen.BADGES_OF_A_PAGE]
    one = (badge,) if badge in badges else ()
    standing = await in_thread(running.people.standings, (*asked, *one))
    rows = [screen.badge_row(it, badges[it.badge], zone, demo=running.demo) for it in standing]
    return {
        "badges": rows[: len(asked)],
        "chosen": rows[-1] if one else None,
        "listing": {"level": level, "part": part, "page": page, "first": first},
        "all_badges": len(chosen),
        "last": first + len(asked),
        "levels": ROLES,
        "enrolment": secrets.token_hex(16),
    }


async def _log(request: Request, search: LogSearch, before: int | None) -> dict[str, Any]:
    """Return a page of the log, and whether it goes on."""
    running = running_of(request)
    await request.app.state.access_log.flush()
    most = screen.ACCESSES_OF_A_PAGE
    listed = await in_thread(running.people.accesses, search, before, most + 1)
    zone = running.board.floor.timezone
    return {
        "accesses": screen.access_rows(listed[:most], zone),
        "search": search,
        "before": before,
        "older": listed[most - 1].number if len(listed) > most else None,
    }
