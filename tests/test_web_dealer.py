"""The dealer's page: it says what is due, its button does it, and a round can be dealt from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from dealer_page import Desk, Element, line_of, parsed
from pitboss.house.automatic import demo
from pitboss.jackpot.names import jackpot_name, sensor_name
from pitboss.jackpot.scripts import read_jackpot_line
from pitboss.rulebook import catalog
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import position_account
from pitboss.table.guidance.advice import advise
from pitboss.table.language import read
from pitboss.table.setups.usual import usual_setup
from pitboss.web.felt import felt_of
from pitboss.web.screens import dealer, sign
from pitboss.web.screens import floor as floor_page
from pitboss.web.screens.dealing.entries import AROUND, DUE_ONLY, IRREGULAR, entries_of

GAMES = tuple(catalog().ids)
CARDS = ("5c", "4h", "9d", "Ks", "4s", "2h", "3c", "7d")
"""4 for the Player against 4 for the Banker: both draw."""
CARDS_AT_CRAPS = ("4 2", "5 3", "6 5", "1 1", "4 3")
"""A point of 6, two rolls, and the seven-out."""
AUTO = ("floor", "baccarat")
LIMITS = "limits = { minimum = 5, maximum = 500 }\n"
FLOOR = """
[floor]
name     = "A floor of everything"
currency = "USD"
timezone = "America/Denver"
"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A floor with a table of every game, and one on which players turn the cards."""
    path = tmp_path_factory.mktemp("dealer") / "floor.toml"
    tables = [f'[[tables]]\nid = "{game}"\ngame = "{game}"\n{LIMITS}' for game in GAMES]
    midi = 'size = "midi"\nstyle = "squeeze"\npositions = 9\n'
    tables.append(f'[[tables]]\nid = "midi"\ngame = "ez-baccarat"\n{midi}{LIMITS}')
    down = 'style = "face-down"\n'
    tables.append(f'[[tables]]\nid = "down"\ngame = "baccarat"\n{down}{LIMITS}')
    path.write_text(FLOOR + "\n".join(tables))
    return path


# --- a dealer who does what the page says ---


def checked(desk: Desk) -> Element:
    """Return the page, once it holds what every page must."""
    shown = desk.shown()
    ids = [one["id"] for one in shown.having("id")]
    assert len(ids) == len(set(ids)), sorted({id for id in ids if ids.count(id) > 1})
    assert not [one for one in shown.having("style") if one.tag != "link"]
    assert sum(one.tag == "h1" for one in shown.all) == 1
    advice = advise(desk.table)
    told = shown.by_id("next").text
    for words in (advice.do, advice.say, *advice.cite.split(", ")):
        assert " ".join(words.split()) in told
    return shown


def given_lines(shown: Element) -> Iterator[Element]:
    """Yield the buttons that give a line as they are."""
    for one in shown.having("data-line"):
        if "disabled" not in one:
            yield one


def due_button(shown: Element) -> Element | None:
    buttons = [one for one in shown.all if "due" in one.attributes.get("class", "").split()]
    found = [one for one in buttons if one.tag == "button"]
    assert len(found) <= 1
    return found[0] if found else None


def filled(form: Element) -> dict[str, str]:
    """Fill in a form as somebody might who has no choice to make."""
    fields: dict[str, str] = {}
    for one in form.having("name"):
        kind = one.attributes.get("type", "")
        if one.tag == "select":
            options = [option["value"] for option in one.all if option.tag == "option"]
            values = [value for value in options if value]
            if "required" in one:
                fields[one["name"]] = values[0]
        elif kind == "radio":
            fields.setdefault(one["name"], one["value"])
        elif kind != "checkbox" and "required" in one:
            usual = {"date": "2026-01-01", "number": one.attributes.get("value", "1")}
            numeric = one.attributes.get("inputmode")
            words = "P-1001" if "pattern" in one else "a reason"
            other = {"decimal": "25", "numeric": "2207"}.get(numeric or "", words)
            fields[one["name"]] = usual.get(kind, other)
    return fields


def entered(shown: Element, supply: Iterator[str]) -> str | None:
    """Return the line of a pad on which something is due, with what comes from a supply."""
    work = shown.by_id("work")
    if "data-pad" not in work:
        return None
    if "{player}" in work["data-pad"]:
        return line_of(work["data-pad"], {"player": "333", "banker": "126"})
    enabled = {one["data-entered"] for one in work.having("data-entered") if "disabled" not in one}
    cards = [next(supply) for _ in range(int(work["data-count"]))]
    assert enabled >= set(cards)
    return line_of(work["data-pad"], {"cards": " ".join(cards)})


