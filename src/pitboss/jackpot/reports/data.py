"""Rows of reports as data."""

from __future__ import annotations

from fractions import Fraction

from pitboss.jackpot.reports import Row


def row_data(row: Row) -> dict[str, object]:
    """Return a row as JSON holds it; who gets what is a mapping, a share an exact fraction."""
    return {key: _json(value) for key, value in row._asdict().items()}


def _json(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    return dict(value) if isinstance(value, tuple) else value
