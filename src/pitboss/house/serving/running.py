"""The running house: who asks is looked at first; then it is done, or waits for a second person."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.house.people.identity import Who
from pitboss.house.people.people import People
from pitboss.house.people.permissions import may, may_do, may_read
from pitboss.house.people.proofs import proof_of, two_of, with_second
from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.board import Board
from pitboss.house.serving.lines import read_command
from pitboss.house.serving.pushing import Hub
from pitboss.house.serving.service import Caller, Done, Service
from pitboss.house.serving.statuses import ACCEPTED, OK, status_of
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.scripts.macros import Commands
from pitboss.table.scripts.scenario import single
from pitboss.table.state import Table
from pitboss.table.steps import Command

Card = tuple[str, str]
"""A badge and its PIN, shown beside a line and never recorded."""
_DECISION = re.compile(r"(approve|decline) ([1-9][0-9]{0,9})", re.IGNORECASE)


class Order(NamedTuple):
    """What is asked of a stream: a line of the script language, or a command as JSON has it."""

    id: str
    line: str = ""
    command: Mapping[str, Any] | None = None
    cards: tuple[Card, ...] = ()


class Outcome(NamedTuple):
    """What came of an order."""

    status: int
    """As the web has it."""
    done: Done | None = None
    """Facts or refusal, and the version; None if it was not given to the stream at all."""
    refusal: Refusal | None = None
    proposal: int | None = None
    """The number under which a second person approves."""


def refused(refusal: Refusal) -> Outcome:
    """Return the outcome of what was not given to a stream."""
    return Outcome(status_of(refusal.code), refusal=refusal)


class Running:
    """A house at work: its service, its people, and whoever looks."""

    def __init__(self, service: Service, people: People, hub: Hub) -> None:
        self.service, self.people, self.hub = service, people, hub
        self.heard: Callable[[Who], object] = lambda _: None
        """Told who did something: in a demo, places are given back by those who are silent."""

    @property
    def board(self) -> Board:
        """The floor as it is committed."""
        return self.service.board

    async def obey(self, who: Who, stream: str, order: Order, address: str = "") -> Outcome:
        """Carry an order out, if whoever asks may give it and proved every name in it."""
        self.heard(who)
        decision = _DECISION.fullmatch(order.line) if stream == "house" else None
        if decision is not None:
            return await self._decide(who, decision[1].lower(), int(decision[2]))
        table = self._table(stream)
        try:
            commands = self._commands(stream, order, table)
            first = next(commands, None)
        except Unreadable as error:
            return refused(error.refusal)
        wrong = (
            may_read(who, "table", stream.removeprefix("table/"))
            if first is None
            else may(who, stream, first, table)
        )
        if wrong is not None:
            return refused(wrong)
        if stream not in self.board.streams:
            return refused(no_such_stream(stream))
        if first is None:  # a macro that has nothing left to do
            return Outcome(OK, Done((), self.board.streams[stream].version, 0))
        proved = await self._proved(who, order, address)
        if isinstance(proved, Refusal):
            return refused(proved)
        proof = proof_of(first, proved, self.board.house.badges)
        if isinstance(proof, Refusal):
            return refused(proof)
        if proof == "second-needed":
            return await self._propose(stream, order, first, proved)

        def gate(command: Command) -> Refusal | None:
            """Refuse what follows in a macro and may not be, or is not proved."""
            now = may(who, stream, command, self._table(stream))
            rest = proof_of(command, proved, self.board.house.badges)
            return now or (rest if isinstance(rest, Refusal) else None)

        caller = Caller(who.actor, who.device or None)
        return self._came_of(
            await self.service.give_all(stream, order.id, _again(first, commands), caller, gate)
        )

    def _came_of(self, done: Done) -> Outcome:
        if isinstance(done.answer, Refusal):
            return Outcome(status_of(done.answer.code), done, done.answer)
        return Outcome(OK, done)

    def _table(self, stream: str) -> Table:
        """Return the table of a stream; an empty one where there is none, to read a line by."""
        known = self.board.streams.get(stream)
        return known.state if known is not None and isinstance(known.state, Table) else Table()

    def _commands(self, stream: str, order: Order, table: Table) -> Commands:
        if order.command is not None:
            command = read_command(order.command)
            if isinstance(command, Refusal):
                raise Unreadable(command)
            return single(command)
        return self.service.reader.commands(stream, order.line, table, self.service.gaming_day())

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
        if not order.line:
            message = "a command of two people is kept as a line"
            return refused(Refusal("line-needed", message, "give it as a line"))
        first, second = two_of(command, proved)
        number = await asyncio.to_thread(self.people.propose, stream, order.line, first, second)
        return Outcome(ACCEPTED, proposal=number)

    async def _decide(self, who: Who, word: str, number: int) -> Outcome:
        """Let a second person approve or decline what a first one has asked for."""
        wrong = may_do(who, "approve")
        if wrong is not None:
            return refused(wrong)
        decide = self.people.approve if word == "approve" else self.people.decline
        proposal = await asyncio.to_thread(decide, number, who.badge)
        if isinstance(proposal, Refusal):
            return refused(proposal)
        if proposal.state != "approved":
            status = ACCEPTED if proposal.state == "open" else OK
            return Outcome(status, proposal=number)
        return await self._carry_out(proposal, who)

    async def _carry_out(self, proposal: Proposal, who: Who) -> Outcome:
        stream, table = proposal.stream, self._table(proposal.stream)
        try:
            commands = self._commands(stream, Order("", proposal.line), table)
            command = with_second(next(commands), who.badge)
        except Unreadable as error:
            return refused(error.refusal)
        caller = Caller(who.actor, who.device or None)
        id = f"proposal {proposal.number}"
        outcome = self._came_of(await self.service.give(stream, id, command, caller))
        return outcome._replace(proposal=proposal.number)


def _again(first: Command, rest: Commands) -> Commands:
    """Yield a command that was looked at, and then what follows it."""
    table = yield first
    while True:
        try:
            command = rest.send(table)
        except StopIteration:
            return
        table = yield command


def no_such_stream(stream: str) -> Refusal:
    """Refuse a table or jackpot that is not on the floor."""
    kind, _, id = stream.partition("/")
    if kind == "table":
        return Refusal("no-such-table", f'there is no table "{id[:60]}"', "look at /api/v1/tables")
    remedy = "look at /api/v1/jackpots"
    return Refusal("no-such-jackpot", f'there is no jackpot "{id[:60]}"', remedy)
