"""Pieces give the same results, in order, wherever they run and whoever is lost on the way."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import pickle
import signal
import site
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

import parallel_tasks
import pitboss
from pitboss.refusals import Unreadable
from pitboss.simulate.executors import done
from pitboss.simulate.parallel import (
    Backend,
    Cluster,
    Piece,
    Processes,
    Threads,
    check_backend,
    gather,
    pieces,
    workers,
)

pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")  # distributed needs it

HERE = Path(__file__).parent
PATH = f"{HERE}{os.pathsep}{Path(pitboss.__file__).parents[1]}"
ALL = list(pieces(0, 195, 10))


def expected(piece: Piece) -> int:
    """The sum of the squares from first on, in closed form."""

    def below(n: int) -> int:
        return (n - 1) * n * (2 * n - 1) // 6

    return below(piece.first + piece.number) - below(piece.first)


EXPECTED = [(piece, expected(piece)) for piece in ALL]


@dataclass
class Running:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]

    @property
    def place(self) -> Cluster:
        return Cluster(self.address, patience=20)


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that happens in another process."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


BARE = f"import sys; sys.path[:0] = {site.getsitepackages()!r}; from {{}} import main; main()"
"""Runs a command of Dask under ``python -S``, which finds no package that is installed editable."""


@contextmanager
def running(
    folder: Path, number: int = 2, *, bare_workers: bool = False, allowed_failures: int = 3
) -> Iterator[Running]:
    """Start a scheduler that has no pitboss, and workers, on ports that are free."""
    env = os.environ | {
        "DASK_TEMPORARY_DIRECTORY": str(folder),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures),
    }

    def start(command: str, *options: str, bare: bool) -> subprocess.Popen[bytes]:
        module = f"distributed.cli.dask_{command}"
        python = ["-S", "-c", BARE.format(module)] if bare else ["-m", module]
        common = ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", ":0"]
        with (folder / f"{command}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *python, *common, *options],
                env=env | {"PYTHONPATH": str(HERE) if bare else PATH},
                stdout=log,
                stderr=log,
            )

    file = folder / "scheduler.json"
    started = [start("scheduler", "--port", "0", "--scheduler-file", str(file), bare=True)]
    try:
        until(file.exists)
        until(lambda: file.read_text().endswith("}"))
        address = json.loads(file.read_text())["address"]
        options = (address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        started += [start("worker", *options, bare=bare_workers) for _ in range(number)]
        until(lambda: workers(Cluster(address)) == number)
        yield Running(address, started[0], started[1:])
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("cluster")) as found:
        yield found


SLOW = pytest.mark.slow


@pytest.fixture(
    params=[
        "1 thread",
        "2 threads",
        pytest.param("2 processes", marks=SLOW),
        pytest.param("2 workers", marks=SLOW),
    ]
)
def place(request: pytest.FixtureRequest) -> Backend:
    number, what = request.param.split()
    if what == "workers":
        found: Running = request.getfixturevalue("cluster")
        return found.place
    return Threads(int(number)) if what.startswith("thread") else Processes(int(number))


def notes(folder: Path) -> list[tuple[int, int]]:
    """The pieces begun, and the processes that began them."""
    found = [one.name.split("-") for one in folder.iterdir()]
    return [(int(first), int(pid)) for first, pid, _ in found]


def alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_results_are_the_same_and_in_order_everywhere(place: Backend, tmp_path: Path) -> None:
    work = partial(parallel_tasks.noted, tmp_path, 0.01)
    assert list(gather(work, iter(ALL), place)) == EXPECTED
    assert sorted(first for first, _ in notes(tmp_path)) == [piece.first for piece in ALL]
    assert not multiprocessing.active_children()


def test_no_pieces_give_no_results(place: Backend) -> None:
    assert list(gather(parallel_tasks.squares, [], place)) == []


def test_endless_pieces_are_taken_a_little_ahead_and_dropped_at_the_end(
    place: Backend, tmp_path: Path
) -> None:
    taken = []

    def endless() -> Iterator[Piece]:
        for first in itertools.count(0, 10):
            taken.append(first)
            yield Piece(first, 10)

    found = gather(partial(parallel_tasks.noted, tmp_path, 0.3), endless(), place)
    assert list(itertools.islice(found, 2)) == EXPECTED[:2]
    found.close()
    assert not multiprocessing.active_children()
    if place == Threads(1):
        assert len(taken) == len(notes(tmp_path)) == 2
        return
    # Two for each worker and four more, besides the two that were asked for.
    assert len(taken) <= 2 + 2 * 2 + 4
    time.sleep(0.5)  # a cluster is not waited for
    assert len(notes(tmp_path)) < len(taken)


@SLOW
def test_two_simulations_on_a_cluster_keep_apart(cluster: Running) -> None:
    one, other = (gather(work, ALL, cluster.place) for work in (parallel_tasks.squares, sum))
    assert next(one) == EXPECTED[0]
    assert list(other) == [(piece, piece.first + piece.number) for piece in ALL]
    assert list(one) == EXPECTED[1:]


def test_an_exception_comes_through_as_itself(place: Backend) -> None:
    found = gather(partial(parallel_tasks.faulty, KeyError("third")), ALL, place)
    assert list(itertools.islice(found, 2)) == EXPECTED[:2]
    with pytest.raises(KeyError, match="third"):
        next(found)
    assert not multiprocessing.active_children()


@SLOW
def test_a_refusal_comes_through_with_its_code(cluster: Running) -> None:
    with pytest.raises(Unreadable, match="10 streams are refused; take none") as caught:
        list(gather(parallel_tasks.refused, ALL, cluster.place))
    assert caught.value.refusal.code == "never"


def test_an_interruption_of_the_consumer_leaves_no_children(place: Backend, tmp_path: Path) -> None:
    found = gather(partial(parallel_tasks.noted, tmp_path, 0.1), ALL, place)
    next(found)
    with pytest.raises(KeyboardInterrupt):
        found.throw(KeyboardInterrupt())
    assert not multiprocessing.active_children()
    assert not [one for one in threading.enumerate() if one.name.startswith("pitboss")]


@SLOW
def test_a_killed_process_costs_time_only(tmp_path: Path) -> None:
    found = gather(partial(parallel_tasks.noted, tmp_path, 0.05), ALL, Processes(2))
    results = list(itertools.islice(found, 5))
    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    results += found
    assert results == EXPECTED
    begun = [first for first, _ in notes(tmp_path)]
    assert len(begun) > len(ALL)
    assert not multiprocessing.active_children()


SCRIPT = """
import parallel_tasks, functools, itertools, pathlib, sys
from pitboss.simulate.parallel import Piece, Processes, gather
if __name__ == "__main__":
    work = functools.partial(parallel_tasks.noted, pathlib.Path(sys.argv[1]), 0.2)
    try:
        for piece, _ in gather(work, (Piece(n, 1) for n in itertools.count()), Processes(2)):
            print(piece.first, flush=True)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.fixture
