"""How the web says no: a status, and one shape for all of them."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.serving.pushing import dumps
from pitboss.house.serving.statuses import status_of
from pitboss.refusals import Refusal, one_line

STATUS: Mapping[str, int] = {
    **dict.fromkeys(("bad-request", "other-host"), 400),
    **dict.fromkeys(("token-ended", "wrong-code"), 401),
    **dict.fromkeys(("nothing-here", "no-such-stream", "no-such-round", "unknown-report"), 404),
    **dict.fromkeys(("unknown-game", "unknown-wager", "unknown-badge", "no-demo"), 404),
    "method-not-offered": 405,
    **dict.fromkeys(("place-held", "place-not-held", "badge-taken"), 409),
    **dict.fromkeys(("place-left", "signs-out", "nothing-face-down"), 409),
    "request-too-large": 413,
    "server-failed": 500,
    **dict.fromkeys(("no-such-day", "no-such-shift", "no-such-hit", "no-win-page"), 404),
    **dict.fromkeys(("no-typst", "no-openpyxl"), 503),
}
"""What the web alone refuses, or is asked for by an address: the rest is as the house has it."""
UNREADABLE = 422
"""For what was asked and cannot be."""


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
    return STATUS.get(refusal.code) or status_of(refusal.code, UNREADABLE)


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
