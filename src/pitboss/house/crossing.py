"""What streams say of each other: what a table did and its jackpots were told, and back again.

The server tells one stream what follows for it from another. Several houses may write, so the lines
of two streams stand in no order to each other; but what one stream is told comes in the order of
the other. A jackpot hears of its tables at once; a table may hear of its jackpots later, so that a
tail of what it should hear may be missing, and is told as owed.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from pitboss.house.consequences import Consequences
from pitboss.house.following import Followed
from pitboss.jackpot.floor_run import SERVER, TOLD_LINKS, TOLD_TABLES
from pitboss.jackpot.hits import RecordHit
from pitboss.jackpot.house import HouseState
from pitboss.jackpot.link import CountContributions, DrawFixedPays, Link, ReverseRound
from pitboss.jackpot.people import CARDS, unsigned
from pitboss.jackpot.settings import OpenJackpot
from pitboss.jackpot.terms import jackpot_terms
from pitboss.refusals import Unreadable, unreadable
from pitboss.settle.accounts import jackpot_account
from pitboss.table.floor.records import Level
from pitboss.table.record.journal import HOUSE, Line
from pitboss.table.record.recorder import CHANCE_ACTS
from pitboss.table.record.replaying import FORGED
from pitboss.table.state import SensorLink, Table
from pitboss.table.steps import Command
from pitboss.table.steps.chance import OF_CHANCE
from pitboss.table.steps.closing import ProgressivesTaken
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.panel import LinkJackpots, ShowJackpot

OF_TABLES = (RecordHit, ReverseRound, DrawFixedPays)
"""What a jackpot is told because of a table."""


class Said(NamedTuple):
    """What a line led to, or was told: where it stands, and how far its table's odometer was."""

    line: int
    command: Command
    units: int = 0


Pair = tuple[str, str]
"""A jackpot, and a table."""


