"""The last wins of each jackpot: when, where, how much, to whom, by whose cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.jackpot.hits import HitLocked, HitPaid, HitRecorded
from pitboss.jackpot.link import Hit, HitState, Sums
from pitboss.jackpot.reports.reading import Event, FloorRecord
from pitboss.jackpot.reports.selection import Selection

MOST = 25
"""Wins that a regulator wants to see of each jackpot."""


class WinRow(NamedTuple):
    """A hit that was not dismissed; its state says whether it is paid."""

    jackpot: str
    day: str
    time: str
    """When it was called."""
    hit: int
    table: str
    round: int
    row: str
    state: HitState
    amount_cents: int
    shares_cents: Sums
    remainder_micros: int
    dealer_envy_cents: int
    player_envy_cents: Sums
    verified_by: str
    paid_by: str
    paid_at: str
    new_amount_cents: int | None
    """What the signs showed once the new meter was made; None while it is not."""


HitEvents = Mapping[tuple[int, type], Event]
"""The last event of each kind that a hit has in its jackpot's stream, by its order."""


def wins(record: FloorRecord, selection: Selection) -> Iterator[WinRow]:
    """Yield the last wins of each jackpot, in their order."""
    for id in record.links:
        yield from list(selection.of(_of_jackpot(record, id)))[-MOST:]


def _of_jackpot(record: FloorRecord, id: str) -> Iterator[WinRow]:
    events = hit_events(record, id)
    for one in record.links[id].hits:
        if one.state != "dismissed":
            yield win_row(record, id, one, events)


def hit_events(record: FloorRecord, id: str) -> HitEvents:
    """Return what the jackpot's stream tells of each hit."""
    return {
        (event.fact.order, type(event.fact)): event  # type: ignore[union-attr]
        for event in record.of(id)
        if hasattr(event.fact, "order") and not event.table
    }


def win_row(record: FloorRecord, id: str, one: Hit, events: HitEvents) -> WinRow:
    """Return what is reported of a hit."""
    called, paid = events[one.order, HitRecorded], events.get((one.order, HitPaid))
    return WinRow(
        id,
        called.day,
        called.time,
        one.order,
        one.table,
        one.round,
        one.row,
        one.state,
        one.amount_cents,
        one.shares,
        one.remainder_micros,
        one.dealer_envy_cents,
        one.player_envy,
        one.verified_by,
        one.paid_by,
        paid.time if paid else "",
        _new_amount(record, id, one, events),
    )


def _new_amount(record: FloorRecord, id: str, one: Hit, events: HitEvents) -> int | None:
    """Return what the signs showed after the new meter was made: at the lock or at the payment."""
    locks = record.links[id].jackpot.lock == "lock-value"
    made = events.get((one.order, HitLocked if locks else HitPaid))
    return None if made is None else record.displayed.get((id, made.entry.line.sequence))
