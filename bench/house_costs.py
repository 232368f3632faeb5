"""What a command costs in processor time, and where; and what Core costs beside raw drivers."""

from __future__ import annotations

import time
from typing import Any

from house_load import Dealt
from house_rates import CLIENTS, Busy, Place, busy

from pitboss.house.database import Database
from pitboss.house.rows import Batch
from pitboss.house.schema import METADATA
from pitboss.house.store import Appender, bodies_of
from pitboss.jackpot.streams import Recorded
from pitboss.table.record.journal import Journal, Line, line_text
from pitboss.table.record.recorder import Request, answered

BATCHES, RUNS = 600, 4
MOST_MICROSECONDS = 120


class Watch:
    """Processor time of this thread between the places that a house passes."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self.last = 0.0

    def __call__(self, where: str) -> None:
        """Note the time since the last place."""
        now = time.thread_time()
        if where != "begun":
            self.spent[where] = self.spent.get(where, 0.0) + now - self.last
        self.last = time.thread_time()


def commands(place: Place, script: Dealt) -> None:
    """Print what a command costs in batches of 50, and how that is made up."""
    with busy(place, CLIENTS, script) as floor:
        best = min(_run(floor) for _ in range(RUNS))
        states = {stream: floor.house.load().table(stream[6:]) for stream in floor.streams}
        apart = _apart(floor, {stream: one.state for stream, one in states.items()})
    whole, watched = best
    decided = watched.pop("decided") - sum(apart.values())
    parts = {**apart, "look-up and the rest of deciding": decided}
    parts |= {"insert": watched["appended"], "commit": watched["committed"]}
    parts["answers"] = whole - sum(parts.values())
    verdict = "met" if whole <= MOST_MICROSECONDS else "not met"
    print(f"  CPU per command, batches of {CLIENTS}: {whole:.0f} us", end="")
    print(f" (target {MOST_MICROSECONDS} or less: {verdict})")
    for name, microseconds in parts.items():
        print(f"    {name:40}{microseconds:8.1f} us")


def _run(floor: Busy) -> tuple[float, dict[str, float]]:
    """Commit some batches; return microseconds a command, whole and by place."""
    watch = Watch()
    floor.house.hook = watch
    tables, number, spent = len(floor.streams), BATCHES // RUNS, 0.0
    for _ in range(number):
        batch = [floor.asked(stream, floor.next_of(at)) for at, stream in enumerate(floor.streams)]
        begun = time.thread_time()
        floor.house.commit(batch)
        spent += time.thread_time() - begun
    floor.house.hook = lambda _: None
    each = 1e6 / (number * tables)
    return spent * each, {name: of * each for name, of in watch.spent.items()}


def _apart(floor: Busy, states: dict[str, Any]) -> dict[str, float]:
    """Return what deciding, writing, hashing and rows cost by themselves, in microseconds."""
    lines: list[Line] = []
    clock, number = time.thread_time, BATCHES // RUNS
    at = "2100-01-01T00:00:00.000Z"
    given = [
        (stream, Request(f"c{turn}", floor.next_of(table), at=at))
        for turn in range(number)
        for table, stream in enumerate(floor.streams)
    ]
    begun = clock()
    for stream, request in given:
        states[stream], line = answered(states[stream], request, stream, 1)
        lines.append(line)
    decided = clock()
    texts = [line_text(line) for line in lines]
    written = clock()
    journal = Journal()
    chained = [journal.chained(text) for text in texts]
    hashed = clock()
    batch = Batch.empty()
    for line, (_, request), text in zip(lines, given, chained, strict=True):
        batch.add(Recorded(line.stream, request, line.facts, text, 1, journal.last))
    rows = clock()
    each = 1e6 / len(lines)
    return {
        "decide and fold": (decided - begun) * each,
        "codec": (written - decided) * each,
        "hash": (hashed - written) * each,
        "rows": (rows - hashed) * each,
    }


# --- Core against raw drivers ---


def drivers(place: Place, script: Dealt) -> None:
    """Print what look-up, insert and commit of a batch cost by Core beside the raw driver."""
    with place.empty() as url, place.empty() as other_url:
        database, other = Database(url), Database(other_url)
        for made in (database, other):
            made.make_file()
            METADATA.create_all(made.engine)
        with database.engine.connect() as connection:
            both = _Core(connection), _raw(other)
            pairs = [[_timed(by, _batch(script, turn)) for by in both] for turn in range(BATCHES)]
            both[1].close()
        database.close()
        other.close()
    core, raw = (
        sum(sorted(times)[: BATCHES // 2]) / (BATCHES // 2) for times in zip(*pairs, strict=True)
    )
    more = core / raw - 1
    verdict = "met" if more <= 0.25 else "not met"
    print(
        f"  look-up, insert, commit of {CLIENTS} lines: Core {core * 1e3:.2f} ms of CPU, raw ",
        end="",
    )
    print(f"driver {raw * 1e3:.2f} ms: {more:+.0%} (target 25% or less: {verdict})")


def _batch(script: Dealt, turn: int) -> Batch:
    """Return a batch of a line of each table, without the index: bench/journal.py has that."""
    batch = Batch.empty()
    recorded = script.lines[100 + turn]
    for table in range(CLIENTS):
        batch.add(recorded._replace(stream=f"table/{table}", sequence=turn))
    return batch._replace(found=[])


def _timed(by: Any, batch: Batch) -> float:
    begun = time.thread_time()
    by.write(batch)
    return time.thread_time() - begun


class _Core:
    """Writes as the house does."""

    def __init__(self, connection: Any) -> None:
        self.connection, self.appender = connection, Appender(connection)

    def write(self, batch: Batch) -> None:
        with self.connection.begin():
            bodies_of(self.connection, [(row.stream, row.command) for row in batch.journal])
            self.appender.append(batch)


_LINES = "INSERT INTO journal (stream, version, command, actor, device, at, body, hash) VALUES "
_MOVES = "INSERT INTO transfer (stream, version, id, debit, credit, micros, code) VALUES "


class _Sqlite:
    """Writes by the driver alone."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def write(self, batch: Batch) -> None:
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        pairs = [(row.stream, row.command) for row in batch.journal]
        marks = ",".join(["(?,?)"] * len(pairs))
        connection.execute(
            f"WITH asked(stream, command) AS (VALUES {marks}) "
            "SELECT j.stream, j.command, j.body FROM asked CROSS JOIN journal j "
            "ON j.stream = asked.stream AND j.command = asked.command",
            [name for pair in pairs for name in pair],
        ).fetchall()
        connection.executemany(f"{_LINES} (?,?,?,?,?,?,?,?)", batch.journal)
        if batch.transfers:
            connection.executemany(f"{_MOVES} (?,?,?,?,?,?,?)", batch.transfers)
        connection.execute("COMMIT")

    def close(self) -> None:
        self.connection.close()


class _Postgresql:
    """Writes by the driver alone."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def write(self, batch: Batch) -> None:
        connection = self.connection
        cursor = connection.cursor()
        cursor.execute(
            "SELECT j.stream, j.command, j.body FROM journal j "
            "JOIN unnest(%s::text[], %s::text[]) AS asked(stream, command) "
            "ON j.stream = asked.stream AND j.command = asked.command",
            [[row.stream for row in batch.journal], [row.command for row in batch.journal]],
        ).fetchall()
        for table, rows in ((_LINES, batch.journal), (_MOVES, batch.transfers)):
            into = table.removeprefix("INSERT INTO ").removesuffix(" VALUES ")
            if rows:
                with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
        connection.commit()

    def close(self) -> None:
        self.connection.close()


def _raw(database: Database) -> Any:
    if database.sqlite:
        import sqlite3

        from pitboss.house.database import PRAGMAS

        connection = sqlite3.connect(str(database.url.database), isolation_level=None)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return _Sqlite(connection)
    import psycopg

    plain = database.url.set(drivername="postgresql")
    return _Postgresql(psycopg.connect(plain.render_as_string(hide_password=False)))
