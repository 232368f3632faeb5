"""Seats of a floor that bet every second and look at their table, at as little cost as can be.

A process of its own: what to do comes as JSON on standard input, figures go to standard output. The
two protocols are spoken by hand, since a library for them would take longer than the server.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import resource
import sys
from bisect import bisect_left
from collections import Counter, deque
from itertools import count, cycle
from time import perf_counter
from typing import Any, NamedTuple, cast

import uvloop

BETS = (("player 10", "banker 10"), ("tie 10", "tie 10"), ("sun-7 5", "sun-7 5"))
"""What a seat lays second after second: each on a hand first."""
COUPS = ("9s Kd / 4h 2c", "8h Qc / 3s 4d", "6d 3c / Ks 7h", "5c 4s / 9d Kh")
"""Naturals, of which no jackpot is hit."""
ROUND_SECONDS = 10.0
SEATS_OF_AN_ADDRESS = 300
_PUSH = re.compile(rb'\{"stream":"table/\w+","version":(\d+),(?:"after":(\d+),)?"(\w+)"')
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_VERSION = re.compile(rb'"version":(\d+)')
_HEAD = b"\r\n\r\n"
TEXT, CLOSE, PING = 1, 8, 9


class Given(NamedTuple):
    """A command, when it should have been sent, and when its answer was there."""

    table: str
    due: float
    answered: float
    version: int
    status: int


class Asker(asyncio.Protocol):
    """A connection on which one command after another is posted."""

    def __init__(self, table: str, token: str) -> None:
        self.path = f"POST /api/v1/tables/{table}/commands HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        self.token, self.buffer = token, b""
        self.answer: asyncio.Future[tuple[int, int]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        self.transport = cast(asyncio.Transport, transport)

    def ask(self, id: str, line: str) -> asyncio.Future[tuple[int, int]]:
        """Post a line; return its status and version when they come."""
        body = json.dumps({"id": id, "line": line})
        self.transport.write(
            f"{self.path}Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        self.answer = asyncio.get_running_loop().create_future()
        return self.answer

    def data_received(self, data: bytes) -> None:
        """Take what comes."""
        self.buffer += data
        end = self.buffer.find(_HEAD)
        if end < 0:
            return
        length = _LENGTH.search(self.buffer, 0, end)
        whole = end + 4 + (int(length[1]) if length else 0)
        if len(self.buffer) < whole:
            return
        body, status = self.buffer[end + 4 : whole], int(self.buffer[9:12])
        self.buffer = self.buffer[whole:]
        version = _VERSION.search(body)
        if self.answer is not None and not self.answer.done():
            self.answer.set_result((status, int(version[1]) if version else 0))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever waits."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(exc or ConnectionError("closed"))


class Looker(asyncio.Protocol):
    """A live socket: keeps which version came when, and holds each to the one before."""

    def __init__(self, table: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.hello = (
            f"GET /api/v1/live?streams=table/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
        ).encode()
        self.buffer, self.open = b"", False
        self.versions, self.times = list[int](), list[float]()
        self.whole = self.gaps = self.repeated = self.bytes = 0
        self.closed = ""
        self.shown = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        """Take what comes."""
        now, buffer, at = perf_counter(), self.buffer + data, 0
        if not self.open:
            at = buffer.find(_HEAD) + 4
            if at < 4:
                self.buffer = buffer
                return
            self.open = buffer.startswith(b"HTTP/1.1 101")
        while len(buffer) >= at + 2:
            begin, length = at + 2, buffer[at + 1]
            if length == 126:
                begin, length = at + 4, int.from_bytes(buffer[at + 2 : at + 4], "big")
            elif length == 127:
                begin, length = at + 10, int.from_bytes(buffer[at + 2 : at + 10], "big")
            if len(buffer) < begin + length:
                break
            self._frame(buffer[at] & 15, buffer[begin : begin + length], now)
            at = begin + length
        self.buffer = buffer[at:]

    def _frame(self, kind: int, payload: bytes, now: float) -> None:
        if kind == PING:
            self.transport.write(bytes((0x8A, 0x80 | len(payload), 0, 0, 0, 0)) + payload)
        if kind == CLOSE:
            self.closed = payload[2:].decode()
        if kind != TEXT:
            return
        push = _PUSH.match(payload)
        assert push is not None, payload[:200]
        version, last = int(push[1]), self.versions[-1] if self.versions else -1
        self.bytes += len(payload)
        self.whole += push[3] == b"snapshot"
        self.gaps += push[2] is not None and int(push[2]) != last
        self.repeated += version <= last
        self.versions.append(version)
        self.times.append(now)
        if not self.shown.done():
            self.shown.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell whoever waits."""
        self.closed = self.closed or "lost"
        if not self.shown.done():
            self.shown.set_exception(exc or ConnectionError(self.closed))

    def seen_at(self, version: int) -> float | None:
        """Return when a version, or a later one, was there."""
        place = bisect_left(self.versions, version)
        return self.times[place] if place < len(self.times) else None


