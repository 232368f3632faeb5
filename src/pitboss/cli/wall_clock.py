"""The clock on the wall, for tables that people type at: pure rooms have none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from pitboss.table.scripts.clock import moment
from pitboss.table.scripts.scenario import Moment
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.times import utc


def local_now() -> datetime:
    """Return the time here, with its offset from UTC."""
    return datetime.now().astimezone()


class WallClock:
    """The real time; a line may still say another."""

    def __init__(self, now: Callable[[], datetime] = local_now) -> None:
        self.now = now

    def date(self, said: str) -> str:
        """Return the day here, or that of the time which a line says."""
        here = self.now().isoformat()
        return moment(said, here)[:10] if said else here[:10]

    def time(self, said: str, _: Command, table: Table) -> Moment:
        """Return the time, never before the last one at the table: clocks are put back."""
        now = self.now()
        here = now.isoformat(timespec="milliseconds")
        offset = here[23:29]
        if said:
            return Moment(utc(moment(said, here), offset), offset)
        at = f"{now.astimezone(UTC).isoformat(timespec='milliseconds')[:23]}Z"
        return Moment(max(at, table.at), offset)
