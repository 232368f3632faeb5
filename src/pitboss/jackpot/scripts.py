"""Scripts of a floor: lines for tables and jackpots, in one order, with expectations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pitboss.jackpot.acknowledging import read_acknowledge
from pitboss.jackpot.expectations import ScriptedFloor, missed_on_floor
from pitboss.jackpot.floor_changes import read_change
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.house import EnrolBadge, OpenFloor, RetireBadge
from pitboss.jackpot.link import FORMS, Answer
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal, did_you_mean, unreadable
from pitboss.table.floor.records import Floor
from pitboss.table.floor.writing import write_floor
from pitboss.table.language import grammars
from pitboss.table.record.recorder import Given, Recorder, Request
from pitboss.table.scripts.clock import START, started, timed
from pitboss.table.scripts.expectations import expects_refusal, shown_answer
from pitboss.table.scripts.macros import Commands
from pitboss.table.scripts.scenario import (
    Passage,
    ScriptClock,
    ScriptLine,
    ScriptRun,
    expected_text,
    failed,
    named,
    passages_of,
)
from pitboss.table.state import Table
from pitboss.table.steps import Command, Fact, OpenTable
from pitboss.table.times import UTC

_LINE = re.compile(r"(table|jackpot) ([A-Za-z0-9._-]{1,64}) ?: ?(.+)", re.IGNORECASE)
_BADGE = re.compile(r"badge (\S+) (\S+)", re.IGNORECASE)
_RETIRED = re.compile(r"retire badge (\S+)", re.IGNORECASE)
_OPEN = re.compile(r"open(?: |$)", re.IGNORECASE)
HOUSE_ACTS, PEOPLE_ACT = "house", "people"
GRAMMAR = (
    "write table ID: ..., jackpot ID: ..., badge NUMBER LEVEL, retire badge NUMBER, "
    "acknowledge ALERT by BADGE or change floor"
)


class FloorStep(NamedTuple):
    """What a line of a script led to: its own line on record, with those of the server."""

    line: ScriptLine
    stream: str
    before: Table | None
    """The table before it, where it was a table's."""
    group: tuple[Recorded, ...]

    @property
    def answer(self) -> Answer:
        """What the person was answered."""
        return next(one.answer for one in self.group if one.request.actor != "server")


def open_floor(
    run: FloorRun, name: str, floor: Floor, at: str = "", offset: str = UTC
) -> tuple[Recorded, ...]:
    """Open a floor and its jackpots; raises what its file is refused with."""
    opening = OpenFloor(name, write_floor(floor))
    request = Request("floor", opening, HOUSE_ACTS, at=at, offset=offset)
    given = run.give("house", request)
    answer = run.answer_to(given).answer
    if isinstance(answer, Refusal):
        raise unreadable(answer.code, answer.message, answer.remedy, answer.cite)
    return given


class _Seat(Recorder):
    """A table of a floor as a script drives it: what it is asked goes through the floor."""

    def __init__(self, run: ScriptedFloor, id: str) -> None:
        super().__init__(f"table/{id}")
        self.run, self.id = run, id
        self.groups: list[tuple[Recorded, ...]] = []

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.run.table(self.id).table

    def give(self, request: Request) -> Given:
        """Answer a request through the floor, and keep its lines."""
        group = self.run.give(f"table/{self.id}", request)
        self.groups.append(group)
        own = self.run.answer_to(group)
        return Given(own.answer, own.text)


class FloorScript:
    """Gives the lines of a script to a floor, one clock for all."""

    def __init__(self, run: ScriptedFloor, clock: ScriptClock) -> None:
        self.run, self.clock = run, clock

    def line(self, line: ScriptLine) -> Iterator[FloorStep]:
        """Give the commands of a line, up to the first that is refused."""
        said, words = timed(line.text)
        match = _LINE.fullmatch(words)
        if match is None:
            yield self._single(line, "house", read_house_line(words), said)
        elif match[1].lower() == "jackpot":
            self.run.link(match[2])
            yield self._single(line, f"link/{match[2]}", read_jackpot_line(match[3]), said)
        else:
            yield from self._table(line, match[2], match[3], said)

    def _single(self, line: ScriptLine, stream: str, command: Command, said: str) -> FloorStep:
        at, offset = self.clock.time(said, command, Table())
        request = Request(str(line.number), command, PEOPLE_ACT, at=at, offset=offset)
        return FloorStep(line, stream, None, self.run.give(stream, request))

    def _table(self, line: ScriptLine, id: str, words: str, said: str) -> Iterator[FloorStep]:
        """Give a line to a table, which is opened first unless the line does that."""
        seat = _Seat(self.run, id)
        script = ScriptRun(seat, self.clock, rulebook=self.run.rulebook)
        if not seat.table.open and (not _OPEN.match(words) or words.lower() == "open"):
            opens = words.lower() == "open"
            yield from self._given(
                seat, line if opens else line._replace(text="open"), script, said, opening=True
            )
            if opens:
                return
            said = ""
        yield from self._given(seat, line._replace(text=words), script, said)

    def _given(
        self, seat: _Seat, line: ScriptLine, script: ScriptRun, said: str, *, opening: bool = False
    ) -> Iterator[FloorStep]:
        before = seat.table
        if opening:
            commands = _once(self.run.opening(seat.id))
            played = script.give(line, commands, said, prefix="open ")
        else:
            text = f"{said} {line.text}" if said else line.text
            played = script.line(line._replace(text=text))
        for one in played:
            yield FloorStep(line, seat.stream, before, seat.groups[-1])
            before = one.table


