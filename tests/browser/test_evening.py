"""An evening in five contexts: a dealer, two seats, a sign and a supervisor at a linked table.

Everything is done by pressing what people press, and after every step each amount on each screen
is held to the ledger.
"""

from __future__ import annotations

from browser.dealing import Dealer, cards
from browser.houses import PINS, GlassHouse
from browser.ledger import Ledger
from browser.pages import DealerPage, FloorPage, Screen, SeatPage, SignPage
from browser.people import Visitors
from browser.waiting import until

TABLE, OTHER = "1", "2"


class Evening:
    """Who is there, and what their screens must show."""

    def __init__(self, house: GlassHouse, visitors: Visitors) -> None:
        self.house, self.ledger = house, Ledger(house)
        house.open(TABLE, 3, 5)
        house.open(OTHER, 1)

        dealer = visitors.come(house, house.cookies_of("1101", TABLE))
        self.dealer = DealerPage(dealer.opens(f"/tables/{TABLE}/dealer"))
        self.seats = {
            seat: SeatPage(
                visitors.come(house, house.device("seat", TABLE, seat)).opens(
                    f"/tables/{TABLE}/seat/{seat}"
                )
            )
            for seat in (3, 5)
        }
        sign = visitors.come(house, house.device("sign", TABLE))
        self.sign = SignPage(sign.opens(f"/tables/{TABLE}/sign"))
        supervisor = visitors.come(house, house.cookies_of("2207"))
        self.floor = FloorPage(supervisor.opens("/"))
        self.other = DealerPage(supervisor.context.new_page())
        self.other.page.goto(f"/tables/{OTHER}/dealer")
        self.hands = Dealer(self.dealer, house, TABLE)

    @property
    def screens(self) -> list[tuple[Screen, str, int]]:
        seats = [(page, TABLE, seat) for seat, page in self.seats.items()]
        return [(self.dealer, TABLE, 0), *seats, (self.sign, TABLE, 0), (self.floor, "", 0)]

    def agree(self) -> None:
        """Hold every screen to the ledger."""
        with self.ledger.still():
            for screen in self.screens:
                self.ledger.agrees(*screen)
            self.ledger.even(TABLE, OTHER)

    def explain(self) -> None:
        """Hold every amount that can be read anywhere to the ledger, too."""
        self.agree()
        with self.ledger.still():
            for screen in self.screens:
                self.ledger.explains(*screen)

    @property
    def settling(self) -> bool:
        return bool(self.ledger.table(TABLE)["stage"] == "settling")


def test_must_show__five_screens_agree_with_the_ledger_through_a_jackpot(
    house: GlassHouse, visitors: Visitors
) -> None:
    evening = Evening(house, visitors)
    dealer, seats, ledger = evening.dealer, evening.seats, evening.ledger
    evening.explain()

    # A round without a jackpot: the Player's natural 9, so that Player 25 wins 25.
    seats[3].bet("player", 25)
    seats[3].bet("sun-7-progressive", 1)
    seats[5].bet("banker", 10)
    evening.agree()
    evening.hands.deal(cards("9s Kd", "4h 2c"), until=lambda: evening.settling)
    evening.explain()
    evening.hands.go_on(cards("", ""))
    evening.explain()
    assert ledger.balance(TABLE, 3) == 100_000 + 2_500 - 100
    assert ledger.balance(TABLE, 5) == 100_000 - 1_000
    assert seats[3].won() == 2_400 and seats[5].won() == -1_000
    assert ledger.meters()["meter sun-7"] == 500_015, "15% of a unit"

    # The top row: Sun 7 with both hands in one suit is the whole meter, shared by both bettors.
    for seat in (3, 5):
        seats[seat].bet("banker", 20)
        seats[seat].bet("sun-7-progressive", 1)
    evening.agree()
    evening.hands.deal(cards("2s 3s 9s", "As 2s 4s"), until=lambda: dealer.due().alarm)
    evening.agree()
    assert not evening.sign.pending
    _hit(evening)
    assert evening.sign.pending
    amount = house.auditor.jackpot("sun-7")["hits"][-1]["amount_cents"]
    assert amount == 500_045 == ledger.meters()["meter sun-7"]
    until(evening.floor.page, evening.floor.alerts, "an alarm for the floor")
    evening.explain()

    # The other table is locked while the hit is pending.
    evening.house.give(OTHER, "bet 1 player 10, sun-7-progressive 1", "no more bets")
    until(evening.other.page, lambda: evening.other.light("START GAME").is_disabled(), "the lock")
    assert "sun-7" in evening.other.text("#lights").lower() or "pending" in (
        evening.other.text("#lights").lower()
    )

    # Card, payment, reseed: the supervisor shows a card at the dealer's panel.
    dealer.pay_jackpot("2207", PINS["2207"])
    until(dealer.page, lambda: not dealer.at("dialog[open]").count(), "the payment")
    evening.explain()
    assert not evening.sign.pending
    share = amount // 2
    assert ledger.balance(TABLE, 3) == 102_400 - 2_000 - 100 + share
    assert seats[3].won() == 1_900 - 100 + share, "what the jackpot paid is part of the round"
    assert ledger.meters()["meter sun-7"] == 15 + amount - 2 * share, "reserve of 3 units, odd cent"
    evening.hands.go_on(cards("", ""))
    evening.agree()
    until(evening.other.page, lambda: evening.other.light("START GAME").is_enabled(), "unlocked")

    # Back to play.
    seats[5].bet("player", 5)
    evening.hands.deal(cards("8d Kc", "4d 3c"))
    evening.explain()


def _hit(evening: Evening) -> None:
    """Press what the panel lights up for until the hit is pending."""
    for _ in range(6):
        if evening.house.auditor.jackpot("sun-7")["state"] == "pending":
            break
        evening.dealer.press()
    else:
        raise AssertionError("the hit does not come")
    until(evening.sign.page, lambda: evening.sign.pending, "the sign says so")
