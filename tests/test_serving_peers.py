"""Several server processes on one PostgreSQL: one owner for each table, and one house for all.

``make peers`` plays sixty tables on three of them for five minutes, and ends some meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest

from house_audit import StoreAudit
from one_meter import MAIN, many_tables, pays_as_it_shows
from one_meter import SEED as SEED_MICROS
from peer_clients import Client, Peer, ended, settled
from peer_order import Row, in_order
from pitboss.house.automatic.demo import demo_floor
from pitboss.house.chance.keys import Keys, make_keys
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.serving.membership import owner_of, share_of
from pitboss.house.serving.opening import Asked, open_running
from pitboss.house.serving.peers import FRESH_MS, PATH, TIME, TO, Door, passed_bytes, sign
from pitboss.house.serving.sharing import Post
from pitboss.house.verifying import verify
from pitboss.jackpot.hits import PayHit
from pitboss.jackpot.house import EnrolBadge
from pitboss.refusals import Unreadable
from pitboss.table.floor import read_floor
from pitboss.table.floor.setups import setup_of
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.hits import HitJackpot
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.paying import CollectLosers, PayPosition
from pitboss.table.steps.positions import BuyIn, Sit
from sixteen import LOST, START, WON

TABLES = int(os.environ.get("PITBOSS_TABLES", "60"))
SECONDS = float(os.environ.get("PITBOSS_SECONDS", "20"))
SEED = int(os.environ.get("PITBOSS_SEED", "1"))
TAKEN_OVER_SECONDS = 3.0
SHOWN_SECONDS = 1.0
STALLED_SECONDS = 5.0


class Hall:
    """A house of some tables that share a jackpot, and servers that run it."""

    def __init__(self, url: str, folder: Path, tables: int) -> None:
        self.url, self.key_file = url, folder / "keys.toml"
        self.keys: Keys = make_keys(str(self.key_file))
        self.floor = read_floor(str(many_tables(folder / "many.toml", tables)))
        database = Database(url)
        found_house(database, "many.toml", self.floor)
        database.close()
        self.streams = ["house", *(f"table/{table.id}" for table in self.floor.tables)]
        self.peers: list[Peer] = []

    async def start(self, servers: int) -> None:
        started = await asyncio.gather(
            *(Peer.start(self.url, self.key_file) for _ in range(servers))
        )
        self.peers += started
        await settled([peer for peer in self.peers if not peer.gone], self.streams)

    def opening(self, table: str) -> list[Command]:
        seated = [one for at in (1, 2) for one in (Sit(at), BuyIn(at, 10**9))]
        return [OpenTable(setup_of(self.floor, table, None)), StartDay("2026-01-01"), *seated]

    async def tables_of(self, peer: Peer) -> list[str]:
        owned = (await peer.ask(do="owned"))["owned"]
        return [name.removeprefix("table/") for name in owned if name.startswith("table/")]

    def client(self, name: str, seed: int = 1) -> Client:
        return Client(self.peers, name, seed)


Play = Callable[[Hall], Awaitable[None]]
MANY = 20
"""Tables of which each of two servers surely owns some."""


def played(url: str, folder: Path, tables: int, servers: int, play: Play) -> Hall:
    """Let servers run a hall while something is played, and end them."""
    hall = Hall(url, folder, tables)

    async def run() -> None:
        try:
            await hall.start(servers)
            await play(hall)
        finally:
            await ended(hall.peers)

    asyncio.run(run())
    return hall


async def until(seconds: float, holds: Callable[[], Awaitable[bool]]) -> float:
    """Wait until something holds; return how long that took."""
    begun = time.monotonic()
    while not await holds():
        assert time.monotonic() - begun < seconds, f"it does not hold within {seconds} s"
        await asyncio.sleep(0.01)
    return time.monotonic() - begun


async def given(client: Client, stream: str, *commands: Command) -> None:
    for command in commands:
        assert not await client.give(stream, command), client.refused


def ids_of(url: str) -> dict[str, list[str]]:
    """Return the ids of what people gave, by stream and in order."""
    ids: dict[str, list[str]] = defaultdict(list)
    with psycopg.connect(url) as connection:
        for stream, id in connection.execute(
            "SELECT stream, command FROM journal WHERE actor NOT IN ('server', 'dealer') "
            "ORDER BY stream, version"
        ):
            ids[stream].append(id)
    return ids


def nothing_lost_or_doubled(url: str, clients: list[Client]) -> int:
    """Hold the journal to the clients' own lists; return how many commands they gave."""
    listed: dict[str, list[str]] = defaultdict(list)
    for client in clients:
        assert not client.refused, client.refused[:3]
        for stream, id in client.acknowledged:
            listed[stream].append(id)
    kept = ids_of(url)
    for stream, ids in listed.items():
        if stream.startswith("table/"):
            assert kept[stream] == ids, stream
        else:
            assert Counter(kept[stream]) == Counter(ids), stream
    assert kept.keys() <= listed.keys() | {"house"}
    return sum(map(len, listed.values()))


