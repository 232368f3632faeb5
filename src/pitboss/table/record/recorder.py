"""A table with its record: every command comes in with an id, and is answered once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.table.engine import NEW, Answer, act
from pitboss.table.record.codec import command_data, command_of
from pitboss.table.record.journal import STREAM, Journal, Line, is_utc
from pitboss.table.record.replaying import NO_RULES, Replayed
from pitboss.table.state import Table
from pitboss.table.steps import Command, OpenTable
from pitboss.table.times import UTC, is_offset

DEALER_ACTS, CHANCE_ACTS = "dealer", "chance"
"""Who asks where nobody else is named; and who keeps the seeds of virtual cards and dice."""


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
    id, command, actor, device, at, offset = request
    after, answer = act(table, command, at)
    refused = isinstance(answer, Refusal)
    shoe = table.shoe.number or None
    round = None if table.opened is None else table.round.number
    rulebook = NO_RULES if after.opened is None else after.opened.digest
    what = (command, () if refused else answer, answer if refused else None, rulebook)
    where = (stream, sequence, id, at or table.at, offset, actor, device, shoe, round)
    return after, tuple.__new__(Line, (*where, *what))


class Given(NamedTuple):
    """What a request led to."""

    answer: Answer
    text: str | None
    """The line as it is written; None if nothing new is recorded."""
    sequence: int = 0
    hash: str = ""
    """Of the whole line, which the next one names."""


def stream_of(command: Command) -> str:
    """Return the stream that a first command begins: by the number of the table that it opens.

    >>> from pitboss.table.setups.words import usual_setup, with_words
    >>> stream_of(OpenTable(with_words(usual_setup("baccarat"), "number 12")))
    'table/12'
    """
    stream = f"table/{command.setup.number}" if isinstance(command, OpenTable) else ""
    return stream if STREAM.fullmatch(stream) else "table/1"


S = TypeVar("S")


class Mark(NamedTuple, Generic[S]):
    """Where a stream is: its state, the hash of its last line, and its number."""

    state: S
    last: str
    sequence: int


class StreamRecorder(Generic[S]):
    """Holds the state of a stream, its journal, and the answer to every id."""

    def __init__(self, stream: str, state: S) -> None:
        self.stream = stream
        """Such as ``table/3``."""
        self.state = state
        self.journal = Journal()
        self.sequence = 0
        """The number of the last line."""
        self.lines: dict[str, Line] = {}
        """What was recorded, by id, as far as it is remembered here."""

    def mark(self) -> Mark[S]:
        """Return where the stream is, to come back to if what follows is not kept."""
        return Mark(self.state, self.journal.last, self.sequence)

    def reset(self, mark: Mark[S]) -> None:
        """Go back to where the stream was, or on to where it is by another record."""
        self.state, self.journal.last, self.sequence = mark

    def answered(self, request: Request) -> tuple[S, Line]:
        """Return the state after a request, and the line that records it."""
        raise NotImplementedError

    def last_at(self) -> str:
        """Return the time of the last command."""
        raise NotImplementedError

    def give(self, request: Request) -> Given:
        """Answer a request and record it; one that was answered before gets the same answer.

        An id that belongs to another request is refused, and that is not recorded; nor is a
        request that the record could not keep.
        """
        before = self.lines.get(request.id)
        if before is not None:
            return Given(_answer_of(before) if _asks(before, request) else taken(request.id), None)
        wrong = _unreadable(request, request.at or self.last_at())
        if wrong is not None:
            return Given(wrong, None)
        state, line = self.answered(request)
        if line.refusal is not None and not _can_be_read(request.command):
            return Given(line.refusal, None)
        self.state, self.lines[request.id] = state, line
        self.sequence += 1
        text = self.journal.write(line)
        return Given(_answer_of(line), text, self.sequence, self.journal.last)


class Recorder(StreamRecorder[Table]):
    """Holds a table, its journal, and the answer to every id."""

    def __init__(self, stream: str = "", table: Table = NEW) -> None:
        """Begin a stream; one that is not given is named by the table that is opened first."""
        super().__init__(stream, table)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.state

    def answered(self, request: Request) -> tuple[Table, Line]:
        """Return the table after a request, and the line that records it."""
        self.stream = self.stream or stream_of(request.command)
        return answered(self.state, request, self.stream, self.sequence + 1)

    def last_at(self) -> str:
        """Return the time of the last command."""
        return self.state.at

    def restore(self, replayed: Iterable[Replayed]) -> None:
        """Go on from a record that is replayed, with the table after its last line."""
        for number, line, own_hash, _, after in replayed:
            if line.command is None:
                raise unreadable(
                    "other-schema", f"line {number} is of schema 0", "begin a new journal"
                )
            self.stream, self.state = line.stream, after
            self.lines[line.id] = line
            self.sequence, self.journal.last = line.sequence, own_hash


def _answer_of(line: Line) -> Answer:
    return line.facts if line.refusal is None else line.refusal


def _asks(line: Line, request: Request) -> bool:
    """Say whether a line answers the same request. Commands alike but for their kind differ."""
    same = (line.actor, line.command) == (request.actor, request.command)
    return same and type(line.command) is type(request.command)


def _can_be_read(command: Command) -> bool:
    """Say whether a command is read from the record as it was given: its values are of its types.

    What was accepted is; a refused command may hold anything that a program put into it.
    """
    try:
        return command_of(command_data(command)) == command
    except (Unreadable, LookupError, TypeError, ValueError):
        return False


def _unreadable(request: Request, at: str) -> Refusal | None:
    """Refuse what could not be read again if it were recorded."""
    if request.id and is_utc(at) and is_offset(request.offset):
        return None
    wrong = {
        "id": None if request.id else request.id,
        "time": None if is_utc(at) else at,
        "offset": None if is_offset(request.offset) else request.offset,
    }
    for what, value in wrong.items():
        if value is not None:
            return Refusal(
                "unreadable-request",
                f'the {what} of the request, "{value[:60]}", cannot be recorded',
                "give an id, a time such as 2026-11-16T21:32:05.120Z and an offset such as -07:00",
            )
    return None


def taken(id: str) -> Refusal:
    """Refuse an id that another request has."""
    return Refusal(
        "id-taken", f'the id "{id[:60]}" belongs to another request', "make a new id for this one"
    )
