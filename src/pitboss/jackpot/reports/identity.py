"""The identity of a jackpot, for each gaming day.

What is held (main, pending and overflow) = what was held + seeds + main contributions - wins, and
coded corrections. The right side adds up the movements on record; the left is the jackpot's own
state, which its decider reckons without them. So the two can differ, and then something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.meters import Meter
from pitboss.jackpot.reports.movement import Posting, postings
from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection

HELD = ("main", "pending", "overflow")
WINS = ("jackpot won", "fixed pay from the meter")


class IdentityRow(NamedTuple):
    """A jackpot's gaming day."""

    jackpot: str
    day: str
    begin_micros: int
    seeds_micros: int
    """By the house, the reserve and the seed fund."""
    contributions_micros: int
    wins_micros: int
    """Paid from the meter, fixed pays among it."""
    corrections_micros: int
    """All else that has a reason: adjustments, voided rounds, back-outs, changes of a prize."""
    end_micros: int
    difference_micros: int
    """Nothing, if the identity holds."""


def identity(record: FloorRecord, selection: Selection) -> Iterator[IdentityRow]:
    """Yield a row for each jackpot and gaming day."""
    for id in record.links:
        yield from selection.of(_of_jackpot(record, id))


def corrections(record: FloorRecord, id: str, day: str) -> dict[str, int]:
    """Return what the corrections of a gaming day are made of, in micros by their reasons."""
    sums: dict[str, int] = {}
    for posting in _held(record, id):
        if posting.event.day == day and kind_of(posting) == "corrections":
            sums[posting.reason] = sums.get(posting.reason, 0) + posting.micros
    return sums


def _of_jackpot(record: FloorRecord, id: str) -> Iterator[IdentityRow]:
    sums: dict[str, dict[str, int]] = {day: {} for day in record.days(id)}
    for posting in _held(record, id):
        kind = kind_of(posting)
        moved = sums[posting.event.day]
        moved[kind] = moved.get(kind, 0) + posting.micros
    begin = 0
    for day, moved in sums.items():
        seeds, contributions, wins, others = (
            moved.get(kind, 0) for kind in ("seeds", "contributions", "wins", "corrections")
        )
        end = held(record.closings[id, day].meter)
        difference = end - (begin + seeds + contributions + wins + others)
        yield IdentityRow(id, day, begin, seeds, contributions, -wins, others, end, difference)
        begin = end


def held(meter: Meter) -> int:
    """Return what the identity speaks of.

    >>> held(Meter(main=5, reserve=100, overflow=2, pending=3))
    10
    """
    return meter.main + meter.pending + meter.overflow


def kind_of(posting: Posting) -> str:
    """Return what a rise or fall of what is held is: a seed, a contribution, a win, or else."""
    if posting.reason == "contribution":
        return "contributions"
    if posting.reason in WINS:
        return "wins"
    return "seeds" if posting.reason == "seed" and posting.micros > 0 else "corrections"


def _held(record: FloorRecord, id: str) -> Iterator[Posting]:
    """Yield what raises or lowers what is held, but not what goes from one held part to another."""
    held_parts = [f"jackpot {id} {part}" for part in HELD]
    for posting in postings(record, id):
        if posting.part in HELD and posting.other not in held_parts:
            yield posting
