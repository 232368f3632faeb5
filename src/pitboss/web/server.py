"""The server: a socket to listen at, the app behind it, and an orderly end."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from typing import Any, NamedTuple, cast

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pitboss.house.serving.running import Running
from pitboss.refusals import Refusal, unreadable
from pitboss.web.app import create_app
from pitboss.web.errors import Refused, refused
from pitboss.web.guard import Settings
from pitboss.web.limits import Limits

MOST_PORTS = 100
"""Ports that are tried where the first is taken."""
HIGHEST_PORT = 65_535
GRACE_SECONDS = 3
LOOPBACK = frozenset(("127.0.0.1", "localhost", "[::1]"))


class Place(NamedTuple):
    """Where a server listens, and how people reach it."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0 for any that is free."""
    behind_proxy: str = ""
    """The one address whose word on who asks is taken."""
    tls_cert: str = ""
    tls_key: str = ""
    names: tuple[str, ...] = ()
    """Other hosts that it is asked for by."""

    @property
    def tls(self) -> bool:
        """Whether it speaks TLS itself."""
        return bool(self.tls_cert)

    def settings(self, limits: Limits | None = None) -> Settings:
        """Return whom it answers."""
        named = f"[{self.host}]" if ":" in self.host else self.host
        hosts = LOOPBACK | {named.lower(), *(name.lower() for name in self.names)}
        secure = self.tls or bool(self.behind_proxy)
        return Settings(hosts=frozenset(hosts), secure=secure, limits=limits or Limits())


def check_place(place: Place) -> None:
    """Refuse to be reached from elsewhere without TLS: PINs would go in the open."""
    if bool(place.tls_cert) != bool(place.tls_key):
        message = "TLS takes a certificate and its key"
        raise unreadable("option-alone", message, "give --tls-cert and --tls-key")
    if place.tls or place.behind_proxy or is_loopback(place.host):
        return
    raise unreadable(
        "no-tls",
        f"without TLS nobody but this machine may reach the server, and {place.host} is not it",
        "add --tls-cert and --tls-key, or --behind-proxy ADDR, or leave --host out",
    )


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False


def listening(place: Place) -> socket.socket:
    """Return a socket that listens, at the port that is asked for or the next free one."""
    if place.port > HIGHEST_PORT:
        remedy = f"choose one up to {HIGHEST_PORT}, or 0 for any"
        raise unreadable("cannot-listen", f"there is no port {place.port}", remedy)
    last = min(place.port + MOST_PORTS, HIGHEST_PORT + 1) if place.port else 1
    for port in range(place.port, last):
        try:
            family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
            return socket.create_server((place.host, port), family=family, backlog=2048)
        except (OSError, OverflowError) as error:
            if getattr(error, "errno", None) != errno.EADDRINUSE:
                reason = getattr(error, "strerror", None) or str(error)
                message = f"{place.host} port {port} cannot be listened at: {reason}"
                raise unreadable("cannot-listen", message, "choose --host and --port") from None
    message = f"the ports from {place.port} on are taken"
    raise unreadable("cannot-listen", message, "choose another --port, or 0 for any")


def address_of(place: Place, listener: socket.socket) -> str:
    """Return the address that people type."""
    port = listener.getsockname()[1]
    host = f"[{place.host}]" if ":" in place.host else place.host
    return f"{'https' if place.tls else 'http'}://{host}:{port}"


def from_proxy_alone(app: ASGIApp, proxy: str) -> ASGIApp:
    """Return an app that only the proxy reaches, whose word on who asks is taken.

    Whoever comes another way comes without TLS; this machine itself may, to look after it.
    """
    told = cast(ASGIApp, ProxyHeadersMiddleware(cast(Any, app), trusted_hosts=proxy))

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] == "lifespan" or client is None:
            await app(scope, receive, send)
        elif client[0] == proxy:
            await told(scope, receive, send)
        elif is_loopback(client[0]):
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "not-through-proxy"})
        else:
            refusal = Refusal("not-through-proxy", "this way is not safe", "come through the proxy")
            await refused(Refused(refusal, 403))(scope, receive, send)

    return guarded


async def serve(
    running: Running, place: Place, listener: socket.socket, ready: Callable[[], object]
) -> None:
    """Serve a running house until a signal comes; then finish what is asked, and stop.

    The house takes what is being written to its end; whoever looks is let go.
    """
    app: ASGIApp = create_app(running, place.settings())
    if place.behind_proxy:
        app = from_proxy_alone(app, place.behind_proxy)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_per_message_deflate=False,
        ws_max_size=65_536,
        proxy_headers=False,
        ssl_certfile=place.tls_cert or None,
        ssl_keyfile=place.tls_key or None,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
    )
    server = _Server(config)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, server.end)
    running.start(address_of(place, listener))
    try:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready()
        await serving
    finally:
        await running.stop()


class _Server(uvicorn.Server):
    """A server that leaves signals to us: a second Ctrl-C does not cut off what is written."""

    def end(self) -> None:
        """Take no more requests, and end when those at hand are answered."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them."""
        yield
