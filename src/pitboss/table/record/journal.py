"""The journal: one line of JSON for each command, chained by hashes so that tampering shows.

A line is what was asked, by whom, and what came of it: see :class:`Line`. ``previous`` is the
SHA-256 of the whole line before, without its line end, as ``sha256sum`` gives it; zeros in the
first. Last comes a ``hash`` of its own: of the bytes before ``,"hash":``. Its own hash shows an
altered line where it stands, the last one included; number and ``previous`` show lines that are
missing, inserted or out of place.

What no chain can show by itself: lines cut off cleanly at the end, and a journal written anew from
some line on. For both, somebody else must have noted the last hash.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, NamedTuple

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.table.record.codec import command_of, command_text, fact_of, fact_text
from pitboss.table.record.damage import RESTORE, broken
from pitboss.table.record.frames import FIRST, Frame, closed, frame_of
from pitboss.table.record.schema0 import old_fact
from pitboss.table.steps import Command, Fact
from pitboss.table.times import UTC, is_offset, is_time

SCHEMA = 1
KEYS = (
    *("schema", "stream", "sequence", "id", "at", "offset", "actor", "device", "shoe", "round"),
    *("command", "facts", "refusal", "rulebook", "previous", "hash"),
)
"""The members of a line, in this order."""
OLD_KEYS = ("sequence", "at", "shoe", "round", "event", "data", "previous", "hash")
"""The members of a line of schema 0: an event alone."""

STREAM = re.compile(r"(?:table|link)/[A-Za-z0-9._-]{1,64}|house")
"""How a stream is called: a table's, a link's, or the house's."""
HOUSE = "house"
_HEX = re.compile(r"[0-9a-f]{64}")
_AT, _FACTS, _NOT_REFUSED = ',"at":"', ',"facts":', ',"refusal":null,"rulebook":"'
_value_at = json.JSONDecoder().raw_decode


class Line(NamedTuple):
    """What was asked of a stream, by whom, and what came of it."""

    stream: str
    """Such as ``table/3``."""
    sequence: int
    """The number of the line, from 1: the version of the stream."""
    id: str
    """Made by whoever asks, and unique in the stream."""
    at: str
    """When, in UTC, such as ``2026-11-16T21:32:05.120Z``."""
    offset: str
    """What the clock on the wall showed beside UTC, such as ``-07:00``."""
    actor: str
    device: str | None
    shoe: int | None
    round: int | None
    command: Command | None
    """None in a journal of schema 0, which did not keep it."""
    facts: tuple[Fact, ...]
    refusal: Refusal | None
    rulebook: str
    """The digest of the rules that decided."""


class Entry(NamedTuple):
    """A line of a journal that fits the lines before it."""

    number: int
    line: Line
    hash: str
    """Of the whole line: what the next one names, and what is noted of the last."""


class Journal:
    """Writes lines, and remembers the hash of the last one."""

    def __init__(self, last: str = FIRST) -> None:
        self.last = last
        """The hash to note elsewhere: it stands for every line so far."""

    def write(self, line: Line) -> str:
        """Return the text of the next line, without a line end; the same run, the same bytes."""
        return self.chained(line_text(line))

    def chained(self, text: str) -> str:
        """Return the text of the next line from what it says, put into its place."""
        body = f'{text},"previous":"{self.last}"'
        digest = sha256(body.encode("ascii"))
        line = closed(body, digest.hexdigest())
        digest.update(line[len(body) :].encode("ascii"))
        self.last = digest.hexdigest()
        return line


def line_text(line: Line) -> str:
    """Return what a line says but its place in the chain: the beginning of its text."""
    command = "null" if line.command is None else command_text(line.command)
    facts = ",".join([fact_text(fact) for fact in line.facts])
    device = "null" if line.device is None else quoted(line.device)
    refusal = "null" if line.refusal is None else _compact(refusal_data(line.refusal))
    return (
        f'{{"schema":{SCHEMA},"stream":{quoted(line.stream)},"sequence":{line.sequence},'
        f'"id":{quoted(line.id)},"at":{quoted(line.at)},"offset":{quoted(line.offset)},'
        f'"actor":{quoted(line.actor)},"device":{device},'
        f'"shoe":{_number(line.shoe)},"round":{_number(line.round)},'
        f'"command":{command},"facts":[{facts}],"refusal":{refusal},"rulebook":"{line.rulebook}"'
    )


