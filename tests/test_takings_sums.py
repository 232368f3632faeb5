"""Takings added up: by whom they were taken, what was expected, and how far luck goes."""

from __future__ import annotations

import csv
import io
from decimal import Decimal
from fractions import Fraction
from functools import cache

import openpyxl
import pytest

from pdf_text import bare, text_of
from pitboss.house.serving.pit import taken_at
from pitboss.jackpot.reports import EVERYTHING, REPORTS, FloorRecord, Selection
from pitboss.jackpot.reports.luck import LUCK_SAID
from pitboss.jackpot.reports.sheets import MOST_MINUTES, Sheet, Taken
from pitboss.jackpot.reports.sums import SumRow, by_day, by_shift, by_table, by_wager, course
from pitboss.odds import analyse
from pitboss.printing.report_sheet import report_sheet
from pitboss.printing.report_tables import page_of
from pitboss.printing.spreadsheets import csv_bytes, xlsx_bytes
from pitboss.rulebook.pays import percent
from pitboss.table.money.takings import takings
from report_floors import HOUSE, JACKPOT, played, record_of

# Natural 9 v 6: Player wins every round. Table 12 takes two rounds on the first day, one of them in
# a second shift, and one on the next; table 13 takes one.
SCRIPT = """
2026-01-01T12:00 table 12: day 2026-01-01
table 12: count tray opening 1000 signed 2207 and 3301
table 12: sit 1
table 12: buy in 1 300
table 12: prepare burning 5d
12:10 table 12: bet 1 banker 10, fate-38 1
table 12: coup 9s Kd / 4h 2c
table 12: finish
12:20 table 12: close shift 1000 signed 2207 and 3301
12:30 table 12: bet 1 banker 20, tie 5
table 12: coup 9s Kd / 4h 2c
table 12: finish
12:40 table 12: count tray closing 1000 signed 2207 and 3301
13:00 table 13: day 2026-01-01
table 13: count tray opening 700 signed 2207 and 3301
table 13: sit 1
table 13: buy in 1 100
table 13: prepare burning 5d
13:10 table 13: bet 1 banker 40
table 13: coup 9s Kd / 4h 2c
table 13: finish
2026-01-02T12:00 table 12: day 2026-01-02
table 12: count tray opening 1000 signed 2207 and 3301
12:10 table 12: bet 1 player 30
table 12: coup 9s Kd / 4h 2c
table 12: finish
"""
FIRST, SECOND = "2026-01-01", "2026-01-02"


@cache
def told() -> FloorRecord:
    return record_of(list(played(SCRIPT, HOUSE + JACKPOT)))


def of(rows: object) -> dict[str, SumRow]:
    return {row.what: row for row in rows}  # type: ignore[attr-defined]


@cache
def odds(wager: str) -> tuple[Fraction, Fraction]:
    """The edge and the variance of a wager on a full shoe."""
    sheet = analyse(f"eternal-baccarat/{wager}")
    assert sheet.edge is not None and sheet.variance is not None
    return sheet.edge, sheet.variance


def deviation(wager: str, *stakes: int) -> Decimal:
    """Of rounds that are independent: the root of the variances added up, in cents."""
    variance = odds(wager)[1] * sum((100 * stake) ** 2 for stake in stakes)
    return (Decimal(variance.numerator) / variance.denominator).sqrt()


def test_a_wager_is_added_up_over_tables_shifts_and_days() -> None:
    banker = of(by_wager(told(), EVERYTHING))["eternal-baccarat/banker"]
    assert (banker.bets, banker.handle_cents, banker.win_cents) == (3, 70_00, 70_00)
    edge, _ = odds("banker")
    assert (banker.hold, banker.edge) == (Fraction(1), edge)
    assert banker.expected_cents == round(edge * 70_00)
    far = deviation("banker", 10, 20, 40)
    assert banker.deviation_cents == round(far)
    expected = Decimal((edge * 70_00).numerator) / (edge * 70_00).denominator
    assert banker.z == ((70_00 - expected) / far).quantize(Decimal("0.01"))


