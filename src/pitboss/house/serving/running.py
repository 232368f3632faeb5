"""The running house: who asks is looked at first; then it is done, or waits for a second person."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from pitboss.house.people.identity import Who
from pitboss.house.people.log import gist_of
from pitboss.house.people.people import People
from pitboss.house.people.permissions import may, may_do, may_read
from pitboss.house.people.proofs import proof_of, two_of, with_badges, with_two
from pitboss.house.people.proposals import Proposal, approved_id
from pitboss.house.serving.audiences import Audiences
from pitboss.house.serving.between_rounds import (
    Approved,
    BetweenRounds,
    RefusedProposal,
    has_to_wait,
)
from pitboss.house.serving.board import Board
from pitboss.house.serving.demo_places import DemoPlaces
from pitboss.house.serving.driving import Drivers
from pitboss.house.serving.floor_changing import (
    TableChange,
    differences_of,
    hindered,
    tables_changed,
)
from pitboss.house.serving.given_before import answer_of, is_same, lines_of
from pitboss.house.serving.lines import read_command
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.pit import Pit
from pitboss.house.serving.presence import STREAM, Presence
from pitboss.house.serving.pushing import Hub, Topic
from pitboss.house.serving.recounts import far_off, recount_of
from pitboss.house.serving.selfcheck import Fault
from pitboss.house.serving.service import Caller, Done, Service
from pitboss.house.serving.statuses import ACCEPTED, FORBIDDEN, OK, status_of
from pitboss.house.serving.subjects import subject_of, subject_of_floor
from pitboss.house.serving.views import View, jackpot_view, meter_view
from pitboss.house.serving.virtual import VirtualTables
from pitboss.house.serving.waiting import Waiting
from pitboss.jackpot.floor_changes import ChangeFloor, written_change
from pitboss.jackpot.link import Link
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook, catalog
from pitboss.table.record.journal import HOUSE
from pitboss.table.scripts.macros import Commands
from pitboss.table.scripts.scenario import single
from pitboss.table.setups.usual import usual_setup
from pitboss.table.state import Table
from pitboss.table.steps import Command, OpenTable
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.opening import ChangeSetup, CloseTable
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.tray import CountTray

Card = tuple[str, str]
"""A badge and its PIN, shown beside a line and never recorded."""
_MEANT: Mapping[str, Command] = {
    "no-such-table": OpenTable(usual_setup("baccarat")),
    "nothing-due": CallNoMoreBets(),
}
"""What a line means that cannot be read as the table stands: who may not give it is told so."""
APPROVED_SECONDS = 3600
"""For how long something approved is looked at again when a house starts."""
_BY_HAND = re.compile(r"cards (by hand|by the server)", re.IGNORECASE)
_DECISION = re.compile(r"(approve|decline) ([1-9][0-9]{0,9})", re.IGNORECASE)


class Order(NamedTuple):
    """What is asked of a stream: a line of the script language, or a command as JSON has it."""

    id: str
    line: str = ""
    command: Mapping[str, Any] | None = None
    cards: tuple[Card, ...] = ()
    sure: bool = True
    """Whether it is meant as it is; if not, what is likely a mistake is asked first."""


class Outcome(NamedTuple):
    """What came of an order."""

    status: int
    """As the web has it."""
    done: Done | None = None
    """Facts or refusal, and the version; None if it was not given to the stream at all."""
    refusal: Refusal | None = None
    proposal: int | None = None
    """The number under which a second person approves."""
    told: bool = False
    """Whether the stream itself has answered, and not somebody before it."""
    asked: str = ""
    """What the log of accesses keeps of the order; empty where it could not be read."""


def refused(refusal: Refusal) -> Outcome:
    """Return the outcome of what was not given to a stream."""
    return Outcome(status_of(refusal.code), refusal=refusal)


class Running:
    """A house at work: its service, its people, whoever looks, and what goes on by itself."""

    def __init__(
        self, service: Service, people: People, virtual: VirtualTables, *, demo: bool
    ) -> None:
        self.service, self.people, self.virtual, self.demo = service, people, virtual, demo
        self.drivers = Drivers(service, virtual, demo=demo)
        self.drivers.left = people.end_visits
        self.audiences = Audiences()
        self.hub = Hub(self._version, self._rendered)
        self.waiting = Waiting(people.proposals, self._look_at_what_waits)
        self.subjects: dict[int, str] = {}
        """What each of these is about, by its number."""
        self.pit = Pit(
            service.board,
            lambda: self.faults,
            lambda: self.waiting.proposals,
            self.hub.changed,
            about=self._subject,
            attended=not demo,
        )
        self.presence = Presence(self.drivers, self.hub.changed, self._look_at_the_pit)
        self.demo_places = DemoPlaces(self.drivers, people, self.presence.look, demo=demo)
        self.faults: dict[str, str] = {}
        """The streams that stay closed, and why; that of the house closes all."""
        self.between_rounds = BetweenRounds(self._has_to_wait, self._carried)
        self._floor = service.board.floor
        service.board.listeners.add(self._changed)

    def close_for(self, faults: Iterable[Fault]) -> None:
        """Keep closed what a self-check has found something wrong with."""
        self.faults = {fault.stream: fault.what for fault in faults}
        self.drivers.closed = frozenset(
            id
            for id in self.drivers.places
            if "house" in self.faults or f"table/{id}" in self.faults
        )

    @property
    def board(self) -> Board:
        """The floor as it is committed."""
        return self.service.board

    @property
    def rulebook(self) -> Rulebook:
        """By which the house plays."""
        return self.service.house.rulebook or catalog()

    def start(self, address: str = "") -> None:
        """Begin to take orders, and to do what is done without any.

        Other servers of the same house reach this one at an address.
        """
        self.service.start(address)
        self.presence.start()
        self.waiting.start()
        self.drivers.start()
        self._finishing = asyncio.create_task(self._finish_approved())

    async def stop(self) -> None:
        """Commit what waits, and let go."""
        await self._finishing
        await self.drivers.stop()
        await self.waiting.stop()
        await self.presence.stop()
        await self.service.stop()

    def _changed(self, streams: Collection[str]) -> None:
        """Tell whoever looks at some streams; those of a table that is no more are let go."""
        for stream in set(streams) - self.board.streams.keys():
            self.hub.end(stream)
        if self.board.floor is not self._floor:
            self._floor = self.board.floor
            self.hub.anew()
        self.hub.changed(streams)
        self.between_rounds.look(streams)

    def _version(self, stream: str) -> int:
        if stream == PIT:
            self.pit.view()
            return self.pit.version
        return self.presence.version if stream == STREAM else self.board.streams[stream].version

    def _look_at_the_pit(self) -> None:
        """Tell those who look at all tables together; where nobody does, nothing is added up."""
        if PIT in self.hub.clients:
            self.pit.look()

    def _look_at_what_waits(self) -> None:
        self.pit.heard()
        self._look_at_the_pit()

    def _rendered(self, topic: Topic) -> View:
        """Return a stream as an audience sees it."""
        if topic.stream == STREAM:
            return self.presence.view
        if topic.stream == PIT:
            return self.pit.view().shown(topic.audience)
        kind, _, id = topic.stream.partition("/")
        if kind == "link":
            link = self.board.jackpot(id)
            return jackpot_view(link) if topic.audience == "staff" else meter_view(link)
        if kind == "house":
            return {"badges": dict(self.board.house.badges)}
        entry, table = self.board.floor.table(id), self.board.table(id)
        return self.audiences.view(entry, table, topic.audience)

    # --- orders ---

    async def obey(self, who: Who, stream: str, order: Order, address: str = "") -> Outcome:
        """Carry an order out, if whoever asks may give it and proved every name in it."""
        self.demo_places.hear(who)
        decision = _DECISION.fullmatch(order.line) if stream == "house" else None
        if decision is not None:
            with self.waiting.held():
                outcome = await self._decide(who, decision[1].lower(), int(decision[2]))
            await self.waiting.look()
            return outcome._replace(asked=f"{decision[1].lower()} {decision[2]}")
        by_hand = _BY_HAND.fullmatch(order.line)
        if by_hand is not None and self.demo:
            wrong = self.demo_places.enter(who, stream, by_hand[1].lower() == "by hand")
            version = self.board.streams[stream].version
            return Outcome(OK, Done((), version, 0)) if wrong is None else refused(wrong)
        table = self._table(stream)
        first: Command | None = None
        try:
            commands = self._commands(stream, order, table)
            first = next(commands, None)
            outcome = await self._given(who, stream, order, first, commands, address)
        except Unreadable as error:
            meant = _MEANT.get(error.refusal.code)
            wrong = None if meant is None else may(who, stream, meant)
            outcome = refused(wrong or error.refusal)
        if not outcome.told and outcome.proposal is None:
            outcome = await self._given_before(who, stream, order, first) or outcome
        return outcome if first is None else outcome._replace(asked=_gist(first, outcome.done))

    async def _given_before(
        self, who: Who, stream: str, order: Order, first: Command | None
    ) -> Outcome | None:
        """Return what was answered to the same order before, if its reply was lost."""
        kind, _, id = stream.partition("/")
        if kind != "table" or not order.id or may_read(who, "table", id) is not None:
            return None
        house = self.service.house
        try:
            lines = await asyncio.to_thread(
                lines_of, house.database, house.rulebook, stream, order.id
            )
        except Unreadable:  # the database is away
            return None
        own = lines and (lines[0].actor, lines[0].device) == (who.actor, who.device or None)
        if not own or not is_same(lines[0], order.line, first):
            return None
        answer, commands = answer_of(lines)
        return self._came_of(Done(answer, lines[-1].sequence, commands))

    async def _given(
        self,
        who: Who,
        stream: str,
        order: Order,
        first: Command | None,
        commands: Commands,
        address: str,
    ) -> Outcome:
        """Carry out what an order was read as."""
        table = self._table(stream)
        linked = self._linked(stream)
        wrong = _may_look(who, stream) if first is None else may(who, stream, first, table, linked)
        if wrong is not None:
            return refused(wrong)
        if stream not in self.board.streams:
            return refused(no_such_stream(stream))
        if self.demo_places.arrives(who):
            message = "the seat is yours from the next round on"
            return refused(Refusal("place-not-held", message, "wait until your chips are there"))
        fault = self.faults.get("house") or self.faults.get(stream)
        if fault is not None and not isinstance(first, CloseTable):
            message = f"{stream.replace('/', ' ')} stays closed: {fault}"
            return refused(Refusal("self-check-failed", message, "mend it, and start again"))
        if first is None:  # a macro that has nothing left to do
            return Outcome(OK, Done((), self.board.streams[stream].version, 0))
        proved = await self._proved(who, order, address)
        if isinstance(proved, Refusal):  # the session stands; it is a card beside the line
            return Outcome(max(status_of(proved.code), FORBIDDEN), refusal=proved)
        badges = self.board.house.badges
        signed = partial(with_badges, proved=proved, badges=badges)
        first = signed(first)
        proof = proof_of(first, proved, badges)
        if isinstance(proof, Refusal):
            return refused(proof)
        recount = None if order.sure else recount_of(table, first, who.badge)
        if recount is not None:
            asked = Caller(who.actor, who.device or None)
            await self.service.give(stream, f"recount-{order.id}", recount, asked)
            return refused(far_off(table, recount))
        if self.demo and _closes(first):
            self.drivers.leave_alone(stream.removeprefix("table/"))
        if proof == "second-needed":
            return await self._propose(stream, order, first, proved)

        stopped: list[Refusal] = []

        def gate(command: Command) -> Refusal | None:
            """Refuse what follows in a macro and may not be, or is not proved."""
            table = self._table(stream)
            proof = proof_of(command, proved, badges)
            refusal = may(who, stream, command, table, linked) or (
                proof
                if isinstance(proof, Refusal)
                else self.virtual.wrong(stream.removeprefix("table/"), table, command)
            )
            stopped.extend([refusal] if refusal is not None else [])
            return refusal

        caller = Caller(who.actor, who.device or None)
        all_of_it = _again(first, commands, signed)
        done = await self.service.give_all(stream, order.id, all_of_it, caller, gate)
        taken = isinstance(done.answer, Refusal) and done.answer.code == "id-taken"
        outcome = self._came_of(done)._replace(told=not stopped and not taken)
        return self._played_on(outcome) if self.demo and _closes(first) else outcome

    def _played_on(self, outcome: Outcome) -> Outcome:
        """Say that automatons end the round which keeps a person from closing a table."""
        refusal = outcome.refusal
        if refusal is None or refusal.code not in ("round-not-over", "bets-on-the-layout"):
            return outcome
        remedy = "the automatons end the round and begin no other: do it again in a moment"
        return outcome._replace(refusal=refusal._replace(remedy=remedy))

    def _came_of(self, done: Done) -> Outcome:
        if isinstance(done.answer, Refusal):
            return Outcome(status_of(done.answer.code), done, done.answer)
        return Outcome(OK, done)

    def _table(self, stream: str) -> Table:
        """Return the table of a stream; an empty one where there is none, to read a line by."""
        known = self.board.streams.get(stream)
        return known.state if known is not None and isinstance(known.state, Table) else Table()

    def _linked(self, stream: str) -> Collection[str]:
        """Return the tables at which a jackpot is played for; none for any other stream."""
        known = self.board.streams.get(stream)
        state = None if known is None else known.state
        return state.jackpot.tables if isinstance(state, Link) else ()

    def _commands(self, stream: str, order: Order, table: Table) -> Commands:
        if order.command is not None:
            command = read_command(order.command)
            if isinstance(command, Refusal):
                raise Unreadable(command)
            return single(command)
        kind, _, id = stream.partition("/")
        day = self.service.gaming_day()
        dealt = self.virtual.commands(id, order.line, table, day) if kind == "table" else None
        return dealt or self.service.reader.commands(stream, order.line, table, day)

    async def _proved(self, who: Who, order: Order, address: str) -> frozenset[str] | Refusal:
        """Return the badges that are proved: the session's own, and those of cards beside it."""
        own = frozenset((who.badge,)) if who.badge else frozenset()
        if not order.cards:
            return own
        cards = await asyncio.to_thread(self.people.prove, order.cards, address, who.device)
        return cards if isinstance(cards, Refusal) else own | cards

    # --- two people ---

    async def _propose(
        self, stream: str, order: Order, command: Command, proved: frozenset[str]
    ) -> Outcome:
        line = order.line
        if isinstance(command, ChangeFloor):
            line = written_change(command)
        if not line:
            message = "a command of two people is kept as a line"
            return refused(Refusal("line-needed", message, "give it as a line"))
        first, second = two_of(command, proved)
        number = await asyncio.to_thread(self.people.propose, stream, line, first, second)
        await self.waiting.look()
        return Outcome(ACCEPTED, proposal=number)

    async def _decide(self, who: Who, word: str, number: int) -> Outcome:
        """Let a second person approve or decline what a first one has asked for."""
        wrong = may_do(who, "approve")
        if wrong is not None:
            return refused(wrong)
        if word == "approve":
            waiting = await asyncio.to_thread(self.people.proposals)
            proposed = (one for one in waiting if one.number == number)
            hindrances = (
                hindered(one, self.board, self.service.house.rulebook) for one in proposed
            )
            wrong = next(hindrances, None)
            if wrong is not None:
                return refused(wrong)
        decide = self.people.approve if word == "approve" else self.people.decline
        proposal = await asyncio.to_thread(decide, number, who.badge)
        if isinstance(proposal, Refusal):
            return refused(proposal)
        if proposal.state == "open":
            return Outcome(ACCEPTED, proposal=number)
        if proposal.state != "approved":
            version = self.board.streams["house"].version
            return Outcome(OK, Done((), version, 0), proposal=number)
        return await self._carry_out(proposal, who)

    def differences(self, proposal: Proposal) -> list[str]:
        """Return in words what a proposal would change of the floor."""
        return differences_of(proposal, self.board.floor, self.service.house.rulebook)

    def tables_changed(self, proposal: Proposal) -> list[TableChange]:
        """Return the tables that a proposal would change: of the floor, or one that is open."""
        if proposal.stream == HOUSE:
            return tables_changed(proposal, self.board.floor, self.service.house.rulebook)
        table, command = self._table(proposal.stream), self.proposed(proposal)
        if not isinstance(command, ChangeSetup) or not table.open:
            return []
        return [TableChange(proposal.stream.removeprefix("table/"), table.setup, command.setup)]

    def proposed(self, proposal: Proposal) -> Command | None:
        """Return the command that a proposal asks for; None if it can be read no more."""
        order, table = Order("", proposal.line), self._table(proposal.stream)
        try:
            return next(self._commands(proposal.stream, order, table), None)
        except Unreadable:
            return None

    def _subject(self, proposal: Proposal) -> str:
        """Return what a proposal is about; each is read once, while it waits."""
        waiting = {one.number for one in self.waiting.proposals}
        self.subjects = {at: what for at, what in self.subjects.items() if at in waiting}
        if proposal.number not in self.subjects:
            self.subjects[proposal.number] = self._read_subject(proposal)
        return self.subjects[proposal.number]

    def _read_subject(self, proposal: Proposal) -> str:
        if proposal.stream == HOUSE:
            return subject_of_floor(proposal, self.board.floor, self.service.house.rulebook)
        command, present = self.proposed(proposal), self._table(proposal.stream).opened
        return "" if command is None else subject_of(command, proposal.stream, present)

    async def _finish_approved(self) -> None:
        """Carry out what two people approved shortly before the house was stopped.

        What was done is found again by its id, and nothing follows from it a second time.
        """
        now = time.time()
        for proposal in await asyncio.to_thread(self.people.proposals, "approved"):
            if now - (proposal.decided_at or 0) < APPROVED_SECONDS:
                await self._carry_out(proposal, Who(proposal.decided_by or ""))

    async def _carry_out(self, proposal: Proposal, who: Who) -> Outcome:
        """Do what two people approved, or keep it until its table is between rounds."""
        approved = Approved(proposal, who)
        try:
            if self._has_to_wait(approved):
                self.between_rounds.keep(approved)
                version = self.board.streams[proposal.stream].version
                return Outcome(OK, Done((), version, 0), proposal=proposal.number)
            outcome = await self._give_approved(approved)
        except Unreadable as error:
            outcome = refused(error.refusal)
        if outcome.refusal is not None:
            self.between_rounds.refuse(proposal, outcome.refusal)
        return outcome

    def refused_lately(self) -> tuple[RefusedProposal, ...]:
        """Return what two people approved in the last minutes, and could not be done."""
        return self.between_rounds.refused(time.time())

    def awaited(self) -> tuple[Proposal, ...]:
        """Return what two people approved, and waits until its table is between rounds."""
        return tuple(one.proposal for one in self.between_rounds.approved.values())

    def _approved_command(self, approved: Approved) -> Command:
        proposal, who, _ = approved
        table = self._table(proposal.stream)
        commands = self._commands(proposal.stream, Order("", proposal.line), table)
        return with_two(next(commands), proposal.first, who.badge)

    def _has_to_wait(self, approved: Approved) -> bool:
        table = self._table(approved.proposal.stream)
        return has_to_wait(table, self._approved_command(approved))

    async def _give_approved(self, approved: Approved) -> Outcome:
        proposal, who, times = approved
        command = self._approved_command(approved)
        caller = Caller(who.actor, who.device or None)
        id = approved_id(proposal.number, times)
        outcome = self._came_of(await self.service.give(proposal.stream, id, command, caller))
        return outcome._replace(proposal=proposal.number)

    async def _carried(self, approved: Approved) -> Refusal | None:
        try:
            return (await self._give_approved(approved)).refusal
        except Unreadable as error:
            return error.refusal


