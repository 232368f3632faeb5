"""A server is killed in mid-round: pages say so, connect again by themselves, the round goes on."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from browser.dealing import Dealer, cards
from browser.houses import GlassHouse
from browser.ledger import Ledger
from browser.pages import DealerPage, FloorPage, Screen, SeatPage, SignPage
from browser.people import Visitors
from browser.waiting import until

TABLE = "8"
SAYS_SO_SECONDS, BACK_SECONDS = 3.0, 5.0
AWAY = ("ERR_CONNECTION_REFUSED", "WebSocket connection to", "ERR_SOCKET_NOT_CONNECTED")
"""What a browser says of a server that does not answer: expected then, and nothing else is."""
LOADS = "performance.getEntriesByType('navigation')[0].startTime + performance.timeOrigin"


def test_must_show__a_server_killed_in_mid_round_is_told_and_the_round_goes_on(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(TABLE, 2)
    ledger = Ledger(house)
    people = {
        "dealer": visitors.come(house, house.cookies_of("1101", TABLE)),
        "seat": visitors.come(house, house.device("seat", TABLE, 2)),
        "sign": visitors.come(house),
        "floor": visitors.come(house, house.cookies_of("2207")),
    }
    dealer = DealerPage(people["dealer"].opens(f"/tables/{TABLE}/dealer"))
    seat = SeatPage(people["seat"].opens(f"/tables/{TABLE}/seat/2"))
    sign = SignPage(people["sign"].opens(f"/tables/{TABLE}/sign"))
    floor = FloorPage(people["floor"].opens("/"))
    screens: list[Screen] = [dealer, seat, sign, floor]
    seat.bet("player", 25)
    hands, keys = Dealer(dealer, house, TABLE), cards("9s Kd", "4h 2c")
    hands.deal(keys, until=lambda: _dealt(house) == 2)
    loaded = [_loaded(screen.page) for screen in screens]

    for visitor in people.values():
        visitor.guard.expected += AWAY
    house.server.kill()
    killed = time.monotonic()
    for screen in screens:
        until(screen.page, lambda screen=screen: not screen.live, "the lost link")  # type: ignore[misc]
    assert time.monotonic() - killed < SAYS_SO_SECONDS
    assert seat.at("#downbar").is_visible(), "it is told in words too"

    house.server.start()
    house.server.wait()
    back = time.monotonic()
    for screen in screens:
        until(screen.page, lambda screen=screen: screen.live, "the link")  # type: ignore[misc]
    assert time.monotonic() - back < BACK_SECONDS
    for visitor in people.values():
        visitor.page.wait_for_timeout(100)
        for part in AWAY:
            visitor.guard.expected.remove(part)
    assert [_loaded(screen.page) for screen in screens] == loaded, "none was loaded again"

    assert _dealt(house) == 2, "what was dealt is on record"
    hands.go_on(keys)
    ledger.agrees(seat, TABLE, 2)
    ledger.agrees(floor)
    assert ledger.balance(TABLE, 2) == 100_000 + 2_500 and seat.won() == 2_500


def _dealt(house: GlassHouse) -> int:
    hands = house.auditor.table(TABLE)["hands"]
    return len(hands["player"]) + len(hands["banker"])


def _loaded(page: Page) -> float:
    when: float = page.evaluate(LOADS)
    return when
