"""The tables of a database: the journal of all streams, and what is derived from it.

Amounts are whole numbers; no balance is kept, and no row is written by several at once. A row of
the journal is a line of the record: ``version`` is its sequence, ``command`` its id, ``body`` the
line itself.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text, UniqueConstraint

METADATA = MetaData()
_NUMBER = BigInteger().with_variant(Integer, "sqlite")

JOURNAL = Table(
    "journal",
    METADATA,
    Column("position", _NUMBER, primary_key=True, autoincrement=True),
    Column("stream", String, nullable=False),
    Column("version", _NUMBER, nullable=False),
    Column("command", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("device", String),
    Column("at", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String, nullable=False),
    UniqueConstraint("stream", "version"),
    UniqueConstraint("stream", "command"),
    sqlite_autoincrement=True,
)
"""Every line of every stream, in the order in which it was written; refusals too."""

TRANSFER = Table(
    "transfer",
    METADATA,
    Column("stream", String, primary_key=True),
    Column("version", _NUMBER, primary_key=True, autoincrement=False),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("debit", String, nullable=False),
    Column("credit", String, nullable=False),
    Column("micros", BigInteger, nullable=False),
    Column("code", String, nullable=False),
)
"""Every movement of every line, by its number in the line: the ledger, double entry."""

PIECE = Table(
    "piece",
    METADATA,
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", String, primary_key=True),
    Column("piece", _NUMBER, primary_key=True, autoincrement=False),
    Column("first_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The whole pieces of each stream, by the latest time of their lines, in milliseconds."""

MENTION = Table(
    "mention",
    METADATA,
    Column("word", _NUMBER, primary_key=True, autoincrement=False),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", String, primary_key=True),
    Column("piece", _NUMBER, primary_key=True, autoincrement=False),
    Column("bits", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Which lines of each piece have a word, a bit for each; words are kept as numbers."""

AMOUNT = Table(
    "amount",
    METADATA,
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", String, primary_key=True),
    Column("piece", _NUMBER, primary_key=True, autoincrement=False),
    Column("cents", BigInteger, primary_key=True, autoincrement=False),
    Column("bits", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Which lines of each piece name an amount, whatever its sign."""

CHECKPOINT = Table(
    "checkpoint",
    METADATA,
    Column("number", _NUMBER, primary_key=True, autoincrement=False),
    Column("at", String, nullable=False),
    Column("heads", Text, nullable=False),
    Column("root", String, nullable=False),
    Column("previous", String, nullable=False),
    Column("hash", String, nullable=False),
)
"""The heads of all streams at a moment, under one root, each chained to the one before."""

SNAPSHOT = Table(
    "snapshot",
    METADATA,
    Column("stream", String, primary_key=True),
    Column("version", _NUMBER, primary_key=True, autoincrement=False),
    Column("head", String, nullable=False),
    Column("code", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String, nullable=False),
)
"""A cache: the state of a stream at some versions. Whatever does not fit is folded again."""

ODOMETER = Table(
    "odometer",
    METADATA,
    Column("stream", String, primary_key=True),
    Column("jackpot", String, primary_key=True),
    Column("units", _NUMBER, nullable=False),
)
"""What each table has registered for each jackpot; written by the table's owner alone."""

CHANCE = Table(
    "chance",
    METADATA,
    Column("stream", String, primary_key=True),
    Column("what", String, primary_key=True),
    Column("commitment", String, primary_key=True),
    Column("sealed", String, nullable=False),
)
"""The seeds of shoes and throws that are not over, each sealed; in no backup."""

SERVER = Table(
    "server",
    METADATA,
    Column("id", String, primary_key=True),
    Column("address", String, nullable=False),
    Column("backend", Integer, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
)
"""The servers that run a house together on PostgreSQL, and when each was last seen."""
