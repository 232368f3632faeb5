"""Dice: the cups of 3 Dice Baccarat (30-2899.09(8)) and the shooters of craps (30-2399.07)."""

from __future__ import annotations

from pitboss.games import ShooterHand, Throw
from pitboss.games.craps import POINTS, SEVEN
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.facts import Fact
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.paying import settle_bets
from pitboss.table.rules.positions import not_seated
from pitboss.table.state import Table

CUPS = "30-2899.09(8)"
CRAPS = "30-2399.07"
FACES = range(1, 7)

# --- 3 Dice Baccarat ---


def _not_with_cups(table: Table) -> Refusal | None:
    if table.setup.kind != "three-dice":
        return Refusal(
            "no-cups", f"{table.setup.game} has no dice cups", "play it by its own rules"
        )
    if table.round.stage == "betting":
        return Refusal(
            "bets-not-closed",
            "the cups are shaken once all wagers are placed",
            'announce "no more bets"',
            CUPS,
        )
    if table.round.stage != "dealing":
        return Refusal("dice-revealed", "the dice are revealed", "announce the result", CUPS)
    return None


@decides(do.ShakeCups)
def shake_cups(table: Table, _: do.ShakeCups) -> Decision:
    """Shake both cups once all wagers are placed."""
    wrong = _not_with_cups(table)
    if wrong is None and table.round.shaken:
        wrong = Refusal("cups-shaken", "the dealer has shaken the cups", "reveal the dice", CUPS)
    return wrong or (facts.CupsShaken(),)


@applies(facts.CupsShaken)
def cups_shaken(table: Table, _: facts.CupsShaken) -> Table:
    """The dice are covered; cups may be handed to players."""
    return table._replace(round=table.round._replace(shaken=True))


@decides(do.HandCup)
def hand_cup(table: Table, command: do.HandCup) -> Decision:
    """Hand a cup to a player, after the dealer has shaken it, if the house allows that."""
    wrong = _not_with_cups(table) or not_seated(table, command.position)
    if wrong is not None:
        return wrong
    if not table.setup.players_shake and not table.waives("cup-not-for-players", command.position):
        return Refusal("cup-not-for-players", "players shake no cups here", "reveal the dice", CUPS)
    if not table.round.shaken:
        return Refusal(
            "dealer-shakes-first",
            "the dealer shakes a cup before handing it over",
            "shake the cups first",
            CUPS,
        )
    if command.hand in table.round.handed:
        return Refusal("cup-handed", f"the {command.hand}'s cup is handed over", "wait", CUPS)
    return (facts.CupHanded(command.hand, command.position),)


@applies(facts.CupHanded)
def cup_handed(table: Table, fact: facts.CupHanded) -> Table:
    """A player holds the cup, covered."""
    round = table.round
    handed = {**round.handed, fact.hand: fact.position}
    return table._replace(round=round._replace(handed=handed, held=round.held | {fact.hand}))


@decides(do.PlayerShakes)
def player_shakes(table: Table, command: do.PlayerShakes) -> Decision:
    """Let the player shake the cup that was handed over."""
    wrong = _not_with_cups(table)
    if wrong is None and command.hand not in table.round.held:
        wrong = Refusal("no-cup", f"no player holds the {command.hand}'s cup", "hand it over", CUPS)
    return wrong or (facts.CupShaken(command.hand),)


@applies(facts.CupShaken)
def cup_shaken(table: Table, fact: facts.CupShaken) -> Table:
    """The cup is back with the dealer, still covered."""
    round = table.round
    return table._replace(round=round._replace(held=round.held - {fact.hand}))


@decides(do.RevealDice)
def reveal_dice(table: Table, command: do.RevealDice) -> Decision:
    """Uncover both cups, when nobody is still to shake one."""
    wrong = _not_with_cups(table)
    if wrong is not None:
        return wrong
    if not table.round.shaken:
        return Refusal("cups-not-shaken", "the cups are not shaken", "shake them first", CUPS)
    if table.round.held:
        return Refusal(
            "dice-exposed",
            "nobody exposes the dice before the player has shaken",
            "let the player shake first",
            CUPS,
        )
    return Throw(command.player, command.banker).fault or (
        facts.DiceRevealed(command.player, command.banker),
    )


