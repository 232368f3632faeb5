"""How the web says no: a status, and one shape for all of them."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.serving.pushing import dumps
from pitboss.refusals import Refusal, one_line

STATUS: Mapping[str, int] = {
    "bad-request": 400,
    "other-host": 400,
    "sign-in-needed": 401,
    "token-ended": 401,
    "not-allowed": 403,
    "csrf-needed": 403,
    "wrong-origin": 403,
    "wrong-badge-or-pin": 401,
    "wrong-code": 401,
    "nothing-here": 404,
    "method-not-offered": 405,
    "place-held": 409,
    "badge-taken": 409,
    "request-too-large": 413,
    "too-many-requests": 429,
    "sign-in-delayed": 429,
    "server-failed": 500,
    **dict.fromkeys(("no-such-table", "no-such-jackpot", "no-such-stream", "no-such-round"), 404),
    **dict.fromkeys(("unknown-game", "unknown-wager", "unknown-report", "no-demo"), 404),
    **dict.fromkeys(("unknown-badge", "no-such-device", "no-such-proposal"), 404),
    **dict.fromkeys(("database-lost", "database-locked", "disk-full", "disk-failed"), 503),
    **dict.fromkeys(("no-such-day", "no-such-shift"), 404),
    **dict.fromkeys(("no-typst", "read-only", "second-writer", "no-database"), 503),
}
"""What a code means to HTTP; any other is 422, something that was asked and cannot be."""
UNREADABLE = 422


class Refused(Exception):
    """A request is answered by a refusal."""

    def __init__(
        self, refusal: Refusal, status: int = 0, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(str(refusal))
        self.refusal, self.status = refusal, status or status_for(refusal)
        self.headers = dict(headers or {})


def status_for(refusal: Refusal) -> int:
    """Return the status that a refusal is answered with.

    >>> status_for(Refusal("not-allowed", "a sign may not do that", "let a dealer do it"))
    403
    """
    return STATUS.get(refusal.code, UNREADABLE)


def answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return data as JSON."""
    return Response(dumps(data), status, dict(headers or {}), "application/json")


def told(refusal: Refusal) -> dict[str, object]:
    """Return a refusal in the one shape that all have."""
    words = {"message": one_line(refusal.message), "remedy": one_line(refusal.remedy)}
    return refusal.data | words


def refused(error: Refused) -> Response:
    """Return a refusal as JSON."""
    return answer(told(error.refusal), error.status, error.headers)


def of_http(error: HTTPException, request: Request) -> Refused:
    """Return what the framework refuses by itself, in our words."""
    if error.status_code == 405:
        offered = (error.headers or {}).get("Allow", "")
        message = f"{request.method} is not offered here"
        return Refused(
            Refusal("method-not-offered", message, f"use {offered}"), 405, {"Allow": offered}
        )
    if error.status_code == 404:
        return Refused(Refusal("nothing-here", "there is nothing here", "see /openapi.json"))
    return Refused(Refusal("bad-request", str(error.detail), "see /openapi.json"), 400)


def failed() -> Refusal:
    """Return what is said of a mistake of ours."""
    return Refusal("server-failed", "the server made a mistake", "tell the house; it is on its log")
