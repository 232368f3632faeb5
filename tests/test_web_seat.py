"""The seat's page: every spot once, what lies there as the state has it, and no card unseen."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from time import perf_counter

import pytest

from floor_runs import Played
from pitboss.house.people.identity import Who
from pitboss.house.serving.board import Board, seen
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.jackpot.scripts import play_floor
from pitboss.rulebook import catalog
from pitboss.settle.accounts import position_account
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.web import templating
from pitboss.web.errors import Refused
from pitboss.web.felt import felt_of
from pitboss.web.screens import seat
from pitboss.web.screens.prices import card_of, prices_of
from pitboss.web.screens.results import results_of
from pitboss.web.screens.room import Page, Room, joined, streams_of
from pitboss.web.templating import drawn

GAMES = [game.id for game in catalog()]
SEAT = 3
LIMITS = 'limits = { base = "1 to 10000", optional = "1 to 10000" }'
VOID = frozenset(("br", "data", "input", "link", "meta"))


class Elements(HTMLParser):
    """The elements of a page: ids, attributes, and whether what is opened is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID or tag == "data":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] for _, attrs in self.found if "id" in attrs]

    def by_id(self, id: str) -> dict[str, str]:
        (found,) = (attrs for _, attrs in self.found if attrs.get("id") == id)
        return found


def floor_file(home: Path, tables: list[str]) -> Path:
    """Write a floor with a table of each of these games."""
    parts = ['[floor]\nname = "Seats"\ncurrency = "USD"\ntimezone = "America/Denver"\n']
    for number, rest in enumerate(tables, 1):
        parts.append(
            f'[[tables]]\nid = "{number}"\npit = "A"\nseats = "terminals"\n{LIMITS}\n{rest}\n'
        )
    file = home / "floor.toml"
    file.write_text("\n".join(parts))
    return file


class Seated:
    """A floor in memory, and the page of a seat there."""

    def __init__(self, home: Path, *tables: str) -> None:
        self.played, self.given = Played("", floor_file(home, list(tables))), 0
        self.board = Board(self.played.run)
        results_of(self.board)

    def play(self, *lines: str, id: str = "1") -> Seated:
        """Give a table lines, and commit what comes of them; ids are the numbers of lines."""
        for line in lines:
            self.given += 1
            hour, minute = divmod(self.given, 60)
            script = ["" for _ in range(self.given)]
            script.append(f"{hour:02}:{minute:02} table {id}: {line}")
            for _ in play_floor("\n".join(script), self.played.run):
                self.board.take(seen(self.played.run, list(self.board.streams)))
        return self

    def table(self, id: str = "1") -> Table:
        return self.board.table(id)

    def setup(self, id: str = "1") -> TableSetup:
        return self.table(id).setup

    def parts(self, id: str = "1", number: int = SEAT, demo: bool = False) -> dict[str, str]:
        page = Page("seat", id, number)
        room = Room(self.board, {}, demo)
        views = []
        for stream in streams_of(self.board, page):
            words = page.topic(stream).audience.split(" ")[2:]
            views.append(seat.parts(room, stream, *words))
        return joined(views)

    def page(self, id: str = "1", number: int = SEAT, role: str = "player") -> str:
        page = Page("seat", id, number)
        values = seat.values(Room(self.board, {}, False), page)
        who = Who("6601", role, table=id, seat=number)
        return templating.page(
            "seat",
            **{"who": who, "signed_in": True, "live": "x", "zone": "UTC", "clock": "12:00:00"},
            **{"demo": False, "page": page, "parts": self.parts(id, number)},
            **values,
        )


BEGIN = ("open", f"sit {SEAT}", f"buy in {SEAT} 90000")


def begun(home: Path, game: str, more: str = "") -> Seated:
    floor = Seated(home, f'game = "{game}"\n{more}').play(*BEGIN)
    kind = floor.setup().kind
    floor.play("prepare burning 5h" if kind == "baccarat" else "prepare")
    return floor.play(f"dice to {SEAT}") if kind == "craps" else floor


