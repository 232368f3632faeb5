"""Tables that are driven to have their record written, for the tests of the journal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from random import Random

import pytest

from pitboss.cli.seeded import SeededSupply
from pitboss.games.cards import card
from pitboss.refusals import Refusal, Unreadable
from pitboss.settle.accounts import TRAY, VIGORISH
from pitboss.table.engine import NEW, Answer
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.journal import Journal, Line, entries
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.record.replaying import replay as replay_lines
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.state import Table, WagerLimits
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallFreeHand, CallNoMoreBets
from pitboss.table.steps.corrections import CloseDispute, CorrectCard, OpenDispute
from pitboss.table.steps.craps import CallNoRoll
from pitboss.table.steps.cups import HandCup, PlayerShakes, ShakeCups, SpillDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import Accommodate, InspectDevice, NotifySurveillance, StartDay
from pitboss.table.steps.errors import DealInError, RunDry, VoidRound
from pitboss.table.steps.inspection import (
    BreakSeal,
    InspectCards,
    ReceiveCards,
    ReplaceCards,
    VerifyCards,
    WashCards,
)
from pitboss.table.steps.limits import AnnounceLimits
from pitboss.table.steps.opening import ChangeSetup, CloseTable, GiveNotice, OpenTable
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.ratings import EndRating, RatePlayer
from pitboss.table.steps.recounts import AskRecount
from pitboss.table.steps.registry import Command
from pitboss.table.steps.results import CallResult
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.shoes import BurnCards, LoadShoe, StopForWantOfPlay
from pitboss.table.steps.shuffling import (
    CutCards,
    DeclineCut,
    OrderRecut,
    PlaceCutCard,
    ShuffleCards,
)
from pitboss.table.steps.squeezing import WaveOff
from pitboss.table.steps.tray import AdjustBet, CountTray, CreditTray, EmptyBox, FillTray
from pitboss.table.steps.turning import CallPoints
from pitboss.table.steps.undoing import Undo
from pitboss.table.steps.variances import ExplainVariance
from pitboss.table.times import utc

TRAY_CENTS = 10_000_000
BANK_CENTS = 1_000_000
OFFSET = "-07:00"


class Session:
    """A table whose record is kept, one second after the other."""

    def __init__(self, setup: TableSetup, seed: int = 1) -> None:
        self.texts: list[str] = []
        self.tables: list[Table] = []
        """The table after each line."""
        self.recorder = Recorder("table/3")
        self.pilot = Autopilot(SeededSupply(Random(seed)), day="2026-11-16")
        self.seconds = 0
        self.do(OpenTable(setup), CountTray("opening", TRAY_CENTS, "Ada", "Ben"))

    def do(self, *given: Command) -> None:
        """Give commands that nobody refuses."""
        for command in given:
            answer = self.give(command)
            assert not isinstance(answer, Refusal), (command, answer)

    def refuse(self, *given: Command) -> None:
        """Give commands that are refused."""
        for command in given:
            assert isinstance(self.give(command), Refusal), command

    def give(self, command: Command) -> Answer:
        """Give a command and keep the line that records it."""
        self.seconds += 1
        hours, rest = divmod(self.seconds, 3600)
        at = f"2026-11-16T{10 + hours:02}:{rest // 60:02}:{rest % 60:02}"
        request = Request(
            f"request-{self.seconds}", command, "Ada", "desk", utc(at, OFFSET), OFFSET
        )
        answer, text, *_ = self.recorder.give(request)
        assert text is not None
        self.texts.append(text + "\n")
        self.tables.append(self.table)
        return answer

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.recorder.table

    def seat(self, *positions: int) -> None:
        """Seat players with chips."""
        for position in positions:
            self.do(Sit(position), BuyIn(position, BANK_CENTS))

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
            self.do(CallNoMoreBets())
        self.go_on()

    def coup(self, player: str, banker: str) -> None:
        """Deal the first four cards face up, and announce both counts."""
        hands = [card(player[:2]), card(banker[:2]), card(player[2:]), card(banker[2:])]
        for at, one in enumerate(hands):
            self.do(DealCard(one, "banker" if at % 2 else "player"))
        self.do(CallPoints("player"), CallPoints("banker"))

    @property
    def lines(self) -> list[str]:
        """The journal so far, as the lines of a file."""
        return list(self.texts)


def written(lines: Iterable[Line]) -> list[str]:
    """Number and write lines anew, with hashes that fit."""
    journal = Journal()
    numbered = (line._replace(sequence=number) for number, line in enumerate(lines, 1))
    return [journal.write(line) + "\n" for line in numbered]


BETS = (
    PlaceBet(1, "player", 500),
    PlaceBet(3, "banker", 700),
    PlaceBet(3, "tie", 100),
    PlaceBet(2, "player", 900),
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
        Accommodate("the player at 2", "cut-of-another-player", "Cora"),
        StartDay("2026-11-16"),
        InspectDevice("shoe", sound=False),
        InspectDevice("shoe"),
        ReceiveCards(8, "red"),
        InspectCards(1, (card("8h"), card("9d")), (card("Ks"),)),
        ReplaceCards(1),
        InspectCards(1),
        VerifyCards("Dan", 1),
        WashCards(1),
        ShuffleCards(1),
        DeclineCut(7),
        CutCards(2, 150),
        OrderRecut("Cora"),
        CutCards(2, 200),
        PlaceCutCard(300),
        LoadShoe(),
        BurnCards(card("Td")),
    )
    session.do(PlaceBet(1, "player", 500, behind=True), PlaceBet(2, "banker", 700))
    session.do(PlaceBet(7, "tie", 100, toke=True), PlaceBet(7, "banker", 100, chips="coupon"))
    session.do(PlaceBet(1, "player", 500), TakeBack(5))
    session.do(PlaceBet(2, "banker", 300, chips="promotional"), CallNoMoreBets())
    session.coup("7s2h", "Kd8c")
    session.do(CorrectCard("banker", 2, card("7c"), "Cora"))
    session.do(CallPoints("player"), CallPoints("banker"))
    session.do(DealInError(card("4s"), "player", disclosed=True))
    session.do(CallResult())
    session.go_on()
    session.do(OpenDispute(2, "the seven was a four"), CloseDispute("Cora", "it stands"))
    session.do(AdjustBet(2, 250, "underpaid", "Ada", "Ben"))
    session.do(EmptyBox("drop box", "Ada", "Ben"), CallNoMoreBets())
    session.coup("4s4h", "Kd8c")
    session.do(CallResult())
    session.go_on()
    session.do(CallFreeHand(), CallNoMoreBets())
    session.coup("9s4h", "Kd5c")
    session.do(DealCard(card("2c"), "player"), CallResult())
    session.go_on()
    session.do(PlaceBet(1, "player", 500), CallNoMoreBets())
    session.do(DealCard(card("3h"), "player", face_up_in_shoe=True))
    session.do(DealCard(card("6h"), "banker"), VoidRound("Cora", "the cards fell down"))
    session.do(FillTray(50_000, "Ada", "Ben"), CreditTray(20_000, "Ada", "Ben"))
    session.do(GiveNotice("vigorish", "6%"))
    session.do(AnnounceLimits((WagerLimits("tie", 500, 100_000, None, None),)))
    session.do(ChangeSetup(replace(setup, vigorish_rate=Fraction(6, 100))))
    session.pilot.supply.shuffle(setup.shoe_cards)
    session.play(30, (PlaceBet(1, "player", 500),))
    session.do(*(Leave(position) for position in (1, 2, 7)))
    if session.table.shoe.stage == "in play":
        session.do(StopForWantOfPlay())
    session.do(Sit(1), RatePlayer(1, "P-1001"), EndRating(1), Leave(1))
    session.do(AskRecount("shift", 9_000_00, "Ada"), CloseShift(90_000_00, "Ada", "Ben"))
    counted = sum(session.table.accounts.get(one, 0) for one in (TRAY, VIGORISH))
    session.do(CountTray("closing", counted - 100, "Ada", "Ben"))
    session.do(ExplainVariance("a chip fell", "Ada"), CloseTable())
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
        StartDay("2026-11-16"),
        InspectDevice("shoe"),
        InspectDevice("shuffler"),
        ReceiveCards(8, "blue", sealed=True),
        BreakSeal("Cora"),
        ShuffleCards(1, (card("8h"),)),
        ReplaceCards(1, "4711"),
    )
    bets = (PlaceBet(4, "banker", 2500), PlaceBet(5, "sun-7-progressive", 100))
    session.play(5, bets)
    return session


def tied() -> Session:
    """Play baccarat whose tied Banker bets owe vigorish, and change how winners are paid."""
    offers = (Offer("player"), Offer("banker", "tie-vigorish"))
    setup = TableSetup(game="baccarat", offers=offers, push="held-over")
    session = Session(setup)
    session.seat(1, 2)
    session.play(40, (PlaceBet(1, "banker", 2500),))
    session.do(*(TakeBack(one.number) for one in session.table.round.bets))
    session.do(ChangeSetup(replace(setup, bonus_order="any")), NotifySurveillance("Eve"))
    return session


def cups() -> Session:
    """Play 3 Dice Baccarat with players who shake."""
    offers = (Offer("player"), Offer("triple"))
    session = Session(TableSetup(game="3-dice-baccarat", offers=offers, players_shake=True))
    session.seat(2, 6)
    session.go_on()
    session.do(PlaceBet(2, "player", 500), CallNoMoreBets())
    session.do(ShakeCups(), SpillDice("a die fell"), ShakeCups())
    session.do(HandCup("player", 2), PlayerShakes("player"))
    session.play(3, (PlaceBet(6, "triple", 100),))
    return session


def shooters() -> Session:
    """Play the side bets of craps, with a roll that counts for nothing."""
    offers = (Offer("all-lows"), Offer("the-works"))
    session = Session(TableSetup(game="dice-works", offers=offers))
    session.seat(2, 6)
    session.go_on()
    session.do(PlaceBet(2, "all-lows", 500), CallNoMoreBets(), CallNoRoll("cocked"))
    session.play(4, (PlaceBet(6, "the-works", 100),))
    return session


def withdrawn() -> Session:
    """Take back what was done: bets, a setup, the end of a round, a settlement, a whole shoe."""
    session = Session(BACCARAT)
    session.seat(1, 2)
    session.refuse(PlaceBet(5, "player", 500), Sit(1), BuyIn(1, -5))
    session.do(Undo())
    session.refuse(Undo())
    session.do(BuyIn(2, BANK_CENTS))
    session.go_on()
    session.do(PlaceBet(1, "player", 500), Undo(), PlaceBet(2, "banker", 900))
    session.do(TakeBack(1), Undo(), PlaceBet(1, "tie", 100), CallNoMoreBets())
    session.refuse(PlaceBet(1, "player", 500))
    session.coup("4s4h", "Kd7c")
    session.do(CallResult(), CorrectCard("banker", 2, card("9c"), "Cora"))
    session.do(CallPoints("player"), CallPoints("banker"), CallResult())
    session.go_on("clearing")
    session.do(ClearLayout(), Undo())
    session.go_on()
    changed = replace(BACCARAT, bonus_order="any")
    session.do(ChangeSetup(changed), Undo(), ChangeSetup(changed))
    session.do(VoidRound("Cora", "somebody counts", shuffle=True))
    session.refuse(CallNoMoreBets())
    while not (session.table.shoe.cut_card_out and session.table.round.stage == "dealing"):
        command = session.pilot.next(session.table)
        bet = (PlaceBet(1, "player", 500), CallNoMoreBets())
        session.do(*(bet if command is None else (command,)))
    session.refuse(RunDry())
    session.do(RunDry("Cora"))
    return session


def waved() -> Session:
    """Play a hand of midi baccarat whose highest bettor does not want the cards."""
    session = Session(replace(BACCARAT, size="midi", style="squeeze"))
    session.seat(1, 2)
    session.go_on()
    session.do(PlaceBet(1, "player", 500), PlaceBet(2, "player", 900), CallNoMoreBets())
    while session.table.round.cards < 4:
        command = session.pilot.next(session.table)
        assert command is not None
        session.do(command)
    session.refuse(WaveOff("player", 1))
    session.do(WaveOff("player", 2))
    session.go_on()
    return session


EVERYTHING = (irregular_baccarat, squeezed, sealed, tied, cups, shooters, withdrawn, waved)
"""Sessions in which together every kind of command is given, and every kind of fact happens."""


def replay(lines: Iterable[str], *, any_rulebook: bool = False) -> Table:
    """Return the table that a journal tells of; which line cannot be true is raised."""
    table = NEW
    for line in replay_lines(entries(lines), any_rulebook=any_rulebook):
        table = line.after
    return table


def read(lines: Iterable[str]) -> Iterator[Line]:
    """Yield the lines of a journal."""
    return (entry.line for entry in entries(lines))


def refusal_of(lines: Iterable[str], reader: Callable[[Iterable[str]], object] = replay) -> Refusal:
    """Return why a journal is refused."""
    with pytest.raises(Unreadable) as caught:
        reader(lines)
    return caught.value.refusal


def chain_refusal(lines: Iterable[str]) -> Refusal:
    """Return why a journal is refused before anything in it is decided again."""
    return refusal_of(lines, lambda texts: list(entries(texts)))


def line_named(refusal: Refusal) -> int:
    """Return the first line that a refusal names."""
    match = re.search("line ([0-9]+)", refusal.message)
    assert match, refusal
    return int(match[1])


def line_hash(line: str) -> str:
    """Return what the next line names as the one before it, as ``sha256sum`` gives it."""
    return sha256(line.removesuffix("\n").encode("ascii")).hexdigest()


@cache
def played(which: Callable[[], Session]) -> Session:
    """Return a session that several tests look at and none goes on with."""
    return which()
