"""Sockets under siege: malformed, oversized, replayed, cross-origin, half-closed."""

from __future__ import annotations

import base64
import json
import os
import socket
from contextlib import suppress
from random import Random

SECONDS = 5.0
QUERIES = (
    *("streams=table/1", "streams=table/1,link/sun-7,floor", "streams=", "streams=house", ""),
    *("streams=table/1&as=page&page=dealer", "streams=table/1&as=page&page=seat&seat=<script>"),
    *(
        "streams=table/1'%20OR%201=1--",
        "streams=%00",
        "streams=" + "table/1," * 300,
        "streams=../x",
    ),
)
WORDS = (
    *('{"since":{"table/1":1}}', '{"since":{}}', '{"line":"sit 5"}', "", "null", "[" * 1_000),
    *('{"since":{"table/1":-1}}', '{"since":{"table/1":1e99}}', "x" * 5_000, "<script>pwn()"),
)
RAW = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /api/v1/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/me HTTP/1.1\r\n\r\n",
    b"POST /api/v1/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"\x00\xff" * 10 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 5_000 + b"\r\n",
    b"\r\n" * 100,
)


class Sockets:
    """Makes attacks on sockets from a seed; returns what the server said first."""

    def __init__(self, seed: int, port: int, tokens: dict[str, str]) -> None:
        self.random, self.port, self.tokens = Random(seed), port, tokens

    def attack(self) -> str:
        """Attack once; return the first line of the answer, empty if the server just closed."""
        with socket.create_connection(("127.0.0.1", self.port), SECONDS) as line:
            if self.random.random() < 0.3:
                line.sendall(self.random.choice(RAW))
                return self._end(line)
            line.sendall(self._hello())
            first = _first(line)
            if first.startswith("HTTP/1.1 101"):
                with suppress(OSError):
                    for _ in range(self.random.randrange(1, 4)):
                        line.sendall(self._frame())
                self._end(line)
            return first

    def _hello(self) -> bytes:
        choose = self.random.choice
        headers = {
            "Host": f"127.0.0.1:{self.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": choice_of("13", "8", self.random),
        }
        if self.random.random() < 0.3:
            headers["Origin"] = choose(("http://pwn.example", "null", "http://127.0.0.1:1"))
        if self.random.random() < 0.6:
            tokens = (*self.tokens.values(), "s_forged", "' OR 1=1 --")
            headers["Authorization"] = f"Bearer {choose(tokens)}"
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"GET /api/v1/live?{choose(QUERIES)} HTTP/1.1\r\n{lines}\r\n".encode()

    def _frame(self) -> bytes:
        """Return a frame: a text, or one that no client may send."""
        kind = self.random.choice((0x81, 0x81, 0x81, 0x82, 0x01, 0x80, 0x83, 0x88, 0x89, 0xF1))
        payload = self.random.choice(WORDS).encode()
        if self.random.random() < 0.1:
            payload = os.urandom(50)
        masked = 0 if self.random.random() < 0.1 else 0x80
        if self.random.random() < 0.1:
            return bytes((kind, masked | 127)) + (2**62).to_bytes(8, "big") + b"\0\0\0\0x"
        size = (
            bytes((masked | len(payload),))
            if len(payload) < 126
            else bytes((masked | 126,)) + len(payload).to_bytes(2, "big")
        )
        frame = bytes((kind,)) + size + (b"\0\0\0\0" if masked else b"") + payload
        return frame * 2 if self.random.random() < 0.2 else frame

    def _end(self, line: socket.socket) -> str:
        """Close half, or wait for an answer, or go."""
        way = self.random.randrange(3)
        with suppress(OSError):
            if way == 0:
                line.shutdown(socket.SHUT_WR)
            if way < 2:
                line.settimeout(0.3)
                return _first(line)
        return ""


def choice_of(usual: str, odd: str, random: Random) -> str:
    """Return what is usual, nearly always."""
    return odd if random.random() < 0.05 else usual


def _first(line: socket.socket) -> str:
    with suppress(OSError):
        return line.recv(4_096).partition(b"\r\n")[0].decode("latin-1")
    return ""


def shown(text: str) -> dict[str, str]:
    """Return the elements of a message to a page."""
    data = json.loads(text)
    elements = data.get("snapshot") or data.get("changes") or {}
    return {name: str(html) for name, html in elements.items()}
