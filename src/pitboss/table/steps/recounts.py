"""A count that is far from the books: whoever gave it is asked again, and that is on record.

House procedure. What the books say is not told: whoever counts does so without knowing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from pitboss.rulebook.pays import Money
from pitboss.table.accounts import not_an_amount
from pitboss.table.state import Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.tray import not_counted, round_at_hand

Kind = Literal["shift", "closing"]
"""When opening there are no books to count against: the cage has brought what is there."""


class AskRecount(NamedTuple):
    """Ask whoever counted a tray to count it again, before the count is taken: the house does."""

    when: Kind
    cents: int
    by: str
    """The badge of whoever counted."""


@step.decides(AskRecount, "ask recount <when:recount> <cents:amount> [by <by:name>]")
def ask_recount(table: Table, command: AskRecount) -> step.Decision:
    """Ask for another count where one could be taken.

    Whether the first is far off the house says before: what is asked here tells nothing of the
    books.
    """
    return (
        not_an_amount(command.cents, 0)
        or not_counted(table)
        or round_at_hand(table)
        or (RecountAsked(*command),)
    )


class RecountAsked(NamedTuple):
    """Somebody was asked to count a tray again; what they had counted moved nothing."""

    when: Kind
    cents: int
    by: str


@step.applies(RecountAsked, final=True)
def recount_asked(table: Table, _: RecountAsked) -> Table:
    """Nothing follows from it, and nobody withdraws it."""
    return table


@step.tells(RecountAsked)
def tell_recount(_: Table, fact: RecountAsked) -> Iterator[step.StoryLine]:
    """Tell what was counted first, and by whom."""
    counted = f"is counted to {Money(fact.cents)} ({fact.when}), far from the books"
    yield step.StoryLine("tray", f"{counted}: {fact.by} is asked to count again")


step.tried(AskRecount, when=get_args(Kind), cents=(0,))
