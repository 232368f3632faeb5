"""The app: routes, guard and pages around a running house."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from pitboss import __version__
from pitboss.house.journal.rounds import Rounds
from pitboss.house.journal.verification import Verifications
from pitboss.house.serving.board import Board
from pitboss.house.serving.rounds import Records
from pitboss.house.serving.running import Running
from pitboss.refusals import Refusal, Unreadable
from pitboss.web import (
    books,
    demo,
    doors,
    drawings,
    explorer,
    jackpots,
    journal,
    live,
    operating,
    pages,
    people,
    postings,
    rule_cards,
    tables,
)
from pitboss.web.access_log import AccessLog
from pitboss.web.errors import Refused, of_http
from pitboss.web.fragments import page_renderer
from pitboss.web.guard import Guard, Settings
from pitboss.web.internal import Internal
from pitboss.web.metrics import Metrics
from pitboss.web.office import close as office_close
from pitboss.web.office import jackpots as office_jackpots
from pitboss.web.office import journal as office_journal
from pitboss.web.office import people as office_people
from pitboss.web.office import reports as office_reports
from pitboss.web.office import rules as office_rules
from pitboss.web.office import tables as office_tables
from pitboss.web.openapi import with_document
from pitboss.web.screens.results import on_record, results_of, thrown_on_record
from pitboss.web.screens.room import PAGE
from pitboss.web.statics import Compressed, static_files

ROUTERS = (
    *(tables, postings, jackpots, journal, books, doors, people, demo, operating, live),
    *(pages, explorer, drawings, rule_cards),
    *(office_jackpots, office_tables, office_people, office_reports),
    *(office_journal, office_close, office_rules),
)
DESCRIPTION = (
    "A running house: tables, jackpots, people and devices. Commands are lines of the script "
    "language; docs/SCRIPTS.md lists them, docs/API.md tells the rest."
)
MOST_FAULTS = 5


def create_app(running: Running, settings: Settings | None = None) -> FastAPI:
    """Return the app of a running house."""
    made = FastAPI(
        title="pitboss",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    state, settings = made.state, settings or Settings()
    state.running, state.settings, state.metrics = running, settings, Metrics()
    state.records = Records(running.service.house.database, running.rulebook)
    state.verifications = Verifications(running.service.house.database, running.rulebook)
    state.access_log = AccessLog(running.people)
    state.sockets = live.Sockets(running.people.who, settings.limits, state.metrics)
    for room in ROUTERS:
        made.include_router(room.router)
    with_document(made, [room.router for room in ROUTERS])
    made.mount("/static", static_files(), "static")
    logging.getLogger("uvicorn.error").addFilter(live.of_the_client)
    running.service.batches.add(state.metrics.batches.add)
    results_of(running.board)
    running.hub.renderers[PAGE] = page_renderer(running)
    made.add_exception_handler(Refused, _refused)
    made.add_exception_handler(Unreadable, _unreadable)
    made.add_exception_handler(HTTPException, _http)
    made.add_exception_handler(RequestValidationError, _invalid)
    made.add_middleware(Compressed)
    made.add_middleware(_guarded, made=made)
    made.add_middleware(Internal, running=running)
    return made


def _guarded(app: ASGIApp, made: FastAPI) -> Guard:
    state = made.state
    guard = Guard(
        app,
        owner=state.running.people.who,
        remembered=state.running.people.remembered,
        csrf_fits=state.running.people.csrf_fits,
        log=state.access_log.add,
        respond=pages.told,
        metrics=state.metrics,
        settings=state.settings,
    )
    state.guard = guard
    return guard


async def _roads_of_dice(board: Board, rounds: Rounds) -> None:
    """Bring back the roads of dice: those of cards are in the tables, as long as a shoe lasts."""
    for id in [entry.id for entry in board.floor.tables]:
        setup = board.table(id).opened
        if setup is not None and setup.kind == "three-dice":
            before = await asyncio.to_thread(thrown_on_record, rounds, id, board)
            results_of(board).remember_throws(id, before)


@asynccontextmanager
async def _lifespan(made: FastAPI) -> AsyncIterator[None]:
    state = made.state
    board = state.running.board
    before = await asyncio.to_thread(on_record, state.records.rounds, board)
    for id, stood in before.items():
        results_of(board).remember(id, stood)
    tasks = [asyncio.create_task(state.access_log.run())]
    tasks.append(asyncio.create_task(state.sockets.watch()))
    tasks.append(asyncio.create_task(_roads_of_dice(board, state.records.rounds)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await state.access_log.flush()


# --- what goes wrong ---


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return pages.told(request.scope, error)


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, Unreadable)
    return pages.told(request.scope, Refused(error.refusal))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return pages.told(request.scope, of_http(error, request))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [_fault(one) for one in error.errors()[:MOST_FAULTS]]
    refusal = Refusal("bad-fields", "; ".join(faults), "see /openapi.json")
    return pages.told(request.scope, Refused(refusal))


def _fault(error: dict[str, Any]) -> str:
    """Return what is wrong with a field, without what was in it."""
    place = ".".join(str(part)[:40] for part in error["loc"])
    return f"{place}: {error['msg']}"
