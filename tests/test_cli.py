"""The command line, called as a stranger would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from command_line import run as run_line
from pitboss.cli import main
from pitboss.cli.main import COMMANDS, parser_of

PITBOSS = Path(sys.executable).parent / "pitboss"


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    return run_line(capsys, *line.split())


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


def test_settle_takes_what_a_table_may_offer_beside_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    round = "settle tiger-baccarat --player 2s2dKs --banker 2hKd5h"
    data = run_json(
        capsys, f"{round} --bet banker=10 --bet golden-dragon-7=5 --bet golden-dragon/pair:player=5"
    )
    found = {bet["wager"]: (bet["net_cents"], bet["cite"]) for bet in data["bets"]}
    assert found["golden-dragon-7"] == (20_000, "30-2899.08(1)(A)(IV), (B)(I), (B)(IX)(A)")
    assert found["golden-dragon/pair"] == (5_500, "30-2899.08(1)(E)")
    limited = run_json(
        capsys, f"{round} --bet golden-dragon/pair:player=5 --maximum golden-dragon/pair=4"
    )
    assert limited["bets"][0]["refusal"]["code"] == "above-maximum"
    for bet, code, cite in (
        ("golden-dragon/banker=5", "base-wager-of-another-game", "30-2807(2)"),
        ("high-roller=5", "wager-of-another-kind", "30-2807(2)"),
        ("pair:player=5", "ambiguous-wager", "30-2807(2)"),
        ("golden-dragon-7=5 --beside one-section", "wager-of-another-section", "30-2807(2)"),
    ):
        (refused,) = run_json(capsys, f"{round} --bet {bet}")["bets"]
        assert (refused["refusal"]["code"], refused["refusal"]["cite"]) == (code, cite)


def test_settle_repeats_no_bet_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, f"settle baccarat --player 7sKd --banker 7hQc --bet {'x' * 9000}")
    assert code == 2 and "unreadable-bet" in err and len(err) < 500


def test_settle_gives_a_tied_toke_to_whom_the_house_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    round = "settle baccarat --player 7sKd --banker 7hQc --toke player=5"
    for option, owner in (("", "position 1"), (" --toke-push toke-box", "toke box")):
        (bet,) = run_json(capsys, round + option)["bets"]
        assert [(one["target"], one["cents"]) for one in bet["movements"]] == [(owner, 500)]


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
        "settle baccarat --player Kh9h --banker KhKd --bet player=1e99",
        "settle baccarat --player Kh9h --banker KhKd --bet player=\u0665",
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
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --minimum nothing=1",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --minimum -5",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --bet tie=5 --maximum tie=-5",
        "settle baccarat --player Kh9h --banker KhKd --bet total-4=5 --aggregate total-4=-5",
        "settle baccarat --player Kh9h --banker KhKd --bet banker=5 --round-vigorish 0",
        "settle baccarat --player Kh9h --banker KhKd --bet 0/banker=5",
        f"settle baccarat --player Kh9h --banker KhKd --bet {9 * '9'}/banker=5",
        "settle 99-fortunes --player Kh9h --banker KhKd --bet player=5 --bet progressive:²=1",
        "settle 99-fortunes --player Kh9h --banker KhKd --bet player=5"
        f" --bet progressive:{5000 * '9'}=1",
        "settle 3-dice-baccarat --player 333 --banker 666 --bet triple=1 --unit 0",
        "settle 3-dice-baccarat --player 333 --banker 666 --bet triple=1 --unit -1",
        "settle roll-the-line --rolls 7,0120,7 --bet roll-the-line=5",
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


COUP = "--player 7s8h3d --banker KhQd7c"


@pytest.mark.parametrize(
    ("line", "idle"),
    [
        (f"baccarat {COUP} --bet player=5 --rolls 7,7", "--rolls"),
        ("3-dice-baccarat --player 333 --banker 126 --bet player=5 --rolls 7,7", "--rolls"),
        (f"roll-the-line --rolls 4,7 {COUP} --bet roll-the-line=5", "--player"),
        ("roll-the-line --rolls 4,7 --banker Kh9d --bet roll-the-line=5", "--banker"),
        (f"baccarat {COUP} --bet player=5 --vigorish 5%", "--vigorish"),
        (f"baccarat {COUP} --bet banker@commission-free=5 --vigorish 5%", "--vigorish"),
        (f"baccarat {COUP} --bet player=5 --round-vigorish 0.25", "--round-vigorish"),
        (f"baccarat {COUP} --bet player=5 --unit 5", "--unit"),
        (f"eternal-baccarat {COUP} --bet player=5 --bet harmony=1 --suits h", "--suits"),
        (
            f"eternal-baccarat {COUP} --bet sun-7-progressive=1 --suits fate-38=hs",
            "--suits fate-38=hs",
        ),
    ],
)
def test_an_option_that_means_nothing_here_is_refused(
    capsys: pytest.CaptureFixture[str], line: str, idle: str
) -> None:
    code, out, err = run(capsys, f"settle {line}")
    assert (code, out) == (2, "")
    assert err.startswith(f"pitboss settle: {idle}") and err.endswith("; leave it out\n")
    assert err.count("\n") == 1


def test_an_option_is_not_called_idle_beside_a_bet_that_is_not_understood(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, _, err = run(capsys, f"settle baccarat {COUP} --bet bnker=5 --vigorish 5%")
    assert 'did you mean "banker"' in err and err.count("\n") == 1


def test_suits_go_to_the_wagers_that_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    hearts = "settle eternal-baccarat --player Kh6h --banker Kh2h5h --bet sun-7-progressive=1"
    for suits in ("h", "sun-7-progressive=h"):
        data = run_json(capsys, f"{hearts} --bet player=5 --suits {suits}")
        assert data["bets"][0]["meter_share"] == 100
    both = f"{hearts} --bet fate-38@PT-PRG-F38-04=1 --suits h --suits fate-38=cd"
    assert run(capsys, both)[0] == 0
    for empty in ("", "sun-7-progressive="):
        code = main([*hearts.split(), "--suits", empty])
        err = capsys.readouterr().err
        assert code == 2 and "the suits are missing; write" in err and err.count("\n") == 1


def test_limits_by_wager(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"settle baccarat {COUP} --bet player=3 --bet player=3 --bet tie=3"
    assert run(capsys, f"{line} --minimum 5 --minimum tie=3 --maximum 10")[0] == 0
    _, _, err = run(capsys, f"{line} --minimum 5")
    assert err.startswith("pitboss settle: tie=3 refused (below-minimum)")
    _, _, err = run(capsys, f"{line} --maximum player=5 --maximum 1")
    assert err.count("above-maximum") == 2 and "bet at most $5" in err
    for missing in ("moon-8", "moon-8=", "=5", "500"):
        _, _, err = run(capsys, f"settle baccarat {COUP} --bet player=3 --aggregate {missing}")
        assert "; write WAGER=AMOUNT" in err and err.count("\n") == 1


def test_amounts_may_start_with_a_point(capsys: pytest.CaptureFixture[str]) -> None:
    tied = "settle baccarat --player Kh6d --banker 2c4h --bet banker@tie-vigorish=.50"
    data = run_json(capsys, f"{tied} --round-vigorish .25")
    bet = data["bets"][0]
    assert (bet["stake_cents"], bet["vigorish_cents"], bet["result"]) == (50, 25, "loss")


def test_a_missing_hand_is_asked_for_with_a_coup_that_is_possible(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, _, err = run(capsys, "settle baccarat --player 7s8h3d --bet player=5")
    example = err.strip().rpartition("; add ")[2]
    assert run(capsys, f"settle baccarat {example} --bet player=5")[0] == 0


def test_nets_by_currency_and_tokes_apart(capsys: pytest.CaptureFixture[str]) -> None:
    eights = "settle 99-fortunes --player 8h8h --banker 8h8h --bet player=5"
    _, out, _ = run(capsys, f"{eights} --bet progressive:5@P2-6=100 --toke tie=1")
    assert out.splitlines()[-2:] == ["Net: $0 and PHP 99,900", "Tokes: $8"]
    _, out, _ = run(capsys, f"{eights} --toke player=1")
    assert out.splitlines()[-2:] == ["Net: $0", "Tokes: $0"]
    _, out, _ = run(capsys, f"settle baccarat {COUP} --toke player=1 --toke tie=1")
    assert "Net:" not in out and out.endswith("Tokes: $0\n")
    _, out, _ = run(capsys, f"settle baccarat {COUP} --bet player=1")
    assert "Net:" not in out


def test_notes_name_the_bet_as_typed_its_position_and_its_currency(
    capsys: pytest.CaptureFixture[str],
) -> None:
    eights = "settle 99-fortunes --player 8h8h --banker 8h8h --bet player=5"
    one_position = f"{eights} --bet progressive:8=1"
    _, out, _ = run(capsys, one_position)
    assert "  progressive:8: 100% of the meter is owed by the jackpot\n" in out
    _, out, _ = run(capsys, f"{one_position} --bet 5/player=5 --bet 5/progressive=1")
    assert "  1/progressive:8: 100% of the meter is owed by the jackpot\n" in out
    assert "  5/progressive: receives an envy of $1,000\n" in out
    assert [line.split()[0] for line in out.splitlines()][2:4] == ["1/player", "1/progressive:8"]


def test_2899_02_4__a_position_is_its_seat(capsys: pytest.CaptureFixture[str]) -> None:
    threes = "settle 99-fortunes --player 3h3h --banker 3h3h --bet 3/player=5 --bet player=5"
    for spot in ("3/progressive", "3/progressive:3", "progressive:3"):
        bet = run_json(capsys, f"{threes} --bet {spot}=1")["bets"][2]
        assert (bet["on"], bet["meter_share"]) == (3, 100)
    for spot in ("3/progressive:8", "1/progressive:8", "4/progressive", "4/player", "4/tie"):
        code, _, err = run(capsys, f"{threes} --bet {spot}=1")
        assert code == 2 and err.count("\n") == 1 and "[30-2899.02(3), (4), (11)]" in err
    (*_, refused) = run_json(capsys, f"{threes} --bet 1/progressive:8=1")["bets"]
    assert refused["refusal"]["code"] == "seat-of-another-player"
    assert (refused["stake_cents"], refused["position"], refused["on"]) == (100, 1, 8)


def test_a_reading_of_other_tables_is_refused_with_their_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """P5 says that the seat wins; only tables that list ranks can be read in two ways."""
    eights = "settle 99-fortunes --player 8h8h --banker 8h8h --bet player=5"
    for line in (
        f"{eights} --bet progressive:8@P5=5 --reading any-listed-rank",
        "odds 99-fortunes/progressive --table P5 --reading any-listed-rank",
    ):
        code, out, err = run(capsys, line)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "progressive@P1, progressive@P2-6," in err and "did you mean" not in err
        assert err.endswith("known: default, to-one, for-one\n")
    bet = run_json(capsys, f"{eights} --bet progressive:5@P1=1 --reading any-listed-rank")["bets"][
        1
    ]
    assert (bet["reading"], bet["meter_share"]) == ("any-listed-rank", 100)
    _, _, err = run(capsys, f"{eights} --bet progressive:8@P1=1 --reading any-listed-rnk")
    assert 'did you mean "any-listed-rank"?' in err


def test_several_winners_of_a_meter_are_told_what_each_is_owed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "settle 99-fortunes --player 8h8h --banker 8h8h --table P1 --reading any-listed-rank"
    line += "".join(f" --bet {at}/player=5 --bet {at}/progressive=1" for at in (2, 5, 8))
    _, out, _ = run(capsys, line)
    for at in (2, 5, 8):
        owed = "1/3 of the meter is owed by the jackpot: 100% shared by 3"
        assert f"  {at}/progressive: {owed}\n" in out
    assert out.count("100%") == 3
    bets = run_json(capsys, line)["bets"]
    assert [(bet["meter_share"], bet["meter_owed"]) for bet in bets] == [
        (None, None),
        (100, "1/3"),
    ] * 3


def test_notes_are_in_the_currency_of_the_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'game = "99-fortunes"\n[[wagers.progressive.blocks]]\ntables = ["mine"]\n'
        'unit = "PHP 100"\nseats = [1, 8]\npays = [["Quads", "quads", '
        '{ pays = "PHP 10,000", dealer_envy = "PHP 500" }]]\n',
        "utf-8",
    )
    line = f"settle 99-fortunes --file {mine} --player 8h8h --banker 8h8h --bet player=5"
    _, out, err = run(capsys, f"{line} --bet progressive:8@mine=100")
    assert not err
    assert "  progressive:8@mine: the dealer receives an envy of PHP 500\n" in out


def test_the_pay_shown_is_for_the_unit(capsys: pytest.CaptureFixture[str]) -> None:
    line = "settle 3-dice-baccarat --player 333 --banker 111 --bet triple=5 --unit 5"
    assert run_json(capsys, line)["bets"][0]["pays"] == "$500"
    assert "  $500  " in run(capsys, line)[1]


def test_refused_bets_keep_what_could_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    line = (
        f"settle eternal-baccarat {COUP} --chips coupon --bet player=5"
        " --bet 3/golden-talons:player@PT-FLT-GT-03=0 --bet 2/sun-7=five"
        " --toke nothing:banker@1=5 --bet nonsense"
    )
    code, _, err = run(capsys, line)
    assert code == 2 and err.count("\n") == 4
    settled, no_stake, no_amount, nonsense, unknown = run_json(capsys, line)["bets"]
    for bet in (no_stake, no_amount, unknown, nonsense):
        assert set(bet) == set(settled)
        assert bet["result"] == "refused" and bet["refusal"]["code"] and bet["net_cents"] is None
        assert bet["movements"] is None and bet["limited"] is None
    keys = ("wager", "on", "table", "reading", "stake_cents", "position", "toke", "chips")

    def read(bet: dict[str, object]) -> list[object]:
        return [bet[key] for key in keys]

    talons = ["golden-talons", "player", "PT-FLT-GT-03", "default", 0, 3, False, "coupon"]
    assert read(no_stake) == talons
    sun = ["sun-7", None, "PT-FLT-MB-01", "default", None, 2, False, "coupon"]
    assert read(no_amount) == sun
    assert read(nonsense) == [None, None, None, None, None, None, False, None]
    assert read(unknown) == ["nothing", "banker", "1", "default", 500, 1, True, "coupon"]


def test_a_bad_house_rule_is_one_line_for_all_bets(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"settle baccarat {COUP} --bet player=5 --bet tie=5 --minimum -5"
    code, out, err = run(capsys, line)
    assert (code, out) == (2, "")
    assert err.startswith("pitboss settle: the house's minimum_cents") and err.count("\n") == 1
    assert [bet["refusal"]["code"] for bet in run_json(capsys, line)["bets"]] == [
        "bad-house-rule",
        "bad-house-rule",
    ]


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


def test_check_says_what_favours_the_player_and_what_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A tie at 12 to 1 gives the player 23.7%; one at 7 to 1 is below 30-2808(2)."""
    mine = tmp_path / "mine.toml"
    text = 'game = "baccarat"\n[wagers.tie]\ntables = ["a", "b"]\npays = [["Tie", "tie", {}, {}]]\n'
    mine.write_text(text.format(9, 12))
    code, out, err = run(capsys, f"check {mine}")
    assert (code, err) == (0, "") and "has 1 findings" in out and "is sound" not in out
    assert "table b, reading default favours the player" in out and "23.7028%" in out
    mine.write_text(text.format(7, 6))
    code, out, err = run(capsys, f"check {mine}")
    assert code == 2 and "table a pays less" in out and "table b pays less" in out
    assert err.count("\n") == 1 and "at least the minimum of 30-2808(2)" in err
    mine.write_text(text.format(8, 9))
    assert run(capsys, f"check {mine}")[1].startswith(f"{mine}: baccarat is sound")


