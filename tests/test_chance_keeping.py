"""The keeper of the seeds: sealed in the database, gone from backups, given up after a restore."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.house.chance.keeping import Keeper, ends_open_shoe
from pitboss.house.chance.keys import Keys
from pitboss.house.chance.orders import shoe_order
from pitboss.house.chance.sealing import seal, unseal
from pitboss.house.chance.supply import dealer_of
from pitboss.house.copying import back_up, restore
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.schema import CHANCE
from pitboss.house.verifying import verify
from pitboss.house.writer import House
from pitboss.refusals import Refusal
from pitboss.settle.accounts import position_account
from pitboss.table.floor import read_floor
from pitboss.table.record.recorder import CHANCE_ACTS, Request
from pitboss.table.setups.words import with_words
from pitboss.table.state import Table
from pitboss.table.steps import Command, Fact
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.chance import (
    OF_CHANCE,
    AbandonChance,
    ChanceAbandoned,
    CommitChance,
    RevealChance,
)
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.errors import RoundVoided, ShuffleUpOrdered, VoidRound
from pitboss.table.steps.opening import ChangeSetup
from pitboss.table.steps.positions import BuyIn, Sit

KEYS = Keys(b"p" * 32, b"s" * 32, b"q" * 32)
FLOOR = """
[floor]
name = "Virtual"

[[tables]]
id = "1"
game = "eternal-baccarat"
limits = { base = "5 to 500", optional = "1 to 100" }

[[tables]]
id = "2"
game = "3-dice-baccarat"
limits = { base = "5 to 500", optional = "1 to 100" }

