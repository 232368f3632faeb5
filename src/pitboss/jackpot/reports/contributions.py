"""What each table brought to each jackpot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpot.link import ContributionsReversed
from pitboss.jackpot.reports.reading import Event, FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.table.steps.closing import ProgressivesTaken


class ContributionRow(NamedTuple):
    """A table's part in a jackpot."""

    jackpot: str
    table: str
    units: int
    """Registered by START GAME."""
    wagers_cents: int
    main_micros: int
    reserve_micros: int
    voided_units: int
    """Of these, in rounds that were voided: their contributions went back."""
    share: Fraction
    """Of all units of the jackpot."""


def contributions(record: FloorRecord, selection: Selection) -> Iterator[ContributionRow]:
    """Yield a row for each jackpot and linked table, those that registered nothing too."""
    for id, link in record.links.items():
        if selection.jackpot not in ("", id):
            continue
        terms = link.jackpot
        events = list(selection.of(record.of(id)))
        units = {table: _units(events, table) for table in terms.tables}
        together = sum(units.values())
        for table in terms.tables:
            main, reserve = (_moved(events, table, part) for part in ("main", "reserve"))
            voided = sum(
                event.fact.units
                for event in events
                if isinstance(event.fact, ContributionsReversed) and event.fact.table == table
            )
            yield ContributionRow(
                id,
                table,
                units[table],
                units[table] * terms.unit_cents,
                main,
                reserve,
                voided,
                Fraction(units[table], together or 1),
            )


def _units(events: list[Event], table: str) -> int:
    return sum(
        len(game.positions)
        for event in events
        if event.table == table and isinstance(event.fact, ProgressivesTaken)
        for game in event.fact.registered
        if game.jackpot == event.jackpot
    )


def _moved(events: list[Event], table: str, part: str) -> int:
    """Return what a table's START GAMEs put on a part of the jackpot."""
    return sum(
        move.micros
        for event in events
        if event.table == table and isinstance(event.fact, ProgressivesTaken)
        for move in event.movements
        if move.target == f"jackpot {event.jackpot} {part}"
    )