def step(desk: Desk, supply: Iterator[str]) -> str:
    """Do the next thing by the page alone; return the line that it came to."""
    shown = checked(desk)
    for one in given_lines(shown):
        assert desk.refusal(one["data-line"]) is None, one["data-line"]
    button = due_button(shown)
    if button is not None and "data-line" in button:
        return button["data-line"]
    if button is not None:
        form = shown.by_id(button["data-opens"]).having("data-pattern")[0]
        return line_of(form["data-pattern"], filled(form))
    pad = entered(shown, supply)
    if pad is not None:
        return pad
    forms = {one["data-pattern"]: one for one in shown.by_id("work").having("data-pattern")}
    chips = {"position": "3", "cents": "500"}
    if "sit {position}" in forms and not desk.table.seated:
        return line_of("sit {position}", chips)
    if "buy in {position} {cents}" in forms and not desk.table.accounts.get(position_account(3)):
        return line_of("buy in {position} {cents}", chips)
    pattern, form = next((pattern, one) for pattern, one in forms.items() if one.tag == "form")
    return line_of(pattern, filled(form) | {"position": "3", "cents": "25"})


def walked(desk: Desk, cards: tuple[str, ...]) -> list[str]:
    """Deal from the closed table to the second round; return the lines."""
    supply = iter(("2c", *cards) if desk.id not in CRAPS else cards)
    lines: list[str] = []
    while desk.table.round.number < 2 or desk.table.round.stage != "betting":
        lines.append(step(desk, supply))
        desk.give(lines[-1])
        assert len(lines) < 60, lines
    return lines


CRAPS = {game for game in GAMES if usual_setup(game).kind == "craps"}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_round_is_dealt_from_the_page_alone(floor: Path, game: str) -> None:
    desk = Desk.of(floor, game)
    lines = walked(desk, CARDS_AT_CRAPS if game in CRAPS else CARDS)
    assert "no more bets" in lines
    assert "clear" in lines
    verbs = {"craps": "roll", "three-dice": "reveal", "baccarat": "deal"}
    verb = verbs[desk.table.setup.kind]
    assert any(line.startswith(verb) for line in lines)
    assert desk.table.round.number == 2


@pytest.mark.parametrize("id", ["midi", "down"])
def test_cards_that_nobody_has_seen_are_nowhere_on_the_page(floor: Path, id: str) -> None:
    desk = Desk.of(floor, id)
    supply = iter(("2c", *("5c", "9d", "4h", "Ks", "4s", "2h")))
    hidden, handed = 0, False
    while desk.table.round.number < 2:
        line = step(desk, supply)
        handed = handed or line.startswith("hand ")
        shown = desk.shown()
        felt = shown.by_id("hands")
        seen = {str(card) for card in (*desk.table.round.player, *desk.table.round.banker) if card}
        drawn = {one["href"].partition("#")[2] for one in felt.having("href")}
        faces = {name for name in drawn if len(name) == 2 and name[1] in "cdhs"}
        assert faces == seen
        unseen = [*desk.table.round.player, *desk.table.round.banker].count(None)
        hidden = max(hidden, unseen)
        assert sum(one.attributes.get("aria-label") == "Card face down" for one in felt.all) == (
            unseen
        )
        desk.give(line)
    assert hidden == 4
    assert handed == (id == "midi")


# --- pads and lists ---


def seated(floor: Path, game: str, *bets: str) -> Desk:
    """Return a table with chips before positions 3 and 5, and bets on it."""
    desk = Desk.of(floor, game)
    for line in ("open", "day 2026-01-01", "sit 3", "sit 5", "buy in 3 500", "buy in 5 500"):
        desk.give(line)
    if desk.table.setup.kind == "baccarat":
        desk.give("prepare burning 2c")
    for line in bets:
        desk.give(line)
    return desk


def test_a_card_of_which_none_is_left_cannot_be_entered_and_says_so(floor: Path) -> None:
    desk = seated(floor, "baccarat")
    for _ in range(3):  # of eight decks, with the 9s on both hands twice a round
        for line in ("bet 3 player 5", "coup 9s Kd / 9s Kd", "finish"):
            desk.give(line)
    for line in ("bet 3 player 5", "coup 9s Kh / 9s Kh", "finish", "bet 3 player 5"):
        desk.give(line)
    desk.give("no more bets")
    keys = {one["data-entered"]: one for one in desk.shown().having("data-entered")}
    assert keys["9s"]["aria-disabled"] == "true"
    assert keys["9s"]["aria-label"] == "Nine of spades: none is left in the shoe"
    assert "misread" in keys["9s"]["data-why"], "said when it is touched, with what to do"
    assert not {"disabled", "aria-disabled", "data-why"} & keys["9h"].attributes.keys()
    assert len(keys) == 52


def test_a_pad_that_rests_says_which_button_comes_first(floor: Path) -> None:
    desk = seated(floor, "baccarat", "bet 3 player 5", "no more bets")
    for line in ("deal player 5c", "deal banker 4h", "deal player 9d"):
        desk.give(line)
    assert "First press" not in desk.shown().by_id("work").text
    desk.give("deal banker Ks")
    shown = desk.shown()
    assert "data-pad" not in shown.by_id("work")
    button = due_button(shown)
    assert button is not None
    assert f"First press “{button.text}”" in shown.by_id("work").text
    desk.give(button["data-line"])
    button = due_button(shown := desk.shown())
    assert button is not None and f"First press “{button.text}”" in shown.by_id("work").text


