"""A house in a database as the tests of its commands drive it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.founding import found_house
from pitboss.house.scripting import HouseScript
from pitboss.house.writer import House
from pitboss.jackpot.scripts import play_floor
from pitboss.table.floor import default_floor, read_floor

AT = "2026-11-16T12:00:00.000Z"

EVENING = """
badge 3301 supervisor
table 1: sit 3
table 2: sit 1
table 1: buy in 3 500
table 2: buy in 1 500
table 1: prepare burning 5h
table 2: prepare burning 5h
table 1: bet 3 banker 5, sun-7-progressive 1
table 2: bet 1 player 5, sun-7-progressive 1
table 2: sit 1
> refused position-taken
table 2: coup 9s Kd / 4h 2c
table 1: coup 2s 3s 9s / As 2s 4s
> jackpot sun-7 displayed 5000.30
table 1: hit jackpot sun-7
> jackpot sun-7 pending 5000.30
jackpot sun-7: verify by 9999
> refused unknown-badge
jackpot sun-7: verify by 3301
jackpot sun-7: pay by 3301
> hit sun-7 1 paid 5000.30
table 1: end game
> table 1 position 3 has 5494.30
table 2: finish
table 2: bet 1 player 5, sun-7-progressive 1
table 2: coup 9s Kd / 4h 2c
table 2: finish
"""
"""Two linked tables, a macro or two, a hit that is paid, and what is refused on the way."""


def founded(url: str, floor: Path | None = None) -> Database:
    """Found a house at a time that never changes, so that its lines do not either."""
    database = Database(url)
    chosen = default_floor() if floor is None else read_floor(str(floor))
    found_house(database, "floor.toml", chosen, at=AT)
    return database


def play(url: str, script: str, name: str = "evening") -> HouseScript:
    """Run a script on a house."""
    with (
        closing(Database(url)) as database,
        closing(House(database)) as house,
        closing(HouseScript(house, name)) as driven,
    ):
        for _ in play_floor(script, driven, driven.clock):
            pass
        return driven


def lines_of(url: str, stream: str | None = None) -> list[str]:
    """Return the lines of a house, as they are exported."""
    with closing(Database(url)) as database, database.reading() as connection:
        return list(export_lines(connection, stream))


def rows_of(url: str, table: str) -> Sequence[tuple[object, ...]]:
    """Return all rows of a table of a database, in their order."""
    with closing(Database(url)) as database, database.reading() as connection:
        metadata = sa.MetaData()
        metadata.reflect(connection, only=[table])
        known = metadata.tables[table]
        ordered = sa.select(known).order_by(*known.primary_key.columns)
        return [tuple(row) for row in connection.execute(ordered)]


FIRST_TABLES = {"journal", "transfer", "checkpoint", "snapshot"}


def as_first_schema(url: str) -> None:
    """Take a house back to the first schema, as an older version left it."""
    with closing(Database(url)) as database, database.engine.begin() as connection:
        tables = set(sa.inspect(connection).get_table_names()) - FIRST_TABLES
        for table in tables - {"alembic_version"}:
            connection.execute(sa.text(f"DROP TABLE {table}"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
