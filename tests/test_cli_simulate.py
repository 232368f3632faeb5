"""``pitboss simulate``, ``simulate session`` and ``simulate jackpot``, as a stranger calls them."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from command_line import run as run_line
from pitboss.refusals import unreadable
from pitboss.simulate.parallel import Piece

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

main = import_module("pitboss.cli.main").main
command = import_module("pitboss.cli.simulate")
progress = import_module("pitboss.cli.progress")
MINE = str(Path(__file__).parent.parent / "docs" / "examples" / "my.toml")
KINDS = ("baccarat", "3-dice-baccarat", "dice-works")
SUN_7 = "eternal-baccarat/sun-7-progressive"
SUN_7_05 = f"{SUN_7} --table PT-PRG-S7-05"
PLAYER = "session baccarat --bet player=10 --bankroll 500"
ENDLESS = "100,000,000,000"
"""Rounds that no test waits for."""


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    """Run ``pitboss simulate`` in this process."""
    return run_line(capsys, "simulate", *shlex.split(line))


def text(capsys: pytest.CaptureFixture[str], line: str) -> str:
    code, out, err = run(capsys, line)
    assert (code, err) == (0, "")
    return out


def data(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text(capsys, f"{line} --format json"))
    return found


def refused(capsys: pytest.CaptureFixture[str], line: str, *, out: bool = False) -> str:
    """Run what is refused: exit code 2, one line with the remedy; return the line."""
    code, printed, err = run(capsys, line)
    assert code == 2 and bool(printed) == out, err
    assert err.count("\n") == 1 and err.startswith("pitboss simulate") and "; " in err
    return err


def odds(capsys: pytest.CaptureFixture[str], line: str) -> list[dict[str, Any]]:
    assert main(["odds", *shlex.split(line), "--format", "json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def key(record: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(record[name] for name in ("game", "wager", "on", "table", "reading"))


def counts(found: dict[str, Any]) -> list[list[int]]:
    return [[*one["counts"], one["lost"]] for one in found["records"]]


# --- what machines read ---

KEYS = {
    *("seed", "rounds", "shoes", "seconds", "rounds_per_second", "workers", "records"),
    *("voids", "compile_seconds", "wall_seconds", "engine", "interrupted"),
}
RECORD = {
    *("game", "wager", "on", "table", "reading", "default", "rows", "counts", "lost"),
    *("edge", "standard_error", "confidence_interval", "exact_edge", "z"),
    *("chi_square", "degrees_of_freedom", "p_value"),
}


@pytest.mark.parametrize("game", KINDS)
def test_the_keys_that_machines_rely_on(capsys: pytest.CaptureFixture[str], game: str) -> None:
    found = data(capsys, f"{game} --rounds 20,000 --seed 7 --threads 1")
    assert set(found) == KEYS
    assert all(set(one) == RECORD for one in found["records"])
    assert (found["seed"], found["rounds"], found["workers"]) == (7, 20_000, 1)
    assert (found["engine"], found["interrupted"], found["voids"]) == ("numba", False, 0)
    assert (found["shoes"] is None) == (game != "baccarat")
    assert 0 < found["seconds"] <= found["wall_seconds"]
    assert found["rounds_per_second"] == pytest.approx(20_000 / found["seconds"])


@pytest.mark.parametrize(
    "line",
    [
        "baccarat",
        "eternal-baccarat",
        "99-fortunes --all-readings",
        "tiger-baccarat --reading table",
        "3-dice-baccarat --all-readings",
        "dice-works --all-readings",
        "parlay-craps-with-envy",
        "dragon-bonus/dragon-bonus --on player",
        "baccarat/banker --vigorish 10%",
        f"{SUN_7_05} --meter 25000",
        "baccarat/tie --decks 6",
        f"golden-dragon/suited-tie --file {MINE}",
    ],
)
def test_records_are_those_of_the_odds(capsys: pytest.CaptureFixture[str], line: str) -> None:
    found = data(capsys, f"{line} --rounds 20,000")
    exact = odds(capsys, line)
    assert [key(one) for one in found["records"]] == [key(one) for one in exact]
    for one, sheet in zip(found["records"], exact, strict=True):
        assert one["rows"] == [row["label"] for row in sheet["rows"]]
        assert one["default"] == sheet["default"]
        assert sum(one["counts"]) + one["lost"] == found["rounds"]
        if sheet["house_edge"] is None:
            assert one["edge"] is one["exact_edge"] is one["standard_error"] is one["z"] is None
            assert one["confidence_interval"] is None
            continue
        error = sheet["standard_deviation"] / sqrt(found["rounds"])
        assert one["exact_edge"] == pytest.approx(float(Fraction(sheet["house_edge"])))
        assert one["standard_error"] == pytest.approx(error)
        assert one["z"] == pytest.approx((one["edge"] - one["exact_edge"]) / error)
        low, high = one["confidence_interval"]
        assert low == pytest.approx(one["edge"] - 1.959964 * error)
        assert high == pytest.approx(one["edge"] + 1.959964 * error)


def net_of(pays: str) -> Fraction | None:
    """Read a cell as it is printed; None where it takes more than the cell to say."""
    if pays in ("push", "loss"):
        return Fraction(0 if pays == "push" else -1)
    match = re.fullmatch(r"(-?[\d,]+) (to|for) (\d+)", pays)
    if match is None:
        return None
    net = Fraction(match[1].replace(",", "")) / int(match[3])
    return net - 1 if match[2] == "for" else net


@pytest.mark.parametrize(
    "game", ["dragon-bonus", "golden-frog", "3-dice-baccarat", "roll-the-line", "parlay-craps"]
)
def test_edges_follow_from_the_counts_and_the_printed_pays(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    found = data(capsys, f"{game} --rounds 30,000")
    sheets = {key(one): one for one in odds(capsys, game)}
    checked = 0
    for one in found["records"]:
        nets = [net_of(row["pays"]) for row in sheets[key(one)]["rows"]]
        if None in nets or one["edge"] is None:
            continue
        pairs = zip(nets, one["counts"], strict=True)
        won = sum(net * count for net, count in pairs if net is not None)
        assert one["edge"] == pytest.approx(float((one["lost"] - won) / found["rounds"]))
        checked += 1
    assert checked >= len(found["records"]) - 3


def test_chi_square_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """No row of it is so rare in 20,000 coups that rows are taken together."""
    found = data(capsys, "dragon-bonus/dragon-bonus --table 1 --on banker --rounds 20,000")
    (one,), (sheet,) = found["records"], odds(capsys, "dragon-bonus --table 1 --on banker")
    chances = [row["probability"] for row in sheet["rows"]]
    expected = [20_000 * chance for chance in (*chances, 1 - sum(chances))]
    assert min(expected) > 5
    seen = [*one["counts"], one["lost"]]
    score = sum((n - mean) ** 2 / mean for n, mean in zip(seen, expected, strict=True))
    assert one["chi_square"] == pytest.approx(score)
    assert one["degrees_of_freedom"] == len(expected) - 1
    assert 0 < one["p_value"] < 1


def test_csv_says_what_json_says(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"baccarat/margin-bonus {SUN_7} --rounds 5,000 --seed 3"
    found = data(capsys, line)
    rows = list(csv.DictReader(io.StringIO(text(capsys, f"{line} --format csv"))))
    assert len(rows) == len(found["records"])
    for row, one in zip(rows, found["records"], strict=True):
        assert (int(row["seed"]), int(row["rounds"])) == (3, 5_000)
        assert [row[name] for name in ("game", "wager", "table")] == [
            one[name] for name in ("game", "wager", "table")
        ]
        assert list(map(int, row["counts"].split("; "))) == one["counts"]
        assert row["rows"].split("; ") == one["rows"]
        assert (row["edge"] and float(row["edge"])) == (one["edge"] or "")


# --- the same numbers everywhere ---

ELSEWHERE = ("--threads 1", "--threads 5")


@pytest.mark.parametrize("game", ["baccarat dragon-bonus", "3-dice-baccarat", "dice-works"])
def test_threads_count_alike(capsys: pytest.CaptureFixture[str], game: str) -> None:
    line = f"{game} --rounds 100,003 --seed 9"
    expected = counts(data(capsys, line))
    for how in ELSEWHERE:
        assert counts(data(capsys, f"{line} {how}")) == expected
    assert counts(data(capsys, f"{game} --rounds 100,003 --seed 10")) != expected


@pytest.mark.slow
def test_processes_and_a_cluster_count_alike(capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed")
    line = "baccarat/tie --rounds 200,003 --seed 4"
    expected = counts(data(capsys, line))
    local = data(capsys, f"{line} --workers 2")
    assert (counts(local), local["workers"]) == (expected, 2)
    options = {"processes": False, "n_workers": 1, "threads_per_worker": 2}
    with distributed.LocalCluster(dashboard_address=None, protocol="tcp", **options) as cluster:
        dask = data(capsys, f"{line} --cluster {cluster.scheduler_address}")
    assert (counts(dask), dask["workers"]) == (expected, 2)


def test_a_worker_too_many_makes_nothing_faster(capsys: pytest.CaptureFixture[str]) -> None:
    """One piece of work is done by one thread, however many there are."""
    line = "3-dice-baccarat/tie --rounds 4,000"
    one = min(data(capsys, f"{line} --threads 1")["seconds"] for _ in range(3))
    many = min(data(capsys, f"{line} --threads 64")["seconds"] for _ in range(3))
    assert many > one / 8


# --- how much ---


def test_until_an_edge_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "baccarat --until 2%")
    reaches = [1.959964 * one["standard_error"] for one in found["records"]]
    assert 0.0199 < max(reaches) <= 0.020001


def test_until_with_a_meter(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, f"{SUN_7_05} --meter 25000 --until 60%")
    assert 0.59 < 1.959964 * found["records"][0]["standard_error"] <= 0.60001


def test_whole_shoes(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "baccarat/tie --shoes 200 --decks 6 --cut 26")
    assert found["shoes"] == 200
    # 312 cards, less the 26 and some 7 burnt; a coup takes 4.94 cards, and one or two follow.
    assert 56 * 200 < found["rounds"] < 60 * 200


def test_a_continuous_shuffler_has_no_shoes(capsys: pytest.CaptureFixture[str]) -> None:
    assert data(capsys, "baccarat/tie --rounds 1000 --continuous")["shoes"] is None
    assert "continuous" in refused(capsys, "baccarat/tie --shoes 10 --continuous")


# --- what people read ---


def test_one_wager_row_by_row(capsys: pytest.CaptureFixture[str]) -> None:
    out = text(capsys, "ez-baccarat/dragon-7 --rounds 1,000,000 --threads 2")
    head, speed, heads, *rows = out.splitlines()
    assert re.fullmatch(r"1,000,000 coups, 12,\d{3} shoes, seed 1", head)
    assert re.search(r"counted in .* s by 2 workers, .* M coups/s; made ready in .* s", speed)
    assert heads.split() == ["row", "pays", "hits", "expected", "share"]
    assert "40 to 1" in rows[0] and "22,533.8" in rows[0]
    assert out.count("7.6113%") == 1


def test_several_games_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    out = text(capsys, "baccarat ez-baccarat --rounds 1000")
    assert "baccarat/tie" in out and "ez-baccarat/dragon-7" in out
    assert "baccarat/tie" not in text(capsys, "baccarat --rounds 1000")


def test_tiny_times_are_readable(capsys: pytest.CaptureFixture[str]) -> None:
    assert "e-" not in text(capsys, "baccarat/tie --rounds 10").splitlines()[1]


@pytest.mark.parametrize("name", ["", "session", "jackpot"])
def test_help_has_examples_that_can_be_typed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, f"{name} --help")
    examples = re.findall(r"^  pitboss simulate (.*)$", out.replace("\\\n     ", ""), re.MULTILINE)
    assert code == 0 and len(examples) >= 3
    parser = import_module("pitboss.cli.main").parser_of("simulate", name)
    for example in examples:
        words = shlex.split(example)
        assert parser.parse_args(words[1:] if name else words)


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys\nfrom pitboss.cli import main\n"
        "try: main(['simulate', '--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'distributed', 'matplotlib'} & set(sys.modules)\n"
        "sys.exit(bool(heavy))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


# --- what is refused ---


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("baccarat --rounds abc", "is not a whole number"),
        ("baccarat --rounds 1e-6", "is not a whole number"),
        ("baccarat --rounds 0", "0 rounds"),
        ("baccarat --rounds -5", "-5 rounds"),
        (f"baccarat --rounds {10**20}", "give 1 to"),
        (f"baccarat --rounds {10**30}", "give 1 to"),
        ("baccarat --rounds 1,,0", "is not a whole number"),
        ("baccarat --shoes 0", "0 shoes"),
        ("baccarat --rounds 9 --shoes 9", "not allowed with"),
        ("baccarat --seed -1", "is not a seed"),
        (f"baccarat --seed {2**64}", "is not a seed"),
        ("baccarat --decks 0", "0 decks"),
        ("baccarat --decks 21", "1 to 20"),
        ("baccarat --cut 500", "14 to 399"),
        ("baccarat --cut 13", "14 to 399"),
        ("baccarat --cut 400 --any-cut", "0 to 399"),
        ("baccarat --cut -1 --any-cut", "0 to 399"),
        ("baccarat --until 0%", "more than 0"),
        ("baccarat --until 200%", "200%"),
        ("baccarat --until abc", "abc"),
        ("baccarat --until 0.000001%", "0.000001%"),
        (f"{SUN_7_05} --until 1%", "no edge is known"),
        ("baccarat dice-works", "one after the other"),
        ("bacarat", 'did you mean "baccarat"'),
        ("baccarat/bankr", 'did you mean "banker"'),
        ("baccarat --table 99", "no pay table"),
        ("baccarat --on moon", "moon"),
        ("99-fortunes/progressive --on 4", "no seat 4"),
        ("baccarat --reading nope", "no wager here has a reading"),
        ("baccarat --threads 0", "0 is not a number of threads"),
        ("baccarat --workers 0", "0 is not a number of processes"),
        ("baccarat --threads 1 --workers 1", "not allowed with"),
        ("baccarat --cluster garbage", "tcp://HOST:PORT"),
        ("baccarat --cluster tcp://127.0.0.1:1", "no Dask scheduler answers"),
        ("baccarat --engine numpy", "unrecognized arguments"),
        ("baccarat --format xml", "csv"),
        ("baccarat --vigorish 50%", "charge 5% to 25%"),
        ("baccarat --plot /nonexistent/x.png", "cannot be written"),
        ("baccarat --plot x.html", ".png or .svg"),
        ("baccarat --plot x.pdf", ".png or .svg"),
        ("baccarat --file nope.toml", "no such file"),
        ("golden-dragon/suited-tie", "no wager"),
        ("dice-works --shoes 20", "dice"),
    ],
)
def test_what_cannot_be_simulated_is_one_line(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert said in refused(capsys, line)


@pytest.mark.parametrize(
    "line",
    [
        "dice-works --decks 6",
        "dice-works --continuous",
        "3-dice-baccarat --any-cut",
        "dice-works --cut-card-first ends-shoe",
        "baccarat/tie --suits s",
        "baccarat/tie --vigorish 5%",
        "baccarat/tie --meter 500",
        "session dice-works --bet all-lows=5 --bankroll 100 --decks 6",
        "session dice-works --bet all-lows=5 --bankroll 100 --cut 500",
        "session baccarat --bet tie=5 --bankroll 100 --vigorish 5%",
        "session baccarat --bet tie=5 --bankroll 100 --meter 500",
    ],
)
def test_an_option_that_does_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """As ``pitboss odds`` does: somebody means something by it."""
    few = "--sessions 5 --rounds 5" if line.startswith("session") else "--rounds 100"
    refused(capsys, f"{line} {few}")


@pytest.mark.parametrize(
    "line", [f"{SUN_7_05} --meter abc", f"{SUN_7_05} --meter -5", f"{SUN_7_05} --plot x.png"]
)
def test_what_will_be_refused_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
) -> None:
    def begun(*_: object, **__: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pitboss.simulate.counting.gather", begun)
    refused(capsys, line)


@pytest.mark.parametrize("name", ["scheduler-lost", "workers-lost"])
def test_partial_results_are_not_lost_with_the_workers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def gather(work: Any, pieces: Iterator[Piece], _: object) -> Iterator[tuple[Piece, Any]]:
        yield from ((piece, work(piece)) for _, piece in zip(range(2), pieces, strict=False))
        raise unreadable(name, "the workers are gone", "simulate again")

    monkeypatch.setattr("pitboss.simulate.counting.gather", gather)
    line = "baccarat/tie --rounds 1,000,000 --format json"
    code, out, err = run(capsys, line)
    assert code == 2 and err.count("\n") == 1 and "the workers are gone" in err
    assert 0 < json.loads(out)["rounds"] < 1_000_000


def test_a_cluster_without_workers_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    place = command.Cluster
    monkeypatch.setattr(command, "Cluster", lambda address: place(address, patience=0.5))
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        line = f"baccarat/tie --rounds 100,000 --cluster {cluster.scheduler_address}"
        assert "has no workers" in refused(capsys, line)


def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no full disk here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pitboss.cli", "simulate", "baccarat", "--rounds", "1000"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    *progress, told = done.stderr.splitlines()  # a slow machine says how far it is
    assert done.returncode == 2 and told.startswith("pitboss simulate: the output cannot be")
    assert all(line.endswith("left") for line in progress)


# --- sessions ---


def test_sessions_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"{PLAYER} --rounds 100 --sessions 400 --seed 5 --stop-loss 200 --win-goal 150"
    found = data(capsys, line)
    assert (found["seed"], found["sessions"], found["terms"]["rounds"]) == (5, 400, 100)
    assert sum(one["sessions"] for one in found["endings"].values()) == 400
    assert found["endings"]["ruin"]["sessions"] == 0
    assert min(found["endings"][name]["sessions"] for name in ("stop-loss", "win-goal")) > 5
    ends = found["end_bankroll_cents"]
    assert (ends["lowest"], ends["highest"]) == (300_00, 650_00)
    assert found["net_cents"] == pytest.approx(400 * (ends["mean"] - 500_00))
    assert found["handle_cents"] == 1000 * found["rounds_played"] <= 1000 * 100 * 400
    assert found["loss_rate"] == pytest.approx(-found["net_cents"] / found["handle_cents"])
    (sheet,) = odds(capsys, "baccarat/player")
    assert Fraction(found["exact_edge"]) == Fraction(sheet["house_edge"])
    off = found["loss_rate"] - float(Fraction(found["exact_edge"]))
    assert found["z"] == pytest.approx(off / found["loss_rate_standard_error"])
    assert abs(found["z"]) < 4.5
    assert sum(ends["histogram"]["sessions"]) == 400
    assert found != data(capsys, line.replace("--seed 5", "--seed 6"))


@pytest.mark.parametrize(
    ("how", "most"),
    [
        ("--strategy flat", 10),
        ("--strategy martingale --maximum 160", 160),
        ("--strategy paroli", 40),
        ("--strategy 1-3-2-6", 60),
        ("--strategy 1,0,7", 70),
    ],
)
def test_strategies_by_name_and_by_schedule(
    capsys: pytest.CaptureFixture[str], how: str, most: int
) -> None:
    found = data(capsys, f"{PLAYER} --bet tie=2 --rounds 60 --sessions 50 {how}")
    assert found["endings"]["time"]["sessions"] + found["endings"]["ruin"]["sessions"] == 50
    assert found["handle_cents"] <= found["rounds_played"] * (most * 100 * 12 // 10)
    assert found["terms"]["flat"] == (how == "--strategy flat") == ("exact_edge" in found)


def test_sessions_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = text(capsys, f"{PLAYER} --bet tie=5 --hours 2 --per-hour 60 --sessions 100")
    assert "100 sessions of 120 rounds, seed 1: $10 on player, $5 on tie, flat" in out
    for said in ("played to the end", "ruined", "bankroll at the end", "longest losing streak"):
        assert said in out
    assert re.search(r"\d% of \$[\d,]+ staked was lost; exact edge \d\.\d{4}%, z [+-]", out)


def test_a_reading_may_concern_one_bet_of_several(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"{PLAYER} --bet match-pair:player=5 --reading unsuited --rounds 10 --sessions 10"
    assert data(capsys, line)["sessions"] == 10


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("session baccarat", "--bankroll"),
        ("session baccarat --bet banker=25 --bankroll 10", "does not cover one round"),
        ("session baccarat --bet banker=25 --bankroll abc", "is not an amount"),
        ("session baccarat --bet banker --bankroll 9", "write WAGER=STAKE"),
        ("session baccarat --bet moon=5 --bankroll 9", "no wager"),
        ("session baccarat --bet tie=5 --bet tie=5 --bankroll 99", "twice"),
        (f"{PLAYER} --rounds 0", "0 rounds"),
        (f"{PLAYER} --sessions -1", "-1 sessions"),
        (f"{PLAYER} --hours -4 --per-hour -70 --sessions 10", "-"),
        (f"{PLAYER} --stop-loss 600", "never reached"),
        (f"{PLAYER} --minimum 20", "below the minimum"),
        (f"{PLAYER} --maximum 5", "above the maximum"),
        (f"{PLAYER} --strategy nope", "martingale"),
        (f"{PLAYER} --strategy 1,2,-3", "is not a schedule"),
        (f"{PLAYER} --strategy my.py", "file.py:function"),
        (f"{PLAYER} --strategy nofile.py:f", "no file"),
        (f"{PLAYER} --cut 500", "14 to 399"),
        (f"session {SUN_7.partition('/')[0]} --bet sun-7-progressive=1 --bankroll 9", "--meter"),
        ("session 99-fortunes --bet progressive:5@P1=1 --bankroll 9 --meter 1", "base"),
    ],
)
def test_what_cannot_be_sat_down_with_is_one_line(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert said in refused(capsys, line)


STRATEGIES = """
def base(view): return view.base_cents["player"]
def sit(view): return None
def float(view): return 10.0
def whole(view): return view.bankroll_cents + 1
def tiny(view): return 1
def moon(view): return {"moon": 1000}
def word(view): return "1000"
def none(): return 1000
def speak(view):
    print("hello")
    return 1000
