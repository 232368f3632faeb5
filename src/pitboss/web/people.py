"""People, devices, what waits for two of them, and the log of accesses."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.clock import at
from pitboss.house.people.log import LogSearch
from pitboss.house.serving.running import Order
from pitboss.web.access import GuardedRoute, does, reads
from pitboss.web.asking import address, granted, in_thread, running_of, says_no, who_of
from pitboss.web.errors import answer
from pitboss.web.schemas import (
    NAME,
    WORDS,
    AccessTold,
    CodeGiven,
    CommandDone,
    DeviceAsked,
    DeviceTold,
    Done,
    PersonAsked,
    PersonTold,
    PinAsked,
    ProposalTold,
)
from pitboss.web.tables import COMMANDS, answer_of, responded

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute, tags=["people"])
Badge = Annotated[str, Path(pattern=NAME, examples=["2207"])]
BadgeNamed = Annotated[str, Query(pattern=r"^[A-Za-z0-9._-]{0,64}$")]
LogText = Annotated[str, Query(max_length=60, pattern=WORDS)]
DONE = {"done": True}


@router.get("/people", response_model=list[PersonTold], responses=says_no())
@reads("people")
async def people(request: Request) -> Response:
    """List the badges of the house."""
    badges = running_of(request).board.house.badges
    return answer([{"id": badge, "level": level} for badge, level in sorted(badges.items())])


@router.post("/people", response_model=CommandDone, responses=COMMANDS)
@does("set pin")
async def enrol(request: Request, asked: PersonAsked) -> Response:
    """Enrol a badge, which goes on record, and give it its first PIN, which does not."""
    running, who = running_of(request), who_of(request)
    order = Order(asked.id, f"badge {asked.badge} {asked.level}")
    outcome = await running.obey(who, "house", order, address(request))
    if answer_of(outcome) == "done":
        setting = await in_thread(running.people.set_pin, asked.badge, asked.pin, who.badge)
        granted(setting)
    return responded(asked.id, outcome)


@router.post("/people/{badge}/pin", response_model=Done, responses=says_no(404, 503))
@does("set pin")
async def set_pin(request: Request, badge: Badge, asked: PinAsked) -> Response:
    """Give a badge a new PIN; whoever is signed in with the old one is no more."""
    by = who_of(request).badge
    granted(await in_thread(running_of(request).people.set_pin, badge, asked.pin, by))
    return answer(DONE)


@router.post("/people/{badge}/unlock", response_model=Done, responses=says_no(404, 503))
@does("unlock")
async def unlock(request: Request, badge: Badge) -> Response:
    """Take the delays after wrong PINs off a badge."""
    granted(await in_thread(running_of(request).people.unlock, badge, who_of(request).badge))
    return answer(DONE)


@router.get("/accesses", response_model=list[AccessTold], responses=says_no(503))
@reads("accesses")
async def accesses(
    request: Request,
    badge: BadgeNamed = "",
    text: LogText = "",
    refused: bool = False,
    before: Annotated[int | None, Query(ge=1, le=2**62)] = None,
    most: Annotated[int, Query(ge=1, le=1_000)] = 100,
) -> Response:
    """List accesses, the newest first: of a badge, with a text in them, or those refused."""
    search = LogSearch(badge, text, refused)
    await request.app.state.access_log.flush()
    listed = await in_thread(running_of(request).people.accesses, search, before, most)
    return answer([{"id": str(one.number), **one._asdict()} for one in listed])


@router.get("/proposals", response_model=list[ProposalTold], responses=says_no(503))
@reads("proposals")
async def proposals(request: Request) -> Response:
    """List what waits for a second person; `approve N` as a line of the house carries it out."""
    running = running_of(request)
    listed = await in_thread(running.people.proposals)
    return answer(
        [
            {
                **one._asdict(),
                "id": str(one.number),
                "at": at(one.at * 1000),
                "differences": running.differences(one),
            }
            for one in listed
        ]
    )


# --- devices ---


@router.get("/devices", response_model=list[DeviceTold], responses=says_no(503))
@reads("devices")
async def devices(request: Request) -> Response:
    """List the devices that were ever paired."""
    listed = await in_thread(running_of(request).people.devices)
    return answer([one._asdict() for one in listed])


@router.post("/devices", response_model=CodeGiven, responses=says_no(404, 503))
@does("pair")
async def code_for_device(request: Request, asked: DeviceAsked) -> Response:
    """Make the code that pairs a device with one place: once, within five minutes."""
    running = running_of(request)
    running.board.table(asked.table)
    by, where = who_of(request).badge, (asked.kind, asked.table, asked.seat)
    return answer({"code": granted(await in_thread(running.people.code_for, *where, by))})


@router.post("/devices/{device}/revoke", response_model=Done, responses=says_no(404, 503))
@does("revoke")
async def revoke(
    request: Request, device: Annotated[str, Path(pattern=NAME, examples=["k3ft9wxa"])]
) -> Response:
    """End a device and its sessions; its sockets close within two seconds."""
    granted(await in_thread(running_of(request).people.revoke, device, who_of(request).badge))
    request.app.state.sockets.ended.set()
    return answer(DONE)
