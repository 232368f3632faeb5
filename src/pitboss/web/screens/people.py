"""People and devices: badges as they stand, places, and who may what, from the permissions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple

from pitboss.codes import codes
from pitboss.house.automatic.demo import is_automaton
from pitboss.house.clock import at, local_time
from pitboss.house.people.badges import BadgeStanding
from pitboss.house.people.devices import Device
from pitboss.house.people.identity import DEVICES, ROLES
from pitboss.house.people.log import Access
from pitboss.house.people.permissions import ACTIONS, COMMANDS, KINDS, READS
from pitboss.house.people.proofs import TWO, name_fields
from pitboss.house.serving.rounds import ALL_REPORTS
from pitboss.jackpot.names import jackpot_name
from pitboss.table.floor.records import Level
from pitboss.web.screens.journal import place_of, spoken
from pitboss.web.words import words

WORDS = words["manager_people"]
PEOPLE: tuple[str, ...] = tuple(role for role in ROLES if role != "player")
"""The levels of those who work in the house."""
COLUMNS: tuple[str, ...] = (*DEVICES, *ROLES)
BADGES_OF_A_PAGE = 25
ACCESSES_OF_A_PAGE = 30


# --- badges ---


class Badge(NamedTuple):
    """A badge as the page shows it."""

    number: str
    level: str
    standing: BadgeStanding
    pin: str
    """When its PIN was set; empty if it has none."""
    where: str
    seen: str
    locked: str
    """Until when no PIN of it counts; empty if it is not delayed."""
    automaton: bool = False
    """Whether no person has it: of a demo's own dealers, supervisors and players."""


def chosen_badges(badges: Mapping[str, Level], level: str, part: str) -> list[str]:
    """Return the badges of a level, or of all, whose numbers have a part, in their order.

    >>> chosen_badges({"2207": "supervisor", "1101": "dealer"}, "", "2")
    ['2207']
    """
    fitting = (number for number, its in badges.items() if level in ("", its) and part in number)
    return sorted(fitting, key=lambda number: (len(number), number))


def badge_row(standing: BadgeStanding, level: str, zone: str, *, demo: bool = False) -> Badge:
    """Return a badge with its times on the clock of the floor; in a demo some are automatons'."""
    pin, until = standing.pin_set_at, standing.blocked_until
    return Badge(
        standing.badge,
        level,
        standing,
        "" if pin is None else local_time(at(pin * 1000), zone)[:10],
        _where(standing.places),
        _moment(standing.seen_at, zone),
        local_time(at(until * 1000), zone)[11:] if until else "",
        demo and is_automaton(standing.badge),
    )


def _where(places: Iterable[str]) -> str:
    named = [WORDS["at_table"].format(table=one) if one else WORDS["in_house"] for one in places]
    return ", ".join(named)


def _moment(time: str, zone: str) -> str:
    return local_time(time, zone).replace("T", " ")[:16] if time else ""


# --- devices ---


class DeviceRow(NamedTuple):
    """A device as the page shows it."""

    id: str
    kind: str
    table: str
    seat: int
    where: str
    paired: str
    revoked: str
    """Empty while it counts."""
    address: str
    """The page that it shows; empty for a shoe, which shows none."""
    link: str
    """Whether its page is live here, by its word; empty where nobody can say."""


def device_row(device: Device, zone: str, linked: Collection[str] | None = None) -> DeviceRow:
    """Return a device with its place in words, and its times on the clock of the floor.

    Those whose pages are ``linked`` are live; None where other servers may have them.
    """
    name = "at_seat" if device.seat else "at_table"
    pages = {"table": "dealer", "seat": f"seat/{device.seat}", "sign": "sign"}
    shows = pages.get(device.kind)
    return DeviceRow(
        device.id,
        device.kind,
        device.table,
        device.seat,
        WORDS[name].format(table=device.table, seat=device.seat),
        _signed(device.paired_at, device.paired_by, zone),
        _signed(device.revoked_at, device.revoked_by or "", zone) if device.revoked_at else "",
        f"/tables/{device.table}/{shows}" if shows else "",
        "" if linked is None or not shows else "live" if device.id in linked else "offline",
    )


def _signed(seconds: int | None, badge: str, zone: str) -> str:
    time = _moment(at((seconds or 0) * 1000), zone)
    return str(WORDS["signed"].format(time=time, badge=badge))


def device_rows(
    devices: Iterable[Device], zone: str, linked: Collection[str] | None = None
) -> list[DeviceRow]:
    """Return those that count first, the last paired first."""
    rows = [device_row(one, zone, linked) for one in reversed(tuple(devices))]
    return sorted(rows, key=lambda row: bool(row.revoked))


def shown_as(rows: Iterable[DeviceRow]) -> str:
    """Return a short text that is another one where the list of devices shows anything else."""
    return blake2b(repr(tuple(rows)).encode(), digest_size=8).hexdigest()


# --- accesses ---


