"""Virtual games for tests: a table whose seeds are known, played at random, errors among it.

Beside it a dealer with a shoe of his own, a list from which cards are taken, plays on from the
first card to the last: what a dealer made anew from the state must not differ from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.house.chance.orders import cups, cut, roll, shoe_order
from pitboss.house.chance.supply import dealer_of
from pitboss.refusals import Refusal
from pitboss.settle.accounts import TRAY
from pitboss.table.engine import NEW, act
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.recorder import CHANCE_ACTS, Recorder, Request
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import DEALER, Table
from pitboss.table.steps import Command, Fact
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.chance import (
    OF_CHANCE,
    AbandonChance,
    CommitChance,
    RevealChance,
    commitment_of,
    is_over,
    next_chance,
)
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.craps import CallNoRoll
from pitboss.table.steps.cups import SpillDice
from pitboss.table.steps.errors import CardErred, DealInError, RoundVoided, VoidRound
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.shoes import StopForWantOfPlay
from pitboss.table.steps.shuffling import CutCards, DeclineCut, OrderRecut
from pitboss.table.steps.squeezing import HandOver, WaveOff
from pitboss.table.steps.tray import FillTray
from pitboss.table.steps.undoing import CommandWithdrawn, Undo
from table_walk import TABLES

DAY = "2026-11-16"


class ListedSupply:
    """A shoe that is a list: what is dealt is taken from it."""

    def __init__(self) -> None:
        self.seed = b""
        self.left: list[Card] = []

    def shuffle(self, cards: int) -> None:
        self.left = list(shoe_order(self.seed, cards // 52))

    def card(self) -> Card:
        return self.left.pop(0)

    def cups(self) -> tuple[Cup, Cup]:
        return cups(self.seed)

    def roll(self) -> tuple[int, int]:
        return roll(self.seed)

    def cut(self, cards: int) -> int:
        return cut(self.seed, cards)


class VirtualGame:
    """A table that plays at random by seeds of its own."""

    def __init__(self, setup: TableSetup, seed: int, *, irregular: float = 0.2) -> None:
        self.random = Random(seed)
        self.chance_of_irregular = irregular
        self.supply = ListedSupply()
        self.ran_on = Autopilot(self.supply, DAY)
        self.table: Table = NEW
        self.seed: bytes | None = None
        self.given: list[Command] = []
        self.compared = 0
        self.gathered: dict[Side, list[Card]] = {}
        """What lay face down in a round that was void, should that be taken back."""
        self.accept(OpenTable(setup))

    def accept(self, command: Command) -> tuple[Fact, ...]:
        """Give a command that must be accepted."""
        facts = self.give(command)
        assert not isinstance(facts, Refusal), f"{command}: {facts}"
        return facts

    def give(self, command: Command) -> tuple[Fact, ...] | Refusal:
        table, answer = act(self.table, command)
        if isinstance(answer, Refusal):
            return answer
        self.table = table
        self.given.append(command)
        for fact in answer:
            if isinstance(fact, RoundVoided):
                self.gathered, self.ran_on.hidden = self.ran_on.hidden, {"player": [], "banker": []}
            elif isinstance(fact, CommandWithdrawn) and RoundVoided.__name__ in fact.facts:
                self.ran_on.hidden = self.gathered
            elif isinstance(fact, CardErred) and fact.became == "banker's third card":
                self.ran_on.hidden["banker"].append(self.supply.card())
            elif isinstance(fact, CardErred):
                self.ran_on.carried = self.supply.card()
        return answer

    def chance_due(self) -> Command | None:
        """Return what the keeper of the seeds would say."""
        pending = self.table.chance.open
        if pending is None:
            what = next_chance(self.table)
            if what is None:
                return None
            self.seed = self.supply.seed = self.random.randbytes(48)
            return CommitChance(what, commitment_of(self.table.setup.number, what, self.seed))
        if not is_over(self.table, pending):
            return None
        assert self.seed is not None
        return RevealChance(pending.what, self.seed.hex())

    def step(self) -> Command:
        """Take one step, and return what was given."""
        command = self.chance_due()
        if command is not None:
            self.accept(command)
            return command
        command = None
        if self.random.random() < self.chance_of_irregular:
            command = self.irregular()
        if command is not None and not isinstance(self.give(command), Refusal):
            return command
        advanced = deepcopy(self.ran_on)
        due = advanced.next(self.table)
        rebuilt = dealer_of(self.table, self.seed, DAY).next(self.table)
        assert rebuilt == due, f"{rebuilt} by the state; {due} by the one that ran on"
        self.compared += 1
        if due is not None and not isinstance(self.give(due), Refusal):
            self.ran_on, self.supply = advanced, advanced.supply  # type: ignore[assignment]
            return due
        return self.players()

    def players(self) -> Command:
        """Take a step of the players: sit, buy in, bet, and then no more bets."""
        table = self.table
        if table.accounts.get(TRAY, 0) < 10**7 and table.counted:
            return self._accepted(FillTray(10**8, "Ann", "Bob"))
        if not table.seated:
            return self._accepted(Sit(self.random.choice(table.setup.position_numbers)))
        if not table.round.bets or self.random.random() < 0.3:
            for bet in self.bets():
                if not isinstance(self.give(bet), Refusal):
                    return bet
        for command in (TakeProgressives(), CallNoMoreBets()):
            if not isinstance(self.give(command), Refusal):
                return command
        if table.round.bets:
            return self._accepted(TakeBack(table.round.bets[-1].number))
        return self._accepted(BuyIn(self.random.choice(sorted(table.seated)), 10**6))

    def bets(self) -> Iterator[PlaceBet]:
        """Yield what somebody may bet."""
        spots = list(self.table.setup.spots)
        self.random.shuffle(spots)
        for position in self.table.seated:
            for wager, on in spots:
                for cents in (2_500, 500, 100):
                    yield PlaceBet(position, wager, cents, on)

    def irregular(self) -> Command | None:
        """Return something that may happen out of the ordinary."""
        random, table = self.random, self.table
        choices: list[Command] = [
            Sit(random.choice(table.setup.position_numbers)),
            Undo(),
            CallNoRoll("cocked"),
            SpillDice("seen"),
            OrderRecut("Ann"),
        ]
        if table.seated and random.random() < 0.2:
            choices += [Leave(max(table.seated)), DeclineCut(max(table.seated))]
        if random.random() < 0.1:
            choices.append(VoidRound("Ann", "cards exposed", shuffle=random.random() < 0.3))
        if table.setup.device != "continuous":
            choices += [DealInError(None, "player"), DealInError(None, "banker")] * 3
        if not table.seated:
            choices.append(StopForWantOfPlay())
        for hand, position in table.round.handed.items():
            choices.append(WaveOff(hand, position))
        if table.shoe.stage == "offering" and not table.seated:
            choices.append(CutCards(DEALER, table.setup.shoe_cards // 2))
        choices += [HandOver("player", one) for one in table.seated][:1]
        return random.choice(choices)

    def _accepted(self, command: Command) -> Command:
        self.accept(command)
        return command


def recorded(commands: Sequence[Command]) -> list[str]:
    """Return the journal of commands; those that are refused are left out."""
    recorder, lines = Recorder("table/1"), list[str]()
    for number, command in enumerate(commands):
        actor = CHANCE_ACTS if isinstance(command, OF_CHANCE) else "dealer"
        at = f"2026-11-16T10:{number // 600 % 60:02}:{number // 10 % 60:02}.{number % 10}00Z"
        given = recorder.give(Request(str(number), command, actor, at=at))
        if given.text is not None and not isinstance(given.answer, Refusal):
            lines.append(f"{given.text}\n")
    return lines


def virtual_on_record() -> list[str]:
    """Return a journal with every command of chance in it."""
    game = VirtualGame(TABLES["roll the line"], 5)
    for _ in range(100):
        game.step()
    if game.table.chance.open is not None:
        game.accept(AbandonChance(game.table.chance.open.what, "the seed is lost"))
    return recorded(game.given)
