"""A bare Starlette: posts are answered, and told to every socket of their table. No house at all.

What it takes for the same traffic is what no server of ours can go below.
"""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

versions: defaultdict[str, int] = defaultdict(int)
lookers: defaultdict[str, set[WebSocket]] = defaultdict(set)


async def post(request: Request) -> JSONResponse:
    """Answer a command with the next version, and tell it to all who look."""
    table, body = request.path_params["table"], await request.json()
    versions[table] += 1
    version = versions[table]
    text = f'{{"stream":"table/{table}","version":{version},"after":{version - 1},"changes":{{}}}}'
    for one in tuple(lookers[table]):
        await one.send_text(text)
    return JSONResponse({"id": body["id"], "version": version})


async def live(looker: WebSocket) -> None:
    """Send a table's version, and hear until the other side goes."""
    await looker.accept()
    table = looker.query_params["streams"].removeprefix("table/")
    await looker.send_text(
        f'{{"stream":"table/{table}","version":{versions[table]},"snapshot":{{}}}}'
    )
    lookers[table].add(looker)
    while (await looker.receive())["type"] != "websocket.disconnect":
        pass
    lookers[table].discard(looker)


async def main() -> None:
    """Serve at any free port, and print the address."""
    routes = [Route("/api/v1/tables/{table}/commands", post, methods=["POST"])]
    app = Starlette(routes=[*routes, WebSocketRoute("/api/v1/live", live)])
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws_per_message_deflate=False,
        ws="auto",
        timeout_keep_alive=30,
    )
    await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    asyncio.run(main())
