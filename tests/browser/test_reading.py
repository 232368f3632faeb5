"""What pages of the office read again: nothing that they are told is lost, however slow it is."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qsl

from playwright.sync_api import APIResponse, Page, Route

from browser.houses import PINS, GlassHouse, give
from browser.office import Office, TablePage
from browser.people import Visitors
from browser.waiting import until
from pitboss.web.screens.jackpot_books import ROWS

JACKPOT = "fate-38"
BOOKS = f"**/manager/jackpots/{JACKPOT}?books=1*"
TABLE, OTHER = "8", "9"
DRAFTS = f"**/manager/tables/{TABLE}?*draft=*"


class Late(NamedTuple):
    """An answer that was given, and has not arrived."""

    route: Route
    answer: APIResponse

    def arrives(self) -> None:
        self.route.fulfill(response=self.answer)


def held(page: Page, where: str) -> list[Late]:
    """Hold back what the server answers to such questions from now on."""
    late: list[Late] = []
    page.route(where, lambda route: late.append(Late(route, route.fetch())))
    return late


def corrects(house: GlassHouse, reason: str) -> None:
    """Let two people correct the meter, as if from another computer."""
    line = f"adjust +5 by 2207 and 2208: {reason}"
    give(house.supervisor, f"link/{JACKPOT}", line, cards=(("2208", PINS["2208"]),))


def test_an_answer_that_comes_late_takes_nothing_newer_off_the_page(
    house: GlassHouse, visitors: Visitors
) -> None:
    office = Office(house, visitors, "2207")
    late = held(office.people["2207"].page, BOOKS)
    page = office.jackpots("2207", JACKPOT)
    until(page.page, lambda: bool(late), "the question for the books")

    # Of two corrections in a moment the list shows both, while the books are still being read.
    reasons = [f"units of {day}" for day in ("Monday", "Tuesday", "Wednesday")]
    for reason in reasons[:2]:
        corrects(house, reason)
    for reason in reasons[:2]:
        page.shows("#audit", reason)
    assert len(late) == 1, "one question is on its way, and it is asked again after its answer"

    # The old books do not undo that; they are read again, and once more for what came meanwhile.
    late.pop(0).arrives()
    until(page.page, lambda: bool(late), "the question that was owed")
    assert all(reason in page.text("#audit") for reason in reasons[:2])
    corrects(house, reasons[2])
    page.shows("#audit", reasons[2])
    assert len(late) == 1
    late.pop(0).arrives()
    until(page.page, lambda: bool(late), "the question for the last correction")
    assert reasons[2] in page.text("#audit")
    assert "$2,010" in page.text("#movement") and "$2,015" not in page.text("#movement")
    late.pop(0).arrives()
    page.shows("#movement", "$2,015")
    assert all(reason in page.text("#audit") for reason in reasons)
    page.page.wait_for_timeout(500)
    assert not late, "nothing is owed"


def test_who_leafs_back_in_the_movements_stays_there(house: GlassHouse, visitors: Visitors) -> None:
    for _ in range(ROWS + 1):
        corrects(house, "one more unit")
    page = Office(house, visitors, "2207").jackpots("2207", JACKPOT)
    page.at("#mv-each > summary").click()
    late = held(page.page, BOOKS)
    page.at("#movement nav a").click()
    until(page.page, lambda: bool(late), "the question for the second page")

    # What is on record meanwhile is asked for on the page that was chosen, and so is the next.
    corrects(house, "while it is read")
    page.shows("#audit", "while it is read")
    late.pop(0).arrives()
    page.shows("#movement nav", "Page 2 of 2")
    until(page.page, lambda: bool(late), "the question that was owed")
    late.pop(0).arrives()
    page.page.unroute(BOOKS)
    amount = page.text("#movement tfoot")
    corrects(house, "the last of them")
    until(page.page, lambda: page.text("#movement tfoot") != amount, "the new end")
    page.shows("#movement nav", "Page 2 of 2")
    assert page.at("#mv-each").get_attribute("open") is not None

    # The day and the part are chosen with the keyboard as well; that begins at the newest.
    page.at("#movement-of button").press("Enter")
    page.shows("#movement nav", "Page 1 of 2")


def changes(office: Office, wager: str, dollars: str) -> None:
    """Let an executive change the floor, and a supervisor approve it."""
    draft = office.tables("3301", TABLE)
    draft.limits("maximum", wager, dollars)
    asked = draft.presses("#propose")
    assert asked.status == 202, asked
    give(office.house.supervisor, "house", f"approve {asked.proposal}")


def highest(page: TablePage, wager: str) -> str:
    return page.at(f'[name="maximum {wager}"]').input_value()


def test_a_draft_follows_the_floor_and_keeps_what_its_person_changed(
    house: GlassHouse, visitors: Visitors
) -> None:
    others = Office(house, visitors, "3301")
    draft = Office(house, visitors, "3301").tables("3301", TABLE)
    draft.limits("maximum", "player", "400")
    draft.shows("#change", "Player $5 to $400")

    # Another wager's limit changes meanwhile: the form shows it, and does not call it a change.
    changes(others, "tie", "30")
    until(draft.page, lambda: highest(draft, "tie") == "30", "the new floor")
    draft.shows("#change", "Player $5 to $400")
    draft.at("#change:not([inert])").wait_for()
    assert "Tie" not in draft.text("#change .says") and highest(draft, "player") == "400"
    assert "tie" not in draft.page.url

    # So it is if the floor changes while what was typed last is still on its way.
    late = held(draft.page, DRAFTS)
    field = draft.at('[name="maximum player"]')
    field.fill("300")
    field.press("Tab")
    until(draft.page, lambda: bool(late), "the question")
    changes(others, "tie", "40")
    draft.page.wait_for_timeout(500)
    while late:
        late.pop(0).arrives()
        draft.page.wait_for_timeout(200)
    draft.page.unroute(DRAFTS)
    until(draft.page, lambda: highest(draft, "tie") == "40", "the newer floor")
    draft.at("#change:not([inert])").wait_for()
    draft.shows("#change", "Player $5 to $300")
    assert "Tie" not in draft.text("#change .says") and highest(draft, "player") == "300"

    # What is proposed then is that and nothing else.
    asked = draft.presses("#propose")
    draft.shows("#two-people", "Player $5 to $300, was $5 to $500")
    assert "Tie" not in draft.text(f"#proposal-{asked.proposal}")
    give(house.supervisor, "house", f"decline {asked.proposal}")
    draft.at(f"#proposal-{asked.proposal}").wait_for(state="detached")
    until(draft.page, lambda: draft.at("#propose").is_enabled(), "it can be proposed again")


def test_a_draft_that_came_as_an_address_is_changed_before_its_floor_is_known(
    house: GlassHouse, visitors: Visitors
) -> None:
    office = Office(house, visitors, "3301")
    record = f"**/manager/tables/{OTHER}"
    late = held(office.people["3301"].page, record)
    draft = office.tables("3301", f"{OTHER}?draft=changes&maximum player=300")
    until(draft.page, lambda: bool(late), "the question for the floor")
    draft.limits("maximum", "tie", "40")
    draft.offers("golden-8", offered=False)
    draft.shows("#change .says", "Golden 8 dropped")
    assert "Player $5 to $300" in draft.text("#change .says")
    assert "Tie $5 to $40" in draft.text("#change .says")
    draft.limits("maximum", "tie", "50")
    draft.shows("#change .says", "Tie $5 to $50")
    draft.offers("golden-8", offered=True)
    until(draft.page, lambda: "Golden 8" not in draft.text("#change .says"), "it is offered")

    # Then it comes, and the address says what differs and no more.
    late.pop(0).arrives()
    draft.page.unroute(record)
    draft.limits("maximum", "player", "400")
    draft.shows("#change .says", "Player $5 to $400")
    asked = [("draft", "changes"), ("maximum player", "400"), ("maximum tie", "50")]
    until(draft.page, lambda: parse_qsl(draft.page.url.partition("?")[2]) == asked, "the address")


def test_nothing_is_pressed_before_its_page_can_answer(
    house: GlassHouse, visitors: Visitors
) -> None:
    """A form that is sent before the scripts are there would only load its page again."""
    office = Office(house, visitors, "2207")
    page = office.people["2207"].page
    late = held(page, "**/static/commands.js*")
    page.goto("/manager/close", wait_until="commit")
    button = page.locator("[data-post$='/sign-out'] button")
    until(page, lambda: bool(late) and button.is_visible(), "a page without its scripts")
    assert button.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"
    late.pop().arrives()
    page.unroute("**/static/commands.js*")
    with page.expect_response("**/sign-out") as answered:
        button.click()
    assert answered.value.status == 200
    until(page, lambda: page.url.removeprefix(house.url) == "/", "the floor")
