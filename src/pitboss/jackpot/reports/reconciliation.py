"""Daily reconciliation: what the tables counted, what the server counted, what the signs showed.

Two ways that share no figure. The tables' way: how far each table's odometer ran, times what a unit
contributes by the table's own record. The server's way: how much the jackpot's state grew, less the
other movements of the day. A sign is what somebody read from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.reports.movement import postings
from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.settings import SignRead
from pitboss.settle.accounts import ESCROW
from pitboss.table.steps.closing import ProgressivesTaken
from pitboss.table.steps.panel import JackpotsLinked


class Counted(NamedTuple):
    """Units, and what they contribute."""

    units: int = 0
    micros: int = 0

    def plus(self, units: int, micros: int) -> Counted:
        """Return both with some more."""
        return Counted(self.units + units, self.micros + micros)


class ReconciliationRow(NamedTuple):
    """A jackpot's gaming day, counted more than once."""

    jackpot: str
    day: str
    tables_units: int
    server_units: int
    tables_micros: int
    server_micros: int
    difference_micros: int
    """The server's less the tables'."""
    escrow_micros: int | None
    """What the escrow gave, in Washington, less what voided rounds gave back."""
    escrow_difference_micros: int | None
    """From what the tables counted, less voided rounds."""
    signs: int
    """Signs that were read."""
    signs_wrong: int

    @property
    def agrees(self) -> bool:
        """Whether every count is the same."""
        return self.tables_units == self.server_units and not (
            self.difference_micros or self.escrow_difference_micros or self.signs_wrong
        )


class SignRow(NamedTuple):
    """A sign that was read."""

    jackpot: str
    day: str
    time: str
    table: str
    by: str
    read_cents: int
    displayed_cents: int
    """What the server had it show."""
    difference_cents: int


def reconciliation(record: FloorRecord, selection: Selection) -> Iterator[ReconciliationRow]:
    """Yield a row for each jackpot and gaming day."""
    for id in record.links:
        yield from selection.of(_of_jackpot(record, id))


def _of_jackpot(record: FloorRecord, id: str) -> Iterator[ReconciliationRow]:
    tables, server = tables_counted(record, id), server_counted(record, id)
    escrow, voided = _escrow(record, id), _voided(record, id)
    read = list(signs(record, Selection(id)))
    for day in record.days(id):
        counted, kept = tables.get(day, Counted()), server[day]
        given = escrow.get(day, 0) if record.links[id].jackpot.funded_by == ESCROW else None
        owed = counted.micros - voided.get(day, 0)
        of_the_day = [sign for sign in read if sign.day == day]
        yield ReconciliationRow(
            id,
            day,
            counted.units,
            kept.units,
            counted.micros,
            kept.micros,
            kept.micros - counted.micros,
            given,
            None if given is None else given - owed,
            len(of_the_day),
            sum(bool(sign.difference_cents) for sign in of_the_day),
        )


def tables_counted(record: FloorRecord, id: str) -> dict[str, Counted]:
    """Return by gaming day how far the odometers ran, times what a unit contributed then."""
    each: dict[str, int] = {}
    odometers: dict[str, int] = {}
    days: dict[str, Counted] = {}
    for event in record.of(id):
        table = event.table
        if isinstance(event.fact, JackpotsLinked):
            link = next(link for link in event.fact.links if link.jackpot == id)
            each[table] = link.main_micros + link.reserve_micros
        elif isinstance(event.fact, ProgressivesTaken):
            game = next(game for game in event.fact.registered if game.jackpot == id)
            units = game.odometer - odometers.get(table, 0)
            odometers[table] = game.odometer
            counted = days.get(event.day, Counted())
            days[event.day] = counted.plus(units, units * each[table])
    return days


def server_counted(record: FloorRecord, id: str) -> dict[str, Counted]:
    """Return by gaming day how much the jackpot's state grew by contributions."""
    others: dict[str, int] = {}
    for posting in postings(record, id):
        if posting.reason != "contribution":
            day = posting.event.day
            others[day] = others.get(day, 0) + posting.micros
    days: dict[str, Counted] = {}
    units, total = 0, 0
    for day in record.days(id):
        closing = record.closings[id, day]
        grown = sum(closing.meter) - total
        days[day] = Counted(closing.units - units, grown - others.get(day, 0))
        units, total = closing.units, sum(closing.meter)
    return days


def _escrow(record: FloorRecord, id: str) -> dict[str, int]:
    """Return by gaming day what the escrow gave to a jackpot."""
    days: dict[str, int] = {}
    for posting in postings(record, id):
        if posting.other == ESCROW:
            day = posting.event.day
            days[day] = days.get(day, 0) + posting.micros
    return days


def _voided(record: FloorRecord, id: str) -> dict[str, int]:
    """Return by gaming day what voided rounds took back."""
    days: dict[str, int] = {}
    for posting in postings(record, id):
        if posting.reason == "round voided":
            day = posting.event.day
            days[day] = days.get(day, 0) - posting.micros
    return days


def signs(record: FloorRecord, selection: Selection) -> Iterator[SignRow]:
    """Yield what was read from signs, in the order of the record."""
    for id in record.links:
        for event in selection.of(record.of(id)):
            fact = event.fact
            if isinstance(fact, SignRead):
                yield SignRow(
                    id,
                    event.day,
                    event.time,
                    fact.table,
                    fact.by,
                    fact.cents,
                    fact.displayed_cents,
                    fact.cents - fact.displayed_cents,
                )
