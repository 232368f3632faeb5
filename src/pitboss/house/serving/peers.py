"""What servers of one house say to each other: commands passed on, and what came of them.

A message is signed under a key that the servers of a house share, for one server, at one time and
once. Who asks was looked at where the person is; the owner of a table trusts its peers with that,
and nobody else.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Mapping
from hmac import compare_digest, digest
from secrets import token_hex
from typing import Any, NamedTuple

from pitboss.house.chance.keys import Keys
from pitboss.house.writer import Reply
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.codec import command_data, command_of, fact_data, fact_of, under
from pitboss.table.record.journal import refusal_data, refusal_of
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command, Fact
from pitboss.table.times import UTC

PATH = "/internal/commands"
TO, TIME, NONCE, SIGNATURE = "x-pitboss-to", "x-pitboss-time", "x-pitboss-nonce", "x-pitboss-hmac"
FRESH_MS = 30_000
"""How old a message may be, or ahead of the clock here; for so long each is known again."""
LONGEST_NONCE = 64
MOST_BYTES = 1_000_000
"""A longer message is none of ours; the longest is the setup of a table."""


def sign(keys: Keys, to: str, body: bytes) -> dict[str, str]:
    """Return the headers that let one server believe a message, once and for a short time."""
    at, nonce = str(_now_ms()), token_hex(16)
    return {TO: to, TIME: at, NONCE: nonce, SIGNATURE: _mac(keys, "ask", to, at, nonce, body)}


def answer_mac(keys: Keys, nonce: str, body: bytes) -> str:
    """Return the signature of an answer: to that one message."""
    return _mac(keys, "answer", "", "", nonce, body)


def _mac(keys: Keys, what: str, to: str, at: str, nonce: str, body: bytes) -> str:
    words = "\n".join((what, to, at, nonce, "")).encode()
    return digest(keys.peers, words + body, "sha256").hex()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


class Door:
    """Lets messages of peers in: signed, for this server, fresh, and each once."""

    def __init__(self, keys: Keys, own: str) -> None:
        self.keys, self.own = keys, own
        self._seen: OrderedDict[str, int] = OrderedDict()
        """When each nonce came that may still be replayed."""

    def verified(self, headers: Mapping[str, str], body: bytes) -> Refusal | None:
        """Refuse a message that no peer has sent here just now."""
        to, at, nonce, mac = (headers.get(name, "") for name in (TO, TIME, NONCE, SIGNATURE))
        now, plain = _now_ms(), "".join((to, at, nonce, mac)).isascii()
        if not plain or not at.isdigit() or len(at) > 15 or not 16 <= len(nonce) <= LONGEST_NONCE:
            return _no_peer("it is not signed")
        if not compare_digest(mac, _mac(self.keys, "ask", to, at, nonce, body)):
            return _no_peer("its signature is another")
        if to != self.own:
            return _no_peer("it is for another server")
        if abs(now - int(at)) > FRESH_MS:
            return _no_peer("it is too old, or a clock is wrong")
        while self._seen and next(iter(self._seen.values())) < now - 2 * FRESH_MS:
            self._seen.popitem(last=False)
        if nonce in self._seen:
            return _no_peer("it was sent before")
        self._seen[nonce] = now
        return None


def _no_peer(why: str) -> Refusal:
    return Refusal("not-a-peer", f"this is for servers of the house: {why}", "use /api/v1")


# --- what is said ---


class Passed(NamedTuple):
    """A request to a stream, on its way to the server that runs it."""

    stream: str
    request: Request


def passed_bytes(stream: str, request: Request) -> bytes:
    """Return a request as it is sent."""
    data = {
        "stream": stream,
        "id": request.id,
        "command": command_data(request.command),
        "actor": request.actor,
        "device": request.device,
        "offset": request.offset,
    }
    return json.dumps(data, separators=(",", ":")).encode()


def read_passed(body: bytes, rulebook: Rulebook | None) -> Passed | Refusal:
    """Read a request that was sent, its setups by the rulebook at hand; refuse what is none."""
    try:
        data = json.loads(body)
        stream, id, actor = (_text(data[name]) for name in ("stream", "id", "actor"))
        device = None if data["device"] is None else _text(data["device"])
        offset = _text(data.get("offset", UTC))
        command: Command = under(rulebook, command_of(data["command"]))
    except Unreadable as error:
        return error.refusal
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = "the message of a peer cannot be read"
        return Refusal("unreadable-request", message, "run one version of pitboss on all servers")
    return Passed(stream, Request(id, command, actor, device, offset=offset))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def reply_bytes(reply: Reply, version: int) -> bytes:
    """Return what came of a request, as it is sent."""
    data: dict[str, Any] = {"version": version, "facts": [], "refusal": None}
    if isinstance(reply.answer, Refusal):
        data["refusal"] = refusal_data(reply.answer)
    else:
        data["facts"] = [fact_data(fact) for fact in reply.answer]
    return json.dumps(data, separators=(",", ":")).encode()


def read_reply(body: bytes, rulebook: Rulebook | None) -> Reply | None:
    """Read what came of a request; None if that cannot be read."""
    try:
        data = json.loads(body)
        version, refusal = int(data["version"]), refusal_of(data["refusal"])
        facts: tuple[Fact, ...] = tuple(under(rulebook, fact_of(fact)) for fact in data["facts"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return Reply(facts if refusal is None else refusal, (), version=version)
