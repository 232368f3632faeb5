"""The rules posting: what 30-2803(3) and 30-2804 have posted, read back from the PDF itself."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from pdf_text import bare, page_count, text_of
from pitboss.printing.posting import Posting, posting_of
from pitboss.printing.posting_sheets import rules_sheets, table_signs
from pitboss.refusals import Unreadable
from pitboss.rulebook import MeterShare, Wager, catalog
from pitboss.rulebook.pays import ABSENT, Money
from pitboss.rulebook.wagers import read_cell
from pitboss.table.floor import Floor, FloorTable, default_floor, setup_of
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.usual import usual_setup
from pitboss.table.setups.words import with_words

VERSION, DATE = "9.8.7", "2026-11-16"
MARKUP = r'#strong[x] $y$ *b* _i_ @ref <label> \ // `raw` = ~ [c] {d} #eval("1")'
FLOOR = default_floor()
NOWHERE = Floor(name="Nowhere")
TABLES = [entry.id for entry in FLOOR.tables]
NEAR = 160
"""Within so many letters after a row's label its pay is printed; a citation may be between."""


@cache
def posted(id: str) -> Posting:
    return posting_of(setup_of(FLOOR, id), FLOOR.table(id), FLOOR)


def of(words: str, game: str = "baccarat", entry: FloorTable | None = None) -> Posting:
    setup = with_words(usual_setup(game), words)
    return posting_of(setup, entry or FloorTable(id="1", game=game), NOWHERE)


def rule(posting: Posting, about: str) -> str:
    return next(one.text for one in posting.rules if one.rule == about)


def cite(posting: Posting, about: str) -> str | None:
    return next(one.cite for one in posting.rules if one.rule == about)


@cache
def printed(id: str, paper: str = "letter") -> str:
    return "".join(text_of(rules_sheets([posted(id)], VERSION, date=DATE, paper=paper)))


# --- pays, from the catalog's own cells ---


def offered(setup: TableSetup) -> Iterator[tuple[Wager, str]]:
    for name, offer in zip(setup.names, setup.offers, strict=True):
        wager = setup.wagers[name]
        yield wager, offer.table or wager.tables[0]


def rows_of(wager: Wager, table: str) -> Iterator[tuple[str, str]]:
    """Yield what the catalog prints, row by row; a printed 0 to 1 is a push, and -1 a loss."""
    block = wager.block_of(table)
    column = block.tables.index(table)
    for row in block.rows:
        pay = read_cell(row.cells[column], wager.odds).pay
        if pay == ABSENT:
            continue
        words = {"0 to 1": "push", "-1 to 1": "loss"}.get(str(pay), str(pay))
        yield row.label, f"{words} of the meter" if isinstance(pay, MeterShare) else words


def beside(text: str, label: str, pays: str) -> bool:
    """Say whether a row is printed with its pay soon after it: in a line it may begin small."""
    printed = re.finditer(re.escape(bare(label)), text, re.IGNORECASE)
    spots = [found.end() for found in printed]
    return any(bare(pays) in text[at : at + NEAR] for at in spots)


def test_no_wager_says_twice_which_it_is() -> None:
    """Total Cards: four wins with "Four cards dealt"; its line has the word once."""
    (text,) = text_of(table_signs([posted("8")], VERSION, date=DATE))
    assert bare("Total Cards: four cards dealt") in text and "four:" not in text


def held_in(setup: TableSetup, table_cite: str) -> str:
    """Return the paragraphs of a pay table that hold where it stands: Washington has its own."""
    if setup.jurisdiction != "washington":
        return table_cite
    own = [part.strip() for part in table_cite.split(";") if part.strip().startswith("001")]
    return "; ".join(own) or table_cite


def test_the_default_floor_has_every_game_and_mixes() -> None:
    assert {entry.game for entry in FLOOR.tables} == set(catalog().ids)
    assert sum(bool(entry.also) for entry in FLOOR.tables) >= 4


@pytest.mark.parametrize("id", TABLES)
def test_30_2803_3_a__every_wager_is_posted_with_every_pay_and_its_paragraph(id: str) -> None:
    setup, text = setup_of(FLOOR, id), printed(id)
    pairs = list(offered(setup))
    titles = [one.title for one in posted(id).wagers]
    for title, (wager, table) in zip(titles, pairs, strict=True):
        assert title in (wager.name, f"{wager.name}, {table}")
    assert len(set(titles)) == len(titles), "a player can tell them apart"
    for wager, table in pairs:
        assert bare(wager.name) in text, wager.name
        assert bare(held_in(setup, wager.cite_of(table))) in text, wager.path
        for label, pays in rows_of(wager, table):
            assert beside(text, label, pays), (wager.path, label, pays)


