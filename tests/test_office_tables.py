"""The manager's tables: drafts are what the floor's reader makes of them; two people approve."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from urllib.parse import urlencode

import httpx
import pytest
from websockets.sync.client import connect

from page_checks import sound
from pitboss.games import Shoe
from pitboss.house.automatic.demo import demo_floor
from pitboss.house.differences import floor_differences
from pitboss.house.people.identity import Who
from pitboss.jackpot.floor_changes import without_meter
from pitboss.odds.analysis import analyse_table
from pitboss.rulebook import catalog
from pitboss.rulebook.pays import Money, percent
from pitboss.settle.bets import Bet
from pitboss.table.floor import default_floor
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.floor.setups import built, setup_of
from pitboss.table.money.at_limits import most_at_limits
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import AnnouncedLimits, LaidBet, RoundState, Table
from pitboss.table.steps.limits import holds_from, limits_of
from pitboss.web.screens.choices import choices, effects, fields_of, questions
from pitboss.web.screens.drafts import Draft, Form, draft_of, key_of, new_entry, shown_value
from pitboss.web.screens.offering import edge_at, offering
from pitboss.web.screens.posted import said_from
from pitboss.web.screens.present import entry_now
from pitboss.web.screens.tables import NAME, change, difference, state_of
from pitboss.web.words import words
from web_house import BEGIN, PINS, WebHouse, web_house

FLOOR = default_floor()
LOOKS = ("supervisor", "executive", "auditor")


def fields(setup: TableSetup) -> list[tuple[str, str]]:
    """Return the form of a table that nobody has changed."""
    offers = [("offer", key_of(one, setup.offers)) for one in setup.offers]
    return [*offers, *((field, shown_value(setup, field)) for field in fields_of(setup))]


def drafted(id: str, *changed: tuple[str, str], without: str = "", floor: Floor = FLOOR) -> Draft:
    """Return the draft that a form with some fields changed asks for."""
    entry = next((one for one in floor.tables if one.id == id), None)
    kept = entry or FloorTable(id=id, game="baccarat")
    plain = [pair for pair in fields(built(floor, kept)[0]) if pair != ("offer", without)]
    names = {name for name, _ in changed if name != "offer"}
    kept_fields = [pair for pair in plain if pair[0] not in names]
    return draft_of(floor, kept, Form([("draft", "1"), *kept_fields, *changed]), None)


def differences(draft: Draft) -> list[str]:
    return floor_differences(FLOOR, draft.floor, "x")


# --- drafts ---


@pytest.mark.parametrize("entry", FLOOR.tables, ids=lambda entry: f"{entry.id}-{entry.game}")
def test_a_form_that_nobody_touched_changes_nothing(entry: FloorTable) -> None:
    draft = drafted(entry.id)
    assert draft.floor == FLOOR
    assert not draft.problems


def test_a_field_changes_its_key_and_no_other() -> None:
    [told] = differences(drafted("5", ("maximum tiger", "200")))
    assert "limits.tiger.maximum" in told and "200" in told
    [told] = differences(drafted("5", ("minimum base", "25")))
    assert "limits.base.minimum is 5 in the house and 25" in told
    [told] = differences(drafted("5", ("decks", "6")))
    assert told.startswith("table 5 decks")
    [told] = differences(drafted("5", ("aggregate all", "50,000")))
    assert "aggregate is 50000, only in x" in told
    draft = drafted("5", ("tokes", "no"))
    assert draft.setup.tokes is False and len(differences(draft)) == 1


def test_what_was_asked_for_is_what_the_table_would_be_opened_with() -> None:
    draft = drafted("5", ("maximum tiger", "200"), ("vigorish_rate", "4%"), ("positions", "9"))
    setup = setup_of(draft.floor, "5")
    assert setup == draft.setup and setup.positions == 9
    [tiger] = [one for one in setup.offers if one.wager == "tiger"]
    assert tiger.maximum_cents == 200_00


def test_a_mix_of_side_bets_is_offered_beside_the_usual_ones() -> None:
    draft = drafted("8", ("offer", "dragon-bonus/dragon-bonus"), ("offer", "ez-baccarat/panda-8"))
    assert not draft.problems
    assert draft.entry.offers == () and len(draft.entry.also) == 2
    assert {"dragon-bonus", "panda-8"} <= set(draft.setup.names)
    fewer = drafted("8", without="tie")
    assert "tie" not in fewer.setup.names and fewer.entry.offers


def test_limits_of_a_wager_leave_with_it() -> None:
    limited = drafted("5", ("maximum tiger", "200"))
    gone = drafted("5", without="tiger", floor=limited.floor)
    assert not gone.problems
    assert all(limit.wager != "tiger" for limit in gone.entry.limits)


@pytest.mark.parametrize(
    "field",
    [
        ("minimum tiger", "much"),
        ("minimum base", "900"),
        ("decks", "5"),
        ("vigorish_rate", "40%"),
        ("positions", "0"),
        ("chip_cents", "x"),
        ("style", "squeeze"),
        ("offer", "3-dice-baccarat/triple"),
        ("offer", "golden-dragon/player"),
        ("offer", "no-game/no-wager"),
        ("table banker", "no-such-table"),
        ("pit", "a b"),
    ],
)
def test_what_is_unlawful_or_unreadable_is_a_problem_and_not_a_change(
    field: tuple[str, str],
) -> None:
    draft = drafted("5", field)
    assert draft.problems
    for problem in draft.problems:
        assert " = " not in problem.message + problem.remedy, "a form is no file"
    assert draft.setup.spots, "edges are counted all the same"


def test_a_new_table_stands_in_a_pit_that_the_floor_has() -> None:
    floor = demo_floor()
    assert new_entry(floor, "9", "baccarat").pit in {table.pit for table in floor.tables}


def test_a_new_table_needs_limits_and_then_is_sound() -> None:
    bare = drafted("77")
    assert {problem.code for problem in bare.problems} == {"limits-not-posted"}
    wide = [
        (f"{bound} {role}", "5" if bound == "minimum" else "100")
        for bound in ("minimum", "maximum")
        for role in ("base", "optional")
    ]
    draft = drafted("77", *wide)
    assert not draft.problems
    assert difference(draft.entry, draft.entry, new=True)[0].text == '[[tables]] id = "77"'


# --- a table that was changed since it was opened ---


@pytest.mark.parametrize("entry", FLOOR.tables, ids=lambda entry: f"{entry.id}-{entry.game}")
def test_the_form_begins_with_the_table_as_it_is(entry: FloorTable) -> None:
    changes = (
        [("minimum base", "10"), ("maximum base", "1,000")],
        [(f"maximum {key_of(built(FLOOR, entry)[0].offers[0])}", "777")],
        [("minimum optional", "5"), ("maximum optional", "50"), ("aggregate all", "20,000")],
        [("tokes", "no"), ("positions", "5")],
    )
    for changed in changes:
        setup = drafted(entry.id, *changed).setup
        now = entry_now(FLOOR, entry, Table(opened=setup, open=True), None)
        assert built(FLOOR, now)[0] == setup, changed
        told = change(FLOOR, draft_of(FLOOR, now, Form(), None), {}, Who("3301", "executive"), None)
        assert bool(told.lines) == (setup != built(FLOOR, entry)[0])


def test_a_table_that_is_as_its_entry_says_or_closed_has_the_entrys_form() -> None:
    entry = FLOOR.table("5")
    setup = drafted("5", ("minimum base", "10")).setup
    same = Table(opened=built(FLOOR, entry)[0], open=True)
    for table in (None, same, Table(opened=setup, open=False)):
        assert entry_now(FLOOR, entry, table, None) is entry


# --- what is shown ---


def test_every_edge_is_that_of_the_exact_count() -> None:
    setup = setup_of(FLOOR, "5")
    groups = offering(FLOOR.table("5"), setup, setup, Form())
    rows = {row.key: row for group in groups for row in group.rows}
    for (name, _), table in setup.spots.items():
        [offer] = [one for one, of in zip(setup.offers, setup.names, strict=True) if of == name]
        edge = analyse_table(table, shoe=Shoe.of(8)).edge
        assert edge is not None and percent(edge, 2) in rows[key_of(offer)].edge


def test_edges_say_which_hand_each_belongs_to() -> None:
    """Of a wager on either hand the page has both edges, as the exact count gives them."""
    setup = built(FLOOR, FloorTable(id="9", game="dragon-bonus"))[0]
    groups = offering(FLOOR.table("9"), setup, setup, Form())
    [row] = [one for group in groups for one in group.rows if one.key == "dragon-bonus"]
    hands = {on: table for (name, on), table in setup.spots.items() if name == "dragon-bonus"}
    edges = {on: analyse_table(table, shoe=Shoe.of(8)).edge for on, table in hands.items()}
    said = [f"{str(on).capitalize()}\xa0{percent(edge, 2)}" for on, edge in edges.items() if edge]
    assert row.edge == ", ".join(said) and len(said) == 2
    [tie] = [one for group in groups for one in group.rows if one.key == "tie"]
    assert re.fullmatch(r"[0-9.]+%", tie.edge), "one edge needs no name"


def test_a_pay_table_on_which_the_house_loses_says_so() -> None:
    """Any Dragon at 6 to 1 on eight decks: the catalog has it as it is printed."""
    wager = catalog().game("golden-dragon").wager("any-dragon")
    said = {table: edge_at(wager, table, setup_of(FLOOR, "5")) for table in wager.tables}
    edges = {
        table: analyse_table(wager.open(table), shoe=Shoe.of(8)).edge for table in wager.tables
    }
    assert any(edge is not None and edge < 0 for edge in edges.values())
    for table, edge in edges.items():
        assert edge is not None and percent(edge, 2) in said[table]
        assert (edge < 0) == ("the house loses" in said[table])


def test_what_may_not_stand_at_the_table_says_why() -> None:
    setup = setup_of(FLOOR, "5")
    groups = offering(FLOOR.table("5"), setup, setup, Form())
    barred = {group.title: group.why_not for group in groups if group.why_not}
    assert "Dice Works" in barred and "game of baccarat" in barred["Dice Works"]
    rows = {row.key: row for group in groups for row in group.rows}
    assert "30-2899.08" in rows["golden-dragon/pair"].right
    assert not any(row.key.endswith("/player") for row in rows.values())


EZ = "ez-baccarat/progressive"


def test_what_pays_from_a_meter_is_not_offered_where_no_jackpot_has_one() -> None:
    setup = setup_of(FLOOR, "5")
    rows = {
        row.key: row
        for group in offering(FLOOR.table("5"), setup, setup, Form())
        for row in group.rows
    }
    assert "no jackpot of the floor is linked to this table" in rows[EZ].why_not
    linked = {one.wager for one in FLOOR.jackpots if "1" in one.tables}
    meters = {one.path for one in FLOOR.jackpots_at("1")}
    at_one = setup_of(FLOOR, "1")
    without = replace(at_one, offers=tuple(one for one in at_one.offers if one.wager not in linked))
    shown = offering(FLOOR.table("1"), without, without, Form(), meters)
    assert linked and {
        row.why_not for group in shown for row in group.rows if row.key in linked
    } == {""}
    told = change(FLOOR, drafted("5", ("offer", EZ)), {}, Who("3301", "executive"), None)
    assert [problem.code for problem in told.problems] == ["no-meter-here"]
    assert "EZ" in told.problems[0].message and "leave it out" in told.problems[0].remedy


def test_the_limits_of_bonuses_stand_above_bonuses_and_not_above_progressives() -> None:
    for entry in FLOOR.tables:
        setup = setup_of(FLOOR, entry.id)
        groups = offering(entry, setup, setup, Form())
        own = [group for group in groups if group.role]
        wide = [at for at, one in enumerate(own) if not at or one.role != own[at - 1].role]
        assert "Progressives" not in {own[at].title for at in wide}, entry.game
        why = " ".join(one.why_not for one in groups)
        assert not re.search(r"\b[a-z]+(-[a-z0-9]+)*/[a-z0-9]", why), "names, and no ids"


def test_a_new_table_offers_no_meter_that_nobody_has() -> None:
    entry = new_entry(FLOOR, "78", "ez-baccarat")
    assert not without_meter(FLOOR, entry, None)
    assert without_meter(FLOOR, FloorTable(id="78", game="ez-baccarat"), None)
    assert {"dragon-7", "panda-8"} <= set(built(FLOOR, entry)[0].names)


def test_refused_choices_say_why_and_the_others_what_they_do() -> None:
    setup = setup_of(FLOOR, "5")
    by_field = {one.field: one for one in choices(setup, setup, Form())}
    squeeze = next(one for one in by_field["style"].options if one.value == "squeeze")
    assert "midi" in squeeze.why_not
    done = effects(setup)
    assert any("6: " in line for line in done["decks"])
    eight = most_at_limits(with_positions(8))
    assert eight is not None
    assert any(str(Money(eight.cents)) in line for line in done["positions"])
    assert done["tokes"] == []


def with_positions(positions: int) -> TableSetup:
    draft = drafted("5", ("positions", str(positions)))
    assert draft.setup.positions == positions
    return draft.setup


def test_readings_carry_their_edges_and_are_taken() -> None:
    setup = setup_of(FLOOR, "1")
    asked = list(questions(setup, Form()))
    supreme = next(one for one in asked if one.wager == "Supreme 7")
    default, other = supreme.readings[:2]
    assert default.chosen and default.edge != other.edge
    draft = drafted("1", (supreme.field, other.value))
    assert not draft.problems
    [offer] = [one for one in draft.setup.offers if one.wager == "supreme-7"]
    assert offer.reading == other.value


# --- over the web ---


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("tables")) as house:
        house.play(*BEGIN)
        yield house


def page(house: WebHouse, role: str, path: str) -> str:
    with house.client(role) as client:
        response = client.get(path)
        assert response.status_code == 200, (path, response.text[:300])
        return response.text


def give(house: WebHouse, role: str, body: Mapping[str, object], where: str) -> httpx.Response:
    with house.client(role) as client:
        sent = {"id": f"{role}-{time.monotonic_ns()}", **body}
        return client.post(f"/api/v1/{where}/commands", json=sent)


def draft_path(id: str, *changed: tuple[str, str]) -> str:
    setup = setup_of(FLOOR, id)
    names = {name for name, _ in changed}
    pairs = [("draft", "1"), *(one for one in fields(setup) if one[0] not in names), *changed]
    return f"/manager/tables/{id}?{urlencode(pairs)}"


@pytest.mark.parametrize("role", LOOKS)
@pytest.mark.parametrize("path", ["/manager/tables", "/manager/tables/1", "/manager/tables/7"])
def test_pages_are_sound_for_everybody_who_looks(house: WebHouse, role: str, path: str) -> None:
    text = page(house, role, path)
    sound(text)
    for id in ("offers", "discretion", "readings", "change") if path[-1].isdigit() else ():
        assert f'id="{id}"' in text
    assert 'id="two-people"' in text


def test_an_auditor_sees_everything_and_has_no_control(house: WebHouse) -> None:
    text = page(house, "auditor", draft_path("5", ("maximum tiger", "200")))
    assert "limits.tiger.maximum" in text
    assert re.search(r'id="propose"[^>]* disabled', text)
    assert '<fieldset class="bare" disabled>' in text and 'class="setup looks"' in text
    assert 'id="new-table"' not in page(house, "auditor", "/manager/tables")
    for line in ("announce limits with minimum tie 5", "change setup with no tokes", "fill 5"):
        assert give(house, "auditor", {"line": line}, "tables/1").status_code == 403


def floor_text(text: str) -> str:
    found = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', text, re.DOTALL)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize(
    ("short", "changed", "without"),
    [
        ([("maximum tiger", "200")], [("maximum tiger", "200")], ""),
        ([("decks", "6")], [("decks", "6")], ""),
        ([("drop", "tiger")], [], "tiger"),
        (
            [("offer", "baccarat/match-pair"), ("table baccarat/match-pair", "1")],
            [("offer", "baccarat/match-pair"), ("table baccarat/match-pair", "1")],
            "",
        ),
    ],
)
def test_what_differs_is_as_good_as_the_whole_form(
    short: list[tuple[str, str]], changed: list[tuple[str, str]], without: str
) -> None:
    kept = FLOOR.table("5")
    draft = draft_of(FLOOR, kept, Form([("draft", "changes"), *short]), None)
    whole = drafted("5", *changed, without=without)
    assert draft.setup == whole.setup != setup_of(FLOOR, "5") and not draft.problems


def test_a_draft_is_proposed_by_an_executive_and_approved_by_another(house: WebHouse) -> None:
    path = draft_path("5", ("maximum tiger", "200"))
    assert re.search(r'id="propose"[^>]* disabled', page(house, "supervisor", path))
    text = page(house, "executive", path)
    assert not re.search(r'id="propose"[^>]* disabled', text)
    name, badge = "the-proposal", PINS["executive"][0]
    command = {"kind": "ChangeFloor", "name": name, "text": floor_text(text), "first": badge}
    body = {"command": {**command, "second": ""}}
    assert give(house, "supervisor", body, "house").status_code == 403
    asked = give(house, "executive", body, "house")
    assert asked.status_code == 202, asked.text
    number = asked.json()["proposal"]
    assert alert_of(house, number) == "Change of table 5 waits for a second person"
    own = page(house, "executive", path)
    assert re.search(r'id="propose"[^>]* disabled', own)
    assert f"It waits already, as proposal {number}." in own
    assert "Nothing about table 5 or the floor" not in own
    jackpots = page(house, "executive", "/manager/jackpots")
    assert re.search(r'<section[^>]*id="waiting"[^>]* hidden>', jackpots), "it says nothing of them"
    listed = page(house, "supervisor", "/manager/proposals")
    assert "limits.tiger.maximum" in listed and f'id="approve-{number}"' in listed
    assert re.search(r"<li>Tiger \$\d+ to \$200, was \$\d+ to \$100</li>", listed)
    own = page(house, "executive", "/manager/proposals?table=5")
    assert re.search(rf'id="approve-{number}" disabled', own)
    assert re.search(rf'id="approve-{number}" disabled', page(house, "auditor", "/manager/tables"))
    line = {"line": f"approve {number}"}
    assert give(house, "executive", line, "house").json()["code"] == "another-person-needed"
    assert give(house, "auditor", line, "house").status_code == 403
    before = marks(page(house, "executive", "/manager/tables/5"))
    assert set(before) == {"news-house", "news-5"}
    done = give(house, "supervisor", line, "house")
    assert done.status_code == 200, done.text
    setup = setup_of(house.running.board.floor, "5")
    assert [one.maximum_cents for one in setup.offers if one.wager == "tiger"] == [200_00]
    assert "Nothing about tables or the floor waits" in page(house, "auditor", "/manager/tables")
    after = page(house, "executive", "/manager/tables/5")
    assert "The floor is as this form says." in after
    assert marks(after)["news-house"] != before["news-house"], "pages hear that the floor changed"


def marks(text: str) -> dict[str, str]:
    """Return by which marks a page learns that the record has more."""
    return dict(re.findall(r'id="(news[^"]*)"[^>]* data-news="([^"]*)"', text))


def alert_of(house: WebHouse, number: int) -> str:
    """Return the title by which the floor tells of a proposal."""
    with house.client("supervisor") as client:
        alerts: list[dict[str, str]] = client.get("/api/v1/alerts").json()
    return next(one["title"] for one in alerts if one["id"] == f"proposal-{number}")


def proposed(house: WebHouse, path: str) -> int:
    text = floor_text(page(house, "executive", path))
    command = {"kind": "ChangeFloor", "name": "the-proposal", "text": text, "second": ""}
    body = {"command": {**command, "first": PINS["executive"][0]}}
    return int(give(house, "executive", body, "house").json()["proposal"])


def test_a_closed_table_that_is_changed_shows_at_once_by_what_it_would_open(
    house: WebHouse,
) -> None:
    path = "/manager/tables/7"
    number = proposed(house, draft_path("7", ("maximum optional", "80")))
    query = f"streams=table/7&as=page&page={NAME}"
    address = f"ws://127.0.0.1:{house.port}/api/v1/live?{query}"
    with connect(address, additional_headers=house.headers("auditor"), proxy=None) as socket:
        assert "$80" not in json.loads(socket.recv(timeout=5))["snapshot"]["state-7"]
        give(house, "supervisor", {"line": f"approve {number}"}, "house")
        assert "$80" in json.loads(socket.recv(timeout=5))["snapshot"]["state-7"]
    for shown in (path, "/manager/tables"):
        assert re.search(r'id="state-7".*?\$80', page(house, "auditor", shown), re.DOTALL)


def test_who_signs_for_a_new_table_reads_all_that_it_is(house: WebHouse) -> None:
    """The game, every wager by name, limits, what is unusual, the worst round, and the draft."""
    setup = built(FLOOR, new_entry(FLOOR, "78", "ez-baccarat"))[0]
    changed = [("minimum base", "10"), ("maximum base", "1,000"), ("decks", "6")]
    bonus = [("minimum optional", "5"), ("maximum optional", "100")]
    plain = [one for one in fields(setup) if one[0] != "decks"]
    pairs = [("draft", "1"), ("game", "ez-baccarat"), *plain, *changed, *bonus]
    number = proposed(house, f"/manager/tables/78?{urlencode(pairs)}")
    assert alert_of(house, number) == "New table 78 waits for a second person"
    at_once = page(house, "supervisor", "/manager/tables")
    assert 'counted=1" data-shows="two-people" data-every="0.3"' in at_once
    assert "<b>" not in page(house, "supervisor", "/manager/proposals"), (
        "shown before it is counted"
    )
    listed = unescape(page(house, "supervisor", "/manager/proposals?counted=1"))
    assert "the-proposal" not in listed
    for line in ("Table 78, new", "EZ Baccarat", "Dragon 7", "Panda 8", "Main $10 to $1,000"):
        assert line in listed
    assert "Decks: 6, usually 8" in listed and "Pit: " not in listed
    link = f"/manager/tables/78?proposal={number}"
    assert f'href="{link}"' in listed
    whole = page(house, "supervisor", f"{link}&counted=1")
    sound(whole)
    assert '<fieldset class="bare" disabled>' in whole and 'id="propose"' not in whole
    assert re.search(r'id="minimum-base"[^>]*value="10"', whole.replace("\n", " "))
    worst = re.search(r'id="exposure".*?<b>([^<]*)</b>', whole, re.DOTALL)
    assert worst is not None and f"<b>{worst[1]}</b>" in listed
    give(house, "supervisor", {"line": f"decline {number}"}, "house")
    with house.client("supervisor") as client:
        assert client.get(link).headers["location"] == "/manager/tables/78"


@pytest.mark.parametrize(
    ("settings", "title"),
    [
        ("minimum tie 10", "Change of limits, table 1"),
        ("maximum player 5000, maximum banker 5000", "Change of limits, table 1"),
        ("minimum tie 10, no tokes", "Change of offer, table 1"),
    ],
)
def test_an_alert_says_what_of_a_table_is_to_change(
    house: WebHouse, settings: str, title: str
) -> None:
    asked = give(house, "executive", {"line": f"change setup with {settings}"}, "tables/1")
    number = asked.json()["proposal"]
    assert alert_of(house, number) == f"{title} waits for a second person"
    give(house, "supervisor", {"line": f"decline {number}"}, "house")


def test_nobody_signs_twice_for_what_a_table_offers(house: WebHouse) -> None:
    line = "change setup signed 3301 and 3301 with no tokes"
    refused = give(house, "executive", {"line": line}, "tables/1")
    assert refused.json()["code"] == "two-signatures-needed", refused.text
    assert house.running.board.table("1").setup.tokes, "nothing has changed"


def test_a_change_of_an_open_table_is_told_by_name(house: WebHouse) -> None:
    line = "change setup with no tokes"
    asked = give(house, "executive", {"line": line}, "tables/1")
    assert asked.status_code == 202, asked.text
    listed = unescape(page(house, "supervisor", "/manager/proposals?table=1"))
    assert "Tokes: no, was yes" in listed and f"<code>{line}</code>" in listed
    assert "It holds once it is approved and no bets lie" in listed
    give(house, "supervisor", {"line": f"decline {asked.json()['proposal']}"}, "house")


OF_THE_TRAY = (
    ("count tray closing 1,010 signed 2207", "Closing count of the tray: $1,010", "$10 too much"),
    ("close shift 990 signed 2207", "at the end of a shift: $990", "$10 is missing"),
    ("close shift 1,000 signed 2207", "at the end of a shift: $1,000", "The books have the same."),
    ("fill 250 signed 2207", "Fill: $250 from the cage to", "Tray: $1,000 now, $1,250 then"),
    ("credit 250 signed 2207", "Credit: $250 from the tray", "Tray: $1,000 now, $750 then"),
    ("credit 2,000 signed 2207", "Credit: $2,000 from", "It would be refused now: the tray holds"),
    (
        "adjust 3 +25 for round 1 signed 2207: paid short",
        "Adjustment: $25 from the tray to position 3, for round 1",
        "Position 3: $0 now, $25 then",
    ),
)
"""Lines of two people at a tray that holds $1,000, and what the second one reads of each."""


def test_who_signs_for_the_money_of_a_table_reads_what_it_does(house: WebHouse) -> None:
    house.play("open", "sit 3", "count tray opening 1000 signed 2207 and 3301", table="7")
    for line, title, does in OF_THE_TRAY:
        asked = give(house, "supervisor", {"line": line}, "tables/7")
        assert asked.status_code == 202, asked.text
        listed = unescape(page(house, "executive", "/manager/proposals?table=7"))
        assert title in listed and does in listed, line
        assert "Badge 2207 proposes" in listed and f"<code>{line}</code>" in listed
        give(house, "executive", {"line": f"decline {asked.json()['proposal']}"}, "house")


def test_a_count_more_than_a_tenth_from_the_books_is_asked_first(house: WebHouse) -> None:
    """The tray holds $1,000; without a second person what is taken waits."""
    house.play("open", "count tray opening 1000 signed 2207 and 3301", table="8")
    for line, status in (
        ("close shift 900", 202),
        ("close shift 899.99", 409),
        ("count tray closing 1,100", 202),
        ("count tray closing 1,100.01", 409),
    ):
        order = {"line": f"{line} signed 2207"}
        asked = give(house, "supervisor", {**order, "sure": False}, "tables/8")
        assert asked.status_code == status, asked.text
        if status == 409:
            assert asked.json()["code"] == "count-far-off"
            assert "differs from the books by more than a tenth" in asked.json()["message"]
            assert "1,000" not in asked.json()["message"], "a count is blind"
        assert give(house, "supervisor", order, "tables/8").status_code == 202


def test_what_would_be_refused_is_not_offered_and_says_why(house: WebHouse) -> None:
    """A tray that was counted for opening is counted for closing first; that is offered instead."""

    def shown() -> str:
        text = unescape(page(house, "supervisor", "/manager/tables"))
        return text[text.index('id="state-6"') : text.index('id="state-7"')]

    why = "Not yet: the tray was not counted; count it for closing first."
    house.play("open", "count tray opening 1000 signed 2207 and 3301", table="6")
    assert re.search(r'id="close-6" [^>]* disabled>', shown()) and why in shown()
    assert '<a class="btn" href="/manager/close?table=6#lines">' in shown()
    house.play("count tray closing 1000 signed 2207 and 3301", table="6")
    assert re.search(r'id="close-6" data-line="close table">', shown()) and why not in shown()
    assert '<a class="btn quiet" href="/manager/close?table=6#lines">' in shown()
    house.play("close table", table="6")
    assert re.search(r'id="open-6" data-line="open">', shown())


def test_the_worst_round_on_the_page_is_the_one_that_is_counted(house: WebHouse) -> None:
    text = page(house, "executive", "/manager/tables/9?counted=1")
    worst = most_at_limits(setup_of(house.running.board.floor, "9"))
    assert worst is not None and f"<b>{Money(worst.cents)}</b>" in text
    first = page(house, "executive", "/manager/tables/9")
    assert 'hx-trigger="load"' in first and "Being counted" in first
    wrong = page(house, "executive", "/manager/tables/9?draft=changes&decks=x")
    assert 'hx-trigger="load"' not in wrong and "Being counted" not in wrong
    assert "Not counted: the draft is not complete" in wrong


def test_limits_of_an_open_table_are_announced_and_hold_from_that_round(house: WebHouse) -> None:
    """Two people approve during a round; the change holds as soon as the table is between."""
    text = page(house, "executive", draft_path("1", ("minimum base", "10")))
    lines = [unescape(line) for line in re.findall(r'data-line="([^"]* with [^"]*)"', text)]
    announce = next(line for line in lines if line.startswith("announce limits"))
    changing = next(line for line in lines if line.startswith("change setup"))
    assert give(house, "executive", {"line": changing}, "tables/1").status_code == 202
    house.play("bet 3 player 25")
    told = give(house, "supervisor", {"line": announce}, "tables/1")
    assert told.status_code == 200, told.text
    asked = give(house, "executive", {"line": changing}, "tables/1")
    assert asked.status_code == 202, asked.text
    listed = page(house, "supervisor", "/manager/proposals?table=1")
    approved = give(house, "supervisor", {"line": f"approve {asked.json()['proposal']}"}, "house")
    assert approved.status_code == 200, approved.text
    assert "from round 2 at the earliest, until the table is closed." in listed
    table = house.running.board.table("1")
    assert table.announced is not None and table.setup.offers[0].minimum_cents == 5_00
    waits = page(house, "auditor", "/manager/proposals?table=1")
    assert waits.count("holds as soon as the table is between rounds, from round 2 ") == 1
    house.play("coup 7s 8h 3d / Kh Qd 7c", "finish")
    deadline = time.monotonic() + 5
    while house.running.awaited() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.2)
    table = house.running.board.table("1")
    assert table.setup.offers[0].minimum_cents == 10_00
    assert table.announced is None and not table.round.bets
    text = page(house, "executive", "/manager/tables/1")
    assert re.search(r'id="minimum-base"[^>]*value="10"', text.replace("\n", " "))
    for badge in ("3301", "2207"):
        of_them = f"/manager/journal?stream=table/1&kind=SetupChanged&person={badge}"
        on_record = page(house, "auditor", of_them)
        assert "change setup signed 3301 and 2207 with" in on_record
        assert "by 3301, approved by 2207" in on_record
    assert 'id="announce"' not in text and 'id="hold"' not in text
    assert "The table plays so already" in text


def test_what_is_refused_when_it_is_carried_out_is_told_to_both(house: WebHouse) -> None:
    """Players were not told of the limits: the second person's approval does not make it vanish."""
    house.play(BEGIN[0], table="2")
    line = "change setup with minimum player 20"
    asked = give(house, "executive", {"line": line}, "tables/2")
    assert asked.status_code == 202, asked.text
    number = asked.json()["proposal"]
    listed = page(house, "supervisor", "/manager/proposals?table=2")
    assert "The players were not told of these limits" in listed
    refused = give(house, "supervisor", {"line": f"approve {number}"}, "house")
    assert refused.json()["code"] == "limits-not-announced"
    for role in ("executive", "supervisor", "auditor"):
        told = page(house, role, "/manager/proposals?table=2")
        assert f'id="proposal-{number}"' in told and "It was not carried out." in told
        assert "Players were not told of these limits" in told and "Announce them first" in told
        assert f'id="approve-{number}"' not in told and f'id="decline-{number}"' not in told
    again = give(house, "supervisor", {"line": f"approve {number}"}, "house")
    assert again.json()["code"] == "proposal-decided"


