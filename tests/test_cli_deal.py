"""``pitboss deal``, called as somebody would who wants to see a table run."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import Capture
from command_line import run as run_line
from floor_runs import panels_on_record
from journals import EVERYTHING, played, replay
from pitboss import rulebook
from pitboss.table.record.journal import entries
from pitboss.table.record.replaying import replay as replay_lines
from pitboss.table.steps import FACTS as TABLE_FACTS
from pitboss.table.steps.registry import tell
from virtual_games import virtual_on_record

GAMES = [game.id for game in rulebook.games()]
EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"

WON = """
open baccarat
sit 3
buy in 3 500
prepare burning As
bet 3 player 25
bet 3 tie 5
no more bets
coup 9s Kd / 4h 2c
finish
"""
"""Player 9 against Banker 6: the Player wins 25, the tie loses 5."""


def run(capsys: Capture, *words: object) -> tuple[int, str, str]:
    return run_line(capsys, "deal", *words)


def script(folder: Path, text: str) -> Path:
    path = folder / "evening.script"
    path.write_text(text, encoding="utf-8")
    return path


# --- dealing ---


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_dealt_and_its_record_is_sound(
    capsys: Capture, tmp_path: Path, game: str
) -> None:
    journal = tmp_path / "night.jsonl"
    code, out, err = run(capsys, game, "--rounds", 3, "--seed", 5, "--journal", journal)
    assert (code, err) == (0, "")
    assert [f"\nRound {number}" in out for number in (1, 2, 3, 4)] == [True, True, True, False]
    with journal.open(encoding="ascii", newline="\n") as lines:
        table = replay(lines)
    assert table.setup.game == game and table.round.number == 4 and not table.round.bets
    assert sum(table.accounts.values()) == 0


def test_a_seed_deals_the_same_table_and_another_seed_another(capsys: Capture) -> None:
    first, again, other = (
        run(capsys, "baccarat", "--rounds", 6, "--seed", seed)[1] for seed in (1, 1, 2)
    )
    assert first == again != other


@pytest.mark.parametrize(
    "words",
    [
        "size midi, style squeeze",
        "style face-down, device two-batches, decks 16",
        "device continuous, push held-over, purses cash",
        "device pre-shuffled, offers player banker@tie-vigorish tie",
    ],
)
def test_a_whole_shoe_is_dealt_by_any_procedure(capsys: Capture, words: str) -> None:
    """Eight decks last for about eighty rounds; the second shoe follows by the same procedure."""
    code, out, err = run(capsys, "baccarat", "--rounds", 100, "--with", words)
    assert (code, err) == (0, "") and "\nRound 100" in out
    assert ('"Last hand."' in out and "loads shoe 2" in out) is ("continuous" not in words)


def test_it_says_who_is_paid_what_and_why(capsys: Capture, tmp_path: Path) -> None:
    code, out, err = run(capsys, "--script", script(tmp_path, WON))
    assert (code, err) == (0, "")
    assert '"Player has 9."  "Banker has 6."' in out
    assert '"Natural 9. Player 9, Banker 6. Player wins. Four cards."' in out
    assert "collects     from 3: tie $5\n" in out
    assert (
        "pays 3       player $25 wins $25: Player wins, 1 to 1 [30-2807(1)(b), 30-2808(1)]\n" in out
    )
    assert "Bead plate\n  P ." in out and "Big road\n  P ." in out
    # 500 - 25 - 5 + 50 are with the player, 5 more than were sold are in the tray.
    assert re.search(r"position 3 +\$520\n", out)


def test_the_roads_have_a_legend_and_derived_ones_no_letters_of_winners(capsys: Capture) -> None:
    """Without color red and blue are signs of their own: o and x."""
    code, out, _ = run(capsys, "baccarat", "--rounds", 40)
    assert code == 0
    roads = out[out.index("Bead plate") : out.index("Takings")]
    _, _, rest = roads.partition("Big eye boy\n")
    derived, legend = rest.split("\n\n  B Banker")
    cells = [line for line in derived.splitlines() if line.startswith("  ")]
    assert len(cells) == 18 and set("".join(cells)) == set(" .ox")
    assert legend.startswith(", P Player, T tie;")
    assert "derived roads: o red, x blue" in legend


def test_a_short_shoe_has_no_legend_of_derived_roads(capsys: Capture) -> None:
    _, out, _ = run(capsys, "baccarat", "--rounds", 1)
    assert "  B Banker, P Player" in out and "derived roads" not in out
    _, out, _ = run(capsys, "dice-works", "--rounds", 1)
    assert "B Banker" not in out


def test_every_position_bets_what_is_asked(capsys: Capture) -> None:
    code, out, _ = run(
        capsys,
        "dragon-bonus",
        "--bet",
        "player=25",
        "--bet",
        "dragon-bonus:banker=5",
        "--rounds",
        1,
    )
    assert code == 0 and out.count("bets player $25  bets dragon-bonus:banker $5\n") == 3


def test_for_machines_it_is_json(capsys: Capture) -> None:
    code, out, _ = run(capsys, "ez-baccarat", "--rounds", 4, "--format", "json")
    data: dict[str, Any] = json.loads(out)
    assert code == 0 and data["game"] == "ez-baccarat" and data["round"] == 5
    assert len(data["history"]) == 4 and set(data["history"]) <= set("PBT")
    assert sum(data["accounts"].values()) == 0 and data["takings"]


def test_an_operators_file_can_be_dealt(capsys: Capture) -> None:
    """The pay of a bad beat is not printed: without the operator's file nobody takes the bet."""
    words = ("golden-dragon", "--with", "also offers bad-beat@house", "--bet", "bad-beat=5")
    code, _, err = run(capsys, *words)
    assert code == 2 and "bad-beat" in err
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "deal", *words, "--file", EXAMPLES / "my.toml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and "bets bad-beat $5" in done.stdout