def bet_on_everything(floor: Seated) -> dict[str, int]:
    """Lay a bet on every spot; return what lies on each, by its element."""
    laid = {}
    for at, spot in enumerate(felt_of(floor.setup()).every):
        cents = spot.unit_cents or 500 + 100 * at
        floor.play(f"bet {SEAT} {spot.line} {cents / 100:.2f}")
        laid[f"spot-{spot.id}"] = cents
    return laid


def decide(floor: Seated) -> None:
    kind = floor.setup().kind
    if kind == "baccarat":
        floor.play("coup 7s 8h 3d / Kh Qd 7c")
    elif kind == "three-dice":
        floor.play("no more bets", "shake cups", "reveal 333 126", "call result")
    else:
        floor.play("no more bets", "roll 2 2", "roll 4 3")


@pytest.mark.parametrize("game", GAMES)
def test_every_spot_stands_once_with_what_lies_on_it(game: str, tmp_path: Path) -> None:
    floor = begun(tmp_path, game)
    laid = bet_on_everything(floor)
    page = Elements(floor.page())
    twice = [id for id, count in Counter(page.ids).items() if count > 1]
    assert not twice
    assert not page.open
    spots = {id for id in page.ids if id.startswith("spot-")}
    assert spots == laid.keys()
    assert {id: int(page.by_id(id)["data-cents"]) for id in spots} == laid
    assert not any("style" in attrs or "onclick" in attrs for _, attrs in page.found)
    table = floor.table()
    assert table.accounts[position_account(SEAT)] == int(page.by_id("balance")["data-cents"])
    bets = json.loads(page.by_id("staked")["data-bets"])
    assert [number for number, *_ in bets] == [one.number for one in table.round.bets]
    assert sum(cents for *_, cents in bets) == sum(laid.values())


@pytest.mark.parametrize("game", GAMES)
def test_elements_fit_the_page_and_each_is_whole(game: str, tmp_path: Path) -> None:
    floor = begun(tmp_path, game)
    ids = set(Elements(floor.page()).ids)
    decided = begun(tmp_path, game)
    bet_on_everything(decided)
    decide(decided)
    for parts in (floor.parts(), decided.parts()):
        assert parts.keys() <= ids, "an element that finds no place on the page"
        for id, html in parts.items():
            element = Elements(html)
            assert element.found[0][1]["id"] == id
            assert not element.open


@pytest.mark.parametrize("game", GAMES)
def test_what_was_won_is_told_as_it_was_settled(game: str, tmp_path: Path) -> None:
    floor = begun(tmp_path, game)
    bet_on_everything(floor)
    decide(floor)
    settled = floor.table().round.settled
    assert settled
    for moment in ("decided", "paid"):
        result = Elements(floor.parts()["result"]).text
        for one in settled.values():
            if one.wins and one.meter_share is None:
                assert one.row is not None and one.row in result
                assert one.cite in result
                assert f"+{templating.money(one.net_cents)}" in result
        whole = sum(one.net_cents + one.player_envy_cents for one in settled.values())
        assert templating.money(whole) in result
        if moment == "decided" and floor.setup().kind != "craps":
            floor.play("finish")
            assert floor.table().round.stage == "betting"


def test_a_spot_shows_what_it_came_to_until_it_is_paid(tmp_path: Path) -> None:
    floor = begun(tmp_path, "ez-baccarat").play(f"bet {SEAT} player 25, tie 5, panda-8 1")
    floor.play("coup 9s Kd / 4h 2c")
    parts = floor.parts()
    assert "won" in Elements(parts["spot-player"]).found[0][1]["class"].split()
    assert "+$25" in parts["spot-player"]
    assert "lost" in Elements(parts["spot-tie"]).found[0][1]["class"].split()
    floor.play("finish")
    assert Elements(floor.parts()["spot-player"]).found[0][1]["data-cents"] == "0"


def test_the_last_bets_can_be_laid_again(tmp_path: Path) -> None:
    floor = begun(tmp_path, "tiger-baccarat").play(f"bet {SEAT} player 25, tiger-pair 5")
    floor.play("coup 9s Kd / 4h 2c", "finish")
    last = json.loads(Elements(floor.parts()["staked"]).found[0][1]["data-last"])
    again = ", ".join(f"{spot} {cents // 100}" for spot, cents in last)
    floor.play(f"bet {SEAT} {again}")
    lies = [(one.bet.wager, one.bet.stake_cents) for one in floor.table().round.bets]
    assert lies == [("player", 2500), ("tiger-pair", 500)]


