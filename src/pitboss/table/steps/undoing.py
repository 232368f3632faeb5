"""A command is withdrawn, at once and before any card or die was shown (house procedure)."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.settle.accounts import JackpotMovement, Movement
from pitboss.table.accounts import reversed_all
from pitboss.table.state import Table
from pitboss.table.steps import registry as step


class Undo(NamedTuple):
    """Withdraw the command before this one; both stay on record."""


@step.decides(Undo, "undo")
def undo(table: Table, _: Undo) -> step.Decision:
    """Put the table back to where it was before the last command."""
    last = table.last
    if last is None or not last.before.open:
        remedy = "undo comes directly after it, and never once a card or die was shown"
        return Refusal("nothing-to-undo", "the last command cannot be withdrawn", remedy)
    if any(getattr(fact, "registered", ()) for fact in last.facts) or (
        last.before.panel.registered and not table.panel.registered
    ):
        message = "what was registered for a jackpot stays counted"
        return Refusal("nothing-to-undo", message, "void the round: that is a correction")
    kinds = tuple(type(fact).__name__ for fact in last.facts)
    return (CommandWithdrawn(kinds, reversed_all(last.movements)),)


class CommandWithdrawn(NamedTuple):
    """The command before was withdrawn, and its money is back where it was."""

    facts: tuple[str, ...]
    """The kinds of fact that it had led to."""
    movements: tuple[Movement | JackpotMovement, ...]


@step.applies(CommandWithdrawn, "dealer", "takes that back: {facts}", final=True)
def command_withdrawn(table: Table, _: CommandWithdrawn) -> Table:
    """The table is as it was."""
    assert table.last is not None, "a command that can be withdrawn"
    return table.last.before._replace(accounts=table.accounts, at=table.at)
