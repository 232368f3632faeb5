"""``pitboss replay``, called as somebody would who does not trust a journal."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from journals import Session, baccarat, cups, irregular_baccarat, shooters, tied, written
from pitboss.cli import main
from pitboss.cli.main import COMMANDS
from pitboss.games.cards import card
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.results import BetsSettled, CallResult
from pitboss.table.steps.tray import FillTray

Capture = pytest.CaptureFixture[str]

evening = cache(baccarat)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return a sound journal of twelve rounds."""
    return saved(tmp_path, evening().lines)


def saved(folder: Path, lines: list[str]) -> Path:
    path = folder / "night.jsonl"
    path.write_text("".join(lines), encoding="ascii", newline="\n")
    return path


def run(capsys: Capture, *words: object) -> tuple[int, str, str]:
    code = main(["replay", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def run_json(capsys: Capture, *words: object) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def last_hash(lines: list[str]) -> str:
    """As ``tail -n 1 FILE | tr -d '\\n' | sha256sum`` gives it."""
    return sha256(lines[-1].removesuffix("\n").encode("ascii")).hexdigest()


def test_it_is_a_command() -> None:
    assert "replay" in COMMANDS


def test_a_sound_journal_is_summed_up(capsys: Capture, journal: Path) -> None:
    code, out, err = run(capsys, journal)
    assert (code, err) == (0, "")
    assert f"{journal} is sound" in out
    assert re.search(f"events +{len(evening().events):,}\n", out)
    assert re.search("shoes +1\n", out) and re.search("rounds +12\n", out)
    assert re.search("now +open, round 13, betting\n", out)
    assert last_hash(evening().lines) in out
    assert re.search(r"together +\$0\n", out)


def test_the_summary_for_machines_is_the_live_table(capsys: Capture, journal: Path) -> None:
    data, table = run_json(capsys, journal), evening().table
    assert data["sound"] is True and data["last_hash"] == last_hash(evening().lines)
    assert (data["events"], data["shoes"], data["rounds"]) == (table.sequence, 1, 12)
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
    assert re.search(r"[0-9]+ +layout +tray +\$10\n", out)
    assert re.search(r"[0-9]+ +tray +position 2 +\$150\n", out)
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
    assert [(one["source"], one["cents"]) for one in moved] == [
        ("position 5", 1000),
        ("position 2", 2500),
        ("position 2", 500),
        ("position 2", 300),
    ]
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
    for number, session in enumerate((irregular_baccarat(), tied(), cups(), shooters())):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = saved(folder, session.lines)
        assert run(capsys, path)[0] == 0
        for one in range(1, session.table.round.number):
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


def test_a_forged_settlement_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    events = list(evening().events)
    at = next(at for at, one in enumerate(events) if isinstance(one, BetsSettled))
    fact = events[at].fact
    assert isinstance(fact, BetsSettled)
    first, *others = fact.bets
    forged = BetsSettled((first._replace(won_cents=99_999), *others))
    events[at] = events[at]._replace(fact=forged)
    code, out, err = run(capsys, saved(tmp_path, written(events)), "--json")
    assert code == 2 and json.loads(out)["refusal"]["code"] == "settlement-differs"
    assert f"line {at + 1}:" in err and "99999" in err


def test_dropped_last_lines_are_found_by_the_expected_hash(capsys: Capture, tmp_path: Path) -> None:
    lines = evening().lines
    noted = last_hash(lines)
    whole = saved(tmp_path, lines)
    code, out, _ = run(capsys, whole, "--expect", noted.upper())
    assert code == 0 and "note it elsewhere" not in out
    short = saved(tmp_path, lines[:10])
    assert run(capsys, short)[0] == 0, "nothing in the lines themselves shows it"
    code, _, err = run(capsys, short, "--expect", noted)
    assert code == 2 and "does not end as expected" in err and "line, 10, is" in err
    longer = saved(tmp_path, lines)
    code, _, err = run(capsys, longer, "--expect", last_hash(lines[:10]))
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
