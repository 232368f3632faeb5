"""``pitboss report``, called as accounting would."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from command_line import Capture
from command_line import run as run_line
from pitboss.cli import main
from pitboss.jackpot.reports import OF_JACKPOTS, REPORTS
from report_floors import FORMULA, HOUSE, played, saved


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the journal of an evening whose figures are known."""
    return saved(tmp_path)


def run(capsys: Capture, *words: object) -> tuple[int, str, str]:
    return run_line(capsys, "report", *words)


def rows_of(capsys: Capture, *words: object) -> list[dict[str, Any]]:
    code, out, err = run(capsys, *words, "--format", "json")
    assert (code, err) == (0, "")
    rows: list[dict[str, Any]] = json.loads(out)["rows"]
    return rows


def test_without_a_report_each_jackpot_and_the_reports_are_listed(
    capsys: Capture, journal: Path
) -> None:
    code, out, err = run(capsys, journal)
    assert (code, err) == (0, "")
    assert "fate-38  progressive  open" in out and "$2,001.84" in out
    for name in (*REPORTS, "win", "close"):
        assert f"  {name} " in out
    listed = json.loads(run(capsys, journal, "--format", "json")[1])
    assert list(listed["reports"]) == [*REPORTS, "win", "close"]
    assert listed["rows"][0]["main_micros"] == 260_001


@pytest.mark.parametrize("name", OF_JACKPOTS)
@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_every_report_is_printed(capsys: Capture, journal: Path, name: str, form: str) -> None:
    code, out, err = run(capsys, journal, name, "--format", form)
    assert (code, err) == (0, "")
    assert "fate-38" in out


def test_amounts_are_whole_in_json_and_money_elsewhere(capsys: Capture, journal: Path) -> None:
    (adjusted, _) = rows_of(capsys, journal, "adjustments")
    assert adjusted["main_micros"] == 1_000_001
    assert "$1.000001" in run(capsys, journal, "adjustments")[1]
    table = list(csv.DictReader(io.StringIO(run(capsys, journal, "wins", "--format", "csv")[1])))
    assert table[0]["amount"] == "2001.85"
    assert table[0]["shares"] == "12/1 1000.92, 12/2 1000.92"
    (won,) = rows_of(capsys, journal, "wins")
    assert won["shares_cents"] == {"12/1": 100_092, "12/2": 100_092}
    shares = [row["share"] for row in rows_of(capsys, journal, "contributions")]
    assert shares == ["2/3", "1/3"]


def test_no_cell_is_ever_a_formula(capsys: Capture, journal: Path, tmp_path: Path) -> None:
    text = run(capsys, journal, "adjustments", "--format", "csv")[1]
    (row, _) = csv.DictReader(io.StringIO(text))
    assert row["reason"] == f"'{FORMULA}"
    path = tmp_path / "adjustments.xlsx"
    assert run(capsys, journal, "adjustments", "--out", path)[0] == 0
    page = openpyxl.load_workbook(path).active
    assert page is not None
    heads = [cell.value for cell in page[1]]
    cell = page.cell(2, heads.index("reason") + 1)
    assert (cell.value, cell.data_type) == (FORMULA, "s")
    amount = page.cell(2, heads.index("main") + 1)
    assert (amount.value, amount.data_type) == (1.000001, "n")


def test_a_workbook_without_a_report_has_them_all(
    capsys: Capture, journal: Path, tmp_path: Path
) -> None:
    path = tmp_path / "all.xlsx"
    code, out, _ = run(capsys, journal, "--out", path)
    assert (code, out) == (0, f"{path}: overview\n")
    assert openpyxl.load_workbook(path).sheetnames == ["overview", *REPORTS]


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_report_is_written_to_a_file_as_it_is_printed(
    capsys: Capture, journal: Path, tmp_path: Path, form: str
) -> None:
    printed = run(capsys, journal, "movement", "--format", form)[1]
    path = tmp_path / "movement.txt"
    assert run(capsys, journal, "movement", "--format", form, "--out", path)[0] == 0
    assert path.read_text("utf-8") == printed


