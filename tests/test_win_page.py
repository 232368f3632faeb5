"""The win page: what is on it, read back from the PDF itself, and from its JSON."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pdf_text import bare, page_count, text_of
from pitboss.cli import main
from pitboss.jackpot.replaying import floor_hash
from pitboss.jackpot.reports import FloorRecord
from pitboss.jackpot.reports.win import Win, win
from pitboss.printing.win_page import Fact, win_page
from pitboss.printing.won import win_page_of
from pitboss.refusals import Unreadable
from report_floors import evening, played, record_of, saved
from test_floor_scenarios import SCENARIOS
from test_floor_scenarios import played as scenario
from test_jackpot_reports import lived
from test_lives import LIVES

MARKUP = r'#strong[x] $y$ *b* _i_ @ref <label> \ // `raw` = ~ [c] {d} #eval("1")'


def life(name: str) -> FloorRecord:
    return lived(next(script for script in LIVES if script.stem == name))


def printed(won: Win, paper: str = "letter") -> list[str]:
    return text_of(win_page(win_page_of(won), "9.8.7", paper=paper))


def test_the_page_of_a_win_says_all_that_accounting_needs() -> None:
    (page,) = printed(win(evening(), "fate-38", 1))
    for text in (
        "Two tables",
        "Fate 38, hit 1",
        "$2,001.85",
        "Paid",
        "Gaming day",
        "2026-01-01",
        "Fate 38, both hands in spades",
        "30-2899.07(7)(f), (8)(f)",
        "Player As 2s 8s, Banker Ks 3s",
        "Displayed at the lock",
        "Table 12, position 1",
        "Table 12, position 2",
        "$1,000.92",
        "$2,001.84",
        "Rest of the division, to the meter",
        "$0.01",
        "Meter after",
        "$0.26",
        "badge 2207, supervisor",
        "badge 3301, executive",
        "$2,000.00",
        "First signature",
        "Second signature",
        floor_hash(evening().heads),
        evening().heads["link/fate-38"][1],
    ):
        assert bare(text) in page, text


def test_an_automaton_of_a_demo_is_not_called_a_person() -> None:
    won = win(evening(), "fate-38", 1)
    assert not won.automatic, "people pay where no demo is"
    (page,) = printed(won._replace(automatic=frozenset({"3301"})))
    assert bare("badge 3301, automatic executive") in page
    assert bare("badge 2207, supervisor") in page


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_same_win_is_the_same_bytes(paper: str) -> None:
    page = win_page_of(win(evening(), "fate-38", 1))
    first = win_page(page, "9.8.7", paper=paper)
    assert first == win_page(page, "9.8.7", paper=paper)
    assert page_count(first) == 1


SHEET = """
import hashlib
from test_win_page import evening, win, win_page, win_page_of
page = win_page_of(win(evening(), "fate-38", 1))
for paper in ("letter", "a4"):
    print(hashlib.sha256(win_page(page, "9.8.7", paper=paper)).hexdigest())
