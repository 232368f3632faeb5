"""A house with much in its journal: jackpots, badges, and tables where anything was tried.

And the plain scan that a search must agree with: every line is read as JSON, by whatever names its
members have, and nothing of the index is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from typing import Any, NamedTuple, get_args

from sqlalchemy.engine import Connection

from floor_runs import SCENARIOS, Played
from house_floors import batch_of, kept
from pitboss.house.database import Database
from pitboss.house.snapshots import save_snapshot
from pitboss.house.store import Appender, Head
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.settle.bets import Chips
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.steps.betting import PlaceBet
from table_walk import TABLES, Walk

HITS = SCENARIOS / "004-30-2899.07-6-e-two-hits-at-once.script"
FLOOR = SCENARIOS.parent / "floors" / "eternal-stops.toml"
ACTORS = ("1101", "1102", "2207", "José", 'a "b"')
STEPS = 120
NOT_PEOPLE = {
    "by": ("HandOver", "CardsHanded"),
    "first": ("BurnCards", "CardsBurnt", "RollDice", "DiceRolled", "CutCardDrawn"),
    "second": ("RollDice", "DiceRolled"),
    "number": ("TakeBack", "BetPlaced", "BetTakenBack"),
}
"""Kinds in which a member of this name is no person: rights, cards, dice and numbers of bets."""
PEOPLE = ("by", "first", "second", "supervisor", "patron", "whom", "number")


class WalkedTable:
    """A table of the house, walked at random by several people."""

    def __init__(self, name: str, stream: str, seed: int) -> None:
        self.recorder, self.walk = Recorder(stream), Walk(TABLES[name], seed)
        self.random = Random(seed)
        self.number = 0

    def lines(self, count: int) -> Iterator[Recorded]:
        """Yield the next lines."""
        for _ in range(count):
            self.number += 1
            command, at = self.walk.next(self.recorder.table), self.walk.time()
            if isinstance(command, PlaceBet) and command.chips not in get_args(Chips):
                command = command._replace(chips="coupon")
            actor = self.random.choice(ACTORS)
            time = f"{at}.000Z" if at else ""
            request = Request(f"w{self.number}", command, actor, at=time)
            given = self.recorder.give(request)
            self.walk.heard(command, accepted=not isinstance(given.answer, Refusal))
            if given.text is not None:
                yield Recorded(self.recorder.stream, request, *given)


def walked_house(url: str, seed: int = 1, steps: int = STEPS) -> tuple[Database, list[WalkedTable]]:
    """Return a house whose tables were walked, with snapshots on the way."""
    database = Database(url)
    kept(database, Played(HITS.read_text(), FLOOR))
    tables = [
        WalkedTable(name, f"table/9{at}", seed + at) for at, name in enumerate(sorted(TABLES), 1)
    ]
    with database.engine.connect() as connection:
        for _ in range(2):
            for table in tables:
                write(connection, table, steps // 2)
    return database, tables


def write(connection: Connection, table: WalkedTable, count: int) -> None:
    """Write the next lines of a table, and a snapshot after them."""
    with connection.begin():
        Appender(connection).append(batch_of(table.lines(count)))
        one = table.recorder
        head = Head(one.sequence, one.journal.last)
        save_snapshot(connection, one.stream, head, one.state)


# --- the plain scan ---


class Scanned(NamedTuple):
    """A line, as whoever reads it by eye finds it."""

    at: str
    stream: str
    version: int
    people: frozenset[str]
    wagers: frozenset[str]
    kinds: frozenset[str]
    cents: frozenset[int]
    refusal: str | None
    round: int | None


def scanned(body: str) -> Scanned:
    """Read a line."""
    data: dict[str, Any] = json.loads(body)
    records = [data["command"], *data["facts"]]
    people = {data["actor"]}
    for one in records:
        for name in PEOPLE:
            value = one.get(name)
            if isinstance(value, str) and one["kind"] not in NOT_PEOPLE.get(name, ()):
                people.add(value)
    members = list(chain.from_iterable(_members(one) for one in records))
    cents = {abs(value) for name, value in members if name.endswith("cents") and value is not None}
    cents |= {
        abs(value) // 10_000 for name, value in members if name in ("micros", "amount_micros")
    }
    cents |= {abs(value) // 10_000 for one in data["facts"] for value in _of_meters(one)}
    wagers = {value for name, value in members if name == "wager" and value is not None}
    refusal = data["refusal"]
    return Scanned(
        data["at"],
        data["stream"],
        data["sequence"],
        frozenset(people - {""}),
        frozenset(wagers),
        frozenset(one["kind"] for one in records),
        frozenset(cents - {0}),
        None if refusal is None else refusal["code"],
        data["round"],
    )


def _of_meters(fact: dict[str, Any]) -> Iterable[int]:
    """Return by how many micros a fact changes each account of a jackpot."""
    sums: dict[str, int] = {}
    for move in fact.get("movements", ()):
        if "micros" in move:
            for name, sign in ((move["source"], -1), (move["target"], 1)):
                if name.startswith("jackpot "):
                    sums[name] = sums.get(name, 0) + sign * move["micros"]
    return sums.values()


def _members(data: object) -> Iterator[tuple[str, Any]]:
    """Yield every member that is a plain value, however deep it lies."""
    if isinstance(data, dict):
        for name, value in data.items():
            if isinstance(value, dict | list):
                yield from _members(value)
            else:
                yield name, value
    elif isinstance(data, list):
        for item in data:
            yield from _members(item)
