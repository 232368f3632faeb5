"""What stands before every request: hosts, origins, sizes, rates, who asks, and the log of it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from hmac import compare_digest, digest
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.house.people.identity import NOBODY, STRANGER, Who
from pitboss.refusals import Refusal
from pitboss.web.errors import Refused, failed
from pitboss.web.limits import Buckets, Limits
from pitboss.web.metrics import Metrics

COOKIE, CSRF_COOKIE, CSRF_HEADER = "pitboss", "pitboss-csrf", "x-csrf-token"
DEVICE_COOKIE, DEVICE_CSRF_COOKIE = "pitboss-device", "pitboss-device-csrf"
"""A device keeps its own, so that it is still paired when somebody who signed in there goes."""
READING = ("GET", "HEAD", "OPTIONS")
DOORS = ("/api/v1/sign-in", "/api/v1/first-code", "/api/v1/pair")
"""Where nobody is asked who they are: whoever comes here has no token yet, or an old one."""
COSTLY = (*DOORS, "/api/v1/demo/take")
"""What is slow on purpose, or makes something for everybody who asks."""
LONGEST_TOKEN = 200
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
logger = logging.getLogger("pitboss.web")


class Settings(NamedTuple):
    """Whom a server answers, and how much."""

    hosts: frozenset[str] = frozenset(("127.0.0.1", "localhost", "[::1]"))
    """Names by which it may be asked for, without the port; what else resolves here is refused."""
    origins: frozenset[str] = frozenset()
    """Other places whose pages may ask, such as ``https://floor.example``; its own always may."""
    secure: bool = False
    """Whether people reach it by TLS alone: then cookies go by nothing else."""
    limits: Limits = Limits()


class Identity(NamedTuple):
    """Who asks, and by what."""

    who: Who = NOBODY
    token: str = ""
    cookie: bool = False
    """Whether the token came in a cookie, which a browser sends unasked."""


Log = Callable[[Who, str, str, str], Awaitable[None]]
"""Keeps who asked, from which address, what, and what came of it."""


