"""The dealer's pads and lines: what is touched twice, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Route

from browser.checks import check, check_beside
from browser.chromium import PHONE, TABLET, Size
from browser.dealing import Dealer, cards
from browser.houses import GlassHouse
from browser.pages import DealerPage, Due
from browser.people import Visitors
from browser.waiting import until

TABLE, SEAT = "9", 2
HELD_MS = 4_000
"""Longer than what is touched lies before it is recorded."""


def test_a_card_that_is_touched_too_often_is_not_dealt_in_the_next_round(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(TABLE, SEAT)
    house.give(TABLE, f"bet {SEAT} player 25")
    cookies = house.cookies_of("1101", TABLE)
    page = DealerPage(visitors.come(house, cookies).opens(f"/tables/{TABLE}/dealer"))
    dealer, natural, dealt = Dealer(page, house, TABLE), cards("9s Kd", "4h 2c"), list[str]()

    def twice_at_last(due: Due) -> Sequence[str]:
        keys = list(natural(due))
        dealt.extend(keys)
        return [*keys, "key-3c"] if len(dealt) == 4 else keys

    dealer.deal(twice_at_last)
    assert len(dealt) == 4, dealt
    house.give(TABLE, f"bet {SEAT} player 25")
    page.press()
    assert page.due().pad, "the next round's first card is due"
    page.page.wait_for_timeout(HELD_MS)
    assert page.at("#hands .held").count() == 0
    told = house.auditor.table(TABLE)
    assert not (told["hands"]["player"] or told["hands"]["banker"]), told["hands"]
    dealer.go_on(cards("8s Kd", "4h 2c"))


def test_a_card_that_is_touched_before_a_hand_is_called_is_not_dealt_after_it(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(TABLE, SEAT)
    house.give(TABLE, f"bet {SEAT} player 25")
    cookies = house.cookies_of("1101", TABLE)
    page = DealerPage(visitors.come(house, cookies).opens(f"/tables/{TABLE}/dealer"))
    dealer, draws, dealt = Dealer(page, house, TABLE), cards("2s 3d 4c", "4h 2c"), list[str]()

    def once_more_at_last(due: Due) -> Sequence[str]:
        keys = list(draws(due))
        dealt.extend(keys)
        return [*keys, "key-3c"] if len(dealt) == 4 else keys

    dealer.deal(once_more_at_last, until=lambda: len(dealt) == 4)
    assert not page.due().pad, "the hands are called first"
    while not page.due().pad:
        page.press()
    page.page.wait_for_timeout(HELD_MS)
    assert page.at("#hands .held").count() == 0
    assert house.auditor.table(TABLE)["hands"]["player"] == ["2s", "3d"]
    dealer.go_on(draws)


def test_what_was_touched_can_be_taken_back_while_its_time_is_seen_to_run_out(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(TABLE, SEAT)
    house.give(TABLE, f"bet {SEAT} player 25", "no more bets")
    cookies = house.cookies_of("1101", TABLE)
    visitor = visitors.come(house, cookies, motion=True)
    page = DealerPage(visitor.opens(f"/tables/{TABLE}/dealer"))
    natural = cards("9s Kd", "4h 2c")
    (first,) = natural(page.due())
    page.at(f'[id="{first}"]').click()
    undo = page.at("#undo-entry.runs")
    until(page.page, undo.is_visible, "it can be taken back")
    width = "(at) => parseFloat(getComputedStyle(at, '::after').transform.slice(7))"
    before = undo.evaluate(width)
    page.page.wait_for_timeout(2_000)
    assert 0 < undo.evaluate(width) < before < 1, "the bar gets shorter"
    page.undo_entry()
    page.page.wait_for_timeout(HELD_MS)
    assert not _dealt(house), "nothing was recorded"
    record = page.at("#record-entry")
    assert not record.is_visible(), "there is nothing to record"
    page.at(f'[id="{first}"]').click()
    record.click()
    until(page.page, lambda: bool(_dealt(house)), "on record")
    Dealer(page, house, TABLE).go_on(natural)


def _dealt(house: GlassHouse) -> list[str]:
    """Return the player's cards on record."""
    dealt: list[str] = house.auditor.table(TABLE)["hands"]["player"]
    return dealt


def test_an_order_that_waits_for_its_answer_is_still_read(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(TABLE, SEAT)
    house.give(TABLE, f"bet {SEAT} player 25")
    cookies = house.cookies_of("1101", TABLE)
    page = DealerPage(visitors.come(house, cookies).opens(f"/tables/{TABLE}/dealer"))
    held: list[Route] = []
    page.page.route("**/commands", lambda route: held.append(route), times=1)
    page.at("#next .acts .btn.main").click()
    until(page.page, lambda: bool(held), "asked, and not answered yet")
    assert page.at("#next .btn.main[aria-busy=true]").count() == 1
    check(page.page, axe=False)
    held[0].continue_()
    until(page.page, lambda: bool(page.due().pad), "cards are due")
    Dealer(page, house, TABLE).go_on(cards("8s Kd", "4h 2c"))


@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_what_is_refused_to_a_dealer_is_said_beside_what_was_pressed(
    house: GlassHouse, visitors: Visitors, size: Size
) -> None:
    house.open(TABLE, SEAT)
    visitor = visitors.come(house, house.cookies_of("1101", TABLE), size=size)
    page = DealerPage(visitor.opens(f"/tables/{TABLE}/dealer"))
    toast, give = page.at("#toasts[aria-live] .toast"), page.at("#typed form .btn")
    with visitor.guard.expecting("409"):
        page.at("#typed > summary").click()
        page.at("#line").fill("bet 7 player 25")  # nobody sits there
        give.click()
        until(page.page, lambda: toast.count() == 1, "a refusal")
        check_beside(toast, give)
        page.at("#typed > summary").click()
        assert toast.count() == 0, "gone with the next press"
