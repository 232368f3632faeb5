"""Disk full, disk read-only, database lost, a second writer: refused in words, then it goes on.

Each failure is the real one: a file that may not grow, a server that is stopped. Whatever was
refused is given again with the same id when the cause is gone, and is then there once.
"""

from __future__ import annotations

import os
import pickle
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from databases import Cluster
from house_audit import StoreAudit
from house_kill import start_again
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.schema import JOURNAL
from pitboss.house.writer import Asked, House, Reply, refusal_of
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.floor import default_floor
from pitboss.table.record.recorder import Request
from pitboss.table.steps.positions import BuyIn, Sit

TABLE = "table/1"
MANY = 400
"""Commands that need more room than a disk has that is nearly full."""


def founded(url: str) -> House:
    """Found a house on the default floor, and open a table with a player."""
    database = Database(url)
    found_house(database, "default.toml", default_floor())
    database.close()
    house = House(Database(url))
    for id, command in (("open", house.load().opening("1")), ("sit", Sit(3))):
        assert refusal_of(house.give(TABLE, Request(id, command))) is None
    return house


def bought(house: House, *ids: str) -> list[Reply]:
    """Let the player buy chips, once for each id, in one batch."""
    return house.commit([Asked(TABLE, Request(id, BuyIn(3, 100))) for id in ids])


def refused(replies: list[Reply]) -> set[str]:
    """Return the codes of some refusals, which all have a remedy; nothing that was accepted."""
    refusals = [refusal_of(reply) for reply in replies]
    assert all(refusal is None or (refusal.remedy and refusal.message) for refusal in refusals)
    return {refusal.code for refusal in refusals if refusal is not None}


def bought_until_refused(house: House) -> tuple[list[str], str]:
    """Let the player buy until something is wrong; return what was refused, and the code."""
    for number in range(MANY):
        ids = [f"buy {number}.{part}" for part in range(10)]
        replies = bought(house, *ids)
        if codes := refused(replies):
            (code,) = codes
            pairs = zip(ids, replies, strict=True)
            return [id for id, reply in pairs if refusal_of(reply) is not None], code
    raise AssertionError("nothing was refused")


def on_record(url: str) -> set[str]:
    """Return the ids of the table, once an auditor has followed every line."""
    database = Database(url)
    audit = StoreAudit(database)
    audit.follow()
    database.close()
    return {id for stream, id in audit.hashes if stream == TABLE}


def goes_on(house: House, ids: list[str], url: str) -> None:
    """What was refused is not there, is accepted when it is given again, and is then there once."""
    assert not on_record(url) & set(ids), "what was refused is there"
    assert refused(bought(house, *ids)) == set()
    assert not any(line.text for reply in bought(house, *ids) for line in reply.group)
    house.close()
    assert on_record(url) >= set(ids)


# --- the disk ---


def limited(house: House, pragma: Callable[[], str]) -> None:
    """Let every connection of a house on SQLite begin with a pragma."""

    @sa.event.listens_for(house.database.engine, "connect")
    def _(connection: Any, __: Any) -> None:
        connection.execute(f"PRAGMA {pragma()}")

    house._forget()


def test_a_full_disk_refuses_in_words_and_goes_on_when_there_is_room(sqlite_url: str) -> None:
    house = founded(sqlite_url)
    pages = 120
    limited(house, lambda: f"max_page_count={pages}")
    ids, code = bought_until_refused(house)
    assert code == "disk-full"
    assert refused(bought(house, *ids)) == {"disk-full"}
    pages = 1_000_000
    goes_on(house, ids, sqlite_url)


