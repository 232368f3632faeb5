"""The dice cups of 3 Dice Baccarat (30-2899.09(8))."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games import Throw
from pitboss.games.baccarat import Side
from pitboss.games.three_dice import Cup
from pitboss.refusals import Refusal
from pitboss.table.dealers import DICE, Dealer
from pitboss.table.due import NAMES
from pitboss.table.procedures import PROCEDURES, Procedure, nothing_hinders
from pitboss.table.state import RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.dealing import progressives_on_sensors
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.results import result_words

CUPS = "30-2899.09(8)"


def _not_with_cups(table: Table) -> Refusal | None:
    if table.round.stage == "betting":
        message = "the cups are shaken once all wagers are placed"
        return Refusal("bets-not-closed", message, 'announce "no more bets"', CUPS)
    if table.round.stage != "dealing":
        return Refusal("dice-revealed", "the dice are revealed", "announce the result", CUPS)
    return None if table.round.shaken else progressives_on_sensors(table)


class ShakeCups(NamedTuple):
    """Shake both cups (30-2899.09(8)); the dealer does, before any player."""


@step.decides(ShakeCups, "shake cups", game="three-dice")
def shake_cups(table: Table, _: ShakeCups) -> step.Decision:
    """Shake both cups once all wagers are placed."""
    wrong = _not_with_cups(table)
    if wrong is None and table.round.shaken:
        wrong = Refusal("cups-shaken", "the dealer has shaken the cups", "reveal the dice", CUPS)
    return wrong or (CupsShaken(),)


class CupsShaken(NamedTuple):
    """The dealer shook both cups."""


step.told(CupsShaken, "dealer", "shakes both cups")
step.round_changed(CupsShaken, lambda round, _: round._replace(shaken=True))


class HandCup(NamedTuple):
    """Hand a cup, covered, to a player (30-2899.09(8))."""

    hand: Side
    position: int


@step.decides(HandCup, "hand cup <hand:side> to <position:position>", game="three-dice")
def hand_cup(table: Table, command: HandCup) -> step.Decision:
    """Hand a cup to a player, after the dealer has shaken it, if the house allows that."""
    wrong = _not_with_cups(table) or not_seated(table, command.position)
    if wrong is not None:
        return wrong
    if not table.setup.players_shake and not table.waives("cup-not-for-players", command.position):
        return Refusal("cup-not-for-players", "players shake no cups here", "reveal the dice", CUPS)
    if not table.round.shaken:
        message = "the dealer shakes a cup before handing it over"
        return Refusal("dealer-shakes-first", message, "shake the cups first", CUPS)
    if command.hand in table.round.handed:
        return Refusal("cup-handed", f"the {command.hand}'s cup is handed over", "wait", CUPS)
    return (CupHanded(*command),)


class CupHanded(NamedTuple):
    """A player holds a cup, covered."""

    hand: Side
    position: int


step.told(CupHanded, "dealer", "hands the {hand} cup to position {position}")
step.round_changed(CupHanded, lambda round, fact: round.with_holder(fact.hand, fact.position))


class PlayerShakes(NamedTuple):
    """Shake the cup that one was handed."""

    hand: Side


@step.decides(PlayerShakes, "shake <hand:side> cup", game="three-dice")
def player_shakes(table: Table, command: PlayerShakes) -> step.Decision:
    """Let the player shake the cup that was handed over."""
    wrong = _not_with_cups(table)
    if wrong is None and command.hand not in table.round.held:
        wrong = Refusal("no-cup", f"no player holds the {command.hand}'s cup", "hand it over", CUPS)
    return wrong or (CupShaken(*command),)


class CupShaken(NamedTuple):
    """The player shook the cup."""

    hand: Side


step.told(CupShaken, "player", "shakes the {hand} cup")
step.round_changed(CupShaken, lambda round, fact: round._replace(held=round.held - {fact.hand}))


class RevealDice(NamedTuple):
    """Uncover both cups."""

    player: Cup
    banker: Cup


@step.decides(RevealDice, "reveal <player:cup> <banker:cup>", game="three-dice")
def reveal_dice(table: Table, command: RevealDice) -> step.Decision:
    """Uncover both cups, when nobody is still to shake one."""
    wrong = _not_shaken(table)
    if wrong is None and table.round.held:
        message = "nobody exposes the dice before the player has shaken"
        return Refusal("dice-exposed", message, "let the player shake first", CUPS)
    return wrong or Throw(*command).fault or (DiceRevealed(*command),)


def _not_shaken(table: Table) -> Refusal | None:
    wrong = _not_with_cups(table)
    if wrong is None and not table.round.shaken:
        wrong = Refusal("cups-not-shaken", "the cups are not shaken", "shake them first", CUPS)
    return wrong


class DiceRevealed(NamedTuple):
    """Both cups are open."""

    player: Cup
    banker: Cup


@step.changes_round(DiceRevealed, "reveals", "Player {player}  Banker {banker}", final=True)
def dice_revealed(round: RoundState, fact: DiceRevealed) -> RoundState:
    """The throw is known."""
    return round._replace(throw=Throw(*fact), stage="drawing")


class SpillDice(NamedTuple):
    """Say that dice left a cup or were seen too soon: they are shaken again (house procedure)."""

    reason: str = ""


@step.decides(SpillDice, "spill [<reason:text>]", game="three-dice")
def spill_dice(table: Table, command: SpillDice) -> step.Decision:
    """Void a throw whose dice left the cup or were seen too soon: house procedure."""
    return _not_shaken(table) or (ThrowVoided(*command),)


class ThrowVoided(NamedTuple):
    """Dice left a cup: both are shaken again."""

    reason: str


@step.changes_round(ThrowVoided, "dealer", "voids the throw {reason}")
def throw_voided(round: RoundState, _: ThrowVoided) -> RoundState:
    """The dealer shakes again; bets stand."""
    return round._replace(shaken=False, handed={}, held=frozenset())


step.tried(RevealDice, player=(DICE,), banker=(DICE,))
step.ordered(ShakeCups, "Shake both cups", CUPS)
step.ordered(RevealDice, "Reveal the dice", CUPS)
step.ordered(
    PlayerShakes,
    lambda table, command: (
        f"Let position {table.round.handed[command.hand]} shake the {NAMES[command.hand]}'s cup"
    ),
    CUPS,
)


@step.proposes("dealing", game="three-dice")
def propose_dice(table: Table, dealer: Dealer) -> step.Command:
    """Propose to shake, and then to reveal."""
    return RevealDice(*dealer.supply.cups()) if table.round.shaken else ShakeCups()


def says(table: Table) -> str:
    """Return the result of the throw, once it is seen."""
    throw = table.round.throw
    return result_words(table, throw) if throw and table.round.stage == "drawing" else ""


PROCEDURES["three-dice"] = Procedure(
    code="no-cups",
    missing="has no dice cups",
    remedy="play it by its own rules",
    late=CUPS,
    closes=CUPS,
    holding=CUPS,
    clears=("Put the dice back into their cups", CUPS),
    says=says,
    not_ready=nothing_hinders,
)
