"""Tables: how they stand, their rounds and roads, and the commands that are given to them."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may_read
from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import alert_data
from pitboss.house.serving.pushing import dumps
from pitboss.house.serving.running import Order, Outcome
from pitboss.house.serving.views import player_view, roads_view, sign_view, staff_view, takings_view
from pitboss.refusals import Refusal
from pitboss.table.record.codec import fact_text
from pitboss.web.access import GuardedRoute, public, reads, signed_in
from pitboss.web.asking import (
    JackpotId,
    TableId,
    address,
    granted,
    in_thread,
    running_of,
    says_no,
    who_of,
)
from pitboss.web.drawing.names import card_name
from pitboss.web.errors import answer, told
from pitboss.web.schemas import (
    AlertTold,
    CardsHeld,
    CommandAsked,
    CommandDone,
    CommandProposed,
    CommandRefused,
    Roads,
    RoundTold,
    TableShown,
)

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute)


# --- commands ---

COMMANDS: dict[int | str, dict[str, Any]] = {
    202: {"model": CommandProposed, "description": "waits for a second person"},
    409: {"model": CommandRefused},
    **says_no(404, 409, 503),
}


@router.post(
    "/tables/{table}/commands", response_model=CommandDone, responses=COMMANDS, tags=["commands"]
)
@signed_in
async def table_command(request: Request, table: TableId, asked: CommandAsked) -> Response:
    """Give a table a line of the script language, or a command as JSON."""
    return await _obeyed(request, f"table/{table}", asked)


@router.post(
    "/jackpots/{jackpot}/commands",
    response_model=CommandDone,
    responses=COMMANDS,
    tags=["commands"],
)
@signed_in
async def jackpot_command(request: Request, jackpot: JackpotId, asked: CommandAsked) -> Response:
    """Give a jackpot a line, such as `pay by 2207`."""
    return await _obeyed(request, f"link/{jackpot}", asked)


@router.post("/house/commands", response_model=CommandDone, responses=COMMANDS, tags=["commands"])
@signed_in
async def house_command(request: Request, asked: CommandAsked) -> Response:
    """Give the house a line, such as `badge 2208 supervisor` or `approve 7`."""
    return await _obeyed(request, "house", asked)


async def _obeyed(request: Request, stream: str, asked: CommandAsked) -> Response:
    cards = tuple((card.badge, card.pin) for card in asked.cards)
    order = Order(asked.id, asked.line or "", asked.command, cards, asked.sure)
    begun = perf_counter()
    outcome = await running_of(request).obey(who_of(request), stream, order, address(request))
    shown = [f"card:{card.badge}" for card in asked.cards if outcome.asked]
    request.state.asked = " ".join((outcome.asked, *shown))
    refusal = _refusal_of(outcome)
    request.state.refused = "" if refusal is None else refusal.code
    request.app.state.metrics.command(answer_of(outcome), perf_counter() - begun)
    return responded(asked.id, outcome)


def answer_of(outcome: Outcome) -> str:
    """Return what came of an order in a word: ``done``, ``proposed``, or the refusal's code."""
    refusal = _refusal_of(outcome)
    if refusal is not None:
        return refusal.code
    return "done" if outcome.done is not None else "proposed"


def _refusal_of(outcome: Outcome) -> Refusal | None:
    if outcome.refusal is not None:
        return outcome.refusal
    reply = None if outcome.done is None else outcome.done.answer
    return reply if isinstance(reply, Refusal) else None


def responded(id: str, outcome: Outcome) -> Response:
    """Return what came of an order, as it is answered."""
    refusal, done = _refusal_of(outcome), outcome.done
    if refusal is not None:
        stands = {} if done is None else {"version": done.version, "commands": done.commands}
        return answer({**told(refusal), **stands}, outcome.status)
    if done is None:
        return answer({"id": id, "proposal": outcome.proposal}, outcome.status)
    assert isinstance(done.answer, tuple), "facts"
    head = dumps({"id": id, "version": done.version, "commands": done.commands})
    facts = ",".join([fact_text(fact) for fact in done.answer])  # as the record has them
    return Response(f'{head[:-1]},"facts":[{facts}]}}', media_type="application/json")


# --- reading ---


def table_shown(board: Board, id: str, who: Who) -> dict[str, Any]:
    """Return as much of a table as somebody may see."""
    entry, table = board.floor.table(id), board.table(id)
    if may_read(who, "advice", id) is None:
        view = staff_view(entry, table)
    elif may_read(who, "table", id) is None and who.seat:
        view = player_view(entry, table, who.seat)
    else:
        view = sign_view(entry, table)
    if may_read(who, "takings") is None:
        view["takings"] = takings_view(table)
    return {**view, "version": board.streams[f"table/{id}"].version}


@router.get("/alerts", response_model=list[AlertTold], responses=says_no(), tags=["tables"])
@reads("alerts")
async def alerts(request: Request) -> Response:
    """List what a supervisor is to see, what nobody has acknowledged first."""
    return answer([alert_data(alert) for alert in running_of(request).pit.view().alerts])


@router.get("/tables", response_model=list[TableShown], responses=says_no(), tags=["tables"])
@public
async def tables(request: Request) -> Response:
    """List the tables: strangers see what their signs show."""
    board, who = running_of(request).board, who_of(request)
    return answer([table_shown(board, entry.id, who) for entry in board.floor.tables])


@router.get("/tables/{table}", response_model=TableShown, responses=says_no(404), tags=["tables"])
@reads("table")
async def table(request: Request, table: TableId) -> Response:
    """Show a table to those who play or work there."""
    return answer(table_shown(running_of(request).board, table, who_of(request)))


@router.get(
    "/tables/{table}/held", response_model=CardsHeld, responses=says_no(404, 409), tags=["tables"]
)
@reads("table")
async def held(request: Request, table: TableId) -> Response:
    """Show the cards face down that one was handed to squeeze: to nobody else, and not before."""
    running, seat = running_of(request), who_of(request).seat
    state = running.board.table(table)
    cards = granted(await in_thread(running.virtual.held_by, table, state, seat))
    return answer({"cards": [{"card": str(one), "name": card_name(str(one))} for one in cards]})


@router.get("/tables/{table}/roads", response_model=Roads, responses=says_no(404), tags=["tables"])
@public
async def roads(request: Request, table: TableId) -> Response:
    """Show the roads of a table's shoe, as its sign does."""
    board = running_of(request).board
    return answer(roads_view(board.table(table)))


@router.get(
    "/tables/{table}/rounds/{number}",
    response_model=RoundTold,
    responses=says_no(404, 503),
    tags=["tables"],
)
@reads("rounds")
async def a_round(
    request: Request, table: TableId, number: Annotated[int, Path(ge=1, le=1_000_000_000)]
) -> Response:
    """Tell a round from the record: decided again, with every movement of money."""
    running_of(request).board.table(table)
    told = await in_thread(request.app.state.records.told, table, number)
    return answer({"id": f"{table}/{number}", **told})
