"""The floor while people look at it: tables that come and go, and meters that roll."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from browser.houses import FLOOR, GlassHouse, give
from browser.pages import FloorPage
from browser.people import Visitors
from browser.waiting import until
from pitboss.table.floor.checking import read_floor
from pitboss.table.floor.records import Floor
from pitboss.table.floor.writing import write_floor

LAST = "21"


def changed(house: GlassHouse, floor: Floor) -> None:
    """Let an executive ask for another floor, and a supervisor approve it."""
    command = {"kind": "ChangeFloor", "name": "changed", "text": write_floor(floor)}
    order = {"id": str(uuid4()), "command": {**command, "first": "3301", "second": ""}}
    number = house.person("3301")._post("house/commands", order)["proposal"]
    give(house.supervisor, "house", f"approve {number}")


def test_tables_come_and_go_without_loading_the_page_again(
    house: GlassHouse, visitors: Visitors
) -> None:
    floor = read_floor(str(FLOOR))
    looks = visitors.come(house)
    page = FloorPage(looks.opens("/"))
    page.page.evaluate("document.body.marked = true")
    tile = page.at(f"#table-{LAST}")
    assert tile.count() == 1
    changed(house, replace(floor, tables=floor.tables[:-1]))
    until(page.page, lambda: tile.count() == 0, "the floor without it")
    changed(house, floor)
    until(page.page, lambda: tile.count() == 1, "the table again")
    house.open(LAST)
    until(page.page, lambda: tile.locator(".stage").count() == 1, "news of it")
    assert page.page.evaluate("document.body.marked"), "the same page"
    assert "Live" in page.text("#link")


ROLLED = """() => {
  window.rolled = [];
  document.addEventListener("animationstart", ({ animationName, target }) => {
    if (animationName.startsWith("from")) window.rolled.push(target.closest(".meter").id);
  });
}"""


def test_a_day_is_begun_by_the_gaming_day_of_the_floor(
    house: GlassHouse, visitors: Visitors
) -> None:
    house.give("5", "open")
    dealer = visitors.come(house, house.cookies_of("1101", "5"))
    dealer.page.clock.set_fixed_time("2026-11-16T12:30:00Z")
    dealer.page.goto("/tables/5/dealer")
    dealer.page.locator("#next [data-opens]").first.click()
    day = dealer.page.locator("dialog[open] input[type=date]").input_value()
    assert day == "2026-11-15", "half past five in Denver, where the day begins at six"


def test_meters_of_the_floor_roll_when_they_change(house: GlassHouse, visitors: Visitors) -> None:
    house.open("1", 3)
    page = FloorPage(visitors.come(house, motion=True).opens("/"))
    page.page.evaluate(ROLLED)
    before = page.meter("sun-7")
    house.give("1", "bet 3 player 25, sun-7-progressive 1", "coup 7s 8h 3d / Kh Qd 7c", "finish")
    until(page.page, lambda: page.meter("sun-7") > before, "a higher meter")
    until(page.page, "window.rolled.includes('m-sun-7')", "drums that roll")
