"""Floor scripts on a database: what they lead to, stopped at any point, run again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from command_line import Capture, asked, done, refused, run
from databases import Cluster
from floor_runs import FLOORS, SCENARIOS, Played
from house_scripts import AT, EVENING, founded, lines_of, play
from pitboss.house import database as database_module
from pitboss.house.database import PRAGMAS, Database
from pitboss.house.owning import end_leases
from pitboss.house.scripting import HouseScript
from pitboss.house.verifying import verify
from pitboss.house.writer import House
from pitboss.jackpot.scripts import play_floor
from pitboss.refusals import Unreadable
from pitboss.table.record.journal import read_line

COMMAND = [sys.executable, "-m", "pitboss.cli", "floor"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the lines that the script leads to if nobody stops it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('whole') / 'whole.db'}"
    founded(url).close()
    play(url, EVENING)
    return lines_of(url)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "evening"
    path.write_text(EVENING)
    return path


SAMPLE = sorted(SCENARIOS.glob("*.script"))[::20]


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_a_script_leads_to_the_same_floor_as_in_memory(
    database_url: str, path: Path, capsys: Capture
) -> None:
    text = path.read_text()
    named = re.match(r"# floor: (\S+)", text)
    floor = FLOORS / named[1] if named else None
    founded(database_url, floor).close()
    out = asked(capsys, "floor", "--script", path, "--database", database_url)
    assert out == Played(text, floor).data
    with closing(Database(database_url)) as database:
        verify(database, redecide=True)


def test_ids_are_the_name_of_the_script_and_the_number_of_the_line(
    database_url: str, script: Path, capsys: Capture
) -> None:
    founded(database_url).close()
    done(capsys, "floor", "--script", script, "--database", database_url)
    ids = [line.id for line in map(read_line, range(99), lines_of(database_url, "table/1"))]
    assert ids[:3] == ["evening:open 3", "server table/1 evening:open 3+1", "evening:3"]
    again = ("--database", database_url, "--name", "again")
    assert "position 3 is taken" in run(capsys, "floor", "--script", script, *again)[2]
    ids = [line.id for line in map(read_line, range(99), lines_of(database_url, "house"))]
    assert ids == ["floor", "evening:2", "again:2"]


def test_times_go_on_from_the_last_on_record(database_url: str) -> None:
    founded(database_url).close()
    play(database_url, "table 1: sit 3\ntable 1: sit 4", "first")
    play(database_url, "table 2: sit 3", "second")
    times = [read_line(1, line).at for line in lines_of(database_url)]
    assert times == sorted(times)
    begun = [at for at in times if at > AT]
    assert begun[0] == "2026-11-16T12:00:01.000Z" and begun[-1] == "2026-11-16T12:00:05.000Z"


# --- stopped and run again ---


class Cut(BaseException):
    """The power is gone."""


def cut_at(url: str, count: int) -> bool:
    """Run the script until its writer comes to a boundary for the nth time; say if it did."""
    left = count

    def hook(_: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Cut

    with closing(Database(url)) as database:
        house = House(database, hook=hook)
        try:
            with closing(HouseScript(house, "evening")) as driven:
                for _ in play_floor(EVENING, driven, driven.clock):
                    pass
        except Cut:
            return True
        finally:
            assert house.connection is not None
            house.connection.rollback()
            if not database.sqlite:
                end_leases(house.connection)  # the server hears of the end a moment later
            house._let_go()
    return False


@pytest.mark.parametrize("count", [1, 3, 4, 6, 18, 47, 88, 143, 171, 210])
def test_a_script_that_was_cut_off_goes_on_where_it_was(
    database_url: str, whole: list[str], count: int
) -> None:
    founded(database_url).close()
    assert cut_at(database_url, count), "the script is longer than that"
    before = lines_of(database_url)
    assert before == whole[: len(before)] and len(before) < len(whole)
    driven = play(database_url, EVENING)
    assert lines_of(database_url) == whole
    assert not driven.again
    with closing(Database(database_url)) as database:
        verify(database, redecide=True)


def test_a_script_that_is_cut_off_again_and_again_comes_to_its_end(
    sqlite_url: str, whole: list[str]
) -> None:
    founded(sqlite_url).close()
    cuts = 0
    while cut_at(sqlite_url, 23):
        cuts += 1
    assert cuts > 5 and lines_of(sqlite_url) == whole


def test_a_killed_script_goes_on_where_it_was(
    database_url: str, whole: list[str], script: Path, capsys: Capture
) -> None:
    founded(database_url).close()
    run_again = (*COMMAND, "--script", str(script), "--database", database_url)
    before = len(lines_of(database_url))
    for more in (9, 20):
        process = subprocess.Popen(run_again, stdout=subprocess.DEVNULL)
        _wait_until(lambda least=before + more: len(lines_of(database_url)) >= least)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert lines_of(database_url) == whole[: len(lines_of(database_url))]
    done(capsys, *run_again[3:])
    assert lines_of(database_url) == whole


def _wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until, "the script does not go on"
        time.sleep(0.005)


def test_a_script_that_is_done_changes_nothing(
    database_url: str, whole: list[str], script: Path, capsys: Capture
) -> None:
    founded(database_url).close()
    play(database_url, EVENING)
    out = done(capsys, "floor", "--script", script, "--database", database_url)
    assert lines_of(database_url) == whole
    answered = sum(read_line(1, line).actor != "server" for line in whole) - 1
    assert f"{answered} commands of evening were answered before" in out
    assert "nobody has the badge" in out and "position-taken" not in out


def test_a_script_goes_on_though_another_ran_meanwhile(database_url: str) -> None:
    founded(database_url).close()
    lines = EVENING.splitlines()
    play(database_url, "\n".join(lines[:12]))
    play(database_url, "table 3: sit 1\ntable 3: buy in 1 100", "other")
    play(database_url, EVENING)
    with closing(Database(database_url)) as database:
        verify(database, redecide=True)
    ids = [read_line(1, line).id for line in lines_of(database_url)]
    assert len(set(ids)) == len(ids)


# --- disks and servers that fail ---


def stopped(house: House) -> str:
    """Run the script until the database fails, and return what was said."""
    try:
        with pytest.raises(Unreadable) as error, closing(HouseScript(house, "evening")) as driven:
            for _ in play_floor(EVENING, driven, driven.clock):
                pass
    finally:
        house._let_go()
    return str(error.value)


def test_a_script_on_a_full_disk_goes_on_when_there_is_room(
    sqlite_url: str, whole: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    founded(sqlite_url).close()
    with closing(Database(sqlite_url)) as database:
        monkeypatch.setattr(database_module, "PRAGMAS", (*PRAGMAS, "max_page_count=40"))
        said = stopped(House(database))
    assert re.match(r'line \d+, "table', said) and "disk is full" in said and "make room" in said
    monkeypatch.undo()
    before = lines_of(sqlite_url)
    assert before == whole[: len(before)] and 8 < len(before) < len(whole)
    play(sqlite_url, EVENING)
    assert lines_of(sqlite_url) == whole


@pytest.mark.parametrize("left", [61, 62, 63, 64])
def test_a_script_on_a_lost_server_goes_on_when_it_is_back(
    cluster: Cluster, postgresql_url: str, whole: list[str], left: int
) -> None:
    """The server is gone before a line is looked up, decided, appended, or after its commit."""
    founded(postgresql_url).close()

    def hook(_: str) -> None:
        nonlocal left
        left -= 1
        if not left:
            cluster.end(signal.SIGKILL)

    with closing(Database(postgresql_url)) as database:
        said = stopped(House(database, hook=hook))
    assert "line " in said and "start the database again" in said
    cluster.start()
    before = lines_of(postgresql_url)
    assert before == whole[: len(before)] and 8 < len(before) < len(whole)
    play(postgresql_url, EVENING)
    assert lines_of(postgresql_url) == whole


# --- what is refused ---


def test_what_was_answered_is_held_against_the_script(database_url: str) -> None:
    founded(database_url).close()
    play(database_url, EVENING)
    for old, new, code in (
        ("table 1: buy in 3 500", "table 1: buy in 3 600", "script-changed"),
        ("table 1: sit 3", "table 1: sit 4", "script-changed"),
        ("jackpot sun-7: verify by 9999", "jackpot sun-7: prize 5 by 3301", "script-changed"),
        (
            "\n> jackpot sun-7 displayed 5000.30",
            "\n> jackpot sun-7 displayed 1",
            "expectation-miss",
        ),
        ("> table 1 position 3 has 5494.30", "> table 1 position 3 has 1", "missed"),
    ):
        with pytest.raises(Unreadable) as error:
            play(database_url, EVENING.replace(old, new))
        assert code in error.value.refusal.code, new
    before = len(lines_of(database_url))
    play(database_url, EVENING)
    assert len(lines_of(database_url)) == before


def test_options_that_do_not_go_together(script: Path, tmp_path: Path, capsys: Capture) -> None:
    on = ("floor", "--script", script, "--database", tmp_path / "house.db")
    for words, reason in (
        ((*on, "--journal", "x.jsonl"), "--journal does not go with --database"),
        ((*on, "--floor", "x.toml"), "--floor does not go with --database"),
        ((*on, "--name", "a:b"), '"a:b" cannot begin the ids'),
        ((*on, "--name", ""), "cannot begin the ids"),
        (("floor", "--script", script, "--name", "x"), "add --database"),
        (("floor", "--script", "-", *on[3:]), "a script on stdin has no name"),
        (on, "there is no house in"),
    ):
        assert reason in refused(capsys, *words)
    assert os.listdir(tmp_path) == ["evening"]


def test_a_second_writer_is_refused(database_url: str, script: Path, capsys: Capture) -> None:
    founded(database_url).close()
    with closing(Database(database_url)) as database, closing(House(database)):
        before = lines_of(database_url)
        refused(capsys, "floor", "--script", script, "--database", database_url)
        assert lines_of(database_url) == before
    done(capsys, "floor", "--script", script, "--database", database_url)
