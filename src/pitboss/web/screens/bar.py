"""The bar over the pages of staff: how much waits for a second person, where it is decided."""

from __future__ import annotations

from pitboss.web.screens.room import Room
from pitboss.web.templating import drawn


def parts(room: Room) -> dict[str, str]:
    """Return the elements of the bar that change: a count beside each page that decides."""
    waiting = [one for one in room.pit()["alerts"] if one["kind"] == "proposal"]
    ids = {
        "tables": [one["id"] for one in waiting if not one["jackpot"]],
        "jackpots": [one["id"] for one in waiting if one["jackpot"]],
    }
    return {f"waits-{page}": drawn("nav", "waits", page, listed) for page, listed in ids.items()}
