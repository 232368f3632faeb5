"""Shift and day close in the Game Manager: the figures of the report, and lines that close."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from page_checks import Seen, sound
from pdf_text import bare, text_of
from pitboss.jackpot.names import names_of
from pitboss.jackpot.reports.close import day_close
from pitboss.printing.day_close import contents
from pitboss.table.setups.usual import usual_setup
from pitboss.table.setups.words import with_words
from pitboss.table.state import RoundState, Table
from pitboss.table.steps.tray import expected
from pitboss.web.screens.close import stays_open
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


def test_a_variance_is_told_of_what_was_counted_alone(house: WebHouse) -> None:
    """An opening count has no variance: 0.00 would say that the tray was looked at."""
    row = next(row for row in cells(part(page(house), "house")) if row[0] == HOME)
    assert row[-1] == "not counted"


def test_the_two_lists_of_tables_never_say_two_things_of_one(house: WebHouse) -> None:
    """What is read of the record and what is seen now are of two moments."""
    tag = re.search(rf'id="count-{HOME}".*?<span class="tag">(.*?)</span>', page(house), re.S)
    assert tag is not None and tag[1] == "closing count to take"


def test_the_day_to_begin_is_that_of_the_floor(house: WebHouse) -> None:
    floor = house.running.board.floor
    hours, minutes = map(int, floor.gaming_day.split(":"))
    here = datetime.now(ZoneInfo(floor.timezone)) - timedelta(hours=hours, minutes=minutes)
    lines = part(page(house), "lines")
    (asked,) = re.findall(r'<input [^>]*name="day" type="date"[^>]*>', lines)
    assert f'value="{max(f"{here:%Y-%m-%d}", DAY)}"' in asked


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


def test_wagers_are_called_as_on_the_felt(house: WebHouse) -> None:
    takings = [row[0] for row in cells(part(page(house), f"close-{HOME}"))]
    assert {"Player", "Sun 7 Progressive"} <= set(takings)
    assert not {"player", "sun-7-progressive"} & set(takings)


def test_of_two_wagers_with_one_name_each_says_what_is_its_own() -> None:
    """Banker at 5% and, after a change, at 4%: the felt calls both Banker."""
    usual = usual_setup("baccarat")
    other = with_words(usual, "vigorish 4%")
    called = names_of((Table(), setup, ("banker", None)) for setup in (usual, other))
    assert sorted(called.values()) == ["Banker", "Banker, 4%"]
    assert names_of([(Table(), other, ("banker", None))]) == {"baccarat/banker, 4%": "Banker"}


# --- what is asked again, closed and opened again ---


def sends(house: WebHouse, line: str, **more: object) -> httpx.Response:
    body = {"id": f"of {line}".replace(" ", "-"), "line": line, "cards": [CARD], **more}
    with house.client("supervisor") as client:
        return client.post(f"/api/v1/tables/{HOME}/commands", json=body)


def test_a_count_that_was_asked_again_is_told_by_page_paper_and_record(tmp_path: Path) -> None:
    """$10 are counted where $1,000 lie: asked again, $1,000 are; the books are not told before."""
    with web_house(tmp_path) as house:
        house.play("open", f"day {DAY}", f"count tray opening 1000 {SIGNED}")
        assert "asked to count again" not in page(house)
        wild = f"count tray closing 10 {SIGNED}"
        for _ in range(2):  # its reply was lost, and it is given again: asked once
            assert sends(house, wild, sure=False).json()["code"] == "count-far-off"
        said = "Shift 1, closing: badge 2207 counted $10.00 at"
        text = page(house)
        assert part(text, f"close-{HOME}").count(said) == 1
        assert "$" not in part(text, "lines"), "the count stays blind"
        assert sends(house, f"count tray closing 1000 {SIGNED}", sure=False).status_code == 200
        assert said in part(page(house), f"close-{HOME}")
        [section] = paper(house)["sections"]
        [told] = section["recounts"]
        assert told.startswith(said) and told.endswith("and was asked to count again.")
        with house.client("auditor") as client:
            [table] = client.get(f"/api/v1/days/{DAY}/close").json()["tables"]
            found = client.get("/api/v1/journal?kind=AskRecount").json()["lines"]
            sheet = client.get(f"/api/v1/days/{DAY}/close.pdf").content
        [asked] = table["recounts"]
        assert (asked["what"], asked["cents"], asked["by"]) == ("closing", 10_00, "2207")
        assert [one["actor"] for one in found] == ["2207"]
        assert bare("badge 2207 counted $10.00") in "".join(text_of(sheet))


def test_a_table_that_cannot_be_closed_yet_says_why(tmp_path: Path) -> None:
    with web_house(tmp_path) as house:
        house.play("open", f"day {DAY}", f"count tray opening 1000 {SIGNED}")
        button = r'data-pattern="close table"[^>]*><button class="([^"]*)"( disabled)?>'
        assert re.findall(button, page(house)) == [("btn", " disabled")]
        why = "Not yet: the tray was not counted; count it for closing first."
        assert why in part(page(house), "lines")
        house.play(f"count tray closing 1000 {SIGNED}")
        assert re.findall(button, page(house)) == [("btn main", "")]
        assert "Not yet" not in part(page(house), "lines")


def test_a_round_keeps_a_table_open_but_nobody_of_a_demo_from_asking() -> None:
    """There the automatons end it; what they cannot mend is said everywhere."""
    playing = Table(opened=usual_setup("baccarat"), open=True, round=RoundState(stage="dealing"))
    refused = stays_open(playing, demo=False)
    assert refused is not None and refused.code == "round-not-over"
    assert stays_open(playing, demo=True) is None
    for demo in (False, True):
        refused = stays_open(playing._replace(counted=True), demo=demo)
        assert refused is not None and refused.code == "tray-not-counted"


def test_what_was_opened_twice_on_a_day_says_what_its_figures_are(tmp_path: Path) -> None:
    """$1,000 and then $500 are brought: the day was opened with $1,500."""
    with web_house(tmp_path) as house:
        house.play("open", f"day {DAY}", f"count tray opening 1000 {SIGNED}")
        assert "times on this day" not in page(house)
        house.play(f"count tray closing 1000 {SIGNED}", "close table", "open")
        house.play(f"count tray opening 500 {SIGNED}")
        text = page(house)
        assert "Counted for opening 2 times on this day" in part(text, f"close-{HOME}")
        assert "$1,500.00" in part(text, "house")


def test_several_tables_are_counted_in_one_form(tmp_path: Path) -> None:
    """A row for each that has begun a day: what is due, or that it is counted for closing."""
    with web_house(tmp_path) as house:
        house.play("open", f"day {DAY}", f"count tray opening 1000 {SIGNED}")
        assert 'id="count-all"' not in page(house), "one table has its own form"
        house.play("open", f"day {DAY}", table="2")
        house.play("open", table="3")
        seen = Seen(page(house))
        fields = [f"all-{id}" for id in ("which", "1", "2", "second", "pin")]
        assert [one for one in seen.ids if one.startswith("all-")] == fields
        rows = {
            str(named["data-path"]): named.get("data-which")
            for name, named in seen.attributes
            if name == "li" and "data-path" in named
        }
        assert rows == {
            "/api/v1/tables/1/commands": None,
            "/api/v1/tables/2/commands": "count tray opening",
        }
        house.play("open", f"day {DAY}", f"count tray opening 5 {SIGNED}", table="4")
        house.play(f"count tray closing 5 {SIGNED}", table="4")
        text = page(house)
        assert 'id="said-4"' in text and 'id="all-4"' not in text
        assert 'id="count-all"' not in page(house, "auditor")


def test_after_a_day_that_is_closed_everywhere_the_next_is_begun_and_opened_everywhere(
    tmp_path: Path,
) -> None:
    """The record, the lines and what is left open say the same of every table on the way."""
    with web_house(tmp_path) as house:
        today = house.running.service.gaming_day()
        after = (datetime.fromisoformat(today) + timedelta(days=1)).strftime("%Y-%m-%d")
        tables = ("1", "2", "3")
        for id in tables:
            house.play("open", f"day {today}", f"count tray opening 500 {SIGNED}", table=id)

        def begins(*ids: str) -> None:
            seen = Seen(page(house)).attributes
            asked = [named for _, named in seen if named.get("id") == "begin-all"]
            paths = "".join(f"/api/v1/tables/{id}/commands " for id in ids)
            told = [(named["data-pattern"], named["data-path"]) for named in asked]
            assert told == ([(f"day {after}", paths)] if ids else [])

        def stands(state: str) -> str:
            text = page(house)
            assert [row[1] for row in cells(part(text, "house"))[:3]] == [state] * 3
            assert re.findall(r'<summary>.*?<span class="tag">(.*?)</span>', text) == [state] * 3
            return text

        assert part(stands("closing count to take"), "left").count("not counted for closing") == 3
        house.play(f"count tray closing 500 {SIGNED}", table="1")
        begins()
        for id in tables[1:]:
            house.play(f"count tray closing 500 {SIGNED}", table=id)
        text = stands("closing count taken")
        assert "not counted" not in part(text, "left") and "no explanation yet" not in text
        begins("1", "2", "3")
        early = f"Tables that begin {after} now count into it from now on; jackpots"
        assert text.count(early) == 1 + len(tables), "beside all, and at each"
        house.play(f"day {after}", table="1")
        begins("2", "3")
        assert 'id="count-2"' in page(house), "its day is begun here"
        for id in tables[1:]:
            house.play(f"day {after}", table=id)
        begins()
        text = stands("opening count to take")
        assert part(text, "left").count("not counted for opening") == 3
        assert (
            "not counted for closing" not in text and "The closing count is on record" not in text
        )
        rows = re.findall(r'<li data-table=[^>]*data-which="([^"]+)"', text)
        assert rows == ["count tray opening"] * 3
        assert '<a href="#lines">' in part(text, "asked")


# --- the first day ---


def test_the_first_day_is_begun_and_its_opening_counted_here(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with web_house(tmp_path_factory.mktemp("no-day")) as first:
        text = page(first)
        assert "No table has begun a gaming day" in text
        assert "No table that is looked at here is open." in part(text, "lines")
        first.play("open")
        lines = part(page(first), "lines")
        patterns = re.findall(r'data-pattern="([^"]+)"', lines)
        today = first.running.service.gaming_day()
        assert patterns[:2] == [f"day {today}", "day {day}"] and "no day begun" in lines
        assert 'data-path="/api/v1/tables/1/commands "' in lines
        first.play("open", table="2")
        lines = part(page(first), "lines")
        assert 'data-path="/api/v1/tables/1/commands /api/v1/tables/2/commands "' in lines
        assert give(first, "day", f"day {DAY}", ()).status_code == 200
        lines = part(page(first), "lines")
        assert '<option value="count tray opening">' in lines
        assert "count tray closing" not in lines, "what is not opened is not closed"
        count = f"count tray opening 10000 {SIGNED}"
        assert give(first, "one", count, ()).status_code == 202, "one person opens no tray"
        assert give(first, "two", count, (CARD,)).status_code == 200
        text = page(first)
        assert '<option value="count tray closing">' in part(text, "lines")
        assert "$10,000.00" in part(text, f"close-{HOME}")
        assert give(first, "again", count, (CARD,)).json()["code"] == "counted-already"
        assert 'data-path="/api/v1/tables/2/commands "' in part(text, "lines")
        first.play(f"count tray closing 9990 {SIGNED}", "close table", "open")
        assert "The last closing count was $9,990.00." in part(page(first), "lines")


def test_what_was_recorded_is_said(tmp_path: Path) -> None:
    """Every form that gives a line has words for when it is on record, with what was filled in."""
    with web_house(tmp_path) as open_day:
        open_day.play("open", f"day {DAY}", f"count tray opening 10000 {SIGNED}")
        short = give(open_day, "x", f"count tray closing 9990 {SIGNED}", (CARD,))
        assert short.status_code == 200
        today = open_day.running.service.gaming_day()
        text = page(open_day)
        forms = [named for _, named in Seen(text).attributes if "data-filled" in named]
    assert f"Of the day {DAY} a variance has no explanation yet at: {HOME}." in part(text, "lines")
    assert "By the clock" not in text, "the day that is offered is that of the clock"
    assert len(forms) == 5
    for form in forms:
        asked, done = str(form["data-pattern"]), str(form["data-done"])
        assert set(re.findall(r"{(\w+)}", asked)) <= set(re.findall(r"{(\w+)}", done)), form
        assert f"able {HOME}" in done or (form["id"], asked) == ("begin-all", f"day {today}")
