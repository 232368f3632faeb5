"""The tray: counted, filled, credited, and put right by signed adjustments (house procedure)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.settlements import Movement
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import (
    CAGE,
    COUNT_ROOM,
    DEALER_ENVY,
    DROP,
    OUTSIDE,
    TOKE_BOX,
    TRAY,
    VIGORISH,
    balance,
    not_an_amount,
    post,
    tray_closed,
    tray_too_small,
)
from pitboss.table.commands import Box
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.positions import not_seated
from pitboss.table.state import Table, position_account

BOXES: Mapping[Box, tuple[str, ...]] = {"toke box": (TOKE_BOX, DEALER_ENVY), "drop box": (DROP,)}
"""The accounts that lie in each box."""


def _not_signed(first: str, second: str) -> Refusal | None:
    """Refuse money that two different people do not sign for."""
    names = [one.strip().casefold() for one in (first, second) if isinstance(one, str)]
    if len(names) == 2 and all(names) and names[0] != names[1]:
        return None
    return Refusal(
        "two-signatures-needed",
        "two different people sign for the tray's money",
        "name both of them",
    )


def expected(table: Table) -> int:
    """Return what the tray should hold: vigorish lies in it too."""
    return balance(table, TRAY) + balance(table, VIGORISH)


@decides(do.CountTray)
def count_tray(table: Table, command: do.CountTray) -> Decision:
    """Count the tray: once when opening, then when closing, with the difference on record."""
    wrong = _not_signed(command.first, command.second) or not_an_amount(command.cents, 0)
    if wrong is not None:
        return wrong
    opening = command.when == "opening"
    if opening == table.counted:
        return Refusal(
            "counted-already" if opening else "not-counted-yet",
            "the opening count is made once, the closing count after it",
            "count for closing" if opening else "count for opening",
        )
    round = table.round
    if round.bets or round.vigorish_due or round.stage != "betting":
        return Refusal(
            "bets-on-the-layout",
            "a round is being played, bets lie on the layout, or vigorish is due",
            "finish the round first",
        )
    holds = balance(table, TRAY) if opening else expected(table)
    return (facts.TrayCounted(command.when, command.cents, holds, command.first, command.second),)


@applies(facts.TrayCounted)
def tray_counted(table: Table, fact: facts.TrayCounted) -> Table:
    """The cage brought what the opening count found; a closing count sends all back to it.

    A shortage or overage of the closing count comes from nowhere that the table knows. After it
    nothing is bet, sold or filled until the table is counted, or opened, anew.
    """
    if fact.when == "opening":
        brought = Movement(CAGE, TRAY, fact.cents - fact.expected_cents)
        return post(table._replace(counted=True, tray_closed=False), [brought])
    return post(
        table._replace(counted=False, tray_closed=True),
        [
            Movement(VIGORISH, TRAY, balance(table, VIGORISH)),
            Movement(OUTSIDE, TRAY, fact.cents - fact.expected_cents),
            Movement(TRAY, CAGE, fact.cents),
        ],
    )


@decides(do.FillTray)
def fill_tray(table: Table, command: do.FillTray) -> Decision:
    """Bring chips from the cage, at any time until the tray is counted for closing."""
    wrong = (
        tray_closed(table)
        or _not_signed(command.first, command.second)
        or not_an_amount(command.cents)
    )
    return wrong or (facts.TrayFilled(command.cents, command.first, command.second),)


@applies(facts.TrayFilled)
def tray_filled(table: Table, fact: facts.TrayFilled) -> Table:
    """Chips are in the tray."""
    return post(table, [Movement(CAGE, TRAY, fact.cents)])


@decides(do.CreditTray)
def credit_tray(table: Table, command: do.CreditTray) -> Decision:
    """Send chips back to the cage, no more than the tray holds, be it counted or not."""
    wrong = _not_signed(command.first, command.second) or not_an_amount(command.cents)
    if wrong is None and command.cents > balance(table, TRAY):
        wrong = Refusal(
            "tray-too-small", f"the tray holds {Money(max(balance(table, TRAY), 0))}", "credit less"
        )
    return wrong or (facts.TrayCredited(command.cents, command.first, command.second),)


@applies(facts.TrayCredited)
def tray_credited(table: Table, fact: facts.TrayCredited) -> Table:
    """Chips are in the cage."""
    return post(table, [Movement(TRAY, CAGE, fact.cents)])


@decides(do.AdjustBet)
def adjust_bet(table: Table, command: do.AdjustBet) -> Decision:
    """Put a mistake right between tray and position; what was recorded before stays as it is."""
    cents = command.cents
    wrong = (
        _not_signed(command.first, command.second)
        or not_an_amount(-cents if type(cents) is int and cents < 0 else cents)
        or not_seated(table, command.position)
    )
    if wrong is not None:
        return wrong
    if not command.reason.strip():
        return Refusal("no-reason", "an adjustment needs its reason", "say what was wrong")
    if not 0 <= command.round <= table.round.number:
        return Refusal(
            "no-such-round",
            f"there has been no round {command.round}",
            f"name a round of 1 to {table.round.number}",
        )
    last = table.round.number if table.last_round is None else table.last_round[1]
    return _cannot_give(table, command.position, cents) or (
        facts.BetAdjusted(*command._replace(round=command.round or last)),
    )


def _cannot_give(table: Table, position: int, cents: int) -> Refusal | None:
    """Refuse to take from the tray, or from a position, what it does not have."""
    has = balance(table, position_account(position))
    if cents >= -has:
        return tray_too_small(table, cents)
    return Refusal(
        "not-enough-chips",
        f"position {position} has {Money(has)} to give back",
        "take back no more than that, or let the player buy in first",
    )


@decides(do.EmptyBox)
def empty_box(table: Table, command: do.EmptyBox) -> Decision:
    """Take a box away between rounds, with what is in it."""
    wrong = _not_signed(command.first, command.second)
    if wrong is not None:
        return wrong
    if table.round.stage != "betting":
        return Refusal("round-not-over", "a round is being played", "finish the round first")
    cents = sum(balance(table, account) for account in BOXES[command.box])
    if not cents:
        return Refusal("box-empty", f"nothing is in the {command.box}", "go on")
    return (facts.BoxEmptied(command.box, cents, command.first, command.second),)


@applies(facts.BoxEmptied)
def box_emptied(table: Table, fact: facts.BoxEmptied) -> Table:
    """What was in the box is off the table: tokes with the dealers, cash in the count room."""
    target = OUTSIDE if fact.box == "toke box" else COUNT_ROOM
    boxes = BOXES[fact.box]
    return post(table, [Movement(box, target, balance(table, box)) for box in boxes])


@applies(facts.BetAdjusted)
def bet_adjusted(table: Table, fact: facts.BetAdjusted) -> Table:
    """Chips go from the tray to the position, or back."""
    return post(table, [Movement(TRAY, position_account(fact.position), fact.cents)])
