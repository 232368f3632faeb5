"""What is derived from lines, held against them: their transfers, and the tables' odometers."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.engine import Connection

from pitboss.house.chains import shown
from pitboss.house.reading import rows
from pitboss.house.rows import TransferRow, transfers_of
from pitboss.refusals import Unreadable, unreadable
from pitboss.table.record.damage import RESTORE
from pitboss.table.steps import Fact
from pitboss.table.steps.closing import ProgressivesTaken

_TRANSFERS = (
    f"SELECT {', '.join(TransferRow._fields)} FROM transfer WHERE stream = ? ORDER BY version, id"
)


class Transfers:
    """The transfers of a stream, taken line by line."""

    def __init__(self, connection: Connection, stream: str) -> None:
        self.stream, self.count = stream, 0
        self._rows = rows(connection, _TRANSFERS, (stream,))
        self._next = next(self._rows, None)

    def compare(self, version: int, facts: Iterable[Fact]) -> None:
        """Hold the transfers of a line against its facts."""
        for must in transfers_of(self.stream, version, facts):
            kept = self._next
            if kept != must:
                raise self._differs(must)
            self.count += 1
            self._next = next(self._rows, None)
        self._refuse_before(version + 1)

    def end(self, lines: int) -> None:
        """Refuse what is left once the stream has ended."""
        if self._next is not None:
            self._refuse_before(lines + 1)
            raise unreadable(
                "journal-cut-off",
                f"{self.stream} ends with line {lines}, and has a transfer of line "
                f"{shown(self._next[1])}: line {lines + 1} is missing",
                RESTORE,
            )

    def _refuse_before(self, version: int) -> None:
        """Refuse a transfer that no fact of the lines so far has led to."""
        kept = self._next
        if kept is None or (type(kept[1]) is int and kept[1] >= version):
            return
        raise _wrong(self.stream, kept[1], f"transfer {shown(kept[2])} is none of its movements")

    def _differs(self, must: TransferRow) -> Unreadable:
        kept = self._next
        self._refuse_before(must.version)
        if kept is None or kept[1] != must.version:
            return _wrong(self.stream, must.version, f"transfer {must.id} is missing")
        for column, says, wanted in zip(TransferRow._fields, kept, must, strict=True):
            if says != wanted:
                why = f"of transfer {must.id}, {column} is {shown(says)}; the line has "
                return _wrong(self.stream, must.version, f"{why}{shown(wanted)}")
        raise AssertionError("a transfer that differs")


def _wrong(stream: str, version: object, why: str) -> Unreadable:
    return unreadable("transfer-altered", f"{stream}, line {shown(version)}: {why}", RESTORE)


class Odometers:
    """What the tables have registered, by their lines; and where each was last raised."""

    def __init__(self) -> None:
        self.units: dict[tuple[str, str], tuple[int, int]] = {}

    def add(self, stream: str, version: int, facts: Iterable[Fact]) -> None:
        """Go on by the facts of a line."""
        for fact in facts:
            if type(fact) is ProgressivesTaken:
                for game in fact.registered:
                    self.units[stream, game.jackpot] = game.odometer, version

    def compare(self, connection: Connection) -> None:
        """Hold the odometers of the database against the lines."""
        query = "SELECT stream, jackpot, units FROM odometer ORDER BY stream, jackpot"
        left = dict(self.units)
        for stream, jackpot, units in rows(connection, query):
            must, version = left.pop((stream, jackpot), (None, 0))
            if units != must:
                where = f"{stream}, line {version}" if version else shown(stream)
                raise _odometer(where, f"{jackpot} is {shown(units)}, and must be {shown(must)}")
        for (stream, jackpot), (must, version) in left.items():
            raise _odometer(
                f"{stream}, line {version}", f"{jackpot} is missing, and must be {must}"
            )


def _odometer(where: str, why: str) -> Unreadable:
    return unreadable(
        "odometer-altered", f"{where}: the odometer of {why}", "restore the database from a backup"
    )
