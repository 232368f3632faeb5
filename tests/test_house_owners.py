"""Several houses on one PostgreSQL, each with tables of its own, and one meter for all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from one_meter import MAIN, SEED, many_tables, meter_lines, pays_as_it_shows
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.links import TRIES
from pitboss.house.verifying import verify
from pitboss.house.writer import House
from pitboss.jackpot.hits import PayHit
from pitboss.jackpot.house import EnrolBadge
from pitboss.jackpot.settings import ChangeRates
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.floor import read_floor
from pitboss.table.record.recorder import Request
from pitboss.table.state import Table
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.hits import HitJackpot
from pitboss.table.steps.positions import Sit
from sixteen import START, WON, Player

HOUSES = int(os.environ.get("PITBOSS_HOUSES", "4"))
SECONDS = int(os.environ.get("PITBOSS_SECONDS", "10"))


@pytest.fixture
def url(postgresql_url: str, tmp_path: Path) -> Iterator[str]:
    database = Database(postgresql_url)
    found_house(database, "many.toml", read_floor(str(many_tables(tmp_path / "many.toml", HOUSES))))
    database.close()
    yield postgresql_url


def test_must_show__several_houses_on_one_meter_lose_and_double_nothing(url: str) -> None:
    program = str(Path(__file__).with_name("sixteen.py"))
    houses = [
        subprocess.Popen(
            [sys.executable, program, url, str(number), str(SECONDS), str(number)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(1, HOUSES + 1)
    ]
    told = []
    for house in houses:
        out, _ = house.communicate(timeout=SECONDS + 120)
        assert house.returncode == 0
        told.append(json.loads(out))
    waits, locked, idle = (
        sorted(round(1000 * wait) for one in told for wait in one[name])
        for name in ("waits", "locked", "idle")
    )
    hits = pays_as_it_shows(url)
    assert hits == len(waits) > 0
    verified = verify(Database(url), redecide=True)
    rounds = sum(one["rounds"] for one in told)
    print(
        f"\n{HOUSES} houses, {SECONDS} s: {rounds:,} rounds, {verified.lines:,} lines, "
        f"{hits} hits; a hit waits {_middle_and_worst(waits)}, "
        f"of that for its lock {_middle_and_worst(locked)}; "
        f"a transaction that does nothing waits {_middle_and_worst(idle)}"
    )


def _middle_and_worst(waits: list[int]) -> str:
    return f"{waits[len(waits) // 2]} ms in the middle and {waits[-1]} ms at worst"


def _amounts(url: str) -> list[int]:
    facts = (fact for line in meter_lines(url) for fact in line["facts"])  # type: ignore[attr-defined]
    return [fact["amount_cents"] for fact in facts if fact["kind"] == "HitLocked"]


def test_a_start_game_that_a_hit_overtakes_is_decided_again_and_counts_for_the_next(
    url: str,
) -> None:
    hits, plays = Player(url, "1", 1), Player(url, "2", 2)
    hits.opens()
    plays.opens()
    hits.give(*START)
    hits.give(*WON)
    decided = []

    def overtaken(boundary: str) -> None:
        if boundary == "decided":
            decided.append(len(_amounts(url)))
            if len(decided) == 1:
                hits.hit()

    plays.house.hook = overtaken
    plays.give(*START)
    assert decided == [0, 1], "once before the hit, once after it"
    hits.pay()
    plays.give(*WON)
    plays.hit()
    plays.pay()
    assert len(_amounts(url)) == 2 == pays_as_it_shows(url)
    assert _amounts(url)[0] == (SEED + 2 * MAIN) // 10_000, "two units of the first table alone"
    verify(Database(url), redecide=True)
    for player in (hits, plays):
        player.house.close()


def test_a_start_game_that_is_overtaken_again_and_again_goes_first_in_the_end(url: str) -> None:
    hits, plays = Player(url, "1", 1), Player(url, "2", 2)
    hits.opens()
    plays.opens()
    overtakes: list[str] = []

    def overtaken(boundary: str) -> None:
        if boundary == "decided" and len(overtakes) < TRIES:
            overtakes.append(boundary)
            hits.give(*START)
            hits.give(*WON)
            hits.hit()
            hits.pay()
            hits.give(ClearLayout())

    plays.house.hook = overtaken
    plays.give(*START)
    plays.house.hook = lambda _: None
    assert pays_as_it_shows(url) == len(overtakes) == TRIES
    verify(Database(url), redecide=True)
    for player in (hits, plays):
        player.house.close()


def test_a_hit_in_the_batch_that_opens_its_table_has_what_others_registered(url: str) -> None:
    other, player = Player(url, "1", 1), Player(url, "2", 2)
    other.opens()
    other.give(*START)
    player.give(*player.opening(), *START, *WON, HitJackpot())
    assert _amounts(url) == [(SEED + 4 * MAIN) // 10_000], "two units of each table"
    player.pay()
    assert pays_as_it_shows(url) == 1
    verify(Database(url), redecide=True)
    for house in (other.house, player.house):
        house.close()


def test_rates_are_not_changed_while_a_table_elsewhere_is_open(url: str) -> None:
    alone = House(Database(url))
    for number, level in (("3301", "executive"), ("3302", "executive")):
        alone.give("house", Request(number, EnrolBadge(number, level)))
    alone.close()
    here, plays = Player(url, "1", 1), Player(url, "2", 2)
    plays.opens()
    change = ChangeRates("10%+4%", "3301", "3302")
    refused = here.house.give("link/triple", Request("r1", change)).answer
    assert isinstance(refused, Refusal) and "table 2 plays" in refused.message
    for player in (here, plays):
        player.house.close()


def test_a_house_that_runs_some_tables_leaves_badges_to_the_one_that_keeps_them(url: str) -> None:
    house = House(Database(url), tables=["1"])
    refused = house.give("house", Request("b", EnrolBadge("9", "dealer"))).answer
    assert isinstance(refused, Refusal) and refused.code == "table-elsewhere"
    house.close()


def test_a_table_moves_between_houses_with_all_that_was_written(url: str) -> None:
    first = House(Database(url), tables=(), moves=True)
    second = House(Database(url), tables=(), moves=True)
    first.take({"house": (0, Table()), "table/1": (0, Table())})
    second.take({"table/1": (0, Table()), "table/2": (0, Table())})
    assert first.owned == frozenset(("house", "table/1"))
    assert second.owned == frozenset(("table/2",))
    opened = first.give("table/1", Request("a", first.load().opening("1"))).group
    assert opened
    at, table = first.load().table("1").sequence, first.load().table("1").table
    assert not isinstance(first.give("table/1", Request("b", Sit(1))).answer, Refusal)
    first.drop(["table/1"])
    for house, id in ((first, "c"), (second, "d")):
        refused = house.give("table/1", Request(id, Sit(2))).answer
        assert isinstance(refused, Refusal) and refused.code == "table-elsewhere"
    second.take({"table/1": (at, table)})
    assert second.load().table("1").table.seated == {1}
    again = second.give("table/1", Request("b", Sit(1)))
    assert not again.group or again.group[0].text is None, "the first answer, and nothing new"
    assert not isinstance(second.give("table/1", Request("e", Sit(2))).answer, Refusal)
    first.close()
    second.close()
    verify(Database(url), redecide=True)


def test_a_house_whose_connection_was_ended_goes_on_with_what_nobody_took(url: str) -> None:
    first = House(Database(url), tables=(), moves=True)
    second = House(Database(url), tables=(), moves=True)
    first.take({"table/1": (0, Table()), "table/2": (0, Table())})
    for id in ("1", "2"):
        first.give(f"table/{id}", Request("a", first.load().opening(id)))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", [first.backend])
    while "table/1" not in (second.owned or ()):
        second.take({"table/1": (0, Table())})
    assert not isinstance(second.give("table/1", Request("b", Sit(1))).answer, Refusal)
    codes = []
    for id in ("c", "d"):
        refused = first.give("table/1", Request(id, Sit(1))).answer
        codes.append(refused.code if isinstance(refused, Refusal) else "")
    assert codes == ["database-lost", "table-elsewhere"]
    assert not isinstance(first.give("table/2", Request("e", Sit(1))).answer, Refusal)
    first.close()
    second.close()
    verify(Database(url), redecide=True)


def test_a_jackpot_that_is_none_is_refused(url: str) -> None:
    house = House(Database(url), tables=["1"])
    refused = house.give("link/none", Request("a", PayHit("2207", 1))).answer
    assert isinstance(refused, Refusal) and refused.code == "no-such-jackpot"
    house.close()


def test_a_table_runs_in_one_house_and_a_killed_one_frees_it(url: str) -> None:
    first = House(Database(url), tables=["1"])
    with pytest.raises(Unreadable, match="another house runs table 1"):
        House(Database(url), tables=["1", "2"])
    second = House(Database(url), tables=["2"])
    with pytest.raises(Unreadable, match="runs in another house"):
        second.load().table("1")
    second.close()
    first.close()
    House(Database(url), tables=["1", "2"]).close()


def test_what_a_house_ran_is_free_as_soon_as_it_is_closed(url: str) -> None:
    with closing(Database(url)) as database, database.reading() as connection:
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        house = House(Database(url))
        assert connection.execute(sa.text(held)).scalar_one() > HOUSES
        house.close()
        assert connection.execute(sa.text(held)).scalar_one() == 0


def test_one_house_must_run_all_where_all_linked_tables_share(
    postgresql_url: str, tmp_path: Path
) -> None:
    path = many_tables(tmp_path / "many.toml", 2)
    path.write_text(f'{path.read_text()}\n[policies]\nscope = "all-linked-tables"\n')
    database = Database(postgresql_url)
    found_house(database, "many.toml", read_floor(str(path)))
    with pytest.raises(Unreadable, match="shared by all linked tables"):
        House(database, tables=["1"])


def test_one_house_writes_a_file_of_sqlite(sqlite_url: str, tmp_path: Path) -> None:
    database = Database(sqlite_url)
    found_house(database, "many.toml", read_floor(str(many_tables(tmp_path / "many.toml", 2))))
    with pytest.raises(Unreadable, match="one writer"):
        House(database, tables=["1"])