def fail(view):
    if (view.session, view.round) == (3, 5):
        raise RuntimeError("no\\nluck")
    return 1000
def leave(view): raise SystemExit(3)
def deep(view): return deep(view)
def look(view):
    assert [one.round for one in view.history] == list(range(1, view.round))
    return 1000
def stop(view):
    if view.session == 8:
        raise KeyboardInterrupt
    return 1000
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The start of a line with strategies of one's own, to be ended with a function's name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(STRATEGIES)
    return f"{PLAYER} --rounds 20 --sessions 10 --strategy own.py:"


def test_strategies_of_ones_own(capsys: pytest.CaptureFixture[str], own: str) -> None:
    flat = data(capsys, f"{PLAYER} --rounds 20 --sessions 10")
    for name in ("base", "look"):
        found = data(capsys, own + name)
        assert found["end_bankroll_cents"] == flat["end_bankroll_cents"]
        assert found["handle_cents"] == flat["handle_cents"] == 20 * 10 * 1000
    assert data(capsys, f"{own}sit")["handle_cents"] == 0


def test_what_a_strategy_prints_does_not_spoil_the_json(
    capsys: pytest.CaptureFixture[str], own: str
) -> None:
    code, out, _ = run(capsys, f"{own}speak --format json")
    assert code == 0 and json.loads(out)["sessions"] == 10


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("float", "bets 10.0 on player, which is not a whole number of cents"),
        ("moon", "no bet of this session"),
        ("word", "not a whole number of cents"),
        ("none", "TypeError"),
        ("leave", "SystemExit"),
        ("deep", "RecursionError"),
        ("nope", "has no function"),
    ],
)
def test_a_strategy_that_cannot_be_followed(
    capsys: pytest.CaptureFixture[str], own: str, name: str, said: str
) -> None:
    assert said in refused(capsys, own + name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("whole", "round 1: the strategy bets $500.01 of a bankroll of $500"),
        ("tiny", "round 1: the strategy bets 1 cents on player"),
    ],
)
def test_a_bet_that_is_refused_ends_that_session(
    capsys: pytest.CaptureFixture[str], own: str, name: str, said: str
) -> None:
    code, out, err = run(capsys, own + name)
    assert code == 0 and "ended by a refused bet" in out
    assert err.count("\n") == 1 and "10 ended by a refused bet; session 1" in err and said in err


