"""The live table in a real terminal, from a pipe, and what Tab completes."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from command_line import run
from journals import replay
from pitboss.cli import main
from pitboss.cli.interactive_completion import completed
from pitboss.cli.interactive_lines import prompt_of
from pitboss.cli.wall_clock import WallClock
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.engine import NEW, decide
from pitboss.table.language import read
from pitboss.table.scripts.scenario import play
from pitboss.table.state import Table
from pitboss.table.steps.positions import Sit
from terminal import Terminal

Capture = pytest.CaptureFixture[str]
Open = Callable[..., Terminal]

README = Path(__file__).parent.parent / "README.md"
READY = ["open baccarat", "sit 3", "buy in 3 500", "prepare burning 5h"]
"""A table whose shoe is in play: 416 cards less the five and five more (30-2810(4))."""
BETTING, DEALING = "round 1, betting> ", "round 1, dealing> "


@pytest.fixture
def opened() -> Iterator[Open]:
    """Open terminals, and leave none behind."""
    terminals: list[Terminal] = []

    def deal(*words: object, **environment: str) -> Terminal:
        terminals.append(Terminal("deal", *map(str, words), **environment))
        return terminals[-1]

    yield deal
    for terminal in terminals:
        terminal.end()


def typed(terminal: Terminal, line: str, prompt: str) -> str:
    """Type a line and return what is shown between it and the next prompt."""
    terminal.type(f"{line}\n")
    terminal.until("\n")
    return terminal.until(prompt).removesuffix(prompt)


def at_ready_table(opened: Open, *words: object) -> Terminal:
    terminal = opened("--interactive", *words)
    terminal.until("no table> ")
    for line in READY[:-1]:
        typed(terminal, line, "round 1, betting, no shoe> ")
    typed(terminal, READY[-1], BETTING)
    return terminal


def table_after(*lines: str) -> Table:
    return list(play([*READY, *lines]))[-1].table


def on_record(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a journal, which is sound."""
    with path.open(encoding="ascii", newline="\n") as lines:
        replay(lines)
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


