"""The tray: counted, filled, credited, and put right by signed adjustments (house procedure)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import (
    CAGE,
    COUNT_ROOM,
    DEALER_ENVY,
    DROP,
    OUTSIDE,
    TOKE_BOX,
    TRAY,
    VIGORISH,
    Account,
    Movement,
    position_account,
)
from pitboss.table.accounts import (
    balance,
    lacking,
    moved,
    not_an_amount,
    tray_closed,
    tray_too_small,
)
from pitboss.table.dealers import Dealer
from pitboss.table.state import Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.paying import needed_from_tray, next_to_pay
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.registry import SUPERVISOR

SIGNED = "[signed <first+second:signatures>]"
Box = Literal["toke box", "drop box"]
BOXES: Mapping[Box, tuple[Account, ...]] = {
    "toke box": (TOKE_BOX, DEALER_ENVY),
    "drop box": (DROP,),
}
"""The accounts that lie in each box."""


def not_signed(first: str, second: str) -> Refusal | None:
    """Refuse what two different people do not sign for: the tray's money, another offer."""
    names = [name.strip().casefold() for name in (first, second) if isinstance(name, str)]
    if len(names) == 2 and all(names) and names[0] != names[1]:
        return None
    message = "two different people sign for this"
    return Refusal("two-signatures-needed", message, "name both of them")


def expected(table: Table) -> int:
    """Return what the tray should hold: vigorish lies in it too."""
    return balance(table, TRAY) + balance(table, VIGORISH)


class CountTray(NamedTuple):
    """Count the tray when the table opens or closes; two people sign."""

    when: Literal["opening", "closing"]
    cents: int
    first: str
    second: str


@step.decides(CountTray, f"count tray <when:when> <cents:amount> {SIGNED}")
def count_tray(table: Table, command: CountTray) -> step.Decision:
    """Count the tray: once when opening, then when closing, with the difference on record."""
    wrong = not_signed(command.first, command.second) or not_an_amount(command.cents, 0)
    if wrong is not None:
        return wrong
    if command.when == "closing":
        wrong = not_counted(table)
    elif table.counted:
        message = "the opening count is made once, the closing count after it"
        wrong = Refusal("counted-already", message, "count for closing")
    if wrong is not None:
        return wrong
    return round_at_hand(table) or (tray_count(table, command),)


def not_counted(table: Table) -> Refusal | None:
    """Refuse another count of a tray that was not counted for opening."""
    if table.counted:
        return None
    message = "the opening count is made once, the closing count after it"
    return Refusal("not-counted-yet", message, "count for opening")


def round_at_hand(table: Table) -> Refusal | None:
    """Refuse to count a tray while chips are on the way to it or from it."""
    round = table.round
    if not round.bets and not round.vigorish_due and round.stage == "betting":
        return None
    message = "a round is being played, bets lie on the layout, or vigorish is due"
    return Refusal("bets-on-the-layout", message, "finish the round first")


class TrayCounted(NamedTuple):
    """The tray was counted; when closing, beside what it should hold."""

    when: Literal["opening", "closing"]
    cents: int
    expected_cents: int
    first: str
    second: str
    movements: tuple[Movement, ...]


def tray_count(table: Table, command: CountTray) -> TrayCounted:
    """Return what was counted: the cage brought it; when closing, all goes back to the cage.

    A shortage or overage of the closing count comes from nowhere that the table knows.
    """
    when, cents, first, second = command
    if when == "opening":
        holds = balance(table, TRAY)
        brought = moved(CAGE, TRAY, cents - holds, "opening count")
        return TrayCounted(when, cents, holds, first, second, brought)
    holds = expected(table)
    movements = (
        *moved(VIGORISH, TRAY, balance(table, VIGORISH), "closing count"),
        *moved(OUTSIDE, TRAY, cents - holds, "variance"),
        *moved(TRAY, CAGE, cents, "closing count"),
    )
    return TrayCounted(when, cents, holds, first, second, movements)


