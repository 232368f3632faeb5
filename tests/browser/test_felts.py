"""A full round from the felt of each of the 16 games and of three mixes, by what people press."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from browser.checks import box, check
from browser.chromium import DESKTOP, TABLET, Size
from browser.dealing import Dealer, cards, cups, rolls
from browser.houses import GlassHouse
from browser.ledger import Ledger
from browser.pages import DealerPage, Due, SeatPage
from browser.people import Visitors
from browser.rounds import FELTS, Felt
from browser.waiting import until
from pitboss.rulebook import games

SEAT = 2
SWAPPED = "21"
MIDI = "4"
CUPS = next(id for id, felt in FELTS.items() if felt.kind == "cups")
DEALT: dict[str, Callable[[], Callable[[Due], Sequence[str]]]] = {
    "cards": lambda: cards("9s Kd", "4h 2c"),
    "cups": lambda: cups("666", "123"),
    "rolls": lambda: rolls("22", "43"),
}


def test_every_game_has_a_felt() -> None:
    played = {felt.name for felt in FELTS.values()}
    assert {game.id for game in games()} <= played and len(played) == 19


@pytest.mark.parametrize("table", [pytest.param(id, id=felt.name) for id, felt in FELTS.items()])
def test_must_show__a_round_from_the_felt(
    table: str, house: GlassHouse, visitors: Visitors
) -> None:
    felt, ledger = FELTS[table], Ledger(house)
    house.open(table, SEAT)
    seat = SeatPage(
        visitors.come(house, house.device("seat", table, SEAT)).opens(
            f"/tables/{table}/seat/{SEAT}"
        )
    )
    dealer = DealerPage(
        visitors.come(house, house.cookies_of("1101", table)).opens(f"/tables/{table}/dealer")
    )
    before = ledger.balance(table, SEAT)
    for spot, dollars in felt.wagers:
        seat.bet(spot, dollars)
    staked = _staked(felt)
    assert ledger.balance(table, SEAT) == before - staked
    ledger.agrees(seat, table, SEAT)
    ledger.agrees(dealer, table)
    round = house.auditor.table(table)["round"]
    Dealer(dealer, house, table).deal(DEALT[felt.kind]())
    ledger.agrees(seat, table, SEAT)
    ledger.even(table)
    told = house.auditor.round(table, round)
    assert seat.won() == ledger.balance(table, SEAT) - before, told


def test_a_chip_is_laid_though_its_spot_is_swapped_under_the_finger(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(SWAPPED, SEAT)
    visitor = visitors.come(house, house.device("seat", SWAPPED, SEAT))
    seat = SeatPage(visitor.opens(f"/tables/{SWAPPED}/seat/{SEAT}"))
    seat.choose(25)
    seat.spot("player").hover()
    visitor.page.mouse.down()
    house.give(SWAPPED, f"bet {SEAT} player 5")
    until(seat.page, lambda: seat.cents("#staked b") == 500, "news of the other bet")
    visitor.page.mouse.up()
    until(seat.page, lambda: seat.laid("player") == 3_000, "the chip that was laid")


def test_what_was_said_of_closed_bets_goes_when_bets_are_taken_again(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.open(SWAPPED, SEAT)
    seat = SeatPage(
        visitors.come(house, house.device("seat", SWAPPED, SEAT)).opens(
            f"/tables/{SWAPPED}/seat/{SEAT}"
        )
    )
    house.give(SWAPPED, f"bet {SEAT} player 5", "no more bets")
    until(seat.page, lambda: seat.stage == "dealing", "the bets are closed")
    seat.spot("player").click()
    assert seat.at(".toast").count() == 1
    house.give(SWAPPED, "coup 9s Kd / 4h 2c", "finish")
    until(seat.page, lambda: seat.stage == "betting", "the next round")
    assert seat.at(".toast").count() == 0


@pytest.mark.parametrize("size", [TABLET, DESKTOP])
def test_chips_lie_beside_what_is_printed_and_within_narrow_spots(
    house: GlassHouse, visitors: Visitors, size: Size
) -> None:
    house.open(CUPS, SEAT)
    visitor = visitors.come(house, house.device("seat", CUPS, SEAT), size=size)
    seat = SeatPage(visitor.opens(f"/tables/{CUPS}/seat/{SEAT}"))
    spots = ["player", "banker", "golden-talons:player", "golden-talons:banker"]
    house.give(CUPS, *(f"bet {SEAT} {spot} 9" for spot in spots))
    until(seat.page, lambda: seat.at(".spot > .bet").count() == len(spots), "the chips")
    for spot in map(seat.spot, spots):
        left, top, right, bottom = box(spot.locator(".bet"))
        within = box(spot)
        assert within[0] <= left and right <= within[2] and bottom <= within[3]
        assert all(box(text)[3] <= top for text in spot.locator(".name, .pay, .sub").all())


@pytest.mark.parametrize("size", [TABLET, DESKTOP])
def test_nothing_moves_when_the_cards_are_handed_to_the_own_seat(
    house: GlassHouse, visitors: Visitors, size: Size
) -> None:
    house.open(MIDI, SEAT)
    visitor = visitors.come(house, house.device("seat", MIDI, SEAT), size=size)
    seat = SeatPage(visitor.opens(f"/tables/{MIDI}/seat/{SEAT}"))
    house.give(MIDI, f"bet {SEAT} player 25", "no more bets")
    house.give(MIDI, *("deal player ?", "deal banker ?") * 2)
    until(seat.page, lambda: seat.at("#hands .card:not(.slot)").count() == 4, "the backs")
    places = "(all) => all.map((one) => JSON.stringify([one.id, one.getBoundingClientRect()]))"
    before = seat.at("#hands, .spot").evaluate_all(places)
    house.give(MIDI, f"hand player to {SEAT}")
    until(seat.page, lambda: seat.at(".zone.mine").count() == 1, "the own cards")
    assert seat.at("#hands, .spot").evaluate_all(places) == before
    inside = "(at) => [at.scrollHeight <= at.clientHeight, at.scrollWidth <= at.clientWidth]"
    for part in ("#felt", "#hands"):
        assert seat.at(part).evaluate(inside) == [True, True], part
    check(seat.page, axe=False)
    house.give(MIDI, "turn player 9s Kd", "call player", "turn banker 4h 2c", "call banker")
    house.give(MIDI, "call result", "finish")


def _staked(felt: Felt) -> int:
    return sum(dollars for _, dollars in felt.wagers) * 100
