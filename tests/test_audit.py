"""The audit: what it must find, and when it fails."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from pitboss import odds, rulebook
from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.odds.audit import Finding, audit, rules
from pitboss.odds.design import event_wager
from pitboss.odds.records import tables_of
from pitboss.rulebook import Rulebook

main = import_module("pitboss.cli.main").main


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    return audit(rulebook.catalog())


def of_kind(found: list[Finding], kind: str) -> set[tuple[str, str, str]]:
    return {(one.wager, one.table, one.reading) for one in found if one.kind == kind}


def missing_flags(book: Rulebook, findings: list[Finding]) -> list[tuple[str, str, str, str, str]]:
    """Return the flags of ``odds``, on any wager, table and reading, that no finding speaks of."""
    told = {(one.kind, one.wager, one.table, one.on, one.reading) for one in findings}
    told |= {
        ("acknowledged", one.wager, one.table, one.on, one.reading)
        for one in findings
        if one.acknowledged
    }
    low = {(one.wager, one.table) for one in findings if one.kind == "below-minimum"}
    missing = []
    for game in book:
        for wager in game.wagers.values():
            for table in tables_of(wager, all_readings=True):
                on = "" if table.on is None else str(table.on)
                for flag in analyse_table(table, shoe=Shoe.of(8)).flags:
                    kind = "incomplete" if flag == "edge-is-upper-bound" else flag
                    known = (kind, wager.path, table.id, on, table.reading) in told
                    if kind == "below-minimum":
                        known = (wager.path, table.id) in low
                    if not known:
                        missing.append((flag, wager.path, table.id, on, table.reading))
    return missing


def test_the_audit_tells_all_that_odds_flags(found: list[Finding]) -> None:
    assert not missing_flags(rulebook.catalog(), found)


def test_an_audit_that_tells_less_is_noticed(found: list[Finding]) -> None:
    """The proof above would see any one finding that a flag of the odds asks for go missing."""
    asked = ("favours-player", "long-term-favours-player", "no-pays", "incomplete")
    for kind in asked:
        fewer = [one for one in found if one.kind != kind]
        assert len(missing_flags(rulebook.catalog(), fewer)) >= len(found) - len(fewer)


def test_progressives_are_judged_in_the_long_term_under_every_reading(found: list[Finding]) -> None:
    path = "eternal-baccarat/sun-7-progressive"
    each_hand = {f"PT-PRG-S7-{table}" for table in ("01", "03", "04", "05", "E04", "E05")}
    fate = {f"PT-PRG-F38-{table}" for table in ("01", "03", "04")}
    assert of_kind(found, "long-term-favours-player") == {
        *((path, table, "each-hand") for table in each_hand),
        (path, "PT-PRG-S7-E03", "$1000"),
        *(("eternal-baccarat/fate-38", table, "first-two-cards") for table in fate),
    }


def test_inherited_base_wagers_are_judged(found: list[Finding]) -> None:
    """All hands push on a Banker 3-card 7: the Player's wager then loses less than it wins."""
    pushed = [one for one in found if one.wager.endswith("/player") and one.reading == "all-push"]
    assert {one.wager for one in pushed} == {"golden-frog/player", "golden-dragon/player"}
    wins, loses = 2_230_518_282_592_256, 2_292_252_566_437_888 - 112_633_011_329_024
    for one in pushed:
        assert Fraction(one.figure) == Fraction(loses - wins, 4_998_398_275_503_360)
        assert not one.fails, "it is not the default reading"


def test_the_seats_of_printed_tables_are_alike() -> None:
    """So that one seat stands for all of them in the audit; ranks are alike in a full shoe."""
    fortunes = rulebook.wager("99-fortunes/progressive")
    for table in fortunes.tables:
        for reading in fortunes.readings(table):
            sheets = [
                odds.analyse(fortunes, table=table, on=seat, reading=reading)
                for seat in fortunes.places(table)
            ]
            assert len({tuple(row.count for row in sheet.rows) for sheet in sheets}) == 1


def test_an_operators_seats_are_judged_one_by_one(tmp_path: Path) -> None:
    """Seat 9 alone is paid for every coup without four cards of one rank."""
    file = tmp_path / "mine.toml"
    file.write_text(
        'game = "99-fortunes"\n[wagers.progressive]\ntables = ["mine"]\npays = [\n'
        '  ["Meter", "suited_quads", "100%"],\n'
        '  ["Nine", "seat == 9 and not quads", 2],\n]\n'
    )
    book = Rulebook()
    findings = [one for one in audit(book, book.add_file(file)) if one.table == "mine"]
    assert [(one.kind, one.on, one.fails) for one in findings] == [
        ("fixed-return-favours-player", "9", True)
    ]


