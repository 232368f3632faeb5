"""A server's part of a house that several run on one PostgreSQL: what it runs, and what it passes.

Every table, and the house's own stream, has one owner by lease. A command for what is owned
elsewhere is passed on; where the owner was lost meanwhile it is given again, with the same id, to
whoever takes over, so that it is applied once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from hmac import compare_digest
from secrets import token_hex
from typing import NamedTuple

import httpx
from sqlalchemy.engine import Connection

from pitboss.house.chance.keys import Keys
from pitboss.house.database import Database
from pitboss.house.loading import load_floor, refuse_sharing
from pitboss.house.serving.board import Committed, plain
from pitboss.house.serving.copies import Copies
from pitboss.house.serving.membership import (
    BEAT_SECONDS,
    NO_SERVERS,
    Server,
    Servers,
    beat,
    end_stalled,
    leave,
    look,
    owner_of,
    share_of,
)
from pitboss.house.serving.notices import Connected, Listener, Teller
from pitboss.house.serving.peers import (
    NONCE,
    PATH,
    SIGNATURE,
    Door,
    answer_mac,
    passed_bytes,
    read_passed,
    read_reply,
    reply_bytes,
    sign,
)
from pitboss.house.serving.service import Service
from pitboss.house.writer import House, Reply
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.hits import PayHit
from pitboss.jackpot.link import Link
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.recorder import Request
from pitboss.table.state import Table
from pitboss.table.steps import Command

LOOKS_SECONDS = BEAT_SECONDS / 2
PATIENCE_SECONDS, AGAIN_SECONDS = 5.0, 0.05
"""How long a command waits for an owner, and how soon it is given again."""
PASSING_SECONDS = 1.5
"""How long a peer may take to answer."""
SHOWN_SECONDS = 1.0
"""How long an answer waits until what it tells of is shown here too."""
MOVED = frozenset(("table-elsewhere", "owner-lost", "database-lost", "second-writer"))
"""Refusals that nothing was recorded for, and that another owner need not give."""
_log = logging.getLogger("pitboss.house")


class Sent(NamedTuple):
    """What a peer has answered."""

    headers: dict[str, str]
    body: bytes


Send = Callable[[str, dict[str, str], bytes], Awaitable[Sent | None]]
"""Posts a body with headers to a URL; None if no answer comes."""


class Post:
    """Posts messages to peers, over connections that are kept."""

    def __init__(self) -> None:
        self._client: httpx.AsyncClient | None = None

    async def __call__(self, url: str, headers: dict[str, str], body: bytes) -> Sent | None:
        """Return what a peer answers, if it does."""
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=PASSING_SECONDS, trust_env=False)
        try:
            answer = await self._client.post(url, headers=headers, content=body)
        except httpx.HTTPError:
            return None
        return Sent(dict(answer.headers), answer.content)

    async def close(self) -> None:
        """Let the connections go."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()


