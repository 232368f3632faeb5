"""Analyses as records for machines: strings for exact integers and fractions.

A record is nested and goes to JSON. A line is flat and goes to CSV, XLSX and data frames: every
line has the same columns, and every rate is there twice, exactly as ``n/d`` and in percent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.odds.analysis import Analysis, RowOdds
from pitboss.refusals import unreadable
from pitboss.rulebook import Wager
from pitboss.rulebook.pays import LOSS, Cell, in_words
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On, PayTable

if TYPE_CHECKING:
    from pandas import DataFrame

    from pitboss.odds.combination import Combination
    from pitboss.odds.design import Solution

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
    table, line = sheet.table, line_of(sheet)

    def told(names: str) -> Record:
        return {name: line[name] for name in names.split()}

    found: Record = {
        **told("game wager on table reading default decks total"),
        "rows": [_row(one) for one in sheet.rows],
        "hit_frequency": float(sheet.hit_frequency),
        "push_probability": float(sheet.push_probability),
        **told("house_edge house_edge_percent standard_deviation"),
    }
    if sheet.progressive is not None:
        names = "fixed_return jackpot_probability break_even_meter long_term_edge"
        found["progressive"] = told(names)
    found["flags"] = list(sheet.flags)
    if low := table.wager.below_minimum.get(table.id):
        found["below_minimum"] = low
    found["cite"] = table.cite
    if details:
        further = told("edge_per_resolved_percent skew break_even_pay")
        if sheet.progressive is not None:
            further |= told(
                "unit_cents currency players reserve_policy average_rounds_between_hits "
                "return_per_unit_of_meter dealer_envy player_envy"
            )
            further["assumptions"] = list(sheet.progressive.assumptions)
        found["details"] = further
    return found


def names_of(table: PayTable) -> Record:
    """Return the words by which every record names its pay table."""
    return {
        "game": table.wager.game,
        "wager": table.wager.id,
        "on": table.on,
        "table": table.id,
        "reading": table.reading,
    }


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


def solution_record(sheet: Analysis, solution: Solution) -> Record:
    """Return the pay that a target edge asks for on one row, and those beside it."""
    table, (solved, neighbours, advised) = sheet.table, solution
    whole = advised.pay.amount.denominator == 1
    return {
        "wager": table.wager.path,
        "pays": int(advised.pay.amount) if whole else str(advised.pay.amount),
        "house_edge": exact(advised.edge),
        "table": table.id,
        "on": table.on,
        "reading": table.reading,
        "row": solved.row.label,
        "odds": advised.quoted,
        "neighbours": [
            {"odds": one.quoted, "house_edge": exact(one.edge), "favours_player": one.edge < 0}
            for one in neighbours
        ],
    }


def combination_record(game: str, bets: Sequence[str], found: Combination) -> Record:
    """Return what several bets of one player net together; ``bets`` are their texts."""
    return {
        "game": game,
        "bets": list(bets),
        "mean": exact(found.mean),
        "house_edge": exact(found.edge),
        "house_edge_percent": float(found.edge * 100),
        "variance": exact(found.variance),
        "standard_deviation": found.standard_deviation,
    }


# --- lines ---


def line_of(sheet: Analysis) -> Record:
    """Return one analysis as a line."""
    progressive = sheet.progressive
    rounds = progressive.average_rounds if progressive else None
    return {
        **_place(sheet),
        "default": sheet.table.reading == DEFAULT,
        "total": _text(sheet.total),
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
        "reserve_policy": sheet.meter.reserve_policy if progressive else None,
        "flags": " ".join(sheet.flags),
        "cite": sheet.table.cite,
    }


def row_lines(sheet: Analysis) -> Iterator[Record]:
    """Yield a line for each row of a pay table, and last one for the bets that no row pays."""
    rows = [
        (hit.row.label, str(hit.row.sentence), hit.row.cell, hit.count, hit.probability, hit.net)
        for hit in sheet.rows
    ]
    rows.append((NO_ROW, "", Cell(LOSS), sheet.missed_count, sheet.missed, Fraction(-1)))
    for at, (label, event, cell, count, probability, net) in enumerate(rows, 1):
        yield {
            **_place(sheet),
            "row": at,
            "label": label,
            "event": event,
            "pays": in_words(cell.pay),
            "dealer_envy_cents": cell.dealer_envy.cents if cell.dealer_envy else None,
            "player_envy_cents": cell.player_envy.cents if cell.player_envy else None,
            "count": _text(count),
            "total": _text(sheet.total),
            **_rate("probability", probability),
            "net": exact(net),
            **_rate("return", None if net is None else probability * (1 + net)),
        }


def _place(sheet: Analysis) -> Record:
    shoe = None if sheet.shoe is None else str(sheet.shoe)
    return {**names_of(sheet.table), "decks": sheet.decks, "shoe": shoe}


def _rate(name: str, value: Fraction | None) -> Record:
    return {name: exact(value), f"{name}_percent": _percent(value)}


def lines_of(sheets: Iterable[Analysis], *, rows: bool) -> list[Record]:
    """Return a line for each analysis, or with ``rows`` those of all their rows."""
    return [line for sheet in sheets for line in (row_lines(sheet) if rows else [line_of(sheet)])]


def to_frame(sheets: Iterable[Analysis], *, rows: bool = False) -> DataFrame:
    """Return analyses as a pandas data frame, one line each; with ``rows`` one for each pay row."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise unreadable(
            "no-pandas", "data frames need pandas, which is missing", "pip install pandas"
        ) from None
    return DataFrame(lines_of(sheets, rows=rows))


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _percent(value: Fraction | None) -> float | None:
    return None if value is None else float(value * 100)


def _money(cents: Fraction | None) -> float | None:
    return None if cents is None else round(cents) / 100
