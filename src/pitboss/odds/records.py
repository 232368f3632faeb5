"""Analyses as records for machines: strings for exact integers and fractions.

A record is nested and goes to JSON. A line is flat and goes to CSV, XLSX and data frames: every
line has the same columns, and every rate is there twice, exactly as ``n/d`` and in percent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.odds.analysis import Analysis, RowOdds
from pitboss.refusals import unreadable
from pitboss.rulebook import Wager
from pitboss.rulebook.pays import Money, in_words
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On, PayTable

if TYPE_CHECKING:
    from pandas import DataFrame

Record = dict[str, object]
NO_ROW = "no row"
"""The label of what no row of a pay table pays: the bet loses."""


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


# --- lines ---


def line_of(sheet: Analysis) -> Record:
    """Return one analysis as a line."""
    progressive = sheet.progressive
    rounds = progressive.average_rounds if progressive else None
    return {
        **_place(sheet),
        "default": sheet.table.reading == DEFAULT,
        "total": None if sheet.total is None else str(sheet.total),
        **_rate("hit_frequency", sheet.hit_frequency),
        **_rate("push_probability", sheet.push_probability),
        **_rate("house_edge", sheet.edge),
        **_rate("edge_per_resolved", sheet.edge_per_resolved),
        "standard_deviation": sheet.standard_deviation,
        "skew": sheet.skew,
        "break_even_pay": exact(sheet.break_even_pay),
        **_rate("fixed_return", progressive and progressive.fixed_return),
        **_rate("jackpot_probability", progressive and progressive.jackpot_probability),
        "average_rounds_between_hits": None if rounds is None else float(rounds),
        "break_even_meter": _money(progressive.break_even_cents) if progressive else None,
        **_rate("return_per_unit_of_meter", progressive and progressive.return_per_unit_of_meter()),
        **_rate("long_term_edge", progressive and progressive.long_term_edge),
        **_rate("dealer_envy", progressive and progressive.dealer_envy),
        **_rate("player_envy", progressive and progressive.player_envy),
        "unit_cents": progressive.unit.cents if progressive else None,
        "currency": progressive.unit.currency if progressive else None,
        "players": sheet.meter.players if progressive else None,
        "flags": " ".join(sheet.flags),
        "cite": sheet.table.cite,
    }


def row_lines(sheet: Analysis) -> Iterator[Record]:
    """Yield a line for each row of a pay table, and last one for the bets that no row pays."""
    for at, hit in enumerate(sheet.rows, 1):
        cell = hit.row.cell
        yield {
            **_place(sheet),
            "row": at,
            "label": hit.row.label,
            "event": str(hit.row.sentence),
            "pays": in_words(cell.pay),
            "dealer_envy_cents": _cents(cell.dealer_envy),
            "player_envy_cents": _cents(cell.player_envy),
            **_chances(sheet, hit.count, hit.probability, hit.net),
        }
    yield {
        **_place(sheet),
        "row": len(sheet.rows) + 1,
        "label": NO_ROW,
        "event": "",
        "pays": "loss",
        "dealer_envy_cents": None,
        "player_envy_cents": None,
        **_chances(sheet, sheet.missed_count, sheet.missed, Fraction(-1)),
    }


def _place(sheet: Analysis) -> Record:
    table = sheet.table
    return {
        "game": table.wager.game,
        "wager": table.wager.id,
        "on": table.on,
        "table": table.id,
        "reading": table.reading,
        "decks": sheet.decks,
        "shoe": None if sheet.shoe is None else str(sheet.shoe),
    }


def _chances(
    sheet: Analysis, count: int | None, probability: Fraction, net: Fraction | None
) -> Record:
    return {
        "count": None if count is None else str(count),
        "total": None if sheet.total is None else str(sheet.total),
        **_rate("probability", probability),
        "net": exact(net),
        **_rate("return", None if net is None else probability * (1 + net)),
    }


def _rate(name: str, value: Fraction | None) -> Record:
    return {name: exact(value), f"{name}_percent": _percent(value)}


def _cents(money: Money | None) -> int | None:
    return None if money is None else money.cents


def to_frame(sheets: Iterable[Analysis], *, rows: bool = False) -> DataFrame:
    """Return analyses as a pandas data frame, one line each; with ``rows`` one for each pay row."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise unreadable(
            "no-pandas", "data frames need pandas, which is missing", "pip install pandas"
        ) from None
    lines = [line for sheet in sheets for line in (row_lines(sheet) if rows else [line_of(sheet)])]
    return DataFrame(lines)


def _percent(value: Fraction | None) -> float | None:
    return None if value is None else float(value * 100)


def _money(cents: Fraction | None) -> float | None:
    return None if cents is None else round(cents) / 100