def test_99_fortunes_prints_a_sample_seed_and_no_finding_denies_it(found: list[Finding]) -> None:
    sample = rulebook.wager("99-fortunes/progressive").rates["sample"]
    assert str(sample.seed) == "$10,000"
    (rates,) = (one for one in found if one.wager == "99-fortunes-rates")
    assert "$10,000" in rates.message
    (others,) = (one for one in found if one.wager == "rates-not-printed")
    assert "99 Fortunes" not in others.message
    assert not any(one.wager == "fate-38-seed-note" for one in found), "note VIII is printed"


def test_readings_that_would_hand_the_player_the_game(found: list[Finding]) -> None:
    favours = of_kind(found, "favours-player")
    assert ("golden-dragon/any-dragon", "suite-a", "default") in favours
    assert ("3-dice-baccarat/se-10", "PT-FLT-3DB-SE-10", "or") in favours
    literal = next(
        one
        for one in found
        if (one.wager, one.table, one.reading) == ("dice-works/the-works", "PT1", "seven-out")
    )
    assert Fraction(literal.figure) < -1, "taken literally the edge is over 100% for the player"
    defaults = {one for one in favours if one[2] == "default"}
    assert defaults == {("golden-dragon/any-dragon", "suite-a", "default")}


def test_what_is_open_incomplete_or_too_low(found: list[Finding]) -> None:
    assert {one[1] for one in of_kind(found, "below-minimum")} == {"PT-FLT-GT-02", "PT-FLT-GT-03"}
    assert {one[1] for one in of_kind(found, "incomplete")} == {
        "PT-PRG-HP-12",
        "PT-PRG-HP-13",
        "PT-PRG-HP-E02",
    }
    no_pays = of_kind(found, "no-pays")
    assert sum(reading == "default" for _, _, reading in no_pays) == 5
    assert len(of_kind(found, "conflict")) == len(rules().conflicts)
    for one in found:
        assert one.cite and one.message and one.wording


def test_the_tie_vigorish_breaks_even_where_it_says(found: list[Finding]) -> None:
    (one,) = (one for one in found if one.kind == "tie-vigorish")
    banker = rulebook.wager("baccarat/banker")
    even = odds.analyse(banker, table="tie-vigorish", vigorish=Fraction(one.figure))
    assert even.edge == 0


def test_long_term_returns_keep_to_the_band(found: list[Finding]) -> None:
    band = rules()
    outside = set()
    for game in rulebook.games():
        for wager in game.own.values():
            for table in tables_of(wager, all_readings=True):
                one = analyse_table(table, shoe=Shoe.of(8)).progressive
                edge = one.long_term_edge if one else None
                if edge is None or edge < 0 or table.incomplete:
                    continue
                if not band.lowest_return <= 1 - edge <= band.highest_return:
                    outside.add((wager.path, table.id, table.reading))
    assert outside == of_kind(found, "progressive-return")
    assert not any(reading == "default" for _, _, reading in outside)


def test_it_passes_while_the_catalog_acknowledges_what_it_prints(found: list[Finding]) -> None:
    assert not any(one.fails for one in found)


def test_it_fails_without_the_acknowledgement() -> None:
    book = Rulebook()
    game = book.game("golden-dragon")
    silent = replace(game.own["any-dragon"], acknowledged={})
    book._games["golden-dragon"] = game.with_wagers({"any-dragon": silent})
    failing = [one for one in audit(book, [book.game("golden-dragon")]) if one.fails]
    assert [(one.wager, one.table) for one in failing] == [("golden-dragon/any-dragon", "suite-a")]


PROGRESSIVE = """
name = "House"
kind = "baccarat"
cite = "house rules"
[wagers.meter]
name = "Meter"
cite = "house rules, page 2"
role = "progressive"
unit = "$1"
odds = "for 1"
rates = [["1", {rates}]]
pays = [
  ["Suited tie", "tie and suited", "100%"],
  ["No tie", "not tie", "{pays}"],
]
{more}
"""
NO_TIE = 1 - Fraction(475_627_426_473_216, 4_998_398_275_503_360)


