"""What the journal of a floor says of its jackpots, gathered while it is decided again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.games import Coup, Outcome
from pitboss.jackpot.floor_run import SERVER, FloorRun
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Meter
from pitboss.jackpot.names import suits_at
from pitboss.jackpot.replaying import ReplayedGroup, replay_floor
from pitboss.jackpot.reports.sheets import Bookkeeper, Books
from pitboss.jackpot.telling import told
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import AnyMovement, JackpotMovement
from pitboss.table.floor.records import Floor
from pitboss.table.record.journal import HOUSE, Chains, Entry, entries
from pitboss.table.state import Table
from pitboss.table.steps import Command, Fact
from pitboss.table.steps.closing import ProgressivesTaken, TakeProgressives
from pitboss.table.steps.hits import (
    ConfirmHit,
    GameEnded,
    HandsPressed,
    HitJackpot,
    JackpotHit,
    JackpotsWon,
    WaiveJackpot,
)
from pitboss.table.steps.panel import JackpotsLinked, LinkLost, LinkRestored
from pitboss.table.steps.registry import tell
from pitboss.table.times import later, local

OF_THE_PANEL = (LinkLost, LinkRestored, HandsPressed, GameEnded)
"""What happens at a table to all jackpots that it is linked to."""
ASKED_AT_TABLES = (TakeProgressives, HitJackpot, ConfirmHit, WaiveJackpot)
"""What people ask of a table that concerns its jackpots, and may be refused."""


class Event(NamedTuple):
    """What happened to a jackpot, or was refused, and the line that records it."""

    jackpot: str
    day: str
    """The gaming day."""
    time: str
    """As the clock on the wall showed it."""
    who: str
    what: str
    entry: Entry
    fact: Fact | None
    """None of a refusal."""
    cause: tuple[Fact, ...]
    """What the person's command led to that this follows from."""

    @property
    def table(self) -> str:
        """The table in whose stream it stands; empty if in the jackpot's own."""
        kind, _, id = self.entry.line.stream.partition("/")
        return id if kind == "table" else ""

    @property
    def movements(self) -> Iterator[JackpotMovement]:
        """The money that it moves to, from or within this jackpot."""
        prefix = f"jackpot {self.jackpot} "
        moved: tuple[AnyMovement, ...] = getattr(self.fact, "movements", ())
        for move in moved:
            if isinstance(move, JackpotMovement) and (
                move.source.startswith(prefix) or move.target.startswith(prefix)
            ):
                yield move


class Closing(NamedTuple):
    """A jackpot as the server had it at the end of a gaming day."""

    units: int
    """Registered so far, by the odometers that the server has read."""
    meter: Meter


class PlayedRound(NamedTuple):
    """A round that has won a jackpot, as its table dealt it."""

    table: str
    shoe: int
    round: int
    outcome: str
    result: str
    """How the dealer called it."""
    cites: Mapping[str, str]
    """The paragraph of the pay, by jackpot."""
    suits: Mapping[str, str]
    """The suits that the table had chosen for its wager, by jackpot."""


class FloorRecord(NamedTuple):
    """What reports are made from."""

    floor: Floor
    events: tuple[Event, ...]
    links: Mapping[str, Link]
    """The jackpots at the end."""
    closings: Mapping[tuple[str, str], Closing]
    """By jackpot and gaming day, of the days on which something happened to it."""
    displayed: Mapping[tuple[str, int], int]
    """What the signs showed in cents after the lines of a jackpot's stream, by their number."""
    rounds: Mapping[tuple[str, int], PlayedRound]
    """By jackpot and the file's line that called the hit."""
    heads: Mapping[str, tuple[int, str]]
    """Of each stream how many lines it has, and the hash of the last."""
    books: Mapping[str, Books]
    """Of each table that was opened: its counts, its cash and its rated players."""
    tables: Mapping[str, Table]
    """Those tables at the end."""
    times: Mapping[str, str]
    """When the last line of each table was written, as the clock on the wall showed it."""

    def days(self, jackpot: str) -> list[str]:
        """Return the gaming days on which something happened to a jackpot, in their order."""
        return [day for id, day in self.closings if id == jackpot]

    def of(self, jackpot: str) -> Iterator[Event]:
        """Yield the events of a jackpot."""
        return (event for event in self.events if event.jackpot == jackpot)

    def jackpot(self, id: str) -> Link:
        """Return a jackpot of the floor, or refuse one that is none."""
        if id not in self.links:
            message = f'{self.floor.name} has no jackpot "{id}"'
            remedy = did_you_mean(id, self.links) if self.links else "name a floor with jackpots"
            raise unreadable("no-such-jackpot", message, remedy)
        return self.links[id]