def in_child(does: Callable[[], object]) -> Any:
    """Do something in a process of its own, whose limits and rights are then gone with it."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(writes, pickle.dumps(does()))
        except BaseException as error:
            os.write(writes, pickle.dumps(AssertionError(repr(error))))
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        result = pickle.loads(pipe.read())
    os.waitpid(pid, 0)
    if isinstance(result, BaseException):
        raise result
    return result


def test_a_file_that_may_not_grow_refuses_in_words_and_goes_on(sqlite_url: str) -> None:
    founded(sqlite_url).close()

    def buys() -> tuple[list[str], str]:
        house = House(Database(sqlite_url))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
        ids, code = bought_until_refused(house)
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        goes_on(house, ids, sqlite_url)
        return ids, code

    ids, code = in_child(buys)
    assert code in ("disk-failed", "disk-full")
    assert on_record(sqlite_url) >= set(ids)


def test_a_file_that_turns_read_only_refuses_in_words_and_goes_on(sqlite_url: str) -> None:
    house = founded(sqlite_url)
    only = 1
    limited(house, lambda: f"query_only={only}")
    assert refused(bought(house, "first", "second")) == {"read-only"}
    only = 0
    goes_on(house, ["first", "second"], sqlite_url)


def test_a_database_that_turns_read_only_refuses_in_words_and_goes_on(
    cluster: Cluster, postgresql_url: str
) -> None:
    house = founded(postgresql_url)
    name = house.database.url.database
    assert name is not None
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as other:
        other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        house._forget()
        assert refused(bought(house, "first", "second")) == {"read-only"}
        other.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())
    goes_on(house, ["first", "second"], postgresql_url)


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """Give a directory that everybody may enter."""
    path = Path(tempfile.mkdtemp(dir="/tmp"))
    path.chmod(0o755)
    yield path
    path.chmod(0o755)
    shutil.rmtree(path)


def as_nobody() -> None:
    """Give up the rights of root, whom nothing is read-only for."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def test_a_read_only_directory_refuses_to_open_and_opens_later(open_directory: Path) -> None:
    url = f"sqlite:///{open_directory / 'house.db'}"
    founded(url).close()
    open_directory.chmod(0o555)
    (open_directory / "house.db").chmod(0o444)

    def opens() -> Refusal:
        as_nobody()
        try:
            House(Database(url))
        except Unreadable as error:
            return error.refusal
        raise AssertionError("a house opens where it cannot write")

    refusal = in_child(opens)
    assert refusal.code == "read-only" and refusal.remedy
    open_directory.chmod(0o755)
    (open_directory / "house.db").chmod(0o644)
    goes_on(House(Database(url)), ["later"], url)


# --- the database is gone ---


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
def test_a_stopped_server_is_missed_in_words_until_it_is_back(
    own_cluster: Cluster, how: signal.Signals
) -> None:
    url = own_cluster.url(own_cluster.create())
    house = founded(url)
    own_cluster.end(how)
    assert refused(bought(house, "first", "second")) == {"database-lost"}
    assert refused(bought(house, "third")) == {"database-lost"}
    with pytest.raises(Unreadable, match="does not answer"):
        House(Database(url))
    start_again(own_cluster)
    goes_on(house, ["first", "second", "third"], url)


def test_a_file_that_is_taken_away_is_missed_in_words_until_it_is_back(
    sqlite_url: str, tmp_path: Path
) -> None:
    house = founded(sqlite_url)
    bought(house, "before")
    away = tmp_path / "away"
    away.mkdir()
    for path in tmp_path.glob("house.db*"):
        path.rename(away / path.name)
    assert refused(bought(house, "first", "second")) == {"database-lost"}
    for path in away.glob("house.db*"):
        path.rename(tmp_path / path.name)
    goes_on(house, ["first", "second"], sqlite_url)


# --- two who write ---


def test_a_second_writer_is_refused_until_the_first_is_gone(database_url: str) -> None:
    first = founded(database_url)
    with pytest.raises(Unreadable) as caught:
        House(Database(database_url))
    assert caught.value.refusal.code == "second-writer" and caught.value.refusal.remedy
    assert refused(bought(first, "by the first")) == set()
    first.close()
    goes_on(House(Database(database_url)), ["by the second"], database_url)


def test_a_second_writer_in_another_process_is_refused(database_url: str) -> None:
    first = founded(database_url)

    def opens() -> str:
        try:
            House(Database(database_url))
        except Unreadable as error:
            return error.refusal.code
        return "opened"

    assert in_child(opens) == "second-writer"
    goes_on(first, ["by the first"], database_url)


def test_a_line_that_another_wrote_is_not_written_over(database_url: str) -> None:
    """A house that has lost its lock finds the place of its line taken, and reads it first."""
    first = founded(database_url)
    if first.lock is not None:
        first.lock.release()
    else:
        assert first.connection is not None
        first.connection.execute(sa.text("SELECT pg_advisory_unlock_all()"))
        first.connection.commit()
    second = House(Database(database_url))
    assert refused(bought(second, "by the second")) == set()
    second.close()
    assert refused(bought(first, "alone")) == {"second-writer"}
    assert refused(bought(first, "alone", "beside it")) == set()
    first.close()
    database = Database(database_url)
    with database.reading() as connection:
        query = sa.select(JOURNAL.c.command).where(JOURNAL.c.stream == TABLE)
        written = connection.execute(query.order_by(JOURNAL.c.version)).scalars().all()
    database.close()
    assert [id for id in written if "server" not in id][-3:] == [
        "by the second",
        "alone",
        "beside it",
    ]
    assert on_record(database_url) >= {"by the second", "alone", "beside it"}
