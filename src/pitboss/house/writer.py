"""The one writer: whatever waits is decided together, committed at once, and then answered.

Whatever arrives during a commit is the next batch, so batches grow with the load and no timer is
needed. What could not be committed is forgotten, and the floor is read again from the database.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.clock import now
from pitboss.house.database import Database, failure
from pitboss.house.links import Hold, Moved, commit_shared, needed, read, read_others
from pitboss.house.loading import catch_up, load_floor, load_table, recorder_of, refuse_sharing
from pitboss.house.owning import FileLock, end_lease, end_leases, lease, lease_free
from pitboss.house.rows import Batch
from pitboss.house.snapshots import save_snapshot
from pitboss.house.store import Appender, Head, bodies_of, driver_of
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.hits import HitRecorded
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import Answer
from pitboss.table.record.codec import under
from pitboss.table.record.journal import Line, read_line
from pitboss.table.record.recorder import Request
from pitboss.table.state import Table

MOST = 512
"""Commands of one batch."""
CHECKPOINT_EVERY, SNAPSHOT_EVERY = 5_000, 2_000
"""Lines between two checkpoints, and of a stream between two snapshots."""
PATIENCE = 2.0
"""Seconds until a server has missed a connection that was lost."""


class Asked(NamedTuple):
    """A request to a stream."""

    stream: str
    request: Request


class Reply(NamedTuple):
    """What was committed for a request."""

    answer: Answer
    group: tuple[Recorded, ...]
    """Its line with those of the server; nothing if it was answered before."""
    error: Exception | None = None
    """A mistake of ours: nothing was recorded, and whoever asked is told so by raising it."""
    version: int = 0
    """Of the stream after it, where another server answered."""


Known = tuple[int, Table]
"""A table as it was at a version."""


class House:
    """A floor over a database: requests in, answers out when they are on disk."""

    def __init__(
        self,
        database: Database,
        rulebook: Rulebook | None = None,
        *,
        tables: Iterable[str] | None = None,
        moves: bool = False,
        clock: Callable[[], str] = now,
        hook: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Open a house; on PostgreSQL it may run some ``tables`` alone, beside other houses.

        One that ``moves`` takes and drops streams while it runs, and after a lost connection goes
        on with those that nobody else has taken meanwhile.
        """
        database.ready()
        if tables is not None and database.sqlite:
            raise unreadable(
                "one-owner-needed",
                f"{database.name} is a file of SQLite, which has one writer",
                "run all tables, or use PostgreSQL",
            )
        self.database, self.rulebook, self.clock, self.hook = database, rulebook, clock, hook
        self.owned = None if tables is None else frozenset(f"table/{id}" for id in tables)
        """The tables that it alone runs, and ``house`` if it keeps that; None if it runs all."""
        self.moves = moves
        self.backend = 0
        """Its connection, as the server of PostgreSQL knows it."""
        self.noted: Callable[[FloorRun, Mapping[str, int]], object] = lambda *_: None
        """Told the floor, and the version of each stream that a commit has changed."""
        self.synced: set[str] = set()
        self.lock = FileLock(database) if database.sqlite else None
        self.file: tuple[int, int] | None = None
        """Which file of SQLite is written."""
        self.connection: Connection | None = None
        self.appender: Appender | None = None
        self._run: FloorRun | None = None
        self.lines = 0
        """Lines written since the last checkpoint."""
        self.since: dict[str, int] = {}
        """Lines of each stream since its last snapshot."""
        self.patience = 0.0
        """Seconds to wait for leases: those of its own lost connection, not those of others."""
        try:
            self.load()
        except BaseException:
            self._let_go()
            raise
        self.patience = PATIENCE

    def load(self) -> FloorRun:
        """Return the floor as it is committed; read again after a commit that failed."""
        if self._run is None:
            try:
                self._run = self._loaded()
            except DBAPIError as error:
                self._forget()
                raise failure(self.database, error) from None
        return self._run

    def _loaded(self) -> FloorRun:
        if self.connection is None:
            self.file = self.database.file()
            self.connection = self.database.engine.connect()
            self.appender = Appender(self.connection)
        connection = self.connection
        self.synced.clear()
        with connection.begin():
            if not self.database.sqlite:
                self.backend = driver_of(connection).info.backend_pid
                self._lease(connection)
        with connection.begin():
            return load_floor(connection, self.rulebook, tables=self._tables())

    def _lease(self, connection: Connection) -> None:
        """Take the leases of what is this house's alone: its tables, or all and the house's."""
        if self.owned is None:
            floor = load_floor(connection, self.rulebook, tables=frozenset()).floor
            streams = ["house", *(f"table/{table.id}" for table in floor.tables)]
            lease(connection, streams, self.patience)
        elif self.moves:
            self._own(lease_free(connection, self.owned))
        else:
            lease(connection, self.owned, self.patience)

    def _own(self, streams: frozenset[str]) -> None:
        self.owned = streams
        for stream in [one for one in self.since if one.startswith("table/")]:
            if stream not in streams:
                del self.since[stream]

    def _tables(self) -> frozenset[str] | None:
        if self.owned is None:
            return None
        return frozenset(one.removeprefix("table/") for one in self.owned if one != "house")

    def owns(self, stream: str) -> bool:
        """Say whether a table, or the house's own stream, is written here alone."""
        return self.owned is None or stream in self.owned

    def take(self, known: Mapping[str, Known]) -> None:
        """Run some more streams, as far as nobody else does; between two commits.

        ``known`` says how each table was at a version, which need not be its last.
        """
        assert self.owned is not None, "a house that runs some tables"
        try:
            run, connection = self.load(), self.connection
            assert connection is not None, "a floor that is loaded"
            refuse_sharing(run)
            with connection.begin():
                fresh = lease_free(connection, known.keys() - self.owned)
            with connection.begin():  # read after the lease: a dead owner's COMMIT may still come
                catch_up(connection, run, run.house)
                for stream in fresh - {"house"}:
                    version, table = known[stream]
                    load_table(connection, run, stream.removeprefix("table/"), table, version)
        except (DBAPIError, Unreadable) as error:
            self._forget()
            raise self._told(error) from None
        self._own(self.owned | fresh)
        run.runs = self._tables()
        self.synced.clear()

    def drop(self, streams: Iterable[str]) -> None:
        """Let others run some streams; between two commits."""
        assert self.owned is not None, "a house that runs some tables"
        gone = self.owned.intersection(streams)
        try:
            run, connection = self.load(), self.connection
            assert connection is not None, "a floor that is loaded"
            self._own(self.owned - gone)
            run.runs = self._tables()
            for stream in gone:
                run.tables.pop(stream.removeprefix("table/"), None)
            with connection.begin():
                end_lease(connection, gone)
        except (DBAPIError, Unreadable) as error:
            self._forget()
            raise self._told(error) from None

    def _told(self, error: DBAPIError | Unreadable) -> Unreadable:
        return error if isinstance(error, Unreadable) else failure(self.database, error)

    def _forget(self) -> None:
        """Drop what is in memory and the connection: what is true is in the database."""
        self._run = None
        connection, self.connection, self.appender = self.connection, None, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception:
                return

    # --- asking ---

    def give(self, stream: str, request: Request) -> Reply:
        """Answer one request when it is on disk."""
        [reply] = self.commit([Asked(stream, request)])
        if reply.error is not None:
            raise reply.error
        return reply

    def commit(self, asked: Sequence[Asked]) -> list[Reply]:
        """Decide a batch, append it in one transaction, commit; return all answers in its order.

        A batch that fails is retried one by one; what fails alone is refused in words.
        """
        try:
            return self._committed(asked)
        except (DBAPIError, Unreadable) as error:
            self._forget()
            if len(asked) > 1 and isinstance(error, IntegrityError | DataError):
                return self._one_by_one(asked)
            return [Reply(self._told(error).refusal, ()) for _ in asked]
        except BaseException as error:
            if self._run is not None:
                self._run.rollback()
            self.synced.clear()
            if not isinstance(error, Exception):
                raise
            if len(asked) > 1:
                return self._one_by_one(asked)
            return [Reply((), (), error) for _ in asked]

    def hear(self) -> None:
        """Tell the tables here what other houses have done to their jackpots meanwhile.

        Before a table depends on a jackpot it hears of it anyway; this is for its signs.
        """
        if self.owned is not None:
            self.commit([])

    def _one_by_one(self, asked: Sequence[Asked]) -> list[Reply]:
        """Commit each by itself, so that one that cannot be kept fails alone."""
        return [reply for one in asked for reply in self.commit([one])]

    def _committed(self, asked: Sequence[Asked]) -> list[Reply]:
        self.keep_due()
        run = self.load()
        if self.database.file() != self.file:
            raise unreadable(
                "database-lost",
                f"{self.database.name} is another file than before",
                "put the first one back, or give it again",
            )
        ids = [(one.stream, one.request) for one in asked]
        shared = self.owned is not None
        locks = needed(run, ids) if asked or not shared else dict.fromkeys(run.links, False)
        hold = Hold.of(locks) if shared else None
        while True:
            try:
                batch, replies = self._written(run, asked, hold)
                break
            except Moved as moved:
                run.rollback()
                self.synced.clear()
                hold = moved.hold
        run.forget_lines()
        self._after(batch, replies)
        if batch.journal:
            self.noted(run, {row.stream: row.version for row in batch.journal})
        return replies

    def _written(
        self, run: FloorRun, asked: Sequence[Asked], hold: Hold | None
    ) -> tuple[Batch, list[Reply]]:
        """Decide and write a batch in one transaction; ``hold`` where others share jackpots."""
        connection, appender = self.connection, self.appender
        assert connection is not None and appender is not None, "a floor that is loaded"
        run.begin()
        batch, replies = Batch.empty(), list[Reply]()
        ids = [(one.stream, one.request.id) for one in asked]
        with connection.begin() as transaction:
            self.hook("begun")
            if hold is not None:
                known, told = read(connection, run, hold, self.synced, ids)
                read_others(connection, run, (one.request for one in asked))
                self.hook("locked")
                for recorded in told:
                    batch.add(recorded)
            else:
                known = bodies_of(connection, ids) if ids else {}
            self._remember(run, known)
            for one in asked:
                reply = self._decided(run, one)
                replies.append(reply)
                for recorded in reply.group:
                    if recorded.text is not None:
                        batch.add(recorded)
            if not batch.journal:
                transaction.rollback()
                return batch, replies
            self.hook("decided")
            if hold is not None:
                commit_shared(appender, run, batch, hold)
            else:
                appender.append(batch)
                self.hook("appended")
                transaction.commit()
            self.hook("committed")
        return batch, replies

    def _remember(self, run: FloorRun, known: Mapping[tuple[str, str], str]) -> None:
        """Take in which ids were answered before."""
        for (stream, id), body in known.items():
            recorder = run.house if stream == "house" else recorder_of(run, stream)
            if recorder is not None:
                recorder.lines[id] = self._read(body)

    def _read(self, body: str) -> Line:
        """Read a line on record, its setups by the rulebook at hand, so that they compare."""
        line = read_line(1, body)
        command = None if line.command is None else under(self.rulebook, line.command)
        return line._replace(
            command=command, facts=tuple(under(self.rulebook, fact) for fact in line.facts)
        )

    def _decided(self, run: FloorRun, one: Asked) -> Reply:
        stream, request = one
        try:
            if stream == "house" and not self.owns(stream):
                raise unreadable(
                    "table-elsewhere", "the badges are kept by another house", "ask that one"
                )
            if not request.at:
                id, command, actor, device, _, offset = request
                request = Request(id, command, actor, device, self._stamp(run, stream), offset)
            group = run.give(stream, request)
        except Unreadable as error:
            return Reply(error.refusal, ())
        return Reply(run.answer_to(group).answer, group)

    def _stamp(self, run: FloorRun, stream: str) -> str:
        """Return the time of a request: never before the last line of its stream."""
        recorder = run.house if stream == "house" else recorder_of(run, stream)
        return max(self.clock(), recorder.last_at() if recorder is not None else "")

    # --- what is kept beside the journal ---

    def _after(self, batch: Batch, replies: list[Reply]) -> None:
        """Count what was written; a hit makes a checkpoint due."""
        self.lines += len(batch.journal)
        for row in batch.journal:
            self.since[row.stream] = self.since.get(row.stream, 0) + 1
        if any(row.stream.startswith("link/") for row in batch.journal) and _has_hit(replies):
            self.lines = max(self.lines, CHECKPOINT_EVERY)

    def keep_due(self) -> None:
        """Write a checkpoint and snapshots where they are due; neither is needed to go on.

        It is for the time after an answer, so that nobody waits for it; before the next batch it
        is done at the latest.
        """
        due = [name for name, count in self.since.items() if count >= SNAPSHOT_EVERY]
        checkpoint = self.lines >= CHECKPOINT_EVERY
        if self._run is not None and (due or checkpoint):
            self.keep(due, checkpoint=checkpoint)

    def keep(self, streams: Iterable[str], *, checkpoint: bool) -> None:
        """Write snapshots of some streams, and a checkpoint, in a transaction of their own."""
        run, connection = self.load(), self.connection
        assert connection is not None, "a floor that is loaded"
        try:
            with connection.begin():
                for stream in streams:
                    recorder = recorder_of(run, stream)
                    if recorder is not None and not isinstance(recorder, type(run.house)):
                        head = Head(recorder.sequence, recorder.journal.last)
                        save_snapshot(connection, stream, head, recorder.state)  # type: ignore[arg-type]
                    self.since[stream] = 0
                if checkpoint:
                    self.lines = 0
                    self.hook("checkpoint")
                    write_checkpoint(connection, self.clock())
        except DBAPIError:
            self._forget()

    def close(self) -> None:
        """Write what makes the next start fast, and let go."""
        try:
            if self._run is not None:
                self.keep([name for name, count in self.since.items() if count], checkpoint=True)
            if self.connection is not None and not self.database.sqlite:
                end_leases(self.connection)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.database.close()
        if self.lock is not None:
            self.lock.release()


