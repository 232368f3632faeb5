"""Journals in files: begun anew, gone on with, copied; a line is on disk before the next one."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TextIO

from pitboss.refusals import Unreadable, unreadable

STDOUT = "-"
"""Instead of a file: standard output, or input."""
LONGEST_LINE = 1_000_000
"""Characters of a line of a journal; an endless device is read no further."""


def new_journal(path: str) -> TextIO:
    """Open a new file for a journal; what is there already is never overwritten."""
    try:
        return open(path, "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise unreadable(
            "journal-exists", f"{path} exists", "name a new file: records are not overwritten"
        ) from None
    except (OSError, ValueError) as error:
        raise not_written(path, error) from None


def journal_or_stdout(path: str | None) -> AbstractContextManager[TextIO | None]:
    """Open a new journal, if one is asked for; ``-`` is standard output."""
    if not path or path == STDOUT:
        return nullcontext(sys.stdout if path else None)
    return new_journal(path)


class JournalFile:
    """A journal that nobody else writes meanwhile."""

    def __init__(self, path: str, *, resumed: bool = False) -> None:
        self.path = path
        self.file = _existing(path) if resumed else new_journal(path)
        try:
            _lock(self.file, path)
        except Unreadable:
            self.file.close()
            raise

    def lines(self) -> list[str]:
        """Return the lines that are there, with their line ends."""
        lines: list[str] = []
        try:
            while line := self.file.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise unreadable(
                        "unreadable-file",
                        f"{self.path} has a line of more than {LONGEST_LINE:,} characters",
                        "name a journal",
                    )
                lines.append(line)
            self.file.seek(0, os.SEEK_END)
        except OSError as error:
            raise _not_read(self.path, error) from None
        return lines

    def append(self, text: str) -> None:
        """Write a line, and return when it is on disk."""
        try:
            self.file.write(text)
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            raise not_written(self.path, error) from None

    def close(self) -> None:
        """Let go of the file; what could not be written was told when it was tried."""
        with suppress(OSError):
            self.file.close()


def _existing(path: str) -> TextIO:
    if not os.path.isfile(path):
        reason = FileNotFoundError(0, "there is no such file")
        raise _not_read(path, reason)
    try:
        return open(path, "r+", encoding="utf-8", errors="surrogateescape", newline="\n")
    except OSError as error:
        raise _not_read(path, error) from None


def _lock(file: TextIO, path: str) -> None:
    """Keep others from going on with the same journal, where the system can."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise unreadable(
            "journal-in-use", f"{path} is being written by another table", "end that one first"
        ) from None
    except OSError:  # a file system without locks
        return


def _not_read(path: str, error: OSError) -> Unreadable:
    reason = error.strerror or str(error)
    return unreadable("unreadable-file", f"{path} cannot be read: {reason}", "name a journal")


def not_written(path: str, error: OSError | ValueError) -> Unreadable:
    """Say that a journal cannot be written, and why."""
    reason = getattr(error, "strerror", None) or str(error)
    return unreadable(
        "journal-not-written", f"{path} cannot be written: {reason}", "name another file"
    )