def test_check_says_what_takes_too_long_to_price(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Four counters to 19 are 20^4 vectors, more than a check goes through; three are not."""
    mine = tmp_path / "mine.toml"
    counters = [f"rolled({total}) >= 19" for total in (2, 3, 11, 12)]
    head = 'name = "Mine"\nkind = "craps"\ncite = "x"\n'
    wager = '[wagers.{}]\nname = "x"\ncite = "x"\nends = "any-seven"\npays = [["x", "{}", 1]]\n'
    three, four = (wager.format(f"of-{n}", " and ".join(counters[:n])) for n in (3, 4))
    mine.write_text(head + three + four)
    code, out, err = run(capsys, f"check {mine}")
    assert (code, err) == (0, "") and "has 1 findings" in out and out.count("not priced") == 1
    assert f"of-4: table 1, reading default is not priced here: its counters have {20**4:,}" in out
    mine.write_text(head + three)
    assert "is sound" in run(capsys, f"check {mine}")[1]


@pytest.mark.parametrize("own", [1, 7])
def test_a_check_goes_through_so_many_states_for_all_games_of_its_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, own: int
) -> None:
    """Seven games of 20^3 states are 56,000: the last is not priced, unless all ask the same."""
    mine = tmp_path / "mine.toml"
    game = (
        '[games.mine-{0}]\nname = "Mine"\nkind = "craps"\ncite = "x"\n'
        "[games.mine-{0}.wagers.rare]\n"
        'name = "x"\ncite = "x"\nends = "any-seven"\npays = [["x", "{1}", 1]]\n'
    )
    triples = list(combinations(("2", "3", "11", "12", "4"), 3))[:own]
    texts = [" and ".join(f"rolled({total}) >= 19" for total in triple) for triple in triples]
    mine.write_text("".join(game.format(at, texts[at % own]) for at in range(7)))
    code, out, _ = run(capsys, f"check {mine}")
    assert code == 0 and out.count("not priced") == (own == 7) and out.count("is sound") >= 6


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("name = ", "nam = "),
        ("kind", "knid"),
        ("[wagers.", "[wager."),
        ("tables", "tabels"),
        ("pays", "pay"),
        ("cite = 'z'", "cit = 'z'"),
        ("rate", "rat"),
    ],
)
def test_check_names_a_misspelt_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, key: str, typed: str
) -> None:
    mine = tmp_path / "mine.toml"
    text = (
        "name = 'Mine'\nkind = 'baccarat'\ncite = 'x'\n[wagers.p]\nname = 'P'\ncite = 'z'\n"
        "tables = ['A', 'B']\npays = [['P', 'player.wins', 1, { pays = 1, vigorish = 'win' }]]\n"
        "[wagers.p.vigorish.B]\nrate = '5%'\ncite = 'v'\n"
    )
    mine.write_text(text)
    assert run(capsys, f"check {mine}")[0] == 0
    mine.write_text(text.replace(key, typed, 1))
    code, _, err = run(capsys, f"check {mine}")
    wrong = typed.strip("[.").partition(" ")[0]
    assert code == 2 and err.count("\n") == 1 and f'"{wrong}" is not a key here' in err


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", "settle"),
        ("se", "settle"),
        ("fa", "fair"),
        ("serve --de", "--demo"),
        ("house new", "new-code"),
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


@pytest.mark.parametrize("words", ["games", "games --format json", "--help", "settle --help"])
def test_a_full_disk_is_one_line(words: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        f"{PITBOSS} {words} > /dev/full",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        env=buffered,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("pitboss")
    assert "the output cannot be written: " in done.stderr and "; " in done.stderr


def test_a_terminal_gets_a_drawn_table() -> None:
    """Run the command on a pseudo-terminal, as a person would."""
    import pty

    read, write = pty.openpty()
    subprocess.run([PITBOSS, "show", "baccarat", "--wager", "tie"], stdout=write, check=True)
    os.close(write)
    drawn = os.read(read, 65_536).decode()
    os.close(read)
    assert "─" in drawn and "8 to 1" in drawn
