"""What a proposal is about, as a short phrase: whoever reads an alert knows what waits."""

from __future__ import annotations

from dataclasses import replace

from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.floor_changing import floor_proposed
from pitboss.jackpot.hits import BackOutHit
from pitboss.jackpot.names import jackpot_name
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps import Command
from pitboss.table.steps.limits import changed_limits, with_limits
from pitboss.table.steps.opening import ChangeSetup
from pitboss.table.steps.tray import AdjustBet, CountTray, EmptyBox

KINDS = {
    "FillTray": "Fill of the tray",
    "CreditTray": "Credit of the tray",
    "CloseShift": "Count at the end of a shift",
    "AdjustMeter": "Correction of the meter",
    "ChangeLimit": "Limit of the meter",
    "ChangeRates": "Increments of the meter",
}
"""Commands of two people of which their kind says enough."""


def subject_of(command: Command, stream: str, present: TableSetup | None) -> str:
    """Return what a command of two people is about, and where; empty if it is of another kind.

    >>> subject_of(BackOutHit(2, "2207", "", "a camera"), "link/sun-7", None)
    'Back-out of hit 2, jackpot Sun 7'
    """
    what, (kind, _, id) = _what(command, present), stream.partition("/")
    return what and f"{what}, {f'jackpot {jackpot_name(id)}' if kind == 'link' else f'table {id}'}"


def _what(command: Command, present: TableSetup | None) -> str:
    match command:
        case ChangeSetup(setup):
            return "Change of limits" if _limits_alone(present, setup) else "Change of offer"
        case CountTray(when):
            return f"{when.capitalize()} count of the tray"
        case AdjustBet(position):
            return f"Adjustment for position {position}"
        case EmptyBox(box):
            return f"Emptying the {box}"
        case BackOutHit(order):
            return f"Back-out of hit {order}"
    return KINDS.get(type(command).__name__, "")


def _limits_alone(old: TableSetup | None, new: TableSetup) -> bool:
    return old is not None and with_limits(old, changed_limits(old, new)) == new


def subject_of_floor(proposal: Proposal, floor: Floor, rulebook: Rulebook | None) -> str:
    """Return what a proposed floor changes: one table of it, or more."""
    try:
        given = floor_proposed(proposal, rulebook)
    except Unreadable:
        given = None
    if given is None:
        return ""
    old, new = ({entry.id: entry for entry in one.tables} for one in (floor, given[0]))
    changed = [id for id in {**old, **new} if old.get(id) != new.get(id)]
    if len(changed) != 1 or replace(floor, tables=()) != replace(given[0], tables=()):
        return "A new floor"
    (id,) = changed
    if id not in old:
        return f"New table {id}"
    return f"Removal of table {id}" if id not in new else f"Change of table {id}"
