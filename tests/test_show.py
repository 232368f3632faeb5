"""What ``show`` prints of a rulebook, on a terminal too, and what the shell is offered."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss import rulebook
from pitboss.cli import main, output, sheets, show

BIN = Path(sys.executable).parent
ENVIRONMENT = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
GAMES = [game.id for game in rulebook.games()]


def shown(capsys: pytest.CaptureFixture[str], line: str) -> str:
    assert main(["show", *line.split()]) == 0
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], line: str) -> Any:
    return json.loads(shown(capsys, f"{line} --format json"))


# --- for machines ---


def test_an_event_is_the_sentence_of_the_tables_own_row(capsys: pytest.CaptureFixture[str]) -> None:
    """Cover All and Eclipse have rows of one label, one for each table."""
    for path in ("5-treasures/cover-all", "eternal-baccarat/eclipse"):
        (wager,) = data(capsys, path)["wagers"]
        events = [row["event"] for table in wager["tables"] for row in table["rows"]]
        assert len(set(events)) == len(events) == len(wager["tables"])
        for table in wager["tables"]:
            (row,) = table["rows"]
            opened = rulebook.wager(path).open(table["table"]).rows[0]
            assert row["event"] == str(opened.sentence)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_the_sentence_that_is_settled(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    for wager in data(capsys, game)["wagers"]:
        for table in wager["tables"]:
            found = rulebook.game(game).wager(wager["wager"])
            opened = found.open(table["table"], on=found.places(table["table"])[0])
            labels = [(row["label"], row["pays"]) for row in table["rows"]]
            assert labels == [(row.label, str(row.cell)) for row in opened.rows]
            assert table["cite"] == opened.cite


def test_json_says_what_the_licensee_must_know(capsys: pytest.CaptureFixture[str]) -> None:
    (banker,) = data(capsys, "baccarat/banker")["wagers"]
    vigorish = {table["table"]: table["vigorish"] for table in banker["tables"]}
    assert vigorish["vigorish"] == {
        "rate": "1/20",
        "lowest": "1/20",
        "highest": "1/4",
        "round_up_to_cents": [1, 25],
        "cite": "30-2808(3), (3)(a)",
    }
    assert vigorish["commission-free"] is None
    charged = [row["vigorish"] for table in banker["tables"] for row in table["rows"]]
    assert charged == ["win", None, None, "stake", None, None, None]
    (tie,) = data(capsys, "baccarat/tie")["wagers"]
    assert tie["minimum"] == {
        "cite": "30-2808(2)",
        "pays": "8",
        "schedules": [],
        "schedule_wager": None,
    }
    (bonus,) = data(capsys, "baccarat/margin-bonus")["wagers"]
    assert bonus["minimum"]["schedules"] == ["A", "B", "C"] and bonus["minimum"]["pays"] is None
    (triple,) = data(capsys, "3-dice-baccarat/triple")["wagers"]
    jackpot = triple["jackpot"]
    choices = {key: jackpot[key] for key in ("split", "scope", "funds", "pending", "scaling")}
    assert choices == {  # 001 Appendix C notes 4, 5 and 7, and what it leaves to the operator
        "split": "winners",
        "scope": "hitting-table",
        "funds": "tray",
        "pending": "house-choice",
        "scaling": "scale",
    }
    assert set(jackpot["cites"]) == set(choices) and jackpot["cite"].startswith("30-2899.09(14)")
    (dragon,) = data(capsys, "golden-dragon/any-dragon")["wagers"]
    assert list(dragon["acknowledged"]) == ["suite-a"] and dragon["ends"] is None
    (line,) = data(capsys, "roll-the-line")["wagers"]
    assert (line["ends"], line["pays_at_end"]) == ("seven-out", True)


def test_json_marks_readings(capsys: pytest.CaptureFixture[str]) -> None:
    (ez,) = data(capsys, "ez-baccarat/progressive")["wagers"]
    procedure = {one["id"]: one["procedure"] for one in ez["readings"]}
    assert procedure == {
        "ez-progressive": False,
        "ez-progressive-last-row": False,
        "split-scope": True,
    }
    (player,) = data(capsys, "golden-frog/player")["wagers"]
    assert player["readings"][0]["commission"] == "commission-free"
    standard = [one["id"] for one in data(capsys, "baccarat")["readings"]]
    assert standard == [
        *("decks", "positions", "cut-card-first", "card-in-error"),
        *("toke-push", "face-up", "beside"),
    ]


# --- for people ---


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("eternal-baccarat", "\n  tokes: barred [30-2899.07(6)(d)]\n"),
        ("eternal-baccarat", "\ntokes: house [30-2899.07(6)(d)]\n"),
        ("eternal-baccarat", "\napproval: [30-2899.07]\n"),
        ("eternal-baccarat/sun-7", "\n  approval: [30-2899.07]\n"),
        ("baccarat", "\n  approval: [30-2802(12)]\n"),
        (
            "eternal-baccarat",
            "\none pay table at a time for sun-7, moon-8, supreme-7, divine-9, eclipse "
            "[30-2899.07(8)(a), note **]\n",
        ),
        ("eternal-baccarat/sun-7", "\n  one pay table at a time for sun-7, moon-8,"),
        (
            "baccarat/banker",
            "\n  vigorish: vigorish 5%, allowed 5% to 25%, rounded up to $0.01 or $0.25 "
            "[30-2808(3), (3)(a)]\n",
        ),
        (
            "5-treasures/banker",
            "\n  vigorish: vigorish 5%, allowed 5% [30-2899.01(4)], rounded up to $0.01 or $0.25 "
            "[30-2808(3), (3)(a)]\n",
        ),
        ("5-treasures/banker", "\n  vigorish: [30-2807(1)(a), 30-2808(3); 30-2899.01(4)]\n"),
        ("baccarat/tie", "\n  minimum odds: 8 to 1 [30-2808(2)]\n"),
        (
            "dragon-bonus",
            "\n  minimum odds: one of the schedules A, B, C of baccarat/margin-bonus "
            "[30-2808(5)]\n",
        ),
        ("3-dice-baccarat", "\n  jackpot: a percentage of the meter is shared by the players"),
        ("3-dice-baccarat", "\n  jackpot: percentages come from the meter, fixed pays"),
        ("3-dice-baccarat", "\nWashington notice: This House Jackpot is paid by the casino."),
        ("3-dice-baccarat", "\nWashington jackpots: house, progressive; at most 2 sensors\n"),
        ("golden-dragon/any-dragon", "\n  suite-b: [30-2899.08(1)(B)(VII), (IX)(H)]\n"),
        ("golden-dragon/any-dragon", "\n  suite-a: As printed, suite A pays 6 to 1 on a list"),
        ("golden-frog/tie", "\n    only where the Banker wager is commission-free\n"),
        ("ez-baccarat", "\n  reading split-scope (procedure): Who shares"),
        ("ez-baccarat", "\n    all-linked-tables (procedure): Every player"),
        ("baccarat", "\nreading cut-card-first (procedure): The cutting card"),
        ("dice-works/all-lows", "\n  ends with any seven, paid as soon as it is certain\n"),
        ("roll-the-line", "\n  ends with the seven-out, paid at the end\n"),
    ],
)
def test_show_says(capsys: pytest.CaptureFixture[str], line: str, says: str) -> None:
    assert says in shown(capsys, line)


def test_only_what_differs_from_the_game_is_said_again(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "eternal-baccarat")
    assert text.count("tokes: barred") == 3 and text.count("tokes: house") == 1
    assert text.count("base-wager:") == 1 and text.count("approval:") == 1


def test_rows_of_one_label_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "eternal-baccarat/eclipse")
    rows = [line for line in text.split("\n") if "Any of the four" in line]
    assert [line.count("6 to 1") for line in rows] == [3]
    alone = shown(capsys, "eternal-baccarat/eclipse --table PT-FLT-MB-02")
    assert "supreme_7_mb_02" in alone and "supreme_7_mb_01" not in alone


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("eternal-baccarat --table PT-PRG-HP-9", 'eternal-baccarat has no pay table "PT-PRG-HP-9"'),
        ("eternal-baccarat --table PT-PRG-HP-9", 'did you mean "PT-PRG-HP-09"?'),
        ("eternal-baccarat --table XX", "PT-FLT-SE-24, PT-FLT-GT-01"),
        ("eternal-baccarat/sun-7 --table XX", "known: PT-FLT-MB-01, PT-FLT-MB-02, PT-FLT-MB-03\n"),
        ("baccarat --table D --wager tie --wager margin-bonus", "known: 1, A, B, C\n"),
    ],
)
def test_an_unknown_table_is_sought_in_the_whole_game(
    capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    assert main(["show", *line.split()]) == 2
    assert says in capsys.readouterr().err


def test_the_table_of_an_inherited_wager_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert "banker: Banker" in shown(capsys, "eternal-baccarat --table commission-free")


def test_a_bare_wager_lists_who_offers_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ez-baccarat/dragon-7" in shown(capsys, "dragon-7")
    assert main(["show", "Dragon 7"]) == 0, "by its name as well"
    assert "ez-baccarat/dragon-7" in capsys.readouterr().out
    offered = {(one["game"], one["wager"]) for one in data(capsys, "tie")}
    assert offered == {(game.id, "tie") for game in rulebook.games() if "tie" in game.own}
    assert data(capsys, "high-roller")["game"] == "high-roller", "a game comes before a wager"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("EZ-Baccarat", 'did you mean "ez-baccarat"?'),
        ("draggon-7", 'did you mean the wager "dragon-7"?'),
        ("dragon-7 --table 1", "--table needs a game"),
        ("zzz", "known: baccarat"),
    ],
)
def test_an_unknown_name_is_met_with_the_whole_one(
    capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    assert main(["show", *line.split()]) == 2
    assert says in capsys.readouterr().err


# --- on a terminal ---


Table = tuple[Sequence[str], Sequence[Sequence[str]], Sequence[int]]


def drawn_by(monkeypatch: pytest.MonkeyPatch, module: Any, *commands: Sequence[str]) -> list[Table]:
    """Return the tables that a module prints."""
    tables: list[Table] = []
    monkeypatch.setattr(
        module,
        "print_table",
        lambda heads, rows, *, right=(): tables.append((heads, list(rows), right)),
    )
    for command in commands:
        assert main(list(command)) == 0
    assert tables
    return tables


def lines_at(width: int, table: Table) -> list[str]:
    return [
        line for part in output.fitted_tables(*table, width) for lines in part for line in lines
    ]


def words_of(table: Table) -> set[str]:
    """Return what a line may hold between blanks: words, whole or up to a hyphen or slash."""
    heads, rows, _ = table
    cells = " ".join([*heads, *(cell for row in rows for cell in row)])
    return {
        "".join(parts[start:end])
        for word in cells.split()
        for parts in [re.split("(?<=[/-])", word)]
        for start in range(len(parts))
        for end in range(start + 1, len(parts) + 1)
    }


@pytest.mark.parametrize("game", GAMES)
def test_80_columns_hold_every_table_and_break_no_word(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    own = rulebook.game(game).wagers.values()
    tables = drawn_by(
        monkeypatch,
        show,
        ["show", game],
        *(["show", wager.path, "--table", wager.tables[-1]] for wager in own),
    )
    for table in tables:
        lines = lines_at(80, table)
        assert max(map(len, lines)) <= 80
        assert {word for line in lines for word in line.split()} <= words_of(table)
        _, rows, right = table
        for figure in (line for row in rows for at in right for line in row[at].split("\n")):
            assert any(figure in line for line in lines), "figures are not broken at all"


@pytest.mark.parametrize("game", GAMES)
def test_a_listing_keeps_to_80_columns_and_a_progressive_to_a_line(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    for table in drawn_by(monkeypatch, sheets, ["odds", game]):
        lines = lines_at(80, table)
        assert max(map(len, lines)) <= 80
        assert {word for line in lines for word in line.split()} <= words_of(table)
        heads, rows, _ = table
        if "fixed" in heads:
            assert len(lines) == 1 + len(rows)


def test_columns_that_do_not_fit_follow_in_another_table() -> None:
    heads = ("row", "PT-FLT-GT-01", "PT-FLT-GT-02", "PT-FLT-GT-03")
    rows = [("Wins by 9", "30 to 1", "20 to 1", "30 to 1")]
    assert len(list(output.fitted_tables(heads, rows, (1, 2, 3), 80))) == 1
    assert len(list(output.fitted_tables(heads, rows, (1, 2, 3), 40))) == 1, "heads give way"
    parts = list(output.fitted_tables(heads, rows, (1, 2, 3), 35))
    assert [" ".join(line.split()) for _, body in parts for line in body] == [
        "Wins by 9 30 to 1 20 to 1",
        "Wins by 9 30 to 1",
    ]
    (narrow,) = output.fitted_tables(heads[:2], [rows[0][:2]], (1,), 5)
    assert max(map(len, narrow[1])) > 5, "a column is never narrower than a word"


def test_a_drawn_table_keeps_its_pays_whole() -> None:
    read, write = pty.openpty()
    termios.tcsetwinsize(write, (50, 80))
    line = [str(BIN / "pitboss"), "show", "eternal-baccarat/sun-7-progressive"]
    without = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    process = subprocess.Popen(line, stdout=write, stdin=write, env=without)
    os.close(write)
    drawn = "".join(iter(lambda: _read(read), ""))
    assert process.wait() == 0
    os.close(read)
    lines = re.sub(r"\x1b\[[0-9;]*m|\r", "", drawn).split("\n")
    assert any(line.endswith("$2,000   $1,000   $1,000   $2,000     100%") for line in lines)
    assert any("+ dealer envy $500  + dealer envy $500" in line for line in lines)


def _read(file: int) -> str:
    try:
        return os.read(file, 65_536).decode()
    except OSError:  # the other end is closed
        return ""


# --- completion ---

BREAKS = " \\t\\n\"\\'@><=;|&(:"


def completed(line: str) -> tuple[list[str], bool]:
    """Ask the bash function as bash does: words split at the breaks, no space where said."""
    words = re.findall(r"[:=@]|[^\s:=@]+", line) + ([""] if line.endswith(" ") else [])
    script = subprocess.run(
        [BIN / "pitboss", "completion", "bash"], capture_output=True, text=True, check=True
    ).stdout
    ask = f"""
compopt() {{ nospace=yes; }}
COMP_WORDBREAKS=$'{BREAKS}'
before=$COMP_WORDBREAKS
COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}
COMP_WORDS=({" ".join(f"'{word}'" for word in words)}); COMP_CWORD={len(words) - 1}
_pitboss
[[ $COMP_WORDBREAKS == "$before" ]] || echo changed
echo "$nospace"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "-c", script + ask], capture_output=True, text=True, check=True, env=ENVIRONMENT
    )
    assert done.stderr == ""
    nospace, *replies = done.stdout.rstrip("\n").split("\n")
    return replies, nospace == "yes"


@pytest.mark.parametrize(
    ("line", "replies", "nospace"),
    [
        ("pitboss se", ["settle", "serve"], False),
        ("pitboss serve --behind", ["--behind-proxy"], False),
        ("pitboss house new", ["new-code"], False),
        ("pitboss house new-code --c", ["--code-file"], False),
        ("pitboss fair --da", ["--database"], False),
        ("pitboss show ete", ["eternal-baccarat"], False),
        ("pitboss show eternal-baccarat/sun-7-", ["eternal-baccarat/sun-7-progressive"], False),
        ("pitboss show eternal-baccarat/sun-7 --wa", ["--wager"], False),
        ("pitboss odds eternal-baccarat/moo", ["eternal-baccarat/moon-8"], False),
        ("pitboss odds eternal-baccarat --combine moo", ["moon-8=", "moon-8@"], True),
        ("pitboss odds --game tig", ["tiger-baccarat"], False),
        ("pitboss settle eternal-baccarat --bet golden-t", ["golden-talons:"], True),
        ("pitboss settle eternal-baccarat --bet golden-talons:p", ["player=", "player@"], True),
        ("pitboss settle eternal-baccarat --bet moo", ["moon-8=", "moon-8@"], True),
        (
            "pitboss settle eternal-baccarat --bet moon-8@",
            ["@PT-FLT-MB-01=", "@PT-FLT-MB-02=", "@PT-FLT-MB-03="],
            True,
        ),
        (
            "pitboss settle eternal-baccarat --bet golden-talons:player@PT-FLT-GT-05",
            ["@PT-FLT-GT-05="],
            True,
        ),
        (
            "pitboss settle eternal-baccarat --bet moon-8=5 --bet harm",
            ["harmony=", "harmony@"],
            True,
        ),
        ("pitboss settle eternal-baccarat --aggregate harm", ["harmony="], True),
        ("pitboss settle golden-dragon --reading wi", ["without-sixes"], False),
        ("pitboss settle eternal-baccarat --file my", [], False),
        ("pitboss features ", ["baccarat", "three-dice", "craps"], False),
    ],
)
def test_bash_completes_words_with_breaks_in_them(
    line: str, replies: list[str], nospace: bool
) -> None:
    found, quiet = completed(line)
    assert found[: len(replies)] == replies and quiet == nospace
    assert len(found) == len(replies) or line.endswith(" ")


