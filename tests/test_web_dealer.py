"""The dealer's page: it says what is due, its button does it, and a round can be dealt from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_page import Desk, Element, line_of
from pitboss.rulebook import catalog
from pitboss.settle.accounts import position_account
from pitboss.table.guidance.advice import advise
from pitboss.table.setups.usual import usual_setup

GAMES = tuple(catalog().ids)
CARDS = ("5c", "4h", "9d", "Ks", "4s", "2h", "3c", "7d")
"""4 for the Player against 4 for the Banker: both draw."""
CARDS_AT_CRAPS = ("4 2", "5 3", "6 5", "1 1", "4 3")
"""A point of 6, two rolls, and the seven-out."""
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
            other = {"decimal": "25", "numeric": "2207"}.get(numeric or "", "a reason")
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
    chips = {"position": "3", "amount": "500"}
    if "sit {position}" in forms and not desk.table.seated:
        return line_of("sit {position}", chips)
    if "buy in {position} {amount}" in forms and not desk.table.accounts.get(position_account(3)):
        return line_of("buy in {position} {amount}", chips)
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
