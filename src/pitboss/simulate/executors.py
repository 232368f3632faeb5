"""Who works on the pieces of a simulation: threads, or Dask workers here or on a cluster.

Dask does again what a lost worker had in hand. A worker that could not read a task would be lost
too, and so would the next. So a task is nothing but bytes to unpickle, and to unpickle them is to
do the work: a worker without pitboss, or with another version, says so and lives on.
"""

from __future__ import annotations

import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from logging import CRITICAL
from time import monotonic
from typing import Any, TypeVar

from pitboss import __version__
from pitboss.refusals import unreadable

CONNECT = 4.0
"""Seconds in which a scheduler must answer."""

GLANCE = 1.0
"""Seconds between two looks at workers that are long in coming."""

NOTICE = 0.1
"""Seconds after which a Ctrl-C is noticed at the latest, where threads work."""

NO_DASHBOARD = {"dashboard": False, "dashboard_address": "127.0.0.1:0"}
"""A scheduler listens for its dashboard even without one: on its usual port it would warn of a
second simulation on the machine, so it takes any that is free."""

Work = Callable[[Any], Any]
Answer = TypeVar("Answer")


def whole(call: Callable[..., Answer], *given: Any, **named: Any) -> Answer:
    """Call what no Ctrl-C may cut off, and stop for it afterwards.

    A lock of a future that is cut off while it is taken stays locked, and its thread waits forever.
    """
    heard: list[int] = []
    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return call(*given, **named)
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        return call(*given, **named)
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            raise KeyboardInterrupt


class ThreadWorkers:
    """Threads of this process."""

    def __init__(self, number: int) -> None:
        self.threads = number
        self.pool = ThreadPoolExecutor(number, "pitboss")

    def doing(self, work: Work) -> Callable[[Any], Any]:
        """Return what hands out a piece of some work."""
        return lambda piece: whole(self.pool.submit, work, piece)

    def result(self, job: Future[Any]) -> Any:
        """Return what came of a piece."""
        while not whole(wait, (job,), NOTICE).done:
            pass
        return whole(job.result)

    def close(self) -> None:
        """Drop what is not begun."""
        whole(self.pool.shutdown, cancel_futures=True)


class DaskWorkers:
    """The workers of a scheduler, by its address, or so many that are started here."""

    def __init__(self, where: str | int, patience: float = 30.0) -> None:
        self.where = where
        self.patience = patience
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            self.client = _connected(where) if isinstance(where, str) else _started(where, stack)
            stack.callback(_leave, self.client)
            self.staffed = monotonic()
            self.threads = self._look()
            while not self.threads:
                threading.Event().wait(GLANCE / 4)
                self.threads = self._look()
            self.stack = stack.pop_all()

    def doing(self, work: Work) -> Callable[[Any], Any]:
        """Return what hands out a piece of some work."""
        from uuid import uuid4

        sealed = _dask("cloudpickle").dumps(work)

        def do(piece: Any) -> Any:
            order = pickle.dumps(_Order(sealed, piece))
            with self._connected():
                # Dask takes equal keys for the same job, and would serve an old result.
                return whole(self.client.submit, pickle.loads, order, key=f"pitboss-{uuid4()}")

        return do

    def result(self, job: Any) -> Any:
        """Return what came of a piece; refuse where nobody can do it."""
        while True:
            try:
                with self._connected():
                    return pickle.loads(whole(job.result, timeout=GLANCE))
            except TimeoutError:
                if job.status == "error":
                    raise  # the work itself ran into it
                self._look()
            except ModuleNotFoundError as error:
                raise unreadable(
                    "worker-lacks-module",
                    f"a worker of the cluster cannot import {error.name}",
                    "install the same pitboss on every worker: "
                    "pip install 'pitboss[simulate,cluster]'",
                ) from error
            except _dask("distributed").KilledWorker as error:
                raise unreadable(
                    "workers-lost",
                    f"workers were lost {error.allowed_failures + 1} times before a piece was done",
                    "see their logs, and that they have memory enough",
                ) from error

    def _look(self) -> int:
        """Count the workers' threads, and refuse where there have been none for too long."""
        with self._connected():
            threads = int(sum(self.client.nthreads().values()))
        if threads:
            self.staffed = monotonic()
        elif monotonic() > self.staffed + self.patience:
            raise unreadable(
                "no-workers",
                f"the scheduler at {self.where} has no workers",
                f"start some: dask worker {self.where}",
            )
        return threads

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """Refuse what goes wrong because the scheduler is gone."""
        try:
            yield
        except Exception as error:
            if self.client.status == "running" and not isinstance(error, CancelledError):
                raise
            raise unreadable(
                "scheduler-lost",
                f"the connection to the scheduler at {self.where} was lost",
                "see that it runs, and simulate again",
            ) from error

    def close(self) -> None:
        """Drop what is not begun, and end the workers that were started here."""
        self.stack.close()


