"""Elements of pages, each with an id: drawn by the server, sent when they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Topic, View
from pitboss.web.screens import dealer, floor, jackpots, seat, sign, tables
from pitboss.web.screens.room import Room, of_audience

Parts = Callable[..., dict[str, str]]
SCREENS: Mapping[str, Parts] = {
    "floor": floor.parts,
    "dealer": dealer.parts,
    "seat": seat.parts,
    "sign": sign.parts,
    "manager_jackpots": jackpots.parts,
    "manager_jackpot": jackpots.parts_of_one,
    tables.NAME: tables.parts,
}
"""What a page shows of a stream: called with the room, the stream and what its audience says."""


def with_pages(
    board: Callable[[], Board], render: Callable[[Topic], View], demo: bool
) -> Callable[[Topic], View]:
    """Return a renderer that knows the audiences of pages beside the others."""

    def rendered(topic: Topic) -> View:
        if not topic.audience.startswith("page "):
            return render(topic)
        page, words = of_audience(topic.audience)
        presence = render(Topic(PRESENCE, "sign"))
        room = Room(board(), presence, demo, lambda: render(Topic(PIT, "staff")))
        return SCREENS[page](room, topic.stream, *words)

    return rendered
