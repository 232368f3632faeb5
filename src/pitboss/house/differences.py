"""How two floors differ: by entry and key, as a person would look for it in the file."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.table.floor.records import Floor
from pitboss.table.floor.writing import floor_data

_NAMES = {"tables": ("table", "id"), "jackpots": ("jackpot", "id"), "badges": ("badge", "number")}
"""What an entry of a list is called, and the key that tells it from the others."""
MOST_NAMED = 5
PROPOSAL = "the-proposal"
"""What the file of a floor is called that is proposed without one."""
PROPOSED = "what is proposed"


def floor_differences(kept: Floor, given: Floor, name: str) -> list[str]:
    """Return what differs between the floor of a house and that of a file, each in words.

    The order of entries is none of it.

    >>> from pitboss.table.floor.records import Floor
    >>> floor_differences(Floor(name="Ace"), Floor(name="Jack"), "my.toml")
    ['floor name is "Ace" in the house and "Jack" in my.toml']
    """
    name = PROPOSED if name == PROPOSAL else name
    ours, theirs = _entries(kept), _entries(given)
    differences = []
    for entry in dict.fromkeys((*ours, *theirs)):
        if entry not in theirs:
            differences.append(f"{entry} is only in the house")
        elif entry not in ours:
            differences.append(f"{entry} is only in {name}")
        else:
            differences += _keys(entry, dict(_flat(ours[entry])), dict(_flat(theirs[entry])), name)
    return differences


def listed(differences: list[str]) -> str:
    """Return differences for one line: the first ones, and how many more there are."""
    more = len(differences) - MOST_NAMED
    return ", ".join(differences[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _entries(floor: Floor) -> dict[str, object]:
    entries: dict[str, object] = {}
    for part, value in floor_data(floor).items():
        if isinstance(value, list):
            noun, key = _NAMES[part]
            entries |= {f"{noun} {entry[key]}": entry for entry in value}
        else:
            entries[part] = value
    return entries


def _flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if not isinstance(value, dict):
        yield path, value
        return
    for key, inner in value.items():
        yield from _flat(inner, f"{path}.{key}" if path else str(key))


def _keys(
    entry: str, ours: dict[str, object], theirs: dict[str, object], name: str
) -> Iterator[str]:
    for key in dict.fromkeys((*ours, *theirs)):
        if ours.get(key) != theirs.get(key):
            sides = {"the house": ours, name: theirs}
            values = {where: _shown(side[key]) for where, side in sides.items() if key in side}
            only = ", only" if len(values) == 1 else ""
            sides_told = (f"{value}{only} in {where}" for where, value in values.items())
            yield f"{entry} {key} is {' and '.join(sides_told)}"


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
