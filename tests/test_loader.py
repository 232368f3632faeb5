"""A user's own file: what it can hold, and that every mistake is named with its remedy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.games import Coup
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle import Bet, settle

GAME = """
name = "House Baccarat"
kind = "baccarat"
cite = "house rules"

[wagers.suited-tie]
name = "Suited Tie"
cite = "house rules, page 2"
pays = [["Tie, all cards of one suit", "tie and suited", 150]]
"""


Writer = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    def writer(text: str) -> Path:
        path = tmp_path / "house-baccarat.toml"
        path.write_text(text, "utf-8")
        return path

    return writer


def message(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        Rulebook().add_file(path)
    text = str(caught.value)
    assert "\n" not in text and caught.value.refusal.remedy
    return text


def test_a_new_game_in_six_lines(write: Writer) -> None:
    rulebook = Rulebook()
    (game,) = rulebook.add_file(write(GAME))
    assert game.id == "house-baccarat" and rulebook.ids[-1] == "house-baccarat"
    tie = Coup.parse("9sKs", "9sQs")
    done = settle(game, [Bet(wager="suited-tie", stake_cents=500)], tie)
    assert done.settlements[0].net_cents == 75_000


def test_several_games_in_one_file(write: Writer) -> None:
    text = """
[games.one]
name = "One"
kind = "craps"
cite = "x"
[games.one.wagers.yo]
name = "Three elevens"
cite = "x"
ends = "any-seven"
pays = [["Three elevens", "rolled(11) >= 3", 50]]
[games.two]
name = "Two"
kind = "three-dice"
cite = "x"
[games.two.wagers.twins]
name = "Twins"
cite = "x"
pays = [["Equal triples", "player.triple == banker.triple", "500 for 1"]]
"""
    assert [game.id for game in Rulebook().add_file(write(text))] == ["one", "two"]


def test_an_operator_supplies_missing_pays(write: Writer) -> None:
    text = """
game = "golden-dragon"
[wagers.bad-beat]
tables = ["house"]
pays = [["Wins by exactly one point", "margin == 1", 3]]
"""
    rulebook = Rulebook()
    (game,) = rulebook.add_file(write(text))
    assert game.name == "Golden Dragon Baccarat"
    assert rulebook.wager("golden-dragon/bad-beat").tables == ("1", "house")
    one_point = Coup.parse("Kh7d", "Kd6c")
    bet = Bet(wager="bad-beat", stake_cents=100, table="house")
    assert settle(game, [bet], one_point).settlements[0].net_cents == 300
    assert Rulebook().wager("golden-dragon/bad-beat").tables == ("1",)


def test_an_operator_supplies_lost_rows_with_the_unit_of_the_wager(write: Writer) -> None:
    text = """
