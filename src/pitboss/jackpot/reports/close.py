"""The close of a gaming day or a shift: counts, what explains the win, and what is left open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pitboss.jackpot.hits import (
    AwardReturned,
    HitDismissed,
    HitPaid,
    MeterReseeded,
    ReseedRecovered,
)
from pitboss.jackpot.names import booked_as, names_of
from pitboss.jackpot.replaying import floor_hash
from pitboss.jackpot.reports.day import CountRow, DayRow, counts, day
from pitboss.jackpot.reports.luck import Luck, luck_of
from pitboss.jackpot.reports.movement import postings
from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.reports.sheets import Recount, Sheet
from pitboss.jackpot.reports.sums import SumRow, added_up
from pitboss.jackpot.reports.takings import Expectation, expectations
from pitboss.refusals import unreadable
from pitboss.settle.accounts import HOUSE, MICROS_PER_CENT
from pitboss.table.state import Table
from pitboss.table.steps.paying import owed


class TableClose(NamedTuple):
    """A table on a gaming day: the row of the day report, and what it is made of."""

    row: DayRow
    game: str
    counts: tuple[CountRow, ...]
    takings: tuple[tuple[str, Expectation], ...]
    """By wager, as the books label it, in the order of the layout."""
    names: tuple[str, ...] = ()
    """What people call each of them."""
    luck: tuple[Luck, ...] = ()
    """What may be said of each of them, among all wagers of the close."""
    recounts: tuple[Recount, ...] = ()
    """Counts that were far from the books, and asked again."""
    open: bool = True
    """Whether the table is open at the end of the record."""

    @property
    def unexplained(self) -> int:
        """How many variances of its counts nobody has explained."""
        return sum(bool(one.variance_cents) and not one.explanation for one in self.counts)

    @property
    def bets_win_cents(self) -> int:
        """What the bets have won."""
        return sum(one.win_cents for _, one in self.takings)

    @property
    def together(self) -> SumRow:
        """All wagers, as the reports add them up: nothing is expected of those on a meter."""
        return added_up("together", self.row.currency, [one for _, one in self.takings])

    @property
    def other_cents(self) -> int | None:
        """What of the counted win is neither of bets nor a variance: adjustments, envy, meters."""
        won = self.row.win_cents
        return None if won is None else won - self.bets_win_cents - self.row.variance_cents


class OpenMatter(NamedTuple):
    """Something that whoever closes leaves to the next."""

    kind: str
    """A hit, a dispute, unpaid, vigorish, bets, a count or a variance."""
    table: str
    says: str
    cents: int | None = None


class JackpotClose(NamedTuple):
    """What a jackpot paid on a gaming day."""

    jackpot: str
    currency: str
    paid_cents: int
    """From the meter, to those who share."""
    backed_out_cents: int
    """Of awards that were paid on this day or before, what came back to the meter."""
    advanced_micros: int
    """What the house put on the next meters, less what it took back."""


class DayClose(NamedTuple):
    """What is signed at the end of a gaming day, of all tables or one; or of a shift of one."""

    floor: str
    day: str
    shift: int | None
    house: str
    """Whether the house's day is closed, or which tables keep it open."""
    until: str
    """The time of the last line: what is open is as it stood then."""
    tables: tuple[TableClose, ...]
    matters: tuple[OpenMatter, ...]
    hash: str
    """All streams of the journal."""
    jackpots: tuple[JackpotClose, ...] = ()
    """Those that paid or got something back on the day, of a close of all tables."""


def day_close(
    record: FloorRecord, gaming_day: str, table: str = "", shift: int | None = None
) -> DayClose:
    """Return the close of a gaming day; of one table if it is named, of one shift of it.

    The rows are those of the reports ``day``, ``counts`` and ``takings``.
    """
    if table:
        record.floor.table(table)
    rows = [row for row in day(record, Selection(day=gaming_day)) if table in ("", row.table)]
    if not rows:
        where = f"table {table} has" if table else f"{record.floor.name} has"
        days = sorted({row.day for row in day(record, Selection()) if table in ("", row.table)})
        remedy = f"name one of {', '.join(days[-5:])}" if days else "begin a day first"
        raise unreadable("no-such-day", f"{where} no gaming day {gaming_day}", remedy)
    for row in rows:
        if shift is not None and not 1 <= shift <= row.shifts:
            message = f"table {row.table} had {row.shifts} shifts on {gaming_day}"
            raise unreadable("no-such-shift", message, f"name one of 1 to {row.shifts}")
    return DayClose(
        record.floor.name,
        gaming_day,
        shift,
        rows[0].house,
        max(record.times[row.table] for row in rows),
        tuple(_with_luck([_table(record, row, shift) for row in rows])),
        tuple(_matters(record, rows)),
        floor_hash(record.heads),
        () if table else tuple(_jackpots(record, gaming_day)),
    )


