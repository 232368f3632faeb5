"""Analyses as records for machines: strings for exact integers and fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.odds.analysis import Analysis
from pitboss.rulebook import Wager
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On, PayTable

Record = dict[str, object]


def tables_of(
    wager: Wager, *, table: str | None, on: On, reading: str, all_readings: bool, suits: str | None
) -> Iterator[PayTable]:
    """Open the pay tables of a wager that a listing asks for.

    A wager on a hand is listed for both; one by seat for its first seat, unless another is named.
    """
    for id in (table,) if table else wager.tables:
        places = wager.places(id)
        for place in (on,) if on is not None else places[:1] if wager.by_seat else places:
            for name in wager.readings(id) if all_readings else (reading,):
                yield wager.open(id, on=place, reading=name, suits=suits)


def exact(value: Fraction | None) -> str | None:
    """Return a fraction as ``n/d`` in lowest terms."""
    return None if value is None else f"{value.numerator}/{value.denominator}"


def record(sheet: Analysis) -> Record:
    """Return one analysis as a record."""
    table = sheet.table
    found: Record = {
        "game": table.wager.game,
        "wager": table.wager.id,
        "on": table.on,
        "table": table.id,
        "reading": table.reading,
        "default": table.reading == DEFAULT,
        "decks": sheet.decks,
        "total": None if sheet.total is None else str(sheet.total),
        "rows": [
            {
                "event": str(one.row.sentence),
                "label": one.row.label,
                "pays": str(one.row.cell),
                "count": None if one.count is None else str(one.count),
                "probability": float(one.probability),
                **({"probability_exact": exact(one.probability)} if one.count is None else {}),
            }
            for one in sheet.rows
        ],
        "hit_frequency": float(sheet.hit_frequency),
        "push_probability": float(sheet.push_probability),
        "house_edge": exact(sheet.edge),
        "house_edge_percent": None if sheet.edge is None else float(sheet.edge * 100),
        "edge_per_resolved_percent": (
            None if sheet.edge_per_resolved is None else float(sheet.edge_per_resolved * 100)
        ),
        "standard_deviation": sheet.standard_deviation,
        "skew": sheet.skew,
    }
    if sheet.progressive is not None:
        found["progressive"] = _progressive(sheet)
    if sheet.break_even_pay is not None:
        found["break_even_pay"] = exact(sheet.break_even_pay)
    found["flags"] = list(sheet.flags)
    found["cite"] = table.cite
    return found


def _progressive(sheet: Analysis) -> Record:
    one = sheet.progressive
    assert one is not None
    break_even = one.break_even_cents
    return {
        "fixed_return": exact(one.fixed_return),
        "jackpot_probability": exact(one.jackpot_probability),
        "break_even_meter": None if break_even is None else float(round(break_even) / 100),
        "long_term_edge": exact(one.long_term_edge),
        "unit_cents": one.unit.cents,
        "currency": one.unit.currency,
        "players": sheet.meter.players,
        "average_rounds_between_hits": (
            None if one.average_rounds is None else float(one.average_rounds)
        ),
        "return_per_unit_of_meter": exact(one.return_per_unit_of_meter()),
        "dealer_envy": exact(one.dealer_envy),
        "player_envy": exact(one.player_envy),
        "assumptions": list(one.assumptions),
    }
