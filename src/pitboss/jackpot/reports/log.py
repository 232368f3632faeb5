"""The jackpot log: every event of each jackpot, refusals among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection


class LogRow(NamedTuple):
    """An event of a jackpot."""

    jackpot: str
    day: str
    time: str
    who: str
    """The badges of those who signed, else as the record says: dealer, server."""
    what: str
    stream: str
    line: int
    """Its number in the stream."""


def log(record: FloorRecord, selection: Selection) -> Iterator[LogRow]:
    """Yield the events of each jackpot, in the order of the record."""
    for id in record.links:
        for event in selection.of(record.of(id)):
            line = event.entry.line
            yield LogRow(
                id, event.day, event.time, event.who, event.what, line.stream, line.sequence
            )
