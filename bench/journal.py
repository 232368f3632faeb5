"""The journal by the clock: search of a million lines, rounds of long ago, what the index costs.

Fifty tables of Eternal Baccarat over some weeks, dealt by twenty people, with refusals among the
lines; searches of every kind, the common and the rare, first pages and far ones, wall seconds of
the best and the worst of some; and the Game Manager's page of each, over HTTP. Then the same
commands to a house with and without the index, in turn: the ratio of processor time, and what a
round takes on disk.

    python bench/journal.py [--lines 1000000] [--only sqlite|postgresql]
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import sqlalchemy as sa
from house import KINDS, Place, places
from house_cold import _size as size_of
from house_load import Dealt, dealt
from house_rates import Busy, busy

from pitboss.house import rows
from pitboss.house.clock import at, milliseconds
from pitboss.house.database import Database
from pitboss.house.journal.asking import Search
from pitboss.house.journal.rounds import Rounds
from pitboss.house.journal.searching import search
from pitboss.house.journal.words import Found
from pitboss.house.rows import Batch
from pitboss.house.snapshots import save_snapshot
from pitboss.house.store import Appender, Head
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.table.arguments import dollars
from pitboss.table.record.journal import Journal, Line, line_text
from pitboss.table.record.recorder import Recorder
from pitboss.table.steps.clearing import ClearLayout
from web_house import WebHouse, web_house

TABLES, PEOPLE, AT_ONCE = 50, 20, 5_000
FIRST = 101
"""The first of the tables: none of the floor's own, whose lines the server plays by."""
TABLE = f"table/{FIRST + 6}"
BEGUN = milliseconds("2026-01-01T00:00:00.000Z")
PACE_MS = 800
"""Between two lines of a floor."""
REFUSED_EVERY = 40
RUNS, MOST_MS, MOST_PAGE_MS = 5, 300, 1_000
TURNS, BATCHES = 6, 40


class Template(NamedTuple):
    """A line that every table has many times: what was decided, and its text after the actor."""

    recorded: Recorded
    tail: str


def templates(script: Dealt) -> Iterator[Template]:
    """Yield the lines of some rounds, and refusals now and then."""
    no = Refusal("above-maximum", "too much", "bet less", "30-2803(3)(b)")
    for number, one in enumerate(script.lines[30:]):
        text = one.text or ""
        yield Template(one, text[text.index(',"device":') :])
        if number % REFUSED_EVERY == 0:
            request = one.request
            what = (request.command, (), no, "0" * 64)
            line = Line("table/1", 1, "x", request.at, "+00:00", "x", None, 1, 1, *what)
            says = line_text(line)
            text = Journal().chained(says)
            yield Template(one._replace(answer=no), text[text.index(',"device":') :])


