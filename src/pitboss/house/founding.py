"""A house is founded: the schema, and the floor as the first line of the house's stream."""

from __future__ import annotations

from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.clock import now
from pitboss.house.database import Database, told
from pitboss.house.rows import Batch
from pitboss.house.store import Appender, heads_of
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor


def found_house(
    database: Database, name: str, floor: Floor, rulebook: Rulebook | None = None, at: str = ""
) -> FloorRun:
    """Make a house of a floor in an empty database; refuse one that holds a house already."""
    database.migrate()
    run = FloorRun(rulebook)
    batch = Batch.empty()
    for recorded in open_floor(run, name, floor, at or now()):
        batch.add(recorded)
    with told(database), database.engine.connect() as connection:
        with connection.begin():
            if heads_of(connection):
                raise unreadable(
                    "house-exists",
                    f"{database.name} holds a house already",
                    "name another database, or go on with that one",
                )
            Appender(connection).append(batch)
        with connection.begin():
            write_checkpoint(connection, at or now())
    return run
