"""What routes share: the running house behind a request, and who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import Path
from starlette.requests import HTTPConnection

from pitboss.house.people.identity import Who
from pitboss.house.serving.running import Running
from pitboss.refusals import Refusal, Unreadable
from pitboss.web.errors import Refused
from pitboss.web.guard import address_of
from pitboss.web.schemas import NAME, CommandRefused, Error

P = ParamSpec("P")
T = TypeVar("T")
TableId = Annotated[str, Path(pattern=NAME, examples=["1"])]
JackpotId = Annotated[str, Path(pattern=NAME, examples=["harmony"])]
WORDS = {
    400: "cannot be understood",
    401: "nobody is signed in, or the token has ended",
    403: "this person or device may not",
    404: "there is no such thing",
    409: "the rules or the house refuse it",
    413: "too large",
    422: "a field is missing, or cannot be read",
    429: "too many requests",
    503: "the database does not answer",
}
PUBLIC = (400, 413, 422, 429)


def says_no(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return how a route refuses, for OpenAPI: these statuses, and what any request may meet."""
    return {
        status: {"model": CommandRefused if status == 409 else Error, "description": WORDS[status]}
        for status in sorted({*PUBLIC, 401, 403, *statuses})
    }


def running_of(connection: HTTPConnection) -> Running:
    """Return the house behind a request."""
    house: Running = connection.app.state.running
    return house


def who_of(connection: HTTPConnection) -> Who:
    """Return who asks."""
    who: Who = connection.state.who
    return who


def address(connection: HTTPConnection) -> str:
    """Return where a request comes from."""
    return address_of(connection.scope)


async def in_thread(function: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Run what takes long beside the event loop; what it refuses is answered so."""
    try:
        result = await asyncio.to_thread(function, *given, **named)
    except Unreadable as error:
        raise Refused(error.refusal) from None
    return result


def granted(answer: T | Refusal) -> T:
    """Return what was granted; a refusal is answered."""
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer
