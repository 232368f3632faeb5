"""What a shell or an editor can do to a command: one clear line, quickly, or no matter at all."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.main import COMMANDS

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent
MARK = b"\xef\xbb\xbf"
WORD = "x" * 10_000_000
"""So long that whatever looks at it more than once would hang."""


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a command line of pitboss in a shell that may close its streams."""
    command = f"{shlex.quote(sys.executable)} -m pitboss.cli {line}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)


# --- closed streams ---


@pytest.mark.parametrize("line", ["deal --script -", "replay -", "train"])
def test_a_closed_input_that_would_be_read_is_refused(line: str) -> None:
    done = shell(f"{line} <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"pitboss {line.split()[0]}: standard input is closed; leave it open, or name a file\n"
    )


def test_a_closed_input_that_is_not_read_is_no_matter() -> None:
    done = shell("games <&-")
    assert done.returncode == 0 and "baccarat" in done.stdout and done.stderr == ""


@pytest.mark.parametrize(
    "line", ["games", "show baccarat", "deal baccarat --rounds 1", "rules burn", "nothing", ""]
)
def test_a_closed_output_is_refused(line: str) -> None:
    done = shell(f"{line} >&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "standard output is closed" in done.stderr


def test_closed_errors_take_nothing_from_the_answer() -> None:
    open_, closed = shell("games"), shell("games 2>&-")
    assert closed.returncode == 0 and closed.stdout == open_.stdout


@pytest.mark.parametrize("line", ["show nothing", "nothing", "games --nothing", "deal"])
def test_a_refusal_that_nobody_hears_is_one_all_the_same(line: str) -> None:
    done = shell(f"{line} 2>&-")
    assert (done.returncode, done.stdout) == (2, ""), "it is not told on the output instead"


def test_everything_may_be_closed() -> None:
    assert shell("games <&- >&- 2>&-").returncode == 2


# --- the clock ---


@pytest.mark.parametrize("start", ["9999-12-31T23:59:59", "9999-12-31T23:59:40"])
def test_a_clock_that_runs_over_is_one_line(capsys: Capture, start: str) -> None:
    assert main(["deal", "baccarat", "--start", start]) == 2
    err = capsys.readouterr().err
    assert err == (
        "pitboss deal: the clock runs over after 9999-12-31 23:59:59; start the table earlier\n"
    )


def test_a_script_whose_clock_runs_over_is_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("open baccarat\nsit 3\n"))
    assert main(["deal", "--script", "-", "--start", "9999-12-31T23:59:59"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_first_and_the_last_times_are_times(capsys: Capture) -> None:
    for start in ("0001-01-01T00:00:00", "9999-12-31T00:00:00"):
        assert main(["deal", "baccarat", "--rounds", "1", "--start", start]) == 0
    assert capsys.readouterr().err == ""


# --- a very long word ---


@pytest.mark.parametrize("command", COMMANDS)
def test_a_very_long_word_is_answered_in_one_line(capsys: Capture, command: str) -> None:
    try:
        code: object = main([command, WORD])
    except SystemExit as ended:
        code = ended.code
    err = capsys.readouterr().err
    assert code == 2 and err.count("\n") == 1 and len(err) < 2_000


@pytest.mark.parametrize(
    "words",
    [
        ["deal", "baccarat", "--with", WORD],
        ["deal", "baccarat", "--start", WORD],
        ["deal", "--script", WORD],
        ["settle", "baccarat", "--player", WORD, "--banker", "7s8h", "--bet", "player=1"],
        ["settle", "baccarat", "--player", "7s2h", "--banker", "7s8h", "--bet", WORD],
        ["settle", "baccarat", "--player", "7s2h", "--banker", "7s8h", "--bet", f"player={WORD}"],
        ["odds", "--game", "baccarat", "--event", WORD],
        ["odds", "baccarat/tie", "--shoe", f"8 decks - {WORD}"],
        ["rules", " ".join(f"word{number}" for number in range(100_000))],
    ],
)
def test_a_very_long_value_is_answered_in_one_line(capsys: Capture, words: list[str]) -> None:
    assert main(words) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and len(err) < 2_000


@pytest.mark.parametrize("before", ["", "sit ", "bet 3 ", "turn player ", "> fact ", "open "])
@pytest.mark.parametrize("length", [900_000, 10_000_000])
def test_a_very_long_word_in_a_script_is_answered_in_one_line(
    capsys: Capture, tmp_path: Path, before: str, length: int
) -> None:
    script = tmp_path / "long.script"
    script.write_text(f"open baccarat\n{before}{WORD[:length]}\n")
    assert main(["deal", "--script", str(script)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and len(err) < 3_000


# --- a byte-order mark ---


def test_a_script_may_begin_with_a_byte_order_mark(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = "open baccarat\nsit 3\n"
    (tmp_path / "plain.script").write_text(text)
    (tmp_path / "marked.script").write_bytes(MARK + text.encode())
    outputs = []
    for name in ("plain", "marked"):
        assert main(["deal", "--script", str(tmp_path / f"{name}.script")]) == 0
        outputs.append(capsys.readouterr().out)
    monkeypatch.setattr(sys, "stdin", StringIO("\ufeff" + text))
    assert main(["deal", "--script", "-"]) == 0
    assert outputs == [capsys.readouterr().out] * 2


@pytest.mark.parametrize("line", ["check {}", "games --file {}", "show golden-dragon --file {}"])
def test_a_rulebook_may_begin_with_a_byte_order_mark(
    capsys: Capture, tmp_path: Path, line: str
) -> None:
    plain = (ROOT / "docs/examples/my.toml").read_bytes()
    results = []
    for at, content in enumerate((plain, MARK + plain)):
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / "my.toml").write_bytes(content)
        code = main(line.format(folder / "my.toml").split())
        results.append((code, capsys.readouterr().out.replace(str(folder), "")))
    assert results[0] == results[1] and results[0][0] == 0


def test_a_journal_may_begin_with_a_byte_order_mark(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    assert main(["deal", "baccarat", "--rounds", "1", "--journal", str(path)]) == 0
    path.write_bytes(MARK + path.read_bytes())
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_mark_elsewhere_or_of_another_encoding_is_one_line(
    capsys: Capture, tmp_path: Path
) -> None:
    contents = {
        "a.script": "open baccarat\n\ufeffsit 3\n".encode(),
        "b.script": "open baccarat\n".encode("utf-16"),
        "c.toml": "name = 'x'\n\ufeffa = 1\n".encode(),
        "d.toml": "name = 'x'\n".encode("utf-16"),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        command = ["check"] if name.endswith("toml") else ["deal", "--script"]
        assert main([*command, os.fspath(tmp_path / name)]) == 2, name
        assert capsys.readouterr().err.count("\n") == 1, name
