"""Places of the demo: taken from automatons and given back, and cards that are squeezed."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocket

from browser.houses import DemoHouse
from browser.pages import DealerPage, FloorPage, SeatPage
from browser.people import Visitor, Visitors
from browser.waiting import until

MIDI = "4"


def sits(visitors: Visitors, demo: DemoHouse, table: str) -> tuple[Visitor, SeatPage]:
    """Let a stranger sit down by the button of the floor."""
    visitor = visitors.come(demo)
    floor = FloorPage(visitor.opens("/"))
    floor.sit_down(table)
    visitor.page.wait_for_url(f"**/tables/{table}/seat/*")
    return visitor, SeatPage(visitor.page)


def deals(visitors: Visitors, demo: DemoHouse, table: str) -> tuple[Visitor, DealerPage]:
    """Let a stranger take the dealer's place by the button of the floor."""
    visitor = visitors.come(demo)
    floor = FloorPage(visitor.opens("/"))
    floor.deal(table)
    visitor.page.wait_for_url(f"**/tables/{table}/dealer")
    return visitor, DealerPage(visitor.page)


def test_must_show__a_seat_is_taken_from_an_automaton_and_given_back(
    demo: DemoHouse, visitors: Visitors
) -> None:
    onlooker = FloorPage(visitors.come(demo).opens("/"))
    _, seat = sits(visitors, demo, "1")
    position = int(seat.page.url.rpartition("/")[2])
    held = onlooker.at(f"#seats-1 i.person:text-is('{position}')")
    until(onlooker.page, lambda: held.count() == 1, "a person at the seat")
    until(seat.page, lambda: seat.cents("#balance b") == 100_000, "a fresh $1,000")
    until(seat.page, lambda: seat.stage == "betting", "a round that takes bets", 90)
    seat.bet("player", 10)
    assert seat.cents("#balance b") == 99_000
    seat.at("#auto form.for-mine button").click()
    seat.page.wait_for_url(demo.url + "/")
    until(onlooker.page, lambda: held.count() == 0, "the automaton again")


def test_must_show__the_dealers_place_is_taken_and_given_back(
    demo: DemoHouse, visitors: Visitors
) -> None:
    onlooker = FloorPage(visitors.come(demo).opens("/"))
    _, dealer = deals(visitors, demo, "5")
    until(onlooker.page, lambda: onlooker.at("#deal-5").is_disabled(), "the place is held")
    dealer.cards_by_hand()
    dealer.at("#auto form button").click()
    dealer.page.wait_for_url(demo.url + "/")
    until(onlooker.page, lambda: onlooker.at("#deal-5").is_enabled(), "the place is free")


def test_must_show__a_squeezed_card_is_nobodys_before_it_is_turned(
    demo: DemoHouse, visitors: Visitors
) -> None:
    visitor, seat = sits(visitors, demo, MIDI)
    _, dealer = deals(visitors, demo, MIDI)
    frames: list[str] = []

    def keep(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    visitor.page.on("websocket", keep)
    visitor.page.reload()
    position = int(seat.page.url.rpartition("/")[2])
    staff = demo.client()
    staff.sign_in("2207", "7022")
    while staff.table(MIDI)["stage"] != "betting":
        dealer.press()
    until(seat.page, lambda: seat.stage == "betting", "bets")
    seat.bet("player", 300)
    for _ in range(20):
        if seat.at("#hands.mine").count():
            break
        dealer.press()
    assert seat.at("#hands.mine .peeled").count() == 2, "both cards lie face down"
    assert not _faces(frames), "no face has come"
    card = seat.at("#card-1")
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x, y - box["height"] * 0.2, steps=5)
    assert seat.at("#hands.mine .peeled").count() == 2, "lifted, and not turned"
    assert not _faces(frames)
    visitor.page.mouse.move(x, y - box["height"] * 0.85, steps=5)
    visitor.page.mouse.up()
    until(seat.page, lambda: _faces(frames), "the faces")
    hands = staff.table(MIDI)["hands"]
    assert {str(card) for card in hands["player"] if card} <= _faces(frames), position


def _faces(frames: list[str]) -> set[str]:
    """Return the faces of cards in the newest hands that came."""
    newest = ""
    for frame in frames:
        message = json.loads(frame)
        view = message.get("snapshot") or message.get("changes") or {}
        newest = view.get("hands", newest)
    return set(re.findall(r"sprites\.svg#([2-9TJQKA][shdc])\"", newest))
