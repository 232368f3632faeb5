"""Elements of pages, each with an id: drawn by the server, sent when they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Topic, View
from pitboss.house.serving.running import Running
from pitboss.web.screens import bar, dealer, floor, jackpots, seat, sign, tables
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


def page_renderer(running: Running) -> Callable[[Topic], View]:
    """Return what draws the streams of a house for its pages."""
    hub = running.hub

    def rendered(topic: Topic) -> View:
        page, words = of_audience(topic.audience)
        presence = hub.render(Topic(PRESENCE, "sign"))
        pit = partial(hub.render, Topic(PIT, "staff"))
        badges = running.demo_places.badges() if running.demo else ()
        room = Room(running.board, presence, running.demo, pit, badges)
        if topic.stream == PIT and page != "floor":
            return bar.parts(room)
        return SCREENS[page](room, topic.stream, *words)

    return rendered