[[badges]]
number = "2207"
level = "supervisor"
"""
AT = "2026-11-16T10:00:00.000Z"


class Served:
    """A house whose tables are played by virtual cards and dice, as a server would."""

    def __init__(self, url: str, keys: Keys = KEYS) -> None:
        self.url = url
        self.database = Database(url)
        self.house = House(self.database, clock=lambda: AT)
        self.keeper = Keeper(Database(url), keys)
        self.ids = count(1)

    def table(self, stream: str = "table/1") -> Table:
        return self.house.load().table(stream.removeprefix("table/")).table

    def give(self, command: Command, stream: str = "table/1") -> tuple[Fact, ...]:
        actor = CHANCE_ACTS if isinstance(command, OF_CHANCE) else "dealer"
        id = f"{os.urandom(6).hex()}-{next(self.ids)}"
        answer = self.house.give(stream, Request(id, command, actor)).answer
        assert not isinstance(answer, Refusal), f"{command}: {answer}"
        return answer

    def open(self, stream: str = "table/1") -> None:
        self.give(self.house.load().opening(stream.removeprefix("table/")), stream)

    def step(self, stream: str = "table/1") -> Command:
        """Take the next step, and return what it was."""
        table = self.table(stream)
        command = self.keeper.due(stream, table)
        if command is None:
            dealer = dealer_of(table, self.keeper.seed(stream, table), "2026-11-16")
            command = dealer.next(table)
        if command is None:
            command = self._players(table)
        self.give(command, stream)
        return command

    @staticmethod
    def _players(table: Table) -> Command:
        if not table.seated:
            return Sit(1)
        if not table.round.bets and table.accounts.get(position_account(1), 0) < 10**5:
            return BuyIn(1, 10**7)
        return CallNoMoreBets() if table.round.bets else PlaceBet(1, "player", 2_500)

    def until(self, kind: type, stream: str = "table/1") -> None:
        """Play until a command of a kind was given."""
        while not isinstance(self.step(stream), kind):
            pass

    def close(self) -> None:
        self.house.close()
        self.keeper.database.close()


def rows(url: str) -> list[tuple[str, str, str, str]]:
    with closing(Database(url)) as database, database.reading() as connection:
        return [tuple(row) for row in connection.execute(sa.select(CHANCE))]


@pytest.fixture
def founded(database_url: str, tmp_path: Path) -> str:
    floor = tmp_path / "floor.toml"
    floor.write_text(FLOOR)
    with closing(Database(database_url)) as database:
        found_house(database, floor.name, read_floor(str(floor)), at=AT)
    return database_url


@pytest.fixture
def served(founded: str) -> Iterator[Served]:
    house = Served(founded)
    house.open()
    yield house
    house.close()


# --- sealing ---


def test_a_seed_is_unsealed_by_its_key_at_its_place_alone() -> None:
    seed, place = os.urandom(48), "table/1 shoe 1"
    sealed = seal(KEYS.seal, place, seed)
    assert unseal(KEYS.seal, place, sealed) == seed
    assert unseal(KEYS.pepper, place, sealed) is None
    assert unseal(KEYS.seal, "table/1 shoe 2", sealed) is None
    for at in range(0, len(sealed), 2):
        altered = f"{int(sealed[at : at + 2], 16) ^ 1:02x}"
        assert unseal(KEYS.seal, place, sealed[:at] + altered + sealed[at + 2 :]) is None
    for text in ("", "zz", "00" * 5, sealed[:-2], sealed + "00"):
        assert unseal(KEYS.seal, place, text) is None
    assert seed.hex() not in sealed and seal(KEYS.seal, place, seed) != sealed


# --- keeping ---


def test_a_seed_is_kept_before_it_is_committed_to(served: Served) -> None:
    command = served.keeper.due("table/1", served.table())
    assert isinstance(command, CommitChance) and command.what == "shoe 1"
    ((stream, what, commitment, sealed),) = rows(served.url)
    assert (stream, what, commitment) == ("table/1", "shoe 1", command.commitment)
    assert len(sealed) == 2 * (12 + 48 + 16)
    served.give(command)
    seed = served.keeper.seed("table/1", served.table())
    assert seed is not None and seed.hex() not in sealed
    assert served.keeper.due("table/1", served.table()) is None


def test_a_crash_between_keeping_and_committing_does_no_harm(served: Served) -> None:
    first = served.keeper.due("table/1", served.table())
    again = Keeper(served.keeper.database, KEYS)
    second = again.due("table/1", served.table())
    assert isinstance(first, CommitChance) and isinstance(second, CommitChance)
    assert first.commitment != second.commitment, "fresh entropy each time"
    served.give(second)
    again.take("table/1", served.table())
    assert [row[2] for row in rows(served.url)] == [second.commitment]
    assert again.seed("table/1", served.table()) is not None


def test_a_server_that_begins_deals_on(founded: str) -> None:
    """Every few steps another server, which knows nothing but the database and the key file."""
    one = Served(founded)
    one.open()
    shown: list[str] = []
    seed = b""
    for _ in range(25):
        for _ in range(7):
            command = one.step()
            if isinstance(command, DealCard):
                shown.append(str(command.card))
        seed = one.keeper.seed("table/1", one.table()) or seed
        one.close()
        one = Served(founded)
    order = shoe_order(seed, 8)
    burnt = one.table().shoe.burnt
    assert len(shown) > 30
    assert shown == [str(card) for card in order[burnt : burnt + len(shown)]]
    one.close()


def test_another_key_file_deals_nothing(served: Served) -> None:
    served.until(DealCard)
    other = Keeper(served.keeper.database, Keys(b"1" * 32, b"2" * 32, b"3" * 32))
    assert other.seed("table/1", served.table()) is None
    assert served.keeper.seed("table/1", served.table()) is not None


def test_a_seed_is_revealed_when_its_throw_is_over_and_then_dropped(served: Served) -> None:
    served.open("table/2")
    for number in range(1, 6):
        served.until(CommitChance, "table/2")
        assert served.table("table/2").chance.throws == number
        served.until(RevealChance, "table/2")
    served.keeper.take("table/2", served.table("table/2"))
    assert rows(served.url) == []


def test_lines_of_chance_verify(served: Served) -> None:
    served.open("table/2")
    for stream in ("table/1", "table/2"):
        for _ in range(60):
            served.step(stream)
    with closing(Database(served.url)) as database:
        verify(database, redecide=True)


@pytest.mark.parametrize("commits", [True, False])
def test_the_keeper_of_the_seeds_commits_and_does_nothing_else(
    served: Served, commits: bool
) -> None:
    """A commitment that anybody else asks for is refused, and so is any other step by it."""
    committing = served.keeper.due("table/1", served.table())
    assert committing is not None
    asked = Request("x", committing, "2207") if commits else Request("x", Sit(1), CHANCE_ACTS)
    answer = served.house.give("table/1", asked).answer
    assert isinstance(answer, Refusal) and answer.code == "server-alone"


# --- what is found nowhere ---


def everything_in(url: str, folder: Path) -> bytes:
    """Return every byte that a house has left: its files, and the rows of all tables."""
    data = b"".join(one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file())
    with closing(Database(url)) as database, database.engine.connect() as connection:
        for table in sa.inspect(connection).get_table_names():
            for row in connection.execute(sa.text(f"SELECT * FROM {table}")):
                data += "\n".join(map(str, row)).encode()
    return data


def test_the_order_of_an_open_shoe_is_found_nowhere(
    served: Served,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Neither the seed nor six cards to come stand anywhere, in any plain form.

    Fewer would stand somewhere by chance: cards that were dealt are on record.
    """
    for _ in range(80):
        served.step()
    served.house.keep(["table/1"], checkpoint=True)
    seed = served.keeper.seed("table/1", served.table())
    assert seed is not None and served.table().shoe.stage == "in play"
    with closing(Database(served.url)) as database:
        back_up(database, str(tmp_path / "backup.db"))
    said = "".join(capfd.readouterr()) + caplog.text + repr(KEYS)
    found = everything_in(served.url, tmp_path) + said.encode()
    assert b"ShoeLoaded" in found and b"CardDealt" in found, "the search sees the record"
    left = served.table().shoe.cards
    coming = [str(card) for card in shoe_order(seed, 8)[-left:]]
    for secret in (seed, seed[:32], KEYS.seal):
        assert secret not in found and secret.hex().encode() not in found.lower()
    for first in range(len(coming) - 5):
        for joint in ("", " ", ",", '","', '", "'):
            assert joint.join(coming[first : first + 6]).encode() not in found
    with closing(sqlite3.connect(tmp_path / "backup.db")) as copy:
        assert copy.execute("SELECT count(*) FROM chance").fetchone() == (0,)
    ((*_, sealed),) = rows(served.url)
    assert sealed.encode() not in (tmp_path / "backup.db").read_bytes()


