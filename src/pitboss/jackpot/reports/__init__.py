"""Reports of a floor's jackpots and tables, from its journal alone: pure, one module for each.

``reading`` gathers what they need while the journal is decided again; each report is rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.jackpot.reports.adjustments import AdjustmentRow, adjustments
from pitboss.jackpot.reports.contributions import ContributionRow, contributions
from pitboss.jackpot.reports.day import CountRow, DayRow, counts, day
from pitboss.jackpot.reports.identity import IdentityRow, identity
from pitboss.jackpot.reports.log import LogRow, log
from pitboss.jackpot.reports.movement import MovementRow, movement
from pitboss.jackpot.reports.overview import OverviewRow, overview
from pitboss.jackpot.reports.ratings import RatingRow, ratings
from pitboss.jackpot.reports.reading import FloorReader, FloorRecord
from pitboss.jackpot.reports.reconciliation import ReconciliationRow, SignRow, reconciliation, signs
from pitboss.jackpot.reports.selection import EVERYTHING, Selection
from pitboss.jackpot.reports.sums import SumRow, by_day, by_shift, by_table, by_wager, together
from pitboss.jackpot.reports.takings import TakingRow, takings
from pitboss.jackpot.reports.wins import WinRow, wins

__all__ = [
    "EVERYTHING",
    "OF_JACKPOTS",
    "OF_TABLES",
    "OVERVIEW",
    "REPORTS",
    "FloorReader",
    "FloorRecord",
    "Report",
    "Row",
    "Selection",
]

Row = (
    OverviewRow
    | LogRow
    | MovementRow
    | IdentityRow
    | WinRow
    | AdjustmentRow
    | ReconciliationRow
    | SignRow
    | ContributionRow
    | DayRow
    | CountRow
    | TakingRow
    | SumRow
    | RatingRow
)


class Report(NamedTuple):
    """A report: its title, what it tells, the fields of its rows, and the rows of a record."""

    title: str
    summary: str
    kind: type[Row]
    rows: Callable[[FloorRecord, Selection], Iterator[Row]]
    also: tuple[str, ...] = ()
    """By what it may be narrowed beside the fields of its rows."""
    totals: Callable[[FloorRecord, Selection], Iterator[Row]] | None = None
    """Rows of the same kind that add all others up, one for each currency."""
    idle: tuple[str, ...] = ()
    """Fields that its rows leave empty."""

    def of(self, record: FloorRecord, selection: Selection) -> Iterator[Row]:
        """Yield the rows that are selected, by whatever of it they have."""
        return (row for row in self.rows(record, selection) if selection.holds(**row._asdict()))

    def listed(self, record: FloorRecord, selection: Selection) -> Iterator[Row]:
        """Yield the rows that are selected, and what they are together: as paper and files do."""
        yield from self.of(record, selection)
        if self.totals is not None:
            yield from self.totals(record, selection)

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns in which its rows say something."""
        return tuple(key for key in self.kind._fields if key not in self.idle)

    @property
    def narrowed_by(self) -> tuple[str, ...]:
        """What may be selected of it."""
        return tuple(key for key in Selection._fields if key in (*self.kind._fields, *self.also))


OVERVIEW = Report("Jackpots", "how each jackpot stands", OverviewRow, overview)
OF_JACKPOTS = {
    "log": Report(
        "Log of the jackpots", "every event of each jackpot: when, who, what", LogRow, log
    ),
    "movement": Report(
        "Movements of the meters",
        "every rise and fall of every meter part, and why",
        MovementRow,
        movement,
    ),
    "identity": Report(
        "What the jackpots hold",
        "seeds + contributions - wins = what is held",
        IdentityRow,
        identity,
    ),
    "wins": Report("Wins", "the last 25 wins of each jackpot", WinRow, wins),
    "adjustments": Report(
        "Corrections", "corrections, with the people and the reason", AdjustmentRow, adjustments
    ),
    "reconciliation": Report(
        "Reconciliation",
        "tables counted, server counted, signs showed",
        ReconciliationRow,
        reconciliation,
    ),
    "signs": Report(
        "Signs that were read", "every sign that was read, and what it had to show", SignRow, signs
    ),
    "contributions": Report(
        "Contributions by table",
        "what each table brought to each jackpot",
        ContributionRow,
        contributions,
        ("day",),
    ),
}
TAKEN = ("day", "table", "shift", "wager")
"""By what takings may be narrowed before they are added up."""
OF_TABLES = {
    "day": Report(
        "Day by table", "what each table counted and won on each gaming day", DayRow, day
    ),
    "counts": Report(
        "Counts of trays", "every count of every tray, and who signed", CountRow, counts
    ),
    "takings": Report(
        "Takings by shift and wager",
        "what each wager took, what was expected, z",
        TakingRow,
        takings,
    ),
    "takings-by-wager": Report(
        "Takings by wager", "what each wager took at all tables", SumRow, by_wager, TAKEN, together
    ),
    "takings-by-table": Report(
        "Takings by table", "what each table took", SumRow, by_table, TAKEN, together
    ),
    "takings-by-shift": Report(
        "Takings by shift", "what each shift took", SumRow, by_shift, TAKEN, together, ("name",)
    ),
    "takings-by-day": Report(
        "Takings by day", "what each gaming day took", SumRow, by_day, TAKEN, together, ("name",)
    ),
    "ratings": Report(
        "Rated players", "what rated players bet, and the theoretical win", RatingRow, ratings
    ),
}
"""Reports of tables, which concern no jackpot."""
REPORTS = OF_JACKPOTS | OF_TABLES
