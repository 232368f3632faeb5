"""People and devices of a house: who signs in, what proves it, what is paired and logged.

Every method is one short transaction, or two around the hashing of a PIN, and may be called from
any thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.chance.keys import Keys
from pitboss.house.clock import at
from pitboss.house.database import Database, told
from pitboss.house.people import attempts, devices, first, proposals
from pitboss.house.people.badges import BadgeStanding, standings
from pitboss.house.people.devices import Device, Paired
from pitboss.house.people.hashing import hashed, same
from pitboss.house.people.identity import NOBODY, Who
from pitboss.house.people.log import DONE, EVERY_ACCESS, Access, LogSearch, read_log, write_log
from pitboss.house.people.pins import PinHasher, is_pin
from pitboss.house.people.proposals import Proposal, State
from pitboss.house.people.schema import CREDENTIAL
from pitboss.house.people.sessions import (
    Session,
    SignedIn,
    begin_session,
    end_sessions,
    session_by_token,
    session_of,
    sessions_ended,
    visits,
)
from pitboss.jackpot.people import not_allowed
from pitboss.refusals import Refusal, one_line
from pitboss.table.floor.records import Level

CACHED_SECONDS = 1.0
"""How long tokens are believed without asking the database: what ended elsewhere ends so soon."""
MOST_CACHED = 10_000
CLOCKS_APART_SECONDS = 60
"""How far the clocks of two server processes may be apart."""
MOST_CARDS = 4
"""Cards beside one line: more than any line has names."""
LONGEST_BADGE = 64
UNKNOWN = "unknown"
"""What the log calls a badge that nobody has: it may be a PIN in the wrong field."""
PAIRING_CODE, FIRST_CODE = "pairing code", "administrator's code"
"""What wrong codes count under: no badge has a blank in it."""
ADMINISTRATOR = "administrator"


class FirstAdministrator(NamedTuple):
    """Somebody used the administrator's code and has a PIN."""

    badge: str
    enrolled: bool
    """Whether the badge is an administrator's on record; else it is to be enrolled now."""


