"""Commands that a table could be given now: enough of each kind to find out which may happen.

What may happen is nobody's business but the deciders'. So there are no rules here, only arguments:
for each kind of command those that the state suggests, of which at least one is accepted whenever
any is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import get_args

from pitboss.games.cards import DECK, Card
from pitboss.table import commands as do
from pitboss.table.commands import DEALER, Box, Command, Scope
from pitboss.table.due import SIDES
from pitboss.table.guidance.autopilot import BACKS, DICE, SUPERVISOR, SURVEILLANCE
from pitboss.table.rules.opening import WAIVABLE
from pitboss.table.setups.setup import Offer, Spot, TableSetup
from pitboss.table.state import Table

FIRST_SETUP = TableSetup(game="baccarat", offers=(Offer("player"), Offer("banker"), Offer("tie")))
"""A table to open where none has been yet."""

FAR_DAY = "9999-12-31"
"""A day that is later than any that is written as a date."""

SCOPES: tuple[Scope, ...] = ("all", "base", "bonus")
A_STAKE, A_CHIP = 500, 1
SIGNED = ("dealer", "supervisor")
NUMBER = "1"


def candidates(table: Table) -> Iterator[Command]:
    """Yield commands of every kind, with arguments that suit the table as it is.

    If any command of a kind would be accepted now, one of those yielded is.
    """
    if table.opened is None:
        yield do.OpenTable(FIRST_SETUP)
        return
    yield from _about_the_table(table)
    yield from _about_the_cards(table)
    yield from _about_the_shoe(table)
    yield from _about_positions(table)
    yield from _about_bets(table)
    yield from _about_dealing(table)
    yield from _about_paying(table)
    yield from _about_dice(table)
    yield from _about_mistakes(table)
    yield from _about_the_tray(table)


def cards_left_of(table: Table) -> tuple[Card, ...]:
    """Return the kinds of card of which the shoe can still hold one."""
    decks, seen = table.setup.shoe_decks, table.shoe.seen
    return tuple(one for one in DECK if seen.get(one, 0) < decks)


def _about_the_table(table: Table) -> Iterator[Command]:
    yield do.OpenTable(table.setup)
    yield do.StartDay(FAR_DAY)
    yield do.StartDay(f"{table.day}+")
    yield do.ChangeSetup(table.setup)
    for rate in ("5%", "6%"):
        yield do.GiveNotice("vigorish", rate)
    yield do.NotifySurveillance(SUPERVISOR)
    yield do.Accommodate("a player", next(iter(WAIVABLE)), SUPERVISOR)
    yield do.InspectDevice("shoe")
    yield do.InspectDevice("shuffler")
    yield do.CloseTable()


def _about_the_cards(table: Table) -> Iterator[Command]:
    decks = table.setup.shoe_decks
    for backs, sealed in product(BACKS, (False, True)):
        yield do.ReceiveCards(decks, backs, sealed)
    yield do.BreakSeal(SUPERVISOR)
    for batch in range(1, len(table.batches) + 1):
        yield do.InspectCards(batch)
        yield do.ReplaceCards(batch, NUMBER)
        yield do.VerifyCards(SURVEILLANCE, batch)
        yield do.SpreadCards(batch)
        yield do.WashCards(batch)
        yield do.ShuffleCards(batch)


def _about_the_shoe(table: Table) -> Iterator[Command]:
    for position in (DEALER, *_positions(table)):
        yield do.DeclineCut(position)
        yield do.CutCards(position, table.setup.shoe_cards // 2)
    yield do.OrderRecut(SUPERVISOR)
    yield do.PlaceCutCard(table.setup.cutting.from_back)
    yield do.LoadShoe()
    for card in cards_left_of(table)[:1]:
        yield do.BurnCards(card)
    yield do.StopForWantOfPlay()


def _positions(table: Table) -> tuple[int, ...]:
    return table.setup.position_numbers


def _about_positions(table: Table) -> Iterator[Command]:
    for position in _positions(table):
        yield do.Sit(position)
        yield do.Leave(position)
        yield do.Leave(position, behind=True)
        yield do.BuyIn(position, A_CHIP)


def _about_bets(table: Table) -> Iterator[Command]:
    stakes = _stakes(table.setup)
    for position, ((wager, on), amounts) in product(_positions(table), stakes.items()):
        for cents in amounts:
            yield do.PlaceBet(position, wager, cents, on)
            yield do.PlaceBet(position, wager, cents, on, "coupon")
            yield do.PlaceBet(position, wager, cents, on, behind=True)
    for laid in table.round.bets:
        yield do.TakeBack(laid.number)
    yield do.CallNoMoreBets()
    yield do.TakeProgressives()
    yield do.CallFreeHand()


def _stakes(setup: TableSetup) -> Mapping[Spot, tuple[int, ...]]:
    """Return for each spot its unit; or its minimum, and a chip for a spot that is nearly full."""
    house = setup.house
    return {
        (wager, on): (house.unit_cents.get(wager, opened.unit.cents),)
        if opened.unit is not None
        else (house.minimum_cents.get(wager, A_STAKE), A_CHIP)
        for (wager, on), opened in setup.spots.items()
    }


def _about_dealing(table: Table) -> Iterator[Command]:
    left, round = cards_left_of(table), table.round
    shown = (None, table.shoe.carried, *left[:1])
    for side, card, face_up in product(SIDES, shown, (False, True)):
        yield do.DealCard(card, side, face_up)
    for side, position in product(SIDES, _positions(table)):
        yield do.HandOver(side, position)
        yield do.HandOver(side, position, "agreement")
        yield do.HandOver(side, position, "consent")
    for side in SIDES:
        hidden = sum(one is None for one in round.hand(side))
        yield do.TurnCards(side, left[:hidden])
        yield do.CallPoints(side)
    yield do.CallResult()
    yield do.RunDry(SUPERVISOR)


def _about_paying(table: Table) -> Iterator[Command]:
    for scope in SCOPES:
        yield do.CollectLosers(scope)
        for position in _positions(table):
            yield do.PayPosition(position, scope)
    yield do.CollectTieVigorish()
    yield do.ClearLayout()


def _about_dice(table: Table) -> Iterator[Command]:
    yield do.ShakeCups()
    for side in SIDES:
        yield do.PlayerShakes(side)
        for position in _positions(table):
            yield do.HandCup(side, position)
    yield do.RevealDice(DICE, DICE)
    yield do.SpillDice()
    for position in _positions(table):
        yield do.PassDice(position)
    yield do.RollDice(*DICE[:2])
    yield do.CallNoRoll()


def _about_mistakes(table: Table) -> Iterator[Command]:
    left = cards_left_of(table)
    for side, disclosed in product(SIDES, (False, True)):
        for card in left[:1]:
            yield do.DealInError(card, side, disclosed)
    for side in SIDES:
        for place, was in enumerate(table.round.hand(side), 1):
            if was is not None:
                yield from (
                    do.CorrectCard(side, place, card, SUPERVISOR) for card in _likest(was, left)
                )
    for position in _positions(table):
        yield do.OpenDispute(position, "the cards were misread")
    yield do.CloseDispute(SUPERVISOR, "the result stands")
    yield do.VoidRound(SUPERVISOR, "the cards cannot be put right")


def _likest(was: Card, left: tuple[Card, ...]) -> list[Card]:
    """Return the cards that one may have been misread for, those of its value first."""
    return sorted(left, key=lambda one: one.value != was.value)


def _about_the_tray(table: Table) -> Iterator[Command]:
    yield do.CountTray("opening", 0, *SIGNED)
    yield do.CountTray("closing", 0, *SIGNED)
    yield do.FillTray(A_CHIP, *SIGNED)
    yield do.CreditTray(A_CHIP, *SIGNED)
    boxes: tuple[Box, ...] = get_args(Box)
    for box in boxes:
        yield do.EmptyBox(box, *SIGNED)
    for position in _positions(table):
        yield do.AdjustBet(position, A_CHIP, "underpaid", *SIGNED)
        yield do.AdjustBet(position, -A_CHIP, "overpaid", *SIGNED)
