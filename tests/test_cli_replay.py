"""``pitboss replay``, called as somebody would who does not trust a journal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import Capture
from command_line import run as run_line
from journals import (
    EVERYTHING,
    Session,
    baccarat,
    irregular_baccarat,
    line_hash,
    played,
    read,
    withdrawn,
    written,
)
from pitboss.cli import main
from pitboss.cli.main import COMMANDS
from pitboss.games.cards import card
from pitboss.table.record.journal import Line
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.results import BetsSettled, CallResult
from pitboss.table.steps.tray import FillTray

OLD = Path(__file__).parent / "data" / "schema-0.jsonl"


def evening() -> Session:
    """Return twelve rounds of baccarat."""
    return played(baccarat)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return a sound journal of twelve rounds."""
    return saved(tmp_path, evening().lines)


def saved(folder: Path, lines: list[str]) -> Path:
    path = folder / "night.jsonl"
    path.write_text("".join(lines), encoding="ascii", newline="\n")
    return path


def run(capsys: Capture, *words: object) -> tuple[int, str, str]:
    return run_line(capsys, "replay", *words)


def run_json(capsys: Capture, *words: object) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_it_is_a_command() -> None:
    assert "replay" in COMMANDS


def test_a_sound_journal_is_summed_up(capsys: Capture, journal: Path) -> None:
    code, out, err = run(capsys, journal)
    assert (code, err) == (0, "")
    assert f"{journal} is sound" in out
    facts = sum(len(line.facts) for line in read(evening().lines))
    assert re.search(f"lines +{len(evening().lines):,}, {facts:,} events\n", out)
    assert re.search("shoes +1\n", out) and re.search("rounds +12\n", out)
    assert re.search("now +open, round 13, betting\n", out)
    assert line_hash(evening().lines[-1]) in out
    assert re.search(r"together +\$0\n", out)


def test_the_summary_for_machines_is_the_live_table(capsys: Capture, journal: Path) -> None:
    data, table = run_json(capsys, journal), evening().table
    assert data["sound"] is True and data["last_hash"] == line_hash(evening().lines[-1])
    facts = sum(len(line.facts) for line in read(evening().lines))
    assert (data["lines"], data["events"]) == (len(evening().lines), facts)
    assert (data["refusals"], data["shoes"], data["rounds"]) == (0, 1, 12)
    assert data["accounts"] == dict(table.accounts) and data["accounts_sum_cents"] == 0
    takings = {one["spot"]: one for one in data["takings"]}
    assert set(takings) == {"player", "banker", "tie"}
    # Twelve rounds with $5 and $9 on Player, $7 on Banker and $1 on Tie.
    assert takings["player"]["bets"] == 24 and takings["player"]["handle_cents"] == 12 * 1400
    assert takings["tie"]["handle_cents"] == 12 * 100
    player = takings["player"]
    assert player["hold"] == player["win_cents"] / player["handle_cents"]
    with_format = main(["replay", str(journal), "--format", "json"])
    assert with_format == 0 and json.loads(capsys.readouterr().out) == data


def known_round() -> Session:
    """Play one round whose cards are known: Player 8 on three cards, Banker 7 on three."""
    offers = (Offer("player"), Offer("banker"), Offer("moon-8"))
    session = Session(TableSetup(game="eternal-baccarat", offers=offers))
    session.seat(2, 5)
    session.go_on()
    session.do(PlaceBet(5, "banker", 1000), PlaceBet(2, "player", 2500))
    session.do(PlaceBet(2, "moon-8", 500), PlaceBet(2, "banker", 300), TakeBack(4))
    session.do(CallNoMoreBets())
    session.coup("2s3h", "KhQd")
    session.do(DealCard(card("3d"), "player"), DealCard(card("7c"), "banker"))
    session.do(CallResult())
    session.go_on()
    return session


def test_a_round_is_printed_with_cards_words_pays_and_reasons(
    capsys: Capture, tmp_path: Path
) -> None:
    code, out, err = run(capsys, saved(tmp_path, known_round().lines), "--round", 1)
    assert (code, err) == (0, "")
    assert "2s3h3d v KhQd7c" in out and "Player 8, Banker 7. Player wins." in out
    rows = [line for line in out.splitlines() if "moon-8 $5" in line and "$125" in line]
    assert rows and "Player wins with a 3-card 8" in rows[0] and "30-2899.07" in rows[0]
    assert re.search(r"banker \$10 +loses +-\$10 +30-28", out)
    assert re.search(r"banker \$3 +taken back", out)
    assert '"Player has 5."' in out and '"No more bets."' in out
    assert re.search(r"[0-9]+ +layout +tray +\$10 +lost\n", out)
    assert re.search(r"[0-9]+ +tray +position 2 +\$150 +won\n", out)
    assert re.search(r"together +\$0\n", out)


