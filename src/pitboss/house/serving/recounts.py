"""A count of a tray that is far from the books: whoever gave it is asked to count again."""

from __future__ import annotations

from pitboss.house.people.proofs import with_two
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.table.engine import decide
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.tray import CountTray, expected

PART = 10
"""A count is far off if it differs from the books by more than a tenth of them."""


def far_off(table: Table, command: Command) -> Refusal | None:
    """Refuse a count that is far from the books, once: it may be right all the same.

    What the books say is not told: whoever counts does so without knowing it.

    When opening there are no books to count against: the cage has brought what is there.
    """
    if not isinstance(command, CloseShift) and not (
        isinstance(command, CountTray) and command.when == "closing"
    ):
        return None
    answer = decide(table, with_two(command, "", "a second person"))
    if isinstance(answer, Refusal):
        return None
    books = expected(table)
    if abs(command.cents - books) * PART <= abs(books):
        return None
    counted = Money(command.cents, table.setup.currency)
    message = f"{counted} differs from the books by more than a tenth of them"
    return Refusal("count-far-off", message, "count again, or take it as it is")
