"""A user's own file: what it can hold, and that every mistake is named with its remedy."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.games import Coup
from pitboss.odds import analyse
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.toml import LARGEST_FILE
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
        ("tie", '[["Tie", "tie", "push"]]', False),
        ("tie", '[["Tie", "tie", "loss"]]', False),
        ("tie", '[["Tie", "tie", "?"]]', False),
        ("tie", '[["Tie", "tie and player.total != 6", 20]]', False),
        ("tie", '[["Tie", "tie and player.third != 3", 20]]', False),
        ("tie", '[["Tie", "tie and not suited", 20]]', False),
        ("tie", '[["Tie", "tie and first_four.pairs >= 1", 20]]', False),
        ("tie", '[["Tie", "tie and first_four.identical <= 2", 20]]', False),
        ("tie", '[["Tie", "tie and not banker.pair", 20]]', False),
        ("tie", '[["Quads", "tie and one_rank", "push"], ["Tie", "tie", 20]]', False),
        ("tie", '[["Red", "tie and same_color", 20], ["Tie", "tie", 8]]', True),
        ("tie", '[["Tie", "tie", 8], ["By one", "margin == 1", 1]]', True),
        ("perfect-pair", '[["Pair", "player.perfect_pair or banker.perfect_pair", 24]]', False),
        ("perfect-pair", '[["Pair", "player.perfect_pair or banker.perfect_pair", 30]]', True),
        ("perfect-pair", '[["Pair", "player.perfect_pair", 30]]', False),
        ("perfect-pair", '[["Pair", "banker.perfect_pair", 30]]', False),
        ("perfect-pair", '[["Pair", "winner.perfect_pair or loser.perfect_pair", 30]]', False),
        (
            "perfect-pair",
            '[["Both", "player.perfect_pair and banker.perfect_pair", 100], '
            '["One", "player.perfect_pair or banker.perfect_pair", 25]]',
            True,
        ),
        (
            "margin-bonus",
            '[["9", "player.wins and not player.natural and margin == 9", 40], '
            '["4-8", "player.wins and not player.natural and margin >= 4", 10], '
            '["natural", "player.wins and player.natural", 1]]',
            False,
        ),
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
    (game,) = Rulebook().add_file(write(text))
    assert set(game.wager(wager).below_minimum) == (set() if allowed else {"house"})


UNIT_TIE = """
game = "ez-baccarat"
[wagers.tie]
tables = ["house"]
unit = "$5"
pays = [["Tie", "tie", "{pay}"]]
"""


@pytest.mark.parametrize(("pay", "allowed"), [("$40", True), ("$39", False), ("100%", False)])
def test_2808_2__a_fixed_amount_is_measured_by_its_unit(
    write: Writer, pay: str, allowed: bool
) -> None:
    (game,) = Rulebook().add_file(write(UNIT_TIE.format(pay=pay)))
    low = game.wager("tie").below_minimum
    assert ("house" in low) is not allowed
    for text in low.values():
        assert "pays less than the minimum on Tie" in text and " v " in text, "names a coup"


def test_a_reading_cannot_undercut_the_minimum_of_an_operators_table(write: Writer) -> None:
    text = """
game = "baccarat"
[wagers.tie]
tables = ["house"]
pays = [["Tie", "tie", 9]]
[readings.cheap]
asks = "?"
cite = "x"
default = "dear"
wagers = ["tie"]
[readings.cheap.alternatives.cheap]
note = "x"
rows = [["Tie", "tie", 5]]
"""
    (game,) = Rulebook().add_file(write(text))
    assert list(game.wager("tie").below_minimum) == ["house"]


def test_2808_2__no_bet_is_taken_on_a_table_below_the_minimum_and_others_are(write: Writer) -> None:
    text = 'game = "baccarat"\n[wagers.tie]\ntables = ["low", "nine"]\npays = [["T", "tie", 7, 9]]'
    (game,) = Rulebook().add_file(write(text))
    bets = [Bet(wager="tie", stake_cents=500, table=table) for table in ("low", "nine")]
    done = settle(game, bets, Coup.parse("KhQs4d", "KsQh4c"))
    assert [one.net_cents for one in done.settlements] == [4500]
    (refusal,) = done.refusals
    assert (refusal.code, refusal.cite) == ("pays-below-minimum", "30-2808(2)")


# --- inherited base wagers ---


def test_a_file_adds_tables_to_the_base_wagers_a_game_inherits(write: Writer) -> None:
    text = """
