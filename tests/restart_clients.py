"""Clients of a server that is killed again and again: each keeps its own list of what it was told.

They know nothing of the kills: it is :mod:`pitboss.client` that asks again and connects again.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import ClientConnection

from pitboss.client import Answer, Client
from pitboss.house.clock import now
from pitboss.refusals import Refusal, Unreadable

PATIENCE = 240.0
PAUSE_SECONDS = 0.02
CLOSES = 0.1
"""How often a dealer who has nothing else to do closes the bets."""
STAKES = ("player 5", "banker 5", "player 10")


class Told(NamedTuple):
    """What a client asked, and what it was told."""

    stream: str
    id: str
    line: str
    answer: Answer | Refusal
    at: str
    """When it was told, by the clock of the record."""


class Counted(Client):
    """A client that notes when it was connected, and how often it asked."""

    def __init__(self, url: str, token: str | None = None) -> None:
        super().__init__(url, token, patience=PATIENCE)
        self.connected_at: list[float] = []
        self.asked = 0
        self.http.event_hooks = {"request": [self._count]}

    def _count(self, _: httpx.Request) -> None:
        self.asked += 1

    def _connected(self, streams: Sequence[str]) -> ClientConnection:
        socket = super()._connected(streams)
        self.connected_at.append(time.monotonic())
        return socket


class Watcher(threading.Thread):
    """Looks at some streams for as long as there is a server, and keeps every view."""

    def __init__(self, client: Counted, audience: str, *streams: str) -> None:
        super().__init__(name=f"watcher {audience}", daemon=True)
        self.client, self.audience, self.streams = client, audience, streams
        self.seen: dict[tuple[str, int], str] = {}
        """What was shown of a stream at a version, as JSON."""
        self.failure: BaseException | None = None

    def run(self) -> None:
        last: dict[str, int] = {}
        try:
            for update in self.client.live(*self.streams):
                assert update.version > last.get(update.stream, -1), "versions grow"
                last[update.stream] = update.version
                self.seen[update.stream, update.version] = dumped(update.view)
        except Unreadable as error:
            if error.refusal.code != "server-away":
                self.failure = error
        except BaseException as error:
            self.failure = error


class Asker(threading.Thread):
    """Gives a table lines, one after another, and keeps what it was told."""

    def __init__(self, client: Counted, name: str, table: str, random: Random) -> None:
        super().__init__(name=name, daemon=True)
        self.client, self.table, self.random = client, table, random
        self.told: list[Told] = []
        self.stopping = threading.Event()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stopping.wait(PAUSE_SECONDS):
                self.turn()
        except BaseException as error:
            self.failure = error

    def turn(self) -> None:
        """Ask for something."""
        raise NotImplementedError

    def ask(self, line: str) -> Answer | Refusal:
        """Ask, however often that takes."""
        stream, id = f"table/{self.table}", f"{self.name}.{len(self.told) + 1}"
        answer = self.client.line(stream, line, id)
        self.told.append(Told(stream, id, line, answer, now()))
        return answer


class Player(Asker):
    """Somebody at a terminal of the demo, who bets, and takes most of it back."""

    def __init__(self, url: str, table: str, seat: int, random: Random) -> None:
        taken = httpx.post(f"{url}/api/v1/demo/take", json={"table": table, "seat": seat})
        assert taken.status_code == 200, taken.text
        super().__init__(Counted(url, taken.json()["token"]), f"seat-{table}-{seat}", table, random)
        self.seat = seat

    def turn(self) -> None:
        answer = self.ask(f"bet {self.seat} {self.random.choice(STAKES)}")
        if isinstance(answer, Answer) and self.random.random() < 0.9:
            self.ask(f"take back {answer.facts[0]['number']}")


class DealerBeside(Asker):
    """A dealer who does what is due next beside the automatic one, so that rounds go fast."""

    def __init__(self, url: str, badge: str, pin: str, table: str, random: Random) -> None:
        client = Counted(url)
        client.sign_in(badge, pin, table)
        super().__init__(client, f"dealer-{table}", table, random)

    def turn(self) -> None:
        answer = self.ask("next")
        if isinstance(answer, Refusal) and self.random.random() < CLOSES:
            self.ask("no more bets")


class Supervisor(Asker):
    """Ends shoes in the end, so that their seeds are revealed."""

    def __init__(self, url: str, badge: str, pin: str, tables: Sequence[str]) -> None:
        client = Counted(url)
        client.sign_in(badge, pin)
        super().__init__(client, "supervisor", tables[0], Random(0))
        self.badge = badge

    def end_shoe(self, table: str) -> int | None:
        """Void the round of a table and end its shoe; return the version, None if not yet."""
        self.table = table
        answer = self.ask(f"void round by {self.badge} and shuffle: the night is over")
        return answer.version if isinstance(answer, Answer) else None


def dumped(view: Any) -> str:
    """Return a view as text that compares."""
    return json.dumps(view, sort_keys=True)
