"""What a table offers beside its own wagers: admitted, the house's choice, or refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss import rulebook
from pitboss.games import Coup
from pitboss.odds import analyse
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook.beside import admissions, read_admission, standing_of, wager_named
from pitboss.rulebook.jackpots import read_jackpot
from pitboss.rulebook.sections import Section
from pitboss.settle import Bet, House, Settlement, settle
from pitboss.table.money.exposure import exposure
from pitboss.table.money.takings import edge_of
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.line import words_between
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.state import LaidBet, RoundState, Table

BOOK = rulebook.catalog()
BANKER_7 = Coup.parse("2s2dKs", "2hKd5h")
"""The Banker draws to a winning 3-card 7; the Player's first two cards are a pair."""
TIE_7 = Coup.parse("7sKd", "7hQc")


def usual(game: str, words: str = "") -> TableSetup:
    return with_words(usual_setup(game), words)


def faults(setup: TableSetup) -> list[tuple[str, str | None]]:
    return [(one.code, one.cite) for one in faults_of(setup)]


# --- the catalog's admissions ---


def test_every_admission_names_what_there_is() -> None:
    for one in admissions():
        for name in one.wagers:
            if name != "*":
                assert BOOK.wager(name) if "/" in name else BOOK.game(name)
        assert all(game in BOOK.ids for game in one.games)
        assert one.cite and one.note


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"wagers": ["a/b"], "cite": "x"}, "either games or a kind"),
        ({"wagers": ["a/b"], "games": ["a"], "kind": "craps", "cite": "x"}, "either games or a"),
        ({"wagers": [], "games": ["a"], "cite": "x"}, "names wagers"),
        ({"wagers": ["a/b"], "games": ["a"]}, "`cite` must be a text"),
        ({"wagers": ["a/b"], "games": ["a"], "cite": "x", "at": 1}, '"at" is not a key'),
    ],
)
def test_an_admission_that_says_too_little_or_too_much_is_refused(
    data: dict[str, object], message: str
) -> None:
    with pytest.raises(Unreadable, match=message):
        read_admission(Section("here", data))


ADMITTED = [
    # 002 (1), (2): at commission, no-commission and Tiger tables
    ("tiger-baccarat", "golden-dragon/golden-dragon-7", "30-2899.08(1), (2)"),
    ("baccarat", "golden-dragon/phoenix-bonus", "30-2899.08(1), (2)"),
    # 004 .02(6), (9): any bonus wagers beside the progressive
    ("99-fortunes", "dragon-bonus/dragon-bonus", "30-2899.02(6), (9)"),
    ("99-fortunes", "eternal-baccarat/sun-7", "30-2899.02(6), (9)"),
    # 30-2807(1)(d), (e), 30-2802(12): at every variation
    *((game, "baccarat/perfect-pair", "30-2807(1)(d)") for game in ("ez-baccarat", "golden-frog")),
    ("tiger-baccarat", "baccarat/total-6", "30-2807(1)(e)"),
    ("eternal-baccarat", "baccarat/match-pair", "30-2802(12)"),
    # 30-2399.07: side bets for the game of craps
    ("roll-the-line", "high-roller/high-roller", "30-2399.07"),
    ("high-roller", "parlay-craps/repeat-2-2x", "30-2399.07"),
]


@pytest.mark.parametrize(("game", "path", "cite"), ADMITTED)
def test_what_is_admitted_is_offered_with_its_paragraph(game: str, path: str, cite: str) -> None:
    setup = usual(game, f"also offers {path}")
    assert faults(setup) == []
    assert setup.standings[path.split("/")[1]] == ("admitted", cite)
    assert setup.standings[usual_setup(game).offers[0].wager] == ("own", None)
    refused = usual(game, f"beside one-section, also offers {path}")
    assert [code for code, _ in faults(refused)] == ["wager-of-another-section"]


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ("ez-baccarat", "golden-dragon/golden-dragon-7"),
        ("baccarat", "ez-baccarat/dragon-7"),
        ("tiger-baccarat", "dragon-bonus/dragon-bonus"),
        ("99-fortunes", "ez-baccarat/progressive"),  # bonus wagers are admitted, no progressive
    ],
)
def test_another_mix_of_one_kind_is_the_houses_choice(game: str, path: str) -> None:
    own = BOOK.game(game)
    assert standing_of(own, BOOK.wager(path)) == ("house-choice", None)
    setup = usual(game, f"also offers {path}")
    assert faults(setup) == []
    assert ("house-choice", None) in setup.standings.values()


