"""Par sheets: what is on the page, page by page, read back from the PDF itself."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pdf_text import bare, page_count, text_of
from pitboss import odds, rulebook
from pitboss.games import Shoe
from pitboss.odds import Analysis, Meter
from pitboss.printing import par_sheet, par_sheets
from pitboss.printing.contents import contents
from pitboss.printing.typesetting import typeset
from pitboss.refusals import Unreadable

VERSION = "9.8.7"
MARKUP = (
    r'#strong[x] $y$ *b* _i_ @ref <label> "q" \ // `raw` = ~ [c] {d} --- https://a.b/c #eval("1")'
)


@cache
def sheet(
    path: str, table: str | None = None, on: str | int | None = None, reading: str = "default"
) -> Analysis:
    return odds.analyse(rulebook.wager(path), table=table, on=on, reading=reading)


def relabelled(one: Analysis, label: str) -> Analysis:
    rows = tuple(replace(row, row=row.row._replace(label=label)) for row in one.rows)
    return replace(one, rows=rows)


def repeated(one: Analysis, times: int) -> Analysis:
    return replace(one, rows=one.rows * times)


# --- the sheets ---


def test_one_page_per_analysis__the_longest_tables_too() -> None:
    sheets = [
        sheet("baccarat/banker", "vigorish"),
        sheet("eternal-baccarat/sun-7-progressive", "PT-PRG-S7-E01"),
        sheet("eternal-baccarat/fate-38", "PT-PRG-F38-04"),
        sheet("roll-the-line/roll-the-line", "PT1"),
        sheet("golden-dragon/any-dragon", "suite-a"),
        sheet("3-dice-baccarat/se-08"),
        sheet("dice-works/the-works", reading="seven-out"),
        sheet("99-fortunes/progressive"),
        sheet("golden-dragon/bad-beat"),
        repeated(sheet("roll-the-line/roll-the-line", "PT1"), 4),
        relabelled(sheet("roll-the-line/roll-the-line", "PT1"), "a long label " * 30),
    ]
    pdf = par_sheets(sheets, VERSION)
    assert pdf.startswith(b"%PDF")
    assert page_count(pdf) == len(sheets)
    for at, page in enumerate(text_of(pdf), 1):
        assert bare(f"pitboss {VERSION}page {at} of {len(sheets)}") in page
        assert bare("No certification is claimed") in page
        assert bare("trademarks of their owners") in page


def test_the_page_says_what_the_analysis_found() -> None:
    (page,) = text_of(par_sheets([sheet("baccarat/banker", "vigorish")], VERSION))
    for said in (
        "Baccarat PAR SHEET Banker",
        "Pay table vigorish Reading default Shoe 8 decks, 416 cards",
        "Citation 30-2807(1)(a), 30-2808(3)",
        "House edge 1.057906%",
        "House edge, exactly 114753351728/10847218479825",
        "Standard deviation 0.927372",
        "Banker wins banker.wins 1 to 1 less 5% of the win 2292252566437888 0.4585974226",
        "Tie tie push 475627426473216",
        "No row: the bet loses loss 2230518282592256",
        "Total 4998398275503360 1.0000000000 0.98942094",
        "416 × 415 × 414 × 413 × 412 × 411 = 4998398275503360",  # noqa: RUF001
    ):
        assert bare(said) in page, said


def test_the_returns_of_the_rows_and_the_edge_make_one() -> None:
    one = sheet("roll-the-line/roll-the-line", "PT1")
    table = contents(one, rulebook.catalog())["table"]
    assert isinstance(table, dict)
    printed = sum(Fraction(row["return"]) for row in table["rows"])
    assert one.edge is not None
    assert abs(printed + one.edge - 1) < Fraction(len(one.rows), 10**8)


def test_a_progressive_states_its_figures_and_assumptions() -> None:
    meter = Meter(cents=2_500_000)
    known = odds.analyse(rulebook.wager("eternal-baccarat/fate-38"), meter=meter)
    unknown = sheet("eternal-baccarat/sun-7-progressive", "PT-PRG-S7-E01")
    first, second = text_of(par_sheets([known, unknown], VERSION))
    assert bare("Meter at this edge $25,000") in first
    assert known.progressive is not None and unknown.progressive is not None
    for said in (
        "Long-term edge 24.921799%",
        "Break-even meter $55,941.02",
        "Fixed return 55.078201%",
        "Jackpot probability 1 in 124529.79",
        "Cost of dealer envy 2.738138%",
        "Total (return: fixed pays only)",
        *(said[1:] for said in unknown.progressive.assumptions),
    ):
        assert bare(said) in second, said


def test_a_table_that_favours_the_player_says_so() -> None:
    fair, unfair = text_of(
        par_sheets(
            [sheet("golden-dragon/any-dragon", "suite-b"), sheet("golden-dragon/any-dragon")],
            VERSION,
        )
    )
    assert bare("FAVOURS THE PLAYER. The bettor has an advantage of 34.738171%") in unfair
    assert bare("ACKNOWLEDGED IN THE CATALOG") in unfair
    assert bare("FAVOURS THE PLAYER") not in fair


def test_dice_and_craps_state_their_own_method() -> None:
    dice, craps = text_of(
        par_sheets(
            [sheet("3-dice-baccarat/se-08"), sheet("roll-the-line/roll-the-line", "PT1")], VERSION
        )
    )
    assert bare("All 46656 throws") in dice and bare("2556") in dice
    assert bare("absorbing chain") in craps and bare("49/110") in craps
    assert bare("decks") not in dice + craps


def test_a_missing_pay_is_not_invented() -> None:
    (page,) = text_of(par_sheets([sheet("golden-dragon/bad-beat")], VERSION))
    assert bare("NO PRINTED PAY") in page and bare("House edge needs the pay") in page
    assert bare("Return by row") not in page


@pytest.mark.parametrize(
    ("removed", "named"),
    [("9h 9h Kd", "20 decks - Kd - 2x9h, 1037 cards"), ("20x9h - 13x8 - 13x7 - 13x6", "0 9h")],
)
def test_a_short_shoe_is_listed(removed: str, named: str) -> None:
    shoe = Shoe.parse(f"20 decks - {removed}")
    one = odds.analyse("baccarat/tie", shoe=shoe)
    (page,) = text_of(par_sheets([one], VERSION))
    assert bare(named) in page


def test_another_base_unit_has_its_own_pays() -> None:
    """At $5 a row that prints $8 pays $40, and nothing on the page is left to be multiplied."""
    path, table = "eternal-baccarat/sun-7-progressive", "PT-PRG-S7-E01"
    printed = odds.analyse(path, table=table)
    five = odds.analyse(path, table=table, meter=Meter(unit_cents=500))
    (page,) = text_of(par_sheets([five], VERSION))
    for row, scaled in zip(printed.rows, five.rows, strict=True):
        pay = row.row.cell.pay
        if isinstance(pay, rulebook.Amount):
            assert scaled.row.cell.pay == rulebook.Amount(
                rulebook.Money(5 * pay.money.cents), pay.basis
            )
            assert bare(f"{row.row.label} {row.row.sentence} {scaled.row.cell.pay}") in page
    assert bare("Any Sun 7 sun_7 $40") in page and bare("dealer envy $2,500") in page
    assert bare("scaled from the unit of $1 to $5") in page
    assert [one.net for one in five.rows] == [one.net for one in printed.rows], "per unit staked"


def test_the_reading_by_which_envy_is_costed_is_named() -> None:
    """P6 prints envy on six rows; by the reading of the top row one of them costs the house."""
    one = sheet("99-fortunes/progressive", "P6")
    assert one.progressive is not None and one.table.unit is not None
    top = one.rows[0]
    assert top.row.cell.player_envy is not None
    expected = top.probability * top.row.cell.player_envy.cents / one.table.unit.cents
    assert one.progressive.player_envy == expected
    (page,) = text_of(par_sheets([one], VERSION))
    assert bare("costed by the reading top-row-to-the-other-bettors [30-2899.02(3), (11)]") in page
    assert bare("The player envy of 5 lower rows is listed and costs nothing.") in page
    assert page.count(bare(", not costed")) == 5
    (plain,) = text_of(par_sheets([sheet("99-fortunes/progressive", "P2-6")], VERSION))
    assert "envyiscosted" not in plain


def sizes(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/MediaBox ?\[0 0 ([\d.]+ [\d.]+)\]", pdf))


def test_paper() -> None:
    """A4 is 210 by 297 mm, US Letter 8.5 by 11 inches of 72 points."""
    sheets = [sheet("baccarat/tie"), sheet("99-fortunes/progressive", "P6")]
    letter = par_sheets(sheets, VERSION, paper="letter")
    assert sizes(letter) == {b"612 792"} and page_count(letter) == len(sheets)
    (a4,) = sizes(par_sheets(sheets, VERSION))
    assert [round(float(points) / 72 * 25.4) for points in a4.split()] == [210, 297]
    with pytest.raises(Unreadable, match="is no paper"):
        par_sheets(sheets, VERSION, paper="a5")


def test_a_page_that_seems_short_and_is_not_still_holds_its_sheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(par_sheet.SHORT, "a4", 10**9)
    tall = repeated(sheet("roll-the-line/roll-the-line", "PT1"), 4)
    assert page_count(par_sheets([tall, sheet("baccarat/tie")], VERSION)) == 2


def test_text_is_never_markup() -> None:
    one = relabelled(sheet("baccarat/tie"), MARKUP)
    (page,) = text_of(par_sheets([one], f"1#2 {MARKUP}"))
    assert page.count(bare(MARKUP)) == 2  # the row and the version; the chart may shorten it
    assert bare(MARKUP)[:30] in page.replace(bare(MARKUP), "")


def test_long_words_stay_on_the_page_and_unknown_games_keep_their_id() -> None:
    one = relabelled(sheet("baccarat/tie"), "x" * 300)
    stranger = replace(one.table.wager, game="unheard-of")
    foreign = replace(one, table=replace(one.table, wager=stranger))
    (page,) = text_of(par_sheets([foreign], VERSION))
    assert "x" * 300 in page and "unheard-of" in page


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    pdf = par_sheets([sheet("baccarat/banker", "vigorish")], VERSION)
    assert pdf == par_sheets([sheet("baccarat/banker", "vigorish")], VERSION)
    assert b"CreationDate" not in pdf and b"ModDate" not in pdf
    program = (
        "import hashlib; from pitboss import odds, rulebook, printing\n"
        "one = odds.analyse(rulebook.wager('baccarat/banker'), table='vigorish')\n"
        f"print(hashlib.sha256(printing.par_sheets([one], {VERSION!r})).hexdigest())"
    )
    elsewhere = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert elsewhere.stdout.strip() == hashlib.sha256(pdf).hexdigest()


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    sheets = [sheet("baccarat/tie")] * 3
    par_sheets(sheets, VERSION, lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_without_typst_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Unreadable) as refused:
        par_sheets([sheet("baccarat/tie")], VERSION)
    assert refused.value.refusal.code == "no-typst"
    assert refused.value.refusal.remedy == "install pitboss[print]"


def test_what_typst_remembers_is_nothing_that_a_server_keeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page is set by a process that ends with it, and what goes wrong there is told."""
    monkeypatch.delitem(sys.modules, "typst", raising=False)
    assert par_sheets([sheet("baccarat/tie")], VERSION).startswith(b"%PDF")
    assert "typst" not in sys.modules
    with pytest.raises(RuntimeError, match="TypstError"):
        typeset("par_sheet.typ", {}, "letter")


def test_nothing_to_print_is_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        par_sheets([], VERSION)
    assert refused.value.refusal.code == "nothing-to-print"