def fill(database: Database, lines: int, script: Dealt) -> None:
    """Write so many lines as the one writer would, without a chain that holds."""
    made, random = list(templates(script)), Random(1)
    people = [str(1101 + number) for number in range(PEOPLE)]
    batch = Batch.empty()
    with database.engine.connect() as connection:
        appender = Appender(connection)
        for number in range(lines):
            stream, version = f"table/{number % TABLES + FIRST}", number // TABLES + 1
            recorded, tail = made[version % len(made)]
            when, actor = at(BEGUN + number * PACE_MS), random.choice(people)
            if number % (lines // 7) == 3:
                actor = "rare"
            round = version // 37 + 1
            first, rest = tail.split(',"round":', 1)
            text = (
                f'{{"schema":1,"stream":"{stream}","sequence":{version},"id":"{number}",'
                f'"at":"{when}","offset":"+00:00","actor":"{actor}"{first},"round":{round}'
                f"{rest[rest.index(',') :]}"
            )
            request = recorded.request._replace(id=str(number), actor=actor, at=when)
            batch.add(Recorded(stream, request, recorded.answer, text, version, f"{number:064}"))
            if len(batch.journal) == AT_ONCE or number == lines - 1:
                with connection.begin():
                    appender.append(batch._replace(odometers={}))
                batch = Batch.empty()
    if not database.sqlite:  # as autovacuum does in time
        with database.engine.connect() as connection:
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.execute(sa.text("VACUUM ANALYZE"))


def asked(lines: int) -> dict[str, Search]:
    """Return what is looked for, by words."""
    last = BEGUN + lines * PACE_MS
    hour, long_ago = 3_600_000, BEGUN + lines * PACE_MS // 10
    return {
        "everything": Search(),
        "a table": Search(TABLE),
        "an hour of long ago": Search(since=long_ago, until=long_ago + hour),
        "a table, an hour of long ago": Search(TABLE, long_ago, long_ago + hour),
        "a person": Search(person="1105"),
        "a person with seven lines": Search(person="rare"),
        "nobody": Search(person="nobody"),
        "a wager": Search(wager="sun-7"),
        "a wager at a table": Search(TABLE, wager="sun-7"),
        "any refusal": Search(refusal="refused"),
        "refusals of a person at a table": Search(TABLE, person="1105", refusal="refused"),
        "an amount": Search(least_cents=1_000, most_cents=1_000),
        "an amount that is rare": Search(least_cents=77_777, most_cents=77_777),
        "all amounts": Search(least_cents=1),
        "a person, an amount": Search(person="1105", least_cents=500, most_cents=50_000),
        "a kind": Search(kind="CardDealt"),
        "a kind with a wager that it never has": Search(kind="CardDealt", wager="sun-7"),
        "a kind with amounts that it never has": Search(kind="CardDealt", least_cents=1),
        "a round of a table": Search(TABLE, round=lines // TABLES // 74),
        "a rare person, a wager, the last day": Search(
            person="rare", wager="sun-7", since=last - 24 * hour
        ),
    }


def timed(do: Callable[[], object]) -> tuple[float, float]:
    """Return the best and the worst of some runs, in milliseconds."""
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        do()
        times.append((time.perf_counter() - begun) * 1e3)
    return min(times), max(times)


def searches(database: Database, lines: int) -> None:
    """Print how long each search takes: the first page, and the tenth."""
    slowest = 0.0
    for words, terms in asked(lines).items():
        with database.reading() as connection:
            first = search(connection, terms)
            best, worst = timed(lambda asked=terms: search(connection, asked))  # type: ignore[misc]
            cursor = first.cursor
            for _ in range(8):
                cursor = search(connection, terms, cursor).cursor if cursor else None
            far = ""
            if cursor:
                tenth, _ = timed(lambda: search(connection, terms, cursor))  # noqa: B023
                far = f"   tenth page {tenth:6.1f} ms"
        slowest = max(slowest, best)
        print(f"    {words:40} {first.counted:>7}  {best:6.1f} to {worst:6.1f} ms{far}")
    verdict = "met" if slowest <= MOST_MS else "not met"
    print(f"  the slowest search takes {slowest:.0f} ms (target {MOST_MS} or less: {verdict})")


def address(terms: Search) -> str:
    """Return where the Game Manager shows what is looked for."""
    given = {
        name: getattr(terms, name) for name in ("stream", "person", "wager", "kind", "refusal")
    }
    given["round"] = terms.round
    given["since"] = None if terms.since is None else at(terms.since)
    given["until"] = None if terms.until is None else at(terms.until)
    if terms.money:
        ends = (terms.least_cents, terms.most_cents)
        given["amount"] = "..".join("" if one is None else dollars(one) for one in ends)
    return f"/manager/journal?{urlencode({name: text for name, text in given.items() if text})}"


def pages(house: WebHouse, lines: int) -> None:
    """Print how long the page of each search takes, as a browser asks for it."""
    slowest = 0.0
    with house.client("auditor") as client:
        for words, terms in asked(lines).items():
            where = address(terms)
            first = client.get(where)
            assert first.status_code == 200 and 'id="found"' in first.text, first.text[:500]
            best, worst = timed(lambda where=where: client.get(where))  # type: ignore[misc]
            slowest = max(slowest, best)
            size = len(first.content) / 1024
            print(f"    {words:40} {size:4.0f} KiB  {best:6.1f} to {worst:6.1f} ms")
    verdict = "met" if slowest <= MOST_PAGE_MS else "not met"
    print(f"  the slowest page takes {slowest:.0f} ms (target {MOST_PAGE_MS} or less: {verdict})")


def a_round(place: Place, rounds: int) -> None:
    """Print how long a round near the end of a long stream takes, from a snapshot and without."""
    script = dealt(rounds)
    with place.empty() as url:
        database = Database(url)
        database.migrate()
        recorder = Recorder("table/1")
        with database.engine.connect() as connection:
            batch = Batch.empty()
            for one in script.lines:
                given = recorder.give(one.request)
                batch.add(Recorded("table/1", one.request, *given))
                if recorder.sequence % 2_000 == 0:
                    head = Head(recorder.sequence, recorder.journal.last)
                    with connection.begin():
                        Appender(connection).append(batch._replace(odometers={}))
                        save_snapshot(connection, "table/1", head, recorder.state)
                    batch = Batch.empty()
            with connection.begin():
                Appender(connection).append(batch._replace(odometers={}))
        best, worst = timed(lambda: Rounds(database).of("1", rounds - 3))
        with database.engine.begin() as connection:
            connection.execute(sa.text("DELETE FROM snapshot"))
        whole, _ = timed(lambda: Rounds(database).of("1", rounds - 3))
        print(
            f"  round {rounds - 3} of {recorder.sequence:,} lines: {best:.0f} to {worst:.0f} ms; "
            f"without snapshots {whole:.0f} ms"
        )
        database.close()


# --- what the index costs ---


@contextmanager
def without_index() -> Iterator[None]:
    """Write no words and amounts meanwhile."""
    usual = rows.found_by
    rows.found_by = lambda *_: Found(frozenset(), frozenset())
    try:
        yield
    finally:
        rows.found_by = usual


def costs(place: Place) -> None:
    """Print what a command costs with and without the index, in turn; and a round on disk."""
    script = dealt(TURNS * BATCHES // 30 + 3)
    with busy(place, TABLES, script) as plain, busy(place, TABLES, script) as indexed:
        before = [size_of(one.house.database) for one in (plain, indexed)]
        times: list[tuple[float, float, float, float]] = []
        for _ in range(TURNS):
            with without_index():
                one = _committed(plain)
            times.append((*one, *_committed(indexed)))
        rounds = sum(isinstance(one, ClearLayout) for one in script_of(plain)) * TABLES
        sizes = [
            (size_of(one.house.database) - first) / rounds
            for one, first in zip((plain, indexed), before, strict=True)
        ]
    cpu, wall, with_cpu, with_wall = (min(column) * 1e6 for column in zip(*times, strict=True))
    print(
        f"  a command in batches of {TABLES}: CPU {cpu:.0f} us without the index, {with_cpu:.0f} "
        f"us with it: {with_cpu / cpu:.2f} times; wall {wall:.0f} and {with_wall:.0f} us: "
        f"{with_wall / wall:.2f} times"
    )
    print(
        f"  a round on disk: {sizes[0]:,.0f} bytes without the index, {sizes[1]:,.0f} with it: "
        f"{sizes[1] / sizes[0]:.2f} times"
    )


def script_of(floor: Busy) -> list[object]:
    """Return the commands that every table was given."""
    return list(floor.script[: floor.at[0]])


def _committed(floor: Busy) -> tuple[float, float]:
    """Commit some batches; return the seconds of CPU and of the wall that a command takes."""
    spent = took = 0.0
    for _ in range(BATCHES):
        batch = [floor.asked(stream, floor.next_of(at)) for at, stream in enumerate(floor.streams)]
        begun, used = time.perf_counter(), time.thread_time()
        floor.house.commit(batch)
        took, spent = took + time.perf_counter() - begun, spent + time.thread_time() - used
    each = BATCHES * len(floor.streams)
    return spent / each, took / each


def main() -> None:
    """Print every figure beside its target."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=600)
    parser.add_argument("--only", choices=KINDS)
    given = parser.parse_args()
    print(f"the journal: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before we began")
    script = dealt(8)
    with places((given.only,) if given.only else KINDS) as all_places:
        for place in all_places:
            print(f"\n{place.kind}")
            costs(place)
            a_round(place, given.rounds)
            with (
                place.empty() as url,
                TemporaryDirectory() as home,
                web_house(Path(home), url=url) as house,
            ):
                database = Database(url)
                begun = time.perf_counter()
                fill(database, given.lines, script)
                took = time.perf_counter() - begun
                print(f"  {given.lines:,} lines, written in {took:.0f} s", flush=True)
                searches(database, given.lines)
                pages(house, given.lines)
                database.close()


if __name__ == "__main__":
    main()
