"""A house is opened to run: its database and keys, its self-check, its people, its floor."""

from __future__ import annotations

import os
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from pitboss.house.automatic.demo import demo_floor, demo_pins
from pitboss.house.chance.keeping import Keeper
from pitboss.house.chance.keys import Keys, keys_at
from pitboss.house.database import HEAD, Database, read_url
from pitboss.house.founding import found_house
from pitboss.house.migrating import migrate_house
from pitboss.house.people.people import People
from pitboss.house.serving.floor_changing import file_change
from pitboss.house.serving.running import Running
from pitboss.house.serving.selfcheck import self_check
from pitboss.house.serving.service import Service
from pitboss.house.serving.sharing import shared_house
from pitboss.house.serving.virtual import VirtualTables
from pitboss.house.standing import floor_of
from pitboss.house.writer import House
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor

DEMO_FILE, KEY_FILE = "demo.db", "keys.toml"
KEYS_ENVIRONMENT = "PITBOSS_KEY_FILE"


class Asked(NamedTuple):
    """What a server is started with."""

    database: str = ""
    """A URL or file; empty for the demo's own."""
    demo: bool = False
    fresh: bool = False
    """Whether a demo begins anew."""
    key_file: str = ""
    floor: Floor | None = None
    """What a floor file says, which may differ from the floor on record."""
    floor_name: str = ""


def data_directory() -> Path:
    """Return where a user's data is kept; it is made if it is not there."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    directory = Path(home) / "pitboss"
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    return directory


def open_running(asked: Asked, rulebook: Rulebook | None = None) -> tuple[Running, list[str]]:
    """Return a house that is ready to start, and what its operator should be told.

    To be called on the event loop that it will run on.
    """
    url = asked.database or str(data_directory() / DEMO_FILE)
    key_file = (
        asked.key_file or os.environ.get(KEYS_ENVIRONMENT) or str(data_directory() / KEY_FILE)
    )
    if asked.demo and not asked.database:
        _bring_up(url)
    if asked.demo and asked.fresh:
        _forget_demo(url, rulebook)
    database = Database(url)
    floor = floor_of(database, rulebook)
    if floor is None and asked.demo:
        found_house(database, "demo.toml", demo_floor(), rulebook)
        floor = demo_floor()
    elif floor is not None and floor.demo != asked.demo:
        database.close()
        raise _of_the_other_kind(database.name, demo=floor.demo)
    keys = keys_at(key_file)
    service = _service(database, keys, rulebook)
    people = People(Database(url), keys, lambda: service.board.house.badges)
    virtual = VirtualTables(service.board.floor, Keeper(Database(url), keys))
    running = Running(service, people, virtual, demo=asked.demo)
    shared = service.shared
    run = service.house.load() if shared is None else shared.run_at_start
    faults = self_check(database, run, time_ns() // 1_000_000, alone=shared is None)
    running.close_for(faults)
    notes = [f"{fault.stream} stays closed: {fault.what}" for fault in faults]
    if faults and asked.demo:
        notes.append("begin the demo anew: pitboss serve --demo --fresh")
    if asked.demo:
        _let_people_go_on(running)
        for badge, pin in demo_pins().items():
            if not people.has_pin(badge):
                people.set_pin(badge, pin)
    if asked.floor is not None and floor is not None:
        notes += file_change(people, floor, asked.floor, asked.floor_name, rulebook)
    return running, notes


def _service(database: Database, keys: Keys, rulebook: Rulebook | None) -> Service:
    """Return the service of a house: its only one, or one of several on PostgreSQL.

    Where a hit is shared by all linked tables there is one for all, and a second one is refused.
    """
    if database.sqlite:
        return Service(House(database, rulebook))
    try:
        sharing = shared_house(database, keys, rulebook)
    except Unreadable as error:
        if error.refusal.code != "one-owner-needed":
            raise
        return Service(_only_house(database, rulebook, error))
    return Service(sharing.house, sharing)


def _only_house(database: Database, rulebook: Rulebook | None, needed: Unreadable) -> House:
    """Return the one house that runs all tables; where there is one, say why it must be one."""
    try:
        return House(database, rulebook)
    except Unreadable as error:
        raise needed if error.refusal.code == "second-writer" else error from None


def _let_people_go_on(running: Running) -> None:
    """Give the places back to those who held them when the server before this one ended."""
    for who in running.people.visits():
        running.drivers.resume(who.table, who.seat, who.session)


def _bring_up(url: str) -> None:
    """Migrate the demo's own file of an older version: nobody but the demo keeps it."""
    database = Database(url)
    schema = database.schema()
    if schema is not None and schema < HEAD:
        migrate_house(database)
    database.close()


def _forget_demo(url: str, rulebook: Rulebook | None) -> None:
    """Take the database of a demo away; nothing else is ever taken."""
    database = Database(url)
    floor = floor_of(database, rulebook)
    if floor is None:
        return
    if not floor.demo:
        database.close()
        raise _of_the_other_kind(database.name, demo=False)
    if not database.sqlite:
        raise unreadable(
            "not-a-file", f"{database.name} is no file", "drop it, and make an empty one"
        )
    house = House(database, rulebook)  # so that no server is running on it
    house.close()
    path = str(read_url(url).database)
    for ending in ("", "-wal", "-shm", ".writer"):
        Path(path + ending).unlink(missing_ok=True)


def _of_the_other_kind(name: str, *, demo: bool) -> Exception:
    if demo:
        return unreadable(
            "demo-database",
            f"{name} is a demo's, whose automatons and PINs are everybody's",
            "serve it with --demo, or name a database of pitboss house init",
        )
    return unreadable(
        "not-a-demo",
        f"{name} is the house of a real floor",
        "serve it without --demo, or name another database for the demo",
    )
