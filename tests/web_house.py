"""A house on the web for tests: a real server on loopback, with somebody of every role."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import uvicorn
from fastapi import FastAPI

from house_lines import give_line
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.people.people import People
from pitboss.house.people.sessions import SignedIn
from pitboss.house.serving.opening import Asked, open_running
from pitboss.house.serving.running import Running
from pitboss.house.serving.service import Caller, Service
from pitboss.jackpot.house import EnrolBadge
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.web.app import create_app
from pitboss.web.guard import Settings
from pitboss.web.limits import Limits, Rate

PINS = {
    "player": ("6603", "1357"),
    "dealer": ("1101", "4711"),
    "supervisor": ("2207", "9041"),
    "executive": ("3301", "5150"),
    "auditor": ("4401", "7777"),
    "administrator": ("5501", "8080"),
}
DEVICES = {"table": 0, "seat": 3, "sign": 0, "shoe": 0}
PEOPLE = tuple(PINS)
STRANGER = "stranger"
EVERYBODY = (STRANGER, *DEVICES, *PEOPLE)
HOME = "1"
"""The table that the dealer has signed on to, and where the devices stand."""
MUCH = Rate(1_000_000, 1_000_000)
UNLIMITED = Limits(strangers=MUCH, sessions=MUCH, doors=MUCH)
BEGIN = ("open", "sit 3", "buy in 3 500", "prepare burning 5h")
ROUND = ("bet 3 player 25, sun-7-progressive 1", "coup 7s 8h 3d / Kh Qd 7c", "finish")


class WebHouse:
    """A server that runs in a thread of its own, and what proves each role to it."""

    def __init__(
        self, home: Path, limits: Limits = UNLIMITED, port: int = 0, url: str = ""
    ) -> None:
        self.home, self.limits, self.port = home, limits, port
        self.database_url = url or f"sqlite:///{home / 'house.db'}"
        self.tokens: dict[str, str] = {}
        self.csrf: dict[str, str] = {}
        self.devices: dict[str, str] = {}
        self.ready = threading.Event()
        self.failure: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="web house", daemon=True)
        self.app: FastAPI
        self.running: Running
        self.server: uvicorn.Server
        self.loop: asyncio.AbstractEventLoop

    def start(self) -> WebHouse:
        self.thread.start()
        assert self.ready.wait(30)
        if self.failure is not None:
            raise self.failure
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self.failure = error
            self.ready.set()
            raise

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        url = self.database_url
        database = Database(url)
        if database.schema() is None:
            found_house(database, "default floor", default_floor())
        database.close()
        self.running, notes = open_running(Asked(url, key_file=str(self.home / "keys")))
        assert not notes, notes
        self.running.start()
        service, people = self.running.service, self.running.people
        await self._enrol(service, people)
        self.app = create_app(self.running, Settings(limits=self.limits))
        config = uvicorn.Config(
            self.app,
            port=self.port,
            log_level="error",
            ws_per_message_deflate=False,
            ws_max_size=65_536,
            timeout_graceful_shutdown=2,
            server_header=False,
        )
        self.server = uvicorn.Server(config)
        serving = asyncio.create_task(self.server.serve())
        while not self.server.started:
            await asyncio.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.ready.set()
        await serving
        await self.running.stop()

    async def _enrol(self, service: Service, people: People) -> None:
        for kind, seat in DEVICES.items():
            code = people.code_for(kind, HOME, seat, PINS["administrator"][0])
            assert isinstance(code, str)
            paired = people.pair(code)
            assert not isinstance(paired, Refusal)
            self.tokens[kind], self.devices[kind] = paired.token, paired.device
        for role, (badge, pin) in PINS.items():
            if badge not in service.board.house.badges:
                command = EnrolBadge(badge, role)
                await service.give("house", f"enrol {badge}", command, Caller("house"))
            assert people.set_pin(badge, pin) is None
            where = {"dealer": {"table": HOME}, "player": {"device": self.devices["seat"]}}
            signed = people.sign_in(badge, pin, **where.get(role, {}))
            assert isinstance(signed, SignedIn), signed
            self.tokens[role], self.csrf[role] = signed.token, signed.csrf

    # --- asking ---

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def headers(self, role: str) -> dict[str, str]:
        return {} if role == STRANGER else {"Authorization": f"Bearer {self.tokens[role]}"}

    def client(self, role: str = STRANGER) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers=self.headers(role), timeout=30, verify=False)

    def line(self, role: str, line: str, id: str = "", table: str = HOME) -> httpx.Response:
        with self.client(role) as client:
            body = {"id": id or f"{role}-{next(_NUMBERS)}", "line": line}
            return client.post(f"/api/v1/tables/{table}/commands", json=body)

    def play(self, *lines: str, table: str = HOME) -> None:
        """Give a table lines past all doors, as its own people do who proved everything."""
        for line in lines:
            id, service = f"play-{next(_NUMBERS)}", self.running.service
            given = give_line(service, f"table/{table}", id, line, Caller("1101"))
            done = asyncio.run_coroutine_threadsafe(given, self.loop).result(20)
            assert not isinstance(done.answer, Refusal), (line, done.answer)


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


_NUMBERS = _numbers()


@contextmanager
def web_house(
    home: Path, limits: Limits = UNLIMITED, port: int = 0, url: str = ""
) -> Iterator[WebHouse]:
    """Give a house on the web, and stop it in order."""
    house = WebHouse(home, limits, port, url).start()
    try:
        yield house
    finally:
        with suppress(AssertionError):
            house.stop()
