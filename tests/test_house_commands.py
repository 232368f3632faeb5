"""The commands of the house, on both databases: what each does, and what it refuses."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from command_line import Capture, asked, done, refused, run
from databases import Cluster
from house_scripts import EVENING, as_first_schema, founded, lines_of, play, rows_of
from journals import Session, baccarat, irregular_baccarat, sealed, withdrawn
from people_house import Building
from pitboss.cli.main import SUBCOMMANDS, parser_of
from pitboss.house import copying
from pitboss.house import database as database_module
from pitboss.house.database import HEAD, Database
from pitboss.house.people.devices import Paired
from pitboss.house.verifying import Verified, verify
from pitboss.house.writer import House
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor, write_floor
from terminal import Terminal

TABLES = ("journal", "transfer", "checkpoint", "snapshot", "odometer")


@pytest.fixture
def house(database_url: str) -> str:
    """Give a house with an evening on record."""
    founded(database_url).close()
    play(database_url, EVENING)
    return database_url


def test_the_files_of_a_new_house_are_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with closing(founded(str(tmp_path / "house.db"))) as database:
            House(database).close()
            with database.engine.begin() as connection:
                connection.execute(sa.text("DELETE FROM snapshot"))
                files = sorted(tmp_path.glob("house.db*"))
                modes = {file.name: file.stat().st_mode & 0o777 for file in files}
    finally:
        os.umask(before)
    modes.pop("house.db.writer")  # which says nothing but who writes
    assert "house.db-wal" in modes and set(modes.values()) == {0o600}


def verified(url: str) -> Verified:
    with closing(Database(url)) as database:
        return verify(database, redecide=True)


def plain_path(url: str) -> str:
    return url.removeprefix("sqlite:///")


def no_file_but(folder: Path, *names: str) -> bool:
    return {path.name for path in folder.iterdir()} <= set(names)


# --- all of them ---


@pytest.mark.parametrize("part", SUBCOMMANDS["house"])
def test_help_has_an_example(part: str, capsys: Capture) -> None:
    code, out, _ = run(capsys, "house", part, "--help")
    assert code == 0 and f"pitboss house {part}" in out and "examples:" in out
    assert "--database" in out and parser_of("house", part).description


def test_the_commands_are_listed_and_a_slip_is_told(capsys: Capture) -> None:
    for words in (("house",), ("house", "--help")):
        out = done(capsys, *words)
        assert all(f"\n  {part} " in out for part in SUBCOMMANDS["house"])
    assert 'did you mean "backup"?' in refused(capsys, "house", "bakup")


@pytest.mark.parametrize("part", ["status", "verify", "migrate", "backup b", "export e"])
def test_where_there_is_no_house(part: str, database_url: str, capsys: Capture) -> None:
    line = refused(capsys, "house", *part.split(), "--database", database_url)
    assert "there is no house in" in line and "pitboss house init" in line
    assert not os.path.exists("b") and not os.path.exists("e")


def test_the_database_is_that_of_the_option_then_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    assert done(capsys, "house", "init").startswith("house.db: a house of The Silver Mine")
    monkeypatch.setenv("PITBOSS_DATABASE", "sqlite:///environment.db")
    assert done(capsys, "house", "init").startswith("environment.db: a house")
    assert done(capsys, "house", "init", "--database", "option.db").startswith("option.db: a house")


def test_what_is_no_database(tmp_path: Path, capsys: Capture) -> None:
    text = tmp_path / "text.db"
    text.write_text("this is a letter, and long enough to be taken for a page" * 20)
    for url, reason in (
        ("mysql://ada:secret@host/house", '"mysql://..." is no database'),
        ("postgresql://host", "is no database"),
        ("sqlite://", "is no database"),
        (f"sqlite:///{tmp_path}/nowhere/house.db", "unable to open"),
        (f"sqlite:///{text}", "not a database"),
        ("postgresql://ada:secret@127.0.0.1:1/house", "does not answer"),
    ):
        line = refused(capsys, "house", "init", "--database", url)
        assert reason in line and "secret" not in line


# --- init ---


def test_a_house_begins_with_its_floor(database_url: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_floor(default_floor()))
    on = ("--database", database_url)
    assert "17 tables and 7 jackpots" in done(capsys, "house", "init", path, *on)
    before = lines_of(database_url)
    assert before[0].startswith('{"schema":1,"stream":"house","sequence":1,"id":"floor"')
    assert '"name":"mine.toml"' in before[0]
    for again in ((path,), ()):
        assert "is there already" in done(capsys, "house", "init", *again, *on)
    assert lines_of(database_url) == before
    assert verified(database_url).lines == len(before)


def test_another_floor_is_refused_with_what_differs(
    database_url: str, tmp_path: Path, capsys: Capture
) -> None:
    founded(database_url).close()
    before = lines_of(database_url)
    floor = default_floor()
    first, *rest = floor.tables
    path = tmp_path / "other.toml"
    for other, told in (
        (
            replace(floor, name="The Lead Mine"),
            'floor name is "The Silver Mine" in the house and "The Lead Mine" in other.toml',
        ),
        (replace(floor, badges=()), f"badge {floor.badges[0].number} is only in the house"),
        (
            replace(floor, tables=(replace(first, pit="9"), *rest)),
            f'table {first.id} pit is "{first.pit}" in the house and "9" in other.toml',
        ),
        (
            replace(floor, tables=(*floor.tables, replace(rest[-1], id="99"))),
            "table 99 is only in other.toml",
        ),
    ):
        path.write_text(write_floor(other))
        line = refused(capsys, "house", "init", path, "--database", database_url)
        assert told in line and "commands of two people" in line
    path.write_text(write_floor(replace(floor, tables=(*rest, first))))
    assert "there already" in done(capsys, "house", "init", path, "--database", database_url)
    assert lines_of(database_url) == before


def test_an_unsound_floor_founds_nothing(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[floor]\nname = "X"\n[[tables]]\nid = "1"\ngame = "whist"\n')
    refused(capsys, "house", "init", path, "--database", tmp_path / "house.db")
    assert no_file_but(tmp_path, "bad.toml")


# --- the administrator's code ---


def test_a_pipe_gets_no_code(database_url: str, capsys: Capture) -> None:
    out = done(capsys, "house", "init", "--database", database_url)
    assert "no code for an administrator was made" in out and "new-code" in out
    assert rows_of(database_url, "one_time") == []
    line = refused(capsys, "house", "new-code", "--database", database_url)
    assert "--code-file" in line and rows_of(database_url, "one_time") == []


def test_a_file_of_ones_own_gets_it(database_url: str, tmp_path: Path, capsys: Capture) -> None:
    path, on = tmp_path / "code", ("--database", database_url)
    out = done(capsys, "house", "init", "--code-file", path, *on)
    code = path.read_text().strip()
    assert len(code) == 19 and code not in out and str(path) in out
    assert path.stat().st_mode & 0o777 == 0o600
    assert "is there already" in done(capsys, "house", "init", "--code-file", path, *on)
    assert path.read_text().strip() == code, "init shows it once"
    line = refused(capsys, "house", "new-code", "--code-file", path, *on)
    assert "cannot be written" in line and path.read_text().strip() == code
    assert [row[-1] for row in rows_of(database_url, "one_time")] == [None], "and it still counts"
    other = tmp_path / "other"
    done(capsys, "house", "new-code", "--code-file", other, *on)
    assert other.read_text() != path.read_text()
    assert len([row for row in rows_of(database_url, "one_time") if row[-1] is None]) == 1


def test_a_terminal_shows_it(tmp_path: Path) -> None:
    on = ("--database", str(tmp_path / "house.db"))
    shown = []
    for command in ("init", "new-code"):
        terminal = Terminal("house", command, *on)
        shown.append(" ".join(terminal.until("an hour").split()))
        assert terminal.process.wait(30) == 0
    first, second = (re.search(r"code is ([0-9A-Z-]{19}):", text) for text in shown)
    assert first and second and first[1] != second[1]


def test_a_restored_house_has_nobody_signed_in(
    database_url: str, other_url: str, tmp_path: Path, capsys: Capture
) -> None:
    """PINs and devices stay; sessions and codes may have ended since; the log is numbered on."""
    founded(database_url).close()
    house = Building(database_url)
    signed = house.signed_in("2207")
    device = house.people.pair(str(house.people.code_for("sign", "3", 0, "5501")))
    code = str(house.people.code_for("sign", "4", 0, "5501"))
    first, last = house.first_code(), house.people.accesses()[0].number
    house.people.propose("link/sun-7", "adjust", "2207")
    house.database.close()
    done(capsys, "house", "backup", tmp_path / "backup", "--database", database_url)
    done(capsys, "house", "restore", tmp_path / "backup", "--database", other_url)
    restored = Building(other_url)
    assert restored.people.who(signed.token) is None
    assert isinstance(device, Paired) and restored.people.who(device.token) == device.who
    assert isinstance(restored.people.pair(code), Refusal)
    assert isinstance(restored.people.use_first_code(first, "5501", "1234"), Refusal)
    restored.signed_in("2207")
    assert restored.people.accesses()[0].number > last
    assert restored.people.propose("link/sun-7", "adjust", "2207") == 2
    restored.database.close()


# --- status ---


def test_status_says_how_a_house_stands(house: str, capsys: Capture) -> None:
    data = asked(capsys, "house", "status", "--database", house)
    lines = lines_of(house)
    assert (data["schema"], data["floor"], data["lines"]) == (HEAD, "The Silver Mine", len(lines))
    assert {name: one["lines"] for name, one in data["streams"].items()} == {
        name: len(lines_of(house, name)) for name in data["streams"]
    }
    assert data["root"] == verified(house).root
    jackpots = {one["id"]: one for one in data["jackpots"]}
    hit = jackpots["sun-7"]["hits"][0]
    assert (hit["state"], hit["amount_cents"]) == ("paid", 500_030)
    # The reserve of two units is the new meter, and a third, which nobody counted yet, is shown.
    assert jackpots["sun-7"]["displayed_cents"] == 2 * 5 + 15
    assert data["checkpoint"]["number"] >= 2 and data["bytes"] > 10_000
    out = done(capsys, "house", "status", "--database", house)
    assert data["root"] in out and "$0.25" in out and "writer       none" in out


def test_status_says_who_writes(house: str, capsys: Capture) -> None:
    assert asked(capsys, "house", "status", "--database", house)["writers"] == []
    with closing(Database(house)) as database, closing(House(database)):
        (writer,) = asked(capsys, "house", "status", "--database", house)["writers"]
        if database.sqlite:
            assert writer == str(os.getpid())
        assert f"process {writer}" in done(capsys, "house", "status", "--database", house)
    assert asked(capsys, "house", "status", "--database", house)["writers"] == []


# --- migrate ---


def test_an_older_house_is_migrated_and_goes_on(house: str, capsys: Capture) -> None:
    odometers = rows_of(house, "odometer")
    as_first_schema(house)
    line = refused(capsys, "house", "status", "--database", house)
    assert "schema 0001" in line and "pitboss house migrate" in line
    steps = done(capsys, "house", "migrate", "--database", house)
    assert "schema 0001 to 0002 to " in steps and steps.endswith(f" to {HEAD}\n")
    assert rows_of(house, "odometer") == odometers
    verified(house)
    play(house, "table 2: bet 1 player 5, sun-7-progressive 1\ntable 2: coup 9s Kd / 4h 2c", "more")
    assert f"has schema {HEAD} already" in done(capsys, "house", "migrate", "--database", house)


def test_a_newer_house_is_refused(house: str, tmp_path: Path, capsys: Capture) -> None:
    with closing(Database(house)) as database, database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    on = ("--database", house)
    for part in (("status",), ("migrate",), ("export", tmp_path / "e"), ("init",)):
        assert "newer version of pitboss" in refused(capsys, "house", *part, *on)
    words = ("house", "restore", plain_path(house), "--database", tmp_path / "new.db")
    assert house.startswith("postgresql") or "newer version" in refused(capsys, *words)


def test_nobody_migrates_or_imports_while_a_house_is_written(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "table.jsonl"
    path.write_text("".join(baccarat(1).lines))
    with closing(Database(house)) as database, closing(House(database)):
        for part in (("migrate",), ("import", path)):
            line = refused(capsys, "house", *part, "--database", house)
            assert "end that one first" in line
    done(capsys, "house", "import", path, "--database", house)


# --- backup and restore ---


def test_a_backup_restores_to_either_database(
    house: str, other_url: str, tmp_path: Path, capsys: Capture
) -> None:
    backup = tmp_path / "monday.backup"
    lines = lines_of(house)
    assert f"{len(lines)} lines" in done(capsys, "house", "backup", backup, "--database", house)
    out = done(capsys, "house", "restore", backup, "--database", other_url)
    assert f"{len(lines)} lines" in out and verified(house).root in out
    for table in TABLES:
        assert rows_of(other_url, table) == rows_of(house, table), table
    more = "table 2: bet 1 player 5, sun-7-progressive 1\ntable 2: coup 9s Kd / 4h 2c"
    play(other_url, more, "more")
    assert lines_of(other_url)[: len(lines)] == lines
    verified(other_url)
    assert lines_of(house) == lines


def test_a_backup_is_a_house_by_itself(house: str, tmp_path: Path, capsys: Capture) -> None:
    backup = tmp_path / "monday.backup"
    done(capsys, "house", "backup", backup, "--database", house)
    assert lines_of(f"sqlite:///{backup}") == lines_of(house)
    assert verified(f"sqlite:///{backup}").root == verified(house).root


def test_a_backup_is_of_one_moment_while_a_house_is_written(
    database_url: str, tmp_path: Path, capsys: Capture
) -> None:
    founded(database_url).close()
    over = threading.Event()

    def write() -> None:
        try:
            play(database_url, EVENING)
            for number in range(40):  # a shoe has eight of each card
                suit = "shdc"[number % 4]
                natural = ("9{0} K{0} / 4{0} 2{0}", "8{0} Q{0} / 5{0} A{0}")[number // 20]
                coup = f"table 2: coup {natural.format(suit)}"
                script = f"table 2: bet 1 player 5\n{coup}\ntable 2: finish"
                play(database_url, script, f"more {number}")
                if over.is_set():
                    return
        finally:
            over.set()

    writer = threading.Thread(target=write)
    writer.start()
    backups: list[Path] = []
    try:
        while not over.is_set() and len(backups) < 8:
            backups.append(tmp_path / f"{len(backups)}.backup")
            done(capsys, "house", "backup", backups[-1], "--database", database_url)
    finally:
        over.set()
        writer.join()
    whole = lines_of(database_url)
    counts = []
    for backup in backups:
        copied = lines_of(f"sqlite:///{backup}")
        assert copied == whole[: len(copied)]
        verified(f"sqlite:///{backup}")
        counts.append(len(copied))
    assert counts == sorted(counts) and len(set(counts)) > 2, "the writer went on meanwhile"


def test_a_backup_of_an_older_schema_is_restored_and_migrated(
    house: str, other_url: str, tmp_path: Path, capsys: Capture
) -> None:
    odometers = rows_of(house, "odometer")
    as_first_schema(house)
    done(capsys, "house", "backup", tmp_path / "old.backup", "--database", house)
    done(capsys, "house", "restore", tmp_path / "old.backup", "--database", other_url)
    assert rows_of(other_url, "odometer") == odometers
    assert Database(house).schema() == "0001"


def test_nothing_is_written_over(house: str, tmp_path: Path, capsys: Capture) -> None:
    backup = tmp_path / "monday.backup"
    backup.write_text("precious")
    on = ("--database", house)
    assert "backups are not overwritten" in refused(capsys, "house", "backup", backup, *on)
    assert backup.read_text() == "precious"
    backup.unlink()
    nowhere = tmp_path / "nowhere" / "x"
    assert "cannot be written" in refused(capsys, "house", "backup", nowhere, *on)
    done(capsys, "house", "backup", backup, *on)
    before = lines_of(house)
    assert "holds a house already" in refused(capsys, "house", "restore", backup, *on)
    assert lines_of(house) == before


@pytest.fixture
def whole_backup(tmp_path: Path) -> Path:
    url = f"sqlite:///{tmp_path / 'source.db'}"
    founded(url).close()
    play(url, EVENING)
    return tmp_path / "source.db"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5_000])


def letter(path: Path) -> None:
    path.write_text("Dear Ada")


def no_house(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cards (name TEXT)")


@pytest.mark.parametrize("damage", [cut, letter, no_house, Path.unlink])
def test_what_is_no_backup_is_not_restored(
    database_url: str, whole_backup: Path, capsys: Capture, damage: Callable[[Path], object]
) -> None:
    damage(whole_backup)
    line = refused(capsys, "house", "restore", whole_backup, "--database", database_url)
    assert "is no backup" in line
    assert Database(database_url).schema() is None


def test_a_backup_that_was_altered_is_found_out(
    database_url: str, whole_backup: Path, capsys: Capture
) -> None:
    with closing(sqlite3.connect(whole_backup)) as connection:
        connection.execute("UPDATE journal SET actor = 'Mallory' WHERE position = 20")
        connection.commit()
    line = refused(capsys, "house", "restore", whole_backup, "--database", database_url)
    assert "actor" in line


# --- export ---


def test_a_floor_is_exported_as_replay_verifies_it(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "evening.jsonl"
    count = len(lines_of(house))
    assert f"{count} lines" in done(capsys, "house", "export", path, "--database", house)
    data = asked(capsys, "replay", path)
    status = asked(capsys, "house", "status", "--database", house)
    assert data["sound"] and data["jackpots"] == status["jackpots"]
    assert done(capsys, "house", "export", "-", "--database", house) == path.read_text()
    line = refused(capsys, "house", "export", path, "--database", house)
    assert "not overwritten" in line


def test_a_table_is_exported_as_replay_verifies_it(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    for number, words in enumerate((("--table", "1"), ("--stream", "table/1"))):
        path = tmp_path / f"{number}.jsonl"
        done(capsys, "house", "export", path, *words, "--database", house)
        assert path.read_text().splitlines() == lines_of(house, "table/1")
        assert asked(capsys, "replay", path)["sound"]


def test_what_cannot_be_exported(house: str, tmp_path: Path, capsys: Capture) -> None:
    export = ("house", "export", tmp_path / "x.jsonl", "--database", house)
    for words, reason in (
        (("--stream", "link/sun-8"), 'did you mean "link/sun-7"?'),
        (("--table", "17"), "no lines of"),
        (("--table", "1", "--stream", "table/1"), "keep one of them"),
    ):
        assert reason in refused(capsys, *export, *words)
    assert not (tmp_path / "x.jsonl").exists()


# --- import ---


def dealt(tmp_path: Path, capsys: Capture, table: str = "12") -> Path:
    """Return the journal that a table of the floor wrote into a file."""
    path = tmp_path / f"table-{table}.jsonl"
    words = ("--rounds", "3", "--seed", "5", "--positions", "2")
    done(capsys, "deal", "--table", table, *words, "--journal", path)
    return path


def test_a_table_of_a_file_goes_on_in_a_house(house: str, tmp_path: Path, capsys: Capture) -> None:
    path = dealt(tmp_path, capsys)
    before = lines_of(house)
    out = done(capsys, "house", "import", path, "--database", house)
    count = len(path.read_text().splitlines())
    assert f"{count} lines of table/12" in out
    assert lines_of(house) == [*before, *path.read_text().splitlines()]
    back = tmp_path / "back.jsonl"
    done(capsys, "house", "export", back, "--table", "12", "--database", house)
    assert back.read_bytes() == path.read_bytes()
    assert asked(capsys, "replay", back)["lines"] == count
    verified(house)
    play(house, "table 12: sit 5\n> accepted", "more")
    verified(house)
    done(capsys, "house", "export", tmp_path / "whole.jsonl", "--database", house)
    assert asked(capsys, "replay", tmp_path / "whole.jsonl")["sound"]


JOURNALS = (baccarat, irregular_baccarat, sealed, withdrawn)


@pytest.mark.parametrize("make", JOURNALS)
def test_any_journal_of_a_table_comes_back_line_for_line(
    database_url: str, tmp_path: Path, capsys: Capture, make: Callable[[], Session]
) -> None:
    founded(database_url).close()
    path = tmp_path / "table.jsonl"
    path.write_text("".join(make().lines))
    done(capsys, "house", "import", path, "--database", database_url)
    assert lines_of(database_url, "table/3") == path.read_text().splitlines()
    verified(database_url)


def test_a_floor_comes_into_an_empty_database_and_back(
    database_url: str, tmp_path: Path, capsys: Capture
) -> None:
    script, path = tmp_path / "evening.script", tmp_path / "evening.jsonl"
    script.write_text(EVENING)
    done(capsys, "floor", "--script", script, "--journal", path)
    done(capsys, "house", "import", path, "--database", database_url)
    assert lines_of(database_url) == path.read_text().splitlines()
    verified(database_url)
    done(capsys, "replay", path)
    play(database_url, "table 2: bet 1 player 5\ntable 2: coup 9s Kd / 4h 2c", "more")
    line = refused(capsys, "house", "import", path, "--database", database_url)
    assert "holds a house already" in line


def text_of(url: str, stream: str) -> str:
    return "".join(f"{line}\n" for line in lines_of(url, stream))


SCHEMA_0 = Path(__file__).parent / "data" / "schema-0.jsonl"
DAMAGES: dict[str, Callable[[str, str], str]] = {
    "line 1 was altered": lambda text, _: text.replace('"actor":"', '"actor":"M', 2),
    "cut off": lambda text, _: text[:-40],
    "line 1 was dropped": lambda text, _: text.partition("\n")[2],
    "no lines": lambda *_: "",
    "schema 0": lambda *_: SCHEMA_0.read_text(),
    "table 1 has": lambda _, house: text_of(house, "table/1"),
    "link/sun-7 alone": lambda _, house: text_of(house, "link/sun-7"),
    "holds a house already": lambda _, house: text_of(house, "house"),
}


@pytest.mark.parametrize("reason", DAMAGES)
def test_what_cannot_be_imported_leaves_nothing(
    house: str, tmp_path: Path, capsys: Capture, reason: str
) -> None:
    path = dealt(tmp_path, capsys)
    path.write_text(DAMAGES[reason](path.read_text(), house))
    before = {table: rows_of(house, table) for table in TABLES}
    assert reason in refused(capsys, "house", "import", path, "--database", house)
    path.unlink()
    assert "cannot be read" in refused(capsys, "house", "import", path, "--database", house)
    assert {table: rows_of(house, table) for table in TABLES} == before


def test_a_table_is_imported_once_and_where_it_belongs(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    path = dealt(tmp_path, capsys)
    on = ("--database", house)
    done(capsys, "house", "import", path, *on)
    line = refused(capsys, "house", "import", path, *on)
    assert "lines already" in line
    stranger = tmp_path / "stranger.jsonl"
    words = ("--with", "number 77", "--journal", stranger)
    done(capsys, "deal", "baccarat", "--rounds", "1", *words)
    assert 'no table "77"' in refused(capsys, "house", "import", stranger, *on)


def test_a_linked_table_is_not_imported_without_its_jackpots(
    database_url: str, tmp_path: Path, capsys: Capture
) -> None:
    source = f"sqlite:///{tmp_path / 'source.db'}"
    founded(source).close()
    play(source, EVENING)
    path = tmp_path / "table-1.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines_of(source, "table/1")))
    floor = tmp_path / "without.toml"
    floor.write_text(write_floor(replace(default_floor(), jackpots=())))
    founded(database_url, floor).close()
    line = refused(capsys, "house", "import", path, "--database", database_url)
    assert "line 2: table 1 was linked to jackpots of another house" in line
    for journal, table, jackpot in ((path, 1, "harmony"), (dealt(tmp_path, capsys, "4"), 4, "ez")):
        empty = f"sqlite:///{tmp_path / f'{table}.db'}"
        founded(empty).close()
        line = refused(capsys, "house", "import", journal, "--database", empty)
        assert f"table {table} is linked to {jackpot}, which knows nothing of it" in line
    assert not any("table/1" in line for line in lines_of(database_url))


# --- report ---


@pytest.mark.parametrize("name", ["", "wins", "movement", "identity", "reconciliation"])
def test_a_house_is_reported_as_its_journal_is(
    house: str, tmp_path: Path, capsys: Capture, name: str
) -> None:
    path = tmp_path / "evening.jsonl"
    done(capsys, "house", "export", path, "--database", house)
    words = (name,) if name else ()
    ours = asked(capsys, "house", "report", *words, "--database", house)
    theirs = asked(capsys, "report", path, *words)
    assert {**ours, "file": ""} == {**theirs, "file": ""} and ours["rows"]


def test_what_cannot_be_reported(house: str, capsys: Capture) -> None:
    report = ("house", "report", "--database", house)
    assert 'did you mean "wins"?' in refused(capsys, *report, "wons")
    assert 'did you mean "sun-7"?' in refused(capsys, *report, "--jackpot", "sun-8")
    assert "needs a file" in refused(capsys, *report, "--format", "xlsx")


# --- disks and servers that fail ---


def test_a_lost_server_is_told_and_all_is_there_when_it_is_back(
    cluster: Cluster, postgresql_url: str, tmp_path: Path, capsys: Capture
) -> None:
    founded(postgresql_url).close()
    play(postgresql_url, EVENING)
    before = lines_of(postgresql_url)
    cluster.end()
    for part in (("status",), ("export", tmp_path / "x"), ("backup", tmp_path / "x")):
        line = refused(capsys, "house", *part, "--database", postgresql_url)
        assert "start the database again" in line
    assert no_file_but(tmp_path)
    cluster.start()
    assert lines_of(postgresql_url) == before


def test_a_backup_on_a_full_disk_leaves_no_file(
    house: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = "max_page_count=12"

    def connect(path: str) -> sqlite3.Connection:
        connection = sqlite3.connect(path)
        if path.endswith(".backup"):
            connection.execute(f"PRAGMA {full}")
        return connection

    monkeypatch.setattr(copying, "connect", connect)
    if not house.startswith("sqlite"):
        monkeypatch.setattr(database_module, "PRAGMAS", (*database_module.PRAGMAS, full))
    backup = tmp_path / "monday.backup"
    line = refused(capsys, "house", "backup", backup, "--database", house)
    assert "disk is full" in line and "make room" in line
    assert not list(tmp_path.glob("monday*"))
    monkeypatch.undo()
    done(capsys, "house", "backup", backup, "--database", house)