def _once(command: OpenTable) -> Commands:
    yield command


def read_house_line(words: str) -> Command:
    """Read what is done to the house: badges come and go, alerts are seen, the floor changes.

    >>> read_house_line("badge 2208 supervisor"), read_house_line("retire badge 2208")
    (EnrolBadge(number='2208', level='supervisor'), RetireBadge(number='2208'))
    """
    text = " ".join(words.split())
    enrolled, retired = _BADGE.fullmatch(text), _RETIRED.fullmatch(text)
    if enrolled is not None:
        return EnrolBadge(enrolled[1], enrolled[2].lower())
    if retired is not None:
        return RetireBadge(retired[1])
    other = read_acknowledge(text) or read_change(text)
    if other is not None:
        return other
    raise unreadable("unreadable-line", f'"{text}" is no line of a floor', GRAMMAR)


def read_jackpot_line(words: str) -> Command:
    """Read what is done to a jackpot.

    >>> read_jackpot_line("pay 2 by 2207")
    PayHit(by='2207', order=2, level='')
    """
    text = " ".join(words.split())
    for form in FORMS:
        fields = form.fields(text)
        if fields is not None:
            return form.command(**fields)  # type: ignore[no-any-return]
    first = text.lower().partition(" ")[0]
    meant = [form for form in FORMS if form.verb.split()[0] == first]
    if meant:
        message = f'"{text}" is not how "{first}" is written'
        raise unreadable("unreadable-command", message, f"write {grammars(meant)}")
    remedy = did_you_mean(first, dict.fromkeys(form.verb.removesuffix(" by") for form in FORMS))
    raise unreadable("unknown-command", f'"{text}" is nothing to do to a jackpot', remedy)


def play_floor(
    script: str | Iterable[str], run: ScriptedFloor, start: str | ScriptClock = START
) -> Iterator[FloorStep]:
    """Run a script on a floor that is open, and yield what each command led to.

    It begins at a time, or goes by a clock that somebody else knows too.

    Raises ``Unreadable`` at the first line that cannot be read, that is refused without a
    ``> refused`` below it, or whose expectation is missed.
    """
    clock = ScriptClock(started(start)) if isinstance(start, str) else start
    floor_script = FloorScript(run, clock)
    for passage in passages_of(script):
        steps: list[FloorStep] = []
        if passage.line is not None:
            with named(passage.line):
                for step in floor_script.line(passage.line):
                    steps.append(step)
                    yield step
        _check(passage, steps, run)


def _check(passage: Passage, steps: Sequence[FloorStep], run: ScriptedFloor) -> None:
    """Raise at a refusal that the script does not expect, and at an expectation that is missed."""
    answer = _joined(steps)
    texts = [expected_text(line) for line in passage.expected]
    if isinstance(answer, Refusal) and not any(map(expects_refusal, texts)):
        assert passage.line is not None, "a line that was refused"
        raise failed(passage.line, "accepted", shown_answer(answer))
    table = run.table(_id(steps[-1].stream)).table if _at_table(steps) else None
    for line, text in zip(passage.expected, texts, strict=True):
        with named(line):
            found = missed_on_floor(text, run, table, answer)
        if found is not None:
            raise failed(line, text, found)


def _id(stream: str) -> str:
    return stream.partition("/")[2]


def _at_table(steps: Sequence[FloorStep]) -> bool:
    return bool(steps) and steps[-1].stream.startswith("table/")


def _joined(steps: Sequence[FloorStep]) -> Answer | None:
    """Return what a line led to: all its facts, or the refusal that ended it."""
    if not steps:
        return None
    facts: tuple[Fact, ...] = ()
    for step in steps:
        answer = step.answer
        if isinstance(answer, Refusal):
            return answer
        facts += answer
    return facts