def test_history_begins_when_somebody_sits_down(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat").play("sit 5", "buy in 5 100", f"bet {SEAT} player 25")
    floor.play("coup 9s Kd / 4h 2c", "finish", f"leave {SEAT}", f"sit {SEAT}")
    assert "$25" not in floor.parts()["result"], "what another one won"
    assert json.loads(Elements(floor.parts()["staked"]).found[0][1]["data-last"]) == []


# --- cards ---


def faces(html: str) -> set[str]:
    return set(re.findall(r"sprites\.svg#(?:m-)?([2-9TJQKA][cdhs])\b", html))


SQUEEZE = 'size = "midi"\nstyle = "squeeze"\npositions = 9'


def test_a_face_is_never_sent_before_the_card_is_turned(tmp_path: Path) -> None:
    floor = begun(tmp_path, "ez-baccarat", f'cards = "virtual"\napproval = "a test"\n{SQUEEZE}')
    floor.play("sit 4", "buy in 4 500", f"bet {SEAT} player 100", "bet 4 player 50, banker 60")
    floor.play("no more bets", *("deal player ?", "deal banker ?") * 2)
    floor.play(f"hand player to {SEAT}")
    for number in (SEAT, 4):
        html = "".join(floor.parts(number=number).values())
        assert faces(html) == set()
    own, other = floor.parts()["hands"], floor.parts(number=4)["hands"]
    page = Elements(own)
    assert page.by_id("return-cards")["data-line"] == "turn player"
    assert [attrs["data-turn"] for _, attrs in page.found if "data-turn" in attrs] == [
        *("turn player",) * 2
    ]
    assert "data-turn" not in other
    assert "return-cards" not in other
    assert f"Position {SEAT}" in other
    floor.play("turn player 7s 8h")
    for number in (SEAT, 4):
        assert faces(floor.parts(number=number)["hands"]) == {"7s", "8h"}


def test_cards_that_are_entered_are_turned_on_the_table(tmp_path: Path) -> None:
    floor = begun(tmp_path, "ez-baccarat", SQUEEZE).play(f"bet {SEAT} player 100")
    floor.play("no more bets", *("deal player ?", "deal banker ?") * 2)
    floor.play(f"hand player to {SEAT}")
    assert "data-turn" not in floor.parts()["hands"]
    assert "data-line" not in floor.parts()["hands"]


def test_dealing_shows_each_card_as_it_comes(tmp_path: Path) -> None:
    floor = begun(tmp_path, "dragon-bonus").play(f"bet {SEAT} player 25", "no more bets")
    seen: set[str] = set()
    for line, card in (("player 9s", "9s"), ("banker 4h", "4h"), ("player Kd", "Kd")):
        floor.play(f"deal {line}")
        seen.add(card)
        parts = floor.parts()
        assert faces(parts["hands"]) == faces(parts["result"]) == seen
        new = [one["class"] for _, one in Elements(parts["hands"]).found if "class" in one]
        assert sum("new" in classes.split() for classes in new) == 1


# --- craps ---


def test_boxes_fill_repeats_count_and_climbs_go_up(tmp_path: Path) -> None:
    also = 'also = ["high-roller", "roll-the-line", "parlay-craps/repeat-4-4x"]'
    floor = begun(tmp_path, "dice-works", also)
    floor.play("no more bets", "roll 2 2", "roll 4 2", "roll 3 1", "roll 6 5")
    parts = floor.parts()
    assert parts["boxes-all-lows"].count("box in") == 2, "4 and 6 came"
    assert parts["boxes-all-highs"].count("box in") == 1, "11 came"
    assert "2 of 4" in parts["spot-repeat-4-4x"]
    assert "still 2, 3, 5" in parts["spot-all-lows"]
    steps = Elements(parts["steps-roll-the-line"])
    reached = [attrs for _, attrs in steps.found if attrs.get("class") == "in"]
    assert len(reached) == 1, "two wins: the point of 4, and an 11 on the come-out"
    assert "aria-current" in reached[0]


# --- who may bet, and when ---


def test_a_stage_says_whether_bets_are_taken(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat")
    assert "data-open" in floor.parts()["stage"]
    assert "data-empty" in floor.parts(number=5)["stage"]
    floor.play(f"bet {SEAT} player 25", "no more bets")
    assert "data-open" not in floor.parts()["stage"]


def test_players_at_a_table_with_chips_are_told_so(tmp_path: Path) -> None:
    floor = Seated(tmp_path, 'game = "baccarat"').play(*BEGIN)
    assert "data-chips" not in floor.page()
    home = tmp_path / "chips"
    home.mkdir()
    file = floor_file(home, ['game = "baccarat"'])
    file.write_text(file.read_text().replace('seats = "terminals"', 'seats = "chips"'))
    chips = Seated.__new__(Seated)
    chips.played, chips.given = Played("", file), 0
    chips.board = Board(chips.played.run)
    chips.play(*BEGIN)
    assert "data-chips" in chips.page()
    assert "data-chips" not in chips.page(role="dealer"), "who enters bets"


def test_a_closed_table_and_one_that_never_opened(tmp_path: Path) -> None:
    floor = Seated(tmp_path, 'game = "baccarat"')
    never = Elements(floor.page())
    assert not [id for id in never.ids if id.startswith("spot-")]
    assert {"stage", "link", "felt", "layout"} <= set(never.ids)
    floor.play(*BEGIN, "close table")
    closed = Elements(floor.page())
    assert not [id for id in closed.ids if id.startswith("spot-")]
    has = floor.table().accounts.get(position_account(SEAT), 0)
    assert closed.by_id("balance")["data-cents"] == str(has)
    assert never.by_id("layout")["value"] != closed.by_id("layout")["value"]


def test_there_is_no_page_of_a_position_that_is_not_on_the_layout(tmp_path: Path) -> None:
    floor = Seated(tmp_path, 'game = "99-fortunes"').play("open")
    with pytest.raises(Refused, match="no position 4"):
        floor.page(number=4)


def test_the_strip_of_a_demo_says_who_holds_the_seat(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat")
    page = Page("seat", "1", SEAT)
    words = page.topic(PRESENCE).audience.split(" ")[2:]
    for people, demo, holds in (((), True, "/demo/take"), ((SEAT,), True, "/demo/give-back")):
        room = Room(floor.board, {"1": {"closes_at": 5.0, "people": people}}, demo)
        strip = seat.parts(room, PRESENCE, *words)["auto"]
        assert holds in strip
    assert Elements(seat.parts(Room(floor.board, {}, False), PRESENCE, *words)["auto"]).found[0][
        1
    ].keys() >= {"hidden"}


# --- prices ---


@pytest.mark.parametrize("game", ["3-dice-baccarat", "dice-works", "tiger-baccarat"])
def test_every_spot_has_a_price(game: str, tmp_path: Path) -> None:
    setup = Seated(tmp_path, f'game = "{game}"').play("open").setup()
    prices = prices_of(setup)
    assert prices.keys() == {spot.id for spot in felt_of(setup).every}
    card = Elements(drawn("rule_card", "rule_card", setup, card_of(setup)))
    for spot in felt_of(setup).every:
        assert spot.title in card.text
        assert all(row.label in card.text for row in spot.table.rows)


def test_prices_are_the_exact_odds(tmp_path: Path) -> None:
    setup = Seated(tmp_path, 'game = "baccarat"').play("open").setup()
    prices = prices_of(setup)
    assert prices["player"].edge == "edge 1.24%"
    assert prices["banker"].edge == "edge 1.06%"
    assert prices["tie"].edge == "edge 14.36%"


# --- speed ---


def test_a_change_is_drawn_quickly(tmp_path: Path) -> None:
    floor = begun(tmp_path, "eternal-baccarat")
    floor.parts()
    times = []
    for _ in range(20):
        floor.play(f"bet {SEAT} player 5")
        begun_at = perf_counter()
        floor.parts()
        times.append(perf_counter() - begun_at)
    assert sorted(times)[10] < 0.05, "ten times what it takes on an idle machine"
