"""Analyses as people and machines read them: listings, sheets, JSON, CSV, Markdown."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.cli.listings import Listing, comparisons, deviation, listings
from pitboss.cli.output import print_json, print_table, print_text
from pitboss.odds import Analysis
from pitboss.odds.records import NO_ROW, Record, exact, record
from pitboss.rulebook import Money
from pitboss.rulebook.pays import in_words, percent, read_cents


def show(sheets: Sequence[Analysis], arguments: Namespace) -> None:
    """Print analyses: as JSON, side by side, row by row if of one wager, or a line each."""
    form = arguments.format
    one_wager = len({sheet.table.wager.path for sheet in sheets}) == 1
    if form == "json":
        print_json([_record(sheet, arguments) for sheet in sheets])
    elif arguments.compare:
        _print_listings(comparisons(sheets, decks=bool(arguments.by)), form)
    elif form == "table" and one_wager and not arguments.by:
        for at, sheet in enumerate(sheets):
            if at:
                print()
            _print_sheet(sheet, arguments)
    else:
        apart = form == "table" and not arguments.sort
        _print_listings(listings(sheets, decks=bool(arguments.by), apart=apart), form)


def _print_listings(tables: Iterator[Listing], form: str) -> None:
    for at, (title, heads, rows, right) in enumerate(tables):
        if at:
            print()
        if title:
            print_text(title if form == "table" else f"### {title}\n", "bold")
        if form == "table":
            print_table(heads, rows, right=right)
        else:
            print(_markdown(heads, rows))


def _record(sheet: Analysis, arguments: Namespace) -> Record:
    found = record(sheet, details=arguments.details)
    inner = found.get("details")
    if isinstance(inner, dict) and arguments.stake is not None:
        inner["edge_at_stake"] = exact(at_stake(sheet, arguments))
    return found


def _print_sheet(sheet: Analysis, arguments: Namespace) -> None:
    table = sheet.table
    print_text(f"{table.title}, reading {table.reading}", "bold")
    cards = f"{sheet.decks} decks" if sheet.decks else f"{len(sheet.shoe or ())} cards"
    of = f"{cards}: " if sheet.shoe else ""
    total = f"{sheet.total:,} equally likely" if sheet.total else "an exact chain of rolls"
    print_text(f"[{table.cite}] {of}{total}", "dim")
    rows = [
        (
            hit.row.label,
            in_words(hit.row.cell.pay),
            _short(hit.probability) if hit.count is None else f"{hit.count:,}",
            f"{float(hit.probability):.8f}",
            "" if hit.returned is None else f"{float(hit.returned):.6f}",
        )
        for hit in sheet.rows
    ]
    lost = "" if sheet.missed_count is None else f"{sheet.missed_count:,}"
    rows.append((NO_ROW, "loss", lost, f"{float(sheet.missed):.8f}", f"{0:.6f}"))
    print_table(("row", "pays", "combinations", "probability", "return"), rows, right=(2, 3, 4))
    for name, figure in _figures(sheet, arguments):
        print_text(f"  {name:22}{figure}", indent=24)


def _figures(sheet: Analysis, arguments: Namespace) -> Iterator[tuple[str, str]]:
    if sheet.edge is not None:
        yield "house edge", f"{percent(sheet.edge, 6)} = {exact(sheet.edge)}"
        yield "per resolved bet", percent(sheet.edge_per_resolved, 6)
    yield "hit frequency", percent(sheet.hit_frequency, 6)
    yield "push", percent(sheet.push_probability, 6)
    if sheet.standard_deviation is not None:
        yield "standard deviation", deviation(sheet, 6)
    if sheet.skew is not None:
        yield "skew", f"{sheet.skew:.6f}"
    edge = at_stake(sheet, arguments)
    if edge is not None:
        yield f"edge at {Money(read_cents(arguments.stake))}", percent(edge, 6)
    if sheet.break_even_pay is not None:
        yield "break-even pay", f"{float(sheet.break_even_pay):.6f} to 1"
    progressive = sheet.progressive
    if progressive is not None:
        fixed = progressive.fixed_return
        yield "fixed return", f"{percent(fixed, 6)} = {exact(fixed)}"
        rounds = progressive.average_rounds
        yield "jackpot", "never" if rounds is None else f"1 in {float(rounds):,.0f}"
        if progressive.break_even_cents is not None:
            yield "break-even meter", progressive.break_even
            even, players = round(progressive.break_even_cents), sheet.meter.players
            if players > 1 and not progressive.ahead_without_meter:
                yield f"shared by {players}", str(Money(even * players, progressive.unit.currency))
        yield "long-term edge", percent(progressive.long_term_edge, 6) or "not known"
        if progressive.dealer_envy:
            yield "dealer envy costs", percent(progressive.dealer_envy, 6)
        if progressive.player_envy:
            yield "player envy costs", f"{percent(progressive.player_envy, 6)} per other bettor"
        yield "assuming", "; ".join(progressive.assumptions)
    if sheet.flags:
        yield "note", ", ".join(sheet.flags)
    if low := sheet.table.wager.below_minimum.get(sheet.table.id):
        yield "no bet may be taken", low


def at_stake(sheet: Analysis, arguments: Namespace) -> Fraction | None:
    """Return the edge at the stake that was asked for, with its rounding; None without one."""
    if arguments.stake is None:
        return None
    return sheet.edge_at(
        read_cents(arguments.stake), read_cents(arguments.round_vigorish or "0.01")
    )


def _short(value: Fraction) -> str:
    text = exact(value) or ""
    return text if len(text) <= 30 else f"1 in {float(1 / value):,.1f}"


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