def test_a_round_for_machines(capsys: Capture, tmp_path: Path) -> None:
    session = known_round()
    data = run_json(capsys, saved(tmp_path, session.lines), "--round", 1)
    (asked,) = data["asked"]
    assert (asked["shoe"], asked["round"], asked["ending"]) == (1, 1, "cleared")
    assert asked["outcome"] == "2s3h3d v KhQd7c"
    banker, player, moon, back = asked["bets"]
    assert (player["settled"]["won_cents"], moon["settled"]["won_cents"]) == (2500, 12500)
    assert banker["settled"]["lost_cents"] == 1000
    assert back["taken_back"] and back["settled"] is None
    assert asked["house_win_cents"] == 1000 - 2500 - 12500
    assert sum(asked["changes"].values()) == 0
    moved = [one for one in asked["movements"] if one["target"] == "layout"]
    assert [(one["source"], one["cents"], one["chips"], one["reason"]) for one in moved] == [
        ("position 5", 1000, "value", "stake"),
        ("position 2", 2500, "value", "stake"),
        ("position 2", 500, "value", "stake"),
        ("position 2", 300, "value", "stake"),
    ]
    assert all(one["reason"] and one["line"] for one in asked["movements"])
    assert [one["event"] for one in asked["events"]].count("CardDealt") == 6


def test_a_shoe_is_listed_and_narrows_a_round_down(capsys: Capture, tmp_path: Path) -> None:
    path = saved(tmp_path, baccarat(90).lines)
    code, out, _ = run(capsys, path, "--shoe", 2)
    shoe_two = [int(line.split()[0]) for line in out.splitlines()[1:]]
    assert code == 0 and shoe_two == list(range(shoe_two[0], 91))
    first = {one["round"] for one in run_json(capsys, path, "--shoe", 1)["asked"]}
    assert first == set(range(1, shoe_two[0]))
    assert run(capsys, path, "--shoe", 2, "--round", shoe_two[0])[0] == 0
    code, _, err = run(capsys, path, "--shoe", 2, "--round", 1)
    assert code == 2 and "has no round 1 of shoe 2" in err and err.count("\n") == 1


def test_every_round_of_every_game_can_be_printed(capsys: Capture, tmp_path: Path) -> None:
    for number, session in enumerate(map(played, EVERYTHING)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = saved(folder, session.lines)
        assert run(capsys, path)[0] == 0
        for one in range(1, min(session.table.round.number, 8)):
            code, out, err = run(capsys, path, "--round", one)
            assert (code, err) == (0, "") and f"round {one}\n" in out


def test_irregular_rounds_say_so(capsys: Capture, tmp_path: Path) -> None:
    path = saved(tmp_path, irregular_baccarat().lines)
    asked = {one["round"]: one for shoe in (0, 1) for one in run_shoe(capsys, path, shoe)}
    assert [asked[number]["free"] for number in (1, 2, 3, 4)] == [False, True, True, True]
    assert [asked[number]["ending"] for number in (3, 4)] == ["cleared", "void"]
    assert run_json(capsys, path)["void_rounds"] == 1
    assert re.search("rounds +[0-9]+, 1 void", run(capsys, path)[1])
    assert re.search("now +closed", run(capsys, path)[1])


def run_shoe(capsys: Capture, path: Path, shoe: int) -> list[Any]:
    code, out, _ = run(capsys, path, "--shoe", shoe, "--json")
    return list(json.loads(out)["asked"]) if code == 0 else []


# --- what is wrong is one line, the remedy, exit code 2 ---


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda lines: lines.__setitem__(30, lines[30].replace("a", "b", 1)), "line 31 was alter"),
        (lambda lines: lines.__delitem__(30), "line 31 was dropped"),
        (lambda lines: lines.insert(30, lines.pop(31)), "line 31 is out of place"),
        (lambda lines: lines.insert(30, lines[29]), "line 31 was inserted"),
        (lambda lines: lines.__setitem__(-1, lines[-1][:50]), "is cut off in the middle of line"),
        (lambda lines: lines.clear(), "the journal has no lines"),
    ],
)
def test_what_was_done_to_a_journal_is_one_line(
    capsys: Capture, tmp_path: Path, harm: Any, said: str
) -> None:
    lines = evening().lines
    harm(lines)
    path = saved(tmp_path, lines)
    code, out, err = run(capsys, path)
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert err.startswith("pitboss replay: ") and said in err
    code, out, again = run(capsys, path, "--json")
    refused = json.loads(out)
    assert (code, again, refused["sound"]) == (2, err, False)
    assert refused["refusal"]["message"] in err and refused["refusal"]["code"]