game = "golden-frog"
[wagers.tie]
tables = ["nine"]
cite = "house rules, page 3"
pays = [["Tie", "tie", 9]]
[wagers.banker]
tables = ["half"]
pays = [
  ["Banker wins with a 6", "banker.wins and banker.total == 6", "1/2"],
  ["Banker wins", "banker.wins", 1],
  ["Tie", "tie", "push"],
]
"""
    rulebook = Rulebook()
    (game,) = rulebook.add_file(write(text))
    tie, banker = game.wager("tie"), game.wager("banker")
    assert tie.tables == ("1", "nine") and tie.role == "base" and tie.minimum is not None
    assert banker.tables == ("vigorish", "tie-vigorish", "commission-free", "half")
    assert tie.open("nine").cite == "house rules, page 3"
    assert tie.open("1").cite == "30-2807(1)(c), 30-2808(2)"
    # The printed readings concern the printed table only.
    assert tie.readings("1") == ("default", "all-push") and tie.readings("nine") == ("default",)
    bet = Bet(wager="banker", stake_cents=1000, table="half")
    done = settle(game, [bet], Coup.parse("Kh5d9c", "6dKs"))
    assert done.settlements[0].net_cents == 500
    assert Rulebook().wager("golden-frog/tie").tables == ("1",)


INHERITS = """
name = "House"
kind = "baccarat"
cite = "x"
[inherits]
game = "baccarat"
wagers = ["player", "banker", "tie"]
commission = ["vigorish"]
cite = "house rules"
[wagers.suited-tie]
name = "Suited Tie"
cite = "x"
pays = [["Tie, all cards of one suit", "tie and suited", 150]]
"""


@pytest.mark.parametrize(
    ("game", "tables", "allowed"),
    [
        ("golden-frog", "9", True),
        ("golden-frog", "7", False),
        ("tiger-baccarat", "7", False),
        ("house", "8", True),
        ("house", "7", False),
    ],
)
def test_2808_2__a_redefined_tie_keeps_its_minimum(
    write: Writer, game: str, tables: str, allowed: bool
) -> None:
    wager = f'[wagers.tie]\ntables = ["mine"]\npays = [["Tie", "tie", {tables}]]\n'
    path = write(INHERITS + wager if game == "house" else f'game = "{game}"\n{wager}')
    (added,) = Rulebook().add_file(path)
    assert added.wager("tie").tables == ("1", "mine")
    assert ("mine" in added.wager("tie").below_minimum) is not allowed


@pytest.mark.parametrize(
    "extra", ['name = "My Tie"', "minimum = { pays = 2, cite = 'x' }", 'role = "optional"']
)
def test_a_base_wager_is_not_redefined(write: Writer, extra: str) -> None:
    tie = f'[wagers.tie]\n{extra}\ntables = ["mine"]\npays = [["Tie", "tie", 9]]\n'
    assert "is not a key here" in message(write(INHERITS + tie))


VIGORISH = """
game = "{game}"
[wagers.banker]
tables = ["house"]
pays = [["Banker wins", "banker.wins", {{ pays = 1, vigorish = "win" }}], ["Tie", "tie", "push"]]
[wagers.banker.vigorish.house]
rate = "{rate}"
lowest = "{rate}"
highest = "{rate}"
cite = "house rules"
"""


@pytest.mark.parametrize(
    ("game", "rate", "says"),
    [
        ("golden-frog", "10%", ""),
        ("golden-frog", "4%", "a vigorish of 4% is not allowed here; keep lowest and highest"),
        ("5-treasures", "10%", "what 5-treasures/banker charges: 5%"),
        ("ez-baccarat", "5%", "charges: none at all"),
    ],
)
def test_2808_3__an_added_table_charges_within_the_printed_range(
    write: Writer, game: str, rate: str, says: str
) -> None:
    path = write(VIGORISH.format(game=game, rate=rate))
    if says:
        assert says in message(path)
    else:
        (found,) = Rulebook().add_file(path)
        done = settle(
            found,
            [Bet(wager="banker", stake_cents=1001, table="house")],
            Coup.parse("KhKd2c", "7dQs"),
        )
        assert done.settlements[0].vigorish_cents == 101, "rounded up to the cent"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "baccarat"', 'kind = "bacarat"', 'did you mean "baccarat"'),
        ('kind = "baccarat"', "", "`kind` must be a text"),
        ('cite = "house rules, page 2"', "", "wagers.suited-tie: `cite` must be a text"),
        ('cite = "house rules, page 2"', 'cit = "x"', '"cit" is not a key here; write `cite`'),
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
        (", 150]]", ", { pays = 1.5 }]]", "is not a cell"),
        (", 150]]", ", { pays = true }]]", "is not a cell"),
        (", 150]]", ", { pays = [1] }]]", "is not a cell"),
        (", 150]]", ", { pays = 3, dealer_envy = 5 }]]", "is not a cell"),
        (", 150]]", ', "-"]]', "table 1 has no rows"),
        (", 150]]", ", -2]]", "outside what a row can pay"),
        (", 150]]", ", 1000000]]", "outside what a row can pay"),
        (", 150]]", f", 0x{'f' * 9000}]]", "outside what a row can pay"),
        (", 150]]", f", {'9' * 5000}]]", "a number has too many digits"),
        (", 150]]", f", '${'9' * 5000}']]", "not an amount of money"),
        (", 150]]", ', "$100"]]', 'pays $100 for any stake; add unit = "$1"'),
        (", 150]]", ', { pays = 1, vigorish = "win" }]]', "charges vigorish at no rate"),
        ("tie and suited", "tie and in_chosen_suits", 'add suits = "s"'),
        ('name = "House', 'game = 5\nname = "House', "`game` must be a text"),
        ("pays = [[", "pays = [3, [", "a row has a label"),
        ("name = ", "name == ", "this is not TOML"),
    ],
)
def test_mistakes_name_file_place_and_remedy(write: Writer, old: str, new: str, says: str) -> None:
    assert says in mistake(write, old, new)


def mistake(write: Writer, old: str, new: str) -> str:
    """Return what is said of a file with a mistake in it: it begins with the file's name."""
    text = GAME.replace(old, new, 1)
    assert text != GAME
    told = message(write(text))
    assert told.startswith("house-baccarat.toml")
    return told