def usual_port_taken() -> Iterator[None]:
    """Take the port of Dask's dashboard, as another simulation on the machine may have done."""
    with ExitStack() as stack:
        with suppress(OSError):  # taken already, which is as good
            stack.enter_context(socket.create_server(("127.0.0.1", 8787)))
        yield


CUT_OFF = """
import itertools, os, signal, threading, time
from pitboss.simulate.parallel import Piece, Threads, gather

enter, here, entered, cut = threading.Condition.__enter__, threading.get_ident(), 0, 0

def cut_off(condition):
    global entered
    got = enter(condition)
    if threading.get_ident() == here:
        entered += 1
        if entered == cut:
            os.kill(os.getpid(), signal.SIGINT)
    return got

def work(piece):
    time.sleep(0.001)

threading.Condition.__enter__ = cut_off
for cut in range(1, 61):
    entered = 0
    try:
        for _ in gather(work, (Piece(n, 1) for n in itertools.count()), Threads(2)):
            pass
    except KeyboardInterrupt:
        print("stopped")
"""
"""Ctrl-C in the moment in which a lock was taken, for each of the first locks in turn."""


def test_ctrl_c_leaves_no_lock_taken() -> None:
    command = [sys.executable, "-c", CUT_OFF]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, "stopped\n" * 60), ended.stderr


