"""The rulebook: wagers, rules, codes of refusals, and exact odds; all of it is public."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from pitboss.codes import codes
from pitboss.games import Shoe
from pitboss.house.serving.pushing import dumps
from pitboss.odds.analysis import analyse_table
from pitboss.odds.progressive import Meter
from pitboss.odds.records import record, tables_of
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook, Wager
from pitboss.rulebook.pays import read_percent
from pitboss.rulebook.records import game_record, offer_record
from pitboss.rulebook.spots import read_place
from pitboss.web.access import GuardedRoute, public
from pitboss.web.asking import in_thread, running_of, says_no
from pitboss.web.errors import Refused, answer
from pitboss.web.schemas import NAME, CodeTold, GameTold, OddsTold, RuleTold, WagerListed

router = APIRouter(prefix="/api/v1", route_class=GuardedRoute, tags=["rulebook"])
WAGER = r"^[a-z0-9-]{1,64}(/[a-z0-9-]{1,64})?$"
MOST_CENTS = 10**12
RULES = ("name", "cite", "kind", "summary", "discretion", "readings", "admissions", "sources")
COUNTING = ThreadPoolExecutor(1, "odds")
"""Odds are counted one after another: whoever asks for many waits, and nobody else does."""


@router.get("/wagers", response_model=list[WagerListed], responses=says_no())
@public
async def wagers(request: Request) -> Response:
    """List every wager of the catalog."""
    book = running_of(request).rulebook
    own = [wager for game in book for wager in game.own.values()]
    return answer([{"id": wager.path, **offer_record(wager)} for wager in own])


@router.get("/wagers/{game}", response_model=GameTold, responses=says_no(404))
@public
async def game(
    request: Request, game: Annotated[str, Path(pattern=NAME, examples=["ez-baccarat"])]
) -> Response:
    """Print a game's pay tables with citations and readings."""
    asked = await in_thread(running_of(request).rulebook.game, game)
    return answer({"id": asked.id, **game_record(asked)})


@router.get("/rules", response_model=list[RuleTold], responses=says_no())
@public
async def rules(request: Request) -> Response:
    """List what each game says beside its wagers: who decides what, and how texts are read."""
    told = (game_record(game, ()) for game in running_of(request).rulebook)
    return answer([{"id": one["game"], **{key: one[key] for key in RULES}} for one in told])


@router.get("/codes", response_model=list[CodeTold], responses=says_no())
@public
async def refusal_codes() -> Response:
    """List every code that a refusal can have."""
    listed = codes().values()
    return answer(
        [{"id": one.code, "meaning": one.meaning, "citation": one.citation} for one in listed]
    )


# --- odds ---


class OddsAsked(NamedTuple):
    """Which odds are asked for."""

    wager: str
    table: str | None
    on: str | None
    reading: str
    suits: str | None
    decks: int
    shoe: str | None
    vigorish: str | None
    meter: Meter


@router.get("/odds", response_model=list[OddsTold], responses=says_no(404))
@public
async def odds(
    request: Request,
    wager: Annotated[str, Query(pattern=WAGER, examples=["ez-baccarat/dragon-7"])],
    table: Annotated[str | None, Query(max_length=64)] = None,
    on: Annotated[str | None, Query(max_length=16, description="player, banker, a seat")] = None,
    reading: Annotated[str, Query(max_length=200)] = "default",
    suits: Annotated[str | None, Query(pattern=r"^[cdhs]{1,4}$")] = None,
    decks: Annotated[int, Query(ge=1, le=20)] = 8,
    shoe: Annotated[str | None, Query(max_length=200, examples=["8 decks - 10x9"])] = None,
    vigorish: Annotated[str | None, Query(max_length=16, examples=["5%"])] = None,
    meter_cents: Annotated[int | None, Query(ge=0, le=MOST_CENTS)] = None,
    unit_cents: Annotated[int | None, Query(ge=1, le=MOST_CENTS)] = None,
    players: Annotated[int, Query(ge=1, le=20)] = 1,
) -> Response:
    """Count the exact odds of a wager, or of all wagers of a game, as `pitboss odds` does."""
    meter = Meter(cents=meter_cents, unit_cents=unit_cents, players=players)
    asked = OddsAsked(wager, table, on, reading, suits, decks, shoe, vigorish, meter)
    loop = asyncio.get_running_loop()
    try:
        text = await loop.run_in_executor(COUNTING, counted, running_of(request).rulebook, asked)
    except Unreadable as error:
        raise Refused(error.refusal) from None
    return Response(text, media_type="application/json")


@lru_cache(maxsize=1_000)
def counted(rulebook: Rulebook, asked: OddsAsked) -> str:
    """Return the odds of pay tables as JSON; what was counted once is remembered."""
    shoe = Shoe.of(asked.decks) if asked.shoe is None else Shoe.parse(asked.shoe)
    rate = None if asked.vigorish is None else read_percent(asked.vigorish)
    sheets = [
        analyse_table(opened, shoe=shoe, vigorish=rate, meter=asked.meter)
        for wager in _wagers(rulebook, asked)
        for opened in tables_of(
            wager,
            table=asked.table,
            on=read_place(asked.on),
            reading=asked.reading,
            suits=asked.suits,
        )
    ]
    return dumps([{"id": str(at), **record(sheet)} for at, sheet in enumerate(sheets, 1)])


def _wagers(rulebook: Rulebook, asked: OddsAsked) -> Sequence[Wager]:
    if "/" in asked.wager:
        return (rulebook.wager(asked.wager),)
    own = list(rulebook.game(asked.wager).own.values())
    if asked.table is None:
        return own
    having = [wager for wager in own if asked.table in wager.tables]
    if not having:
        message = f'{asked.wager} has no pay table "{asked.table}"'
        raise unreadable("unknown-table", message, "leave table out to see all")
    return having