def test_one_wager_alone_has_the_z_of_the_takings() -> None:
    for row in REPORTS["takings"].of(told(), EVERYTHING):
        given = row._asdict()
        chosen = Selection(
            day=given["day"], table=given["table"], shift=given["shift"], wager=given["wager"]
        )
        (alone,) = by_wager(told(), chosen)
        assert (alone.z, alone.expected_cents) == (given["z"], given["expected_cents"])


def test_several_wagers_go_at_most_as_far_as_luck_takes_each() -> None:
    table = of(by_table(told(), Selection(day=FIRST)))["12"]
    assert table.win_cents == 10_00 + 1_00 + 20_00 + 5_00
    far = deviation("banker", 10, 20) + deviation("tie", 5)
    assert table.deviation_cents == round(far)
    expected = odds("banker")[0] * 30_00 + odds("tie")[0] * 5_00
    assert table.expected_cents == round(expected)
    assert table.edge == expected / 35_00


def test_nothing_is_expected_of_a_meter_and_its_win_stands_apart() -> None:
    rows = of(by_wager(told(), EVERYTHING))
    meter = rows["eternal-baccarat/fate-38"]
    assert (meter.edge, meter.expected_cents, meter.deviation_cents, meter.z) == (None,) * 4
    assert (meter.meter_handle_cents, meter.meter_win_cents) == (1_00, 1_00)
    table = of(by_table(told(), EVERYTHING))["12"]
    assert (table.meter_handle_cents, table.meter_win_cents) == (1_00, 1_00)
    assert table.handle_cents == (10 + 1 + 20 + 5 + 30) * 100


def test_shifts_and_days_are_in_their_order() -> None:
    shifts = list(by_shift(told(), EVERYTHING))
    assert [row.what for row in shifts] == [
        f"{FIRST} shift 1",
        f"{FIRST} shift 2",
        f"{SECOND} shift 1",
    ]
    assert [row.win_cents for row in shifts] == [10_00 + 1_00 + 40_00, 25_00, -30_00]
    assert [row.win_cents for row in by_day(told(), EVERYTHING)] == [76_00, -30_00]


@pytest.mark.parametrize(
    "chosen", [EVERYTHING, Selection(day=FIRST), Selection(table="12"), Selection(wager="banker")]
)
def test_every_way_adds_up_to_the_takings(chosen: Selection) -> None:
    rows = [row._asdict() for row in REPORTS["takings"].of(told(), chosen)]
    for key in ("bets", "handle_cents", "win_cents"):
        whole = sum(row[key] for row in rows)
        for way in (by_wager, by_table, by_shift, by_day):
            assert sum(getattr(row, key) for row in way(told(), chosen)) == whole


def test_currencies_are_never_summed() -> None:
    books = dict(told().books)
    sheets = tuple(sheet._replace(currency="CAD") for sheet in books["13"].sheets)
    record = told()._replace(books=books | {"13": books["13"]._replace(sheets=sheets)})
    rows = {(row.what, row.currency): row.win_cents for row in by_wager(record, EVERYTHING)}
    banker = "eternal-baccarat/banker"
    assert (rows[banker, "USD"], rows[banker, "CAD"]) == (30_00, 40_00)
    assert [row.what for row in by_table(record, Selection(currency="CAD"))] == ["13"]


# --- two games that share a label ---