def gaming_day(time: str, begins: str) -> str:
    """Return the gaming day of a time on the wall, given when such days begin.

    >>> gaming_day("2026-11-17T05:59:59", "06:00"), gaming_day("2026-11-17T06:00:00", "06:00")
    ('2026-11-16', '2026-11-17')
    """
    hour, minute = map(int, begins.split(":"))
    return later(time, -60 * (60 * hour + minute))[:10]


class FloorReader:
    """Reads the journal of a floor, deciding it again, and gathers what reports need.

    It goes on where it was: to bring a record up to date takes the lines that have come since. What
    is wrong with a line is raised, and then the reader is of no more use.
    """

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.run, self.rulebook, self.chains = FloorRun(rulebook), rulebook, Chains()
        self.day = ""
        """That of the latest line so far: the books of a day are closed once, by the order of the
        record, also where the clock of a table is behind."""
        self.events: list[Event] = []
        self.closings: dict[tuple[str, str], Closing] = {}
        self.displayed: dict[tuple[str, int], int] = {}
        self.rounds: dict[tuple[str, int], PlayedRound] = {}
        self.keeper = Bookkeeper()
        self.times: dict[str, str] = {}
        self.won: dict[str, PlayedRound] = {}
        """The last round of each table that won a jackpot."""

    def read(self, lines: Iterable[str]) -> FloorRecord:
        """Read lines after those before, and return what all of them say."""
        for group in replay_floor(self._entries(lines), self.run, self.rulebook):
            self._hear(group)
        return self.record

    def _entries(self, lines: Iterable[str]) -> Iterator[Entry]:
        """Yield the lines of a floor's journal; another one is refused at its first line."""
        for entry in entries(lines, self.chains):
            if entry.number == 1 and not (entry.line.stream == HOUSE and entry.line.facts):
                raise unreadable(
                    "not-a-floor",
                    f"the journal begins with {entry.line.stream}, and opens no floor",
                    "name one of `pitboss floor`; `pitboss replay` reads a table's",
                )
            yield entry

    @property
    def record(self) -> FloorRecord:
        """What the lines so far say; it stays as it is when more are read."""
        run, kept = self.run, self.keeper.books
        links = {id: run.jackpot(id) for id in run.links}
        placed = [table.id for table in run.floor.tables]
        books = {id: kept[id] for id in (*placed, *kept) if id in kept}
        return FloorRecord(
            run.floor,
            tuple(self.events),
            links,
            dict(self.closings),
            dict(self.displayed),
            dict(self.rounds),
            {stream: (count, last) for stream, (last, count) in self.chains.heads.items()},
            books,
            {id: run.tables[id].table for id in books},
            dict(self.times),
        )

    def _hear(self, group: ReplayedGroup) -> None:
        begins = self.run.floor.gaming_day
        lines = [entry.line for entry in group.entries]
        times = [local(line.at, line.offset) for line in lines]
        self.day = max([self.day, *(gaming_day(time, begins) for time in times)])
        cause = next((line.facts for line in lines if line.actor != SERVER), ())
        before = len(self.events)
        for entry, time in zip(group.entries, times, strict=True):
            self._add(entry, time, cause)
        self._close(self.events[before:])

    def _add(self, entry: Entry, time: str, cause: tuple[Fact, ...]) -> None:
        kind, _, id = entry.line.stream.partition("/")
        if kind == "house":
            return
        table = self.run.tables[id].table if kind == "table" else None
        currency = self.run.floor.currency
        refusal = entry.line.refusal
        if refusal is not None:
            for jackpot in _asked_for(entry.line.command, table) if table else (id,):
                what = f"refused: {refusal}"
                who = _who(None, entry)
                self.events.append(Event(jackpot, self.day, time, who, what, entry, None, cause))
        for fact in entry.line.facts:
            for jackpot in _concerned(fact, table) if table else (id,):
                what = (
                    f"table {id}: {_told(table, fact, jackpot)}" if table else told(fact, currency)
                )
                who = _who(fact, entry)
                self.events.append(Event(jackpot, self.day, time, who, what, entry, fact, cause))
            if table is not None:
                self._keep_round(id, table, fact, entry)
        if table is not None and entry.line.facts:
            self.times[id] = time
            self.keeper.hear(id, entry.line.facts, table, time)

    def _keep_round(self, id: str, table: Table, fact: Fact, entry: Entry) -> None:
        """Keep the round that won a jackpot: it may be called when the layout is cleared."""
        if isinstance(fact, JackpotsWon):
            self.won[id] = _played(id, table)
        elif isinstance(fact, JackpotHit):
            won = self.won.get(id)
            played = won if won and won.round == fact.round else _played(id, table)
            self.rounds[fact.jackpot, entry.number] = played

    def _close(self, events: Iterable[Event]) -> None:
        for jackpot in {event.jackpot for event in events}:
            link = self.run.jackpot(jackpot)
            units = sum(link.odometers.values())
            self.closings[jackpot, self.day] = Closing(units, link.meter)
            sequence = self.run.links[jackpot].sequence
            self.displayed.setdefault((jackpot, sequence), link.displayed_cents)


