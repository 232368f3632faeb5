"""Pieces of a simulation, worked on by threads, local processes or a Dask cluster.

Wherever they run, the results come back in the order of the pieces, so a simulation may stop after
any number of them and has the same result everywhere. What a lost worker had in hand is done again.

Work that leaves this process is sealed into bytes: a worker that cannot open them says so. A Dask
worker would die of a task that it cannot read, and so would the next, and the next.
"""

from __future__ import annotations

import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from os import _exit
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pitboss import __version__
from pitboss.refusals import Unreadable, unreadable
from pitboss.simulate.pieces import Piece

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.context import SpawnProcess

Result = TypeVar("Result")
Line = deque[tuple[Piece, Any]]
"""Pieces handed out and not yet yielded, each with whatever its crew calls a job."""

MOST = 1024
"""More threads or processes than this are a slip of the hand."""

LOSSES = 5
"""How often in a row workers may be lost before the first piece in line is done."""

GRACE = 0.5
"""Seconds that a process gets to finish its piece when nobody wants the result any more."""

CONNECT = 4.0
"""Seconds in which a scheduler must answer; half of them to take the call."""

GLANCE = 1.0
"""Seconds between two looks at the workers of a cluster."""


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process; a single one is the calling thread itself."""

    number: int


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes of this machine."""

    number: int


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a Dask scheduler."""

    address: str
    patience: float = 30.0
    """Seconds to wait for a worker where there is none."""


Place = Threads | Processes | Cluster


def check_place(place: Place) -> None:
    """Refuse a number that no machine has, and what is not the address of a scheduler.

    >>> check_place(Processes(0))
    Traceback (most recent call last):
    pitboss.refusals.Unreadable: 0 is not a number of processes; give 1 to 1024
    """
    if isinstance(place, Cluster):
        _check_address(place.address)
    elif not (type(place.number) is int and 1 <= place.number <= MOST):
        what = "threads" if isinstance(place, Threads) else "processes"
        raise unreadable(
            f"bad-{what}", f"{place.number} is not a number of {what}", f"give 1 to {MOST}"
        )


def workers(place: Place) -> int:
    """Return how many pieces run at once; a cluster is asked how many threads it has."""
    check_place(place)
    if not isinstance(place, Cluster):
        return place.number
    crew = _ClusterCrew(None, place)
    try:
        return crew.threads
    finally:
        crew.close()


def gather(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], place: Place
) -> Generator[tuple[Piece, Result], None, None]:
    """Yield every piece with what the work made of it, in the order of the pieces.

    Pieces are taken only a little ahead, so they may be endless. Closing the generator, or an
    exception, drops what is not begun and leaves no process behind. Work for processes or a cluster
    must pickle: a bound method of a plan, or a partial.

    >>> list(gather(sum, [Piece(1, 2), Piece(3, 4)], Threads(2)))
    [(Piece(first=1, number=2), 3), (Piece(first=3, number=4), 7)]
    """
    check_place(place)
    if place == Threads(1):
        return ((piece, work(piece)) for piece in pieces)
    return _gathered(work, pieces, place)


def _gathered(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], place: Place
) -> Generator[tuple[Piece, Result], None, None]:
    crew: _Crew
    if isinstance(place, Threads):
        crew = _ThreadCrew(work, place.number)
    elif isinstance(place, Processes):
        crew = _ProcessCrew(work, place.number)
    else:
        crew = _ClusterCrew(work, place)
    line: Line = deque()
    try:
        coming = iter(pieces)
        while True:
            for piece in islice(coming, max(2 * crew.threads + 4 - len(line), 0)):
                line.append((piece, crew.begin(piece)))
            if not line:
                return
            for result in crew.finish(line):
                piece, _ = line.popleft()
                yield piece, result
    finally:
        crew.close()


class _Crew(Protocol):
    """Does pieces somewhere."""

    threads: int

    def begin(self, piece: Piece) -> Any:
        """Hand out a piece; the job that is returned joins the line."""

    def finish(self, line: Line) -> list[Any]:
        """Return the results of the first few jobs; none where lost ones were begun again."""

    def close(self) -> None:
        """Drop what is not begun."""


class _ThreadCrew:
    def __init__(self, work: Callable[[Piece], Any], number: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self.work = work
        self.threads = number
        self.pool = ThreadPoolExecutor(number, "pitboss")

    def begin(self, piece: Piece) -> Any:
        return self.pool.submit(self.work, piece)

    def finish(self, line: Line) -> list[Any]:
        return [line[0][1].result()]

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


class _ProcessCrew:
    def __init__(self, work: Callable[[Piece], Any], number: int) -> None:
        self.sealed = pickle.dumps(work)
        self.threads = number
        self.lost = 0
        self._open()

    def _open(self) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing.context import SpawnContext

        self.made: list[SpawnProcess] = []
        spawn = SpawnContext()
        kind = spawn.Process

        def process(*args: Any, **named: Any) -> SpawnProcess:
            self.made.append(kind(*args, **named))
            return self.made[-1]

        spawn.Process = process  # type: ignore[misc, assignment]  # called, never subclassed
        self.pool = ProcessPoolExecutor(self.threads, spawn, initializer=_enlist)

    def begin(self, piece: Piece) -> Any:
        from concurrent.futures import BrokenExecutor, Future

        try:
            with _deaf():
                return self.pool.submit(_done, self.sealed, piece)
        except BrokenExecutor as error:
            # The jobs before it are lost as well; they are mended together, when the first is due.
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def finish(self, line: Line) -> list[Any]:
        from concurrent.futures import BrokenExecutor

        try:
            result = line[0][1].result()
        except BrokenExecutor as error:
            self.lost += 1
            if self.lost > LOSSES:
                raise unreadable(
                    "workers-lost",
                    f"worker processes ended {self.lost} times in a row before a piece was done",
                    "see that there is memory enough, or use fewer processes, or threads; a script "
                    'that simulates must do so under `if __name__ == "__main__":`',
                ) from error
            self.close()
            self._open()
            for place, (piece, job) in enumerate(line):
                if job.cancelled() or isinstance(job.exception(), BrokenExecutor):
                    line[place] = piece, self.begin(piece)
            return []
        self.lost = 0
        return [result]

    def close(self) -> None:
        late = threading.Timer(GRACE, self._kill)
        late.start()
        self.pool.shutdown(cancel_futures=True)
        late.cancel()
        late.join()
        self._kill()

    def _kill(self) -> None:
        for process in self.made:
            if process.pid is not None and process.is_alive():
                process.kill()


def _enlist() -> None:
    """Leave Ctrl-C to the parent, and end when the parent does, even if it was killed."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent_process(),), daemon=True).start()