def test_a_card_face_down_is_on_record_once_it_is_turned(founded: str) -> None:
    """The deal of a card that nobody sees names no card, whoever deals."""
    one = Served(founded)
    one.open()
    setup = with_words(one.table().setup, "style face-down")
    one.give(ChangeSetup(setup))
    one.until(DealCard)
    for _ in range(3):
        one.until(DealCard)
    with closing(Database(founded)) as database, database.reading() as connection:
        lines = connection.execute(sa.text("SELECT body FROM journal WHERE stream = 'table/1'"))
        dealt = [body for (body,) in lines if '"kind":"DealCard"' in body]
    assert len(dealt) == 4 and all('"card":null' in body for body in dealt)
    hidden = one.table().round.player + one.table().round.banker
    assert hidden == (None, None, None, None)
    one.close()


# --- a restored house ---


def restored(served: Served, tmp_path: Path, url: str) -> Served:
    with closing(Database(served.url)) as database:
        back_up(database, str(tmp_path / "backup.db"))
    with closing(Database(url)) as database:
        restore(database, str(tmp_path / "backup.db"))
    return Served(url)


def ended(house: Served, stream: str = "table/1") -> list[Fact]:
    """Play on as a server does with a seed that is lost, until the next one is committed to."""
    facts: list[Fact] = []
    while True:
        table = house.table(stream)
        command = ends_open_shoe(table, "2207") or house.keeper.due(stream, table)
        if command is None:
            command = dealer_of(table, house.keeper.seed(stream, table), "2026-11-16").next(table)
        assert command is not None, "something to do"
        facts += house.give(command, stream)
        if isinstance(command, CommitChance):
            return facts


def kinds(facts: list[Fact]) -> set[type]:
    return {type(fact) for fact in facts}


@pytest.mark.parametrize("cards", [0, 1, 4])
def test_restoring_ends_every_open_shoe(
    served: Served, tmp_path: Path, other_url: str, cards: int
) -> None:
    """A round that is being dealt is void; bets go back, and the next shoe is another."""
    served.until(DealCard)
    while served.table().round.cards != cards:
        served.step()
    first = served.table().chance.open
    assert rows(served.url) and first is not None
    house = restored(served, tmp_path, other_url)
    assert rows(other_url) == []
    assert house.keeper.seed("table/1", house.table()) is None
    facts = ended(house)
    assert ChanceAbandoned in kinds(facts)
    assert (RoundVoided in kinds(facts)) == bool(cards)
    assert (ShuffleUpOrdered in kinds(facts)) == (not cards)
    second = house.table().chance.open
    assert second is not None and second.what == "shoe 2"
    assert second.commitment != first.commitment
    house.until(DealCard)
    house.close()


def test_a_round_that_has_all_its_cards_is_finished_first(
    served: Served, tmp_path: Path, other_url: str
) -> None:
    while served.table().round.stage != "settling":
        served.step()
    house = restored(served, tmp_path, other_url)
    assert ends_open_shoe(house.table(), "2207") is None
    facts = ended(house)
    assert RoundVoided not in kinds(facts) and {ChanceAbandoned, ShuffleUpOrdered} <= kinds(facts)
    house.close()


def test_a_shoe_that_nobody_has_seen_a_card_of_is_committed_to_anew(
    served: Served, tmp_path: Path, other_url: str
) -> None:
    served.until(CommitChance)
    house = restored(served, tmp_path, other_url)
    facts = ended(house)
    assert kinds(facts) >= {ChanceAbandoned} and VoidRound not in kinds(facts)
    pending = house.table().chance.open
    assert pending is not None and pending.what == "shoe 1"
    house.close()


def test_a_throw_whose_seed_is_lost_is_thrown_by_another(
    served: Served, tmp_path: Path, other_url: str
) -> None:
    served.open("table/2")
    served.until(CallNoMoreBets, "table/2")
    house = restored(served, tmp_path, other_url)
    assert isinstance(ends_open_shoe(house.table("table/2"), "2207"), AbandonChance)
    ended(house, "table/2")
    house.until(RevealChance, "table/2")
    assert house.table("table/2").chance.throws == 2
    house.close()


def test_nothing_is_ended_where_nothing_is_lost(served: Served) -> None:
    assert ends_open_shoe(Table(), "2207") is None
    served.until(CommitChance)
    table = served.table()
    assert served.keeper.seed("table/1", table) is not None
    assert served.keeper.due("table/1", table) is None