# --- scripts ---


def test_the_example_of_the_documents_plays(capsys: Capture) -> None:
    assert run(capsys, "--script", EXAMPLES / "evening.script")[0] == 0


def test_a_refused_line_is_shown_with_its_paragraph(capsys: Capture, tmp_path: Path) -> None:
    late = WON.replace("coup", "bet 3 player 5\n> refused late-bet 30-2807(4)\ncoup")
    code, out, _ = run(capsys, "--script", script(tmp_path, late))
    assert code == 0 and "refused      no bet is made" in out and "[30-2807(4)]" in out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (WON + "pay 3\n", "line 11"),
        (WON + "> position 3 has 521\n", "position 3 has"),
        (WON + "shuffle everything\n", "line 11"),
    ],
)
def test_a_script_that_goes_wrong_is_one_line(
    capsys: Capture, tmp_path: Path, wrong: str, said: str
) -> None:
    code, _, err = run(capsys, "--script", script(tmp_path, wrong))
    assert code == 2 and err.count("\n") == 1 and said in err


# --- the journal ---


def test_a_record_is_never_overwritten(capsys: Capture, tmp_path: Path) -> None:
    journal = tmp_path / "night.jsonl"
    journal.write_text("keep me")
    code, _, err = run(capsys, "baccarat", "--journal", journal)
    assert code == 2 and "records are not overwritten" in err and err.count("\n") == 1
    assert journal.read_text() == "keep me"


def test_a_record_that_cannot_be_written_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = run(capsys, "baccarat", "--journal", tmp_path / "none" / "night.jsonl")
    assert code == 2 and err.count("\n") == 1 and "name another file" in err


def test_the_record_goes_through_a_pipe(capsys: Capture) -> None:
    code, out, _ = run(capsys, "baccarat", "--rounds", 2, "--journal", "-")
    assert code == 0 and replay(out.splitlines(keepends=True)).round.number == 3


def test_a_seed_gives_the_same_record_with_ids_from_the_line_numbers(capsys: Capture) -> None:
    words = ("baccarat", "--rounds", 2, "--seed", 3, "--journal", "-")
    code, out, _ = run(capsys, *words)
    assert code == 0 and out == run(capsys, *words)[1]
    for number, line in enumerate(map(json.loads, out.splitlines()), 1):
        assert (line["sequence"], line["id"], line["actor"]) == (number, str(number), "autopilot")


def test_the_record_of_a_script_has_its_line_numbers_and_refusals(
    capsys: Capture, tmp_path: Path
) -> None:
    """A macro gives several commands on a line: 5, 5.2, 5.3 and so on."""
    late = WON.replace("coup", "bet 3 player 5\n> refused late-bet\ncoup")
    path = script(tmp_path, late)
    code, out, _ = run(capsys, "--script", path, "--journal", "-")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and out == run(capsys, "--script", path, "--journal", "-")[1]
    ids = [line["id"] for line in lines]
    assert ids[:5] == ["2", "3", "4", "5", "5.2"] and len(ids) == len(set(ids))
    (refused,) = (line for line in lines if line["refusal"] is not None)
    assert (refused["id"], refused["facts"]) == ("9", [])
    assert refused["refusal"]["code"] == "late-bet"


