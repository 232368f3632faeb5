"""Meter movement: every rise and fall of every part of a jackpot, with its reason.

This is the ledger's way: the movements that stand in the record, added up. What the jackpots' own
states hold is reckoned apart from it, and :mod:`pitboss.jackpot.reports.identity` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.ledger import floor_name
from pitboss.jackpot.reports.reading import Event, FloorRecord
from pitboss.jackpot.reports.selection import Selection

PARTS = ("main", "reserve", "overflow", "pending", "seed fund")
"""The accounts of a jackpot."""
BEGIN, END = "begin", "end"
"""What stands for the reason where a balance is told."""


class Posting(NamedTuple):
    """A rise or fall of one part of a jackpot."""

    event: Event
    part: str
    micros: int
    """Below zero if it falls."""
    reason: str
    other: str
    """The account that the money came from or went to."""


def postings(record: FloorRecord, jackpot: str) -> Iterator[Posting]:
    """Yield every rise and fall of a jackpot's parts; what moves within it is a fall and a rise."""
    prefix = f"jackpot {jackpot} "
    for event in record.of(jackpot):
        stream = event.entry.line.stream
        for move in event.movements:
            source, target = floor_name(stream, move.source), floor_name(stream, move.target)
            for account, other, sign in ((source, target, -1), (target, source, 1)):
                if account.startswith(prefix):
                    part = account.removeprefix(prefix)
                    yield Posting(event, part, sign * move.micros, move.reason, other)


class MovementRow(NamedTuple):
    """A rise or fall, or what a part holds at the begin or the end of a gaming day."""

    jackpot: str
    day: str
    part: str
    time: str
    reason: str
    other: str
    """The account that the money came from or went to."""
    amount_micros: int | None
    balance_micros: int
    stream: str
    line: int | None


def movement(record: FloorRecord, selection: Selection) -> Iterator[MovementRow]:
    """Yield for each jackpot, gaming day and part its begin, its movements and its end."""
    for id in record.links:
        yield from selection.of(_of_jackpot(record, id))


def _of_jackpot(record: FloorRecord, id: str) -> Iterator[MovementRow]:
    by_day: dict[tuple[str, str], list[Posting]] = {}
    for posting in postings(record, id):
        by_day.setdefault((posting.event.day, posting.part), []).append(posting)
    balances = dict.fromkeys(PARTS, 0)
    for day in record.days(id):
        for part in PARTS:
            moved = by_day.get((day, part), [])
            if moved or balances[part]:
                yield from _of_part(id, day, part, balances, moved)


def _of_part(
    id: str, day: str, part: str, balances: dict[str, int], moved: list[Posting]
) -> Iterator[MovementRow]:
    def balance(name: str) -> MovementRow:
        return MovementRow(id, day, part, "", name, "", None, balances[part], "", None)

    yield balance(BEGIN)
    for event, _, micros, reason, other in moved:
        balances[part] += micros
        line = event.entry.line
        yield MovementRow(
            id,
            day,
            part,
            event.time,
            reason,
            other,
            micros,
            balances[part],
            line.stream,
            line.sequence,
        )
    yield balance(END)
