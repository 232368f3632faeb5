"""``pitboss rules`` finds what our texts say, by words and by paragraphs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main
from pitboss.cli.rule_search import nearest_words, paragraphs_of, search, terms_of
from pitboss.cli.rule_texts import Text, texts, written_commands

ROOT = Path(__file__).parent.parent


def found(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["rules", *words, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def names(hits: list[dict[str, object]]) -> list[object]:
    return [hit["name"] for hit in hits]


# --- what is found ---


def test_a_word_finds_its_paragraph_command_refusal_and_scenarios(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hits = found(capsys, "burn")
    assert hits["paragraphs"][0]["citation"] == "30-2810(4)"
    assert names(hits["commands"]) == ["burn CARD"]
    assert "nothing-to-burn" in names(hits["refusals"])
    assert "30-2810(4)-burn-by-an-ace" in names(hits["scenarios"])


def test_an_exposed_card_is_found_by_the_words_of_the_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Our texts say disclosed and face up where a floor says exposed."""
    hits = found(capsys, "exposed card")
    cited = [one["citation"] for one in hits["paragraphs"]]
    assert {"30-2816(2)", "30-2816(3)"} <= set(cited[:4])
    assert "error player|banker CARD|? [disclosed]" in names(hits["commands"])


def test_both_words_count(capsys: pytest.CaptureFixture[str]) -> None:
    hits = found(capsys, "tie", "vigorish")
    assert hits["paragraphs"][0]["citation"] == "30-2808(3)(c)"
    assert names(hits["refusals"])[0] == "tie-vigorish-due"
    assert "collect vigorish" in names(hits["commands"])
    assert "baccarat/banker" in names(hits["wagers"])


@pytest.mark.parametrize("section", ["30-2816", "2816"])
def test_a_section_finds_all_its_paragraphs_and_no_other(
    capsys: pytest.CaptureFixture[str], section: str
) -> None:
    cited = {one["citation"] for one in found(capsys, section)["paragraphs"]}
    assert {f"30-2816({number})" for number in (1, 2, 3, 4)} <= cited
    assert all(one.startswith("30-2816") for one in cited)


def test_a_paragraph_is_not_one_that_begins_alike(capsys: pytest.CaptureFixture[str]) -> None:
    hits = found(capsys, "30-2899.09(1)")
    cited = {one["citation"] for one in hits["paragraphs"]}
    assert "30-2899.09(1)" in cited and "30-2899.09(14)" not in cited


def test_every_scenario_is_found_by_its_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2, 3, 4):
        stems = {
            path.stem for path in (ROOT / "tests/scenarios").glob(f"30-2816({number})-*.script")
        }
        assert stems and stems <= set(names(found(capsys, f"30-2816({number})")["scenarios"]))


def test_every_command_is_found_by_its_first_word(capsys: pytest.CaptureFixture[str]) -> None:
    for command in written_commands():
        word = command.grammar.split()[0]
        if word not in ("no", "take"):
            assert command.grammar in names(found(capsys, word)["commands"]), word


def test_a_wager_is_found_by_its_name_and_a_feature_by_its_meaning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "eternal-baccarat/sun-7" in names(found(capsys, "Sun", "7")["wagers"])
    assert names(found(capsys, "point", "count")["features"])


def test_words_in_other_forms_are_the_same_words() -> None:
    dealt = Text("facts", "Collected", "The losing bets were collected.")
    assert search([dealt], ["collecting"]) and search([dealt], ["COLLECTS"])
    assert not search([dealt], ["collar"])


def test_a_short_word_is_no_beginning_of_another() -> None:
    assert not search([Text("facts", "Between", "between rounds")], ["bet"])
    assert search([Text("facts", "Placed", "two bets")], ["bet"])


def test_small_words_count_only_alone() -> None:
    assert [term.word for term in terms_of(["the", "order of payment"])] == ["order", "payment"]
    assert [term.word for term in terms_of(["the"])] == ["the"]


def test_every_text_says_something() -> None:
    listed = list(texts())
    assert {text.group for text in listed} == {
        *("commands", "facts", "refusals", "wagers", "choices", "features", "scenarios")
    }
    assert all(text.name and text.says for text in listed)
    assert sum(bool(paragraphs_of(text)) for text in listed) > 500


# --- what is not ---


def test_nothing_found_is_one_line_with_the_nearest_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "vigorsh"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        'pitboss rules: nothing here speaks of "vigorsh"; the nearest words are vigorish\n'
    )


@pytest.mark.parametrize("words", [["xyzzyx"], ["(", "["], ["x" * 100_000], ["\\"], ["30-9999"]])
def test_whatever_is_asked_for_ends_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(["rules", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1 and len(shown.err) < 1_500


def test_no_words_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 2
    assert "add words" in capsys.readouterr().err


def test_the_nearest_words_are_those_of_the_texts() -> None:
    known = [Text("facts", "Burnt", "cards were burnt")]
    assert nearest_words(known, ["brunt"]) == ["burnt"]
    assert nearest_words(known, ["zzz"]) == []


# --- for people ---


def test_the_groups_are_readable_in_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "burn"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line for line in lines if line and not line.startswith(" ")]
    assert heads == ["Paragraphs", "Commands of a script", "Refusals", "Scenarios"]
    assert lines[1] == "  30-2810(4)" and lines[3].strip() != ""


def test_few_are_shown_unless_all_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "burn"]) == 0
    few = capsys.readouterr().out
    assert main(["rules", "burn", "--all"]) == 0
    everything = capsys.readouterr().out
    assert "more: add --all" in few and "more: add --all" not in everything
    assert len(everything) > len(few)


def test_codes_can_be_looked_up_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--codes", "shoe", "empty", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed[0]["code"] == "shoe-empty" and len(listed) < 10
