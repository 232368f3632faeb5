"""What people corrected, changed or overruled, with who they were and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.hits import AwardReturned, HitDismissed, ReseedRecovered
from pitboss.jackpot.link import ContributionsReversed
from pitboss.jackpot.reports.movement import PARTS
from pitboss.jackpot.reports.reading import Event, FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.settings import (
    JackpotClosed,
    LimitChanged,
    MeterAdjusted,
    PrizeChanged,
    RatesChanged,
)
from pitboss.table.steps.errors import RoundVoided
from pitboss.table.steps.hits import JackpotHit, JackpotWaived

KINDS: dict[type, str] = {
    MeterAdjusted: "adjustment",
    AwardReturned: "back-out",
    ReseedRecovered: "reseed recovered",
    HitDismissed: "dismissal",
    ContributionsReversed: "voided round",
    LimitChanged: "limit",
    RatesChanged: "rates",
    PrizeChanged: "prize",
    JackpotClosed: "end",
    JackpotHit: "override",
    JackpotWaived: "waiver",
}


FREE_HAND = JackpotWaived("", "", "the hand became free (30-2816(3))")
"""What stands for a voided round's reason where no supervisor gave one."""


class AdjustmentRow(NamedTuple):
    """A correction or a change, by whom and why."""

    jackpot: str
    day: str
    time: str
    kind: str
    what: str
    main_micros: int | None
    """By how much the meter rose, or fell; None if no money moved."""
    other_parts_micros: int | None
    """By how much the parts beside it did: reserve, overflow, pending, seed fund."""
    first: str
    second: str
    reason: str
    stream: str
    line: int


def adjustments(record: FloorRecord, selection: Selection) -> Iterator[AdjustmentRow]:
    """Yield what was corrected or changed, in the order of the record."""
    for id in record.links:
        for event in selection.of(record.of(id)):
            kind = KINDS.get(type(event.fact), "")
            if kind and _overrules(event):
                yield _row(event, kind)


def _overrules(event: Event) -> bool:
    """Say whether a hit was called against what the table proposed; all else was corrected."""
    return not isinstance(event.fact, JackpotHit) or bool(event.fact.reason)


def _row(event: Event, kind: str) -> AdjustmentRow:
    line = event.entry.line
    first, second, reason = _signed(event)
    return AdjustmentRow(
        event.jackpot,
        event.day,
        event.time,
        kind,
        event.what.removesuffix(f": {reason}"),
        *_amounts(event),
        first,
        second,
        reason,
        line.stream,
        line.sequence,
    )


def _signed(event: Event) -> tuple[str, str, str]:
    """Return the one or two who signed, and their reason: a voided round's stands at its table."""
    said: object = event.fact
    if isinstance(said, ContributionsReversed):
        said = next((fact for fact in event.cause if isinstance(fact, RoundVoided)), FREE_HAND)
    elif isinstance(said, ReseedRecovered):
        said = next(fact for fact in event.entry.line.facts if isinstance(fact, AwardReturned))
    first, by, supervisor, second, reason = (
        str(getattr(said, key, "")) for key in ("first", "by", "supervisor", "second", "reason")
    )
    return first or by or supervisor, second, reason


def _amounts(event: Event) -> tuple[int | None, int | None]:
    """Return the change of the meter, and of the parts beside it."""
    if isinstance(event.fact, AwardReturned):
        return event.fact.amount_micros, 0
    moved = list(event.movements)
    if not moved:
        return None, None
    main, *others = (
        sum(move.micros * ((move.target == own) - (move.source == own)) for move in moved)
        for own in (f"jackpot {event.jackpot} {part}" for part in PARTS)
    )
    return main, sum(others)
