"""What people write for amounts and for places on the layout is read alike everywhere."""

from __future__ import annotations

import pytest

from pitboss import rulebook
from pitboss.refusals import Unreadable
from pitboss.rulebook.pays import Money, read_cents, read_money
from pitboss.rulebook.spots import SpotName, read_spot, split_bet, spot_text
from pitboss.table.arguments import amount, spot
from pitboss.table.setups.words import usual_setup, with_words


def refused(reader: object, text: str) -> str:
    assert callable(reader)
    with pytest.raises(Unreadable) as caught:
        reader(text)
    assert "\n" not in str(caught.value)
    return caught.value.refusal.code


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("5.5", 550),
        ("$2.50", 250),
        (" 1,000 ", 100_000),
        (".25", 25),
        ("+7", 700),
        ("-1,000.50", -100_050),
        ("5.000", 500),
        ("2e6", 200_000_000),
        ("1.5e3", 150_000),
        ("1.005e1", 1_005),
    ],
)
def test_an_amount_is_whole_cents_on_the_command_line_and_in_a_script(
    text: str, cents: int
) -> None:
    assert read_cents(text) == amount(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", ".", "$", "five", "1,00", "1 000", "--5", "5.", "\u0665", "\uff15", "1e99", "e6", "0x5"],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    assert refused(read_cents, text) == "unreadable-amount"
    assert refused(amount, text) == "bad-amount"


def test_parts_of_a_cent_are_refused() -> None:
    assert refused(read_cents, "2.505") == "stake-not-whole-cents"
    assert refused(read_cents, "1.0005e1") == "stake-not-whole-cents"


def test_printed_money_names_its_currency_and_is_not_negative() -> None:
    assert read_money("$1,000.50") == Money(100_050)
    assert read_money("PHP 900") == read_money("PHP900") == Money(90_000, "PHP")
    for text in ("5", "$", "$-5", "PHP  900", "EUR 5", "$5.005"):
        assert refused(read_money, text) == "bad-amount"


def test_a_spot_says_position_wager_place_and_table() -> None:
    assert read_spot("tie") == SpotName("tie")
    assert read_spot("progressive:8@P1") == SpotName("progressive", 8, "P1")
    assert read_spot("12/match-pair:banker") == SpotName("match-pair", "banker", None, 12)
    assert read_spot("golden-dragon/pair:player") == SpotName("golden-dragon/pair", "player")
    assert read_spot("3/99-fortunes/progressive:8") == SpotName(
        "99-fortunes/progressive", 8, None, 3
    )
    for text in ("", "3/", ":8", "a b", "a=5", "x/y/tie", "1/2/tie", "1234/tie", "tie@1=2"):
        assert refused(read_spot, text) == "unreadable-bet"


@pytest.mark.parametrize("text", ["tie", "golden-talons:player", "progressive:8@P1", "banker@A"])
def test_a_spot_is_written_as_it_is_read(text: str) -> None:
    name = read_spot(text)
    assert spot_text(name.wager, name.on, name.table) == text


def test_a_bet_is_a_spot_and_an_amount() -> None:
    assert split_bet("3/tie@1=2.50") == ("3/tie@1", "2.50")
    assert split_bet("tie=") == ("tie", "")
    for text in ("tie", "", "=5"):
        assert refused(split_bet, text) == "unreadable-bet"


def test_what_a_spot_cannot_say_somewhere_is_refused_there() -> None:
    game = rulebook.game("99-fortunes")
    assert game.open("progressive:8@P1").on == 8
    assert refused(game.open, "8/progressive@P1") == "unreadable-bet"
    assert spot("Golden-Talons:Player") == ("golden-talons", "player")
    assert spot("Triple@PT-PRG-TRI-01") == ("triple@PT-PRG-TRI-01", None)
    assert refused(spot, "golden-talons:player@PT-FLT-GT-03") == "unreadable-bet"
    setup = usual_setup("baccarat")
    assert with_words(setup, "offers banker@tie-vigorish").offers[0].table == "tie-vigorish"
    assert refused(lambda text: with_words(setup, text), "offers match-pair:player") == (
        "unreadable-bet"
    )
