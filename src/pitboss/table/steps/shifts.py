"""Shifts: the tray is counted between rounds when the people change, and the books follow it.

House procedure. The last shift of a gaming day ends with the closing count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import OUTSIDE, TRAY, VIGORISH, Movement
from pitboss.table.accounts import balance, moved, not_an_amount
from pitboss.table.state import Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.tray import (
    SIGNED,
    expected,
    not_counted,
    not_signed,
    round_at_hand,
    with_variance,
)


class CloseShift(NamedTuple):
    """Count the tray when a shift ends; two people sign."""

    cents: int
    first: str
    second: str


@step.decides(CloseShift, f"close shift <cents:amount> {SIGNED}")
def close_shift(table: Table, command: CloseShift) -> step.Decision:
    """Count the tray between rounds, with the difference on record; the chips stay in it."""
    return (
        not_signed(command.first, command.second)
        or not_an_amount(command.cents, 0)
        or not_counted(table)
        or round_at_hand(table)
        or (shift_count(table, command),)
    )


class ShiftClosed(NamedTuple):
    """A shift ended: what the tray held, beside what it should."""

    shift: int
    """Of the gaming day, from 1."""
    cents: int
    expected_cents: int
    first: str
    second: str
    movements: tuple[Movement, ...]


def shift_count(table: Table, command: CloseShift) -> ShiftClosed:
    """Return what was counted; a shortage or overage comes from nowhere that the table knows."""
    cents, first, second = command
    holds = expected(table)
    movements = (
        *moved(VIGORISH, TRAY, balance(table, VIGORISH), "shift count"),
        *moved(OUTSIDE, TRAY, cents - holds, "variance"),
    )
    return ShiftClosed(table.shift, cents, holds, first, second, movements)


@step.tells(ShiftClosed)
def tell_shift(_: Table, fact: ShiftClosed) -> Iterator[step.StoryLine]:
    """Tell the count, and how far it is from what it should be."""
    difference = fact.cents - fact.expected_cents
    words = f"counts {Money(fact.cents)} at the end of shift {fact.shift}"
    if difference:
        words += f", {Money(difference)} from what it should be"
    yield step.StoryLine("tray", f"{words} (signed {fact.first}, {fact.second})")


step.applied(
    ShiftClosed,
    lambda table, fact: with_variance(
        table._replace(shift=fact.shift + 1), fact.cents - fact.expected_cents
    ),
)
step.tried(CloseShift, cents=(0,))
