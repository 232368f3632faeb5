"""What the reports say of jackpots, as the office shows it: pure functions of the record.

Every figure is a row of a report of the command line; here they are only put beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from pitboss.house.clock import local_time
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.meters import Meter
from pitboss.jackpot.names import jackpot_name
from pitboss.jackpot.reports import FloorRecord, Selection
from pitboss.jackpot.reports.identity import IdentityRow, corrections, identity
from pitboss.jackpot.reports.movement import PARTS, MovementRow, movement, postings
from pitboss.jackpot.reports.reconciliation import ReconciliationRow, SignRow, reconciliation, signs
from pitboss.jackpot.reports.wins import MOST, WinRow, wins
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.times import seconds_between
from pitboss.web import drawing
from pitboss.web.words import words

DAYS = 30
"""Gaming days that a line of a meter goes back."""
BARS = 16
"""Movements that have room in a chart."""
ROWS = 50
"""Movements of a page."""
CONTRIBUTION = "contribution"
NO_MOVEMENT = "begin", "end"
SHOWN = "main", "pending"
"""The parts that a meter may show."""
POINTS = 160
"""Of a meter's line."""
DAY, MINUTE = len("2026-11-16"), len("2026-11-16T20:15")
SAID = words["manager_jackpots"]["curve"]


class Reconciled(NamedTuple):
    """A gaming day of a jackpot: counted by tables and server, and as an identity."""

    counted: ReconciliationRow
    identity: IdentityRow
    signs: tuple[SignRow, ...]
    corrections: Mapping[str, int]
    """What corrected the meter, in micros by reason."""

    @property
    def agrees(self) -> bool:
        """Whether nothing differs from anything."""
        return self.counted.agrees and not self.identity.difference_micros


class Moved(NamedTuple):
    """Rises and falls of one reason that follow each other."""

    reason: str
    times: int
    micros: int
    balance_micros: int
    """After the last of them."""
    first: MovementRow
    last: MovementRow
    others: tuple[str, ...]
    """From where it came, or where it went."""


class Movements(NamedTuple):
    """The movements of a part of a jackpot on a gaming day."""

    day: str
    part: str
    days: tuple[str, ...]
    parts: tuple[str, ...]
    begin_micros: int
    end_micros: int
    runs: tuple[Moved, ...]
    rows: tuple[MovementRow, ...]
    """Those of this page, one by one."""
    page: int
    pages: int
    chart: Markup


class Level(NamedTuple):
    """What a meter showed after a step, and what had moved it most downwards."""

    time: str
    cents: int
    reason: str
    fell_micros: int


class Curve(NamedTuple):
    """A meter over time, with what stands at the ends of its axes."""

    line: Markup
    first: str
    last: str
    low: str
    high: str


class Books(NamedTuple):
    """All that the page of a jackpot shows of the record."""

    reconciled: Reconciled | None
    movements: Movements | None
    wins: tuple[WinRow, ...]
    """The last 25, the newest first."""


class Won(NamedTuple):
    """A hit in the list of the last ones."""

    hit: Hit
    time: str
    """When it was called, on the wall."""
    after_cents: int | None
    """What the signs showed once the new meter was made; None until the books tell."""


def won(link: Link, books: Books | None, zone: str) -> list[Won]:
    """Return the last hits, the newest first: as they stand, also before the books are read."""
    known = {row.hit: row.new_amount_cents for row in (books.wins if books else ())}
    hits = [hit for hit in link.hits if hit.state != "dismissed"][-MOST:]
    return [Won(hit, local_time(hit.at, zone), known.get(hit.order)) for hit in reversed(hits)]


def reconciled(record: FloorRecord, id: str, day: str = "") -> Reconciled | None:
    """Return the last gaming day of a jackpot, or another one; None if nothing happened on it."""
    counted = list(reconciliation(record, Selection(id, day)))
    if not counted:
        return None
    last = counted[-1]
    held = next(row for row in identity(record, Selection(id)) if row.day == last.day)
    read = tuple(signs(record, Selection(id, last.day)))
    return Reconciled(last, held, read, corrections(record, id, last.day))


