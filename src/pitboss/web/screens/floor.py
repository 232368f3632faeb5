"""The floor's page."""

from __future__ import annotations

from typing import Any

from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.views import meter_view, sign_view
from pitboss.web.screens.room import Page, Room
from pitboss.web.templating import drawn


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    return {"floor": room.board.floor}


def parts(room: Room, stream: str, *words: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    board, (kind, _, id) = room.board, stream.partition("/")
    if stream == PRESENCE:
        return {f"f-{id}": drawn("floor", "places", id, at) for id, at in room.presence.items()}
    if kind == "link":
        view = meter_view(board.jackpot(id))
        return {f"meter-{id}": drawn("floor", "meter", view, board.floor.currency)}
    if kind == "table":
        view = sign_view(board.floor.table(id), board.table(id))
        return {f"table-{id}": drawn("floor", "tile", view)}
    return {}