class People:
    """The people and devices of a house."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        badges: Callable[[], Mapping[str, Level]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database, self._keys = database, keys
        self._badges, self._clock = badges, clock
        self._pins = PinHasher(keys.pepper)
        self._cache: dict[str, Session | Device] = {}
        """What tokens stand for, by their hashes."""
        self._checked = clock()
        """When the cache was last held against what has ended."""
        self._checking = Lock()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with told(self._database), self._database.engine.begin() as connection:
            yield connection

    def _log(self, connection: Connection, *entries: Access) -> None:
        known = self._badges()
        named = (
            entry._replace(badge=entry.badge if entry.badge in known else UNKNOWN)
            if entry.badge
            else entry
            for entry in entries
        )
        write_log(connection, at(int(self._clock() * 1000)), *named)

    # --- signing in ---

    def sign_in(
        self, badge: str, pin: str, *, device: str = "", table: str = "", address: str = ""
    ) -> SignedIn | Refusal:
        """Begin a session of a badge, at a table if one is named or the device stands at one.

        ``device`` is the id of a paired device that has proved itself by its token.
        """
        place = self._place(device, table)
        if isinstance(place, Refusal):
            return place
        entry = Access(badge, device, address, "sign-in")
        wrong = self._check(badge, pin, entry)
        if wrong is not None:
            return wrong
        with self._writing() as connection:
            level = self._badges().get(badge)
            if level is None:
                return _wrong()
            signed = begin_session(
                connection, place._replace(badge=badge, role=level), self._clock()
            )
            self._log(connection, entry)
        return signed

    def visit(self, badge: str, table: str, seat: int, address: str = "") -> SignedIn:
        """Begin a session at a place without a PIN, as a demo does for everybody."""
        place = NOBODY._replace(badge=badge, role=self._badges()[badge], table=table, seat=seat)
        with self._writing() as connection:
            signed = begin_session(connection, place, self._clock())
            self._log(connection, Access(badge, "", address, f"visit table {table}"))
        return signed

    def session_of(self, token: str) -> str:
        """Return which session a token was given for, whether it lasts or not; empty if none."""
        with self._database.reading() as connection:
            return session_of(connection, token)

    def visits(self) -> tuple[Who, ...]:
        """Return who holds a place by a visit that lasts."""
        with self._database.reading() as connection:
            return visits(connection, self._clock())

    def end_visits(self, sessions: Iterable[str]) -> None:
        """End the visits of those whose places were given back."""
        with self._writing() as connection:
            for session in sessions:
                end_sessions(connection, self._clock(), id=session)

    def _place(self, device: str, table: str) -> Who | Refusal:
        """Return where a session is to be: at the device's place, or at a table by name."""
        if not device and (not table or devices.is_id(table)):
            return NOBODY._replace(table=table)
        with self._database.reading() as connection:
            place = devices.device_by_id(connection, device) if devices.is_id(device) else None
        if place is None or place.kind not in ("table", "seat"):
            message = "nobody signs in at this device"
            return Refusal("not-allowed", message, "sign in at a table's or a seat's own device")
        if table not in ("", place.table):
            message = f"this device is at table {place.table}"
            return Refusal("not-allowed", message, "sign in where the table is")
        return NOBODY._replace(table=place.table, seat=place.seat, device=device)

    def _check(self, badge: str, pin: str, entry: Access) -> Refusal | None:
        """Refuse a PIN that is wrong, or comes too soon after others that were.

        A badge that nobody has is answered in the same words, and takes as long.
        """
        if not is_pin(pin) or not _is_badge(badge):
            return self._answered(_wrong(), entry)
        place, now = entry.device or _plain(entry.address), self._clock()
        with self._writing() as connection:
            wait = attempts.charge(connection, badge, place, now, paired=bool(entry.device))
            query = sa.select(CREDENTIAL.c.pin).where(CREDENTIAL.c.badge == badge)
            kept = connection.execute(query).scalar()
        if wait:
            return self._answered(_too_soon(wait), entry)
        if not self._pins.fits(badge, pin, kept) or badge not in self._badges():
            return self._answered(_wrong(), entry)
        with self._writing() as connection:
            attempts.clear(connection, badge, place, now)
        return None

    def _answered(self, refusal: Refusal, entry: Access) -> Refusal:
        with self._writing() as connection:
            self._log(connection, entry._replace(outcome=refusal.code))
        return refusal

    def prove(
        self, cards: Sequence[tuple[str, str]], address: str = "", device: str = ""
    ) -> frozenset[str] | Refusal:
        """Return the badges that are proved by cards and PINs beside a line, or refuse them all."""
        if len(cards) > MOST_CARDS:
            message = f"no line takes {len(cards)} cards"
            return Refusal("too-many-cards", message, "give those whom the line names")
        for badge, pin in cards:
            entry = Access(badge, device, address, "card")
            wrong = self._check(badge, pin, entry)
            if wrong is not None:
                return wrong
            self.log(entry)
        return frozenset(badge for badge, _ in cards)

    def has_pin(self, badge: str) -> bool:
        """Say whether a badge was ever given a PIN."""
        query = sa.select(CREDENTIAL.c.badge).where(CREDENTIAL.c.badge == badge)
        with self._database.reading() as connection:
            return connection.scalar(query) is not None

    def set_pin(self, badge: str, pin: str, by: str = "") -> Refusal | None:
        """Give a badge a PIN; sessions begun with an older one end, and delays with them."""
        if badge not in self._badges():
            return _no_badge(badge)
        wrong = _bad_pin(pin)
        if wrong is not None:
            return wrong
        kept = self._pins.hash(badge, pin)
        with self._writing() as connection:
            self._keep_pin(connection, badge, kept)
            self._log(connection, Access(by or badge, "", "", f"set PIN of {badge}"))
        self._cache.clear()
        return None

    def _keep_pin(self, connection: Connection, badge: str, kept: str) -> None:
        now = self._clock()
        connection.execute(sa.delete(CREDENTIAL).where(CREDENTIAL.c.badge == badge))
        values = {"badge": badge, "pin": kept, "set_at": int(now)}
        connection.execute(sa.insert(CREDENTIAL).values(**values))
        end_sessions(connection, now, badge=badge)
        attempts.forget(connection, badge)

    def unlock(self, badge: str, by: str) -> Refusal | None:
        """Take the delays off a badge, wherever they are."""
        if badge not in self._badges():
            return _no_badge(badge)
        with self._writing() as connection:
            attempts.forget(connection, badge)
            self._log(connection, Access(by, "", "", f"unlock {badge}"))
        return None

    # --- who is asking ---

    def who(self, token: str) -> Who | None:
        """Return who has a token: a person who is signed in, or a device; None if nobody.

        The level is that of the badge now; a badge that was retired is nobody's.
        """
        return self._whose(self._of(token))

    def _whose(self, known: Session | Device | None) -> Who | None:
        if isinstance(known, Device):
            return known.who
        if known is None or known.ends <= self._clock():
            return None
        level = self._badges().get(known.who.badge)
        return None if level is None else known.who._replace(role=level)

    def remembered(self, token: str) -> Who | None:
        """Return who has a token if that is known without asking the database; it never waits.

        None may be anybody: :meth:`who` tells.
        """
        fresh = self._clock() < self._checked + CACHED_SECONDS
        return self._whose(self._cache.get(hashed(token))) if fresh else None

    def csrf_fits(self, token: str, csrf: str) -> bool:
        """Say whether a form's own token belongs to the session."""
        known = self._of(token)
        return isinstance(known, Session) and same(known.csrf_hash, hashed(csrf))

    def _of(self, token: str) -> Session | Device | None:
        key, now = hashed(token), self._clock()
        if now >= self._checked + CACHED_SECONDS:
            self._drop_ended()
        known = self._cache.get(key)
        if known is not None:
            return known
        with self._database.reading() as connection:
            if token.startswith("s_"):
                known = session_by_token(connection, token, now)
            elif token.startswith("d_"):
                known = devices.device_by_token(connection, token)
        if known is not None:
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            self._cache[key] = known
        return known

    def _drop_ended(self) -> None:
        """Forget what ended elsewhere: one question a second, however many are signed in."""
        with self._checking:
            now = self._clock()
            if now < self._checked + CACHED_SECONDS:
                return
            since = self._checked - CLOCKS_APART_SECONDS
            with self._database.reading() as connection:
                ended = (*sessions_ended(connection, since), *devices.revoked(connection, since))
            for key in ended:
                self._cache.pop(key, None)
            self._checked = now

    def sign_out(self, token: str) -> None:
        """End the session of a token."""
        who = self.who(token)
        if who is None or not who.session:
            return
        with self._writing() as connection:
            end_sessions(connection, self._clock(), id=who.session)
            self._log(connection, Access(who.badge, who.device, "", "sign-out"))
        self._cache.pop(hashed(token), None)

    # --- devices ---

    def code_for(self, kind: str, table: str, seat: int, by: str) -> str | Refusal:
        """Return a code that pairs one device, at one place, within five minutes."""
        wrong = devices.no_place(kind, table, seat)
        if wrong is not None:
            return wrong
        with self._writing() as connection:
            place = (kind, table, seat)
            code = devices.make_code(connection, self._keys.pepper, place, by, self._clock())
            what = f"code for {kind} {table}" + (f"/{seat}" if seat else "")
            self._log(connection, Access(by, "", "", what))
        return code

    def pair(self, code: str, address: str = "") -> Paired | Refusal:
        """Pair the device that shows a code, and give it its token."""
        address, now = _plain(address), self._clock()
        with self._writing() as connection:
            wait = attempts.charge(connection, PAIRING_CODE, address, now, paired=True)
            paired = (
                _too_soon(wait)
                if wait
                else devices.use_code(connection, self._keys.pepper, code, now)
            )
            if isinstance(paired, Refusal):
                self._log(connection, Access("", "", address, "pair", paired.code))
                return paired
            attempts.clear(connection, PAIRING_CODE, address, now)
            who = paired.who
            what = f"pair {who.role} {who.table}" + (f"/{who.seat}" if who.seat else "")
            self._log(connection, Access("", paired.device, address, what))
        return paired

    def revoke(self, device: str, by: str) -> Refusal | None:
        """End a device, and the sessions that were begun at it."""
        now = self._clock()
        with self._writing() as connection:
            if not devices.is_id(device) or not devices.end_device(connection, device, by, now):
                return Refusal("no-such-device", "no such device is paired", "look at the list")
            end_sessions(connection, now, device=device)
            self._log(connection, Access(by, device, "", "revoke"))
        self._cache.clear()
        return None

    def devices(self) -> tuple[Device, ...]:
        """Return all devices that were ever paired, the revoked ones too."""
        with self._database.reading() as connection:
            return devices.all_devices(connection)

    # --- the administrator's code ---

    def use_first_code(
        self, code: str, badge: str, pin: str, address: str = ""
    ) -> FirstAdministrator | Refusal:
        """Give an administrator's badge a PIN by the one-time code.

        A badge that is not on record is to be enrolled by the caller; one of another level is
        refused, for the code makes nobody else an administrator.
        """
        level, address, now = self._badges().get(badge), _plain(address), self._clock()
        entry = Access(badge, "", address, "administrator's code")
        kept = self._pins.hash(badge, pin)
        with self._writing() as connection:
            wait = attempts.charge(connection, FIRST_CODE, address, now, paired=True)
            wrong = _too_soon(wait) if wait else _bad_pin(pin) or _bad_badge(badge, level)
            if wrong is None and not first.take_first_code(connection, code, badge, now):
                wrong = devices.wrong_code()
            if wrong is not None:
                self._log(connection, entry._replace(outcome=wrong.code))
                return wrong
            attempts.clear(connection, FIRST_CODE, address, now)
            self._keep_pin(connection, badge, kept)
            self._log(connection, entry._replace(what=f"{entry.what} for {badge}"))
        self._cache.clear()
        return FirstAdministrator(badge, level is not None)

    # --- two people ---

    def propose(self, stream: str, line: str, first: str, second: str = "") -> int:
        """Keep a line until another person approves it, within ten minutes; return its number.

        ``second`` is whom the line names. Without ``first`` the server asks, and two people must
        approve it, whenever they come to; what waits already is not filed a second time.
        """
        now, fresh = self._clock(), True
        with self._writing() as connection:
            if first:
                number = proposals.file_proposal(connection, stream, line, first, second, now)
            else:
                number, fresh = proposals.file_once(connection, stream, line, now)
            if fresh:
                self._log(connection, Access(first, "", "", f"propose {number}"))
        return number

    def approve(self, number: int, badge: str) -> Proposal | Refusal:
        """Approve a proposal: it is to be carried out, once, if its state is ``approved`` then."""
        return self._decided(number, badge, "approve", proposals.approve_proposal)

    def decline(self, number: int, badge: str) -> Proposal | Refusal:
        """Take a proposal off the list."""
        return self._decided(number, badge, "decline", proposals.decline_proposal)

    def _decided(
        self,
        number: int,
        badge: str,
        how: str,
        decide: Callable[[Connection, int, str, float], Proposal | Refusal],
    ) -> Proposal | Refusal:
        level = self._badges().get(badge, "")
        answer: Proposal | Refusal | None = not_allowed(badge, level, f"{how}s a proposal")
        with self._writing() as connection:
            if answer is None:
                answer = decide(connection, number, badge, self._clock())
            outcome = answer.code if isinstance(answer, Refusal) else DONE
            self._log(connection, Access(badge, "", "", f"{how} {number}", outcome))
        return answer

    def proposals(self, state: State = "open") -> tuple[Proposal, ...]:
        """Return the proposals that stand so; what came too late is not open."""
        now = self._clock()
        with self._database.reading() as connection:
            kept = proposals.proposals_in(connection, state)
        return tuple(one for one in kept if not one.expired(now))

    # --- the log ---

    def log(self, *entries: Access) -> None:
        """Log accesses, all in one transaction."""
        with self._writing() as connection:
            self._log(connection, *entries)

    def accesses(
        self, search: LogSearch = EVERY_ACCESS, before: int | None = None, most: int = 100
    ) -> tuple[Access, ...]:
        """Return the last accesses that a search finds, the newest first."""
        with self._database.reading() as connection:
            return read_log(connection, search, before, most)

    def standings(self, badges: Iterable[str]) -> tuple[BadgeStanding, ...]:
        """Return how badges stand: PIN, sessions, delays and last access."""
        with self._database.reading() as connection:
            return standings(connection, badges, self._clock())


