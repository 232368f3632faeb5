"""The sheet of each table and gaming day: counts, fills, credits, cash and rated play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pitboss.settle.accounts import DROP, AnyMovement, Movement
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import Table, Taking
from pitboss.table.steps import Fact
from pitboss.table.steps.duties import GamingDayStarted
from pitboss.table.steps.paying import LosersCollected, PositionPaid
from pitboss.table.steps.positions import PositionLeft
from pitboss.table.steps.ratings import RatingBegun, RatingEnded
from pitboss.table.steps.recounts import RecountAsked
from pitboss.table.steps.shifts import ShiftClosed
from pitboss.table.steps.tray import BoxEmptied, TrayCounted, TrayCredited, TrayFilled
from pitboss.table.steps.undoing import CommandWithdrawn
from pitboss.table.steps.variances import VarianceExplained


class Count(NamedTuple):
    """A count of a tray, and what the books said."""

    what: str
    """Opening, shift or closing."""
    shift: int
    time: str
    cents: int
    expected_cents: int
    first: str
    second: str
    explanation: str = ""
    """What a supervisor said of its variance, with the badge."""


class Recount(NamedTuple):
    """A count that was far from the books: whoever gave it was asked to count again."""

    what: str
    """Shift or closing."""
    shift: int
    time: str
    cents: int
    by: str


class Taken(NamedTuple):
    """What a spot has taken, and how it came about: bets of one round stand or fall together."""

    bets: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    squares: int = 0
    """Of the cents staked in each round, added up: by which the variance of the win scales."""
    cubes: int = 0
    """The same for its third moment."""
    round: int = 0
    staked_cents: int = 0
    """In that round so far."""

    def and_more(self, more: Taking, round: int) -> Taken:
        """Return it with bets of a round that were decided together."""
        before = self.staked_cents if round == self.round else 0
        staked = before + more.handle_cents
        return Taken(
            self.bets + more.bets,
            self.handle_cents + more.handle_cents,
            self.win_cents + more.win_cents,
            self.squares + staked**2 - before**2,
            self.cubes + staked**3 - before**3,
            round,
            staked,
        )


Takings = Mapping[tuple[int, TableSetup, Spot], Taken]
"""By shift, and by the spot of the setup that it was bet under."""


MINUTE = len("2026-11-16T20:15")
MOST_MINUTES = 96
"""Of a day that are kept: when there are more, every second one of them goes."""


class Sheet(NamedTuple):
    """What a table has on record for a gaming day; its day is empty before it began one."""

    day: str
    currency: str
    counts: tuple[Count, ...] = ()
    fills_cents: int = 0
    credits_cents: int = 0
    drop_cents: int = 0
    """Cash that went into the drop box."""
    takings: Takings = MappingProxyType({})
    course: Mapping[str, Takings] = MappingProxyType({})
    """The takings as they stood at some minutes of the day, the last among them."""
    recounts: tuple[Recount, ...] = ()

    def taken(self, takings: Takings, time: str) -> Sheet:
        """Return it with the takings of a time, and how they came to it."""
        course = {**self.course, time[:MINUTE]: takings}
        if len(course) > MOST_MINUTES:
            course = dict(tuple(course.items())[::2])
        return self._replace(takings=takings, course=course)

    def counted(self, what: str) -> int | None:
        """Return what all counts of a kind came to; None without any."""
        counts = [count.cents for count in self.counts if count.what == what]
        return sum(counts) if counts else None


NONE = Taking()
Staked = Mapping[tuple[TableSetup, Spot], int]


class Stint(NamedTuple):
    """A player's card at a position, on one gaming day."""

    day: str
    patron: str
    position: int
    currency: str
    since: str
    until: str = ""
    """Empty while it lies there."""
    bets: int = 0
    rounds: tuple[int, ...] = ()
    """Those with a bet that was decided."""
    win_cents: int = 0
    """What the house won of these bets."""
    staked: Staked = MappingProxyType({})
    """The handle of each spot, and the setup whose odds it had."""