def _follow(parent: Any) -> None:
    parent.join()
    _exit(1)


@contextmanager
def _deaf() -> Iterator[None]:
    """Hold Ctrl-C back while a process is started, which takes over that it is deaf to it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@lru_cache(maxsize=4)
def _opened(sealed: bytes) -> Callable[[Piece], Any]:
    work: Callable[[Piece], Any] = pickle.loads(sealed)
    return work


def _done(sealed: bytes, piece: Piece) -> Any:
    return _opened(sealed)(piece)


def _done_elsewhere(version: str, sealed: bytes, piece: Piece) -> bytes:
    if version != __version__:
        raise unreadable(
            "other-version",
            f"a worker of the cluster has pitboss {__version__}, but this is {version}",
            "install the same version on every worker",
        )
    return pickle.dumps(_done(sealed, piece))


class _Order:
    """A piece and its work; to unpickle it is to do it, so that any worker can take it."""

    def __init__(self, sealed: bytes, piece: Piece) -> None:
        self.parts = (__version__, sealed, piece)

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[str, bytes, Piece]]:
        return _done_elsewhere, self.parts


class _ClusterCrew:
    def __init__(self, work: Callable[[Piece], Any] | None, place: Cluster) -> None:
        self.sealed = pickle.dumps(work)
        self.place = place
        self.lost = 0
        self.threads = 0
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            self.client = _connected(place.address)
            stack.callback(self._leave)
            self.staffed = monotonic()
            self._look()
            self.stack = stack.pop_all()

    def begin(self, piece: Piece) -> Any:
        from uuid import uuid4

        order = pickle.dumps(_Order(self.sealed, piece))
        try:
            # Dask takes equal keys for the same job, and would serve an old result.
            return self.client.submit(pickle.loads, order, key=f"pitboss-{uuid4()}")
        except Exception as error:
            if self.client.status == "running":
                raise
            raise self._scheduler_lost() from error

    def finish(self, line: Line) -> list[Any]:
        first = line[0][1]
        if monotonic() > self.looked + GLANCE:
            self._look()
        try:
            error = first.exception(timeout=GLANCE)
        except TimeoutError:
            return []
        if first.status == "error":
            self._mend(line, error, first.traceback())
        elif first.status == "cancelled":
            if self.client.status != "running":
                raise self._scheduler_lost()
            self._mend(line)
        else:
            ready = [job for _, job in takewhile(_is_finished, line)]
            return self._fetched(ready)
        return []

    def _fetched(self, jobs: list[Any]) -> list[Any]:
        import asyncio
        from concurrent.futures import CancelledError

        fetching = self.client.gather(jobs, asynchronous=True)
        asked = asyncio.run_coroutine_threadsafe(fetching, self.client.loop.asyncio_loop)
        try:
            found = asked.result(timeout=self.place.patience)
        except (TimeoutError, CancelledError, asyncio.CancelledError):
            asked.cancel()
            return []
        except (OSError, AttributeError) as error:
            raise self._scheduler_lost() from error
        self.lost = 0
        return [pickle.loads(one) for one in found]

    def _mend(self, line: Line, error: BaseException | None = None, trace: Any = None) -> None:
        killed = _dask("distributed").KilledWorker
        if isinstance(error, ModuleNotFoundError):
            raise unreadable(
                "worker-lacks-module",
                f"a worker of the cluster cannot import {error.name}",
                "install the same pitboss on every worker: pip install 'pitboss[simulate,cluster]'",
            ) from error
        if error is not None and not isinstance(error, killed):
            raise error.with_traceback(trace)
        self.lost += 1 if error is None else 1 + error.allowed_failures
        if self.lost > LOSSES:
            raise unreadable(
                "workers-lost",
                f"workers of the cluster ended {self.lost} times in a row before a piece was done",
                "see their logs, and that they have memory enough",
            ) from error
        for place, (piece, job) in enumerate(line):
            failed = job.exception() if job.status == "error" else None
            if job.status == "cancelled" or isinstance(failed, killed):
                line[place] = piece, self.begin(piece)

    def _look(self) -> None:
        """Count the workers, and refuse where there has been none for too long."""
        self.looked = monotonic()
        try:
            self.threads = sum(self.client.nthreads().values())
        except (OSError, AttributeError) as error:
            raise self._scheduler_lost() from error
        if self.threads:
            self.staffed = self.looked
        elif self.looked > self.staffed + self.place.patience:
            raise unreadable(
                "no-workers",
                f"the scheduler at {self.place.address} has no workers",
                f"start some: dask worker {self.place.address}",
            )

    def _scheduler_lost(self) -> Unreadable:
        return unreadable(
            "scheduler-lost",
            f"the connection to the scheduler at {self.place.address} was lost",
            "see that it runs, and simulate again",
        )

    def _leave(self) -> None:
        # Whatever is wrong with the connection now, nothing is wanted from it any more.
        with suppress(Exception):
            self.client.close(timeout=CONNECT)

    def close(self) -> None:
        self.stack.close()


def _is_finished(place: tuple[Piece, Any]) -> bool:
    return bool(place[1].status == "finished")


def _dask(module: str) -> Any:
    """Import a module of Dask, which has types for only some of what is used here."""
    from importlib import import_module

    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise unreadable(
            "extra-not-installed",
            f"a cluster needs {error.name}, which is not installed",
            "install the extra `cluster`: pip install 'pitboss[cluster]'",
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Dask logs about a lost connection or worker off standard error."""
    import logging

    _dask("distributed")  # sets its handlers up
    handlers = {
        handler
        for name, logger in logging.root.manager.loggerDict.items()
        if name.partition(".")[0] in ("distributed", "tornado")
        if isinstance(logger, logging.Logger)
        for handler in logger.handlers
    }

    def nothing(_: logging.LogRecord) -> bool:
        return False

    for handler in handlers:
        handler.addFilter(nothing)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(nothing)


