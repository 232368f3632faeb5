"""Takings added up by wager, table, shift or day, beside what is expected of them, and over time.

The win of one wager is expected, and varies, as its rounds do: they are taken as independent, each
on a full shoe, and their variances add up. Wagers of one round hang together, so that how far all
of them go is not known from each alone; it is at most as far as they would go if luck moved all of
them one way. So the standard deviations of several wagers are added up, and ``z`` is then at least
as far as it says.

How lopsided they are together is bounded likewise. The third moment of all rounds is the sum of
those of the rounds, and that of a round is at most the mean of its cube without the sign, whose
cube root is a norm: by Minkowski's inequality it is at most the sum of that of each wager, and so
again over the rounds. So the cube roots of absolute third moments are added up, however the wagers
hang together: signed ones would not do, since two bets that are even each may be lopsided together.
The bound is held against the deviations that ``z`` is in.

Rounds of different tables, and of different days, have nothing in common: what they vary by is not
added up as it is within a round, but as that of independent figures, whose variances and third
moments are the sums of their own. ``z`` leaves that out, so that it reads alike in every row;
whether a win may be luck is judged by it, or nothing could be said of a floor with many games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from pitboss.jackpot.names import booked_as, names_of
from pitboss.jackpot.reports.luck import Distance, Luck, cube_root, luck_of
from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.reports.sheets import Sheet, Taken, Takings
from pitboss.jackpot.reports.takings import Expectation, in_deviations
from pitboss.table.setups.setup import Spot, TableSetup

POINTS = 24
"""Of a course within a day."""


class SumRow(NamedTuple):
    """What some wagers took together. Currencies are never summed."""

    what: str
    """The wager by game and label, the table, the day, or the day and its shift."""
    name: str
    """What people call it: a wager as the felt has it, a table by its games; else empty."""
    currency: str
    bets: int
    handle_cents: int
    win_cents: int
    hold: Fraction | None
    meter_handle_cents: int
    """Of the handle, what was bet where a meter decides: nothing is expected of it here."""
    meter_win_cents: int
    """What it won: the rest of the win is held against what is expected."""
    edge: Fraction | None
    expected_cents: int | None
    deviation_cents: int | None
    """The standard deviation of one wager; of several, the sum of theirs."""
    z: Decimal | None
    """By how many of these the win differs from what is expected."""
    luck: Luck
    """Whether that may be luck, among all rows that are selected."""


class Point(NamedTuple):
    """How a win stood at a time, beside what was expected of it; without meters."""

    time: str
    win_cents: int
    expected_cents: Fraction
    deviation_cents: Decimal
    lopsided_cents: Decimal
    """The cube root of the third moment of one wager; of several, what it is at most."""

    @property
    def distance(self) -> Distance:
        """How far the win is from what was expected, and how lopsided luck makes it."""
        if not self.deviation_cents:
            return Distance(None)
        z = in_deviations(self.win_cents - self.expected_cents, self.deviation_cents)
        return Distance(z, (self.lopsided_cents / self.deviation_cents) ** 3)


class Bets(NamedTuple):
    """What a spot has taken, and where."""

    table: str
    day: str
    currency: str
    shift: int
    wager: str
    setup: TableSetup
    spot: Spot
    taken: Taken


Key = Callable[[Bets], str]


def _rows(record: FloorRecord, selection: Selection, key: Key) -> Iterator[SumRow]:
    groups: dict[tuple[str, str], list[Bets]] = {}
    for bets in taken(record, selection):
        groups.setdefault((key(bets), bets.currency), []).append(bets)
    sums = [_by_wager(group) for group in groups.values()]
    luck = luck_of(map(judged, sums, map(_apart, groups.values())))
    for (what, currency), parts, said in zip(groups, sums, luck, strict=True):
        yield _row(what, currency, parts, said)


def _ordered(record: FloorRecord, selection: Selection, key: Key) -> Iterator[SumRow]:
    yield from sorted(_rows(record, selection, key), key=lambda row: row.what)


def _shift(bets: Bets) -> str:
    return f"{bets.day} shift {bets.shift}"


def by_wager(record: FloorRecord, selection: Selection) -> Iterator[SumRow]:
    """Yield what each wager took, that with the highest handle first."""
    rows = _rows(record, selection, lambda bets: bets.wager)
    names = called(record, taken(record, selection))
    for row in sorted(rows, key=lambda row: -row.handle_cents):
        yield row._replace(name=names[row.what])


def by_table(record: FloorRecord, selection: Selection) -> Iterator[SumRow]:
    """Yield what each table took, in the order of the floor."""
    games: dict[str, dict[str, None]] = {}
    for bets in taken(record, selection):
        game = bets.setup.rulebook.game(bets.setup.game).name
        games.setdefault(bets.table, {})[game] = None
    for row in _rows(record, selection, lambda bets: bets.table):
        yield row._replace(name=", ".join(games[row.what]))


def called(record: FloorRecord, bets: Iterable[Bets]) -> dict[str, str]:
    """Return what people call each wager, by its game and label."""
    return names_of((record.tables[one.table], one.setup, one.spot) for one in bets)


by_shift = partial(_ordered, key=_shift)
by_day = partial(_ordered, key=lambda bets: bets.day)
together = partial(_rows, key=lambda _: "together")


def taken(record: FloorRecord, selection: Selection) -> Iterator[Bets]:
    """Yield what each spot has taken under each setup and in each shift, of what is selected."""
    for id, sheet in _sheets(record, selection):
        yield from _of_sheet(id, sheet, sheet.takings, selection)


def _sheets(record: FloorRecord, selection: Selection) -> Iterator[tuple[str, Sheet]]:
    for id, books in record.books.items():
        for sheet in books.sheets:
            if selection.holds(table=id, day=sheet.day, currency=sheet.currency):
                yield id, sheet


def _of_sheet(id: str, sheet: Sheet, takings: Takings, selection: Selection) -> Iterator[Bets]:
    for (shift, setup, spot), sums in takings.items():
        wager = booked_as(setup, spot)
        if selection.holds(shift=shift, wager=wager):
            yield Bets(id, sheet.day, sheet.currency, shift, wager, setup, spot, sums)


def added_up(what: str, currency: str, parts: list[Expectation]) -> SumRow:
    """Return what wagers took together, looked at alone."""
    return _row(what, currency, parts, luck_of([point_of(parts).distance])[0])


def _row(what: str, currency: str, parts: list[Expectation], luck: Luck) -> SumRow:
    handle = sum(one.handle_cents for one in parts)
    win = sum(one.win_cents for one in parts)
    by_meter = [one for one in parts if one.expected_cents is None]
    meter_handle = sum(one.handle_cents for one in by_meter)
    known = point_of(parts)
    given = handle - meter_handle
    hold = Fraction(win, handle) if handle else None
    return SumRow(
        *(what, "", currency, sum(one.bets for one in parts), handle, win, hold),
        *(meter_handle, sum(one.win_cents for one in by_meter)),
        known.expected_cents / given if given else None,
        round(known.expected_cents) if given else None,
        int(known.deviation_cents.to_integral_value()) if given else None,
        known.distance.z,
        luck,
    )


def _by_wager(group: Iterable[Bets]) -> list[Expectation]:
    sums: dict[str, Expectation] = {}
    for bets in group:
        before = sums.get(bets.wager, Expectation())
        sums[bets.wager] = before.and_taken(bets.setup, bets.spot, bets.taken)
    return list(sums.values())


def _apart(group: Iterable[Bets]) -> list[list[Expectation]]:
    """Return what wagers took by table and day: no two of these have a round in common."""
    places: dict[tuple[str, str], list[Bets]] = {}
    for bets in group:
        places.setdefault((bets.table, bets.day), []).append(bets)
    return [_by_wager(bets) for bets in places.values()]


def judged(parts: Iterable[Expectation], apart: Iterable[Iterable[Expectation]]) -> Distance:
    """Return how far wagers are from what was expected of them, as luck is judged by.

    ``apart`` is the same by what is independent: luck takes all of it less far than ``z`` allows.
    """
    known = [one for one in parts if one.expected_cents is not None]
    whole, points = point_of(known), [point_of(one) for one in apart]
    variance = sum((point.deviation_cents**2 for point in points), Decimal(0))
    if len(known) == 1 or len(points) == 1 or not variance:
        return whole.distance
    deviation = variance.sqrt()
    third = sum((point.lopsided_cents**3 for point in points), Decimal(0))
    z = in_deviations(whole.win_cents - whole.expected_cents, deviation)
    return Distance(z, third / deviation**3)


def point_of(parts: Iterable[Expectation], time: str = "") -> Point:
    """Return what wagers have won together, as far as it is expected, and how far luck may go."""
    known = [one for one in parts if one.expected_cents is not None]
    alone = len(known) == 1
    moments = (one.third_moment if alone else one.absolute_third_moment for one in known)
    return Point(
        time,
        sum(one.win_cents for one in known),
        sum((one.expected_cents or Fraction(0) for one in known), Fraction(0)),
        sum((one.deviation_cents for one in known), Decimal(0)),
        sum(map(cube_root, moments), Decimal(0)),
    )


# --- over time ---


def course(record: FloorRecord, selection: Selection) -> list[Point]:
    """Return how the win of one currency came about: over a gaming day, or from day to day.

    Its last point is what the sums say. Wagers of meters are left out.
    """
    sheets = list(_sheets(record, selection))
    days = sorted({sheet.day for _, sheet in sheets})
    if len(days) == 1:
        return _within_a_day(sheets, selection)
    sums: list[Bets] = []
    points = []
    for day in days:
        of_day = [(id, sheet) for id, sheet in sheets if sheet.day == day]
        for id, sheet in of_day:
            sums += _of_sheet(id, sheet, sheet.takings, selection)
        points.append(point_of(_by_wager(sums), day))
    return points


def _within_a_day(sheets: list[tuple[str, Sheet]], selection: Selection) -> list[Point]:
    minutes = sorted({minute for _, sheet in sheets for minute in sheet.course})
    step = -(-len(minutes) // POINTS) or 1
    points = []
    for minute in minutes[::-1][::step][::-1]:
        sums: list[Bets] = []
        for id, sheet in sheets:
            before = [takings for at, takings in sheet.course.items() if at <= minute]
            sums += _of_sheet(id, sheet, before[-1], selection) if before else ()
        points.append(point_of(_by_wager(sums), minute))
    return points
