"""The clock of the house: UTC, to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """Return the time as the record has it, such as ``2026-11-16T21:32:05.120Z``."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"
