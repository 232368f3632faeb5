"""The states that follow from the lines of a stream: folded, or each command decided again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from pitboss.house.loading import fold
from pitboss.jackpot.floor_run import AnyRecorder
from pitboss.jackpot.replaying import compare
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.codec import under
from pitboss.table.record.journal import Entry, Line
from pitboss.table.record.recorder import Mark, Recorder, Request
from pitboss.table.record.replaying import FORGED, IMPOSSIBLE, replay


class Followed(NamedTuple):
    """A line, with the state of its stream around it."""

    line: Line
    before: Any
    after: Any


def followed(
    recorder: AnyRecorder, lines: Iterable[Entry], rulebook: Rulebook | None, *, redecide: bool
) -> Iterator[Followed]:
    """Yield each line with the states around it; ``redecide`` decides its command again.

    The recorder goes along with the lines.
    """
    if not redecide:
        steps = _folded(recorder, lines, rulebook)
    elif isinstance(recorder, Recorder):
        steps = _replayed(recorder, lines, rulebook)
    else:
        steps = _decided(recorder, lines, rulebook)
    stream = recorder.stream
    try:
        yield from steps
    except Unreadable as error:
        refusal = error.refusal
        if stream in refusal.message:
            raise
        raise Unreadable(refusal._replace(message=f"{stream}, {refusal.message}")) from None


@contextmanager
def _possible(line: Line) -> Iterator[None]:
    """Refuse a line of what no stream could have come to."""
    try:
        yield
    except IMPOSSIBLE:
        what = type(line.command).__name__
        message = f"line {line.sequence}: {what} is impossible here"
        raise unreadable("event-against-the-rules", message, FORGED) from None


def _folded(
    recorder: AnyRecorder, lines: Iterable[Entry], rulebook: Rulebook | None
) -> Iterator[Followed]:
    for _, line, hash in lines:
        before = recorder.state
        with _possible(line):
            fold(recorder, line, hash, rulebook)
        yield Followed(line, before, recorder.state)


def _replayed(
    recorder: Recorder, lines: Iterable[Entry], rulebook: Rulebook | None
) -> Iterator[Followed]:
    for number, line, hash, before, after in replay(lines, rulebook=rulebook):
        recorder.reset(Mark(after, hash, number))
        yield Followed(line, before, after)


def _decided(
    recorder: AnyRecorder, lines: Iterable[Entry], rulebook: Rulebook | None
) -> Iterator[Followed]:
    """Give every command of a jackpot, or of the house, again, and compare the lines."""
    for entry in lines:
        line, before = entry.line, recorder.state
        command = under(rulebook, line.command)
        request = Request(line.id, command, line.actor, line.device, line.at, line.offset)
        with _possible(line):
            given = recorder.give(request)
        compare([entry], (Recorded(recorder.stream, request, *given),))
        assert given.hash == entry.hash, "the same line after the same one"
        yield Followed(line, before, recorder.state)