# --- who should run what ---


def test_every_stream_has_one_owner_and_only_those_of_a_lost_server_move() -> None:
    streams = ["house", *(f"table/{number}" for number in range(600))]
    three = {id: share_of(id, streams, ["a", "b", "c"]) for id in "abc"}
    assert sorted(name for share in three.values() for name in share) == sorted(streams)
    assert all(150 < len(share) < 250 for share in three.values()), "shared about evenly"
    two = {id: share_of(id, streams, ["c", "a"]) for id in "ac"}
    assert three["a"] < two["a"] and three["c"] < two["c"], "nobody else loses anything"
    assert owner_of("table/1", []) == ""


# --- messages of peers ---


def test_forged_replayed_stale_and_unsigned_messages_are_refused() -> None:
    keys = Keys(b"p" * 32, b"s" * 32, b"q" * 32)
    door, body = Door(keys, "here"), b'{"stream":"table/1"}'
    good = sign(keys, "here", body)
    assert door.verified(good, body) is None
    old = dict(good) | {TIME: str(int(good[TIME]) - FRESH_MS - 1000)}
    wrong = {
        "sent before": (good, body),
        "not signed": ({}, body),
        "another": (sign(keys, "here", body), body + b" "),
        "for another": (sign(keys, "there", body), body),
    }
    for why, (headers, sent) in wrong.items():
        refused = door.verified(headers, sent)
        assert refused is not None and refused.code == "not-a-peer" and why in refused.message
    for headers in (
        sign(keys._replace(peers=b"x" * 32), "here", body),
        old,
        sign(keys, "there", body) | {TO: "here"},
        dict.fromkeys(good, "é"),
    ):
        assert door.verified(headers, body) is not None


def test_a_message_that_is_too_old_is_refused_though_it_is_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = Keys(b"p" * 32, b"s" * 32, b"q" * 32)
    door = Door(keys, "here")
    past = time.time_ns() - (FRESH_MS + 1000) * 1_000_000
    with monkeypatch.context() as patched:
        patched.setattr(time, "time_ns", lambda: past)
        headers = sign(keys, "here", b"")
    refused = door.verified(headers, b"")
    assert refused is not None and "too old" in refused.message