@step.tells(TrayCounted)
def tell_count(_: Table, fact: TrayCounted) -> Iterator[step.StoryLine]:
    """Tell the count, and how far it is from what it should be."""
    difference = fact.cents - fact.expected_cents
    words = f"counts {Money(fact.cents)} when {fact.when}"
    if fact.when == "closing" and difference:
        words += f", {Money(difference)} from what it should be"
    yield step.StoryLine("tray", f"{words} (signed {fact.first}, {fact.second})")


def with_variance(table: Table, cents: int) -> Table:
    """Return the table after a count: where it differs, a supervisor is to see it."""
    return table.with_incident("variance", cents) if cents else table


@step.applies(TrayCounted)
def tray_counted(table: Table, fact: TrayCounted) -> Table:
    """After a closing count nothing is bet, sold or filled until the tray is counted anew."""
    if fact.when == "opening":
        return table._replace(counted=True, tray_closed=False)
    closed = table._replace(counted=False, tray_closed=True, closed_on=table.day)
    return with_variance(closed, fact.cents - fact.expected_cents)


class FillTray(NamedTuple):
    """Bring chips from the cage; two people sign."""

    cents: int
    first: str
    second: str


@step.decides(FillTray, f"fill <cents:amount> {SIGNED}")
def fill_tray(table: Table, command: FillTray) -> step.Decision:
    """Bring chips from the cage, at any time until the tray is counted for closing."""
    return (
        tray_closed(table)
        or not_signed(command.first, command.second)
        or not_an_amount(command.cents)
        or (tray_fill(*command),)
    )


class TrayFilled(NamedTuple):
    """Chips came from the cage."""

    cents: int
    first: str
    second: str
    movements: tuple[Movement, ...]


def tray_fill(cents: int, first: str, second: str) -> TrayFilled:
    """Return that chips come from the cage."""
    return TrayFilled(cents, first, second, moved(CAGE, TRAY, cents, "fill"))


step.happens(TrayFilled, "tray", "is filled with {cents} (signed {first}, {second})")


class CreditTray(NamedTuple):
    """Send chips back to the cage; two people sign."""

    cents: int
    first: str
    second: str


@step.decides(CreditTray, f"credit <cents:amount> {SIGNED}")
def credit_tray(table: Table, command: CreditTray) -> step.Decision:
    """Send chips back to the cage, no more than the tray holds, be it counted or not."""
    wrong = not_signed(command.first, command.second) or not_an_amount(command.cents)
    if wrong is None and command.cents > balance(table, TRAY):
        holds = Money(max(balance(table, TRAY), 0))
        wrong = Refusal("tray-too-small", f"the tray holds {holds}", "credit less")
    return wrong or (tray_credit(*command),)


class TrayCredited(NamedTuple):
    """Chips went to the cage."""

    cents: int
    first: str
    second: str
    movements: tuple[Movement, ...]


def tray_credit(cents: int, first: str, second: str) -> TrayCredited:
    """Return that chips go to the cage."""
    return TrayCredited(cents, first, second, moved(TRAY, CAGE, cents, "credit"))


step.happens(TrayCredited, "tray", "sends {cents} to the cage (signed {first}, {second})")


class AdjustBet(NamedTuple):
    """Put right what was overpaid, underpaid or wrongly taken; two people sign.

    Positive cents go from the tray to the position, negative ones back.
    """

    position: int
    cents: int
    reason: str
    first: str
    second: str
    round: int = 0
    """The round that the mistake was made in; 0 is the last one."""


@step.decides(
    AdjustBet,
    f"adjust <position:position> <cents:signed amount> [for round <round:number>] {SIGNED} "
    "[: <reason:text>]",
)
def adjust_bet(table: Table, command: AdjustBet) -> step.Decision:
    """Put a mistake right between tray and position; what was recorded before stays as it is."""
    cents = command.cents
    wrong = (
        not_signed(command.first, command.second)
        or not_an_amount(-cents if type(cents) is int and cents < 0 else cents)
        or not_seated(table, command.position)
    )
    if wrong is not None:
        return wrong
    if not command.reason.strip():
        return Refusal("no-reason", "an adjustment needs its reason", "say what was wrong")
    if not 0 <= command.round <= table.round.number:
        message = f"there has been no round {command.round}"
        return Refusal("no-such-round", message, f"name a round of 1 to {table.round.number}")
    last = table.round.number if table.last_round is None else table.last_round[1]
    signed = command._replace(round=command.round or last)
    return _cannot_give(table, command.position, cents) or (bet_adjustment(signed),)


