"""The journal in a browser: a round of each game card by card, search, and a record that breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.chromium import DESKTOP, context_of
from browser.houses import CHIPS, Cookies, GlassHouse
from browser.ledger import Ledger
from browser.pages import cents_of
from browser.people import Visitors
from browser.rounds import FELTS, Felt, played
from browser.waiting import until
from house_tampering import change, rows_of
from pitboss.house.database import Database
from pitboss.rulebook import games

SEAT = 2
JOURNAL = "/manager/journal"
COUP = ["coup 2s 3h 9d / Ac 3d", "finish"]
"""A third card for the Player, none for the Banker, and a tie."""
PLAYER, BANKER = ("2s", "3h", "9d"), ("Ac", "3d")
IN_TURN = [("player", 0), ("banker", 0), ("player", 1), ("banker", 1), ("player", 2)]
"""How a coup is dealt."""
SQUEEZED = [("player", 0), ("player", 1), ("banker", 0), ("banker", 1), ("player", 2)]
"""How its cards are seen where players turn them."""
MIDI = "4"
FIRST = {felt.name: table for table, felt in FELTS.items()}
TABLES = [FIRST[game.id] for game in games()]
DRAWN = """(place) => [...place.querySelectorAll("use")].map(
  (use) => use.getAttribute("href").split("#")[1])"""
SEEN = f"""() => Object.fromEntries(
  [...document.querySelectorAll("#replay .hand, #replay .throw")].map(
    (hand) => [hand.dataset.side ?? "rolls", ({DRAWN})(hand)]))"""
MOVED = """() => [...document.querySelectorAll("#movements .move")].map(
  ({ children: [what, amount] }) => [what.firstChild.textContent.trim(), amount.textContent])"""
Hands = dict[str, list[str]]


@pytest.fixture(scope="module")
def auditor(house: GlassHouse) -> Iterator[Cookies]:
    for table in TABLES:
        house.open(table, SEAT)
        felt = FELTS[table]
        dealt = COUP if felt.kind == "cards" else played(felt.kind)
        house.give(table, *felt.bets(SEAT), *dealt)
    yield house.cookies_of("4401")


def at(page: Page, step: int) -> None:
    until(page, f"document.querySelector('#replay')?.dataset.at === '{step}'", f"step {step}")


def step_of(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-at") or 0)


def walked(page: Page) -> list[Hands]:
    """Go on by the arrow key to the end of the round; return what lay there on the way."""
    seen: list[Hands] = [page.evaluate(SEEN)]
    while page.locator("a#next[href]").count():
        step = step_of(page)
        page.keyboard.press("ArrowRight")
        at(page, step + 1)
        seen.append(page.evaluate(SEEN))
    return seen


def came(seen: list[Hands]) -> list[tuple[str, str]]:
    """Return the cards in the order in which anybody saw them."""
    known: list[tuple[str, str]] = []
    for hands in seen:
        for side in ("player", "banker"):
            for card in hands.get(side, []):
                if card != "back" and (side, card) not in known:
                    known.append((side, card))
    return known


def distinct(seen: list[Hands], side: str) -> list[list[str]]:
    """Return what lay at a side, each time it had changed."""
    all_of_it = [hands.get(side, []) for hands in seen]
    return [now for before, now in zip([[], *all_of_it], all_of_it, strict=False) if now != before]


def rows(page: Page, id: str) -> list[list[str]]:
    told: list[list[str]] = page.evaluate(
        "id => [...document.querySelectorAll(`#${id} tbody tr`)].map("
        "(row) => [...row.cells].map((cell) => cell.textContent.trim()))",
        id,
    )
    return told


def test_every_game_is_replayed() -> None:
    assert len(TABLES) == len(set(TABLES)) == 16


@pytest.mark.parametrize("table", [pytest.param(id, id=FELTS[id].name) for id in TABLES])
def test_must_show__a_round_card_by_card(
    table: str, house: GlassHouse, auditor: Cookies, visitors: Visitors
) -> None:
    felt = FELTS[table]
    page = visitors.come(house, auditor, size=DESKTOP).page
    page.goto(f"{JOURNAL}?stream=table/{table}&kind=CallNoMoreBets&round=1")
    page.click("#found .hits a")
    page.wait_for_selector("#replay")
    page.wait_for_load_state()
    assert [row[2:5] for row in rows(page, "bets")] == [
        [f"${dollars}", "", "on the layout"] for _, dollars in felt.wagers
    ]
    seen = walked(page)
    assert not any(seen[0].values()), "nothing lies there yet"
    _dealt(table, felt, seen)
    _frames(page, table, felt)
    _money(page, Ledger(house), table, felt)


def _dealt(table: str, felt: Felt, seen: list[Hands]) -> None:
    """Hold what lay on the felt to the script."""
    if felt.kind == "cards":
        hands = {"player": PLAYER, "banker": BANKER}
        order = SQUEEZED if table == MIDI else IN_TURN
        assert came(seen) == [(side, hands[side][number]) for side, number in order]
        backs = any("back" in cards for one in seen for cards in one.values())
        assert backs == (table == MIDI)
    elif felt.kind == "cups":
        assert distinct(seen, "player") == [["die-6"] * 3, []]
        assert distinct(seen, "banker") == [["die-1", "die-2", "die-3"], []]
    else:
        assert distinct(seen, "rolls") == [["die-2", "die-2"], ["die-4", "die-3"], []]


def _frames(page: Page, table: str, felt: Felt) -> None:
    """Hold the strip of what came to the script."""
    shown: list[list[str]] = page.evaluate(
        f"() => [...document.querySelectorAll('.frame')].map({DRAWN})"
    )
    if felt.kind == "cups":
        assert shown == [["die-6"] * 3, ["die-1", "die-2", "die-3"]]
    elif felt.kind == "rolls":
        assert shown == [["die-2", "die-2"], ["die-4", "die-3"]]
    elif table == MIDI:
        assert shown[:4] == [["back"]] * 4
        assert shown[4:6] == [["m-2s", "m-3h"], ["m-Ac", "m-3d"]] and shown[-1] == ["m-9d"]
    else:
        assert shown == [[f"m-{card}"] for card in ("2s", "Ac", "3h", "3d", "9d")]


def _money(page: Page, ledger: Ledger, table: str, felt: Felt) -> None:
    """Hold bets, results and movements to what was bet, and to the ledger."""
    bets = rows(page, "bets")
    assert [row[0] for row in bets] == [str(SEAT)] * len(felt.wagers)
    assert [row[2] for row in bets] == [f"${dollars}" for _, dollars in felt.wagers]
    assert not [row for row in bets if row[4] == "on the layout"]
    balance = ledger.balance(table, SEAT)
    assert sum(cents_of(row[3]) for row in bets) == balance - CHIPS * 100
    own, sums = f"position {SEAT}", 0
    for what, amount in page.evaluate(MOVED):
        source, _, target = what.partition(" to ")
        sums += cents_of(amount) * ((target == own) - (source == own))
    assert sums == balance


# --- walking about ---


def test_the_search_and_the_way_back(
    house: GlassHouse, auditor: Cookies, visitors: Visitors
) -> None:
    page = visitors.come(house, auditor, size=DESKTOP).opens(JOURNAL)
    page.select_option("#stream", "table/2")
    page.fill("#wager", "eclipse")
    page.fill("#amount", "5")
    page.click("#search .btn.main")
    until(page, "document.querySelectorAll('#found li').length < 6", "fewer lines")
    assert "wager=eclipse" in page.url and "amount=5" in page.url
    found = page.locator("#found li").all_inner_texts()
    assert any("bet 2 eclipse 5" in text for text in found)
    page.locator("#found li a").filter(has_text="bet 2 eclipse 5").click()
    page.wait_for_selector("#replay")
    assert page.locator("#step").inner_text().count("eclipse") >= 1
    assert page.locator("#found a[aria-current]").inner_text().count("eclipse") == 1
    page.go_back()
    page.wait_for_selector("#found .hits.wide")
    assert page.locator("#found li").all_inner_texts() == found


def test_a_round_is_walked_by_buttons_frames_keys_and_by_itself(
    house: GlassHouse, auditor: Cookies, visitors: Visitors
) -> None:
    page = visitors.come(house, auditor, size=DESKTOP).opens(f"{JOURNAL}/tables/8/rounds/1")
    at(page, 1)
    page.click("#next")
    at(page, 2)
    assert "step=2" in page.url
    page.keyboard.press("End")
    until(page, "!document.querySelector('a#next[href]')", "the last line")
    page.locator(".frame").first.click()
    until(page, "document.querySelector('.frame[aria-current]')?.textContent.includes('1.')")
    card = step_of(page)
    page.keyboard.press("ArrowLeft")
    at(page, card - 1)
    assert page.evaluate(SEEN) == {"player": [], "banker": []}
    page.click("#play")
    until(page, lambda: step_of(page) >= card, "it plays", 6)
    page.click("#play")
    page.wait_for_timeout(1600)  # a step may be on its way
    stopped = step_of(page)
    page.wait_for_timeout(1600)
    assert step_of(page) == stopped and page.locator("#play").inner_text() == "Play"
    page.locator("#movements tbody a").nth(4).click()
    at(page, 5)
    page.reload()
    at(page, 5)


def test_without_scripts_it_is_searched_and_walked_too(
    house: GlassHouse, auditor: Cookies, browser: Browser
) -> None:
    context = context_of(browser, house.url, auditor, size=DESKTOP, script=False)
    try:
        page = context.new_page()
        page.goto(JOURNAL)
        page.fill("#kind", "ResultCalled")
        page.select_option("#stream", "table/2")
        page.click("#search .btn.main")
        page.locator("#found li a").click()
        assert "Tie" in page.locator("#step").inner_text()
        hands = page.locator("#replay .hand").all_inner_texts()
        page.click("#back")
        assert "deal player 9d" in page.locator("#step").inner_text()
        assert page.locator("#replay .hand").all_inner_texts() == hands
    finally:
        context.close()


# --- a record that breaks ---


def test_must_show__a_tampered_database_shows_where_it_breaks(
    house: GlassHouse, auditor: Cookies, visitors: Visitors
) -> None:
    database = Database(house.server.url)
    line: dict[str, Any] = next(
        row
        for row in rows_of(database, "journal")
        if row["stream"] == "table/7" and '"kind":"RollDice"' in row["body"]
    )
    page = visitors.come(house, auditor, size=DESKTOP).opens(JOURNAL)
    page.select_option("#how", "chains")
    page.click("#verify-now")
    page.wait_for_selector("#verify[data-state=sound]")
    change(database, "journal", line, body=line["body"].replace('"first":2', '"first":5'))
    try:
        page.select_option("#how", "chains")
        page.click("#verify-now")
        page.wait_for_selector("#verify[data-state=broken]")
    finally:
        change(database, "journal", line, body=line["body"])
        database.close()
    told = dict(
        zip(
            page.locator("#verify dt").all_inner_texts(),
            page.locator("#verify dd").all_inner_texts(),
            strict=True,
        )
    )
    assert (told["Stream"], told["Line"]) == ("Table 7", str(line["version"]))
    assert "altered" in told["Why"] and told["What to do"]
