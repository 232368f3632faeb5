"""The clock on the wall, for tables that people type at: pure rooms have none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

from pitboss.table.scripts.clock import moment
from pitboss.table.scripts.scenario import Moment
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.times import utc


def moment_of(time: datetime) -> Moment:
    """Return a time with a zone as the record has it: in UTC, with the offset of the zone.

    >>> moment_of(datetime.fromisoformat("2026-11-16T14:32:05.120-07:00"))
    Moment(at='2026-11-16T21:32:05.120Z', offset='-07:00')
    """
    at = time.astimezone(UTC).isoformat(timespec="milliseconds")[:23]
    return Moment(f"{at}Z", time.isoformat(timespec="milliseconds")[23:29])


class WallClock:
    """The real time, here or in the zone of a floor; a line may still say another."""

    def __init__(
        self, zone: tzinfo | None = None, now: Callable[[], datetime] | None = None
    ) -> None:
        self.now = now or (lambda: datetime.now(UTC).astimezone(zone))

    def date(self, said: str) -> str:
        """Return the day here, or that of the time which a line says."""
        here = self.now().isoformat()
        return moment(said, here)[:10] if said else here[:10]

    def time(self, said: str, _: Command, table: Table) -> Moment:
        """Return the time, never before the last one at the table: clocks are put back."""
        now = self.now()
        at, offset = moment_of(now)
        if said:
            return Moment(utc(moment(said, now.isoformat()), offset), offset)
        return Moment(max(at, table.at), offset)
