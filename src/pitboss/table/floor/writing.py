"""A floor as data, and as the text of a floor file: what was said, in the order of the keys."""

from __future__ import annotations

import json
import re
from typing import cast

from pitboss.table.floor.described import Part
from pitboss.table.floor.jackpot_keys import JACKPOTS, POLICIES
from pitboss.table.floor.keys import BADGES, FLOOR
from pitboss.table.floor.records import Badge, Floor, FloorJackpot, FloorTable, Policies
from pitboss.table.floor.table_keys import TABLES

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PARTS = {FloorTable: TABLES, FloorJackpot: JACKPOTS, Badge: BADGES, Policies: POLICIES}


def entry_data(entry: FloorTable | FloorJackpot | Badge | Policies) -> dict[str, object]:
    """Return an entry of a floor as canonical data, which JSON and TOML can hold.

    The same entry gives the same data however its file wrote it: a digest may be taken of it.

    >>> from pitboss.table.floor.records import Limit
    >>> entry_data(FloorTable(id="3", game="baccarat", limits=(Limit("minimum", "all", 500),)))
    {'id': '3', 'game': 'baccarat', 'limits': {'minimum': 5}}
    """
    return _data(_PARTS[type(entry)], entry)


def floor_data(floor: Floor) -> dict[str, object]:
    """Return a floor as canonical data: what a floor file that says the same holds."""
    data: dict[str, object] = {"floor": _data(FLOOR, floor)}
    for part, entries in (
        (TABLES, floor.tables),
        (JACKPOTS, floor.jackpots),
        (BADGES, floor.badges),
    ):
        if entries:
            data[part.name] = [_data(part, entry) for entry in entries]
    if policies := _data(POLICIES, floor.policies):
        data[POLICIES.name] = policies
    return data


def _data(part: Part, record: object) -> dict[str, object]:
    """Return what a record says other than what holds anyway."""
    silent = _silent(part)
    data: dict[str, object] = {}
    for key in part.keys:
        value = getattr(record, key.field)
        if key.field in silent and value == silent[key.field]:
            continue
        kind = key.kind
        data[key.name] = _data(kind, value) if isinstance(kind, Part) else kind.write(value)
    return data


def _silent(part: Part) -> dict[str, object]:
    """Return what the fields of a part's record hold where its keys are left out."""
    record = part.record
    defaults = getattr(record, "_field_defaults", None)
    if defaults is not None:
        return dict(defaults)
    return {
        key.field: getattr(record, key.field) for key in part.keys if hasattr(record, key.field)
    }


def write_floor(floor: Floor) -> str:
    """Return the text of a floor file that says what a floor says.

    >>> print(write_floor(Floor(name="The Silver Mine")), end="")
    [floor]
    name = "The Silver Mine"
    """
    blocks = []
    for name, value in floor_data(floor).items():
        several = isinstance(value, list)
        for entry in cast(list[dict[str, object]], value if several else [value]):
            lines = (f"{_key(key)} = {toml_value(one)}" for key, one in entry.items())
            blocks.append("\n".join((f"[[{name}]]" if several else f"[{name}]", *lines)))
    return "\n\n".join(blocks) + "\n"


def toml_value(value: object) -> str:
    """Write a value as TOML does: a text, a whole number, a list or an inline table.

    >>> toml_value({"tie": ["a", 5], "golden-dragon/pair": {}})
    '{ tie = ["a", 5], "golden-dragon/pair" = {} }'
    """
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {toml_value(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