TWO_GAMES = """
[floor]
name = "Cards and dice"

[[tables]]
id     = "12"
game   = "eternal-baccarat"
offers = ["player", "banker", "tie", "se-11"]
limits = { base = "5 to 500", optional = "1 to 100" }

[[tables]]
id     = "13"
game   = "3-dice-baccarat"
offers = ["player", "banker", "tie", "se-11"]
limits = { base = "5 to 500", optional = "1 to 100" }

[[badges]]
number = "2207"
level  = "supervisor"

[[badges]]
number = "3301"
level  = "executive"
"""
# Cards: Player's natural 9 wins, so that Banker over a 2-card 7 loses. Dice: 8 and 9 are no tie.
SHARED = """
2026-01-01T12:00 table 12: day 2026-01-01
table 12: count tray opening 1000 signed 2207 and 3301
table 12: sit 1
table 12: buy in 1 300
table 12: prepare burning 5d
table 12: bet 1 player 10, se-11 2
table 12: coup 9s Kd / 4h 2c
table 12: finish
table 13: day 2026-01-01
table 13: count tray opening 1000 signed 2207 and 3301
table 13: sit 1
table 13: buy in 1 300
table 13: prepare
table 13: bet 1 player 10, se-11 3
table 13: no more bets
table 13: shake cups
table 13: reveal 332 441
table 13: call result
table 13: finish
"""


@cache
def shared() -> FloorRecord:
    return record_of(list(played(SHARED, TWO_GAMES)))


@pytest.mark.parametrize(
    ("game", "stake", "name"),
    [("eternal-baccarat", 2_00, "Banker over a 2-card 7"), ("3-dice-baccarat", 3_00, "0 or 9 Tie")],
)
def test_wagers_of_two_games_are_never_one_row(game: str, stake: int, name: str) -> None:
    rows = of(by_wager(shared(), EVERYTHING))
    sheet = analyse(f"{game}/se-11")
    row = rows[f"{game}/se-11"]
    assert (row.bets, row.handle_cents, row.win_cents) == (1, stake, stake)
    assert row.edge == sheet.edge
    assert name in row.name
    (alone,) = by_wager(shared(), Selection(wager=f"{game}/se-11"))
    assert alone.handle_cents == stake


def test_a_label_alone_selects_the_wagers_of_every_game() -> None:
    rows = of(by_wager(shared(), Selection(wager="se-11")))
    assert set(rows) == {"eternal-baccarat/se-11", "3-dice-baccarat/se-11"}
    assert not list(by_wager(shared(), Selection(wager="11")))


def test_two_wagers_with_one_name_say_their_game() -> None:
    rows = of(by_wager(shared(), EVERYTHING))
    assert rows["eternal-baccarat/player"].name == "Player, Eternal Baccarat"
    assert rows["3-dice-baccarat/player"].name == "Player, 3 Dice Baccarat"
    (alone,) = by_wager(shared(), Selection(table="12", wager="player"))
    assert alone.name == "Player"


def test_a_table_is_named_by_its_games() -> None:
    assert [row.name for row in by_table(shared(), EVERYTHING)] == [
        "Eternal Baccarat",
        "3 Dice Baccarat",
    ]


# --- the same figures on the floor ---

DROPPED = """
2026-01-01T12:00 table 12: day 2026-01-01
table 12: count tray opening 1000 signed 2207 and 3301
table 12: sit 1
table 12: buy in 1 300
table 12: prepare burning 5d
table 12: bet 1 banker 10, tie 5
table 12: coup 9s Kd / 4h 2c
table 12: finish
table 12: bet 1 banker 20, se-11 3
table 12: coup 9s Kd / 4h 2c
table 12: finish
table 12: change setup with offers player banker tie
table 12: bet 1 banker 10
table 12: coup 9s Kd / 4h 2c
table 12: finish
"""


def test_the_floor_expects_of_a_dropped_wager_what_reports_do() -> None:
    """A table that no longer offers a wager has still taken what was bet on it, at its odds."""
    record = record_of(list(played(DROPPED, TWO_GAMES)))
    (sums,) = by_table(record, EVERYTHING)
    table = record.tables["12"]
    assert ("se-11", None) not in table.setup.labels
    taken = taken_at(table)
    assert taken is not None and taken.left_out_cents == sums.meter_handle_cents == 0
    assert (taken.handle_cents, taken.win_cents) == (sums.handle_cents, sums.win_cents)
    assert taken.expected_cents == sums.expected_cents
    lines = {line.spot: line for line in takings(table).lines}
    assert lines["se-11"].edge == analyse("eternal-baccarat/se-11").edge
    assert lines["banker"].handle_cents == 40_00
    assert lines["banker"].edge == odds("banker")[0]


