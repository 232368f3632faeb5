"""Pieces of a simulation, worked on by threads of this process or by the workers of Dask.

Results come back in the order of the pieces, so a simulation may stop after any number of them and
has the same result everywhere. What a lost worker had in hand is done again.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeVar

from pitboss.refusals import unreadable
from pitboss.simulate.executors import DaskWorkers, ThreadWorkers

Result = TypeVar("Result")
MOST = 1024
"""More threads or processes than this are a slip of the hand."""


class Piece(NamedTuple):
    """Consecutive streams of a seed: shoes, blocks of throws or of shooters, or sessions."""

    first: int
    number: int


def pieces(first: int, number: int, size: int) -> Iterator[Piece]:
    """Cut a run of streams into pieces of one size; the last may be smaller.

    >>> list(pieces(10, 5, 2))
    [Piece(first=10, number=2), Piece(first=12, number=2), Piece(first=14, number=1)]
    """
    for start in range(first, first + number, size):
        yield Piece(start, min(size, first + number - start))


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process; a single one is the calling thread itself."""

    number: int


@dataclass(frozen=True, slots=True)
class Processes:
    """Processes of this machine: Dask workers that are started for the simulation."""

    number: int


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a Dask scheduler."""

    address: str
    patience: float = 30.0
    """Seconds to wait for a worker where there is none."""


Backend = Threads | Processes | Cluster


def cores() -> int:
    """Return the processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_backend(backend: Backend) -> None:
    """Refuse a number that no machine has, and what is not the address of a scheduler.

    >>> check_backend(Processes(0))
    Traceback (most recent call last):
    pitboss.refusals.Unreadable: 0 is not a number of processes; give 1 to 1024
    """
    if not isinstance(backend, Backend):
        raise unreadable(
            "bad-place", f"{backend!r} is no place to run", "give Threads, Processes or a Cluster"
        )
    if isinstance(backend, Cluster):
        _check_address(backend.address)
    elif not (type(backend.number) is int and 1 <= backend.number <= MOST):
        what = "threads" if isinstance(backend, Threads) else "processes"
        raise unreadable(
            f"bad-{what}", f"{backend.number} is not a number of {what}", f"give 1 to {MOST}"
        )


def workers(backend: Backend) -> int:
    """Return how many pieces run at once; a cluster is asked how many threads it has."""
    check_backend(backend)
    if not isinstance(backend, Cluster):
        return backend.number
    with closing(DaskWorkers(backend.address, backend.patience)) as hired:
        return hired.threads


def gather(
    work: Callable[[Piece], Result], parts: Iterable[Piece], backend: Backend
) -> Generator[tuple[Piece, Result], None, None]:
    """Yield every piece with what the work made of it, in the order of the pieces.

    Pieces are taken only a little ahead, so they may be endless. Closing the generator, or an
    exception, drops what is not begun and leaves no process behind.

    >>> list(gather(sum, [Piece(1, 2), Piece(3, 4)], Threads(2)))
    [(Piece(first=1, number=2), 3), (Piece(first=3, number=4), 7)]
    """
    check_backend(backend)
    if backend == Threads(1):
        return ((piece, work(piece)) for piece in parts)
    return _gathered(work, parts, backend)


def _gathered(
    work: Callable[[Piece], Result], parts: Iterable[Piece], backend: Backend
) -> Generator[tuple[Piece, Result], None, None]:
    hired = (
        ThreadWorkers(backend.number)
        if isinstance(backend, Threads)
        else DaskWorkers(backend.number)
        if isinstance(backend, Processes)
        else DaskWorkers(backend.address, backend.patience)
    )
    with closing(hired):
        do = hired.doing(work)
        coming = iter(parts)
        begun = deque((piece, do(piece)) for piece in islice(coming, 2 * hired.threads + 4))
        while begun:
            piece, result = begun.popleft()
            yield piece, hired.result(result)
            begun.extend((piece, do(piece)) for piece in islice(coming, 1))


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
