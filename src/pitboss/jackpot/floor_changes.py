"""A floor on record becomes that of another file: by two people, as far as play and meters allow.

Tables that are open keep what they were opened with; the next opening is by the new entry. What has
commands of its own, or would change the record of what was won, does not change with a file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pitboss.jackpot.people import not_two, unknown
from pitboss.jackpot.terms import jackpot_terms, rules_digest
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import DEALER_ENVY, DROP, LAYOUT, TOKE_BOX
from pitboss.table.floor.checking import sound_floor
from pitboss.table.floor.records import Floor, FloorTable, Level
from pitboss.table.floor.setups import built, offer_of
from pitboss.table.floor.writing import write_floor
from pitboss.table.setups.offers import sound_offers
from pitboss.table.state import Table

GRAMMAR = 'change floor NAME to "TEXT" by BADGE and BADGE'
_LINE = re.compile(
    r'change floor (\S{1,64}) to (".*")(?: by (\S{1,64})(?: and (\S{1,64}))?)?', re.IGNORECASE
)
_BEGINS = re.compile(r"change floor\b", re.IGNORECASE)
_AT_THE_TABLE = (LAYOUT, TOKE_BOX, DEALER_ENVY, DROP)
"""Where chips or cash of a table lie, besides its positions."""


class ChangeFloor(NamedTuple):
    """Make the floor what another file says, by two people."""

    name: str
    """The name of the file."""
    text: str
    """What the file says."""
    first: str = ""
    second: str = ""
    playing: tuple[str, ...] = ()
    """The tables that are open or hold chips."""


class FloorChanged(NamedTuple):
    """The floor is as another file says."""

    name: str
    text: str
    first: str
    second: str


def read_floor_text(name: str, text: str, rulebook: Rulebook | None = None) -> Floor:
    """Return the floor that the text of a file describes, or refuse it."""
    try:
        return sound_floor(name, tomllib.loads(text), rulebook)
    except tomllib.TOMLDecodeError as error:
        raise unreadable("bad-floor", f"{name}: {error}", "mend the file") from None


def change_floor(
    kept: Floor, badges: Mapping[str, Level], command: ChangeFloor, rulebook: Rulebook | None
) -> tuple[FloorChanged] | Refusal:
    """Return that a floor changes, or why it may not."""
    people = command.first, command.second
    for badge in people:
        if badge and badge not in badges:
            return unknown(badge, badges)
    levels = tuple(badges.get(badge, "") for badge in people)
    wrong = not_two(*people, levels, "change the floor")
    if wrong is not None:
        return wrong
    try:
        given = read_floor_text(command.name, command.text, rulebook)
    except Unreadable as error:
        return error.refusal
    wrong = unchangeable(kept, given, command.playing, rulebook)
    return wrong or (FloorChanged(command.name, command.text, *people),)


def unchangeable(
    kept: Floor, given: Floor, playing: Collection[str], rulebook: Rulebook | None = None
) -> Refusal | None:
    """Refuse what a floor may not become while it is on record, and some of its tables are in use.

    >>> unchangeable(Floor(name="Ace"), Floor(name="Ace", currency="PHP"), ()).code
    'currency-differs'
    """
    return next(_faults(kept, given, playing, rulebook), None)


def _faults(
    kept: Floor, given: Floor, playing: Collection[str], rulebook: Rulebook | None
) -> Iterator[Refusal]:
    if given == kept:
        yield Refusal("floor-unchanged", "the floor is as this file says already", "go on")
    if given.demo != kept.demo:
        message = "a demo stays a demo, and a real floor a real one"
        yield Refusal("other-kind-of-floor", message, "found another house for it")
    if given.currency != kept.currency:
        message = f"the accounts are kept in {kept.currency}, and the file says {given.currency}"
        yield Refusal("currency-differs", message, "leave the currency, or found another house")
    if {*given.badges} != {*kept.badges}:
        message = "the file has other badges than the floor was opened with"
        yield Refusal("badges-differ", message, "leave them, and write badge NUMBER LEVEL instead")
    if _jackpots(kept, rulebook) != _jackpots(given, rulebook):
        message = "the file has other jackpots, or other terms or tables of them"
        yield Refusal("jackpots-differ", message, "leave them, and give the jackpot's own commands")
    entries = {table.id: table for table in given.tables}
    for table in kept.tables:
        entry = entries.get(table.id)
        if table.id in playing and (entry is None or entry.cards != table.cards):
            what = "is not in the file" if entry is None else "has its cards from elsewhere there"
            message = f"table {table.id} is open or holds chips, and {what}"
            remedy = "close it, and take its chips and boxes away, first"
            yield Refusal("table-in-use", message, remedy)
    before = {table.id: without_meter(kept, table, rulebook) for table in kept.tables}
    for table in given.tables:
        lacking = without_meter(given, table, rulebook)
        added = [name for name in lacking if name not in before.get(table.id, ())]
        if added:
            names = " and ".join(added)
            message = f"no jackpot of the floor has a meter at table {table.id} for {names}"
            remedy = "leave it out there: the jackpots of a floor are those it was founded with"
            yield Refusal("no-meter-here", message, remedy)


def without_meter(floor: Floor, table: FloorTable, rulebook: Rulebook | None) -> tuple[str, ...]:
    """Return the wagers of a table that pay from a meter which no jackpot of the floor has there.

    >>> from pitboss.table.floor import default_floor
    >>> floor = default_floor()
    >>> without_meter(floor, floor.table("1"), None)
    ()
    >>> without_meter(floor, FloorTable(id="99", game="ez-baccarat"), None)
    ('EZ Baccarat Progressive',)
    """
    setup, _ = built(floor, table, rulebook)
    linked = [offer_of(setup, jackpot) for jackpot in floor.jackpots_at(table.id)]
    return tuple(
        wager.name
        for _, offer, wager in sound_offers(setup)
        if wager.role == "progressive" and offer not in linked
    )


def _jackpots(floor: Floor, rulebook: Rulebook | None) -> list[object]:
    """Return all that the record of a floor's jackpots rests on."""
    return [
        (one, jackpot_terms(floor, one, rulebook), rules_digest(floor, one, rulebook))
        for one in sorted(floor.jackpots, key=lambda one: one.id)
    ]


