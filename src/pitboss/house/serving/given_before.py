"""What was given before: a line whose reply was lost is answered again, whatever the table is now.

The recorder answers the same command again by itself. But a line is looked at before it comes
there, by the table as it is now: a bet that was taken back is nobody's any more, ``next`` is
another step than it was. So whatever is refused is looked up on record by its id.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from pitboss.house.store import bodies_of
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.codec import under
from pitboss.table.record.journal import Line, read_line
from pitboss.table.scripts.macros import macro_of
from pitboss.table.steps import Command, Fact

if TYPE_CHECKING:
    from pitboss.house.database import Database

MOST = 64
"""Commands of a macro that are looked for."""
_DEALS = re.compile(r"next|turn (player|banker)", re.IGNORECASE)


def lines_of(database: Database, rulebook: Rulebook | None, stream: str, id: str) -> list[Line]:
    """Return the lines that an id has on record, with those of its macro: ID, ID.2, and so on."""
    ids = [id, *(f"{id}.{number}" for number in range(2, MOST + 1))]
    with database.reading() as connection:
        bodies = bodies_of(connection, [(stream, one) for one in ids])
    known = (bodies.get((stream, one), "") for one in ids)
    return [_read(body, rulebook) for body in takewhile(bool, known)]


def _read(body: str, rulebook: Rulebook | None) -> Line:
    line = read_line(1, body)
    command = None if line.command is None else under(rulebook, line.command)
    return line._replace(command=command)


def is_same(line: Line, written: str, command: Command | None) -> bool:
    """Say whether a line on record answers what is asked now.

    Of what follows from the table, as ``next`` and macros do, the id must suffice.
    """
    if command is not None and type(command) is type(line.command) and command == line.command:
        return True
    text = " ".join(written.split())
    try:
        return _DEALS.fullmatch(text) is not None or macro_of(text) is not None
    except Unreadable:
        return False


def answer_of(lines: list[Line]) -> tuple[tuple[Fact, ...] | Refusal, int]:
    """Return what lines led to together, and how many of them were accepted."""
    accepted = list(takewhile(lambda line: line.refusal is None, lines))
    if len(accepted) < len(lines) and (refusal := lines[len(accepted)].refusal) is not None:
        return refusal, len(accepted)
    return tuple(fact for line in accepted for fact in line.facts), len(accepted)
