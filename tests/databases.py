"""Databases for tests: a new one for each, on SQLite and on a PostgreSQL that the tests start."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

OWNER = "postgres"
"""Whose the cluster is: the server does not run as root."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "max_connections": "64",
    "shared_buffers": "64MB",
    "deadlock_timeout": "200ms",
}
"""Reached by a socket in its own directory, so that no port can be taken; durable as in earnest."""
START_SECONDS = 30
NOT_THERE = (
    "PostgreSQL is not on this machine: `make test` installs it (as root by apt-get install "
    "postgresql, else by pip install -r tests/postgresql.txt)"
)


def binaries() -> Path:
    """Return where initdb and postgres are: the system's, or those of the wheel ``pgserver``."""
    places = [Path(one) for one in os.environ["PATH"].split(os.pathsep)]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = find_spec("pgserver")
    if wheel is not None and wheel.origin is not None:
        places.append(Path(wheel.origin).parent / "pginstall" / "bin")
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    pytest.fail(NOT_THERE, pytrace=False)


def _owner() -> pwd.struct_passwd:
    """Return the user that the server runs as where the tests run as root."""
    try:
        return pwd.getpwnam(OWNER)
    except KeyError:  # binaries of the wheel
        return pwd.getpwnam("nobody")


class Cluster:
    """A PostgreSQL server of the tests' own, which may be stopped, killed and started again."""

    def __init__(self) -> None:
        self.bin = binaries()
        self.home = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))
        self.data = self.home / "data"
        self.names = count(1)
        self.as_owner: dict[str, Any] = {"cwd": "/"}
        if os.getuid() == 0:
            owner = _owner()
            os.chown(self.home, owner.pw_uid, owner.pw_gid)
            self.as_owner |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        begin = (self.bin / "initdb", "-D", self.data, "-U", OWNER, "-A", "trust")
        plain = ("--locale=C", "-E", "UTF8", "--no-sync")
        subprocess.run((*begin, *plain), check=True, stdout=subprocess.DEVNULL, **self.as_owner)
        self.server: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server, and return when it answers."""
        settings = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        with (self.home / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, f"-k{self.home}", *settings],
                stdout=log,
                stderr=log,
                **self.as_owner,
            )
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url(OWNER)).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until or self.server.poll() is not None:
                    log_text = (self.home / "log").read_text(errors="replace")[-2000:]
                    pytest.fail(f"PostgreSQL does not start:\n{log_text}", pytrace=False)
                time.sleep(0.02)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: with SIGINT in order, with SIGKILL as a power cut does.

        That ends the processes of its connections too, which would answer what they are asked
        before they notice that their server is gone.
        """
        if self.server is None:
            return
        cut = psutil.Process(self.server.pid).children() if how is signal.SIGKILL else []
        self.server.send_signal(how)
        for process in cut:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.server.wait(START_SECONDS)
        psutil.wait_procs(cut, START_SECONDS)
        self.server = None

    def url(self, name: str) -> str:
        """Return the URL of a database, for the house and for psycopg."""
        return f"postgresql://{OWNER}@/{name}?host={self.home}"

    def create(self) -> str:
        """Make an empty database, and return its name."""
        name = f"house_{next(self.names)}"
        self._do(f'CREATE DATABASE "{name}"')
        return name

    def drop(self, name: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._do(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _do(self, statement: str) -> None:
        with psycopg.connect(self.url(OWNER), autocommit=True) as connection:
            connection.execute(statement.encode())

    def remove(self) -> None:
        """End the server and remove its files."""
        self.end()
        shutil.rmtree(self.home, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Give the PostgreSQL server of this test process."""
    made = Cluster()
    try:
        yield made
    finally:
        made.remove()


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """Give a server that may be stopped or killed: nobody else uses it."""
    made = Cluster()
    try:
        yield made
    finally:
        made.remove()


@pytest.fixture
def postgresql_url(cluster: Cluster) -> Iterator[str]:
    """Give an empty database of PostgreSQL."""
    name = cluster.create()
    try:
        yield cluster.url(name)
    finally:
        if cluster.server is None:
            cluster.start()
        cluster.drop(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Give the name of a file of SQLite that is not there yet."""
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Give an empty database of each kind: the same test runs on both."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, cluster: Cluster, tmp_path: Path) -> Iterator[str]:
    """Give a second empty database of each kind, to go from one to the other."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'other.db'}"
        return
    name = cluster.create()
    yield cluster.url(name)
    cluster.drop(name)