def test_chips_that_nobody_chose_are_ordinary_ones(floor: Path) -> None:
    work = seated(floor, "baccarat").shown().by_id("work")
    chips = next(one for one in work.having("name") if one["name"] == "chips")
    assert chips.children[0].text == "ordinary chips" and chips.children[0]["value"] == ""


def test_the_chip_beside_a_position_is_the_largest_that_lies_there(floor: Path) -> None:
    desk = seated(floor, "baccarat", "bet 3 player 100", "bet 3 tie 5", "bet 5 banker 25")
    drawn = [one["href"].partition("#")[2] for one in parsed(desk.parts()["bets"]).having("href")]
    assert drawn == ["chip-25", "chip-100"], "from the highest position down"


def test_every_pair_of_dice_stands_once_under_its_total(floor: Path) -> None:
    desk = seated(floor, "dice-works", "dice to 5", "bet 3 all-lows 5", "no more bets")
    work = desk.shown().by_id("work")
    rolls = [one["data-entered"].split() for one in work.having("data-entered")]
    pairs = {tuple(sorted(map(int, pair))) for pair in rolls}
    assert len(rolls) == len(pairs) == 21
    for group in (one for one in work.all if one.attributes.get("role") == "group"):
        total = int(group.children[0].text)
        entered = [one["data-entered"].split() for one in group.having("data-entered")]
        assert {sum(map(int, pair)) for pair in entered} == {total}


def test_the_paying_list_names_row_pays_and_paragraph_and_sums_up_to_what_is_owed(
    floor: Path,
) -> None:
    bets = ("bet 3 banker 100, tie 5", "bet 5 player 25, banker 20")
    desk = seated(floor, "baccarat", *bets, "coup 2s 3h 5d / 7h Kd")
    shown = checked(desk)
    work = shown.by_id("work")
    assert "Taken $30 from the layout" in work.text
    rows = [one for one in work.all if one.tag == "tr"][1:]
    cells = [[cell.text for cell in row.children] for row in rows]
    assert [row[0] for row in cells] == ["5", "3"]
    assert cells[0][2:6] == ["Banker wins", "1 to 1", "$20 less $1 vigorish", "$39"]
    assert cells[1][5] == "$195"
    assert all("30-28" in row[6] for row in cells)
    posted = [one["href"] for one in work.all if one.tag == "a"]
    assert posted == ["rules#wager-banker", "rules#wager-banker"]
    desk.give("collect")
    work = checked(desk).by_id("work")
    now = [one for one in work.all if one.attributes.get("class") == "now"]
    assert [row.children[0].text for row in now] == ["5"]
    assert advise(desk.table).owed == {5: 3900, 3: 19500}


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        ("5c 4h 9d Ks", ("Has 4: draws on 0 to 5", "After the Player's third card")),
        ("2c 5s 4h Ks", ("Stands on 6", "Has 5, the Player stood: draws on 0 to 5")),
        ("9c 5s Kh Ks", ("Natural 9: no hand draws", "A natural ends the draw")),
    ],
)
def test_the_third_card_rule_stands_beside_each_hand(
    floor: Path, cards: str, rules: tuple[str, str]
) -> None:
    desk = seated(floor, "baccarat", "bet 3 player 5", "no more bets")
    first, second, third, fourth = cards.split()
    for line in (
        f"deal player {first}",
        f"deal banker {second}",
        f"deal player {third}",
        f"deal banker {fourth}",
        "call player",
        "call banker",
    ):
        desk.give(line)
    told = [one.text for one in desk.shown().all if one.attributes.get("class") == "rule"]
    for rule, text in zip(rules, told, strict=True):
        assert rule in text
        assert "30-2814" in text


# --- irregularities, and everything around the game ---

ENTRIES = (*IRREGULAR, *AROUND, *DUE_ONLY)


@pytest.mark.parametrize("id", ["baccarat", "3-dice-baccarat", "dice-works"])
def test_every_irregularity_has_a_form_whose_line_can_be_read(floor: Path, id: str) -> None:
    desk = seated(floor, id)
    shown = checked(desk)
    for entry in entries_of(desk.table, ENTRIES):
        opens = [
            one for one in shown.all if one.attributes.get("id") == f"dlg-{entry.kind.__name__}"
        ]
        if opens:
            form = opens[0].having("data-pattern")[0]
            line = line_of(form["data-pattern"], filled(form))
        else:
            titles = [
                one for one in shown.having("data-line") if one.parent and one.tag == "button"
            ]
            lines = {one["data-line"] for one in titles}
            line = next(line for line in lines if type(read(line)) is entry.kind)
        assert type(read(line, desk.table.opened)) is entry.kind, line
    kinds = {entry.kind.__name__ for entry in entries_of(desk.table, IRREGULAR)}
    assert {"VoidRound", "OpenDispute", "CloseDispute"} <= kinds
    own = {"baccarat": "DealInError", "3-dice-baccarat": "SpillDice", "dice-works": "CallNoRoll"}
    assert {name for name in own.values() if name in kinds} == {own[id]}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("error player 8h disclosed", "DealInError"),
        ("correct player 1 8h by 2207", "CorrectCard"),
        ("void round by 2207 and shuffle: misdeal", "VoidRound"),
        ("void round by 2207: misdeal", "VoidRound"),
    ],
)
def test_what_may_be_left_out_of_a_form_may_be_left_out_of_its_line(
    floor: Path, line: str, kind: str
) -> None:
    pattern = seated(floor, "baccarat").shown().by_id(f"dlg-{kind}").having("data-pattern")[0]
    fields = {"to": "player", "hand": "player", "place": "1", "card": "8h", "reason": "misdeal"}
    fields |= {"supervisor": "2207", "disclosed": "disclosed"}
    if "and shuffle" in line:
        fields["shuffle"] = "and shuffle"
    assert read(line_of(pattern["data-pattern"], fields)) == read(line)


