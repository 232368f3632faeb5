"""The command line, called as a stranger would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.cli.main import COMMANDS, parser_of

PITBOSS = Path(sys.executable).parent / "pitboss"


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    """Run a command line in this process; argparse's exits count like returns."""
    try:
        code = main(line.split())
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def run_json(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    _, out, _ = run(capsys, f"{line} --format json")
    return json.loads(out)


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    games = run_json(capsys, "games")
    assert len(games) == 16
    for game in games:
        assert {"game", "name", "cite", "kind", "wagers"} <= set(game)
    kinds = {game["game"]: game["kind"] for game in games}
    assert kinds["baccarat"] == "baccarat" and kinds["3-dice-baccarat"] == "three-dice"
    assert kinds["roll-the-line"] == "craps"


SETTLED = {
    *("wager", "on", "table", "reading", "stake_cents", "net_cents", "vigorish_cents"),
    *("row", "meter_share", "cite"),
}


def test_settle_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = run_json(
        capsys,
        "settle eternal-baccarat --player 7s8h3d --banker KhQd7c --bet sun-7=5.00"
        " --bet golden-talons:player=10 --bet golden-talons:banker@PT-FLT-GT-03=10 --bet banker=2",
    )
    assert data["outcome"]["winner"] == "player"
    assert all(set(bet) >= SETTLED for bet in data["bets"])
    sun, talons, other, banker = data["bets"]
    assert (sun["wager"], sun["on"], sun["table"]) == ("sun-7", None, "PT-FLT-MB-01")
    assert (sun["stake_cents"], sun["net_cents"], sun["row"]) == (500, -500, None)
    assert (talons["on"], talons["table"], talons["reading"]) == (
        "player",
        "PT-FLT-GT-01",
        "default",
    )
    assert (other["on"], other["table"]) == ("banker", "PT-FLT-GT-03")
    assert (banker["table"], banker["net_cents"]) == ("vigorish", -200)


def test_settle_dice_and_rolls(capsys: pytest.CaptureFixture[str]) -> None:
    dice = run_json(capsys, "settle 3-dice-baccarat --player 333 --banker 333 --bet triple=1")
    assert (dice["bets"][0]["meter_share"], dice["bets"][0]["net_cents"]) == (100, -100)
    rolls = run_json(capsys, "settle roll-the-line --rolls 7,4,4,11,6,7 --bet roll-the-line=5")
    assert (rolls["bets"][0]["row"], rolls["bets"][0]["net_cents"]) == ("3 wins", 500)
    waiting = run_json(capsys, "settle roll-the-line --rolls 7,4 --bet roll-the-line=5")
    assert waiting["bets"][0]["result"] == "unresolved"


def test_table_and_reading_go_to_the_bets_that_know_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "settle golden-dragon --player Kh6d --banker 2c4h --bet player=5 --bet any-dragon=5"
    data = run_json(capsys, f"{line} --table suite-b --reading text")
    assert [bet["table"] for bet in data["bets"]] == ["1", "suite-b"]
    assert [bet["reading"] for bet in data["bets"]] == ["default", "text"]
    code, _, err = run(capsys, f"{line} --table suite-c")
    assert code == 2 and 'did you mean "suite-' in err
    code, _, err = run(capsys, f"{line} --reading without-sizes")
    assert code == 2 and 'did you mean "without-sixes"' in err


def test_a_refused_bet_is_named_and_the_others_are_settled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "settle baccarat --player 7s8h3d --banker KhQd7c --bet player=-5 --bet player=5"
    code, out, err = run(capsys, line)
    assert code == 2 and "$5" in out
    assert err.startswith("pitboss settle: player=-5 refused (stake-not-positive)")
    assert err.count("\n") == 1
    bets = run_json(capsys, line)["bets"]
    assert bets[0]["refusal"]["code"] == "stake-not-positive" and bets[0]["net_cents"] is None
    assert bets[1]["refusal"] is None and bets[1]["net_cents"] == 500


@pytest.mark.parametrize(
    "line",
    [
        "gmaes",
        "--nonsense",
        "games extra",
        "games --format xml",
        "show",
        "show poker",
        "show eternal-baccarat --wager sun7",
        "show eternal-baccarat --table PT-9",
        "show eternal-baccarat/sun-8",
        "features poker",
        "completion tcsh",
        "check missing.toml",
        "games --file missing.toml",
        "settle",
        "settle baccarat",
        "settle baccarat --player 7s8h3d --banker KhQd7c",
        "settle baccarat --player 7s8h3d --bet player=5",
        "settle baccarat --player 7s8h --banker KhQd7c --bet player=5",
        "settle baccarat --player 7x8h --banker KhQd7c --bet player=5",
        "settle baccarat --rolls 7,7 --bet player=5",
        "settle 3-dice-baccarat --player 777 --banker 123 --bet player=5",
        "settle roll-the-line --player Kh9h --banker KhKd2c --bet roll-the-line=5",
        "settle roll-the-line --rolls 7,13 --bet roll-the-line=5",
        "settle roll-the-line --rolls 4,7,4 --bet roll-the-line=5",
        "settle baccarat --player Kh9h --banker KhKd --bet player",
        "settle baccarat --player Kh9h --banker KhKd --bet player=",
        "settle baccarat --player Kh9h --banker KhKd --bet player=five",
        "settle baccarat --player Kh9h --banker KhKd --bet player=1e9",
        "settle baccarat --player Kh9h --banker KhKd --bet player=5.005",
        "settle baccarat --player Kh9h --banker KhKd --bet player=99999999999999999999",
        "settle baccarat --player Kh9h --banker KhKd --bet tie:player=5",
        "settle baccarat --player Kh9h --banker KhKd --bet match-pair=5",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --vigorish 30%",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --vigorish five",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --round-vigorish 0.10",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --minimum 10",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --maximum 1",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --aggregate nothing=1",
        "settle eternal-baccarat --player Kh9h --banker KhKd --toke harmony=1",
        "settle eternal-baccarat --player Kh9h --banker KhKd --bet harmony=5",
        "settle eternal-baccarat --player Kh9h --banker KhKd --bet harmony=1 --suits x",
        "settle golden-dragon --player Kh9h --banker KhKd --bet bad-beat=1",
    ],
)
def test_bad_input_is_one_line_with_a_remedy_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    code, _, err = run(capsys, line)
    assert code == 2
    assert err.count("\n") == 1 and err.startswith("pitboss")
    assert ";" in err, "the remedy follows the semicolon"
    assert "Traceback" not in err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, f"{command} --help")
    assert code == 0 and "pitboss " in out and "example" in out
    assert parser_of(command).description


