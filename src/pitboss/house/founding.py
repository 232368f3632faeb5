"""A house is founded: the schema, and the floor as the first line of the house's stream."""

from __future__ import annotations

from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.clock import now, offset_now
from pitboss.house.copying import refuse_lines
from pitboss.house.database import Database, told
from pitboss.house.rows import Batch
from pitboss.house.store import Appender
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor
from pitboss.table.times import UTC


def found_house(
    database: Database, name: str, floor: Floor, rulebook: Rulebook | None = None, at: str = ""
) -> FloorRun:
    """Make a house of a floor in an empty database; refuse one that holds a house already.

    It is founded now, by the clock on the floor's wall, unless a time is named: that is UTC there.
    """
    database.migrate()
    run = FloorRun(rulebook)
    batch = Batch.empty()
    clock = (at, UTC) if at else (now(), offset_now(floor.timezone))
    for recorded in open_floor(run, name, floor, *clock):
        batch.add(recorded)
    with told(database), database.engine.connect() as connection:
        with connection.begin():
            refuse_lines(connection, database.name)
            Appender(connection).append(batch)
        with connection.begin():
            write_checkpoint(connection, at or now())
    return run
