"""Live: what changes, as it changes. A socket says nothing but which versions it has."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import monotonic

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.house.people.identity import STRANGER, Who
from pitboss.house.people.permissions import AT_ONE_SEAT, may_do, may_read
from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Client, Topic
from pitboss.refusals import Refusal
from pitboss.web.asking import address, running_of, who_of
from pitboss.web.errors import Refused
from pitboss.web.limits import Buckets, Limits, Rate
from pitboss.web.metrics import Metrics
from pitboss.web.screens.room import OFFICE, Page, streams_of

router = APIRouter()
NO_TEXT, NOT_ALLOWED, TOO_LARGE, TRY_LATER = 1003, 1008, 1009, 1013
MOST_STREAMS = 100
WORDS_OF_A_SOCKET = Rate(5, 20)
WATCH_SECONDS = 0.5
HIGHEST = 2**62
OF_THE_HOUSE: Mapping[str, str] = {
    "floor": "home",
    "manager_jackpots": "jackpot",
    "manager_jackpot": "jackpot",
    "manager-tables": "proposals",
    OFFICE: "proposals",
}
"""Pages of the whole floor, and the view that one must may read to look at them."""
PAGES = (*OF_THE_HOUSE, "sign", "dealer", "seat")
_SEAT = re.compile("[1-9][0-9]?")


class Sockets:
    """The sockets that are open, and whose they are: who may look no more is shown no more."""

    def __init__(self, owner: Callable[[str], Who | None], limits: Limits, metrics: Metrics):
        self.owner, self.limits, self.metrics = owner, limits, metrics
        self.clients: dict[Client, tuple[str, Who]] = {}
        self.addresses: Counter[str] = Counter()
        self.ended = asyncio.Event()
        """Set where a device was just revoked: its sockets end at once, not at the next look."""

    @property
    def devices(self) -> set[str]:
        """The paired devices whose pages are open."""
        return {who.device for _, who in self.clients.values() if who.device}

    def full(self, where: str) -> bool:
        """Say whether no more sockets are taken, or none from there."""
        of_one = self.addresses[where] >= self.limits.sockets_of_an_address
        return of_one or self.addresses.total() >= self.limits.sockets

    def enter(self, where: str) -> None:
        """Count a socket."""
        self.addresses[where] += 1
        self.metrics.sockets += 1

    def leave(self, where: str) -> None:
        """Count it no more."""
        self.addresses[where] -= 1
        if not self.addresses[where]:
            del self.addresses[where]
        self.metrics.sockets -= 1

    async def watch(self) -> None:
        """End the sockets of who has signed out or was revoked, here or at another server."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ended.wait(), WATCH_SECONDS)
            self.ended.clear()
            tokens = {token for token, _ in self.clients.values() if token}
            if not tokens:
                continue
            owners = await asyncio.to_thread(self._owners, tokens)
            for client, (token, who) in tuple(self.clients.items()):
                if token in owners and owners[token] != who:
                    client.end()

    def _owners(self, tokens: set[str]) -> dict[str, Who | None]:
        return {token: self.owner(token) for token in tokens}


# --- what is looked at ---


def topics_of(board: Board, who: Who, query: Mapping[str, str]) -> list[Topic]:
    """Return what a socket asks to see, as far as this person or device may see it."""
    names = list(dict.fromkeys(query.get("streams", "").split(",")))
    page = _page(who, query, names) if query.get("as", "json") == "page" else None
    if page is None and len(names) > MOST_STREAMS:
        message = "those are too many streams"
        raise Refused(Refusal("bad-fields", message, f"name at most {MOST_STREAMS}"))
    return [_topic(board, who, name, page) for name in names]


def _topic(board: Board, who: Who, name: str, page: Page | None) -> Topic:
    kind, _, id = name.partition("/")
    stream = f"link/{id}" if kind == "jackpot" else name
    if page is not None and stream in streams_of(board, page):
        return page.topic(stream)
    if page is None and stream == PRESENCE:
        return Topic(stream, "sign")
    if page is None and stream == PIT:
        return Topic(stream, "staff" if may_read(who, "alerts") is None else "sign")
    if page is None and kind in ("table", "link", "jackpot") and stream in board.streams:
        return Topic(stream, audience_of(who, stream))
    message = f'"{name[:60]}" is no stream'
    raise Refused(Refusal("no-such-stream", message, "name table/ID, jackpot/ID, floor or pit"))


def _page(who: Who, query: Mapping[str, str], streams: Iterable[str]) -> Page:
    """Return the page that a socket is of, if this person or device may look at it."""
    name, seat = query.get("page", ""), query.get("seat", "")
    tables = (stream.removeprefix("table/") for stream in streams if stream.startswith("table/"))
    table = next(tables, "")
    if name in OF_THE_HOUSE:
        refusal = may_read(who, OF_THE_HOUSE[name])
        if refusal is not None:
            raise Refused(refusal)
        return Page(name, staff=is_staff(who, name))
    if name not in PAGES:
        raise Refused(Refusal("bad-fields", "there is no such page", f"use {PAGES}"))
    if name == "seat" and not _SEAT.fullmatch(seat):
        raise Refused(Refusal("bad-fields", "a seat's page is of one position", "add seat=N"))
    page = Page(name, table, int(seat) if name == "seat" else 0)
    refusal = not_for(who, page)
    if refusal is not None:
        raise Refused(refusal)
    return page