def _wrong() -> Refusal:
    message = "badge and PIN do not belong together"
    return Refusal("wrong-badge-or-pin", message, "type both again")


def _no_badge(badge: str) -> Refusal:
    return Refusal("unknown-badge", f'nobody has the badge "{badge}"', "enrol it first")


def _is_badge(text: str) -> bool:
    """Say whether a text may be the number of a badge: visible, and without blanks."""
    visible = text.isprintable() and not any(letter.isspace() for letter in text)
    return visible and 0 < len(text) <= LONGEST_BADGE


def _plain(address: str) -> str:
    """Return an address as text that every database takes."""
    return one_line(address, LONGEST_BADGE)


def _too_soon(seconds: int) -> Refusal:
    return Refusal(
        "sign-in-delayed",
        f"too many wrong tries: the next one counts in {seconds} s",
        "wait, or have a supervisor unlock the badge",
    )


def _bad_pin(pin: str) -> Refusal | None:
    if is_pin(pin):
        return None
    return Refusal("bad-pin", "a PIN has 4 to 12 digits", "choose another one")


def _bad_badge(badge: str, level: str | None) -> Refusal | None:
    """Refuse a badge that cannot be a first administrator's."""
    if level not in (None, ADMINISTRATOR):
        message = f"badge {badge} is on record as another level"
        return Refusal("badge-taken", message, "name an administrator's badge, or a new one")
    if not _is_badge(badge):
        return Refusal("bad-badge", "a badge has a number without blanks", "name another one")
    return None
