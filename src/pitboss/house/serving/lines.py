"""What is written to a stream, read as commands: the script language is the language of all."""

from __future__ import annotations

import re
from collections.abc import Callable

from pitboss.jackpot.acknowledging import read_acknowledge
from pitboss.jackpot.floor_changes import read_change
from pitboss.jackpot.house import EnrolBadge, RetireBadge
from pitboss.jackpot.scripts import read_jackpot_line
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor
from pitboss.table.floor.setups import setup_of
from pitboss.table.language import read
from pitboss.table.record.codec import command_of
from pitboss.table.scripts.macros import Commands, macro_of
from pitboss.table.scripts.scenario import single
from pitboss.table.state import Table
from pitboss.table.steps import Command, OpenTable

LONGEST = 500
"""Characters of a line: the longest reason with room to spare."""
HOUSE_GRAMMAR = (
    "write badge NUMBER LEVEL, retire badge NUMBER, acknowledge ALERT by BADGE or change floor"
)
_BADGE = re.compile(r"badge (\S{1,64}) (\S{1,64})", re.IGNORECASE)
_RETIRED = re.compile(r"retire badge (\S{1,64})", re.IGNORECASE)


class Reader:
    """Reads lines for the streams of a floor."""

    def __init__(self, floor: Callable[[], Floor], rulebook: Rulebook | None) -> None:
        self.floor, self.rulebook = floor, rulebook

    def commands(self, stream: str, line: str, table: Table, date: str) -> Commands:
        """Return the commands of a line; a macro gives several, and is told the table after each.

        Raises ``Unreadable`` where a line cannot be read.
        """
        text = " ".join(line.split())
        kind, _, id = stream.partition("/")
        change = read_change(text) if kind == "house" else None
        if change is not None:  # which holds a whole file
            return single(change)
        if len(text) > LONGEST:
            raise unreadable("unreadable-line", "the line is too long", f"use {LONGEST} letters")
        if kind == "house":
            return single(read_house_line(text))
        if kind == "link":
            return single(read_jackpot_line(text))
        if text.lower() == "open":
            return single(OpenTable(setup_of(self.floor(), id, self.rulebook)))
        macro = macro_of(text)
        if macro is not None:
            return macro(table, date)
        return single(read(text, table.opened, self.rulebook))


def read_house_line(line: str) -> Command:
    """Read what is done to the house.

    >>> read_house_line("badge 2207 supervisor")
    EnrolBadge(number='2207', level='supervisor')
    >>> read_house_line("retire badge 2207")
    RetireBadge(number='2207')
    """
    acknowledged = read_acknowledge(line)
    if acknowledged is not None:
        return acknowledged
    retired = _RETIRED.fullmatch(line)
    if retired is not None:
        return RetireBadge(retired[1])
    badge = _BADGE.fullmatch(line)
    if badge is None:
        raise unreadable("unreadable-line", f'"{line[:60]}" is nothing to do', HOUSE_GRAMMAR)
    return EnrolBadge(badge[1], badge[2].lower())


def read_command(data: object) -> Command | Refusal:
    """Read a command as JSON has it, such as ``{"kind": "Sit", "position": 3}``."""
    try:
        return command_of(data)
    except Unreadable as error:
        return error.refusal