def test_a_correction_begins_with_the_card_that_was_entered_last(floor: Path) -> None:
    desk = seated(floor, "baccarat")

    def chosen() -> set[tuple[str, str]]:
        opening = [one for one in desk.shown().having("data-opens") if "data-chosen" in one]
        assert {one["data-opens"] for one in opening} <= {"dlg-CorrectCard"}
        told = [json.loads(one["data-chosen"]) for one in opening]
        return {(one["hand"], one["place"]) for one in told}

    assert chosen() == set(), "nothing lies there"
    desk.give("bet 3 player 25")
    desk.give("no more bets")
    bar = desk.shown().by_id("next")
    assert "dlg-CorrectCard" not in [one["data-opens"] for one in bar.having("data-opens")]
    cards = {
        "deal player 2c": ("player", "1"),
        "deal banker 3h": ("banker", "1"),
        "deal player 3d": ("player", "2"),
        "deal banker 2s": ("banker", "2"),
        "call player": ("banker", "2"),
        "call banker": ("banker", "2"),
        "deal player 9h": ("player", "3"),
    }
    for line, last in cards.items():
        desk.give(line)
        assert chosen() == {last}, line


def test_what_cannot_be_done_now_says_why(floor: Path) -> None:
    menu = seated(floor, "baccarat").shown().by_id("irregularities")
    buttons = {one["data-opens"]: one for one in menu.having("data-opens")}
    assert "disabled" in buttons["dlg-CloseDispute"]
    assert "There is no dispute." in buttons["dlg-CloseDispute"].text
    assert "30-2816(4)" in buttons["dlg-RunDry"].text


def item(desk: Desk, menu: str, opens: str) -> Element:
    items = desk.shown().by_id(menu).having("data-opens")
    return next(one for one in items if one["data-opens"] == opens)


def test_a_round_is_played_from_no_more_bets_on_and_all_items_mean_that(floor: Path) -> None:
    desk = seated(floor, "baccarat", "bet 3 player 25")

    def closing() -> Element:
        items = desk.shown().by_id("around").having("data-line")
        return next(one for one in items if one["data-line"] == "close table")

    void = item(desk, "irregularities", "dlg-VoidRound")
    assert "disabled" in void and "No round is being played." in void.text
    assert "disabled" in closing() and "Bets lie on the layout." in closing().text
    assert "disabled" not in item(desk, "irregularities", "dlg-ShuffleUp"), "30-2802(25)"
    desk.give("no more bets")
    assert "disabled" not in item(desk, "irregularities", "dlg-VoidRound")
    assert "A round is being played." in closing().text


@pytest.mark.parametrize("id", ["3-dice-baccarat", "dice-works"])
def test_no_cards_are_shuffled_where_dice_decide(floor: Path, id: str) -> None:
    menu = seated(floor, id).shown().by_id("irregularities")
    assert "dlg-ShuffleUp" not in [one["data-opens"] for one in menu.having("data-opens")]


def fits(button: Element) -> list[dict[str, str]]:
    return list(json.loads(button["data-fits"]))


def test_only_positions_that_somebody_holds_are_offered_for_a_dispute(floor: Path) -> None:
    desk = seated(floor, "baccarat", "bet 3 player 25", "coup 9s Kd / 4h 2c", "finish")
    held = [{"position": "3"}, {"position": "5"}]
    assert fits(item(desk, "irregularities", "dlg-OpenDispute")) == held
    assert fits(item(desk, "around", "dlg-Leave")) == held
    free = [one["position"] for one in fits(item(desk, "around", "dlg-Sit"))]
    assert free == [str(at) for at in desk.table.setup.position_numbers if at not in (3, 5)]


def test_only_cards_that_lie_there_are_offered_for_a_correction(floor: Path) -> None:
    desk = seated(floor, "baccarat", "bet 3 player 25")
    refused = item(desk, "irregularities", "dlg-CorrectCard")
    assert "disabled" in refused and "No cards lie on the layout." in refused.text
    for line in ("no more bets", "deal player 2c", "deal banker 3h", "deal player 3d"):
        desk.give(line)
    lie = [("player", "1"), ("player", "2"), ("banker", "1")]
    offered = fits(item(desk, "irregularities", "dlg-CorrectCard"))
    assert [(one["hand"], one["place"]) for one in offered] == lie