# --- what files and paper end with ---


@pytest.mark.parametrize("name", [name for name in REPORTS if name.startswith("takings-by-")])
def test_files_end_with_what_all_rows_are_together(name: str) -> None:
    report = REPORTS[name]
    page = page_of(name, report, report.listed(told(), EVERYTHING))
    *rows, last = page.rows
    assert len(rows) == len(list(report.of(told(), EVERYTHING))) and last[0] == "together"
    for head in ("bets", "handle", "win", "meter handle", "meter win"):
        at = list(page.heads).index(head)
        assert last[at] == sum(row[at] for row in rows)  # type: ignore[misc]


def test_paper_says_of_luck_what_the_page_says() -> None:
    name = "takings-by-wager"
    (sheet,) = text_of(report_sheet(name, REPORTS[name], told(), EVERYTHING, "1"))
    rows = REPORTS[name].listed(told(), EVERYTHING)
    luck = {row.luck for row in rows if isinstance(row, SumRow)}
    assert all(bare(LUCK_SAID[one]) in sheet for one in luck) and luck - {""}
    assert bare("Meter handle") in sheet and bare("Is it luck?") in sheet


def test_a_share_is_a_number_in_a_workbook_and_a_percentage_in_text() -> None:
    report = REPORTS["takings-by-table"]
    page = page_of("sums", report, report.of(told(), EVERYTHING))
    at = list(page.heads).index("edge")
    (sheet,) = openpyxl.load_workbook(io.BytesIO(xlsx_bytes([page]))).worksheets
    edge = next(iter(by_table(told(), EVERYTHING))).edge
    assert edge is not None
    cell = sheet.cell(row=2, column=at + 1)
    assert cell.value == pytest.approx(float(edge), abs=1e-6) and cell.number_format == "0.00%"
    assert list(csv.reader(io.StringIO(csv_bytes(page).decode())))[1][at] == percent(edge, 4)


# --- over time ---


def test_the_course_of_a_day_has_its_minutes_and_ends_with_the_sums() -> None:
    points = course(told(), Selection(day=FIRST))
    assert [point.time for point in points] == [
        f"{FIRST}T{at}" for at in ("12:10", "12:30", "13:10")
    ]
    assert [point.win_cents for point in points] == [10_00, 35_00, 75_00]
    edge, tie = odds("banker")[0], odds("tie")[0]
    assert [point.expected_cents for point in points] == [
        edge * 10_00,
        edge * 30_00 + tie * 5_00,
        edge * 70_00 + tie * 5_00,
    ]
    far = deviation("banker", 10, 20, 40) + deviation("tie", 5)
    assert points[-1].deviation_cents == pytest.approx(far)


def test_the_course_of_several_days_has_a_point_for_each() -> None:
    points = course(told(), EVERYTHING)
    assert [(point.time, point.win_cents) for point in points] == [(FIRST, 75_00), (SECOND, 45_00)]
    assert course(told(), Selection(day="2001-01-01")) == []


def test_a_long_day_keeps_some_of_its_minutes_and_the_last() -> None:
    sheet = Sheet(FIRST, "USD")
    setup, spot = next((key[1], key[2]) for key in told().books["12"].sheets[0].takings)
    for minute in range(24 * 60):
        time = f"{FIRST}T{minute // 60:02d}:{minute % 60:02d}:30"
        sheet = sheet.taken({(1, setup, spot): Taken(minute)}, time)
        assert len(sheet.course) <= MOST_MINUTES
        assert list(sheet.course.values())[-1] is sheet.takings
    assert len(sheet.course) >= MOST_MINUTES // 2
    assert list(sheet.course) == sorted(sheet.course)
