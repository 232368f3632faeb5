"""The sign of a table: what stands on it in every state, and that its amounts are the board's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from floor_runs import FLOORS, Played
from pitboss.house.serving.board import Board
from pitboss.jackpot.link import Link
from pitboss.jackpot.names import full_name
from pitboss.web.felt import felt_of
from pitboss.web.screens import sign
from pitboss.web.screens.room import Page, Room, joined, of_audience, streams_of
from pitboss.web.screens.tiles import tile
from pitboss.web.words import words
from web_house import BEGIN, HOME, ROUND, WebHouse, web_house

SAID = words["sign"]
BEGUN = """
badge 3301 supervisor
table 1: sit 3
table 2: sit 1
table 1: buy in 3 500
table 2: buy in 1 500
table 1: prepare burning 5h
table 2: prepare burning 5h
"""
HIT = (
    BEGUN
    + """
table 1: bet 3 banker 5, sun-7-progressive 1
table 1: coup 2s 3s 9s / As 2s 4s
table 1: hit jackpot sun-7
"""
)
"""Eternal's rule: every linked table waits until it is paid or dismissed (.07(6)(e))."""
CUPS = """
table 1: sit 1
table 1: buy in 1 100
table 1: prepare
table 1: bet 1 first 1
table 1: no more bets
table 1: start game
table 1: shake cups
table 1: reveal 333 333
table 1: call result
"""
HOUSE_JACKPOTS = FLOORS / "house-jackpots.toml"


class Shown:
    """The elements of a sign after a script."""

    def __init__(self, script: str, table: str, floor: Path | None = None) -> None:
        self.board = Board(Played(script, floor).run)
        nobody = {"closes_at": None}
        room = Room(self.board, {entry.id: nobody for entry in self.board.floor.tables}, False)
        page = Page("sign", table)
        self.parts = joined(
            sign.parts(room, stream, *of_audience(page.topic(stream).audience)[1])
            for stream in streams_of(self.board, page)
        )

    def element(self, id: str) -> ElementTree.Element:
        return ElementTree.fromstring(self.parts[id])

    def text(self, id: str) -> str:
        return " ".join(" ".join(self.element(id).itertext()).split())

    def link(self, id: str) -> Link:
        return self.board.jackpot(id)

    def amount(self, id: str) -> str:
        """What a meter says, wherever it stands."""
        labels = {
            found.group(1)
            for html in self.parts.values()
            for found in re.finditer(rf'<output [^>]*id="{id}"[^>]*aria-label="([^"]*)"', html)
        }
        (label,) = labels
        return label


