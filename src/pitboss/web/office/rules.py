"""The rules postings of a house: the list for those who post them, each as a page for anybody."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.postings import posting_at
from pitboss.printing.posting_sheets import contents
from pitboss.web.access import GuardedRoute, public, reads
from pitboss.web.asking import TableId, in_thread, running_of
from pitboss.web.pages import office_page
from pitboss.web.postings import posting_asked

router = APIRouter(route_class=GuardedRoute, include_in_schema=False)


@router.get("/manager/rules")
@reads("proposals")
async def postings(request: Request) -> Response:
    """List what is posted at every table, to be read and printed."""
    running = running_of(request)
    board = running.board
    listed = [
        (await in_thread(posting_at, board.floor, one.id, table, running.rulebook), table.open)
        for one in board.floor.tables
        for table in (board.table(one.id),)
    ]
    return office_page(request, "manager_rules", floor=board.floor, postings=listed)


@router.get("/manager/rules/{table}")
@reads("proposals")
async def posting(request: Request, table: TableId) -> Response:
    """Show the house rules of a table as they are posted."""
    return await _page(request, table, "/manager/rules")


@router.get("/tables/{table}/rules")
@public
async def rules(request: Request, table: TableId) -> Response:
    """Show any player the house rules of a table (30-2803(3)(c), 30-2804)."""
    return await _page(request, table, f"/tables/{table}/rules")


async def _page(request: Request, table: str, here: str) -> Response:
    posting = await posting_asked(request, table)
    return office_page(request, "rules", posting=posting, sheet=contents(posting), here=here)
