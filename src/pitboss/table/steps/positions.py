"""Positions: taken, left, and supplied with chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.settle.accounts import DROP, OUTSIDE, TRAY, Movement, position_account
from pitboss.table.accounts import balance, not_an_amount, tray_closed, tray_too_small
from pitboss.table.procedures import procedure_of, rule_28
from pitboss.table.state import Table
from pitboss.table.steps import registry as step


class Sit(NamedTuple):
    """Take a position."""

    position: int


@step.decides(Sit, "sit <position:position>")
def sit(table: Table, command: Sit) -> step.Decision:
    """Take a free position."""
    position = command.position
    wrong = no_such_position(table, position)
    if wrong is None and position in table.seated:
        return Refusal("position-taken", f"position {position} is taken", "choose another position")
    return wrong or (PositionTaken(*command),)


def no_such_position(table: Table, position: int) -> Refusal | None:
    """Refuse a position that the table does not have."""
    numbers, printed = table.setup.position_numbers, table.setup.rules.seat_wager
    if type(position) is int and position in numbers:
        return None
    message = f"the table has no position {position}"
    cite = printed.cite if printed else rule_28(table, "30-2803")
    return Refusal("no-such-position", message, f"choose {in_words(numbers)}", cite)


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


class PositionTaken(NamedTuple):
    """Somebody sat down."""

    position: int


@step.applies(PositionTaken, "position {position}", "sits down")
def position_taken(table: Table, fact: PositionTaken) -> Table:
    """Somebody may bet and be offered the cut."""
    return table._replace(seated=table.seated | {fact.position})


class Leave(NamedTuple):
    """Leave a position, or the place behind it, with one's chips."""

    position: int
    behind: bool = False


@step.decides(Leave, "leave <position:position> [behind]")
def leave(table: Table, command: Leave) -> step.Decision:
    """Leave with one's chips, but with no bet, debt, cards or dice of the table's outstanding."""
    missing = no_such_position if command.behind else not_seated
    wrong = missing(table, command.position)
    if wrong is not None:
        return wrong
    owner = position_account(command.position, behind=command.behind)
    if command.behind and not balance(table, owner):
        return Refusal("nobody-behind", f"nobody has chips behind {command.position}", "go on")
    if any(laid.owner == owner for laid in (*table.round.bets, *table.round.held_over)):
        message = f"position {command.position} has bets on the layout"
        remedy = "take them back before no more bets, or wait for the decision"
        cite = None if table.round.stage == "betting" else rule_28(table, "30-2807(5)")
        return Refusal("bets-on-the-layout", message, remedy, cite)
    if any(debt.owner == owner for debt in table.round.vigorish_due):
        message = f"position {command.position} owes the vigorish of the tied round"
        return Refusal("tie-vigorish-due", message, "collect it first", "30-2808(3)(c)")
    if any(command.position in positions for positions in table.panel.unpaid.values()):
        message = f"position {command.position} shares a jackpot that is not paid yet"
        return Refusal("hit-not-paid", message, "have the hit paid or dismissed first")
    wanted = None if command.behind else _wanted_here(table, command.position)
    return wanted or (departure(table, command.position, behind=command.behind),)


def _wanted_here(table: Table, position: int) -> Refusal | None:
    """Keep whoever turns a hand's cards, shakes its cup or disputes a round at the table."""
    if position in table.round.handed.values():
        message = f"position {position} turns the cards of a hand, or shakes its cup"
        return Refusal("hand-held", message, "finish the round first", procedure_of(table).holding)
    if table.round.shooter == position and table.round.stage != "betting":
        return Refusal("shooter-rolls", "the shooter's hand is not over", "finish the hand first")
    if table.dispute == position:
        return Refusal("dispute-open", "the dispute is not decided", "close the dispute first")
    return None


class PositionLeft(NamedTuple):
    """Somebody left with what the position, or the place behind it, had."""

    position: int
    cents: int
    behind: bool
    movements: tuple[Movement, ...]


@step.applies(PositionLeft, "position {position}", "leaves with {cents}")
def position_left(table: Table, fact: PositionLeft) -> Table:
    """The position is free. After the last patron no round is dealt from a shoe that was played."""
    if fact.behind:
        return table
    seated = table.seated - {fact.position}
    waived = frozenset(waiver for waiver in table.waived if waiver[1] != fact.position)
    shoe = table.shoe
    if not seated and shoe.stage == "in play" and (shoe.discarded or table.round.cards):
        shoe = shoe._replace(deserted=table.setup.device != "continuous")
    after = table.unrated(fact.position) if fact.position in table.rated else table
    panel = table.panel.left(fact.position) if table.panel.paid else table.panel
    return after._replace(seated=seated, waived=waived, shoe=shoe, panel=panel)


def departure(table: Table, position: int, *, behind: bool = False) -> PositionLeft:
    """Return that somebody leaves with the chips of a position, or of the place behind it."""
    owner = position_account(position, behind=behind)
    cents = balance(table, owner)
    gone = (Movement(owner, OUTSIDE, cents, "value", "leaves"),) if cents else ()
    return PositionLeft(position, cents, behind, gone)


class BuyIn(NamedTuple):
    """Change cash for chips: the cash goes into the drop box."""

    position: int
    cents: int


@step.decides(BuyIn, "buy in <position:position> <cents:amount>")
def buy_in(table: Table, command: BuyIn) -> step.Decision:
    """Change cash for chips."""
    position, cents = command
    wrong = tray_closed(table) or not_seated(table, position) or not_an_amount(cents)
    if wrong is None and table.round.stage != "betting":
        return Refusal("round-not-over", "chips are sold between rounds", "wait for the next round")
    return wrong or tray_too_small(table, cents) or (bought(position, cents),)


class ChipsBought(NamedTuple):
    """Cash went into the drop box, chips to a position."""

    position: int
    cents: int
    movements: tuple[Movement, ...]


def bought(position: int, cents: int) -> ChipsBought:
    """Return that cash goes into the drop box, and chips come out of the tray."""
    cash = Movement(OUTSIDE, DROP, cents, "value", "changed cash")
    chips = Movement(TRAY, position_account(position), cents, "value", "buy-in")
    return ChipsBought(position, cents, (cash, chips))


step.happens(ChipsBought, "position {position}", "buys in for {cents}")
step.tried(Leave, behind=(False, True))


step.ordered(Sit, "Wait for a patron", lambda table, _: "30-2810(6)" if table.batches else "")
