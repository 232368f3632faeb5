"""``pitboss floor`` and ``pitboss replay`` of its journal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.cli import main

Capture = pytest.CaptureFixture[str]
SCRIPT = """
table 1: sit 3
table 1: buy in 3 100
table 1: prepare burning 5h
table 1: bet 3 player 5, sun-7-progressive 1
table 1: coup 2s 3s 9s / As 2s 4s
table 1: hit jackpot sun-7
jackpot sun-7: pay by 2207
> hit sun-7 1 paid 5000.15
table 1: finish
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "evening.script"
    path.write_text(SCRIPT)
    return path


@pytest.fixture
def journal(tmp_path: Path, script: Path, capsys: Capture) -> Path:
    path = tmp_path / "evening.jsonl"
    assert main(["floor", "--script", str(script), "--journal", str(path)]) == 0
    capsys.readouterr()
    return path


def test_the_json_has_jackpots_hits_and_accounts(script: Path, capsys: Capture) -> None:
    assert main(["floor", "--script", str(script), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    sun = next(one for one in data["jackpots"] if one["id"] == "sun-7")
    assert (sun["state"], sun["main_micros"], sun["displayed_cents"]) == ("open", 50_000, 5)
    (hit,) = sun["hits"]
    assert hit == {
        "order": 1,
        "table": "1",
        "round": 1,
        "row": "Sun 7, both hands in the specific suit",
        "state": "paid",
        "amount_cents": 500_015,
        "shares": {"1/3": 500_015},
        "remainder_micros": 0,
        "dealer_envy_cents": 0,
        "player_envy": {},
    }
    assert sum(data["accounts"].values()) == 0
    assert data["accounts"]["jackpot sun-7 main"] == 50_000
    # bought in for 100, bet 5 and 1; lost the 5
    assert data["accounts"]["table 1 position 3"] == (94_00 + 500_015) * 10_000


def test_a_story_names_tables_and_jackpots(script: Path, capsys: Capture) -> None:
    assert main(["floor", "--script", str(script)]) == 0
    out = capsys.readouterr().out
    assert "table 1\n" in out and "jackpot sun-7\n" in out and "$5,000.15" in out


def test_a_missed_expectation_is_one_line_and_exit_code_2(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "wrong.script"
    path.write_text(SCRIPT + "> jackpot sun-7 displayed 7\n")
    assert main(["floor", "--script", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and 'expected "jackpot sun-7 displayed 7"; found 0.05' in error


def test_the_journal_replays_and_its_table_alone(journal: Path, capsys: Capture) -> None:
    assert main(["replay", str(journal)]) == 0
    assert "is sound" in capsys.readouterr().out
    assert main(["replay", str(journal), "--table", "1", "--round", "1"]) == 0
    assert "jackpot sun-7 pending" in capsys.readouterr().out
    assert main(["replay", str(journal), "--round", "1"]) == 2
    assert "--table ID" in capsys.readouterr().err
    assert main(["replay", str(journal), "--table", "9"]) == 2
    capsys.readouterr()


def test_the_last_hash_shows_lines_that_were_dropped_at_the_end(
    journal: Path, capsys: Capture
) -> None:
    assert main(["replay", str(journal), "--format", "json"]) == 0
    noted = json.loads(capsys.readouterr().out)["last_hash"]
    assert main(["replay", str(journal), "--expect", noted]) == 0
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:-1]))
    assert main(["replay", str(journal), "--expect", noted]) == 2


@pytest.mark.parametrize("stream", ["link/sun-7", "table/1", "house"])
def test_a_line_that_is_gone_is_missed_in_its_stream(
    journal: Path, capsys: Capture, stream: str
) -> None:
    lines = journal.read_text().splitlines(keepends=True)
    own = [at for at, line in enumerate(lines) if f'"stream":"{stream}"' in line]
    del lines[own[0]]
    journal.write_text("".join(lines))
    capsys.readouterr()
    assert main(["replay", str(journal)]) == 2
    assert capsys.readouterr().err.startswith("pitboss replay: ")
