"""The journal: one line of JSON for each event, chained by hashes so that tampering shows.

A line holds ``sequence``, ``at``, ``shoe``, ``round``, ``event``, ``data``, ``previous`` (the
SHA-256 of the whole line before, without its line end, as ``sha256sum`` gives it; zeros in the
first) and last a ``hash`` of its own: of the bytes before ``,"hash":``. Its own hash shows an
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
from typing import NamedTuple

from pitboss.refusals import Unreadable, unreadable
from pitboss.table.facts import Event
from pitboss.table.record.codec import data_of, fact_of

FIRST = "0" * 64
"""What the first line names as the hash of the line before it."""

KEYS = ("sequence", "at", "shoe", "round", "event", "data", "previous", "hash")
"""The members of a line, in this order."""

_FRAME = re.compile(
    r'(?P<body>\{"sequence":(?P<sequence>[1-9][0-9]{0,17}),.*'
    r'"previous":"(?P<previous>[0-9a-f]{64})"),"hash":"(?P<hash>[0-9a-f]{64})"\}'
)
_RESTORE = "restore the journal from a copy"


class Entry(NamedTuple):
    """A line of a journal that fits the lines before it."""

    line: int
    event: Event
    hash: str
    """Of the whole line: what the next one names, and what is noted of the last."""


class Frame(NamedTuple):
    """What a line says of its place, whether or not that is true."""

    body: str
    sequence: int
    previous: str
    hash: str

    @property
    def genuine(self) -> bool:
        """Whether the line's own hash is right."""
        return hash_of(self.body) == self.hash

    @property
    def link(self) -> str:
        """The hash of the whole line, which the next one names."""
        return hash_of(_closed(self.body, self.hash))


class Journal:
    """Writes events as lines, and remembers the hash of the last one."""

    def __init__(self, last: str = FIRST, sequence: int = 0) -> None:
        self.last = last
        """The hash to note elsewhere: it stands for every line so far."""
        self.sequence = sequence

    def write(self, event: Event) -> str:
        """Return the line of the next event, without a line end; the same run, the same bytes."""
        assert event.sequence == self.sequence + 1, "events are written in their order"
        body = _compact(
            {
                "sequence": event.sequence,
                "at": event.at,
                "shoe": event.shoe,
                "round": event.round,
                "event": type(event.fact).__name__,
                "data": data_of(event.fact),
                "previous": self.last,
            }
        ).removesuffix("}")
        line = _closed(body, hash_of(body))
        self.sequence, self.last = event.sequence, hash_of(line)
        return line


def _closed(body: str, own: str) -> str:
    """Return a line from what it says and its own hash."""
    return f'{body},"hash":"{own}"}}'


def _compact(data: object) -> str:
    """Return JSON in ASCII without blanks, which any system keeps byte by byte."""
    return json.dumps(data, separators=(",", ":"))


def hash_of(text: str) -> str:
    """Return the SHA-256 of a text.

    >>> hash_of("")[:16]
    'e3b0c44298fc1c14'
    """
    return sha256(text.encode("ascii")).hexdigest()


