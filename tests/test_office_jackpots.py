"""Jackpots in the Game Manager: who may do what, and that every figure is the report's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from dealer_page import Element, parsed
from pdf_text import bare, text_of
from pitboss.house.automatic.demo import demo_floor
from pitboss.house.serving.trails import TrailLine
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Meter, reseed
from pitboss.jackpot.reports import Selection
from pitboss.jackpot.reports.movement import movement
from pitboss.jackpot.telling import money
from pitboss.jackpot.terms import jackpot_terms
from pitboss.rulebook import catalog
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.floor import default_floor
from pitboss.web.screens.automatons import pays_by_itself
from pitboss.web.screens.jackpot_books import curve_of, levels_of, runs_of
from pitboss.web.screens.jackpot_terms import terms_of
from pitboss.web.screens.jackpot_trails import audit_rows
from pitboss.web.screens.jackpots import news_of
from report_floors import evening
from web_house import BEGIN, PINS, WebHouse, web_house

JACKPOT = "fate-38"
PAGE = f"/manager/jackpots/{JACKPOT}"
WINNING = ("bet 3 player 25, fate-38 1", "coup As 2s 8s / Ks 3s")
"""Five spades of five: the whole meter of Fate 38."""
SUPERVISOR, EXECUTIVE = PINS["supervisor"], PINS["executive"]
_IDS = count(1)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[WebHouse]:
    with web_house(tmp_path) as one:
        one.play(*BEGIN)
        yield one


@pytest.fixture
def hit(house: WebHouse) -> WebHouse:
    """A house where Fate 38 is pending: $2,000 of the seed and 17 cents of one unit."""
    house.play(*WINNING, f"hit jackpot {JACKPOT}")
    return house


def given(
    house: WebHouse, role: str, line: str, *cards: tuple[str, str], where: str = ""
) -> httpx.Response:
    path = where or f"/api/v1/jackpots/{JACKPOT}/commands"
    shown = [{"badge": badge, "pin": pin} for badge, pin in cards]
    body = {"id": f"office-{next(_IDS)}", "line": line, "cards": shown}
    with house.client(role) as client:
        return client.post(path, json=body)


def seen(house: WebHouse, role: str, path: str) -> Element:
    with house.client(role) as client:
        response = client.get(path)
    assert response.status_code == 200, response.text
    page = parsed(response.text)
    ids = [one["id"] for one in page.having("id")]
    assert len(ids) == len(set(ids)), sorted({id for id in ids if ids.count(id) > 1})
    assert not list(page.having("style"))
    assert sum(one.tag == "h1" for one in page.all) == 1
    return page


def told(house: WebHouse, name: str) -> list[dict[str, object]]:
    with house.client("auditor") as client:
        rows = client.get(f"/api/v1/reports/{name}?jackpot={JACKPOT}").json()
    assert isinstance(rows, list)
    return rows


def controls(page: Element) -> list[Element]:
    """Return whatever gives a line or opens a dialog that does."""
    names = ("data-line", "data-opens", "data-filled")
    return [one for one in page.all if any(name in one for name in names)]


# --- another's card ---


def test_a_card_that_is_refused_is_named_with_whoever_showed_it(hit: WebHouse) -> None:
    refused = given(hit, "supervisor", "pay 1 by 1101", PINS["dealer"])
    assert refused.json()["code"] == "level-too-low"
    assert refused.json()["remedy"] == "show the card of one of them"
    both = "2207, with the card of 1101"
    assert both in seen(hit, "supervisor", PAGE).by_id("audit").text
    with hit.client("auditor") as client:
        assert f"by {both}" in client.get("/manager/journal").text


# --- the line of a meter ---


def test_a_line_of_a_meter_follows_what_it_shows_while_a_hit_is_pending(hit: WebHouse) -> None:
    """Under lock-all the amount stays on the signs until it is paid; nothing ever showed $0."""
    shown = [2_000_00, 2_000_17, 2_000_17]
    record = hit.app.state.records.ask(lambda record: record, f"link/{JACKPOT}")
    assert record.jackpot(JACKPOT).displayed_cents == shown[-1]
    assert [level.cents for level in levels_of(record, JACKPOT)] == shown
    curve = curve_of(record, JACKPOT)
    assert curve is not None and (curve.low, curve.high) == ("$2,000", "$2,000.17")
    assert given(hit, "supervisor", "verify by 2207").status_code == 200
    assert given(hit, "supervisor", "pay by 3301", EXECUTIVE).status_code == 200
    record = hit.app.state.records.ask(lambda record: record, f"link/{JACKPOT}")
    levels = levels_of(record, JACKPOT)
    assert [level.cents for level in levels] == [*shown, 5], "the reserve of one unit, at once"
    assert levels[-1].cents == record.jackpot(JACKPOT).displayed_cents
    assert levels[-1].fell_micros == 2_000_17 * MICROS_PER_CENT


# --- a pending hit ---


def test_a_pending_hit_says_who_called_it_and_who_shares_how_much(hit: WebHouse) -> None:
    page = seen(hit, "supervisor", "/manager/jackpots")
    text = page.by_id(f"hit-{JACKPOT}-1").text
    for words in ("Fate 38 pending, table 1", "$2,000.17", "Table 1, position 3", "30-2899.07"):
        assert words in text
    story = seen(hit, "auditor", f"{PAGE}/hits/1").by_id(f"story-{JACKPOT}-1").text
    assert "Badge 1101." in story and "START GAME is locked at tables 1, 2" in story
    assert "a round that was registered is finished" in story, "30-2899.07(6)(e)"
    assert "the next are dealt without jackpot bets" in story and "goes on" not in story
    assert "Verify the hand" in story and re.search(r"\d\d:\d\d:\d\d", story)


def test_the_steps_of_a_hit_are_those_on_record(hit: WebHouse) -> None:
    assert given(hit, "supervisor", "verify 1 by 2207").status_code == 200
    assert given(hit, "supervisor", "pay 1 by 3301", EXECUTIVE).status_code == 200
    story = seen(hit, "auditor", f"{PAGE}/hits/1").by_id(f"story-{JACKPOT}-1").text
    assert "Badge 2207, supervisor." in story
    assert "Paid, $2,000.17 Badge 3301, executive." in story
    assert "Verify the hand" not in story


def test_a_hit_is_paid_by_the_level_that_its_amount_asks_for(house: WebHouse) -> None:
    line = "adjust +9000 by 2207 and 3301: a test of the levels"
    assert given(house, "supervisor", line, EXECUTIVE).status_code == 200
    house.play(*WINNING, f"hit jackpot {JACKPOT}")
    page = seen(house, "supervisor", PAGE)
    assert "An executive's card: $10,000 or more." in page.by_id("hit-1").text
    assert page.by_id("pay-hit-1")["data-needs"].startswith("An executive's card")
    refused = given(house, "supervisor", "pay 1 by 2207")
    assert refused.status_code == 409 and refused.json()["code"] == "executive-needed"
    unproved = given(house, "supervisor", "pay 1 by 3301")
    assert unproved.json()["code"] == "not-proved"
    for role in ("auditor", "administrator", "player"):
        assert given(house, role, "pay 1 by 3301", EXECUTIVE).status_code == 403
    assert given(house, "supervisor", "pay 1 by 3301", EXECUTIVE).status_code == 200
    assert "$11,000.17" in seen(house, "auditor", f"{PAGE}?books=1").by_id("wins").text


def test_a_back_out_by_one_waits_on_the_page_for_another(hit: WebHouse) -> None:
    given(hit, "supervisor", "pay 1 by 2207")
    waits = given(hit, "supervisor", "back out 1 by 2207: paid in error")
    assert waits.status_code == 202
    number = waits.json()["proposal"]
    own = seen(hit, "supervisor", PAGE).by_id("waiting")
    assert "Another person approves" in own.text
    assert "disabled" in own.by_id(f"approve-{number}").attributes
    other = seen(hit, "executive", PAGE).by_id("waiting")
    for words in (
        "Back out hit 1 of Fate 38",
        "Table 1, round 1, position 3",
        "100% of the meter",
        "$2,000.17 paid by badge 2207",
        "Reason: paid in error",
        "$2,000.17 is taken from the chips of table 1, position 3",
        "Badge 2207 proposes",
    ):
        assert words in other.text, words
    assert re.search(r"Meter: \$[0-9.,]+ now, \$2,000.17 then", other.text)
    form = other.by_id(f"approve-{number}").parent
    assert form is not None
    button = form["data-line"]
    house = "/api/v1/house/commands"
    assert given(hit, "supervisor", button, where=house).json()["code"] == "another-person-needed"
    assert given(hit, "executive", button, where=house).status_code == 200
    page = seen(hit, "auditor", f"{PAGE}?books=1")
    assert "backed out" in page.by_id("wins").text
    parts = "Reseed recovered -$0.05 Backed out $2,000.17 Held at the end"
    assert parts in page.by_id("recon").text and "Corrected" not in page.by_id("recon").text
    told = seen(hit, "auditor", PAGE).by_id("audit").text
    assert "only count contributions" in told
    assert hit.running.board.jackpot(JACKPOT).displayed_cents == 200_017


# --- what the next meter is made of ---

SEED, RESERVE = 5_000_000_000, 3_270_000
NEXT: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({}, RESERVE, "the whole reserve, now $3.27"),
    (
        {"minimum_micros": SEED},
        SEED,
        "the whole reserve, now $3.27; at least $5,000, the house advances the rest",
    ),
    (
        {"reserve": "up-to-seed"},
        SEED,
        "$5,000: from the reserve, now $3.27, and what it lacks from the house",
    ),
    ({"reserve_micros": 0}, SEED, "$5,000, which the house pays"),
    (
        {"reserve_micros": 0, "fixed_seed": True},
        SEED,
        "$5,000, the printed seed, which the house pays",
    ),
)


@pytest.mark.parametrize(("terms", "begun", "told"), NEXT)
def test_the_terms_say_what_a_meter_begins_again_with(
    terms: dict[str, Any], begun: int, told: str
) -> None:
    """By the policies of JACKPOTS, "The new meter", and as the meter itself is made anew."""
    floor = demo_floor()
    harmony = next(one for one in floor.jackpots if one.id == "harmony")
    rolls_over = jackpot_terms(floor, harmony)._replace(minimum_micros=None)
    link = Link(rolls_over._replace(**terms), Meter(reserve=RESERVE))
    assert link.meter.after(reseed(link.meter, link.jackpot.growth)).main == begun
    term = next(one for one in terms_of(link, catalog(), "USD") if one.part == "begins")
    assert (term.name, term.value) == ("Begins again with", told)


def test_what_the_next_meter_begins_with_grows_on_the_page(hit: WebHouse) -> None:
    reserve = hit.running.board.jackpot(JACKPOT).meter.reserve
    assert money(reserve // 10_000 * 10_000) in seen(hit, "auditor", PAGE).by_id("begins").text


# --- who only looks ---


@pytest.mark.parametrize("path", ["/manager/jackpots", "/manager/jackpots?books=1", PAGE])
def test_an_auditor_sees_everything_and_no_control(hit: WebHouse, path: str) -> None:
    page, office = seen(hit, "auditor", path), seen(hit, "supervisor", path)
    assert not controls(page)
    assert controls(office)
    for id in ("recon", "audit", "waiting"):
        assert page.by_id(id).attributes == office.by_id(id).attributes


def test_what_would_be_refused_is_disabled_and_says_why(house: WebHouse) -> None:
    page = seen(house, "executive", PAGE)
    assert "disabled" in page.by_id("open-rates")
    assert "the increments of PT-PRG-F38-01 are printed" in page.by_id("why-rates").text
    assert given(house, "executive", "rates 1% by 3301 and 2207", SUPERVISOR).status_code == 409
    assert "disabled" not in page.by_id("open-limit")
    below = given(house, "executive", "limit 1999 by 3301 and 2207", SUPERVISOR)
    assert below.json()["code"] == "limit-below-seed"
    assert given(house, "executive", "limit 3000 by 3301 and 2207", SUPERVISOR).status_code == 200
    assert "$3,000" in seen(house, "auditor", PAGE).by_id("config").text
    held = seen(house, "supervisor", PAGE)
    assert "disabled" in held.by_id("open-limit")
    assert "let an executive do it" in held.by_id("why-limit").text
    assert "are printed; leave them" in held.by_id("why-rates").text, "nobody may"


# --- figures ---


def test_every_figure_is_that_of_the_report(hit: WebHouse) -> None:
    given(hit, "supervisor", "read 2000.17 at 1 by 2207")
    given(hit, "supervisor", "pay 1 by 2207")
    page = seen(hit, "auditor", f"{PAGE}?books=1")
    recon, identity = told(hit, "reconciliation")[-1], told(hit, "identity")[-1]
    text = page.by_id("recon").text
    assert (
        f"Tables counted {recon['tables_units']} units, the server {recon['server_units']}" in text
    )
    for key in ("begin", "seeds", "contributions", "end", "difference"):
        assert money(int(str(identity[f"{key}_micros"]))) in text
    moved = [row for row in told(hit, "movement") if row["part"] == "main"]
    rows = [one for one in page.by_id("mv-each").all if one.tag == "tr"][1:]
    listed = [row for row in reversed(moved) if row["reason"] not in ("begin", "end")]
    assert len(rows) == len(listed)
    for shown, row in zip(rows, listed, strict=True):
        assert f"{row['reason']} {row['other']}" in shown.text
        for key in ("amount_micros", "balance_micros"):
            assert money(int(str(row[key]))) in shown.text
    win = told(hit, "wins")[-1]
    for key in ("amount_cents", "new_amount_cents"):
        assert str(Money(int(str(win[key])))) in page.by_id("wins").text
    held = hit.running.board.jackpot(JACKPOT)
    assert str(Money(held.displayed_cents)) in page.by_id("stand").text


def test_a_sign_that_was_wrong_is_why_a_jackpot_differs(hit: WebHouse) -> None:
    assert given(hit, "supervisor", "read 1999 at 1 by 2207").status_code == 200
    text = seen(hit, "auditor", "/manager/jackpots?books=1").by_id("recon").text
    assert told(hit, "reconciliation")[-1]["signs_wrong"] == 1
    assert text.count("Differs") == text.count("Signs wrong: 1") == 1


def test_the_books_know_what_was_paid_a_moment_ago(hit: WebHouse) -> None:
    assert "pending" in seen(hit, "auditor", f"{PAGE}?books=1").by_id("wins").text
    given(hit, "supervisor", "pay 1 by 2207")
    assert "paid" in seen(hit, "auditor", f"{PAGE}?books=1").by_id("wins").text


def test_a_round_played_again_says_that_its_hit_was_backed_out(hit: WebHouse) -> None:
    """Where the hit is told, and in the list of lines: when, by whom, and in which line."""
    table = hit.running.board.table("1")
    replay = f"/manager/journal/tables/1/rounds/{table.round.number}"
    assert "Backed out" not in seen(hit, "auditor", replay).by_id("main").text
    for line, card in (("verify 1 by 2207", SUPERVISOR), ("pay 1 by 3301", EXECUTIVE)):
        assert given(hit, "supervisor", line, card).status_code == 200
    assert "Backed out" not in seen(hit, "auditor", replay).by_id("main").text
    line = "back out 1 by 2207 and 3301: wrong hand"
    assert given(hit, "supervisor", line, EXECUTIVE).status_code == 200
    with hit.client("auditor") as client:
        found = client.get(f"/api/v1/journal?stream=link/{JACKPOT}&kind=AwardReturned").json()
        (undone,) = found["lines"]
        lines = client.get(f"/api{replay.replace('manager/journal', 'v1')}/steps").json()
    steps = [at for at, one in enumerate(lines, 1) if one["kind"] in ("HitJackpot", "NoteHit")]
    assert len(steps) == 2
    for step in steps:
        page = seen(hit, "auditor", f"{replay}?step={step}")
        for id in ("step", "movements"):
            text = page.by_id(id).text
            assert "Backed out later Hit 1 of Fate 38" in text
            assert undone["time"].replace("T", " ") in text
            assert "signed by 2207 and 3301: wrong hand." in text
        (link,) = [one for one in page.by_id("step").all if one.tag == "a"]
        assert link.text == f"Line {undone['version']} of jackpot Fate 38"
        listed = seen(hit, "auditor", link["href"]).by_id("found").text
        assert listed.startswith("Found: 1") and "is backed out by 2207 and 3301" in listed
    first = seen(hit, "auditor", f"{replay}?step=1")
    assert "Backed out" not in first.by_id("step").text


def test_a_meter_over_time_says_its_ends(hit: WebHouse) -> None:
    """The first and last time, and the least and most that signs showed: a pending hit is shown."""
    with hit.client("auditor") as client:
        told = client.get(f"/api/v1/reports/movement?jackpot={JACKPOT}").json()
        shown = client.get(f"/api/v1/jackpots/{JACKPOT}").json()["displayed_cents"]
    rows = [row for row in told if row["part"] == "main" and row["reason"] not in ("begin", "end")]
    seed = rows[0]["balance_micros"] // MICROS_PER_CENT
    page = seen(hit, "auditor", "/manager/jackpots?books=1")
    text = page.by_id(f"spark-{JACKPOT}").text
    for words in (rows[0]["time"][:16], rows[-1]["time"][:16]):
        assert words.replace("T", " ") in text
    for amount in (seed, shown):
        assert str(Money(amount, "USD")) in text
    assert "stands as it began" in page.by_id("spark-fortunes").text


def test_movements_are_chosen_by_day_and_part(hit: WebHouse) -> None:
    day = str(told(hit, "movement")[-1]["day"])
    page = seen(hit, "auditor", f"{PAGE}?books=1&day={day}&part=reserve")
    assert "$0.05" in page.by_id("movement").text
    with hit.client("auditor") as client:
        assert client.get(f"{PAGE}?day=yesterday").status_code == 422
        assert client.get("/manager/jackpots/none").status_code == 404
        assert client.get(f"{PAGE}/hits/2").status_code == 404


def test_the_trail_has_refusals_and_who_asked(hit: WebHouse) -> None:
    given(hit, "supervisor", "dismiss 1 by 2207: no hit at all")
    given(hit, "supervisor", "pay 1 by 2207")
    text = seen(hit, "auditor", "/manager/jackpots").by_id("audit").text
    assert "dismissed by 2207: no hit at all" in text
    assert "Refused: Hit 1 is dismissed" in text
    assert "1101" in text


# --- the win page ---


def test_the_win_page_is_the_same_bytes_on_either_paper(hit: WebHouse) -> None:
    given(hit, "supervisor", "pay 1 by 2207")
    with hit.client("auditor") as client:
        first, again = (client.get(f"{PAGE}/wins/1.pdf") for _ in range(2))
        a4 = client.get(f"{PAGE}/wins/1.pdf?paper=a4")
        assert client.get(f"{PAGE}/wins/1.pdf?paper=a5").status_code == 422
        assert client.get(f"{PAGE}/wins/2.pdf").status_code == 404
    assert first.headers["content-type"] == "application/pdf"
    assert first.content == again.content != a4.content
    for content in (first.content, a4.content):
        (page,) = text_of(content)
        assert bare("$2,000.17") in page and bare("Table 1, position 3") in page


def test_where_a_hit_was_paid_its_win_page_is_a_press_away(hit: WebHouse) -> None:
    links = {f"{PAGE}/wins/1.pdf", f"{PAGE}/wins/1.pdf?paper=a4"}

    def linked(path: str) -> set[str]:
        with hit.client("auditor") as client:
            return set(re.findall(r'href="([^"]+\.pdf[^"]*)"', client.get(path).text))

    assert not linked("/manager/jackpots"), "it is not paid yet"
    given(hit, "supervisor", "pay 1 by 2207")
    for path in ("/manager/jackpots", PAGE, f"{PAGE}?books=1", f"{PAGE}/hits/1"):
        assert links <= linked(path), path
    told = seen(hit, "auditor", "/manager/jackpots").by_id(f"hits-{JACKPOT}").text
    assert "$2,000.17 paid by 2207" in told


# --- live ---


def test_news_are_of_the_record_and_not_of_contributions(house: WebHouse) -> None:
    before = news_of(house.running.board.jackpot(JACKPOT))
    house.play("bet 3 player 25, fate-38 1", "coup 7s 8h 3d / Kh Qd 7c", "finish")
    assert house.running.board.jackpot(JACKPOT).displayed_cents == 200_017
    assert news_of(house.running.board.jackpot(JACKPOT)) == before
    given(house, "supervisor", "adjust +1 by 2207 and 3301: a test", EXECUTIVE)
    assert news_of(house.running.board.jackpot(JACKPOT)) != before


def test_the_reports_are_asked_of_the_same_record(hit: WebHouse) -> None:
    records = hit.app.state.records
    rows = records.report("movement", Selection(JACKPOT))
    assert records.ask(lambda record: len(record.links[JACKPOT].hits), f"link/{JACKPOT}") == 1
    assert rows == records.report("movement", Selection(JACKPOT))


def test_what_waits_is_read_alone(hit: WebHouse) -> None:
    given(hit, "supervisor", "pay 1 by 2207")
    number = given(hit, "supervisor", "back out 1 by 2207: paid in error").json()["proposal"]
    button = f'id="approve-{number}"'
    with hit.client("executive") as client:
        assert button in client.get("/manager/waiting").text
        assert button in client.get(f"/manager/waiting?jackpot={JACKPOT}").text
        assert button not in client.get("/manager/waiting?jackpot=sun-7").text
    for role in ("supervisor", "auditor"):
        with hit.client(role) as client:
            told = client.get("/manager/waiting").text
        assert "back out 1" in told and f"{button} disabled" in told
    with hit.client("auditor") as client:
        for path in ("/", "/manager/jackpots", "/manager/close", "/manager/people"):
            (counted,) = re.findall(r'id="waits-jackpots"[^>]*', client.get(path).text)
            assert counted.endswith(f'data-ids="proposal-{number}"'), path
        alerts = client.get("/").text
        assert f'href="/manager/jackpots#proposal-{number}"' in alerts
    assert 'id="waits-tables" data-ids="" hidden' in alerts
    with hit.client("administrator") as client:
        assert "waits-" not in client.get("/manager/people").text
    given(hit, "executive", f"decline {number}", where="/api/v1/house/commands")
    with hit.client("auditor") as client:
        assert 'id="waits-jackpots" data-ids="" hidden' in client.get("/manager/close").text


def test_the_seed_is_told_by_the_clock_on_the_wall(house: WebHouse) -> None:
    seed = next(row for row in told(house, "movement") if row["reason"] == "seed")
    founded = datetime.now(ZoneInfo(house.running.board.floor.timezone)).replace(tzinfo=None)
    assert abs(founded - datetime.fromisoformat(str(seed["time"]))) < timedelta(minutes=30)


# --- before and without the books ---


def test_the_list_of_wins_is_there_before_the_books_are(hit: WebHouse) -> None:
    listed = seen(hit, "auditor", PAGE).by_id("wins")
    assert "It was not hit yet" not in listed.text and "pending" in listed.text


def test_a_back_out_shows_at_once_and_its_button_goes(hit: WebHouse) -> None:
    """So does the line in the journal, by the amount that returned."""
    given(hit, "supervisor", "pay 1 by 2207")
    assert seen(hit, "supervisor", PAGE).by_id("back-out-1")
    line = "back out 1 by 2207 and 3301: wrong hand"
    assert given(hit, "supervisor", line, EXECUTIVE).status_code == 200
    page = seen(hit, "supervisor", PAGE)
    assert not [one for one in page.having("id") if one["id"] == "back-out-1"]
    assert "backed out" in page.by_id("wins").text and "backed out" in page.by_id("audit").text
    askers = [one for one in page.having("data-reads") if "wins" in one["data-shows"].split()]
    assert askers and all("news" in one["data-on"].split() for one in askers)
    with hit.client("auditor") as client:
        asked = f"/api/v1/journal?stream=link/{JACKPOT}&least_cents=200017&most_cents=200017"
        kinds = [one["kind"] for one in client.get(asked).json()["lines"]]
    assert "BackOutHit" in kinds


def test_a_run_of_movements_names_every_account_it_came_from() -> None:
    """Two share a hit: what they got came from one account, and went to two."""
    rows = [row for row in movement(evening(), Selection("fate-38")) if row.part == "pending"]
    (paid,) = (run for run in runs_of(rows) if run.reason == "jackpot won")
    assert paid.times == 2
    assert paid.others == ("table 12 position 1", "table 12 position 2")


# --- automatons ---


def test_what_an_automaton_of_the_demo_does_is_marked_as_its_own() -> None:
    paid = TrailLine(
        "sun-7", 9, "2026-11-16T20:00:00", "9201", "", "supervisor", (), (), None, "ab"
    )
    by_hand = paid._replace(who="2207")
    demo = demo_floor()
    marked, plain = (row.who for row in audit_rows((paid, by_hand), demo))
    assert marked == "9201 (automaton)" and plain == "2207"
    (house,) = audit_rows((paid,), default_floor())
    assert house.who == "9201", "a house has people alone"


def test_a_hit_of_the_demo_says_that_an_automaton_pays_it() -> None:
    demo = demo_floor()
    assert f"automaton pays it {demo.pay_seconds} s after" in pays_by_itself(demo)
    assert pays_by_itself(default_floor()) == ""
