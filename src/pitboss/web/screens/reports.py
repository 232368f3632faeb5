"""Reports as the office shows them: what wagers took beside the exact odds, meters, any report.

Every figure is a row of a report of the command line; here they are put into tables and charts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from pitboss.house.serving.rounds import report_named
from pitboss.jackpot.reports import REPORTS, FloorRecord, Report, Row, Selection
from pitboss.jackpot.reports.identity import IdentityRow, identity
from pitboss.jackpot.reports.luck import LUCK_SAID, Luck, told
from pitboss.jackpot.reports.sums import Point, SumRow, called, course, taken, together
from pitboss.printing.day_close import amount
from pitboss.printing.numerals import MINUS, deviations, percent
from pitboss.printing.report_sheet import as_read
from pitboss.printing.report_tables import Table, table_of
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.times import seconds_between
from pitboss.web import drawing
from pitboss.web.screens.close import day_running, days_of
from pitboss.web.screens.jackpot_books import Level, Reconciled, levels_of, reconciled, thinned
from pitboss.web.screens.tiles import jackpot_name
from pitboss.web.words import words

GROUPS = ("wager", "table", "shift", "day")
"""What takings are added up by: the reports ``takings-by-...``."""
EVERY_DAY = "all"
BARS = 14
"""Wagers that have room in a chart: those with the highest handle."""
MARKS = 3
"""Falls of a meter that are named in its chart."""
ROWS = 100
"""Of a page."""
SAID = words["manager_reports"]


class Choices(NamedTuple):
    """What reports may be narrowed to."""

    day: tuple[str, ...]
    """The last first."""
    table: tuple[str, ...]
    shift: tuple[int, ...]
    currency: tuple[str, ...]
    wager: tuple[tuple[str, str], ...]
    """By game and label, and as people call it."""
    jackpot: tuple[str, ...]


class Line(NamedTuple):
    """A row of takings in words."""

    what: str
    code: str
    """A wager's game and label, if its name does not say so."""
    bets: str
    handle: str
    win: str
    hold: str
    by_meter: str
    """What was won where a meter decides."""
    by_bets: str
    """What was won by all others."""
    edge: str
    expected: str
    z: str
    bar: Markup | str
    luck: Luck
    verdict: str
    """The same in a few words."""


class Takings(NamedTuple):
    """What was taken, added up, beside what was expected."""

    lines: tuple[Line, ...]
    total: Line | None
    by_meter: tuple[str, ...]
    """Wagers of which nothing is expected here."""
    unlikely: tuple[str, ...]
    too_few: int
    """Lines of which nothing can be said yet."""
    told: int
    """Lines of which something is said."""
    course: Markup
    points: tuple[tuple[str, ...], ...]
    """Of the course: the time, the win, what was expected, and between what luck takes it."""
    holds: Markup


class MeterLine(NamedTuple):
    """A meter over time, and its gaming days."""

    jackpot: str
    name: str
    chart: Markup
    days: tuple[IdentityRow, ...]
    reconciled: Reconciled | None


class Shown(NamedTuple):
    """The page of takings and meters."""

    by: str
    selection: Selection
    every_day: bool
    choices: Choices
    until: str
    takings: Takings
    meter: MeterLine | None


class ReportShown(NamedTuple):
    """A page of the rows of a report."""

    name: str
    report: Report
    selection: Selection
    choices: Choices
    until: str
    table: Table
    rows: int
    """On all pages."""
    page: int
    pages: int


def choices_of(record: FloorRecord, selection: Selection) -> Choices:
    """Return what may be selected; shifts and wagers are those of the day and the table."""
    sheets = [sheet for books in record.books.values() for sheet in books.sheets]
    bets = list(taken(record, Selection(day=selection.day, table=selection.table)))
    return Choices(
        days_of(record),
        tuple(record.books),
        tuple(sorted({one.shift for one in bets})),
        tuple(dict.fromkeys(sheet.currency for sheet in sheets)) or (record.floor.currency,),
        tuple(sorted(called(record, bets).items(), key=lambda one: one[::-1])),
        tuple(record.links),
    )