@pytest.mark.slow
def test_dask_plays_a_function_of_ones_own(capsys: pytest.CaptureFixture[str], own: str) -> None:
    assert data(capsys, f"{own}look --workers 2") == data(capsys, f"{own}look")


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_strategy_that_fails_late_leaves_the_sessions_before(
    capsys: pytest.CaptureFixture[str], own: str, form: str
) -> None:
    err = refused(capsys, f"{own}fail --format {form}", out=True)
    assert "session 3, round 5: the strategy raised RuntimeError: no luck (line 15)" in err
    _, out, _ = run(capsys, f"{own}fail --format {form}")
    assert json.loads(out)["sessions"] == 2 if form == "json" else "2 sessions of 20" in out


def test_a_broken_strategy_file(capsys: pytest.CaptureFixture[str], own: str) -> None:
    for source, said in (("def (", "line 1"), ("import nowhere", "nowhere"), ("1 / 0", "Zero")):
        Path("own.py").write_text(source)
        assert said in refused(capsys, f"{own}base")


# --- jackpots ---


def test_jackpots_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, f"jackpot {SUN_7_05} --tables 2 --years 50 --seed 3")
    assert (found["years"], found["asked"], found["interrupted"]) == (50, 50, False)
    (sheet,) = odds(capsys, SUN_7_05)
    chance = sum(
        Fraction(int(row["count"]), int(sheet["total"]))
        for row in sheet["rows"]
        if row["pays"] == "100%"
    )
    # 2 tables of 70 hands an hour; a hand hits if one of 7 seats bets, each with one half.
    expected = 2 * 70 * 24 * 365 * float(chance) * (1 - 0.5**7)
    assert len(found["months"]) == 12
    mean = found["hits"]["per_year"]["mean"]
    assert abs(mean - expected) < 4.5 * sqrt(expected / 50)
    assert found == data(capsys, f"jackpot {SUN_7_05} --tables 2 --years 50 --seed 3")


