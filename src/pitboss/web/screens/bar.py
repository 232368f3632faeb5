"""The bar over the pages of staff: how much waits for a second person, where it is decided."""

from __future__ import annotations

from pitboss.table.record.journal import HOUSE
from pitboss.web.screens.room import Room
from pitboss.web.templating import drawn


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
