"""Shooters and rolls at craps (30-2399.07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games import ShooterHand
from pitboss.games.craps import POINTS, SEVEN
from pitboss.refusals import Refusal
from pitboss.table.dealers import DICE, Dealer
from pitboss.table.procedures import PROCEDURES, Procedure
from pitboss.table.state import RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.chance import is_over
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.results import settle_bets

CRAPS = "30-2399.07"
FACES = range(1, 7)


class PassDice(NamedTuple):
    """Give the dice to the next shooter, whose come-out roll opens the multi-roll wagers."""

    position: int


@step.decides(PassDice, "dice to <position:position>", game="craps")
def pass_dice(table: Table, command: PassDice) -> step.Decision:
    """Give the dice to a new shooter: everything that a hand counts begins anew."""
    wrong = not_seated(table, command.position)
    over = table.round.stage == "clearing"
    shooting = table.round.shooter is not None and table.round.bets
    if wrong is None and (table.round.stage != "betting" or shooting):
        message = "the last hand is not cleared away" if over else "the shooter's hand is not over"
        remedy = "clear the layout first" if over else "roll until it is"
        return Refusal("shooter-has-the-dice", message, remedy, CRAPS)
    return wrong or (DicePassed(*command),)


class DicePassed(NamedTuple):
    """There is a new shooter."""

    position: int


step.told(DicePassed, "dealer", "passes the dice to position {position}")
step.round_changed(
    DicePassed,
    lambda round, fact: round._replace(shooter=fact.position, last_shooter=fact.position),
)


def _not_rolling(table: Table) -> Refusal | None:
    stage = table.round.stage
    if stage == "betting":
        remedy = 'announce "no more bets" first'
        return Refusal("bets-not-closed", "bets are still open", remedy, CRAPS)
    if stage == "settling":
        message = "bets that the last roll decided are not collected or paid"
        return Refusal("bets-not-settled", message, "collect and pay first", CRAPS)
    if stage == "clearing":
        message = "the hand ended with the seven-out"
        return Refusal("shooter-is-out", message, "clear the layout first", CRAPS)
    pending = table.chance.open
    if pending is not None and is_over(table, pending):
        message = f"the dice of {pending.what} were thrown, and its seed is not revealed"
        return Refusal("chance-open", message, "wait for it, and throw anew")
    return None


class RollDice(NamedTuple):
    """Roll two dice."""

    first: int
    second: int


@step.decides(RollDice, "roll <first:number> <second:number>", game="craps")
def roll_dice(table: Table, command: RollDice) -> step.Decision:
    """Roll; bets that the roll decides are settled at once, the others live on."""
    wrong = _not_rolling(table)
    if wrong is not None:
        return wrong
    if any(type(face) is not int or face not in FACES for face in command):
        message = f"{command.first} and {command.second} are no faces of two dice"
        return Refusal("unknown-dice", message, "give two faces of 1 to 6")
    hand = ShooterHand((*table.round.rolls, sum(command)))
    out = (ShooterOut(),) if hand.until("seven-out").over else ()
    settled = settle_bets(table, hand)
    return DiceRolled(*command), *out, *((settled,) if settled.bets else ())


class DiceRolled(NamedTuple):
    """Two dice were rolled."""

    first: int
    second: int


@step.tells(DiceRolled)
def tell_roll(before: Table, fact: DiceRolled) -> Iterator[step.StoryLine]:
    """Tell the roll and how it is called."""
    call = call_of((*before.round.rolls, sum(fact)))
    yield step.StoryLine("rolls", f'{fact.first} and {fact.second}: "{call}"')


@step.changes_round(DiceRolled, final=True)
def dice_rolled(round: RoundState, fact: DiceRolled) -> RoundState:
    """The shooter's hand is one roll longer."""
    return round._replace(rolls=(*round.rolls, sum(fact)), faces=(fact.first, fact.second))


class ShooterOut(NamedTuple):
    """The shooter's hand is over: a seven on a point."""


step.told(ShooterOut, "dealer", "takes the dice back")
step.round_changed(ShooterOut, lambda round, _: round._replace(stage="clearing"))


class CallNoRoll(NamedTuple):
    """Call an unreadable roll off; it counts for nothing (house procedure)."""

    reason: str = ""


@step.decides(CallNoRoll, "no roll [<reason:text>]", game="craps")
def call_no_roll(table: Table, command: CallNoRoll) -> step.Decision:
    """Call off a roll that cannot be read: house procedure."""
    return _not_rolling(table) or (RollVoided(*command),)


class RollVoided(NamedTuple):
    """A roll was called off."""

    reason: str


step.happens(RollVoided, "dealer", '"No roll." {reason}')


def point_of(rolls: tuple[int, ...]) -> int | None:
    """Return the shooter's point; None before a come-out roll.

    >>> point_of((7, 4, 6)), point_of((4, 4)), point_of((11,))
    (4, None, None)
    """
    point: int | None = None
    for total in rolls:
        if point is None:
            point = total if total in POINTS else None
        elif total in (point, SEVEN):
            point = None
    return point


def call_of(rolls: tuple[int, ...]) -> str:
    """Return how a roll is called.

    >>> call_of((6,)), call_of((6, 9)), call_of((6, 6)), call_of((6, 7))
    ('The point is 6.', '9. The point is 6.', '6. Point made, coming out.', 'Seven out.')
    >>> call_of((7,)), call_of(())
    ('7. Coming out.', '')
    """
    if not rolls:
        return ""
    before, point, total = point_of(rolls[:-1]), point_of(rolls), rolls[-1]
    if before is None:
        return f"{total}. Coming out." if point is None else f"The point is {point}."
    if point is not None:
        return f"{total}. The point is {point}."
    return "Seven out." if total == SEVEN else f"{total}. Point made, coming out."


step.tried(RollDice, first=DICE[:1], second=DICE[1:2])
step.ordered(PassDice, "Pass the dice to the next shooter", CRAPS)
step.ordered(
    RollDice, lambda table, _: f"Let the shooter at position {table.round.shooter} roll", CRAPS
)


@step.proposes("betting", game="craps")
def propose_shooter(table: Table, _: Dealer) -> step.Command | None:
    """Propose the next shooter, from the highest position down."""
    if table.round.shooter is not None or not table.seated:
        return None
    lower = [position for position in table.seated if position < table.round.last_shooter]
    return PassDice(max(lower or table.seated))


@step.proposes("dealing", "drawing", game="craps")
def propose_roll(_: Table, dealer: Dealer) -> step.Command:
    """Propose a roll."""
    return RollDice(*dealer.supply.roll())


def _no_shooter(table: Table) -> Refusal | None:
    if table.round.shooter is not None:
        return None
    return Refusal("no-shooter", "nobody has the dice", "pass the dice first")


def _on_a_new_shooter(table: Table) -> Refusal | None:
    if table.round.shooter is not None:
        return None
    message = "the wagers are made on a new shooter"
    return Refusal("no-shooter", message, "pass the dice first", CRAPS)


PROCEDURES["craps"] = Procedure(
    code="no-shooter",
    missing="has no shooter",
    remedy="go on",
    late=CRAPS,
    closes=CRAPS,
    holding=CRAPS,
    clears=("Take the dice back", CRAPS),
    says=lambda table: call_of(table.round.rolls),
    not_ready=_no_shooter,
    no_bets_yet=_on_a_new_shooter,
    announces=False,
    greeting="New shooter, coming out.",
    goes_on=lambda round: not _seven_out(round),
)


def _seven_out(round: RoundState) -> bool:
    return bool(round.rolls) and ShooterHand(round.rolls).until("seven-out").over