@pytest.mark.parametrize("id", TABLES)
def test_30_2803_3__the_sign_is_one_page_with_every_pay_and_the_limits(id: str) -> None:
    (text,) = text_of(table_signs([posted(id)], VERSION, date=DATE))
    setup = setup_of(FLOOR, id)
    for wager, table in offered(setup):
        for label, pays in rows_of(wager, table):
            assert beside(text, label, pays), (wager.path, label, pays)
    assert bare("$1 to $100") in text
    assert bare("Players may request a copy of all") in text


@pytest.mark.parametrize("id", TABLES)
def test_30_2803_3_b__the_limits_of_every_wager_stand_beside_it(id: str) -> None:
    for one in posted(id).wagers:
        if one.unit_cents is not None:
            assert one.limits("USD") == f"exactly {Money(one.unit_cents)}"
        else:
            assert one.limits("USD") == ("$5 to $500" if one.role == "base" else "$1 to $100")
        assert bare(one.limits("USD")) in printed(id)


@pytest.mark.parametrize("game", catalog().ids)
def test_what_is_not_offered_is_not_posted(game: str) -> None:
    usual = usual_setup(game)
    for left_out in usual.offers:
        rest = tuple(one for one in usual.offers if one is not left_out)
        if not rest:
            continue
        posting = posting_of(replace(usual, offers=rest), FloorTable(id="1", game=game), NOWHERE)
        assert [one.wager for one in posting.wagers] == [one.wager for one in rest]
        concerned = {title for one in posting.readings for title in one.wagers}
        assert concerned <= {one.title for one in posting.wagers}


def test_a_wager_that_is_left_out_is_nowhere_on_the_sheet() -> None:
    usual = usual_setup("golden-frog")
    posting = of("without jin-chan, minimum all 5, maximum all 100", "golden-frog")
    text = "".join(text_of(rules_sheets([posting], VERSION, date=DATE)))
    assert "jin-chan" in usual.names
    assert bare("Jin Chan") not in text and bare("Koi") in text


# --- the right to a copy, and what else must be posted ---


@pytest.mark.parametrize("id", TABLES)
def test_30_2803_3_c__the_right_to_a_copy_is_on_the_first_page(id: str) -> None:
    first = text_of(rules_sheets([posted(id)], VERSION, date=DATE))[0]
    assert bare(posted(id).copy) in first and bare("given to any player who asks") in first
    if setup_of(FLOOR, id).kind == "baccarat":
        assert posted(id).copy == "Players may request a copy of all baccarat rules."
        assert posted(id).copy_cite == "30-2803(3)(c), 30-2804"


def test_rule_28_is_not_cited_at_craps_nor_in_washington() -> None:
    for id in TABLES:
        setup = setup_of(FLOOR, id)
        cites = [one.cite for one in posted(id).rules if one.cite]
        if setup.kind == "craps":
            assert not any(one.startswith("30-28") for one in cites), id
        if setup.jurisdiction == "washington":
            assert all(one.startswith("001") for one in cites), id


def test_30_2899_06_4__it_is_posted_whether_a_base_wager_is_required() -> None:
    left = of("", "infinite-fortune")
    assert rule(left, "base-wager").startswith("Not required")
    assert cite(left, "base-wager") == "30-2899.06(4)"
    required = of("base wager required", "infinite-fortune")
    assert rule(required, "base-wager").startswith("Required: an optional wager needs")


def test_30_2899_02_6__the_section_requires_it_of_its_own_wager_alone() -> None:
    assert "Required at the same position for 99 Fortunes Progressive" in rule(
        posted("3"), "base-wager"
    )
    assert "Perfect Pair" not in rule(posted("3"), "base-wager")


def test_30_2808_3__commission_its_rate_its_collection_and_its_rounding() -> None:
    plain = of("")
    assert rule(plain, "commission").startswith("5% of what a Banker bet wins, collected when it")
    assert "rounded up to the cent" in rule(plain, "commission")
    assert plain.wager("banker").pays[0].notes == ("less 5% of the win",)
    other = of("vigorish 7%, vigorish rounding 0.25")
    assert rule(other, "commission").startswith("7% of")
    assert "rounded up to the next $0.25" in rule(other, "commission")
    assert other.wager("banker").pays[0].notes == ("less 7% of the win",)


def test_30_2808_3_c__vigorish_on_ties_is_collected_before_the_next_round() -> None:
    ties = of("offers player banker@tie-vigorish tie")
    assert rule(ties, "commission").startswith("25% of a Banker bet when the hands tie")
    assert "before the next round" in rule(ties, "commission")
    assert [pay.notes for pay in ties.wager("banker").pays] == [(), ("less 25% of the stake",)]


def test_30_2899_04_2__a_game_without_commission_says_what_it_takes_instead() -> None:
    text = rule(posted("4"), "commission")
    assert text == "None is taken. In its place a Banker bet pushes: Banker wins with a 3-card 7."