HEADING = "[wagers.suited-tie]"


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ('on = ["banker"]', "`on` cannot be"),
        ('on = "seat"', "needs seats"),
        ('odds = "to one"', "`odds` cannot be"),
        ('ends = "never"', "`ends` cannot be"),
        ('unit = "5"', "not an amount of money"),
        ('tables = "A"', "must be a list of texts"),
        ('tables = ["A", "A"]', "1 pays for 2 tables"),
        ('rates = [["9", "5%", "-", "-"]]', 'rates names table "9"'),
        ('unit = "$0"', "a base unit is more than 0"),
        ('vigorish.1 = { rate = "5%", cite = "x" }', "a rate of vigorish that no row charges"),
        (
            'vigorish.1 = { rate = "5%", lowest = "6%", cite = "x" }',
            "the rate is missing or outside its range",
        ),
        (
            'vigorish.1 = { rate = "5%", round_up_to = ["$0"], cite = "x" }',
            "`round_up_to` cannot be $0",
        ),
        (
            'vigorish.1 = { rate = "5%", round_up_to = ["a"], cite = "x" }',
            'wagers.suited-tie.vigorish.1: "a" is not an amount',
        ),
        ("decks = 21", "`decks` must be a whole number"),
        ("decks = 0", "from 1 to 20"),
        ("seats = [0]", "from 1 to 10"),
        ("seats = [11]", "from 1 to 10"),
        ("seats = [1, 1]", "names a number twice"),
        ('tables = ["a=b"]', "is not a table id"),
        ('suits = "x"', "not a choice of suits"),
        ('minimum = { cite = "x" }', "either odds or schedules"),
        ('minimum = { schedules = ["A"], cite = "x" }', "either odds or schedules"),
        (
            'minimum = { schedules = ["A"], schedule_wager = "baccarat/margin", cite = "x" }',
            'did you mean "margin-bonus"',
        ),
    ],
)
def test_mistakes_among_the_keys_of_a_wager(write: Writer, keys: str, says: str) -> None:
    assert says in mistake(write, HEADING, f"{HEADING}\n{keys}")