def test_what_was_dealt_before_an_interruption_stands(tmp_path: Path) -> None:
    journal = tmp_path / "night.jsonl"
    words = ["deal", "baccarat", "--rounds", "1000000", "--journal", str(journal)]
    dealing = subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert dealing.stdout is not None
    for line in dealing.stdout:
        if line.startswith("Round 3"):
            break
    dealing.send_signal(signal.SIGINT)
    _, err = dealing.communicate(timeout=60)
    assert dealing.returncode == 130 and "what was dealt stands" in err
    with journal.open(encoding="ascii", newline="\n") as lines:
        assert replay(lines).round.number >= 3


# --- what cannot be dealt ---


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a game"),
        (["baccarat", "--script", "x"], "leave GAME out"),
        (["bacarat"], 'did you mean "baccarat"'),
        (["baccarat", "--rounds", "-1"], "choose 0 to"),
        (["baccarat", "--rounds", "2000000"], "pitboss simulate"),
        (["baccarat", "--positions", "8"], "choose 1 to 7"),
        (["baccarat", "--positions", "0"], "choose 1 to 7"),
        (["baccarat", "--bet", "player"], "write it like player=25"),
        (["baccarat", "--bet", "plyer=5"], "[30-2807(2)]"),
        (["baccarat", "--bet", "player=0"], "stake more than 0"),
        (["baccarat", "--with", "decks 5"], "30-2806"),
        (["baccarat", "--with", "colour blue"], "colour"),
        (["baccarat", "--start", "yesterday"], "is not a time"),
        (["--script", "/none/such.script"], "cannot be read"),
        (["--script", "/dev/zero"], "/dev/zero is longer than 1,000,000 characters"),
    ],
)
def test_what_cannot_be_dealt_is_one_line_with_the_remedy(
    capsys: Capture, words: list[str], said: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") or "--bet" in words
    assert code == 2 and err.count("\n") == 1 and said in err


# --- every fact has its words ---


def test_every_kind_of_fact_is_told() -> None:
    """All but what bets came to, which is told as they are collected and paid."""
    told = set[str]()
    for which in EVERYTHING:
        for line in replay_lines(entries(played(which).lines)):
            for before, fact in line.by_fact():
                words = list(tell(before, fact))
                assert all(one.who and one.what and "{" not in one.what for one in words)
                told |= {type(fact).__name__} if words else set()
    for journal in (*panels_on_record(), virtual_on_record()):
        for line in replay_lines(entries(journal)):
            for before, fact in line.by_fact():
                told |= {type(fact).__name__} if list(tell(before, fact)) else set()
    assert told == set(TABLE_FACTS) - {"BetsSettled"}


def test_an_evening_with_wagers_of_other_games(capsys: Capture) -> None:
    """Opening lines say by what right each is offered; the record and the takings name it."""
    words = "also offers golden-dragon-7 golden-dragon/pair dragon-7"
    line = ("tiger-baccarat", "--with", words, "--rounds", 2, "--bet", "banker=10")
    code, out, err = run(capsys, *line, "--bet", "golden-dragon/pair:player=5")
    assert (code, err) == (0, "")
    assert "golden-dragon-7, pair [30-2899.08(1), (2)]" in out
    assert "dragon-7 (house's choice)" in out and "bets pair:player $5" in out
    code, _, err = run(capsys, *line[:2], "also offers pair")
    assert code == 2 and "infinite-fortune/pair, golden-dragon/pair" in err


def test_a_table_of_the_floor_keeps_its_floors_time(capsys: Capture) -> None:
    """Denver is seven hours behind UTC in November, six in summer."""
    for start, at, offset in (
        ("2026-11-16T14:32:05", "2026-11-16T21:32:05.000Z", "-07:00"),
        ("2026-07-01T14:32:05", "2026-07-01T20:32:05.000Z", "-06:00"),
    ):
        code, out, _ = run(
            capsys, "--table", "8", "--rounds", 0, "--start", start, "--journal", "-"
        )
        first = json.loads(out.splitlines()[0])
        assert code == 0
        assert (first["stream"], first["at"], first["offset"]) == ("table/8", at, offset)


def test_clocks_that_are_put_back_or_on_stop_no_table(capsys: Capture) -> None:
    """The hour that comes twice in autumn, and the one that spring leaves out."""
    for start in ("2026-11-01T01:59:50", "2026-03-08T01:59:50", "2026-03-08T02:30:00"):
        code, out, _ = run(
            capsys, "--table", "8", "--rounds", 1, "--start", start, "--journal", "-"
        )
        times = [json.loads(line)["at"] for line in out.splitlines()]
        assert code == 0 and times == sorted(times) and len(times) > 20
