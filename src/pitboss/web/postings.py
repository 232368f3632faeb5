"""What people hold: the rules of a table for any player who asks (30-2804), and the day's close."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from pitboss import __version__
from pitboss.house.postings import posting_at
from pitboss.jackpot.reports.close import DayClose
from pitboss.jackpot.reports.data import close_data
from pitboss.printing.day_close import day_close_sheet
from pitboss.printing.posting import Posting, posting_data
from pitboss.printing.posting_sheets import rules_sheets, table_signs
from pitboss.refusals import Unreadable
from pitboss.web.access import GuardedRoute, public, reads
from pitboss.web.asking import TableId, in_thread, running_of, says_no
from pitboss.web.errors import Refused, answer
from pitboss.web.schemas import CloseTold, PostingTold

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute)
Paper = Annotated[Literal["letter", "a4"], Query(description="US Letter, or A4")]
Day = Annotated[
    str, Path(pattern=r"^\d{4}-\d\d-\d\d$", description="a gaming day", examples=["2026-11-16"])
]
TableNamed = Annotated[
    str, Query(pattern=r"^[A-Za-z0-9._-]{0,64}$", description="this table alone", examples=["1"])
]
Shift = Annotated[int | None, Query(ge=1, le=1000, description="this shift alone")]
PRINTING = ThreadPoolExecutor(1, "printing")
"""Pages are set one after another: whoever asks for many waits, and nobody else does."""
MOST_KEPT = 64


PDF: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        "description": "a page to print",
    },
    **says_no(404, 503),
}


# --- the rules of a table ---


@router.get(
    "/tables/{table}/rules", response_model=PostingTold, responses=says_no(404), tags=["tables"]
)
@public
async def rules(request: Request, table: TableId) -> Response:
    """Tell the house rules of a table as they are posted: wagers, limits, pays, paragraphs."""
    posting = await posting_asked(request, table)
    return answer({"id": posting.table, **posting_data(posting)})


@router.get("/tables/{table}/rules.pdf", response_model=None, responses=PDF, tags=["tables"])
@public
async def rules_pdf(request: Request, table: TableId, paper: Paper = "letter") -> Response:
    """Print the house rules of a table: the copy that any player may have."""
    posting = await posting_asked(request, table)
    content = await printed(lambda: _sheet("rules", posting, _today(request), paper))
    return pdf(content, f"rules-{table}")


@router.get("/tables/{table}/sign.pdf", response_model=None, responses=PDF, tags=["tables"])
@public
async def sign_pdf(request: Request, table: TableId, paper: Paper = "letter") -> Response:
    """Print the sign of a table: limits and pays on one page, in large type."""
    posting = await posting_asked(request, table)
    content = await printed(lambda: _sheet("sign", posting, _today(request), paper))
    return pdf(content, f"sign-{table}")


async def posting_asked(request: Request, id: str) -> Posting:
    """Return what is posted at a table now."""
    running = running_of(request)
    table = running.board.table(id)
    return await in_thread(posting_at, running.board.floor, id, table, running.rulebook)


def _today(request: Request) -> str:
    zone = ZoneInfo(running_of(request).board.floor.timezone)
    return datetime.now(zone).date().isoformat()


@lru_cache(maxsize=MOST_KEPT)
def _sheet(what: str, posting: Posting, date: str, paper: str) -> bytes:
    make = table_signs if what == "sign" else rules_sheets
    return make((posting,), __version__, date=date, paper=paper)


# --- the close of a day ---


@router.get(
    "/days/{day}/close", response_model=CloseTold, responses=says_no(404, 503), tags=["reports"]
)
@reads("reports")
async def close(
    request: Request, day: Day, table: TableNamed = "", shift: Shift = None
) -> Response:
    """Tell the close of a gaming day, or of a shift: counts, takings, what is left open."""
    closed = await _close(request, day, table, shift)
    return answer({"id": day, **close_data(closed)})


@router.get("/days/{day}/close.pdf", response_model=None, responses=PDF, tags=["reports"])
@reads("reports")
async def close_pdf(
    request: Request, day: Day, table: TableNamed = "", shift: Shift = None, paper: Paper = "letter"
) -> Response:
    """Print the close of a gaming day, or of a shift, with lines for explanations and names."""
    closed = await _close(request, day, table, shift)
    content = await printed(lambda: day_close_sheet(closed, __version__, paper=paper))
    return pdf(content, f"close-{day}")


async def _close(request: Request, day: str, table: str, shift: int | None) -> DayClose:
    if table:
        running_of(request).board.table(table)
    closed: DayClose = await in_thread(request.app.state.records.close, day, table, shift)
    return closed


# --- pages ---


async def printed(make: Callable[[], bytes]) -> bytes:
    """Set a page beside the event loop; what it refuses is answered so."""
    try:
        return await asyncio.get_running_loop().run_in_executor(PRINTING, make)
    except Unreadable as error:
        raise Refused(error.refusal) from None


def pdf(content: bytes, name: str) -> Response:
    """Return a page that is looked at, and kept by its name."""
    shown = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(content, headers=shown, media_type="application/pdf")
