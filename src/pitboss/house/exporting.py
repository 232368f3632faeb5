"""Lines out of a house: the same byte for byte as those of a journal in a file."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.engine import Connection

from pitboss.house.copying import Progress
from pitboss.house.store import all_lines, heads_of, lines_after
from pitboss.refusals import did_you_mean, unreadable


def export_lines(
    connection: Connection, stream: str | None = None, progress: Progress | None = None
) -> Iterator[str]:
    """Yield the lines of a stream, or of all in the order in which they were written.

    Those of a table, and all together, are what ``pitboss replay`` verifies.
    """
    heads = heads_of(connection)
    if not heads:
        raise unreadable(
            "no-house", "the database holds no floor", "make one with pitboss house init"
        )
    if stream is not None and stream not in heads:
        raise unreadable(
            "no-such-stream",
            f'the house has no lines of "{stream}"',
            did_you_mean(stream, sorted(heads)),
        )
    total = sum(head.version for name, head in heads.items() if stream in (None, name))
    if stream is None:
        bodies = (row.body for _, row in all_lines(connection))
    else:
        bodies = (row.body for row in lines_after(connection, stream))
    for done, body in enumerate(bodies, 1):
        yield body
        if progress is not None:
            progress(done, total)