REFUSED = [
    ("tiger-baccarat", "golden-dragon/banker", "base-wager-of-another-game", "30-2807(2)"),
    ("baccarat", "tiger-baccarat/tie", "base-wager-of-another-game", "30-2807(2)"),
    ("baccarat", "3-dice-baccarat/triple", "wager-of-another-kind", "30-2807(2)"),
    ("dice-works", "baccarat/player", "wager-of-another-kind", "30-2399.07"),
    ("3-dice-baccarat", "perfect-pair", "wager-of-another-kind", "30-2899.09"),
    ("baccarat", "pair", "ambiguous-wager", "30-2807(2)"),
    ("baccarat", "golden-dragon/nobody", "unknown-wager", "30-2899.08(1)"),
    ("baccarat", "nobody/pair", "unknown-game", "30-2807(2)"),
    ("baccarat", "nobody", "unknown-wager", "30-2801 to 30-2817"),
]


@pytest.mark.parametrize(("game", "name", "code", "cite"), REFUSED)
def test_what_may_not_stand_there_is_refused_once_with_its_paragraph(
    game: str, name: str, code: str, cite: str
) -> None:
    ((found, paragraph),) = faults(usual(game, f"also offers {name}"))
    assert found == code and paragraph is not None and paragraph.startswith(cite)


def test_a_name_that_several_games_have_lists_the_choices() -> None:
    (fault,) = faults_of(usual("baccarat", "also offers progressive"))
    assert "99-fortunes/progressive, ez-baccarat/progressive" in fault.remedy
    # of the same kind first: the dice have Golden Talons, too
    assert wager_named(BOOK, BOOK.game("baccarat"), "golden-talons").game == "eternal-baccarat"
    with pytest.raises(Unreadable, match="golden-talons"):
        wager_named(BOOK, BOOK.game("dice-works"), "golden-talons")


def test_one_pay_table_for_a_group_holds_at_another_games_table() -> None:
    mixed = usual("baccarat", "also offers sun-7@PT-FLT-MB-01 moon-8@PT-FLT-MB-02")
    assert faults(mixed) == [("mixed-tables", "30-2899.07(8)(a), note **")]
    assert not faults(usual("baccarat", "also offers sun-7@PT-FLT-MB-02 moon-8@PT-FLT-MB-02"))


def test_a_reading_of_a_commission_holds_at_its_own_tables_only() -> None:
    setup = usual("golden-frog", "table banker vigorish, reading player all-push")
    assert [code for code, _ in faults(setup)] == ["reading-needs-commission"]


# --- names at the table ---


def test_a_bare_id_is_the_name_where_no_other_offer_has_it() -> None:
    alone = usual("tiger-baccarat", "also offers golden-dragon/pair")
    assert alone.names[-1] == "pair" and alone.offers[-1].game == "golden-dragon"
    assert alone.name_of("golden-dragon/pair") == "pair"
    both = usual("infinite-fortune", "also offers golden-dragon/pair")
    assert {"infinite-fortune/pair", "golden-dragon/pair"} <= set(both.names)
    assert "pair" not in both.names and ("golden-dragon/pair", "banker") in both.spots
    assert both.spots["infinite-fortune/pair", "player"].wager.game == "infinite-fortune"


TWO = "jurisdiction washington, also offers triple@PT-PRG-TRI-01 triple@PT-PRG-TRI-03"


