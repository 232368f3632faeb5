"""The catalog: every id, a citation everywhere, every reading, and the licensee's discretion."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest

from conftest import DATA, every_table
from pitboss import rulebook
from pitboss.games import KINDS, Atom, Coup, Shoe, ShooterHand, Throw, Value
from pitboss.odds.coups import count_coups
from pitboss.refusals import Unreadable
from pitboss.rulebook import Cell, Game, Wager, shortfalls
from pitboss.rulebook.checks import check
from pitboss.rulebook.minimums import representative_coups
from pitboss.rulebook.nodes import Compare, Node, Not
from pitboss.rulebook.pays import OPEN
from pitboss.rulebook.provisions import RULES
from pitboss.rulebook.tables import PayRow, PayTable

IDS = tomllib.loads((DATA / "catalog_ids.toml").read_text("utf-8"))
READINGS = [
    (path, names)
    for group in tomllib.loads((DATA / "readings.toml").read_text("utf-8")).values()
    for path, names in group.items()
]


def test_every_id_in_order() -> None:
    found = {
        game.id: {
            wager.id + ("*" if wager.on == ("player", "banker") else ""): list(wager.tables)
            for wager in game.own.values()
        }
        for game in rulebook.games()
    }
    assert found == IDS
    assert [list(wagers) for wagers in found.values()] == [list(one) for one in IDS.values()]
    assert list(found) == list(IDS)


def test_a_citation_everywhere() -> None:
    for game in rulebook.games():
        assert game.cite.startswith("30-") and game.sources
        for wager in game.wagers.values():
            assert wager.cite.startswith("30-"), wager.path
            for provision in wager.discretion.values():
                assert provision.cite.startswith(("30-", "001"))
        for ambiguity in game.ambiguities:
            assert ambiguity.cite and ambiguity.asks and ambiguity.default


@pytest.mark.parametrize(("path", "names"), READINGS, ids=[path for path, _ in READINGS])
def test_named_readings_default_first(path: str, names: list[str]) -> None:
    wager_path, _, table = path.partition("@")
    wager = rulebook.wager(wager_path)
    found = wager.readings(table or wager.tables[0])
    assert found[0] == "default"
    assert sorted(found[1:]) == sorted(names)


def rows(table: PayTable) -> list[tuple[str, Cell]]:
    return [(row.sentence.spelled_out, row.cell) for row in table.rows]


def test_every_alternative_changes_what_the_table_pays() -> None:
    for table in every_table():
        if table.reading == "default":
            default = table
        elif not table.has_open_pays:
            assert (table.id, table.on) == (default.id, default.on)
            assert (rows(table), table.ends) != (rows(default), default.ends), table


def test_readings_of_procedure_are_listed() -> None:
    named = {one.id: one for game in rulebook.games() for one in game.ambiguities}
    for id, alternative in (
        ("decks", "one-shoe-of-20"),
        ("cut-card-first", "ends-shoe"),
        ("split-scope", "all-linked-tables"),
        ("toke-push", "toke-box"),
        ("beside", "one-section"),
        ("envy-unit", "as-printed"),
        ("reserve", "up-to-seed"),
    ):
        assert [one.name for one in named[id].alternatives] == [alternative]
        assert not named[id].alternatives[0].changes_pays
    for id in (
        *("positions", "card-in-error", "vigorish", "tie-vigorish", "perfect-pair", "cover-all"),
        *("eclipse", "tiger-pair", "99-fortunes-p5", "99-fortunes-envy", "fixed-seed", "bad-beat"),
        *("s7-e04-e05", "harmony-lost-rows", "house-notice", "face-up"),
    ):
        assert named[id].alternatives == ()


def test_readings_of_procedure_are_told_from_those_that_change_pays() -> None:
    named = {(game.id, one.id): one for game in rulebook.games() for one in game.ambiguities}
    procedures = {id for id, one in named.items() if one.of_procedure}
    assert procedures == {
        *(("baccarat", id) for id in ("decks", "positions", "cut-card-first", "card-in-error")),
        *(("baccarat", id) for id in ("toke-push", "face-up", "beside")),
        ("ez-baccarat", "split-scope"),
        *(("eternal-baccarat", id) for id in ("split-scope", "envy-unit", "reserve")),
    }


def test_2899_05_5__the_push_of_all_wagers_is_for_commission_free_tables() -> None:
    kinds = {
        (game.id, one.id): one.commission
        for game in rulebook.games()
        for one in game.ambiguities
        if one.commission
    }
    assert kinds == {
        ("golden-frog", "no-commission"): "commission-free",
        ("golden-dragon", "no-commission"): "commission-free",
    }
    for game, _ in kinds:
        (one,) = rulebook.wager(f"{game}/player").ambiguities
        assert one.commission in rulebook.wager(f"{game}/banker").tables


@pytest.mark.parametrize("game", rulebook.games(), ids=lambda game: game.id)
def test_every_game_is_sound(game: Game) -> None:
    assert check(game, f"{game.id}.toml") >= len(game.own)


def test_readings_combine_and_exclude() -> None:
    wager = rulebook.wager("eternal-baccarat/fate-38")
    both = wager.open("PT-PRG-F38-04", reading="each-hand,mixed")
    assert both.reading == "each-hand,mixed"
    assert len({row.sentence.spelled_out for row in both.rows}) == 7
    tiger = rulebook.wager("tiger-baccarat/tiger")
    with pytest.raises(ValueError, match="in two ways"):
        tiger.open(reading="table,golden-dragon-6s")
    assert tiger.open(reading="text").reading == "default"
    with pytest.raises(ValueError, match='did you mean "table"'):
        tiger.open(reading="tabel")


def test_wagers_without_pays_and_lost_rows_are_marked() -> None:
    without = {
        table.wager.path
        for table in every_table(all_readings=False)
        if any(row.cell.pay == OPEN for row in table.rows)
    }
    assert without == {
        "golden-dragon/bad-beat",
        *(
            f"parlay-craps-with-envy/repeat-{one}"
            for one in ("8-8x", "9-9x", "10-10x", "outside-7x")
        ),
    }
    incomplete = {table.id for table in every_table(all_readings=False) if table.incomplete}
    assert incomplete == {"PT-PRG-HP-12", "PT-PRG-HP-13", "PT-PRG-HP-E02"}


# --- discretion as data ---


@pytest.mark.parametrize(
    ("path", "key", "rule"),
    [
        ("eternal-baccarat/harmony", "tokes", "barred"),
        ("eternal-baccarat/sun-7-progressive", "tokes", "barred"),
        ("eternal-baccarat/fate-38", "tokes", "barred"),
        ("3-dice-baccarat/triple", "tokes", "barred"),
        ("eternal-baccarat/sun-7", "tokes", "house"),
        ("golden-frog/koi", "tokes", "house"),
        ("infinite-fortune/super-7", "tokes", "own-bet"),
        ("99-fortunes/progressive", "base-wager", "required"),
        ("ez-baccarat/dragon-7", "base-wager", "licensee"),
        ("dragon-bonus/dragon-bonus", "both-hands", "licensee"),
        ("eternal-baccarat/golden-talons", "both-hands", "allowed"),
        ("5-treasures/cover-all", "aggregate-limit", "licensee"),
    ],
)
def test_discretion_is_data(path: str, key: str, rule: str) -> None:
    provision = rulebook.wager(path).discretion[key]
    assert provision.rule == rule in RULES[key]


def test_commission_kinds_and_rates() -> None:
    def banker(game: str) -> Wager:
        return rulebook.wager(f"{game}/banker")

    assert banker("5-treasures").tables == ("vigorish",)
    assert banker("ez-baccarat").tables == ("commission-free",)
    assert banker("eternal-baccarat").tables == ("vigorish", "commission-free")
    assert banker("golden-frog").tables == ("vigorish", "tie-vigorish", "commission-free")
    for game in ("5-treasures", "eternal-baccarat"):
        vigorish = banker(game).vigorish["vigorish"]
        assert vigorish.lowest == vigorish.rate == vigorish.highest == Fraction(1, 20)
    free = banker("baccarat").vigorish["vigorish"]
    assert (free.lowest, free.highest) == (Fraction(1, 20), Fraction(1, 4))
    assert free.round_up_to_cents == (1, 25)


def test_decks_units_and_approvals() -> None:
    games = {game.id: game for game in rulebook.games()}
    decks = {id: game.decks.shoe for id, game in games.items() if game.decks}
    assert decks["baccarat"] == (6, 7, 8, 9, 10)
    assert decks["infinite-fortune"] == (6, 8)
    assert decks["golden-frog"] == tuple(range(1, 11))
    assert games["baccarat"].cutting == (10, 14, 10, "30-2810(3), (4)")
    units = {
        table.id: str(table.unit)
        for table in every_table(all_readings=False)
        if table.wager.game == "99-fortunes"
    }
    assert units == {
        **dict.fromkeys(("sample", "P1", "P4b"), "$1"),
        **dict.fromkeys(("P2-6", "P2-7-PHP100"), "PHP 100"),
        **dict.fromkeys(("P3-6", "P3-7"), "PHP 200"),
        **dict.fromkeys(("P2-7-USD5", "P5", "P6"), "$5"),
    }
    for game in games.values():
        for wager in game.own.values():
            beyond = game.kind != "craps" and wager.role != "base"
            listed = wager.id in ("perfect-pair", "total-4", "total-5", "total-6")
            assert bool(wager.approval) >= (beyond and not listed), wager.path


def test_washington_differs_from_colorado() -> None:
    places = rulebook.game("3-dice-baccarat").jurisdictions
    assert places["colorado"].jackpots == ("progressive",)
    assert places["washington"].jackpots == ("house", "progressive")
    assert places["washington"].most_sensors == 2
    assert places["washington"].notice


def test_30_2808_5__two_printed_tables_fall_below_every_schedule() -> None:
    below = {
        short.table: short
        for game in rulebook.games()
        for wager in game.own.values()
        for short in shortfalls(wager, rulebook.wager)
    }
    assert set(below) == {"PT-FLT-GT-02", "PT-FLT-GT-03"}
    assert all(short.printed for short in below.values())


# --- single sentences that are easily got wrong ---


def label(table: PayTable, outcome: Coup | Throw | ShooterHand) -> str | None:
    row = table.row_of(outcome)
    return row.label if isinstance(row, PayRow) else None


def test_trade_names_are_one_event() -> None:
    def event(path: str) -> str:
        return rulebook.wager(path).open().rows[0].sentence.spelled_out

    sevens = {
        event(path)
        for path in (
            *("ez-baccarat/dragon-7", "5-treasures/fortune-7", "golden-dragon/golden-dragon-7"),
            *("golden-dragon/super-7", "golden-frog/jin-chan", "eternal-baccarat/sun-7"),
            *("eternal-baccarat/se-01", "infinite-fortune/super-7"),
        )
    }
    eights = {
        event(path)
        for path in (
            *("ez-baccarat/panda-8", "5-treasures/golden-8", "golden-dragon/green-dragon-8"),
            *("golden-dragon/fortune-8", "golden-frog/koi", "eternal-baccarat/moon-8"),
            *("eternal-baccarat/se-02", "infinite-fortune/fortune-8"),
        )
    }
    assert len(sevens) == len(eights) == 1
    assert event("3-dice-baccarat/se-04") not in sevens


def test_cover_all_and_eclipse_count_what_their_own_table_pays() -> None:
    two_card_7s = Coup.parse("Kh7d", "Kd7c")
    three_card_7s = Coup.parse("KhKd7s", "Kd2c5h")

    def wins(path: str, table: str, coup: Coup) -> bool:
        assert coup.fault is None
        return label(rulebook.wager(path).open(table), coup) is not None

    assert not wins("5-treasures/cover-all", "1", two_card_7s)
    assert wins("5-treasures/cover-all", "2", two_card_7s)
    for table, three, two in (
        ("PT-FLT-MB-01", True, True),
        ("PT-FLT-MB-02", True, False),
        ("PT-FLT-MB-03", False, True),
    ):
        assert wins("eternal-baccarat/eclipse", table, three_card_7s) == three
        assert wins("eternal-baccarat/eclipse", table, two_card_7s) == two


def test_2899_01_5_d__mixed_7s_count_where_they_win() -> None:
    """A 2-card 7 against a 3-card 7: Cover All and Eclipse follow the wager they cover."""
    mixed = Coup.parse("Kh7d", "Kd2c5h")
    assert mixed.fault is None
    for covered, covering in (
        ("5-treasures/blazing-7s", "5-treasures/cover-all"),
        ("eternal-baccarat/supreme-7", "eternal-baccarat/eclipse"),
    ):
        for path in (covered, covering):
            wager = rulebook.wager(path)
            for table in wager.tables:
                assert label(wager.open(table), mixed) is None
                row = wager.open(table, reading="mixed-pays-50").row_of(mixed)
                assert isinstance(row, PayRow), (path, table)
                assert str(row.cell) == ("50 to 1" if path == covered else "6 to 1")


def test_any_sun_7_needs_a_win_and_any_banker_3_card_7_does_not() -> None:
    table = rulebook.wager("eternal-baccarat/sun-7-progressive").open("PT-PRG-S7-01")
    losing = Coup.parse("7s8h3d", "KhQd7c")
    assert label(table, losing) == "Any Banker 3-card 7"
    assert label(table, Coup.parse("Kh6d", "Ks2c5h")) == "Any Sun 7"


def test_99_fortunes_two_pair_with_a_suited_pair() -> None:
    coup = Coup.parse("9h9h", "8c8d")
    wager = rulebook.wager("99-fortunes/progressive")
    assert label(wager.open("P1", on=1), coup) == "Two pair"
    assert label(wager.open("P5", on=1), coup) == "Suited pair"


def test_tiger_pair_rows() -> None:
    table = rulebook.wager("tiger-baccarat/tiger-pair").open()
    assert label(table, Coup.parse("9h9s", "9c9d")) == "Both hands hold the same pair"
    assert label(table, Coup.parse("9h9s", "4c4d")) == "Both hands hold a pair"
    assert label(table, Coup.parse("9h9s", "4c5d")) == "One hand holds a pair"
    assert label(table, Coup.parse("9hKs", "9cKd")) is None


# --- the licensee's suits ---


def test_2899_07_8_e__as_many_suits_as_the_table_has() -> None:
    one = rulebook.wager("eternal-baccarat/sun-7-progressive")
    two = rulebook.wager("eternal-baccarat/fate-38")
    assert [one.open(suits=suits).suits for suits in (None, "", "h", "H")] == ["s", "s", "h", "h"]
    found = [two.open("PT-PRG-F38-04", suits=suits).suits for suits in (None, "sh", "DC")]
    assert found == ["hs", "hs", "cd"]
    for wager, table, suits in (
        (one, "PT-PRG-S7-01", "hs"),
        (two, "PT-PRG-F38-01", "hs"),
        (two, "PT-PRG-F38-04", "h"),
        (two, "PT-PRG-F38-04", "hh"),
        (two, "PT-PRG-F38-04", "cdh"),
    ):
        with pytest.raises(Unreadable) as caught:
            wager.open(table, suits=suits)
        refusal = caught.value.refusal
        assert (refusal.code, refusal.cite) == ("wrong-number-of-suits", wager.cite)
    with pytest.raises(Unreadable, match="not a choice of suits"):
        one.open(suits="x")


def test_a_table_without_suits_has_no_use_for_them() -> None:
    assert rulebook.wager("eternal-baccarat/harmony").open(suits="hs").suits == ""
    assert rulebook.wager("baccarat/tie").open(suits="x").suits == ""


def test_the_chosen_suit_wins_the_meter() -> None:
    wager = rulebook.wager("eternal-baccarat/sun-7-progressive")
    hearts = Coup.parse("Kh3h7h", "2hTh5h")
    assert label(wager.open(), hearts) == "Sun 7, both hands suited"
    assert label(wager.open(suits="H"), hearts) == "Sun 7, both hands in the specific suit"


# --- citations of single tables ---


@pytest.mark.parametrize(
    ("path", "table", "cite"),
    [
        ("baccarat/banker", "vigorish", "30-2807(1)(a), 30-2808(3)"),
        (
            "dragon-bonus/banker",
            "tie-vigorish",
            "30-2807(1)(a)(iii), 30-2808(3)(c); 30-2899.03(6)(b), (c)",
        ),
        ("5-treasures/banker", "vigorish", "30-2807(1)(a), 30-2808(3); 30-2899.01(4)"),
        (
            "ez-baccarat/banker",
            "commission-free",
            "30-2808(3)(e), with the push of 30-2899.04 to .08; 30-2899.04(2)",
        ),
        ("golden-dragon/any-dragon", "suite-a", "30-2899.08(1)(B)(VII), (IX)(G)"),
        ("golden-dragon/any-dragon", "suite-b", "30-2899.08(1)(B)(VII), (IX)(H)"),
    ],
)
def test_a_table_cites_its_own_paragraph(path: str, table: str, cite: str) -> None:
    assert rulebook.wager(path).open(table).cite == cite


# --- minimum odds ---


def test_2808__minimum_odds_are_tried_on_coups_with_every_feature() -> None:
    """Each feature takes every value that it can, and each hand has pairs whoever wins."""
    coups = representative_coups()
    assert all(coup.fault is None for coup in coups)
    features = KINDS["baccarat"].features

    def seen(name: str, arguments: tuple[int, ...] = ()) -> list[Value]:
        read = features[name].read
        assert read is not None
        return [read(coup, arguments) for coup in coups]

    for name, feature in features.items():
        bare = feature.read is not None and not name.startswith(("winner.", "loser."))
        if not bare or name == "in_chosen_suits":
            continue
        for arguments in [(n,) for n in range(1, 14)] if feature.takes else [()]:
            values = range(feature.low, feature.high + 1)
            atom = Atom(name, arguments)
            rows: tuple[Node, ...] = tuple(Compare((atom, v), ("==",)) for v in values)
            if feature.type == "flag":
                rows = (Not(Compare((atom,), ())), Compare((atom,), ()))
            possible = {values[at] for (at,) in count_coups((rows,), Shoe.of(8)) if at >= 0}
            assert set(seen(name, arguments)) >= possible, (name, arguments)
    winners = [coup.winner for coup in coups]
    for kind in ("pair", "perfect_pair"):
        both = zip(seen(f"player.{kind}"), seen(f"banker.{kind}"), winners, strict=True)
        assert len(set(both)) == 2 * 2 * 3