# --- a table that is closed, and one that the server deals ---


@pytest.mark.parametrize("game", GAMES)
def test_a_closed_table_is_opened_from_its_page(floor: Path, game: str) -> None:
    desk = Desk.of(floor, game)
    button = due_button(checked(desk))
    assert button is not None
    assert button["data-line"] == "open"
    desk.give("open")
    desk.give("close table")
    assert "This table is closed." in checked(desk).by_id("hands").text


def test_in_a_demo_the_place_is_taken_given_back_and_the_cards_change_hands(floor: Path) -> None:
    desk = Desk.of(floor, "baccarat")
    places = {"automatic": True, "dealer": "automatic", "by_hand": False, "people": []}
    room = desk.room._replace(presence={"baccarat": places}, demo=True)
    strip = parsed(dealer.parts(room, "floor", "baccarat")["auto"])
    assert [one["data-post"] for one in strip.having("data-post")] == ["/api/v1/demo/take"]
    for by_hand, line in ((False, "cards by hand"), (True, "cards by the server")):
        held = room._replace(
            presence={"baccarat": {**places, "dealer": "person", "by_hand": by_hand}}
        )
        strip = parsed(dealer.parts(held, "floor", "baccarat")["auto"])
        assert [one["data-line"] for one in strip.having("data-line")] == [line]
        ways = {one.text: one["aria-pressed"] for one in strip.having("aria-pressed")}
        told = {True: "true", False: "false"}
        assert ways == {"By hand": told[by_hand], "From the server": told[not by_hand]}
        assert [one["data-post"] for one in strip.having("data-post")] == ["/api/v1/demo/give-back"]
    later = {**places, "dealer": "person", "by_hand": True, "changes_hands": True}
    strip = parsed(dealer.parts(room._replace(presence={"baccarat": later}), *AUTO)["auto"])
    pressed = [one.text for one in strip.having("aria-pressed") if one["aria-pressed"] == "true"]
    assert pressed == ["By hand, from the next round"]
    silent = {**places, "dealer": "person", "ending": {"0": 9.0}}
    warned = room._replace(presence={"baccarat": silent})
    strip = parsed(dealer.parts(warned, "floor", "baccarat")["auto"])
    assert [one["data-post"] for one in strip.having("data-post")] == ["/api/v1/demo/stay"]


# --- jackpots ---

LIVES = Path(__file__).parent / "lives"


def won_at(life: str, until: str) -> Desk:
    """Return table 12 of a life, played to a line that wins a jackpot."""
    desk = Desk.of(LIVES / f"{life}.floor.toml", "12")
    desk.give("open")
    for line in (LIVES / f"{life}.script").read_text().splitlines():
        words = line.partition("#")[0].strip().removeprefix("table 12: ")
        if words and not words.startswith((">", "jackpot")) and words != "hit jackpot sun-7":
            desk.give(words)
        if words.startswith(until):
            return desk
    raise AssertionError(until)


WINS = (
    ("sun-7-02-in-hearts", "coup 2h 3h Kh", ["hit jackpot sun-7"], "$1,500.60"),
    ("fortunes-seat-and-envy", "coup 3h 3h", ["hand 3", "hit jackpot fortunes"], "$10,000.45"),
    ("ez-1-three-sharers", "coup 2s 3s 5s", ["hand 1 3 5", "confirm by 2207"], "$2,501.74"),
)


@pytest.mark.parametrize(("life", "until", "pressed", "amount"), WINS)
def test_a_jackpot_is_called_as_its_section_prescribes_and_paid_by_card(
    life: str, until: str, pressed: list[str], amount: str
) -> None:
    desk = won_at(life, until)
    jackpot = desk.table.panel.won[0].jackpot
    lines = []
    while desk.table.panel.won:
        shown = checked(desk)
        alarm = shown.by_id("next")
        assert alarm["class"] == "next alarm"
        button = next(one for one in alarm.all if "main" in one.attributes.get("class", ""))
        if "data-line" in button:
            lines.append(button["data-line"])
        else:
            form = shown.by_id(button["data-opens"]).having("data-pattern")[0]
            lines.append(line_of(form["data-pattern"], {"supervisor": "2207"}))
        desk.give(lines[-1])
    assert lines == pressed
    shown = checked(desk)
    assert "is pending" in shown.by_id("next").text
    hit = shown.by_id(f"hit-{jackpot}")
    assert amount in hit.text
    asked = next(one for one in hit.having("data-order"))
    assert (asked["data-jackpot"], asked["data-opens"]) == (jackpot, "dlg-pay")
    patterns = [one["data-pattern"] for one in shown.by_id("dlg-pay").having("data-pattern")]
    for pattern in sorted(patterns, reverse=True):
        line = line_of(pattern, {"order": asked["data-order"], "badge": "3301"})
        desk.give_jackpot(jackpot, read_jackpot_line(line))
    assert desk.run.links[jackpot].state.hits[0].state == "paid"
    assert "alarm" not in checked(desk).by_id("next")["class"]


