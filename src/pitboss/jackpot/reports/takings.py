"""What each wager took, beside what the exact odds expect, and whether the difference is luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.reports.sheets import Sheet, Taken
from pitboss.table.money.takings import odds_of
from pitboss.table.setups.setup import Spot, TableSetup

HUNDREDTHS = Decimal("0.01")


class TakingRow(NamedTuple):
    """A wager of a table in a shift of a gaming day, as its books label it."""

    day: str
    table: str
    currency: str
    shift: int
    wager: str
    bets: int
    handle_cents: int
    """What was staked on bets that were decided, pushes too."""
    win_cents: int
    hold: Fraction | None
    """The win as a share of the handle."""
    edge: Fraction | None
    """The same as the exact odds expect; None where a meter decides."""
    expected_cents: int | None
    z: Decimal | None
    """By how many standard deviations the win differs from what is expected."""


class Expectation(NamedTuple):
    """What some bets were expected to win, and how far luck may take it."""

    bets: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    expected_cents: Fraction | None = Fraction(0)
    """None where the odds of one of them depend on a meter."""
    variance: Fraction = Fraction(0)
    """Of the win, in squared cents."""

    def and_taken(self, setup: TableSetup, spot: Spot, taken: Taken) -> Expectation:
        """Return it with what a spot has taken under a setup."""
        odds = odds_of(setup, spot)
        expected, variance = self.expected_cents, self.variance
        if expected is None or odds.edge is None or odds.variance is None:
            expected = None
        else:
            expected += odds.edge * taken.handle_cents
            variance += odds.variance * taken.squares
        return Expectation(
            self.bets + taken.bets,
            self.handle_cents + taken.handle_cents,
            self.win_cents + taken.win_cents,
            expected,
            variance,
        )

    @property
    def edge(self) -> Fraction | None:
        """What is expected, as a share of the handle."""
        if self.expected_cents is None or not self.handle_cents:
            return None
        return self.expected_cents / self.handle_cents

    @property
    def z(self) -> Decimal | None:
        """By how many standard deviations the win differs from what is expected.

        >>> Expectation(100, 10_000, 1_600, Fraction(100), Fraction(1_000_000)).z
        Decimal('1.50')
        """
        if self.expected_cents is None or not self.variance:
            return None
        difference = self.win_cents - self.expected_cents
        deviation = (Decimal(self.variance.numerator) / self.variance.denominator).sqrt()
        units = Decimal(difference.numerator) / difference.denominator / deviation
        return units.quantize(HUNDREDTHS)


def takings(record: FloorRecord, selection: Selection) -> Iterator[TakingRow]:
    """Yield a row for each gaming day, table, shift and wager, in the order of the record."""
    for id, books in record.books.items():
        for sheet in books.sheets:
            if selection.day in ("", sheet.day):
                shifts = dict.fromkeys(shift for shift, _, _ in sheet.takings)
                for shift in shifts:
                    for wager, sums in expectations(sheet, (shift,)).items():
                        yield _row(sheet, id, shift, wager, sums)


def expectations(sheet: Sheet, shifts: Iterable[int] | None = None) -> dict[str, Expectation]:
    """Return what each wager of a sheet took, by its label; in some shifts, or in all of them."""
    among = None if shifts is None else set(shifts)
    sums: dict[str, Expectation] = {}
    for (shift, setup, spot), taken in sheet.takings.items():
        if among is None or shift in among:
            label = setup.labels[spot]
            sums[label] = sums.get(label, Expectation()).and_taken(setup, spot, taken)
    return sums


def _row(sheet: Sheet, table: str, shift: int, wager: str, sums: Expectation) -> TakingRow:
    handle, expected = sums.handle_cents, sums.expected_cents
    return TakingRow(
        sheet.day,
        table,
        sheet.currency,
        shift,
        wager,
        sums.bets,
        handle,
        sums.win_cents,
        Fraction(sums.win_cents, handle) if handle else None,
        sums.edge,
        None if expected is None else round(expected),
        sums.z,
    )
