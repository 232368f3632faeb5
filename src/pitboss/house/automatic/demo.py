"""The floor of the demo, the badges that people use there, and those of its automatons."""

from __future__ import annotations

import os
from functools import cache
from typing import NamedTuple

from pitboss.table.floor.checking import read_floor
from pitboss.table.floor.records import AUTOMATON, Floor

FILE = os.path.join(os.path.dirname(__file__), "demo.toml")


class Automatons(NamedTuple):
    """The badges of the automatons that sign for something."""

    dealer: str
    supervisor: str
    second: str
    """Who signs where two people do."""
    executive: str


AUTOMATONS = Automatons(dealer="9101", supervisor="9201", second="9202", executive="9301")


@cache
def demo_floor() -> Floor:
    """Return the floor of the demo.

    >>> demo_floor().demo, len(demo_floor().tables)
    (True, 7)
    """
    return read_floor(FILE)


def demo_pins() -> dict[str, str]:
    """Return the PIN of each badge that people sign in with: the number backwards.

    They are no secrets: the demo shows them to everybody.

    >>> demo_pins()["2207"]
    '7022'
    """
    people = (badge.number for badge in demo_floor().badges if not is_automaton(badge.number))
    return {number: number[::-1] for number in people}


def is_automaton(badge: str) -> bool:
    """Say whether a badge of the demo is an automaton's.

    >>> is_automaton("9201"), is_automaton("2207")
    (True, False)
    """
    return badge.startswith(AUTOMATON)


def player(table: str, position: int) -> str:
    """Return the badge of the automatic player at a position of a table.

    >>> player("4", 7)
    '9047'
    """
    return f"{AUTOMATON}0{table}{position}"