def _asked_for(command: Command | None, table: Table) -> tuple[str, ...]:
    """Return the jackpots that a command to a table was about."""
    if not isinstance(command, ASKED_AT_TABLES):
        return ()
    known = tuple(link.jackpot for link in table.panel.links)
    named = getattr(command, "jackpot", "")
    return (named,) if named in known else known


def _concerned(fact: Fact, table: Table) -> tuple[str, ...]:
    """Return the jackpots that a fact of a table is about."""
    if isinstance(fact, OF_THE_PANEL):
        return tuple(link.jackpot for link in table.panel.links)
    if isinstance(fact, JackpotsLinked):
        return tuple(link.jackpot for link in fact.links)
    if isinstance(fact, ProgressivesTaken):
        return tuple(game.jackpot for game in fact.registered)
    if isinstance(fact, JackpotsWon):
        return tuple(won.jackpot for won in fact.won)
    jackpot: str = getattr(fact, "jackpot", "")
    return (jackpot,) if jackpot else ()


def _told(table: Table, fact: Fact, jackpot: str) -> str:
    if isinstance(fact, ProgressivesTaken):
        game = next(game for game in fact.registered if game.jackpot == jackpot)
        positions = ", ".join(map(str, game.positions))
        return f"registers position {positions}; odometer {game.odometer}"
    return "; ".join(line.what for line in tell(table, fact))


def _who(fact: Fact | None, entry: Entry) -> str:
    """Return who did it: by badge where somebody signed, else as the record says."""
    for said in (fact, entry.line.command):
        names = [getattr(said, key, "") for key in ("by", "first", "second", "supervisor")]
        if any(names):
            return " and ".join(name for name in names if name)
    return entry.line.actor


def _played(id: str, table: Table) -> PlayedRound:
    round = table.round
    cites = {}
    for link in table.panel.links:
        numbers = [laid.number for laid in round.bets if laid.bet.wager == link.wager]
        won = [round.settled[one] for one in numbers if one in round.settled]
        paid = [bet.cite for bet in won if bet.meter_share is not None]
        cites[link.jackpot] = paid[0] if paid else table.setup.wagers[link.wager].cite
    suits = {one.jackpot: suits_at(table.setup, one.wager) for one in table.panel.links}
    number, result = table.panel.round or round.number, round.result or ""
    return PlayedRound(id, table.shoe.number, number, dealt(round.outcome), result, cites, suits)


def dealt(outcome: Outcome | None) -> str:
    """Return an outcome as people read it.

    >>> from pitboss.games.cards import card
    >>> dealt(Coup((card("As"), card("8s")), (card("Ks"), card("3s"))))
    'Player As 8s, Banker Ks 3s'
    """
    if isinstance(outcome, Coup):
        hands = (" ".join(map(str, hand)) for hand in (outcome.player, outcome.banker))
        return "Player {}, Banker {}".format(*hands)
    return "" if outcome is None else str(outcome)
