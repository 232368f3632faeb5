"""The tray: counted, filled, credited, and put right by signed adjustments (house procedure)."""

from __future__ import annotations

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.settlements import Movement
from pitboss.table.accounts import CAGE, OUTSIDE, TRAY, VIGORISH, balance, post, purse
from pitboss.table.commands import AdjustBet, CountTray, CreditTray, FillTray
from pitboss.table.facts import BetAdjusted, TrayCounted, TrayCredited, TrayFilled
from pitboss.table.handlers import Decision, decides, follows, refuse
from pitboss.table.state import Table


def _not_signed(first: str, second: str) -> Refusal | None:
    if first and second and first != second:
        return None
    return refuse(
        "two-signatures-needed",
        "two different people sign for the tray's money",
        "name both of them",
    )


def _not_an_amount(cents: int, least: int = 1) -> Refusal | None:
    if type(cents) is int and cents >= least:
        return None
    return refuse("not-an-amount", f"{cents} is no amount of money", f"give cents from {least} on")


def expected(table: Table) -> int:
    """Return what the tray should hold: vigorish lies in it too."""
    return balance(table, TRAY) + balance(table, VIGORISH)


@decides(CountTray)
def count_tray(table: Table, command: CountTray) -> Decision:
    """Count the tray: once when opening, then when closing, with the difference on record."""
    wrong = _not_signed(command.first, command.second) or _not_an_amount(command.cents, 0)
    if wrong is not None:
        return wrong
    opening = command.when == "opening"
    if opening == table.counted:
        return refuse(
            "counted-already" if opening else "not-counted-yet",
            "the opening count is made once, the closing count after it",
            "count for closing" if opening else "count for opening",
        )
    if table.round.bets:
        return refuse("bets-on-the-layout", "bets lie on the layout", "finish the round first")
    holds = command.cents if opening else expected(table)
    return (TrayCounted(command.when, command.cents, holds, command.first, command.second),)


@follows(TrayCounted)
def tray_counted(table: Table, fact: TrayCounted) -> Table:
    """An opening count brings chips in; a closing count sends all away, shortage or overage too."""
    table = table._replace(counted=fact.when == "opening")
    if fact.when == "opening":
        return post(table, [Movement(CAGE, TRAY, fact.cents)])
    difference = fact.cents - fact.expected_cents
    return post(
        table,
        [
            Movement(VIGORISH, TRAY, balance(table, VIGORISH)),
            Movement(OUTSIDE, TRAY, difference),
            Movement(TRAY, CAGE, fact.cents),
        ],
    )


@decides(FillTray)
def fill_tray(_: Table, command: FillTray) -> Decision:
    """Bring chips from the cage."""
    wrong = _not_signed(command.first, command.second) or _not_an_amount(command.cents)
    return wrong or (TrayFilled(command.cents, command.first, command.second),)


@follows(TrayFilled)
def tray_filled(table: Table, fact: TrayFilled) -> Table:
    """Chips are in the tray."""
    return post(table, [Movement(CAGE, TRAY, fact.cents)])


@decides(CreditTray)
def credit_tray(table: Table, command: CreditTray) -> Decision:
    """Send chips back to the cage, no more than the tray holds."""
    wrong = _not_signed(command.first, command.second) or _not_an_amount(command.cents)
    if wrong is None and command.cents > balance(table, TRAY):
        wrong = refuse(
            "tray-too-small",
            f"the tray holds {Money(max(balance(table, TRAY), 0))}",
            "credit less",
        )
    return wrong or (TrayCredited(command.cents, command.first, command.second),)


@follows(TrayCredited)
def tray_credited(table: Table, fact: TrayCredited) -> Table:
    """Chips are in the cage."""
    return post(table, [Movement(TRAY, CAGE, fact.cents)])


@decides(AdjustBet)
def adjust_bet(table: Table, command: AdjustBet) -> Decision:
    """Put a mistake right between tray and position; what was recorded before stays."""
    wrong = _not_signed(command.first, command.second) or _not_an_amount(abs(command.cents))
    if wrong is not None:
        return wrong
    if not command.reason:
        return refuse("no-reason", "an adjustment needs its reason", "say what was wrong")
    if not 1 <= command.position <= table.rules.positions:
        return refuse("no-such-position", f"no position {command.position}", "name a position")
    return (BetAdjusted(*command),)


@follows(BetAdjusted)
def bet_adjusted(table: Table, fact: BetAdjusted) -> Table:
    """Chips go from the tray to the position, or back."""
    return post(table, [Movement(TRAY, purse(fact.position), fact.cents)])