def _number(value: int | None) -> str:
    return "null" if value is None else str(value)


def is_utc(at: str) -> bool:
    """Say whether a text is a time as the record has it.

    >>> is_utc("2026-11-16T21:32:05.120Z"), is_utc("2026-11-16T21:32:05")
    (True, False)
    """
    return at.endswith("Z") and is_time(at)


def refusal_data(refusal: Refusal) -> dict[str, object]:
    """Return a refusal as the record keeps it."""
    return {
        "code": refusal.code,
        "message": refusal.message,
        "citation": refusal.cite,
        "remedy": refusal.remedy,
    }


def _compact(data: object) -> str:
    """Return JSON in ASCII without blanks, which any system keeps byte by byte."""
    return json.dumps(data, separators=(",", ":"))


class Chains:
    """The chain of each stream in a file: one, or in the journal of a floor one for each stream.

    The journal of a floor begins with the house's line.
    """

    def __init__(self) -> None:
        self.heads: dict[str, tuple[str, int]] = {}
        """The last hash of each stream, and how many lines it has."""
        self.of_a_floor = False

    @property
    def lines(self) -> int:
        """How many lines there are in all."""
        return sum(count for _, count in self.heads.values())

    def _key(self, frame: Frame) -> str:
        return frame.stream if self.of_a_floor else ""

    def fits(self, frame: Frame) -> bool:
        """Say whether a line is genuine and the next of its stream."""
        if not self.heads:
            self.of_a_floor = frame.stream == HOUSE
        last, count = self.heads.get(self._key(frame), (FIRST, 0))
        return frame.genuine and frame.previous == last and frame.sequence == count + 1

    def add(self, frame: Frame) -> str:
        """Go on after a line that fits; return its hash."""
        link = frame.link
        self.heads[self._key(frame)] = link, frame.sequence
        return link

    def broken(
        self, number: int, text: str, frame: Frame | None, rest: Iterator[str]
    ) -> Unreadable:
        """Say what happened to a line that does not fit."""
        if not self.of_a_floor or frame is None or not frame.genuine:
            last = self.heads.get("", (FIRST, 0))[0]
            return broken(number, text, last, rest)
        stream = frame.stream
        last, count = self.heads.get(stream, (FIRST, 0))
        own = (line for line in rest if (other := frame_of(line)) and other.stream == stream)
        reason = broken(count + 1, text, last, own).refusal
        return Unreadable(reason._replace(message=f"{stream}, {reason.message} (file {number})"))


def entries(lines: Iterable[str], after: Chains | None = None) -> Iterator[Entry]:
    """Yield the lines of a journal with number and hash while they fit; then say which does not.

    Lines may carry their line end, as those of a file do: a last one without it may be cut off.
    They go on where the chains of those before them end.
    """
    chains = Chains() if after is None else after
    before, rest = chains.lines, iter(lines)
    number, schema = before, SCHEMA if before else None
    for number, text in enumerate(rest, before + 1):
        frame = frame_of(text)
        if frame is None or not chains.fits(frame):
            raise chains.broken(number, text, frame, rest)
        schema = frame.schema if schema is None else schema
        if frame.schema not in (0, SCHEMA) or frame.schema != schema:
            raise unreadable(
                "other-schema",
                f"line {number} is of schema {frame.schema}",
                f"read it with a version of pitboss that knows it; this one knows 0 and {SCHEMA}, "
                "each in a journal of its own",
            )
        yield Entry(number, _line(number, text, schema), chains.add(frame))
    if not number:
        raise unreadable("journal-empty", "the journal has no lines", "give one that has")


# --- what a line holds ---


def read_line(number: int, text: str) -> Line:
    """Read a line of today's schema by itself, whatever stands before it."""
    return _line(number, text, SCHEMA)


class Consequence(NamedTuple):
    """What a line led to: all that folding it needs."""

    at: str
    facts: tuple[Fact, ...]
    refused: bool