def test_a_server_refuses_what_no_peer_has_signed(postgresql_url: str, tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        peer = hall.peers[0]
        body = passed_bytes("table/1", Request("forged", hall.opening("1")[0], "1101"))
        others = hall.keys._replace(peers=b"x" * 32)
        async with httpx.AsyncClient(base_url=peer.address, trust_env=False) as web:
            good = sign(hall.keys, peer.id, body)
            assert (await web.post(PATH, content=body, headers=good)).status_code == 200
            for headers in ({}, good, sign(others, peer.id, body), sign(hall.keys, "x", body)):
                answer = await web.post(PATH, content=body, headers=headers)
                assert answer.status_code == 403 and answer.json()["code"] == "not-a-peer"
            assert (await web.get(PATH)).status_code == 403
            assert (await web.post(PATH, content=b"x" * 2_000_000)).status_code == 403
            nonsense = b'{"stream": 7}'
            told = await web.post(
                PATH, content=nonsense, headers=sign(hall.keys, peer.id, nonsense)
            )
            assert told.json()["refusal"]["code"] == "unreadable-request"

    played(postgresql_url, tmp_path, 2, 1, play)
    assert ids_of(postgresql_url)["table/1"] == ["forged"], "once, by the one that was signed"


def test_connections_to_peers_are_kept_until_a_server_stops() -> None:
    async def play() -> None:
        gone, post = asyncio.Event(), Post()

        async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
            await reader.read()  # to the end of the connection
            gone.set()
            writer.close()

        async with await asyncio.start_server(answers, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            await post.close()
            sent = await post(f"http://127.0.0.1:{port}/", {}, b"x")
            assert sent is not None and sent.body == b"ok" and not gone.is_set()
            await post.close()
            await asyncio.wait_for(gone.wait(), 5)

    asyncio.run(play())


# --- what crosses ---


def test_must_show__a_hit_on_one_locks_tables_of_the_other_within_a_second(
    postgresql_url: str, tmp_path: Path
) -> None:
    async def play(hall: Hall) -> None:
        first, second = hall.peers
        hits, plays = (await hall.tables_of(first))[0], (await hall.tables_of(second))[0]
        client = hall.client("c")
        for table in (hits, plays):
            await given(client, f"table/{table}", *hall.opening(table))
        await given(client, f"table/{hits}", *START, *WON)

        async def meters_agree() -> bool:
            meters = [await peer.ask(do="meter", jackpot="triple") for peer in hall.peers]
            return [one["micros"] for one in meters] == [SEED_MICROS + 2 * MAIN] * 2

        await until(SHOWN_SECONDS, meters_agree)
        assert not await client.give(f"table/{hits}", HitJackpot(), first)

        async def locked() -> bool:
            shown = await second.ask(do="shown", table=plays)
            return bool(shown["shown"].get("triple", "open") != "open")

        waited = await until(SHOWN_SECONDS, locked)
        print(f"\na hit locks the tables of another server after {1000 * waited:.0f} ms")
        await given(client, f"table/{plays}", *START)
        assert not await client.give("link/triple", PayHit("2207", 1), second)
        await given(client, f"table/{hits}", PayPosition(2), PayPosition(1), ClearLayout())

        async def open_again() -> bool:
            shown = await second.ask(do="shown", table=plays)
            return bool(shown["shown"].get("triple", "open") == "open")

        await until(SHOWN_SECONDS, open_again)

    played(postgresql_url, tmp_path, MANY, 2, play)
    verify(Database(postgresql_url), redecide=True)


def test_a_badge_counts_on_every_server_at_once(postgresql_url: str, tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        client = hall.client("c")
        first, second = hall.peers
        assert await client.give("link/triple", PayHit("2299", 1), second) != "no-such-hit"
        badge = EnrolBadge("2299", "supervisor")
        assert not await client.give("house", badge, first)
        for peer in (first, second):
            refused = await client.give("link/triple", PayHit("2299", 1), peer)
            assert refused not in ("", "unknown-badge", "level-too-low"), refused

    played(postgresql_url, tmp_path, 2, 2, play)


def test_a_command_is_answered_by_any_server_and_shown_where_it_was_given(
    postgresql_url: str, tmp_path: Path
) -> None:
    async def play(hall: Hall) -> None:
        for table in ("1", "2", "3", "4"):
            for number, peer in enumerate(hall.peers):
                line = ("open", "sit 3")[number]
                told = await peer.ask(
                    do="give", stream=f"table/{table}", id=f"l{number}", line=line
                )
                assert told["code"] == "", told
                shown = await peer.ask(do="streams")
                assert shown[f"table/{table}"] >= told["version"] > 0
            again = await hall.peers[0].ask(
                do="give", stream=f"table/{table}", id="l1", line="sit 3"
            )
            assert again["code"] == "" and "3" in again["told"]
            taken = await hall.peers[0].ask(
                do="give", stream=f"table/{table}", id="l1", line="sit 4"
            )
            assert taken["code"] == "id-taken"
        assert (await hall.tables_of(hall.peers[0])) and (await hall.tables_of(hall.peers[1]))

    played(postgresql_url, tmp_path, MANY, 2, play)


# --- servers that go ---


def test_must_show__the_tables_of_a_killed_server_go_on_elsewhere_within_three_seconds(
    postgresql_url: str, tmp_path: Path
) -> None:
    clients: list[Client] = []

    async def play(hall: Hall) -> None:
        killed = hall.peers[0]
        tables = await hall.tables_of(killed)
        clients.extend(hall.client(f"c{table}") for table in tables)
        for client, table in zip(clients, tables, strict=True):
            await given(client, f"table/{table}", *hall.opening(table), *START)

        async def goes_on(client: Client, table: str) -> float:
            await given(client, f"table/{table}", *LOST)
            begun = time.monotonic()
            await given(client, f"table/{table}", CollectLosers(), ClearLayout())
            return begun

        begun = time.monotonic()
        await killed.kill()
        await asyncio.gather(*map(goes_on, clients, tables))
        waited = time.monotonic() - begun
        print(f"\n{len(tables)} tables of a killed server go on after {waited:.2f} s")
        assert tables and waited < TAKEN_OVER_SECONDS
        await settled(hall.peers[1:], hall.streams)

    played(postgresql_url, tmp_path, 2 * MANY, 3, play)
    assert nothing_lost_or_doubled(postgresql_url, clients)
    verify(Database(postgresql_url), redecide=True)


def test_must_show__a_stopped_server_is_taken_over_and_does_not_go_on_from_old_state(
    postgresql_url: str, tmp_path: Path
) -> None:
    clients: list[Client] = []

    async def play(hall: Hall) -> None:
        stopped = hall.peers[0]
        table = (await hall.tables_of(stopped))[0]
        client = hall.client("c")
        clients.append(client)
        await given(client, f"table/{table}", *hall.opening(table), *START)
        stopped.stop()
        begun = time.monotonic()
        await given(client, f"table/{table}", *LOST, CollectLosers(), ClearLayout())
        waited = time.monotonic() - begun
        print(f"\na table of a stopped server goes on after {waited:.2f} s")
        assert waited < STALLED_SECONDS + TAKEN_OVER_SECONDS
        stopped.wake()
        told = await stopped.ask(do="streams")
        assert told, "it goes on to answer"
        assert await client.give(f"table/{table}", LOST[0], stopped) != "", "of the old round"
        client.refused.clear()
        assert not await client.give(f"table/{table}", START[0], stopped)
        await settled(hall.peers, hall.streams)

    played(postgresql_url, tmp_path, MANY, 2, play)
    assert nothing_lost_or_doubled(postgresql_url, clients)
    verify(Database(postgresql_url), redecide=True)


def test_the_automatons_of_a_demo_go_along_with_their_tables(
    postgresql_url: str, tmp_path: Path
) -> None:
    streams = ["house", *(f"table/{table.id}" for table in demo_floor().tables)]
    peers: list[Peer] = []

    async def versions() -> dict[str, int]:
        told = await peers[-1].ask(do="streams")
        return {name: told[name] for name in streams[1:]}

    async def all_go_on() -> None:
        before = await versions()

        async def gone_on() -> bool:
            now = await versions()
            return all(now[name] > before[name] + 3 for name in now)

        await until(40.0, gone_on)

    async def play() -> None:
        try:
            for _ in range(2):
                peers.append(await Peer.start(postgresql_url, tmp_path / "keys.toml", "demo"))
            await settled(peers, streams)
            await all_go_on()
            await peers[0].kill()
            await settled(peers[1:], streams)
            await all_go_on()
            assert (await peers[1].ask(do="refused"))["refused"] == 0
        finally:
            await ended(peers)

    asyncio.run(play())
    verify(Database(postgresql_url), redecide=True)


def test_one_server_alone_where_all_linked_tables_share(
    postgresql_url: str, tmp_path: Path
) -> None:
    path = many_tables(tmp_path / "many.toml", 2)
    path.write_text(f'{path.read_text()}\n[policies]\nscope = "all-linked-tables"\n')
    found_house(Database(postgresql_url), "many.toml", read_floor(str(path)))
    asked = Asked(postgresql_url, key_file=str(tmp_path / "keys.toml"))

    async def open_two() -> None:
        first, _ = open_running(asked)
        assert first.service.shared is None
        first.start()
        with pytest.raises(Unreadable, match="shared by all linked tables"):
            open_running(asked)
        await first.stop()

    asyncio.run(open_two())


# --- all at once ---


async def play_table(hall: Hall, client: Client, table: str, ends: float) -> int:
    """Play rounds at a table until a time; now and then one wins the jackpot, and is paid."""
    stream, rounds = f"table/{table}", 0
    await given(client, stream, *hall.opening(table))
    while time.monotonic() < ends:
        wins = client.random.randrange(40) == 0
        await given(client, stream, *START, *(WON if wins else LOST))
        if wins:
            await given(client, stream, HitJackpot())
            order = _order_of(hall.url, table)
            await given(client, "link/triple", PayHit("2207", order))
            await given(client, stream, PayPosition(2), PayPosition(1))
        else:
            await given(client, stream, CollectLosers())
        await given(client, stream, ClearLayout())
        rounds += 1
    return rounds


def _order_of(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT body FROM journal WHERE stream = 'link/triple'")
        facts = [fact for (body,) in rows for fact in json.loads(body)["facts"]]
    orders = [
        fact["order"] for fact in facts if fact["kind"] == "HitRecorded" and fact["table"] == table
    ]
    return int(max(orders))


async def trouble(hall: Hall, ends: float, reached: Counter[str]) -> None:
    """Kill, stop and start servers, one at a time, so that two always run."""
    random = Random(SEED)
    while time.monotonic() < ends - 12:
        await asyncio.sleep(2)
        peer = random.choice([one for one in hall.peers if not one.gone])
        if reached["killed"] <= reached["stopped"]:
            reached["killed"] += 1
            await peer.kill()
            await asyncio.sleep(1)
            hall.peers.append(await Peer.start(hall.url, hall.key_file))
        else:
            reached["stopped"] += 1
            peer.stop()
            await asyncio.sleep(7)
            peer.wake()


def test_must_show__three_servers_and_sixty_tables_under_the_auditor(
    postgresql_url: str, tmp_path: Path
) -> None:
    clients: list[Client] = []
    rounds: list[int] = []
    reached: Counter[str] = Counter()

    async def play(hall: Hall) -> None:
        ends = time.monotonic() + SECONDS
        tables = [table.id for table in hall.floor.tables]
        clients.extend(
            Client(hall.peers, f"c{table}", SEED * 1000 + int(table), 30.0) for table in tables
        )
        disturbed = asyncio.create_task(trouble(hall, ends, reached))
        plays = (play_table(hall, *one, ends) for one in zip(clients, tables, strict=True))
        rounds.extend(await asyncio.gather(*plays))
        await disturbed
        await settled([peer for peer in hall.peers if not peer.gone], hall.streams)

    played(postgresql_url, tmp_path, TABLES, 3, play)
    commands = nothing_lost_or_doubled(postgresql_url, clients)
    hits = pays_as_it_shows(postgresql_url)
    verified = verify(Database(postgresql_url), redecide=True)
    longest = max(client.longest for client in clients)
    print(
        f"\nthree servers, {TABLES} tables, {SECONDS:.0f} s, seed {SEED}: {sum(rounds):,} rounds, "
        f"{commands:,} commands, {verified.lines:,} lines, {hits} hits; {dict(reached)}; "
        f"a command waited {longest:.2f} s at worst"
    )
    assert reached["killed"]
    audit = StoreAudit(Database(postgresql_url), lambda rows: in_order([Row(*row) for row in rows]))
    assert audit.follow() == verified.lines
