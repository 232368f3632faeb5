"""Journals of files into a house: decided again by the rules first, then kept as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sqlalchemy.engine import Connection

from pitboss.house.alone import alone
from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.clock import now
from pitboss.house.copying import refuse_a_house
from pitboss.house.database import Database
from pitboss.house.rows import Batch
from pitboss.house.standing import read_house
from pitboss.house.store import Appender, heads_of
from pitboss.jackpot.floor_run import SERVER, FloorRun
from pitboss.jackpot.replaying import replay_floor
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.frames import frame_of
from pitboss.table.record.journal import HOUSE, Line, entries
from pitboss.table.record.recorder import Request
from pitboss.table.record.replaying import replay

AT_ONCE = 2_000
"""Lines that are sent together; all of an import are one transaction."""
TABLE = "table/"


def import_lines(
    database: Database, lines: Iterable[str], rulebook: Rulebook | None = None
) -> dict[str, int]:
    """Bring a journal into a database; return how many lines each stream got.

    A whole floor's goes into an empty database, a table's into a house whose floor has that table
    and no lines of it. Whatever is wrong with it is raised, and then nothing of it is kept.
    """
    rest = iter(lines)
    first = next(rest, "")
    frame = frame_of(first)
    stream = "" if frame is None else frame.stream
    whole = chain((first,) if first else (), rest)
    if stream == HOUSE:
        refuse_a_house(database)
        database.migrate()
        with alone(database) as connection:
            return _kept(connection, _of_a_floor(whole, rulebook))
    if stream and not stream.startswith(TABLE):
        raise unreadable(
            "no-table-journal",
            f"the journal is of {stream} alone",
            "import the journal of a table, or that of the whole floor",
        )
    database.ready()
    with alone(database, (HOUSE, stream or HOUSE)) as connection:
        with connection.begin():
            if stream:
                _refuse_table(connection, stream, rulebook)
        return _kept(connection, _of_a_table(whole, rulebook))


def _refuse_table(connection: Connection, stream: str, rulebook: Rulebook | None) -> None:
    """Refuse a table that the floor does not have, or that has a record of its own."""
    floor = read_house(connection, rulebook).floor
    floor.table(stream.removeprefix(TABLE))
    head = heads_of(connection).get(stream)
    if head is not None:
        raise unreadable(
            "stream-exists",
            f"{stream.replace('/', ' ')} has {head.version:,} lines already",
            "import it into a house where it was never opened",
        )


def _kept(connection: Connection, lines: Iterator[Recorded]) -> dict[str, int]:
    """Append lines in one transaction, with all that is kept beside them."""
    counts: dict[str, int] = {}
    batch, appender = Batch.empty(), Appender(connection)
    with connection.begin():
        for recorded in lines:
            batch.add(recorded)
            counts[recorded.stream] = counts.get(recorded.stream, 0) + 1
            if len(batch.journal) >= AT_ONCE:
                appender.append(batch)
                batch = Batch.empty()
        if batch.journal:
            appender.append(batch)
    with connection.begin():
        write_checkpoint(connection, now())
    return counts


def _of_a_floor(lines: Iterable[str], rulebook: Rulebook | None) -> Iterator[Recorded]:
    run = FloorRun(rulebook)
    for group in replay_floor(entries(lines), run, rulebook):
        yield from group.group


def _of_a_table(lines: Iterable[str], rulebook: Rulebook | None) -> Iterator[Recorded]:
    texts: list[str] = []

    def watched() -> Iterator[str]:
        for text in lines:
            texts.append(text.removesuffix("\n"))
            yield text

    for number, line, hash, _, _ in replay(entries(watched()), rulebook=rulebook):
        if line.command is None:
            raise unreadable(
                "other-schema", f"line {number} is of schema 0", "keep that journal as a file"
            )
        if line.actor == SERVER:
            raise _linked(number, line)
        request = Request(line.id, line.command, line.actor, line.device, line.at, line.offset)
        answer = line.facts if line.refusal is None else line.refusal
        yield Recorded(line.stream, request, answer, texts.pop(0), line.sequence, hash)


def _linked(number: int, line: Line) -> Unreadable:
    return unreadable(
        "linked-journal",
        f"line {number}: {line.stream.replace('/', ' ')} was linked to jackpots of another house",
        "import the journal of that whole floor, where the jackpots are",
    )
