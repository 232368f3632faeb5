"""The kill matrix: a busy house is killed at every boundary of its writing, and comes back.

After each kill the database is held to what was acknowledged: every acknowledged command is there
with its line, no batch is half there, whatever was not acknowledged is applied once when it is
given again, and the auditor, who reads the journal alone, agrees with every meter.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from random import Random
from typing import Any

import pytest

from databases import Cluster
from house_audit import StoreAudit
from house_busy import Asks, Batched, Child, Refused, Told
from house_storm import FLOOR, RULES
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.writer import Asked, House, Reply
from pitboss.refusals import Unreadable

BOUNDARIES = ("begun", "decided", "appended", "committed", "checkpoint")
DEEPEST = 31
"""Batches after which a busy house is killed, at most; there are few checkpoints, one for a hit."""
OUTSIDE = 7
"""Every seventh kill comes from outside, at a random moment."""
WARM = 400
"""Commands before the first kill: players sit, and the first games are played."""
PATIENCE = 60.0
Key = tuple[str, str]


class Matrix:
    """Kills of one database, one after another."""

    def __init__(self, url: str, seed: int = 1) -> None:
        self.url, self.random = url, Random(seed)
        self.reached: Counter[str] = Counter()
        self.points = 0
        database = Database(url)
        found_house(database, "kill.toml", FLOOR, RULES)
        self.audit = StoreAudit(database)
        child = Child(url, "0")
        assert child.listen(PATIENCE, lambda: len(list(child.told())) > WARM), "it is not busy"
        child.end()
        self.check(child.said)

    def point(self) -> None:
        """Let a house be busy until it is killed, then hold the database to what it said."""
        self.points += 1
        name = f"{self.points}"
        if self.points % OUTSIDE == 0:
            child = Child(self.url, name)
            alive = child.listen(PATIENCE, lambda: any(child.told()))
            assert alive, "a busy house is gone before it was killed"
            child.listen(self.random.random() * 0.2)
            child.end()
            self.reached["outside"] += 1
        else:
            child = Child(self.url, name, self.boundary())
            assert not child.listen(PATIENCE), "a busy house was not killed"
            child.end()
            assert child.boundary, "a busy house is gone before it was killed"
            self.reached[child.boundary] += 1
        self.check(child.said)

    def boundary(self) -> tuple[str, int]:
        """Return where the next kill is: every boundary in turn, at every depth in turn."""
        depth, kind = divmod(self.points, len(BOUNDARIES))
        where = BOUNDARIES[kind]
        return where, 1 + depth * 7 % (DEEPEST if where != "checkpoint" else 2)

    def check(self, said: list[Any]) -> None:
        """Hold the database to what a house said before it was gone."""
        told = {(one.stream, one.id): one for one in said if isinstance(one, Told)}
        asked = {(one.stream, one.id): one for one in said if isinstance(one, Asks)}
        self.audit.follow()
        hashes = self.audit.hashes
        for key, one in told.items():
            if one.hash or one.accepted:
                assert hashes.get(key) == (one.hash or hashes.get(key, "lost")), f"{key} is lost"
        open_ = [one for key, one in asked.items() if key not in told]
        there = {key for key in asked if key in hashes}
        house = opened(self.url)
        try:
            self.audit.meters(house.load())
            again = self.given(house, open_)
            for key, reply in again.items():
                new = any(line.text for line in reply.group)
                assert not (new and key in there), f"{key} was applied twice"
                self.reached["applied when given again" if new else "was there"] += 1
            for reply in self.given(house, open_).values():
                assert not any(line.text for line in reply.group), "applied at each retry"
            self.whole(said, there, again)
            self.audit.follow()
            self.audit.meters(house.load())
        finally:
            if self.points % 2:
                house.close()
            else:
                house._let_go()
        self.reached["acknowledged"] += len(told)
        self.reached["not acknowledged"] += len(open_)

    @staticmethod
    def given(house: House, asks: list[Asks]) -> dict[Key, Reply]:
        """Give requests again, in one batch, and return the replies."""
        asked = [Asked(one.stream, one.request) for one in asks]
        replies = house.commit(asked) if asked else []
        assert not any(reply.error for reply in replies), replies
        return {
            (one.stream, one.request.id): reply for one, reply in zip(asked, replies, strict=True)
        }

    def whole(self, said: list[Any], there: set[Key], again: dict[Key, Reply]) -> None:
        """Of every batch, all is there that is ever recorded, or nothing is."""
        for batch in (one for one in said if isinstance(one, Batched)):
            new = {
                key
                for key in batch.keys
                if key in again and any(line.text for line in again[key].group)
            }
            assert not new or not there & set(batch.keys), f"half a batch: {new} is missing"
            self.reached["batches of several"] += len(batch.keys) > 1


def opened(url: str) -> House:
    """Open a house after another was killed, whose leases may be freed a moment later."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return House(Database(url), RULES)
        except Unreadable as error:
            if error.refusal.code != "second-writer" or time.monotonic() > until:
                raise
            time.sleep(0.01)


class ServerMatrix(Matrix):
    """Kills of the database server under a busy house that lives on."""

    def __init__(self, cluster: Cluster, name: str, seed: int = 1) -> None:
        super().__init__(cluster.url(name), seed)
        self.cluster = cluster

    def point(self) -> None:
        """Kill the server in the middle of a run, start it again, and let the house go on."""
        self.points += 1
        child = Child(self.url, f"{self.points}")
        assert child.listen(PATIENCE, lambda: sum(1 for _ in child.told()) > 20)
        child.listen(self.random.random() * 0.2)
        how = (signal.SIGKILL, signal.SIGQUIT)[self.points % 2]
        self.cluster.end(how)
        self.reached[how.name] += 1
        assert child.listen(PATIENCE, lambda: bool(_refused(child))), "the house is gone"
        for refused in _refused(child):
            assert refused.code == "database-lost" and refused.remedy, refused
        start_again(self.cluster)
        before = len(list(child.told()))
        alive = child.listen(PATIENCE, lambda: len(list(child.told())) > before + 20)
        assert alive and len(list(child.told())) > before, "the house does not go on"
        self.reached["refused in words"] += len(_refused(child))
        child.end()
        self.check(child.said)


def _refused(child: Child) -> list[Refused]:
    return [one for one in child.said if isinstance(one, Refused)]


def start_again(cluster: Cluster) -> None:
    """Start a server that was killed, once those that it had started are gone as well."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cluster.start()
            return
        except pytest.fail.Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
