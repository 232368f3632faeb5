"""A script on a house: stopped at any line and run again, it goes on where it was.

Its ids are a name and the number of the line. What was answered before is not asked again: the
floor is folded up to each such line, so that macros do what they did and expectations are checked
against the floor of that time. After the last of them the script goes on with the house itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.copying import Progress
from pitboss.house.loading import fold, recorder_of
from pitboss.house.rows import JournalRow
from pitboss.house.schema import JOURNAL
from pitboss.house.standing import accounts_of
from pitboss.house.store import all_lines
from pitboss.house.writer import House, refusal_of
from pitboss.jackpot.floor_run import SERVER, FloorRun
from pitboss.jackpot.ledger import Ledger
from pitboss.jackpot.link import Link
from pitboss.jackpot.streams import LinkRecorder, Recorded
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.journal import Line, read_line
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.scripts.clock import START, started
from pitboss.table.scripts.scenario import ScriptClock
from pitboss.table.steps import Command, OpenTable

_BY_THE_FLOOR = {"level", "levels", "playing"}
"""What the floor writes into a command before it is put on record."""


class HouseScript:
    """A house as a script drives it."""

    def __init__(
        self, house: House, name: str, start: str | None = None, progress: Progress | None = None
    ) -> None:
        self.house, self.name = house, name
        self.again = False
        """Whether the last request had been answered before."""
        self.found_again = 0
        """How many had."""
        self._past: Past | None = None
        self._open = ExitStack()
        connection = self._open.enter_context(house.database.reading())
        self._ahead = _answered(connection, f"{name}:")
        if self._ahead:
            self._past = Past(connection, house.rulebook, progress)
            self._past.up_to(min(self._ahead.values()) - 1)
            self.clock = ScriptClock(started(start) if start else self._past.at[:19])
        else:
            self.clock = ScriptClock(started(start) if start else START)
            self._go_live(connection)

    @property
    def run(self) -> FloorRun:
        """The floor as it is now, or as it was at a line that was answered before."""
        return self.house.load() if self._past is None else self._past.run

    @property
    def rulebook(self) -> Rulebook | None:
        """The rules that decide."""
        return self.house.rulebook

    @property
    def ledger(self) -> Ledger:
        """Whose micros are where, from the transfers on record."""
        if self._past is not None:
            return self._past.run.ledger
        ledger = Ledger()
        with self.house.database.reading() as connection:
            ledger.accounts = accounts_of(connection)
        return ledger

    def answer_to(self, given: tuple[Recorded, ...]) -> Recorded:
        """Return what a person asked for, of a group of lines."""
        return self.run.answer_to(given)

    def table(self, id: str) -> Recorder:
        """Return a table of the floor, open or not, or refuse one that is none."""
        return self.run.table(id)

    def opening(self, id: str) -> OpenTable:
        """Return the command that opens a table as the floor file says."""
        return self.run.opening(id)

    def link(self, jackpot: str) -> LinkRecorder:
        """Return a jackpot of the floor, or refuse one that is none."""
        return self.run.link(jackpot)

    def jackpot(self, jackpot: str) -> Link:
        """Return a jackpot with all that was registered for it, counted or not."""
        return self.run.jackpot(jackpot)

    def close(self) -> None:
        """Let go of the record that was read."""
        self._open.close()

    # --- requests ---

    def give(self, stream: str, request: Request) -> tuple[Recorded, ...]:
        """Answer a request when it is on disk, or as it was answered before."""
        request = request._replace(id=f"{self.name}:{request.id}")
        if self._past is None:
            return self._new(stream, request)
        position = self._ahead.pop((stream, request.id), None)
        if position is None:
            return self._left_no_line(self._past.run, stream, request)
        return (self._old(self._past, position, stream, request),)

    def _new(self, stream: str, request: Request) -> tuple[Recorded, ...]:
        self.again = False
        reply = self.house.give(stream, request)
        if not reply.group:
            refusal = refusal_of(reply)
            assert refusal is not None, "an answer without a line is a refusal"
            raise Unreadable(refusal)
        return reply.group

    def _left_no_line(self, run: FloorRun, stream: str, request: Request) -> tuple[Recorded, ...]:
        """Refuse again what was refused without a record, such as a badge that nobody has."""
        self.again = False
        group = run.give(stream, request)
        if run.answer_to(group).text is not None:
            raise _changed(self.name, request, "was not there before, and later lines were")
        return group

    def _old(self, past: Past, position: int, stream: str, request: Request) -> Recorded:
        """Find an answer again, and bring the floor to where it was after it."""
        self.again = True
        self.found_again += 1
        line = past.up_to(position, request.id)
        if not _asks(line, request):
            raise _changed(self.name, request, "was answered before as another command")
        if not self._ahead:
            self._past = None
            with self.house.database.reading() as connection:
                self._go_live(connection)
        answer = line.facts if line.refusal is None else line.refusal
        return Recorded(stream, request, answer, None)

    def _go_live(self, connection: Connection) -> None:
        """Go on after the last time on record."""
        last = connection.scalar(sa.select(sa.func.max(JOURNAL.c.at)))
        self.clock.now = max(self.clock.now, str(last or "")[:19])
        self._open.close()


class Past:
    """A floor that is folded from its record, line by line in the order of their writing."""

    def __init__(
        self, connection: Connection, rulebook: Rulebook | None, progress: Progress | None
    ) -> None:
        self.run = FloorRun(rulebook)
        self.at = ""
        """The last time so far."""
        self._total = connection.scalar(sa.select(sa.func.count()).select_from(JOURNAL)) or 0
        self._rows = _Rows(all_lines(connection))
        self._done, self._progress = 0, progress

    def up_to(self, position: int, id: str = "") -> Line:
        """Fold all lines up to a position, and those that the server made of the last."""
        line: Line | None = None
        while (row := self._rows.next) is not None:
            follows = row[1].actor == SERVER and f" {id}+" in row[1].command
            if row[0] > position and not (id and follows):
                break
            folded = self._fold(self._rows.take())
            if row[0] == position or line is None:
                line = folded
        assert line is not None, "a line that is on record"
        return line

    def _fold(self, row: JournalRow) -> Line:
        run, line = self.run, read_line(row.version, row.body)
        recorder = run.house if row.stream == "house" else recorder_of(run, row.stream)
        assert recorder is not None, "a stream of this floor"
        opens = recorder is run.house and recorder.sequence == 0
        fold(recorder, line, row.hash, run.rulebook)
        run.ledger.post(row.stream, line.facts)
        if opens:
            run.open_links()
        self.at = max(self.at, line.at)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)
        return line


class _Rows:
    """Rows of which the next can be looked at."""

    def __init__(self, rows: Iterator[tuple[int, JournalRow]]) -> None:
        self.rows = rows
        self.next = next(rows, None)

    def take(self) -> JournalRow:
        """Return the next row, and go on."""
        assert self.next is not None, "a row that is there"
        (_, row), self.next = self.next, next(self.rows, None)
        return row


def _answered(connection: Connection, prefix: str) -> dict[tuple[str, str], int]:
    """Return the positions of the lines whose ids begin so, by stream and id."""
    columns = JOURNAL.c
    begins = sa.func.substr(columns.command, 1, len(prefix)) == prefix
    query = sa.select(columns.stream, columns.command, columns.position)
    rows = connection.execute(query.where(begins, columns.actor != SERVER))
    return {(stream, command): position for stream, command, position in rows}


def _asks(line: Line, request: Request) -> bool:
    """Say whether a line answers a request, but for what the floor has written into it."""
    assert line.command is not None, "a line of today's schema"
    same = type(line.command) is type(request.command) and line.actor == request.actor
    return same and _said(line.command) == _said(request.command)


def _said(command: Command) -> dict[str, object]:
    fields = command._asdict()
    return {name: value for name, value in fields.items() if name not in _BY_THE_FLOOR}


def _changed(name: str, request: Request, why: str) -> Unreadable:
    number = request.id.rpartition(":")[2]
    return unreadable(
        "script-changed",
        f'line {number} of "{name}" {why}',
        "run the script as it was, or under another --name",
    )