def test_a_jackpot_and_a_day_are_selected(capsys: Capture, journal: Path) -> None:
    chosen = ("--jackpot", "fate-38", "--day", "2025-12-31")
    (row,) = rows_of(capsys, journal, "reconciliation", *chosen)
    assert (row["day"], row["tables_units"]) == ("2025-12-31", 2)
    assert "nothing to report" in run(capsys, journal, "log", "--day", "2030-01-01")[1]


def test_text_that_was_typed_does_nothing_to_a_terminal(capsys: Capture, tmp_path: Path) -> None:
    line = "jackpot fate-38: adjust +1 by 2207 and 3301: \x1b[2Jcleared\n"
    journal = saved(tmp_path, played(line))
    out = run(capsys, journal, "adjustments")[1]
    assert "\x1b" not in out and "\\x1b[2Jcleared" in out


def test_a_floor_without_jackpots(capsys: Capture, tmp_path: Path) -> None:
    journal = saved(tmp_path, played("table 12: sit 1\n", HOUSE))
    for name in ("", *REPORTS):
        words = [name] if name else []
        code, out, _ = run(capsys, journal, *words)
        assert code == 0 and "nothing to report" in out
        assert rows_of(capsys, journal, *words) == []
        code, out, _ = run(capsys, journal, *words, "--format", "csv")
        assert code == 0 and out.count("\n") == 1, "the heads of the columns"


# --- what is refused, in one line with a remedy ---


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("moves", 'did you mean "movement"'),
        ("movement --format xlsx", "add --out movement.xlsx"),
        ("movement --format pdf", "add --out movement.pdf"),
        ("movement --table 12", "--table changes nothing here"),
        ("takings-by-day --jackpot fate-38", "--jackpot changes nothing here"),
        ("movement --day Monday", "write it as 2026-11-16"),
        ("movement --jackpot fate", 'no jackpot "fate"'),
        ("movement --hit 1", "--hit changes nothing here"),
        ("movement --paper a4", "--paper changes nothing here"),
        ("--day 2026-01-01", "--day changes nothing here"),
        ("win --out w.pdf", "add --jackpot ID --hit N"),
        ("win --jackpot fate-38 --hit 1", "add --out win.pdf"),
        ("win --jackpot fate-38 --hit 1 --format csv", "win is not printed as csv"),
        ("win --jackpot fate-38 --hit 1 --format json --paper a4", "--paper changes nothing here"),
        ("win --jackpot fate-38 --hit 9 --format json", "fate-38 has no hit 9"),
        ("win --jackpot fate-38 --hit 1 --format json --day 2026-01-01", "--day changes nothing"),
    ],
)
def test_what_cannot_be_reported(capsys: Capture, journal: Path, words: str, told: str) -> None:
    code, out, err = run(capsys, journal, *words.split())
    assert (code, out) == (2, "")
    assert err.startswith("pitboss report: ") and err.count("\n") == 1
    assert told in err


def test_an_altered_journal_is_refused_at_its_line(capsys: Capture, journal: Path) -> None:
    lines = journal.read_text("ascii").splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if '"micros":1000001' in line)
    lines[at] = lines[at].replace('"micros":1000001', '"micros":9000001')
    journal.write_text("".join(lines), "ascii")
    code, out, err = run(capsys, journal, "movement")
    assert (code, out) == (2, "")
    assert f"line {at + 1} was altered" in err and err.count("\n") == 1


def test_no_journal_an_empty_one_and_a_tables(capsys: Capture, tmp_path: Path) -> None:
    assert run(capsys, tmp_path / "none.jsonl")[0] == 2
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert "no lines" in run(capsys, empty)[2]
    table = tmp_path / "table.jsonl"
    assert main(["deal", "ez-baccarat", "--rounds", "1", "--journal", str(table)]) == 0
    capsys.readouterr()
    code, _, err = run(capsys, table)
    assert code == 2 and "opens no floor" in err


def test_a_file_that_cannot_be_written(capsys: Capture, journal: Path, tmp_path: Path) -> None:
    code, _, err = run(capsys, journal, "log", "--out", tmp_path)
    assert code == 2 and "cannot be written" in err
