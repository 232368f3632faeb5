"""Takings by wager and the close of a day: figures computed by hand, read back from the PDF."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from pdf_text import bare, page_count, text_of
from pitboss.cli import main
from pitboss.jackpot.hits import HitPaid
from pitboss.jackpot.reports import EVERYTHING, FloorRecord
from pitboss.jackpot.reports.close import DayClose, day_close
from pitboss.jackpot.reports.data import close_data
from pitboss.jackpot.reports.sums import by_table
from pitboss.jackpot.reports.takings import TakingRow, takings
from pitboss.printing.day_close import contents, day_close_sheet
from pitboss.refusals import Unreadable
from pitboss.web.screens.close import day_at_hand, day_running
from report_floors import HOUSE, JACKPOT, evening, played, record_of, saved
from report_floors import SCRIPT as EVENING
from test_jackpot_reports import lived
from test_lives import LIVES
from test_table_reports import CLOSED, SCRIPT, told

DAY, SIGNED = "2026-01-01", "signed 2207 and 3301"
Capture = pytest.CaptureFixture[str]

# Of eight decks: what a unit on Banker and on Player is expected to win the house, and the standard
# deviation of its net, as the par sheets of `pitboss odds` print them.
BANKER, BANKER_DEVIATION = Decimal("0.01057906"), Decimal("0.927372")
PLAYER, PLAYER_DEVIATION = Decimal("0.01235081"), Decimal("0.951175")


def rows(record: FloorRecord) -> dict[tuple[int, str], TakingRow]:
    """Return the takings of the one game that is played here, by shift and label."""
    found = takings(record, EVERYTHING)
    return {(row.shift, row.wager.removeprefix("eternal-baccarat/")): row for row in found}


def z_of(win: int, staked: int, edge: Decimal, deviation: Decimal, squares: int) -> Decimal:
    expected = edge * staked
    return ((win - expected) / (deviation * Decimal(squares).sqrt())).quantize(Decimal("0.01"))


# --- takings ---


def test_each_wager_has_its_handle_win_and_expectation() -> None:
    """Position 1 loses 10 on Banker, position 2 wins 20 on Player."""
    found = rows(told(SCRIPT))
    banker, player = found[1, "banker"], found[1, "player"]
    assert (banker.bets, banker.handle_cents, banker.win_cents) == (1, 1000, 1000)
    assert banker.hold == Fraction(1)
    assert (player.bets, player.handle_cents, player.win_cents) == (1, 2000, -2000)
    assert banker.expected_cents == round(BANKER * 1000) == 11
    assert player.expected_cents == round(PLAYER * 2000) == 25
    assert banker.z == z_of(1000, 1000, BANKER, BANKER_DEVIATION, 1000**2) == Decimal("1.07")
    assert player.z == z_of(-2000, 2000, PLAYER, PLAYER_DEVIATION, 2000**2)


ROUNDS = """
2026-01-01T12:00 table 12: day 2026-01-01
table 12: count tray opening 1000 signed 2207 and 3301
table 12: sit 1
table 12: buy in 1 100
table 12: sit 2
table 12: buy in 2 100
table 12: prepare burning 5d
table 12: bet 1 player 10
table 12: bet 2 player 20
table 12: coup 9s Kd / 4h 2c
table 12: finish
table 12: bet 1 player 10
table 12: coup 4h 2c / 9s Kd
table 12: finish
"""


def test_bets_of_one_round_on_a_spot_stand_or_fall_together() -> None:
    """30 in the first round, 10 in the second: 30 squared and 10 squared, not 10, 20 and 10."""
    row = rows(record_of(list(played(ROUNDS, HOUSE))))[1, "player"]
    assert (row.bets, row.handle_cents, row.win_cents) == (3, 4000, -3000 + 1000)
    assert row.z == z_of(-2000, 4000, PLAYER, PLAYER_DEVIATION, 3000**2 + 1000**2)


def test_shifts_are_apart_and_the_day_has_both() -> None:
    script = (
        f"{ROUNDS}table 12: close shift 980 signed 2207 and 3301\ntable 12: bet 1 player 10\n"
        "table 12: coup 4h 2c / 9s Kd\ntable 12: finish\n"
    )
    record = record_of(list(played(script, HOUSE)))
    found = rows(record)
    assert found[1, "player"].handle_cents == 4000 and found[2, "player"].handle_cents == 1000
    whole = dict(day_close(record, DAY).tables[0].takings)["eternal-baccarat/player"]
    assert (whole.handle_cents, whole.win_cents) == (5000, -1000)
    assert whole.z == z_of(-1000, 5000, PLAYER, PLAYER_DEVIATION, 3000**2 + 2 * 1000**2)
    second = dict(day_close(record, DAY, "12", 2).tables[0].takings)["eternal-baccarat/player"]
    assert (second.handle_cents, second.win_cents) == (1000, 1000)


def test_a_payment_that_is_withdrawn_was_not_taken() -> None:
    script = ROUNDS.removesuffix("table 12: finish\n") + "table 12: collect\ntable 12: undo\n"
    record = record_of(list(played(script, HOUSE)))
    assert rows(record)[1, "player"].handle_cents == 3000


def test_what_depends_on_a_meter_is_not_expected() -> None:
    script = f"{ROUNDS}table 12: bet 1 fate-38 1\ntable 12: coup 4h 2c / 9s Kd\ntable 12: finish\n"
    row = rows(record_of(list(played(script, HOUSE + JACKPOT))))[1, "fate-38"]
    assert (row.handle_cents, row.expected_cents, row.edge, row.z) == (100, None, None, None)


def test_wagers_are_in_the_order_of_the_layout_and_together_what_the_reports_say() -> None:
    """The meter comes last though it is taken first, and nothing is expected of it."""
    script = (
        f"{ROUNDS}table 12: bet 1 fate-38 1, tie 5, banker 10\ntable 12: coup 4h 2c / 9s Kd\n"
        "table 12: finish\n"
    )
    record = record_of(list(played(script, HOUSE + JACKPOT)))
    (table,) = [one for one in day_close(record, DAY).tables if one.takings]
    assert table.names == ("Player", "Banker", "Tie", "Fate 38 Progressive")
    # Of Tie 14.3596%: 40 x 1.235081% + 10 x 1.057906% + 5 x 14.3596% is $1.3178, of $55.
    sections = contents(day_close(record, DAY))["sections"]
    assert isinstance(sections, list)
    told_together = next(one["total"] for one in sections if one["takings"])
    assert told_together[:3] == ["Together", "6", "$56.00"]
    assert told_together[5:7] == ["2.40%", "$1.32"]
    (reported,) = by_table(record, EVERYTHING)
    assert (reported.expected_cents, reported.luck) == (132, "too few bets")
    assert told_together[7:] == ["", "too few bets to tell"]


@pytest.mark.parametrize("script", LIVES, ids=lambda script: script.stem)
def test_the_takings_of_all_days_are_those_of_the_table(script: Path) -> None:
    record = lived(script)
    for id, table in record.tables.items():
        sums: dict[str, list[int]] = {}
        for row in takings(record, EVERYTHING):
            if row.table == id:
                whole = sums.setdefault(row.wager.partition("/")[2], [0, 0, 0])
                for at, cents in enumerate((row.bets, row.handle_cents, row.win_cents)):
                    whole[at] += cents
        assert sums == {label: list(taking) for label, taking in table.takings.items()}


# --- the close ---


def test_the_counted_win_is_that_of_the_bets_and_the_variance() -> None:
    """Bets won -10, the counts found 5 too little and 1 too much: the counts say -14."""
    close = day_close(told(CLOSED), DAY)
    table = close.tables[0]
    assert table.row.win_cents == -14_00
    assert (table.bets_win_cents, table.row.variance_cents, table.other_cents) == (-1000, -400, 0)
    assert close.house == "open: 13"
    assert [(one.kind, one.table, one.cents) for one in close.matters] == [
        ("count", "13", None),
        ("variance", "12", -500),
        ("variance", "12", 100),
    ]


def test_what_is_left_open_is_listed_with_its_amounts() -> None:
    script = (
        f"{CLOSED}table 13: sit 4\ntable 13: buy in 4 100\ntable 13: prepare burning 5d\n"
        "table 13: bet 4 banker 25\ntable 13: coup 4h 2c / 9s Kd\n"
    )
    matters = {one.kind: one for one in day_close(told(script), DAY).matters}
    assert matters["count"].says.endswith("the table is in a round")
    assert matters["unpaid"].cents == 25_00 + 25_00 - 1_25, "the stake and the win, less 5%"
    assert matters["bets"].cents == 25_00


def test_a_dispute_and_a_pending_hit_are_left_open() -> None:
    script = (
        f"{ROUNDS}table 12: bet 1 fate-38 1\ntable 12: coup As 2s 8s / Ks 3s\n"
        "table 12: hit jackpot fate-38\ntable 12: finish\ntable 12: dispute 2 a card was misread\n"
    )
    close = day_close(record_of(list(played(script, HOUSE + JACKPOT))), DAY)
    matters = {one.kind: one for one in close.matters}
    assert matters["dispute"].says == "position 2 disputes the last round"
    assert matters["hit"].says.startswith("hit 1 of fate-38") and "pending" in matters["hit"].says
    assert matters["hit"].cents is not None and matters["hit"].cents >= 2000_00


def test_a_closed_day_leaves_nothing_open() -> None:
    counted = f"{CLOSED}table 13: count tray closing 700 signed 2207 and 3301\n"
    one = "table 12: explain variance number 1 by 2207: a chip was miscounted\n"
    script = f"{counted}{one}table 12: explain variance number 2 by 2207: the same chip\n"
    for some, state in ((counted, "2 variances are"), (counted + one, "1 variance is")):
        said = contents(day_close(told(some), DAY))
        assert said["state"] == f"The day is closed; {state} not explained"
        assert said["closed"] is False
    close = day_close(told(script), DAY)
    assert (close.house, close.matters) == ("closed", ())
    text = "".join(text_of(day_close_sheet(close, "9.8.7")))
    assert (
        bare("Nothing: no hit, dispute, payment or count is open, and every variance is explained.")
        in text
    )


def test_a_table_that_is_closed_is_told_apart_from_one_that_was_counted() -> None:
    script = f"{CLOSED}table 13: count tray closing 700 signed 2207 and 3301\n"
    said = contents(day_close(told(f"{script}table 13: close table\n"), DAY))
    rows = cast(list[list[str]], said["tables"])
    assert {row[0]: row[1] for row in rows} == {"12": "closing count taken", "13": "closed"}
    assert {row[0]: row[-1] for row in rows}["12"] == "\N{MINUS SIGN}$4.00"
    sections = cast(list[dict[str, list[list[str]]]], said["sections"])
    assert "+$1.00" in {row[4] for row in sections[0]["counts"]}, "over has its sign"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("2026-01-02", "", None), "no-such-day"),
        ((DAY, "12", 3), "no-such-shift"),
        ((DAY, "99", None), "no-such-table"),
    ],
)
def test_what_there_is_not_is_refused(asked: tuple[str, str, int | None], code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        day_close(told(CLOSED), *asked)
    assert caught.value.refusal.code == code and caught.value.refusal.remedy


# --- on paper ---


def closed() -> DayClose:
    return day_close(told(CLOSED), DAY)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_sheet_has_counts_variances_takings_and_lines_to_sign(paper: str) -> None:
    pdf = day_close_sheet(closed(), "9.8.7", paper=paper)
    assert pdf == day_close_sheet(closed(), "9.8.7", paper=paper) and page_count(pdf) == 1
    (text,) = text_of(pdf)
    minus = "\N{MINUS SIGN}"
    for line in (
        "Gaming day 2026-01-01",
        "The day is open: 13; 2 variances are not explained",
        "12 closing count taken $1,000.00 $500.00 $300.00 $200.00 $986.00 "
        f"{minus}$14.00 {minus}$4.00",
        f"Shift 1, shift 2026-01-01 12:40:01 $985.00 $990.00 {minus}$5.00 2207, 3301",
        "Shift 1, shift: $5.00 short. Explanation:",
        "Shift 2, closing: $1.00 over. Explanation:",
        f"Won by the bets {minus}$10.00 Variance of the counts {minus}$4.00",
        "Banker 1 $10.00 $10.00 100.00% 1.06% $0.11 +1.07",
        "Counted by, badge, date and time",
        "Supervisor, badge, date and time",
    ):
        assert bare(line) in text, line


def test_many_tables_go_on_over_the_page() -> None:
    close = closed()
    whole = "".join(text_of(day_close_sheet(close._replace(tables=close.tables * 12), "9.8.7")))
    assert whole.count(bare("Takings by wager").upper()) == 12


SHEET = """
import hashlib
from test_day_close import closed
from pitboss.printing.day_close import day_close_sheet
print(hashlib.sha256(day_close_sheet(closed(), "9.8.7")).hexdigest())
"""


def test_another_process_makes_the_same_bytes() -> None:
    other = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}\n{SHEET}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    here = hashlib.sha256(day_close_sheet(closed(), "9.8.7")).hexdigest()
    assert other.stdout.strip() == here


# --- on the command line ---


def test_a_close_is_written_and_told_as_data(tmp_path: Path, capsys: Capture) -> None:
    journal, out = saved(tmp_path, played(CLOSED, HOUSE)), tmp_path / "close.pdf"
    words = ["report", str(journal), "close", "--day", DAY]
    assert main([*words, "--out", str(out)]) == 0
    letter = out.read_bytes()
    assert main([*words, "--out", str(out), "--paper", "a4"]) == 0
    assert letter.startswith(b"%PDF") and letter != out.read_bytes()
    capsys.readouterr()
    assert main([*words, "--format", "json", "--table", "12", "--shift", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    (table,) = data["tables"]
    assert (table["table"], table["win_cents"], table["bets_win_cents"]) == ("12", -1400, -1000)
    z = {one["wager"]: one["z"] for one in table["takings"]}
    assert z == {"eternal-baccarat/player": "-1.06", "eternal-baccarat/banker": "1.07"}
    assert list(z) == ["eternal-baccarat/player", "eternal-baccarat/banker"] and data["shift"] == 1
    assert main(["report", str(journal), "takings"]) == 0
    table_told = capsys.readouterr().out
    assert "  1.07  luck\n" in table_told and " -1.06  luck\n" in table_told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["close", "--out", "x.pdf"], "a close is of one gaming day"),
        (["close", "--day", DAY], "PDF needs a file"),
        (["close", "--day", DAY, "--format", "csv", "--out", "x.csv"], "is not printed as csv"),
        (["close", "--day", DAY, "--out", "x.pdf", "--jackpot", "fate-38"], "changes nothing"),
        (["movement", "--table", "12"], "--table changes nothing here"),
        (["day", "--table", "99"], 'no table "99"'),
        (["close", "--day", "2026-01-05", "--format", "json"], "no gaming day 2026-01-05"),
    ],
)
def test_what_cannot_be_closed_so_is_one_line(
    tmp_path: Path, capsys: Capture, words: list[str], said: str
) -> None:
    journal = saved(tmp_path, played(CLOSED, HOUSE))
    assert main(["report", str(journal), *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


# --- which day is looked at ---


def test_the_day_at_hand_is_the_first_that_a_table_keeps_open() -> None:
    script = (
        "2026-01-01T12:00 table 12: day 2026-01-01\ntable 13: day 2026-01-01\n"
        f"table 12: count tray opening 1000 {SIGNED}\ntable 12: count tray closing 1000 {SIGNED}\n"
        "2026-01-02T12:00 table 12: day 2026-01-02\n"
    )
    record = record_of(list(played(script, HOUSE)))
    assert (day_at_hand(record), day_at_hand(record, "12")) == ("2026-01-01", "2026-01-02")
    counted = (
        f"table 13: count tray opening 500 {SIGNED}\ntable 13: count tray closing 500 {SIGNED}\n"
    )
    first, second = script.split("2026-01-02T12:00 ")
    record = record_of(list(played(f"{first}{counted}2026-01-02T12:00 {second}", HOUSE)))
    assert day_at_hand(record) == "2026-01-02", "nobody is left behind"


def test_the_day_that_runs_is_the_last_that_a_table_keeps_open() -> None:
    begun = "2026-01-01T12:00 table 12: day 2026-01-01\ntable 13: day 2026-01-01\n"
    closed = (
        f"table 12: count tray opening 1000 {SIGNED}\ntable 12: count tray closing 1000 {SIGNED}\n"
    )
    next_day = "2026-01-02T12:00 table 12: day 2026-01-02\n"
    script = f"{begun}{closed}{next_day}"
    assert day_running(record_of(list(played(script, HOUSE)))) == "2026-01-02", "13 is behind"
    record = record_of(list(played(f"{script}{closed}", HOUSE)))
    assert day_running(record) == "2026-01-01", "the later day is closed, 13 still plays"
    ended = closed.replace("table 12", "table 13")
    record = record_of(list(played(f"{script}{closed}{ended}", HOUSE)))
    assert day_running(record) == "2026-01-02", "nothing is open"


def test_jackpots_that_paid_on_the_day_are_named_with_what_their_meters_paid() -> None:
    """$2,001.85 were locked and shared by two, which leaves a cent; nothing was advanced."""
    record = evening()
    link = record.links["fate-38"]
    [hit] = link.hits
    day = next(one.day for one in record.of("fate-38") if isinstance(one.fact, HitPaid))
    close = day_close(record, day)
    [told] = close.jackpots
    assert told == ("fate-38", "USD", 2_001_84, 0, 0) and hit.shared_cents == 2_001_84
    assert close_data(close)["jackpots"] == [told._asdict()]
    assert contents(close)["jackpots"] == [["Fate 38", "$2,001.84", "$0.00", "$0.00"]]
    sheet = "".join(text_of(day_close_sheet(close, "1")))
    assert bare("$2,001.84") in sheet and bare("do not contain what meters paid") in sheet
    assert day_close(record, day, close.tables[0].row.table).jackpots == ()
    undone = f"{EVENING}jackpot fate-38: back out 1 by 2207 and 3301: paid in error\n"
    [told] = day_close(record_of(list(played(undone))), day).jackpots
    assert (told.paid_cents, told.backed_out_cents) == (2_001_84, 2_001_84)
    least = f"{HOUSE}{JACKPOT}minimum = 1000\n"
    [told] = day_close(record_of(list(played(EVENING, least))), day).jackpots
    assert told.advanced_micros == 999_750_000, "the reserve held $0.25"
    [told] = day_close(record_of(list(played(undone, least))), day).jackpots
    assert told.advanced_micros == 0, "what was advanced is recovered"
    quiet = day_close(record_of(list(played(EVENING.partition("table 12: hit jackpot")[0]))), day)
    assert quiet.jackpots == ()
    assert bare("what meters paid") not in "".join(text_of(day_close_sheet(quiet, "1")))
