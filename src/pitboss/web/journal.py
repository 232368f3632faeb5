"""The journal: search of the record, rounds card by card, the chains' state, and downloads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.journal.asking import Search, Terms
from pitboss.house.journal.occurring import codes_on_record
from pitboss.house.journal.searching import MOST_OF_A_PAGE, PAGE, Page, search
from pitboss.house.journal.steps import page_data
from pitboss.house.journal.streams import StreamState, streams_of
from pitboss.house.journal.verification import Verifications, Watched
from pitboss.web.access import GuardedRoute, reads
from pitboss.web.asking import JackpotId, TableId, in_thread, running_of, says_no
from pitboss.web.errors import answer
from pitboss.web.journal_schemas import (
    JournalPage,
    StepTold,
    StreamTold,
    VerificationAsked,
    VerificationTold,
)

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute, tags=["journal"])
STREAM = r"^$|^(table|link)/[A-Za-z0-9._-]{1,64}$|^house$"
WORD = r"^[^\x00-\x1f\x7f]{0,64}$"
TIME = r"^[0-9T:. Z-]{0,24}$"
MOST_CENTS = 10**15
LINES_AT_ONCE = 500
JSONL = "application/jsonl"
A_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {JSONL: {"schema": {"type": "string"}}}, "description": "lines of JSON"},
    **says_no(404, 503),
}
Time = Annotated[str, Query(pattern=TIME, description="by the floor's clock, or with Z in UTC")]
Word = Annotated[str, Query(pattern=WORD)]
Cents = Annotated[int | None, Query(ge=1, le=MOST_CENTS)]


def database_of(request: Request) -> Database:
    """Return the database of the house."""
    return running_of(request).service.house.database


# --- search ---


@router.get("/journal", response_model=JournalPage, responses=says_no(404, 503))
@reads("journal")
async def journal(
    request: Request,
    stream: Annotated[str, Query(pattern=STREAM, examples=["table/1"])] = "",
    since: Time = "",
    until: Time = "",
    person: Word = "",
    wager: Word = "",
    kind: Annotated[str, Query(pattern=r"^[A-Za-z]{0,64}$", examples=["PlaceBet"])] = "",
    refusal: Annotated[str, Query(pattern=r"^[a-z0-9-]{0,64}$", examples=["refused"])] = "",
    round: Annotated[int | None, Query(ge=1, le=1_000_000_000)] = None,
    cents: Cents = None,
    least_cents: Cents = None,
    most_cents: Cents = None,
    cursor: Annotated[str, Query(max_length=120)] = "",
    size: Annotated[int, Query(ge=1, le=MOST_OF_A_PAGE)] = PAGE,
) -> Response:
    """Find lines of the record, newest first; `refusal=refused` finds any that was refused.

    `refusal=accepted` finds those that were not.
    """
    timezone = running_of(request).board.floor.timezone
    number = "" if round is None else str(round)
    terms = Terms(stream, since, until, person, wager, "", refusal, kind, number)
    asked = terms.read(timezone)._replace(
        least_cents=cents or least_cents, most_cents=cents or most_cents
    )
    page = await in_thread(searched, database_of(request), asked, cursor, size)
    return answer(page_data(page, timezone))


def searched(database: Database, asked: Search, cursor: str, size: int) -> Page:
    """Return a page of the lines that are looked for."""
    with database.reading() as connection:
        return search(connection, asked, cursor, size)


@router.get(
    "/tables/{table}/rounds/{number}/steps",
    response_model=list[StepTold],
    responses=says_no(404, 503),
)
@reads("journal")
async def steps(
    request: Request, table: TableId, number: Annotated[int, Path(ge=1, le=1_000_000_000)]
) -> Response:
    """Tell a round line by line: cards, bets and money as they were then, decided again."""
    board, records = running_of(request).board, request.app.state.records
    board.table(table)
    return answer(await in_thread(records.steps, table, number, board.floor.timezone))


# --- chains ---


@router.get("/journal/streams", response_model=list[StreamTold], responses=says_no(503))
@reads("journal")
async def streams(request: Request) -> Response:
    """Tell how the chain of every stream stands."""
    states = await in_thread(states_of, database_of(request))
    return answer([{"id": state.stream, **state._asdict()} for state in states])


def states_of(database: Database) -> list[StreamState]:
    """Return how the chain of every stream stands."""
    with database.reading() as connection:
        return streams_of(connection)


def codes_of(database: Database) -> list[str]:
    """Return the codes that any line was refused with."""
    with database.reading() as connection:
        return codes_on_record(connection)


@router.get("/journal/streams.jsonl", response_model=None, responses=A_FILE)
@reads("journal")
async def download_floor(request: Request) -> Response:
    """Download the lines of all streams, in the order of their writing, for `pitboss replay`."""
    return await _download(request, None)


@router.get("/journal/streams/house.jsonl", response_model=None, responses=A_FILE)
@reads("journal")
async def download_house(request: Request) -> Response:
    """Download the lines of the house."""
    return await _download(request, "house")


@router.get("/journal/streams/table/{table}.jsonl", response_model=None, responses=A_FILE)
@reads("journal")
async def download_table(request: Request, table: TableId) -> Response:
    """Download the lines of a table, for `pitboss replay`."""
    return await _download(request, f"table/{table}")


@router.get("/journal/streams/link/{jackpot}.jsonl", response_model=None, responses=A_FILE)
@reads("journal")
async def download_jackpot(request: Request, jackpot: JackpotId) -> Response:
    """Download the lines of a jackpot."""
    return await _download(request, f"link/{jackpot}")


async def _download(request: Request, stream: str | None) -> Response:
    pieces = _pieces(database_of(request), stream)
    first = await in_thread(next, pieces)  # what is refused is no file
    name = "journal" if stream is None else stream.replace("/", "-")
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"'}
    return StreamingResponse(chain((first,), pieces), headers=headers, media_type=JSONL)


def _pieces(database: Database, stream: str | None) -> Iterator[bytes]:
    """Yield the lines of a journal, some at a time: it may be larger than the memory."""
    with database.reading() as connection:
        lines = export_lines(connection, stream)
        while some := list(islice(lines, LINES_AT_ONCE)):
            yield "".join(f"{line}\n" for line in some).encode("ascii")


# --- verifying ---


@router.post("/verify", response_model=VerificationTold, responses=says_no())
@reads("journal")
async def verify(request: Request, asked: VerificationAsked) -> Response:
    """Begin to verify the whole record; while one runs, it is shown instead."""
    return answer(verification_data(verifications_of(request).begin(asked.how)))


@router.get("/verify", response_model=VerificationTold, responses=says_no())
@reads("journal")
async def verification(request: Request) -> Response:
    """Tell how far the verification has come, or how the last one ended."""
    return answer(verification_data(verifications_of(request).watched))


@router.post("/verify/give-up", response_model=VerificationTold, responses=says_no())
@reads("journal")
async def give_up(request: Request) -> Response:
    """Give up the verification that runs."""
    return answer(verification_data(await in_thread(verifications_of(request).give_up)))


def verifications_of(request: Request) -> Verifications:
    """Return the verification that runs, or was the last."""
    kept: Verifications = request.app.state.verifications
    return kept


def verification_data(watched: Watched) -> dict[str, object]:
    """Return how a verification stands, as JSON has it."""
    sound, broken = watched.verified, watched.broken
    return {
        "id": str(watched.number),
        "state": watched.state,
        "how": watched.how,
        "begun": watched.begun,
        "ended": watched.ended,
        "done": watched.done,
        "of": watched.of,
        "seal": None if sound is None else sound.seal,
        "root": None if sound is None else sound.root,
        "lines": None if sound is None else sound.lines,
        "warnings": [] if sound is None else list(sound.warnings),
        "broken": None
        if broken is None
        else {"stream": broken.stream, "line": broken.line, **broken.refusal.data},
    }