@pytest.mark.parametrize(
    ("block", "says"),
    [
        ('[events]\ntie = "suited"', "cannot be called"),
        ('[events]\na = "b"\nb = "a"', "a -> b -> a"),
        ('[events]\na = "siuted"', "events.a"),
        ('[events]\nand = "suited"', "cannot be called"),
        ('[events]\ndragon_7 = "tie"', "cannot be called"),
        ('[decks]\ndefault = 21\ncite = "x"', "`default` must be a whole number from 1 to 20"),
        (
            '[decks]\nshoe = [6, 21]\ncite = "x"',
            "`shoe` must be a list of whole numbers from 1 to 20",
        ),
        ('[decks]\nshoe = [6]\ncite = "x"', "8 decks are the default but not allowed"),
        ('[readings.x]\nasks = "?"', "`cite` must be"),
        ('[inherits]\ngame = "poker"', "not known"),
        ('[discretion]\ntokes = { rule = "never", cite = "x" }', '`rule` cannot be "never"'),
        ('[[one_table]]\nwagers = ["nobody"]\ncite = "x"', 'names the wager "nobody"'),
    ],
)
def test_mistakes_in_a_block_of_a_game(write: Writer, block: str, says: str) -> None:
    assert says in mistake(write, HEADING, f"{block}\n{HEADING}")


def test_an_error_is_one_line_whatever_the_file_says(write: Writer) -> None:
    text = GAME.replace("Tie, all", "Tie,\\n\\u001b[2J all").replace("150", '"a\\nb"')
    assert "Tie,  [2J all" in message(write(text))


def test_a_file_nested_too_deeply(write: Writer) -> None:
    deep = "[" * 20_000 + "]" * 20_000
    assert "nested too deeply" in message(write(f"{GAME}\nx = {deep}\n"))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('commission = ["vigorish"]\n', "", "`commission` must name tables of banker"),
        ('["vigorish"]', "[]", "`commission` must name tables of banker"),
        ('["vigorish"]', '["vigorisch"]', 'did you mean "vigorish"'),
        ('["vigorish"]', '["vigorish", "vigorish"]', "each once"),
        ('"player", "banker", "tie"', '"player"', "a table that no wager here has"),
        ('kind = "baccarat"', 'kind = "craps"', "a craps game cannot inherit from baccarat"),
        ('cite = "house rules"', 'cite = "x"\nlowest_vigorish = "1%"', "not within 5% to 25%"),
        (
            'cite = "house rules"',
            'cite = "x"\nlowest_vigorish = "20%"\nhighest_vigorish = "10%"',
            "not within 5% to 25%",
        ),
    ],
)
def test_what_cannot_be_inherited(write: Writer, old: str, new: str, says: str) -> None:
    Rulebook().add_file(write(INHERITS))
    assert says in message(write(INHERITS.replace(old, new, 1)))


def test_a_game_that_exists_keeps_its_kind_and_what_it_inherits(write: Writer) -> None:
    assert "is a baccarat game" in message(write('game = "golden-frog"\nkind = "craps"\n'))
    text = INHERITS.replace('name = "House"', 'game = "golden-frog"')
    assert "what it inherits cannot be changed" in message(write(text))


def test_an_event_of_a_printed_table_cannot_be_changed(write: Writer) -> None:
    text = """
game = "eternal-baccarat"
[events]
sun_7 = "tie"
[wagers.sun-7]
tables = ["house"]
pays = [["Sun 7", "sun_7", 41]]
"""
    assert 'an event cannot be called "sun_7"' in message(write(text))
    without = text.replace('[events]\nsun_7 = "tie"\n', "")
    assert without != text
    Rulebook().add_file(write(without))


@pytest.mark.parametrize("minimum", ["pays = 8", 'schedules = ["A"], schedule_wager = "a/b"'])
def test_minimum_odds_are_baccarats(write: Writer, minimum: str) -> None:
    text = f"""
name = "Mine"
kind = "craps"
cite = "x"
[wagers.yo]
name = "Yo"
cite = "x"
minimum = {{ {minimum}, cite = "x" }}
pays = [["Yo", "rolled(11) >= 1", 15]]
"""
    assert "minimum odds are prescribed for baccarat" in message(write(text))