def consequence_of(number: int, text: str) -> Consequence:
    """Read what a line of today's schema led to, and nothing else: its place is known already.

    A fraction of the work of :func:`read_line`, for whoever folds a million of them. A quotation
    mark inside a text is written with a backslash before it, so a member's name is found where it
    stands; no command has a member called as one of these is.
    """
    try:
        at = text.index(_AT) + len(_AT)
        data, end = _value_at(text, text.index(_FACTS, at) + len(_FACTS))
        if text.startswith(_NOT_REFUSED, end):
            facts = tuple([fact_of(fact) for fact in data])
            return Consequence(text[at : text.index('"', at)], facts, False)
    except (ValueError, RecursionError):
        pass
    read = read_line(number, text)  # which says what is wrong
    return Consequence(read.at, read.facts, read.refusal is not None)


def _line(number: int, text: str, schema: int) -> Line:
    """Read a line that is in its place."""
    try:
        data = json.loads(text)
        whole = _compact(data) == text.removesuffix("\n")
    except (ValueError, RecursionError):
        raise _unreadable(number, "is not JSON") from None
    if not whole or not isinstance(data, dict) or tuple(data) != (KEYS if schema else OLD_KEYS):
        raise _unreadable(number, "is not written as a journal writes it")
    try:
        return _new_line(data) if schema else _old_line(data)
    except Unreadable as error:
        code, message, remedy, *_ = error.refusal
        raise unreadable(code, f"line {number}: {message}", remedy) from None


def _new_line(data: dict[str, Any]) -> Line:
    facts, refusal = data["facts"], data["refusal"]
    sound = {
        "stream": _is_text(data["stream"]) and STREAM.fullmatch(data["stream"]),
        "id": _is_text(data["id"]) and data["id"],
        "at": _is_text(data["at"]) and is_utc(data["at"]),
        "offset": _is_text(data["offset"]) and is_offset(data["offset"]),
        "actor": _is_text(data["actor"]),
        "device": data["device"] is None or _is_text(data["device"]),
        "shoe": data["shoe"] is None or type(data["shoe"]) is int,
        "round": data["round"] is None or type(data["round"]) is int,
        "facts": isinstance(facts, list) and (not facts or refusal is None),
        "rulebook": _is_text(data["rulebook"]) and _HEX.fullmatch(data["rulebook"]),
    }
    for key, holds in sound.items():
        if not holds:
            raise unreadable("journal-unreadable", f"its {key} cannot be read", RESTORE)
    read: dict[str, Any] = {
        "command": command_of(data["command"]),
        "facts": tuple(fact_of(fact) for fact in facts),
        "refusal": refusal_of(refusal),
    }
    return Line(**{key: data[key] for key in Line._fields} | read)


def _is_text(value: object) -> bool:
    return type(value) is str


def refusal_of(data: object) -> Refusal | None:
    """Read a refusal as the record keeps it; None if there is none."""
    if data is None:
        return None
    keys = ("code", "message", "citation", "remedy")
    if not isinstance(data, dict) or tuple(data) != keys:
        raise unreadable("journal-unreadable", "its refusal cannot be read", RESTORE)
    code, message, cite, remedy = data.values()
    if not all(map(_is_text, (code, message, remedy))) or not (cite is None or _is_text(cite)):
        raise unreadable("journal-unreadable", "its refusal cannot be read", RESTORE)
    return Refusal(code, message, remedy, cite)


def _old_line(data: dict[str, Any]) -> Line:
    """Read an event of schema 0 as a line without the command that led to it."""
    at, shoe, round, name = data["at"], data["shoe"], data["round"], data["event"]
    if not (type(at) is type(name) is str and type(shoe) is type(round) is int):
        raise unreadable("journal-unreadable", "its time, shoe or round cannot be read", RESTORE)
    fact = old_fact(name, data["data"])
    sequence = data["sequence"]
    return Line("table/1", sequence, "", at, UTC, "", None, shoe, round, None, (fact,), None, "")


def _unreadable(number: int, what: str) -> Unreadable:
    return unreadable("journal-unreadable", f"line {number} {what}", RESTORE)
