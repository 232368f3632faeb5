"""The workers of a Dask scheduler as a crew.

A Dask worker would die of a task that it cannot read, and so would the next, and the next. So a
task is nothing but bytes to unpickle, which any worker can take, and to unpickle them is to do the
work: a worker without pitboss, or with another version, says so and lives on.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import takewhile
from time import monotonic, sleep
from typing import Any

from pitboss import __version__
from pitboss.refusals import Unreadable, unreadable
from pitboss.simulate.crews import LOSSES, Line, done
from pitboss.simulate.pieces import Piece

CONNECT = 4.0
"""Seconds in which a scheduler must answer."""

GLANCE = 1.0
"""Seconds between two looks at the workers."""


def _done_elsewhere(version: str, sealed: bytes, piece: Piece) -> bytes:
    if version != __version__:
        raise unreadable(
            "other-version",
            f"a worker of the cluster has pitboss {__version__}, but this is {version}",
            "install the same version on every worker",
        )
    return pickle.dumps(done(sealed, piece))


class _Order:
    """A piece and its work; to unpickle it is to do it, so that any worker can take it."""

    def __init__(self, sealed: bytes, piece: Piece) -> None:
        self.parts = (__version__, sealed, piece)

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[str, bytes, Piece]]:
        return _done_elsewhere, self.parts


class ClusterCrew:
    """The workers of a Dask scheduler."""

    def __init__(self, work: Callable[[Piece], Any] | None, address: str, patience: float) -> None:
        self.sealed = pickle.dumps(work)
        self.address = address
        self.patience = patience
        self.lost = 0
        self.threads = 0
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            self.client = _connected(address)
            stack.callback(self._leave)
            self.staffed = monotonic()
            self._look()
            self.stack = stack.pop_all()

    def begin(self, piece: Piece) -> Any:
        """Hand out a piece; the job that is returned joins the line."""
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
        """Return the results of the first few jobs; none where lost ones were begun again."""
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
            found = asked.result(timeout=self.patience)
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
                f"workers of the cluster were lost {self.lost} times before a piece was done",
                "see their logs, and that they have memory enough",
            ) from error
        for place, (piece, job) in enumerate(line):
            failed = job.exception() if job.status == "error" else None
            if job.status == "cancelled" or isinstance(failed, killed):
                line[place] = piece, self.begin(piece)

    def staff(self) -> int:
        """Return how many threads the workers have, once there are some."""
        while not self.threads:
            sleep(GLANCE / 4)
            self._look()
        return self.threads

    def _look(self) -> None:
        """Count the workers, and refuse where there has been none for too long."""
        self.looked = monotonic()
        try:
            self.threads = sum(self.client.nthreads().values())
        except (OSError, AttributeError) as error:
            raise self._scheduler_lost() from error
        if self.threads:
            self.staffed = self.looked
        elif self.looked > self.staffed + self.patience:
            raise unreadable(
                "no-workers",
                f"the scheduler at {self.address} has no workers",
                f"start some: dask worker {self.address}",
            )

    def _scheduler_lost(self) -> Unreadable:
        return unreadable(
            "scheduler-lost",
            f"the connection to the scheduler at {self.address} was lost",
            "see that it runs, and simulate again",
        )

    def _leave(self) -> None:
        # Whatever is wrong with the connection now, nothing is wanted from it any more.
        with suppress(Exception):
            self.client.close(timeout=CONNECT)

    def close(self) -> None:
        """Drop what is not begun."""
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
