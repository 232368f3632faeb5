"""Running a script: commands, macros and expectations, line by line (docs/SCRIPTS.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.table.commands import Command, StartDay
from pitboss.table.engine import NEW, act
from pitboss.table.facts import Event
from pitboss.table.scripts.clock import START, moment, on_the_day, started, timed
from pitboss.table.scripts.expectations import Answer, Scene, expects_refusal, missed, shown_answer
from pitboss.table.scripts.macros import Commands, macro_of
from pitboss.table.scripts.script import line_of, read
from pitboss.table.state import Table

_COMMENT = re.compile(r"(?:^|\s)#.*")


class Played(NamedTuple):
    """One command that a line gave; a macro gives several."""

    line_number: int
    text: str
    command: Command
    answer: Answer
    table: Table
    """The table after it."""


class Line(NamedTuple):
    """A line that says something."""

    number: int
    text: str


class Step(NamedTuple):
    """A command or macro with the expectations below it."""

    line: Line | None
    """None for expectations at the very top."""
    expected: tuple[Line, ...] = ()


def lines_of(script: str | Iterable[str]) -> Iterator[Line]:
    """Yield the lines of a script without comments and blanks.

    >>> list(lines_of(["# a comment", "", "sit 3  # the first"]))
    [Line(number=3, text='sit 3')]
    """
    lines = script.split("\n") if isinstance(script, str) else script
    for number, line in enumerate(lines, 1):
        text = " ".join(_COMMENT.sub("", line).split())
        if text:
            yield Line(number, text)


def steps_of(script: str | Iterable[str]) -> tuple[Step, ...]:
    """Return the commands of a script, each with what is expected of it."""
    steps: list[Step] = []
    for line in lines_of(script):
        if line.text.startswith(">"):
            above = steps.pop() if steps else Step(None)
            steps.append(above._replace(expected=(*above.expected, line)))
        else:
            steps.append(Step(line))
    return tuple(steps)


def play(script: str | Iterable[str], table: Table = NEW, start: str = START) -> Iterator[Played]:
    """Run a script, as a text or as lines, and yield what each command led to.

    Raises ``Unreadable`` at the first line that cannot be read, whose command is refused without
    a ``> refused`` below it, or whose expectation is missed: with the number of the line, what was
    expected and what was found.

    >>> script = ["open baccarat", "sit 3", "sit 3", "> refused position-taken"]
    >>> [one.command for one in play(script)][1:]
    [Sit(position=3), Sit(position=3)]
    """
    run = _Run(table, start)
    for step in steps_of(script):
        done: list[Played] = []
        if step.line is not None:
            for played in run.line(step.line):
                done.append(played)
                yield played
            _check_accepted(step, done)
        _check(step, Scene(run.table, _joined(done) if step.line is not None else None))


class _Run:
    """A table that is driven by a script, and the script's clock."""

    def __init__(self, table: Table, start: str) -> None:
        self.table = table
        self.clock = table.at or started(start)

    def line(self, line: Line) -> Iterator[Played]:
        """Give the commands of a line, up to the first that is refused."""
        with _named(line):
            said, words = timed(line.text)
            commands = self._commands(words, said)
            command = next(commands, None)
        while command is not None:
            answer = self._act(command, said)
            yield Played(line.number, line.text, command, answer, self.table)
            if isinstance(answer, Refusal):
                return
            said = ""
            with _named(line):
                command = _following(commands, self.table)

    def _commands(self, words: str, said: str) -> Commands:
        macro = macro_of(words)
        if macro is not None:
            return macro(self.table, moment(said, self.clock)[:10])
        return _single(read(words, self.table.opened))

    def _act(self, command: Command, said: str) -> Answer:
        at = moment(said, self.clock)
        if isinstance(command, StartDay):
            at = on_the_day(at, command.day)
        self.table, answer = act(self.table, command, at)
        self.clock = max(self.clock, at)
        return answer


def _single(command: Command) -> Commands:
    yield command


def _following(commands: Commands, table: Table) -> Command | None:
    """Tell a macro the table after its last command, and return the next one."""
    try:
        return commands.send(table)
    except StopIteration:
        return None


def _joined(done: list[Played]) -> Answer:
    """Return what a line led to: all its events, or the refusal that ended it."""
    events: tuple[Event, ...] = ()
    for played in done:
        if isinstance(played.answer, Refusal):
            return played.answer
        events += played.answer
    return events


# --- what was expected ---


def _expected(line: Line) -> str:
    return line.text.removeprefix(">").strip()


def _check_accepted(step: Step, done: list[Played]) -> None:
    """Raise at a refusal that the script does not expect, naming the command of a macro."""
    last = done[-1] if done else None
    if last is None or not isinstance(last.answer, Refusal):
        return
    if not any(expects_refusal(_expected(line)) for line in step.expected):
        command = line_of(last.command) if macro_of(timed(last.text)[1]) else ""
        found = f'"{command}" {shown_answer(last.answer)}' if command else shown_answer(last.answer)
        raise _failed(Line(last.line_number, last.text), "accepted", found)


def _check(step: Step, scene: Scene) -> None:
    """Raise at the first expectation that is missed."""
    for line in step.expected:
        with _named(line):
            found = missed(_expected(line), scene)
        if found is not None:
            raise _failed(line, _expected(line), found)


def _failed(line: Line, expected: str, found: str) -> Unreadable:
    return unreadable(
        "expectation-missed",
        f'line {line.number}, "{line.text}": expected "{expected}"; found {found}',
        "correct this line, or what leads to it",
    )


@contextmanager
def _named(line: Line) -> Iterator[None]:
    """Name the line in whatever cannot be read in it."""
    try:
        yield
    except Unreadable as wrong:
        reason = wrong.refusal
        told = f'line {line.number}, "{line.text}": {reason.message}'
        raise Unreadable(reason._replace(message=told)) from None
