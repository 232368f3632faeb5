"""The seat's page."""

from __future__ import annotations

from typing import Any

from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.views import meter_view, player_view
from pitboss.web.screens.room import Page, Room
from pitboss.web.templating import drawn


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    setup = room.board.table(page.table).opened
    spots = [] if setup is None else [setup.labels[spot] for spot in setup.spots]
    return {"table": room.board.floor.table(page.table), "seat": page.seat, "spots": spots}


def parts(room: Room, stream: str, *words: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    board, (kind, _, id) = room.board, stream.partition("/")
    if stream == PRESENCE:
        return {f"f-{words[0]}": drawn("floor", "places", words[0], room.presence[words[0]])}
    if kind == "link":
        view = meter_view(board.jackpot(id))
        return {f"meter-{id}": drawn("floor", "meter", view, board.floor.currency)}
    entry, table = board.floor.table(id), board.table(id)
    view = player_view(entry, table, int(words[0]))
    return {name: drawn("floor", name, view) for name in ("state", "hands", "bets", "balance")}