def test_base_wagers_have_no_aggregate_limit_to_offer() -> None:
    assert completed("pitboss settle eternal-baccarat --aggregate play") == ([], False)


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("pitboss settle eternal-baccarat --bet golden-talons:b", "golden-talons:banker"),
        ("pitboss settle eternal-baccarat --bet moon-8@", "moon-8@PT-FLT-MB-0"),
        ("pitboss settle eternal-baccarat --aggregate harm", "harmony="),
    ],
)
def test_bash_itself_completes_at_the_first_tab(typed: str, becomes: str) -> None:
    """A person types and presses TAB once: the line must read as if typed in full."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (50, 200))
    shell = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**ENVIRONMENT, "PS1": "ready$ ", "TERM": "dumb", "INPUTRC": "/dev/null"},
        start_new_session=True,
    )
    os.close(follower)
    try:
        os.write(leader, b'eval "$(pitboss completion bash)"; echo do""ne\n')
        _until(leader, "done")
        os.write(leader, f"{typed}\t".encode())
        seen = _until(leader, becomes.removeprefix(typed.rpartition(" ")[2]), after=typed)
        assert "\b" not in seen, "nothing typed is taken back"
    finally:
        shell.kill()
        shell.wait()
        os.close(leader)


def _until(file: int, text: str, after: str = "") -> str:
    """Read until a text is seen, for half a minute at most."""
    seen, end = "", time.monotonic() + 30
    while time.monotonic() < end:
        if select.select([file], [], [], 0.2)[0]:
            seen += _read(file)
        if text in seen.partition(after)[2] if after else text in seen:
            return seen
    raise AssertionError(f"{text!r} is not in {seen!r}")
