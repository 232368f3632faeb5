"""Running a script: commands, macros and expectations, line by line (docs/SCRIPTS.md)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import Answer
from pitboss.table.language import line_of, read
from pitboss.table.record.recorder import DEALER_ACTS, Recorder, Request
from pitboss.table.scripts.clock import START, moment, on_the_day, started, timed
from pitboss.table.scripts.expectations import Scene, expects_refusal, missed, shown_answer
from pitboss.table.scripts.macros import Commands, macro_of
from pitboss.table.state import Table
from pitboss.table.steps import Command, Fact
from pitboss.table.steps.duties import StartDay
from pitboss.table.times import UTC, local, utc

_COMMENT = re.compile(r"(?:^|\s)#.*")


class Played(NamedTuple):
    """One command that a line gave; a macro gives several."""

    line_number: int
    text: str
    command: Command
    answer: Answer
    table: Table
    """The table after it."""
    record: str | None
    """The line of the record; None if nothing new was recorded."""


class ScriptLine(NamedTuple):
    """A line that says something."""

    number: int
    text: str


class Passage(NamedTuple):
    """A command or macro with the expectations below it."""

    line: ScriptLine | None
    """None for expectations at the very top."""
    expected: tuple[ScriptLine, ...] = ()


def lines_of(script: str | Iterable[str]) -> Iterator[ScriptLine]:
    """Yield the lines of a script without comments and blanks.

    >>> list(lines_of(["# a comment", "", "sit 3  # the first"]))
    [ScriptLine(number=3, text='sit 3')]
    """
    lines = script.split("\n") if isinstance(script, str) else script
    for number, line in enumerate(lines, 1):
        text = " ".join(_COMMENT.sub("", line).split())
        if text:
            yield ScriptLine(number, text)


def passages_of(script: str | Iterable[str]) -> tuple[Passage, ...]:
    """Return the commands of a script, each with what is expected of it."""
    passages: list[Passage] = []
    for line in lines_of(script):
        if line.text.startswith(">"):
            above = passages.pop() if passages else Passage(None)
            passages.append(above._replace(expected=(*above.expected, line)))
        else:
            passages.append(Passage(line))
    return tuple(passages)


def play(
    script: str | Iterable[str],
    recorder: Recorder | None = None,
    start: str = START,
    *,
    rulebook: Rulebook | None = None,
) -> Iterator[Played]:
    """Run a script, as a text or as lines, and yield what each command led to.

    The ids of its commands are the numbers of their lines. Tables are opened by the rulebook,
    which is the catalog unless another is given.

    Raises ``Unreadable`` at the first line that cannot be read, whose command is refused without
    a ``> refused`` below it, or whose expectation is missed: with the number of the line, what was
    expected and what was found.

    >>> script = ["open baccarat", "sit 3", "sit 3", "> refused position-taken"]
    >>> [one.command for one in play(script)][1:]
    [Sit(position=3), Sit(position=3)]
    """
    recorder = recorder or Recorder()
    at = recorder.table.at
    run = ScriptRun(recorder, ScriptClock(local(at) if at else started(start)), rulebook=rulebook)
    for passage in passages_of(script):
        done: list[Played] = []
        if passage.line is not None:
            with named(passage.line):
                for played in run.line(passage.line):
                    done.append(played)
                    yield played
            _check_accepted(passage, done)
        _check(passage, Scene(run.table, joined(done) if passage.line is not None else None))


class Clock(Protocol):
    """Says when a command is given."""

    def date(self, said: str) -> str:
        """Return the day of the clock on the wall, at the time that a line says, if any."""

    def time(self, said: str, command: Command, table: Table) -> Moment:
        """Return when a command is given: at the time that its line says, if any."""


class Moment(NamedTuple):
    """A time as the record has it, and what the clock on the wall showed beside UTC."""

    at: str
    offset: str = UTC


class ScriptClock:
    """A clock that moves a second with each command, unless a line says when it is."""

    def __init__(self, now: str) -> None:
        self.now = now

    def date(self, said: str) -> str:
        """Return the day of a line."""
        return moment(said, self.now)[:10]

    def time(self, said: str, command: Command, _: Table) -> Moment:
        """Return the next second, or the time that is said; a gaming day moves the clock on."""
        at = moment(said, self.now)
        if isinstance(command, StartDay):
            at = on_the_day(at, command.day)
        self.now = max(self.now, at)
        return Moment(utc(at))


class ScriptRun:
    """A table that is driven by lines, and their clock."""

    def __init__(
        self,
        recorder: Recorder,
        clock: Clock,
        actor: str = DEALER_ACTS,
        rulebook: Rulebook | None = None,
    ) -> None:
        self.recorder = recorder
        self.clock = clock
        self.actor = actor
        self.rulebook = rulebook

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.recorder.table

    def line(self, line: ScriptLine) -> Iterator[Played]:
        """Give the commands of a line, up to the first that is refused."""
        said, words = timed(line.text)
        macro = macro_of(words)
        if macro is None:
            commands = single(read(words, self.table.opened, self.rulebook))
        else:
            commands = macro(self.table, self.clock.date(said))
        return self.give(line, commands, said)

    def give(
        self, line: ScriptLine, commands: Commands, said: str = "", prefix: str = ""
    ) -> Iterator[Played]:
        """Give some commands by the number of a line, up to the first that is refused."""
        command = next(commands, None)
        for count in itertools.count(1):
            if command is None:
                return
            id = f"{prefix}{line.number}" if count == 1 else f"{prefix}{line.number}.{count}"
            at, offset = self.clock.time(said, command, self.table)
            request = Request(id, command, self.actor, at=at, offset=offset)
            answer, record = self.recorder.give(request)
            yield Played(line.number, line.text, command, answer, self.table, record)
            if isinstance(answer, Refusal):
                return
            said = ""
            command = _following(commands, self.table)


def single(command: Command) -> Commands:
    """Yield one command, as macros do several."""
    yield command


def _following(commands: Commands, table: Table) -> Command | None:
    """Tell a macro the table after its last command, and return the next one."""
    try:
        return commands.send(table)
    except StopIteration:
        return None


def joined(done: Sequence[Played]) -> Answer:
    """Return what a line led to: all its facts, or the refusal that ended it."""
    facts: tuple[Fact, ...] = ()
    for played in done:
        if isinstance(played.answer, Refusal):
            return played.answer
        facts += played.answer
    return facts


# --- what was expected ---


def expected_text(line: ScriptLine) -> str:
    """Return what a line expects."""
    return line.text.removeprefix(">").strip()


def _check_accepted(passage: Passage, done: list[Played]) -> None:
    """Raise at a refusal that the script does not expect, naming the command of a macro."""
    last = done[-1] if done else None
    if last is None or not isinstance(last.answer, Refusal):
        return
    if not any(expects_refusal(expected_text(line)) for line in passage.expected):
        command = line_of(last.command) if macro_of(timed(last.text)[1]) else ""
        found = f'"{command}" {shown_answer(last.answer)}' if command else shown_answer(last.answer)
        raise failed(ScriptLine(last.line_number, last.text), "accepted", found)


def _check(passage: Passage, scene: Scene) -> None:
    """Raise at the first expectation that is missed."""
    for line in passage.expected:
        with named(line):
            found = missed(expected_text(line), scene)
        if found is not None:
            raise failed(line, expected_text(line), found)


def failed(line: ScriptLine, expected: str, found: str) -> Unreadable:
    """Say what was expected of a line, and what was found."""
    return unreadable(
        "expectation-missed",
        f'line {line.number}, "{line.text}": expected "{expected}"; found {found}',
        "correct this line, or what leads to it",
    )


@contextmanager
def named(line: ScriptLine) -> Iterator[None]:
    """Name the line in whatever cannot be read in it."""
    try:
        yield
    except Unreadable as wrong:
        reason = wrong.refusal
        told = f'line {line.number}, "{line.text}": {reason.message}'
        raise Unreadable(reason._replace(message=told)) from None
