"""What a journal says of its rounds: the bets, what came of each, the course, and the money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from pitboss.games import Outcome
from pitboss.settle.accounts import Account, AnyMovement
from pitboss.table.record.replaying import Replayed
from pitboss.table.state import LaidBet, RoundState, SettledBet, Table, Taking
from pitboss.table.steps import Fact, StoryLine, tell
from pitboss.table.steps.betting import BetTakenBack
from pitboss.table.steps.clearing import LayoutCleared
from pitboss.table.steps.corrections import SettlementsWithdrawn
from pitboss.table.steps.errors import RoundVoided
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.results import BetsSettled, ResultCalled
from pitboss.table.steps.undoing import CommandWithdrawn


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

    def __init__(self, opening: int, lines: tuple[Replayed, ...]) -> None:
        self.opening = opening
        """How often the table had been opened."""
        self.lines = lines
        self.shoe, self.number = lines[-1].line.shoe or 0, _round_of(lines[-1])

    @cached_property
    def standing(self) -> tuple[Replayed, ...]:
        """The lines that something came of, without those that were withdrawn."""
        kept: list[Replayed] = []
        for line in self.lines:
            if any(isinstance(fact, CommandWithdrawn) for fact in line.line.facts):
                del kept[-1:]
            elif line.line.facts:
                kept.append(line)
        return tuple(kept)

    @property
    def facts(self) -> list[Fact]:
        """All that happened and was not withdrawn."""
        return [fact for line in self.standing for fact in line.line.facts]

    @property
    def table(self) -> Table:
        """The table after the round."""
        return self.lines[-1].after

    @cached_property
    def states(self) -> tuple[RoundState, ...]:
        """The round as it went on."""
        tables = [self.lines[0].before, *(line.after for line in self.standing)]
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
        kinds = set(map(type, self.facts))
        if LayoutCleared in kinds:
            return "cleared"
        return "void" if RoundVoided in kinds else "not over"

    @property
    def result(self) -> str | None:
        """The last announcement of a result."""
        calls = [fact.words for fact in self.facts if isinstance(fact, ResultCalled)]
        return calls[-1] if calls else None

    @cached_property
    def bets(self) -> tuple[BetOnRecord, ...]:
        """Every bet that lay on the layout, by its number."""
        laid = {bet.number: bet for one in self.states for bet in one.bets}
        settled: dict[int, SettledBet] = {}
        back: set[int] = set()
        for fact in self.facts:
            match fact:
                case BetsSettled(bets):
                    settled |= {one.number: one for one in bets}
                case SettlementsWithdrawn(numbers):
                    settled = {at: one for at, one in settled.items() if at not in numbers}
                case BetTakenBack(number):
                    back.add(number)
        return tuple(
            BetOnRecord(laid[number], settled.get(number), number in back)
            for number in sorted(laid)
        )

    @property
    def house_cents(self) -> int:
        """What the house won in the round."""
        return sum(one.house_cents for one in self.bets)

    def course(self) -> Iterator[tuple[Replayed, StoryLine]]:
        """Yield the round in words, line by line."""
        for line in self.lines:
            for before, fact in line.by_fact():
                for words in tell(before, fact):
                    yield line, words

    def movements(self) -> Iterator[tuple[Replayed, AnyMovement]]:
        """Yield whose money went where, line by line."""
        for line in self.lines:
            for fact in line.line.facts:
                for move in getattr(fact, "movements", ()):
                    yield line, move

    def changes(self) -> dict[Account, int]:
        """Return what each account gained over the round; all together nothing."""
        return changes(self.lines[0].before.accounts, self.table.accounts)


def rounds(lines: Iterable[Replayed], openings: int = 0) -> Iterator[RoundOnRecord]:
    """Yield the rounds of a journal, one after the other; ``openings`` came before its lines."""
    opening, gathered = openings, list[Replayed]()
    for line in lines:
        opened = any(isinstance(fact, TableOpened) for fact in line.line.facts)
        other = gathered and _round_of(line) != _round_of(gathered[-1])
        if gathered and (other or (opened and opening)):
            yield RoundOnRecord(opening, tuple(gathered))
            gathered.clear()
        opening += opened
        gathered.append(line)
    if gathered:
        yield RoundOnRecord(opening, tuple(gathered))


def _round_of(line: Replayed) -> int:
    """Return the round that a line belongs to; withdrawing the end of one belongs to it too."""
    withdrawn = any(isinstance(fact, CommandWithdrawn) for fact in line.line.facts)
    return line.after.round.number if withdrawn else line.line.round or 1


def changes(before: Mapping[Account, int], after: Mapping[Account, int]) -> dict[Account, int]:
    """Return the accounts that changed, and by how much.

    >>> changes({"tray": 500, "layout": 25}, {"tray": 475, "layout": 25, "position 3": 25})
    {'tray': -25, 'position 3': 25}
    """
    moved = {name: cents - before.get(name, 0) for name, cents in after.items()}
    return {name: cents for name, cents in moved.items() if cents}


class Tally:
    """Sums up a journal, round by round."""

    def __init__(self) -> None:
        self.lines = 0
        self.refusals = 0
        """Lines that say no."""
        self.events = 0
        """Facts, of which a line may have several."""
        self.rounds = 0
        """Rounds that were played to their end."""
        self.voided = 0
        self.openings = 0
        self.shoes: set[int] = set()
        self.last = ""
        """The hash of the last line."""
        self.table = Table()
        self._before: dict[str, Taking] = {}

    def add(self, one: RoundOnRecord) -> None:
        """Count a round."""
        if one.opening != self.openings:
            self._before, self.openings = self.takings, one.opening
        self.lines += len(one.lines)
        self.refusals += sum(line.line.refusal is not None for line in one.lines)
        self.events += sum(len(line.line.facts) for line in one.lines)
        self.rounds += one.ending == "cleared"
        self.voided += one.ending == "void"
        self.shoes |= {line.after.shoe.number for line in one.lines} - {0}
        self.last, self.table = one.lines[-1].hash, one.table

    @property
    def takings(self) -> dict[str, Taking]:
        """What each spot has taken, over all openings of the table."""
        sums = dict(self._before)
        for spot, (bets, handle, win) in self.table.takings.items():
            old = sums.get(spot, Taking())
            sums[spot] = Taking(old.bets + bets, old.handle_cents + handle, old.win_cents + win)
        return sums