def forged(alter: Callable[[Line], Line]) -> list[str]:
    """Alter the line that settles the first round, and hash all lines anew."""
    lines = list(read(evening().lines))
    at = next(at for at, line in enumerate(lines) if isinstance(line.command, CallResult))
    lines[at] = alter(lines[at])
    return written(lines)


def another_settlement(line: Line) -> Line:
    called, settled = line.facts
    assert isinstance(settled, BetsSettled)
    first, *others = settled.bets
    return line._replace(facts=(called, BetsSettled((first._replace(won_cents=99_999), *others))))


@pytest.mark.parametrize(
    ("alter", "code", "said"),
    [
        (another_settlement, "settlement-differs", "99999; by the rules it is "),
        (lambda line: line._replace(id="request-1"), "repeated-id", '"request-1" was used'),
        (lambda line: line._replace(round=7), "event-differs", "round is 7; by the rules it is 1"),
        (
            lambda line: line._replace(stream="table/9"),
            "other-stream",
            "of table/9, not of table/3",
        ),
        (lambda line: line._replace(rulebook="f" * 64), "other-rulebook", "by the rules ffffffff"),
        (lambda line: line._replace(facts=()), "event-against-the-rules", "must follow here"),
    ],
)
def test_a_forged_line_is_one_line(
    capsys: Capture, tmp_path: Path, alter: Callable[[Line], Line], code: str, said: str
) -> None:
    path = saved(tmp_path, forged(alter))
    exit_code, out, err = run(capsys, path)
    assert (exit_code, out) == (2, "") and err.count("\n") == 1
    assert said in err and re.search("line [0-9]+", err)
    exit_code, out, _ = run(capsys, path, "--json")
    assert exit_code == 2 and json.loads(out)["refusal"]["code"] == code


def test_another_rulebook_is_gone_on_with_if_told_to(capsys: Capture, tmp_path: Path) -> None:
    lines = [line._replace(rulebook="f" * 64) for line in read(evening().lines)]
    path = saved(tmp_path, written(lines))
    code, out, err = run(capsys, path)
    assert (code, out) == (2, "") and err.count("\n") == 1 and "--any-rulebook" in err
    data, sound = run_json(capsys, path, "--any-rulebook"), run_json(capsys, path_of(tmp_path))
    assert data["accounts"] == sound["accounts"] and data["takings"] == sound["takings"]


def path_of(folder: Path) -> Path:
    """Return the sound journal in a folder of its own."""
    (folder / "sound").mkdir()
    return saved(folder / "sound", evening().lines)


def test_another_schema_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    body, _, _ = evening().lines[0].replace('"schema":1', '"schema":2').rpartition(',"hash":')
    path = saved(tmp_path, [f'{body},"hash":"{line_hash(body)}"}}\n'])
    code, out, err = run(capsys, path)
    assert (code, out) == (2, "") and err.count("\n") == 1 and "line 1 is of schema 2" in err


# --- journals of schema 0 ---


def test_a_journal_of_schema_0_is_read_for_good(capsys: Capture, tmp_path: Path) -> None:
    data = run_json(capsys, OLD)
    assert (data["lines"], data["events"], data["rounds"], data["void_rounds"]) == (54, 54, 1, 1)
    assert {name: cents for name, cents in data["accounts"].items() if cents} == {
        "cage": -80_000,
        "outside": -84_500,
        "count room": 151_500,
        "toke box": 13_000,
        "tray, coupon": 5_000,
        "outside, coupon": -5_000,
    }
    assert data["accounts_sum_cents"] == 0
    code, out, err = run(capsys, OLD, "--round", 1)
    assert (code, err) == (0, "") and "round 1\n" in out
    lines = OLD.read_text(encoding="ascii").splitlines(keepends=True)
    lines[20] = lines[20].replace('"round":', '"round":1', 1)
    code, out, err = run(capsys, saved(tmp_path, lines))
    assert (code, out) == (2, "") and "line 21 was altered" in err and err.count("\n") == 1


# --- what was refused or withdrawn ---


def test_refusals_are_counted_and_told_with_their_round(capsys: Capture, tmp_path: Path) -> None:
    path = saved(tmp_path, played(withdrawn).lines)
    refused = [line for line in read(played(withdrawn).lines) if line.refusal is not None]
    data = run_json(capsys, path, "--round", 1)
    assert data["refusals"] == len(refused)
    (asked,) = data["asked"]
    codes = [one["code"] for one in asked["refusals"]]
    assert codes == [line.refusal.code for line in refused if line.refusal and line.round == 1]
    assert "late-bet" in codes
    for one in asked["refusals"]:
        assert list(one) == ["line", "at", "code", "message", "citation", "remedy"]


