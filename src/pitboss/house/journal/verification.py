"""A verification that somebody watches: begun, told how far it has come, given up, or ended.

One runs at a time, in a thread of its own: whoever asks for another meanwhile is shown that one.
"""

from __future__ import annotations

import re
import threading
from typing import Literal, NamedTuple

from pitboss.house.clock import now
from pitboss.house.database import Database
from pitboss.house.verifying import Verified, verify
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook

How = Literal["chains", "derived", "redecide"]
"""Rows, chains and checkpoints alone; all that follows from lines; every command decided again."""
State = Literal["never", "running", "sound", "broken", "given up", "failed"]
_PLACE = re.compile(r"((?:table|link)/[A-Za-z0-9._-]+|house), line ([0-9]+)")
_ENDS = re.compile(r"((?:table|link)/[A-Za-z0-9._-]+|house) ends with line ([0-9]+)")


class Break(NamedTuple):
    """The first place where a record is broken."""

    stream: str | None
    """None where it is no line: a checkpoint, say."""
    line: int | None
    refusal: Refusal


class Watched(NamedTuple):
    """How a verification stands."""

    number: int = 0
    state: State = "never"
    how: How = "derived"
    begun: str | None = None
    ended: str | None = None
    done: int = 0
    of: int = 0
    """Lines that were looked at, of how many."""
    verified: Verified | None = None
    broken: Break | None = None


class GivenUp(Exception):
    """Somebody has given a verification up."""


class Verifications:
    """Runs one verification at a time, and remembers the last; may be asked from any thread."""

    def __init__(self, database: Database, rulebook: Rulebook | None = None) -> None:
        self.database, self.rulebook = database, rulebook
        self.lock = threading.Lock()
        self.watched = Watched()
        self._cancelled = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, how: How = "derived") -> Watched:
        """Begin to verify, unless that is being done; return how it stands."""
        with self.lock:
            if self.watched.state != "running":
                self._cancelled.clear()
                number = self.watched.number + 1
                self.watched = Watched(number, "running", how, now())
                name = f"verification {number}"
                self._thread = threading.Thread(target=self._run, name=name, daemon=True)
                self._thread.start()
            return self.watched

    def give_up(self) -> Watched:
        """Stop what is running, and return how it stands then."""
        with self.lock:
            self._cancelled.set()
        self.wait()
        return self.watched

    def wait(self, seconds: float | None = 30) -> None:
        """Wait until nothing runs."""
        with self.lock:
            thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _run(self) -> None:
        try:
            verified = verify(
                self.database,
                redecide=self.watched.how == "redecide",
                chains_only=self.watched.how == "chains",
                rulebook=self.rulebook,
                progress=self._progress,
            )
        except GivenUp:
            self._end("given up")
        except Unreadable as error:
            self._end("broken", broken=break_of(error.refusal))
        except Exception:
            self._end("failed")
            raise
        else:
            self._end("sound", verified=verified)

    def _progress(self, done: int, of: int) -> None:
        if self._cancelled.is_set():
            raise GivenUp
        self.watched = self.watched._replace(done=done, of=of)

    def _end(
        self, state: State, verified: Verified | None = None, broken: Break | None = None
    ) -> None:
        ended = {"state": state, "ended": now(), "verified": verified, "broken": broken}
        with self.lock:
            self.watched = self.watched._replace(**ended)  # type: ignore[arg-type]


def break_of(refusal: Refusal) -> Break:
    """Return which line a refusal of a record names; of lines cut off, the first that is missing.

    >>> break_of(Refusal("journal-altered", "table/3, line 17 was altered: how", "restore"))[:2]
    ('table/3', 17)
    >>> break_of(Refusal("journal-cut-off", "table/3 ends with line 17, and", "restore"))[:2]
    ('table/3', 18)
    >>> break_of(Refusal("checkpoint-altered", "checkpoint 2 was altered", "restore"))[:2]
    (None, None)
    """
    if ends := _ENDS.search(refusal.message):
        return Break(ends[1], int(ends[2]) + 1, refusal)
    if place := _PLACE.search(refusal.message):
        return Break(place[1], int(place[2]), refusal)
    return Break(None, None, refusal)