def pending_at(life: str, until: str, pressed: list[str]) -> Desk:
    """Return a table whose jackpot was called as its section prescribes."""
    desk = won_at(life, until)
    for line in pressed:
        desk.give(line)
    return desk


def ordered(desk: Desk, jackpot: str) -> tuple[str, list[str]]:
    """Return the order of a hit, and what its card says that waits."""
    shown = desk.shown()
    told = dealer.parts(desk.room, f"link/{jackpot}")
    order = shown.by_id(f"order-{jackpot}")
    assert parsed(told[f"order-{jackpot}"]).text == order.text
    waits = next(one for one in shown.by_id("work").all if one.attributes.get("class") == "waiting")
    return order.text, [one.text for one in waits.children]


@pytest.mark.parametrize(("life", "until", "pressed", "amount"), WINS)
def test_at_each_step_of_a_hit_the_page_gives_an_order_that_the_engine_takes(
    life: str, until: str, pressed: list[str], amount: str
) -> None:
    desk = pending_at(life, until, pressed)
    (jackpot,) = desk.table.panel.hits
    executive = desk.run.links[jackpot].state.jackpot.executive_cents
    level = executive is not None and int(amount[1:].replace(",", "").replace(".", "")) >= executive
    card = "An executive's card pays it" if level else "A supervisor's or executive's card pays it"
    order, waits = ordered(desk, jackpot)
    assert order.startswith("Call a supervisor, who verifies the hand of table 12")
    assert card in order and card in desk.shown().by_id(f"hit-{jackpot}").text
    assert "The cards stay on the felt until the hand is verified" in waits
    lock = desk.run.links[jackpot].state.jackpot.lock
    start = [what for what in waits if "START GAME is locked at every linked table" in what]
    assert len(start) == (lock == "lock-all")
    for what in start:
        assert "until it is paid or dismissed; a round that was registered is finished" in what
        assert "the next are dealt without jackpot bets" in what and "goes on" not in what
    # What may be done beside it is said to be done meanwhile, and is accepted.
    step = desk.shown().by_id("next")
    assert "Meanwhile:" in step.text and "as they lie" not in step.text
    lines = [one["data-line"] for one in step.having("data-line")]
    assert lines and all(desk.refusal(line) is None for line in lines)
    desk.give_jackpot(jackpot, read_jackpot_line("verify 1 by 2207"))
    order, waits = ordered(desk, jackpot)
    assert order == f"Badge 2207 has verified the hand. {card}."
    assert not any("verified" in what for what in waits)
    desk.give_jackpot(jackpot, read_jackpot_line("pay 1 by 3301"))
    ids = [one["id"] for one in desk.shown().by_id("next").having("id")]
    assert f"order-{jackpot}" not in ids


@pytest.mark.parametrize(("life", "until", "pressed", "amount"), WINS)
def test_after_the_payment_the_dealer_is_told_who_paid_what_until_the_next_game(
    life: str, until: str, pressed: list[str], amount: str
) -> None:
    desk = pending_at(life, until, pressed)
    (jackpot,) = desk.table.panel.hits
    desk.give_jackpot(jackpot, read_jackpot_line("verify 1 by 2207"))
    desk.give_jackpot(jackpot, read_jackpot_line("pay 1 by 3301"))
    hit = desk.run.links[jackpot].state.hits[0]
    assert str(Money(hit.amount_cents)) == amount
    shares = {int(who.rpartition("/")[2]): Money(cents) for who, cents in hit.shares}
    shown = checked(desk)
    told = shown.by_id("next").text
    assert "by badge 3301; verified by badge 2207" in told
    several = len(shares) > 1
    assert (f"{next(iter(shares.values()))} each to positions" in told) == several
    assert (f"{next(iter(shares.values()))} to position" in told) == (not several)
    rows = [one.text for one in shown.by_id("work").all if one.tag == "tr" and "meter" in one.text]
    assert len(rows) == len(shares)
    for share, row in zip(sorted(shares.items(), reverse=True), rows, strict=True):
        assert str(share[1]) in row and "paid with the hit" in row
    lights = [one for one in shown.by_id("lights").all if one.tag == "button"]
    assert not [one for one in lights if "hot" in one["class"].split()]
    assert all(one.attributes.get("aria-checked") != "true" for one in lights)
    desk.give("end game")
    assert "is paid:" not in desk.shown().by_id("next").text


def test_the_card_that_pays_alone_has_verified_too() -> None:
    life, until, pressed, amount = WINS[1]
    desk = pending_at(life, until, pressed)
    desk.give_jackpot("fortunes", read_jackpot_line("pay 1 by 3301"))
    told = checked(desk).by_id("next").text
    assert f"Fortunes is paid: {amount} to position 3, by badge 3301, who also verified it." in told
    desk.give("finish")
    assert "is paid:" in desk.shown().by_id("next").text
    for line in ("bet 3 player 5", "no more bets"):
        desk.give(line)
    assert "is paid:" not in desk.shown().by_id("next").text


