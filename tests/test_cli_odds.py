"""``pitboss odds`` as a stranger and as a machine would call it."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

main = import_module("pitboss.cli.main").main
KEYS = {
    *("game", "wager", "on", "table", "reading", "default", "decks", "total", "rows"),
    *("hit_frequency", "push_probability", "house_edge", "house_edge_percent"),
    *("standard_deviation", "flags", "cite"),
}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(["odds", *words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def records(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    code, out, err = run(capsys, *words, "--format", "json")
    assert code == 0, err
    found: list[dict[str, Any]] = json.loads(out)
    return found


def test_every_wager_of_the_catalog(capsys: pytest.CaptureFixture[str]) -> None:
    found = records(capsys)
    assert all(set(one) >= KEYS for one in found)
    spots = [(one["game"], one["wager"], one["on"], one["table"]) for one in found]
    assert len(set(spots)) == len(spots) > 216
    for one in found:
        if one["house_edge"] is not None:
            assert float(Fraction(one["house_edge"])) * 100 == pytest.approx(
                one["house_edge_percent"]
            )
        for row in one["rows"]:
            if one["total"] is not None:
                chance = Fraction(int(row["count"]), int(one["total"]))
            else:
                chance = Fraction(row["probability_exact"])
            assert float(chance) == pytest.approx(row["probability"])


def test_records_have_just_the_keys_that_machines_rely_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (plain,) = records(capsys, "ez-baccarat/dragon-7")
    assert set(plain) == KEYS
    assert set(plain["rows"][0]) == {"event", "label", "pays", "count", "probability"}
    (progressive,) = records(capsys, "eternal-baccarat/harmony", "--table", "PT-PRG-HP-01")
    assert set(progressive) == {*KEYS, "progressive"}
    assert set(progressive["progressive"]) == {
        *("fixed_return", "jackpot_probability", "break_even_meter", "long_term_edge"),
    }
    (craps,) = records(capsys, "dice-works/all-lows", "--table", "PT1", "--details")
    assert set(craps["rows"][0]) == {
        *("event", "label", "pays", "probability", "probability_exact"),
    }
    assert craps["details"]["skew"] > 1


def test_one_wager_in_detail(capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = records(capsys, "ez-baccarat/dragon-7")
    assert one["rows"][0]["count"] == "112633011329024"
    assert (one["decks"], one["total"]) == (8, "4998398275503360")
    code, out, _ = run(capsys, "ez-baccarat/dragon-7", "--stake", "5")
    assert code == 0 and "112,633,011,329,024" in out and "7.611" in out and "edge at $5" in out


def test_readings(capsys: pytest.CaptureFixture[str]) -> None:
    found = records(capsys, "tiger-baccarat/tiger", "--all-readings")
    assert [one["reading"] for one in found] == ["default", "table", "golden-dragon-6s"]
    assert [one["default"] for one in found] == [True, False, False]
    (one,) = records(capsys, "tiger-baccarat/tiger", "--reading", "table")
    assert one["reading"] == "table"


def test_progressives(capsys: pytest.CaptureFixture[str]) -> None:
    path = "eternal-baccarat/sun-7-progressive"
    (one,) = records(capsys, path, "--table", "PT-PRG-S7-01")
    assert one["house_edge"] is None
    inner = one["progressive"]
    fixed, chance = Fraction(inner["fixed_return"]), Fraction(inner["jackpot_probability"])
    assert inner["break_even_meter"] == pytest.approx(float((1 - fixed) / chance), abs=0.01)
    assert Fraction(inner["long_term_edge"]) == 1 - fixed - Fraction(20, 100)
    (met,) = records(capsys, path, "--table", "PT-PRG-S7-01", "--meter", "25000", "--players", "3")
    assert Fraction(met["house_edge"]) == 1 - fixed - chance * 25_000 / 3
    (ez,) = records(capsys, "ez-baccarat/progressive", "--table", "1")
    assert ez["progressive"]["long_term_edge"] is None
    (own,) = records(
        capsys, "ez-baccarat/progressive", "--table", "1", "--increment", "15%", "--seed", "10000"
    )
    inner = own["progressive"]
    expected = Fraction(85, 100) - Fraction(inner["fixed_return"])
    expected -= 10_000 * Fraction(inner["jackpot_probability"])
    assert Fraction(inner["long_term_edge"]) == expected


def test_seats_and_shoes(capsys: pytest.CaptureFixture[str]) -> None:
    (seat,) = records(capsys, "99-fortunes/progressive", "--table", "P1", "--on", "5")
    assert seat["on"] == 5
    (short,) = records(capsys, "ez-baccarat/dragon-7", "--shoe", "8 decks - 8h 8s 9d")
    assert short["decks"] is None and short["total"] != "4998398275503360"
    by = records(capsys, "baccarat/tie", "--by", "decks")
    assert [one["decks"] for one in by] == list(range(1, 11))


def test_dice_and_craps_have_no_decks(capsys: pytest.CaptureFixture[str]) -> None:
    (dice,) = records(capsys, "3-dice-baccarat/tie")
    assert (dice["decks"], dice["total"]) == (None, "46656")
    (craps,) = records(capsys, "dice-works/all-lows", "--table", "PT1")
    assert (craps["decks"], craps["total"]) == (None, None)
    assert craps["rows"][0]["probability_exact"] == "20049/760760"


def test_the_design_loop(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    event = ("--event", "tie and suited", "--game", "baccarat")
    (one,) = records(capsys, *event, "--pays", "150")
    assert one["rows"][0]["event"] == "tie and suited" and one["house_edge"] is not None
    _, out, _ = run(capsys, *event, "--solve", "8%")
    assert "to 1 gives an edge of" in out
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'name = "Mine"\nkind = "baccarat"\ncite = "x"\n[wagers.st]\nname = "ST"\ncite = "x"\n'
        'pays = [["Suited tie", "tie and suited", 150]]\n'
    )
    (same,) = records(capsys, "mine/st", "--file", str(mine))
    assert same["house_edge"] == one["house_edge"]


def test_a_pay_is_sought_in_whole_or_half_odds_to_or_for_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("golden-dragon/bad-beat", "--solve", "5.5%")
    _, out, _ = run(capsys, *words)
    first, second = out.splitlines()
    assert first.startswith("golden-dragon/bad-beat: 4 to 1 gives an edge of 16.6")
    assert "5 to 1" in second and "favours the player" in second
    for quote, pays, edge in (
        ("to 2", "9/2", "9 to 2"),
        ("for 1", 5, "4 to 1"),
        ("for 2", "11/2", "9 to 2"),
    ):
        code, out, _ = run(capsys, *words, "--quote", quote, "--format", "json")
        (solved,) = json.loads(out)
        event = ("--event", "(player.wins or banker.wins) and margin == 1")
        (one,) = records(capsys, *event, "--game", "golden-dragon", "--pays", edge)
        assert code == 0
        assert (solved["pays"], solved["house_edge"]) == (pays, one["house_edge"])
        assert [near["favours_player"] for near in solved["neighbours"]] == [False, True]


def test_one_row_of_several_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("dragon-bonus", "--table", "1", "--solve", "3%")
    code, _, err = run(capsys, *words)
    assert code == 2 and '--row: "Wins by 9"' in err
    code, out, _ = run(capsys, *words, "--row", "Wins by 9")
    assert code == 0 and "dragon-bonus:player@1: 29 to 1" in out and "beside it 30 to 1" in out


LOW = """
game = "baccarat"
[wagers.tie]
tables = ["low", "lower", "good"]
pays = [["Tie", "tie", 7, 6, 9]]
"""


def test_2808_2__a_table_below_the_minimum_is_priced_with_the_finding_beside_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(LOW)
    found = records(capsys, "baccarat/tie", "--file", str(mine))
    ties = Fraction(475_627_426_473_216, 4_998_398_275_503_360)
    for one, pays in zip(found, (8, 7, 6, 9), strict=True):
        assert Fraction(one["house_edge"]) == 1 - (pays + 1) * ties
        assert ("below-minimum" in one["flags"]) is (pays < 8)
        assert ("below_minimum" in one) is (pays < 8)
    code, out, _ = run(capsys, "baccarat/tie", "--table", "low", "--file", str(mine))
    assert code == 0 and "7 to 1 against 8 to 1" in out
    target = tmp_path / "sheet.pdf"
    words = ("baccarat/tie", "--file", str(mine), "--format", "pdf", "--output", str(target))
    assert run(capsys, *words)[0] == 0 and target.read_bytes().startswith(b"%PDF")


def test_an_option_given_twice_is_refused_and_not_dropped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    event = ("--event", "tie", "--game", "baccarat")
    code, out, err = run(capsys, *event, "--event", "suited")
    assert (code, out) == (2, "") and err.startswith("pitboss odds: --event is given twice;")
    assert run(capsys, *event, "--decks", "6", "--decks", "8")[0] == 2
    assert run(capsys, "baccarat", "--combine", "tie=1", "--combine", "player=1")[0] == 0


def test_an_event_stands_where_its_sentence_does(capsys: pytest.CaptureFixture[str]) -> None:
    found = records(capsys, "--event", "margin_win", "--game", "eternal-baccarat", "--pays", "1")
    assert [one["on"] for one in found] == ["player", "banker"]
    (seat,) = records(
        capsys, "--event", "first_four.rank == seat", "--game", "99-fortunes", "--on", "5"
    )
    assert seat["on"] == 5
    (money,) = records(capsys, "--event", "tie", "--game", "baccarat", "--pays", "$10")
    (plain,) = records(capsys, "--event", "tie", "--game", "baccarat", "--pays", "10 for 1")
    assert money["house_edge"] == plain["house_edge"]


def test_vigorish_counts_in_solving_and_combining(capsys: pytest.CaptureFixture[str]) -> None:
    for table in ("vigorish", "tie-vigorish", "commission-free"):
        (one,) = records(capsys, "baccarat/banker", "--table", table)
        _, out, _ = run(
            capsys, "baccarat/banker", "--table", table, "--solve", "1%", "--format", "json"
        )
        (solved,) = json.loads(out)
        assert (solved["pays"], solved["house_edge"]) == (1, one["house_edge"])
        spot = f"banker@{table}=7"
        _, out, _ = run(capsys, "baccarat", "--combine", spot, "--format", "json")
        assert json.loads(out)["house_edge"] == one["house_edge"]
    (ten,) = records(capsys, "baccarat/banker", "--table", "tie-vigorish", "--vigorish", "10%")
    words = ("baccarat", "--combine", "banker@tie-vigorish=1", "--vigorish", "10%")
    _, out, _ = run(capsys, *words, "--format", "json")
    assert json.loads(out)["house_edge"] == ten["house_edge"]
    assert Fraction(ten["house_edge"]) < 0


def test_readings_go_to_the_tables_that_know_them(capsys: pytest.CaptureFixture[str]) -> None:
    found = records(capsys, "golden-dragon", "--reading", "text")
    taken = {(one["wager"], one["table"]) for one in found if one["reading"] == "text"}
    assert taken == {("any-dragon", "suite-a"), ("any-dragon", "suite-b")}


def test_the_edge_at_a_stake_is_in_the_details(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("baccarat/banker", "--table", "vigorish", "--stake", "11", "--round-vigorish", ".25")
    (one,) = records(capsys, *words, "--details")
    assert Fraction(one["details"]["edge_at_stake"]) > Fraction(one["house_edge"])


def test_a_seed_is_named_as_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ez-baccarat/progressive", "--table", "1", "--unit", "5", "--seed", "10000")
    (one,) = records(capsys, *words, "--increment", "15%", "--details")
    said = " ".join(one["details"]["assumptions"])
    assert "a fixed seed of $10,000" in said and "printed unit of $1 and scale to $5" in said
    (both,) = records(capsys, *words, "--increment", "15%+3%", "--details")
    assert "costs the house nothing" in " ".join(both["details"]["assumptions"])


def test_combination(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("ez-baccarat", "--combine", "dragon-7=1", "--combine", "player=10")
    code, out, _ = run(capsys, *words)
    assert code == 0 and "standard deviation" in out
    _, out, _ = run(capsys, *words, "--format", "json")
    assert Fraction(json.loads(out)["house_edge"]) > 0


def test_csv_and_markdown_and_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, out, _ = run(capsys, "baccarat", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert rows[0]["wager"] == "player" and "/" in rows[0]["house_edge"]
    _, out, _ = run(capsys, "baccarat", "--format", "md")
    assert out.startswith("| wager |")
    target = tmp_path / "odds.json"
    _, out, _ = run(capsys, "baccarat", "--format", "json", "--output", str(target))
    assert "record(s)" in out and len(json.loads(target.read_text())) > 9


def test_par_sheets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "sheets.pdf"
    code, _, _ = run(capsys, "ez-baccarat", "--format", "pdf", "--output", str(target))
    assert code == 0 and target.read_bytes().startswith(b"%PDF")
    code, _, err = run(capsys, "ez-baccarat", "--format", "pdf")
    assert code == 2 and "--output" in err
    code, _, err = run(capsys, "baccarat/tie", "--format", "csv", "--output", str(tmp_path))
    assert code == 2 and "cannot be written" in err


@pytest.mark.parametrize(
    "words",
    [
        ("nothing",),
        ("baccarat/nothing",),
        ("baccarat/tie", "--table", "9"),
        ("baccarat/tie", "--decks", "0"),
        ("baccarat/tie", "--decks", "21"),
        ("baccarat/tie", "--decks", "eight"),
        ("baccarat/tie", "--shoe", "1 deck - 8h 8h"),
        ("baccarat/tie", "--shoe", "lots"),
        ("baccarat/tie", "--shoe", "8 decks", "--decks", "8"),
        ("baccarat/tie", "--reading", "nothing"),
        ("baccarat/match-pair", "--on", "dealer"),
        ("99-fortunes/progressive", "--on", "4"),
        ("baccarat/banker", "--vigorish", "30%"),
        ("baccarat/banker", "--vigorish", "five"),
        ("eternal-baccarat/harmony", "--meter", "-1"),
        ("eternal-baccarat/harmony", "--meter", "lots"),
        ("eternal-baccarat/harmony", "--players", "0"),
        ("eternal-baccarat/harmony", "--increment", "150%"),
        ("eternal-baccarat/harmony", "--increment", "60%+60%"),
        ("--event", "tie and suted", "--game", "baccarat"),
        ("--event", "tie"),
        ("--event", "tie", "--game", "poker"),
        ("--event", "tie", "--game", "baccarat", "--pays", "lots"),
        ("--event", "cards >= 4", "--game", "baccarat", "--solve", "8%"),
        ("ez-baccarat", "--combine", "dragon-7"),
        ("ez-baccarat", "--combine", "progressive=1"),
        ("--combine", "dragon-7=1"),
        ("baccarat/tie", "--stake", "0"),
        ("baccarat/tie", "--stake", "0", "--format", "json"),
        ("baccarat/tie", "--round-vigorish", "0.25"),
        ("ez-baccarat/dragon-7", "--vigorish", "5%"),
        ("ez-baccarat/dragon-7", "--suits", "s"),
        ("ez-baccarat/dragon-7", "--meter", "1000"),
        ("ez-baccarat/dragon-7", "--players", "3"),
        ("ez-baccarat/dragon-7", "--increment", "15%"),
        ("ez-baccarat/dragon-7", "--pays", "5"),
        ("ez-baccarat/dragon-7", "--game", "baccarat"),
        ("ez-baccarat/dragon-7", "--solve", ""),
        ("ez-baccarat/dragon-7", "--reading", "x", "--all-readings"),
        ("ez-baccarat/dragon-7", "--by", "decks", "--decks", "6"),
        ("ez-baccarat/dragon-7", "--by", "decks", "--format", "csv"),
        ("ez-baccarat/dragon-7", "--solve", "5%", "--output", "x"),
        ("ez-baccarat", "--solve", "5%"),
        ("dragon-bonus", "--solve", "5%", "--row", "Wins by 10"),
        ("ez-baccarat/dragon-7", "--solve", "5%", "--quote", "to 3"),
        ("ez-baccarat/dragon-7", "--quote", "to 2"),
        ("dragon-bonus", "--row", "Wins by 9"),
        ("ez-baccarat", "--on", "zebra"),
        ("ez-baccarat", "--combine", "dragon-7=1", "--format", "csv"),
        ("ez-baccarat", "--combine", "dragon-7:\u00b2=1"),
        ("ez-baccarat", "--combine", "dragon-7=" + "9" * 13),
        ("dragon-bonus", "--on", "\u00b2"),
        ("dice-works", "--by", "decks"),
        ("dice-works", "--decks", "6"),
        ("eternal-baccarat/harmony", "--stake", "5"),
        ("golden-dragon", "--reading", "nothing"),
        ("--event", "tie", "--game", "baccarat", "--pays", "\u00b2"),
        ("--event", "tie", "--game", "baccarat", "--pays", "5", "--solve", "8%"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert err.count("\n") == 1 and err.startswith("pitboss odds: ") and ";" in err


def test_the_default_path_is_the_standard_library_alone() -> None:
    code = (
        "import sys; from pitboss.cli import main; main(['odds', 'ez-baccarat/dragon-7']);"
        "sys.exit(bool({'numpy', 'numba', 'typst', 'rich'} & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )
