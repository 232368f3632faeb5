"""What one server wrote, the others hear of: by NOTIFY at once, and by looking every second.

Nothing depends on a notice: it says which stream has how many lines, and whoever hears it reads
them from the journal. They are read stream by stream, since commits land in no order of positions.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from sqlalchemy.engine import Connection

from pitboss.house.database import Database, of_a_driver
from pitboss.house.loading import catch_up, load_floor
from pitboss.house.serving.board import Committed, plain
from pitboss.house.serving.copies import Copies
from pitboss.house.store import driver_of, heads_of
from pitboss.jackpot.floor_run import AnyRecorder, FloorRun
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.record.recorder import Mark

CHANNEL = "pitboss"
APART_SECONDS = 0.02
"""Between two notices: at most fifty a second."""
LOOK_SECONDS = 1.0
AGAIN_SECONDS = 0.25
"""How soon a lost connection is tried again."""
_log = logging.getLogger("pitboss.house")


class Connected(threading.Thread):
    """A thread with a connection of its own, which is made again when it is lost."""

    def __init__(self, name: str, database: Database) -> None:
        super().__init__(name=name, daemon=True)
        self.database, self.stopping = database, threading.Event()

    def run(self) -> None:
        """Work until asked to stop."""
        while not self.stopping.is_set():
            try:
                with self.database.engine.connect() as connection:
                    self.work(connection.execution_options(isolation_level="AUTOCOMMIT"))
            except Exception as error:
                if isinstance(error, Unreadable) or of_a_driver(error):
                    _log.warning("%s: %s", self.name, error)
                else:
                    _log.exception("%s failed", self.name)
                self.stopping.wait(AGAIN_SECONDS)

    def work(self, connection: Connection) -> None:
        """Do what there is to do, until asked to stop or the connection is lost."""
        raise NotImplementedError

    def stop(self) -> None:
        """End."""
        self.stopping.set()
        if self.is_alive():
            self.join(LOOK_SECONDS * 3)


class Teller(Connected):
    """Tells other servers how many lines streams have: many at once, where many are written."""

    def __init__(self, database: Database) -> None:
        super().__init__("teller", database)
        self._versions: dict[str, int] = {}
        self._lock, self._some = threading.Lock(), threading.Event()

    def tell(self, versions: Mapping[str, int]) -> None:
        """Have others told soon; never waits."""
        with self._lock:
            self._versions.update(versions)
        self._some.set()

    def work(self, connection: Connection) -> None:
        """Send what there is, then rest."""
        while not self.stopping.is_set():
            self._some.wait(LOOK_SECONDS)
            self._some.clear()
            with self._lock:
                versions, self._versions = self._versions, {}
            if versions:
                words = [f"{stream}:{version}" for stream, version in versions.items()]
                driver_of(connection).execute(_NOTIFY, [CHANNEL, words])
                self.stopping.wait(APART_SECONDS)


_NOTIFY = "SELECT pg_notify(%s, word) FROM unnest(%s::text[]) AS words(word)"
Heard = Callable[[Mapping[str, Committed]], object]


class Listener(Connected):
    """Reads what is new of any stream, whoever wrote it."""

    def __init__(
        self, database: Database, rulebook: Rulebook | None, copies: Copies, heard: Heard
    ) -> None:
        super().__init__("listener", database)
        self.rulebook, self.copies, self.heard = rulebook, copies, heard
        self.floor: FloorRun | None = None
        """To fold lines by."""

    def work(self, connection: Connection) -> None:
        """Wait for notices, and look by itself where none come."""
        with self.database.engine.connect() as reading:
            if self.floor is None:
                self.floor = load_floor(reading, self.rulebook, tables=frozenset())
                self.floor.runs = None
                reading.rollback()
            self._listen(connection, reading)

    def _listen(self, connection: Connection, reading: Connection) -> None:
        driver = driver_of(connection)
        driver.execute(f"LISTEN {CHANNEL}")
        looked = 0.0
        while not self.stopping.is_set():
            if time.monotonic() - looked >= LOOK_SECONDS:
                looked = time.monotonic()
                with reading.begin():
                    heads = heads_of(reading)
                self.read(reading, {name: head.version for name, head in heads.items()})
            left = max(0.0, looked + LOOK_SECONDS - time.monotonic())
            notices = driver.notifies(timeout=left, stop_after=1)
            self.read(reading, _versions(notice.payload for notice in notices))

    def read(self, connection: Connection, versions: Mapping[str, int]) -> None:
        """Read the streams that have more lines than are known here."""
        behind = [
            stream
            for stream, version in versions.items()
            if stream in self.copies.streams and version > self.copies.version(stream)
        ]
        if behind:
            with connection.begin():
                read = {stream: self._read(connection, stream) for stream in behind}
            self.heard(read)

    def _read(self, connection: Connection, stream: str) -> Committed:
        assert self.floor is not None, "a floor that is loaded"
        for known in ("house", stream):  # the house first, which says what streams there are
            version, state = self.copies.streams[known]
            recorder = _recorder(self.floor, known)
            recorder.reset(Mark(state, "", version))  # type: ignore[arg-type]
        catch_up(connection, self.floor, recorder)
        [read] = plain(self.floor, [stream]).values()
        return read


def _recorder(floor: FloorRun, stream: str) -> AnyRecorder:
    kind, _, id = stream.partition("/")
    if kind == "house":
        return floor.house
    return floor.links[id] if kind == "link" else floor.table(id)


def _versions(words: Iterable[str]) -> dict[str, int]:
    """Read notices; what is none is left out, since anybody may send some.

    >>> _versions(["table/1:7", "table/1:9", "nonsense"])
    {'table/1': 9}
    """
    versions: dict[str, int] = {}
    for word in words:
        stream, _, number = word.rpartition(":")
        with suppress(ValueError):
            versions[stream] = max(versions.get(stream, 0), int(number))
    return versions
