"""What checkpoints claim: each against its own hash and the one before, and the lines they name."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.engine import Connection

from pitboss.house.chains import Claim, shown
from pitboss.house.checkpoints import Checkpoint, checkpoint_of, root_of, seal_of
from pitboss.house.reading import rows
from pitboss.house.store import Head
from pitboss.refusals import Unreadable, unreadable
from pitboss.table.record.damage import RESTORE
from pitboss.table.record.frames import FIRST

_QUERY = f"SELECT {', '.join(Checkpoint._fields)} FROM checkpoint ORDER BY number"


class Claims(NamedTuple):
    """What all checkpoints of a database say together."""

    checkpoints: int
    lines: dict[str, dict[int, Claim]]
    """By stream and version, what the first checkpoint that names a line says of it."""
    noted: dict[str, int]
    """The numbers of checkpoints by the root, and by the seal, when nothing came after them."""
    hash: str
    """That of the last checkpoint, which knows all before it."""

    @property
    def last(self) -> int:
        """How many lines the last checkpoint stands for."""
        return sum(max(versions) for versions in self.lines.values())


def claims_of(connection: Connection) -> Claims:
    """Return what checkpoints say, or name the first that does not fit."""
    lines: dict[str, dict[int, Claim]] = {}
    noted: dict[str, int] = {}
    number, previous, before = 0, FIRST, dict[str, Head]()
    for row in rows(connection, _QUERY):
        number += 1
        heads = _checked(number, previous, Checkpoint(*row))
        for stream in before.keys() - heads.keys():
            raise _wrong(number, f"it does not know {stream}, which the one before it knows")
        for stream, head in heads.items():
            old = before.get(stream)
            if head == old:
                continue
            if old is not None and head.version <= old.version:
                raise _wrong(number, f"it knows less of {stream} than the one before it")
            lines.setdefault(stream, {})[head.version] = Claim(head.hash, number)
        previous, before = row[-1], heads
        root = root_of(heads)
        noted[root] = noted[seal_of(root, previous)] = number
    return Claims(number, lines, noted, previous)


def _checked(number: int, previous: str, kept: Checkpoint) -> dict[str, Head]:
    """Return the heads of a checkpoint that is as it was made, after the one before it."""
    if kept.number != number:
        raise _wrong(number, f"checkpoint {shown(kept.number)} comes next", "is missing")
    try:
        heads = kept.head_of()
        made = checkpoint_of(number, kept.at, heads, previous)
    except (ValueError, AttributeError, TypeError):
        raise _wrong(number, "its heads cannot be read") from None
    for column, says, must in zip(Checkpoint._fields, kept, made, strict=True):
        if says != must:
            raise _wrong(number, f"{column} is {shown(says)}, and must be {shown(must)}")
    return heads


def _wrong(number: int, why: str, what: str = "was altered") -> Unreadable:
    return unreadable("checkpoint-altered", f"checkpoint {number} {what}: {why}", RESTORE)
