"""A storm over a house: everything that can go wrong between a client and the disk, by a seed.

Clients give the lines of a walk. Their requests are lost, doubled, delayed and overtaken, and so
are the answers, so they ask again with the same id. In between the clock jumps, links are lost,
commits fail or land without an answer, and the house is closed or killed. A storm is a list of
ticks: what happens in each depends on nothing but its own lines, so a failure can be shown again
with fewer.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import sqlalchemy as sa

from house_audit import StoreAudit
from house_lines import FloorView, LineRun, stream_of
from jackpot_auditor import Auditor
from jackpot_walk import Walk
from jackpot_walk_floor import floor_text
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.loading import load_floor
from pitboss.house.owning import FileLock
from pitboss.house.schema import SNAPSHOT
from pitboss.house.store import heads_of
from pitboss.house.writer import Asked, House, Reply
from pitboss.jackpot.floor_changes import read_floor_text
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.hits import HitRecorded, PayHit
from pitboss.jackpot.house import EnrolBadge
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import Answer
from pitboss.table.record.recorder import Request, taken
from pitboss.table.steps import Command
from pitboss.table.steps.positions import Sit

RULES = Rulebook()
RULES.add_file(Path(__file__).parent / "data" / "jackpot-walk-rules.toml")
FLOOR = read_floor_text("storm.toml", floor_text(), RULES)

BEFORE, AFTER = ("begun", "decided", "appended"), ("committed", "checkpoint")
BOUNDARIES = (*BEFORE, *AFTER)
STATES_OF_DATABASE = (
    *("database-lost", "database-locked", "disk-full", "disk-failed", "read-only"),
    "second-writer",
)
TROUBLE = (
    *(f"! kill {where}" for where in BOUNDARIES),
    *("! cut", "! land", "! overtake", "! close", "! second", "! forge", "! outdate"),
    *("! clock -7200", "! clock -1", "! clock 86400", "! clock 3600"),
)
TROUBLE_CHANCE = 0.03
"""How often a tick has trouble."""
MOST_LINES = 60
"""Of one tick."""
LATEST = 20
"""Ticks by which a copy of a request may be late."""

REACHED = (
    *("answered from the database", "answered in the same batch", "answered after other commands"),
    *("id of another actor", "id of another command", "same id at several streams"),
    *("request lost", "reply lost", "batch retried one by one", "commit lost", "commit landed"),
    *("floor read again", "checkpoint after a hit", "snapshot forged", "snapshot behind"),
    *("second writer refused", "closed and opened", "clock went back", "refused and recorded"),
    *(f"killed when {where}" for where in BOUNDARIES),
)
"""Every way back that a storm must have taken."""


class Op(NamedTuple):
    """A line that a client gives, or trouble."""

    id: str
    text: str
    fate: int
    """What becomes of its requests on their way."""


Tick = tuple[Op, ...]


class KilledError(BaseException):
    """The house is gone, as if its process were."""


class Client:
    """Gives a line, and asks again until it hears an answer."""

    def __init__(self, run: FloorRun, op: Op) -> None:
        self.line = LineRun(run, op.text, op.id)
        self.random = Random(op.fate)

    @property
    def asked(self) -> tuple[str, Request] | None:
        """What waits for an answer."""
        request = self.line.request
        return None if request is None else (self.line.stream, request)


class Sent(NamedTuple):
    """A request on its way, and who waits for the answer."""

    stream: str
    request: Request
    client: Client | None
    how: str = ""
    """What a copy is that nobody waits for."""


class Clock:
    """A clock that moves a little with every look, and jumps."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> str:
        """Return the time as the record has it."""
        self.now += timedelta(milliseconds=1)
        return f"{self.now:%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


