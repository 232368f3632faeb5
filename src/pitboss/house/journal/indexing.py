"""The index of the journal made anew from its lines: for an older database, or where it is lost."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.alone import alone
from pitboss.house.copying import Progress
from pitboss.house.database import Database
from pitboss.house.journal.pieces import LINES, FoundRow, found_row, index_rows, whole_pieces
from pitboss.house.schema import AMOUNT, MENTION, PIECE
from pitboss.house.store import bodies_after, heads_of, put_index
from pitboss.jackpot import streams  # enters the commands and facts of jackpots and the house

__all__ = ["clear", "fill", "rebuild", "streams"]


def rebuild(database: Database, progress: Progress | None = None) -> int:
    """Make the index of a house anew while nobody writes; return how many lines it knows."""
    database.ready()
    with database.reading() as connection:
        names = list(heads_of(connection))
    with alone(database, names or ("house",)), database.engine.begin() as connection:
        clear(connection)
        return fill(connection, progress)


def clear(connection: Connection) -> None:
    """Empty the index."""
    for table in (PIECE, MENTION, AMOUNT):
        connection.execute(sa.delete(table))


def fill(connection: Connection, progress: Progress | None = None) -> int:
    """Write the index of all whole pieces, inside the transaction at hand; return their lines."""
    heads = heads_of(connection)
    wholes = {stream: whole_pieces(head.version) * LINES for stream, head in heads.items()}
    done, total = 0, sum(wholes.values())
    for stream, lines in wholes.items():
        piece: list[FoundRow] = []
        for version, body, _ in bodies_after(connection, stream, 0, lines):
            piece.append(found_row(version, body))
            if len(piece) < LINES:
                continue
            put_index(connection, index_rows(piece))
            piece.clear()
            done += LINES
            if progress is not None:
                progress(done, total)
    return done