def test_001__two_jackpot_games_on_two_sensors() -> None:
    setup = usual("3-dice-baccarat", f"{TWO}, unit triple@PT-PRG-TRI-03 5")
    assert faults(setup) == [] and setup.sensors == 2
    names = ("triple@PT-PRG-TRI-01", "triple@PT-PRG-TRI-03")
    assert setup.names[-2:] == names and (names[1], None) in setup.spots
    assert setup.house.unit_cents == {names[1]: 500}
    assert setup.standings[names[0]].cite == "001 House and Progressive Jackpots"
    assert usual("3-dice-baccarat", "also offers triple@PT-PRG-TRI-03").names[-1] == "triple"
    assert faults(usual("3-dice-baccarat", f"{TWO}, beside one-section")) == []  # its own section


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (TWO.replace("washington", "colorado"), "offered-twice"),
        (f"{TWO}, sensors 1", "too-few-sensors"),
        (f"{TWO} triple@PT-PRG-TRI-02", "too-many-sensors"),
        (TWO.replace("-03", "-01"), "offered-twice"),
        (f"{TWO}, also offers se-01 golden-talons@PT-FLT-3DB-GT-01, sensors 2", ""),
        (f"{TWO}, also offers se-01 se-01", "offered-twice"),
    ],
)
def test_001__no_third_jackpot_game_and_none_twice(words: str, code: str) -> None:
    assert [found for found, _ in faults(usual("3-dice-baccarat", words))] == [code] * bool(code)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("tiger-baccarat", "also offers golden-dragon-7 golden-dragon/pair, maximum pair 25"),
        ("infinite-fortune", "also offers golden-dragon/pair, minimum golden-dragon/pair 5"),
        ("infinite-fortune", "also offers golden-dragon/pair, without infinite-fortune/pair"),
        ("3-dice-baccarat", f"{TWO}, unit triple@PT-PRG-TRI-03 5, aggregate 500"),
        ("3-dice-baccarat", f"{TWO}, sensors 1"),
        ("baccarat", "beside one-section, toke push toke-box"),
    ],
)
def test_what_is_said_of_a_mix_is_written_as_it_is_read(game: str, words: str) -> None:
    setup, plain = usual(game, words), usual_setup(game)
    assert with_words(plain, words_between(plain, setup)) == setup


def test_a_name_that_is_not_offered_has_no_limit() -> None:
    with pytest.raises(Unreadable, match="infinite-fortune/pair"):
        usual("infinite-fortune", "also offers golden-dragon/pair, maximum pair 5")


# --- the same offer everywhere ---


def placed(*bets: Bet, game: str = "tiger-baccarat", house: House | None = None) -> list[object]:
    done = settle(game, bets, BANKER_7, house)
    return [
        one.code if isinstance(one, Refusal) else (one.bet.wager, one.net_cents)
        for one in done.results
    ]


def test_a_round_settles_the_wagers_of_several_games() -> None:
    assert placed(
        Bet("banker", 1000),
        Bet("golden-dragon-7", 500),
        Bet("golden-dragon/pair", 500, "player"),
        Bet("ez-baccarat/dragon-7", 500),
        Bet("pair", 500, "player"),
        Bet("golden-dragon/banker", 500),
        Bet("triple", 100),
    ) == [
        ("banker", 1000),
        ("golden-dragon-7", 20_000),
        ("golden-dragon/pair", 5500),
        ("dragon-7", 20_000),
        "ambiguous-wager",
        "base-wager-of-another-game",
        "wager-of-another-kind",
    ]
    assert placed(Bet("golden-dragon-7", 500), house=House(beside="one-section")) == [
        "wager-of-another-section"
    ]


def test_what_is_no_name_at_all_is_refused_beside_a_mix() -> None:
    make: Callable[..., Bet] = Bet
    odd = (make(["banker"], 500), Bet("golden-dragon-7", 500), Bet("", 500), Bet("pair", 0))
    found = placed(*odd)
    assert found[1] == ("golden-dragon-7", 20_000)
    assert [one for one in found if isinstance(one, str)] == [
        *("unreadable-bet", "unknown-wager", "ambiguous-wager")
    ]


def test_one_spot_has_one_name_however_it_is_written() -> None:
    house = House(maximum_cents={"golden-dragon-7": 500})
    twice = (Bet("golden-dragon-7", 500), Bet("golden-dragon/golden-dragon-7", 500))
    assert placed(*twice, house=house) == [("golden-dragon-7", 20_000), "above-maximum"]