game = "eternal-baccarat"
[wagers.harmony]
tables = ["HP-12-restored"]
pays = [
  ["Four 8s", "rank == 8 and cards == 4", "100%"],
  ["Any tie", "tie", "$2"],
]
"""
    rulebook = Rulebook()
    rulebook.add_file(write(text))
    table = rulebook.wager("eternal-baccarat/harmony").open("HP-12-restored")
    assert str(table.unit) == "$1" and not table.incomplete


def test_an_operator_adds_a_wager_to_a_game(write: Writer) -> None:
    text = GAME.replace('name = "House Baccarat"', 'game = "ez-baccarat"').replace(
        'cite = "house rules"\n', "", 1
    )
    rulebook = Rulebook()
    rulebook.add_file(write(text))
    assert list(rulebook.game("ez-baccarat").own)[-1] == "suited-tie"
    assert rulebook.wager("ez-baccarat/banker").tables == ("commission-free",)


@pytest.mark.parametrize(
    ("wager", "pays", "allowed"),
    [
        ("tie", '[["Tie", "tie", 9]]', True),
        ("tie", '[["Tie", "tie", 7]]', False),
        ("perfect-pair", '[["Pair", "player.perfect_pair", 24]]', False),
        ("perfect-pair", '[["Pair", "player.perfect_pair", 30]]', True),
        (
            "margin-bonus",
            '[["9", "hand.wins and margin == 9", 30], ["rest", "hand.wins", 1]]',
            False,
        ),
        (
            "margin-bonus",
            '[["9", "margin_win and margin == 9", 40], ["8", "margin_win and margin == 8", 10], '
            '["4-7", "margin_win and margin >= 4", 6], ["natural", "natural_win", 1]]',
            True,
        ),
    ],
)
def test_2808__an_operator_may_exceed_minimum_odds_but_not_undercut(
    write: Writer, wager: str, pays: str, allowed: bool
) -> None:
    text = f'game = "baccarat"\n[wagers.{wager}]\ntables = ["house"]\npays = {pays}\n'
    path = write(text)
    if allowed:
        Rulebook().add_file(path)
    else:
        assert "at least the minimum of 30-28" in message(path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "baccarat"', 'kind = "bacarat"', 'did you mean "baccarat"'),
        ('kind = "baccarat"', "", "`kind` must be a text"),
        ('cite = "house rules, page 2"', "", "wagers.suited-tie: `cite` must be a text"),
        ('cite = "house rules, page 2"', 'cyte = "x"\ncite = "y"', '"cyte" is not a key here'),
        ("tie and suited", "tie and siuted", 'did you mean "suited"'),
        ("tie and suited", "hand.wins", "speaks of `hand`"),
        ("tie and suited", "first_four.rank == seat", 'add on = "seat"'),
        (", 150]]", ', "150 to one"]]', "is not a pay"),
        (", 150]]", ", true]]", "a pay is a whole number"),
        (", 150]]", ", 15.5]]", "a pay is a whole number"),
        (", 150]]", ", 150, 151]]", "2 pays for 1 tables"),
        (", 150]]", "]]", "a label, a sentence and pays"),
        (", 150]]", ", { pay = 3 }]]", "is not a cell"),
        (", 150]]", ', { pays = 3, dealer_envy = "5" }]]', "not an amount of money"),
        (", 150]]", ', "101%"]]', "is not a pay"),
        (", 150]]", ', "3/0"]]', "is not a pay"),
        ("[wagers.suited-tie]", "[wagers.Suited_Tie]", "is not a wager id"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\non = ["banker"]', "`on` cannot be"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\non = "seat"', "needs seats"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\nodds = "to one"', "`odds` cannot be"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\nends = "never"', "`ends` cannot be"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\nunit = "5"', "not an amount of money"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\ntables = "A"', "must be a list of texts"),
        ("[wagers.suited-tie]", '[wagers.suited-tie]\ntables = ["A", "A"]', "1 pays for 2 tables"),
        (
            "[wagers.suited-tie]",
            '[wagers.suited-tie]\nrates = [["9", "5%", "-", "-"]]',
            'rates names table "9"',
        ),
        (
            "[wagers.suited-tie]",
            '[events]\ntie = "suited"\n[wagers.suited-tie]',
            "cannot be called",
        ),
        ("[wagers.suited-tie]", '[events]\na = "b"\nb = "a"\n[wagers.suited-tie]', ""),
        ("[wagers.suited-tie]", '[readings.x]\nasks = "?"\n[wagers.suited-tie]', "`cite` must be"),
        ("[wagers.suited-tie]", '[inherits]\ngame = "poker"\n[wagers.suited-tie]', "not known"),
        (
            "[wagers.suited-tie]",
            '[discretion]\ntokes = { rule = "never", cite = "x" }\n[wagers.suited-tie]',
            '`rule` cannot be "never"',
        ),
        (
            "[wagers.suited-tie]",
            '[[one_table]]\nwagers = ["nobody"]\ncite = "x"\n[wagers.suited-tie]',
            'names the wager "nobody"',
        ),
        ("pays = [[", "pays = [3, [", "a row has a label"),
        ("name = ", "name == ", "this is not TOML"),
    ],
)
def test_mistakes_name_file_place_and_remedy(write: Writer, old: str, new: str, says: str) -> None:
    text = GAME.replace(old, new, 1)
    assert text != GAME
    path = write(text)
    if not says:
        Rulebook().add_file(path)
        return
    found = message(path)
    assert says in found and found.startswith("house-baccarat.toml")


def test_a_circle_of_events_is_named(write: Writer) -> None:
    text = GAME.replace("[wagers", '[events]\na = "b"\nb = "a"\n[wagers').replace(
        "tie and suited", "a"
    )
    assert "a -> b -> a" in message(write(text))


def test_a_reading_that_names_a_lost_row_is_refused(write: Writer) -> None:
    text = (
        GAME
        + """
[readings.tie]
asks = "?"
cite = "x"
default = "x"
wagers = ["suited-tie"]
[readings.tie.alternatives.other]
note = "x"
strike = ["No such row"]
"""
    )
    assert "names rows that table 1 has not" in message(write(text))


def test_a_printed_table_cannot_be_changed(write: Writer) -> None:
    text = 'game = "baccarat"\n[wagers.tie]\npays = [["Tie", "tie", 9]]\n'
    assert 'pay table "1" exists already' in message(write(text))


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "there is no such file" in message(tmp_path / "missing.toml")
    assert "cannot be read" in message(tmp_path)
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read" in message(tmp_path / "bad.toml")
    (tmp_path / "empty.toml").write_text("")
    assert "`kind` must be a text" in message(tmp_path / "empty.toml")


def test_a_refused_file_leaves_the_rulebook_as_it_was(write: Writer) -> None:
    rulebook = Rulebook()
    before = rulebook.ids
    with pytest.raises(Unreadable):
        rulebook.add_file(write(GAME.replace("tie and suited", "nothing")))
    assert rulebook.ids == before