def test_30_2804__restrictions_on_tokes() -> None:
    assert rule(of("no tokes"), "tokes") == "No bets are taken for the dealer."
    assert rule(of(""), "tokes").startswith("Bets for the dealer are taken on every wager.")
    barred = rule(posted("1"), "tokes")  # 30-2899.07(6)(d)
    assert "but Harmony Progressive, Sun 7 Progressive and Fate 38 Progressive." in barred
    own = rule(of("", "infinite-fortune"), "tokes")  # 30-2899.06(8)
    assert "need the player's own bet on the same spot" in own and "Fortune 8" in own
    assert "stays with the dealer" in rule(of("toke push toke-box"), "tokes")


def test_30_2899_01_3_b__aggregate_limits() -> None:
    assert rule(of("", "5-treasures"), "aggregate").startswith("None")
    each = of("aggregate fortune-7 50000, aggregate golden-8 20000", "5-treasures")
    text = rule(each, "aggregate")
    assert "Fortune 7 $50,000 and Golden 8 $20,000" in text and "in proportion" in text
    assert each.wager("fortune-7").aggregate_cents == 50_000_00
    assert cite(each, "aggregate") == "30-2899.01(3)(b)"


def test_both_hands_bets_from_behind_pushes_and_the_differential() -> None:
    house = of("no both hands, no over the shoulder, push held-over, differential 2000")
    assert "not on both" in rule(house, "both-hands")
    assert "are not taken" in rule(house, "over-the-shoulder")
    assert "stays where it is" in rule(house, "push")
    assert "differ by $2,000 at most" in rule(house, "limits-not-posted")


def test_what_else_the_house_decided_is_told_in_its_words() -> None:
    posting = of("recut by next, cut card first ends-shoe")
    text = rule(posting, "decided")
    assert "ecut by next" in text and "ut card first ends shoe" in text
    assert cite(posting, "decided") == "30-2810(5); 30-2813(4)"
    assert not any(one.rule == "decided" for one in of("").rules)


def test_references_of_approvals() -> None:
    without = rule(of(""), "approval")
    assert "no reference of it is on record" in without
    entry = FloorTable(id="1", game="baccarat", approval="letter of 3 May 2026")
    words = "written approval, offers player banker@commission-free tie"
    posting = of(words, entry=entry)
    assert rule(posting, "approval") == "References on record: this table: letter of 3 May 2026."
    assert "30-2808(3)(e)" in (cite(posting, "approval") or "")


def test_30_2899_07_8_e__chosen_suits_and_another_unit() -> None:
    words = "suits sun-7-progressive h, unit sun-7-progressive 5"
    wager = of(words, "eternal-baccarat").wager("sun-7-progressive")
    assert wager.suits == ("hearts",) and wager.limits("USD") == "exactly $5"
    usual = of("", "eternal-baccarat").wager("sun-7-progressive")
    five = {pay.label: pay.pays for pay in wager.pays}
    for pay in usual.pays:
        if pay.pays.startswith("$"):
            cents = int(pay.pays[1:].replace(",", "")) * 100
            assert five[pay.label] == str(Money(5 * cents))
    assert five["Any Sun 7"] == "$50" and usual.suits == ("spades",)


def test_readings_in_force() -> None:
    usual = next(one for one in of("").readings if one.wagers == ("Match Pair",))
    assert (usual.taken, usual.cite) == ("any-pair", "30-2802(12)")
    other = of("reading match-pair unsuited")
    taken = next(one for one in other.readings if one.wagers == ("Match Pair",))
    assert taken.taken == "unsuited" and taken.note


@pytest.mark.parametrize("game", ["golden-frog", "golden-dragon"])
def test_a_reading_of_commission_free_tables_is_posted_at_these_alone(game: str) -> None:
    """30-2899.05(5), 30-2899.08(2): a Banker that pays a commission has no push on a 3-card 7."""
    asks = {one.asks for one in catalog().game(game).wagers["player"].ambiguities if one.commission}
    assert asks
    for table, posts in (("vigorish", False), ("commission-free", True)):
        posting = of(f"table banker {table}", game)
        assert (asks <= {one.asks for one in posting.readings}) is posts


def test_a_pay_that_nobody_has_set_is_said_to_be_missing() -> None:
    """30-2899.08(1)(D) prints no pay for Bad Beat; a table that offers it is refused elsewhere."""
    posting = of("also offers bad-beat, minimum all 5, maximum all 100", "golden-dragon")
    (pay,) = posting.wager("bad-beat").pays
    assert pay.pays == "no pay is set: no bet is taken"
    text = "".join(text_of(rules_sheets([posting], VERSION, date=DATE)))
    assert beside(text, "Bad Beat", "no pay is set: no bet is taken")


