"""The next step of the procedure as an order to the dealer, with the paragraph that asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.baccarat import Side
from pitboss.rulebook.pays import Money
from pitboss.table import commands as do
from pitboss.table.commands import DEALER, Command
from pitboss.table.due import FIRST_FOUR, face_down
from pitboss.table.rules.dealing import cut_card_comes
from pitboss.table.rules.dice import CRAPS, CUPS
from pitboss.table.rules.inspection import PRE_SHUFFLED
from pitboss.table.rules.paying import owed
from pitboss.table.state import Table

HANDS: dict[Side, str] = {"player": "Player", "banker": "Banker"}


class Step(NamedTuple):
    """An order to the dealer, and the paragraph that asks for it."""

    do: str
    cite: str


PLAIN: Mapping[type, Step] = {
    do.StartDay: Step("Start the gaming day", "30-2805"),
    do.BreakSeal: Step("Have a supervisor break the seal", PRE_SHUFFLED),
    do.BurnCards: Step("Show the first card and burn as many cards as it counts", "30-2810(4)"),
    do.StopForWantOfPlay: Step("Stop dealing: nobody plays", "30-2810(6)"),
    do.CallNoMoreBets: Step("Close the betting", "30-2812(2)"),
    do.RunDry: Step("Void the round: the shoe is empty", "30-2816(4)"),
    do.CallResult: Step("Announce the result", "30-2815(1)"),
    do.CollectLosers: Step("Collect every losing wager", "30-2815(2)"),
    do.ShakeCups: Step("Shake both cups", CUPS),
    do.RevealDice: Step("Reveal the dice", CUPS),
    do.PassDice: Step("Pass the dice to the next shooter", CRAPS),
    do.FillTray: Step("Have the tray filled: it cannot pay what is owed", ""),
}
"""Orders that are the same at every table."""


def step_of(table: Table, command: Command) -> Step:
    """Return a command of the procedure as an order to the dealer."""
    plain = PLAIN.get(type(command))
    return plain or _with_cards(table, command) or _with_the_round(table, command)


def _with_cards(table: Table, command: Command) -> Step | None:
    """Return an order that brings the cards nearer to a shoe in play; None if it is no such one."""
    cutting, continuous = table.setup.cutting, table.setup.device == "continuous"
    match command:
        case do.InspectDevice(device=device):
            return Step(f"Inspect the {device}", "30-2805")
        case do.ReceiveCards(decks=decks, backs=backs, sealed=sealed):
            what = "pre-shuffled decks, sealed," if sealed else "decks"
            cite = PRE_SHUFFLED if sealed else "30-2809(1)"
            return Step(f"Receive {decks} {what} with {backs} backs", cite)
        case do.InspectCards(batch=batch):
            sealed = table.batches[batch - 1].sealed
            return Step(f"Inspect {_batch(table, batch)}", PRE_SHUFFLED if sealed else "30-2809(2)")
        case do.ReplaceCards(batch=batch):
            sealed = table.batches[batch - 1].sealed
            told = " and tell the manufacturer" if sealed else ""
            return Step(
                f"Replace what is wrong in {_batch(table, batch)}{told}",
                PRE_SHUFFLED if sealed else "30-2809(2)",
            )
        case do.VerifyCards(batch=batch):
            return Step(f"Have surveillance verify {_batch(table, batch)}", "30-2809(2)")
        case do.SpreadCards(batch=batch):
            return Step(f"Spread {_batch(table, batch)} for the players to see", "30-2809(3)")
        case do.WashCards(batch=batch):
            if table.setup.device == "hand":
                return Step(f"Wash and stack {_batch(table, batch)}", "30-2809(2)")
            return Step(f"Turn {_batch(table, batch)} face down and stack", "30-2809(3)")
        case do.ShuffleCards(batch=batch):
            return Step(f"Shuffle {_batch(table, batch)}", "30-2810(1)")
        case do.CutCards(position=position):
            who = "Cut the cards" if position == DEALER else f"Offer the cut to position {position}"
            return Step(
                f"{who}, at least {cutting.from_ends} cards in from either end",
                "30-2810(5)" if table.shoe.recut else "30-2810(2), (3)",
            )
        case do.PlaceCutCard():
            return Step(
                f"Put the cutting card at least {cutting.from_back} cards in from the back",
                "30-2810(4)",
            )
        case do.LoadShoe() if continuous:
            return Step("Put the cards into the continuous shuffler", "30-2811")
        case do.LoadShoe():
            return Step("Put the stack into the shoe", "30-2810(4)")
        case _:
            return None


def _batch(table: Table, batch: int) -> str:
    return f"batch {batch}" if len(table.batches) > 1 else "the cards"


def _with_the_round(table: Table, command: Command) -> Step:
    """Return an order that brings the round nearer to its end."""
    match command:
        case do.TakeProgressives():
            return Step(
                "Light the sensors and take the progressive wagers into the tray",
                next(iter(table.setup.sensed.values()), ""),
            )
        case do.DealCard(to=hand):
            return _dealing(table, hand)
        case do.HandOver(hand=hand, position=position):
            cards, cite = _turned(table, hand)
            return Step(f"Hand {cards}, face down, to position {position}", cite)
        case do.TurnCards(hand=hand):
            return _turning(table, hand)
        case do.CallPoints(hand=hand):
            return Step(f"Announce the {HANDS[hand]}'s point count", "30-2813(1)")
        case do.PayPosition(position=position):
            cents = owed(table).get(position, 0)
            return Step(f"Pay position {position} {Money(cents)}, stakes included", "30-2815(2)(a)")
        case do.CollectTieVigorish():
            debts = ", ".join(
                f"{Money(debt.cents)} from {debt.owner}" for debt in table.round.vigorish_due
            )
            return Step(f"Collect the tie vigorish: {debts}", "30-2808(3)(c)")
        case do.ClearLayout():
            return _clearing(table)
        case _:
            return _with_dice_or_people(table, command)


def _with_dice_or_people(table: Table, command: Command) -> Step:
    match command:
        case do.PlayerShakes(hand=hand):
            who = table.round.handed[hand]
            return Step(f"Let position {who} shake the {HANDS[hand]}'s cup", CUPS)
        case do.RollDice():
            return Step(f"Let the shooter at position {table.round.shooter} roll", CRAPS)
        case do.TakeBack(number=number):
            return Step(f"Give bet {number} back: the gaming day has not started", "30-2805")
        case do.Sit():
            return Step("Wait for a patron", "30-2810(6)" if table.batches else "")
        case do.CloseDispute():
            return Step(
                f"Have a supervisor decide the dispute of position {table.dispute}", "30-2815(4)"
            )
        case do.NotifySurveillance():
            return Step("Notify surveillance of the payment procedure", table.setup.reporting.cite)
        case _:
            raise AssertionError(f"{command} is no step of the procedure")


def _dealing(table: Table, hand: Side) -> Step:
    """Return the order to deal a card: which one, how, and what lies on top of it."""
    round, shoe, style = table.round, table.shoe, table.setup.style
    third = round.cards >= FIRST_FOUR
    if not round.cards and shoe.carried is not None:
        order = f"Begin the {HANDS[hand]}'s Hand with {shoe.carried}, which was dealt in error"
        return Step(order, "30-2816(2)" if round.free else "30-2816(1)")
    hidden = face_down(style, round.cards)
    which = "a third card" if third else f"card {round.cards + 1}"
    order = f"eal {which}, face {'down' if hidden else 'up'}, to the {HANDS[hand]}'s Hand"
    if cut_card_comes(shoe):
        return Step(f"Put the cutting card aside and d{order}", "30-2813(4)")
    if not third:
        return Step(f"D{order}", "30-2817(3), (4)" if style == "squeeze" else "30-2812(3), (4)")
    return Step(f"D{order}", "30-2814(2)" if hand == "player" else "30-2814(3)")


def _turned(table: Table, hand: Side) -> tuple[str, str]:
    """Return what of a hand lies face down, and the paragraph that says who turns it."""
    third = len(table.round.hand(hand)) > 2
    cards = f"the {HANDS[hand]}'s third card" if third else f"the {HANDS[hand]}'s cards"
    letter = {("player", False): "a", ("banker", False): "b", ("player", True): "c"}
    return cards, f"30-2817(4)({letter.get((hand, third), 'd')})"


def _turning(table: Table, hand: Side) -> Step:
    cards, cite = _turned(table, hand)
    if hand in table.round.held:
        return Step(f"Let position {table.round.handed[hand]} turn {cards}", cite)
    if table.round.free:
        return Step(f"Turn {cards}", "30-2802(7)")
    return Step(f"Turn {cards}", cite if table.setup.style == "squeeze" else "30-2812(4)")


def _clearing(table: Table) -> Step:
    if table.setup.kind == "craps":
        return Step("Take the dice back", CRAPS)
    if table.setup.kind == "three-dice":
        return Step("Put the dice back into their cups", CUPS)
    if table.setup.device == "continuous":
        return Step("Put the cards back into the shuffler, in order", "30-2811, 30-2815(4)")
    return Step("Put the cards into the discard rack, in order", "30-2815(4)")
