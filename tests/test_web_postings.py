"""Postings over HTTP: a copy for any player who asks, and the close for those who oversee."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from pdf_text import bare, page_count, text_of
from pitboss.house.postings import posting_at
from pitboss.printing.posting import posting_data
from web_house import HOME, STRANGER, WebHouse, web_house

DAY = "2026-11-16"
BEGIN = (
    *("open", f"day {DAY}", "count tray opening 1000 signed 2207 and 3301"),
    *("sit 3", "buy in 3 500", "prepare burning 5h"),
)
ROUND = ("bet 3 player 25", "coup 7s 8h 3d / Kh Qd 7c", "finish")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("postings")) as running:
        running.play(*BEGIN, *ROUND)
        yield running


def test_30_2804__a_stranger_gets_the_rules_of_a_table(house: WebHouse) -> None:
    with house.client(STRANGER) as client:
        told = client.get(f"/api/v1/tables/{HOME}/rules").json()
    board = house.running.board
    table, book = board.table(HOME), house.running.rulebook
    posting = posting_at(board.floor, HOME, table, book)
    assert told == {"id": HOME, **json.loads(json.dumps(posting_data(posting)))}
    assert told["setup"] == table.setup.digest
    assert [one["wager"] for one in told["wagers"]] == list(table.setup.names)
    assert told["copy"] == "Players may request a copy of all baccarat rules."


def test_every_paragraph_of_a_wager_leads_to_what_is_posted_of_it(house: WebHouse) -> None:
    with house.client(STRANGER) as client:
        card = client.get(f"/tables/{HOME}/rule-card").text
        rules = client.get(f"/tables/{HOME}/rules").text
    with house.client("supervisor") as client:
        seat = client.get(f"/tables/{HOME}/seat/3").text
    names = house.running.board.table(HOME).setup.names
    assert all(f'id="wager-{name}"' in rules for name in names)
    told = re.findall(r'<a class="posted" href="([^"]*)#wager-([^"]*)"', card)
    assert {path for path, _ in told} == {f"/tables/{HOME}/rules"}
    assert {name for _, name in told} == set(names)
    assert '<a class="posted" href="../rules#wager-player"' in seat, "why the bet of $25 came so"


@pytest.mark.parametrize("page", ["rules", "sign"])
def test_and_as_a_page_on_either_paper(house: WebHouse, page: str) -> None:
    with house.client(STRANGER) as client:
        letter = client.get(f"/api/v1/tables/4/{page}.pdf")
        a4 = client.get(f"/api/v1/tables/4/{page}.pdf?paper=a4")
    assert letter.headers["content-type"] == "application/pdf"
    assert letter.headers["content-disposition"] == f'inline; filename="{page}-4.pdf"'
    assert letter.content != a4.content and page_count(a4.content) == 1
    assert bare("EZ Baccarat") in text_of(letter.content)[0]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("tables/99/rules", 404),
        ("tables/99/rules.pdf", 404),
        ("tables/4/rules.pdf?paper=a5", 422),
        (f"days/{DAY}/close", 401),
        (f"days/{DAY}/close.pdf", 401),
    ],
)
def test_what_a_stranger_is_refused(house: WebHouse, path: str, status: int) -> None:
    with house.client(STRANGER) as client:
        answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == status and answer.json()["code"]


def test_the_close_is_that_of_the_reports(house: WebHouse) -> None:
    with house.client("supervisor") as client:
        close = client.get(f"/api/v1/days/{DAY}/close?table={HOME}").json()
        rows = client.get(f"/api/v1/reports/day?day={DAY}").json()
        taken = client.get(f"/api/v1/reports/takings?day={DAY}").json()
        pdf = client.get(f"/api/v1/days/{DAY}/close.pdf?table={HOME}&shift=1&paper=a4")
    (table,) = close["tables"]
    (row,) = rows
    assert {key: table[key] for key in row if key != "id"} == {
        key: value for key, value in row.items() if key != "id"
    }
    assert [one["win_cents"] for one in table["takings"]] == [one["win_cents"] for one in taken]
    assert sum(one["handle_cents"] for one in taken) == 25_00
    assert bare(f"Gaming day {DAY}") in text_of(pdf.content)[0]


@pytest.mark.parametrize(
    ("role", "path", "status"),
    [
        ("dealer", f"days/{DAY}/close.pdf", 403),
        ("administrator", f"days/{DAY}/close", 403),
        ("auditor", f"days/{DAY}/close.pdf", 200),
        ("executive", f"days/{DAY}/close", 200),
        ("supervisor", "days/2026-11-17/close.pdf", 404),
        ("supervisor", f"days/{DAY}/close?table=99", 404),
        ("supervisor", f"days/{DAY}/close?table=1&shift=2", 404),
        ("supervisor", "days/today/close", 422),
    ],
)
def test_who_gets_the_close(house: WebHouse, role: str, path: str, status: int) -> None:
    with house.client(role) as client:
        assert client.get(f"/api/v1/{path}").status_code == status
