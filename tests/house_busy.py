"""A busy house in a process of its own, which says what it asks and what it is told, and is killed.

The child writes what it asks before it asks, and what it is told after it was told, to a pipe; so
its parent knows what was acknowledged when the child is gone, at whatever moment that was.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from traceback import format_exception
from typing import Any, NamedTuple, NoReturn, cast

from house_lines import FloorView, LineRun, stream_of
from house_storm import RULES, STATES_OF_DATABASE
from jackpot_auditor import Auditor
from jackpot_walk import TableWalk, Walk
from pitboss.house.database import Database
from pitboss.house.writer import Asked, House, Reply, Writer
from pitboss.jackpot.floor_run import FloorRun
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.record.codec import command_data, command_of, under
from pitboss.table.record.recorder import Request

TABLES = ("1", "2", "9", "27", "43", "44")
"""Linked tables of every kind."""
LINES = 20
"""Of one tick, at most."""
_LENGTH = struct.Struct(">I")


class Batched(NamedTuple):
    """The house begins a batch."""

    keys: tuple[tuple[str, str], ...]


class Asks(NamedTuple):
    """A client asks."""

    stream: str
    id: str
    actor: str
    command: dict[str, object]
    """As the record has it."""

    @property
    def request(self) -> Request:
        """The request, to be given again."""
        return Request(self.id, under(RULES, command_of(self.command)), self.actor)


class Told(NamedTuple):
    """A client was told that its request is on disk."""

    stream: str
    id: str
    hash: str
    """Of its line; empty if nothing was written for it."""
    accepted: bool


class Refused(NamedTuple):
    """A client was told that the database cannot do it now."""

    code: str
    remedy: str


class Reports:
    """A pipe to the parent; what is cut off by a kill was not said."""

    def __init__(self, writes: int) -> None:
        self.writes, self.lock = writes, threading.Lock()

    def say(self, what: object) -> None:
        """Tell the parent something."""
        data = pickle.dumps(what)
        data = _LENGTH.pack(len(data)) + data
        with self.lock:
            while data:
                data = data[os.write(self.writes, data) :]


class BusyHouse(House):
    """A house that says which requests it commits together."""

    reports: Reports

    def commit(self, asked: Sequence[Asked]) -> list[Reply]:
        """Commit a batch."""
        self.reports.say(Batched(tuple((one.stream, one.request.id) for one in asked)))
        return super().commit(asked)


def keep_busy(url: str, name: str, reports: Reports, hook: Callable[[str], None]) -> None:
    """Give lines at all tables, many at a time, until killed."""
    house = BusyHouse(Database(url), RULES, hook=hook)
    house.reports = reports
    writer = Writer(house)
    writer.start()
    view = FloorView(house.load())
    walk = Walk(0, cast(Auditor, view))
    walk.random = Random(name)
    walk.tables = {id: TableWalk(id, walk.random) for id in TABLES}
    walk.first.clear()
    for table in walk.tables.values():
        if table.id in view.run.tables:
            table.plan.clear()
    count = 0
    lines: list[LineRun] = []
    while True:
        busy = {line.stream for line in lines}
        for _ in range(walk.random.randint(1, LINES)):
            text = walk.next()
            if stream_of(text) not in busy:
                busy.add(stream_of(text))
                count += 1
                lines.append(LineRun(view.run, text, f"{name} {count}"))
        _ask_all(writer, view, lines, reports)
        for line in lines:
            if line.request is None:
                walk.heard(line.text, line.refusal)
        lines = [line for line in lines if line.request is not None]


def _ask_all(writer: Writer, view: FloorView, lines: list[LineRun], reports: Reports) -> None:
    """Ask what every line asks next, all at once, and hear the answers."""
    waiting = []
    for line in lines:
        if line.request is not None:
            id, command, actor, *_ = line.request
            reports.say(Asks(line.stream, id, actor, command_data(command)))
            waiting.append((line, line.request, writer.ask(line.stream, line.request)))
    heard = []
    for line, request, future in waiting:
        reply = future.result()
        answer = reply.answer
        if isinstance(answer, Refusal) and answer.code in STATES_OF_DATABASE:
            reports.say(Refused(answer.code, answer.remedy))
            continue
        own = next((one.hash for one in reply.group if one.request.id == request.id), "")
        reports.say(Told(line.stream, request.id, own, not isinstance(answer, Refusal)))
        heard.append((line, answer))
    view.run = _floor(writer.house)
    for line, answer in heard:
        line.heard(view.run, answer)


def _floor(house: House) -> FloorRun:
    """Return the floor, once the database has it."""
    while True:
        try:
            return house.load()
        except Unreadable:
            time.sleep(0.02)


# --- the parent's side ---


class Child:
    """A busy house that is running, and what it said so far."""

    def __init__(self, url: str, name: str, kill_at: tuple[str, int] = ("", 0)) -> None:
        """Start one; with ``kill_at`` it kills itself at a boundary, the time that is said."""
        self.said: list[Any] = []
        self.buffer = b""
        self.boundary = ""
        self.reads, writes = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.reads)
            _live(url, name, writes, kill_at)
        os.close(writes)

    def listen(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> bool:
        """Hear what it says for some time, or until it is enough; False when it is gone."""
        until = time.monotonic() + seconds
        while not enough() and (left := until - time.monotonic()) > 0:
            ready, _, _ = select.select([self.reads], [], [], left)
            if ready:
                data = os.read(self.reads, 1 << 16)
                if not data:
                    return False
                self._hear(data)
        return True

    def _hear(self, data: bytes) -> None:
        self.buffer += data
        while len(self.buffer) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self.buffer)
            if len(self.buffer) < _LENGTH.size + length:
                return
            said = pickle.loads(self.buffer[_LENGTH.size :][:length])
            self.buffer = self.buffer[_LENGTH.size + length :]
            if isinstance(said, str):
                self.boundary = said
            elif isinstance(said, BaseException):
                raise said
            else:
                self.said.append(said)

    def told(self) -> Iterator[Told]:
        """Yield what was acknowledged."""
        return (one for one in self.said if isinstance(one, Told))

    def end(self) -> None:
        """Kill it, if it is not gone, and hear the rest."""
        os.kill(self.pid, signal.SIGKILL)
        while self.listen(10):
            continue
        os.waitpid(self.pid, 0)
        os.close(self.reads)


def _live(url: str, name: str, writes: int, kill_at: tuple[str, int]) -> NoReturn:
    """Be busy, in the child."""
    reports, calls = Reports(writes), Counter[str]()

    def hook(where: str) -> None:
        calls[where] += 1
        if (where, calls[where]) == kill_at:
            reports.say(where)
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        keep_busy(url, name, reports, hook)
    except BaseException as error:
        reports.say(AssertionError("the busy house failed:\n" + "".join(format_exception(error))))
    finally:
        os._exit(1)