def _check_address(address: str) -> None:
    from urllib.parse import urlsplit

    scheme, _, rest = address.rpartition("://")
    try:
        split = urlsplit(f"//{rest}")
        host, port = split.hostname, split.port
    except ValueError:
        host = port = None
    if scheme not in ("", "tcp", "tls") or not host or not port or rest != split.netloc:
        raise unreadable(
            "bad-address",
            f'"{address}" is not the address of a Dask scheduler',
            "write tcp://HOST:PORT, for example tcp://127.0.0.1:8786",
        )


async def _greet(address: str) -> None:
    """Shake hands with a scheduler, which Dask's client would wait for without end."""
    from asyncio import wait_for

    connect = _dask("distributed.comm").connect
    secured = _dask("distributed.security").Security().get_connection_args("client")
    comm = await wait_for(connect(address, timeout=CONNECT / 2, **secured), CONNECT)
    comm.abort()


def _connected(address: str) -> Any:
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    try:
        with ThreadPoolExecutor(1) as aside:  # the calling thread may be in a loop of its own
            aside.submit(asyncio.run, _greet(address)).result()
        client = _dask("distributed").Client
        return client(address, timeout=CONNECT, set_as_default=False)
    except Exception as error:  # a stranger may answer anything
        raise unreadable(
            "unreachable-scheduler",
            f"no Dask scheduler answers at {address}",
            "start one with `dask scheduler`, or give the address of one that runs"
            + (", and see that Dask's own TLS settings are right" * address.startswith("tls:")),
        ) from error
