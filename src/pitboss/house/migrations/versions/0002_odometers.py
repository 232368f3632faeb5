"""Odometers of tables beside the journal."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the odometers, and fill them from what START GAME has put on record."""
    odometer = op.create_table(
        "odometer",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("jackpot", sa.String, primary_key=True),
        sa.Column("units", _NUMBER, nullable=False),
    )
    rows = op.get_bind().execute(
        sa.text(
            "SELECT stream, body FROM journal WHERE body LIKE '%\"ProgressivesTaken\"%' "
            "ORDER BY stream, version"
        )
    )
    units: dict[tuple[str, str], int] = {}
    for stream, body in rows:
        for fact in json.loads(body)["facts"]:
            for game in fact.get("registered", ()):
                units[stream, game["jackpot"]] = game["odometer"]
    if units:
        filled = [
            {"stream": stream, "jackpot": jackpot, "units": count}
            for (stream, jackpot), count in units.items()
        ]
        op.bulk_insert(odometer, filled)