class _Order:
    """A piece and its work; to unpickle it is to do it, so that any worker can take it."""

    def __init__(self, sealed: bytes, piece: Any) -> None:
        self.parts = (__version__, sealed, piece)

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[str, bytes, Any]]:
        return done, self.parts


def done(version: str, sealed: bytes, piece: Any) -> bytes:
    """Do a piece of sealed work, if this is the version that sealed it."""
    if version != __version__:
        raise unreadable(
            "other-version",
            f"a worker of the cluster has pitboss {__version__}, but this is {version}",
            "install the same version on every worker",
        )
    return pickle.dumps(_opened(sealed)(piece))


@lru_cache(maxsize=4)
def _opened(sealed: bytes) -> Work:
    work: Work = pickle.loads(sealed)
    return work


def _dask(module: str) -> Any:
    """Import a module of Dask, which has types for only some of what is used here."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise unreadable(
            "extra-not-installed",
            f"Dask workers need {error.name}, which is not installed",
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

    def silent(_: logging.LogRecord) -> bool:
        return False

    for handler in handlers:
        handler.addFilter(silent)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(silent)


def _started(number: int, stack: ExitStack) -> Any:
    """Start workers on this machine, deaf to Ctrl-C, which is for the command alone."""
    dask = _dask("distributed")
    if heard := threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        local = dask.LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            scheduler_kwargs=NO_DASHBOARD,
            memory_limit=0,
            silence_logs=CRITICAL,
        )
    except RuntimeError as error:
        raise unreadable(
            "workers-lost",
            "no worker process could be started",
            'see that a script simulates under `if __name__ == "__main__":`',
        ) from error
    finally:
        if heard:
            signal.signal(signal.SIGINT, before)
    stack.callback(_leave, local)
    return dask.Client(local, set_as_default=False)


def _leave(party: Any) -> None:
    # Whatever is wrong with the connection now, nothing is wanted from it any more.
    with suppress(Exception):
        party.close(timeout=CONNECT)


async def _greet(address: str) -> None:
    """Shake hands with a scheduler, which Dask's client would wait for without end."""
    from asyncio import wait_for

    connect = _dask("distributed.comm").connect
    secured = _dask("distributed.security").Security().get_connection_args("client")
    comm = await wait_for(connect(address, timeout=CONNECT / 2, **secured), CONNECT)
    comm.abort()


def _connected(address: str) -> Any:
    import asyncio

    try:
        with ThreadPoolExecutor(1) as aside:  # the calling thread may be in a loop of its own
            aside.submit(asyncio.run, _greet(address)).result()
        return _dask("distributed").Client(address, timeout=CONNECT, set_as_default=False)
    except Exception as error:  # a stranger may answer anything
        raise unreadable(
            "unreachable-scheduler",
            f"no Dask scheduler answers at {address}",
            "start one with `dask scheduler`, or give the address of one that runs"
            + (", and see that Dask's own TLS settings are right" * address.startswith("tls:")),
        ) from error
