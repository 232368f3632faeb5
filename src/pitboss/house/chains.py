"""The chain of a stream in the database: each row against its line, each line against the last.

A line ends with ``previous`` and ``hash``, each of a fixed width, and begins with what the columns
of its row repeat. So both are held against what they must be as text, without reading the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.reading import Row, pieces
from pitboss.house.rows import JournalRow
from pitboss.refusals import Unreadable, one_line, unreadable
from pitboss.table.record.damage import RESTORE
from pitboss.table.record.frames import FIRST, Frame, frame_of
from pitboss.table.record.journal import SCHEMA

OWN = len(',"hash":""}') + 64
"""What comes after the bytes that a line's own hash is of."""
OFFSET = len("+00:00")
MEMBERS = {"command": "id", "actor": "actor", "device": "device", "at": "at"}
"""Columns that repeat a member of the line, but for its place."""
COLUMNS = JournalRow._fields[1:]
"""What is read of a row whose stream is asked for."""
_QUERY = f"SELECT {', '.join(COLUMNS)} FROM journal WHERE stream = ? ORDER BY version"


class Claim(NamedTuple):
    """What a checkpoint says of a line."""

    hash: str
    checkpoint: int


class Chain:
    """Follows the rows of a stream while they fit; then says which does not."""

    def __init__(self, stream: str, claims: Mapping[int, Claim]) -> None:
        self.stream = stream
        self.last, self.lines, self.events = FIRST, 0, 0
        self.claims = sorted(claims.items(), reverse=True)
        """What checkpoints say of lines, the first line last."""

    def checked(self, connection: Connection) -> Iterator[list[Row]]:
        """Yield the rows in pieces, each once it was held against its line and the one before."""
        for piece in pieces(connection, _QUERY, (self.stream,)):
            first = self.lines
            self._follow(piece)
            self._compare(piece, first)
            yield piece
        if self.claims:
            version, claim = self.claims[-1]
            raise unreadable(
                "journal-cut-off",
                f"{self.stream} ends with line {self.lines}, and checkpoint {claim.checkpoint} "
                f"knows line {version}: line {self.lines + 1} is missing",
                RESTORE,
            )

    def _follow(self, piece: list[Row]) -> None:
        stream, last, version, events = self.stream, self.last, self.lines, self.events
        begins = f'{{"schema":{SCHEMA},"stream":"{stream}","sequence":'
        for row in piece:
            version += 1
            try:
                number, command, actor, device, at, body, link = row
                raw = body.encode("ascii")
                digest = sha256(raw[:-OWN])
                ends = f',"previous":"{last}","hash":"{digest.hexdigest()}"}}'
                digest.update(raw[-OWN:])
                last = digest.hexdigest()
                head = f'{begins}{version},"id":{quoted(command)},"at":{quoted(at)},"offset":"'
                whom = "null" if device is None else quoted(device)
                middle = f'","actor":{quoted(actor)},"device":{whom},"shoe":'
                fits = (
                    number == version
                    and link == last
                    and body.endswith(ends)
                    and body.startswith(head)
                    and body.startswith(middle, len(head) + OFFSET)
                )
            except (TypeError, AttributeError, UnicodeError):
                fits = False
            if not fits:
                raise damage(stream, version, self._last_before(piece, version), row)
            events += body.count('"movements":[')
        self.last, self.lines, self.events = last, version, events

    def _last_before(self, piece: list[Row], version: int) -> str:
        at = version - self.lines - 1
        return self.last if not at else str(piece[at - 1][-1])

    def _compare(self, piece: list[Row], first: int) -> None:
        """Hold what checkpoints say of lines against them."""
        while self.claims and self.claims[-1][0] <= self.lines:
            version, (hash, checkpoint) = self.claims.pop()
            if piece[version - first - 1][-1] != hash:
                raise unreadable(
                    "journal-written-anew",
                    f"{self.stream}, line {version} has another hash than checkpoint {checkpoint} "
                    "knows: it, or a line before it, was written anew",
                    RESTORE,
                )


def damage(stream: str, version: int, last: str, row: Row) -> Unreadable:
    """Say what is wrong with the first row that does not fit."""
    kept = dict(zip(COLUMNS, row, strict=True))
    number, body = kept["version"], kept["body"]
    frame = frame_of(body) if isinstance(body, str) else None
    if number != version and frame is not None and frame.genuine:
        if (frame.stream, frame.sequence) != (stream, number):
            what = f"its row says that it is line {shown(number)} of {stream}"
            return altered(frame.stream, frame.sequence, what)
    if type(number) is int and number > version:
        message = f"{stream}, line {version} is missing: line {number} comes next"
        return unreadable("journal-line-missing", message, RESTORE)
    if number != version:
        message = f"{stream}, line {shown(number)} is out of place, after line {version - 1}"
        return unreadable("journal-line-inserted", message, RESTORE)
    if frame is None or body.endswith("\n"):
        return altered(stream, version, "it is not written like a line of a journal")
    if not frame.genuine:
        return altered(stream, version, "its hash is not that of what it says")
    if (frame.stream, frame.sequence) != (stream, version):
        what = f"line {frame.sequence} of {shown(frame.stream)} stands there"
        return altered(stream, version, what)
    return _misfit(stream, version, last, kept, frame)


def _misfit(
    stream: str, version: int, last: str, kept: Mapping[str, object], frame: Frame
) -> Unreadable:
    """Say which column, or which link of the chain, is not as the line has it."""
    members = json.loads(str(kept["body"]))
    for column, member in MEMBERS.items():
        if kept[column] != members.get(member):
            return _column(stream, version, column, kept[column], members.get(member))
    if kept["hash"] != frame.link:
        return _column(stream, version, "hash", kept["hash"], frame.link)
    if frame.previous != last and version > 1:
        what = f"it has a hash that line {version} does not know"
        return altered(stream, version - 1, what)
    if frame.previous != last:
        return altered(stream, version, "it names a line before it")
    return altered(stream, version, "it is not written as a journal writes it")


def _column(stream: str, version: int, column: str, says: object, must: object) -> Unreadable:
    what = f"the column {column} is {shown(says)}, and the line has {shown(must)}"
    return altered(stream, version, what)


def shown(value: object) -> str:
    """Return a value of a column for a message.

    >>> shown("dealer"), shown(None)
    ('"dealer"', 'nothing')
    """
    if value is None:
        return "nothing"
    text = one_line(str(value), 60)
    return f'"{text}"' if isinstance(value, str) else text


def altered(stream: str, version: int, why: str) -> Unreadable:
    """Name a line that was altered."""
    return unreadable("journal-altered", f"{stream}, line {version} was altered: {why}", RESTORE)
