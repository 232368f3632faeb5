"""What is posted at the tables of a house: the setup in force, or what the floor opens with."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from pitboss.house.loading import load_floor
from pitboss.printing.posting import Posting, posting_of
from pitboss.rulebook import Rulebook
from pitboss.table.engine import NEW
from pitboss.table.floor import setup_of
from pitboss.table.floor.records import Floor
from pitboss.table.state import Table


def posting_at(floor: Floor, id: str, table: Table, rulebook: Rulebook | None = None) -> Posting:
    """Return the posting of a table: an open one keeps the setup that it was opened with."""
    entry = floor.table(id)
    setup = table.setup if table.open else setup_of(floor, id, rulebook)
    return posting_of(setup if rulebook is None else setup.under(rulebook), entry, floor)


def postings_in(connection: Connection, rulebook: Rulebook | None = None) -> dict[str, Posting]:
    """Return the postings of all tables of a house, in the order of its floor."""
    run = load_floor(connection, rulebook)
    standing = {id: recorder.table for id, recorder in run.tables.items()}
    return {
        entry.id: posting_at(run.floor, entry.id, standing.get(entry.id, NEW), rulebook)
        for entry in run.floor.tables
    }