def curve_of(record: FloorRecord, id: str) -> Curve | None:
    """Return what a meter showed at the end of its last gaming days; None if it stood still.

    Of a single day it is what the meter came to show with its movements.
    """
    days, currency = record.days(id)[-DAYS:], record.floor.currency
    if len(days) > 1:
        link = record.jackpot(id)
        times = [f"{day}T00:00:00" for day in days]
        cents = [_shows(link, record.closings[id, day].meter) for day in days]
    else:
        levels = list(thinned(levels_of(record, id)))
        times, cents = [level.time for level in levels], [level.cents for level in levels]
    if len(set(cents)) < 2:
        return None
    length = seconds_between(times[0], times[-1]) or 1
    written = DAY if len(days) > 1 else MINUTE
    first, last = (time[:written].replace("T", " ") for time in (times[0], times[-1]))
    low, high = (str(Money(one, currency)) for one in (min(cents), max(cents)))
    label = SAID["label"].format(name=jackpot_name(id), first=first, last=last, low=low, high=high)
    places = [seconds_between(times[0], time) / length for time in times]
    return Curve(drawing.sparkline(cents, label, places), first, last, low, high)


def levels_of(record: FloorRecord, id: str) -> list[Level]:
    """Return what a meter showed after each step that moved it: lines that came of one cause."""
    link, levels, meter = record.jackpot(id), list[Level](), Meter()
    for _, group in groupby(postings(record, id), lambda one: (one.event.time, one.event.cause)):
        moved = [one for one in group if one.part in SHOWN]
        balances = meter._asdict()
        for one in moved:
            balances[one.part] += one.micros
        meter = Meter(**balances)
        if moved:
            most = min(moved, key=lambda one: one.micros)
            levels.append(Level(most.event.time, _shows(link, meter), most.reason, -most.micros))
    return levels


def _shows(link: Link, meter: Meter) -> int:
    """Return what the signs show of a meter, in cents."""
    return link._replace(meter=meter).displayed_cents


def thinned(levels: Sequence[Level]) -> Iterator[Level]:
    """Yield as many levels as a line has points: rises may be left out, falls are not."""
    step = -(-len(levels) // POINTS) or 1
    falls = {at for at in range(1, len(levels)) if levels[at].cents < levels[at - 1].cents}
    for at, level in enumerate(levels):
        if falls & {at, at + 1} or at % step == 0 or at == len(levels) - 1:
            yield level


def books_of(record: FloorRecord, id: str, day: str = "", part: str = "", page: int = 1) -> Books:
    """Return what the page of a jackpot shows: of the last gaming day, unless one is named."""
    known = record.days(id)
    asked = day if day in known else (known[-1] if known else "")
    listed = tuple(reversed(list(wins(record, Selection(id)))))
    return Books(reconciled(record, id, asked), movements_of(record, id, asked, part, page), listed)


def movements_of(
    record: FloorRecord, id: str, day: str, part: str = "", page: int = 1
) -> Movements | None:
    """Return the movements of a part on a gaming day; None if there were none."""
    rows = list(movement(record, Selection(id, day)))
    parts = tuple(one for one in PARTS if any(row.part == one for row in rows))
    if not parts:
        return None
    part = part if part in parts else parts[0]
    own = [row for row in rows if row.part == part]
    moved = [row for row in own if row.reason not in NO_MOVEMENT]
    runs = runs_of(own)
    pages = max(-(-len(moved) // ROWS), 1)
    page = min(max(page, 1), pages)
    begin, end = own[0].balance_micros, own[-1].balance_micros
    newest = tuple(reversed(moved))[(page - 1) * ROWS : page * ROWS]
    days = tuple(reversed(record.days(id)))
    chart = _chart(begin, runs, part)
    return Movements(day, part, days, parts, begin, end, tuple(runs), newest, page, pages, chart)


def runs_of(rows: Sequence[MovementRow]) -> list[Moved]:
    """Return movements of a part, those of one reason that follow each other taken together."""
    return list(_runs([row for row in rows if row.reason not in NO_MOVEMENT]))


def _runs(rows: Sequence[MovementRow]) -> Iterator[Moved]:
    for _, group in groupby(rows, lambda row: (row.reason, row.reason == CONTRIBUTION or row.line)):
        run = list(group)
        amount = sum(row.amount_micros or 0 for row in run)
        others = tuple(dict.fromkeys(row.other for row in run))
        balance = run[-1].balance_micros
        yield Moved(run[0].reason, len(run), amount, balance, run[0], run[-1], others)


def _chart(begin: int, runs: Sequence[Moved], part: str) -> Markup:
    """Draw what moved a part, from where it stood before the first bar."""
    last = runs[-BARS:]
    opening = begin + sum(run.micros for run in runs[:-BARS])
    bars = [run.micros // MICROS_PER_CENT for run in last]
    return drawing.waterfall(bars, opening // MICROS_PER_CENT, label=part)