def test_two_pairs_are_two_spots_with_limits_of_their_own() -> None:
    bets = (Bet("pair", 500, "player"), Bet("golden-dragon/pair", 500, "player"))
    house = House(aggregate_cents={"golden-dragon/pair": 1000})
    assert placed(*bets, game="infinite-fortune", house=house) == [
        ("pair", 5500),
        ("golden-dragon/pair", 1000),
    ]
    hands = (Bet("pair", 500, "player"), Bet("golden-dragon/pair", 500, "banker"))
    done = placed(*hands, game="infinite-fortune", house=House(both_hands=False))
    assert "both-hands-barred" not in done  # of one wager each: neither is on both hands


def test_a_group_of_another_game_shares_one_pay_table_in_a_round() -> None:
    bets = (Bet("sun-7", 500, table="PT-FLT-MB-01"), Bet("moon-8", 500, table="PT-FLT-MB-02"))
    assert placed(*bets)[1] == "mixed-tables"


def test_each_wager_keeps_its_own_rule_of_a_base_wager() -> None:
    # 30-2899.02(6) requires one for the progressive, 30-2807(1) none for the pair.
    alone = (Bet("progressive", 100, 3, position=3), Bet("perfect-pair", 100, position=3))
    assert placed(*alone, game="99-fortunes") == ["base-wager-required", ("perfect-pair", -100)]
    assert faults(usual("99-fortunes", "also offers perfect-pair")) == []
    barred = usual("baccarat", "base wager required")
    assert [code for code, _ in faults(barred)] == ["base-wager-cannot-be-required"]


def test_no_toke_on_the_progressive_of_another_game() -> None:
    bets = (Bet("sun-7-progressive", 100, toke=True), Bet("banker", 500, toke=True))
    assert placed(*bets, game="baccarat")[0] == "toke-barred"  # 30-2899.07(6)(d)


def test_exposure_and_takings_go_by_the_names_of_the_mix() -> None:
    words = "also offers golden-dragon/pair golden-dragon-7, aggregate golden-dragon-7 100"
    setup = usual("infinite-fortune", words)
    bets = (
        Bet("infinite-fortune/pair", 500, "player"),
        Bet("golden-dragon/pair", 500, "player"),
        Bet("golden-dragon-7", 500),
    )
    table = Table(
        opened=setup,
        open=True,
        round=RoundState(bets=tuple(LaidBet(number, bet) for number, bet in enumerate(bets, 1))),
    )
    # Both pairs pay 11, and a Banker 3-card 7 pays 40, cut to 100: 55 + 55 + 100.
    assert exposure(table).cents == 21_000
    for name, game in (
        ("golden-dragon/pair", "golden-dragon"),
        ("golden-dragon-7", "golden-dragon"),
    ):
        on = "player" if name.endswith("pair") else None
        exact = analyse(f"{game}/{name.rpartition('/')[2]}", on=on)
        assert edge_of(setup, (name, on)) == exact.edge
    assert setup.labels["golden-dragon/pair", "player"] == "golden-dragon/pair:player"


# --- who gets a toke that ties ---


@pytest.mark.parametrize(
    ("toke_push", "owner"), [("player", "position 3"), ("toke-box", "toke box")]
)
def test_2804__a_toke_that_ties(toke_push: str, owner: str) -> None:
    make: Callable[..., House] = House
    house = make(toke_push=toke_push, vigorish_rate=Fraction(1, 4))
    bet = Bet("banker", 1000, table="tie-vigorish", position=3, toke=True)
    tied, won = (
        settle("baccarat", [bet], outcome, house).results[0] for outcome in (TIE_7, BANKER_7)
    )
    assert isinstance(tied, Settlement) and isinstance(won, Settlement)
    assert [move[:3] for move in tied.movements] == [
        ("layout", owner, 1000),
        (owner, "vigorish", 250),
    ]
    assert {move.target for move in won.movements} == {"toke box"}


def test_a_house_cannot_read_the_toke_in_a_third_way() -> None:
    make: Callable[..., House] = House
    for rules in ({"toke_push": "drop"}, {"beside": "anything"}):
        assert make(**rules).fault is not None
    bent = replace(usual_setup("baccarat"), toke_push="drop")  # type: ignore[arg-type]
    assert [code for code, _ in faults(bent)] == ["unknown-word"]


# --- where a table stands ---