class Waiter(Protocol):
    """Where the answer to a request goes: a future of a thread or of an event loop."""

    def set_result(self, result: Reply, /) -> None:
        """Take the answer."""

    def set_exception(self, exception: Exception, /) -> None:
        """Take a mistake of ours."""

    def done(self) -> bool:
        """Say whether nobody waits any more."""


Answered = list[tuple[Waiter, Reply]]


def tell(answered: Answered) -> None:
    """Answer everybody of a batch who still waits."""
    for waiter, reply in answered:
        if waiter.done():
            continue
        if reply.error is not None:
            waiter.set_exception(reply.error)
        else:
            waiter.set_result(reply)


class Writer(threading.Thread):
    """Takes requests from many clients and commits whatever waits, many at a time.

    Each batch is answered by one call of ``tell``: an event loop passes one that wakes it once.
    """

    def __init__(
        self, house: House, most: int = MOST, tell: Callable[[Answered], object] = tell
    ) -> None:
        super().__init__(name="writer", daemon=True)
        self.house, self.most, self.tell = house, most, tell
        self.waiting: deque[tuple[Asked, Waiter]] = deque()
        self.errands: deque[Callable[[], object]] = deque()
        self.some = threading.Event()
        self.stopping = False

    def put(self, stream: str, request: Request, waiter: Waiter) -> None:
        """Queue a request; its answer comes when it is on disk."""
        self.waiting.append((Asked(stream, request), waiter))
        self.some.set()

    def do(self, errand: Callable[[], object]) -> None:
        """Have something done between two batches, in the thread that writes; it must not raise."""
        self.errands.append(errand)
        self.some.set()

    def ask(self, stream: str, request: Request) -> Future[Reply]:
        """Queue a request of a thread, which waits for the result."""
        answer: Future[Reply] = Future()
        self.put(stream, request, answer)
        return answer

    def run(self) -> None:
        """Commit batch after batch until asked to stop."""
        while True:
            self.some.wait()
            self.some.clear()
            while self.waiting or self.errands:
                while self.errands:
                    self.errands.popleft()()
                size = min(len(self.waiting), self.most)
                if not size:
                    continue
                batch = [self.waiting.popleft() for _ in range(size)]
                replies = self.house.commit([asked for asked, _ in batch])
                waiters = (waiter for _, waiter in batch)
                self.tell(list(zip(waiters, replies, strict=True)))
                self.house.keep_due()
            if self.stopping:
                return

    def stop(self) -> None:
        """Commit what waits, and end."""
        self.stopping = True
        self.some.set()
        self.join()


def _has_hit(replies: Iterable[Reply]) -> bool:
    return any(
        isinstance(fact, HitRecorded)
        for reply in replies
        for one in reply.group
        if one.stream.startswith("link/") and isinstance(one.answer, tuple)
        for fact in one.answer
    )


def refusal_of(reply: Reply) -> Refusal | None:
    """Return why a request was refused; None if it was not."""
    return reply.answer if isinstance(reply.answer, Refusal) else None
