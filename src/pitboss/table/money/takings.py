"""What a table has taken: handle, win and hold per wager beside the exact odds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import Analysis, analyse_table
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import Table, TakenBefore


class Line(NamedTuple):
    """What one spot, or several together, have taken."""

    spot: str
    bets: int
    handle_cents: int
    """What was staked on bets that were decided; pushes are in it, as they are in the edge."""
    win_cents: int
    edge: Fraction | None = None
    """The house's exact edge on a full shoe; None where it depends on a meter."""

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the handle; None before anything was staked."""
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None

    @property
    def theoretical_cents(self) -> Fraction | None:
        """What the handle should have won by the exact odds; None where the edge is not known."""
        return None if self.edge is None else self.edge * self.handle_cents


class Takings(NamedTuple):
    """The lines of a table, in the order of its layout."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> Line:
        """All lines together, with an edge only if each has one."""
        handle = sum(line.handle_cents for line in self.lines)
        known = [cents for line in self.lines if (cents := line.theoretical_cents) is not None]
        complete = handle and len(known) == len(self.lines)
        return Line(
            "total",
            sum(line.bets for line in self.lines),
            handle,
            sum(line.win_cents for line in self.lines),
            sum(known, Fraction(0)) / handle if complete else None,
        )


def takings(table: Table) -> Takings:
    """Return what each spot has taken, beside the theoretical win by the setups it was bet under.

    The edges are those of :func:`pitboss.odds.analyse`: vigorish at the table's rate, before
    rounding, breakage and aggregate limits. Under several setups an edge is their mean by handle.
    """
    booked = table.takings
    offered = (label for label in table.setup.labels.values() if label in booked)
    expected: dict[str, Fraction | None] = dict.fromkeys(booked, Fraction(0))
    for setup, parts in (*table.before, TakenBefore(table.setup, table.taken_now())):
        spots = {label: spot for spot, label in setup.labels.items()}
        for label, part in parts.items():
            edge, so_far = edge_of(setup, spots[label]), expected[label]
            if edge is None or so_far is None:
                expected[label] = None
            else:
                expected[label] = so_far + edge * part.handle_cents
    return Takings(
        tuple(
            Line(label, *booked[label], _share(expected[label], booked[label].handle_cents))
            for label in dict.fromkeys((*offered, *booked))
        )
    )


def _share(cents: Fraction | None, handle_cents: int) -> Fraction | None:
    return None if cents is None or not handle_cents else cents / handle_cents


@lru_cache(maxsize=1024)
def odds_of(setup: TableSetup, spot: Spot) -> Analysis:
    """Return the exact odds of a spot on a full shoe, with vigorish at the table's rate."""
    shoe = Shoe.of(setup.shoe_decks)
    return analyse_table(setup.spots[spot], shoe=shoe, vigorish=setup.vigorish_rate)


def edge_of(setup: TableSetup, spot: Spot) -> Fraction | None:
    """Return the house's exact edge on a spot of a full shoe; None if it depends on a meter."""
    return odds_of(setup, spot).edge
