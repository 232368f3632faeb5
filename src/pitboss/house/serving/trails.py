"""The trail of a jackpot: its last lines on record, and for a line of the server who caused it.

Read from the journal by its index, so that it is as new as the database and takes no longer on a
floor that has played for years.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.database import Database
from pitboss.house.schema import JOURNAL
from pitboss.house.store import bodies_of
from pitboss.jackpot.link import ContributionsCounted
from pitboss.jackpot.telling import told
from pitboss.refusals import Refusal
from pitboss.table.record.journal import Line, read_line
from pitboss.table.steps import Fact

AT_ONCE = 200
MOST_READ = 5_000
"""Lines that are looked at: at a limit every START GAME is counted, and has a line of its own."""
_CAUSE = re.compile(r"server (\S+) (.+)\+\d+")
_BODY = sa.literal_column("body", sa.Text)


class TrailLine(NamedTuple):
    """A line of a jackpot's stream, in words."""

    jackpot: str
    number: int
    at: str
    who: str
    """The badges of those who signed, else whoever asked for it."""
    asked: str
    """Who asked for it, where they are not who signed."""
    level: str
    """Of who signed, where the record has it."""
    facts: tuple[Fact, ...]
    what: tuple[str, ...]
    refusal: Refusal | None
    hash: str


def trail(database: Database, jackpot: str, most: int, currency: str = "USD") -> list[TrailLine]:
    """Return the last lines of a jackpot, the newest first; mere counts are left out."""
    with database.reading() as connection:
        lines = _some(_telling(_newest_first(connection, jackpot)), most)
        return _told(connection, jackpot, lines, currency)


def trail_of_hit(
    database: Database, jackpot: str, order: int, currency: str = "USD"
) -> list[TrailLine]:
    """Return the lines that tell of a hit, in their order."""
    pattern = f'%"order":{order},%'
    query = _lines(jackpot).where(_BODY.like(pattern)).order_by(JOURNAL.c.version)
    with database.reading() as connection:
        read = [_read(*row) for row in connection.execute(query)]
        about = [
            (line, hash)
            for line, hash in read
            if any(getattr(fact, "order", 0) == order for fact in line.facts)
        ]
        return _told(connection, jackpot, about, currency)


_Row = tuple[Line, str]


def _lines(jackpot: str) -> sa.Select[Any]:
    columns = JOURNAL.c
    chosen = sa.select(columns.version, columns.body, columns.hash)
    return chosen.where(columns.stream == f"link/{jackpot}")


def _read(version: int, body: str, hash: str) -> _Row:
    return read_line(version, body), hash


def _newest_first(connection: Connection, jackpot: str) -> Iterator[_Row]:
    query = _lines(jackpot).order_by(JOURNAL.c.version.desc())
    for begin in range(0, MOST_READ, AT_ONCE):
        rows = connection.execute(query.offset(begin).limit(AT_ONCE)).all()
        yield from (_read(*row) for row in rows)
        if len(rows) < AT_ONCE:
            return


def _telling(lines: Iterable[_Row]) -> Iterator[_Row]:
    for line, hash in lines:
        counts = [isinstance(fact, ContributionsCounted) for fact in line.facts]
        if line.refusal is not None or not all(counts):
            yield line, hash


def _some(lines: Iterable[_Row], most: int) -> list[_Row]:
    return [row for _, row in zip(range(most), lines, strict=False)]


def _told(
    connection: Connection, jackpot: str, lines: list[_Row], currency: str
) -> list[TrailLine]:
    causes = [cause_of(line) for line, _ in lines]
    known = list(dict.fromkeys(filter(None, causes)))
    bodies = bodies_of(connection, known) if known else {}
    asked = {key: read_line(0, body) for key, body in bodies.items()}
    return [
        TrailLine(
            jackpot,
            line.sequence,
            line.at,
            _who(line, asked.get(cause) if cause else None),
            "" if cause or line.actor in signers(line) else line.actor,
            str(getattr(line.command, "level", "")),
            line.facts,
            tuple(told(fact, currency) for fact in line.facts),
            line.refusal,
            hash,
        )
        for (line, hash), cause in zip(lines, causes, strict=True)
    ]


def cause_of(line: Line) -> tuple[str, str] | None:
    """Return the stream and the id of what a line of the server follows from, as its id says."""
    cause = _CAUSE.fullmatch(line.id)
    return None if cause is None else (cause[1], cause[2])


def _who(line: Line, cause: Line | None) -> str:
    asked = line.actor if cause is None else cause.actor
    return " and ".join(signers(line)) or asked


def signers(line: Line) -> tuple[str, ...]:
    """Return who signed a line: the badges that it names."""
    for said in (*line.facts, line.command):
        names = (getattr(said, key, "") for key in ("by", "first", "second"))
        if known := tuple(filter(None, names)):
            return known
    return ()