@applies(facts.DiceRevealed)
def dice_revealed(table: Table, fact: facts.DiceRevealed) -> Table:
    """The throw is known."""
    throw = Throw(fact.player, fact.banker)
    return table._replace(round=table.round._replace(throw=throw, stage="drawing"))


@decides(do.SpillDice)
def spill_dice(table: Table, command: do.SpillDice) -> Decision:
    """Void a throw whose dice left the cup or were seen too soon: house procedure."""
    wrong = _not_with_cups(table)
    if wrong is None and not table.round.shaken:
        wrong = Refusal("cups-not-shaken", "the cups are not shaken", "shake them first", CUPS)
    return wrong or (facts.ThrowVoided(command.reason),)


@applies(facts.ThrowVoided)
def throw_voided(table: Table, _: facts.ThrowVoided) -> Table:
    """The dealer shakes again; bets stand."""
    round = table.round._replace(shaken=False, handed={}, held=frozenset())
    return table._replace(round=round)


# --- craps ---


@decides(do.PassDice)
def pass_dice(table: Table, command: do.PassDice) -> Decision:
    """Give the dice to a new shooter: everything that a hand counts begins anew."""
    if table.setup.kind != "craps":
        return Refusal("no-shooter", f"{table.setup.game} has no shooter", "go on")
    wrong = not_seated(table, command.position)
    if wrong is not None:
        return wrong
    over = table.round.stage == "clearing"
    shooting = table.round.shooter is not None and table.round.bets
    if table.round.stage != "betting" or shooting:
        return Refusal(
            "shooter-has-the-dice",
            "the last hand is not cleared away" if over else "the shooter's hand is not over",
            "clear the layout first" if over else "roll until it is",
            CRAPS,
        )
    return (facts.DicePassed(command.position),)


@applies(facts.DicePassed)
def dice_passed(table: Table, fact: facts.DicePassed) -> Table:
    """A shooter is about to come out; the wagers may be made."""
    return table._replace(round=table.round._replace(shooter=fact.position))


def _not_rolling(table: Table) -> Refusal | None:
    stage = table.round.stage
    if table.setup.kind != "craps":
        return Refusal("no-shooter", f"{table.setup.game} has no shooter", "go on")
    if stage == "betting":
        return Refusal(
            "bets-not-closed", "bets are still open", 'announce "no more bets" first', CRAPS
        )
    if stage == "settling":
        return Refusal(
            "bets-not-settled",
            "bets that the last roll decided are not collected or paid",
            "collect and pay first",
            CRAPS,
        )
    if stage == "clearing":
        return Refusal(
            "shooter-is-out", "the hand ended with the seven-out", "clear the layout first", CRAPS
        )
    return None


@decides(do.RollDice)
def roll_dice(table: Table, command: do.RollDice) -> Decision:
    """Roll; bets that the roll decides are settled at once, the others live on."""
    wrong = _not_rolling(table)
    if wrong is not None:
        return wrong
    if any(type(face) is not int or face not in FACES for face in command):
        return Refusal(
            "unknown-dice",
            f"{command.first} and {command.second} are no faces of two dice",
            "give two faces of 1 to 6",
        )
    hand = ShooterHand((*table.round.rolls, sum(command)))
    answer: list[Fact] = [facts.DiceRolled(command.first, command.second)]
    if hand.until("seven-out").over:
        answer.append(facts.ShooterOut())
    settled = settle_bets(table, hand)
    if settled.bets:
        answer.append(settled)
    return tuple(answer)


@applies(facts.DiceRolled)
def dice_rolled(table: Table, fact: facts.DiceRolled) -> Table:
    """The shooter's hand is one roll longer."""
    rolls = (*table.round.rolls, fact.first + fact.second)
    return table._replace(round=table.round._replace(rolls=rolls))


@applies(facts.ShooterOut)
def shooter_out(table: Table, _: facts.ShooterOut) -> Table:
    """The hand is over."""
    return table._replace(round=table.round._replace(stage="clearing"))


@decides(do.CallNoRoll)
def call_no_roll(table: Table, command: do.CallNoRoll) -> Decision:
    """Call off a roll that cannot be read: house procedure."""
    return _not_rolling(table) or (facts.RollVoided(command.reason),)


@applies(facts.RollVoided)
def roll_voided(table: Table, _: facts.RollVoided) -> Table:
    """It counts for nothing."""
    return table


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
