"""Houses for the browser: a demo, and a real floor with people and devices, each a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from demo_process import DemoProcess, ServerProcess
from pitboss.cli import main as pitboss
from pitboss.client import Answer, Client
from pitboss.house.automatic.demo import demo_floor
from pitboss.table.floor.records import Floor
from pitboss.web.guard import COOKIE, CSRF_COOKIE, DEVICE_COOKIE, DEVICE_CSRF_COOKIE, csrf_of_device

FLOOR = Path(__file__).parent / "floor.toml"
ADMINISTRATOR = ("5501", "80808")
PINS = {
    "1101": "47110",
    "1102": "47112",
    "2207": "90410",
    "2208": "90411",
    "3301": "51500",
    "4401": "77770",
    "6601": "13570",
}
CHIPS = 1_000
"""What every player of ours buys in for, in dollars."""


class Cookies(NamedTuple):
    """What proves somebody to the server: a secret, and what a page sends beside it."""

    names: tuple[str, str]
    token: str
    csrf: str


class Refused(AssertionError):
    """A line that a test needs was refused."""


def give(client: Client, stream: str, *lines: str, cards: tuple[tuple[str, str], ...] = ()) -> None:
    """Give lines that must be accepted."""
    for line in lines:
        answer = client.line(stream, line, cards=cards)
        if not isinstance(answer, Answer):
            raise Refused(f"{stream}: {line}: {answer.code}: {answer.message}")


class House:
    """A server that runs, and clients who ask it as programs do."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.clients: list[Client] = []

    @property
    def url(self) -> str:
        return self.server.address

    def client(self, token: str | None = None) -> Client:
        """Return a client, closed when the house is."""
        client = Client(self.url, token, patience=60)
        self.clients.append(client)
        return client

    def end(self) -> None:
        for client in self.clients:
            client.close()
        self.server.end()


class GlassHouse(House):
    """The real floor of ``floor.toml``: who works there has a PIN, and who plays a paired seat."""

    def __init__(self, home: Path, floor: Path = FLOOR) -> None:
        database, code = home / "house.db", home / "code"
        with redirect_stdout(StringIO()):
            words = ["house", "init", str(floor), "--database", str(database)]
            assert pitboss([*words, "--code-file", str(code)]) == 0
        super().__init__(ServerProcess(home, f"sqlite:///{database}"))
        self.server.start()
        self.server.wait()
        badge, pin = ADMINISTRATOR
        self.administrator = self.client()
        first = {"code": code.read_text().strip(), "badge": badge, "pin": pin}
        self.administrator.token = self.administrator._post("first-code", first)["token"]
        for badge, pin in PINS.items():
            self.administrator._post(f"people/{badge}/pin", {"pin": pin})
        self.auditor = self.person("4401")
        self.supervisor = self.person("2207")

    def person(self, badge: str, table: str = "") -> Client:
        """Return somebody who has signed in, a dealer at a table."""
        client = self.client()
        client.sign_in(badge, PINS[badge], table)
        return client

    def cookies_of(self, badge: str, table: str = "") -> Cookies:
        """Return the cookies of somebody who has signed in."""
        pin = {**PINS, ADMINISTRATOR[0]: ADMINISTRATOR[1]}[badge]
        asked = {"badge": badge, "pin": pin, "table": table}
        signed = self.client()._post("sign-in", asked)
        return Cookies((COOKIE, CSRF_COOKIE), signed["token"], signed["csrf"])

    def device(self, kind: str, table: str, seat: int = 0) -> Cookies:
        """Return the cookies of a device that was paired for a place."""
        asked = {"kind": kind, "table": table, "seat": seat}
        code = self.administrator._post("devices", asked)["code"]
        paired = self.client()._post("pair", {"code": code})
        names = (DEVICE_COOKIE, DEVICE_CSRF_COOKIE)
        return Cookies(names, paired["token"], csrf_of_device(paired["token"]))

    def give(self, table: str, *lines: str) -> None:
        """Give a table lines, as its supervisor does."""
        give(self.supervisor, f"table/{table}", *lines)

    def open(self, table: str, *seats: int) -> None:
        """Open a table up to its first bets, with players at some seats."""
        if not self.auditor.table(table)["open"]:
            self.give(table, "open")
        seated = self.auditor.table(table)["seated"]
        for seat in seats:
            if seat not in seated:
                self.give(table, f"sit {seat}", f"buy in {seat} {CHIPS}")
        if self.due(table) in ("StartDay", "InspectDevice"):
            self.give(table, "prepare burning 5h")
        if self.due(table) == "PassDice":
            self.give(table, f"dice to {self.auditor.table(table)['seated'][0]}")

    def due(self, table: str) -> str:
        """Return what is due first at an open table."""
        due: list[str] = self.auditor.table(table)["advice"]["due"]
        return due[0] if due else ""


@contextmanager
def glass_house(home: Path, floor: Path = FLOOR) -> Iterator[GlassHouse]:
    """Give a real floor, and leave nothing running."""
    house = GlassHouse(home, floor)
    try:
        yield house
    finally:
        house.end()


class DemoHouse(House):
    """The living floor."""

    def __init__(self, home: Path, floor: Floor | None = None) -> None:
        server = DemoProcess(home, f"sqlite:///{home / 'demo.db'}", floor or demo_floor())
        super().__init__(server)
        server.start()
        server.wait()


@contextmanager
def demo_house(home: Path, floor: Floor | None = None) -> Iterator[DemoHouse]:
    """Give a demo, and leave nothing running."""
    house = DemoHouse(home, floor)
    try:
        yield house
    finally:
        house.end()


def slow_demo() -> Floor:
    """Return the demo's floor with time to bet, and to be silent in."""
    floor = demo_floor()
    return replace(floor, betting_seconds=60, betting_seconds_person=60, idle_seconds=600)
