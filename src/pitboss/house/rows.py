"""What a line of the record is in the database: its row, its transfers, its odometers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.house.clock import milliseconds
from pitboss.house.journal.pieces import FoundRow
from pitboss.house.journal.words import found_by
from pitboss.jackpot.ledger import postings
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.table.steps import Fact
from pitboss.table.steps.closing import ProgressivesTaken

_ROUND = ',"round":'


class JournalRow(NamedTuple):
    """A line as it is kept, but for its position."""

    stream: str
    version: int
    command: str
    actor: str
    device: str | None
    at: str
    body: str
    hash: str


class TransferRow(NamedTuple):
    """A movement as it is kept."""

    stream: str
    version: int
    id: int
    debit: str
    credit: str
    micros: int
    code: str


class Batch(NamedTuple):
    """What one transaction writes."""

    journal: list[JournalRow]
    transfers: list[TransferRow]
    odometers: dict[tuple[str, str], int]
    found: list[FoundRow]
    """What its lines are found by."""

    @classmethod
    def empty(cls) -> Batch:
        """Return a batch with nothing in it."""
        return cls([], [], {}, [])

    def add(self, recorded: Recorded) -> None:
        """Add a line that was decided."""
        stream, request, answer, text, version, hash = recorded
        assert text is not None, "a line that is new"
        id, command, actor, device, at, _ = request
        at = at or at_of(text)
        self.journal.append(JournalRow(stream, version, id, actor, device, at, text, hash))
        found = found_by(stream, actor, command, answer, round_of(text))
        self.found.append(FoundRow(stream, version, milliseconds(at), found))
        if not isinstance(answer, Refusal):
            self.transfers.extend(transfers_of(stream, version, answer))
            for fact in answer:
                if isinstance(fact, ProgressivesTaken):
                    for game in fact.registered:
                        self.odometers[stream, game.jackpot] = game.odometer


def at_of(text: str) -> str:
    """Return when a line happened, from its text: a request may leave that to its stream."""
    start = text.index('"at":"') + 6
    return text[start : text.index('"', start)]


def round_of(text: str) -> int | None:
    """Return the round of a line, from its text."""
    start = text.index(_ROUND) + len(_ROUND)
    number = text[start : text.index(",", start)]
    return None if number == "null" else int(number)


def transfers_of(stream: str, version: int, facts: Iterable[Fact]) -> Iterator[TransferRow]:
    """Yield the movements of a line's facts, in micros and by the names of the floor."""
    for number, posting in enumerate(postings(stream, facts), 1):
        yield TransferRow(stream, version, number, *posting)
