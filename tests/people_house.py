"""People of a house for tests: a clock that is set by hand, badges that change, and a database."""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa

from pitboss.house.chance.keys import Keys
from pitboss.house.database import Database
from pitboss.house.people.first import make_first_code
from pitboss.house.people.people import People
from pitboss.house.people.pins import PinHasher
from pitboss.house.people.schema import CREDENTIAL
from pitboss.house.people.sessions import SignedIn
from pitboss.table.floor.records import Level

KEYS = Keys(b"p" * 32, b"s" * 32, b"q" * 32)
NOON = 1_800_000_000.0
PINS = {"1101": "481516", "2207": "4711", "2208": "112358", "3301": "271828", "5501": "314159"}
LEVELS: dict[str, Level] = {
    "1101": "dealer",
    "2207": "supervisor",
    "2208": "supervisor",
    "3301": "executive",
    "4401": "auditor",
    "5501": "administrator",
}


@cache
def hashed_pins() -> list[dict[str, object]]:
    """Return what the database keeps of the PINs; hashing takes its time."""
    hasher = PinHasher(KEYS.pepper)
    return [
        {"badge": badge, "pin": hasher.hash(badge, pin), "set_at": int(NOON)}
        for badge, pin in PINS.items()
    ]


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        """Return the time."""
        return self.now


class Building:
    """A house with people, of whom most have a PIN."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.database.migrate()
        self.clock = Clock()
        self.badges = dict(LEVELS)
        with self.database.engine.begin() as connection:
            if not connection.scalar(sa.select(sa.func.count()).select_from(CREDENTIAL)):
                connection.execute(sa.insert(CREDENTIAL), hashed_pins())
        self.people = self.again()

    def again(self, keys: Keys = KEYS) -> People:
        """Return the people as another process of the house knows them."""
        return People(self.database, keys, lambda: self.badges, self.clock)

    def signed_in(self, badge: str, **where: str) -> SignedIn:
        """Sign somebody in with the right PIN."""
        answer = self.people.sign_in(badge, PINS[badge], **where)
        assert isinstance(answer, SignedIn), answer
        return answer

    def tried(self, badge: str, pin: str, address: str = "a", **where: str) -> str:
        """Try to sign in; return ``in`` or the code of the refusal."""
        answer = self.people.sign_in(badge, pin, address=address, **where)
        return "in" if isinstance(answer, SignedIn) else answer.code

    def first_code(self) -> str:
        """Make an administrator's code, as the command line does."""
        with self.database.engine.begin() as connection:
            return make_first_code(connection, self.clock())

    def everything(self) -> str:
        """Return all that the database holds, as text."""
        metadata = sa.MetaData()
        with self.database.reading() as connection:
            metadata.reflect(connection)
            return "\n".join(
                f"{table.name} {row}"
                for table in metadata.sorted_tables
                for row in connection.execute(sa.select(table))
            )
