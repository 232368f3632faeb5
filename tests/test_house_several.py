"""The record of several houses on one PostgreSQL: exported, replayed, imported."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from command_line import Capture, asked, done, refused
from house_scripts import founded, lines_of
from pitboss.house.database import Database
from pitboss.house.scripting import HouseScript
from pitboss.house.verifying import verify
from pitboss.house.writer import House
from pitboss.jackpot.scripts import play_floor
from pitboss.table.record.journal import read_line

FIRST = """
table 1: sit 3
table 1: buy in 3 500
table 1: prepare burning 5h
table 1: bet 3 banker 5, sun-7-progressive 1
table 1: coup 2s 3s 9s / As 2s 4s
table 1: hit jackpot sun-7
"""
SECOND = """
table 2: sit 1
table 2: buy in 1 500
table 2: prepare burning 5h
table 2: bet 1 player 5, sun-7-progressive 1
> accepted
table 2: no more bets
table 2: start game
"""
AFTER = """
table 2: coup 9s Kd / 4h 2c
table 2: finish
"""


@pytest.fixture
def several(postgresql_url: str) -> str:
    """Give a database that two houses wrote, each with a table, and a hit at one of them."""
    founded(postgresql_url).close()
    databases = [Database(postgresql_url), Database(postgresql_url)]
    one, two = (House(database, tables=id) for database, id in zip(databases, "12", strict=True))
    with closing(one), closing(two):
        for house, script, name in (
            (one, "\n".join(FIRST.splitlines()[:4]), "first"),
            (two, SECOND, "second"),
            (one, FIRST, "first"),
            (two, AFTER, "after"),
        ):
            house.hear()
            with closing(HouseScript(house, name)) as driven:
                for _ in play_floor(script, driven, driven.clock):
                    pass
    return postgresql_url


def test_the_record_of_several_houses_is_exported_replayed_and_imported(
    several: str, tmp_path: Path, capsys: Capture
) -> None:
    lines = lines_of(several)
    told = [
        line for line in map(read_line, range(999), lines) if line.id.startswith("server link/")
    ]
    assert told, "a table heard later what happened to its jackpot"
    path = tmp_path / "several.jsonl"
    done(capsys, "house", "export", path, "--database", several)
    data = asked(capsys, "replay", path)
    assert data["sound"] and data["lines"] == len(lines)
    status = asked(capsys, "house", "status", "--database", several)
    assert data["jackpots"] == status["jackpots"]
    assert asked(capsys, "replay", path, "--table", "2")["lines"] == len(
        lines_of(several, "table/2")
    )
    new = f"sqlite:///{tmp_path / 'new.db'}"
    done(capsys, "house", "import", path, "--database", new)
    assert lines_of(new) == lines
    with closing(Database(new)) as database:
        assert verify(database, redecide=True).root == status["root"]


def test_what_was_dropped_from_such_a_record_is_found(
    several: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "several.jsonl"
    lines = lines_of(several)

    def without_the_last_of(stream: str) -> None:
        last = max(at for at, line in enumerate(lines) if f'"stream":"{stream}"' in line)
        path.write_text("".join(f"{line}\n" for at, line in enumerate(lines) if at != last))

    without_the_last_of("link/sun-7")
    new = ("--database", tmp_path / "new.db")
    for words in (("replay", path), ("house", "import", path, *new)):
        assert "table/" in refused(capsys, *words) or "link/" in refused(capsys, *words)
    without_the_last_of("table/1")
    (owed,) = asked(capsys, "replay", path)["owed"]
    assert "table/1" in owed or "table 1" in owed
