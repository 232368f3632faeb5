"""Jackpots in the Game Manager (30-2899.02(10)(g)-(i), .04(5)(f)): hits, meters, books, changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss import __version__
from pitboss.house.clock import local_time, now
from pitboss.house.serving.board import is_link
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.trails import trail, trail_of_hit
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.reports import FloorRecord
from pitboss.jackpot.reports.win import Win, win
from pitboss.printing.win_page import win_page
from pitboss.printing.won import win_page_of
from pitboss.refusals import Refusal, unreadable
from pitboss.web.access import GuardedRoute, polls, reads
from pitboss.web.asking import JackpotId, in_thread, running_of, who_of
from pitboss.web.errors import Refused
from pitboss.web.jackpots import Day
from pitboss.web.live import is_staff
from pitboss.web.office.waiting import waiting_of
from pitboss.web.pages import live_page, office_page
from pitboss.web.postings import Paper, pdf, printed
from pitboss.web.screens.jackpot_books import Books, books_of, curve_of, reconciled, won
from pitboss.web.screens.jackpot_terms import changes_of, terms_of
from pitboss.web.screens.jackpot_trails import audit_rows, newest, steps_on_record
from pitboss.web.screens.jackpots import shown as hit_shown
from pitboss.web.screens.room import Page
from pitboss.web.screens.tiles import jackpot_name
from pitboss.web.templating import drawn

router = APIRouter(prefix="/manager", route_class=GuardedRoute, include_in_schema=False)
ALL, ONE = "manager_jackpots", "manager_jackpot"
LINES = 12
"""Lines of the trail of all jackpots; of one there are twice as many."""
Order = Annotated[int, Path(ge=1, le=1_000_000)]
Named = Annotated[str, Query(pattern=r"^[A-Za-z0-9._-]{0,64}$")]
Part = Annotated[str, Query(pattern=r"^[a-z ]{0,16}$")]
T = TypeVar("T")


@router.get("/jackpots")
@reads("jackpot")
async def jackpots(request: Request, books: bool = False) -> Response:
    """Show every jackpot and what is pending; the books are read when they are asked for."""
    running, who = running_of(request), who_of(request)
    floor = running.board.floor
    links = {one.id: running.board.jackpot(one.id) for one in floor.jackpots}
    lines = [await _trail(request, id, LINES) for id in links]
    streams = [f"link/{id}" for id in links]
    read = await _books(request, books, lambda record: _of_all(record, list(links)), *streams)
    values = {
        "floor": floor,
        "links": links,
        "names": {id: jackpot_name(id) for id in links},
        "audit": audit_rows(newest(lines, LINES), floor),
        "waiting": await waiting_of(request, _concerns()),
        "waiting_path": _waiting_path(),
        **read,
    }
    page = Page(ALL, staff=is_staff(who, ALL))
    return live_page(request, page, values)


@router.get("/jackpots/{jackpot}")
@reads("jackpot")
async def jackpot(
    request: Request,
    jackpot: JackpotId,
    books: bool = False,
    day: Day = "",
    part: Part = "",
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> Response:
    """Show a jackpot: its hits, its meter and why it moved, its terms, its books and its wins."""
    running, who = running_of(request), who_of(request)
    board = running.board
    link, currency = board.jackpot(jackpot), board.floor.currency
    stream = f"link/{jackpot}"

    def asked(record: FloorRecord) -> Books:
        return books_of(record, jackpot, day, part, page)

    read = await _books(request, books, asked, stream)
    told = read["books"] if isinstance(read["books"], Books) else None
    values = {
        "floor": board.floor,
        "link": link,
        "called": jackpot_name(jackpot),
        "audit": audit_rows(await _trail(request, jackpot, 2 * LINES), board.floor),
        "waiting": await waiting_of(request, _concerns(jackpot)),
        "waiting_path": _waiting_path(jackpot),
        "terms": terms_of(link, running.rulebook, currency),
        "changes": changes_of(board, link, who) if is_staff(who, ONE) else [],
        "won": won(link, told, board.floor.timezone),
        **read,
    }
    return live_page(request, Page(ONE, staff=is_staff(who, ONE)), values, [stream, PIT])


@router.get("/jackpots/{jackpot}/hits/{order}")
@reads("jackpot")
async def hit(request: Request, jackpot: JackpotId, order: Order, alone: bool = False) -> Response:
    """Show what the record tells of a hit: who did what and when, and the hand."""
    running = running_of(request)
    board, database = running.board, running.service.house.database
    link = board.jackpot(jackpot)
    one = _hit(link, order)
    floor = board.floor
    lines = await in_thread(trail_of_hit, database, jackpot, order, floor.currency)
    view = hit_shown(board, link, one, alone=alone)._replace(
        steps=steps_on_record(lines, link, one, floor)
    )
    if not view.hands:
        view = view._replace(outcome=await _outcome(request, jackpot, one))
    return office_page(request, "manager_hit", hit=view, currency=floor.currency)


@router.get("/jackpots/{jackpot}/wins/{order}.pdf")
@reads("jackpot")
async def win_pdf(
    request: Request, jackpot: JackpotId, order: Order, paper: Paper = "letter"
) -> Response:
    """Print the win page of a hit, with its proof."""
    _hit(running_of(request).board.jackpot(jackpot), order)

    def asked(record: FloorRecord) -> Win:
        return win(record, jackpot, order)

    won = await in_thread(request.app.state.records.ask, asked, f"link/{jackpot}")
    content = await printed(lambda: win_page(win_page_of(won), __version__, paper=paper))
    return pdf(content, f"win-{jackpot}-{order}")


@router.get("/waiting")
@polls("jackpot")
async def waiting(request: Request, jackpot: Named = "") -> Response:
    """Give the element that lists what waits for a second person, at one jackpot or at any."""
    listed = await waiting_of(request, _concerns(jackpot))
    path = _waiting_path(jackpot)
    return HTMLResponse(drawn("manager_proposals", "two_people", listed, "waiting", path))


# --- what is read ---


def _hit(link: Link, order: int) -> Hit:
    if order > len(link.hits):
        id = link.jackpot.id
        known = f"it has {len(link.hits)}" if link.hits else "it was not hit"
        raise unreadable("no-such-hit", f"{id} has no hit {order}", f"name another: {known}")
    return link.hit(order)


async def _trail(request: Request, id: str, most: int) -> Any:
    running = running_of(request)
    database, currency = running.service.house.database, running.board.floor.currency
    return await in_thread(trail, database, id, most, currency)


async def _books(
    request: Request, asked: bool, question: Callable[[FloorRecord], T], *streams: str
) -> dict[str, object]:
    """Return what the record answers, and when; a record that is not whole says so instead."""
    zone = running_of(request).board.floor.timezone
    books: T | None = None
    fault: Refusal | None = None
    if asked:
        try:
            books = await in_thread(request.app.state.records.ask, question, *streams)
        except Refused as error:
            fault = error.refusal
    return {"books": books, "fault": fault, "stamp": local_time(now(), zone)[11:]}


def _of_all(record: FloorRecord, ids: list[str]) -> dict[str, dict[str, object]]:
    return {
        id: {"reconciled": reconciled(record, id), "curve": curve_of(record, id)}
        for id in ids
        if id in record.links
    }


async def _outcome(request: Request, jackpot: str, hit: Hit) -> str:
    """Return the cards or dice of a hit's round in words, from the record of its table.

    Numbers come again in the next shoe: it is the round if the jackpot was called in it.
    """
    try:
        told = await in_thread(request.app.state.records.told, hit.table, hit.round)
    except Refused:
        return ""
    calls = (one["data"]["jackpot"] for one in told["events"] if one["event"] == "JackpotHit")
    return f"{told['outcome']}. {told['result'] or ''}" if jackpot in calls else ""


def _concerns(jackpot: str = "") -> Callable[[str], bool]:
    """Return which streams the page of a jackpot is about, or that of all."""
    return f"link/{jackpot}".__eq__ if jackpot else is_link


def _waiting_path(jackpot: str = "") -> str:
    """Return where what waits is read again."""
    return f"/manager/waiting?{urlencode({'jackpot': jackpot})}"