@pytest.mark.parametrize(
    ("pay", "says"),
    [
        ('"$100"', ""),
        ('{ pays = 5, dealer_envy = "$3" }', ""),
        ('"PHP 100"', "has PHP 100 for stakes in USD"),
        ('{ pays = 5, player_envy = "PHP 3" }', "has PHP 3 for stakes in USD"),
    ],
)
def test_amounts_are_in_the_currency_of_the_unit(write: Writer, pay: str, says: str) -> None:
    text = GAME.replace("150]]", f"{pay}]]").replace(
        "[wagers.suited-tie]", '[wagers.x]\nunit = "$1"'
    )
    if says:
        assert says in message(write(text))
    else:
        Rulebook().add_file(write(text))


def test_a_file_given_twice(write: Writer, tmp_path: Path) -> None:
    rulebook = Rulebook()
    path = write(GAME)
    rulebook.add_file(path)
    again = tmp_path / "." / ".." / tmp_path.name / path.name
    with pytest.raises(Unreadable, match="the file is given twice; name it once"):
        rulebook.add_file(again)


def test_a_file_without_games(write: Writer) -> None:
    assert "there are no games" in message(write("[games]\n"))


# --- readings of one's own ---

READING = """
game = "tiger-baccarat"
[wagers.tiger]
tables = ["house", "yard"]
pays = [["Banker wins with a 6", "banker.wins and banker.total == 6", 14, 15]]
[readings.mine]
asks = "?"
cite = "house rules"
default = "any"
wagers = ["tiger"]
[readings.mine.alternatives.two-cards]
note = "x"
rows = [["Banker wins with a 6", "banker_wins_with_2_card_6", 20]]
"""


def test_a_files_readings_concern_the_tables_it_adds(write: Writer) -> None:
    (game,) = Rulebook().add_file(write(READING))
    tiger = game.wager("tiger")
    assert tiger.readings("1") == ("default", "table", "golden-dragon-6s")
    assert tiger.readings("house") == tiger.readings("yard") == ("default", "two-cards")
    row = tiger.open("house", reading="two-cards").rows[0]
    assert (str(row.sentence), str(row.cell)) == ("banker_wins_with_2_card_6", "20 to 1")


def test_a_files_readings_concern_the_tables_it_names(write: Writer) -> None:
    text = """
game = "eternal-baccarat"
[readings.mine]
asks = "?"
cite = "house rules"
default = "both"
wagers = ["divine-9", "tie"]
tables = ["PT-FLT-MB-01", "1"]
[readings.mine.alternatives.two-only]
note = "x"
strike = ["One hand has a 3-card 9"]
"""
    (game,) = Rulebook().add_file(write(text))
    nine = game.wager("divine-9")
    assert nine.readings("PT-FLT-MB-01") == ("default", "two-only")
    assert nine.readings("PT-FLT-MB-02") == ("default",)
    assert len(nine.open("PT-FLT-MB-01", reading="two-only").rows) == 1
    # It strikes a row of one wager only, and leaves the other as it is.
    assert len(game.wager("tie").open("1", reading="two-only").rows) == 1
    assert "the file adds no pay table to" in message(
        write(text.replace('tables = ["PT-FLT-MB-01", "1"]\n', ""))
    )
    assert 'names the table "PT9"' in message(write(text.replace('"1"]', '"PT9"]')))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (", 20]]", ", 20, 21]]", ""),
        (", 20]]", ", 20, 21, 22]]", "has 3 pays for 2 tables"),
        ("banker_wins_with_2_card_6", "banker_wins", "is not a feature"),
        (
            "[readings.mine.",
            "[readings.mine.alternatives.default]\nnote = 'x'\n[readings.mine.",
            "called",
        ),
        (".two-cards]", '."two cards"]', 'cannot be called "two cards"'),
        (".two-cards]", '."two,cards"]', "cannot be called"),
        ('wagers = ["tiger"]', "wagers = []", "two-cards changes no wager"),
        ('wagers = ["tiger"]', 'wagers = ["tigre"]', 'did you mean "tiger"'),
        ('default = "any"', 'default = "any"\ncommission = "free"', 'names the commission "free"'),
        ("[readings.mine", "[readings.tiger", "has a reading of this id already"),
        ('note = "x"', 'note = "x"\nevents = { no_event = "tie" }', 'names the event "no_event"'),
        (
            'cite = "house rules"',
            'cite = "x"\ntables = ["1"]',
            'names the row "Banker wins with a 6"',
        ),
        (
            "[readings.mine]",
            '[readings.other]\nasks = "?"\ncite = "x"\ndefault = "x"\nwagers = ["tiger"]\n'
            '[readings.other.alternatives.two-cards]\nnote = "x"\nodds = "for 1"\n[readings.mine]',
            "two readings of table house have one name",
        ),
    ],
)
def test_readings_that_cannot_work(write: Writer, old: str, new: str, says: str) -> None:
    assert old in READING
    text = READING.replace("[readings.mine", new) if old == "[readings.mine" else ""
    path = write(text or READING.replace(old, new, 1))
    if says:
        assert says in message(path)
    else:
        (game,) = Rulebook().add_file(path)
        assert str(game.wager("tiger").open("yard", reading="two-cards").rows[0].cell) == "21 to 1"


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
    assert 'readings.tie: names the row "No such row", which is not there' in message(write(text))