class Books(NamedTuple):
    """The sheets and the rated play of a table, in the order of the record."""

    day: str = ""
    shift: int = 1
    sheets: tuple[Sheet, ...] = ()
    stints: tuple[Stint, ...] = ()

    def after(self, facts: Iterable[Fact], before: Table, currency: str, time: str) -> Books:
        """Return the books after the facts of one command."""
        books = self
        for fact in facts:
            books = books._counted(fact, currency, time)._rated(fact, before, currency, time)
        return books

    def _counted(self, fact: Fact, currency: str, time: str) -> Books:
        if isinstance(fact, GamingDayStarted):
            begun = [sheet if sheet.day else sheet._replace(day=fact.day) for sheet in self.sheets]
            return self._replace(day=fact.day, shift=1, sheets=tuple(begun))._on(currency)
        if isinstance(fact, TrayCounted | ShiftClosed):
            what = fact.when if isinstance(fact, TrayCounted) else "shift"
            holds = fact.cents if what == "opening" else fact.expected_cents
            count = Count(what, self.shift, time, fact.cents, holds, fact.first, fact.second)
            shift = self.shift + (what == "shift")
            return self._on(currency, counts=(count,))._replace(shift=shift)
        if isinstance(fact, RecountAsked):
            *before, sheet = self._on(currency).sheets
            asked = Recount(fact.when, self.shift, time, fact.cents, fact.by)
            sheet = sheet._replace(recounts=(*sheet.recounts, asked))
            return self._replace(sheets=(*before, sheet))
        if isinstance(fact, VarianceExplained):
            return self._explained(fact)
        cash = _cash(getattr(fact, "movements", ())) if not isinstance(fact, BoxEmptied) else 0
        fill = fact.cents if isinstance(fact, TrayFilled) else 0
        credit = fact.cents if isinstance(fact, TrayCredited) else 0
        return self._on(currency, (), fill, credit, cash) if fill or credit or cash else self

    def _explained(self, fact: VarianceExplained) -> Books:
        """Return the books with the explanation beside the count of its variance."""
        left, sheets = fact.number, []
        for sheet in self.sheets:
            counts = []
            for count in sheet.counts:
                left -= count.cents != count.expected_cents
                here = left == 0 and count.cents != count.expected_cents
                text = f"{fact.reason} ({fact.supervisor})"
                counts.append(count._replace(explanation=text) if here else count)
            sheets.append(sheet._replace(counts=tuple(counts)))
        return self._replace(sheets=tuple(sheets))

    def _on(
        self,
        currency: str,
        counts: tuple[Count, ...] = (),
        fill: int = 0,
        credit: int = 0,
        cash: int = 0,
    ) -> Books:
        """Return the books with more on the sheet of the day, which may be new."""
        last = self.sheets[-1] if self.sheets else None
        fresh = last is None or (last.day, last.currency) != (self.day, currency)
        sheet = Sheet(self.day, currency) if last is None or fresh else last
        sheet = sheet._replace(
            counts=sheet.counts + counts,
            fills_cents=sheet.fills_cents + fill,
            credits_cents=sheet.credits_cents + credit,
            drop_cents=sheet.drop_cents + cash,
        )
        return self._replace(sheets=(*(self.sheets if fresh else self.sheets[:-1]), sheet))

    def taken(self, before: Table, after: Table, time: str) -> Books:
        """Return the books with what a command has added to the takings of a table."""
        setup, round = before.setup, before.round.number
        spots = {label: spot for spot, label in setup.labels.items()}
        books = self._on(setup.currency)
        takings = dict(books.sheets[-1].takings)
        for label, now in after.takings.items():
            was = before.takings.get(label, NONE)
            more = Taking(*(new - old for new, old in zip(now, was, strict=True)))
            if any(more):
                key = self.shift, setup, spots[label]
                takings[key] = takings.get(key, Taken()).and_more(more, round)
        sheet = books.sheets[-1].taken(takings, time)
        return books._replace(sheets=(*books.sheets[:-1], sheet))

    def _rated(self, fact: Fact, before: Table, currency: str, time: str) -> Books:
        if isinstance(fact, RatingBegun):
            begun = Stint(self.day, fact.patron, fact.position, currency, time)
            return self._replace(stints=(*self.stints, begun))
        if isinstance(fact, RatingEnded) or (isinstance(fact, PositionLeft) and not fact.behind):
            return self._replace(stints=_ended(self.stints, time, fact.position))
        if isinstance(fact, GamingDayStarted):
            lying = [one for one in self.stints if not one.until]
            anew = (Stint(fact.day, *one[1:4], time) for one in lying)
            return self._replace(stints=(*_ended(self.stints, time), *anew))
        if isinstance(fact, LosersCollected | PositionPaid):
            stints = tuple(
                one if one.until else _played(one, before, fact.numbers) for one in self.stints
            )
            return self._replace(stints=stints)
        return self


def _ended(stints: Iterable[Stint], time: str, position: int | None = None) -> tuple[Stint, ...]:
    return tuple(
        one._replace(until=time) if not one.until and position in (None, one.position) else one
        for one in stints
    )


def _played(stint: Stint, before: Table, numbers: Iterable[int]) -> Stint:
    """Return a stint with those of the decided bets that are the player's own."""
    decided = set(numbers)
    round, setup = before.round, before.setup
    staked = dict(stint.staked)
    for laid in round.bets:
        bet = laid.bet
        if laid.number not in decided or bet.position != stint.position:
            continue
        if laid.behind or bet.toke:
            continue
        spot = setup, (bet.wager, bet.on)
        staked[spot] = staked.get(spot, 0) + bet.stake_cents
        rounds = stint.rounds if round.number in stint.rounds else (*stint.rounds, round.number)
        stint = stint._replace(
            bets=stint.bets + 1,
            rounds=rounds,
            win_cents=stint.win_cents - round.settled[laid.number].net_cents,
        )
    return stint._replace(staked=staked)


def _cash(movements: Iterable[AnyMovement]) -> int:
    """Return the cash that movements bring to the drop box, less what they take from it."""
    moves = [move for move in movements if isinstance(move, Movement)]
    came = sum(move.cents for move in moves if move.target == DROP)
    return came - sum(move.cents for move in moves if move.source == DROP)


class Bookkeeper:
    """Keeps the books of every table while a record is read."""

    def __init__(self) -> None:
        self.books: dict[str, Books] = {}
        self._last: dict[str, tuple[Books, Table]] = {}
        """Of each table its books before the last command, and how it stood after it."""

    def hear(self, id: str, facts: tuple[Fact, ...], table: Table, time: str) -> None:
        """Enter the facts of one command of a table, as it stands after them."""
        books = self.books.get(id, Books())
        before, stood = self._last.get(id, (books, table))
        if any(isinstance(fact, CommandWithdrawn) for fact in facts):
            self.books[id] = before
        else:
            after = books.after(facts, stood, table.setup.currency, time)
            moved = table.takings is not stood.takings
            self.books[id] = after.taken(stood, table, time) if moved else after
        self._last[id] = books, table