def to_the_cent(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


# --- meters ---


def test_every_meter_shows_what_the_board_knows_to_the_cent() -> None:
    shown = Shown(
        BEGUN + "table 1: bet 3 banker 5, sun-7-progressive 1\ntable 1: no more bets\n"
        "table 1: start game\n",
        "1",
    )
    for id in ("harmony", "sun-7", "fate-38"):
        assert shown.amount(f"s-{id}") == to_the_cent(shown.link(id).displayed_cents)
    assert shown.link("sun-7").displayed_cents > 5000_00, "START GAME added to it"
    large = [jack for jack in shown.element("meters") if "now" in jack.get("class", "").split()]
    assert len(large) == 1, "the others take their turns"


def test_an_amount_that_grows_is_all_that_is_sent_again() -> None:
    """The frame of the meters would fade in anew with every START GAME."""
    before = Shown(BEGUN, "1")
    bet = "table 1: bet 3 banker 5, sun-7-progressive 1\ntable 1: no more bets\n"
    after = Shown(BEGUN + bet + "table 1: start game\n", "1")
    changed = {id for id, html in after.parts.items() if html != before.parts[id]}
    assert changed == {"s-sun-7"}


def test_the_pays_of_a_jackpot_are_those_of_its_table() -> None:
    shown = Shown(BEGUN, "1")
    setup = shown.board.table("1").setup
    opened = setup.spots["sun-7-progressive", None]
    (jack,) = (jack for jack in shown.element("meters") if jack.get("data-jackpot") == "sun-7")
    rows = [[cell.text for cell in row] for row in jack.iter("tr")]
    assert [pays for _, pays in rows] == [str(row.cell) for row in opened.rows]
    assert rows[0][0] == "Sun 7, both hands in spades", "the suit is the licensee's"


def test_another_unit_scales_fixed_pays(tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    text = (FLOORS / "house-jackpots.toml").read_text()
    floor.write_text(text.replace('wager  = "triple"', 'wager  = "triple"\nunit   = 5'))
    shown = Shown("table 1: prepare\n", "1", floor)
    pays = [row[1].text for row in next(shown.element("meters").iter("table")).iter("tr")]
    assert pays == ["100%", "$5,000", "$500", "$100", "$50", "$15"]


def test_two_jackpots_of_one_wager_are_told_apart() -> None:
    shown = Shown(CUPS, "1", HOUSE_JACKPOTS)
    names = ["".join(title.itertext()) for title in shown.element("meters").iter("h2")]
    assert len(names) == len(set(names)) == 2
    assert all("House Jackpot" in name and "Progressive" not in name for name in names)
    floor = [full_name(jackpot.id, jackpot.kind) for jackpot in shown.board.floor.jackpots]
    assert names == floor, "as the floor calls them"


def test_001__a_house_jackpot_shows_its_notice_and_washington_the_equipment_rule() -> None:
    shown = Shown(CUPS, "1", HOUSE_JACKPOTS)
    assert "Paid by the casino." in shown.text("meters")
    assert SAID["washington"] in shown.text("meters")
    pending = Shown(CUPS + "table 1: hit jackpot\n", "1", HOUSE_JACKPOTS)
    assert "Paid by the casino." in pending.text("meters"), "while it is pending too"
    colorado = Shown(BEGUN, "1")
    assert SAID["washington"] not in colorado.text("meters")


# --- a hit ---


def test_2899_07_6_e__a_pending_hit_stands_on_every_linked_sign() -> None:
    for table in ("1", "2"):
        shown = Shown(HIT, table)
        told = shown.text("p-sun-7")
        assert SAID["pending"]["title"] in told and "Table 1" in told
        assert SAID["pending"]["goes-on"] in told, "30-2899.07(6)(e) stops the progressive alone"
        assert SAID["pending"]["stops"] not in told
        assert shown.element("p-sun-7").get("role") == "alert"
        assert shown.amount("s-sun-7") == to_the_cent(shown.link("sun-7").hit(1).amount_cents)
        assert not shown.text("p-harmony")


def test_where_the_base_game_stops_the_sign_and_the_floor_say_so(tmp_path: Path) -> None:
    text = (FLOORS.parents[1] / "src/pitboss/table/floor/default.toml").read_text()
    file = tmp_path / "floor.toml"
    file.write_text(text.replace('base_game = "goes-on"', 'base_game = "stops"'))
    shown = Shown(HIT, "2", file)
    assert SAID["pending"]["stops"] in shown.text("p-sun-7")
    for floor, said in ((file, "stops"), (None, "goes-on")):
        board = Shown(HIT, "2", floor).board
        note = tile(board.floor.table("2"), board.table("2"), takings=False).note
        assert note is not None
        assert note.text == words["floor"]["notes"][said].format(jackpot="Sun 7")
        assert "START GAME is locked" in note.text and "game goes on" not in note.text


def test_a_hit_that_is_paid_is_gone() -> None:
    script = HIT + "jackpot sun-7: verify by 3301\njackpot sun-7: pay by 3301\n"
    shown = Shown(script, "2")
    hit, told = shown.link("sun-7").hit(1), shown.element("p-sun-7")
    assert "Last paid: $5,000.15, table 1" in shown.text("p-sun-7")
    assert told.get("role") is None
    assert told.get("data-paid-at") == hit.paid_at != "", "for a while after it the sign tells it"
    assert SAID["paid"] in shown.text("p-sun-7")
    assert shown.amount("h-sun-7") == to_the_cent(hit.amount_cents)
    assert shown.amount("s-sun-7") == to_the_cent(shown.link("sun-7").displayed_cents)


def test_under_lock_value_both_the_hit_and_the_next_meter_are_shown() -> None:
    script = CUPS + "table 1: hit jackpot\njackpot second: prize 700 by 2207\n"
    shown = Shown(script, "1", HOUSE_JACKPOTS)
    link = shown.link("first")
    assert link.jackpot.lock == "lock-value"
    assert shown.amount("h-first") == to_the_cent(link.hit(1).amount_cents)
    assert shown.amount("s-first") == to_the_cent(link.displayed_cents)
    assert shown.amount("s-second") == "$700.00"
    assert SAID["pending"]["lock-value"] in shown.text("p-first")


# --- states of the table ---


def test_a_link_that_is_lost_is_told_until_it_is_back() -> None:
    lost = BEGUN + "table 1: link lost\n"
    assert SAID["link_lost"] in Shown(lost, "1").text("place")
    assert SAID["link_lost"] not in Shown(lost + "table 1: link back\n", "1").text("place")


@pytest.mark.parametrize("table", [str(number) for number in range(1, 18)])
def test_a_table_that_never_opened_says_that_it_is_closed(table: str) -> None:
    shown = Shown("", table)
    assert SAID["closed"]["title"] in shown.text("meters")
    assert shown.board.floor.gaming_day in shown.text("meters")
    assert not shown.text("roads")


def test_a_closed_table_shows_no_meter_and_keeps_its_limits() -> None:
    shown = Shown("table 8: prepare burning 5h\ntable 8: close table\n", "8")
    assert SAID["closed"]["title"] in shown.text("meters")
    assert "$5 to $500" in shown.text("limits")


@pytest.mark.parametrize("table", [str(number) for number in range(1, 18)])
def test_every_game_has_a_sign(table: str) -> None:
    shown = Shown(f"table {table}: open\n", table)
    assert SAID["closed"]["title"] not in shown.text("meters")
    ids = re.findall(
        r' id="([^"]+)"', "".join(shown.parts[id] for id in ("place", "meters", "roads", "limits"))
    )
    assert {"meters", "roads", "stats", "limits"} <= set(ids)
    assert len(ids) == len(set(ids)), "no id twice"


@pytest.mark.parametrize("table", [str(number) for number in range(1, 18)])
def test_2803_3_a__every_wager_that_is_offered_stands_on_the_sign(table: str) -> None:
    """A wager on a sensor has its pays beside its meter; all others have a row of their own."""
    shown = Shown(f"table {table}: open\n", table)
    opened = shown.board.table(table)
    on_sensors = {link.wager for link in opened.panel.links}
    rows = {row[0].text for row in shown.element("meters").iter("tr")}
    for place, spot in felt_of(opened.setup).spots.items():
        assert place[0] in on_sensors or spot.name in rows, place
    jackpots = {jack.get("data-jackpot") for jack in shown.element("meters")}
    assert {link.jackpot for link in opened.panel.links} <= jackpots


# --- what has come up ---


def test_the_figures_are_those_of_the_shoe() -> None:
    script = BEGUN + "".join(
        f"table 1: bet 3 player 5\ntable 1: coup {coup}\ntable 1: finish\n"
        for coup in ("9s Kd / 4h 2c", "8s Kd / 3h 5d", "2h 5d / 9c Kd", "9c Qd / 3h 4c")
    )
    figures = re.findall(r"(Banker|Player|Tie) ([0-9]+)", Shown(script, "1").text("roads"))
    assert figures == [("Banker", "1"), ("Player", "2"), ("Tie", "1")]


def test_craps_counts_rolls_instead_of_roads() -> None:
    dice = ((1, 3), (2, 4), (3, 3), (5, 6), (2, 2), (3, 5))
    rolls = [first + second for first, second in dice]
    script = "table 7: open\ntable 7: sit 1\ntable 7: buy in 1 100\ntable 7: dice to 1\n"
    script += "table 7: bet 1 all-lows 5\ntable 7: no more bets\n"
    script += "".join(f"table 7: roll {first} {second}\n" for first, second in dice)
    shown = Shown(script, "7")
    told = [item.find("span") for item in shown.element("roads").iter("li")]
    spoken = [span.text for span in told if span is not None]
    assert spoken == [
        SAID["craps"]["times"].format(total=total, times=rolls.count(total))
        for total in range(2, 13)
    ]
    stats = shown.text("roads")
    assert f"Rolls {len(rolls)}" in stats
    assert "Point 8" in stats and "Points made 1" in stats, "4 was made, then 8 is the point"


def test_dice_show_the_throw_and_afterwards_the_last_one() -> None:
    thrown = Shown(CUPS, "1", HOUSE_JACKPOTS)
    labels = [part.get("aria-label") for part in thrown.element("roads").iter("svg")]
    assert labels == ["Die showing 3"] * 6
    waiting = Shown("table 1: prepare\n", "1", HOUSE_JACKPOTS)
    assert SAID["dice"]["waits"] in waiting.text("roads")


# --- limits ---


def test_limits_are_posted_by_kind_of_wager() -> None:
    told = Shown(BEGUN, "1").text("limits")
    assert told == "Main $5 to $500 Bonus $1 to $100 Progressive $1 Banker 5% commission"


def test_2803_3_b__announced_limits_stand_beside_those_that_hold() -> None:
    line = "table 1: announce limits from round 5 with minimum player 25, minimum banker 25\n"
    told = Shown(BEGUN + line, "1").text("limits")
    assert told.startswith("Main $5 to $500")
    assert told.endswith("From round 5 Player, Banker $25 to $500")


# --- the page ---


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("sign")) as running:
        running.play(*BEGIN, *ROUND)
        yield running


def test_the_page_is_whole_without_script(house: WebHouse) -> None:
    with house.client() as client:
        response = client.get(f"/tables/{HOME}/sign")
        closed = client.get("/tables/5/sign")
    assert response.status_code == closed.status_code == 200
    page = response.text
    for id in ("main", "meters", "roads", "stats", "limits", "link", "clock", "s-sun-7"):
        assert page.count(f' id="{id}"') == 1, id
    shown = to_the_cent(house.running.board.jackpot("sun-7").displayed_cents)
    assert f'aria-label="{shown}"' in page
    assert page.count("<h1>") == 1 and 'data-theme="dark"' in page
    assert " style=" not in page and "<script>" not in page
    assert SAID["closed"]["title"] in closed.text


@pytest.mark.parametrize("path", ["/static/sprites.svg", "/favicon.svg", "/favicon.ico"])
def test_drawings_are_kept_by_browsers_until_they_change(house: WebHouse, path: str) -> None:
    with house.client() as client:
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        other = client.get(path, headers={"If-None-Match": '"another"'})
    assert first.status_code == other.status_code == 200
    assert first.headers["content-type"] == "image/svg+xml"
    assert "max-age" in first.headers["cache-control"]
    assert again.status_code == 304 and not again.content
    ElementTree.fromstring(first.text)
