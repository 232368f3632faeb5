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
from pitboss.jackpot.reports.reading import FloorRecord, floor_record, of_a_floor
from pitboss.jackpot.reports.reconciliation import ReconciliationRow, SignRow, reconciliation, signs
from pitboss.jackpot.reports.selection import EVERYTHING, Selection
from pitboss.jackpot.reports.takings import TakingRow, takings
from pitboss.jackpot.reports.wins import WinRow, wins

__all__ = [
    "EVERYTHING",
    "OF_JACKPOTS",
    "OF_TABLES",
    "OVERVIEW",
    "REPORTS",
    "FloorRecord",
    "Report",
    "Row",
    "Selection",
]
__all__ += ["floor_record", "of_a_floor"]

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
    | RatingRow
)


class Report(NamedTuple):
    """A report: what it tells, the fields of its rows, and the rows of a record."""

    summary: str
    kind: type[Row]
    rows: Callable[[FloorRecord, Selection], Iterator[Row]]


OVERVIEW = Report("how each jackpot stands", OverviewRow, overview)
OF_JACKPOTS = {
    "log": Report("every event of each jackpot: when, who, what", LogRow, log),
    "movement": Report("every rise and fall of every meter part, and why", MovementRow, movement),
    "identity": Report("seeds + contributions - wins = what is held", IdentityRow, identity),
    "wins": Report("the last 25 wins of each jackpot", WinRow, wins),
    "adjustments": Report(
        "corrections, with the people and the reason", AdjustmentRow, adjustments
    ),
    "reconciliation": Report(
        "tables counted, server counted, signs showed", ReconciliationRow, reconciliation
    ),
    "signs": Report("every sign that was read, and what it had to show", SignRow, signs),
    "contributions": Report(
        "what each table brought to each jackpot", ContributionRow, contributions
    ),
}
OF_TABLES = {
    "day": Report("what each table counted and won on each gaming day", DayRow, day),
    "counts": Report("every count of every tray, and who signed", CountRow, counts),
    "takings": Report("what each wager took, what was expected, z", TakingRow, takings),
    "ratings": Report("what rated players bet, and the theoretical win", RatingRow, ratings),
}
"""Reports of tables, which concern no jackpot."""
REPORTS = OF_JACKPOTS | OF_TABLES
