"""People and devices: PINs, sessions, pairings, the log of every access, and proposals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the tables, empty: nobody has a PIN yet."""
    op.create_table(
        "credential",
        sa.Column("badge", sa.String, primary_key=True),
        sa.Column("pin", sa.String, nullable=False),
        sa.Column("set_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempt",
        sa.Column("badge", sa.String, primary_key=True),
        sa.Column("place", sa.String, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("blocked_until", sa.BigInteger, nullable=False),
        sa.Column("known", sa.Integer, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("csrf_hash", sa.String, nullable=False),
        sa.Column("badge", sa.String, nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_index("session_ended", "session", ["ended"])
    op.create_table(
        "device",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("paired_at", sa.BigInteger, nullable=False),
        sa.Column("paired_by", sa.String, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
        sa.Column("revoked_by", sa.String),
    )
    op.create_table(
        "pairing",
        sa.Column("code_hash", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.String, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "one_time",
        sa.Column("code_hash", sa.String, primary_key=True),
        sa.Column("badge", sa.String, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "access",
        sa.Column("number", _NUMBER, primary_key=True, autoincrement=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("badge", sa.String, nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("outcome", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("access_badge", "access", ["badge", "number"])
    op.create_table(
        "proposal",
        sa.Column("number", _NUMBER, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("stream", sa.String, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("first", sa.String, nullable=False),
        sa.Column("second", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("decided_at", sa.BigInteger),
        sa.Column("decided_by", sa.String),
        sqlite_autoincrement=True,
    )
