"""What a line of the record is in the database: its row, its transfers, its odometers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.jackpot.ledger import floor_name
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.settle.accounts import MICROS_PER_CENT, AnyMovement, JackpotMovement, in_chips
from pitboss.table.steps import Fact
from pitboss.table.steps.closing import ProgressivesTaken


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

    @classmethod
    def empty(cls) -> Batch:
        """Return a batch with nothing in it."""
        return cls([], [], {})

    def add(self, recorded: Recorded) -> None:
        """Add a line that was decided."""
        stream, request, answer, text, version, hash = recorded
        assert text is not None, "a line that is new"
        id, _, actor, device, at, _ = request
        row = JournalRow(stream, version, id, actor, device, at or at_of(text), text, hash)
        self.journal.append(row)
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


def transfers_of(stream: str, version: int, facts: Iterable[Fact]) -> Iterator[TransferRow]:
    """Yield the movements of a line's facts, in micros and by the names of the floor."""
    number = 0
    for fact in facts:
        movements: tuple[AnyMovement, ...] = getattr(fact, "movements", ())
        for move in movements:
            source, target, amount, chips, reason = move
            if type(move) is not JackpotMovement:
                amount *= MICROS_PER_CENT
                if chips != "value":
                    source, target = in_chips(source, chips), in_chips(target, chips)
            number += 1
            debit, credit = floor_name(stream, source), floor_name(stream, target)
            yield TransferRow(stream, version, number, debit, credit, amount, reason)