class Storm:
    """A house in a storm."""

    def __init__(self, url: str) -> None:
        self.url, self.clock = url, Clock()
        self.reached: Counter[str] = Counter()
        self.commands = 0
        self.ticks = 0
        self.clients: list[Client] = []
        self.late: dict[int, list[Sent]] = {}
        self.answers: dict[tuple[str, str], tuple[Answer, str]] = {}
        """What clients were told, with the hash of its line where they saw it written."""
        self.order: Counter[str] = Counter()
        self.ids: dict[str, str] = {}
        self.armed = ""
        database = Database(url)
        found_house(database, "storm.toml", FLOOR, RULES, self.clock())
        database.close()
        self.house = self.opened()

    def opened(self) -> House:
        """Open the house."""
        return House(Database(self.url), RULES, clock=self.clock, hook=self.hook)

    def hook(self, where: str) -> None:
        """Let happen what is armed for a boundary."""
        self.order[where] += 1
        if where == "begun" and self.order[where] == 2:
            self.reached["batch retried one by one"] += 1
        kind, _, when = self.armed.partition(" ")
        if kind == "kill" and when == where:
            self.armed = ""
            self.reached[f"killed when {where}"] += 1
            raise KilledError
        if kind in ("cut", "land") and where == "appended":
            self.armed = ""
            self.reached["commit lost" if kind == "cut" else "commit landed"] += 1
            driver = self.driver()
            if kind == "land":
                driver.execute("COMMIT")
            driver.close()

    def driver(self) -> Any:
        """Return the connection of the house as its driver has it."""
        assert self.house.connection is not None
        return self.house.connection.connection.driver_connection

    # --- a tick ---

    def tick(self, ops: Tick) -> list[tuple[str, str | None]]:
        """Let one batch through the storm; return the lines that are done, with their refusals."""
        self.ticks += 1
        random = Random(self.ticks)
        for op in ops:
            if op.text.startswith("!"):
                self.trouble(op.text[2:])
        run = self.house.load()
        self.clients += [Client(run, op) for op in ops if not op.text.startswith("!")]
        sent = [
            *self.late.pop(self.ticks, ()),
            *(one for c in self.clients for one in self.send(c)),
        ]
        random.shuffle(sent)
        if sent:
            self.deliver(sent)
        done = [client for client in self.clients if client.asked is None]
        self.clients = [client for client in self.clients if client.asked is not None]
        return [(client.line.text, client.line.refusal) for client in done]

    def send(self, client: Client) -> Iterator[Sent]:
        """Yield the copies of what a client asks that arrive with this batch."""
        if client.asked is None:
            return
        stream, request = client.asked
        chance = client.random.random()
        if chance < 0.03:
            self.reached["request lost"] += 1
            return
        yield Sent(stream, request, client)
        if chance < 0.06:
            yield Sent(stream, request, None, "copy")
        elif chance < 0.10:
            self.later(client, Sent(stream, request, None, "late"))
        elif chance < 0.11:
            self.later(client, Sent(stream, request._replace(actor="somebody"), None, "actor"))
        elif chance < 0.12:
            other = other_request(stream, request)
            self.later(client, Sent(stream, other, None, "command"))

    def later(self, client: Client, sent: Sent) -> None:
        """Let a copy arrive with a later batch."""
        at = self.ticks + client.random.randint(1, LATEST)
        self.late.setdefault(at, []).append(sent)

    def deliver(self, sent: Sequence[Sent]) -> None:
        """Commit a batch, and let the clients hear the answers that are not lost."""
        self.order.clear()
        before = self.house._run
        try:
            replies = self.house.commit([Asked(one.stream, one.request) for one in sent])
        except KilledError:
            self.killed()
            return
        if self.house._run is not before:
            self.reached["floor read again"] += 1
        seen: set[tuple[str, str]] = set()
        hit = False
        for one, reply in zip(sent, replies, strict=True):
            if reply.error is not None:
                raise reply.error
            self.commands += 1
            self.hear(one, reply, seen)
            hit = hit or any(
                isinstance(fact, HitRecorded)
                for line in reply.group
                if isinstance(line.answer, tuple)
                for fact in line.answer
            )
        if hit and self.order["checkpoint"]:
            self.reached["checkpoint after a hit"] += 1

    def hear(self, sent: Sent, reply: Reply, seen: set[tuple[str, str]]) -> None:
        """Hold an answer to what was told before, and let the client hear it."""
        key = sent.stream, sent.request.id
        answer = reply.answer
        if isinstance(answer, Refusal) and answer.code in STATES_OF_DATABASE:
            self.reached[answer.code] += 1
            return
        if sent.how in ("actor", "command"):
            self.impostor(sent, reply)
            return
        new = own_hash(sent, reply)
        before = self.answers.get(key)
        if before is not None and before[1]:
            assert not new, f"{key} is written twice"
            taken_by_other = _is_taken(before[0]) and _is_taken(answer)
            assert taken_by_other or before[0] == answer, f"{key}: told {before[0]}, then {answer}"
            how = "in the same batch" if key in seen else "from the database"
            self.reached[f"answered {how}"] += 1
            self.reached["answered after other commands"] += sent.how == "late"
        else:
            self.answers[key] = answer, new
            if new:
                self.reached["refused and recorded"] += isinstance(answer, Refusal)
                where = self.ids.setdefault(key[1], key[0])
                self.reached["same id at several streams"] += where != key[0]
        seen.add(key)
        client = sent.client
        if client is None or client.asked is None or client.asked[1].id != key[1]:
            return
        if client.random.random() < 0.03:
            self.reached["reply lost"] += 1
            return
        client.line.heard(self.house.load(), answer)

    def impostor(self, sent: Sent, reply: Reply) -> None:
        """Whoever asks with the id of another request is not told its answer.

        Who comes first has the id, though: then the client is told that it is taken.
        """
        recorded = any(line.text for line in reply.group)
        before = self.answers.get((sent.stream, sent.request.id))
        if before is None or not before[1]:
            if recorded:
                self.answers[sent.stream, sent.request.id] = taken(""), own_hash(sent, reply)
            return
        answer = reply.answer
        refused = isinstance(answer, Refusal) and answer.code in ("id-taken", *UNSIGNED)
        assert refused and not recorded, f"{sent} is told {answer}"
        self.reached[f"id of another {sent.how}"] += 1

    # --- trouble ---

    def trouble(self, what: str) -> None:
        """Make or arm some trouble."""
        kind, _, detail = what.partition(" ")
        if kind == "clock":
            self.clock.now += timedelta(seconds=int(detail))
            self.reached["clock went back"] += detail.startswith("-")
        elif kind == "second":
            self.second()
        elif kind == "overtake":
            self.overtake()
        elif kind == "close":
            self.closed()
            self.house = self.opened()
            self.reached["closed and opened"] += 1
        elif kind in ("forge", "outdate"):
            self.closed()
            self.spoil(forge=kind == "forge")
            self.house = self.opened()
            self.as_folded()
        else:
            self.armed = what

    def closed(self) -> None:
        """Close the house, which may be killed while it writes its last checkpoint."""
        with suppress(KilledError):
            self.house.close()

    def second(self) -> None:
        """Nobody else may write."""
        try:
            House(Database(self.url), RULES).close()
        except Unreadable as error:
            assert error.refusal.code == "second-writer", error
            self.reached["second writer refused"] += 1
        else:
            raise AssertionError("two houses write to one database")

    def overtake(self) -> None:
        """Let another house write to every table, as if this one had lost its lock."""
        lock, connection = self.house.lock, self.house.connection
        tables = list(self.house.load().tables)
        if lock is not None:
            lock.release()
        elif connection is not None:
            connection.execute(sa.text("SELECT pg_advisory_unlock_all()"))
            connection.commit()
        other = House(Database(self.url), RULES, clock=self.clock)
        for id in tables:
            other.give(f"table/{id}", Request(f"overtaken {self.ticks}", Sit(99), "somebody"))
        other.close()
        if lock is not None:
            self.house.lock = FileLock(self.house.database)

    def killed(self) -> None:
        """Leave everything as it lies, and open the house again."""
        if self.house.connection is not None:
            self.driver().close()
            self.house.connection.invalidate()
        if self.house.lock is not None:
            self.house.lock.release()
        self.house = self.opened()

    def spoil(self, *, forge: bool) -> None:
        """Make snapshots that do not fit: forged ones, or none for half of the streams."""
        database = Database(self.url)
        with database.engine.connect() as connection, connection.begin():
            if forge:
                body = SNAPSHOT.c.body
                changed = sa.update(SNAPSHOT).values(body=sa.func.replace(body, "1", "2"))
                self.reached["snapshot forged"] += connection.execute(changed).rowcount > 0
            else:
                half = [name for name in heads_of(connection) if name.endswith(("1", "3", "a"))]
                connection.execute(sa.delete(SNAPSHOT).where(SNAPSHOT.c.stream.in_(half)))
        database.close()

    def as_folded(self) -> None:
        """The floor that was loaded is the one that its lines lead to."""
        run = self.house.load()
        database = Database(self.url)
        with database.reading() as connection, connection.begin():
            heads = heads_of(connection)
            versions = connection.execute(sa.select(SNAPSHOT.c.stream, SNAPSHOT.c.version)).all()
            behind = any(version < heads[stream].version for stream, version in versions)
            self.reached["snapshot behind"] += behind or len(versions) < len(heads) - 1
            folded = load_floor(connection, RULES, snapshots=False)
        database.close()
        for id, recorder in folded.tables.items():
            assert run.tables[id].mark() == recorder.mark(), f"table {id} is not as its lines say"
        for id, link in folded.links.items():
            assert run.links[id].mark() == link.mark(), f"jackpot {id} is not as its lines say"

    # --- the end ---

    def calm(self) -> None:
        """Let every client hear its answer, then hold all that was told to the journal."""
        self.armed = ""
        while self.clients or self.late:
            self.tick(())
        audit = StoreAudit(self.house.database)
        audit.follow()
        audit.meters(self.house.load())
        audit.verify(RULES)
        self.reached.update(audit.auditor.reached)
        written = 0
        for key, (answer, hash) in self.answers.items():
            if hash:
                written += 1
                assert audit.hashes.get(key) == hash, f"{key} was told and is not on record"
            elif key not in audit.hashes:
                assert isinstance(answer, Refusal), f"{key} was accepted and is not on record"
        self.reached["answers held to the journal"] += written
        self.as_folded()

    def end(self) -> None:
        """Close the house."""
        self.house.close()


