"""A server in a process of its own, on a floor of ours: started, killed, started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pitboss
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.table.floor.records import Floor

START_SECONDS = 60.0


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class ServerProcess:
    """`pitboss serve` on one database and at one port, again and again."""

    options: tuple[str, ...] = ()

    def __init__(self, home: Path, url: str) -> None:
        self.url, self.home, self.port = url, home, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.out, self.errors = home / "out", home / "errors"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """Return what is run."""
        words = ["serve", *self.options, "--port", str(self.port), "--database", self.url]
        return [sys.executable, "-m", "pitboss.cli", *words, "--key-file", str(self.home / "keys")]

    def start(self) -> None:
        """Start it, and do not wait."""
        source = str(Path(pitboss.__file__).parent.parent)
        environment = os.environ | {"XDG_DATA_HOME": str(self.home), "PYTHONPATH": source}
        with self.out.open("wb") as out, self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                self.command(), stdout=out, stderr=errors, env=environment
            )

    def wait(self) -> None:
        """Wait until it says where it listens: that must be the same port as ever."""
        until = time.monotonic() + START_SECONDS
        while not (first := self.out.read_text(encoding="utf-8").partition("\n"))[1]:
            assert self.running.poll() is None, f"it does not start: {self.said()}"
            assert time.monotonic() < until, "it takes too long to start"
            time.sleep(0.01)
        assert first[0] == self.address, first

    @property
    def running(self) -> subprocess.Popen[bytes]:
        assert self.process is not None, "a process that was started"
        return self.process

    def kill(self) -> None:
        """Cut it off, as a power cut does."""
        self.running.kill()
        self.running.wait(START_SECONDS)

    def stop(self) -> int:
        """End it in order, and return its code."""
        self.running.send_signal(signal.SIGTERM)
        return self.running.wait(START_SECONDS)

    def said(self) -> str:
        """Return all that it has said on stderr, in all its lives."""
        return self.errors.read_text(encoding="utf-8") if self.errors.exists() else ""

    def end(self) -> None:
        """Leave nothing running."""
        if self.process is not None and self.process.poll() is None:
            self.kill()


class DemoProcess(ServerProcess):
    """`pitboss serve --demo` on a floor of ours."""

    options = ("--demo",)

    def __init__(self, home: Path, url: str, floor: Floor) -> None:
        super().__init__(home, url)
        database = Database(url)
        found_house(database, "demo.toml", floor)
        database.close()