class Floor:
    """All seats, and a dealer for each of their tables."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.port, self.seconds, self.warm = asked["port"], asked["seconds"], asked["warm"]
        self.seats: list[tuple[str, int, str]] = [tuple(one) for one in asked["seats"]]
        self.dealer, self.name = asked["dealer"], asked["name"]
        self.lookers: dict[str, list[Looker]] = {}
        self.askers: list[Asker] = []
        self.given: list[Given] = []
        self.numbers = count(1)
        self.late = deque[float]()

    async def connect(self) -> None:
        """Open the sockets of all seats, each with its first view."""
        loop = asyncio.get_running_loop()
        for number, (table, _, token) in enumerate(self.seats):
            own = (f"127.0.0.{2 + number // SEATS_OF_AN_ADDRESS}", 0)
            _, looker = await loop.create_connection(
                lambda table=table, token=token: Looker(table, token),  # type: ignore[misc]
                "127.0.0.1",
                self.port,
                local_addr=own,
            )
            await asyncio.wait_for(looker.shown, 30)
            self.lookers.setdefault(table, []).append(looker)
            self.askers.append(await self._asker(table, token, own))

    async def _asker(self, table: str, token: str, own: tuple[str, int]) -> Asker:
        _, asker = await asyncio.get_running_loop().create_connection(
            lambda: Asker(table, token), "127.0.0.1", self.port, local_addr=own
        )
        return asker

    async def run(self) -> dict[str, Any]:
        """Play for the time that was asked for; return what was seen."""
        begun = perf_counter() + 0.1
        until = begun + self.warm + self.seconds
        cpu, asleep = _cpu(), begun
        bets = [self._seat(number, begun, until) for number in range(len(self.seats))]
        deals = [self._deal(table, place, begun, until) for place, table in enumerate(self.lookers)]
        await asyncio.gather(*bets, *deals)
        wall = perf_counter() - asleep
        used = (_cpu() - cpu) / wall
        await asyncio.sleep(0.5)
        return self._figures(begun + self.warm, used)

    async def _seat(self, number: int, begun: float, until: float) -> None:
        table, seat, _ = self.seats[number]
        due = begun + number / len(self.seats)
        bets = cycle(bet[seat % 2] for bet in BETS)
        asker = self.askers[number]
        while due < until:
            await asyncio.sleep(due - perf_counter())
            self.late.append(perf_counter() - due)
            await self._given(asker, table, f"bet {seat} {next(bets)}", due)
            due += 1

    async def _deal(self, table: str, place: int, begun: float, until: float) -> None:
        """Play a round every ten seconds, each table at another moment."""
        asker = await self._asker(table, self.dealer, ("127.0.0.1", 0))
        coups = cycle(COUPS)
        due = begun + ROUND_SECONDS * (1 + place / len(self.lookers)) / 2
        while due < until:
            await asyncio.sleep(due - perf_counter())
            for line in (f"coup {next(coups)}", "finish"):
                status, _ = await asker.ask(f"{self.name}.d{next(self.numbers)}", line)
                if status != 200:
                    raise RuntimeError(f"{table} {line}: {status}")
            due += ROUND_SECONDS

    async def _given(self, asker: Asker, table: str, line: str, due: float) -> None:
        status, version = await asker.ask(f"{self.name}.{next(self.numbers)}", line)
        self.given.append(Given(table, due, perf_counter(), version, status))

    def _figures(self, since: float, used: float) -> dict[str, Any]:
        given = [one for one in self.given if one.due >= since]
        pushes, unseen = list[float](), 0
        for one in given:
            if one.status != 200:
                continue
            seen = [looker.seen_at(one.version) for looker in self.lookers[one.table]]
            if None in seen:
                unseen += 1
            else:
                pushes.append(max(at for at in seen if at is not None) - one.due)
        lookers = [looker for table in self.lookers.values() for looker in table]
        return {
            "statuses": Counter(one.status for one in given),
            "answers": [one.answered - one.due for one in given],
            "pushes": pushes,
            "messages": sum(len(looker.versions) for looker in lookers),
            "bytes": sum(looker.bytes for looker in lookers),
            "faults": {
                "gaps": sum(looker.gaps for looker in lookers),
                "repeated": sum(looker.repeated for looker in lookers),
                "resent": sum(looker.whole - 1 for looker in lookers),
                "unseen": unseen,
                "closed": sum(bool(looker.closed) for looker in lookers),
            },
            "cpu": used,
            "late": sorted(self.late)[len(self.late) * 99 // 100],
        }


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def main() -> None:
    """Connect, say so, wait for the word, bet, and print what was seen."""
    floor = Floor(json.loads(sys.stdin.readline()))
    await floor.connect()
    print("connected", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(await floor.run()), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
