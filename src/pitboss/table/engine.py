"""The decider: commands in, events or a refusal out; and the fold from events to a table."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.refusals import Refusal
from pitboss.table.commands import CARD_COMMANDS, Command, OpenTable
from pitboss.table.facts import Event
from pitboss.table.rules import APPLIERS, DECIDERS
from pitboss.table.state import Table
from pitboss.table.times import is_time

NEW = Table()
"""A table before anything has happened."""


def decide(table: Table, command: Command, at: str = "") -> tuple[Event, ...] | Refusal:
    """Return what a command leads to, stamped with time, shoe and round; or why it may not be.

    ``at`` is when the command is given, as ``2026-11-16T14:32:05``; without it the time of the
    last event. A refused command changes nothing.
    """
    if at and not is_time(at):
        return Refusal("unreadable-time", f'"{at}" is no time', "write it like 2026-11-16T14:32:05")
    if at and at < table.at:
        return Refusal(
            "time-runs-backwards",
            f"{at} is before the last event at {table.at}",
            "give the commands in the order of their times",
        )
    if not table.open and not isinstance(command, OpenTable):
        return Refusal(
            "no-table" if table.opened is None else "table-closed",
            "no table is open" if table.opened is None else "the table is closed",
            "open a table first",
            "30-2809",
        )
    if type(command) in CARD_COMMANDS and table.setup.kind != "baccarat":
        return Refusal("no-cards", f"{table.setup.game} is played without cards", "use the dice")
    stamped = table._replace(at=at) if at else table
    facts = DECIDERS[type(command)](stamped, command)
    if isinstance(facts, Refusal):
        return facts
    when, shoe, number, sequence = stamped.at, table.shoe.number, table.round.number, table.sequence
    return tuple(
        [Event(sequence + at, when, shoe, number, fact) for at, fact in enumerate(facts, 1)]
    )


def evolve(table: Table, event: Event) -> Table:
    """Return the table after an event."""
    return APPLIERS[type(event.fact)](table, event.fact).after(event.sequence, event.at)


def fold(events: Iterable[Event], table: Table = NEW) -> Table:
    """Return the table after a sequence of events."""
    for event in events:
        table = evolve(table, event)
    return table


def act(table: Table, command: Command, at: str = "") -> tuple[Table, tuple[Event, ...] | Refusal]:
    """Decide a command and return the table after it, which a refusal leaves as it was."""
    answer = decide(table, command, at)
    if isinstance(answer, Refusal):
        return table, answer
    return fold(answer, table), answer