def own_hash(sent: Sent, reply: Reply) -> str:
    """Return the hash of the line that a request was recorded with; empty if it was not now."""
    return next((line.hash for line in reply.group if line.request.id == sent.request.id), "")


def _is_taken(answer: Answer) -> bool:
    return isinstance(answer, Refusal) and answer.code == "id-taken"


UNSIGNED = ("unknown-badge", "level-too-low", "two-people-needed")
"""Codes of requests that are refused before their id is looked at."""


def other_request(stream: str, request: Request) -> Request:
    """Return another request with the same id."""
    kind = stream.partition("/")[0]
    others: dict[str, tuple[Command, Command]] = {
        "table": (Sit(98), Sit(99)),
        "link": (PayHit("2207", 98), PayHit("2207", 99)),
        "house": (EnrolBadge("4798", "dealer"), EnrolBadge("4799", "dealer")),
    }
    first, second = others[kind]
    return request._replace(command=second if request.command is first else first)


# --- where the lines come from ---


class Weather:
    """The lines and the trouble of a storm, by a seed."""

    def __init__(self, seed: int, run: FloorRun) -> None:
        self.random = Random(f"weather {seed}")
        self.view = FloorView(run)
        self.walk = Walk(seed, cast(Auditor, self.view))
        self.counts: Counter[str] = Counter()
        self.trouble: list[str] = []
        """What is still to come; then everything comes again, in another order."""

    def tick(self, storm: Storm) -> Tick:
        """Return what happens next."""
        self.view.run = storm.house.load()
        busy = {client.line.stream for client in storm.clients}
        ops: list[Op] = []
        if self.random.random() < TROUBLE_CHANCE:
            if not self.trouble:
                self.trouble = self.random.sample(TROUBLE, len(TROUBLE))
            ops.append(Op("", self.trouble.pop(), 0))
        for _ in range(self.random.randint(1, MOST_LINES)):
            text = self.walk.next()
            stream = stream_of(text)
            if stream not in busy or self.random.random() < 0.02:
                busy.add(stream)
                self.counts[stream] += 1
                ops.append(Op(str(self.counts[stream]), text, self.random.getrandbits(32)))
        return tuple(ops)