def test_jackpots_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"jackpot {SUN_7} --meter-seed 10,000 --increment 15%+5% --participation 30%"
    out = text(capsys, f"{line} --years 20")
    assert "7 seats of which 30% bet $1; seed $10,000, increment 15% + 5% reserve" in out
    assert len(re.findall(r"^  (?:\d+|year) +\d+\.\d\d +\$", out, re.MULTILINE)) == 13
    assert "the whole reserve becomes the new meter" in out
    assert re.search(r"seeds paid by the house +\$0$", out, re.MULTILINE)
    assert "reserve short" not in out and "overflow" not in out
    out = text(capsys, f"{line} --years 20 --reserve-policy up-to-seed")
    assert "the reserve fills a new meter up to its seed" in out
    assert "years with the reserve short" in out
    out = text(capsys, f"{line} --years 20 --minimum 5000 --limit 50,000 --overflow to-reserve")
    assert "advances what a new meter lacks of $5,000" in out
    assert "what exceeds $50,000 goes to the reserve after a hit" in out
    for part in ("advanced", "recovered", "overflow at the end", "years with the reserve short"):
        assert re.search(rf"^  {part} +\S", out, re.MULTILINE)


def test_the_policies_of_a_jackpot_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"jackpot {SUN_7} --table PT-PRG-S7-E04 --meter-seed 5000 --years 50 --tables 20"
    plain = data(capsys, line)
    assert plain["setting"]["reserve_policy"] == "rolls-over"
    assert plain["setting"]["overflow"] == "to-meter"
    assert plain["setting"]["limit_cents"] is plain["setting"]["minimum_cents"] is None
    options = "--reserve-policy up-to-seed --limit 200,000 --overflow stays"
    other = data(capsys, f"{line} {options}")
    assert other["setting"]["reserve_policy"] == "up-to-seed"
    assert (other["setting"]["limit_cents"], other["setting"]["overflow"]) == (20_000_000, "stays")
    assert other["money"]["overflow_at_end"]["mean"] > 0
    assert plain["money"]["overflow_at_end"]["mean"] == 0
    filled = data(capsys, f"{line} --reserve-policy up-to-seed")
    (sheet,) = odds(capsys, f"{SUN_7} --table PT-PRG-S7-E04")
    assert plain["exact"]["long_term_edge"] == sheet["progressive"]["long_term_edge"]
    assert plain["exact"]["long_term_edge_percent"] == pytest.approx(23.20, abs=0.005)
    assert filled["exact"]["long_term_edge_percent"] == pytest.approx(39.06, abs=0.005)
    for found in (plain, filled):
        assert found["exact"]["long_term_hold_percent"] == pytest.approx(23.20, abs=0.005)
        assert abs(found["money"]["edge"]["z"]) < 4.5
    least = data(capsys, f"{line} --minimum 5000")["money"]
    assert least["advanced"]["mean"] >= least["recovered"]["mean"] > 0


