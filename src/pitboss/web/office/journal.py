"""The journal in the Game Manager: search, rounds card by card, chains, and their verification."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.house.serving.trails import trail_of_hit
from pitboss.jackpot.link import Link
from pitboss.refusals import Unreadable
from pitboss.web import templating
from pitboss.web.access import GuardedRoute, polls, reads
from pitboss.web.asking import TableId, in_thread, running_of
from pitboss.web.errors import Refused
from pitboss.web.journal import WORD, codes_of, database_of, searched, states_of, verifications_of
from pitboss.web.pages import office_page
from pitboss.web.screens import journal as screen
from pitboss.web.screens import replay

router = APIRouter(prefix=screen.PATH, route_class=GuardedRoute, include_in_schema=False)
NAME = "manager_journal"
LINES, FEWER = 25, 12
"""Lines of a page, and those that stand beside a round."""
Text = Annotated[str, Query(pattern=WORD)]
Number = Annotated[int, Query(ge=0, le=1_000_000_000)]
Cursor = Annotated[str, Query(max_length=120)]


def _terms(**typed: str) -> screen.Terms:
    return screen.Terms(**{name: text.strip() for name, text in typed.items()})


_terms.__signature__ = Signature(  # type: ignore[attr-defined]
    [
        Parameter(name, Parameter.KEYWORD_ONLY, default="", annotation=Text)
        for name in screen.Terms._fields
    ]
)
Asked = Annotated[screen.Terms, Depends(_terms)]


@router.get("")
@reads("journal")
async def journal(request: Request, terms: Asked, cursor: Cursor = "") -> Response:
    """Show the lines that are looked for, how the chains stand, and a verification."""
    running = running_of(request)
    zone = running.board.floor.timezone
    states = await in_thread(states_of, database_of(request))
    refused = await in_thread(codes_of, database_of(request))
    return office_page(
        request,
        NAME,
        floor=running.board.floor,
        found=await _found(request, terms, cursor, LINES),
        choices=screen.choices([one.stream for one in states], refused, running.rulebook),
        chains=screen.chains(states, zone),
        verifying=screen.verifying(verifications_of(request).watched, zone),
    )


@router.get("/tables/{table}/rounds/{number}")
@reads("journal")
async def round(
    request: Request,
    table: TableId,
    number: Annotated[int, Path(ge=1, le=1_000_000_000)],
    terms: Asked,
    step: Number = 0,
    line: Number = 0,
) -> Response:
    """Show a round after one of its lines: at a step of it, or at a line of the record."""
    running = running_of(request)
    floor, last = running.board.floor, running.board.table(table).round.number
    on_record = await in_thread(request.app.state.records.round, table, number, line)
    undone = await _undone(request, replay.hits_told(on_record))
    beside = terms.query and request.headers.get("hx-target") != "replay"
    return office_page(
        request,
        "manager_round",
        floor=floor,
        told=replay.shown(table, on_record, step, line, floor.timezone, undone),
        found=await _found(request, terms, "", FEWER) if beside else None,
        terms=terms,
        anchor=line,
        last=last,
    )


@router.get("/verification")
@polls("journal")
async def verification(request: Request) -> Response:
    """Show the verification alone, as it stands now."""
    zone = running_of(request).board.floor.timezone
    stands = screen.verifying(verifications_of(request).watched, zone)
    return HTMLResponse(templating.drawn(NAME, "verify", stands))


async def _undone(
    request: Request, told: Mapping[int, list[replay.HitName]]
) -> dict[replay.HitName, replay.BackedOut]:
    """Return which hits were backed out, and how; the record of no other hit is read."""
    board, database = running_of(request).board, database_of(request)
    undone: dict[replay.HitName, replay.BackedOut] = {}
    for hit in {hit for hits in told.values() for hit in hits}:
        known = board.streams.get(f"link/{hit[0]}")
        link = None if known is None else known.state
        if isinstance(link, Link) and link.hit(hit[1]).state == "backed-out":
            trail = await in_thread(trail_of_hit, database, *hit, board.floor.currency)
            if (one := replay.backed_out(hit, trail, board.floor)) is not None:
                undone[hit] = one
    return undone


async def _found(request: Request, terms: screen.Terms, cursor: str, size: int) -> screen.Listed:
    """Return a page of a search; what cannot be looked for is told beside the form."""
    running = running_of(request)
    floor = running.board.floor
    try:
        asked = terms.meant(running.rulebook).read(floor.timezone)
        page = await in_thread(searched, database_of(request), asked, cursor, size)
    except (Unreadable, Refused) as error:
        return screen.Listed(terms, refusal=error.refusal)
    return screen.listed(terms, cursor, page, floor)