def piped(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, text: str, *words: object
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", StringIO(text))
    return run(capsys, "deal", *words)


# --- in a terminal ---


def test_a_round_is_typed_by_hand_and_a_refusal_does_not_end_it(
    opened: Open, tmp_path: Path
) -> None:
    """Player 9 against Banker 6: position 3 has 500 - 25 + 50 dollars in the end."""
    journal = tmp_path / "night.jsonl"
    began = datetime.now(UTC)
    terminal = at_ready_table(opened, "--journal", journal, "--actor", "Ann Lee")
    assert "Round 1, shoe 1, 410 cards left" in typed(terminal, "bet 3 player 25", BETTING)
    assert '"No more bets."' in typed(terminal, "no more bets", DEALING)
    refused = typed(terminal, "bet 3 tie 5", DEALING)
    assert "[30-2807(4)]; wait for the next round" in " ".join(refused.split())
    assert typed(terminal, "deal player 9s", DEALING) == "  deals        Player 9s\n"
    unreadable = typed(terminal, "deal banker 4x", DEALING)
    assert unreadable.startswith("  unreadable ") and "CARD" in unreadable
    for line in ("deal banker 4h", "deal player Kd", "deal banker 2c", "call player"):
        typed(terminal, line, "> ")
    assert '"Banker has 6."' in typed(terminal, "call banker", "> ")
    assert "Player wins" in typed(terminal, "call result", "round 1, settling> ")
    typed(terminal, "collect", "round 1, settling> ")
    assert "wins $25" in typed(terminal, "pay 3", "round 1, clearing> ")
    typed(terminal, "clear", "round 2, betting> ")
    terminal.type("\x04")
    terminal.until("Bead plate")
    terminal.until("position 3")
    assert "$525" in terminal.until("\n")
    assert str(journal) in terminal.until("last hash")
    assert terminal.close() == 0
    lines = on_record(journal)
    codes = [line["refusal"]["code"] for line in lines if line["refusal"]]
    assert codes == ["late-bet"], "what cannot be read is not recorded"
    assert {line["actor"] for line in lines} == {"Ann Lee"}
    assert [line["id"] for line in lines if line["command"]["kind"] == "CallNoMoreBets"] == ["6"]
    times = [datetime.fromisoformat(line["at"]) for line in lines]
    assert times == sorted(times)
    slack = timedelta(milliseconds=1)  # the record has no microseconds
    assert began - slack <= times[0] and times[-1] <= datetime.now(UTC)


def test_a_question_mark_says_what_may_happen_and_why(opened: Open) -> None:
    terminal = at_ready_table(opened)
    told = typed(terminal, "?", BETTING)
    assert "do           Take bets [30-2807(3)]" in told
    assert 'say          "Place your bets."' in told
    assert "type         bet POSITION WAGER[:HAND] AMOUNT" in told
    may = told[told.index("  may ") :]
    assert "buy in" in may and "deal" not in may and "burn" not in may
    told = " ".join(typed(terminal, "? deal", BETTING).split())
    assert "write deal player|banker CARD|? [face up]" in told
    assert 'now no: no card is dealt before "no more bets" [30-2812(2)]' in told
    told = typed(terminal, "? sit", BETTING)
    assert "write        sit POSITION" in told and "yes, such as: sit 1" in told
    assert 'did you mean "sit"?' in typed(terminal, "? sitt", BETTING)
    assert max(map(len, terminal.plain.splitlines())) <= 80


def test_tab_completes_what_can_be_accepted(opened: Open) -> None:
    terminal = at_ready_table(opened)
    terminal.type("bet 3 \t")
    offered = terminal.until(f"{BETTING}bet 3 ")
    assert "match-pair:player" in offered and "tie" in offered
    terminal.type("ti\t")
    terminal.until("tie ")
    terminal.type("\t")
    assert terminal.until(f"{BETTING}bet 3 tie ").split()[0] == "AMOUNT"
    terminal.type("5\n")
    terminal.until("bets tie $5")
    terminal.until(BETTING)
    terminal.type("no m\t\n")
    terminal.until('"No more bets."')
    terminal.until(DEALING)
    terminal.type("d\tp\t\t")
    assert "CARD|?" in terminal.until(f"{DEALING}deal player ")
    terminal.type("K\t")
    terminal.until("Kc   Kd   Kh   Ks")
    terminal.until(f"{DEALING}deal player K")
    terminal.type("d\n")
    terminal.until("Player Kd")
    terminal.until(DEALING)


def test_undo_withdraws_the_last_command_until_a_card_is_shown(
    opened: Open, tmp_path: Path
) -> None:
    journal = tmp_path / "night.jsonl"
    terminal = at_ready_table(opened, "--journal", journal)
    typed(terminal, "bet 3 player 100", BETTING)
    assert "takes that back" in typed(terminal, "undo", BETTING)
    assert "no bets lie on the layout" in typed(terminal, "bets", BETTING)
    assert re.search(r"position 3 +\$500\n", typed(terminal, "money", BETTING))
    typed(terminal, "bet 3 player 25", BETTING)
    assert re.search(r"1 +3 +player \$25", typed(terminal, "bets", BETTING))
    typed(terminal, "no more bets", DEALING)
    typed(terminal, "deal player 9s", DEALING)
    assert "refused" in typed(terminal, "undo", DEALING)
    terminal.end()
    kinds = [line["command"]["kind"] for line in on_record(journal)]
    assert kinds[-6:] == ["PlaceBet", "Undo", "PlaceBet", "CallNoMoreBets", "DealCard", "Undo"]


def test_ctrl_c_drops_the_line_and_nothing_else(opened: Open, tmp_path: Path) -> None:
    journal = tmp_path / "night.jsonl"
    terminal = at_ready_table(opened, "--journal", journal)
    before = journal.read_bytes()
    terminal.type("sit 5")
    terminal.until("sit 5")
    time.sleep(1)  # the terminal may echo what is typed before the line is being read
    terminal.type("\x03")
    terminal.until(BETTING)
    assert journal.read_bytes() == before
    assert "position 5   sits down" in typed(terminal, "sit 5", BETTING)
    assert "Traceback" not in terminal.seen


def test_ctrl_c_is_not_heard_in_the_middle_of_a_line(opened: Open, tmp_path: Path) -> None:
    """A short cut of a dozen commands is done and on record, whenever the key is pressed."""
    journal = tmp_path / "night.jsonl"
    terminal = opened("baccarat", "--interactive", "--journal", journal)
    terminal.until("no shoe> ")
    terminal.type("prepare burning 5h\n")
    terminal.until("begins the gaming day")
    terminal.type("\x03")
    terminal.until(BETTING)
    assert "sits down" in typed(terminal, "sit 3", "> ")
    terminal.end()
    lines = on_record(journal)
    assert lines[-1]["command"]["kind"] == "Sit"
    assert lines[-2]["facts"][0]["first"] == "5h"


def test_save_writes_the_journal_so_far_and_overwrites_nothing(
    opened: Open, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    terminal = at_ready_table(opened)
    assert "saved" in typed(terminal, f"save {first}", BETTING)
    kept = first.read_bytes()
    typed(terminal, "bet 3 player 25", BETTING)
    assert "exists; name a new file" in " ".join(typed(terminal, f"save {first}", BETTING).split())
    assert "write save FILE" in typed(terminal, "save", BETTING)
    typed(terminal, f"save {second}", BETTING)
    assert first.read_bytes() == kept
    assert second.read_bytes().startswith(kept)
    assert len(on_record(second)) == len(on_record(first)) + 1


def test_nothing_is_lost_when_it_is_killed_and_it_goes_on_where_it_was(
    opened: Open, tmp_path: Path
) -> None:
    journal = tmp_path / "night.jsonl"
    terminal = at_ready_table(opened, "--journal", journal)
    typed(terminal, "bet 3 player 25", BETTING)
    typed(terminal, "no more bets", DEALING)
    terminal.type("deal player 9s")  # not yet entered
    terminal.until("deal player 9s")
    terminal.end()
    kept = on_record(journal)
    assert kept[-1]["command"]["kind"] == "CallNoMoreBets"
    again = opened("--resume", journal, "--actor", "Bo")
    assert f"is sound: {len(kept)} lines" in " ".join(again.until(DEALING).split())
    typed(again, "coup 9s Kd / 4h 2c", "round 1, settling> ")
    typed(again, "finish", "round 2, betting> ")
    assert re.search(r"position 3 +\$525\n", typed(again, "money", "round 2, betting> "))
    assert "9sKd v 4h2c" in typed(again, "history", "round 2, betting> ")
    again.type("quit\n")
    assert again.close() == 0
    lines = on_record(journal)
    assert lines[: len(kept)] == kept and len(lines) > len(kept)
    assert [line["actor"] for line in lines] == [
        *("dealer" for _ in kept),
        *("Bo" for _ in lines[len(kept) :]),
    ]
    ids = [int(line["id"].partition(".")[0]) for line in lines]
    assert ids == sorted(ids) and ids[len(kept)] > ids[len(kept) - 1]


def test_two_terminals_do_not_write_one_journal(opened: Open, tmp_path: Path) -> None:
    journal = tmp_path / "night.jsonl"
    at_ready_table(opened, "--journal", journal)
    other = opened("--resume", journal)
    other.until("another table; end that one first")
    assert other.close() == 2


@pytest.mark.parametrize(
    ("words", "prompt"),
    [(["--script", "-"], "no table> "), (["--interactive", "dice-works"], BETTING)],
)
def test_a_script_of_a_terminal_and_dice_are_typed_too(
    opened: Open, words: list[str], prompt: str
) -> None:
    terminal = opened(*words)
    terminal.until(prompt)
    assert "Tab completes" in typed(terminal, "help", prompt)
    terminal.type("\x04")
    assert terminal.close() == 0


def test_without_color_where_nobody_wants_it(opened: Open) -> None:
    for environment, colors in (({}, True), ({"NO_COLOR": "1"}, False)):
        terminal = opened("--interactive", **environment)
        terminal.until("no table> ")
        assert "refused" in typed(terminal, "sit 3", "no table> ")
        assert bool(re.search(r"\x1b\[[0-9;]*3[0-7]m", terminal.seen)) is colors
        terminal.end()


def test_the_example_of_the_readme_is_what_is_seen(opened: Open, tmp_path: Path) -> None:
    example = re.search(r"```text\n\$ pitboss (deal .*)\n((?s:.*?))```", README.read_text("utf-8"))
    assert example is not None
    prompts = re.findall(r"^(round .*?> )(.*)$", example[2], re.MULTILINE)
    command = example[1].replace("night.jsonl", str(tmp_path / "night.jsonl")).split()
    terminal = opened(*command[1:])
    for prompt, line in prompts:
        terminal.until(prompt)
        terminal.type(f"{line}\n")
        terminal.until("\n")
    terminal.until("round 1, settling> ")
    assert terminal.plain == f"{example[2]}round 1, settling> "


# --- from a pipe ---


def test_piped_lines_are_answered_alike_without_a_prompt(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, opened: Open
) -> None:
    lines = ["sit 3", "sit 3", "nonsense", "?", "buy in 3 500", "prepare burning 5h", "> round 1"]
    code, out, err = piped(capsys, monkeypatch, "\n".join(lines), "baccarat", "--interactive")
    assert (code, err) == (0, "")
    assert "> " not in out and "\x1b" not in out
    assert "  refused      position 3 is taken; choose another position\n" in out
    assert '  unreadable   "nonsense" is no command; type ? for what may happen now' in out
    assert "  as expected  round 1\n" in out
    terminal = opened("baccarat", "--interactive")
    terminal.until("no shoe> ")
    for line in lines:
        prompt = "round 1, betting, no shoe> " if lines.index(line) < 5 else BETTING
        told = typed(terminal, line, prompt)
        assert set(told.split()) <= set(out.split()), line


@pytest.mark.parametrize("end", ["", "quit\nsit 3\n", "EXIT\nsit 3\n"])
def test_the_end_of_input_ends_with_a_summary(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: str
) -> None:
    journal = tmp_path / "night.jsonl"
    text = "\n".join([*READY[1:], "", "# a comment", end])
    words = ("baccarat", "--interactive", "--journal", journal)
    code, out, err = piped(capsys, monkeypatch, text, *words)
    assert (code, err) == (0, "") and "\nMoney\n" in out
    lines = on_record(journal)
    assert f"{len(lines)} lines, on record in {journal}" in out
    assert lines[-1]["round"] == 1 and lines[-1]["facts"][0]["first"] == "5h"
    assert sum(line["command"]["kind"] == "Sit" for line in lines) == 1


def test_an_expectation_that_is_missed_is_told_and_ends_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join(
        [*READY, "sit 3", "> refused position-taken", "> stage dealing", "> foo", "sit 4"]
    )
    code, out, _ = piped(capsys, monkeypatch, text, "--interactive")
    assert code == 0
    assert "  as expected  refused position-taken\n" in out
    assert '  missed       expected "stage dealing"; found betting\n' in out
    assert '  unreadable   "foo" is no expectation' in out
    assert "  position 4   sits down\n" in out


def test_a_short_cut_that_stops_names_the_command_that_was_refused(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody signs for the supervisor who breaks the seal of pre-shuffled cards."""
    text = "\n".join(["open baccarat with device pre-shuffled", "prepare burning 5h", "sit 3"])
    code, out, _ = piped(capsys, monkeypatch, text, "--interactive")
    assert code == 0 and "  refused      break seal: " in out
    assert "  position 3   sits down\n" in out


def test_a_short_cut_with_nothing_left_to_do_says_so(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join([*READY, "prepare burning 5h"])
    code, out, _ = piped(capsys, monkeypatch, text, "--interactive")
    assert code == 0 and "  nothing of that is left to do\n" in out


def test_long_lines_and_bytes_that_are_no_text_are_one_line_each() -> None:
    text = b"x" * 10_000_000 + b"\n\xff\xfe\x00\x1b[2J\nopen baccarat\nsit 3\n"
    line = [sys.executable, "-m", "pitboss.cli", "deal", "--interactive"]
    done = subprocess.run(line, input=text, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode().splitlines()
    assert "more than 10,000 characters; shorten it" in told[0]
    assert told[1].startswith("  unreadable ") and "\x1b" not in told[1]
    assert "position 3   sits down" in told[3]


def test_a_line_that_cannot_be_recorded_ends_the_table(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    journal = tmp_path / "night.jsonl"
    words = ("--interactive", "--journal", journal)
    code, out, err = piped(capsys, monkeypatch, "open baccarat\nsit 3\n", *words)
    assert code == 2 and "sits down" not in out
    assert err.count("\n") == 1 and "cannot be written: No space left" in err


# --- going on ---


@pytest.fixture
def dealt(tmp_path: Path) -> Path:
    """A journal that the autopilot wrote at table 4 of the default floor."""
    journal = tmp_path / "night.jsonl"
    assert main(["deal", "--table", "4", "--rounds", "2", "--journal", str(journal)]) == 0
    return journal


def test_a_dealt_table_is_gone_on_with_in_its_own_stream(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, dealt: Path
) -> None:
    kept = on_record(dealt)
    assert {line["stream"] for line in kept} == {"table/4"}
    dealt.write_text(dealt.read_text("ascii").removesuffix("\n"), "ascii")
    code, _, err = piped(capsys, monkeypatch, "sit 6\n?\nsit 6\n", "--resume", dealt)
    assert (code, err) == (0, "")
    lines = on_record(dealt)
    new = lines[len(kept) :]
    assert lines[: len(kept)] == kept
    assert [(line["stream"], line["round"]) for line in new] == [("table/4", 3)] * 2
    last = int(kept[-1]["id"])
    assert [line["id"] for line in new] == [str(last + 1), str(last + 3)]
    assert [line["refusal"] is None for line in new] == [True, False]


def test_an_altered_or_broken_journal_is_refused_in_one_line_and_left_alone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, dealt: Path
) -> None:
    sound = dealt.read_text("ascii")
    lines = sound.splitlines(keepends=True)
    for text, says in (
        (sound.replace('"position":1', '"position":2', 1), "was altered"),
        ("".join(lines[:4] + lines[5:]), "was dropped"),
        (sound[:-30], "is cut off in the middle of line"),
        ("", "the journal has no lines"),
        ("hello\n", "line 1 was altered"),
    ):
        dealt.write_text(text, "ascii")
        capsys.readouterr()
        code, out, err = piped(capsys, monkeypatch, "sit 6\n", "--resume", dealt)
        assert (code, out) == (2, "") and err.count("\n") == 1 and says in err, says
        assert dealt.read_text("ascii") == text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--interactive --format json", "--format json does not go with --interactive"),
        ("--interactive --journal -", "--journal - does not go with"),
        ("--interactive --start 2026-01-01T00:00:00", "--start does not go with"),
        ("--interactive --script some.script", "--script does not go with"),
        ("--interactive baccarat --rounds 3", "--rounds does not go with"),
        ("--interactive baccarat --bet player=5", "--bet does not go with"),
        ("--interactive --with decks", "--with does not go with"),
        ("--interactive baccarat --table 4", "has its own game"),
        ("--interactive bacarat", 'did you mean "baccarat"?'),
        ("--interactive --table 99", "99"),
        ("--resume night.jsonl baccarat", "GAME does not go with --resume"),
        ("--resume night.jsonl --journal other.jsonl", "--journal does not go with --resume"),
        ("--resume none.jsonl", "none.jsonl cannot be read: there is no such file"),
        ("--resume .", ". cannot be read"),
        ("baccarat --actor Ann", "add --interactive"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = piped(capsys, monkeypatch, "", *line.split())
    assert (code, out) == (2, "") and err.count("\n") == 1 and says in err
    assert not list(tmp_path.iterdir())


# --- the clock ---


def test_times_are_utc_with_the_offset_here_and_never_run_backwards() -> None:
    now = datetime(2026, 11, 16, 23, 32, 5, 120_999, timezone(timedelta(hours=-7)))
    clock = WallClock(now=lambda: now)
    assert clock.time("", Sit(3), NEW) == ("2026-11-17T06:32:05.120Z", "-07:00")
    later = NEW._replace(at="2026-11-17T06:40:00.000Z")
    assert clock.time("", Sit(3), later) == (later.at, "-07:00"), "the clock was put back"
    assert clock.date("") == "2026-11-16", "the day on the wall"
    assert clock.time("22:00:00", Sit(3), later).at == "2026-11-17T05:00:00.000Z"
    assert clock.date("2026-11-15T22:00:00") == "2026-11-15"


def test_a_line_may_say_its_time_but_not_one_that_is_past(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "open baccarat\n2001-01-01T00:00:00 sit 3\n9998-01-01T00:00:00 sit 4\nsit 5\n"
    _, out, _ = piped(capsys, monkeypatch, text, "--interactive")
    assert "refused      2001-01-01" in out and "position 3" not in out
    assert "position 4   sits down" in out and "position 5   sits down" in out


# --- what Tab completes ---


def words(table: Table, line: str) -> set[str]:
    return set(completed(table, line).words)


def test_verbs_are_those_that_may_be_typed_now() -> None:
    betting = words(table_after(), "")
    assert {"bet", "no more bets", "sit", "leave", "coup"} <= betting
    assert not {"deal", "pay", "collect", "burn", "undo", "prepare", "finish"} & betting
    dealing = words(table_after("bet 3 player 25", "no more bets"), "")
    assert {"deal", "coup", "undo"} <= dealing
    assert not {"bet", "no more bets", "take back", "call result"} & dealing
    settling = words(table_after("bet 3 player 25", "coup 9s Kd / 4h 2c"), "")
    assert {"collect", "finish"} <= settling and "deal" not in settling
    assert words(NEW, "") == {"open"}


FILLED = {"AMOUNT": "25", "CARD|?": "5h", "DAY": "9999-12-31", "RATE": "6%"}
NAMES = {
    "signed": "signed Ann and Bo",
    "by": "by Ann: a reason",
    "and shuffle": "by Ann and shuffle: a reason",
    "with": "with minimum tie 5",
}
"""What somebody fills in who knows the cards, the amounts and the names."""


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("bet 3 player 25",),
        ("bet 3 player 25", "no more bets"),
        ("bet 3 player 25", "coup 9s Kd / 4h 2c"),
    ],
)
def test_whoever_follows_the_offers_types_a_line_that_is_accepted(lines: tuple[str, ...]) -> None:
    """Every path of offers, until the line can be read; perhaps with what may be left out."""
    table, ends = table_after(*lines), set()
    begun = [f"{word} " for word in completed(table, "").words]
    while begun:
        line = begun.pop()
        offers = completed(table, line)
        if _is_accepted(line, table) is None:
            known = (FILLED[form] for form in offers.forms if form in FILLED)
            begun += [f"{line}{word} " for word in (*offers.words, *known)]
            continue
        options = [NAMES.get(word, word) for word in offers.words]
        assert any(_is_accepted(f"{line} {option}", table) for option in ("", *options)), line
        ends.add(line)
    assert len(ends) > 10


def _is_accepted(line: str, table: Table) -> bool | None:
    """Say whether a line is accepted; None if it is no line of a script."""
    try:
        command = read(line, table.opened)
    except Unreadable:
        return None
    return not isinstance(decide(table, command), Refusal)


def test_positions_spots_and_sides_are_those_of_the_table() -> None:
    table = table_after("sit 5")
    assert words(table, "leave ") == {"3", "5"}
    assert words(table, "sit ") == {"1", "2", "4", "6", "7"}
    assert words(table, "buy in ") == {"3", "5"}
    spots = words(table, "bet 3 ")
    offered = {wager if on is None else f"{wager}:{on}" for wager, on in table.setup.spots}
    assert spots == offered
    assert words(table, "bet position 3 ti") == {"tie"}
    assert words(table, "BET 3 TI") == {"tie"}
    dealing = table_after("bet 3 player 25", "no more bets")
    assert words(dealing, "deal ") == {"player"}, "the first card is the Player's (30-2812(3))"
    assert words(dealing, "take back ") == set()
    assert words(table_after("bet 3 player 25", "bet 3 tie 5"), "take back ") == {"1", "2"}


def test_of_cards_and_amounts_only_the_form_is_shown() -> None:
    dealing = table_after("bet 3 player 25", "no more bets")
    assert completed(dealing, "deal player ") == ((), ("CARD|?",))
    assert words(dealing, "deal player 5") == {"5c", "5d", "5h", "5s"}
    assert words(dealing, "deal player 1") == set() == words(dealing, "deal player z")
    assert completed(table_after(), "bet 3 player ") == ((), ("AMOUNT",))


def test_what_may_be_left_out_is_offered_where_it_is_accepted() -> None:
    table = table_after()
    assert words(table, "bet 3 player 25 ") == {"behind", "coupon", "promotional", "toke"}
    assert words(table, "bet 4 player 25 ") == {"behind"}, "nobody sits at position 4"
    assert words(table, "fill 100 ") == {"signed"}
    assert words(table, "no more bets ") == set()


def test_a_card_to_burn_is_asked_for_where_one_is_burnt() -> None:
    """Dice have none, nor has a continuous shuffler (30-2810(4))."""
    for setup, burnt in (
        ("baccarat", True),
        ("baccarat with device continuous", False),
        ("dice-works", False),
    ):
        table = list(play([f"open {setup}", "sit 3"]))[-1].table
        assert words(table, "pre") == {"prepare burning" if burnt else "prepare"}
        assert completed(table, "prepare burning ").forms == (("CARD",) if burnt else ())
    craps = list(play(["open dice-works", "prepare", "sit 3"]))[-1].table
    assert not {"prepare", "coup"} & words(craps, "")


def test_two_jackpot_games_are_told_apart() -> None:
    """Pay tables keep their capitals, however they are typed."""
    games = {"triple@PT-PRG-TRI-01", "triple@PT-PRG-TRI-03"}
    setup = f"jurisdiction washington, sensors 2, also offers {' '.join(sorted(games))}"
    lines = [f"open 3-dice-baccarat with {setup}", "day 2026-11-16", "sit 3", "buy in 3 100"]
    table = list(play(lines))[-1].table
    assert words(table, "bet 3 triple@pt") == games
    assert completed(table, "bet 3 TRIPLE@pt-prg-tri-01 ").forms == ("AMOUNT",)


def test_the_shell_completes_tables_of_the_floor(capsys: Capture) -> None:
    assert main(["__complete", "deal", "--table", ""]) == 0
    assert "4" in capsys.readouterr().out.split()
    assert main(["__complete", "deal", "--in"]) == 0
    assert capsys.readouterr().out.split() == ["--interactive"]


def test_a_prompt_shows_round_and_stage() -> None:
    assert prompt_of(NEW) == "no table> "
    opened = list(play(["open baccarat"]))[-1].table
    assert prompt_of(opened) == "round 1, betting, no shoe> "
    assert prompt_of(table_after()) == BETTING
    assert prompt_of(table_after("bet 3 player 25", "no more bets")) == DEALING
    dice = list(play(["open dice-works"]))[-1].table
    assert prompt_of(dice) == BETTING
