"""Clients of several servers of a house: they ask any, and list what they know."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from pitboss.house.serving.membership import share_of
from pitboss.table.record.codec import command_data
from pitboss.table.steps import Command

PROGRAM = str(Path(__file__).with_name("peer_server.py"))
START_SECONDS = 60.0


class GoneError(Exception):
    """A server was killed before it answered."""


class Peer:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.address = self.id = ""
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.numbers = count(1)
        self.gone = self.stopped = False

    @classmethod
    async def start(cls, url: str, key_file: Path, *more: str) -> Peer:
        """Start a server, and return when it serves."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, PROGRAM, url, str(key_file), *more),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        peer = cls(process)
        assert process.stdout is not None
        first = await asyncio.wait_for(process.stdout.readline(), START_SECONDS)
        begun = json.loads(first)
        peer.address, peer.id = begun["address"], begun["id"]
        peer.reading = asyncio.create_task(peer._read())
        return peer

    reading: asyncio.Task[None]

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            told = json.loads(line)
            waiting = self.waiting.pop(told["n"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(told)
        self.gone = True
        for waiting in self.waiting.values():
            if not waiting.done():
                waiting.set_exception(GoneError())

    async def ask(self, **asked: Any) -> dict[str, Any]:
        """Ask the server for something."""
        if self.gone:
            raise GoneError
        number = next(self.numbers)
        waiting = asyncio.get_running_loop().create_future()
        self.waiting[number] = waiting
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"n": number, **asked}).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            raise GoneError from None
        answer: dict[str, Any] = await waiting
        return answer

    async def kill(self) -> None:
        """Kill the server as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await self.reading

    def stop(self) -> None:
        """Stop the process where it is: it says and does nothing."""
        self.stopped = True
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)
        self.stopped = False

    async def end(self) -> None:
        """Let it stop in order."""
        if not self.gone and self.process.stdin is not None:
            self.process.stdin.close()
        await asyncio.wait_for(self.process.wait(), START_SECONDS)
        await self.reading


async def ended(peers: Sequence[Peer]) -> None:
    """End all servers that still run."""
    for peer in peers:
        if peer.stopped:
            peer.wake()
    await asyncio.gather(*(peer.end() for peer in peers if not peer.gone))


async def settled(peers: Sequence[Peer], streams: Sequence[str], seconds: float = 15.0) -> None:
    """Wait until each server runs its share of the streams, and so all of them each once."""
    until, ids = time.monotonic() + seconds, [peer.id for peer in peers]
    while True:
        owned = [frozenset((await peer.ask(do="owned"))["owned"]) for peer in peers]
        if owned == [share_of(id, streams, ids) for id in ids]:
            return
        assert time.monotonic() < until, owned
        await asyncio.sleep(0.05)


AGAIN = ("table-elsewhere", "owner-lost", "database-lost", "second-writer")
"""What a client gives again, with the same id."""


class Client:
    """Gives commands to any server that runs, until it is told what came of each."""

    def __init__(self, peers: list[Peer], name: str, seed: int, patience: float = 20.0) -> None:
        self.peers, self.name, self.random, self.patience = peers, name, Random(seed), patience
        self.numbers = count(1)
        self.acknowledged: list[tuple[str, str]] = []
        """Streams and ids that were told to be on disk, in order."""
        self.refused: list[str] = []
        self.longest = 0.0
        """Seconds that a command waited, at most."""

    async def give(self, stream: str, command: Command, peer: Peer | None = None) -> str:
        """Give a command, again and again if need be; return why it was refused, if it was."""
        id, data = f"{self.name}-{next(self.numbers)}", command_data(command)
        begun = time.monotonic()
        while True:
            told = await self._told(peer or self._any(), stream, id, data)
            if told is not None and told["code"] not in AGAIN:
                break
            waited = time.monotonic() - begun
            assert waited < self.patience, f"{stream} {id} is not answered: {told}"
            await asyncio.sleep(0.02)
        self.longest = max(self.longest, time.monotonic() - begun)
        assert told["code"] != "mistake", told
        self.acknowledged.append((stream, id))
        if told["code"]:
            self.refused.append(f"{stream} {id} {data}: {told['told']}")
        return str(told["code"])

    async def _told(
        self, peer: Peer, stream: str, id: str, data: dict[str, object]
    ) -> dict[str, Any] | None:
        try:
            asking = peer.ask(do="give", stream=stream, id=id, command=data)
            return await asyncio.wait_for(asking, 8.0)
        except (GoneError, TimeoutError):
            return None

    def _any(self) -> Peer:
        runs = [peer for peer in self.peers if not peer.gone and not peer.stopped]
        return self.random.choice(runs or self.peers)