@SLOW
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.usefixtures("usual_port_taken")
def test_no_process_outlives_the_command(how: signal.Signals, tmp_path: Path) -> None:
    script, folder = tmp_path / "script.py", tmp_path / "notes"
    script.write_text(SCRIPT)
    folder.mkdir()
    command = subprocess.Popen(
        [sys.executable, str(script), str(folder)],
        env=os.environ | {"PYTHONPATH": PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert command.stdout is not None
    assert command.stdout.readline() == "0\n"
    until(lambda: len({pid for _, pid in notes(folder)}) == 2)
    if how == signal.SIGINT:  # Ctrl-C goes to every process of the terminal
        os.killpg(command.pid, how)
    else:
        command.send_signal(how)
    out, err = command.communicate(timeout=20)
    if how == signal.SIGINT:
        assert (command.returncode, out.splitlines()[-1], err) == (0, "interrupted", "")
    until(lambda: not any(alive(pid) for _, pid in notes(folder)), 5)


def check_that_a_killed_worker_costs_time_only(cluster: Running, folder: Path) -> None:
    folder.mkdir()
    found = gather(partial(parallel_tasks.noted, folder, 0.05), ALL, cluster.place)
    results = list(itertools.islice(found, 5))
    lost = cluster.workers[0]
    until(lambda: lost.pid in {pid for _, pid in notes(folder)})
    lost.kill()
    lost.wait()
    results += found
    assert results == EXPECTED
    assert {pid for _, pid in notes(folder)} == {one.pid for one in cluster.workers}


@SLOW
def test_a_cluster_loses_its_workers_one_by_one(tmp_path: Path) -> None:
    with running(tmp_path) as cluster:
        check_that_a_killed_worker_costs_time_only(cluster, tmp_path / "notes")
        place = Cluster(cluster.address, patience=1)
        found = gather(parallel_tasks.deadly, ALL, place)
        with pytest.raises(Unreadable, match="has no workers; start some: dask worker") as caught:
            list(found)
        assert caught.value.refusal.code == "no-workers"
        with pytest.raises(Unreadable, match="has no workers"):
            workers(place)


@SLOW
def test_a_cluster_loses_workers_that_dask_minds_and_then_its_scheduler(tmp_path: Path) -> None:
    # With no failures allowed, Dask gives up the piece that a lost worker had in hand.
    with running(tmp_path, 3, allowed_failures=0) as cluster:
        found = gather(parallel_tasks.deadly, ALL, cluster.place)
        assert list(itertools.islice(found, 2)) == EXPECTED[:2]
        with pytest.raises(Unreadable, match=r"workers were lost 1 times before") as caught:
            next(found)
        assert caught.value.refusal.code == "workers-lost"
        watching = subprocess.Popen(
            [sys.executable, "-c", WATCHING, cluster.address],
            env=os.environ | {"PYTHONPATH": PATH},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert watching.stdout is not None
        assert watching.stdout.readline() == f"{[one for _, one in EXPECTED[:3]]}\n"
        cluster.scheduler.kill()
        assert watching.communicate(timeout=60) == (
            f"scheduler-lost the connection to the scheduler at {cluster.address} was lost; "
            "see that it runs, and simulate again\n",
            "",
        )


WATCHING = """
import parallel_tasks, itertools, sys, time
from pitboss.refusals import Unreadable
from pitboss.simulate import executors, parallel
from pitboss.simulate.parallel import Piece
executors.CONNECT = 2
endless = (Piece(first, 10) for first in itertools.count(0, 10))
found = parallel.gather(parallel_tasks.squares, endless, parallel.Cluster(sys.argv[1]))
print([result for _, result in itertools.islice(found, 3)], flush=True)
sys.stdin.read()
time.sleep(3)  # long enough for Dask to complain that it cannot connect again
try:
    list(found)
except Unreadable as error:
    print(error.refusal.code, error)
"""


@SLOW
def test_workers_without_pitboss_are_refused_and_survive(tmp_path: Path) -> None:
    with running(tmp_path, 1, bare_workers=True) as cluster:
        for _ in range(2):
            with pytest.raises(Unreadable, match=r"cannot import pitboss; install the") as caught:
                list(gather(parallel_tasks.squares, ALL, cluster.place))
            assert caught.value.refusal.code == "worker-lacks-module"
        assert cluster.workers[0].poll() is None


def test_a_worker_of_another_version_refuses() -> None:
    sealed = pickle.dumps(parallel_tasks.squares)
    assert pickle.loads(done(pitboss.__version__, sealed, ALL[1])) == expected(ALL[1])
    with pytest.raises(Unreadable, match=r"has pitboss \S+, but this is 99\.0") as caught:
        done("99.0", sealed, ALL[1])
    assert caught.value.refusal.code == "other-version"


def asked(place: str, *python: str) -> subprocess.Popen[str]:
    """Ask for the workers of a place in a process of its own, which prints the refusal."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(pitboss.__file__).parents[1])!r})\n"
        "from pitboss.refusals import Unreadable\n"
        "from pitboss.simulate import executors, parallel\n"
        "executors.CONNECT = 2\n"
        f"try: parallel.workers(parallel.{place})\n"
        "except Unreadable as error: print(error.refusal.code, error)"
    )
    command = [sys.executable, *python, "-c", code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@SLOW
def test_a_port_without_a_scheduler_is_refused_in_one_line() -> None:
    with socket.socket() as deaf, socket.create_server(("127.0.0.1", 0)) as silent:
        deaf.bind(("127.0.0.1", 0))
        addresses = [f"tcp://127.0.0.1:{one.getsockname()[1]}" for one in (deaf, silent)]
        asking = [asked(f'Cluster("{address}")') for address in addresses]
        for address, one in zip(addresses, asking, strict=True):
            assert one.communicate(timeout=20) == (
                f"unreachable-scheduler no Dask scheduler answers at {address}; "
                "start one with `dask scheduler`, or give the address of one that runs\n",
                "",
            )


def test_a_cluster_needs_an_extra() -> None:
    assert asked('Cluster("tcp://127.0.0.1:8786")', "-S").communicate() == (
        "extra-not-installed Dask workers need distributed, which is not installed; "
        "install the extra `cluster`: pip install 'pitboss[cluster]'\n",
        "",
    )


def test_workers_run_at_once(place: Backend) -> None:
    assert workers(place) == (1 if place == Threads(1) else 2)


@pytest.mark.parametrize("kind", [Threads, Processes])
@pytest.mark.parametrize("number", [0, -1, 1025, True, 2.0, "2"])
def test_a_number_that_no_machine_has_is_refused(
    kind: Callable[[object], Backend], number: object
) -> None:
    for ask in (check_backend, workers, partial(gather, parallel_tasks.squares, ALL)):
        with pytest.raises(Unreadable, match=f"{number} is not a number of .*; give 1 to 1024"):
            ask(kind(number))


@pytest.mark.parametrize(
    "address",
    (
        *("", " ", "tcp://", "host", "host:", ":8786", "host:port", "host:0", "host:99999"),
        *("http://host:8786", "host:8786/x", "tcp://h:1?x", "a://b://h:1", "tcp://[::1:8786"),
    ),
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Unreadable, match=r"is not the address of a Dask scheduler; write tcp:"):
        check_backend(Cluster(address))


@pytest.mark.parametrize("address", ["host:8786", "tcp://10.0.0.1:1", "tls://h:65535", "[::1]:86"])
def test_what_is_an_address_is_taken(address: str) -> None:
    check_backend(Cluster(address))
