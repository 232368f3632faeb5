"""The gaming day of the house: what each table counted and won, and which keep the day open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.reports.sheets import Sheet
from pitboss.table.state import Table

KEEPS_OPEN = ("open", "in a round")


class DayRow(NamedTuple):
    """A table on a gaming day. Rows of different currencies are never summed."""

    day: str
    table: str
    currency: str
    state: str
    """Closed, open, in a round; or not counted, where nobody can say what it won."""
    shifts: int
    opening_cents: int | None
    fills_cents: int
    credits_cents: int
    drop_cents: int
    closing_cents: int | None
    win_cents: int | None
    """Closing count, credits and drop, less opening count and fills."""
    variance_cents: int
    """What the counts found over what the books said; below zero if short."""
    house: str
    """Whether the house's day is closed, or which tables keep it open."""

    @property
    def opening_due(self) -> bool:
        """Whether the table is open, and has yet to be counted at all on this day."""
        return self.state == "open" and self.opening_cents is None

    @property
    def unknown(self) -> frozenset[str]:
        """What no count has told yet: an opening count alone says nothing of a variance."""
        told = self.closing_cents is not None or self.shifts > 1 or self.variance_cents
        return frozenset(() if told else ("variance_cents",))


def day(record: FloorRecord, selection: Selection) -> Iterator[DayRow]:
    """Yield a row for each gaming day and table, in the order of the floor."""
    sheets = [
        (id, sheet, state_of(sheet, at == len(books.sheets), record.tables[id]))
        for id, books in record.books.items()
        for at, sheet in enumerate(books.sheets, 1)
        if selection.day in ("", sheet.day)
    ]
    order = {table.id: at for at, table in enumerate(record.floor.tables)}
    sheets.sort(key=lambda one: (one[1].day, order.get(one[0], len(order))))
    for id, sheet, state in sheets:
        waits = [other for other, one, its in sheets if one.day == sheet.day and its in KEEPS_OPEN]
        house = f"open: {', '.join(waits)}" if waits else "closed"
        yield _row(id, sheet, state, house)


def state_of(sheet: Sheet, last: bool, table: Table) -> str:
    """Return how far a table is on a day; ``last`` says that it has begun no other."""
    if sheet.counts and sheet.counts[-1].what == "closing":
        return "closed"
    if not last or not table.open:
        return "not counted"
    round = table.round
    return "in a round" if round.stage != "betting" or round.bets else "open"


def _row(id: str, sheet: Sheet, state: str, house: str) -> DayRow:
    opening, closing = sheet.counted("opening"), sheet.counted("closing")
    flows = sheet.credits_cents + sheet.drop_cents - sheet.fills_cents
    won = None
    if state == "closed" and opening is not None and closing is not None:
        won = closing - opening + flows
    return DayRow(
        sheet.day,
        id,
        sheet.currency,
        state,
        1 + sum(count.what == "shift" for count in sheet.counts),
        opening,
        sheet.fills_cents,
        sheet.credits_cents,
        sheet.drop_cents,
        closing,
        won,
        sum(count.cents - count.expected_cents for count in sheet.counts),
        house,
    )


class CountRow(NamedTuple):
    """A count of a tray, and who signed for it."""

    day: str
    table: str
    currency: str
    shift: int
    kind: str
    """Opening, shift or closing."""
    time: str
    counted_cents: int
    expected_cents: int
    variance_cents: int
    first: str
    second: str
    explanation: str
    """What a supervisor said of the variance; empty if nobody has."""


def counts(record: FloorRecord, selection: Selection) -> Iterator[CountRow]:
    """Yield every count of every tray, table by table."""
    for id, books in record.books.items():
        for sheet in books.sheets:
            for one in sheet.counts if selection.day in ("", sheet.day) else ():
                found, due = one.cents, one.expected_cents
                signed = one.first, one.second, one.explanation
                yield CountRow(
                    *(sheet.day, id, sheet.currency, one.shift, one.what, one.time),
                    *(found, due, found - due, *signed),
                )
