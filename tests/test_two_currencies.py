"""A floor with tables in two currencies: nothing adds them up, in any report or on any page.

A floor file has one currency, and so have all of its jackpots and their tables. A table that has no
jackpot may be opened in another by its line; everything that is reported keeps the two apart.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.jackpot.reports import EVERYTHING, REPORTS, FloorRecord, Selection
from pitboss.jackpot.reports.close import day_close
from pitboss.printing.day_close import contents
from pitboss.refusals import Unreadable
from pitboss.rulebook.pays import Money
from pitboss.table.floor.checking import read_floor
from pitboss.web.screens import close as close_page
from pitboss.web.screens import reports as reports_page
from report_floors import HOUSE, JACKPOT, played, record_of

DAY = "2026-01-01"
ROUND = """
table {id}: day 2026-01-01
table {id}: count tray opening {tray} signed 2207 and 3301
table {id}: sit 1
table {id}: buy in 1 300
table {id}: prepare burning 5d
table {id}: bet 1 banker {stake}
table {id}: coup 9s Kd / 4h 2c
table {id}: finish
"""
OPENED = """
table 13: close table
table 13: open baccarat with currency PHP, minimum 5, maximum 500
"""
# Banker loses: the house wins 10 in dollars and 40 in pesos. The tray with 1,000 dollars sold chips
# for 300, won 10, and is counted 1 too few for closing; in pesos a bet is left lying.
SCRIPT = (
    "2026-01-01T12:00 table 12: sit 7\ntable 12: leave 7\n"
    + ROUND.format(id="12", tray=1000, stake=10)
    + "table 12: count tray closing 709 signed 2207 and 3301\n"
    + OPENED
    + ROUND.format(id="13", tray=700, stake=40)
    + "table 13: bet 1 player 25\n"
)
WON = {"USD": 10_00, "PHP": 40_00}


@cache
def told() -> FloorRecord:
    return record_of(list(played(SCRIPT, HOUSE)))


def rows(name: str, selection: Selection = EVERYTHING) -> list[dict[str, Any]]:
    return [row._asdict() for row in REPORTS[name].of(told(), selection)]


@pytest.mark.parametrize(
    "name", ["takings", *(f"takings-by-{by}" for by in ("wager", "table", "shift", "day"))]
)
def test_takings_have_a_row_for_each_currency(name: str) -> None:
    found = [(row["currency"], row["win_cents"]) for row in rows(name) if row["bets"]]
    assert sorted(found) == sorted(WON.items())
    for currency, cents in WON.items():
        chosen = rows(name, Selection(currency=currency))
        assert [row["win_cents"] for row in chosen if row["bets"]] == [cents]


def test_days_and_counts_say_their_currency() -> None:
    assert {(row["table"], row["currency"]) for row in rows("day")} >= {
        ("12", "USD"),
        ("13", "PHP"),
    }
    counted = {(row["currency"], row["counted_cents"]) for row in rows("counts")}
    assert counted == {("USD", 1000_00), ("USD", 709_00), ("PHP", 700_00)}


@pytest.mark.parametrize("by", ["wager", "table", "shift", "day"])
def test_the_page_of_reports_shows_one_currency(by: str) -> None:
    """Without a choice it is that of the floor; the other one is a choice."""
    for selection, currency in ((EVERYTHING, "USD"), (Selection(currency="PHP"), "PHP")):
        shown = reports_page.shown(told(), by, selection)
        assert set(shown.choices.currency) == set(WON)
        assert shown.takings.total is not None
        won = f"{Money(WON[currency], currency)}.00"
        assert shown.takings.total.win == won
        assert [line.win for line in shown.takings.lines] == [won]


def test_the_close_adds_up_each_and_names_what_is_open_in_its_own() -> None:
    close = day_close(told(), DAY)
    said: Any = contents(close)
    assert len(said["totals"]) == 1 and "1 counted" in said["totals"][0]
    assert said["totals"][0][-2:] == ["$9.00", "\N{MINUS SIGN}$1.00"]
    lying = [cents for table, _, cents in said["matters"] if table == "13" and cents]
    assert lying == [f"{Money(25_00, 'PHP')}.00"]
    page = close_page.shown(told(), close_page.Asked(DAY))
    variance = said["totals"][0][-1]
    assert [one.amount for one in page.matters if one.amount] == [*lying, variance]


def test_a_floor_file_has_one_currency_for_all_its_tables(tmp_path: Path) -> None:
    text = HOUSE.replace('id     = "13"\n', 'id     = "13"\ncurrency = "PHP"\n')
    (tmp_path / "two.toml").write_text(text)
    with pytest.raises(Unreadable, match="currency"):
        read_floor(str(tmp_path / "two.toml"))


def test_a_table_of_a_jackpot_stays_in_the_currency_of_its_meter() -> None:
    with pytest.raises(Unreadable, match="pays in USD"):
        list(played("table 13: change setup with currency PHP\n", HOUSE + JACKPOT))
