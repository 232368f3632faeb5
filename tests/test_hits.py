"""For every distinct sentence of the catalog: a hand-checked outcome that hits, and a near miss."""

from __future__ import annotations

import pytest

from conftest import every_table, outcome_of, rows_of
from pitboss.games import KINDS, ShooterHand
from pitboss.rulebook import parse


def distinct_sentences() -> set[tuple[str, str, str]]:
    found: set[tuple[str, str, str]] = set()
    for table in every_table(all_readings=True):
        if table.on in (None, *table.wager.places(table.id)[:1]):
            for row in table.rows:
                text = row.sentence.spelled_out
                found.add((table.wager.kind, text, table.suits if "chosen" in text else ""))
    return found


HITS = rows_of("hits_and_misses.csv")


def test_every_distinct_sentence_has_a_hit_and_a_near_miss() -> None:
    assert {(row["kind"], row["sentence"], row["suits"]) for row in HITS} == distinct_sentences()


@pytest.mark.parametrize("row", HITS, ids=lambda row: row["sentence"][:60])
def test_hand_checked_hit_and_near_miss(row: dict[str, str]) -> None:
    kind = KINDS[row["kind"]]
    suits = tuple("cdhs".index(suit) for suit in row["suits"])
    sentence = parse(row["sentence"], kind).bind({"in_chosen_suits": suits})
    for text, expected in ((row["hit"], True), (row["miss"], False)):
        outcome = outcome_of(row["kind"], text)
        assert kind.fault(outcome) is None
        if isinstance(outcome, ShooterHand):
            assert outcome.until("seven-out").over
        assert sentence.true_of(kind.seen(outcome, "seven-out")) is expected, text
