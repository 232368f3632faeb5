"""The rules a table goes by, passed in with its setup: their digest, and two rulebooks at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss import rulebook
from pitboss.rulebook import Rulebook
from pitboss.settle.bets import Bet
from pitboss.table.money.exposure import exposure
from pitboss.table.money.takings import edge_of
from pitboss.table.record.codec import fact_data, fact_of
from pitboss.table.setups.data import setup_data
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.state import LaidBet, RoundState, Table
from pitboss.table.steps.opening import TableOpened

FILE = """
game = "golden-dragon"
[events]
close_call = "margin == 1"
[wagers.bad-beat]
tables = ["house"]
pays = [["Wins by exactly one point", "close_call", 5]]
[wagers.lucky-tie]
name = "Lucky Tie"
cite = "house rules"
pays = [["Suited tie", "tie and suited", 100]]
"""
OFFERED = "offers player banker tie bad-beat@house"


def book(path: Path, text: str = FILE) -> Rulebook:
    """Return a rulebook of its own with an operator's file."""
    path.mkdir(exist_ok=True)
    file = path / "house.toml"
    file.write_text(text, "utf-8")
    added = Rulebook()
    added.add_file(file)
    return added


def table_of(rules: Rulebook, words: str = OFFERED) -> TableSetup:
    return with_words(usual_setup("golden-dragon", rules), words)


def changed(path: Path, *changes: tuple[str, str]) -> str:
    """Return the digest of the table with the file's text changed."""
    text = FILE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return table_of(book(path, text)).digest


@pytest.fixture
def digest(tmp_path: Path) -> str:
    return table_of(book(tmp_path / "first")).digest


def test_the_digest_is_64_hex_digits_and_stays(digest: str, tmp_path: Path) -> None:
    assert len(digest) == 64 and set(digest) <= set("0123456789abcdef")
    assert changed(tmp_path / "again") == digest


def test_how_a_file_looks_does_not_matter(digest: str, tmp_path: Path) -> None:
    commented = ('game = "golden-dragon"', '# ours\n\ngame   =   "golden-dragon"  # here')
    assert changed(tmp_path / "a", commented, ("margin == 1", "(margin) == 1")) == digest


@pytest.mark.parametrize(
    "change",
    [
        ('"close_call", 5]', '"close_call", 6]'),
        ('"close_call", 5]', '"close_call and tie", 5]'),
        ("margin == 1", "margin == 2"),  # an event that the sentence mentions
        ('"close_call", 5]', '"close_call", "5 for 1"]'),
    ],
)
def test_a_pay_or_a_sentence_matters(digest: str, tmp_path: Path, change: tuple[str, str]) -> None:
    assert changed(tmp_path / "a", change) != digest


@pytest.mark.parametrize(
    "change",
    [
        ('"tie and suited", 100]', '"tie and suited", 90]'),
        ('name = "Lucky Tie"', 'name = "Luckier Tie"'),
    ],
)
def test_what_the_table_does_not_offer_does_not_matter(
    digest: str, tmp_path: Path, change: tuple[str, str]
) -> None:
    text = FILE.replace(*change)
    assert table_of(book(tmp_path / "a", text)).digest == digest


def test_another_game_does_not_matter_unless_it_is_beside(digest: str, tmp_path: Path) -> None:
    other = """
[games.golden-dragon]
events = { close_call = "margin == 1" }
[games.golden-dragon.wagers.bad-beat]
tables = ["house"]
pays = [["Wins by exactly one point", "close_call", 5]]
[games.ez-baccarat.wagers.dragon-7]
tables = ["house"]
pays = [["Banker wins with a 3-card 7", "dragon_7", PAYS]]
"""
    low, high = (book(tmp_path / pays, other.replace("PAYS", pays)) for pays in ("41", "42"))
    assert table_of(low).digest == table_of(high).digest == digest
    beside = f"{OFFERED} ez-baccarat/dragon-7@house"
    assert table_of(low, beside).digest != table_of(high, beside).digest


@pytest.mark.parametrize(
    "words",
    [
        "positions 9",
        "maximum bad-beat 100",
        "reading player all-push",
        "vigorish 7%",
        "number 12",
        "toke push toke-box",
        "cut card first ends-shoe",
        "also offers tie-of-7",
    ],
)
def test_the_setup_matters(digest: str, tmp_path: Path, words: str) -> None:
    assert table_of(book(tmp_path / "a"), f"{OFFERED}, {words}").digest != digest


def test_what_is_chosen_of_the_catalog_matters() -> None:
    tiger = usual_setup("tiger-baccarat")
    assert tiger.digest == usual_setup("tiger-baccarat").digest
    assert tiger.digest != with_words(tiger, "reading tiger table").digest


# --- two rulebooks at once ---


def test_two_rulebooks_are_never_mixed(tmp_path: Path) -> None:
    low, high = (
        table_of(book(tmp_path / pays, FILE.replace('"close_call", 5]', f'"close_call", {pays}]')))
        for pays in ("5", "9")
    )
    assert low != high and setup_data(low) == setup_data(high)
    laid = RoundState(bets=(LaidBet(1, Bet("bad-beat", 100, None, "house")),))
    tables = [Table(opened=setup, open=True, round=laid) for setup in (low, high, low)]
    assert [exposure(table).cents for table in tables] == [500, 900, 500]
    edges = [edge_of(setup, ("bad-beat", None)) for setup in (low, high)]
    assert edges[0] is not None and edges[1] is not None and edges[0] > edges[1]
    # the catalog of the process knows nothing of either
    assert "house" not in rulebook.wager("golden-dragon/bad-beat").tables


def test_the_rulebook_is_no_part_of_a_setups_data(tmp_path: Path) -> None:
    setup = table_of(book(tmp_path / "a"))
    assert "rulebook" not in setup_data(setup) and "Rulebook" not in repr(setup)
    read = fact_of(fact_data(TableOpened(setup)))
    assert isinstance(read, TableOpened)
    assert replace(read.setup, rulebook=setup.rulebook) == setup
    assert read.setup.rulebook is rulebook.catalog()