def test_the_keys_for_machines_stay(capsys: Capture, journal: Path) -> None:
    data = run_json(capsys, journal, "--round", 2)
    assert {"file", "sound", "last_hash", "table", "events", "openings", "shoes", "rounds"} <= set(
        data
    )
    assert {"void_rounds", "accounts", "accounts_sum_cents", "takings", "asked"} <= set(data)
    assert set(data["table"]) == {"number", "pit", "game", "open", "shoe", "round", "stage"}
    (asked,) = data["asked"]
    assert {"opening", "shoe", "round", "outcome", "result", "ending", "free"} <= set(asked)
    assert {"house_win_cents", "bets", "events", "movements", "changes"} <= set(asked)
    assert all(set(one) == {"line", "at", "event", "data"} for one in asked["events"])
    for one in asked["movements"]:
        assert set(one) == {"line", "source", "target", "cents", "chips", "reason"}


def test_dropped_last_lines_are_found_by_the_expected_hash(capsys: Capture, tmp_path: Path) -> None:
    lines = evening().lines
    noted = line_hash(lines[-1])
    whole = saved(tmp_path, lines)
    code, out, _ = run(capsys, whole, "--expect", noted.upper())
    assert code == 0 and "note it elsewhere" not in out
    short = saved(tmp_path, lines[:10])
    assert run(capsys, short)[0] == 0, "nothing in the lines themselves shows it"
    code, _, err = run(capsys, short, "--expect", noted)
    assert code == 2 and "does not end as expected" in err and "line, 10, is" in err
    longer = saved(tmp_path, lines)
    code, _, err = run(capsys, longer, "--expect", line_hash(lines[9]))
    assert code == 2 and "goes on after line 10" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--expect", "5f2c"], "is not the hash of a line"),
        (["--round", "500"], "the journal has no round 500; it goes to round 12 of shoe 1"),
        (["--shoe", "7"], "the journal has no shoe 7"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    capsys: Capture, journal: Path, words: list[str], said: str
) -> None:
    code, out, err = run(capsys, journal, *words)
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


def test_a_file_that_cannot_be_read_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        code, out, err = run(capsys, path)
        assert (code, out) == (2, "") and "cannot be read" in err and err.count("\n") == 1
    code, out, err = run(capsys, Path("/dev/zero"))
    assert (code, out) == (2, "") and "a line of more than" in err and err.count("\n") == 1


def test_bytes_that_are_no_text_are_named_by_their_line(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    lines = [line.encode() for line in evening().lines]
    lines[4] = lines[4][:80] + b"\xff\xfe" + lines[4][82:]
    path.write_bytes(b"".join(lines))
    code, _, err = run(capsys, path)
    assert code == 2 and "line 5 was altered" in err and err.count("\n") == 1
    path.write_bytes(b"\x1f\x8b\x08\x00\xff\xff\n")
    code, _, err = run(capsys, path)
    assert code == 2 and "line 1 was altered" in err and "or this is none" in err


def test_names_do_nothing_to_the_terminal(capsys: Capture, tmp_path: Path) -> None:
    session = Session(TableSetup(game="baccarat", offers=(Offer("player"),), number="1\x1b[2J"))
    session.do(FillTray(500, "José\x1b[31m", "\ud800\n"))
    path = saved(tmp_path, session.lines)
    for words in ([], ["--round", 1], ["--json"]):
        code, out, _ = run(capsys, path, *words)
        assert code == 0 and "\x1b" not in out
        out.encode()
    assert "José\\x1b[31m, \\ud800\\n" in run(capsys, path, "--round", 1)[1]


def test_a_journal_in_which_no_table_was_opened_is_told(capsys: Capture, tmp_path: Path) -> None:
    """A refused command is a line, also before any table is there."""
    script, journal = tmp_path / "early.script", tmp_path / "early.jsonl"
    script.write_text("sit 3\n> refused no-table\n", "utf-8")
    assert main(["deal", "--script", str(script), "--journal", str(journal)]) == 0
    capsys.readouterr()
    code, out, err = run(capsys, journal)
    assert (code, err) == (0, "") and "none was opened" in out and "1, 0 events" in out
    code, out, err = run(capsys, journal, "--round", 1)
    assert (code, err) == (0, "") and out.startswith("No table was opened")
    data = run_json(capsys, journal)
    assert (data["lines"], data["events"], data["accounts_sum_cents"]) == (1, 0, 0)