def light(shown: Element, line: str) -> Element:
    """Return the light of the panel that gives a line."""
    (found,) = [
        one for one in shown.by_id("lights").having("data-line") if one["data-line"] == line
    ]
    return found


def test_the_row_that_wins_is_named_with_the_suit_that_the_table_chose() -> None:
    """30-2899.07(8)(e) note iv: the specific suit is the licensee's, here hearts."""
    life, until, pressed, _ = WINS[0]
    desk = won_at(life, until)
    row = "Sun 7, both hands in hearts"
    shown = checked(desk)
    assert all(row in shown.by_id(id).text for id in ("next", "work", "lights"))
    desk = pending_at(life, until, pressed)
    shown = checked(desk)
    assert row in shown.by_id("hit-sun-7").text and "specific suit" not in shown.by_id("work").text
    assert desk.run.links["sun-7"].state.hits[0].row == "Sun 7, both hands in the specific suit"


ENDS = ("", "30-2899.02(10)(h)", "30-2899.04(5)(f)(vi)")
"""The paragraph of END GAME, by the wins: at Eternal Baccarat it is house procedure."""


@pytest.mark.parametrize(("win", "cite"), list(enumerate(ENDS)))
def test_end_game_is_asked_for_once_all_action_is_reconciled_and_not_before(
    win: int, cite: str
) -> None:
    life, until, pressed, _ = WINS[win]
    desk = pending_at(life, until, pressed)
    (jackpot,) = desk.table.panel.hits
    shown = checked(desk)
    end = light(shown, "end game")
    assert "disabled" not in end and "lit" not in end["class"].split(), "it may be, and need not"
    assert "It releases no hit" in shown.by_id("lights").text
    desk.give_jackpot(jackpot, read_jackpot_line("pay 1 by 3301"))
    lines = []
    while desk.table.round.stage != "betting":
        shown = checked(desk)
        button = due_button(shown)
        assert button is not None
        asked = button["data-line"] == "end game"
        assert ("lit" in light(shown, "end game")["class"].split()) == asked
        if asked:
            assert "readies the panel for the next hand" in shown.by_id("next").text
            assert cite in shown.by_id("next").text
        lines.append(button["data-line"])
        desk.give(lines[-1])
    assert lines[-2:] == ["end game", "clear"]


def test_without_a_jackpot_to_play_for_nobody_is_asked_to_end_a_game() -> None:
    desk = won_at("sun-7-02-in-hearts", "prepare")
    desk.give("bet 2 player 5")
    desk.give("coup 9s Kd / 4s 2c")
    while desk.table.round.stage != "betting":
        button = due_button(checked(desk))
        assert button is not None and button["data-line"] != "end game"
        desk.give(button["data-line"])


def test_in_a_demo_the_dealer_is_told_which_automaton_pays_a_hit_and_when() -> None:
    life, until, pressed, _ = WINS[0]
    desk = pending_at(life, until, pressed)
    room = desk.room._replace(demo=True)
    link = desk.run.links["sun-7"].state
    called = datetime.fromisoformat(link.hits[0].at).timestamp()
    order = parsed(dealer.parts(room, "link/sun-7")["order-sun-7"])
    assert "automatic badge 9201 pays it" in order.text
    (counted,) = order.having("data-closes-at")
    assert float(counted["data-closes-at"]) == called + room.board.floor.pay_seconds
    assert "automatic" not in dealer.parts(desk.room, "link/sun-7")["order-sun-7"], "no demo"


def test_a_switch_is_a_switch_and_a_pending_light_is_hot() -> None:
    desk = won_at("sun-7-02-in-hearts", "coup 2h 3h Kh")
    switch = next(one for one in desk.shown().by_id("lights").all if "role" in one)
    assert switch["role"] == "switch"
    assert switch["data-line"] == "hit jackpot sun-7"
    desk.give("hit jackpot sun-7")
    lights = desk.shown().by_id("lights")
    switch = next(one for one in lights.all if one.attributes.get("role") == "switch")
    assert "hot" in switch["class"].split()
    assert "disabled" in switch