class Sharing(Connected):
    """Keeps this server among the others, and takes and drops streams as they come and go."""

    def __init__(self, database: Database, keys: Keys, house: House, run: FloorRun) -> None:
        super().__init__("membership", database)
        self.id, self.address = token_hex(8), ""
        self.keys, self.house, self.run_at_start = keys, house, run
        self.copies = Copies(run)
        self.door = Door(keys, self.id)
        self.servers: Servers = NO_SERVERS
        self._post = Post()
        self.send: Send = self._post
        self.teller = Teller(database)
        self.listener = Listener(database, house.rulebook, self.copies, self._heard)
        self._service: Service | None = None
        self._moving = False
        """Whether the writer has yet to take or drop what it was asked to."""

    @property
    def shares(self) -> list[str]:
        """What has one owner each: the house, and every table of its floor."""
        return [name for name in self.copies.streams if not name.startswith("link/")]

    # --- beginning and ending ---

    def begin(self, service: Service, address: str) -> None:
        """Take part, once the writer writes; others reach this server at an address."""
        self._service, self.address = service, address
        for thread in (self.teller, self.listener, self):
            thread.start()

    @property
    def service(self) -> Service:
        """Which it is part of."""
        assert self._service is not None, "a service that was begun"
        return self._service

    def end(self) -> None:
        """Tell the others that this server goes; what it ran is free when its writer is closed."""
        for thread in (self, self.listener, self.teller):
            thread.stop()
        try:
            with self.database.engine.begin() as connection:
                leave(connection, self.id)
        except Exception as error:
            _log.warning("a server leaves without a word: %s", error)
        self.database.close()

    async def hang_up(self) -> None:
        """Let the connections to peers go."""
        await self._post.close()

    # --- in its own thread ---

    def work(self, connection: Connection) -> None:
        """Be seen, look who else is, and have the writer take and drop what follows from it.

        A server that can no longer write is not seen, and is taken over.
        """
        connection.exec_driver_sql("SET synchronous_commit = off")
        beats = True
        while not self.stopping.is_set():
            if beats and self.service.writer.is_alive():
                beat(connection, self.id, self.address, self.house.backend)
                end_stalled(connection)
            beats = not beats
            shares = self.shares
            self.servers = look(connection, shares)
            self._move(shares)
            self.stopping.wait(LOOKS_SECONDS)

    def _move(self, shares: list[str]) -> None:
        """Have the writer take what should be run here, and drop what should not."""
        owned = self.house.owned or frozenset()
        wanted = share_of(self.id, shares, self.servers.alive)
        held = {stream for stream, id in self.servers.holders.items() if id == self.id}
        if not self._moving and (wanted != owned or owned - held):
            self._moving = True
            self.service.writer.do(lambda: self._moved(wanted, lost=bool(owned - held)))

    # --- in the writer's thread ---

    def _moved(self, wanted: frozenset[str], *, lost: bool) -> None:
        house = self.house
        try:
            if lost:  # the server of PostgreSQL has ended the connection, or never knew of it
                house.hear()
            house.load()
            surplus = (house.owned or frozenset()) - wanted
            if surplus:
                house.drop(surplus)
            house.take({stream: self._known(stream) for stream in wanted})
            self.service.show(self.copies.take(plain(house.load(), house.owned or ())))
        except Unreadable as error:
            _log.warning("%s", error)
        except Exception:
            _log.exception("streams were not taken")
        finally:
            self._moving = False
            self.service.flush()
        _log.info("%s runs %d streams", self.id, len(house.owned or ()))

    def _known(self, stream: str) -> tuple[int, Table]:
        known = self.copies.streams.get(stream)
        if known is None or not isinstance(known.state, Table):
            return 0, Table()
        return known.version, known.state

    def wrote(self, run: FloorRun, versions: Mapping[str, int]) -> dict[str, Committed]:
        """Tell others of a commit; return what is to be shown of it here."""
        self.teller.tell(versions)
        return self.copies.take(plain(run, versions))

    def _hear(self) -> None:
        self.house.hear()
        self.service.flush()

    # --- in the listener's thread ---

    def _heard(self, read: Mapping[str, Committed]) -> None:
        """Show what others wrote, and have the tables here told of their jackpots."""
        self.service.show(self.copies.take(read))
        if any(stream.startswith("link/") for stream in read):
            self.service.writer.do(self._hear)

    # --- asking, on the event loop ---

    async def ask(self, stream: str, request: Request) -> Reply:
        """Have a request answered by whoever runs its stream."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_SECONDS
        while True:
            owner = self._owner(self._needs(stream, request.command))
            if owner is None:
                reply = await self._answered(stream, request)
            else:
                reply = await self._passed(owner, stream, request)
            if not _moved_on(reply) or loop.time() >= until:
                break
            await asyncio.sleep(AGAIN_SECONDS)
        await self._shown(stream, reply.version)
        return reply

    def _needs(self, stream: str, command: Command) -> str:
        """Return the stream whose owner must be asked; nothing if any server may answer.

        Nobody has a jackpot alone; but whoever pays a hit must know the tray of its table.
        """
        if not stream.startswith("link/"):
            return stream if stream in self.copies.streams else ""
        known = self.copies.streams.get(stream)
        if known is not None and isinstance(known.state, Link) and isinstance(command, PayHit):
            for hit in known.state.hits:
                if hit.open and command.order in (0, hit.order):
                    return f"table/{hit.table}"
        return ""

    def _owner(self, stream: str) -> Server | None:
        """Return the peer that runs a stream, or soon will; None if none does."""
        if not stream or self.house.owns(stream):
            return None
        servers = self.servers
        id = servers.holders.get(stream) or owner_of(stream, servers.alive)
        return None if id == self.id else servers.known.get(id)

    async def _answered(self, stream: str, request: Request) -> Reply:
        """Have a request answered here, if what it needs is run here."""
        needs = self._needs(stream, request.command)
        if needs and not self.house.owns(needs):
            message = f"{needs.replace('/', ' ')} runs in another house"
            return Reply(Refusal("table-elsewhere", message, "ask the house that runs it"), ())
        return await self.service.ask_here(stream, request)

    async def _passed(self, owner: Server, stream: str, request: Request) -> Reply:
        body = passed_bytes(stream, request)
        headers = sign(self.keys, owner.id, body)
        sent = await self.send(f"{owner.address}{PATH}", headers, body)
        if sent is not None:
            mac = answer_mac(self.keys, headers[NONCE], sent.body)
            reply = read_reply(sent.body, self.house.rulebook)
            if reply is not None and compare_digest(sent.headers.get(SIGNATURE, ""), mac):
                return reply
        message = f"the server that runs {stream.replace('/', ' ')} does not answer"
        return Reply(Refusal("owner-lost", message, "give it again, with the same id"), ())

    async def _shown(self, stream: str, version: int) -> None:
        """Wait until a version is shown here, so that whoever asked sees what came of it."""
        loop = asyncio.get_running_loop()
        until = loop.time() + SHOWN_SECONDS
        while version and version > self.copies.version(stream) and loop.time() < until:
            await asyncio.sleep(AGAIN_SECONDS / 10)

    # --- answering peers, on the event loop ---

    async def answer(self, headers: Mapping[str, str], body: bytes) -> Sent | Refusal:
        """Answer a message of a peer; refuse one that no peer has sent."""
        refused = self.door.verified(headers, body)
        if refused is not None:
            return refused
        passed = read_passed(body, self.house.rulebook)
        if isinstance(passed, Refusal):
            reply, version = Reply(passed, ()), 0
        else:
            reply = await self._answered(*passed)
            version = self.service.version(passed.stream, reply)
        answer = reply_bytes(reply, version)
        return Sent({SIGNATURE: answer_mac(self.keys, headers[NONCE], answer)}, answer)


def _moved_on(reply: Reply) -> bool:
    return isinstance(reply.answer, Refusal) and reply.answer.code in MOVED


def shared_house(database: Database, keys: Keys, rulebook: Rulebook | None = None) -> Sharing:
    """Open a house of PostgreSQL to be run together with other servers.

    Refuses one whose hits are shared by all linked tables: these need one owner.
    """
    with database.reading() as connection:
        run = load_floor(connection, rulebook)
    refuse_sharing(run)
    house = House(database, rulebook, tables=(), moves=True)
    return Sharing(Database(database.text), keys, house, run)
