"""What a journal says of its rounds: the bets, what came of each, the course, and the money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from pitboss.games import Outcome
from pitboss.settle.settlements import Movement
from pitboss.table import facts
from pitboss.table.facts import SettledBet
from pitboss.table.record.narration import StoryLine, tell
from pitboss.table.record.replaying import Step
from pitboss.table.state import LaidBet, RoundState, Table, Taking


class BetOnRecord(NamedTuple):
    """A bet of a round and what it came to; None if it was not decided in this round."""

    laid: LaidBet
    settled: SettledBet | None
    taken_back: bool

    @property
    def house_cents(self) -> int:
        """What the house won by it; its loss is negative."""
        one = self.settled
        if one is None:
            return 0
        return -(one.net_cents + one.dealer_envy_cents + one.player_envy_cents)


class RoundOnRecord:
    """A round from the end of the one before to its own, as its lines tell it."""

    def __init__(self, opening: int, steps: tuple[Step, ...]) -> None:
        self.opening = opening
        """How often the table had been opened; each opening counts shoes and rounds anew."""
        self.steps = steps
        last = steps[-1].entry.event
        self.shoe, self.number = last.shoe, last.round

    @property
    def table(self) -> Table:
        """The table after the round."""
        return self.steps[-1].after

    @cached_property
    def states(self) -> tuple[RoundState, ...]:
        """The round as it went on."""
        tables = [self.steps[0].before, *(step.after for step in self.steps)]
        return tuple(one.round for one in tables if one.round.number == self.number)

    @property
    def outcome(self) -> Outcome | None:
        """The cards or dice as they were last read; None if there were too few."""
        known = (one.outcome for one in reversed(self.states))
        return next((one for one in known if one is not None), None)

    @property
    def free(self) -> bool:
        """Whether it was dealt without bets."""
        return any(one.free for one in self.states)

    @property
    def ending(self) -> str:
        """How the round ended: cleared, void, or not at all so far."""
        kinds = {type(step.entry.event.fact) for step in self.steps}
        if facts.LayoutCleared in kinds:
            return "cleared"
        return "void" if facts.RoundVoided in kinds else "not over"

    @property
    def result(self) -> str | None:
        """The last announcement of a result."""
        told = [step.entry.event.fact for step in self.steps]
        return next(
            (one.words for one in reversed(told) if isinstance(one, facts.ResultCalled)), None
        )

    @cached_property
    def bets(self) -> tuple[BetOnRecord, ...]:
        """Every bet that lay on the layout, by its number."""
        laid = {bet.number: bet for one in self.states for bet in one.bets}
        settled: dict[int, SettledBet] = {}
        back: set[int] = set()
        for step in self.steps:
            match step.entry.event.fact:
                case facts.BetsSettled(bets):
                    settled |= {one.number: one for one in bets}
                case facts.BetTakenBack(number):
                    back.add(number)
        return tuple(
            BetOnRecord(laid[number], settled.get(number), number in back)
            for number in sorted(laid)
        )

    @property
    def house_cents(self) -> int:
        """What the house won in the round."""
        return sum(one.house_cents for one in self.bets)

    def course(self) -> Iterator[tuple[Step, StoryLine]]:
        """Yield the round in words, line by line."""
        for step in self.steps:
            for told in tell(step.before, step.entry.event):
                yield step, told

    def movements(self) -> Iterator[tuple[Step, Movement]]:
        """Yield whose money went where, line by line."""
        for step in self.steps:
            for move in moves_of(step):
                yield step, move

    def changes(self) -> dict[str, int]:
        """Return what each account gained over the round; all together nothing."""
        return changes(self.steps[0].before.accounts, self.table.accounts)


def rounds(steps: Iterable[Step]) -> Iterator[RoundOnRecord]:
    """Yield the rounds of a journal, one after the other."""
    opening, gathered = 0, list[Step]()
    for step in steps:
        opened = isinstance(step.entry.event.fact, facts.TableOpened)
        if gathered and (opened or step.entry.event.round != gathered[-1].entry.event.round):
            yield RoundOnRecord(opening, tuple(gathered))
            gathered.clear()
        opening += opened
        gathered.append(step)
    if gathered:
        yield RoundOnRecord(opening, tuple(gathered))


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the accounts that changed, and by how much.

    >>> changes({"tray": 500, "layout": 25}, {"tray": 475, "layout": 25, "position 3": 25})
    {'tray': -25, 'position 3': 25}
    """
    moved = {name: cents - before.get(name, 0) for name, cents in after.items()}
    return {name: cents for name, cents in moved.items() if cents}


def moves_of(step: Step) -> Iterator[Movement]:
    """Yield the movements of a line: those on record, else those that its accounts show."""
    recorded: tuple[Movement, ...] | None = getattr(step.entry.event.fact, "movements", None)
    if recorded is not None:
        yield from recorded
        return
    moved = changes(step.before.accounts, step.after.accounts)
    sources = {name: -cents for name, cents in moved.items() if cents < 0}
    for target, wanted in moved.items():
        while wanted > 0:
            source, held = next((name, cents) for name, cents in sources.items() if cents)
            cents = min(held, wanted)
            yield Movement(source, target, cents)
            sources[source], wanted = held - cents, wanted - cents


class Tally:
    """Sums up a journal, round by round."""

    def __init__(self) -> None:
        self.events = 0
        self.rounds = 0
        """Rounds that were played to their end."""
        self.voided = 0
        self.openings = 0
        self.shoes: set[tuple[int, int]] = set()
        self.last = ""
        """The hash of the last line."""
        self.table = Table()
        self._before: dict[str, Taking] = {}

    def add(self, one: RoundOnRecord) -> None:
        """Count a round."""
        if one.opening != self.openings:
            self._before, self.openings = self.takings, one.opening
        self.events += len(one.steps)
        self.rounds += one.ending == "cleared"
        self.voided += one.ending == "void"
        shoes = {step.after.shoe.number for step in one.steps} - {0}
        self.shoes |= {(one.opening, shoe) for shoe in shoes}
        self.last, self.table = one.steps[-1].entry.hash, one.table

    @property
    def takings(self) -> dict[str, Taking]:
        """What each spot has taken, over all openings of the table."""
        sums = dict(self._before)
        for spot, (bets, handle, win) in self.table.takings.items():
            old = sums.get(spot, Taking())
            sums[spot] = Taking(old.bets + bets, old.handle_cents + handle, old.win_cents + win)
        return sums
