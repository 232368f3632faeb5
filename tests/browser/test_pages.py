"""Every page at every size in both themes: nothing overflows, all can be read and pressed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser.checks import box, check, check_still
from browser.chromium import DESKTOP, LARGE_SIGN, PHONE, SIGN, TABLET, THEMES, Size
from browser.houses import Cookies, DemoHouse, GlassHouse
from browser.people import Visitors
from browser.rounds import played

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
SIGNS = {"sign": SIGN, "large sign": LARGE_SIGN}
PAGES = {
    "floor": ("/", "stranger"),
    "floor of staff": ("/", "2207"),
    "dealer": ("/tables/1/dealer", "1101"),
    "seat": ("/tables/1/seat/3", "seat"),
    "sign": ("/tables/1/sign", "stranger"),
    "sign-in": ("/sign-in", "stranger"),
    "pair": ("/pair", "stranger"),
    "rules": ("/tables/1/rules", "stranger"),
    "jackpots": ("/manager/jackpots", "2207"),
    "a jackpot": ("/manager/jackpots/sun-7", "3301"),
    "tables": ("/manager/tables", "2207"),
    "a setup": ("/manager/tables/1", "3301"),
    "people": ("/manager/people", "5501"),
    "reports": ("/manager/reports", "4401"),
    "a report": ("/manager/reports/takings", "2207"),
    "close": ("/manager/close", "2207"),
    "postings": ("/manager/rules", "4401"),
    "journal": ("/manager/journal", "2207"),
    "a round": ("/manager/journal/tables/1/rounds/1?step=20&wager=player", "4401"),
}
REFUSED = {
    "denied": ("/tables/1/dealer", "seat", "status 403"),
    "missing": ("/nowhere", "stranger", "status 404"),
    "no such table": ("/tables/99/sign", "stranger", "status 404"),
}
FOR_FINGERS = ("dealer", "seat", "journal", "a round")


@pytest.fixture(scope="module")
def cookies(house: GlassHouse) -> Iterator[dict[str, Cookies | None]]:
    house.open("1", 3, 5)
    house.give("1", "bet 5 player 10", *played("cards", "P", 0))
    house.give("1", "bet 3 player 25, sun-7-progressive 1", "bet 5 banker 10")
    house.auditor._get("reports/takings")
    yield {
        "stranger": None,
        **{badge: house.cookies_of(badge) for badge in ("2207", "3301", "4401", "5501")},
        "1101": house.cookies_of("1101", "1"),
        "seat": house.device("seat", "1", 3),
    }


CASES = [
    pytest.param(
        page,
        size,
        theme,
        id=f"{page} {name} {theme}",
        marks=[] if (size, theme) in ((PHONE, "light"), (TABLET, "dark")) else [pytest.mark.slow],
    )
    for page in PAGES
    for name, size in (SIGNS if page == "sign" else SIZES).items()
    for theme in (["dark"] if page == "sign" else THEMES)
]


@pytest.mark.parametrize(("page", "size", "theme"), CASES)
def test_must_show__a_page_can_be_read_and_pressed(
    page: str,
    size: Size,
    theme: str,
    house: GlassHouse,
    cookies: dict[str, Cookies | None],
    visitors: Visitors,
) -> None:
    path, who = PAGES[page]
    visitor = visitors.come(house, cookies[who], size=size, theme=theme)
    opened = visitor.opens(path)
    house.give("1", "bet 5 tie 5", "undo")
    opened.wait_for_timeout(300)
    opened.locator("#reading").wait_for(state="detached")
    check(opened, targets=page in FOR_FINGERS)
    check_still(opened)


@pytest.mark.parametrize("page", REFUSED)
def test_a_refusal_is_a_page_of_its_own(
    page: str, house: GlassHouse, cookies: dict[str, Cookies | None], visitors: Visitors
) -> None:
    path, who, status = REFUSED[page]
    visitor = visitors.come(house, cookies[who], size=PHONE)
    with visitor.guard.expecting(status, f"a {status.replace('status', 'status of')}"):
        opened = visitor.opens(path)
        opened.wait_for_timeout(100)
    check(opened, targets=True)
    assert opened.locator("main a[href]").count(), "it says where to go"


WHOLE = """() => {
  const heading = document.querySelector("h1"), bar = heading.closest(".bar");
  const { left, right, top, bottom } = heading.getBoundingClientRect();
  const { right: edge, top: above, bottom: below } = bar.getBoundingClientRect();
  const cut = heading.scrollWidth > heading.clientWidth || bar.scrollWidth > bar.clientWidth;
  return !cut && right - left > 40 && right <= edge && top >= above && bottom <= below;
}"""
OF_THE_HOUSE = ["/", *(f"/manager/{page}" for page in ("jackpots", "tables", "people", "close"))]


@pytest.mark.parametrize("path", OF_THE_HOUSE)
def test_a_heading_is_whole_on_a_phone(
    path: str, house: GlassHouse, cookies: dict[str, Cookies | None], visitors: Visitors
) -> None:
    visitor = visitors.come(house, cookies["2207"], size=PHONE)
    assert visitor.opens(path).evaluate(WHOLE)


@pytest.mark.parametrize("game", ["roll-the-line", "baccarat", "eternal-baccarat"])
def test_on_a_phone_the_odds_say_of_which_game_they_are(
    game: str, house: GlassHouse, visitors: Visitors
) -> None:
    page = visitors.come(house, size=PHONE).opens(f"/odds/{game}")
    named = page.locator(".games [aria-current]")
    left, _, right, _ = box(named)
    assert 0 <= left < right <= PHONE.width, "the strip has scrolled to it"
    assert named.inner_text() in page.locator("main h2").first.inner_text()


def test_a_sign_of_craps_is_not_stretched_where_it_is_held_upright(
    demo: DemoHouse, visitors: Visitors
) -> None:
    page = visitors.come(demo, size=PHONE).opens("/tables/7/sign")
    left, top, right, bottom = box(page.locator(".totals li").first)
    assert bottom - top < 3 * (right - left)
