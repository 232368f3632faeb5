"""The bar over the pages of staff: how much waits for a second person, where it is decided."""

from __future__ import annotations

from hashlib import sha256

from pitboss.table.record.journal import HOUSE
from pitboss.web.screens.room import Room
from pitboss.web.templating import drawn


def mark_of(*said: object) -> str:
    """Return a mark that is another one where something else is said.

    >>> mark_of("open", 1) == mark_of("open", 1), mark_of("open", 1) == mark_of("open", 2)
    (True, False)
    """
    return sha256(repr(said).encode()).hexdigest()[:12]


def parts(room: Room) -> dict[str, str]:
    """Return the elements of the bar that change: a count beside each page that decides.

    What pages show of the house itself, its floor among it, is read again with every line of it.
    """
    waiting = [one for one in room.pit()["alerts"] if one["kind"] == "proposal"]
    ids = {
        "tables": [one["id"] for one in waiting if not one["jackpot"]],
        "jackpots": [one["id"] for one in waiting if one["jackpot"]],
    }
    counts = {f"waits-{page}": drawn("nav", "waits", page, these) for page, these in ids.items()}
    lines = room.board.streams[HOUSE].version
    return {**counts, "news-house": drawn("nav", "news", "news-house", lines)}
