"""Journals of files into a house: decided again by the rules first, then kept as they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.alone import alone
from pitboss.house.checkpoints import write_checkpoint
from pitboss.house.clock import now
from pitboss.house.copying import Progress, refuse_a_house
from pitboss.house.database import Database
from pitboss.house.rows import Batch
from pitboss.house.standing import read_house
from pitboss.house.store import Appender, heads_of
from pitboss.house.verifying import Verification
from pitboss.jackpot.floor_run import SERVER
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor
from pitboss.table.floor.setups import offer_of
from pitboss.table.record.frames import frame_of
from pitboss.table.record.journal import HOUSE, Entry, Line, entries
from pitboss.table.record.recorder import Request
from pitboss.table.record.replaying import replay
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps.opening import TableOpened

AT_ONCE = 2_000
"""Lines that are sent together; all of an import are one transaction."""
TABLE = "table/"


class Whole(NamedTuple):
    """By which rules a whole house is decided again once its lines are there."""

    rulebook: Rulebook | None
    progress: Progress | None

    def check(self, connection: Connection) -> None:
        """Raise what is wrong with the lines that a transaction has written so far."""
        Verification(connection, self.rulebook, redecide=True, progress=self.progress).everything()


def import_lines(
    database: Database,
    lines: Iterable[str],
    rulebook: Rulebook | None = None,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Bring a journal into a database; return how many lines each stream got.

    A whole floor's goes into an empty database, a table's into a house whose floor has that table
    and no lines of it. Whatever is wrong with it is raised, and then nothing of it is kept. The
    progress is that of deciding a whole floor again; reading the lines is the caller's.
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
            return _kept(connection, _of_a_floor(whole), Whole(rulebook, progress))
    if stream and not stream.startswith(TABLE):
        raise unreadable(
            "no-table-journal",
            f"the journal is of {stream} alone",
            "import the journal of a table, or that of the whole floor",
        )
    database.ready()
    with alone(database, (HOUSE, stream or HOUSE)) as connection:
        with connection.begin():
            floor = read_house(connection, rulebook).floor
            if stream:
                _refuse_table(connection, floor, stream)
        return _kept(connection, _of_a_table(whole, floor, rulebook))


def _refuse_table(connection: Connection, floor: Floor, stream: str) -> None:
    """Refuse a table that the floor does not have, or that has a record of its own."""
    floor.table(stream.removeprefix(TABLE))
    head = heads_of(connection).get(stream)
    if head is not None:
        raise unreadable(
            "stream-exists",
            f"{stream.replace('/', ' ')} has {head.version:,} lines already",
            "import it into a house where it was never opened",
        )


def _kept(
    connection: Connection, lines: Iterator[Recorded], whole: Whole | None = None
) -> dict[str, int]:
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
        if whole is not None:
            whole.check(connection)
    with connection.begin():
        write_checkpoint(connection, now())
    return counts


def _of_a_floor(lines: Iterable[str]) -> Iterator[Recorded]:
    """Yield the lines of a floor as they stand: several houses may have written them."""
    for text, (number, line, hash) in _with_text(lines):
        yield _recorded(text, number, line, hash)


def _with_text(lines: Iterable[str]) -> Iterator[tuple[str, Entry]]:
    texts: deque[str] = deque()

    def watched() -> Iterator[str]:
        for text in lines:
            texts.append(text.removesuffix("\n"))
            yield text

    for entry in entries(watched()):
        yield texts.popleft(), entry


def _recorded(text: str, number: int, line: Line, hash: str) -> Recorded:
    if line.command is None:
        raise unreadable(
            "other-schema", f"line {number} is of schema 0", "keep that journal as a file"
        )
    request = Request(line.id, line.command, line.actor, line.device, line.at, line.offset)
    answer = line.facts if line.refusal is None else line.refusal
    return Recorded(line.stream, request, answer, text, line.sequence, hash)


def _of_a_table(
    lines: Iterable[str], floor: Floor, rulebook: Rulebook | None
) -> Iterator[Recorded]:
    texts: deque[str] = deque()

    def watched() -> Iterator[Entry]:
        for text, entry in _with_text(lines):
            texts.append(text)
            yield entry

    for number, line, hash, _, _ in replay(watched(), rulebook=rulebook):
        recorded = _recorded(texts.popleft(), number, line, hash)
        if line.actor == SERVER:
            raise _linked(number, line)
        for fact in line.facts:
            if isinstance(fact, TableOpened):
                _refuse_linked(number, floor, line.stream.removeprefix(TABLE), fact.setup)
        yield recorded


def _refuse_linked(number: int, floor: Floor, id: str, setup: TableSetup) -> None:
    """Refuse a table whose wagers would have grown a jackpot here, and did not."""
    for jackpot in floor.jackpots_at(id):
        if offer_of(setup, jackpot) is not None:
            raise unreadable(
                "linked-journal",
                f"line {number}: table {id} is linked to {jackpot.id}, which knows nothing of it",
                "import it where its wagers grow no jackpot; deal linked tables in the house",
            )


def _linked(number: int, line: Line) -> Unreadable:
    return unreadable(
        "linked-journal",
        f"line {number}: {line.stream.replace('/', ' ')} was linked to jackpots of another house",
        "import the journal of that whole floor, where the jackpots are",
    )
