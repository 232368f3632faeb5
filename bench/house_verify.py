"""How fast a database is verified: each part by itself, on SQLite and, by its URL, on PostgreSQL.

A floor of several tables is played by the book, seven positions with progressive wagers, and kept.
Chains are rows, hashes and checkpoints; the fold adds reading every line, transfers, odometers and
snapshots; deciding again adds every command. The machine may be shared: the best of some runs.

    python bench/house_verify.py [LINES] [postgresql://user@host/EMPTY]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import sqlalchemy as sa

from pitboss.cli.seeded import SeededSupply
from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.database import Database
from pitboss.house.reading import pieces
from pitboss.house.rows import Batch, JournalRow
from pitboss.house.snapshots import save_snapshot
from pitboss.house.store import Appender, Head
from pitboss.house.verifying import verify
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.jackpot.streams import Recorded
from pitboss.table.floor import default_floor
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.hits import HitJackpot
from pitboss.table.steps.positions import BuyIn, Sit

AT = "2026-01-01T00:00:00.000Z"
LINES, BATCH, EVERY, RUNS = 60_000, 500, 5_000, 3
TABLES = ("1", "2", "5")
POSITIONS = range(1, 8)
STAKES = {"player": 2_500, "banker": 2_500, "sun-7-progressive": 100}


class Played:
    """A floor that is played by the book, and yields its lines."""

    def __init__(self) -> None:
        self.run = FloorRun()
        self.number = 0

    def lines(self, count: int) -> Iterator[Recorded]:
        """Yield about so many lines of all streams."""
        yield from open_floor(self.run, "default.toml", default_floor(), AT)
        pilots = {id: Autopilot(SeededSupply(Random(28)), day="2026-01-01") for id in TABLES}
        for id in TABLES:
            yield from self._give(id, self.run.opening(id))
            for position in POSITIONS:
                yield from self._give(id, Sit(position))
                yield from self._give(id, BuyIn(position, 10**11))
        while self.number < count:
            for id in TABLES:
                yield from self._round(id, pilots[id])

    def _round(self, id: str, pilot: Autopilot) -> Iterator[Recorded]:
        table = self.run.table(id)
        while (due := pilot.next(table.table)) is not None:
            yield from self._give(id, due)
        offered = table.table.setup.wagers
        for position in POSITIONS:
            for wager, cents in STAKES.items():
                if wager in offered:
                    yield from self._give(id, PlaceBet(position, wager, cents))
        yield from self._give(id, CallNoMoreBets())
        while table.table.round.stage != "betting" and (due := pilot.next(table.table)) is not None:
            yield from self._give(id, due)
            if table.table.panel.won:
                yield from self._give(id, HitJackpot())

    def _give(self, id: str, command: Command) -> tuple[Recorded, ...]:
        self.number += 1
        return self.run.give(f"table/{id}", Request(f"{self.number}", command, at=AT))


def keep(database: Database, count: int) -> int:
    """Play and keep a floor; return its lines."""
    database.migrate()
    played, batch, lines = Played(), Batch.empty(), 0
    with database.engine.connect() as connection:
        for one in played.lines(count):
            batch.add(one)
            if len(batch.journal) >= BATCH:
                lines += _append(connection, batch, lines)
                batch = Batch.empty()
        lines += _append(connection, batch, lines)
        with connection.begin():
            write_checkpoint(connection, AT)
            for recorder in (*played.run.tables.values(), *played.run.links.values()):
                head = Head(recorder.sequence, recorder.journal.last)
                save_snapshot(connection, recorder.stream, head, recorder.state)
    return lines


def _append(connection: sa.Connection, batch: Batch, lines: int) -> int:
    with connection.begin():
        Appender(connection).append(batch)
    if lines // EVERY != (lines + len(batch.journal)) // EVERY:
        with connection.begin():
            write_checkpoint(connection, AT)
    return len(batch.journal)


def read_only(database: Database) -> None:
    """Read every row of the journal, and do nothing with it."""
    query = f"SELECT {', '.join(JournalRow._fields)} FROM journal ORDER BY stream, version"
    with database.reading() as connection:
        connection.execute(sa.text("SELECT 1"))
        for _ in pieces(connection, query):
            pass


def measured(what: str, lines: int, work: Callable[[], object], runs: int = RUNS) -> None:
    """Print how many lines a second some work does, at its best."""
    best = cpu = float("inf")
    for _ in range(runs):
        begun, used = time.perf_counter(), time.process_time()
        work()
        best = min(best, time.perf_counter() - begun)
        cpu = min(cpu, time.process_time() - used)
    rate = f"{lines / best:>12,.0f}{lines / cpu:>12,.0f}"
    print(f"  {what:44}{rate}{best / lines * 1e6:>10.1f}")


def bench(database: Database, count: int) -> None:
    """Print the parts of verification on one database."""
    lines = keep(database, count)
    with database.reading() as connection:
        size = connection.execute(sa.text("SELECT sum(length(body)) FROM journal")).scalar() or 0
    whole = verify(database, chains_only=True)
    kind = "SQLite" if database.sqlite else "PostgreSQL"
    print(f"{kind}: {lines:,} lines of {size // lines} bytes, {whole.events:,} events")
    print(f"  {'':44}{'lines/s':>12}{'of CPU':>12}{'us':>10}")
    measured("rows alone", lines, partial(read_only, database))
    measured("chains and checkpoints", lines, partial(verify, database, chains_only=True))
    measured("everything, folded", lines, partial(verify, database), 1)
    measured("everything, decided again", lines, partial(verify, database, redecide=True), 1)
    database.close()


def main() -> None:
    """Print the figures of each database."""
    words = sys.argv[1:]
    count = int(words.pop(0)) if words and words[0].isdecimal() else LINES
    with tempfile.TemporaryDirectory() as folder:
        bench(Database(str(Path(folder) / "house.db")), count)
    for url in words:
        bench(Database(url), count)


if __name__ == "__main__":
    main()
