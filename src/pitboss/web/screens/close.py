"""Shift and day close: counts, variances and what is left open, as the paper of it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may
from pitboss.house.serving.board import Board
from pitboss.jackpot.reports import EVERYTHING, FloorRecord
from pitboss.jackpot.reports.close import DayClose, OpenMatter, TableClose, day_close
from pitboss.jackpot.reports.day import KEEPS_OPEN, counts, state_of
from pitboss.printing.day_close import (
    Contents,
    amount,
    contents,
    currency_of,
    matter_amount,
    variance_text,
)
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.engine import decide
from pitboss.table.state import RoundState, Table
from pitboss.table.steps import Command
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.opening import CloseTable
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.tray import CountTray, round_at_hand
from pitboss.table.steps.variances import ExplainVariance


class Matter(NamedTuple):
    """Something that is left open, and where it is ended."""

    table: str
    kind: str
    says: str
    amount: str
    address: str


class Variance(NamedTuple):
    """A variance of a table: which one, what it is, and what was said of it."""

    number: int
    """Of the table, from 1, as the line calls it."""
    table: str
    says: str
    explanation: str


class Closing(NamedTuple):
    """What it takes to close a table, and why it cannot be now."""

    table: str
    state: str
    """By which words it stands."""
    day: str
    next_day: str
    """The gaming day that it would begin."""
    wrong: Refusal | None
    """Why the tray is not counted now."""
    begun: bool
    """Whether it has begun a gaming day."""
    counted: bool
    """Whether its tray is counted, and not for closing yet."""
    closed: bool
    """Whether it is counted for closing."""
    stays_open: Refusal | None
    """Why the table cannot be closed now."""


class Asked(NamedTuple):
    """Which close is looked at."""

    day: str
    table: str = ""
    shift: int | None = None


class Shown(NamedTuple):
    """A close as the page shows it."""

    asked: Asked
    days: tuple[str, ...]
    """The gaming days on record, the last first."""
    tables: tuple[str, ...]
    shifts: int
    """Of the table that is looked at; 0 for all tables."""
    close: DayClose | None
    says: Contents
    """What the paper says."""
    matters: tuple[Matter, ...]
    variances: tuple[Variance, ...]
    last: Mapping[str, str]
    """What the last closing count of each table came to."""
    refusal: Refusal | None


def shown(record: FloorRecord, asked: Asked) -> Shown:
    """Return the close of a day; of the one at hand if none is named."""
    days = days_of(record)
    asked = asked._replace(day=asked.day or day_at_hand(record, asked.table))
    tables = tuple(record.books)
    close, refusal = _close(record, asked)
    if close is None:
        return Shown(asked, days, tables, 0, None, {}, (), (), last_counts(record), refusal)
    shifts = close.tables[0].row.shifts if asked.table else 0
    return Shown(
        asked,
        days,
        tables,
        shifts,
        close,
        contents(close),
        tuple(_matter(one, currency_of(close, one.table)) for one in close.matters),
        tuple(one for table in close.tables for one in variances_of(record, table)),
        last_counts(record),
        None,
    )


def _close(record: FloorRecord, asked: Asked) -> tuple[DayClose | None, Refusal | None]:
    if not asked.day:
        return None, None
    try:
        return day_close(record, asked.day, asked.table, asked.shift), None
    except Unreadable as error:
        return None, error.refusal


def days_of(record: FloorRecord) -> tuple[str, ...]:
    """Return the gaming days that any table has on record, the last first."""
    days = {sheet.day for books in record.books.values() for sheet in books.sheets if sheet.day}
    return tuple(sorted(days, reverse=True))


def days_open(record: FloorRecord, table: str = "") -> tuple[str, ...]:
    """Return the gaming days that any table keeps open, or one of them does, the last first."""
    newest = {id: books.sheets[-1] for id, books in record.books.items() if books.sheets}
    days = {
        sheet.day
        for id, sheet in newest.items()
        if table in ("", id) and state_of(sheet, True, record.tables[id]) in KEEPS_OPEN
    }
    return tuple(sorted(filter(None, days), reverse=True))


def day_at_hand(record: FloorRecord, table: str = "") -> str:
    """Return the first gaming day that a table keeps open, else the last one on record."""
    return (*days_open(record, table)[-1:], *days_of(record), "")[0]


def day_running(record: FloorRecord) -> str:
    """Return the last gaming day that a table keeps open, else the last one on record."""
    return (*days_open(record), *days_of(record), "")[0]


def last_counts(record: FloorRecord) -> dict[str, str]:
    """Return what the last closing count of each table came to: it is opened with that."""
    closing = (one for one in counts(record, EVERYTHING) if one.kind == "closing")
    return {one.table: amount(one.counted_cents, one.currency) for one in closing}


def variances_of(record: FloorRecord, close: TableClose) -> Iterator[Variance]:
    """Yield the variances of a close, with the numbers that they have at their table."""
    id = close.row.table
    counted = (one for one in counts(record, EVERYTHING) if one.table == id and one.variance_cents)
    numbers = {one: number for number, one in enumerate(counted, 1)}
    for one in close.counts:
        if one.variance_cents:
            yield Variance(numbers[one], id, variance_text(one), one.explanation)


def _matter(one: OpenMatter, currency: str) -> Matter:
    elsewhere = {"hit": "/manager/jackpots", "variance": "#variances"}
    address = elsewhere.get(one.kind, f"/tables/{one.table}/dealer")
    return Matter(one.table, one.kind, one.says, matter_amount(one, currency), address)


# --- closing lines ---


def streams_of(board: Board, table: str) -> tuple[str, ...]:
    """Return the streams whose last lines whoever gave one wants to see: of a table, or all."""
    return tuple(f"table/{entry.id}" for entry in board.floor.tables if table in ("", entry.id))


def closings(board: Board, day: str, today: str, *, demo: bool = False) -> list[Closing]:
    """Return the tables that are open on a gaming day, and what keeps each from being counted.

    One that has begun no day yet is among them, or is done with a day before: it is begun here.
    """
    return [
        _closing(id, table, today, demo=demo)
        for id, table in _open_tables(board)
        if table.day is None or table.day == day or (table.day < day and not table.counted)
    ]


def _open_tables(board: Board) -> list[tuple[str, Table]]:
    tables = ((entry.id, board.table(entry.id)) for entry in board.floor.tables)
    return [(id, table) for id, table in tables if table.open]


def stays_open(table: Table, *, demo: bool) -> Refusal | None:
    """Return why a table cannot be closed: what no end of a round mends, before the round itself.

    In a demo the automatons end a round, and begin no other, when somebody asks for its table to be
    closed: there a round keeps nobody from asking.
    """
    between = table._replace(round=RoundState(number=table.round.number))
    answer = decide(between, CloseTable())
    if not isinstance(answer, Refusal) and not demo:
        answer = decide(table, CloseTable())
    return answer if isinstance(answer, Refusal) else None


class Beginning(NamedTuple):
    """A gaming day, and the open tables that have yet to begin it."""

    day: str
    tables: tuple[str, ...]


def beginning(board: Board, today: str) -> Beginning:
    """Return which tables one press begins the day at: those that are not to be counted before.

    The day is that of today, or a later one that a table has begun; the one after it once all
    tables are counted for closing.
    """
    tables = _open_tables(board)
    day = max([today, *(table.day for _, table in tables if table.day is not None)])
    if tables and all(table.tray_closed and table.closed_on == day for _, table in tables):
        day = _day_after(day)
    waiting = (
        id for id, table in tables if table.day is None or (table.day < day and not table.counted)
    )
    return Beginning(day, tuple(waiting))


def _closing(id: str, table: Table, today: str, *, demo: bool) -> Closing:
    wrong, begun = round_at_hand(table), table.day is not None
    closed = table.tray_closed and not table.waits_for_opening
    if closed:
        state = "counted"
    elif table.counted:
        state = "to_count"
    else:
        state = "to_open" if begun else "no_day"
    day, next_day = table.day or "", max(today, _day_after(table.day) if table.day else today)
    counted, stays = table.counted, stays_open(table, demo=demo)
    return Closing(id, state, day, next_day, wrong, begun, counted, closed, stays)


def _day_after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def may_close(who: Who, table: str) -> dict[str, bool]:
    """Return which closing lines somebody may give to a table."""
    stream = f"table/{table}"
    lines: Mapping[str, Command] = {
        "count": CountTray("closing", 0, "", ""),
        "shift": CloseShift(0, "", ""),
        "explain": ExplainVariance("", ""),
        "table": CloseTable(),
        "day": StartDay(""),
    }
    return {name: may(who, stream, line) is None for name, line in lines.items()}