def until(record: FloorRecord) -> str:
    """Return the time of the last line of any table."""
    return max(record.times.values(), default="").replace("T", " ")


# --- takings and meters ---


def shown(record: FloorRecord, by: str, selection: Selection) -> Shown:
    """Return takings and a meter: of the day that runs and one currency, if none is said."""
    every_day = selection.day == EVERY_DAY
    day = "" if every_day else selection.day or day_running(record)
    choices = choices_of(record, selection._replace(day=day))
    currency = selection.currency or choices.currency[0]
    selection = selection._replace(day=day, currency=currency)
    return Shown(
        by,
        selection,
        every_day,
        choices,
        until(record),
        takings_of(record, by, selection),
        meter_of(record, selection),
    )


def takings_of(record: FloorRecord, by: str, selection: Selection) -> Takings:
    """Return takings of one currency, added up, with their charts."""
    rows = _sums(REPORTS[f"takings-by-{by}"], record, selection)
    wagers = _sums(REPORTS["takings-by-wager"], record, selection)
    total = [_line(row, SAID["together"]) for row in together(record, selection)]
    lines = tuple(_line(row, row.name if by == "wager" else row.what) for row in rows)
    points = course(record, selection)
    return Takings(
        lines,
        total[0] if total else None,
        tuple(row.name for row in wagers if row.meter_handle_cents),
        tuple(line.what for line in lines if line.luck == "beyond luck"),
        sum(line.luck == "too few bets" for line in lines),
        sum(line.luck in ("luck", "beyond luck") for line in lines),
        _course(points, selection.currency),
        tuple(_point(point, selection.currency) for point in points),
        _holds(wagers),
    )


def _sums(report: Report, record: FloorRecord, selection: Selection) -> list[SumRow]:
    return [row for row in report.of(record, selection) if isinstance(row, SumRow)]


def _line(row: SumRow, what: str) -> Line:
    in_words = partial(amount, currency=row.currency)
    z = deviations(told(row.z, row.luck))
    label = SAID["z_label"].format(z=z)
    return Line(
        what,
        "" if row.what.partition("/")[2] in ("", what.lower().replace(" ", "-")) else row.what,
        f"{row.bets:,}",
        in_words(row.handle_cents),
        in_words(row.win_cents),
        percent(row.hold, 2),
        in_words(row.meter_win_cents) if row.meter_handle_cents else "",
        in_words(row.win_cents - row.meter_win_cents),
        percent(row.edge, 2) if row.edge is not None else "",
        in_words(row.expected_cents) if row.expected_cents is not None else SAID["by_a_meter"],
        z,
        drawing.zbar(float(row.z), label) if row.z is not None else "",
        row.luck,
        LUCK_SAID[row.luck],
    )


def _course(points: Sequence[Point], currency: str) -> Markup:
    """Draw a win from where it began, which is nothing."""
    if not points:
        return drawing.course([], [], [], [])
    last = points[-1]
    several = len(points[0].time) == len("2026-11-16")
    places = _places([point.time for point in points], several)
    says = SAID["course_label"].format(
        win=amount(last.win_cents, currency), expected=amount(round(last.expected_cents), currency)
    )
    return drawing.course(
        [0, *places],
        [0, *(point.win_cents for point in points)],
        [0, *(float(point.expected_cents) for point in points)],
        [0, *(float(point.deviation_cents) for point in points)],
        ends=(
            SAID["course_from"].format(time=points[0].time.replace("T", " ")),
            SAID["course_to"].format(time=last.time.replace("T", " ")),
        ),
        text=partial(_money, currency=currency),
        label=says,
    )


