"""The floor of the demo, living in memory by a simulated clock, for tests."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

from pitboss.cli.seeded import SeededSupply
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.house.automatic.demo import demo_floor
from pitboss.house.automatic.due import Act, Wait
from pitboss.house.automatic.places import Places, tied_positions
from pitboss.house.automatic.supervisor import Supervisor
from pitboss.house.automatic.tables import TableDriver, table_drivers
from pitboss.house.clock import at
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal, unreadable
from pitboss.table.floor.records import Floor
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.recorder import Request
from pitboss.table.state import Table
from pitboss.table.steps import Command

START = 1_794_861_000.0
"""The 16th of November 2026, half past one in the afternoon in Denver."""


class LoadedSupply(SeededSupply):
    """Cards and dice as a seed says, or as a test wants them next."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.loaded: list[Card] = []
        self.loaded_cups: list[tuple[Cup, Cup]] = []
        self.loaded_rolls: list[tuple[int, int]] = []
        self.lost = False
        """Whether nobody knows the cards of this shoe any more."""

    def shuffle(self, cards: int) -> None:
        super().shuffle(cards)
        self.lost = False

    def card(self) -> Card:
        if self.lost:
            raise unreadable("nothing-to-deal-by", "the seed is lost", "shuffle")
        return self.loaded.pop(0) if self.loaded else super().card()

    def cups(self) -> tuple[Cup, Cup]:
        return self.loaded_cups.pop(0) if self.loaded_cups else super().cups()

    def roll(self) -> tuple[int, int]:
        return self.loaded_rolls.pop(0) if self.loaded_rolls else super().roll()


class LivingFloor:
    """A floor in memory with its automatons, and people who may join them."""

    def __init__(self, seed: int, floor: Floor | None = None, start: float = START) -> None:
        self.floor = floor or demo_floor()
        self.now = self.start = start
        self.run = FloorRun()
        self.record = list(open_floor(self.run, "demo.toml", self.floor, self._at()))
        self.ids = [table.id for table in self.floor.tables]
        random = Random(seed)
        openings = [(id, self.run.opening(id)) for id in self.ids]
        self.drivers = table_drivers(self.floor, openings, start, random)
        self.supplies = {id: LoadedSupply(Random(random.random())) for id in self.ids}
        self.dealers = {id: Autopilot(supply) for id, supply in self.supplies.items()}
        self.places = {id: Places(self.floor.idle_seconds) for id in self.ids}
        for id, places in self.places.items():
            places.tied = partial(self._tied, id)
        self.supervisor = Supervisor(self.floor.pay_seconds)
        self.given: Counter[str] = Counter()
        """How often each kind of command was given by an automaton."""
        self.refused: list[tuple[Act, Refusal]] = []
        self.facts: list[tuple[float, str, object]] = []
        """What happened, when and in which stream."""
        self.still: dict[str, float] = dict.fromkeys(self.ids, 0.0)
        """How long each table has stood still, at most."""
        self.moved = dict.fromkeys(self.ids, start)

    def _at(self) -> str:
        return at(round(self.now * 1000))

    def _tied(self, id: str) -> frozenset[int]:
        links = [self.run.jackpot(link.jackpot) for link in self.table(id).panel.links]
        return tied_positions(id, self.table(id), links)

    def table(self, id: str) -> Table:
        return self.run.table(id).table

    def give(self, stream: str, command: Command, actor: str) -> tuple[Recorded, ...]:
        """Give a command as somebody, now."""
        if stream.startswith("table/"):
            self.places[stream.removeprefix("table/")].hear(actor, self.now)
        self.given[type(command).__name__] += 1
        request = Request(f"{actor} {self.given.total()}", command, actor, at=self._at())
        group = self.run.give(stream, request)
        self.record += group
        for recorded in group:
            if recorded.stream.startswith("table/"):
                self._note_move(recorded.stream.removeprefix("table/"))
            if not isinstance(recorded.answer, Refusal):
                self.facts += ((self.now, recorded.stream, fact) for fact in recorded.answer)
        return group

    def _note_move(self, id: str) -> None:
        self.still[id] = max(self.still[id], self.now - self.moved[id])
        self.moved[id] = self.now

    def when(self, kind: type, stream: str = "") -> list[float]:
        """Return when a kind of fact happened, in seconds from the start."""
        return [
            at - self.start
            for at, where, fact in self.facts
            if isinstance(fact, kind) and stream in ("", where)
        ]

    def restart(self, id: str) -> None:
        """Forget what the driver of a table remembers, but for the people it has seated."""
        old = self.drivers[id]
        self.drivers[id] = TableDriver(
            id, old.opening, self.floor, Random(0), old.rhythm, old.seating.people
        )

    def live(self, seconds: float) -> None:
        """Let the floor live for some time."""
        self.until(self.now + seconds)

    def until(self, end: float) -> None:
        """Let the floor live until a time."""
        while self.now < end:
            waits = [self._live(id) for id in self.ids]
            waits.append(self._supervise())
            assert min(waits) > self.now, "time goes on"
            self.now = min(end, *waits)

    def _live(self, id: str) -> float:
        """Do all that is due at a table now; return until when nothing is."""
        for _ in range(200):
            people = self.places[id].occupied(self.now)
            due = self.drivers[id].step(self.table(id), self.now, people, self.dealers[id])
            if isinstance(due, Wait):
                return due.until
            self._carry_out(due)
        raise AssertionError(f"table {id} does not come to rest: {due}")

    def _supervise(self) -> float:
        links = {id: self.run.jackpot(id) for id in self.run.links}
        tables = {id: self.table(id) for id in self.ids}
        due = self.supervisor.step(links, tables, self.now)
        if isinstance(due, Wait):
            return min(due.until, self.now + 1.0)
        self._carry_out(due)
        return self._supervise()

    def _carry_out(self, due: Act) -> None:
        answer = self.run.answer_to(self.give(due.stream, due.command, due.actor)).answer
        if isinstance(answer, Refusal):
            self.refused.append((due, answer))
