"""A floor file, read and checked: a sound floor, or everything that is wrong with it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.toml import read_toml
from pitboss.table.floor.jackpots import jackpot_problems
from pitboss.table.floor.reading import read_data
from pitboss.table.floor.records import Floor, Problem
from pitboss.table.floor.setups import judged
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.shape import PARAGRAPHS

DEFAULT = os.path.join(os.path.dirname(__file__), "default.toml")


def read_floor(path: str, rulebook: Rulebook | None = None) -> Floor:
    """Return the floor that a file describes, or refuse it with every problem as a reason."""
    return sound_floor(os.path.basename(path), read_toml(path), rulebook)


def sound_floor(name: str, data: Mapping[str, object], rulebook: Rulebook | None = None) -> Floor:
    """Return the floor that data describe, or refuse them with every problem as a reason."""
    floor, problems = checked(data, rulebook)
    if not problems:
        return floor
    reasons = tuple(problem.refused(name) for problem in problems)
    if len(reasons) == 1:
        raise Unreadable(reasons[0])
    first = reasons[0]
    message = f"{first.message} (the first of {len(reasons)} problems)"
    raise Unreadable(Refusal("bad-floor", message, first.remedy, first.cite, reasons))


@cache
def default_floor() -> Floor:
    """Return the floor that comes with pitboss: a small casino of the usual tables.

    >>> [table.game for table in default_floor().tables][:3]
    ['eternal-baccarat', 'eternal-baccarat', '99-fortunes']
    """
    with open(DEFAULT, "rb") as file:
        return read_data(tomllib.load(file)).floor  # which is sound, as a test says


def checked(
    data: Mapping[str, object], rulebook: Rulebook | None = None
) -> tuple[Floor, tuple[Problem, ...]]:
    """Return what can be read of a floor, and every problem with the file."""
    reading = read_data(data)
    found = problems_of(reading.floor, reading.unread, rulebook)
    return reading.floor, (*reading.problems, *found)


def problems_of(
    floor: Floor, unread: frozenset[str] = frozenset(), rulebook: Rulebook | None = None
) -> tuple[Problem, ...]:
    """Return everything that is wrong with a floor, entry by entry and then between them.

    ``unread`` are the ids of tables that exist, but of which nothing more is known.
    """
    problems: list[Problem] = []
    setups: dict[str, TableSetup] = {}
    for table in floor.tables:
        setup, found = judged(floor, table, rulebook)
        problems += found
        if not found:
            setups[table.id] = setup
    problems += pit_problems(setups)
    problems += jackpot_problems(floor, setups, unread, rulebook)
    return tuple(problems)


def pit_problems(setups: Mapping[str, TableSetup]) -> Iterator[Problem]:
    """Yield the baccarat tables that are paid by another procedure than their pit's first."""
    first: dict[str, TableSetup] = {}
    for id, setup in setups.items():
        if setup.kind != "baccarat":
            continue
        if first.setdefault(setup.pit, setup).payment != setup.payment:
            refusal = Refusal(
                "payment-differs-in-pit",
                f"table {first[setup.pit].number} of pit {setup.pit} is paid by another procedure",
                "use one procedure in the whole pit",
                PARAGRAPHS["pit_payment"],
            )
            yield Problem(f"table {id}", "pit", refusal)