def test_help_without_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("", "--help"):
        code, out, _ = run(capsys, line)
        assert code == 0 and all(command in out for command in COMMANDS)


def test_show_prints_tables_citations_and_readings(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show golden-dragon --wager any-dragon")
    assert "suite-a" in out and "suite-b" in out and "without-sixes" in out
    assert "[30-2899.08(1)(B)(VII)" in out
    _, out, _ = run(capsys, "show eternal-baccarat --table PT-PRG-S7-E01")
    assert "sun_7 and in_chosen_suits" in out and "dealer envy $500" in out
    data = run_json(capsys, "show 99-fortunes")
    tables = {table["table"]: table for table in data["wagers"][0]["tables"]}
    assert tables["sample"]["seed_cents"] == 1_000_000
    assert tables["P3-6"]["currency"] == "PHP" and tables["P3-6"]["unit_cents"] == 20_000


def test_every_game_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for game in run_json(capsys, "games"):
        code, out, _ = run(capsys, f"show {game['game']}")
        assert code == 0
        assert all(wager in out for wager in game["wagers"])
        data = run_json(capsys, f"show {game['game']}")
        assert [wager["wager"] for wager in data["wagers"]] == game["wagers"]


def test_check_the_catalog_and_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "check")
    assert code == 0 and out.count("is sound") == 16 and "PT-FLT-GT-02" in out
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'name = "Mine"\nkind = "craps"\ncite = "x"\n[wagers.yo]\nname = "Yo"\ncite = "x"\n'
        'pays = [["Yo", "rolled(11) >= 1", 15]]\n'
    )
    data = run_json(capsys, f"check {mine}")
    assert (data[0]["game"], data[0]["wagers"], data[0]["tables"]) == ("mine", 1, 1)
    code, out, _ = run(capsys, f"settle mine --file {mine} --rolls 11 --bet yo=2")
    assert code == 0 and "$30" in out
    code, out, _ = run(capsys, f"show mine --file {mine}")
    assert code == 0 and "15 to 1" in out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", "settle"),
        ("se", "settle"),
        ("show ete", "eternal-baccarat"),
        ("show eternal-baccarat --wa", "--wager"),
        ("show eternal-baccarat --wager gold", "golden-talons"),
        ("settle eternal-baccarat --bet golden-talons:p", "golden-talons:player="),
        ("settle eternal-baccarat --table PT-PRG-F38-0", "PT-PRG-F38-04"),
        ("settle golden-dragon --reading wi", "without-sixes"),
        ("features cr", "craps"),
        ("completion z", "zsh"),
        ("games --format j", "json"),
    ],
)
def test_completion(capsys: pytest.CaptureFixture[str], typed: str, offered: str) -> None:
    main(["__complete", *typed.split(" ")])
    assert offered in capsys.readouterr().out.split("\n")


def test_completion_scripts_are_shell(capsys: pytest.CaptureFixture[str]) -> None:
    _, script, _ = run(capsys, "completion bash")
    ask = 'COMP_WORDS=(pitboss show ete); COMP_CWORD=2; _pitboss; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{PITBOSS.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script + ask], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.strip() == "eternal-baccarat"


def test_the_installed_command_stays_light() -> None:
    """Neither numpy nor pydantic nor rich is imported on the way to a piped listing."""
    code = (
        "import sys; from pitboss.cli import main; main(['games']);"
        "heavy = {'numpy', 'pydantic', 'rich', 'numba'} & set(sys.modules); sys.exit(bool(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0
    assert subprocess.run([PITBOSS, "--version"], capture_output=True, check=True).stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f"{PITBOSS} show eternal-baccarat | head -1", shell=True, capture_output=True, check=True
    )
    assert done.stderr == b""


def test_a_terminal_gets_a_drawn_table() -> None:
    """Run the command on a pseudo-terminal, as a person would."""
    import pty

    read, write = pty.openpty()
    subprocess.run([PITBOSS, "show", "baccarat", "--wager", "tie"], stdout=write, check=True)
    os.close(write)
    drawn = os.read(read, 65_536).decode()
    os.close(read)
    assert "─" in drawn and "8 to 1" in drawn
