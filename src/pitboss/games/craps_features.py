"""Everything that a sentence may say about a shooter's hand, up to the wager's ending seven.

A feature is a counter: one function that says which rolls it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.games.craps import TOTALS, Count, Roll
from pitboss.games.features import Feature, Read, Takes, Value
from pitboss.games.grains import RollGrain

MOST_COUNTED = 50
"""The highest number a counter may be compared with; it bounds the chain of states."""

ROLLED = Takes(TOTALS[0], TOTALS[-1], "totals of 2 to 12, such as rolled(2, 3, 11, 12)")


def craps_features() -> Iterator[Feature]:
    """Yield the counters of craps. They compare with literals only, which gives their caps."""
    yield counter(
        "rolled",
        "rolled(n, ...): how many rolls showed one of these totals (2-12)",
        lambda roll, totals: roll.total in totals,
        takes=ROLLED,
    )
    yield counter("points_made", "points made", lambda roll, _: roll.makes_point)
    yield counter(
        "line_wins",
        "pass line wins: a come-out 7 or 11, or a point made",
        lambda roll, _: roll.wins_line,
    )


def counter(
    name: str,
    meaning: str,
    counts: Callable[[Roll, tuple[int, ...]], bool],
    takes: Takes | None = None,
) -> Feature:
    """Return the feature that counts some rolls of a shooter's hand."""
    return Feature(
        name=name,
        type="number",
        high=MOST_COUNTED,
        literals_only=True,
        takes=takes,
        grain=RollGrain(counts),
        meaning=meaning,
        read=_reader(counts),
    )


def _reader(counts: Callable[[Roll, tuple[int, ...]], bool]) -> Read:
    def read(seen: Count, arguments: tuple[int, ...]) -> Value:
        return sum(counts(roll, arguments) for roll in seen.rolls)

    return read
