"""Changes of the floor that wait for two people: filed, told in words, held against the floor."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house.differences import floor_differences
from pitboss.house.people.people import People
from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.board import Board
from pitboss.jackpot.floor_changes import (
    change_line,
    is_in_use,
    read_change,
    read_floor_text,
    unchangeable,
)
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.floor.setups import built
from pitboss.table.record.journal import HOUSE
from pitboss.table.setups.setup import TableSetup


def file_change(
    people: People, kept: Floor, given: Floor, name: str, rulebook: Rulebook | None
) -> list[str]:
    """File the floor of a file as a proposal if it differs; return what the operator is told.

    What could never be carried out is not filed. Tables in use may be closed until it is.
    """
    told = floor_differences(kept, given, name)
    wrong = unchangeable(kept, given, (), rulebook)
    if not told or wrong is not None:
        return [*told, f"it is not proposed: {wrong}"] if told else []
    number = people.propose(HOUSE, change_line(name, given), "")
    return [*told, f"that is proposal {number}: two people approve it (approve {number})"]


def differences_of(proposal: Proposal, floor: Floor, rulebook: Rulebook | None) -> list[str]:
    """Return in words what a proposal would change of a floor; nothing if it is of another kind."""
    try:
        given = floor_proposed(proposal, rulebook)
    except Unreadable as error:
        return [str(error)]
    return [] if given is None else floor_differences(floor, *given)


class TableChange(NamedTuple):
    """A table that a proposal changes: as it is, and as it would be."""

    id: str
    before: TableSetup | None
    """None if it is not on the floor yet."""
    after: TableSetup | None
    """None if it leaves the floor."""
    floor: Floor | None = None
    """As it is proposed; None where an open table alone is changed."""


def tables_changed(
    proposal: Proposal, floor: Floor, rulebook: Rulebook | None
) -> list[TableChange]:
    """Return the tables whose entries a proposed floor has otherwise, or one of both alone."""
    try:
        given = floor_proposed(proposal, rulebook)
    except Unreadable:
        return []
    if given is None:
        return []
    proposed = given[0]
    old, new = ({entry.id: entry for entry in one.tables} for one in (floor, proposed))

    def setup(of: Floor, entry: FloorTable | None) -> TableSetup | None:
        return None if entry is None else built(of, entry, rulebook)[0]

    return [
        TableChange(id, setup(floor, old.get(id)), setup(proposed, new.get(id)), proposed)
        for id in dict.fromkeys((*old, *new))
        if old.get(id) != new.get(id)
    ]


def hindered(proposal: Proposal, board: Board, rulebook: Rulebook | None) -> Refusal | None:
    """Refuse to approve a change of the floor that could not be carried out now: it waits on."""
    try:
        given = floor_proposed(proposal, rulebook)
    except Unreadable as error:
        return error.refusal
    if given is None:
        return None
    tables = (table.id for table in board.floor.tables)
    playing = [id for id in tables if is_in_use(board.table(id))]
    return unchangeable(board.floor, given[0], playing, rulebook)


def floor_proposed(proposal: Proposal, rulebook: Rulebook | None) -> tuple[Floor, str] | None:
    """Return the floor that is proposed, and the name of its file."""
    change = read_change(proposal.line) if proposal.stream == HOUSE else None
    if change is None:
        return None
    return read_floor_text(change.name, change.text, rulebook), change.name
