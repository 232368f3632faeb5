"""Tables that are driven to have their events written down, for the tests of the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from pitboss.cli.seeded import SeededSupply
from pitboss.games.cards import card
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table.commands import Command, PlaceBet
from pitboss.table.engine import NEW, act
from pitboss.table.facts import Event
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.journal import Journal, entries
from pitboss.table.record.replaying import steps
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.state import Table

TRAY_CENTS = 10_000_000
BANK_CENTS = 1_000_000


class Session:
    """A table whose events are kept, one second after the other."""

    def __init__(self, setup: TableSetup, seed: int = 1) -> None:
        self.table: Table = NEW
        self.events: list[Event] = []
        self.pilot = Autopilot(SeededSupply(Random(seed)), day="2026-11-16")
        self.seconds = 0
        self.do(do.OpenTable(setup), do.CountTray("opening", TRAY_CENTS, "Ada", "Ben"))

    def do(self, *given: Command) -> None:
        """Give commands that nobody refuses."""
        for command in given:
            self.seconds += 1
            hours, rest = divmod(self.seconds, 3600)
            at = f"2026-11-16T{10 + hours:02}:{rest // 60:02}:{rest % 60:02}"
            self.table, answer = act(self.table, command, at)
            assert not isinstance(answer, Refusal), (command, answer)
            self.events += answer

    def seat(self, *positions: int) -> None:
        """Seat players with chips."""
        for position in positions:
            self.do(do.Sit(position), do.BuyIn(position, BANK_CENTS))

    def go_on(self, until: str = "betting") -> None:
        """Follow the procedure to the next time that bets may be made, or to another stage."""
        while (command := self.pilot.next(self.table)) is not None:
            if self.table.round.stage == until and until != "betting":
                return
            self.do(command)

    def play(self, rounds: int, bets: Iterable[PlaceBet]) -> None:
        """Play rounds with the same bets each."""
        laid = tuple(bets)
        for _ in range(rounds):
            self.go_on()
            if not self.table.shoe.carried_free:
                self.do(*laid)
            self.do(do.CallNoMoreBets())
        self.go_on()

    def coup(self, player: str, banker: str) -> None:
        """Deal the first four cards face up, and announce both counts."""
        hands = [card(player[:2]), card(banker[:2]), card(player[2:]), card(banker[2:])]
        for at, one in enumerate(hands):
            self.do(do.DealCard(one, "banker" if at % 2 else "player"))
        self.do(do.CallPoints("player"), do.CallPoints("banker"))

    @property
    def lines(self) -> list[str]:
        """The journal so far, as the lines of a file."""
        return written(self.events)


def written(events: Iterable[Event]) -> list[str]:
    """Write events as the lines of a file."""
    journal = Journal()
    return [journal.write(event) + "\n" for event in events]


BETS = (
    do.PlaceBet(1, "player", 500),
    do.PlaceBet(3, "banker", 700),
    do.PlaceBet(3, "tie", 100),
    do.PlaceBet(2, "player", 900),
)


BACCARAT = TableSetup(game="baccarat", offers=(Offer("player"), Offer("banker"), Offer("tie")))


def baccarat(rounds: int = 12, setup: TableSetup = BACCARAT) -> Session:
    """Play some rounds of baccarat at three positions."""
    session = Session(setup)
    session.seat(1, 2, 3)
    session.play(rounds, BETS)
    return session


def irregular_baccarat() -> Session:
    """Have everything happen that may happen at a table with cards dealt face up."""
    setup = BACCARAT
    session = Session(setup)
    session.seat(1, 2, 7)
    session.do(
        do.Accommodate("the player at 2", "cut-of-another-player", "Cora"),
        do.StartDay("2026-11-16"),
        do.InspectDevice("shoe", sound=False),
        do.InspectDevice("shoe"),
        do.ReceiveCards(8, "red"),
        do.InspectCards(1, (card("8h"), card("9d")), (card("Ks"),)),
        do.ReplaceCards(1),
        do.InspectCards(1),
        do.VerifyCards("Dan", 1),
        do.WashCards(1),
        do.ShuffleCards(1),
        do.DeclineCut(7),
        do.CutCards(2, 150),
        do.OrderRecut("Cora"),
        do.CutCards(2, 200),
        do.PlaceCutCard(300),
        do.LoadShoe(),
        do.BurnCards(card("Td")),
    )
    session.do(do.PlaceBet(1, "player", 500, behind=True), do.PlaceBet(2, "banker", 700))
    session.do(do.PlaceBet(7, "tie", 100, toke=True), do.PlaceBet(7, "banker", 100, chips="coupon"))
    session.do(do.PlaceBet(1, "player", 500), do.TakeBack(5), do.CallNoMoreBets())
    session.coup("7s2h", "Kd8c")
    session.do(do.CorrectCard("banker", 2, card("7c"), "Cora"))
    session.do(do.CallPoints("player"), do.CallPoints("banker"))
    session.do(do.DealInError(card("4s"), "player", disclosed=True))
    session.do(do.CallResult())
    session.go_on()
    session.do(do.OpenDispute(2, "the seven was a four"), do.CloseDispute("Cora", "it stands"))
    session.do(do.AdjustBet(2, 250, "underpaid", "Ada", "Ben"))
    session.do(do.EmptyBox("drop box", "Ada", "Ben"), do.CallNoMoreBets())
    session.coup("4s4h", "Kd8c")
    session.do(do.CallResult())
    session.go_on()
    session.do(do.CallFreeHand(), do.CallNoMoreBets())
    session.coup("9s4h", "Kd5c")
    session.do(do.DealCard(card("2c"), "player"), do.CallResult())
    session.go_on()
    session.do(do.PlaceBet(1, "player", 500), do.CallNoMoreBets())
    session.do(do.DealCard(card("3h"), "player", face_up_in_shoe=True))
    session.do(do.DealCard(card("6h"), "banker"), do.VoidRound("Cora", "the cards fell down"))
    session.do(do.FillTray(50_000, "Ada", "Ben"), do.CreditTray(20_000, "Ada", "Ben"))
    session.do(do.GiveNotice("vigorish", "6%"))
    session.do(do.ChangeSetup(replace(setup, vigorish_rate=Fraction(6, 100))))
    session.pilot.supply.shuffle(setup.shoe_cards)
    session.play(30, (do.PlaceBet(1, "player", 500),))
    session.do(*(do.Leave(position) for position in (1, 2, 7)))
    if session.table.shoe.stage == "in play":
        session.do(do.StopForWantOfPlay())
    counted = sum(session.table.accounts.get(one, 0) for one in ("tray", "vigorish"))
    session.do(do.CountTray("closing", counted - 100, "Ada", "Ben"), do.CloseTable())
    return session


def squeezed() -> Session:
    """Play midi baccarat from two batches, with players who turn the cards."""
    midi = replace(BACCARAT, size="midi", style="squeeze", device="two-batches", decks=16)
    return baccarat(90, midi)


def sealed() -> Session:
    """Play with pre-shuffled cards of which one is missing, progressives and tie vigorish."""
    offers = (Offer("player"), Offer("banker"), Offer("sun-7-progressive"))
    setup = TableSetup(game="eternal-baccarat", offers=offers, device="pre-shuffled")
    session = Session(setup)
    session.seat(4, 5)
    session.do(
        do.StartDay("2026-11-16"),
        do.InspectDevice("shoe"),
        do.InspectDevice("shuffler"),
        do.ReceiveCards(8, "blue", sealed=True),
        do.BreakSeal("Cora"),
        do.ShuffleCards(1, (card("8h"),)),
        do.ReplaceCards(1, "4711"),
    )
    bets = (do.PlaceBet(4, "banker", 2500), do.PlaceBet(5, "sun-7-progressive", 100))
    session.play(5, bets)
    return session


def tied() -> Session:
    """Play baccarat whose tied Banker bets owe vigorish, and change how winners are paid."""
    offers = (Offer("player"), Offer("banker", "tie-vigorish"))
    setup = TableSetup(game="baccarat", offers=offers, push="held-over")
    session = Session(setup)
    session.seat(1, 2)
    session.play(40, (do.PlaceBet(1, "banker", 2500),))
    session.do(*(do.TakeBack(one.number) for one in session.table.round.bets))
    session.do(do.ChangeSetup(replace(setup, bonus_order="any")), do.NotifySurveillance("Eve"))
    return session


def cups() -> Session:
    """Play 3 Dice Baccarat with players who shake."""
    offers = (Offer("player"), Offer("triple"))
    session = Session(TableSetup(game="3-dice-baccarat", offers=offers, players_shake=True))
    session.seat(2, 6)
    session.go_on()
    session.do(do.PlaceBet(2, "player", 500), do.CallNoMoreBets())
    session.do(do.ShakeCups(), do.SpillDice("a die fell"), do.ShakeCups())
    session.do(do.HandCup("player", 2), do.PlayerShakes("player"))
    session.play(3, (do.PlaceBet(6, "triple", 100),))
    return session


def shooters() -> Session:
    """Play the side bets of craps, with a roll that counts for nothing."""
    offers = (Offer("all-lows"), Offer("the-works"))
    session = Session(TableSetup(game="dice-works", offers=offers))
    session.seat(2, 6)
    session.go_on()
    session.do(do.PlaceBet(2, "all-lows", 500), do.CallNoMoreBets(), do.CallNoRoll("cocked"))
    session.play(4, (do.PlaceBet(6, "the-works", 100),))
    return session


EVERYTHING = (irregular_baccarat, squeezed, sealed, tied, cups, shooters)
"""Sessions in which together every kind of fact happens."""


def replay(lines: Iterable[str]) -> Table:
    """Return the table that a journal tells of; which line cannot be true is raised."""
    table = NEW
    for step in steps(entries(lines)):
        table = step.after
    return table


def read(lines: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a journal."""
    return (entry.event for entry in entries(lines))