"""


def test_another_process_makes_the_same_bytes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}\n{SHEET}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    page = win_page_of(win(evening(), "fate-38", 1))
    sheets = [win_page(page, "9.8.7", paper=paper) for paper in ("letter", "a4")]
    assert done.stdout.split() == [hashlib.sha256(sheet).hexdigest() for sheet in sheets]


def test_the_lines_that_prove_it_are_those_of_the_journal() -> None:
    won = win(evening(), "fate-38", 1)
    by_place = {}
    for text in played():
        line = json.loads(text)
        by_place[line["stream"], line["sequence"]] = text
    for proof in won.proof:
        text = by_place[proof.stream, proof.line]
        assert hashlib.sha256(text.encode()).hexdigest() == proof.hash
    kinds = [
        [fact["kind"] for fact in json.loads(by_place[one.stream, one.line])["facts"]]
        for one in won.proof
    ]
    assert "ProgressivesTaken" in kinds[0] and "JackpotsWon" in kinds[1]
    assert "SharesPaid" in kinds[-1]
    steps = ", ".join(proof.step for proof in won.proof)
    assert steps == (
        "START GAME, result, hit called, hit recorded, amount locked, verified, "
        "paid, reseeded, shares paid"
    )


def test_dealer_envy_and_the_fixed_seed_of_a_life() -> None:
    won = win(life("sun-7-e01-dealer-envy"), "sun-7", 1)
    assert won.row.dealer_envy_cents > 0
    (page,) = printed(won)
    assert bare(f"Dealer, table {won.row.table}") in page
    assert bare("Envy, from the tray").upper() in page.upper()


@pytest.mark.parametrize("script", [*LIVES, *SCENARIOS], ids=lambda script: script.stem)
def test_every_win_has_a_page_whose_sums_are_right(script: Path) -> None:
    lives = script in LIVES
    record = lived(script) if lives else record_of(scenario(script).texts)
    for id, link in record.links.items():
        for hit in link.hits:
            if hit.state in ("dismissed", "waiting"):
                continue
            won = win(record, id, hit.order)
            shared = sum(cents for _, cents in won.row.shares_cents)
            assert shared * 10_000 + won.row.remainder_micros == won.row.amount_cents * 10_000
            if link.jackpot.amount == "at-lock":
                assert won.row.amount_cents == won.displayed_cents * won.percent // 100
            assert won.played.round == hit.round and won.played.table == hit.table
            assert won.played.outcome and won.cite
            steps = ", ".join(line.step for line in won.proof)
            assert "START GAME" in steps and "hit recorded" in steps
            assert ("shares paid" in steps) == (hit.state in ("paid", "backed-out"))
            assert win_page_of(won).amount == f"${shared / 100:,.2f}", "what all of them get"


def test_a_hit_that_was_backed_out_says_so() -> None:
    won = win(life("back-out-with-envy"), "fortunes", 1)
    (page,) = printed(won)
    assert bare("BACKED OUT AFTER PAYMENT") in page
    assert bare("Backed out by 2207 and 3301, $10,000.30 returned") in page
    assert bare("the camera shows a 5 of clubs") in page
    assert bare("Table 12, position 6") in page and bare("$1,000.00") in page


def test_a_house_jackpots_rest_goes_to_the_house_and_dice_are_shown() -> None:
    record = life("triple-03-washington-house-jackpot")
    won = next(
        win(record, id, hit.order)
        for id, link in record.links.items()
        for hit in link.hits
        if hit.state == "paid"
    )
    page = win_page_of(won)
    assert not any(fact.name == "Shoe" for fact in page.facts)
    assert " v " in page.outcome
    assert won.terms.kind == "house"
    divided = won._replace(row=won.row._replace(remainder_micros=10_000))
    assert Fact("Rest of the division, to the house", "$0.01") in win_page_of(divided).money


@pytest.mark.parametrize(
    ("name", "order"), [("lock-value-dismissed", 1), ("lock-all-first-is-dismissed", 1)]
)
def test_a_hit_that_was_none_has_no_page(name: str, order: int) -> None:
    record = life(name)
    (id,) = record.links
    assert record.links[id].hit(order).state == "dismissed"
    with pytest.raises(Unreadable) as caught:
        win(record, id, order)
    assert caught.value.refusal.code == "no-win-page"


def test_a_hit_that_is_not_paid_says_so() -> None:
    script = (
        "table 12: sit 1\ntable 12: buy in 1 100\ntable 12: prepare burning 5d\n"
        "table 12: bet 1 fate-38 1\ntable 12: coup As 2s 8s / Ks 3s\n"
        "table 12: finish\ntable 12: hit jackpot fate-38\n"
    )
    won = win(record_of(list(played(script))), "fate-38", 1)
    assert won.played.outcome == "Player As 2s 8s, Banker Ks 3s", "the layout is cleared by then"
    assert won.row.new_amount_cents is None
    (page,) = printed(won)
    assert bare("PENDING: NOT VERIFIED, NOT PAID") in page
    assert bare("Meter after") not in page


def test_texts_are_set_as_they_are() -> None:
    page = win_page_of(win(evening(), "fate-38", 1))
    changed = page._replace(floor=MARKUP, row=MARKUP, notes=(MARKUP,))
    (text,) = text_of(win_page(changed, "9.8.7"))
    assert text.count(bare(MARKUP)) == 3


def test_many_who_share_go_on_over_the_page() -> None:
    page = win_page_of(win(evening(), "fate-38", 1))
    shares = tuple(Fact(f"Table {at}, position 7", "$1.00") for at in range(100, 200))
    pages = text_of(win_page(page._replace(shares=shares), "9.8.7"))
    assert len(pages) > 1
    whole = "".join(pages)
    assert all(bare(f"Table {at}, position 7") in whole for at in range(100, 200))


# --- on the command line ---


def test_the_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, out = saved(tmp_path), tmp_path / "win.pdf"
    words = ["report", str(journal), "win", "--jackpot", "fate-38", "--hit", "1"]
    assert main([*words, "--out", str(out)]) == 0
    letter = out.read_bytes()
    assert main([*words, "--out", str(out), "--paper", "a4"]) == 0
    assert letter.startswith(b"%PDF") and letter != out.read_bytes()
    capsys.readouterr()
    assert main([*words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["amount_cents"], data["displayed_cents"]) == (200_185, 200_185)
    assert data["paid_level"] == "executive"
    assert data["shares_cents"] == {"12/1": 100_092, "12/2": 100_092}
