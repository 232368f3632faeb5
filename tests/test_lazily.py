"""What is read and imported when it is asked for is what would be read at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pitboss.odds
from pitboss import games, rulebook, settle
from pitboss.games import KINDS
from pitboss.rulebook import files
from pitboss.rulebook.index import entry_of, index
from pitboss.rulebook.library import Rulebook


def test_the_index_is_what_a_full_reading_says() -> None:
    kept = index()
    assert kept == [entry_of(game) for game in Rulebook()]
    assert [entry["game"] for entry in kept] == list(files.ORDER)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(files, "CATALOG", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "one.toml").write_text("a = 1")
    return tmp_path


def test_a_copy_serves_until_its_file_changes(folder: Path) -> None:
    assert files.kept("copy", ["one"], lambda: "first") == "first"
    assert files.kept("copy", ["one"], lambda: "second") == "first"
    (folder / "one.toml").write_text("a = 12")
    assert files.kept("copy", ["one"], lambda: "third") == "third"


def test_a_broken_copy_is_made_anew(folder: Path) -> None:
    files.kept("copy", ["one"], lambda: "first")
    (copy,) = (folder / "__pycache__").iterdir()
    copy.write_bytes(b"\x00 no copy")
    assert files.kept("copy", ["one"], lambda: "second") == "second"


def test_where_nothing_may_be_written_nothing_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert files.kept("copy", ["one"], lambda: "first") == "first"
    assert not (folder / "__pycache__").exists()


@pytest.mark.parametrize("package", [games, rulebook, settle, pitboss.odds])
def test_a_package_exports_what_it_lists_and_nothing_else(package: object) -> None:
    names = package.__all__  # type: ignore[attr-defined]
    assert names
    assert all(getattr(package, name) is not None for name in names)
    assert set(names) <= set(dir(package))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        package.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_a_kind_can_be_entered_and_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    known = list(KINDS)
    monkeypatch.setitem(KINDS, "sic-bo", KINDS["three-dice"])
    assert KINDS["sic-bo"] is KINDS["three-dice"]
    assert list(KINDS) == [*known, "sic-bo"]
    monkeypatch.undo()
    assert list(KINDS) == known and "sic-bo" not in KINDS


@pytest.mark.parametrize(
    ("command", "needless"),
    [
        ("games", ("pitboss.rulebook.loader", "pitboss.games", "dataclasses", "json", "shutil")),
        (
            "odds eternal-baccarat/sun-7",
            ("pitboss.settle", "pitboss.games.craps", "pitboss.odds.lattice", "tomllib", "numpy"),
        ),
    ],
)
def test_a_short_command_imports_no_more_than_it_needs(
    command: str, needless: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    index()
    for name in ("events", "baccarat", "eternal-baccarat"):
        files.read_catalog(name)
    code = (
        "import sys; from pitboss.cli import main; main(sys.argv[1:]);"
        "print('imported', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command.split()], capture_output=True, text=True, check=True
    )
    imported = done.stdout.splitlines()[-1].split()
    assert imported[0] == "imported"
    assert not set(needless) & set(imported)
