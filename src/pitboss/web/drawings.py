"""Drawings that are files: the sheet of symbols, and the mark of the house for a browser's tab."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from pitboss.web.access import GuardedRoute, public
from pitboss.web.drawing import favicon, sprites
from pitboss.web.drawing.svg import SHEET

router = APIRouter(route_class=GuardedRoute, include_in_schema=False)
KEPT = "public, max-age=86400, stale-while-revalidate=604800"
"""A day: a new release may draw better, and asks again by the tag."""


@router.get(SHEET)
@public
async def sheet(request: Request) -> Response:
    """Show the sheet that all pages refer to."""
    return _sent(request, sprites())


@router.get("/favicon.svg")
@router.get("/favicon.ico")
@public
async def tab_mark(request: Request) -> Response:
    """Show the mark of the house, whichever name a browser asks for."""
    return _sent(request, str(favicon()))


def _sent(request: Request, text: str) -> Response:
    headers = {"cache-control": KEPT, "etag": _tag(text)}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="image/svg+xml")


@cache
def _tag(text: str) -> str:
    return f'"{blake2b(text.encode(), digest_size=12).hexdigest()}"'