class Guard:
    """The outermost part of the app; what it lets through knows who asks."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        owner: Callable[[str], Who | None],
        remembered: Callable[[str], Who | None],
        csrf_fits: Callable[[str, str], bool],
        log: Log,
        respond: Callable[[Scope, Refused], Response],
        metrics: Metrics,
        settings: Settings,
    ) -> None:
        self.app, self.log, self.metrics, self.settings = app, log, metrics, settings
        self.owner, self.remembered, self.csrf_fits = owner, remembered, csrf_fits
        self.respond = respond
        limits = settings.limits
        self.strangers, self.sessions = Buckets(limits.strangers), Buckets(limits.sessions)
        self.doors = Buckets(limits.doors)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = monotonic(), 0
        state = scope.setdefault("state", {})
        state |= {"who": NOBODY, "token": "", "logged": False, "asked": "", "refused": ""}

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                kept = scope["path"].startswith("/static/")
                headers.setdefault("cache-control", "no-cache" if kept else "no-store")
                if self.settings.secure:
                    headers["strict-transport-security"] = "max-age=31536000"
            await send(message)

        try:
            body = await self._admitted(scope, receive)
        except Refused as error:
            state["logged"] = error.status in (401, 403)
            response = self.respond(scope, error)
            await response(scope, receive, with_headers)
        else:
            await self._answered(scope, _replayed(body, receive), with_headers)
        self.metrics.request(scope["method"], status, monotonic() - begun)
        if state["logged"]:
            what = f"{scope['method']} {scope['path'][:200]} {state['asked']}".rstrip()
            await self.log(state["who"], address_of(scope), what, state["refused"] or str(status))

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer; a mistake of ours is answered in the shape of all others."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception:
            logger.exception("a mistake of ours at %s %s", scope["method"], scope["path"][:200])
            if not begun:
                await self.respond(scope, Refused(failed()))(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope.setdefault("state", {})
        headers = Headers(scope=scope)
        try:
            self._check_place(scope, headers, reading=False)
            identity = await self.identified(headers)
            self._check_rate(scope, identity)
        except Refused as error:
            await receive()
            logger.info("socket refused: %s", error.refusal.code)
            await send({"type": "websocket.close", "code": 1008, "reason": error.refusal.code})
            return
        state |= {"who": identity.who, "token": identity.token}
        await self.app(scope, receive, send)

    # --- what is looked at, in this order ---

    async def _admitted(self, scope: Scope, receive: Receive) -> bytes:
        headers, reading = Headers(scope=scope), scope["method"] in READING
        self._check_place(scope, headers, reading=reading)
        door = scope["path"] in DOORS and not reading
        identity = Identity() if door else await self.identified(headers)
        scope["state"] |= {"who": identity.who, "token": identity.token}
        self._check_rate(scope, identity)
        if identity.cookie and not reading and identity.who.role != STRANGER:
            given = headers.get(CSRF_HEADER, "")
            if not await self._csrf_fits(identity, given):
                message = "a cookie alone changes nothing"
                remedy = "send X-CSRF-Token as sign-in gave it"
                raise Refused(Refusal("csrf-needed", message, remedy))
        body = await self._body(headers, receive)
        if body and not headers.get("content-type", "").startswith("application/json"):
            message, remedy = (
                "the body is not said to be JSON",
                "send Content-Type application/json",
            )
            raise Refused(Refusal("bad-request", message, remedy))
        if body:
            _check_json(body)
        return body

    def _check_place(self, scope: Scope, headers: Headers, *, reading: bool) -> None:
        """Refuse a request for another host, and one from a page of another origin."""
        host = headers.get("host", "")
        if _without_port(host) not in self.settings.hosts:
            message = "this server is not asked for by that name"
            raise Refused(Refusal("other-host", message, "use the address that it printed"))
        origin = headers.get("origin")
        if origin is None or reading or origin in self.settings.origins:
            return
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        if origin != f"{scheme}://{host}":
            message = "the page that asks is another server's"
            raise Refused(Refusal("wrong-origin", message, "use the pages of this server"))

    async def identified(self, headers: Headers) -> Identity:
        """Return who asks; refuse a Bearer token that is nobody's, and pass over such a cookie."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if scheme:
            who = await self.whose(bearer) if scheme.lower() == "bearer" else None
            if who is None:
                message = "the token is not, or no longer, anybody's"
                raise Refused(Refusal("token-ended", message, "sign in again"))
            return Identity(who, bearer)
        for name in (COOKIE, DEVICE_COOKIE):
            token = _cookie(headers, name)
            who = await self.whose(token) if token else None
            if who is not None:
                return Identity(who, token, cookie=True)
        return Identity()

    async def device(self, headers: Headers) -> str:
        """Return the id of the paired device that somebody signs in at, if it is one."""
        who = await self.whose(_cookie(headers, DEVICE_COOKIE))
        return "" if who is None else who.device

    async def whose(self, token: str) -> Who | None:
        """Return whose a token is; the database is asked where that is not known."""
        if not token or len(token) > LONGEST_TOKEN:
            return None
        return self.remembered(token) or await asyncio.to_thread(self.owner, token)

    async def _csrf_fits(self, identity: Identity, given: str) -> bool:
        if not identity.who.session:
            return compare_digest(given.encode(), csrf_of_device(identity.token).encode())
        return await asyncio.to_thread(self.csrf_fits, identity.token, given)

    def _check_rate(self, scope: Scope, identity: Identity) -> None:
        address = address_of(scope)
        if scope["path"] in COSTLY and scope.get("method") not in READING:
            wait = self.doors.wait(address)
        elif identity.token:
            wait = self.sessions.wait(identity.token)
        else:
            wait = self.strangers.wait(address)
        if wait:
            seconds = int(wait) + 1
            refusal = Refusal(
                "too-many-requests", "that is too much at once", f"wait {seconds} s, then go on"
            )
            raise Refused(refusal, headers={"Retry-After": str(seconds)})

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        limits = self.settings.limits
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limits.body_bytes:
            raise _too_large(limits.body_bytes)
        body = bytearray()
        try:
            async with asyncio.timeout(limits.body_seconds):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > limits.body_bytes:
                        raise _too_large(limits.body_bytes)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            words = "the rest of the request did not come"
            raise Refused(Refusal("bad-request", words, "send it again, whole")) from None


def csrf_of_device(token: str) -> str:
    """Return what a device sends with its cookie: who has not the token cannot know it."""
    return digest(token.encode(), b"pitboss csrf", "sha256").hex()


def _too_large(most: int) -> Refused:
    return Refused(
        Refusal("request-too-large", "the request is too large", f"send at most {most:,} bytes")
    )


def _check_json(body: bytes) -> None:
    """Refuse a body that is no JSON, or holds numbers or letters that JSON has not."""
    try:
        data = json.loads(body, parse_constant=_no_constant)
        json.dumps(data).encode()
        if "\\u0000" in body.decode() or not _well_formed(data):
            raise ValueError("letters that no text has")
    except (ValueError, RecursionError):
        message = "the body is not JSON"
        raise Refused(Refusal("bad-request", message, "send JSON, as /openapi.json says")) from None


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _well_formed(data: object) -> bool:
    """Say whether every text can be written: half of a surrogate pair cannot."""
    if isinstance(data, str):
        return not any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in data)
    if isinstance(data, Mapping):
        return all(_well_formed(key) and _well_formed(value) for key, value in data.items())
    return all(map(_well_formed, data)) if isinstance(data, list) else True


def _cookie(headers: Headers, name: str) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return "" if morsel is None else morsel.value


def _without_port(host: str) -> str:
    """Return a host without its port.

    >>> _without_port("127.0.0.1:8000"), _without_port("[::1]:8000"), _without_port("floor.example")
    ('127.0.0.1', '[::1]', 'floor.example')
    """
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()


def address_of(scope: Scope) -> str:
    """Return where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was read, and then whatever else comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
