"""A living floor under load is killed at random points, and started again at once."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import sqlalchemy as sa

from demo_process import DemoProcess
from pitboss.cli import main
from pitboss.house.automatic.demo import demo_floor, demo_pins
from pitboss.house.chance.fairness import check_fairness
from pitboss.house.clock import now
from pitboss.house.database import Database
from pitboss.house.schema import JOURNAL
from pitboss.table.record.journal import entries
from restart_clients import Asker, Counted, DealerBeside, Player, Supervisor, Watcher
from restart_record import OnRecord, disagreements

FLOOR = replace(demo_floor(), betting_seconds=2, betting_seconds_person=2, squeeze_seconds=1)
"""The demo's, in haste: rounds move within a life of a second or two."""
SEATS = (("1", 2), ("2", 4), ("3", 2), ("4", 1))
DEALERS_AT = ("1", "2", "3", "4", "5", "7")
BETWEEN_DEALERS = re.compile(f"table/({'|'.join(DEALERS_AT)}) refuses")
"""Two dealers do the same there now and then, and the second is refused."""
SHOES = tuple(table.id for table in FLOOR.tables if table.pit != "C")
LONGEST_LIFE_SECONDS = 2.0
STARTING = 0.1
"""How often a server is killed while it starts."""
PATIENCE = 60.0


def revealed(database: Database, table: str, version: int) -> bool:
    """Say whether a seed of a table was revealed after a version."""
    columns = JOURNAL.c
    query = sa.select(sa.func.count()).where(
        columns.stream == f"table/{table}",
        columns.version > version,
        columns.body.contains('"ChanceRevealed"'),
    )
    with database.reading() as connection:
        return bool(connection.execute(query).scalar())


