"""One of several servers of a house, as a process of its own, which does what its parent asks.

    python tests/peer_server.py URL KEY_FILE [demo]

It serves on loopback as ``pitboss serve`` does, so that its peers pass commands on by HTTP. Its
parent asks by lines of JSON on standard input, and is answered on standard output.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
from typing import Any

import uvicorn

from house_lines import give_line
from pitboss.house.serving.opening import Asked, open_running
from pitboss.house.serving.running import Running
from pitboss.house.serving.service import Caller
from pitboss.house.serving.sharing import Sharing
from pitboss.refusals import Refusal
from pitboss.table.record.codec import command_of
from pitboss.web.app import create_app


async def answered(running: Running, asked: dict[str, Any]) -> dict[str, Any]:
    """Do what the parent asks."""
    service = running.service
    if asked["do"] == "owned":
        return {"owned": sorted(service.owned or ())}
    if asked["do"] == "streams":
        return {name: one.version for name, one in service.board.streams.items()}
    if asked["do"] == "refused":
        return {"refused": running.drivers.refused}
    if asked["do"] == "shown":
        panel = service.board.table(asked["table"]).panel
        return {"shown": dict(panel.shown)}
    if asked["do"] == "meter":
        return {"micros": service.board.jackpot(asked["jackpot"]).meter.main}
    caller = Caller(asked.get("actor", "1101"))
    if "line" in asked:
        done = await give_line(service, asked["stream"], asked["id"], asked["line"], caller)
    else:
        command = command_of(asked["command"])
        done = await service.give(asked["stream"], asked["id"], command, caller)
    code = done.answer.code if isinstance(done.answer, Refusal) else ""
    return {"code": code, "told": str(done.answer), "version": done.version}


async def serve(url: str, key_file: str, demo: str = "") -> None:
    """Serve until standard input ends."""
    running, _ = open_running(Asked(url, key_file=key_file, demo=bool(demo)))
    shared = running.service.shared
    assert isinstance(shared, Sharing)
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    config = uvicorn.Config(create_app(running), log_level="error", access_log=False)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    running.start(address)

    def tell(data: dict[str, Any]) -> None:
        print(json.dumps(data), flush=True)

    async def do(asked: dict[str, Any]) -> None:
        try:
            tell({"n": asked["n"]} | await answered(running, asked))
        except Exception as error:  # the parent's test fails, not this process
            tell({"n": asked["n"], "code": "mistake", "told": repr(error)})

    tell({"n": 0, "address": address, "id": shared.id})
    reader = asyncio.StreamReader(limit=1_000_000)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    tasks = set()
    while line := await reader.readline():
        task = asyncio.create_task(do(json.loads(line)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await running.stop()
    server.should_exit = True
    await serving


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(serve(*sys.argv[1:4]))
