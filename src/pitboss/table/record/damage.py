"""What was done to a journal: the first line that does not fit, by itself and what follows it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.refusals import Unreadable, unreadable
from pitboss.table.record.frames import Frame, frame_of

RESTORE = "restore the journal from a copy"


def broken(number: int, text: str, last: str, rest: Iterator[str]) -> Unreadable:
    """Say what happened to the first line that does not fit."""
    frame = frame_of(text)
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
            RESTORE,
        )
    if belongs_at is not None:
        return _inserted(number, f"the one that belongs there stands at line {belongs_at}")
    if frame.sequence > number:
        gone = frame.sequence - number
        return unreadable(
            "journal-line-missing",
            f"line {number} was dropped{f' and {gone - 1} more' if gone > 1 else ''}: "
            f"number {frame.sequence} stands there",
            RESTORE,
        )
    if number == 1:
        return _altered(1, "it names a line before it")
    return _altered(number - 1, f"it has a hash that line {number} does not know")


def _goes_on(frame: Frame, rest: Iterator[str]) -> bool:
    """Say whether the next line follows a line."""
    other = frame_of(next(rest, ""))
    return other is not None and other.previous == frame.link


def _search(number: int, last: str, frame: Frame, rest: Iterator[str]) -> tuple[int | None, bool]:
    """Return which line further down belongs here, and whether this one's own predecessor does."""
    belongs_at, uprooted = None, False
    for at, text in enumerate(rest, number + 1):
        other = frame_of(text)
        if other is None:
            continue
        if belongs_at is None and (other.previous, other.sequence) == (last, number):
            belongs_at = at
        uprooted = uprooted or other.link == frame.previous
    return belongs_at, uprooted


def _damaged(number: int, text: str, last: str, rest: Iterator[str]) -> Unreadable:
    """Say whether a line whose hash is wrong was altered, inserted, or never finished."""
    following = next(rest, "")
    other = frame_of(following)
    if other is not None and (other.previous, other.sequence) == (last, number):
        return _inserted(number, f"the one that belongs there stands at line {number + 1}")
    frame = frame_of(text)
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
    return unreadable("journal-altered", f"line {number} was altered: {why}", RESTORE)


def _inserted(number: int, why: str) -> Unreadable:
    return unreadable("journal-line-inserted", f"line {number} was inserted: {why}", RESTORE)
