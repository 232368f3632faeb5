"""A table with its record: every command comes in with an id, and is answered once."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.table.engine import NEW, Answer, act
from pitboss.table.record.journal import Entry, Journal, Line
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.times import UTC

NO_RULES = sha256(b"null").hexdigest()
"""The digest of the rules of a table that was never opened."""
DEALER_ACTS = "dealer"


class Request(NamedTuple):
    """What somebody asks of a table."""

    id: str
    """Made by whoever asks; the same id again is the same request."""
    command: Command
    actor: str = DEALER_ACTS
    device: str | None = None
    at: str = ""
    """When, in UTC; empty is the time of the last command."""
    offset: str = UTC


def answered(table: Table, request: Request, stream: str, sequence: int) -> tuple[Table, Line]:
    """Return the table after a request, and the line that records it."""
    after, answer = act(table, request.command, request.at)
    refusal = answer if isinstance(answer, Refusal) else None
    line = Line(
        stream,
        sequence,
        request.id,
        request.at or table.at,
        request.offset,
        request.actor,
        request.device,
        table.shoe.number or None,
        None if table.opened is None else table.round.number,
        request.command,
        () if isinstance(answer, Refusal) else answer,
        refusal,
        digest_of(after),
    )
    return after, line


def digest_of(table: Table) -> str:
    """Return the digest of the rules that a table is played by."""
    return NO_RULES if table.opened is None else table.setup.digest


class Given(NamedTuple):
    """What a request led to."""

    answer: Answer
    text: str | None
    """The line as it is written; None if nothing new is recorded."""


class Recorder:
    """Holds a table, its journal, and the answer to every id."""

    def __init__(self, stream: str = "table/1", table: Table = NEW) -> None:
        self.stream = stream
        self.table = table
        self.journal = Journal()
        self.lines: dict[str, Line] = {}
        """What was recorded, by id."""

    @property
    def sequence(self) -> int:
        """The number of the last line."""
        return len(self.lines)

    def give(self, request: Request) -> Given:
        """Answer a request and record it; one that was answered before gets the same answer.

        An id that belongs to another request is refused, and that is not recorded.
        """
        before = self.lines.get(request.id)
        if before is not None:
            if (before.actor, before.command) == (request.actor, request.command):
                return Given(_answer_of(before), None)
            return Given(_taken(request.id), None)
        self.table, line = answered(self.table, request, self.stream, self.sequence + 1)
        self.lines[request.id] = line
        return Given(_answer_of(line), self.journal.write(line))

    def restore(self, entries: Iterable[tuple[Entry, Table]]) -> None:
        """Go on from a record that was replayed, with the table after its last line."""
        for entry, table in entries:
            self.stream, self.table = entry.line.stream, table
            self.lines[entry.line.id] = entry.line
            self.journal.last = entry.hash


def _answer_of(line: Line) -> Answer:
    return line.facts if line.refusal is None else line.refusal


def _taken(id: str) -> Refusal:
    return Refusal(
        "id-taken", f'the id "{id[:60]}" belongs to another request', "make a new id for this one"
    )
