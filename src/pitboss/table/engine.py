"""The decider: a command in, facts or a refusal out; and the table that follows from facts."""

from __future__ import annotations

from pitboss.refusals import Refusal
from pitboss.table.accounts import posted
from pitboss.table.procedures import PROCEDURES
from pitboss.table.state import LastCommand, Table
from pitboss.table.steps import APPLIERS, DECIDERS, SERVER, Command, Fact, OpenTable
from pitboss.table.times import is_time

Answer = tuple[Fact, ...] | Refusal
"""What came of a command."""

NEW = Table()
"""A table before anything has happened."""


def decide(table: Table, command: Command, at: str = "") -> Answer:
    """Return what a command leads to, or why it may not be.

    ``at`` is when the command is given, as ``2026-11-16T21:32:05.120Z``; without it the time of the
    last one. A refused command changes nothing.
    """
    if at and not is_time(at):
        return Refusal("unreadable-time", f'"{at}" is no time', "write it like 2026-11-16T14:32:05")
    if at and at < table.at:
        return Refusal(
            "time-runs-backwards",
            f"{at} is before the last event at {table.at}",
            "give the commands in the order of their times",
        )
    if not table.open and not isinstance(command, OpenTable) and type(command) not in SERVER:
        return Refusal(
            "no-table" if table.opened is None else "table-closed",
            "no table is open" if table.opened is None else "the table is closed",
            "open a table first",
            "30-2809",
        )
    decider, kind = DECIDERS[type(command)]
    if kind and table.setup.kind != kind:
        return PROCEDURES[kind].missing_at(table.setup.game)
    answer = decider(_stamped(table, at), command)
    if isinstance(answer, Refusal) and table.opened is not None:
        return answer._replace(cite=table.opened.cite(answer.code, answer.cite))
    return answer


def evolve(table: Table, facts: tuple[Fact, ...], at: str = "") -> Table:
    """Return the table after the facts of one command."""
    before, round, accounts, final = table[:-3], table.round, table.accounts, False
    for fact in facts:
        apply, round_alone, moves, shown = APPLIERS[type(fact)]
        if round_alone:
            round = apply(round, fact)
        else:
            table = _stamped(table if round is table.round else table.with_round(round), at)
            table = apply(table, fact)
            round = table.round
        if moves:
            accounts = posted(accounts, fact.movements)  # type: ignore[attr-defined]
        final = final or shown
    last = None if final else tuple.__new__(LastCommand, (before, facts))
    return tuple.__new__(Table, (*table[:-4], round, accounts, last, at or table.at))


def _stamped(table: Table, at: str) -> Table:
    """Return the table at the time of what is being done: ``_replace`` of one field, but faster."""
    return tuple.__new__(Table, (*table[:-1], at)) if at else table


def act(table: Table, command: Command, at: str = "") -> tuple[Table, Answer]:
    """Decide a command and return the table after it, which a refusal leaves as it was."""
    answer = decide(table, command, at)
    if isinstance(answer, Refusal):
        return table, answer
    return evolve(table, answer, at), answer
