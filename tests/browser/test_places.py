"""Places of the demo: taken from automatons and given back, and cards that are squeezed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from browser.checks import box
from browser.chromium import PHONE, TABLET, Size
from browser.houses import DemoHouse, demo_house, slow_demo
from browser.pages import DealerPage, FloorPage, SeatPage
from browser.people import Visitor, Visitors
from browser.waiting import until
from pitboss.refusals import Unreadable

MIDI = "4"
SILENCE_SECONDS = 9
LONG_SILENCE_SECONDS = 14
"""Long enough to look around, and warned of from the beginning."""
COVERED = """(near) => [...document.querySelectorAll(`${near} button, [data-post$="/stay"] button`)]
  .filter((one) => one.offsetParent && !one.disabled)
  .filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !one.contains(at);
  })
  .map((one) => one.textContent.trim())"""
"""The controls that cannot be pressed in their middle, of those near and of the warning."""


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


def test_a_silent_person_is_warned_and_may_take_the_place_again(
    tmp_path: Path, visitors: Visitors
) -> None:
    with demo_house(tmp_path, replace(slow_demo(), idle_seconds=SILENCE_SECONDS)) as demo:
        visitor, seat = sits(visitors, demo, "1")
        seat_address = visitor.page.url
        stay = seat.at("#auto form[data-post$='/stay'] button")
        until(visitor.page, stay.is_visible, "a warning")
        visitor.page.wait_for_timeout(SILENCE_SECONDS * 500)
        stay.click()
        visitor.page.wait_for_timeout(SILENCE_SECONDS * 700)
        assert visitor.page.url == seat_address, "who stays keeps the seat"
        seat.at("[popovertarget=rule-card]").first.click()
        visitor.page.wait_for_timeout(SILENCE_SECONDS * 700)
        assert visitor.page.url == seat_address, "and so does who reads the rules"
        visitor.page.wait_for_url("**/tables/1/given-back?seat=*")
        assert "was given back" in visitor.page.locator("h1").inner_text()
        visitor.page.locator("form[data-post$='/take'] button").click()
        visitor.page.wait_for_url(seat_address)
        until(visitor.page, lambda: seat.at("#auto .for-mine").first.is_visible(), "the seat")


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_warning_is_in_view_wherever_one_has_scrolled_and_covers_no_control(
    tmp_path: Path, visitors: Visitors, size: Size
) -> None:
    with demo_house(tmp_path, replace(slow_demo(), idle_seconds=LONG_SILENCE_SECONDS)) as demo:
        for place, near in (("seat", ".rail"), ("dealer", ".next")):
            visitor = visitors.come(demo, size=size)
            floor = FloorPage(visitor.opens("/"))
            (floor.sit_down if place == "seat" else floor.deal)("1")
            visitor.page.wait_for_url(f"**/tables/1/{place}**")
            page = visitor.page
            stay = page.locator("[data-post$='/stay'] button:visible")
            expect(stay).to_have_count(1)
            for far in (0, 700):
                page.evaluate("(far) => scrollTo(0, far)", far)
                left, top, right, bottom = box(stay)
                assert 0 <= left < right <= size.width and 0 <= top < bottom <= size.height
                covers = page.evaluate(COVERED, near)
                assert covers == [], f"{place}: {covers}"
            stay.click()


def test_must_show__a_squeezed_card_is_its_holders_alone_until_the_hand_is_turned(
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
    until(seat.page, lambda: seat.cents("#balance b") == 100_000, "chips to bet with")
    seat.bet("player", 500)
    mine = seat.at("#hands.mine")
    for _ in range(20):
        until(seat.page, lambda: mine.count() or dealer.due().button, "cards, or the next step")
        if mine.count():
            break
        dealer.press()
    assert seat.at("#hands.mine .peeled").count() == 2, "both cards lie face down"
    assert not _faces(frames), "no face has come"
    lifted = [seat.at(f"#card-{number} .peel-face") for number in (1, 2)]
    with squeezing(visitor.page, seat.at("#card-1")):
        until(seat.page, lambda: "#blank" not in _shown(lifted[0]), "its face, to the holder")
        assert seat.at("#hands.mine .peeled.open").count() == 0, "lifted, and not turned"
    until(seat.page, lambda: seat.at("#card-1.open").count() == 1, "turned")
    faces = [_shown(one) for one in lifted]
    with pytest.raises(Unreadable, match="you hold no cards"):
        staff._get(f"tables/{MIDI}/held")
    assert staff.table(MIDI)["hands"]["player"] == [None, None], "the table has seen none"
    assert not _faces(frames), "nor has any page been sent one"
    with squeezing(visitor.page, seat.at("#card-2")):
        pass
    until(seat.page, lambda: _faces(frames), "the faces")
    hands = staff.table(MIDI)["hands"]
    assert faces == [f"#{card}" for card in hands["player"][:2]], position
    assert {str(card) for card in hands["player"] if card} <= _faces(frames), position


@contextmanager
def squeezing(page: Page, card: Locator) -> Iterator[None]:
    """Lift a card a little, and beyond the middle afterwards."""
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - box["height"] * 0.2, steps=5)
    yield
    page.mouse.move(x, y - box["height"] * 0.85, steps=5)
    page.mouse.up()


def _shown(face: Locator) -> str:
    """Return the symbol of the sheet that a face shows."""
    return "#" + str(face.get_attribute("href")).rpartition("#")[2]


def _faces(frames: list[str]) -> set[str]:
    """Return the faces of cards in the newest hands that came."""
    newest = ""
    for frame in frames:
        message = json.loads(frame)
        view = message.get("snapshot") or message.get("changes") or {}
        newest = view.get("hands", newest)
    return set(re.findall(r"sprites\.svg#([2-9TJQKA][shdc])\"", newest))
