"""The seat's page: every spot once, what lies there as the state has it, and no card unseen."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from time import perf_counter

import pytest

from floor_runs import Played
from pitboss.house.people.identity import Who
from pitboss.house.serving.board import Board, seen
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.jackpot.scripts import play_floor
from pitboss.refusals import Refusal
from pitboss.rulebook import catalog
from pitboss.settle.accounts import position_account
from pitboss.table.engine import decide as decide_table
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.panel import undeclared
from pitboss.web import templating
from pitboss.web.errors import Refused
from pitboss.web.felt import felt_of
from pitboss.web.screens import dealer, seat
from pitboss.web.screens.histories import Cups, history
from pitboss.web.screens.how_to_play import how_to_play
from pitboss.web.screens.prices import card_of, prices_of
from pitboss.web.screens.results import results_of
from pitboss.web.screens.room import Page, Room, joined, streams_of
from pitboss.web.screens.sign import game_name
from pitboss.web.screens.tiles import tile
from pitboss.web.templating import drawn

GAMES = [game.id for game in catalog()]
SEAT = 3
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


def floor_file(home: Path, tables: list[str], base: str = "1 to 10000") -> Path:
    """Write a floor with a table of each of these games, and limits of their base wagers."""
    limits = f'limits = {{ base = "{base}", optional = "1 to 10000" }}'
    parts = ['[floor]\nname = "Seats"\ncurrency = "USD"\ntimezone = "America/Denver"\n']
    for number, rest in enumerate(tables, 1):
        parts.append(
            f'[[tables]]\nid = "{number}"\npit = "A"\nseats = "terminals"\n{limits}\n{rest}\n'
        )
    file = home / "floor.toml"
    file.write_text("\n".join(parts))
    return file


class Seated:
    """A floor in memory, and the page of a seat there."""

    def __init__(self, home: Path, *tables: str, base: str = "1 to 10000") -> None:
        self.played, self.given = Played("", floor_file(home, list(tables), base)), 0
        self.board = Board(self.played.run)
        results_of(self.board)

    def play(self, *lines: str, id: str = "1") -> Seated:
        """Give a table lines, and commit what comes of them; ids are the numbers of lines."""
        for line in lines:
            self.give(f"table {id}: {line}")
        return self

    def give(self, line: str) -> None:
        """Give the floor a line."""
        self.given += 1
        hour, minute = divmod(self.given, 60)
        script = ["" for _ in range(self.given)]
        script.append(f"{hour:02}:{minute:02} {line}")
        for _ in play_floor("\n".join(script), self.played.run):
            self.board.take(seen(self.played.run, list(self.board.streams)))

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


def test_the_last_bets_are_those_of_the_last_round_that_was_not_sat_out(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat").play("sit 5", "buy in 5 100", f"bet {SEAT} player 25")
    floor.play("coup 9s Kd / 4h 2c", "finish", f"bet {SEAT} banker 50")
    floor.play("coup 9s Kd / 4h 2c", "finish")
    for _ in range(2):
        floor.play("bet 5 player 5", "coup 9s Kd / 4h 2c", "finish")
        last = json.loads(Elements(floor.parts()["staked"]).found[0][1]["data-last"])
        assert last == [["banker", 5000]]


def test_history_begins_when_somebody_sits_down(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat").play("sit 5", "buy in 5 100", f"bet {SEAT} player 25")
    floor.play("coup 9s Kd / 4h 2c", "finish", f"leave {SEAT}", f"sit {SEAT}")
    assert "$25" not in floor.parts()["result"], "what another one won"
    assert "since you sat down" in floor.parts()["result"]
    assert json.loads(Elements(floor.parts()["staked"]).found[0][1]["data-last"]) == []


# --- cards ---


def test_a_table_that_leaves_the_floor_is_told_of_once_more_and_takes_nobody_along(
    tmp_path: Path,
) -> None:
    floor = begun(tmp_path, "baccarat").play(f"bet {SEAT} player 25")
    decide(floor)
    del floor.board.streams["table/1"]
    kept = results_of(floor.board)
    kept.changed(["table/1", "house"])
    assert len(kept.of("1", SEAT)) == 1


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


@pytest.mark.parametrize("game", ["eternal-baccarat", "baccarat", "ez-baccarat"])
def test_on_a_phone_the_hands_stay_on_top_while_they_are_dealt(game: str, tmp_path: Path) -> None:
    floor = begun(tmp_path, game).play(f"bet {SEAT} player 25")
    assert "stays" not in Elements(floor.parts()["dealt"]).found[0][1]["class"], "bets are taken"
    floor.play("no more bets", "deal player 9s", "deal banker 4h")
    dealt = floor.parts()["dealt"]
    assert "stays" in Elements(dealt).found[0][1]["class"]
    assert faces(dealt) == {"9s", "4h"}
    floor.play("deal player Kd", "deal banker 2c", "call player", "call banker", "call result")
    result = Elements(floor.parts()["dealt"]).text
    assert "+$25" in result, "9 to 6, at even money"


def test_the_last_round_is_cleared_away_when_no_more_bets_are_taken(tmp_path: Path) -> None:
    floor = begun(tmp_path, "eternal-baccarat").play(f"bet {SEAT} player 25")
    floor.play("coup 9s Kd / 4h 2c", "finish", f"bet {SEAT} player 5")
    assert faces(floor.parts()["result"]) == {"9s", "Kd", "4h", "2c"}, "while bets are taken"
    floor.play("no more bets")
    result = floor.parts()["result"]
    assert not faces(result) and "$25" not in result
    assert f"Round {floor.table().round.number}" in result


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


def rolled(html: str) -> list[str]:
    listed = html.partition('class="rolls"')[2].partition("</ol>")[0]
    return re.findall(r"<li[^>]*>([0-9]+)</li>", listed)


def test_the_rolls_of_a_hand_stay_until_the_next_one_begins(tmp_path: Path) -> None:
    floor = begun(tmp_path, "dice-works", 'also = ["roll-the-line"]')
    floor.play(f"bet {SEAT} all-lows 25", "no more bets", "roll 4 4", "roll 6 4", "roll 4 3")
    for moment in ("decided", "cleared"):
        parts = floor.parts()
        assert rolled(parts["point"]) == ["8", "10", "7"], moment
        assert f"position {SEAT}" in parts["point"], "who had the dice"
        assert not rolled(parts["roads"]) and f"position {SEAT}" not in parts["roads"], "once"
        if moment == "decided":
            floor.play("finish")
    assert not floor.table().round.rolls
    floor.play(f"dice to {SEAT}", f"bet {SEAT} all-lows 25", "no more bets", "roll 2 2")
    assert rolled(floor.parts()["point"]) == ["4"]


def test_the_last_shooter_is_who_rolled_also_when_the_dice_have_gone_on(tmp_path: Path) -> None:
    floor = begun(tmp_path, "dice-works").play("sit 2", "buy in 2 100")
    floor.play(f"bet {SEAT} all-lows 25", "no more bets", "roll 4 4", "roll 3 4", "finish")
    for line in ("dice to 2", "bet 2 all-lows 5", "no more bets"):
        floor.play(line)
        said = Elements(floor.parts()["point"]).text
        assert f"The last shooter was position {SEAT}: 2 rolls, 0 points made, 0 line" in said
    floor.play("roll 4 4")
    said = Elements(floor.parts()["point"]).text
    assert "The shooter is position 2: 1 roll, 0 points made, 0 line wins" in said
    floor.play("roll 6 2")
    said = Elements(floor.parts()["point"]).text
    assert "2 rolls, 1 point made, 1 line win" in said


def test_a_table_of_dice_says_that_it_is_craps(tmp_path: Path) -> None:
    floor = begun(tmp_path, "dice-works")
    assert "Dice Works, craps" in floor.page()
    entry = floor.board.floor.table("1")
    assert tile(entry, floor.table(), takings=False).name == "Dice Works, craps"
    where = dealer.parts(Room(floor.board, {}, False), "table/1")["where"]
    assert "Dice Works, craps" in where
    for never in (entry, replace(entry, game="roll-the-line")):
        assert "craps" in game_name(never, None).lower()
    assert "craps" not in begun(tmp_path, "baccarat").page().partition("</header>")[0]


# --- why ---


def test_equal_bets_on_a_spot_are_one_line(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat")
    floor.play(*(f"bet {SEAT} banker 100",) * 3, *(f"bet {SEAT} tie 5",) * 2)
    floor.play("coup 2s Ad Kc / 4h 3c")
    result = Elements(floor.parts()["result"]).text
    assert result.count("Banker $300") == 1 and "+$285" in result, "3 x $100 less 5%"
    assert result.count("Tie $10") == 1 and "-$10" in result


def test_a_lost_bet_says_why_and_an_older_round_can_be_opened(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat").play(f"bet {SEAT} player 25")
    floor.play("coup 2s Ad Kc / 4h 3c")
    result = Elements(floor.parts()["result"]).text
    assert "Player wins" in result and "Banker won 7 to 3" in result
    number = floor.table().round.number
    floor.play("finish", f"bet {SEAT} banker 25", "coup 9s Kd / 4h 2c", "finish")
    page = Elements(floor.parts()["history"])
    assert f"past-{number}" in page.ids
    assert "Banker won 7 to 3" in page.text and "Player won 9 to 6" in page.text


def test_rows_with_commas_are_not_put_in_one_sentence(tmp_path: Path) -> None:
    floor = begun(tmp_path, "ez-baccarat").play(f"bet {SEAT} player 25, progressive 1, panda-8 5")
    floor.play("coup 2s Ad Kc / 4h 3c")
    told = Elements(floor.parts()["result"]).text
    assert "No row of its pay table came." in told and "Dragon 7 over a 0" not in told
    assert "Wins with: " in told, "the one row of Panda 8"


def test_a_wager_that_covers_others_names_them(tmp_path: Path) -> None:
    floor = begun(tmp_path, "eternal-baccarat").play(f"bet {SEAT} eclipse 5, player 5")
    floor.play("coup 9s Kd / 4h 2c")
    told = Elements(floor.parts()["result"]).text
    assert "Any of the four wagers wins (Supreme 7, Sun 7, Moon 8, Divine 9)" in told


def folder(home: Path, name: str) -> Path:
    (home / name).mkdir()
    return home / name


def test_the_rule_card_has_no_rule_of_another_table(tmp_path: Path) -> None:
    told = {
        game: " ".join(
            remark
            for priced in card_of(begun(folder(tmp_path, game), game).setup())
            for spot, _, remarks, _ in priced.spots
            if spot.title == "Banker"
            for remark in remarks
        )
        for game in ("eternal-baccarat", "ez-baccarat")
    }
    assert not any("vigorish" in text or "pushes" in text for text in told.values()), told


def test_a_refusal_calls_a_wager_as_the_felt_does_and_writes_no_script(tmp_path: Path) -> None:
    floor = begun(tmp_path, "eternal-baccarat").play("sit 5", "buy in 5 10")
    pair = decide_table(floor.table(), PlaceBet(SEAT, "se-19", 10_001_00))
    assert isinstance(pair, Refusal)
    assert pair.message.startswith(f"Player Pair of position {SEAT} would stand")
    short = decide_table(floor.table(), PlaceBet(5, "player", 20_00))
    assert isinstance(short, Refusal) and short.code == "not-enough-chips"
    assert not short.remedy.startswith("buy in")


def addressed(text: str, position: int) -> str:
    """Return a sentence of a refusal as the page of a position puts it."""
    for pattern, told in seat.own_words(position):
        text = re.sub(pattern, re.sub(r"\$(\d)", r"\\g<\1>", told), text)
    return text


def test_a_refusal_speaks_to_whoever_sits_there_and_of_others_by_their_position(
    tmp_path: Path,
) -> None:
    floor = begun(tmp_path, "eternal-baccarat").play("sit 5", "buy in 5 10")
    floor.play(f"bet {SEAT} player 100, sun-7-progressive 1")
    high = PlaceBet(SEAT, "player", 9_950_00)
    unit = PlaceBet(SEAT, "sun-7-progressive", 1_00)
    said = {
        high: "your Player would stand at $10,050, above the maximum",
        unit: "you have your base unit on Sun 7 Progressive already",
        PlaceBet(5, "player", 20_00): "you lack $10 for this bet",
    }
    for bet, words in said.items():
        refused = decide_table(floor.table(), bet)
        assert isinstance(refused, Refusal)
        assert addressed(refused.message, bet.position) == words
        assert addressed(refused.message, 9) == refused.message, "somebody else's"
        assert addressed(refused.remedy, bet.position) == refused.remedy
    for text in (
        "position 31 lacks $5 for this bet",
        "hand them to position 3",
        "position 3 is taken",
    ):
        assert addressed(text, 3) == text
    base = "Tie Bonus of position 3 needs a bet on the base game by the same position"
    assert addressed(base, 3) == "your Tie Bonus needs a bet on the base game beside it"
    assert "data-own" in floor.page() and "data-own" not in floor.page(role="supervisor")


JACKPOT = """
[[jackpots]]
id = "sun-7"
game = "eternal-baccarat"
wager = "sun-7-progressive"
table = "PT-PRG-S7-01"
seed = 5000
minimum = 5000
tables = ["1"]
"""


def test_a_winner_is_told_of_a_pending_hit_and_it_counts_when_it_is_paid(tmp_path: Path) -> None:
    """Three positions share 5,000 and their contributions; what is left over stays in the meter."""
    floor = Seated(tmp_path, f'game = "eternal-baccarat"\n{JACKPOT}').play(*BEGIN)
    floor.play("sit 5", "buy in 5 100", "sit 6", "buy in 6 100", "prepare burning 5h")
    floor.play(f"bet {SEAT} player 5, sun-7-progressive 1", "bet 5 sun-7-progressive 1")
    floor.play("bet 6 sun-7-progressive 1")
    calling = undeclared(floor.play("coup 2s 3s 9s / As 2s 4s").table())
    called = Elements(floor.parts()["result"]).text
    assert "Jackpot pending" in called, "nobody looks like a loser before the switch is turned"
    floor.play("hit jackpot sun-7")
    hit = floor.board.jackpot("sun-7").hits[0]
    share, left = divmod(hit.amount_cents, 3)
    assert left, "an amount that three cannot share to the cent"
    assert calling is not None
    assert calling.message.startswith(f"positions {SEAT}, 5 and 6 have ")
    assert "BADGE" not in calling.remedy and ":" not in calling.remedy
    assert share > 1666_66
    for number, net in ((SEAT, -600), (5, -100)):
        told = Elements(floor.parts(number=number)["result"]).text
        assert "Without your share of the jackpot, which is pending" in told
        assert f"your share is {templating.money(share)}" in told
        assert f"{templating.money(left)} of the hit could not be divided" in told
        assert templating.money(net) in told
        assert not Elements(floor.parts(number=number)["pending"]).text.strip(), "it is told once"
    floor.play("finish", f"bet {SEAT} player 5", "no more bets")
    parts = floor.parts()
    assert "pending" not in parts["result"], "the next round"
    told = Elements(parts["pending"]).text
    assert "Jackpot pending Sun 7 Progressive, round 1: your share is " in told
    assert f"{templating.money(share)}, counted when it is paid." in told
    assert "pending" not in floor.parts(number=4)["pending"].partition("hidden")[2]
    floor.give("badge 3301 executive")
    floor.give("jackpot sun-7: pay by 3301")
    parts = floor.parts()
    assert "pending" not in Elements(parts["pending"]).text
    told = Elements(parts["history"]).text
    assert "pending" not in told and f"+{templating.money(share - 600)}" in told
    assert f"+{templating.money(share - 100)}share {templating.money(share)} less the $1" in told


def test_what_lies_on_a_sensor_that_went_dark_is_told_to_have_gone_back(tmp_path: Path) -> None:
    linked = JACKPOT.replace('["1"]', '["1", "2"]')
    floor = Seated(tmp_path, 'game = "eternal-baccarat"', f'game = "eternal-baccarat"\n{linked}')
    for id in ("1", "2"):
        floor.play(*BEGIN, "prepare burning 5h", id=id)
        floor.play(f"bet {SEAT} player 5, sun-7-progressive 1", id=id)
    floor.play("coup 2s 3s 9s / As 2s 4s", "hit jackpot sun-7")
    floor.play("no more bets", "give back progressives", id="2")
    assert "data-dark" in floor.parts("2")["spot-sun-7-progressive"]
    floor.play("coup 9s Kd / 4h 2c", id="2")
    told = Elements(floor.parts("2")["result"]).text
    assert "Sun 7 Progressive $1went backWhy: its sensor registered nothing." in told
    assert "+$5" in told


@pytest.mark.parametrize("game", ["eternal-baccarat", "3-dice-baccarat"])
def test_a_bet_that_comes_too_late_sends_none_back_that_lies(game: str, tmp_path: Path) -> None:
    """What is refused is written down too, and leaves the round as it is."""
    floor = begun(tmp_path, game).play(f"bet {SEAT} player 5, golden-talons:player 5")
    floor.play("no more bets", f"bet {SEAT} player 5\n> refused late-bet")
    assert "went back" not in Elements(floor.parts()["result"]).text
    cups = ("shake cups", "reveal 333 126", "call result")
    floor.play(*(cups if game == "3-dice-baccarat" else ("coup 7s 8h 3d / Kh Qd 7c",)))
    for moment in ("decided", "over"):
        if moment == "over":
            floor.play("finish")
        parts = floor.parts()
        told = Elements(parts["result"]).text + Elements(parts["history"]).text
        assert "Golden Talons" in told and "Player $5" in told
        assert "went back" not in told


def test_a_void_round_is_told_with_the_bets_that_went_back(tmp_path: Path) -> None:
    floor = begun(tmp_path, "eternal-baccarat").play(f"bet {SEAT} player 5", "no more bets")
    floor.play("deal player 2h", "void round by 2207: the wrong shoe")
    parts = floor.parts()
    told = Elements(parts["result"]).text
    why = "Why: the round was declared void: the wrong shoe."
    assert "Round 1void" in told and f"Player $5went back{why}" in told
    past = Elements(parts["history"]).text
    assert "P 2, B \N{EN DASH}void" in past and why in past


# --- what is below a minimum ---


def below(home: Path) -> Seated:
    """Return a table with a base wager from $5 on, which optional ones stand by."""
    floor = Seated(
        home, 'game = "dragon-bonus"\ndiscretion = ["base wager required yes"]', base="5 to 500"
    )
    return floor.play(*BEGIN, "prepare burning 5h")


def test_2803_3_b__a_spot_below_its_minimum_says_so_until_it_reaches_it(tmp_path: Path) -> None:
    floor = below(tmp_path).play(f"bet {SEAT} player 1, dragon-bonus:player 5")
    parts = floor.parts()
    assert "$1 of at least $5" in Elements(parts["spot-player"]).text
    assert "$1 of at least $5" in Elements(parts["spot-player"]).found[0][1]["aria-label"]
    bonus = next(id for id in parts if "dragon-bonus" in id and "your bet" in parts[id])
    assert "needs a base wager" in Elements(parts[bonus]).text, "a bet that falls is no company"
    assert "$6 too low" in Elements(parts["staked"]).text
    parts = floor.play(f"bet {SEAT} player 4").parts()
    assert "at least" not in parts["spot-player"] and "needs" not in parts[bonus]
    assert "too low" not in parts["staked"]
    floor.play("no more bets")
    assert "at least" not in floor.parts()["spot-player"]


def test_2803_3_b__what_went_back_is_told_with_its_reason_and_is_no_part_of_the_sum(
    tmp_path: Path,
) -> None:
    floor = below(tmp_path).play("sit 5", "buy in 5 100", "bet 5 player 5")
    floor.play(f"bet {SEAT} player 1, banker 10, player 2, tie 1", "take back 5")
    floor.play("take back 2 unfit", "take back 4 unfit", "no more bets")
    for moment in ("dealt", "decided", "over"):
        if moment != "dealt":
            floor.play("coup 9s Kd / 4h 2c" if moment == "decided" else "finish")
        result = Elements(floor.parts()["result"]).text
        assert "Player $3" in result and "went back" in result
        assert "$3 of at least $5" in result and "30-2803(3)(b)" in result
        assert "Tie $1" not in result, "what was taken back by hand did not go back"
    assert "-$10" in result, "the Banker bet lost, and nothing else was decided"
    assert "went back" not in Elements(floor.parts(number=5)["result"]).text


# --- who may bet, and when ---


def test_the_dice_of_the_last_roll_are_drawn(tmp_path: Path) -> None:
    floor = begun(tmp_path, "dice-works").play("no more bets")
    assert "die-" not in floor.parts()["point"]
    floor.play("roll 2 6")
    point = floor.parts()["point"]
    assert re.findall(r"die-([0-9])", point) == ["2", "6"]
    floor.play("roll 5 4")
    assert re.findall(r"die-([0-9])", floor.parts()["point"]) == ["5", "4"]


def test_cups_of_dice_have_a_road_of_who_won(tmp_path: Path) -> None:
    floor = begun(tmp_path, "3-dice-baccarat")
    assert "hidden" in Elements(floor.parts()["roads"]).found[0][1]
    throws = ("333 125", "111 126", "333 126", "125 333", "333 125")
    for number, cups in enumerate(throws, 1):
        floor.play(f"bet {SEAT} player 25", "no more bets", "shake cups", f"reveal {cups}")
        floor.play("call result", "finish")
        roads = floor.parts()["roads"]
        assert len(re.findall(r">[BPT]</text>", roads)) == number, "a bead for each round"
    came = history(floor.table(), results_of(floor.board).throws("1"))
    assert isinstance(came, Cups)
    assert [cell.shows for cell in came.beads] == ["player", "banker", "tie", "banker", "player"]


def test_a_stage_says_whether_bets_are_taken(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat")
    assert "data-open" in floor.parts()["stage"]
    assert "data-empty" in floor.parts(number=5)["stage"]
    floor.play(f"bet {SEAT} player 25", "no more bets")
    assert "data-open" not in floor.parts()["stage"]


def test_who_has_just_sat_down_is_told_when_the_seat_is_theirs(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat")
    words = Page("seat", "1", SEAT).topic(PRESENCE).audience.split(" ")[2:]

    def told(*arriving: int) -> dict[str, str]:
        at = {"closes_at": 5.0, "people": (SEAT,), "arriving": arriving}
        return seat.parts(Room(floor.board, {"1": at}, True), PRESENCE, *words)

    for id in ("countdown", "auto"):
        assert "in from the next round" in told(SEAT)[id]
        assert "in from the next round" not in told()[id] + told(5)[id]


def test_no_bet_is_offered_to_who_has_no_chips(tmp_path: Path) -> None:
    floor = begun(tmp_path, "baccarat").play("sit 5")
    assert "data-open" not in floor.parts(number=5)["stage"]
    assert "data-broke" in floor.parts(number=5)["stage"]
    floor.play("buy in 5 25")
    assert "data-open" in floor.parts(number=5)["stage"]
    floor.play("bet 5 player 25")
    assert "data-open" in floor.parts(number=5)["stage"], "a bet can be taken back"


def test_who_turns_the_cards_is_told_how_long_and_all_are_told_who_does(tmp_path: Path) -> None:
    floor = begun(tmp_path, "ez-baccarat", SQUEEZE)
    assert "largest bet on a hand" in floor.parts()["hands"], "before anybody bets"
    words = Page("seat", "1", SEAT).topic(PRESENCE).audience.split(" ")[2:]
    for at, shown in ((None, False), (15.0, True)):
        room = Room(floor.board, {"1": {"turns_at": at}}, True)
        told = seat.parts(room, PRESENCE, *words)["turn-by"]
        assert ("data-closes-at" in told) is shown
        assert ("hidden" in Elements(told).found[0][1]) is not shown
    plain = begun(tmp_path, "dragon-bonus")
    assert "largest bet" not in plain.parts()["hands"], "nobody squeezes there"


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
    silent = {"1": {"closes_at": 5.0, "people": (SEAT,), "ending": {str(SEAT): 9.0}}}
    warned = seat.parts(Room(floor.board, silent, True), PRESENCE, *words)["auto"]
    assert "/demo/stay" in warned and 'data-closes-at="9.0"' in warned
    others = {"1": {"people": (SEAT,), "ending": {"0": 9.0}}}
    assert "/demo/stay" not in seat.parts(Room(floor.board, others, True), PRESENCE, *words)["auto"]
    assert Elements(seat.parts(Room(floor.board, {}, False), PRESENCE, *words)["auto"]).found[0][
        1
    ].keys() >= {"hidden"}


# --- the rule card ---


def rule_card(setup: TableSetup) -> str:
    return drawn("rule_card", "rule_card", "1", setup, card_of(setup), how_to_play(setup))


def test_the_rule_card_has_the_third_card_table(tmp_path: Path) -> None:
    """30-2814(3): a Banker of 3 stands on an 8 alone, of 6 draws to a 6 or 7 alone."""
    setup = Seated(tmp_path, 'game = "baccarat"').play("open").setup()
    how = how_to_play(setup)
    assert "0 to 5" in how.player and "6 or 7" in how.player
    lines = {line.total: (line.after_third, line.after_none) for line in how.banker}
    assert lines == {
        "0 to 2": ("draws to any card", "draws"),
        "3": ("draws to 0 to 7, 9", "draws"),
        "4": ("draws to 2 to 7", "draws"),
        "5": ("draws to 4 to 7", "draws"),
        "6": ("draws to 6 or 7", "stands"),
        "7": ("stands", "stands"),
    }
    card = Elements(rule_card(setup))
    assert not card.open
    assert "Aces count 1" in card.text and "less 5%" in card.text


@pytest.mark.parametrize("game", ["3-dice-baccarat", "dice-works"])
def test_the_rule_card_of_dice_says_how_they_count(game: str, tmp_path: Path) -> None:
    setup = Seated(tmp_path, f'game = "{game}"').play("open").setup()
    card = Elements(rule_card(setup)).text
    assert "dice" in card and "third card" not in card
    assert all(step in card for step, _ in how_to_play(setup).steps)
    assert all(
        cite.startswith("30-23" if setup.kind == "craps" else "30-28") and cite in card
        for _, cite in how_to_play(setup).steps
    )


def test_the_rule_card_says_what_names_and_suits_stand_for(tmp_path: Path) -> None:
    setup = begun(tmp_path, "eternal-baccarat").setup()
    card = Elements(rule_card(setup)).text
    for wager in ("eclipse", "fate-38", "sun-7-progressive"):
        assert setup.rulebook.game("eternal-baccarat").wager(wager).summary in card
    assert re.search("It covers (Sun 7|Moon 8|Divine 9|Supreme 7)(, [A-Z][a-z]+ [0-9]){3}", card)
    suits = {table.suits for _, table in setup.spots.items() if table.wager.id == "fate-38"}
    assert suits == {"s"}, "what the operator has chosen, else the first that is usual"
    assert "The specific suit at this table: spades." in card


# --- prices ---


@pytest.mark.parametrize("game", ["3-dice-baccarat", "dice-works", "tiger-baccarat"])
def test_every_spot_has_a_price(game: str, tmp_path: Path) -> None:
    setup = Seated(tmp_path, f'game = "{game}"').play("open").setup()
    prices = prices_of(setup)
    assert prices.keys() == {spot.id for spot in felt_of(setup).every}
    card = Elements(rule_card(setup))
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