def _jackpots(record: FloorRecord, gaming_day: str) -> Iterator[JackpotClose]:
    for id in record.links:
        facts = [one.fact for one in record.of(id) if one.day == gaming_day and not one.table]
        paid = sum(cents for fact in facts if isinstance(fact, HitPaid) for _, cents in fact.shares)
        back = sum(fact.amount_micros for fact in facts if isinstance(fact, AwardReturned))
        advanced = sum(
            one.micros
            for one in postings(record, id)
            if one.event.day == gaming_day
            and one.part == "main"
            and isinstance(one.event.fact, MeterReseeded | ReseedRecovered | HitDismissed)
            and one.other in (str(HOUSE), f"jackpot {id} seed fund")
        )
        if paid or back or advanced:
            yield JackpotClose(id, record.floor.currency, paid, back // MICROS_PER_CENT, advanced)


def _table(record: FloorRecord, row: DayRow, shift: int | None) -> TableClose:
    sheets = [one for one in record.books[row.table].sheets if one.day == row.day]
    sheet = next(one for one in sheets if one.currency == row.currency)
    counted = tuple(
        one
        for one in counts(record, Selection(day=row.day))
        if (one.table, one.currency) == (row.table, row.currency) and shift in (None, one.shift)
    )
    taken = _in_order(sheet, expectations(sheet, None if shift is None else (shift,)))
    table = record.tables[row.table]
    name = table.setup.rulebook.game(table.setup.game).name
    called = names_of((table, setup, spot) for _, setup, spot in sheet.takings)
    names = tuple(called[label] for label in taken)
    recounts = tuple(one for one in sheet.recounts if shift in (None, one.shift))
    takings = tuple(taken.items())
    return TableClose(row, name, counted, takings, names, recounts=recounts, open=table.open)


def _in_order(sheet: Sheet, taken: dict[str, Expectation]) -> dict[str, Expectation]:
    """Return takings in the order of the layout: of the last one first, if it was changed."""
    setups = reversed(dict.fromkeys(setup for _, setup, _ in sheet.takings))
    booked = (booked_as(setup, spot) for setup in setups for spot in setup.labels)
    return {wager: taken[wager] for wager in dict.fromkeys(booked) if wager in taken}


def _with_luck(tables: list[TableClose]) -> Iterator[TableClose]:
    luck = iter(luck_of(sums.distance for table in tables for _, sums in table.takings))
    for table in tables:
        yield table._replace(luck=tuple(islice(luck, len(table.takings))))


# --- what is left open ---


def _matters(record: FloorRecord, rows: list[DayRow]) -> Iterator[OpenMatter]:
    closing = {row.table: row for row in rows}
    for id, row in closing.items():
        if row.state != "closed":
            which = "opening" if row.opening_due else "closing"
            yield OpenMatter("count", id, f"not counted for {which}: the table is {row.state}")
        yield from _of_table(id, record.tables[id])
    for counted in counts(record, Selection(day=rows[0].day)):
        if counted.table in closing and counted.variance_cents and not counted.explanation:
            says = "the variance of a count is not explained"
            yield OpenMatter("variance", counted.table, says, counted.variance_cents)
    for id, link in record.links.items():
        for hit in link.hits:
            if hit.open and hit.table in closing:
                says = f"hit {hit.order} of {id}, round {hit.round}: {hit.row}, {hit.state}"
                yield OpenMatter("hit", hit.table, says, hit.amount_cents or None)


def _of_table(id: str, table: Table) -> Iterator[OpenMatter]:
    if table.dispute is not None:
        yield OpenMatter("dispute", id, f"position {table.dispute} disputes the last round")
    for position, cents in sorted(owed(table).items()):
        yield OpenMatter("unpaid", id, f"position {position} is owed its bets", cents)
    for owner, cents in table.round.vigorish_due:
        yield OpenMatter("vigorish", id, f"{owner} owes the vigorish of a tie", cents)
    lying = sum(laid.bet.stake_cents for laid in table.round.bets)
    if lying:
        yield OpenMatter("bets", id, "bets lie on the layout", lying)