class Restarts:
    """Kills of one server, one after another, under load."""

    def __init__(self, home: Path, url: str, seed: int) -> None:
        self.random = Random(seed)
        self.server = DemoProcess(home, url, FLOOR)
        self.home, self.database = home, Database(url)
        self.counted: Counter[str] = Counter()
        self.kills: list[tuple[float, str]] = []
        """When, by the monotonic clock and by that of the record."""
        self.ready: list[float] = []
        self.server.start()
        self.server.wait()
        address = self.server.address
        self.askers: list[Asker] = [
            Player(address, table, seat, Random(seed + index))
            for index, (table, seat) in enumerate(SEATS)
        ]
        self.watchers = [
            Watcher(Counted(address, player.client.token), f"seat {seat}", f"table/{table}")
            for player, (table, seat) in zip(self.askers, SEATS, strict=True)
        ]
        badge, supervisor = "1101", "2207"
        self.supervisor = Supervisor(address, supervisor, demo_pins()[supervisor], SHOES)
        self.askers += (
            DealerBeside(address, badge, demo_pins()[badge], table, Random(f"{seed} {table}"))
            for table in DEALERS_AT
        )
        tables = [f"table/{table.id}" for table in FLOOR.tables]
        jackpots = [f"jackpot/{jackpot.id}" for jackpot in FLOOR.jackpots]
        for _ in range(2):
            self.watchers.append(Watcher(Counted(address), "sign", *tables, *jackpots, "floor"))
        staff = Counted(address, self.supervisor.client.token)
        self.watchers.append(Watcher(staff, "staff", *tables, *jackpots))
        for thread in (*self.askers, *self.watchers):
            thread.start()
        self.until(lambda: all(self.shoe(table) == "in play" for table in SHOES), "shoes in play")

    def shoe(self, table: str) -> str:
        """Return the stage of a table's shoe, as a stranger sees it."""
        shown = httpx.get(f"{self.server.address}/api/v1/tables", timeout=30).json()
        return next(str(one["shoe"]["stage"]) for one in shown if one["id"] == table)

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Wait for something, as long as no client fails."""
        end = time.monotonic() + PATIENCE
        while not done():
            self.fail()
            assert time.monotonic() < end, f"in vain: {what}"
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server, in its life or while it starts, and start it again at once."""
        if self.counted["kills"] and self.random.random() < STARTING:
            time.sleep(self.random.random())
            self.counted["while starting"] += 1
        else:
            self.up()
            time.sleep(self.random.random() * LONGEST_LIFE_SECONDS)
        assert self.server.running.poll() is None, f"it has ended: {self.server.said()}"
        self.server.kill()
        self.kills.append((time.monotonic(), now()))
        self.counted["kills"] += 1
        self.server.start()

    def up(self) -> None:
        """Wait until the server listens."""
        self.server.wait()
        self.ready.append(time.monotonic())

    def finish(self) -> None:
        """Let everybody be connected and answered once more, and end all in order."""
        self.up()
        last, asked = self.kills[-1][0], [len(asker.told) for asker in self.askers]
        self.until(
            lambda: (
                all(watcher.client.connected_at[-1] > last for watcher in self.watchers)
                and all(len(one.told) > 2 + n for one, n in zip(self.askers, asked, strict=True))
            ),
            "everybody is connected again",
        )
        for asker in self.askers:
            asker.stopping.set()
        for asker in self.askers:
            asker.join(PATIENCE)
        self.end_shoes()
        for watcher in self.watchers:
            watcher.client.patience = 0.1
        assert self.server.stop() == 0, self.server.said()
        for watcher in self.watchers:
            watcher.join(PATIENCE)
        self.fail()

    def end_shoes(self) -> None:
        """End all shoes, so that every card can be held against its seed."""
        voided: dict[str, int] = {}

        def done() -> bool:
            for table in set(SHOES) - voided.keys():
                version = self.supervisor.end_shoe(table)
                voided.update({} if version is None else {table: version})
            return voided.keys() == set(SHOES)

        self.until(done, "the shoes end")
        self.until(
            lambda: all(revealed(self.database, *pair) for pair in voided.items()),
            "the seeds are revealed",
        )

    def fail(self) -> None:
        """Fail if a client has."""
        threads: list[Asker | Watcher] = [*self.askers, *self.watchers]
        for thread in threads:
            if thread.failure is not None:
                raise AssertionError(f"{thread.name} failed") from thread.failure

    def check(self) -> None:
        """Hold the record against what every client has kept, and against itself."""
        record = OnRecord(self.database, FLOOR)
        assert list(disagreements(self.watchers)) == []
        kills = [at for _, at in self.kills]
        for asker in (*self.askers, self.supervisor):
            told = record.check_told(asker.told, asker.name, kills)
            self.counted += told
            self.counted["asked again"] += asker.client.asked - len(asker.told)
        for watcher in self.watchers:
            self.counted += record.check_seen(watcher)
            self.counted["connected again"] += len(watcher.client.connected_at) - 1
        self.counted["rounds"] = record.rounds()
        self.stages = record.stages(kills)
        url, journal = self.server.url, str(self.home / "journal.jsonl")
        assert main(["house", "verify", "--redecide", "--database", url]) == 0
        assert main(["house", "export", journal, "--database", url]) == 0
        assert main(["fair", journal]) == 0
        with Path(journal).open(encoding="utf-8") as lines:
            fair = check_fairness(entries(lines))
        assert not any(table.entered for table in fair), "all cards and throws are of a seed"
        self.counted["cards and throws by their seeds"] = sum(table.checked for table in fair)
        said = self.server.said().splitlines()
        wrong = [line for line in said if line != "stopped" and not BETWEEN_DEALERS.search(line)]
        assert wrong == []

    def waits(self) -> tuple[float, float]:
        """Return how long it took until a watcher was connected again: since a kill, and since
        the server was there, at most.
        """
        since_kill, since_ready = 0.0, 0.0
        for watcher in self.watchers:
            for connected in watcher.client.connected_at[1:]:
                killed = max(at for at, _ in self.kills if at < connected)
                ready = min(at for at in self.ready if at > killed)
                since_kill = max(since_kill, connected - killed)
                since_ready = max(since_ready, connected - ready)
        return since_kill, since_ready

    def told(self, seed: int) -> str:
        """Return the figures of a run in words."""
        kill, ready = self.waits()
        counted = ", ".join(f"{name} {count:,}" for name, count in sorted(self.counted.items()))
        stages = ", ".join(f"{name} {count:,}" for name, count in sorted(self.stages.items()))
        load = os.getloadavg()[0]
        return (
            f"seed {seed}: {counted}\n  stages of the tables when killed: {stages}\n"
            f"  connected again {kill:.2f} s after a kill at the latest, {ready:.2f} s after the "
            f"server listened (load {load:.1f})"
        )
