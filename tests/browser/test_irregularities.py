"""An irregularity of each kind from the dealer's menu: filled in, sent, and on record."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from browser.houses import PINS, GlassHouse
from browser.pages import DealerPage
from browser.people import Visitors
from pitboss.web.screens.dealing.entries import IRREGULAR
from pitboss.web.words import words

SIGNED = {"supervisor": "2207", "pin of supervisor": PINS["2207"]}
FOUR = ("deal player 7s", "deal banker 2d", "deal player Kh", "deal banker 3c")
CALLED = ("no more bets", *FOUR, "call player", "call banker")
RESULT = ("coup 9s Kd / 4h 2c",)
DRY = (
    *("no more bets", "coup 4d 9c 5s / Ac 2h 2d", "finish"),
    *("no more bets", "coup 4c 7d 7c / 9d 7h 5d", "finish"),
    *("no more bets", "coup 8c 3s Jh / 8d 4s 6c", "finish"),
    *("no more bets", "coup 9h 3h Qs / Td Js Tc", "finish"),
    *("no more bets", "coup 5c 7s 3c / Jd As Qh", "finish"),
    *("bet 2 player 10", "no more bets", "deal player 3d", "deal banker Jc"),
    *("deal player Ah", "deal banker 2s", "call player", "call banker", "deal player 4h"),
)
"""A short shoe, in the middle of its last hand."""
CUT = (
    *("prepare burning 5h", "void round by 2207 and shuffle: a new shoe", "shuffle cards"),
    "cut 2 at 200",
)
"""A stack that was cut, before the cutting card is in it."""


class Case(NamedTuple):
    """Where something goes wrong, what was before, and what the dealer fills in."""

    table: str
    before: tuple[str, ...]
    fields: dict[str, str]
    fact: str
    """What is on record then."""


BET = "bet 2 player 10"
CASES = {
    "DealInError": Case("5", (BET, *CALLED), {"to": "player", "card": "4h"}, "CardErred"),
    "CorrectCard": Case(
        "8",
        (BET, *CALLED),
        {"card": "7c", **SIGNED},  # which card it was is chosen: the last that was entered
        "CardCorrected",
    ),
    "DealCard": Case("9", (BET, "no more bets"), {"to": "player", "card": "9s"}, "CardDealt"),
    "RunDry": Case("21", DRY, SIGNED, "RoundVoided"),
    "SpillDice": Case(
        "6", (BET, "no more bets", "shake cups"), {"reason": "a die fell"}, "ThrowVoided"
    ),
    "CallNoRoll": Case("7", ("bet 2 all-lows 5", "no more bets"), {"reason": "off"}, "RollVoided"),
    "VoidRound": Case(
        "10", (BET, *CALLED), {**SIGNED, "reason": "a card was missed"}, "RoundVoided"
    ),
    "OpenDispute": Case(
        "11", (BET, *RESULT), {"position": "2", "reason": "it was a six"}, "DisputeOpened"
    ),
    "CloseDispute": Case(
        "12",
        (BET, *RESULT, "dispute 2 it was a six"),
        {**SIGNED, "decision": "the nine is a nine"},
        "DisputeClosed",
    ),
    "OrderRecut": Case("13", CUT, SIGNED, "RecutOrdered"),
    "HitJackpot": Case(
        "3",
        ("bet 2 player 10, progressive 1", *RESULT),
        {"jackpot": "fortunes", **SIGNED, "reason": "seen on camera"},
        "JackpotHit",
    ),
    "WaiveJackpot": Case(
        "1",
        ("bet 2 sun-7-progressive 1", "coup 2s 3s 9s / As 2s 4s"),
        {"jackpot": "sun-7", **SIGNED, "reason": "past posted"},
        "JackpotWaived",
    ),
    "LoseLink": Case("2", (), {}, "LinkLost"),
    "GiveBackProgressives": Case(
        "4",
        ("bet 2 player 5, progressive 1", "no more bets", "link lost"),
        {},
        "ProgressivesGivenBack",
    ),
    "RestoreLink": Case("18", ("link lost",), {}, "LinkRestored"),
}


def test_every_kind_of_the_menu_is_tried() -> None:
    assert CASES.keys() == {entry.kind.__name__ for entry in IRREGULAR}


@pytest.mark.parametrize("kind", CASES)
def test_must_show__an_irregularity_from_the_menu(
    kind: str, house: GlassHouse, visitors: Visitors
) -> None:
    case, title = CASES[kind], words["dealer"]["entries"][kind]["name"]
    house.open(case.table, 2)
    dealer = DealerPage(
        visitors.come(house, house.cookies_of("1101", case.table)).opens(
            f"/tables/{case.table}/dealer"
        )
    )
    house.give(case.table, *case.before)
    entry = dealer.menu(title)
    with dealer.page.expect_response("**/commands") as answered:
        entry.click()
        if case.fields:
            dealer.fill(case.fields)
    answer = answered.value.json()
    assert answered.value.status == 200, answer
    assert case.fact in [fact["kind"] for fact in answer["facts"]], answer
    dealer.page.locator("dialog[open]").wait_for(state="detached")


def test_what_is_not_possible_now_says_why(house: GlassHouse, visitors: Visitors) -> None:
    house.open("19", 2)
    dealer = DealerPage(
        visitors.come(house, house.cookies_of("1101", "19")).opens("/tables/19/dealer")
    )
    entry = dealer.menu(words["dealer"]["entries"]["CorrectCard"]["name"])
    assert entry.is_disabled() and entry.locator(".refusal").inner_text()


def test_a_wrong_card_is_refused_in_words(house: GlassHouse, visitors: Visitors) -> None:
    house.open("19", 2)
    visitor = visitors.come(house, house.cookies_of("1101", "19"))
    dealer = DealerPage(visitor.opens("/tables/19/dealer"))
    house.give("19", BET, *CALLED)
    dealer.menu(words["dealer"]["entries"]["VoidRound"]["name"]).click()
    with visitor.guard.expecting("status 4", "status of 4"):
        dealer.fill({"supervisor": "2207", "pin of supervisor": "00000", "reason": "a test"})
        dealer.page.locator("dialog[open] .refused:not(:empty)").wait_for()
        assert dealer.refusal()
    assert house.auditor.table("19")["bets"], "nothing has changed"