def test_a_jackpot_has_one_name_on_the_floor_the_felt_and_at_the_dealers_place() -> None:
    """Two sensors of one wager, at two pay tables: their jackpots are what tells them apart."""
    desk = Desk.of(Path(demo.FILE), "6")
    for line in ("open", "day 2026-01-01", "sit 3", "buy in 3 500"):
        desk.give(line)
    links = desk.table.panel.links
    assert [jackpot_name(link.jackpot) for link in links] == ["Triple 6", "Triple 3"]
    called = {"Triple 6 Progressive", "Triple 3 Progressive"}
    names = [spot.name for spot in felt_of(desk.table.setup, links).every]
    assert [name for name in names if name in called] == [sensor_name(link) for link in links]
    on_sign = sign.parts(desk.room, "table/6")["meters"]
    assert [on_sign.find(f"<h2>{sensor_name(link)}</h2>") for link in links] == sorted(
        on_sign.index(f"<h2>{name}</h2>") for name in called
    ), "in the order of the layout"
    for link in links:
        told = floor_page.parts(desk.room, f"link/{link.jackpot}")[f"f-{link.jackpot}"]
        assert sensor_name(link) in told
    assert called <= set(names) and not any("PT-" in name for name in names)
    work = desk.shown().by_id("work")
    assert all(name in work.text for name in called) and "House Jackpot" not in work.text
    desk.give(f"bet 3 player 5, {links[0].wager} 1")
    assert "Triple 6 Progressive $1" in desk.shown().by_id("bets").text


def test_bets_on_dark_sensors_are_given_back_by_the_button() -> None:
    desk = won_at("sun-7-02-in-hearts", "prepare")
    for line in ("bet 2 sun-7-progressive 1", "no more bets", "link lost"):
        desk.give(line)
    shown = checked(desk)
    button = due_button(shown)
    assert button is not None
    assert button["data-line"] == "give back progressives"
    assert desk.refusal(button["data-line"]) is None
    assert "sensors are dark" in shown.by_id("lights").text


def test_outside_a_demo_nobody_is_told_a_pin(floor: Path) -> None:
    dialog = Desk.of(floor, "baccarat").shown().by_id("dlg-pay")
    assert "PIN" in dialog.text and "demo" not in dialog.text and "7022" not in dialog.text
    desk = Desk.of(floor, "baccarat")
    desk.give("open")
    forms = desk.shown().by_id("forms")
    assert "PIN" in forms.text and "demo" not in forms.text and "7022" not in forms.text


def test_in_a_demo_every_dialog_that_asks_for_a_card_says_which_there_are() -> None:
    desk = Desk.of(Path(demo.FILE), "4")
    desk.give("open")
    badges = [{"badge": "2207", "level": "supervisor", "pin": "7022"}]
    badges.append({"badge": "1101", "level": "dealer", "pin": "1011"})
    room = desk.room._replace(demo=True, badges=badges)
    forms = parsed(dealer.parts(room, "table/4")["forms"])
    dialogs = [one for one in forms.all if one.tag == "dialog"]
    asking = [one for one in dialogs if one.having("data-pin-of")]
    assert "dlg-ConfirmHit" in {one["id"] for one in asking}
    for dialog in asking:
        assert "Supervisor 2207, PIN 7022" in dialog.text, dialog["id"]
        assert [(one["data-badge"], one["data-pin"]) for one in dialog.having("data-badge")] == [
            ("2207", "7022")
        ]
        assert "1101" not in dialog.text, "a dealer's card signs for nothing"
    others = [one for one in dialogs if not one.having("data-pin-of")]
    assert others and not any("7022" in one.text for one in others)


def test_a_progressive_wager_that_lost_is_not_taken_again() -> None:
    """It went to the tray at START GAME: what is listed adds up to what is taken now."""
    desk = won_at("sun-7-02-in-hearts", "prepare")
    desk.give("bet 2 player 10, sun-7-progressive 1")
    desk.give("coup 2s 3h / 9d Kc")
    work = checked(desk).by_id("work").text
    assert "Taken $10 from the layout" in work and "Progressive" not in work


def test_who_is_handed_nothing_over_is_settled_and_not_paid() -> None:
    """A winner of the meter alone has it with the hit (30-2899.07(6)(f))."""
    desk = pending_at(*WINS[0][:3])
    desk.give_jackpot("sun-7", read_jackpot_line("pay 1 by 3301"))
    desk.give("collect")
    labels = {}
    while (button := due_button(desk.shown())) and button["data-line"].startswith("pay "):
        position = int(button["data-line"].split()[1])
        labels[position] = (button.text, advise(desk.table).owed.get(position, 0))
        desk.give(button["data-line"])
    assert labels
    for position, (text, cents) in labels.items():
        assert text == f"Position {position} is {'paid' if cents else 'settled'}"


def test_the_menu_calls_a_jackpot_by_its_name() -> None:
    menu = won_at("sun-7-02-in-hearts", "prepare").shown().by_id("irregularities").text
    assert "No win of Sun 7 waits to be called." in menu


def test_start_game_says_what_comes_before_it() -> None:
    desk = won_at("sun-7-02-in-hearts", "prepare")
    desk.give("bet 2 sun-7-progressive 1")
    told = desk.shown().by_id("lights").text
    assert 'START GAME: bets are still taken. Announce "no more bets" first.' in told
    desk.give("no more bets")
    shown = desk.shown()
    start = shown.by_id("lights").having("data-line")[0]
    assert start["data-line"] == "start game" and "disabled" not in start
    assert "START GAME:" not in shown.by_id("lights").text
    desk.give("start game")
    assert "still taken" not in desk.shown().by_id("lights").text
