"""Every page at every size in both themes: nothing overflows, all can be read and pressed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser.checks import check, check_still
from browser.chromium import DESKTOP, LARGE_SIGN, PHONE, SIGN, TABLET, THEMES, Size
from browser.houses import Cookies, GlassHouse
from browser.people import Visitors

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
}
REFUSED = {
    "denied": ("/tables/1/dealer", "seat", "status 403"),
    "missing": ("/nowhere", "stranger", "status 404"),
    "no such table": ("/tables/99/sign", "stranger", "status 404"),
}
IN_PLAY = ("dealer", "seat")


@pytest.fixture(scope="module")
def cookies(house: GlassHouse) -> Iterator[dict[str, Cookies | None]]:
    house.open("1", 3, 5)
    house.give("1", "bet 3 player 25, sun-7-progressive 1", "bet 5 banker 10")
    yield {
        "stranger": None,
        "2207": house.cookies_of("2207"),
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
    check(opened, targets=page in IN_PLAY)
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
