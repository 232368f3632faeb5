"""What clients were told and shown of a house, held against its record."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.client import Answer
from pitboss.house.database import Database
from pitboss.house.schema import JOURNAL
from pitboss.house.serving.views import View, player_view, sign_view, staff_view
from pitboss.house.store import bodies_after
from pitboss.refusals import Refusal
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.record.codec import fact_data
from pitboss.table.record.journal import Entry, Line, read_line
from pitboss.table.record.replaying import Replayed, replay
from pitboss.table.state import Table
from restart_clients import Told, Watcher, dumped


class OnRecord:
    """All that a house has on record, with the table after each line."""

    def __init__(self, database: Database, floor: Floor) -> None:
        self.floor = floor
        self.tables: dict[str, list[Replayed]] = {}
        with database.reading() as connection, connection.begin():
            for entry in floor.tables:
                bodies = bodies_after(connection, f"table/{entry.id}")
                lines = (Entry(at, read_line(at, body), hash) for at, body, hash in bodies)
                self.tables[entry.id] = list(replay(lines))
            rows = connection.execute(sa.select(JOURNAL.c.stream, JOURNAL.c.command)).all()
        self.ids = Counter((stream, id) for stream, id in rows)
        self.lines: dict[tuple[str, str], Line] = {
            (one.line.stream, one.line.id): one.line
            for replayed in self.tables.values()
            for one in replayed
        }

    def stages(self, times: Sequence[str]) -> Counter[str]:
        """Count in which stages of their rounds the tables were at some times."""
        counted: Counter[str] = Counter()
        for replayed in self.tables.values():
            stamps = [one.line.at for one in replayed]
            for time in times:
                place = bisect_right(stamps, time)
                counted[replayed[place - 1].after.round.stage if place else "closed"] += 1
        return counted

    def rounds(self) -> int:
        """Return how many rounds were played to their end."""
        last = (replayed[-1].after for replayed in self.tables.values() if replayed)
        return sum(table.round.number - 1 for table in last)

    def check_told(self, told: list[Told], name: str, kills: Sequence[str]) -> Counter[str]:
        """Hold a client's own list against the record: each line once, with what it was told."""
        counted: Counter[str] = Counter()
        for one in told:
            key = (one.stream, one.id)
            line = self.lines.get(key)
            if isinstance(one.answer, Refusal):
                assert one.answer.code != "id-taken", one
                if line is not None:
                    assert line.refusal is not None, f"{one} was done, and refused"
                    assert line.refusal.code == one.answer.code, one
                counted[f"refused {one.answer.code}"] += 1
                continue
            assert line is not None and line.refusal is None, f"{one} is lost"
            assert dumped(facts_of(line)) == dumped(one.answer.facts), f"{one} is another"
            assert isinstance(one.answer, Answer)
            counted["acknowledged"] += 1
            if any(line.at <= kill < one.at for kill in kills):
                counted["done before a kill and told after it"] += 1
        asked = {(one.stream, one.id) for one in told}
        own = {key: n for key, n in self.ids.items() if key[1].startswith(f"{name}.")}
        assert set(own) <= asked, f"nobody was told of {set(own) - asked}"
        assert set(own.values()) <= {1}, "a line stands twice"
        return counted

    def check_seen(self, watcher: Watcher) -> Counter[str]:
        """Hold every view of a table that was shown against the record at that version."""
        counted: Counter[str] = Counter()
        for (stream, version), view in watcher.seen.items():
            kind, _, id = stream.partition("/")
            if kind != "table":
                continue
            table = self.tables[id][version - 1].after if version else Table()
            shown = view_for(watcher.audience, self.floor.table(id), table)
            assert view == dumped(shown), f"{stream} at {version} was shown otherwise"
            counted["views"] += 1
            counted["cards"] += len(table.round.player) + len(table.round.banker)
        return counted


def facts_of(line: Line) -> list[dict[str, object]]:
    """Return the facts of a line as the API tells them."""
    return [dict(fact_data(fact)) for fact in line.facts]


def view_for(audience: str, entry: FloorTable, table: Table) -> View:
    """Return what an audience sees of a table."""
    if audience == "staff":
        return staff_view(entry, table)
    if audience.startswith("seat "):
        return player_view(entry, table, int(audience.removeprefix("seat ")))
    return sign_view(entry, table)


class Same(NamedTuple):
    """A view that two clients disagree about."""

    stream: str
    version: int


def disagreements(watchers: Iterable[Watcher]) -> Iterator[Same]:
    """Yield where two clients who see the same were shown different things at one version."""
    first: dict[tuple[str, str, int], str] = {}
    for watcher in watchers:
        for (stream, version), view in watcher.seen.items():
            if first.setdefault((watcher.audience, stream, version), view) != view:
                yield Same(stream, version)
