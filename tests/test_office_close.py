"""Shift and day close in the Game Manager: the figures of the report, and lines that close."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from page_checks import Seen, sound
from pitboss.jackpot.reports.close import day_close
from pitboss.printing.day_close import contents
from pitboss.table.steps.tray import expected
from web_house import BEGIN, HOME, PINS, ROUND, WebHouse, web_house

PAGE = "/manager/close"
DAY = "2026-11-16"
SIGNED = "signed 2207 and 3301"
CARD = {"badge": "3301", "pin": PINS["executive"][1]}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("close")) as made:
        made.play(BEGIN[0], f"day {DAY}", f"count tray opening 10000 {SIGNED}", *BEGIN[1:], *ROUND)
        yield made


def page(house: WebHouse, role: str = "supervisor", query: str = "") -> str:
    with house.client(role) as client:
        response = client.get(PAGE + (query or "?fresh=true"))
    assert response.status_code == 200, response.text[:300]
    sound(response.text)
    return unescape(response.text)


def part(text: str, id: str) -> str:
    begin = text.index(f'id="{id}"')
    return text[begin : text.index("</section>", begin)]


def cells(text: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    found = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    return [[re.sub("<[^>]+>", "", cell) for cell in row] for row in found if row]


def give(house: WebHouse, id: str, line: str, cards: tuple[dict[str, str], ...]) -> httpx.Response:
    body: dict[str, Any] = {"id": id, "line": line, "cards": list(cards)}
    with house.client("supervisor") as client:
        return client.post(f"/api/v1/tables/{HOME}/commands", json=body)


def paper(house: WebHouse, table: str = "") -> dict[str, Any]:
    """Return what the printed sheet says, from the record as the server reads it."""
    records = house.app.state.records
    said: dict[str, Any] = contents(records.ask(lambda record: day_close(record, DAY, table)))
    return said


def same_as_paper(house: WebHouse, text: str, table: str = "") -> None:
    """Hold every figure of the page to the sheet."""
    said = paper(house, table)
    assert cells(part(text, "house")) == [*said["tables"], *said["totals"]]
    tables = re.findall(r'id="close-([^"]+)"', text)
    for section, shown in zip(said["sections"], tables, strict=True):
        told = cells(part(text, f"close-{shown}"))
        takings = [taking["cells"] for taking in section["takings"]]
        total = [section["total"]] if section["total"] else []
        explained = [list(row) for row in section["explained"]]
        assert told == [*section["counts"], *explained, *takings, *total]


# In this order: a day that is open, counted, explained and closed.


def test_an_open_day_says_what_keeps_it_open(house: WebHouse) -> None:
    text = page(house)
    assert f"The day is open: {HOME}" in part(text, "house")
    assert "not counted for closing" in part(text, "left")
    assert f'href="/tables/{HOME}/dealer"' in part(text, "left")
    same_as_paper(house, text)
    same_as_paper(house, page(house, query=f"?day={DAY}&table={HOME}"), HOME)


def test_the_books_are_not_told_before_the_count(house: WebHouse) -> None:
    """Whoever counts does not learn what should be there."""
    lines = part(page(house), "lines")
    assert "$" not in lines and "10,000" not in lines


def test_an_auditor_sees_it_and_can_change_nothing(house: WebHouse) -> None:
    seen = Seen(page(house, "auditor"))
    assert {"house", "left", "variances", f"close-{HOME}"} <= set(seen.ids)
    assert not [named for _, named in seen.attributes if "data-filled" in named]


@pytest.mark.parametrize("role", ["stranger", "player", "dealer", "administrator", "table"])
def test_nobody_else_sees_it(house: WebHouse, role: str) -> None:
    with house.client(role) as client:
        assert client.get(PAGE).status_code in (401, 403)


def test_a_count_takes_two_people(house: WebHouse) -> None:
    line = f"count tray closing 10000 {SIGNED}"
    assert give(house, "alone", line, ()).status_code == 202
    wrong = give(house, "wrong", line, ({"badge": "3301", "pin": "0000"},))
    assert wrong.status_code == 401 or wrong.json()["code"] == "wrong-badge-or-pin"
    assert "not counted for closing" in part(page(house), "left")


def test_nothing_is_explained_where_nothing_differs(house: WebHouse) -> None:
    refused = give(house, "none", "explain variance by 2207: a chip fell", ())
    assert refused.json()["code"] == "no-variance"


def test_a_variance_is_counted_explained_and_the_day_closed(house: WebHouse) -> None:
    tray = house.running.board.table(HOME)
    short = expected(tray) - 500
    amount = f"{short // 100}.{short % 100:02d}"
    assert give(house, "close", f"count tray closing {amount} {SIGNED}", (CARD,)).status_code == 200
    text = page(house)
    assert "$5.00 short" in part(text, "variances")
    assert "Not explained" in part(text, "variances")
    pattern = re.search(r'data-pattern="(explain variance [^"]+)"', part(text, "variances"))
    assert pattern is not None
    line = pattern[1].replace("{reason}", "a chip of $5 fell behind the tray")
    assert give(house, "why", line, ()).status_code == 200
    text = page(house)
    shown = part(text, "variances")
    assert "a chip of $5 fell behind the tray (2207)" in shown and "Not explained" not in shown
    assert "data-pattern" not in shown
    assert "The gaming day is closed." in part(text, "house")
    assert "Nothing: no hit" in part(text, "left")
    same_as_paper(house, text)


def test_the_explanation_stands_in_the_interface_and_the_report(house: WebHouse) -> None:
    with house.client("auditor") as client:
        told = client.get(f"/api/v1/days/{DAY}/close").json()
        report = client.get(f"/api/v1/reports/counts?day={DAY}").json()
        sheet = client.get(f"/api/v1/days/{DAY}/close.pdf")
    explained = [one["explanation"] for one in told["tables"][0]["counts"]]
    assert explained == ["", "a chip of $5 fell behind the tray (2207)"]
    rows = report["rows"] if isinstance(report, dict) else report
    assert [one["explanation"] for one in rows] == explained
    assert sheet.status_code == 200 and sheet.content.startswith(b"%PDF")


def test_a_day_that_is_not_on_record_says_so(house: WebHouse) -> None:
    assert "no gaming day 2001-01-01" in page(house, query="?day=2001-01-01")
    with house.client("auditor") as client:
        assert client.get(f"{PAGE}?table=99").status_code == 404
        assert client.get(f"{PAGE}?day=yesterday").status_code == 422


def test_a_house_without_a_day_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with web_house(tmp_path_factory.mktemp("no-day")) as empty:
        assert "No table has begun a gaming day" in page(empty)
