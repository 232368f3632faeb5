"""Positions: taken, left, and supplied with chips."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.refusals import Refusal
from pitboss.settle.settlements import Movement
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import (
    DROP,
    OUTSIDE,
    TRAY,
    balance,
    not_an_amount,
    post,
    tray_closed,
    tray_too_small,
)
from pitboss.table.handlers import Decision, applies, decides, rule_28
from pitboss.table.state import Table, position_account


@decides(do.Sit)
def sit(table: Table, command: do.Sit) -> Decision:
    """Take a free position."""
    wrong = no_such_position(table, command.position)
    if wrong is not None:
        return wrong
    if command.position in table.seated:
        return Refusal(
            "position-taken", f"position {command.position} is taken", "choose another position"
        )
    return (facts.PositionTaken(command.position),)


def no_such_position(table: Table, position: int) -> Refusal | None:
    """Refuse a position that the table does not have."""
    numbers, printed = table.setup.position_numbers, table.setup.rules.seat_wager
    if type(position) is int and position in numbers:
        return None
    return Refusal(
        "no-such-position",
        f"the table has no position {position}",
        f"choose {in_words(numbers)}",
        printed.cite if printed else rule_28(table, "30-2803"),
    )


def in_words(numbers: Sequence[int]) -> str:
    """Return position numbers as one says them.

    >>> in_words((1, 2, 3)), in_words((1, 2, 3, 5))
    ('1 to 3', '1, 2, 3, 5')
    """
    if numbers[-1] == len(numbers):
        return f"1 to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def not_seated(table: Table, position: int) -> Refusal | None:
    """Refuse what only somebody at the table may do."""
    if position in table.seated:
        return None
    return no_such_position(table, position) or Refusal(
        "position-empty", f"nobody sits at position {position}", "take the position first"
    )


@applies(facts.PositionTaken)
def position_taken(table: Table, fact: facts.PositionTaken) -> Table:
    """Somebody may bet and be offered the cut."""
    return table._replace(seated=table.seated | {fact.position})


@decides(do.Leave)
def leave(table: Table, command: do.Leave) -> Decision:
    """Leave with one's chips, but with no bet, debt, cards or dice of the table's outstanding."""
    owner = position_account(command.position, behind=command.behind)
    wrong = None if command.behind else not_seated(table, command.position)
    if command.behind and not balance(table, owner):
        wrong = Refusal("nobody-behind", f"nobody has chips behind {command.position}", "go on")
    if wrong is not None:
        return wrong
    if any(one.owner == owner for one in (*table.round.bets, *table.round.held_over)):
        return Refusal(
            "bets-on-the-layout",
            f"position {command.position} has bets on the layout",
            "take them back before no more bets, or wait for the decision",
            None if table.round.stage == "betting" else rule_28(table, "30-2807(5)"),
        )
    if any(debt.owner == owner for debt in table.round.vigorish_due):
        return Refusal(
            "tie-vigorish-due",
            f"position {command.position} owes the vigorish of the tied round",
            "collect it first",
            "30-2808(3)(c)",
        )
    if not command.behind:
        wrong = _wanted_here(table, command.position)
    return wrong or (facts.PositionLeft(command.position, balance(table, owner), command.behind),)


def _wanted_here(table: Table, position: int) -> Refusal | None:
    """Keep whoever turns a hand's cards, shakes its cup or disputes a round at the table."""
    if position in table.round.handed.values():
        return Refusal(
            "hand-held",
            f"position {position} turns the cards of a hand, or shakes its cup",
            "finish the round first",
            "30-2817(4)(c), (d)" if table.setup.kind == "baccarat" else "30-2899.09(8)",
        )
    if table.round.shooter == position and table.round.stage != "betting":
        return Refusal("shooter-rolls", "the shooter's hand is not over", "finish the hand first")
    if table.dispute == position:
        return Refusal("dispute-open", "the dispute is not decided", "close the dispute first")
    return None


@applies(facts.PositionLeft)
def position_left(table: Table, fact: facts.PositionLeft) -> Table:
    """The chips go with the player."""
    owner = position_account(fact.position, behind=fact.behind)
    gone = table
    if not fact.behind:
        waived = frozenset(one for one in table.waived if one[1] != fact.position)
        gone = table._replace(seated=table.seated - {fact.position}, waived=waived)
    return post(gone, [Movement(owner, OUTSIDE, fact.cents)])


@decides(do.BuyIn)
def buy_in(table: Table, command: do.BuyIn) -> Decision:
    """Change cash for chips."""
    wrong = (
        tray_closed(table) or not_seated(table, command.position) or not_an_amount(command.cents)
    )
    if wrong is not None:
        return wrong
    if table.round.stage != "betting":
        return Refusal("round-not-over", "chips are sold between rounds", "wait for the next round")
    return tray_too_small(table, command.cents) or (
        facts.ChipsBought(command.position, command.cents),
    )


@applies(facts.ChipsBought)
def chips_bought(table: Table, fact: facts.ChipsBought) -> Table:
    """Cash goes into the drop box, chips come out of the tray."""
    return post(
        table,
        [
            Movement(OUTSIDE, DROP, fact.cents),
            Movement(TRAY, position_account(fact.position), fact.cents),
        ],
    )
