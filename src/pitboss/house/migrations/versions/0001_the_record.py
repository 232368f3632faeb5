"""The record: journal, transfers, checkpoints and snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "journal",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=True),
        sa.Column("stream", sa.String, nullable=False),
        sa.Column("version", _NUMBER, nullable=False),
        sa.Column("command", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("device", sa.String),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.UniqueConstraint("stream", "version"),
        sa.UniqueConstraint("stream", "command"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "transfer",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("version", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("debit", sa.String, nullable=False),
        sa.Column("credit", sa.String, nullable=False),
        sa.Column("micros", sa.BigInteger, nullable=False),
        sa.Column("code", sa.String, nullable=False),
    )
    op.create_table(
        "checkpoint",
        sa.Column("number", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("heads", sa.Text, nullable=False),
        sa.Column("root", sa.String, nullable=False),
        sa.Column("previous", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
    )
    op.create_table(
        "snapshot",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("version", _NUMBER, nullable=False),
        sa.Column("head", sa.String, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
    )
