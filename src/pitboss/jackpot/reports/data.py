"""Rows of reports as data."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from pitboss.jackpot.reports import Row
from pitboss.jackpot.reports.close import DayClose, TableClose


def row_data(row: Row) -> dict[str, object]:
    """Return a row as JSON holds it; who gets what is a mapping, a share an exact fraction."""
    return {key: _json(value) for key, value in row._asdict().items()}


def close_data(close: DayClose) -> dict[str, object]:
    """Return the close of a day or shift as JSON holds it; amounts in whole cents."""
    return {
        **close._asdict(),
        "tables": [_table_data(one) for one in close.tables],
        "matters": [one._asdict() for one in close.matters],
        "jackpots": [one._asdict() for one in close.jackpots],
    }


def _table_data(table: TableClose) -> dict[str, object]:
    return {
        **row_data(table.row),
        "game": table.game,
        "bets_win_cents": table.bets_win_cents,
        "other_cents": table.other_cents,
        "counts": [row_data(one) for one in table.counts],
        "recounts": [one._asdict() for one in table.recounts],
        "takings": [
            {
                "wager": wager,
                "bets": one.bets,
                "handle_cents": one.handle_cents,
                "win_cents": one.win_cents,
                "edge": None if one.edge is None else str(one.edge),
                "expected_cents": None if one.expected_cents is None else round(one.expected_cents),
                "z": _json(one.z),
                "luck": luck,
            }
            for (wager, one), luck in zip(table.takings, table.luck, strict=True)
        ],
    }


def _json(value: object) -> object:
    if isinstance(value, Fraction | Decimal):
        return str(value)
    return dict(value) if isinstance(value, tuple) else value
