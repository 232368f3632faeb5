"""Where servers of one house pass commands on to each other: beside the API, for nobody else.

It stands before the guard, which is for people: a peer has no session and no rate, and is known by
the signature of every message.
"""

from __future__ import annotations

import json

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.house.serving.peers import MOST_BYTES, PATH, SIGNATURE
from pitboss.house.serving.running import Running
from pitboss.house.serving.sharing import Sharing
from pitboss.house.serving.statuses import status_of
from pitboss.refusals import Refusal

JSON = "application/json"


class Internal:
    """Answers peers, and lets everything else through."""

    def __init__(self, app: ASGIApp, *, running: Running) -> None:
        self.app, self.running = app, running

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a message of a peer."""
        shared = self.running.service.shared
        if scope["type"] != "http" or scope["path"] != PATH or not isinstance(shared, Sharing):
            await self.app(scope, receive, send)
            return
        response = await _answered(shared, Request(scope, receive))
        await response(scope, receive, send)


async def _answered(shared: Sharing, request: Request) -> Response:
    if request.method != "POST" or SIGNATURE not in request.headers:
        return _refused(Refusal("not-a-peer", "only peers post here", "use /api/v1"))
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                return _refused(Refusal("not-a-peer", "no peer says so much", "use /api/v1"))
    except ClientDisconnect:
        return Response(status_code=400)
    answer = await shared.answer(request.headers, bytes(body))
    if isinstance(answer, Refusal):
        return _refused(answer)
    return Response(answer.body, headers=answer.headers, media_type=JSON)


def _refused(refusal: Refusal) -> Response:
    text = json.dumps(refusal.data)
    return Response(text, status_of(refusal.code), media_type=JSON)
