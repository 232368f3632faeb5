"""The demo: its badges, and the places that anybody may take."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from pitboss.refusals import Refusal
from pitboss.web.access import GuardedRoute, entrance, public, signed_in
from pitboss.web.asking import address, granted, running_of, says_no, who_of
from pitboss.web.doors import signed
from pitboss.web.errors import Refused, answer
from pitboss.web.needs import Running
from pitboss.web.schemas import DemoBadge, Done, PlaceAsked, SignedInTold

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute, tags=["demo"])


def _demo(request: Request) -> Running:
    """Return the running demo; a real floor has nothing of it."""
    running = running_of(request)
    if not running.demo:
        raise Refused(Refusal("no-demo", "this is no demo", "sign in with a badge of the house"))
    return running


@router.get("/demo", response_model=list[DemoBadge], responses=says_no(404))
@public
async def badges(request: Request) -> Response:
    """List the demo's badges with their PINs."""
    return answer([{"id": one["badge"], **one} for one in _demo(request).demo_badges()])


@router.post("/demo/take", response_model=SignedInTold, responses=says_no(404, 409))
@entrance
async def take(request: Request, asked: PlaceAsked) -> Response:
    """Take a seat with a fresh $1,000, or the dealer's place, from an automatic player."""
    running = _demo(request)
    running.board.table(asked.table)
    who = who_of(request)
    return signed(
        request, granted(await running.take_place(who, asked.table, asked.seat, address(request)))
    )


@router.post("/demo/give-back", response_model=Done, responses=says_no(404, 409))
@signed_in
async def give_back(request: Request) -> Response:
    """Give the place back; bets that lie stand and are settled."""
    granted(await _demo(request).give_back(who_of(request)))
    return answer({"done": True})
