"""A round with keys alone: chips, spots and undo at the seat, buttons and pad at the dealer's."""

from __future__ import annotations

from playwright.sync_api import Page

from browser.houses import GlassHouse
from browser.ledger import Ledger
from browser.pages import MAIN, DealerPage, SeatPage
from browser.people import Visitors
from browser.waiting import until

TABLE, SEAT, MOST_TABS = "8", 2, 250
FOCUSED = "(what) => document.activeElement.matches(what)"


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something has the focus, and see that it shows it."""
    for _ in range(MOST_TABS):
        if page.evaluate(FOCUSED, what):
            visible: bool = page.evaluate("document.activeElement.matches(':focus-visible')")
            assert visible, f"the focus on {what} is not seen"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} cannot be reached by Tab")


def test_must_show__a_round_with_keys_alone(house: GlassHouse, visitors: Visitors) -> None:
    house.open(TABLE, SEAT)
    ledger = Ledger(house)
    seat = SeatPage(
        visitors.come(house, house.device("seat", TABLE, SEAT)).opens(
            f"/tables/{TABLE}/seat/{SEAT}"
        )
    )
    dealer = DealerPage(
        visitors.come(house, house.cookies_of("1101", TABLE)).opens(f"/tables/{TABLE}/dealer")
    )
    keys = seat.page.keyboard

    tab_to(seat.page, ".rack input")
    while seat.page.evaluate("document.activeElement.value") != "25":
        keys.press("ArrowRight")
    tab_to(seat.page, "#spot-player")
    keys.press("Enter")
    until(seat.page, lambda: seat.laid("player") == 2_500, "a chip by Enter")
    assert seat.page.evaluate(FOCUSED, "#spot-player"), "the focus has stayed"
    keys.press("Space")
    until(seat.page, lambda: seat.laid("player") == 5_000, "a chip by the space bar")
    tab_to(seat.page, "#undo")
    keys.press("Enter")
    until(seat.page, lambda: seat.laid("player") == 2_500, "one chip taken back")

    _press(dealer)
    for card in ("9s", "4h", "Kd", "2c"):
        step = dealer.due().step
        tab_to(dealer.page, f'[id="key-{card}"]')
        dealer.page.keyboard.press("Enter")
        until(dealer.page, lambda step=step: dealer.due().step != step, card)  # type: ignore[misc]
    for _ in range(12):
        if house.auditor.table(TABLE)["stage"] == "betting":
            break
        _press(dealer)
    assert ledger.balance(TABLE, SEAT) == 102_500
    ledger.agrees(seat, TABLE, SEAT)


def _press(dealer: DealerPage) -> None:
    tab_to(dealer.page, MAIN)
    dealer.gives(lambda: dealer.page.keyboard.press("Enter"))
