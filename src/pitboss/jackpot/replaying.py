"""Replay of a floor: every command of a person given again, every line that follows compared.

What the server did follows from what people did. So the journal of a floor must come out again line
by line, hashes included: whoever forges a line, and all after it, must still keep to the rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

from pitboss.jackpot.floor_run import SERVER, FloorRun
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.codec import under
from pitboss.table.record.damage import RESTORE
from pitboss.table.record.journal import Entry, Line, line_text
from pitboss.table.record.recorder import Request
from pitboss.table.record.replaying import FORGED, differing_facts


class ReplayedGroup(NamedTuple):
    """A line of a person with what the server made of it, as it was decided again."""

    entries: tuple[Entry, ...]
    group: tuple[Recorded, ...]


def floor_hash(heads: Mapping[str, tuple[int, str]]) -> str:
    """Return one hash for the last lines of all streams: what to note elsewhere.

    ``heads`` has of each stream how many lines it has, and the hash of the last.
    """
    text = "\n".join(f"{name} {last}" for name, (_, last) in sorted(heads.items()))
    return sha256(text.encode()).hexdigest()


def replay_floor(
    journal: Iterable[Entry], run: FloorRun, rulebook: Rulebook | None = None
) -> Iterator[ReplayedGroup]:
    """Yield each group of lines, while the rules lead to what the lines say."""
    lines = iter(journal)
    waiting: deque[Entry] = deque()
    while (asked := _next_of_a_person(lines, waiting)) is not None:
        line = asked.line
        assert line.command is not None, "a line of today's schema"
        command = under(rulebook, line.command)
        request = Request(line.id, command, line.actor, line.device, line.at, line.offset)
        try:
            group = run.give(line.stream, request)
        except Unreadable as error:
            raise _differs(asked, error.refusal.message) from None
        entries = []
        for _ in group:
            if not waiting and (more := next(lines, None)) is not None:
                waiting.append(more)
            if not waiting:
                break
            entries.append(waiting.popleft())
        compare(entries, group)
        yield ReplayedGroup(tuple(entries), group)
    if waiting:
        raise _differs(waiting[0], "the server did this, and nothing led to it")


def _next_of_a_person(lines: Iterator[Entry], waiting: deque[Entry]) -> Entry | None:
    """Return the next line of a person; lines of the server may stand before it."""
    for entry in waiting:
        if entry.line.actor != SERVER:
            return entry
    for entry in lines:
        waiting.append(entry)
        if entry.line.actor != SERVER:
            return entry
    return None


def compare(entries: list[Entry], group: tuple[Recorded, ...]) -> None:
    """Hold the lines on record against those that the rules lead to."""
    for entry, recorded in zip_longest(entries, group):
        if entry is None:
            raise unreadable(
                "event-against-the-rules",
                f"{recorded.stream}: {type(recorded.request.command).__name__} must follow at the "
                "end, and the journal ends before it",
                RESTORE,
            )
        if recorded.text is None:
            reason = "it would not be on record"
            raise _differs(entry, reason)
        line: Line = entry.line
        if recorded.stream != line.stream:
            what = type(recorded.request.command).__name__
            raise _differs(entry, f"{what} of {recorded.stream} must follow here")
        if not recorded.text.startswith(line_text(line)):
            raise _difference(entry, recorded)


def _difference(entry: Entry, recorded: Recorded) -> Unreadable:
    line, request = entry.line, recorded.request
    if line.command != request.command or line.id != request.id or line.actor != request.actor:
        return _differs(entry, f"{type(request.command).__name__} must follow here")
    answer = recorded.answer
    if isinstance(answer, tuple) and line.refusal is None and not hasattr(answer, "code"):
        differing_facts(entry.number, line.facts, answer)
    return _differs(entry, "it does not say what the rules lead to")


def _differs(entry: Entry, why: str) -> Unreadable:
    return unreadable(
        "event-against-the-rules", f"line {entry.number} ({entry.line.stream}): {why}", FORGED
    )
