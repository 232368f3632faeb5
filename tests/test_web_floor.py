"""The floor's page: every game at every stage, who sees what of it, and alerts that are seen."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.sync.client import connect

from page_checks import Seen, sound
from pitboss.house.people.identity import Who
from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import PitView, pit_view
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor, play_floor
from pitboss.table.floor import Floor, FloorJackpot, FloorTable, default_floor, setup_of
from pitboss.web import drawing, templating
from pitboss.web.screens import dealer
from pitboss.web.screens import floor as screen
from pitboss.web.screens.room import Page, Room
from pitboss.web.screens.tiles import limits_of, point_of, tile
from web_house import BEGIN, HOME, PINS, ROUND, WebHouse, web_house

START = "2026-11-16T20:00:00.000Z"
SEATED = ("sit 1", "buy in 1 200")
CARDS = (*SEATED, "prepare burning 5h", "bet 1 player 5", "coup 9s Kd / 4h 2c", "finish")
DICE = (
    *(*SEATED, "prepare", "bet 1 player 5", "no more bets", "shake cups", "reveal 124 356"),
    *("call result", "finish"),
)
ROLLS = ("no more bets", "roll 4 5", "roll 1 2", "roll 3 4")
BY_KIND = {"baccarat": CARDS, "three-dice": DICE}
"""A round of each kind of game; that of craps begins with a bet on whatever the table offers."""
FLOOR = default_floor()


def room_of(run: FloorRun, presence: dict[str, Any] | None = None) -> Room:
    board = Board(run)
    return Room(board, presence or {}, False, lambda: pit_view(board, ()).shown("staff"))


def states(id: str, *lines: str) -> Iterator[Room]:
    """Yield the floor after each command of some lines at a table."""
    run = FloorRun()
    open_floor(run, "floor", FLOOR, START)
    yield room_of(run)
    for _ in play_floor([f"table {id}: {line}" for line in lines], run):
        yield room_of(run)


@pytest.mark.parametrize("entry", FLOOR.tables, ids=lambda entry: f"{entry.id}-{entry.game}")
def test_a_table_of_every_game_is_shown_at_every_stage(entry: FloorTable) -> None:
    setup = setup_of(FLOOR, entry.id)
    bet = f"bet 1 {next(iter(setup.labels.values()))} 5"
    lines = BY_KIND.get(setup.kind, (*SEATED, "prepare", "dice to 1", bet, *ROLLS))
    stages = set()
    for room in states(entry.id, *lines):
        for words in ((), ("staff",)):
            text = screen.parts(room, f"table/{entry.id}", *words)[f"table-{entry.id}"]
            seen = Seen(text)
            assert not seen.open
            assert max(seen.ids.values()) == 1
            assert ("Handle" in text) == (
                words == ("staff",) and room.board.table(entry.id).opened is not None
            )
        stages.add(room.board.table(entry.id).round.stage)
    assert f"/odds/{entry.game}" in text
    assert {"betting", "dealing"} <= stages and stages & {"settling", "clearing"}


def test_cards_that_nobody_has_seen_are_nowhere() -> None:
    run = FloorRun()
    open_floor(run, "floor", FLOOR, START)
    cards = ("deal player ?", "deal banker ?") * 2
    lines = (*SEATED, "prepare burning 5h", "bet 1 player 5", "no more bets", *cards)
    for _ in play_floor([f"table 4: {line}" for line in lines], run):
        pass
    room = room_of(run)
    text = screen.parts(room, "table/4")["table-4"]
    assert text.count("sprites.svg#back") == 4
    assert "#m-" not in text


def test_while_bets_are_taken_the_last_result_is_shown() -> None:
    *_, room = states("1", *CARDS)
    shown = tile(FLOOR.table("1"), room.board.table("1"), takings=False)
    assert room.board.table("1").round.stage == "betting"
    assert shown.result.words.startswith("Player 9, Banker 6. Player wins.")
    assert shown.result.winner == "P"
    assert [hand.cards for hand in shown.result.hands] == [("9s", "Kd"), ("4h", "2c")]


def test_a_shooters_hand_shows_its_point_and_its_rolls() -> None:
    lines = (*SEATED, "prepare", "dice to 1", "bet 1 all-lows 5", *ROLLS[:3])
    *_, room = states("7", *lines)
    table = room.board.table("7")
    assert table.round.rolls == (9, 3)
    assert point_of(table) == 9
    shown = tile(FLOOR.table("7"), table, takings=False)
    assert [stage.name for stage in shown.stages if stage.state == "now"] == ["Point 9"]
    assert shown.result.words == "Roll 2 is 3. The point is 9."
    assert shown.road.count('class="rep hit"') == 2


@pytest.mark.parametrize("rolls", [(), (7,), (2, 12), (6,) * 9])
def test_a_histogram_has_a_mark_for_every_roll_up_to_six(rolls: tuple[int, ...]) -> None:
    drawn = drawing.histogram(rolls)
    assert drawn.count('class="rep hit"') == min(len(rolls), 6)
    assert drawn.count("<text") == 11


def test_limits_are_those_of_base_wagers_and_of_the_others() -> None:
    setup = setup_of(FLOOR, "1")
    base, _, bonus = limits_of(setup).partition(", bonus ")
    least = min(setup.house.minimum_cents[name] for name in ("player", "banker", "tie"))
    most = max(setup.house.maximum_cents[name] for name in ("player", "banker", "tie"))
    assert base == f"${least // 100} to ${most // 100}"
    assert bonus.startswith("$")


def test_the_tile_of_an_open_table_says_that_players_turn_its_cards() -> None:
    ids = {entry.id for entry in FLOOR.tables}
    squeezed = {id for id in ids if setup_of(FLOOR, id).style == "squeeze"}
    assert squeezed and squeezed != ids
    for id in ids:
        *_, room = states(id, *SEATED)
        shown = screen.parts(room, f"table/{id}")[f"table-{id}"]
        assert ("Players turn the cards" in shown) == (id in squeezed)


# --- frames ---


def floor_with(*links: tuple[str, ...], tables: int = 5) -> Floor:
    made = tuple(
        FloorTable(id=str(n), game="baccarat", pit="A" if n % 2 else "B")
        for n in range(1, tables + 1)
    )
    jackpots = tuple(
        FloorJackpot(id=f"j{n}", game="baccarat", wager="x", tables=tables)
        for n, tables in enumerate(links)
    )
    return Floor(name="Mine", tables=made, jackpots=jackpots)


def test_tables_that_share_a_jackpot_are_in_one_frame_also_by_others() -> None:
    frames = screen.frames_of(floor_with(("1", "3"), ("3", "5"), ("4",)))
    told = [
        ("".join(t.id for t in frame.tables), "".join(j.id for j in frame.jackpots))
        for frame in frames
    ]
    assert told == [("135", "j0j1"), ("2", ""), ("4", "j2")]


def test_every_table_is_in_one_frame_pit_by_pit() -> None:
    frames = screen.frames_of(floor_with())
    assert [frame.tables[0].id for frame in frames] == ["1", "3", "5", "2", "4"]
    assert screen.frames_of(floor_with(tables=0)) == []


# --- places ---


def test_the_mark_of_the_layout_changes_with_tables_and_links_alone() -> None:
    links = (("1", "2"),)
    floors = [floor_with(*links), floor_with(*links, tables=4), floor_with(("1", "3"))]
    assert len({screen.layout_mark(floor) for floor in floors}) == len(floors)
    assert screen.layout_mark(replace(floors[0], name="Another")) == screen.layout_mark(floors[0])


def presence(**of: Any) -> dict[str, Any]:
    base = {"open": True, "positions": [1, 2, 3], "seated": [1], "people": [], "automatic": True}
    return base | {"dealer": "automatic", "closes_at": None, "by_hand": False} | of


def opened_run(*lines: str) -> FloorRun:
    """Return the floor after some lines at table 1."""
    run = FloorRun()
    open_floor(run, "floor", FLOOR, START)
    for _ in play_floor([f"table 1: {line}" for line in lines], run):
        pass
    return run


def places(**of: Any) -> tuple[Seen, Seen]:
    parts = screen.parts(room_of(opened_run(), {"1": presence(**of)}), "floor")
    return Seen(parts["seats-1"]), Seen(parts["place-1"])


def fields(seen: Seen) -> list[tuple[str | None, str | None]]:
    return [(named["name"], named["value"]) for tag, named in seen.attributes if tag == "input"]


def test_a_newcomer_sits_down_where_nobody_sits() -> None:
    _, place = places()
    assert ("seat", "2") in fields(place)
    assert ("dealer", "true") in fields(place)


def test_a_newcomer_takes_an_automatons_place_where_none_is_free() -> None:
    _, place = places(seated=[1, 2, 3], people=[1])
    assert ("seat", "2") in fields(place)


def test_nobody_takes_the_place_of_a_person() -> None:
    seats, place = places(seated=[1, 2, 3], people=[1, 2, 3], dealer="person")
    assert fields(place) == []
    assert [named["class"] for tag, named in seats.attributes if tag == "i"] == ["person"] * 3
    assert sum("disabled" in named for _, named in place.attributes) == 2


def test_a_tile_says_that_its_table_waits_for_a_count_and_offers_no_seat_until_then() -> None:
    signed = "signed 1101 and 2207"
    counted = ("open", "day 2026-11-16", f"count tray opening 500 {signed}")
    closed = (*counted, f"count tray closing 500 {signed}")
    begun = (*closed, "day 2026-11-17")
    due, deals = "It waits for the opening count", "An automaton deals."
    for lines, waits, plays in (
        (counted, False, True),
        (closed, False, False),
        (begun, True, False),
        ((*begun, f"count tray opening 500 {signed}"), False, True),
    ):
        room = room_of(opened_run(*lines), {"1": presence()})
        tile = screen.parts(room, "table/1")["table-1"]
        place = screen.parts(room, "floor")["place-1"]
        assert (due in tile, deals in tile, deals in place) == (waits, plays, plays), lines
        assert ("It is counted for closing" in tile) == (lines == closed)
        assert (("seat", "2") in fields(Seen(place))) == plays


def test_the_marks_of_positions_are_explained_and_the_same_at_the_dealers_place() -> None:
    html = templating.page(
        "floor",
        **{"who": Who(), "signed_in": False, "live": "x", "zone": "UTC", "clock": "", "demo": True},
        **{"page": Page("floor"), "parts": defaultdict(str)},
        **screen.values(room_of(opened_run()), Page("floor")),
    )
    key = Seen(html.partition('class="sub seats key"')[2].partition("</p>")[0])
    assert [named["class"] for tag, named in key.attributes if tag == "i"] == [
        "free",
        "automaton",
        "person",
    ]
    run = opened_run(*SEATED, "sit 2")
    room = room_of(run, {"1": presence(seated=[1, 2], people=[2], positions=[])})
    bets = Seen(dealer.parts(room, "table/1")["bets"])
    marks = [named["class"] for tag, named in bets.attributes if tag == "i"]
    assert marks[-2:] == ["person", "automaton"] and set(marks[:-2]) == {"free"}


def test_a_real_floor_offers_no_places_of_a_demo() -> None:
    seats, place = places(automatic=False, dealer=None)
    assert fields(place) == [] and place.tags["button"] == 0
    assert [named["class"] for tag, named in seats.attributes if tag == "i"] == [
        "in",
        "free",
        "free",
    ]


def test_who_is_present_at_a_table_that_has_just_gone_is_not_shown() -> None:
    run = FloorRun()
    open_floor(run, "floor", FLOOR, START)
    room = room_of(run, {id: {"open": False} for id in ("1", "78")})
    shown = screen.parts(room, "floor")
    assert "place-1" in shown and "place-78" not in shown


# --- all tables together ---


def test_a_floor_that_is_closed_says_so_and_one_without_tables_too() -> None:
    run = FloorRun()
    open_floor(run, "floor", FLOOR, START)
    shown = screen.parts(room_of(run), "pit")
    assert "The floor is closed." in shown["shut"]
    assert "No table is open" in shown["totals"]
    assert "alerts" not in shown
    board = Board(run)
    none = Room(board, {}, False, lambda: PitView(0, 0, 0, (), (), 0).shown("staff"))
    assert "closed" not in screen.parts(none, "pit")["shut"]


# --- a running house ---


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("floor")) as running:
        running.play(*BEGIN)
        yield running


def page(house: WebHouse, role: str) -> str:
    with house.client(role) as client:
        answer = client.get("/")
    assert answer.status_code == 200
    return answer.text


def test_it_is_told_how_many_of_the_tables_are_open(house: WebHouse) -> None:
    floor = house.running.board.floor
    assert f"<h2>1 of {len(floor.tables)} tables," in page(house, "supervisor")


@pytest.mark.parametrize("role", ["stranger", "dealer", "player", "sign", "administrator"])
def test_takings_and_alerts_are_not_for_everybody(house: WebHouse, role: str) -> None:
    text = page(house, role)
    seen = sound(text)
    assert "alerts" not in seen.ids and "Handle" not in text
    assert seen.lines() == []


@pytest.mark.parametrize("role", ["supervisor", "executive", "auditor"])
def test_oversight_sees_takings_and_alerts(house: WebHouse, role: str) -> None:
    text = page(house, role)
    seen = sound(text)
    assert seen.ids["alerts"] and "Handle" in text
    acts = any(named.get("data-badge") for _, named in seen.attributes)
    assert acts == (role != "auditor")


def test_every_table_and_jackpot_is_on_the_page(house: WebHouse) -> None:
    seen = sound(page(house, "stranger"))
    floor = house.running.board.floor
    wanted = {f"table-{table.id}" for table in floor.tables}
    wanted |= {f"{name}-{table.id}" for table in floor.tables for name in ("seats", "place")}
    wanted |= {f"f-{jackpot.id}" for jackpot in floor.jackpots}
    wanted |= {"totals", "tables", "link", "clock", "main"}
    assert wanted <= seen.ids.keys()


def test_where_somebody_belongs_is_said_first(house: WebHouse) -> None:
    assert f"/tables/{HOME}/dealer" in page(house, "dealer")
    assert f"/tables/{HOME}/seat/3" in page(house, "player")


def heard(house: WebHouse, role: str) -> dict[str, dict[str, str]]:
    """Return the elements of each stream of the floor's page, as its socket sends them."""
    query = "streams=pit,table/1,floor,link/sun-7&as=page&page=floor"
    address = f"ws://127.0.0.1:{house.port}/api/v1/live?{query}"
    views: dict[str, dict[str, str]] = {}
    with connect(address, additional_headers=house.headers(role), proxy=None) as socket:
        while len(views) < 4:
            message = json.loads(socket.recv(timeout=5))
            views[message["stream"]] = message["snapshot"]
    return views