def is_staff(who: Who, page: str) -> bool:
    """Say whether somebody is shown what staff is: takings, and in the office what they may do."""
    if page.startswith("manager_"):
        return may_do(who, "approve") is None
    return may_read(who, "takings") is None


def not_for(who: Who, page: Page) -> Refusal | None:
    """Refuse a page of a table to whoever may not look at it."""
    if page.name == "dealer":
        return may_read(who, "advice", page.table)
    return may_see_seat(who, page.table, page.seat) if page.name == "seat" else None


def audience_of(who: Who, stream: str) -> str:
    """Return as whom somebody sees a stream: ``staff``, ``seat N`` or ``sign``."""
    kind, _, id = stream.partition("/")
    if kind == "link":
        return "staff" if may_read(who, "jackpot") is None else "sign"
    if may_read(who, "advice", id) is None:
        return "staff"
    seated = who.seat and may_read(who, "table", id) is None
    return f"seat {who.seat}" if seated else "sign"


def may_see_seat(who: Who, table: str, seat: int) -> Refusal | None:
    """Refuse the page of a position to other players, and to whoever has no business there."""
    refusal = may_read(who, "table", table)
    if refusal is None and who.role in AT_ONE_SEAT and who.seat != seat:
        message = "a seat sees nothing but its own page"
        return Refusal("not-allowed", message, f"look at seat {who.seat}")
    return refusal


# --- the socket ---


@router.websocket("/api/v1/live")
async def live(socket: WebSocket) -> None:
    """Send what some streams show and what changes of it: see docs/API.md."""
    sockets: Sockets = socket.app.state.sockets
    running, who, where = running_of(socket), who_of(socket), address(socket)
    await socket.accept()
    try:
        topics = topics_of(running.board, who, socket.query_params)
    except Refused as error:
        await socket.close(NOT_ALLOWED, error.refusal.code)
        return
    if sockets.full(where):
        await socket.close(TRY_LATER, "too-many-requests")
        return
    client = Client(running.hub, topics)
    sockets.enter(where)
    if who.role != STRANGER:
        sockets.clients[client] = (socket.state.token, who)
        what = f"live {','.join(topic.stream for topic in topics)}"
        await socket.app.state.access_log.add(who, where, what, "200")
    try:
        await _attended(socket, client, sockets)
    finally:
        sockets.clients.pop(client, None)
        sockets.leave(where)


async def _attended(socket: WebSocket, client: Client, sockets: Sockets) -> None:
    """Send and hear until either ends; then close as the one that ended says."""
    hearing = asyncio.create_task(_heard(socket, client, sockets.limits.message_bytes))
    sending = asyncio.create_task(_sent(socket, client, sockets.metrics))
    try:
        done, _ = await asyncio.wait((hearing, sending), return_when=asyncio.FIRST_COMPLETED)
        code, reason = next(iter(done)).result()
    finally:
        for task in (hearing, sending):
            task.cancel()
        await asyncio.gather(hearing, sending, return_exceptions=True)
    if code:
        try:
            await socket.close(code, reason)
        except (RuntimeError, WebSocketDisconnect):
            return  # it was closed meanwhile


def of_the_client(record: logging.LogRecord) -> bool:
    """Tell in a line, without a trace, of a socket that was closed with 1007 for what it sent.

    A filter for the log of uvicorn, which takes bytes that are no UTF-8 for a failure of its own.
    """
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info, record.levelno, record.levelname = None, logging.INFO, "INFO"
    return True


Ending = tuple[int, str]
"""The code and reason to close with; 0 if the other side has gone."""


async def _sent(socket: WebSocket, client: Client, metrics: Metrics) -> Ending:
    try:
        async for text in client.messages():
            await socket.send_text(text)
            metrics.pushes += 1
    except (WebSocketDisconnect, RuntimeError, OSError):
        return 0, ""
    return NOT_ALLOWED, client.ended


async def _heard(socket: WebSocket, client: Client, most: int) -> Ending:
    words = Buckets(WORDS_OF_A_SOCKET, monotonic)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return 0, ""
        text = message.get("text")
        if text is None:
            return NO_TEXT, "bad-request"
        if len(text) > most:
            return TOO_LARGE, "request-too-large"
        if words.wait(""):
            return NOT_ALLOWED, "too-many-requests"
        since = read_since(text)
        if since is None:
            return NOT_ALLOWED, "bad-fields"
        client.since(since)


def read_since(text: str) -> dict[str, int] | None:
    """Read what a socket may say; None if it is anything else.

    >>> read_since('{"since": {"table/3": 41}}'), read_since('{"line": "bet 3 player 25"}')
    ({'table/3': 41}, None)
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.keys() != {"since"}:
        return None
    since = data["since"]
    if not isinstance(since, dict) or len(since) > MOST_STREAMS:
        return None
    fits = all(type(version) is int and 0 <= version < HIGHEST for version in since.values())
    return since if fits else None