def test_limits_that_nobody_has_approved_in_time_name_a_round_that_is_still_to_come() -> None:
    """Announced from round 28 and not approved: at round 31, with bets, 32 is the first."""
    setup = setup_of(FLOOR, "1")
    wager = setup.names[0]
    told = AnnouncedLimits((limits_of(setup)[wager]._replace(minimum_cents=25_00),), 28)
    bet = LaidBet(1, Bet(wager, 25_00, position=3))
    early, between, played = (
        Table(opened=setup, open=True, announced=told, round=RoundState(number, bets=bets))
        for number, bets in ((27, (bet,)), (31, ()), (31, (bet,)))
    )
    assert [holds_from(table) for table in (early, between, played)] == [28, 31, 32]
    state = state_of(FLOOR, FLOOR.table("1"), played, None)
    assert re.findall("[0-9]+", state.coming_words) == ["32"], "one round is named"
    said = words["sign"]["limits"]
    assert said_from(early, said) == "From round 28"
    assert said_from(played, said) == "From round 32 at the earliest"


def test_chips_are_brought_by_two_people_who_proved_it(house: WebHouse) -> None:
    supervisor, executive = PINS["supervisor"], PINS["executive"]
    line = f"fill 500 signed {supervisor[0]} and {executive[0]}"
    wrong = {"line": line, "cards": [{"badge": executive[0], "pin": "0000"}]}
    assert give(house, "supervisor", wrong, "tables/1").status_code == 403
    body = {"line": line, "cards": [{"badge": executive[0], "pin": executive[1]}]}
    done = give(house, "supervisor", body, "tables/1")
    assert done.status_code == 200, done.text
    waits = give(house, "supervisor", {"line": line}, "tables/1")
    assert waits.status_code == 202
    text = page(house, "supervisor", "/manager/tables/1")
    for verb in ("fill", "credit"):
        pattern = f'data-line="{verb} {{amount}} signed {supervisor[0]} and {{card}}"'
        assert pattern in text