def test_the_socket_sends_what_the_page_shows(house: WebHouse) -> None:
    for role in ("stranger", "supervisor"):
        text, views = page(house, role), heard(house, role)
        assert ("alerts" in views["pit"]) == (role == "supervisor")
        assert ("Handle" in views["table/1"]["table-1"]) == (role == "supervisor")
        ids = sound(text).ids
        assert all(id in ids for view in views.values() for id in view)


def test_an_alert_is_acknowledged_on_the_page_and_by_nobody_else(house: WebHouse) -> None:
    house.play("link lost")
    with house.client("supervisor") as client:
        (alert,) = client.get("/api/v1/alerts").json()
        assert (alert["id"], alert["acknowledged"]) == ("link-1-1", None)
        (line,) = (
            line for line in sound(page(house, "supervisor")).lines() if "acknowledge" in line
        )
        told = line.format(badge=PINS["supervisor"][0])
        for role in ("dealer", "auditor", "administrator"):
            with house.client(role) as other:
                refused = other.post("/api/v1/house/commands", json={"id": role, "line": told})
                assert refused.status_code == 403
        body = {"id": "ack-1", "line": told}
        assert client.post("/api/v1/house/commands", json=body).status_code == 200
        (seen,) = client.get("/api/v1/alerts").json()
        assert seen["acknowledged"]["by"] == PINS["supervisor"][0]
        again = client.post("/api/v1/house/commands", json={"id": "ack-2", "line": told})
        assert (again.status_code, again.json()["code"]) == (409, "acknowledged-already")
    house.play("link back")
    with house.client("supervisor") as client:
        assert client.get("/api/v1/alerts").json() == []