def test_a_table_in_pesos_has_no_dollars() -> None:
    setup = usual_setup("99-fortunes", currency="PHP")
    setup = with_words(setup, "minimum player 500, maximum player 50000")
    posting = posting_of(setup, FloorTable(id="1", game="99-fortunes"), NOWHERE)
    pays = {pay.label: pay.pays for pay in posting.wager("progressive").pays}
    assert pays["Quads"] == "PHP 10,000" and pays["Two pair"] == "PHP 900"
    assert posting.wager("player").limits("PHP") == "PHP 500 to PHP 50,000"
    text = "".join(text_of(rules_sheets([posting], VERSION, date=DATE)))
    assert "$" not in text and bare("exactly PHP 100") in text


def test_jackpots_are_told_with_their_tables_rates_and_shares() -> None:
    text = rule(posted("1"), "jackpot")
    assert "Fate 38 Progressive (fate-38) has the meter of tables 1 and 2" in text
    assert "which 17% of each wager raises and 5% its reserve" in text
    assert "shared evenly by all wagering players" in text  # 30-2899.07(7)(f)
    assert "locks every linked table" in text  # 30-2899.07(6)(e)
    alone = of("", "eternal-baccarat")
    assert "Harmony Progressive is linked to no meter" in rule(alone, "jackpot")


# --- paper ---


def sizes(pdf: bytes) -> set[bytes]:
    return set(re.findall(rb"/MediaBox ?\[0 0 ([\d.]+ [\d.]+)\]", pdf))


@pytest.mark.parametrize("make", [rules_sheets, table_signs])
def test_paper_and_pages(make: Callable[..., bytes]) -> None:
    sheets = [posted(id) for id in ("1", "4", "14")]
    letter = make(sheets, VERSION, date=DATE)
    assert sizes(letter) == {b"612 792"}
    a4 = make(sheets, VERSION, date=DATE, paper="a4")
    (size,) = sizes(a4)
    assert [round(float(points) / 72 * 25.4) for points in size.split()] == [210, 297]
    if make is table_signs:
        assert page_count(letter) == page_count(a4) == len(sheets)
    else:
        assert len(sheets) <= page_count(letter) <= 6 and len(sheets) <= page_count(a4) <= 6
    with pytest.raises(Unreadable, match="is no paper"):
        make(sheets, VERSION, date=DATE, paper="a5")


def test_no_table_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        rules_sheets([], VERSION, date=DATE)
    assert caught.value.refusal.code == "nothing-to-print"


def test_a_pay_table_longer_than_a_page_goes_on() -> None:
    posting = posted("14")
    (wager,) = posting.wagers
    rows = tuple(wager.pays[0]._replace(label=f"row {at} of many") for at in range(200))
    long = posting._replace(wagers=(wager._replace(pays=rows),))
    pages = text_of(rules_sheets([long], VERSION, date=DATE))
    assert len(pages) > 1
    assert all(f"row{at}ofmany" in "".join(pages) for at in range(200))
    (sign,) = text_of(table_signs([long], VERSION, date=DATE))
    assert f"row{199}ofmany" in sign


def test_texts_are_set_as_they_are() -> None:
    posting = posted("14")
    (wager,) = posting.wagers
    odd = wager._replace(title=MARKUP, pays=(wager.pays[0]._replace(label=MARKUP), *wager.pays))
    rules = (posting.rules[0]._replace(text=MARKUP), *posting.rules)
    changed = posting._replace(title=MARKUP, wagers=(odd,), rules=rules)
    (text,) = text_of(rules_sheets([changed], VERSION, date=DATE))
    assert text.count(bare(MARKUP)) == 4


SCRIPT = f"""
import hashlib
from pitboss.table.floor import default_floor, setup_of
from pitboss.printing.posting import posting_of
from pitboss.printing.posting_sheets import rules_sheets, table_signs
floor = default_floor()
one = posting_of(setup_of(floor, "5"), floor.table("5"), floor)
for make in (rules_sheets, table_signs):
    for paper in ("letter", "a4"):
        pdf = make([one], {VERSION!r}, date={DATE!r}, paper=paper)
        print(hashlib.sha256(pdf).hexdigest())
"""


def test_the_same_table_on_the_same_day_is_the_same_bytes_in_any_process() -> None:
    def made() -> list[str]:
        return [
            hashlib.sha256(make([posted("5")], VERSION, date=DATE, paper=paper)).hexdigest()
            for make in (rules_sheets, table_signs)
            for paper in ("letter", "a4")
        ]

    here = made()
    assert here == made() and len(set(here)) == 4
    other = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=120
    )
    assert other.stdout.split() == here
    assert rules_sheets([posted("5")], VERSION, date="2026-11-17") != rules_sheets(
        [posted("5")], VERSION, date=DATE
    )
