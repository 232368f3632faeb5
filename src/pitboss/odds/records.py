"""Analyses as records for machines: strings for exact integers and fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.odds.analysis import Analysis, RowOdds
from pitboss.rulebook import Wager
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On, PayTable

Record = dict[str, object]


def tables_of(
    wager: Wager,
    *,
    table: str | None = None,
    on: On = None,
    reading: str = DEFAULT,
    all_readings: bool = False,
    suits: str | None = None,
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


def record(sheet: Analysis, *, details: bool = False) -> Record:
    """Return one analysis as a record; ``details`` adds what only a closer look needs."""
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
        "rows": [_row(one) for one in sheet.rows],
        "hit_frequency": float(sheet.hit_frequency),
        "push_probability": float(sheet.push_probability),
        "house_edge": exact(sheet.edge),
        "house_edge_percent": _percent(sheet.edge),
        "standard_deviation": sheet.standard_deviation,
    }
    one = sheet.progressive
    if one is not None:
        found["progressive"] = {
            "fixed_return": exact(one.fixed_return),
            "jackpot_probability": exact(one.jackpot_probability),
            "break_even_meter": _money(one.break_even_cents),
            "long_term_edge": exact(one.long_term_edge),
        }
    found["flags"] = list(sheet.flags)
    if low := table.wager.below_minimum.get(table.id):
        found["below_minimum"] = low
    found["cite"] = table.cite
    if details:
        found["details"] = _details(sheet)
    return found


def _row(one: RowOdds) -> Record:
    found: Record = {
        "event": str(one.row.sentence),
        "label": one.row.label,
        "pays": str(one.row.cell),
    }
    if one.count is not None:
        found["count"] = str(one.count)
    found["probability"] = float(one.probability)
    if one.count is None:
        found["probability_exact"] = exact(one.probability)
    return found


def _details(sheet: Analysis) -> Record:
    found: Record = {
        "edge_per_resolved_percent": _percent(sheet.edge_per_resolved),
        "skew": sheet.skew,
        "break_even_pay": exact(sheet.break_even_pay),
    }
    one = sheet.progressive
    if one is not None:
        rounds = one.average_rounds
        found |= {
            "unit_cents": one.unit.cents,
            "currency": one.unit.currency,
            "players": sheet.meter.players,
            "average_rounds_between_hits": None if rounds is None else float(rounds),
            "return_per_unit_of_meter": exact(one.return_per_unit_of_meter()),
            "dealer_envy": exact(one.dealer_envy),
            "player_envy": exact(one.player_envy),
            "assumptions": list(one.assumptions),
        }
    return found


def _percent(value: Fraction | None) -> float | None:
    return None if value is None else float(value * 100)


def _money(cents: Fraction | None) -> float | None:
    return None if cents is None else round(cents) / 100
