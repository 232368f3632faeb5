"""How each jackpot stands: what it shows, what came in, what was paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.reports.movement import postings
from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.table.setups.setup import Jackpots
from pitboss.table.state import JackpotState


class OverviewRow(NamedTuple):
    """A jackpot at the end of the journal."""

    jackpot: str
    kind: Jackpots
    state: JackpotState
    displayed_cents: int
    hits: int
    """Those that were called, whatever became of them."""
    paid_cents: int
    """To those who share; what was backed out is not among it."""
    contributed_micros: int
    """By all tables, to the meter and the reserve."""
    main_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int


def overview(record: FloorRecord, selection: Selection) -> Iterator[OverviewRow]:
    """Yield a row for each jackpot."""
    for id, link in record.links.items():
        if selection.jackpot not in ("", id):
            continue
        contributed = sum(
            posting.micros for posting in postings(record, id) if posting.reason == "contribution"
        )
        paid = sum(one.shared_cents for one in link.hits if one.state == "paid")
        meter = link.meter
        yield OverviewRow(
            id,
            link.jackpot.kind,
            link.state,
            link.displayed_cents,
            len(link.hits),
            paid,
            contributed,
            meter.main,
            meter.reserve,
            meter.overflow,
            meter.pending,
        )
