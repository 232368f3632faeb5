"""The rules a table goes by, passed in with its setup: their digest, and two rulebooks at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from journals import written
from pitboss import rulebook
from pitboss.cli import main
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.bets import Bet
from pitboss.table.language import line_of, read
from pitboss.table.money.exposure import exposure
from pitboss.table.money.takings import edge_of
from pitboss.table.record import codec
from pitboss.table.record.codec import fact_data, fact_of
from pitboss.table.record.journal import entries
from pitboss.table.record.replaying import Replayed, replay
from pitboss.table.scripts.scenario import play
from pitboss.table.setups.data import setup_data
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.state import LaidBet, RoundState, Table
from pitboss.table.steps.opening import ChangeSetup, OpenTable, TableOpened
from pitboss.table.steps.results import BetsSettled

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
    fact = fact_of(fact_data(TableOpened(setup)))
    assert isinstance(fact, TableOpened)
    assert fact.setup.under(setup.rulebook) == setup
    assert fact.setup.rulebook is rulebook.catalog()


SCRIPT = """
open golden-dragon with offers player banker bad-beat@house
sit 3
buy in 3 100
prepare burning 5h
bet 3 bad-beat 10
coup 9h 7c / Kd 7d
finish
"""
"""Banker wins 7 to 6: by one point, which only an operator's file pays."""
FIVE, NINE = FILE, FILE.replace('"close_call", 5]', '"close_call", 9]')


def recorded(rules: Rulebook) -> list[str]:
    """Return the journal of the script under a rulebook."""
    return [f"{one.record}\n" for one in play(SCRIPT, rulebook=rules)]


def won(lines: Iterable[Replayed]) -> list[int]:
    """Return what bets won, by the facts on record."""
    facts = [fact for line in lines for fact in line.line.facts]
    return [bet.won_cents for fact in facts if isinstance(fact, BetsSettled) for bet in fact.bets]


def test_two_rulebooks_are_played_and_replayed_in_one_process(tmp_path: Path) -> None:
    for name, text, cents in (("five", FIVE, 5000), ("nine", NINE, 9000), ("again", FIVE, 5000)):
        rules = book(tmp_path / name, text)
        lines = list(replay(entries(recorded(rules)), rulebook=rules))
        assert won(lines) == [cents]
        assert lines[-1].after.setup.rulebook is rules
    assert recorded(book(tmp_path / "x", FIVE)) == recorded(book(tmp_path / "y", FIVE))
    with pytest.raises(Unreadable, match="house"):
        recorded(rulebook.catalog())


def test_a_pay_that_changed_is_another_rulebook_and_no_forgery(tmp_path: Path) -> None:
    five, nine = book(tmp_path / "five", FIVE), book(tmp_path / "nine", NINE)
    journal = recorded(five)
    with pytest.raises(Unreadable, match="line 1 was decided by the rules") as caught:
        list(replay(entries(journal), rulebook=nine))
    assert caught.value.refusal.code == "other-rulebook"
    as_it_stands = list(replay(entries(journal), rulebook=nine, any_rulebook=True))
    assert won(as_it_stands) == [5000]


def test_rules_that_lack_an_offer_cannot_tell_it_even_as_it_stands(tmp_path: Path) -> None:
    journal = recorded(book(tmp_path / "five", FIVE))
    for any_rulebook in (False, True):
        with pytest.raises(Unreadable, match="lack what it offers") as caught:
            list(replay(entries(journal), any_rulebook=any_rulebook))
        assert caught.value.refusal.code == "other-rulebook"
        assert "--any-rulebook" not in caught.value.refusal.remedy


def test_a_forged_pay_is_a_forgery_under_its_own_rulebook(tmp_path: Path) -> None:
    rules = book(tmp_path / "five", FIVE)
    lines = [entry.line for entry in entries(recorded(rules))]
    at = next(at for at, line in enumerate(lines) if BetsSettled in set(map(type, line.facts)))
    facts = [
        BetsSettled((fact.bets[0]._replace(won_cents=9000),))
        if isinstance(fact, BetsSettled)
        else fact
        for fact in lines[at].facts
    ]
    lines[at] = lines[at]._replace(facts=tuple(facts))
    with pytest.raises(Unreadable) as caught:
        list(replay(entries(written(lines)), rulebook=rules))
    assert caught.value.refusal.code == "settlement-differs"


def test_a_snapshot_goes_on_by_the_rulebook_it_is_given(tmp_path: Path) -> None:
    rules = book(tmp_path / "five", FIVE)
    for one in play(f"{SCRIPT}change setup with positions 5", rulebook=rules):
        assert codec.table_of(codec.table_data(one.table), rules) == one.table
    last = one
    assert codec.table_of(codec.table_data(last.table)).setup.rulebook is rulebook.catalog()


def test_a_line_is_written_and_read_by_the_operators_rulebook(tmp_path: Path) -> None:
    rules = book(tmp_path / "five", FIVE)
    opened = OpenTable(table_of(rules))
    assert read(line_of(opened), rulebook=rules) == opened
    change = ChangeSetup(replace(opened.setup, positions=5))
    assert read(line_of(change, opened.setup), opened.setup) == change


def test_the_command_line_changes_no_rulebook_but_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book(tmp_path / "five", FIVE), book(tmp_path / "nine", NINE)
    five, nine = (("--file", str(tmp_path / name / "house.toml")) for name in ("five", "nine"))
    script, journal = tmp_path / "evening.script", tmp_path / "evening.jsonl"
    script.write_text(SCRIPT, "utf-8")
    assert main(["deal", "--script", str(script), *five, "--journal", str(journal)]) == 0
    assert main(["deal", "--script", str(script)]) == 2
    assert main(["replay", str(journal), *five]) == 0
    capsys.readouterr()
    for others in ((), nine):
        assert main(["replay", str(journal), *others]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and "line 1 was decided by the rules" in error
    assert main(["replay", str(journal), *nine, "--any-rulebook"]) == 0
    assert "is sound" in capsys.readouterr().out
    assert "house" not in rulebook.wager("golden-dragon/bad-beat").tables
