"""The servers that run a house together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table, empty: every server that runs enters itself."""
    op.create_table(
        "server",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("backend", sa.Integer, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )
