"""A count of a tray that is far from the books: whoever gave it is asked to count again."""

from __future__ import annotations

from pitboss.house.people.proofs import names_in, with_two
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.table.engine import decide
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.recounts import AskRecount, Kind
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.tray import CountTray, expected

PART = 10
"""A count is far off if it differs from the books by more than a tenth of them."""


def recount_of(table: Table, command: Command, badge: str) -> AskRecount | None:
    """Return what puts on record that a count is far off; None if it is none, or would not do.

    It names the first who signs for the count, or else whoever gave it.
    """
    kind = _kind(command)
    if kind is None or isinstance(decide(table, with_two(command, "", "a second person")), Refusal):
        return None
    assert isinstance(command, CloseShift | CountTray), "a count"
    books = expected(table)
    if abs(command.cents - books) * PART <= abs(books):
        return None
    return AskRecount(kind, command.cents, next(iter(names_in(command)), badge))


def _kind(command: Command) -> Kind | None:
    """Return which count a command is; None if it is none, or the opening one."""
    if isinstance(command, CloseShift):
        return "shift"
    closing = isinstance(command, CountTray) and command.when == "closing"
    return "closing" if closing else None


def far_off(table: Table, asked: AskRecount) -> Refusal:
    """Return how a count that is far off is refused, once: it may be right all the same.

    What the books say is not told: whoever counts does so without knowing it.
    """
    counted = Money(asked.cents, table.setup.currency)
    message = f"{counted} differs from the books by more than a tenth of them"
    return Refusal("count-far-off", message, "count again, or take it as it is")
