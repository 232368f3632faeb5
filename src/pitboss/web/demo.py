"""The demo: its badges, and the places that anybody may take."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.serving.running import Running
from pitboss.refusals import Refusal
from pitboss.web.access import GuardedRoute, entrance, public, signed_in
from pitboss.web.asking import address, granted, running_of, says_no, who_of
from pitboss.web.doors import signed, signed_out
from pitboss.web.errors import Refused, answer
from pitboss.web.guard import COOKIE
from pitboss.web.schemas import DemoBadge, Done, LeaveAsked, PlaceAsked, SignedInTold

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute, tags=["demo"])


def demo_of(request: Request) -> Running:
    """Return the running demo; a real floor has nothing of it."""
    running = running_of(request)
    if not running.demo:
        raise Refused(Refusal("no-demo", "this is no demo", "sign in with a badge of the house"))
    return running


@router.get("/demo", response_model=list[DemoBadge], responses=says_no(404))
@public
async def badges(request: Request) -> Response:
    """List the demo's badges with their PINs."""
    return answer([{"id": one["badge"], **one} for one in demo_of(request).demo_places.badges()])


@router.post("/demo/take", response_model=SignedInTold, responses=says_no(404, 409))
@entrance
async def take(request: Request, asked: PlaceAsked) -> Response:
    """Take a seat with a fresh $1,000, or the dealer's place, from an automatic player."""
    places, who = demo_of(request).demo_places, who_of(request)
    places.board.table(asked.table)
    left = None if asked.leaves else places.would_leave(who) or places.signed_in(who)
    if left is not None:
        raise Refused(left)
    place, token = (asked.table, asked.seat), request.cookies.get(COOKIE, "")
    return signed(request, granted(await places.take(who, *place, address(request), token)))


@router.post("/demo/give-back", response_model=Done, responses=says_no(404, 409))
@signed_in
async def give_back(request: Request, asked: LeaveAsked | None = None) -> Response:
    """Give the place back; bets that lie stand and are settled, and its session is over.

    Whoever says that they do not leave is refused if the round would end with it, and told so.
    """
    places, who = demo_of(request).demo_places, who_of(request)
    held = places.holds(who)
    stays = asked is not None and not asked.leaves and places.voids(who)
    left = places.would_leave(who) if stays else None
    if left is not None:
        raise Refused(left)
    places.give_back(who)
    return await signed_out(request) if held else answer({"done": True})


@router.post("/demo/stay", response_model=Done, responses=says_no(404, 409))
@signed_in
async def stay(request: Request) -> Response:
    """Keep the place: whoever is silent for too long gives it back."""
    granted(demo_of(request).demo_places.stay(who_of(request)))
    return answer({"done": True})
