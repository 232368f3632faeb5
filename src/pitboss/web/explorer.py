"""The explorer: pages of exact odds, for anybody."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pitboss.refusals import Unreadable
from pitboss.web.access import GuardedRoute, public
from pitboss.web.asking import running_of, who_of
from pitboss.web.books import COUNTING
from pitboss.web.errors import Refused
from pitboss.web.pages import shown
from pitboss.web.schemas import NAME
from pitboss.web.screens import odds

router = APIRouter(prefix="/odds", route_class=GuardedRoute, include_in_schema=False)
FIRST = "baccarat"
GameId = Annotated[str, Path(pattern=NAME)]
TableKey = Annotated[str, Query(alias="table", max_length=140)]


@router.get("")
@public
async def first() -> Response:
    """Show the odds of the game that the others are variations of."""
    return RedirectResponse(f"/odds/{FIRST}", 307)


@router.get("/{game}")
@public
async def of_game(request: Request, game: GameId, table: TableKey = "") -> Response:
    """Show the wagers of a game with their exact edges, and one pay table row by row."""
    asked = partial(odds.values, running_of(request).rulebook, game, table)
    try:
        values = await asyncio.get_running_loop().run_in_executor(COUNTING, asked)
    except Unreadable as error:
        raise Refused(error.refusal) from None
    return shown("odds", who_of(request), **values)
