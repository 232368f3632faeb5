"""Fifty linked tables in a storm, on both databases; what is left is held to the journal alone.

``make storm`` blows a million commands; SEED chooses others.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import house_storm
from databases import Cluster
from house_storm import REACHED, Op, Sent, Storm, StormError, shrunk, weathered
from pitboss.table.steps.positions import Sit

SEED = int(os.environ.get("PITBOSS_SEED", "1"))
COMMANDS = int(os.environ.get("PITBOSS_COMMANDS", "50000"))
STORM = 25_000
"""The commands of one storm, after which a new house is founded."""
Urls = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Urls:
    """Give a new database for each storm, and remove the one before."""
    numbers = count(1)
    if request.param == "sqlite":

        def new_file() -> str:
            for old in tmp_path.glob("storm*"):
                old.unlink()
            return f"sqlite:///{tmp_path / f'storm-{next(numbers)}.db'}"

        return new_file
    cluster: Cluster = request.getfixturevalue("cluster")
    names: list[str] = []

    def new_database() -> str:
        if names:
            cluster.drop(names.pop())
        names.append(cluster.create())
        return cluster.url(names[-1])

    return new_database


def test_must_show__nothing_is_lost_or_doubled_in_a_storm(new_url: Urls) -> None:
    reached: Counter[str] = Counter()
    commands, seed, began = 0, SEED, time.monotonic()
    while commands < COMMANDS // 2:
        storm = weathered(seed, min(STORM, COMMANDS // 2 - commands), new_url)
        reached.update(storm.reached)
        commands, seed = commands + storm.commands, seed + 1
        if COMMANDS > 50_000:
            rate = commands / (time.monotonic() - began)
            print(f"seed {seed - 1}: {commands} commands, {rate:.0f}/s", file=sys.stderr)
    ways = ", ".join(f"{name} {reached[name]}" for name in REACHED)
    print(f"PITBOSS_SEED={SEED}: {commands} commands; {ways}")
    assert set(REACHED) - set(+reached) == set()
    assert reached["answers held to the journal"] > commands / 2
    assert reached["HitPaid"] and reached["RoundVoided"] and reached["AwardReturned"]
    pending = [name for name in reached if name.startswith("LinkLost while a hit is open")]
    assert pending, "no link was lost while a hit was open"


def test_a_storm_that_breaks_something_is_shrunk(
    new_url: Urls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that minds a second player is shown with the two lines that lead to it."""
    hear = Storm.hear

    def minds(self: Storm, sent: Sent, *rest: object) -> None:
        hear(self, sent, *rest)  # type: ignore[arg-type]
        assert sent.request.command != Sit(5), "somebody sits there"

    monkeypatch.setattr(Storm, "hear", minds)
    ticks = [
        (Op("1", "table 1: sit 3", 7), Op("1", "table 2: sit 3", 8)),
        (Op("", "! close", 0), Op("2", "table 1: buy in 3 50", 9)),
        (Op("1", "jackpot ez-e: verify by 2207", 4), Op("3", "table 1: sit 5", 11)),
        (Op("2", "table 2: sit 6", 12),),
    ]
    storm = Storm(new_url())
    with pytest.raises(AssertionError, match="somebody sits") as caught:
        for tick in [*ticks, (), (), ()]:
            storm.tick(tick)
    storm.end()
    fewest = shrunk(ticks, caught.value, new_url)
    assert [op.text for tick in fewest for op in tick] == ["table 1: sit 5"]


def test_a_failure_names_its_seed(new_url: Urls, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Storm, __: object) -> None:
        raise AssertionError("this tick fails")

    monkeypatch.setattr(Storm, "tick", fails)
    monkeypatch.setattr(house_storm, "shrunk", lambda ticks, *_: ticks)
    with pytest.raises(StormError, match=r"this tick fails.*PITBOSS_SEED=77"):
        weathered(77, 10, new_url)