def test_a_printed_table_cannot_be_changed(write: Writer) -> None:
    text = 'game = "baccarat"\n[wagers.tie]\npays = [["Tie", "tie", 9]]\n'
    assert 'pay table "1" exists already' in message(write(text))


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "there is no such file" in message(tmp_path / "missing.toml")
    (tmp_path / "bad.toml").write_bytes(b"a = 1\n\xff\xfe")
    assert "line 2 is not UTF-8 text" in message(tmp_path / "bad.toml")
    (tmp_path / "empty.toml").write_text("")
    assert "`kind` must be a text" in message(tmp_path / "empty.toml")


def test_a_refused_file_leaves_the_rulebook_as_it_was(write: Writer) -> None:
    rulebook = Rulebook()
    before = rulebook.ids
    with pytest.raises(Unreadable):
        rulebook.add_file(write(GAME.replace("tie and suited", "nothing")))
    assert rulebook.ids == before


# --- bounds: whatever a file holds is answered or refused, quickly and in one line ---


def with_events(events: dict[str, str], row: str) -> str:
    listed = "".join(f'{name} = "{text}"\n' for name, text in events.items())
    return GAME.replace("[wagers", f"[events]\n{listed}[wagers").replace("tie and suited", row)


def such_events(number: int) -> dict[str, str]:
    texts = {f"e{at}": f"e{at - 1} and margin < 9 or e{at - 1}" for at in range(1, number + 1)}
    return {"e0": "tie", **texts}


def nested_nots(inner: str) -> str:
    return "not (" * 35 + inner + ")" * 35


@pytest.mark.parametrize(
    ("events", "last"),
    [
        (such_events(20), "e20"),
        (such_events(200), "e200"),
        ({"e0": "tie", **{f"e{at}": f"e{at - 1} or tie" for at in range(1, 501)}}, "e500"),
        (
            {"e0": nested_nots("tie"), **{f"e{n}": nested_nots(f"e{n - 1}") for n in range(1, 6)}},
            "e5",
        ),
    ],
    ids=["doubling 20", "doubling 200", "a chain of 500", "six times 35 nots"],
)
def test_events_that_stand_on_each_other_are_settled_and_priced(
    write: Writer, events: dict[str, str], last: str
) -> None:
    """Each comes to `tie` itself: so the bet on it wins with a tie, and its edge is the tie's."""
    (game,) = Rulebook().add_file(write(with_events(events, last)))
    bet = Bet(wager="suited-tie", stake_cents=500)
    tie, player = Coup.parse("9sKh", "9dQs"), Coup.parse("9sKh", "8dQs")
    assert settle(game, [bet], tie).settlements[0].net_cents == 75_000
    assert settle(game, [bet], player).settlements[0].net_cents == -500
    (plain,) = Rulebook().add_file(write(GAME.replace("tie and suited", "tie")))
    assert analyse(game.wager("suited-tie")).edge == analyse(plain.wager("suited-tie")).edge


def test_a_chain_too_long_names_the_event_and_the_bound(write: Writer) -> None:
    chain = {"e0": "tie", **{f"e{at}": f"not e{at - 1}" for at in range(1, 5000)}}
    said = message(write(with_events(chain, "e4999")))
    assert "house-baccarat.toml: events.e750: column 1" in said and "1,500 is the most" in said