def _gist(command: Command, done: Done | None) -> str:
    if done is None or isinstance(done.answer, Refusal):
        return gist_of(command, (), 0)
    return gist_of(command, done.answer, done.commands)


def _may_look(who: Who, stream: str) -> Refusal | None:
    """Refuse a table to those who may not even learn whether it is there."""
    return may_read(who, "table", stream.removeprefix("table/"))


def _closes(command: Command) -> bool:
    """Say whether a command closes a table or a shift, or counts the tray for that."""
    return isinstance(command, CloseTable | CloseShift) or (
        isinstance(command, CountTray) and command.when == "closing"
    )


def _again(first: Command, rest: Commands, signed: Callable[[Command], Command]) -> Commands:
    """Yield a command that was looked at, and then what follows it, each signed."""
    table = yield first
    while True:
        try:
            command = rest.send(table)
        except StopIteration:
            return
        table = yield signed(command)


def no_such_stream(stream: str) -> Refusal:
    """Refuse a table or jackpot that is not on the floor."""
    kind, _, id = stream.partition("/")
    if kind == "table":
        return Refusal("no-such-table", f'there is no table "{id[:60]}"', "look at /api/v1/tables")
    remedy = "look at /api/v1/jackpots"
    return Refusal("no-such-jackpot", f'there is no jackpot "{id[:60]}"', remedy)
