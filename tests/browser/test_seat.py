"""The seat as a stranger meets it: what is refused, what is dealt, and what is left."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Route

from browser.checks import box, check, check_beside
from browser.chromium import PHONE, TABLET, Size
from browser.houses import DemoHouse, demo_house, slow_demo
from browser.pages import FloorPage, SeatPage
from browser.people import Visitor, Visitors
from browser.waiting import until


def seated(
    visitors: Visitors, demo: DemoHouse, table: str, size: Size = TABLET
) -> tuple[Visitor, SeatPage]:
    """Let a stranger sit down, and wait for the chips."""
    visitor = visitors.come(demo, size=size)
    FloorPage(visitor.opens("/")).sit_down(table)
    visitor.page.wait_for_url(f"**/tables/{table}/seat/*")
    seat = SeatPage(visitor.page)
    until(seat.page, lambda: "data-open" in seat.at("#stage").evaluate("(at) => at.outerHTML"))
    until(seat.page, lambda: not seat.at(".arriving").count(), "the chips", 90)
    return visitor, seat


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_what_is_refused_is_said_beside_the_spot_until_the_next_press(
    demo: DemoHouse, visitors: Visitors, size: Size
) -> None:
    visitor, seat = seated(visitors, demo, "1", size=size)
    toast = seat.at("#toasts[aria-live] .toast")
    seat.choose(100)
    with visitor.guard.expecting("409"):
        for _ in range(6):  # the maximum is $500
            seat.spot("player").click()
        until(seat.page, lambda: toast.count() == 1, "a refusal")
        until(seat.page, lambda: seat.laid("player") == 500_00, "what was taken")
        check_beside(toast, seat.spot("player"))
        lines = toast.inner_text().splitlines()
        assert all(line[0].isupper() for line in lines if line), "whole sentences"
        assert lines[0].startswith("Your Player would stand at $600"), "to whoever sits there"
        seat.choose(25)
        assert toast.count() == 0, "gone with the next press"
        seat.spot("player").click()
        until(seat.page, lambda: toast.count() == 1, "another refusal")
        seat.page.keyboard.press("Escape")
        assert toast.count() == 0, "gone with Escape"
    seat.at("#clear").click()
    until(seat.page, lambda: seat.laid("player") == 0, "nothing lies")
    seat.at("#undo").click()
    until(seat.page, lambda: seat.laid("player") == 500_00, "what was cleared lies again")
    seat.at("#undo").click()
    until(seat.page, lambda: seat.laid("player") == 0, "laid together, taken back together")
    seat.at("#undo").click()
    until(seat.page, lambda: toast.count() == 1, "nothing to take back")
    check_beside(toast, seat.at("#undo"))
    seat.at("#auto form.for-mine button").click()
    visitor.page.wait_for_url(demo.url + "/")


def test_what_waits_for_its_answer_is_still_read(demo: DemoHouse, visitors: Visitors) -> None:
    _, seat = seated(visitors, demo, "3")
    held: list[Route] = []
    seat.page.route("**/commands", lambda route: held.append(route), times=1)
    seat.spot("player").click()
    until(seat.page, lambda: bool(held), "asked, and not answered yet")
    assert seat.at("#spot-player[aria-busy=true] .bet.waiting b").inner_text().startswith("$")
    check(seat.page, axe=False)
    held[0].continue_()
    until(seat.page, lambda: seat.laid("player") > 0, "the chip")
    assert not seat.at("[aria-busy]").count()


def test_a_seat_with_bets_is_not_left_unasked(demo: DemoHouse, visitors: Visitors) -> None:
    visitor, seat = seated(visitors, demo, "5")
    seat.bet("player", 25)
    here = visitor.page.url
    floor = FloorPage(visitor.opens("/"))
    with visitor.guard.expecting("409"):
        floor.sit_down("1")
        ask = floor.at("dialog.ask")
        until(floor.page, ask.is_visible, "a question")
    assert re.search(r"table 5, position [0-9], with \$975 in chips and \$25", ask.inner_text())
    ask.locator("button").first.click()
    until(floor.page, lambda: ask.count() == 0, "it stays")
    visitor.opens(here.removeprefix(demo.url))
    assert seat.laid("player") == 25_00
    floor = FloorPage(visitor.opens("/"))
    with visitor.guard.expecting("409"):
        floor.sit_down("1")
        floor.at("dialog.ask button:not(.main)").click()
        visitor.page.wait_for_url("**/tables/1/seat/*")


def test_on_a_phone_the_hands_are_in_view_wherever_one_has_scrolled(
    tmp_path: Path, visitors: Visitors
) -> None:
    with demo_house(tmp_path, replace(slow_demo(), betting_seconds_person=8)) as quick:
        _, seat = seated(visitors, quick, "1", PHONE)
        seat.bet("tie", 5)
        seat.page.evaluate("() => scrollTo(0, 600)")
        until(seat.page, lambda: seat.at("#dealt.stays .card").count() >= 4, "cards", 90)
        check_hands(seat)


def check_hands(seat: SeatPage) -> None:
    """Hold the hands of a phone to what can be seen of them."""
    for hand in seat.at("#dealt > div").all():
        who, total, laid = (box(hand.locator(one)) for one in (".who", "b", ".lay"))
        assert who[2] <= total[0] and total[2] <= laid[0], "a total stands beside its own hand"
    left, top, right, bottom = box(seat.at("#dealt"))
    assert top >= 0 and bottom < PHONE.height and left >= 0 and right <= PHONE.width
    on_top = "([x, y]) => document.elementFromPoint(x, y).closest('#dealt') !== null"
    assert seat.page.evaluate(on_top, [(left + right) / 2, (top + bottom) / 2])


def test_odds_that_were_asked_for_are_shown_again_after_a_reload(
    demo: DemoHouse, visitors: Visitors
) -> None:
    visitor, seat = seated(visitors, demo, "1")
    edge = seat.at("#spot-player .edge")
    seat.at("#odds-on").click()
    until(seat.page, lambda: "edge" in edge.inner_text(), "the edge", 90)
    visitor.page.reload()
    until(seat.page, lambda: "edge" in edge.inner_text(), "the edge again", 90)
    seat.at("#odds-on").click()
    visitor.page.reload()
    assert not seat.at("#odds-on").is_checked()
