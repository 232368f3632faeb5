"""What a player asks for at a seat: the edges of all spots, and the rule card of the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.refusals import Refusal
from pitboss.table.setups.setup import TableSetup
from pitboss.web.access import GuardedRoute, public
from pitboss.web.asking import TableId, running_of, who_of
from pitboss.web.books import COUNTING
from pitboss.web.errors import Refused
from pitboss.web.screens.how_to_play import how_to_play
from pitboss.web.screens.prices import card_of, prices_of
from pitboss.web.templating import drawn

router = APIRouter(prefix="/tables", route_class=GuardedRoute, include_in_schema=False)
T = TypeVar("T")


@router.get("/{table}/edges")
@public
async def edges(request: Request, table: TableId) -> Response:
    """Send the exact edge of every spot of a table."""
    _here(request)
    prices = await _counted(prices_of, _setup(request, table))
    return HTMLResponse(drawn("rule_card", "edges", prices))


@router.get("/{table}/rule-card")
@public
async def rule_card(request: Request, table: TableId) -> Response:
    """Send every pay of a table with its paragraph, its limits and its exact odds."""
    _here(request)
    setup = _setup(request, table)
    links = running_of(request).board.table(table).panel.links
    groups = await _counted(partial(card_of, links=links), setup)
    return HTMLResponse(drawn("rule_card", "rule_card", table, setup, groups, how_to_play(setup)))


def _here(request: Request) -> None:
    """Note that whoever reads is there: in a demo, places of the silent are given back."""
    running_of(request).demo_places.stay(who_of(request))


def _setup(request: Request, id: str) -> TableSetup:
    setup = running_of(request).board.table(id).opened
    if setup is None:
        message = f"table {id} has not been opened yet"
        raise Refused(Refusal("table-closed", message, "wait until it is"))
    return setup


async def _counted(count: Callable[[TableSetup], T], setup: TableSetup) -> T:
    """Count beside the event loop, one question after another."""
    return await asyncio.get_running_loop().run_in_executor(COUNTING, count, setup)
