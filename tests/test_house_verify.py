"""Whatever is done to a database is found, and the first bad line is named."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from databases import Cluster
from floor_runs import FLOORS, SCENARIOS, Played
from house_floors import house_of, kept
from house_tampering import (
    ORDER,
    Row,
    add,
    as_before,
    change,
    changed,
    drop,
    followed_by,
    forge,
    rewrite,
    rows_of,
    without,
)
from pitboss.cli import main
from pitboss.house.checkpoints import Checkpoint, checkpoint_of, root_of
from pitboss.house.database import Database
from pitboss.house.journal.pieces import LINES
from pitboss.house.schema import AMOUNT, MENTION, PIECE, SNAPSHOT
from pitboss.house.snapshots import own_hash
from pitboss.house.store import Head, heads_of
from pitboss.house.verifying import Verified, verify
from pitboss.house.writer import House
from pitboss.jackpot.hits import PayHit, RecordHit
from pitboss.jackpot.link import CountContributions, DrawFixedPays, ReverseRound
from pitboss.jackpot.replaying import floor_hash
from pitboss.jackpot.settings import OpenJackpot
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.record.recorder import Request
from pitboss.table.steps.hits import NoteHit, PayShares
from pitboss.table.steps.panel import LinkJackpots, ShowJackpot
from pitboss.table.steps.positions import BuyIn, Sit

TWO_HITS = "004-30-2899.07-6-e-two-hits-at-once.script"
TWO_TABLES = FLOORS / "eternal-stops.toml"
EVERY = 20


def script(name: str) -> str:
    return (SCENARIOS / name).read_text()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """Give a house of two tables with two hits, which a running house went on with."""
    name = cluster.create()
    path = tmp_path_factory.mktemp("verify") / "house.db"
    database = Database(str(path) if request.param == "sqlite" else cluster.url(name))
    kept(database, Played(script(TWO_HITS), TWO_TABLES), every=EVERY)
    running = House(Database(database.url.render_as_string(hide_password=False)))
    for position in (5, 6):
        asked = Request(f"seat-{position}", Sit(position), "Ada", "desk 1")
        assert not isinstance(running.give("table/2", asked).answer, Refusal)
    running.close()
    yield database
    database.close()
    cluster.drop(name)


def damage(
    database: Database, *, redecide: bool = False, fast: bool = False, expect: str | None = None
) -> Refusal:
    """Return what verification names; whatever is wrong must be found."""
    with pytest.raises(Unreadable) as caught:
        verify(database, redecide=redecide, chains_only=fast, expect=expect)
    return caught.value.refusal


# --- a sound house ---


def test_a_sound_house_is_counted(house: Database) -> None:
    found: list[Verified] = []
    told: list[tuple[int, int]] = []
    for redecide in (False, True):
        found.append(verify(house, redecide=redecide, progress=lambda *seen: told.append(seen)))
    assert found[0] == found[1]
    counted = found[0]
    assert counted.lines == len(rows_of(house, "journal")) == told[-1][0] == told[-1][1]
    assert counted.transfers == len(rows_of(house, "transfer"))
    assert counted.checkpoints == len(rows_of(house, "checkpoint")) >= 3
    assert counted.warnings == ()
    with house.engine.connect() as connection:
        heads = heads_of(connection)
    assert counted.heads == heads and counted.root == floor_hash(heads)
    chains = verify(house, chains_only=True)
    assert (chains.heads, chains.events) == (counted.heads, counted.events)


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.script"))[::4], ids=lambda one: one.name)
def test_every_kind_of_floor_is_decided_again(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    first = text.partition("\n")[0]
    floor = FLOORS / first.removeprefix("# floor: ") if first.startswith("# floor: ") else None
    database = house_of(str(tmp_path / "house.db"), text, floor)
    counted = verify(database, redecide=True)
    assert counted.warnings == () and counted.events > 0
    database.close()


def test_a_house_that_runs_can_be_verified(house: Database) -> None:
    with as_before(house):
        running = House(Database(house.url.render_as_string(hide_password=False)))
        before = verify(house)
        asked = Request("seat-7", Sit(7), "Ada", "desk 1")
        assert not isinstance(running.give("table/2", asked).answer, Refusal)
        assert verify(house, redecide=True).lines == before.lines + 1
        running.close()


# --- any column of any row ---

COLUMNS = {
    "journal": ("stream", "version", "command", "actor", "device", "at", "body", "hash"),
    "transfer": ("stream", "version", "id", "debit", "credit", "micros", "code"),
    "checkpoint": ("number", "at", "heads", "root", "previous", "hash"),
    "odometer": ("stream", "jackpot", "units"),
}


def others(column: str, row: Row, neighbour: Row) -> Iterator[object]:
    """Yield other values for a column of a row."""
    value = row[column]
    if isinstance(value, int):
        yield from (value + 1, value + 1_000, -1, 0)
    else:
        yield from ("", f"{value}x", "table/9", "table/2")
    if isinstance(value, str) and value:
        flipped = "1" if value[-1] != "1" else "2"
        yield from (value[:-1] + flipped, value[:-1], value.swapcase(), value + "\n")
    if column == "device":
        yield None
    yield neighbour[column]


def place(table: str, row: Row) -> str:
    """Return how the line of a row is named."""
    if table == "checkpoint":
        return f"checkpoint {row['number']}"
    return f"{row['stream']}, line {row['version']}" if table != "odometer" else row["stream"]


def chosen(rows: list[Row], which: str) -> tuple[Row, Row]:
    """Return a row, and the one beside it."""
    at = {"first": 0, "middle": len(rows) // 2, "last": len(rows) - 1}[which]
    return rows[at], rows[at - 1 if at else len(rows) - 1]


@pytest.mark.parametrize("which", ["first", "middle", "last"])
@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table in COLUMNS for column in COLUMNS[table]]
)
def test_a_column_that_was_changed_is_found(
    house: Database, table: str, column: str, which: str
) -> None:
    row, neighbour = chosen(rows_of(house, table), which)
    tried = 0
    for value in others(column, row, neighbour):
        if value == row[column]:
            continue
        with as_before(house):
            try:
                change(house, table, row, **{column: value})
            except DBAPIError:  # the database itself does not take it
                continue
            tried += 1
            told = damage(house, fast=table in ("journal", "checkpoint") and tried > 1)
            if column not in ORDER[table]:
                assert place(table, row) in told.message, (value, told)
    assert tried >= 2


@pytest.mark.parametrize("column", COLUMNS["journal"])
def test_no_row_of_the_journal_can_be_changed(house: Database, column: str) -> None:
    """Lines all over, by the part of verification that does not read them."""
    rows = rows_of(house, "journal")
    for row in rows[COLUMNS["journal"].index(column) % 5 :: 5]:
        value = row[column] + 1_000 if isinstance(row[column], int) else f"{row[column]}7"
        change(house, "journal", row, **{column: value})
        with pytest.raises(Unreadable) as caught:
            verify(house, chains_only=True)
        assert place("journal", row) in str(caught.value) or column in ORDER["journal"]
        change(house, "journal", {**row, column: value}, **{column: row[column]})
    assert verify(house, chains_only=True).lines == len(rows)


def test_no_transfer_can_be_changed(house: Database) -> None:
    rows = rows_of(house, "transfer")
    for row in rows[:: max(1, len(rows) // 25)]:
        for column, value in (("micros", row["micros"] + 1), ("debit", row["credit"])):
            change(house, "transfer", row, **{column: value})
            told = damage(house)
            assert told.code == "transfer-altered" and place("transfer", row) in told.message
            assert column in told.message
            change(house, "transfer", row, **{column: row[column]})


@pytest.mark.parametrize("which", ["first", "middle", "last"])
@pytest.mark.parametrize("column", ["body", "command", "hash", "at"])
def test_columns_of_two_lines_that_were_exchanged_are_found(
    house: Database, column: str, which: str
) -> None:
    rows = [row for row in rows_of(house, "journal") if row["stream"] == "table/1"]
    row, neighbour = chosen(rows, which)
    if row[column] == neighbour[column]:
        neighbour = next(one for one in rows if one[column] != row[column])
    with as_before(house):
        change(house, "journal", row, **{column: "kept for a moment"})
        change(house, "journal", neighbour, **{column: row[column]})
        change(house, "journal", row, **{column: neighbour[column]})
        first = min(row["version"], neighbour["version"])
        assert f"table/1, line {first}" in damage(house).message


@pytest.mark.parametrize("table", ["journal", "transfer", "checkpoint"])
def test_whole_rows_that_were_exchanged_are_found(house: Database, table: str) -> None:
    rows = rows_of(house, table)
    row, other = rows[1], rows[2] if table == "checkpoint" else rows[-1]
    keys = ORDER[table]
    plain = [name for name in COLUMNS[table] if name not in keys]
    with as_before(house):
        for one in (row, other):
            drop(house, table, one)
        add(house, table, {**row, **{name: other[name] for name in plain}})
        add(house, table, {**other, **{name: row[name] for name in plain}})
        assert place(table, row) in damage(house).message


@pytest.mark.parametrize("which", ["first", "middle", "last"])
@pytest.mark.parametrize("table", ["journal", "transfer", "odometer"])
def test_a_row_that_was_dropped_is_found(house: Database, table: str, which: str) -> None:
    row, _ = chosen(rows_of(house, table), which)
    with as_before(house):
        drop(house, table, row)
        told = damage(house)
        assert place(table, row) in told.message or f"line {row['version']} is missing" in (
            told.message
        )


@pytest.mark.parametrize("which", ["first", "middle"])
def test_a_checkpoint_that_was_dropped_is_found(house: Database, which: str) -> None:
    row, _ = chosen(rows_of(house, "checkpoint"), which)
    with as_before(house):
        drop(house, "checkpoint", row)
        assert f"checkpoint {row['number']} is missing" in damage(house).message


def test_without_any_checkpoint_that_is_told(house: Database) -> None:
    """No line is lost by it; but then only a root that was noted shows a tail cut off."""
    with as_before(house):
        for row in rows_of(house, "checkpoint"):
            drop(house, "checkpoint", row)
        counted = verify(house)
        assert any("no checkpoint knows" in text for text in counted.warnings)


@pytest.mark.parametrize("table", list(COLUMNS))
def test_a_row_that_was_added_is_found(house: Database, table: str) -> None:
    last = rows_of(house, table)[-1]
    copies = {
        "journal": {"version": last.get("version", 0) + 1, "command": "copy"},
        "transfer": {"id": last.get("id", 0) + 1},
        "checkpoint": {"number": last.get("number", 0) + 1},
        "odometer": {"jackpot": "harmony", "stream": "table/12"},
    }
    with as_before(house):
        add(house, table, {**last, **copies[table]})
        assert damage(house).code in (
            *("journal-altered", "transfer-altered", "checkpoint-altered", "odometer-altered"),
        )


def test_transfers_of_no_line_are_found(house: Database) -> None:
    row = rows_of(house, "transfer")[0]
    for stream, version in (("table/77", 1), ("table/1", 9_999), ("nowhere", 1), ("house", 1)):
        with as_before(house):
            add(house, "transfer", {**row, "stream": stream, "version": version})
            assert stream in damage(house).message


def test_text_that_is_none_is_found_where_it_stands(tmp_path: Path) -> None:
    database = house_of(str(tmp_path / "house.db"), script(TWO_HITS), TWO_TABLES)
    with sqlite3.connect(tmp_path / "house.db") as file:
        file.execute(
            "UPDATE journal SET body = CAST(x'7bff7d' AS TEXT) WHERE stream='table/2' AND version=5"
        )
    assert "table/2, line 5" in damage(database).message
    database.close()


@pytest.mark.parametrize("value", [b"\x00", 7, 1.5])
def test_values_of_another_type_are_found(tmp_path: Path, value: object) -> None:
    """A file of SQLite takes any value in any column."""
    database = house_of(str(tmp_path / "house.db"), script(TWO_HITS), TWO_TABLES)
    for table in COLUMNS:
        row = rows_of(database, table)[1]
        for column in COLUMNS[table]:
            where = " AND ".join(f"{name} = ?" for name in ORDER[table])
            keys = [row[name] for name in ORDER[table]]
            if value == row[column]:
                continue
            with as_before(database), sqlite3.connect(tmp_path / "house.db") as file:
                try:
                    file.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value, *keys))
                except sqlite3.IntegrityError:  # but for keys
                    continue
                file.commit()
                assert damage(database)
    database.close()


# --- a tail that was cut off ---


def cut(database: Database, stream: str, lines: int) -> None:
    """Cut lines off the end of a stream, with all that is derived from them."""
    last = max(row["version"] for row in rows_of(database, "journal") if row["stream"] == stream)
    for table in ("journal", "transfer"):
        for row in rows_of(database, table):
            if row["stream"] == stream and row["version"] > last - lines:
                drop(database, table, row)
    with database.engine.begin() as connection:
        connection.execute(sa.delete(SNAPSHOT))
        for index in (PIECE, MENTION, AMOUNT):
            cut_off = index.c.piece >= max(last - lines, 0) // LINES
            connection.execute(sa.delete(index).where(index.c.stream == stream, cut_off))


def test_a_tail_that_was_cut_off_is_found_by_a_checkpoint(house: Database) -> None:
    last = verify(house).heads["table/1"].version
    for lines in (1, 3):
        with as_before(house):
            cut(house, "table/1", lines)
            told = damage(house)
            assert told.code == "journal-cut-off"
            assert f"line {last - lines + 1} is missing" in told.message


def test_a_whole_stream_that_was_dropped_is_found(house: Database) -> None:
    with as_before(house):
        cut(house, "table/2", 10_000)
        told = damage(house)
        assert told.code == "journal-cut-off" and "table/2" in told.message


def test_a_tail_cut_off_with_its_checkpoints_is_found_by_the_root_noted(house: Database) -> None:
    root = verify(house).root
    with as_before(house):
        cut(house, "table/1", 2)
        for row in rows_of(house, "checkpoint"):
            drop(house, "checkpoint", row)
        verify(house)
        assert damage(house, expect=root).code == "journal-ends-elsewhere"


def test_the_root_is_that_of_the_heads(house: Database) -> None:
    counted = verify(house)
    assert verify(house, expect=counted.root) == counted
    other = damage(house, expect="0" * 64)
    assert other.code == "journal-ends-elsewhere" and counted.root in other.message
    before = Head(counted.heads["table/1"].version, "1" * 64)
    assert root_of({**counted.heads, "table/1": before}) != counted.root


def test_a_house_that_went_on_after_the_root_was_noted_is_told(tmp_path: Path) -> None:
    database = house_of(str(tmp_path / "house.db"), script(TWO_HITS), TWO_TABLES)
    root = verify(database).root
    running = House(Database(str(tmp_path / "house.db")))
    running.give("table/1", Request("on", BuyIn(3, 500)))
    running.close()
    told = damage(database, expect=root)
    assert told.code == "journal-ends-elsewhere" and "it goes on after checkpoint" in told.message
    database.close()


def replaced(row: Row, at: str) -> Row:
    """Return a checkpoint of another time, with every hash right."""
    heads = Checkpoint(**row).head_of()
    return checkpoint_of(row["number"], at, heads, row["previous"])._asdict()


def test_the_last_checkpoint_dropped_alone_is_found_by_the_seal_noted(house: Database) -> None:
    """Every line is there, so the root alone shows nothing."""
    counted = verify(house)
    assert verify(house, expect=counted.seal) == counted
    rows = rows_of(house, "checkpoint")
    for gone in (1, 2, len(rows)):
        with as_before(house):
            for row in rows[-gone:]:
                drop(house, "checkpoint", row)
            assert verify(house, expect=counted.root).root == counted.root
            for fast in (False, True):
                told = damage(house, fast=fast, expect=counted.seal)
                assert told.code == "journal-ends-elsewhere"
                assert "checkpoints dropped" in told.remedy and counted.root in told.message


def test_the_last_checkpoint_written_anew_is_found_by_the_seal_noted(house: Database) -> None:
    seal = verify(house).seal
    row = rows_of(house, "checkpoint")[-1]
    with as_before(house):
        change(house, "checkpoint", row, **replaced(row, "2031-01-01T00:00:00.000Z"))
        verify(house)
        assert damage(house, expect=seal).code == "journal-ends-elsewhere"


def test_a_checkpoint_after_the_seal_was_noted_is_told(house: Database) -> None:
    """A house that is opened and closed writes one, and no line."""
    counted = verify(house)
    with as_before(house):
        running = House(Database(house.url.render_as_string(hide_password=False)))
        running.load()
        running.close()
        assert verify(house, expect=counted.root).checkpoints == counted.checkpoints + 1
        told = damage(house, expect=counted.seal)
        assert f"it goes on after checkpoint {counted.checkpoints}" in told.message


def test_the_command_takes_the_seal(house: Database, capsys: pytest.CaptureFixture[str]) -> None:
    seal = verify(house).seal
    assert main(words(house, "--expect", seal)) == 0
    assert seal in capsys.readouterr().out
    assert main(words(house, "--format", "json")) == 0
    assert json.loads(capsys.readouterr().out)["seal"] == seal
    with as_before(house):
        drop(house, "checkpoint", rows_of(house, "checkpoint")[-1])
        assert main(words(house, "--expect", seal)) == 2
        assert "does not end as expected" in capsys.readouterr().err


# --- snapshots are a cache ---


def snapshot(database: Database, stream: str, **values: object) -> None:
    last = SNAPSHOT.c.version == last_snapshot(database, stream).version
    own = SNAPSHOT.c.stream == stream
    with database.engine.begin() as connection:
        connection.execute(sa.update(SNAPSHOT).where(own, last).values(**values))


def last_snapshot(database: Database, stream: str) -> sa.Row[Any]:
    query = sa.select(SNAPSHOT).where(SNAPSHOT.c.stream == stream)
    with database.engine.connect() as connection:
        return connection.execute(query.order_by(SNAPSHOT.c.version)).all()[-1]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"body": "{}"}, "damaged"),
        ({"version": 2}, "damaged"),
        ({"hash": "0" * 64}, "damaged"),
        ({"code": "pitboss 0.0.1"}, "damaged"),
    ],
)
def test_a_snapshot_that_does_not_fit_is_told(
    house: Database, values: dict[str, object], told: str
) -> None:
    with as_before(house):
        snapshot(house, "table/1", **values)
        (warning,) = verify(house).warnings
        assert "table/1" in warning and told in warning


def test_a_snapshot_of_another_version_or_line_is_stale(house: Database) -> None:
    row = last_snapshot(house, "table/2")
    ways = (
        (Head(row.version, row.head), "pitboss 0.0.1"),
        (Head(row.version, "1" * 64), row.code),
        (Head(row.version + 5, row.head), row.code),
    )
    for head, code in ways:
        with as_before(house):
            own = own_hash("table/2", head, code, row.body)
            values = {"version": head.version, "head": head.hash, "code": code, "hash": own}
            snapshot(house, "table/2", **values)
            (warning,) = verify(house).warnings
            assert "table/2" in warning and "stale" in warning


def test_a_snapshot_with_a_right_hash_and_another_state_is_damage(house: Database) -> None:
    """The house would go on from it."""
    row = last_snapshot(house, "table/1")
    body = row.body.replace("10000", "10001", 1)
    assert body != row.body
    own = own_hash("table/1", Head(row.version, row.head), row.code, body)
    with as_before(house):
        snapshot(house, "table/1", body=body, hash=own)
        told = damage(house)
        assert told.code == "snapshot-altered" and f"table/1, line {row.version}" in told.message


# --- forged, with every hash right ---


def numbered(database: Database, stream: str, kind: str) -> int:
    """Return the line of a stream that has a fact of a kind."""
    for row in rows_of(database, "journal"):
        if row["stream"] == stream and f'"kind":"{kind}"' in row["body"]:
            return int(row["version"])
    raise AssertionError(kind)


def test_forged_facts_of_a_table_are_found_by_deciding_again(house: Database) -> None:
    version = numbered(house, "table/1", "ChipsBought")

    def richer(data: dict[str, list[dict[str, list[dict[str, int]]]]]) -> None:
        data["facts"][0]["movements"][0]["cents"] *= 2

    with as_before(house):
        forge(house, "table/1", version, richer)
        verify(house)
        told = damage(house, redecide=True)
        assert told.code == "event-differs" and f"table/1, line {version}" in told.message


def test_forged_facts_of_a_jackpot_are_found_by_deciding_again(house: Database) -> None:
    version = numbered(house, "link/sun-7", "HitLocked")

    def richer(data: dict[str, list[dict[str, int]]]) -> None:
        data["facts"][1]["amount_cents"] += 100

    with as_before(house):
        forge(house, "link/sun-7", version, richer)
        told = damage(house, redecide=True)
        assert f"line {version}" in told.message and "link/sun-7" in told.message


def test_a_forged_actor_is_found_where_only_the_server_acts(house: Database) -> None:
    version = numbered(house, "table/1", "SharesPaid")
    with as_before(house):
        forge(house, "table/1", version, lambda data: data.update(actor="dealer"))
        verify(house)
        assert f"table/1, line {version}" in damage(house, redecide=True).message


HITS = Played(script(TWO_HITS), TWO_TABLES)


def terms() -> OpenJackpot:
    """Return the terms of the jackpot, with a seed that the floor file does not have."""
    jackpot = HITS.run.links["sun-7"].state.jackpot
    return OpenJackpot(jackpot._replace(seed_micros=jackpot.seed_micros + 10_000))


REWRITTEN = {
    "a hit that no table called": (
        "link/sun-7",
        followed_by(RecordHit("1", 9, "100%", 100, ("1/3",), 0, ())),
    ),
    "a hit that was dropped": ("link/sun-7", without(RecordHit, 1)),
    "a hit of others": ("link/sun-7", changed(RecordHit, sharers=("2/1", "2/2"))),
    "a hit of another table": ("link/sun-7", changed(RecordHit, table="1")),
    "units that nobody registered": (
        "link/sun-7",
        changed(CountContributions, odometers=(("1", 1), ("2", 7))),
    ),
    "units that were not counted": ("link/sun-7", without(CountContributions)),
    "a round that was never voided": ("link/sun-7", followed_by(ReverseRound("1", 1, 1))),
    "other terms": ("link/sun-7", changed(OpenJackpot, terms=terms().terms)),
    "another level": ("link/sun-7", followed_by(PayHit("1101", 0, "executive"), "people")),
    "a hit paid twice at a table": ("table/1", followed_by(PayShares("sun-7", 2, 8, ((3, 10),)))),
    "shares of another hit": ("table/1", changed(PayShares, shares=((3, 500_000),))),
    "a note of another hit": ("table/1", changed(NoteHit, order=1)),
    "a sign that never showed this": ("table/1", followed_by(ShowJackpot("sun-7", "closed", 1))),
    "other sensors": ("table/1", changed(LinkJackpots, links=())),
    "a table that was not told its jackpots": ("table/2", without(LinkJackpots)),
}


@pytest.mark.parametrize("what", list(REWRITTEN))
def test_streams_that_do_not_fit_each_other_are_found(house: Database, what: str) -> None:
    """Each stream keeps to its rules, and every hash is right."""
    stream, way = REWRITTEN[what]
    with as_before(house):
        rewrite(house, stream, way)
        verify(house)
        told = damage(house, redecide=True)
        assert told.code in ("streams-differ", "event-against-the-rules"), told
        assert "line" in told.message


def test_what_a_table_has_yet_to_hear_is_told(house: Database) -> None:
    """A house that runs the table may have been ended before it told it: that is no damage."""
    with as_before(house):
        rewrite(house, "table/2", without(ShowJackpot, -1))
        (warning,) = verify(house, redecide=True).warnings
        assert "table/2 has yet to hear of line" in warning and "link/sun-7" in warning


@pytest.mark.parametrize(
    ("scenario", "floor", "stream", "kind"),
    [
        ("refused-hit-stands", "fortunes.toml", "link/fortunes", ReverseRound),
        (
            "004-30-2899.07-6-g-other-hands-from-the-meter",
            "eternal-from-the-meter.toml",
            "link/harmony",
            DrawFixedPays,
        ),
    ],
)
def test_what_a_jackpot_was_not_told_is_found(
    tmp_path: Path, scenario: str, floor: str, stream: str, kind: type
) -> None:
    database = house_of(str(tmp_path / "house.db"), script(f"{scenario}.script"), FLOORS / floor)
    verify(database, redecide=True)
    with as_before(database):
        rewrite(database, stream, without(kind, -1))
        told = damage(database, redecide=True)
        assert kind.__name__ in told.message and "must follow" in told.message
    if kind is DrawFixedPays:
        rewrite(database, stream, changed(kind, cents=1))
        assert damage(database, redecide=True).code == "streams-differ"
    database.close()


# --- what is no house ---


def test_a_database_without_a_house_is_refused(database_url: str) -> None:
    database = Database(database_url)
    assert damage(database).code == "no-house"
    database.migrate()
    assert damage(database).code == "no-house"
    database.close()


# --- on the command line ---


def words(database: Database, *more: str) -> list[str]:
    url = database.url.render_as_string(hide_password=False)
    return ["house", "verify", "--database", url, *more]


def test_the_command_prints_the_root(house: Database, capsys: pytest.CaptureFixture[str]) -> None:
    root = verify(house).root
    for more in ((), ("--redecide",), ("--chains",), ("--expect", root.upper())):
        assert main(words(house, *more)) == 0
        assert root in capsys.readouterr().out
    assert main(words(house, "--format", "json")) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sound"] and data["root"] == root and data["warnings"] == []
    assert data["lines"] == sum(one["lines"] for one in data["streams"].values())


def test_the_command_names_the_first_bad_line(
    house: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    row = rows_of(house, "journal")[-1]
    with as_before(house):
        change(house, "journal", row, actor="Eve")
        assert main(words(house)) == 2
        told = capsys.readouterr().err
        assert place("journal", row) in told and '"Eve"' in told and told.count("\n") == 1
        assert main(words(house, "--format", "json")) == 2
        data = json.loads(capsys.readouterr().out)
        assert not data["sound"] and data["refusal"]["code"] == "journal-altered"


@pytest.mark.parametrize("expected", ["", "12", "g" * 64])
def test_what_is_no_hash_is_refused(
    house: Database, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words(house, "--expect", expected)) == 2
    assert "is not the hash of a line" in capsys.readouterr().err
