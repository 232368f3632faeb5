"""The index of the journal: words and amounts that lines are found by; snapshots are kept."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import context, op

revision = "0006"
down_revision = "0005"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the index and fill it from the lines; let a stream have several snapshots."""
    for name, keys, more in (
        ("piece", ("at", "stream", "piece"), "first_at"),
        ("mention", ("word", "at", "stream", "piece"), "bits"),
        ("amount", ("at", "stream", "piece", "cents"), "bits"),
    ):
        columns = [_key(key) for key in keys]
        kept = sa.Column(more, sa.BigInteger, nullable=False)
        op.create_table(name, *columns, kept, sqlite_with_rowid=False)
    _several_snapshots()
    from pitboss.house.journal.indexing import fill

    fill(op.get_bind(), context.config.attributes.get("progress"))


def _key(name: str) -> sa.Column[Any]:
    """Return a column of a primary key."""
    if name == "stream":
        return sa.Column(name, sa.String, primary_key=True)
    kind = _NUMBER if name in ("word", "piece") else sa.BigInteger()
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _several_snapshots() -> None:
    """Make the table of snapshots anew, with those there are."""
    columns = ("stream", "version", "head", "code", "body", "hash")
    query = sa.text(f"SELECT {', '.join(columns)} FROM snapshot")
    kept = [dict(row) for row in op.get_bind().execute(query).mappings()]
    op.drop_table("snapshot")
    snapshot = op.create_table(
        "snapshot",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("version", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("head", sa.String, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
    )
    if kept:
        op.bulk_insert(snapshot, kept)
