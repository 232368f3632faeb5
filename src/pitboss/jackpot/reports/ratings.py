"""What rated players bet, for how long, and what the exact odds expect of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.reports.sheets import Stint
from pitboss.table.money.takings import edge_of
from pitboss.table.times import seconds_between


class RatingRow(NamedTuple):
    """A player's card on a gaming day, at all positions and tables of one currency together."""

    day: str
    patron: str
    currency: str
    places: str
    """Tables and positions, such as ``12/3``."""
    minutes: int
    """Of the clock: positions that are held at once count once."""
    rounds: int
    """At each position."""
    bets: int
    handle_cents: int
    average_cents: int
    """The handle of a round at a position, whole cents."""
    win_cents: int
    """What the house won."""
    theoretical_cents: int
    """What the house should win by the exact odds, to the nearest cent."""
    unknown_cents: int
    """Of the handle, what was bet on spots whose odds depend on a meter."""


def ratings(record: FloorRecord, selection: Selection) -> Iterator[RatingRow]:
    """Yield a row for each gaming day, card and currency."""
    cards: dict[tuple[str, str, str], list[tuple[str, Stint]]] = {}
    for id, books in record.books.items():
        now = record.times[id]
        for stint in books.stints:
            if selection.day in ("", stint.day):
                key = stint.day, stint.patron, stint.currency
                until = stint.until or now
                cards.setdefault(key, []).append((id, stint._replace(until=until)))
    for key, stints in sorted(cards.items()):
        yield _row(key, stints)


def _row(key: tuple[str, str, str], placed: list[tuple[str, Stint]]) -> RatingRow:
    stints = [stint for _, stint in placed]
    places = dict.fromkeys(f"{id}/{stint.position}" for id, stint in placed)
    handle = sum(cents for stint in stints for cents in stint.staked.values())
    rounds = sum(len(stint.rounds) for stint in stints)
    theoretical, unknown = Fraction(0), 0
    for stint in stints:
        for (setup, spot), cents in stint.staked.items():
            edge = edge_of(setup, spot)
            if edge is None:
                unknown += cents
            else:
                theoretical += edge * cents
    return RatingRow(
        *key,
        ", ".join(places),
        _seconds((stint.since, stint.until) for stint in stints) // 60,
        rounds,
        sum(stint.bets for stint in stints),
        handle,
        handle // rounds if rounds else 0,
        sum(stint.win_cents for stint in stints),
        round(theoretical),
        unknown,
    )


def _seconds(spans: Iterable[tuple[str, str]]) -> int:
    """Return how long it was of the clock during any of some spans.

    >>> day = "2026-11-16T"
    >>> _seconds([(f"{day}20:00:00", f"{day}20:10:00"), (f"{day}20:05:00", f"{day}20:20:00")])
    1200
    """
    seconds, reached = 0, ""
    for since, until in sorted(spans):
        begins = max(since, reached)
        if until > begins:
            seconds += seconds_between(begins, until)
            reached = until
    return seconds