def _places(times: Sequence[str], several: bool) -> list[float]:
    """Return where times lie, a little after the begin; days lie side by side."""
    if several or len(times) == 1:
        return [at / len(times) for at in range(1, len(times) + 1)]
    clock = [f"{time}:00" for time in times]
    gone = [seconds_between(clock[0], one) for one in clock]
    before = gone[-1] / len(gone)
    return [(one + before) / (gone[-1] + before) for one in gone]


def _point(point: Point, currency: str) -> tuple[str, ...]:
    spread = 2 * float(point.deviation_cents)
    mean = float(point.expected_cents)
    cents = point.win_cents, round(point.expected_cents), round(mean - spread), round(mean + spread)
    return (point.time.replace("T", " "), *(amount(one, currency) for one in cents))


def _holds(rows: Sequence[SumRow]) -> Markup:
    most = sorted((row for row in rows if row.hold is not None), key=lambda row: -row.handle_cents)
    bars = [
        drawing.Held(
            row.name if len(row.name) <= 24 else f"{row.name[:23]}…",
            float(row.hold or 0),
            None if row.edge is None else float(row.edge),
            0 if row.deviation_cents is None else row.deviation_cents / row.handle_cents,
        )
        for row in most[:BARS]
    ]
    return drawing.holds(bars, text=_share, label=SAID["holds_label"])


def _money(cents: float, currency: str) -> str:
    return str(Money(round(cents), currency)).replace("-", MINUS)


def _share(value: float) -> str:
    return f"{value:.1%}".replace("-", MINUS)


# --- meters ---


def meter_of(record: FloorRecord, selection: Selection) -> MeterLine | None:
    """Return the meter of a jackpot, or of the one that most has happened to; None without any."""
    if not record.links:
        return None
    events = Counter(one.jackpot for one in record.events)
    id = selection.jackpot or max(record.links, key=lambda one: events[one])
    record.jackpot(id)
    days = tuple(identity(record, Selection(id)))
    known = selection.day if selection.day in record.days(id) else ""
    return MeterLine(id, jackpot_name(id), _levels(record, id), days, reconciled(record, id, known))


def _levels(record: FloorRecord, id: str) -> Markup:
    moved = list(thinned(levels_of(record, id)))
    if not moved:
        return drawing.levels([], [])
    currency = record.floor.currency
    first, last = moved[0], moved[-1]
    length = seconds_between(first.time, last.time) or 1
    places = [seconds_between(first.time, row.time) / length for row in moved]
    cents = [row.cents for row in moved]
    falls = [at for at in range(1, len(moved)) if cents[at] < cents[at - 1]]
    marks = [
        drawing.Mark(places[at], cents[at - 1], _fall(moved[at], currency)) for at in falls[-MARKS:]
    ]
    now = amount(last.cents, currency)
    return drawing.levels(
        places,
        cents,
        marks,
        ends=(first.time[:16].replace("T", " "), last.time[:16].replace("T", " ")),
        text=partial(_money, currency=currency),
        label=SAID["levels_label"].format(name=jackpot_name(id), now=now, falls=len(falls)),
    )


def _fall(level: Level, currency: str) -> str:
    return f"{level.reason}, {amount(level.fell_micros // MICROS_PER_CENT, currency)}"


# --- any report ---


def narrowed(report: Report, selection: Selection) -> Selection:
    """Return as much of a selection as a report can be narrowed by."""
    return Selection(**{key: getattr(selection, key) for key in report.narrowed_by})


def report_shown(record: FloorRecord, name: str, selection: Selection, page: int) -> ReportShown:
    """Return a page of a report: the rows that the command line prints, in their order."""
    report = report_named(name)
    rows: list[Row] = list(report.of(record, selection))
    pages = max(-(-len(rows) // ROWS), 1)
    page = min(page, pages)
    here = islice(rows, (page - 1) * ROWS, page * ROWS)
    table = as_read(table_of(report, here, record.floor.currency))
    choices = choices_of(record, selection)
    return ReportShown(
        name, report, selection, choices, until(record), table, len(rows), page, pages
    )
