"""Who works on the pieces of a simulation: threads, or processes that may be lost and replaced.

Work that leaves this process is sealed into bytes, so that who cannot open it can say so.
"""

from __future__ import annotations

import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from os import _exit
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.refusals import unreadable
from pitboss.simulate.pieces import Piece

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

Line = deque[tuple[Piece, Any]]
"""Pieces handed out and not yet yielded, each with whatever its crew calls a job."""

LOSSES = 5
"""How often in a row workers may be lost before the first piece in line is done."""

GRACE = 0.5
"""Seconds that a process gets to finish its piece when nobody wants the result any more."""


class Crew(Protocol):
    """Does pieces somewhere."""

    threads: int

    def begin(self, piece: Piece) -> Any:
        """Hand out a piece; the job that is returned joins the line."""

    def finish(self, line: Line) -> list[Any]:
        """Return the results of the first few jobs; none where lost ones were begun again."""

    def close(self) -> None:
        """Drop what is not begun."""


class ThreadCrew:
    """Threads of this process."""

    def __init__(self, work: Callable[[Piece], Any], number: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self.work = work
        self.threads = number
        self.pool = ThreadPoolExecutor(number, "pitboss")

    def begin(self, piece: Piece) -> Any:
        """Hand out a piece; the job that is returned joins the line."""
        return self.pool.submit(self.work, piece)

    def finish(self, line: Line) -> list[Any]:
        """Return the results of the first few jobs; none where lost ones were begun again."""
        return [line[0][1].result()]

    def close(self) -> None:
        """Drop what is not begun."""
        self.pool.shutdown(cancel_futures=True)


class ProcessCrew:
    """Processes of this machine. A lost one costs the pieces that it had in hand, done again."""

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
        """Hand out a piece; the job that is returned joins the line."""
        from concurrent.futures import BrokenExecutor, Future

        try:
            with _deaf():
                return self.pool.submit(done, self.sealed, piece)
        except BrokenExecutor as error:
            # The jobs before it are lost as well; they are mended together, when the first is due.
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def finish(self, line: Line) -> list[Any]:
        """Return the results of the first few jobs; none where lost ones were begun again."""
        from concurrent.futures import BrokenExecutor

        try:
            result = line[0][1].result()
        except BrokenExecutor as error:
            self.lost += 1
            if self.lost > LOSSES:
                raise unreadable(
                    "workers-lost",
                    f"worker processes were lost {self.lost} times before a piece was done",
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
        """Drop what is not begun."""
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


def done(sealed: bytes, piece: Piece) -> Any:
    """Open sealed work, and do a piece of it."""
    return _opened(sealed)(piece)