def test_a_long_circle_is_named_in_short(write: Writer) -> None:
    """e0 to e4 lead to the circle of e5 to e300 and are no part of it."""
    texts = {f"e{at}": f"e{at + 1}" for at in range(300)} | {"e300": "e5"}
    said = message(write(with_events(texts, "e0")))
    assert "the event e5 is defined by way of itself" in said
    assert "e5 -> e6 -> e7 -> e8 -> 289 more -> e298 -> e299 -> e300 -> e5" in said


def test_an_error_in_an_event_is_placed_there(write: Writer) -> None:
    said = message(write(with_events({"a": "tie and b", "b": "tie or baker.wins"}, "a")))
    assert 'house-baccarat.toml: events.b: column 8 of "tie or baker.wins"' in said


def test_bytes_that_are_no_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(GAME.encode() + b"# \0\n")
    assert "bad.toml: line 10 holds a NUL byte" in message(path)
    path.write_bytes(GAME.encode() + b"# " + b"x" * (LARGEST_FILE - len(GAME.encode()) - 2))
    assert Rulebook().add_file(path)
    path.write_bytes(path.read_bytes() + b"x")
    assert "bad.toml: larger than 256 KiB" in message(path)
    assert "a path holds no NUL" in message(Path("my\0.toml"))


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/stdin", "fifo", "folder"])
def test_what_has_no_end_or_is_no_file(tmp_path: Path, device: str) -> None:
    if device == "fifo":
        os.mkfifo(tmp_path / device)
    elif device == "folder":
        (tmp_path / device).mkdir()
    elif device == "/dev/stdin" and stat.S_ISREG(os.stat(device).st_mode):
        pytest.skip("standard input is a file here")
    assert "this is not a file" in message(tmp_path / device)


READING_OF_NONE = """
[readings.r{0}]
asks = "?"
cite = "c"
default = "d"
alternatives.a{0}.note = "n"
"""


def printed_tables(tables: int, rows: int) -> str:
    """Return the game with so many columns of so many rows."""
    names = [f"t{at}" for at in range(tables)]
    pays = [[f"r{at}", "tie", *[1] * tables] for at in range(rows)]
    return f"{GAME.partition('pays')[0]}tables = {names}\npays = {pays}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"a{'.a' * 100_000} = 1", "line 1: more than 16 names joined by dots"),
        (f'\n["a"{" . b" * 50_000}]', "line 2: more than 16 names joined by dots"),
        (f"a = {'[' * 100_000}", "nested too deeply"),
        (f"a = {'{a=' * 50_000}", "nested too deeply"),
        (f"a = {'9' * 100_000}", "too many digits"),
        (f"{'k' * 200_000} = 1", "`kind` must be a text"),
        (f'kind = "{"k" * 200_000}"', "is not a kind"),
        (f'kind = "baccarat"\nevents."{"é" * 100_000}" = "tie"', "an event cannot be called"),
        ('"' * 200_000, "this is not TOML"),
        ("k" * 200_000, "this is not TOML"),
        (
            "".join(f'[games.g{at}]\nkind = "baccarat"\n' for at in range(5000)),
            "more than 100 games",
        ),
        (
            GAME + "".join(READING_OF_NONE.format(at) for at in range(101)),
            "has 101 readings; 100 is the most",
        ),
        (printed_tables(501, 1), "has 501 pay tables; 500 is the most"),
        (
            printed_tables(500, 101),
            "has 50,500 rows over all tables, places and readings; 50,000 is the most",
        ),
    ],
    ids=range(14),
)
def test_huge_keys_texts_nestings_and_numbers_of_things(
    write: Writer, text: str, says: str
) -> None:
    said = message(write(text))
    assert says in said and len(said) < 3_000


def test_a_table_of_thousands_of_rows_is_read_and_settled(write: Writer) -> None:
    """The last of 3,000 rows is the one that a margin of 9 hits."""
    rows = [[f"r{at}", f"margin == {at % 9}", 1] for at in range(2999)]
    rows.append(["last", "margin == 9", 7])
    (game,) = Rulebook().add_file(
        write(GAME.replace('[["Tie, all cards of one suit", "tie and suited", 150]]', str(rows)))
    )
    done = settle(game, [Bet(wager="suited-tie", stake_cents=500)], Coup.parse("9sKh", "KdQs"))
    assert done.settlements[0].net_cents == 3_500