def test_what_the_form_cannot_mean_is_told_and_not_a_fault(house: WebHouse) -> None:
    text = page(house, "executive", "/manager/tables/5?draft=1&offer=nothing/at-all&decks=x")
    assert "It cannot be so yet" in text and 'id="propose"' not in text
    with house.client("executive") as client:
        assert client.get("/manager/tables/nowhere").status_code == 404
        assert client.get("/manager/tables/78?game=no-game").status_code == 404
        begun = client.get("/manager/tables/new?id=78&game=baccarat")
        assert begun.status_code == 303
        assert begun.headers["location"] == "/manager/tables/78?game=baccarat"


def test_what_is_wrong_with_a_draft_calls_wagers_as_the_felt_does(house: WebHouse) -> None:
    text = unescape(page(house, "executive", "/manager/tables/78?game=golden-frog"))
    assert "No minimum is posted for Player, Banker, Tie, 3-card 9 over 3-card 7" in text
    path = "/manager/tables/8?draft=changes&offer=3-dice-baccarat/se-01"
    problems = unescape(page(house, "executive", path)).partition("It cannot be so yet")[2]
    said = problems.partition("</ul>")[0]
    assert "is a wager of three dice" in said
    assert "3-dice-baccarat/" not in said and "three-dice" not in said


def test_a_number_that_is_in_use_begins_no_new_table(house: WebHouse) -> None:
    """Whoever begins a draft under it is told, with another game or the same, and what to do."""
    with house.client("executive") as client:
        begun = client.get("/manager/tables/new?id=8&game=ez-baccarat").headers["location"]
    name = setup_of(FLOOR, "8").rules.name
    told = page(house, "executive", begun)
    assert f"Table 8 is on the floor already, with {name}" in unescape(told)
    assert '<a class="word" href="/manager/tables#new-table">choose another number</a>' in told
    for path in ("/manager/tables/8", "/manager/tables/78?game=baccarat"):
        assert "on the floor already" not in page(house, "executive", path)


def test_a_change_that_no_file_may_make_is_not_offered() -> None:
    """The offer of a linked jackpot is the jackpot's own affair."""
    linked = next(one for one in FLOOR.jackpots if "1" in one.tables)
    draft = drafted("1", without=linked.wager)
    told = change(FLOOR, draft, {}, Who("3301", "executive"), None)
    assert told.problems