class StormError(AssertionError):
    """A storm broke something: its seed, and the fewest ticks that show it."""


def weathered(seed: int, commands: int, new_url: Callable[[], str]) -> Storm:
    """Blow a storm until enough commands came through; a failure comes with how to show it."""
    storm, ticks = Storm(new_url()), list[Tick]()
    weather = Weather(seed, storm.house.load())
    try:
        while storm.commands < commands:
            weather.walk.late = storm.commands > commands * 9 // 10
            ticks.append(weather.tick(storm))
            for text, refusal in storm.tick(ticks[-1]):
                weather.walk.heard(text, refusal)
        storm.calm()
        storm.end()
    except Exception as error:
        storm.killed()
        storm.end()
        fewest = shrunk(ticks, error, new_url)
        story = "\n".join(f"tick {at}: {op.text}  ({op.fate})" for at, op in told(fewest))
        raise StormError(f"{error!r}, PITBOSS_SEED={seed}; shown by\n{story}") from error
    return storm


# --- failures are shrunk ---

SHRINKING_SECONDS = 120
"""After which the rest is shown as it is."""


def told(ticks: Sequence[Tick]) -> Iterator[tuple[int, Op]]:
    """Yield every line of some ticks, with the number of its tick."""
    return ((at, op) for at, tick in enumerate(ticks, 1) for op in tick)


