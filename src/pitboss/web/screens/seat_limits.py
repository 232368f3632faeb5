"""What may be bet at a seat, in a few words, and the chips to do it with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.web.felt import FeltSpot, felt_of

CHIPS = (1, 5, 25, 100, 500, 1000)
MOST_CHIPS = 5


class Range(NamedTuple):
    """The least and the most that a bet of a kind may be; None is no limit."""

    kind: str
    least_cents: int | None
    most_cents: int | None


def limits_of(table: Table) -> list[Range]:
    """Return the limits of base wagers and of the others, as widely as any of them goes."""
    spots = [spot for spot in felt_of(table.setup).every if spot.unit_cents is None]
    base = [spot for spot in spots if spot.table.wager.role == "base"]
    others = [spot for spot in spots if spot.table.wager.role != "base"]
    if not base:
        return [_range("each", others)] if others else []
    return [_range("main", base), *([_range("bonus", others)] if others else [])]


def _range(kind: str, spots: Iterable[FeltSpot]) -> Range:
    every = list(spots)
    least = [spot.minimum_cents for spot in every if spot.minimum_cents is not None]
    most = [spot.maximum_cents for spot in every]
    known = [cents for cents in most if cents is not None]
    widest = None if len(known) < len(most) else max(known)
    return Range(kind, min(least) if len(least) == len(every) else None, widest)


def chips_for(setup: TableSetup) -> tuple[tuple[int, ...], int]:
    """Return the chips of a rack, and the one that is taken first.

    The smallest that a bet may be made of comes first; none is larger than every bet may be.
    """
    spots = [spot for spot in felt_of(setup).every if spot.unit_cents is None]
    most = [spot.maximum_cents for spot in spots]
    known = [cents for cents in most if cents is not None]
    highest = max(known) if known and len(known) == len(most) else CHIPS[-1] * 100
    least = min((spot.minimum_cents or 100 for spot in spots), default=100)
    usable = [chip for chip in CHIPS if setup.chip_cents <= chip * 100 <= highest] or [1]
    fitting = [chip for chip in usable if chip * 100 >= least // 5] or usable
    rack = tuple(fitting[:MOST_CHIPS])
    base = [spot.minimum_cents or 0 for spot in spots if spot.table.wager.role == "base"]
    first = min(base, default=least)
    return rack, next((chip for chip in rack if chip * 100 >= first), rack[-1])
