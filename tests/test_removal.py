"""Effects of removal and the tags that follow them: exact, and held against other ways."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path

import pytest

from pitboss import odds, rulebook
from pitboss.games import Shoe
from pitboss.games.cards import DECK
from pitboss.odds.removal import Effects, best_tags, count_of, effects_of_removal
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook

PER_DECK = (16, *(4,) * 9)
PUBLISHED = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)
"""A published count for Dragon 7, for A, 2 to 9 and tens."""


def dragon_7(decks: int = 8) -> Effects:
    return effects_of_removal(rulebook.wager("ez-baccarat/dragon-7"), decks=decks)


@pytest.mark.parametrize("decks", [1, 8])
@pytest.mark.parametrize(
    ("path", "on"),
    [
        ("ez-baccarat/dragon-7", None),
        ("baccarat/banker", None),
        ("baccarat/tie", None),
        ("dragon-bonus/dragon-bonus", "banker"),
        ("eternal-baccarat/golden-talons", "player"),
    ],
)
def test_effects_cancel_out_exactly_over_the_shoe(path: str, on: str | None, decks: int) -> None:
    effects = effects_of_removal(rulebook.wager(path), on=on, decks=decks)
    assert any(effects.by_value)
    pairs = zip(PER_DECK, effects.by_value, strict=True)
    assert sum((number * change for number, change in pairs), Fraction(0)) == 0


def test_an_effect_is_the_change_of_the_expectation_whatever_the_suit() -> None:
    wager = rulebook.wager("ez-baccarat/dragon-7")
    effects = dragon_7()
    assert effects.edge == odds.analyse(wager).edge
    for card in (card for card in DECK if card.suit in "ch"):
        edge = odds.analyse(wager, shoe=Shoe.of(8).without([card])).edge
        assert edge is not None
        assert effects.by_value[card.value] == effects.edge - edge


def test_dragon_7_has_the_published_tags() -> None:
    best = best_tags(dragon_7())
    assert best.printed == PUBLISHED and best.balanced
    assert 0.96 < best.correlation < 0.97


def test_wider_tags_follow_the_effects_better() -> None:
    found = [best_tags(dragon_7(), span).correlation for span in (1, 2, 3, 4)]
    assert found == sorted(found) and found[-1] > 0.99


@pytest.mark.parametrize(("path", "span"), [("ez-baccarat/panda-8", 1), ("baccarat/player", 1)])
def test_tags_are_the_best_of_all(path: str, span: int) -> None:
    effects = effects_of_removal(rulebook.wager(path))
    every = (
        (-sum(low) // 4, *low)
        for low in product(range(-span, span + 1), repeat=9)
        if sum(low) % 4 == 0 and abs(sum(low)) <= 4 * span
    )
    floats = [float(change) for change in effects.by_value]

    def merit(tags: tuple[int, ...]) -> float:
        squares = sum(n * t * t for n, t in zip(PER_DECK, tags, strict=True))
        dot = sum(n * t * e for n, t, e in zip(PER_DECK, tags, floats, strict=True))
        return dot / sqrt(squares) if squares else 0.0

    highest = max(map(merit, every))
    best = best_tags(effects, span)
    assert merit(best.tags) == pytest.approx(highest, rel=1e-12)
    size = sqrt(sum(n * e * e for n, e in zip(PER_DECK, floats, strict=True)))
    assert best.correlation == pytest.approx(highest / size, rel=1e-12)


def test_tags_are_the_best_of_all_two_million() -> None:
    np = pytest.importorskip("numpy")
    effects = dragon_7(decks=6)
    low = np.indices((5,) * 9, dtype=np.int8).reshape(9, -1) - 2
    balance = low.sum(axis=0, dtype=np.int32)
    low, tens = low[:, balance % 4 == 0], -balance[balance % 4 == 0] // 4
    low, tens = low[:, abs(tens) <= 2], tens[abs(tens) <= 2]
    squares = 16.0 * tens**2 + 4.0 * (low.astype(float) ** 2).sum(axis=0)
    floats = [float(change) for change in effects.by_value]
    dot = 16 * floats[0] * tens + 4 * sum(e * t for e, t in zip(floats[1:], low, strict=True))
    merit = dot / np.sqrt(np.maximum(squares, 1))
    at = int(merit.argmax())
    assert best_tags(effects).tags == (int(tens[at]), *map(int, low[:, at]))


def test_a_tie_goes_to_fewer_and_smaller_tags() -> None:
    effects = dragon_7()
    only_8_and_9 = tuple(Fraction(n) for n in (0, 0, 0, 0, 0, 0, 0, 0, -3, 3))
    assert best_tags(replace(effects, by_value=only_8_and_9)).printed == (0,) * 7 + (-1, 1, 0)
    nothing = best_tags(replace(effects, by_value=(Fraction(0),) * 10))
    assert nothing.tags == (0,) * 10 and nothing.correlation == 0


def test_a_count_against_the_effects_correlates_negatively() -> None:
    effects = dragon_7()
    count = count_of(effects, [-tag for tag in best_tags(effects).tags])
    assert count.correlation == pytest.approx(-best_tags(effects).correlation)
    lopsided = count_of(effects, (1,) * 10)
    assert not lopsided.balanced and lopsided.correlation == 0
    shifted = count_of(effects, [tag + 3 for tag in best_tags(effects).tags])
    assert shifted.correlation == pytest.approx(best_tags(effects).correlation)


def test_a_wager_on_third_cards_is_counted_by_value(tmp_path: Path) -> None:
    wager = third_nines(tmp_path)
    effects = effects_of_removal(wager, decks=2)
    assert effects.by_value[9] == min(effects.by_value) < 0
    assert sum(n * e for n, e in zip(PER_DECK, effects.by_value, strict=True)) == 0


def third_nines(folder: Path) -> rulebook.Wager:
    """Return a wager of one's own that asks for the values of third cards."""
    file = folder / "my.toml"
    file.write_text(
        """game = "baccarat"

[wagers.third-nines]
name = "Third nines"
cite = "house rules"
pays = [
  ["Both draw nines", "player.third == 9 and banker.third == 9", 100],
  ["One draws a nine", "player.third == 9 or banker.third == 9", "9/2"],
  ["Nobody draws", "cards == 4", "push"],
]
""",
        "utf-8",
    )
    book = Rulebook()
    book.add_file(file)
    return book.wager("baccarat/third-nines")


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("eternal-baccarat/harmony", "not-countable-by-value", "one_rank (round by rank)"),
        ("baccarat/perfect-pair", "not-countable-by-value", "first two cards by rank and suit"),
        ("3-dice-baccarat/tie", "not-countable-by-value", "dice have no memory"),
        ("roll-the-line/roll-the-line", "not-countable-by-value", "dice have no memory"),
        ("golden-dragon/bad-beat", "edge-not-known", "not known without its pays"),
    ],
)
def test_what_cannot_be_counted_is_refused(path: str, code: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        effects_of_removal(rulebook.wager(path))
    assert refused.value.refusal.code == code and said in refused.value.refusal.message
    assert refused.value.refusal.cite


def test_bad_questions_are_refused() -> None:
    effects = dragon_7()
    for span in (0, 10):
        with pytest.raises(Unreadable, match="not searched"):
            best_tags(effects, span)
    with pytest.raises(Unreadable, match="9 tags"):
        count_of(effects, (0,) * 9)
    with pytest.raises(Unreadable, match="21 decks"):
        dragon_7(decks=21)