def shrunk(ticks: Sequence[Tick], error: Exception, new_url: Callable[[], str]) -> list[Tick]:
    """Leave ticks out, then tables, then lines, while the rest still fails in the same way."""
    kept, until = list(ticks), time.monotonic() + SHRINKING_SECONDS
    streams = {stream_of(op.text) for _, op in told(kept) if not op.text.startswith("!")}
    parts: list[Callable[[int, Op], bool]] = [
        *(lambda _, op, name=name: stream_of(op.text) != name for name in sorted(streams)),
        lambda _, op: not op.text.startswith("!"),
    ]
    for keeps in parts:
        fewer = _only(kept, keeps)
        if time.monotonic() < until and fails_alike(fewer, error, new_url):
            kept = fewer
    chunk = max(sum(map(len, kept)) // 2, 1)
    while True:
        at = 0
        while at < sum(map(len, kept)) and time.monotonic() < until:
            numbers = iter(range(sum(map(len, kept))))
            fewer = _only(kept, lambda *_: not at <= next(numbers) < at + chunk)  # noqa: B023
            if fails_alike(fewer, error, new_url):
                kept = fewer
            else:
                at += chunk
        if chunk == 1 or time.monotonic() > until:
            return kept
        chunk = max(chunk // 2, 1)


def _only(ticks: Sequence[Tick], keeps: Callable[[int, Op], bool]) -> list[Tick]:
    return [tuple(op for op in tick if keeps(at, op)) for at, tick in enumerate(ticks)]


def fails_alike(ticks: Sequence[Tick], error: Exception, new_url: Callable[[], str]) -> bool:
    """Say whether some ticks fail in the same words, names and numbers apart."""
    storm = Storm(new_url())
    try:
        for tick in ticks:
            storm.tick(tick)
        storm.calm()
    except Exception as other:
        storm.killed()
        return signature(other) == signature(error)
    finally:
        storm.end()
    return False


def signature(error: Exception) -> tuple[type, str]:
    """Return what two failures have in common that are the same."""
    words = "".join(letter if letter.isalpha() else " " for letter in str(error)).split()
    return type(error), " ".join(word for word in words if len(word) > 2)[:40]
