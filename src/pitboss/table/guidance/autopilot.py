"""A dealer who follows the procedure: the one next command that the rules want, whatever the game.

Cards, dice and cuts come from a supply; nothing here is random.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.table import commands as do
from pitboss.table.accounts import lacking
from pitboss.table.commands import Command
from pitboss.table.due import SIDES, card_due, face_down
from pitboss.table.rules.betting import waiting_progressives
from pitboss.table.rules.paying import needed_from_tray, next_to_pay
from pitboss.table.rules.shoe_life import burn_of, next_cutter
from pitboss.table.rules.squeezing import entitled, highest_bettors
from pitboss.table.state import Batch, Table

BACKS = ("red", "blue")
SUPERVISOR, SURVEILLANCE = "supervisor", "monitor room"
DICE: Cup = (1, 2, 3)
FILL_CENTS = 10_000_00
"""A counted tray that is short is filled in steps of this."""


class Supply(Protocol):
    """Where cards and dice come from."""

    def shuffle(self, cards: int) -> None:
        """Shuffle so many cards."""

    def card(self) -> Card:
        """Return the next card of the shoe."""

    def cups(self) -> tuple[Cup, Cup]:
        """Return what two cups of dice show."""

    def roll(self) -> tuple[int, int]:
        """Return a roll of two dice."""

    def cut(self, cards: int) -> int:
        """Return where a stack of so many cards is cut."""


class KnownSupply(NamedTuple):
    """A supply without luck: the same card and dice whenever asked, and a cut in the middle."""

    first: Card

    def shuffle(self, cards: int) -> None:
        """Leave the cards alone."""

    def card(self) -> Card:
        """Return the card that is known."""
        return self.first

    def cups(self) -> tuple[Cup, Cup]:
        """Return two cups alike."""
        return DICE, DICE

    def roll(self) -> tuple[int, int]:
        """Return the first two of the dice."""
        return DICE[0], DICE[1]

    def cut(self, cards: int) -> int:
        """Cut in the middle."""
        return cards // 2


class Autopilot:
    """Gives the next command of the procedure, and remembers what was dealt face down."""

    def __init__(self, supply: Supply, day: str = "2026-01-01") -> None:
        self.supply = supply
        self.day = day
        self.hidden: dict[Side, list[Card]] = {"player": [], "banker": []}
        self.shooter = 0

    def next(self, table: Table) -> Command | None:
        """Return what is due; None while bets may be made and everything is ready for them."""
        setup, round = table.setup, table.round
        if table.day is None:
            return do.StartDay(self.day)
        if table.unreported_since is not None:
            return do.NotifySurveillance(SUPERVISOR)
        if round.vigorish_due and round.stage in ("clearing", "betting"):
            return do.CollectTieVigorish()
        if round.stage == "settling":
            return _settling(table)
        if round.stage == "clearing":
            return do.ClearLayout()
        if round.stage == "betting":
            if setup.kind == "baccarat" and table.shoe.stage != "in play":
                return self._shoe(table)
            if setup.kind == "craps" and round.shooter is None and table.seated:
                lower = [at for at in table.seated if at < self.shooter]
                self.shooter = max(lower or table.seated)
                return do.PassDice(self.shooter)
            return None
        if setup.kind == "baccarat":
            return self._deal(table)
        if setup.kind == "craps":
            return do.RollDice(*self.supply.roll())
        if round.throw is not None:
            return do.CallResult()
        return do.RevealDice(*self.supply.cups()) if round.shaken else do.ShakeCups()

    def _shoe(self, table: Table) -> Command:
        """Bring the cards one step nearer to a shoe in play."""
        setup, shoe = table.setup, table.shoe
        shuffler = setup.device != "hand"
        if "shoe" not in table.sound:
            return do.InspectDevice("shoe")
        if shuffler and "shuffler" not in table.sound:
            return do.InspectDevice("shuffler")
        if len(table.batches) < setup.batches:
            decks = setup.shoe_decks
            return do.ReceiveCards(decks, BACKS[len(table.batches)], setup.device == "pre-shuffled")
        spread_first = sorted(
            enumerate(table.batches, 1), key=lambda pair: pair[1].stage != "spread"
        )
        for number, batch in spread_first:
            step = _prepare(number, batch, spread=shuffler)
            if step is not None:
                return step
        if shoe.stage == "offering":
            return do.CutCards(next_cutter(table), self.supply.cut(setup.shoe_cards))
        if shoe.stage == "cut":
            return do.PlaceCutCard(setup.cutting.from_back)
        if shoe.stage == "marked":
            return do.LoadShoe()
        if shoe.stage == "loaded":
            self.supply.shuffle(setup.shoe_cards)
            first = self.supply.card()
            for _ in range(burn_of(first, setup)):
                self.supply.card()
            return do.BurnCards(first)
        return do.LoadShoe()

    def _deal(self, table: Table) -> Command:
        """Deal, hand over, turn and announce, in the order that the style of the table wants."""
        round, style = table.round, table.setup.style
        if not round.cards and waiting_progressives(table):
            return do.TakeProgressives()
        due = card_due(round)
        if due is not None:
            if table.shoe.cards == 0 and (round.cards or table.shoe.carried is None):
                return do.RunDry()
            if round.cards == 0 and table.shoe.carried is not None:
                return do.DealCard(table.shoe.carried, due)
            return self._card(table, due)
        for hand in SIDES:
            if None in round.hand(hand) and (hand == "player" or "player" in round.called):
                squeezed = style == "squeeze" and not round.free and hand not in round.held
                if squeezed and highest_bettors(table, hand):
                    return do.HandOver(hand, entitled(table, hand))
                cards, self.hidden[hand] = tuple(self.hidden[hand]), []
                return do.TurnCards(hand, cards)
            if hand not in round.called:
                return do.CallPoints(hand)
        return do.CallResult()

    def _card(self, table: Table, due: Side) -> Command:
        setup = table.setup
        if setup.device == "continuous" and table.round.cards == 0:
            self.supply.shuffle(setup.shoe_cards)
        card = self.supply.card()
        if not face_down(setup.style, table.round.cards):
            return do.DealCard(card, due)
        self.hidden[due].append(card)
        return do.DealCard(None, due)


def _prepare(number: int, batch: Batch, *, spread: bool) -> Command | None:
    """Return what brings a batch one step nearer to its shuffle; None if it is shuffled or used."""
    match batch.stage:
        case "received":
            return do.InspectCards(number)
        case "sealed":
            return do.BreakSeal(SUPERVISOR)
        case "faulty":
            return do.ReplaceCards(number, "1" if batch.sealed else "")
        case "inspected":
            return do.VerifyCards(SURVEILLANCE, number)
        case "verified":
            return do.SpreadCards(number) if spread else do.WashCards(number)
        case "spread":
            return do.WashCards(number)
        case "stacked":
            return do.ShuffleCards(number)
        case _:
            return None


def _settling(table: Table) -> Command:
    if "all" not in table.round.collected:
        return do.CollectLosers()
    highest = next_to_pay(table)
    assert highest is not None, "a round is settled until nobody is owed anything"
    short = lacking(table, needed_from_tray(table, highest))
    if short:
        return do.FillTray((short // FILL_CENTS + 1) * FILL_CENTS, "cage", SUPERVISOR)
    return do.PayPosition(highest)
