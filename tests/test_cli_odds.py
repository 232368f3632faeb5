"""``pitboss odds`` as a stranger and as a machine would call it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from fractions import Fraction
from inspect import Parameter, isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from command_line import run as run_line
from pitboss import odds, rulebook, simulate
from pitboss import settle as settling
from pitboss import table as live_table
from pitboss.games import Coup, Shoe
from pitboss.refusals import Unreadable

KEYS = {
    *("game", "wager", "on", "table", "reading", "default", "decks", "total", "rows"),
    *("hit_frequency", "push_probability", "house_edge", "house_edge_percent"),
    *("standard_deviation", "flags", "cite"),
}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    return run_line(capsys, "odds", *words)


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
        *("fixed_return", "jackpot_probability", "break_even_meter", "long_term_edge")
    }
    (craps,) = records(capsys, "dice-works/all-lows", "--table", "PT1", "--details")
    assert set(craps["rows"][0]) == {
        *("event", "label", "pays", "probability", "probability_exact")
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
        *(capsys, "ez-baccarat/progressive", "--table", "1"),
        *("--increment", "15%", "--meter-seed", "10000"),
    )
    inner = own["progressive"]
    expected = Fraction(85, 100) - Fraction(inner["fixed_return"])
    expected -= 10_000 * Fraction(inner["jackpot_probability"])
    assert Fraction(inner["long_term_edge"]) == expected


def test_policies_of_a_reserve(capsys: pytest.CaptureFixture[str]) -> None:
    table = ("eternal-baccarat/sun-7-progressive", "--table", "PT-PRG-S7-E04")
    edges = []
    for policy in ("rolls-over", "up-to-seed"):
        (one,) = records(
            capsys, *table, "--meter-seed", "5000", "--reserve-policy", policy, "--details"
        )
        assert one["details"]["reserve_policy"] == policy
        edges.append(Fraction(one["progressive"]["long_term_edge"]))
    chance = Fraction(one["progressive"]["jackpot_probability"])
    assert edges[1] - edges[0] == Fraction(17, 100) - 5_000 * chance
    _, out, _ = run(capsys, *table, "--meter-seed", "5000", "--reserve-policy", "up-to-seed")
    assert "stay in the reserve and do not come back" in out
    own = ("ez-baccarat/progressive", "--table", "1", "--reserve-policy", "up-to-seed")
    assert run(capsys, *own, "--increment", "15%+3%")[0] == 0
    for idle in (own, (*own, "--increment", "15%"), ("ez-baccarat/dragon-7", *own[3:])):
        code, _, err = run(capsys, *idle)
        assert code == 2 and "--reserve-policy changes nothing here" in err


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


def test_bets_of_several_games_are_combined(capsys: pytest.CaptureFixture[str]) -> None:
    """Two names of one event: whatever they pay together, their edges and deviations add up."""
    mix = ("--combine", "golden-dragon-7=1", "--combine", "ez-baccarat/dragon-7=1")
    code, out, _ = run(capsys, "tiger-baccarat", *mix, "--format", "json")
    joint = json.loads(out)
    (alone,) = records(capsys, "ez-baccarat/dragon-7")
    assert code == 0 and joint["house_edge"] == alone["house_edge"]
    assert joint["standard_deviation"] == pytest.approx(2 * alone["standard_deviation"])
    for refused in ("pair:player=1", "ez-baccarat/banker=1", "high-roller=1"):
        code, _, err = run(capsys, "tiger-baccarat", "--combine", refused)
        assert code == 2 and "30-2807(2)" in err


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
    words = ("ez-baccarat/progressive", "--table", "1", "--unit", "5", "--meter-seed", "10000")
    (one,) = records(capsys, *words, "--increment", "15%", "--details")
    said = " ".join(one["details"]["assumptions"])
    assert "a fixed seed of $10,000" in said and "scaled from the unit of $1 to $5" in said
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


# --- what a lab and a manager ask ---


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, str]]:
    code, out, err = run(capsys, *words, "--format", "csv")
    assert code == 0, err
    return list(csv.DictReader(io.StringIO(out)))


def test_csv_has_the_same_columns_whatever_is_selected(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("baccarat/tie", "dice-works", "3-dice-baccarat", "99-fortunes", "golden-dragon")
    for rows in ((), ("--rows",)):
        heads = {tuple(lines(capsys, target, *rows)[0]) for target in asked}
        assert len(heads) == 1
    before = {"game", "wager", "hit_frequency", "house_edge_percent", "long_term_edge", "skew"}
    assert before <= set(lines(capsys, "baccarat/tie")[0]), "names that tools rely on"


def test_every_rate_is_exact_and_in_percent(capsys: pytest.CaptureFixture[str]) -> None:
    listed = lines(capsys, "ez-baccarat") + lines(capsys, "ez-baccarat", "--rows")
    names = {name for line in listed for name in line if name.endswith("_percent")}
    assert {"house_edge_percent", "hit_frequency_percent", "long_term_edge_percent"} <= names
    for line in listed:
        for name in names & set(line):
            exact = line[name.removesuffix("_percent")]
            assert bool(exact) == bool(line[name])
            if exact:
                assert float(Fraction(exact) * 100) == pytest.approx(float(line[name]))


def test_rows_are_exported_with_their_counts__the_losing_row_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for target in ("ez-baccarat/dragon-7", "eternal-baccarat/harmony", "3-dice-baccarat"):
        listed = lines(capsys, target, "--rows")
        sheets = records(capsys, target)
        assert len(listed) == sum(len(record["rows"]) + 1 for record in sheets)
        at = iter(listed)
        for record in sheets:
            rows = [next(at) for _ in range(len(record["rows"]) + 1)]
            assert [row["label"] for row in rows] == [
                *(row["label"] for row in record["rows"]),
                "no row",
            ]
            assert sum(int(row["count"]) for row in rows) == int(record["total"])
            assert sum(Fraction(row["probability"]) for row in rows) == 1
            if record["house_edge"]:
                assert sum(Fraction(row["return"]) for row in rows) == 1 - Fraction(
                    record["house_edge"]
                )
    (dragon, lost) = lines(capsys, "dragon-7", "--rows")
    assert (dragon["count"], lost["pays"], lost["net"]) == ("112633011329024", "loss", "-1/1")
    assert not lines(capsys, "dice-works/all-lows", "--table", "PT1", "--rows")[0]["count"]


FORMULAS = ("=1+1", "+tie", "-tie", "@tie", "\tx")


def formulas(tmp_path: Path) -> str:
    """Return a file of wagers whose labels a spreadsheet would run."""
    file = tmp_path / "mine.toml"
    wagers = [
        f'[wagers.w{at}]\nname = "W"\ncite = "x"\npays = [[{json.dumps(label)}, "tie", 8]]\n'
        for at, label in enumerate(FORMULAS)
    ]
    file.write_text('name = "Mine"\nkind = "baccarat"\ncite = "=x"\n' + "".join(wagers))
    return str(file)


def test_no_cell_of_a_csv_file_is_a_formula(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = lines(capsys, "mine", "--file", formulas(tmp_path), "--rows")
    labels = [line["label"] for line in listed if line["label"] != "no row"]
    assert labels == [f"'{label}" for label in FORMULAS]
    for line in listed:
        for cell in line.values():
            assert cell[:1] not in tuple("=+@\t\r")
            assert not cell.startswith("-") or Fraction(cell)


def test_workbooks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from openpyxl import load_workbook

    file = tmp_path / "odds.xlsx"
    code, out, _ = run(capsys, "ez-baccarat", "--output", str(file))
    assert code == 0 and out == f"{file}: 5 record(s)\n"
    book = load_workbook(file)
    assert book.sheetnames == ["wagers", "rows"]
    for name, words in (("wagers", ()), ("rows", ("--rows",))):
        heads, *cells = book[name].values
        listed = lines(capsys, "ez-baccarat", *words)
        assert list(heads) == list(listed[0]) and len(cells) == len(listed)
        percents = [at for at, head in enumerate(heads) if head.endswith("_percent")]
        for row, line in zip(cells, listed, strict=True):
            assert all(row[at] is None or isinstance(row[at], int | float) for at in percents)
            assert row[heads.index("game")] == line["game"]
    run(capsys, "mine", "--file", formulas(tmp_path), "--output", str(file))
    kinds = {cell.data_type for page in load_workbook(file) for row in page for cell in row}
    assert "f" not in kinds
    labels = [row[heads.index("label")] for row in list(load_workbook(file)["rows"].values)[1:]]
    assert [label for label in labels if label != "no row"] == list(FORMULAS)


def test_without_openpyxl_a_workbook_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    code, _, err = run(capsys, "baccarat/tie", "--output", str(tmp_path / "x.xlsx"))
    assert code == 2 and "install pitboss[excel]" in err


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("x.pdf", b"%PDF"),
        ("x.csv", b"game,"),
        ("x.json", b"[\n"),
        ("x.XLSX", b"PK"),
        ("x.md", b"| wager |"),
        ("x.txt", b"Tie, table 1"),
    ],
)
def test_the_ending_of_a_file_says_its_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, begins: bytes
) -> None:
    code, _, _ = run(capsys, "baccarat/tie", "--output", str(tmp_path / name))
    assert code == 0 and (tmp_path / name).read_bytes().startswith(begins)
    run(capsys, "baccarat/tie", "--output", str(tmp_path / name), "--format", "json")
    assert json.loads((tmp_path / name).read_text()), "a format that is given stands"


def test_the_tables_of_a_wager_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    listed = records(capsys, "eternal-baccarat/golden-talons", "--on", "player")
    code, out, _ = run(capsys, "eternal-baccarat/golden-talons", "--on", "player", "--compare")
    assert code == 0
    title, heads, *rows = [re.split(" {2,}", line.strip()) for line in out.strip().split("\n")]
    assert heads == ["row", *(record["table"] for record in listed)]
    cells = {label: rest for label, *rest in rows}
    assert title == ["eternal-baccarat/golden-talons on player"]
    assert cells["house edge"] == [f"{record['house_edge_percent']:.4f}%" for record in listed]
    for at, record in enumerate(listed):
        assert {row["label"]: row["pays"] for row in record["rows"]} == {
            label: rest[at]
            for label, rest in cells.items()
            if label not in ("house edge", "hit frequency", "standard deviation")
        }
    _, both, _ = run(capsys, "eternal-baccarat/golden-talons", "--compare", "--format", "md")
    assert both.count("| row | PT-FLT-GT-01 |") == 2, "each hand has its own"
    _, out, _ = run(capsys, "tiger-baccarat/tiger", "--compare", "--all-readings")
    assert "1 golden-dragon-6s" in out and "12 to 1" in out


def test_a_range_of_edges_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    every = records(capsys, "eternal-baccarat")
    low, high = Fraction(8, 100), Fraction(10, 100)
    expected = sorted(
        Fraction(record["house_edge"])
        for record in every
        if record["house_edge"] and low <= Fraction(record["house_edge"]) <= high
    )
    for words in ("8%..10%", "8..10"):
        listed = records(capsys, "eternal-baccarat", "--edge", words, "--sort", "edge")
        assert [Fraction(record["house_edge"]) for record in listed] == expected
    favouring = records(capsys, "golden-dragon", "--edge=..-0.1")
    assert [record["wager"] for record in favouring] == ["any-dragon"]
    down = records(capsys, "eternal-baccarat", "--sort", "hits", "--reverse")
    hits = [record["hit_frequency"] for record in down]
    assert hits == sorted(hits, reverse=True) and len(down) == len(every)
    deviations = [
        record["standard_deviation"]
        for record in records(capsys, "ez-baccarat", "--sort", "deviation")
    ]
    assert None not in deviations[:2] and deviations[-1] is None, "what is not known comes last"


def test_rates_and_pays_as_people_write_them(capsys: pytest.CaptureFixture[str]) -> None:
    def edge(*words: str) -> str:
        (record,) = records(capsys, *words)
        listed: str = record["house_edge"]
        return listed

    event = ("--event", "tie", "--game", "baccarat", "--pays")
    assert edge(*event, "30:1") == edge(*event, "30") == edge(*event, "30 to 1")
    assert edge(*event, "3:2") == edge(*event, "3/2")
    banker = ("baccarat/banker", "--table", "tie-vigorish", "--vigorish")
    assert edge(*banker, "7.5") == edge(*banker, "7.5%")
    meter = ("eternal-baccarat/harmony", "--table", "PT-PRG-HP-01", "--meter")
    assert edge(*meter, "2e6") == edge(*meter, "2,000,000") == edge(*meter, "$2000000")
    growth = ("ez-baccarat/progressive", "--table", "1", "--increment")
    (half,) = records(capsys, *growth, "0.5")
    (none,) = records(capsys, *growth, "0")
    difference = [Fraction(record["progressive"]["long_term_edge"]) for record in (none, half)]
    assert difference[0] - difference[1] == Fraction(1, 200), "0.5 is half a percent"
    assert edge("baccarat/tie", "--decks", "0.8e1") == edge("baccarat/tie")


def test_shoes_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    def edge(shoe: str) -> str:
        (record,) = records(capsys, "baccarat/perfect-pair", "--shoe", shoe)
        listed: str = record["house_edge"]
        return listed

    long = "8 decks - 9c 9d 9h 9s 9c 9d 9h 9s 9c 9d 8h 8h 8h"
    assert edge("8 decks - 10x9 - 3x8h") == edge(long)
    assert edge("8 decks - 8x9") == edge("8 decks - 2x9c 2x9d 2x9h 2x9s") != edge("8 decks - 8x9h")


def test_a_bare_wager_that_one_game_offers_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert records(capsys, "dragon-7") == records(capsys, "ez-baccarat/dragon-7")
    code, _, err = run(capsys, "tie")
    assert code == 2 and "baccarat/tie, tiger-baccarat/tie, 3-dice-baccarat/tie" in err


def test_the_seed_of_a_meter_has_a_word_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "ez-baccarat/progressive", "--seed", "10000")
    assert code == 2 and "write --meter-seed 10000" in err


def test_tabulated_decks_go_into_a_file_too(capsys: pytest.CaptureFixture[str]) -> None:
    listed = lines(capsys, "baccarat/tie", "--by", "decks")
    assert [line["decks"] for line in listed] == [str(decks) for decks in range(1, 11)]
    both = records(capsys, "--by", "decks", "--edge", "5..6")
    dice = [record for record in both if record["game"] == "3-dice-baccarat"]
    assert len(dice) == len({record["wager"] for record in dice}), (
        "dice have no decks to go through"
    )


def test_data_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = odds.analyse("ez-baccarat/dragon-7")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(Unreadable, match="pip install pandas"):
        sheet.to_frame()

    class DataFrame(list[dict[str, object]]):
        """What pandas makes of a list of records: a column for each key."""

    pandas = ModuleType("pandas")
    monkeypatch.setattr(pandas, "DataFrame", DataFrame, raising=False)
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    assert [line["count"] for line in sheet.to_frame()] == ["112633011329024", "4885765264174336"]
    (line,) = odds.to_frame([sheet])
    assert Fraction(str(line["house_edge"])) == sheet.edge


def test_the_signatures_of_public_functions_hide_nothing() -> None:
    for room in (odds, rulebook, simulate, settling, live_table):
        for name in room.__all__:
            public = getattr(room, name)
            if isfunction(public):
                kinds = {record.kind for record in signature(public).parameters.values()}
                assert not kinds & {Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL}, name
    assert {"rounds", "seed", "decks", "until"} <= set(signature(simulate.coups).parameters)


def test_values_are_short_to_look_at() -> None:
    sheet = odds.analyse("eternal-baccarat/harmony")
    row = sheet.table.rows[0]
    tie = rulebook.wager("baccarat/tie").open()
    bet = settling.Bet(wager="banker", stake_cents=1001)
    done = settling.settle("baccarat", [bet], Coup.parse("KhKd", "9dQs"))
    for value in (
        *(sheet, sheet.rows[0], sheet.table, sheet.progressive, sheet.shoe, odds.Meter(cents=5)),
        *(row, row.sentence, sheet.table.wager, sheet.table.wager.ambiguities[0]),
        *(odds.combine([(tie, 1)]), rulebook.catalog(), Shoe.parse("8 decks - 10x9")),
        *(done, done.settlements[0]),
    ):
        assert len(repr(value)) < 120, value


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
        ("--event", "tie", "--game", "baccarat", "--pays", "30:0"),
        ("ez-baccarat/progressive", "--seed", "10000"),
        ("tie",),
        ("dragn-7",),
        ("baccarat", "--edge", "5%"),
        ("baccarat", "--edge", "6..5"),
        ("baccarat", "--edge", "x..y"),
        ("baccarat", "--edge", "99..100"),
        ("baccarat", "--reverse"),
        ("baccarat", "--rows"),
        ("baccarat", "--rows", "--format", "json"),
        ("baccarat", "--paper", "letter"),
        ("baccarat", "--compare", "--format", "csv"),
        ("baccarat", "--format", "xlsx"),
        ("ez-baccarat", "--combine", "dragon-7=1", "--compare"),
        ("baccarat/banker", "--vigorish", "5.00001"),
        ("baccarat/banker", "--vigorish", "5%%"),
        ("baccarat/tie", "--shoe", "8 decks - 33x9"),
        ("baccarat/tie", "--shoe", "8 decks - 9x9h"),
        ("baccarat/tie", "--shoe", "8 decks - 3x8x"),
        ("baccarat/tie", "--decks", "8e-1"),
        ("baccarat/tie", "--decks", "0.5"),
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