def entries(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield the lines of a journal with number and hash while they fit; then say which does not.

    Lines may carry their line end, as those of a file do: a last one without it may be cut off.
    """
    last, number, rest = FIRST, 0, iter(lines)
    for number, text in enumerate(rest, 1):
        frame = _frame(text)
        if frame is None or not frame.genuine or frame.previous != last or frame.sequence != number:
            raise _broken(number, text, last, rest)
        last = frame.link
        yield Entry(number, _event(number, text), last)
    if not number:
        raise unreadable("journal-empty", "the journal has no lines", "give one that has")


def _frame(text: str) -> Frame | None:
    """Return what a line says of its place; None if it is not written like a line."""
    match = _FRAME.fullmatch(text.removesuffix("\n"))
    if match is None or not text.isascii():
        return None
    return Frame(match["body"], int(match["sequence"]), match["previous"], match["hash"])


# --- what a line holds ---


def _event(number: int, text: str) -> Event:
    """Read the event of a line that is in its place."""
    try:
        data = json.loads(text)
        whole = _compact(data) == text.removesuffix("\n")
    except (ValueError, RecursionError):
        raise _unreadable(number, "is not JSON") from None
    if not whole or not isinstance(data, dict) or tuple(data) != KEYS:
        raise _unreadable(number, "is not written as a journal writes it")
    at, shoe, round, name = data["at"], data["shoe"], data["round"], data["event"]
    if not (type(at) is type(name) is str and type(shoe) is type(round) is int):
        raise _unreadable(number, "has a time, shoe, round or event that cannot be read")
    try:
        return Event(data["sequence"], at, shoe, round, fact_of(name, data["data"]))
    except Unreadable as error:
        code, message, remedy, *_ = error.refusal
        raise unreadable(code, f"line {number}: {message}", remedy) from None


def _unreadable(number: int, what: str) -> Unreadable:
    return unreadable("journal-unreadable", f"line {number} {what}", _RESTORE)


# --- what is wrong with a line that does not fit ---


def _broken(number: int, text: str, last: str, rest: Iterator[str]) -> Unreadable:
    """Say what happened to the first line that does not fit, by itself and by what follows it."""
    frame = _frame(text)
    if frame is None or not frame.genuine:
        return _damaged(number, text, last, rest)
    if frame.sequence == 1 and number > 2:
        return _inserted(number, "another journal begins there")
    if frame.sequence < number:
        if frame.link != last and _goes_on(frame, rest):
            return _inserted(number - 1, f"line {number} and those after it do without it")
        return _inserted(number, f"number {frame.sequence} stands at line {frame.sequence} already")
    if frame.previous == last:
        return _altered(number, f"its number is {frame.sequence}")
    belongs_at, uprooted = _search(number, last, frame, rest)
    if belongs_at is not None and uprooted:
        return unreadable(
            "journal-reordered",
            f"line {number} is out of place: number {frame.sequence} stands there, "
            f"and number {number} at line {belongs_at}",
            _RESTORE,
        )
    if belongs_at is not None:
        return _inserted(number, f"the one that belongs there stands at line {belongs_at}")
    if frame.sequence > number:
        gone = frame.sequence - number
        return unreadable(
            "journal-line-missing",
            f"line {number} was dropped{f' and {gone - 1} more' if gone > 1 else ''}: "
            f"number {frame.sequence} stands there",
            _RESTORE,
        )
    if number == 1:
        return _altered(1, "it names a line before it")
    return _altered(number - 1, f"it has a hash that line {number} does not know")


def _goes_on(frame: Frame, rest: Iterator[str]) -> bool:
    """Say whether the next line follows a line."""
    other = _frame(next(rest, ""))
    return other is not None and other.previous == frame.link


def _search(number: int, last: str, frame: Frame, rest: Iterator[str]) -> tuple[int | None, bool]:
    """Return which line further down belongs here, and whether this one's own predecessor does."""
    belongs_at, uprooted = None, False
    for at, text in enumerate(rest, number + 1):
        other = _frame(text)
        if other is None:
            continue
        if belongs_at is None and (other.previous, other.sequence) == (last, number):
            belongs_at = at
        uprooted = uprooted or other.link == frame.previous
    return belongs_at, uprooted


def _damaged(number: int, text: str, last: str, rest: Iterator[str]) -> Unreadable:
    """Say whether a line whose hash is wrong was altered, inserted, or never finished."""
    following = next(rest, "")
    other = _frame(following)
    if other is not None and (other.previous, other.sequence) == (last, number):
        return _inserted(number, f"the one that belongs there stands at line {number + 1}")
    frame = _frame(text)
    if frame is not None:
        return _altered(number, "its hash is not that of what it says")
    if not following and not text.endswith("\n"):
        whole = f"keep the {number - 1} lines before it" if number > 1 else "begin a new one"
        return unreadable(
            "journal-cut-off", f"the journal is cut off in the middle of line {number}", whole
        )
    if text.endswith("\r\n"):
        return _altered(number, "it ends with a carriage return")
    what = "it is not written like a line of a journal"
    return _altered(number, what if number > 1 else f"{what}; or this is none")


def _altered(number: int, why: str) -> Unreadable:
    return unreadable("journal-altered", f"line {number} was altered: {why}", _RESTORE)


def _inserted(number: int, why: str) -> Unreadable:
    return unreadable("journal-line-inserted", f"line {number} was inserted: {why}", _RESTORE)
