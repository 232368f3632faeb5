"""Reports in a real browser: filters swap the page without loading it, and files are taken away."""

from __future__ import annotations

import csv
import io

from playwright.sync_api import expect

from browser.houses import GlassHouse
from browser.people import Visitors
from browser.rounds import played


def test_filters_swap_the_page_and_files_follow_them(house: GlassHouse, visitors: Visitors) -> None:
    house.open("1", 3, 5)
    house.give("1", "bet 3 player 25", "bet 5 banker 10, tie 5", *played("cards", "P", 0))
    house.open("2", 1)
    house.give("2", "bet 1 player 5", *played("cards", "B", 1))
    visitor = visitors.come(house, house.cookies_of("4401"))
    page = visitor.opens("/manager/reports")
    heads = page.locator("#takings tbody th")
    by_handle = ["Player", "Banker", "Tie"]
    expect(heads).to_have_text(by_handle, timeout=20_000)
    fits = "one => one.scrollWidth <= one.clientWidth"
    assert page.locator("#takings .scroll").evaluate(fits), "every column, on a tablet"
    page.evaluate("window.stays = true")
    page.select_option("#f-by", "table")
    expect(heads).to_have_text(["1", "2"])
    page.select_option("#f-table", "2")
    expect(heads).to_have_text(["2"])
    assert page.evaluate("window.stays"), "it was never loaded again"
    assert "table=2" in page.url
    page.go_back()
    expect(heads).to_have_text(["1", "2"])
    page.select_option("#f-table", "2")
    expect(heads).to_have_text(["2"])
    with page.expect_download() as kept:
        page.locator("#takings a", has_text="CSV").click()
    rows = list(csv.DictReader(io.StringIO(kept.value.path().read_text("utf-8"))))
    told = [(row["what"], row["bets"], row["handle"]) for row in rows]
    assert told == [("2", "1", "5.00"), ("together", "1", "5.00")]
    page.locator("#others a", has_text="Takings by day").click()
    expect(page.locator("h1")).to_contain_text("Takings by day")
    expect(page.locator("#report tbody tr")).to_have_count(1)