class AccessRow(NamedTuple):
    """An access as the page shows it."""

    access: Access
    time: str
    refused: bool
    says: str
    """What was asked for, in words."""
    came: str
    """What came of it, in words."""
    why: str
    """Why it was refused."""
    times: int = 1
    """How often it was done on end, as a draft is asked for with every change of it."""
    since: str = ""
    """When it was done first, if several times."""


def access_rows(accesses: Iterable[Access], zone: str) -> list[AccessRow]:
    """Return accesses as the page shows them: what was done several times on end is one row."""
    rows = []
    for _, same in groupby(accesses, lambda one: one._replace(at="", number=0)):
        newest, *others = same
        since = access_row(others[-1], zone).time if others else ""
        rows.append(access_row(newest, zone)._replace(times=1 + len(others), since=since))
    return rows


def access_row(access: Access, zone: str) -> AccessRow:
    """Return an access with its time on the clock of the floor."""
    outcome = access.outcome
    refused = outcome != "done" and not outcome < "4"
    time = local_time(access.at, zone).replace("T", " ")
    came = WORDS["log_refused" if refused else "log_waits" if outcome == "202" else "log_done"]
    return AccessRow(access, time, refused, _asked(access.what), came, _why(outcome))


def _why(outcome: str) -> str:
    """Return why something was refused, in words: by the status of a page, or by its code."""
    if outcome in codes():
        return codes()[outcome].meaning
    return str(WORDS["log_why_not"].get(outcome, ""))


def _asked(what: str) -> str:
    """Return what an access was for, in words."""
    first, _, rest = what.partition(" ")
    if first == "command":
        stream, _, kind = rest.partition(" ")
        return f"{spoken(kind)}, {place_of(stream).lower()}" if kind else place_of(stream)
    if command := _COMMAND.fullmatch(what):
        return _ordered(**command.groupdict(""))
    if first == "live":
        return str(WORDS["log_live"])
    for line, says in _lines():
        if found := line.fullmatch(what):
            return says.format(
                **{name: _named(name, one) for name, one in found.groupdict().items()}
            )
    return str(WORDS["log_other"])


_COMMAND = re.compile(
    r"POST /api/v1/(?P<kind>tables|jackpots|house)(?:/(?P<id>[^/ ]+))?/commands "
    r"(?P<command>[A-Z]\w+)(?: (?P<which>(?!card:)[^+]\S*))?(?: \+(?P<more>\d+))?"
    r"(?P<cards>(?: card:\S+)*)"
)


def _ordered(kind: str, id: str, command: str, which: str, more: str, cards: str) -> str:
    """Return what a command was, of which hit or count, where, and with whose cards, in words."""
    where = WORDS["log_places"][kind].format(id=jackpot_name(id) if kind == "jackpots" else id)
    plain = WORDS["log_other_kind"].format(what=spoken(command), where=where)
    said = WORDS["log_kinds"].get(command, plain).format(which=which, where=where)
    told = " ".join(said.split()) + (WORDS["log_more"].format(n=more) if more else "")
    shown = " and ".join(card.removeprefix("card:") for card in cards.split())
    return str(WORDS["with_card"].format(badge=told, card=shown)) if shown else told


@cache
def _lines() -> list[tuple[re.Pattern[str], str]]:
    """Return the lines of a log as patterns, each with its words."""
    named = re.compile(r"\\{(\w+)\\}")
    return [
        (re.compile(named.sub(r"(?P<\1>[^/ ]+?)", re.escape(line))), says)
        for line, says in WORDS["log_lines"].items()
    ]


def _named(name: str, value: str) -> str:
    """Return a part of a line as people call it."""
    if name == "jackpot":
        return jackpot_name(value)
    if name == "kind":
        return str(WORDS["kinds"].get(value, value))
    known = name == "name" and value in ALL_REPORTS
    return ALL_REPORTS[value].title.lower() if known else value


# --- who may what ---


class Duty(NamedTuple):
    """Something that is done or read in the house, and who may."""

    words: str
    may: frozenset[str]
    two: bool
    """Whether two people answer for it."""
    kinds: tuple[str, ...]
    """The commands, actions or views that it stands for, by their names."""


def duties() -> list[Duty]:
    """Return the table of permissions in words; what it says is what the server asks."""
    return [
        *(_duty(one, COMMANDS) for one in WORDS["commands"]),
        *(
            Duty(one["words"], ACTIONS[one["kinds"]], False, (one["kinds"],))
            for one in WORDS["actions"]
        ),
        *(_duty(one, {view: READS[view].roles for view in READS}) for one in WORDS["reads"]),
    ]


def _duty(
    told: Mapping[str, str], may: Mapping[str, frozenset[str]], kinds: tuple[str, ...] = ()
) -> Duty:
    kinds = kinds or tuple(told["kinds"].split())
    roles = frozenset.intersection(*(may[kind] for kind in kinds))
    return Duty(told["words"], roles, any(map(_by_two, kinds)), kinds)


def _by_two(kind: str) -> bool:
    known = (kinds[kind] for kinds in KINDS.values() if kind in kinds)
    return any(name_fields(one) == TWO for one in known)
