"""Pieces of a simulation, worked on by threads, local processes or a Dask cluster.

Wherever they run, the results come back in the order of the pieces, so a simulation may stop after
any number of them and has the same result everywhere. What a lost worker had in hand is done again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from pitboss.refusals import unreadable
from pitboss.simulate.cluster import ClusterCrew
from pitboss.simulate.crews import Crew, Line, ProcessCrew, ThreadCrew
from pitboss.simulate.pieces import Piece

Result = TypeVar("Result")
MOST = 1024
"""More threads or processes than this are a slip of the hand."""


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
    if not isinstance(place, Place):
        raise unreadable(
            "bad-place", f"{place!r} is no place to run", "give Threads, Processes or a Cluster"
        )
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
    crew = ClusterCrew(None, place.address, place.patience)
    try:
        return crew.staff()
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
    crew: Crew
    if isinstance(place, Threads):
        crew = ThreadCrew(work, place.number)
    elif isinstance(place, Processes):
        crew = ProcessCrew(work, place.number)
    else:
        crew = ClusterCrew(work, place.address, place.patience)
    line: Line = deque()
    try:
        coming = iter(pieces)
        while True:
            for piece in islice(coming, max(2 * crew.threads + 4 - len(line), 0)):
                line.append((piece, crew.begin(piece)))
            if not line:
                return
            for result in crew.finish(line):
                yield line.popleft()[0], result
    finally:
        crew.close()


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
