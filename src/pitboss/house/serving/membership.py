"""Which servers run a house together on PostgreSQL, and which of them should run what.

Each is entered in the database and seen there every half second, by the database's own clock. What
a server runs is decided by hashing alone, so all come to the same without asking each other; that
nobody runs what another one does is up to the leases, not to this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.owning import SPACE

BEAT_SECONDS = 0.5
MISSED_MS, ALIVE_MS, STALLED_MS, FORGOTTEN_MS = 1_000, 2_000, 5_000, 60_000
"""How long ago a server was seen: it runs no more, sooner if its connection is gone; what it holds
is taken; it is left out."""


class Server(NamedTuple):
    """A server as the database knows it."""

    id: str
    address: str
    """Where other servers reach it."""
    age_ms: int
    """Since it was last seen."""
    connected: bool = True
    """Whether the connection is there that it wrote on."""

    @property
    def alive(self) -> bool:
        """Whether it should run anything: a killed process has lost its connection at once."""
        return self.age_ms <= (ALIVE_MS if self.connected else MISSED_MS)


class Servers(NamedTuple):
    """All servers of a house, and which of them has which lease."""

    known: dict[str, Server]
    holders: dict[str, str]
    """The server that runs each stream now, by stream; nothing for one that nobody runs."""

    @property
    def alive(self) -> list[str]:
        """The ids of those that should run something."""
        return sorted(server.id for server in self.known.values() if server.alive)


NO_SERVERS = Servers({}, {})


def owner_of(stream: str, servers: Collection[str]) -> str:
    """Return which of some servers should run a stream: nobody, if there is none.

    When one leaves, only what it had moves; when one comes, it gets its share of every other's.

    >>> owner_of("table/1", ["b", "a"]) == owner_of("table/1", ["a", "b"])
    True
    """
    return max(servers, key=lambda id: (_weight(stream, id), id), default="")


def share_of(server: str, streams: Iterable[str], servers: Collection[str]) -> frozenset[str]:
    """Return the streams that a server should run."""
    return frozenset(stream for stream in streams if owner_of(stream, servers) == server)


def _weight(stream: str, server: str) -> bytes:
    return sha256(f"{stream}\n{server}".encode()).digest()


# --- in the database ---

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_BEAT = sa.text(
    "INSERT INTO server (id, address, backend, seen_ms) "
    f"VALUES (:id, :address, :backend, {_NOW}) ON CONFLICT (id) DO UPDATE SET "
    "address = excluded.address, backend = excluded.backend, seen_ms = excluded.seen_ms"
)
_KNOWN = sa.text(
    f"SELECT id, address, {_NOW} - seen_ms, "
    "EXISTS (SELECT FROM pg_stat_activity WHERE pid = backend) FROM server"
)
_LEASES = (
    "pg_locks held JOIN server ON server.backend = held.pid WHERE held.locktype = 'advisory' "
    f"AND held.classid = {SPACE} AND held.objsubid = 2 AND held.granted AND held.database = "
    "(SELECT oid FROM pg_database WHERE datname = current_database())"
)
_HOLDERS = sa.text(
    "SELECT streams.name, leases.id FROM unnest(CAST(:streams AS text[])) AS streams(name) "
    f"JOIN (SELECT held.objid, server.id, server.seen_ms FROM {_LEASES}) AS leases "
    "ON leases.objid::bigint = hashtext(streams.name)::bigint & 4294967295 "
    "ORDER BY leases.seen_ms"
)
_END_STALLED = sa.text(
    "SELECT pg_terminate_backend(stalled.pid) FROM (SELECT held.pid, max(server.seen_ms) AS seen "
    f"FROM {_LEASES} GROUP BY held.pid) AS stalled WHERE stalled.seen < {_NOW} - {STALLED_MS}"
)
_FORGET = sa.text(f"DELETE FROM server WHERE seen_ms < {_NOW} - {FORGOTTEN_MS}")
_LEAVE = sa.text("DELETE FROM server WHERE id = :id")


def beat(connection: Connection, id: str, address: str, backend: int) -> None:
    """Enter a server as seen now, with the connection that it writes on."""
    connection.execute(_BEAT, {"id": id, "address": address, "backend": backend})
    connection.execute(_FORGET)


def leave(connection: Connection, id: str) -> None:
    """Take a server out that ends: what it ran is free."""
    connection.execute(_LEAVE, {"id": id})


def look(connection: Connection, streams: Collection[str]) -> Servers:
    """Return all servers, and which of them runs which of some streams."""
    known = [Server(*row) for row in connection.execute(_KNOWN)]
    holders = connection.execute(_HOLDERS, {"streams": list(streams)})
    return Servers({server.id: server for server in known}, {row[0]: row[1] for row in holders})


def end_stalled(connection: Connection) -> int:
    """End the connections of servers that hold leases and were not seen; return how many.

    A stopped process keeps its connection, and with it its leases, as long as it likes. The number
    of a connection may be used again: whoever was seen with it last has it.
    """
    return len(connection.execute(_END_STALLED).all())