def test_somebody_elses_badge_acknowledges_nothing(house: WebHouse) -> None:
    line = f"acknowledge hit-sun-7-9 by {PINS['executive'][0]}"
    with house.client("supervisor") as client:
        refused = client.post("/api/v1/house/commands", json={"id": "other", "line": line})
    assert refused.status_code == 403 and refused.json()["code"] == "not-proved"


def test_takings_come_live(house: WebHouse) -> None:
    query = "streams=table/1&as=page&page=floor"
    address = f"ws://127.0.0.1:{house.port}/api/v1/live?{query}"
    with connect(address, additional_headers=house.headers("supervisor"), proxy=None) as socket:
        first = json.loads(socket.recv(timeout=5))["snapshot"]["table-1"]
        assert "<dd>$0</dd>" in first
        house.play(*ROUND)
        last = ""
        while "<dd>$26</dd>" not in last:
            last = json.loads(socket.recv(timeout=5)).get("changes", {}).get("table-1", last)


def test_a_closed_table_is_opened_from_its_tile_by_a_supervisor(house: WebHouse) -> None:
    assert "open" in sound(page(house, "supervisor")).lines()
    with house.client("supervisor") as client:
        body = {"id": "open-8", "line": "open"}
        assert client.post("/api/v1/tables/8/commands", json=body).status_code == 200
    assert house.running.board.table("8").open
