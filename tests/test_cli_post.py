"""``pitboss house post``: postings and signs of a house, or of a floor file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Capture, run
from pdf_text import bare, page_count, text_of
from pitboss.cli import main
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.table.floor import default_floor
from pitboss.table.floor.writing import write_floor

DATE = ["--date", "2026-11-16"]


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("house") / "house.db"
    with closing(Database(str(path))) as database:
        found_house(database, "default floor", default_floor())
    yield path


def post(capsys: Capture, *words: str) -> tuple[int, str, str]:
    return run(capsys, "house", "post", *words)


def test_a_posting_is_told(founded: Path, capsys: Capture) -> None:
    code, out, err = post(capsys, "4", "--database", str(founded))
    assert (code, err) == (0, "")
    assert "Table 4: EZ Baccarat [30-2899.04]" in out
    assert "Banker wins with a 3-card 7    40 to 1" in out and "30-2899.04(4)" in out
    assert "Players may request a copy of all baccarat rules. [30-2803(3)(c), 30-2804]" in out


def test_postings_and_signs_are_written(founded: Path, capsys: Capture, tmp_path: Path) -> None:
    out, house = tmp_path / "rules.pdf", ["--database", str(founded)]
    assert post(capsys, "4", "13", "--out", str(out), *DATE, *house)[0] == 0
    first = out.read_bytes()
    assert post(capsys, "4", "13", "--out", str(out), *DATE, *house)[0] == 0
    assert out.read_bytes() == first
    assert bare("Printed 2026-11-16") in text_of(first)[0]
    assert post(capsys, "4", "13", "--out", str(out), "--paper", "a4", *DATE, *house)[0] == 0
    assert out.read_bytes() != first
    code, told, _ = post(capsys, "4", "13", "--sign", "--out", str(out), *house)
    assert code == 0 and told == f"{out}: sign of 4, 13\n"
    assert page_count(out.read_bytes()) == 2


def test_all_tables_of_a_floor_file_without_a_house(capsys: Capture, tmp_path: Path) -> None:
    file, out = tmp_path / "my-floor.toml", tmp_path / "all.json"
    file.write_text(write_floor(default_floor()), "utf-8")
    assert post(capsys, "--all", "--floor", str(file), "--out", str(out))[0] == 0
    data = json.loads(out.read_text("utf-8"))
    assert [one["table"] for one in data] == [entry.id for entry in default_floor().tables]
    told = json.loads(post(capsys, "4", "--floor", str(file), "--format", "json")[1])
    assert told == [one for one in data if one["table"] == "4"]


def test_an_open_table_is_posted_by_the_setup_that_it_was_opened_with(
    founded: Path, capsys: Capture, tmp_path: Path
) -> None:
    path = tmp_path / "house.db"
    shutil.copy(founded, path)
    before = json.loads(post(capsys, "8", "--format", "json", "--database", str(path))[1])
    script = tmp_path / "open.script"
    script.write_text("table 8: open baccarat with vigorish 7%, minimum all 5, maximum all 50\n")
    assert main(["floor", "--script", str(script), "--database", str(path)]) == 0
    capsys.readouterr()
    (after,) = json.loads(post(capsys, "8", "--format", "json", "--database", str(path))[1])
    assert before[0]["wagers"][1]["pays"][0]["notes"] == ["less 5% of the win"]
    assert after["wagers"][1]["pays"][0]["notes"] == ["less 7% of the win"]
    assert after["wagers"][1]["limits"] == "$5 to $50" and after["setup"] != before[0]["setup"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no table is named"),
        (["4", "--all"], "tables and --all are given"),
        (["99"], 'there is no table "99" on the floor'),
        (["4", "--paper", "a4"], "--paper changes nothing here"),
        (["4", "--sign"], "--sign changes nothing here"),
        (["4", "--format", "pdf"], "PDF needs a file"),
        (["4", "--out", "rules.txt"], "rules.txt does not say its format"),
        (["4", "--out", "x.pdf", "--date", "tomorrow"], '"tomorrow" is no day'),
        (["4", "--out", "/nowhere/x.pdf"], "/nowhere/x.pdf cannot be written"),
        (["4", "--floor", "x.toml"], "--floor needs no house"),
    ],
)
def test_what_cannot_be_posted_is_one_line(
    founded: Path, capsys: Capture, words: list[str], said: str
) -> None:
    code, out, err = post(capsys, *words, "--database", str(founded))
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1


def test_the_help_has_examples(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["house", "post", "--help"])
    assert "pitboss house post --all --paper a4" in capsys.readouterr().out
