"""The Game Manager's tables: opened and closed, their offers and limits, their money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pitboss.house.clock import local_time, now
from pitboss.house.people.proposals import LARGEST
from pitboss.house.serving.board import is_link
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.record.journal import HOUSE
from pitboss.web.access import GuardedRoute, polls, reads
from pitboss.web.asking import TableId, in_thread, running_of, who_of
from pitboss.web.office.waiting import in_turn, waiting_of
from pitboss.web.pages import shown
from pitboss.web.schemas import NAME
from pitboss.web.screens import tables
from pitboss.web.screens.drafts import Draft, Form, new_entry
from pitboss.web.screens.present import entry_now
from pitboss.web.screens.room import Page, joined
from pitboss.web.templating import drawn

router = APIRouter(prefix="/manager", route_class=GuardedRoute, include_in_schema=False)
GameId = Annotated[str, Query(pattern=NAME)]


@router.get("/tables")
@reads("proposals")
async def tables_page(request: Request) -> Response:
    """List the tables, how they stand, and what waits for a second person."""
    running, who = running_of(request), who_of(request)
    board = running.board
    ids = [entry.id for entry in board.floor.tables]
    return _live(
        request,
        "manager_tables",
        [f"table/{id}" for id in ids],
        tables=board.floor.tables,
        games=sorted(running.rulebook, key=lambda game: game.name),
        waits=await waiting_of(request, _concerns()),
        proposals=tables.proposals_path(known=",".join(ids)),
        nothing=tables.nothing_waits(),
        may_open=tables.may_open(who, "", None),
        may_propose=tables.may_propose(who),
    )


@router.get("/tables/new")
@reads("proposals")
async def new_table(id: GameId, game: GameId) -> Response:
    """Begin the draft of a table that is not on the floor yet."""
    return RedirectResponse(f"/manager/tables/{quote(id)}?{urlencode({'game': game})}", 303)


@router.get("/tables/{table}")
@reads("proposals")
async def table_page(
    request: Request, table: TableId, proposal: Annotated[int, Query(ge=0, le=LARGEST)] = 0
) -> Response:
    """Show what a table offers and what the house decides there; a query is a draft of it.

    A proposal is shown as it would be, and cannot be changed any more.
    """
    running, who = running_of(request), who_of(request)
    proposed = await _proposed(request, proposal, table) if proposal else None
    if proposal and proposed is None:
        return RedirectResponse(f"/manager/tables/{quote(table)}", 303)
    floor, book = running.board.floor, running.rulebook
    form = Form(request.query_params.multi_items())
    kept = _entry(floor, table, form, proposed, book)
    counted = form.text("counted") is not None
    states = {entry.id: running.board.table(entry.id) for entry in floor.tables}
    present = states.get(table)
    waiting = (*running.awaited(), *await in_thread(running.people.proposals))

    def values_of() -> dict[str, Any]:
        shows = kept if proposed else entry_now(floor, kept, present, book)
        values = tables.setup_values(floor, shows, form, book, counted=counted, proposed=proposed)
        asked = [(one.number, running.proposed(one)) for one in waiting]
        change = tables.change(floor, values["draft"], states, who, book, asked)
        return {**values, "change": change}

    values = await (in_turn(values_of) if counted else in_thread(values_of))
    path = f"/manager/tables/{quote(table)}"
    query = [pair for pair in request.query_params.multi_items() if pair[0] != "counted"]
    return _live(
        request,
        "manager_table",
        [f"table/{table}"] if present is not None else [],
        id=table,
        entry=kept,
        new=present is None,
        taken=present is not None and form.text("game") is not None,
        filled=form.filled,
        here=f"{path}?{urlencode(query)}",
        again=f"{path}?{urlencode([*query, ('counted', '1')])}",
        present=present,
        proposal=proposal,
        waits=await waiting_of(request, _concerns(table)),
        proposals=tables.proposals_path(table),
        nothing=tables.nothing_waits(table),
        may_open=tables.may_open(who, table, present),
        may_propose=tables.may_propose(who),
        may_work=tables.may_work(who, table, present),
        may_edit=proposed is None and tables.may_open(who, table, present),
        **values,
    )


@router.get("/proposals")
@polls("proposals")
async def proposals(
    request: Request,
    table: Annotated[str, Query(max_length=64)] = "",
    known: Annotated[str, Query(max_length=8000)] = "",
    counted: bool = False,
) -> Response:
    """Give the element that lists what waits for a second person.

    A page that knows other tables than are on the floor is loaded anew.
    """
    waits = await waiting_of(request, _concerns(table), counted=counted)
    ids = ",".join(entry.id for entry in running_of(request).board.floor.tables)
    headers = {"HX-Refresh": "true"} if known not in ("", ids) else {}
    path = tables.proposals_path(table, known)
    nothing = tables.nothing_waits(table)
    html = drawn("manager_proposals", "two_people", waits, "two-people", path, nothing)
    return HTMLResponse(html, headers=headers)


def _concerns(table: str = "") -> Callable[[str], bool]:
    """Return which streams the page of a table is about, or that of all; jackpots have another."""
    if table:
        return (HOUSE, f"table/{table}").__contains__
    return lambda stream: not is_link(stream)


def _entry(floor: Floor, id: str, form: Form, proposed: Draft | None, book: Rulebook) -> FloorTable:
    """Return the entry of a table; of one that is not there yet, if the form names its game."""
    if all(table.id != id for table in floor.tables):
        if proposed is not None:
            return proposed.entry
        if game := form.text("game"):
            return new_entry(floor, id, game, book)
    return floor.table(id)


async def _proposed(request: Request, number: int, table: str) -> Draft | None:
    """Return a table as a proposal has it that waits; None if none does."""
    running = running_of(request)
    there = await in_thread(running.people.proposals)
    for one in (one for one in there if one.number == number):
        for id, _, after, floor in await in_thread(running.tables_changed, one):
            if id == table and floor is not None and after is not None:
                return Draft(floor, floor.table(id), after, ())
    return None


def _live(request: Request, name: str, streams: Sequence[str], **values: Any) -> Response:
    """Return a page of the office, whose state comes by its socket from then on."""
    running = running_of(request)
    page, zone = Page(tables.NAME, staff=True), running.board.floor.timezone
    streams = (*streams, PIT)
    asked = {"streams": ",".join(streams), "as": "page", "page": page.name}
    parts = joined(running.hub.render(page.topic(stream)) for stream in streams)
    return shown(
        name,
        who_of(request),
        urlencode(asked, safe="/,"),
        **{"zone": zone, "clock": local_time(now(), zone)[11:], "demo": running.demo},
        parts=parts,
        floor=running.board.floor,
        **values,
    )