def is_in_use(table: Table) -> bool:
    """Say whether a table is open, or holds chips, cash or a seed that is yet to be shown.

    Its tray went to the cage by the closing count; one that was never counted tells nothing.
    """
    if table.open or table.chance.open is not None:
        return True
    at_positions = (whose for whose in table.accounts if whose.startswith(("position", "behind")))
    return any(table.accounts.get(place, 0) for place in (*_AT_THE_TABLE, *at_positions))


# --- as a line ---


def change_line(name: str, floor: Floor) -> str:
    r"""Return the line by which a floor becomes another, which nobody answers for yet.

    Blanks and ``#`` are written so that no reader of scripts takes them for its own.

    >>> change_line("my floor.toml", Floor(name="Ace  #1"))
    'change floor my-floor.toml to "[floor]\\nname = \\"Ace \\u0020\\u00231\\"\\n"'
    """
    return written_change(ChangeFloor("-".join(name.split())[:64], write_floor(floor)))


def written_change(command: ChangeFloor) -> str:
    """Return a change of the floor as the line that it is read from."""
    text = json.dumps(command.text).replace("#", "\\u0023").replace("  ", " \\u0020")
    by = " and ".join(name for name in (command.first, command.second) if name)
    return f"change floor {command.name} to {text}{f' by {by}' if by else ''}"


def read_change(line: str) -> ChangeFloor | None:
    """Read a line that changes the floor; None if it is another one.

    >>> read_change('change floor a.toml to "[floor]" by 2207 and 3301')
    ChangeFloor(name='a.toml', text='[floor]', first='2207', second='3301', playing=())
    """
    line = " ".join(line.split())
    if not _BEGINS.match(line):
        return None
    match = _LINE.fullmatch(line)
    text = None if match is None else _quoted(match[2])
    if match is None or text is None:
        raise unreadable("unreadable-line", f'"{line[:60]}" changes no floor', f"write {GRAMMAR}")
    return ChangeFloor(match[1], text, match[3] or "", match[4] or "")


def _quoted(words: str) -> str | None:
    try:
        return str(json.loads(words))
    except ValueError:
        return None
