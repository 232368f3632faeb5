"""Reports in the Game Manager: takings beside the exact odds, meters, and every other report."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from pitboss import __version__
from pitboss.house.serving.rounds import Records, report_named
from pitboss.jackpot.reports import OF_JACKPOTS, OF_TABLES, OVERVIEW, FloorRecord, Selection
from pitboss.jackpot.reports.luck import LUCK_WORDS
from pitboss.printing.report_sheet import note_of, report_sheet
from pitboss.printing.report_tables import page_of
from pitboss.printing.spreadsheets import csv_bytes, xlsx_bytes
from pitboss.refusals import Refusal
from pitboss.web.access import GuardedRoute, reads
from pitboss.web.asking import in_thread, running_of
from pitboss.web.errors import Refused
from pitboss.web.pages import office_page
from pitboss.web.postings import Paper, pdf, printed
from pitboss.web.screens import reports as screen

router = APIRouter(prefix="/manager/reports", route_class=GuardedRoute, include_in_schema=False)
PATIENCE = 0.8
"""Seconds that a page waits for the record; then it shows what was read before, and asks again."""
NAMED = r"^[A-Za-z0-9._-]{0,64}$"
Name = Annotated[str, Path(pattern=r"^[a-z-]{1,32}$")]
Form = Annotated[Literal["csv", "xlsx", "pdf"], Path()]
By = Literal["wager", "table", "shift", "day"]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000)]
KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
T = TypeVar("T")


def selection(
    jackpot: Annotated[str, Query(pattern=NAMED)] = "",
    day: Annotated[str, Query(pattern=r"^(all|\d{4}-\d\d-\d\d)?$")] = "",
    table: Annotated[str, Query(pattern=NAMED)] = "",
    shift: Annotated[str, Query(pattern=r"^[0-9]{0,3}$")] = "",
    currency: Annotated[str, Query(pattern=r"^[A-Za-z]{0,8}$")] = "",
    wager: Annotated[str, Query(max_length=80)] = "",
) -> Selection:
    """Return what a report is narrowed to; a form says nothing by an empty text."""
    return Selection(jackpot, day, table, int(shift or 0) or None, currency, wager)


Asked = Annotated[Selection, Depends(selection)]


@router.get("")
@reads("reports")
async def reports(request: Request, asked: Asked, by: By = "wager") -> Response:
    """Show takings and a meter, with what was expected; and name every other report."""
    _known(request, asked)
    told, note = await _told(request, partial(screen.shown, by=by, selection=asked))
    return office_page(
        request,
        "manager_reports",
        floor=running_of(request).board.floor,
        told=told,
        note=note,
        by=by,
        groups=screen.GROUPS,
        query=urlencode(_query(told.selection)) if told else "",
        again=_again(request),
        others={**OF_TABLES, **OF_JACKPOTS, "overview": OVERVIEW},
        how_luck=LUCK_WORDS,
    )


@router.get("/{name}.{form}")
@reads("reports")
async def export(
    request: Request, name: Name, form: Form, asked: Asked, paper: Paper = "letter"
) -> Response:
    """Give a report as a file: the rows that the command line exports."""
    _known(request, asked)
    report = report_named(name)
    chosen = screen.narrowed(report, _any_day(asked))
    record: FloorRecord = await in_thread(_records(request).ask, lambda record: record)
    if form == "pdf":
        sheet = partial(report_sheet, name, report, record, chosen, __version__, paper=paper)
        return pdf(await printed(sheet), name)
    content = await in_thread(_spreadsheet, name, record, chosen, form)
    kept = {"content-disposition": f'attachment; filename="{_file(name, chosen)}.{form}"'}
    return Response(content, headers=kept, media_type=KINDS[form])


@router.get("/{name}")
@reads("reports")
async def report(request: Request, name: Name, asked: Asked, page: PageNumber = 1) -> Response:
    """Show the rows of a report, as the command line prints them."""
    _known(request, asked)
    chosen = screen.narrowed(report_named(name), _any_day(asked))
    question = partial(screen.report_shown, name=name, selection=chosen, page=page)
    told, note = await _told(request, question)
    return office_page(
        request,
        "manager_report",
        floor=running_of(request).board.floor,
        report=name,
        title=report_named(name).title,
        told=told,
        note=note,
        how=note_of(name),
        query=urlencode(_query(chosen)),
        again=_again(request),
    )


# --- what is read ---


def _spreadsheet(name: str, record: FloorRecord, chosen: Selection, form: str) -> bytes:
    report = report_named(name)
    page = page_of(name, report, report.listed(record, chosen))
    return csv_bytes(page) if form == "csv" else xlsx_bytes([page])


def _file(name: str, chosen: Selection) -> str:
    """Return what a file of a report is called: with the day, and whatever else it is narrowed to.

    >>> _file("takings-by-wager", Selection(day="2026-11-18", table="3", shift=2))
    'takings-by-wager-2026-11-18-table-3-shift-2'
    """
    others = {key: value for key, value in _query(chosen).items() if key != "day"}
    parts = [name, chosen.day, *(f"{key}-{value}" for key, value in others.items())]
    return re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(filter(None, parts)))


def _records(request: Request) -> Records:
    records: Records = request.app.state.records
    return records


def _known(request: Request, asked: Selection) -> None:
    """Refuse a table or a jackpot that the floor does not have."""
    board = running_of(request).board
    if asked.table:
        board.table(asked.table)
    if asked.jackpot:
        board.jackpot(asked.jackpot)


async def _told(
    request: Request, question: Callable[[FloorRecord], T]
) -> tuple[T | None, dict[str, Any]]:
    """Return what the record says, and how far it is read; at once, from what was read before."""
    records, fault, record = _records(request), None, None
    try:
        record = await in_thread(records.within, PATIENCE)
    except Refused as error:
        fault = error.refusal
    known = record or (None if fault else records.record)
    told = None if known is None else await in_thread(question, known)
    return told, _note(fault, record is None)


def _note(fault: Refusal | None, late: bool) -> dict[str, Any]:
    return {"fault": fault, "reading": late and fault is None}


def _any_day(asked: Selection) -> Selection:
    return asked._replace(day="" if asked.day == screen.EVERY_DAY else asked.day)


def _query(chosen: Selection) -> dict[str, object]:
    return {key: value for key, value in chosen._asdict().items() if value}


def _again(request: Request) -> str:
    """Return the address of this page, to be read again."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")
