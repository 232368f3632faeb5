"""The tables of people and devices: what proves a badge, and who came when.

Nothing here is a secret that could be used: PINs are hashed under the pepper of the key file,
tokens and codes by SHA-256. Times are whole seconds since 1970, but for those that people read.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text

from pitboss.house.schema import METADATA

_NUMBER = BigInteger().with_variant(Integer, "sqlite")

CREDENTIAL = Table(
    "credential",
    METADATA,
    Column("badge", String, primary_key=True),
    Column("pin", String, nullable=False),
    Column("set_at", BigInteger, nullable=False),
)
"""The PIN of each badge that has one."""

ATTEMPT = Table(
    "attempt",
    METADATA,
    Column("badge", String, primary_key=True),
    Column("place", String, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("blocked_until", BigInteger, nullable=False),
    Column("known", Integer, nullable=False),
)
"""Failed PINs of a badge at a place, and under the place ``*`` at all that do not know it."""

SESSION = Table(
    "session",
    METADATA,
    Column("id", String, primary_key=True),
    Column("token_hash", String, nullable=False, unique=True),
    Column("csrf_hash", String, nullable=False),
    Column("badge", String, nullable=False),
    Column("device", String, nullable=False),
    Column("table_id", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Index("session_ended", "ended"),
)
"""Who is signed in, where, and until when."""

DEVICE = Table(
    "device",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("table_id", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("token_hash", String, nullable=False, unique=True),
    Column("paired_at", BigInteger, nullable=False),
    Column("paired_by", String, nullable=False),
    Column("revoked_at", BigInteger),
    Column("revoked_by", String),
)
"""Devices that were paired, each with its place."""

PAIRING = Table(
    "pairing",
    METADATA,
    Column("code_hash", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("table_id", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("made_by", String, nullable=False),
    Column("used_at", BigInteger),
)
"""The codes that devices are paired with, each for one place."""

ONE_TIME = Table(
    "one_time",
    METADATA,
    Column("code_hash", String, primary_key=True),
    Column("badge", String, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)
"""The codes that a first administrator sets a PIN with, and the badge that did."""

ACCESS = Table(
    "access",
    METADATA,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("at", String, nullable=False),
    Column("badge", String, nullable=False),
    Column("device", String, nullable=False),
    Column("address", String, nullable=False),
    Column("what", String, nullable=False),
    Column("outcome", String, nullable=False),
    Index("access_badge", "badge", "number"),
    sqlite_autoincrement=True,
)
"""Every access: by whom, from where, to what, and what came of it."""

PROPOSAL = Table(
    "proposal",
    METADATA,
    Column("number", _NUMBER, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("stream", String, nullable=False),
    Column("line", Text, nullable=False),
    Column("first", String, nullable=False),
    Column("second", String, nullable=False),
    Column("state", String, nullable=False),
    Column("decided_at", BigInteger),
    Column("decided_by", String),
    sqlite_autoincrement=True,
)
"""What one person asks for and another must approve."""
