"""Everything that a sentence may say about a shooter's hand, up to the wager's ending seven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pitboss.games.craps import Count
from pitboss.games.features import Feature

MOST_COUNTED = 50
"""The highest number a counter may be compared with; it bounds the chain of states."""


def craps_features() -> Iterator[Feature]:
    """Yield the counters of craps. They compare with literals only, which gives their caps."""
    yield Feature(
        name="rolled",
        type="number",
        high=MOST_COUNTED,
        literals_only=True,
        level="counters",
        meaning="rolled(n, ...): how many rolls showed one of these totals (2-12)",
        read=lambda seen, totals: cast(Count, seen).rolled(totals),
    )
    yield Feature(
        name="points_made",
        type="number",
        high=MOST_COUNTED,
        literals_only=True,
        level="counters",
        meaning="points made",
        read=lambda seen, _: cast(Count, seen).points_made,
    )
    yield Feature(
        name="line_wins",
        type="number",
        high=MOST_COUNTED,
        literals_only=True,
        level="counters",
        meaning="pass line wins: a come-out 7 or 11, or a point made",
        read=lambda seen, _: cast(Count, seen).line_wins,
    )
