"""Rules postings as pages: every pay, limit and paragraph of the posting, for whoever asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from page_checks import sound
from pitboss.house.postings import posting_at
from pitboss.printing.posting import Posting
from web_house import STRANGER, WebHouse, web_house

BREAKS = "\N{ZERO WIDTH SPACE}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("rules")) as made:
        yield made


def page(house: WebHouse, role: str, path: str) -> str:
    with house.client(role) as client:
        response = client.get(path)
    assert response.status_code == 200, response.text[:300]
    sound(response.text)
    return response.text


def words(text: str) -> str:
    """Return what a page says, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).replace(BREAKS, "").split())


def posted(house: WebHouse, table: str) -> Posting:
    board = house.running.board
    return posting_at(board.floor, table, board.table(table), house.running.rulebook)


def tables(house: WebHouse) -> list[str]:
    return [entry.id for entry in house.running.board.floor.tables]


def test_30_2804__a_stranger_reads_every_pay_limit_and_rule_of_every_table(house: WebHouse) -> None:
    for table in tables(house):
        posting = posted(house, table)
        told = words(page(house, STRANGER, f"/tables/{table}/rules"))
        for wager in posting.wagers:
            at = told.index(wager.title)
            for pay in wager.pays:
                at = told.index(pay.pays.partition(" of the ")[0], at)
            assert wager.limits(posting.currency) in told
        for rule in posting.rules:
            assert f"{rule.title} {rule.text}" in told
        for reading in posting.readings:
            assert reading.asks in told and reading.taken.replace("-", " ") in told
        assert posting.copy in told


@pytest.mark.parametrize("role", ["supervisor", "executive", "auditor"])
def test_those_who_post_have_a_list_with_every_sheet_to_print(house: WebHouse, role: str) -> None:
    text = page(house, role, "/manager/rules")
    for table in tables(house):
        assert f'href="/manager/rules/{table}"' in text
        for sheet in ("rules", "sign"):
            for paper in ("letter", "a4"):
                assert f'href="/api/v1/tables/{table}/{sheet}.pdf?paper={paper}"' in text
        assert posted(house, table).setup[:16] in text
        public = re.search(r"<main.*</main>", page(house, STRANGER, f"/tables/{table}/rules"), re.S)
        assert public and public[0] in page(house, role, f"/manager/rules/{table}")


def test_what_is_not_there_is_not_posted(house: WebHouse) -> None:
    with house.client(STRANGER) as client:
        assert client.get("/tables/99/rules").status_code == 404
        assert client.get("/manager/rules").status_code == 401
    with house.client("dealer") as client:
        assert client.get("/manager/rules").status_code == 403
