"""Coming in and going out: badges with PINs, devices with codes, and who one is."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.people.identity import NOBODY, Who
from pitboss.house.people.sessions import SignedIn
from pitboss.house.serving.service import Caller
from pitboss.jackpot.house import EnrolBadge
from pitboss.web.access import GuardedRoute, entrance, reads, signed_in
from pitboss.web.asking import address, granted, in_thread, running_of, says_no, who_of
from pitboss.web.errors import answer
from pitboss.web.guard import COOKIE, CSRF_COOKIE, DEVICE_COOKIE, DEVICE_CSRF_COOKIE, csrf_of_device
from pitboss.web.schemas import (
    Done,
    FirstCodeAsked,
    PairAsked,
    PairedTold,
    SignedInTold,
    SignInAsked,
    WhoTold,
)
from pitboss.web.screens.doors import home_of

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute, tags=["people"])
DEVICE_SECONDS = 400 * 24 * 3600
"""A browser forgets a device's cookie after so long at the latest."""


def who_told(who: Who) -> dict[str, object]:
    """Return who somebody is, as JSON."""
    return {
        "id": who.actor,
        "badge": who.badge,
        "role": who.role,
        "table": who.table,
        "seat": who.seat,
        "device": who.device,
    }


def with_cookie(
    request: Request, response: Response, name: str, value: str, **options: Any
) -> None:
    """Set a cookie that goes to this server alone, by TLS where people come by it."""
    secure = request.app.state.settings.secure
    response.set_cookie(name, value, secure=secure, samesite="strict", **options)


def signed(request: Request, session: SignedIn) -> Response:
    """Answer who has signed in."""
    who = session.who
    told = {"token": session.token, "csrf": session.csrf, "who": who_told(who)}
    told["next"] = home_of(who).address
    response = answer(told)
    with_cookie(request, response, COOKIE, session.token, httponly=True)
    with_cookie(request, response, CSRF_COOKIE, session.csrf)
    return response


@router.post("/sign-in", response_model=SignedInTold, responses=says_no(503))
@entrance
async def sign_in(request: Request, asked: SignInAsked) -> Response:
    """Sign in with badge and PIN; a dealer says at which table.

    The token goes in `Authorization: Bearer`; browsers get a cookie, with which `X-CSRF-Token`
    must be sent.
    """
    people = running_of(request).people
    device = await request.app.state.guard.device(request.headers)
    session = granted(
        await in_thread(
            people.sign_in,
            asked.badge,
            asked.pin,
            device=device,
            table=asked.table,
            address=address(request),
        )
    )
    return signed(request, session)


@router.post("/first-code", response_model=SignedInTold, responses=says_no(409, 503))
@entrance
async def first_code(request: Request, asked: FirstCodeAsked) -> Response:
    """Become the first administrator by the one-time code that `pitboss house init` showed."""
    running, where = running_of(request), address(request)
    people = running.people
    first = granted(
        await in_thread(people.use_first_code, asked.code, asked.badge, asked.pin, where)
    )
    if not first.enrolled:
        command = EnrolBadge(asked.badge, "administrator")
        done = await running.service.give("house", str(uuid4()), command, Caller("house"))
        granted(done.answer)
    signing = await in_thread(people.sign_in, asked.badge, asked.pin, address=where)
    return signed(request, granted(signing))


@router.post("/sign-out", response_model=Done, responses=says_no())
@signed_in
async def sign_out(request: Request) -> Response:
    """End the session; its sockets close within two seconds."""
    return await signed_out(request)


async def signed_out(request: Request) -> Response:
    """End the session of whoever asks, and let their browser forget it."""
    await in_thread(running_of(request).people.sign_out, request.state.token)
    response = answer({"done": True})
    for name in (COOKIE, CSRF_COOKIE):
        response.delete_cookie(name, samesite="strict")
    return response


@router.get("/me", response_model=WhoTold, responses=says_no())
@reads("me")
async def me(request: Request) -> Response:
    """Say who asks."""
    return answer(who_told(who_of(request)))


@router.post("/pair", response_model=PairedTold, responses=says_no(503))
@entrance
async def pair(request: Request, asked: PairAsked) -> Response:
    """Pair a device with the code that was made for its place."""
    pairing = await in_thread(running_of(request).people.pair, asked.code, address(request))
    paired = granted(pairing)
    csrf = csrf_of_device(paired.token)
    place = await in_thread(running_of(request).people.who, paired.token)
    told = {"device": paired.device, "token": paired.token, "csrf": csrf}
    told["next"] = home_of(place or NOBODY).address
    response = answer(told)
    kept = {"max_age": DEVICE_SECONDS}
    with_cookie(request, response, DEVICE_COOKIE, paired.token, httponly=True, **kept)
    with_cookie(request, response, DEVICE_CSRF_COOKIE, csrf, **kept)
    return response