def test_001__washington_cites_its_own_rules_and_is_silent_elsewhere() -> None:
    washington = usual("3-dice-baccarat", "jurisdiction washington")
    assert washington.cite("late-bet", "30-2899.09(8)") == "001 Rules of Play 2"
    assert washington.cite("paying-out-of-order", "30-2815(2)(a)") is None
    assert washington.cite("any", "30-2899.09(12); 001 Appendix A") == "001 Appendix A"
    colorado = usual_setup("3-dice-baccarat")
    assert colorado.cite("late-bet", "30-2899.09(8)") == "30-2899.09(8)"
    assert usual_setup("baccarat").cite("late-bet", "30-2807(4)") == "30-2807(4)"
    words = "jurisdiction washington, also offers perfect-pair, minimum tie 9, maximum tie 5"
    assert faults(usual("3-dice-baccarat", words)) == [
        ("wager-of-another-kind", "001 Optional Bonus Wagers"),
        ("minimum-above-maximum", "001 Game Description, Optional Bonus Wagers"),
    ]


# --- jackpots ---

CHOICES = {  # JACKPOTS: who shares, where, fixed pays, a hit, other units
    "99-fortunes/progressive": ("seat", "hitting-table", "tray", "house-choice", "fixed"),
    "ez-baccarat/progressive": (
        *("wagering-players", "hitting-table", "house-choice", "house-choice", "fixed"),
    ),
    "3-dice-baccarat/triple": ("winners", "hitting-table", "tray", "house-choice", "scale"),
    **{
        f"eternal-baccarat/{id}": (
            *("wagering-players", "hitting-table", "house-choice", "lock-all", "need-approval"),
        )
        for id in ("harmony", "sun-7-progressive", "fate-38")
    },
}


def test_every_jackpot_has_its_choices_with_citations() -> None:
    found = {}
    for game in BOOK:
        for wager in game.own.values():
            if (one := wager.jackpot) is not None:
                assert wager.role == "progressive" and all(one.cites.values())
                found[wager.path] = one[:5]
                assert len(list(one.sentences)) == 5
    assert found == CHOICES


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split": {"is": "everybody", "cite": "x"}}, "everybody"),
        ({"pending": {"is": "lock-all"}}, "`cite` must be a text"),
        ({"scope": None}, "`scope` is missing"),
        ({"funds": "tray"}, "must be a table"),
    ],
)
def test_a_jackpots_choice_is_a_known_word_with_a_citation(
    change: dict[str, object], message: str
) -> None:
    sound: dict[str, object] = {
        "split": {"is": "winners", "cite": "x"},
        "scope": {"is": "hitting-table", "cite": "x"},
        "funds": {"is": "tray", "cite": "x"},
        "pending": {"is": "lock-value", "cite": "x"},
        "scaling": {"is": "scale", "cite": "x"},
        "cite": "x",
    }
    assert read_jackpot(Section("here", sound)) is not None
    bent = {key: value for key, value in (sound | change).items() if value is not None}
    with pytest.raises(Unreadable, match=message):
        read_jackpot(Section("here", bent))


# --- what people read ---


@pytest.mark.parametrize(
    ("code", "house", "bets"),
    [
        ("above-maximum", House(maximum_cents={"tie": 500}), (Bet("tie", 600, position=2),)),
        ("below-minimum", House(minimum_cents={"tie": 500}), (Bet("tie", 100, position=2),)),
        (
            "both-hands-barred",
            House(both_hands=False),
            (Bet("player", 500, position=2), Bet("banker", 500, position=2)),
        ),
    ],
)
def test_a_refusal_calls_a_spot_by_its_name_and_says_whose_it_is(
    code: str, house: House, bets: tuple[Bet, ...]
) -> None:
    wagers = [BOOK.wager(f"baccarat/{bet.wager}") for bet in bets]
    opened = [bet._replace(table=wager.tables[0]) for bet, wager in zip(bets, wagers, strict=True)]
    for laid in (bets, opened):
        done = settle("baccarat", laid, TIE_7, house)
        (refusal,) = (one for one in done.results if isinstance(one, Refusal))
        assert refusal.code == code
        assert "position 2" in refusal.message and "@" not in refusal.message
        assert all(wager.name in refusal.message for wager in wagers)
