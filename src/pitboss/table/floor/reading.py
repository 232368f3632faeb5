"""From the data of a floor file to a :class:`Floor`, with everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, cast

from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.table.floor.described import NEEDED, Key, Part
from pitboss.table.floor.jackpot_keys import JACKPOTS, POLICIES
from pitboss.table.floor.keys import BADGES, FLOOR, PARTS
from pitboss.table.floor.records import Badge, Floor, FloorJackpot, FloorTable, Policies, Problem
from pitboss.table.floor.table_keys import TABLES
from pitboss.table.floor.values import misfit
from pitboss.table.setups.words import RENAMED

UNNAMED = "the floor"
TOP = tuple(part.name for part in PARTS)
OF_TERMS = ("limits",)
"""Needed keys whose absence is a fault of the table that is set up, which says of what."""


class Reading(NamedTuple):
    """What could be read of a floor file, and what could not."""

    floor: Floor
    """Only the entries without a problem."""
    problems: tuple[Problem, ...]
    unread: frozenset[str]
    """Ids of tables that are in the file, though what it says of them could not be read."""


def is_floor(data: Mapping[str, object]) -> bool:
    """Say whether a TOML file is a floor file, rather than a rulebook file."""
    return any(name in data for name in TOP)


def read_data(data: Mapping[str, object]) -> Reading:
    """Read the parts of a floor file, each key as described, and note every problem.

    >>> reading = read_data({"floor": {"name": "Mine"}, "tables": [{"id": 1, "game": "baccarat"}]})
    >>> reading.floor.tables[0].id, reading.problems
    ('1', ())
    """
    problems = [
        Problem("", name, _unknown(name, TOP, f"[{name}]")) for name in data if name not in TOP
    ]
    floor = cast(Floor | None, _one(FLOOR, data, problems)) or Floor(name=UNNAMED)
    if FLOOR.name not in data:
        missing = Refusal("missing-key", "there is no [floor]", 'write [floor] with name = "..."')
        problems.append(Problem("", "floor", missing))
    tables = cast(list[FloorTable], _list(TABLES, data, problems))
    floor = replace(
        floor,
        tables=tuple(tables),
        jackpots=tuple(cast(list[FloorJackpot], _list(JACKPOTS, data, problems))),
        badges=tuple(cast(list[Badge], _list(BADGES, data, problems))),
        policies=cast(Policies | None, _one(POLICIES, data, problems)) or Policies(),
    )
    unread = frozenset(_ids(data.get("tables"))) - {table.id for table in tables}
    return Reading(floor, tuple(problems), unread)


def _ids(entries: object) -> Iterator[str]:
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("id"), str | int):
            yield str(entry["id"])


def _one(part: Part, data: Mapping[str, object], problems: list[Problem]) -> object | None:
    return _record(part, data[part.name], part.title, problems) if part.name in data else None


def _list(part: Part, data: Mapping[str, object], problems: list[Problem]) -> list[object]:
    """Read the entries of a list; those with a problem are left out, and ids that are repeated."""
    entries = data.get(part.name, [])
    if not isinstance(entries, list):
        problems.append(Problem("", part.name, misfit("a list", f"{part.title} for each").refusal))
        return []
    if len(entries) > part.most:
        refusal = Refusal(
            "too-many-entries",
            f"there are {len(entries):,} {part.title}, more than {part.most:,}",
            "split the floor into several files",
        )
        problems.append(Problem("", part.name, refusal))
        return []
    records = [
        _record(part, entry, _place(part, entry, at), problems)
        for at, entry in enumerate(entries, start=1)
    ]
    sound = [record for record in records if record is not None]
    id = part.keys[0]
    for value, count in Counter(getattr(record, id.field) for record in sound).items():
        if count > 1:
            message = f"{count} {part.title} have the {id.name} {value}"
            refusal = Refusal("id-given-twice", message, f"give each its own {id.name}", id.cite)
            problems.append(Problem(f"{part.entry} {value}", id.name, refusal))
    return sound


def _place(part: Part, entry: object, at: int) -> str:
    """Return how an entry is called: by its id if it has one, else by its number in the file."""
    id = entry.get(part.keys[0].name) if isinstance(entry, dict) else None
    return f"{part.entry} {id}" if isinstance(id, str | int) else f"{part.title} number {at}"


def _record(
    part: Part, raw: object, where: str, problems: list[Problem], above: str = ""
) -> object | None:
    """Read one table of the file, or note what is wrong with it and return None."""
    if not isinstance(raw, dict):
        need = misfit("a table", f"{part.title} and its keys below it").refusal
        problems.append(Problem(where, above.rstrip("."), need))
        return None
    before = len(problems)
    names = tuple(key.name for key in part.keys)
    for name in raw:
        if name not in names:
            problems.append(Problem(where, f"{above}{name}", _unknown(name, names)))
    values: dict[str, object] = {}
    for key in part.keys:
        path = f"{above}{key.name}"
        if key.name in raw:
            value = _value(key, raw[key.name], where, path, problems)
            if value is not None:
                values[key.field] = value
        elif key.absent == NEEDED and key.name not in OF_TERMS:
            remedy = f"write {key.name} = {key.example}"
            refusal = Refusal("missing-key", "this key is missing", remedy, key.cite)
            problems.append(Problem(where, path, refusal))
    return part.record(**values) if len(problems) == before else None


def _value(key: Key, raw: object, where: str, path: str, problems: list[Problem]) -> object | None:
    """Read the value of a key, or note why it cannot be read and return None."""
    if isinstance(key.kind, Part):
        return _record(key.kind, raw, where, problems, f"{path}.")
    try:
        return key.kind.read(raw)
    except Unreadable as error:
        remedy = f"{error.refusal.remedy}; for example {key.name} = {key.example}"
        refusal = error.refusal._replace(remedy=remedy, cite=error.refusal.cite or key.cite)
        problems.append(Problem(where, path, refusal))
        return None


def _unknown(name: str, known: tuple[str, ...], shown: str = "") -> Refusal:
    remedy = f"write {RENAMED[name]}" if name in RENAMED else did_you_mean(name, known)
    return Refusal("unknown-key", f"{shown or f'`{name}`'} is not a key here", remedy)
