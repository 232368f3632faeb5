"""Sealed seeds of virtual cards and dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the table, empty: nothing was committed to before."""
    op.create_table(
        "chance",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("what", sa.String, primary_key=True),
        sa.Column("commitment", sa.String, primary_key=True),
        sa.Column("sealed", sa.String, nullable=False),
    )