def _cannot_give(table: Table, position: int, cents: int) -> Refusal | None:
    """Refuse to take from the tray, or from a position, what it does not have."""
    has = balance(table, position_account(position))
    if cents >= -has:
        return tray_too_small(table, cents)
    remedy = "take back no more than that, or let the player buy in first"
    return Refusal("not-enough-chips", f"position {position} has {Money(has)} to give back", remedy)


class BetAdjusted(NamedTuple):
    """A mistake was put right between tray and position."""

    position: int
    cents: int
    reason: str
    first: str
    second: str
    round: int
    movements: tuple[Movement, ...]


def bet_adjustment(command: AdjustBet) -> BetAdjusted:
    """Return that chips go from the tray to the position, or back."""
    owner = position_account(command.position)
    return BetAdjusted(*command, moved(TRAY, owner, command.cents, "adjustment"))


step.happens(BetAdjusted)


@step.tells(BetAdjusted)
def tell_adjusted(_: Table, fact: BetAdjusted) -> Iterator[step.StoryLine]:
    """Tell who gives what to whom, and who signed."""
    given = f"{'is given' if fact.cents > 0 else 'gives back'} {Money(abs(fact.cents))}"
    words = f"{given} for round {fact.round}: {fact.reason} (signed {fact.first}, {fact.second})"
    yield step.StoryLine(f"position {fact.position}", words)


class EmptyBox(NamedTuple):
    """Take the tip box or the drop box away between rounds; two people sign."""

    box: Box
    first: str
    second: str


@step.decides(EmptyBox, f"empty <box:box> {SIGNED}")
def empty_box(table: Table, command: EmptyBox) -> step.Decision:
    """Take a box away between rounds, with what is in it."""
    wrong = not_signed(command.first, command.second)
    if wrong is not None:
        return wrong
    if table.round.stage != "betting":
        return Refusal("round-not-over", "a round is being played", "finish the round first")
    cents = sum(balance(table, account) for account in BOXES[command.box])
    if not cents:
        return Refusal("box-empty", f"nothing is in the {command.box}", "go on")
    return (box_taken(table, command, cents),)


class BoxEmptied(NamedTuple):
    """The tip box or the drop box was taken away with what was in it."""

    box: Box
    cents: int
    first: str
    second: str
    movements: tuple[Movement, ...]


def box_taken(table: Table, command: EmptyBox, cents: int) -> BoxEmptied:
    """Return that tokes go to the dealers, off the table; or cash to the count room."""
    target = OUTSIDE if command.box == "toke box" else COUNT_ROOM
    moves = [moved(box, target, balance(table, box), "box emptied") for box in BOXES[command.box]]
    return BoxEmptied(command.box, cents, command.first, command.second, sum(moves, ()))


step.happens(BoxEmptied, "house", "empties the {box} of {cents} (signed {first}, {second})")


FILL_CENTS = 10_000_00
"""A counted tray that is short is filled in steps of this."""

step.tried(CountTray, when=("opening", "closing"), cents=(0,))
step.tried(AdjustBet, cents=(1, -1))
step.tried(EmptyBox, box=BOXES)
step.ordered(FillTray, "Have the tray filled: it cannot pay what is owed")


@step.proposes("settling")
def propose_fill(table: Table, _: Dealer) -> step.Command | None:
    """Propose to fill a tray that cannot pay the next position."""
    if not table.counted or "all" not in table.round.collected:
        return None
    highest = next_to_pay(table)
    short = lacking(table, needed_from_tray(table, highest)) if highest is not None else 0
    cents = (short // FILL_CENTS + 1) * FILL_CENTS
    return FillTray(cents, "cage", SUPERVISOR) if short else None
