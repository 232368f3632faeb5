"""A database of the first schema, with data, is upgraded, verifies, and goes on."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from floor_runs import FLOORS, Played
from house_floors import AT, batch_of
from journal_walks import WalkedTable
from pitboss.cli import main
from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.database import HEAD, Database
from pitboss.house.journal.pieces import LINES
from pitboss.house.people.schema import CREDENTIAL
from pitboss.house.schema import AMOUNT, MENTION, METADATA, PIECE
from pitboss.house.store import Appender, odometers_of
from pitboss.house.verifying import verify
from pitboss.house.writer import House
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.language import read
from pitboss.table.record.recorder import Request
from pitboss.table.steps.closing import ProgressivesTaken

FIRST = "0001"
FLOOR = FLOORS / "eternal-stops.toml"
SCRIPT = """
table 1: sit 3
table 2: sit 1
table 1: buy in 3 100
table 2: buy in 1 100
table 1: prepare burning 5h
table 2: prepare burning 5h
table 1: bet 3 banker 5, sun-7-progressive 1
table 1: coup 9s Ks / 8s Ks
table 1: finish
table 2: bet 1 banker 5, sun-7-progressive 1
table 2: coup 9s Ks / 8s Ks
table 1: bet 3 banker 5, sun-7-progressive 1
"""
"""Table 1 has played one round for the jackpot, and has the bets of the next on the layout."""


@pytest.fixture
def played() -> Played:
    return Played(SCRIPT, FLOOR)


def of_the_first_schema(url: str, played: Played) -> Database:
    """Return a database as the first version left it: without odometers."""
    database = Database(url)
    database.migrate(FIRST)
    lines = [one for one in played.lines if one.text is not None]
    with database.engine.connect() as connection:
        assert not sa.inspect(connection).has_table("odometer")
        connection.commit()
        with connection.begin():
            batch = batch_of(lines)._replace(odometers={}, found=[])
            Appender(connection).append(batch)
        with connection.begin():
            write_checkpoint(connection, AT)
    return database


def refusal(database: Database) -> Refusal:
    with pytest.raises(Unreadable) as caught:
        House(database)
    return caught.value.refusal


def test_an_older_schema_is_refused_until_it_is_migrated(database_url: str, played: Played) -> None:
    database = of_the_first_schema(database_url, played)
    told = refusal(database)
    assert told.code == "other-schema" and "migrate" in told.remedy
    with pytest.raises(Unreadable, match="migrate"):
        verify(database)
    database.close()


def test_data_of_the_first_schema_verifies_and_goes_on(database_url: str, played: Played) -> None:
    database = of_the_first_schema(database_url, played)
    database.migrate()
    assert database.schema() == HEAD
    with database.engine.connect() as connection:
        odometers = odometers_of(connection)
    assert odometers == {("table/1", "sun-7"): 1, ("table/2", "sun-7"): 1}
    counted = verify(database, redecide=True)
    assert counted.lines == len(played.texts) and counted.warnings == ()
    house = House(Database(database_url))
    for number, text in enumerate(("no more bets", "start game")):
        command = read(text)
        answer = house.give("table/1", Request(f"on-{number}", command)).answer
        assert not isinstance(answer, Refusal), answer
    (taken,) = [fact for fact in answer if isinstance(fact, ProgressivesTaken)]
    assert [game.odometer for game in taken.registered] == [2]
    house.close()
    with database.engine.connect() as connection:
        assert odometers_of(connection)["table/1", "sun-7"] == 2
    on = verify(database, redecide=True)
    assert on.lines == counted.lines + 2 and on.warnings == ()
    database.close()


def test_a_migrated_database_is_searched_as_one_that_was_written(
    database_url: str, other_url: str, played: Played
) -> None:
    more = list(WalkedTable("tiger", "table/700", 7).lines(130))
    played.lines += more
    old, new = of_the_first_schema(database_url, played), Database(other_url)
    told: list[tuple[int, int]] = []
    old.migrate(progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (2 * LINES, 2 * LINES), "the whole pieces"
    new.migrate()
    with new.engine.begin() as connection:
        Appender(connection).append(batch_of(one for one in played.lines if one.text is not None))
    for table in (PIECE, MENTION, AMOUNT):
        with old.engine.connect() as first, new.engine.connect() as second:
            rows = [
                {tuple(row) for row in one.execute(sa.select(table))} for one in (first, second)
            ]
        assert rows[0] == rows[1] and rows[0]
    old.close()
    new.close()


def test_the_schema_after_all_migrations_is_the_one_that_is_written(
    database_url: str, played: Played
) -> None:
    """Every table and column of the schema, and none besides; the indexes too."""
    assert CREDENTIAL.metadata is METADATA, "one schema of all rooms of the house"
    database = of_the_first_schema(database_url, played)
    database.migrate()
    with database.engine.connect() as connection:
        there = sa.inspect(connection)
        assert set(there.get_table_names()) == {*METADATA.tables, "alembic_version"}
        for name, table in METADATA.tables.items():
            columns = {one["name"]: one["nullable"] for one in there.get_columns(name)}
            assert columns == {one.name: one.nullable for one in table.columns}
            indexes = {str(one["name"]) for one in there.get_indexes(name)}
            assert {str(one.name) for one in table.indexes} <= indexes
    database.close()


def test_a_migrated_database_is_migrated_again_without_harm(
    database_url: str, played: Played
) -> None:
    database = of_the_first_schema(database_url, played)
    database.migrate()
    root = verify(database).root
    database.migrate()
    assert verify(database).root == root
    database.close()


def test_a_newer_schema_is_refused_in_words(
    database_url: str, played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    database = of_the_first_schema(database_url, played)
    database.migrate()
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0099'"))
    told = refusal(database)
    assert told.code == "other-schema" and "newer version of pitboss" in told.remedy
    with pytest.raises(Unreadable) as caught:
        database.migrate()
    assert caught.value.refusal.code == "other-schema"
    database.close()
    assert main(["house", "migrate", "--database", database_url]) == 2
    assert "newer version of pitboss" in capsys.readouterr().err