class Crossing:
    """Goes along with all streams, the house first and tables last; then compares them."""

    def __init__(self, run: Consequences) -> None:
        self.run = run
        self.levels: dict[str, set[Level]] = defaultdict(set)
        """The levels that each badge ever had."""
        self.due: dict[Pair, list[Said]] = defaultdict(list)
        """What jackpots must have been told of tables, by the tables' lines."""
        self.asked: dict[Pair, list[Said]] = defaultdict(list)
        """What they were told, with what was counted of the table by then."""
        self.counted: dict[Pair, list[Said]] = defaultdict(list)
        self.registered: dict[Pair, set[int]] = defaultdict(set)
        self.positions: dict[Pair, set[int]] = defaultdict(set)
        self.owed: dict[Pair, list[Said]] = defaultdict(list)
        """What tables must be told of jackpots, by the jackpots' lines."""
        self.told: dict[Pair, list[Said]] = defaultdict(list)
        self.states: dict[str, list[tuple[int, str]]] = defaultdict(list)
        """From which line on a jackpot stood how."""
        self.rates: dict[str, set[tuple[int, int]]] = defaultdict(set)
        self.unlinked: dict[str, int] = {}
        """Tables that were opened and not told their jackpots, by the line."""

    def add(self, step: Followed) -> None:
        """Go on by a line."""
        line = step.line
        kind, _, id = line.stream.partition("/")
        self.run.ledger.post(line.stream, line.facts)
        if kind == HOUSE:
            self._add_house(line, step.after)
        elif kind == "link":
            self._add_link(id, step)
        else:
            self._add_table(id, step)

    def _add_house(self, line: Line, state: HouseState) -> None:
        if line.actor == SERVER:
            raise forged(line.stream, line.sequence, "the server tells the house nothing")
        for number, level in state.badges.items():
            self.levels[number].add(level)

    # --- a jackpot ---

    def _add_link(self, jackpot: str, step: Followed) -> None:
        line, command, after = step.line, step.line.command, step.after
        assert command is not None, "a line of today's schema"
        if jackpot not in self.run.links:
            raise forged(line.stream, line.sequence, "the floor has no such jackpot")
        self._check_actor(line, command, TOLD_LINKS)
        if isinstance(command, OpenJackpot):
            self._check_terms(jackpot, line, command)
        elif isinstance(command, CountContributions):
            for table, units in command.odometers:
                self.counted[jackpot, table].append(Said(line.sequence, command, units))
        elif isinstance(command, OF_TABLES):
            units = after.odometers.get(command.table, 0)
            self.asked[jackpot, command.table].append(Said(line.sequence, command, units))
        else:
            self._check_signed(line, command)
        for table, told in self.run.from_link(jackpot, step):
            self.owed[jackpot, table].append(Said(line.sequence, told))
        self._note_state(jackpot, line.sequence, after)

    def _note_state(self, jackpot: str, line: int, link: Link) -> None:
        states = self.states[jackpot]
        if not states or states[-1][1] != link.state:
            states.append((line, link.state))
        if link.terms is not None:
            self.rates[jackpot].add((link.terms.main_micros, link.terms.reserve_micros))

    def _check_terms(self, jackpot: str, line: Line, command: OpenJackpot) -> None:
        floor = self.run.floor
        entry = next(one for one in floor.jackpots if one.id == jackpot)
        if command.terms != jackpot_terms(floor, entry, self.run.rulebook):
            raise forged(line.stream, line.sequence, "its terms are not those of the floor file")

    def _check_signed(self, line: Line, command: Command) -> None:
        """Refuse the levels of badges that never had them."""
        given = command._asdict()
        badges = [given[key] for key in ("by", "first", "second") if key in given]
        levels = given.get("levels", (given.get("level", ""),))
        for badge, level in zip(badges, levels, strict=False):
            if badge and level not in self.levels.get(badge, ()):
                raise forged(line.stream, line.sequence, f'badge "{badge}" is no {level} badge')

    def _check_actor(self, line: Line, command: Command, told: tuple[type, ...]) -> None:
        name = type(command).__name__
        if (line.actor == SERVER) != isinstance(command, told):
            who = "a person" if line.actor == SERVER else "the server"
            raise forged(line.stream, line.sequence, f"{name} is given by {who} alone")

    # --- a table ---

    def _add_table(self, id: str, step: Followed) -> None:
        line, command = step.line, step.line.command
        assert command is not None, "a line of today's schema"
        known = any(table.id == id for table in self.run.floor.tables)
        if not known and id not in self.run.house.state.former:
            raise forged(line.stream, line.sequence, "the floor has no such table")
        self._check_actor(line, command, TOLD_TABLES)
        if (line.actor == CHANCE_ACTS) != isinstance(command, OF_CHANCE):
            name = type(command).__name__
            raise forged(line.stream, line.sequence, f"{name} is not given by {line.actor}")
        if isinstance(command, LinkJackpots):
            self._check_links(id, line, command)
            self.unlinked.pop(id, None)
        elif id in self.unlinked:
            raise forged(line.stream, line.sequence, "the table must be told its jackpots first")
        elif line.actor == SERVER:
            jackpot = command._asdict()["jackpot"]
            self.told[jackpot, id].append(Said(line.sequence, command))
        else:
            self._check_supervisor(line, command)
        self._note_facts(id, step)

    def _note_facts(self, id: str, step: Followed) -> None:
        line, after = step.line, step.after
        for fact in line.facts:
            if isinstance(fact, TableOpened) and self.run.sensors(id):
                self.unlinked[id] = line.sequence
            elif isinstance(fact, ProgressivesTaken):
                for game in fact.registered:
                    self.registered[game.jackpot, id].add(game.odometer)
                    self.positions[game.jackpot, id].update(game.positions)
        for jackpot, command in self.run.from_table(id, step):
            units = after.panel.odometers.get(jackpot, 0)
            self.due[jackpot, id].append(Said(line.sequence, command, units))

    def _check_supervisor(self, line: Line, command: Command) -> None:
        best: dict[str, Level] = {
            badge: max(levels, key=lambda level: level in CARDS)
            for badge, levels in self.levels.items()
        }
        refused = unsigned(command, best)
        if refused is not None:
            raise forged(line.stream, line.sequence, refused.message)

    def _check_links(self, id: str, line: Line, command: LinkJackpots) -> None:
        """Hold what a table was told of its jackpots against the floor, and rates of any time."""
        must = [_without_rates(link) for link in self.run.sensors(id)]
        told = [_without_rates(link) for link in command.links]
        known = all(
            (link.main_micros, link.reserve_micros) in self.rates[link.jackpot]
            for link in command.links
        )
        if must != told or not known:
            raise forged(line.stream, line.sequence, "these are not the jackpots of the table")

    # --- all together ---

    def end(self) -> list[str]:
        """Compare the streams; return what tables have yet to hear of their jackpots."""
        for id, line in self.unlinked.items():
            raise forged(f"table/{id}", line, "the table must be told its jackpots next")
        for jackpot, recorder in self.run.links.items():
            if not recorder.sequence:
                raise forged(HOUSE, 1, f"jackpot {jackpot} of the floor was never opened")
        for pair in sorted({*self.due, *self.asked}):
            self._compare_asked(*pair)
        for pair in sorted(self.counted):
            self._compare_counted(*pair)
        pairs = {(one, id) for one in self.run.links for id in self.run.tables}
        owed = [text for pair in sorted({*pairs, *self.told}) for text in self._compare_told(*pair)]
        if not owed:
            self._compare_meters()
        return owed

    def _compare_asked(self, jackpot: str, id: str) -> None:
        """Hold what a jackpot was told of a table against what the table did."""
        stream, table = f"link/{jackpot}", f"table/{id}"
        due, asked = self.due[jackpot, id], self.asked[jackpot, id]
        for must, said in zip(due, asked, strict=False):
            if not self._same(jackpot, must.command, said.command):
                name = type(must.command).__name__
                why = f"it is not the {name} that line {must.line} of {table} leads to"
                raise forged(stream, said.line, why)
            if said.units < must.units:
                why = (
                    f"of {table} {said.units} units are counted, and it had registered {must.units}"
                )
                raise forged(stream, said.line, why)
        if len(asked) > len(due):
            raise forged(stream, asked[len(due)].line, f"nothing at {table} has led to it")
        if len(due) > len(asked):
            name = type(due[len(asked)].command).__name__
            raise forged(table, due[len(asked)].line, f"{name} must follow in {stream}")

    def _same(self, jackpot: str, must: Command, said: Command) -> bool:
        """Say whether a jackpot was told what it must be; those of other tables may share."""
        if not isinstance(must, RecordHit) or not isinstance(said, RecordHit):
            return must == said and type(must) is type(said)
        own = len(must.sharers)
        others = [who.rpartition("/") for who in said.sharers[own:]]
        shared = self.run.links[jackpot].state.jackpot.scope == "all-linked-tables"
        playing = all(
            shared and id != must.table and int(position) in self.positions[jackpot, id]
            for id, _, position in others
        )
        return playing and said._replace(sharers=said.sharers[:own]) == must

    def _compare_counted(self, jackpot: str, id: str) -> None:
        """Refuse units that a table never registered, and a count that runs back."""
        before = 0
        for said in self.counted[jackpot, id]:
            if said.units not in self.registered[jackpot, id] or said.units < before:
                why = f"{said.units} units of table/{id} are counted, which it never registered"
                raise forged(f"link/{jackpot}", said.line, why)
            before = said.units

    def _compare_told(self, jackpot: str, id: str) -> list[str]:
        """Hold what a table was told of a jackpot against the jackpot's lines."""
        stream, owed = f"table/{id}", self.owed[jackpot, id]
        told = [one for one in self.told[jackpot, id] if not isinstance(one.command, ShowJackpot)]
        for at, said in enumerate(told):
            if at >= len(owed) or owed[at].command != said.command:
                name = type(said.command).__name__
                raise forged(stream, said.line, f"no line of link/{jackpot} has led to this {name}")
        for said in self.told[jackpot, id]:
            if isinstance(said.command, ShowJackpot):
                self._check_shown(stream, said.line, said.command)
        behind = [f"line {one.line}" for one in owed[len(told) :]]
        if not behind and self._shows_other(jackpot, id):
            behind = [f"line {self.states[jackpot][-1][0]}"]
        return [f"{stream} has yet to hear of {one} of link/{jackpot}" for one in behind]

    def _check_shown(self, stream: str, line: int, command: ShowJackpot) -> None:
        """Refuse a sign that shows how the jackpot did not stand, by its line or a later one."""
        states = self.states[command.jackpot]
        then = [state for since, state in states if since <= command.line][-1:]
        later = [state for since, state in states if since > command.line]
        if command.state not in (*then, *later):
            why = f"{command.jackpot} was not {command.state} at line {command.line}, nor later"
            raise forged(stream, line, why)

    def _shows_other(self, jackpot: str, id: str) -> bool:
        table: Table = self.run.tables[id].table
        state = self.run.links[jackpot].state.state
        linked = table.panel.link_of(jackpot) is not None
        return linked and table.panel.shown.get(jackpot, "open") != state

    def _compare_meters(self) -> None:
        """Hold every meter against the money that all streams have moved on it."""
        for jackpot, recorder in self.run.links.items():
            meter = self.run.jackpot(jackpot).meter
            for field, micros in meter._asdict().items():
                account = jackpot_account(jackpot, field.replace("_", " "))
                posted = self.run.ledger.accounts.get(account, 0)
                if posted != micros:
                    raise unreadable(
                        "meter-differs",
                        f"link/{jackpot}, line {recorder.sequence}: {account} comes to {posted} "
                        f"micros by all transfers, and to {micros} by its own lines",
                        FORGED,
                    )


def _without_rates(link: SensorLink) -> SensorLink:
    return link._replace(main_micros=0, reserve_micros=0)


def forged(stream: str, line: int, why: str) -> Unreadable:
    """Name a line that keeps to its own stream, and not to the others."""
    return unreadable("streams-differ", f"{stream}, line {line}: {why}", FORGED)