def audited(
    tmp_path: Path, pays: str, rates: str = '"-", "-", "-"', more: str = ""
) -> tuple[Rulebook, list[Finding]]:
    file = tmp_path / "house.toml"
    file.write_text(PROGRESSIVE.format(pays=pays, rates=rates, more=more))
    book = Rulebook()
    return book, audit(book, book.add_file(file))


def test_fixed_pays_that_return_too_much_favour_the_player_at_any_meter(tmp_path: Path) -> None:
    book, (finding,) = audited(tmp_path, "253 for 100")
    back = Fraction(253, 100) * NO_TIE
    assert f"{float(back):.0%}" == "229%"
    assert finding.kind == "fixed-return-favours-player" and finding.fails
    assert Fraction(finding.figure) == 1 - back and "228.9255%" in finding.message
    assert not missing_flags(book, [*audit(rulebook.catalog()), finding])
    assert not audited(tmp_path, "1 for 1")[1], "90.5% in fixed pays, and the meter is not known"


def test_the_long_term_fails_too(tmp_path: Path) -> None:
    """The fixed pays return 90.5%, so an increment of 10% is more than the house keeps."""
    _, (finding,) = audited(tmp_path, "1 for 1", '"10%", "-", "-"')
    assert finding.kind == "long-term-favours-player" and finding.fails
    assert Fraction(finding.figure) == 1 - NO_TIE - Fraction(1, 10)
    _, kinder = audited(tmp_path, "1 for 1", '"9%", "-", "-"')
    assert [(one.kind, one.fails) for one in kinder] == [("progressive-return", False)]


def test_what_is_acknowledged_does_not_fail(tmp_path: Path) -> None:
    more = '[wagers.meter.acknowledged]\n1 = "A promotion."'
    _, (finding,) = audited(tmp_path, "253 for 100", more=more)
    assert finding.acknowledged and not finding.fails and finding.message.endswith("A promotion.")


def test_a_seed_above_the_break_even_meter_is_told(tmp_path: Path) -> None:
    event = event_wager(rulebook.game("baccarat"), "tie and suited")
    (share,) = (row.probability for row in odds.analyse(event).rows)
    even = (1 - NO_TIE) / share
    assert 145 < even < 146, "dollars, for a bettor who wins alone"
    _, (finding,) = audited(tmp_path, "1 for 1", '"-", "-", "$146"')
    assert finding.kind == "seed-above-break-even" and not finding.fails
    assert Fraction(finding.figure) == even
    assert not audited(tmp_path, "1 for 1", '"-", "-", "$145"')[1]


def test_a_progressive_with_a_pay_left_open_is_told_and_states_nothing_false(
    tmp_path: Path,
) -> None:
    book, (finding,) = audited(tmp_path, "?", '"15%", "3%", "-"')
    assert (finding.kind, finding.figure) == ("no-pays", "")
    one = odds.analyse(book.wager("house/meter")).progressive
    assert one is not None and one.fixed_return == 0
    assert one.break_even_cents is None and one.long_term_edge is None


@pytest.mark.parametrize(
    ("pays", "code", "says"),
    [("253 for 100", 1, "ahead at any meter"), ("1 for 1", 0, "0 findings")],
)
def test_exit_code_1_if_a_default_reading_is_flagged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pays: str, code: int, says: str
) -> None:
    audited(tmp_path, pays)
    file = str(tmp_path / "house.toml")
    assert main(["audit", "house", "--file", file]) == code
    assert says in capsys.readouterr().out


def test_a_break_even_meter_below_nothing_is_said_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audited(tmp_path, "253 for 100")
    file = str(tmp_path / "house.toml")
    assert main(["odds", "house/meter", "--file", file, "--players", "2"]) == 0
    sheet = capsys.readouterr().out
    assert "none: ahead without it" in sheet and "-$" not in sheet
    assert "  shared by 2 " not in sheet, "no meter to share"
    assert main(["odds", "house/meter", "--file", file, "--format", "md"]) == 0
    assert "none needed" in capsys.readouterr().out


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "golden-dragon", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"kind", "wager", "cite", "figure", "message", "wording", "fails"} <= set(listed[0])
    assert main(["audit", "golden-dragon", "--format", "md"]) == 0
    text = capsys.readouterr().out
    assert "Suggested wording" in text and "any-dragon" in text
    assert main(["audit", "golden-dragon"]) == 0
    assert "favours-player" in capsys.readouterr().out
    assert main(["audit", "nothing"]) == 2
    capsys.readouterr()
    assert main(["audit", "ez-baccarat", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {one["wager"] for one in listed} == {"ez-description", "rates-not-printed"}
