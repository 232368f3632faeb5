"""What each wager took, beside what the exact odds expect, and whether the difference is luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpot.names import booked_as
from pitboss.jackpot.reports.luck import Distance, Luck, cube_root, luck_of
from pitboss.jackpot.reports.reading import FloorRecord
from pitboss.jackpot.reports.selection import Selection
from pitboss.jackpot.reports.sheets import Sheet, Taken
from pitboss.table.money.takings import odds_of
from pitboss.table.setups.setup import Spot, TableSetup

HUNDREDTHS = Decimal("0.01")


class TakingRow(NamedTuple):
    """A wager of a table in a shift of a gaming day, by its game and the label of its books."""

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
    luck: Luck
    """Whether that may be luck, among all rows that are selected."""


class Expectation(NamedTuple):
    """What some bets were expected to win, and how far luck may take it."""

    bets: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    expected_cents: Fraction | None = Fraction(0)
    """None where the odds of one of them depend on a meter."""
    variance: Fraction = Fraction(0)
    """Of the win, in squared cents."""
    third_moment: Fraction = Fraction(0)
    """Of what the players win, in cubed cents."""
    absolute_third_moment: Fraction = Fraction(0)
    """Those of its rounds added up, without their signs."""

    def and_taken(self, setup: TableSetup, spot: Spot, taken: Taken) -> Expectation:
        """Return it with what a spot has taken under a setup."""
        odds = odds_of(setup, spot)
        expected, variance, third = self.expected_cents, self.variance, self.third_moment
        absolute = self.absolute_third_moment
        if (
            expected is None
            or odds.edge is None
            or odds.variance is None
            or odds.third_moment is None
            or odds.absolute_third_moment is None
        ):
            expected = None
        else:
            expected += odds.edge * taken.handle_cents
            variance += odds.variance * taken.squares
            third += odds.third_moment * taken.cubes
            absolute += odds.absolute_third_moment * taken.cubes
        return Expectation(
            self.bets + taken.bets,
            self.handle_cents + taken.handle_cents,
            self.win_cents + taken.win_cents,
            expected,
            variance,
            third,
            absolute,
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
        return in_deviations(self.win_cents - self.expected_cents, self.deviation_cents)

    @property
    def distance(self) -> Distance:
        """The z, and how lopsided the sum of these bets is.

        >>> ten = Expectation(10, 10, 90, Fraction(0), Fraction(900), Fraction(27_000))
        >>> ten.distance.z, round(ten.distance.skew, 6)
        (Decimal('3.00'), Decimal('1.000000'))
        """
        if self.z is None:
            return Distance(None)
        return Distance(self.z, (cube_root(self.third_moment) / self.deviation_cents) ** 3)

    @property
    def deviation_cents(self) -> Decimal:
        """The standard deviation of the win."""
        return (Decimal(self.variance.numerator) / self.variance.denominator).sqrt()


def in_deviations(difference: Fraction, deviation: Decimal) -> Decimal:
    """Return how many standard deviations a difference is, to a hundredth; nothing has no sign.

    >>> in_deviations(Fraction(-1, 1_000), Decimal(1))
    Decimal('0.00')
    """
    units = Decimal(difference.numerator) / difference.denominator / deviation
    return units.quantize(HUNDREDTHS) + 0


def takings(record: FloorRecord, selection: Selection) -> Iterator[TakingRow]:
    """Yield a row for each gaming day, table, shift and wager, in the order of the record."""
    chosen = list(_selected(record, selection))
    luck = luck_of(sums.distance for *_, sums in chosen)
    for bets, said in zip(chosen, luck, strict=True):
        yield _row(*bets, said)


def _selected(
    record: FloorRecord, selection: Selection
) -> Iterator[tuple[Sheet, str, int, str, Expectation]]:
    for id, books in record.books.items():
        for sheet in books.sheets:
            if selection.holds(table=id, day=sheet.day, currency=sheet.currency):
                for shift in dict.fromkeys(shift for shift, _, _ in sheet.takings):
                    for wager, sums in expectations(sheet, (shift,)).items():
                        if selection.holds(shift=shift, wager=wager):
                            yield sheet, id, shift, wager, sums


def expectations(sheet: Sheet, shifts: Iterable[int] | None = None) -> dict[str, Expectation]:
    """Return what each wager of a sheet took, by game and label; in some shifts, or in all."""
    among = None if shifts is None else set(shifts)
    sums: dict[str, Expectation] = {}
    for (shift, setup, spot), taken in sheet.takings.items():
        if among is None or shift in among:
            booked = booked_as(setup, spot)
            sums[booked] = sums.get(booked, Expectation()).and_taken(setup, spot, taken)
    return sums


def _row(
    sheet: Sheet, table: str, shift: int, wager: str, sums: Expectation, luck: Luck
) -> TakingRow:
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
        luck,
    )
