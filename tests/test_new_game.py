"""Sic bo, added from outside by two files: docs/NEW_GAME.md is those files, and it holds."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from pitboss import odds, simulate
from pitboss.games import KINDS
from pitboss.rulebook import Game, Rulebook
from pitboss.settle import Bet, settle
from test_readme import BLOCK, ROOT, timeless

EXAMPLES = ROOT / "docs" / "examples"
DOCUMENT = (ROOT / "docs" / "NEW_GAME.md").read_text("utf-8")
Main = Callable[[list[str]], int]

HITS = {
    "small": [("4 to 10, no triple", 216 // 2 - 3, 1)],  # 3 to 10 is half; 111, 222 and 333 lose
    "total-10": [("10", 6 + 6 + 3 + 6 + 3 + 3, 6)],  # 136 145 226 235 244 334
    "any-triple": [("Three equal dice", 6, 30)],
    "pair-of-fives": [("Two fives or three", 3 * 5 + 1, 10)],
    "fives": [("Three fives", 1, 3), ("Two fives", 3 * 5, 2), ("One five", 3 * 5 * 5, 1)],
}
"""By wager: each row with the throws of 216 that hit it, and what it pays to 1."""


def blocks(language: str) -> list[str]:
    return [match[2] for match in BLOCK.finditer(DOCUMENT) if match[1] == language]


def commands() -> Iterator[tuple[str, str]]:
    for block in blocks("console"):
        for chunk in re.split(r"^\$ python sic_bo\.py ", block, flags=re.MULTILINE)[1:]:
            command, _, output = chunk.partition("\n")
            yield command, output


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch) -> Iterator[Main]:
    """Return the command line with sic bo in it."""
    monkeypatch.chdir(EXAMPLES)
    try:
        yield runpy.run_path("sic_bo.py")["main"]
    finally:
        del KINDS["sic-bo"]


@pytest.fixture
def game(main: Main) -> Game:
    assert callable(main)
    book = Rulebook()
    book.add_file("sic-bo.toml")
    return book.game("sic-bo")


def test_the_document_is_the_files() -> None:
    assert "\n\n".join(blocks("py")).split() == (EXAMPLES / "sic_bo.py").read_text("utf-8").split()
    assert blocks("toml") == [(EXAMPLES / "sic-bo.toml").read_text("utf-8")]


@pytest.mark.usefixtures("open_catalog")
@pytest.mark.parametrize(("command", "output"), list(commands()))
def test_commands_print_what_the_document_says(
    command: str, output: str, main: Main, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(shlex.split(command))
    printed = capsys.readouterr()
    assert timeless(printed.out + printed.err) == output
    assert code == (2 if printed.err.startswith("pitboss ") else 0)


def test_odds_are_counted_throw_by_throw(game: Game) -> None:
    for id, rows in HITS.items():
        sheet = odds.analyse(game.wager(id))
        assert sheet.total == 216
        assert [(row.row.label, row.count) for row in sheet.rows] == [row[:2] for row in rows]
        returned = sum(Fraction(count * (pays + 1), 216) for _, count, pays in rows)
        assert sheet.edge == 1 - returned


def test_settling_every_throw_gives_the_odds(game: Game) -> None:
    bets = [Bet(wager=id, stake_cents=100) for id in HITS]
    nets = [0] * len(bets)
    parse = KINDS["sic-bo"].parse
    assert parse is not None
    for faces in product("123456", repeat=3):
        done = settle(game, bets, parse(",".join(faces)))
        assert not done.refusals
        nets = [net + (one.net_cents or 0) for net, one in zip(nets, done.settlements, strict=True)]
    edges = [odds.analyse(game.wager(id)).edge for id in HITS]
    assert [Fraction(-net, 216 * 100) for net in nets] == edges


def test_simulation_is_within_chance_of_the_odds(game: Game) -> None:
    thrown = simulate.throws(game, rounds=500_000, seed=11)
    assert thrown.counted.cells.max() == 215
    for id in HITS:
        assert abs(thrown.analyse(id).z or 0) < 4.5
    again = simulate.throws(game, rounds=500_000, seed=11, piece=7, place=simulate.Threads(1))
    assert (again.counted.counts == thrown.counted.counts).all()


def test_outcomes_are_data_too(main: Main, capsys: pytest.CaptureFixture[str]) -> None:
    words = "settle sic-bo --file sic-bo.toml --outcome 6,6,6 --bet any-triple=1 --format json"
    assert main(words.split()) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["outcome"] == {"faces": [6, 6, 6], "total": 18}
    assert data["bets"][0]["net_cents"] == 30_00


@pytest.mark.parametrize("text", ["7,1,1", "1,1", "1,1,1,1", ",,", "1 2 3", "a,b,c"])
def test_what_three_dice_cannot_show_is_refused(
    text: str, main: Main, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"settle sic-bo --file sic-bo.toml --bet small=1 --outcome={shlex.quote(text)}"
    assert main(shlex.split(words)) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_it_has_par_sheets(main: Main, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    path = tmp_path / "sheets.pdf"
    assert main(["odds", "sic-bo", "--file", "sic-bo.toml", "--output", str(path)]) == 0
    assert len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) == len(HITS)
