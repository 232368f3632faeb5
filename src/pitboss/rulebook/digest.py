"""A digest of rules: the same for the same rules, whatever their files look like.

It covers what a table uses as it is read: pay rows with their sentences spelled out, pays, readings
as chosen, the provisions that bind a wager or the game. Names, notes and summaries are prose, and
what a table does not offer is none of its business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256

from pitboss.rulebook.pays import Amount, Cell
from pitboss.rulebook.provisions import Jurisdiction
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On, PayTable
from pitboss.rulebook.wagers import Game, Wager

Data = Mapping[str, object]
_PROSE = frozenset({"name", "note", "summary", "notice"})


def digest(setup: Data, games: Data) -> str:
    """Return the SHA-256 of a table's setup and of the rules it uses, as 64 hex digits.

    Both are taken as canonical JSON: keys sorted, no blanks.

    >>> digest({"b": 1, "a": Fraction(1, 20)}, {}) == digest({"a": Fraction(1, 20), "b": 1}, {})
    True
    """
    text = json.dumps(
        plain({"setup": setup, "games": games}), sort_keys=True, separators=(",", ":")
    )
    return sha256(text.encode()).hexdigest()


def game_data(
    game: Game,
    spots: Mapping[tuple[str, On], PayTable],
    *,
    standard: Game,
    place: Jurisdiction | None = None,
) -> dict[str, object]:
    """Return what a table uses of its games: the spots that it offers, and what binds it.

    ``standard`` is the game whose cards a variation without words of its own is dealt by.
    """
    names = {name for name, _ in spots}
    dealt = (game, standard) if game.kind == standard.kind else (game,)
    return {
        "game": game.id,
        "kind": game.kind,
        "cite": game.cite,
        "discretion": game.discretion,
        "decks": next((one.decks for one in dealt if one.decks), None),
        "cutting": next((one.cutting for one in dealt if one.cutting), None),
        "reporting": next((one.reporting for one in dealt if one.reporting), None),
        "jurisdiction": place,
        "one_table": [
            (offered, group.cite)
            for group in game.one_table
            if (offered := [name for name in group.wagers if name in names])
        ],
        "spots": {spot_text(*spot): table_data(table) for spot, table in spots.items()},
    }


def table_data(table: PayTable) -> dict[str, object]:
    """Return a pay table as it is open: under its reading, for its hand and its suits."""
    return {
        **_wager_data(table.wager, table.id),
        "table": table.id,
        "cite": table.cite,
        "on": table.on,
        "reading": table.reading,
        "ends": table.ends,
        "unit": table.unit,
        "suits": table.suits,
        "vigorish": table.vigorish,
        "rows": [
            {"label": row.label, "event": row.sentence.spelled_out, "cell": _cell(row.cell)}
            for row in table.rows
        ],
    }


def _cell(cell: Cell) -> dict[str, object]:
    """Return a pay as quoted; a fixed amount with what it includes."""
    pay = cell.pay
    basis = pay.basis if isinstance(pay, Amount) else None
    return {**cell._asdict(), "pay": str(pay), "basis": basis}


def _wager_data(wager: Wager, table: str) -> dict[str, object]:
    return {
        "wager": wager.path,
        "role": wager.role,
        "pays_at_end": wager.pays_at_end,
        "discretion": wager.discretion,
        "written_approval": wager.written_approval.get(table),
        "minimum": wager.minimum,
        "rates": wager.rates.get(table),
        "jackpot": wager.jackpot,
        "below_minimum": wager.below_minimum.get(table),
        "readings": [(one.id, one.default) for one in wager.ambiguities if one.reaches(table)],
    }


def plain(value: object) -> object:
    """Return a value as JSON holds it: records by their fields but for prose, shares as texts."""
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "_asdict"):
        fields = value._asdict()
        return {name: plain(part) for name, part in fields.items() if name not in _PROSE}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value