def test_nobody_bets_nobody_wins(capsys: pytest.CaptureFixture[str]) -> None:
    out = text(capsys, f"jackpot {SUN_7_05} --participation 0% --years 5")
    assert re.search(r"year +0\.00 +\$2,000", out)


def test_a_jackpot_is_told_in_its_currency(capsys: pytest.CaptureFixture[str]) -> None:
    line = "jackpot 99-fortunes/progressive --table P2-7-PHP100"
    out = text(capsys, f"{line} --meter-seed 100000 --increment 10% --years 5")
    assert "PHP 100,000" in out and "$" not in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{SUN_7_05} --seed $50,000", "a meter begins with is --meter-seed"),
        (f"{SUN_7_05} --seed 0.5", "seed of chance"),
        (SUN_7, "--meter-seed"),
        ("ez-baccarat/progressive", "--increment"),
        ("eternal-baccarat", "GAME/WAGER"),
        ("baccarat/banker", "pays nothing from a meter"),
        (f"{SUN_7_05} --tables 0", "1 to 10,000"),
        (f"{SUN_7_05} --players 101", "1 to 100"),
        (f"{SUN_7_05} --hours 25", "1 to 24"),
        (f"{SUN_7_05} --days 0", "days"),
        (f"{SUN_7_05} --years 0", "years"),
        (f"{SUN_7_05} --seed -1", "seed"),
        (f"{SUN_7_05} --decks 21", "1 to 20"),
        (f"{SUN_7_05} --unit 0", "unit"),
        (f"{SUN_7_05} --start -5", "-$5"),
        (f"{SUN_7_05} --participation 101%", "101%"),
        (f"{SUN_7_05} --increment 60%+50%", "at most 100%"),
        (f"{SUN_7_05} --increment abc", "abc"),
        (f"{SUN_7_05} --increment ''", "write"),
        (f"{SUN_7_05} --on 5", "not placed on a hand or seat"),
        (f"{SUN_7_05} --plot x.gif", ".png"),
        (f"{SUN_7_05} --reserve-policy up-to-seed", "give a reserve rate"),
        (f"{SUN_7_05} --reserve-policy other", "rolls-over"),
        (f"{SUN_7_05} --overflow stays", "set a limit"),
        (f"{SUN_7_05} --limit 1999", "$2,000 to"),
        (f"{SUN_7_05} --minimum 1000", "let a reserve roll over"),
        ("99-fortunes/progressive --meter-seed 9 --increment 1% --players 10", "1 to 9"),
    ],
)
def test_what_no_year_can_be_played_of_is_one_line(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert said in refused(capsys, f"jackpot {line}")


# --- pictures ---


@pytest.mark.parametrize(
    ("line", "name", "start"),
    [
        ("baccarat/tie --rounds 50,000", "one.png", b"\x89PNG"),
        ("baccarat --rounds 20,000", "many.svg", b"<?xml"),
        (f"{PLAYER} --sessions 50 --rounds 50", "evening.png", b"\x89PNG"),
        (f"jackpot {SUN_7_05} --years 10", "year.svg", b"<?xml"),
    ],
)
def test_pictures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, name: str, start: bytes
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    code, out, err = run(capsys, f"{line} --plot {path}")
    assert code == 0 and out and err.startswith(f"drawn: {path}") and err.count("\n") == 1
    assert path.read_bytes().startswith(start) and path.stat().st_size > 5_000


# --- progress ---


@pytest.fixture(autouse=True)
def _no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no plain line of progress come in between where kernels are still to be compiled."""
    monkeypatch.setattr(progress, "LINES_EVERY", 1e9)


@pytest.fixture
def every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain lines come as often as they can, not every five seconds."""
    monkeypatch.setattr(progress, "LINES_EVERY", 0.0)


LINE = re.compile(
    r"(\d+)%, [\d,]+ of [\d,]+ (coups|throws|shooters|sessions|years), "
    r"(\S+(?: M)?) \2/s(?:, [\d.]+ \S+(?: \d+ \S+)? left)?"
)


@pytest.mark.usefixtures("every_line")
@pytest.mark.parametrize(
    "line",
    [
        "baccarat/tie --rounds 3,000,000 --threads 1",
        "baccarat/tie --shoes 20,000",
        "3-dice-baccarat/tie --rounds 300,000,000",
        f"{PLAYER} --rounds 10 --sessions 6,000",
        f"jackpot {SUN_7_05} --years 1,200",
    ],
)
def test_plain_lines_where_nobody_watches(capsys: pytest.CaptureFixture[str], line: str) -> None:
    code, out, err = run(capsys, line)
    assert code == 0 and out and "\r" not in err and "\x1b" not in err
    lines = [LINE.fullmatch(one) for one in err.splitlines()]
    assert len(lines) > 1 and all(lines), err
    percents = [int(one[1]) for one in lines if one]
    assert percents == sorted(percents) and percents[-1] >= 95


@pytest.mark.usefixtures("every_line")
def test_a_strategy_of_ones_own_shows_how_far_it_has_come(
    capsys: pytest.CaptureFixture[str], own: str
) -> None:
    _, _, err = run(capsys, own.replace("--sessions 10", "--sessions 300") + "base")
    assert len(err.splitlines()) > 2


def test_slow_work_has_a_rate() -> None:
    assert " 0 years/s" not in progress.pace(1, 20, 8.0, "years")


# --- Ctrl-C, and terminals ---


class Watched:
    """A ``pitboss simulate`` whose standard error, and output if asked, is a terminal."""

    def __init__(self, line: str, *, columns: int = 80, output: bool = False) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        hidden = ("COLUMNS", "NO_COLOR", "LINES")
        env = {name: value for name, value in os.environ.items() if name not in hidden}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", "simulate", *shlex.split(line)],
            stdin=subprocess.DEVNULL,
            stdout=slave if output else subprocess.PIPE,
            stderr=slave,
            env={**env, "TERM": "xterm"},
            start_new_session=True,
        )
        os.close(slave)
        self.seen = b""

    def read(self, until: bytes | None = None, seconds: float = 60) -> str:
        """Read the terminal until something is seen there, or to the end."""
        end = time.monotonic() + seconds
        while until is None or until not in self.seen:
            assert time.monotonic() < end, self.seen
            if not select.select([self.master], [], [], 0.2)[0]:
                continue
            try:
                some = os.read(self.master, 65536)
            except OSError:  # the other side is closed
                some = b""
            if not some:
                break
            self.seen += some
        return self.seen.decode()

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C: every process of the terminal gets it."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.finish()

    def finish(self) -> tuple[int, str, str]:
        """Return the exit code, standard output, and what the terminal saw."""
        out = b""
        if self.process.stdout is not None:
            out = self.process.stdout.read()
            self.process.stdout.close()
        seen = self.read()
        os.close(self.master)
        return self.process.wait(60), out.decode(), seen


def left_behind(group: int) -> list[int]:
    """Return the living processes of a group."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"baccarat/tie --rounds {ENDLESS}", " coups"),
        pytest.param(
            f"baccarat/tie --rounds {ENDLESS} --workers 2 --format json",
            '"interrupted": true',
            marks=pytest.mark.slow,
        ),
        (f"dice-works --rounds {ENDLESS} --format csv", "dice-works,all-lows"),
        (f"{PLAYER} --sessions 1,000,000", " sessions of 280 rounds"),
        (f"jackpot {SUN_7_05} --years 100,000 --tables 2", "Sun 7 Progressive"),
    ],
)
def test_ctrl_c_prints_what_was_gathered(line: str, said: str) -> None:
    watched = Watched(line, columns=200)
    bar = watched.read(b" left")
    assert re.search(r"\d+%, [\d,]+ of [\d,]+ (\w+), .+ \1/s, .+ left", bar)
    code, out, seen = watched.interrupt()
    assert code == 130 and said in out
    assert "Traceback" not in seen and "Error" not in seen
    # The bar is wiped away, and one line says where it stopped.
    last = seen.rpartition("\r\x1b[K")[2].strip()
    assert re.fullmatch(r"pitboss simulate.*: stopped after [\d,]+( of [\d,]+)? \w+", last)
    deadline = time.monotonic() + 5
    while left_behind(watched.process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left_behind(watched.process.pid)


@pytest.mark.slow
def test_a_line_every_five_seconds_and_ctrl_c() -> None:
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli", "simulate", "baccarat/tie", "--rounds", ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    waited = time.monotonic() - started
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert LINE.fullmatch(line.strip()) and waited > 4.5
    assert process.returncode == 130 and out.endswith("\n") and "14.3596%" in out
    assert re.fullmatch(r"pitboss simulate: stopped after [\d,]+ coups\n", err)


def test_ctrl_c_before_anything_is_gathered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gather(*_: object) -> Iterator[tuple[Piece, Any]]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("pitboss.simulate.counting.gather", gather)
    line = f"baccarat/tie --rounds {ENDLESS}"
    for form in ("table", "json", "csv"):
        code, out, err = run(capsys, f"{line} --format {form}")
        assert code == 130 and err == "pitboss simulate: stopped after 0 coups\n"
        if form == "json":
            assert json.loads(out)["records"] == []
        if form == "csv":
            assert out.startswith("seed,rounds,game,wager,")


def test_ctrl_c_within_a_strategy(capsys: pytest.CaptureFixture[str], own: str) -> None:
    code, out, err = run(capsys, f"{own}stop --format json")
    assert code == 130 and json.loads(out)["sessions"] == 7
    assert err == "pitboss simulate session: stopped after 7 sessions\n"


def test_the_bar_fits_a_terminal() -> None:
    watched = Watched("baccarat/tie --rounds 40,000,000", columns=80, output=True)
    code, _, seen = watched.finish()
    bars = re.findall(r"\r([^\r\x1b]+)\x1b\[K", seen)
    assert code == 0 and bars
    assert max(map(len, bars)) < 80


def shown(line: str, columns: int) -> str:
    """Return what a terminal of so many columns shows in the end, without its colors."""
    code, _, seen = Watched(line, columns=columns, output=True).finish()
    assert code == 0
    return re.sub(r"\x1b\[[\d;]*m", "", seen.rpartition("\x1b[K")[2])


@pytest.mark.parametrize("columns", [80, 140])
def test_edges_are_whole_on_a_terminal(columns: int) -> None:
    """Nobody reads a figure that goes on in the next line."""
    lines = shown("baccarat --rounds 1000", columns).splitlines()
    assert max(map(len, lines)) <= columns
    edges = re.findall(r"(?<!\S)-?\d+\.\d+%(?!\S)", "\n".join(lines))
    assert len(edges) >= 3 * 17
    assert any(edge.startswith("14.3") for edge in edges)


@pytest.mark.parametrize("columns", [80, 140])
def test_amounts_are_whole_on_a_terminal(columns: int) -> None:
    amounts = re.findall(r"\$\S+", shown(f"jackpot {SUN_7_05} --tables 4 --years 5", columns))
    assert len(amounts) > 50
    assert all(re.fullmatch(r"\$\d{1,3}(,\d{3})*[;,]?", amount) for amount in amounts)
