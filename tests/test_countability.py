"""Shoes dealt to the cut card: the kernel against the exact engine, seeds, and what counts gain."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import shoe_oracle
from command_line import run as run_line
from pitboss import rulebook
from pitboss.games import Card, Shoe
from pitboss.games import baccarat as rules
from pitboss.games.cards import DECK
from pitboss.odds import Analysis
from pitboss.odds.analysis import analyse_table
from pitboss.odds.general import Progress
from pitboss.odds.removal import Effects, best_tags, count_of, effects_of_removal
from pitboss.refusals import Unreadable
from pitboss.simulate import Play, Study
from pitboss.simulate.procedure import Procedure

np = pytest.importorskip("numpy")

PUBLISHED = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
"""The published count of Dragon 7, by card value 0 to 9."""


def effects_of(path: str = "ez-baccarat/dragon-7", *, on: str | None = None) -> Effects:
    return effects_of_removal(rulebook.wager(path), on=on)


def study_of(**options: Any) -> Study:
    effects = effects_of()
    return Study(effects, count=count_of(effects, PUBLISHED), **options)


# --- the edge before every coup ---

PRICED = (
    ("ez-baccarat/dragon-7", None, 8),
    ("ez-baccarat/panda-8", None, 6),
    ("baccarat/banker", None, 8),
    ("baccarat/tie", None, 1),
    ("dragon-bonus/dragon-bonus", "player", 10),
    ("eternal-baccarat/golden-talons", "banker", 20),
)


@pytest.mark.parametrize(("path", "on", "decks"), PRICED)
def test_the_kernel_equals_the_exact_engine(path: str, on: str | None, decks: int) -> None:
    from pitboss.simulate.edges import Edges

    table = rulebook.wager(path).open(on=on)
    full = Shoe.of(decks)
    chance = random.Random(f"{path} {decks}")
    cards = list(full)
    shoes = [full]
    for left in (6, 7, 12, *(chance.randrange(6, len(cards)) for _ in range(17))):
        shoes.append(full.without(chance.sample(cards, len(cards) - left)))
    found = Edges(analyse_table(table, shoe=full)).expectations(
        np.array(list(map(by_value, shoes)))
    )
    for shoe, expectation in zip(shoes, found.tolist(), strict=True):
        edge = analyse_table(table, shoe=shoe).edge
        assert edge is not None
        assert abs(Fraction(expectation) + edge) < Fraction(1, 10**12)


def test_an_expectation_does_not_depend_on_its_neighbours() -> None:
    """Up to eleven decks float64 holds every count: the order of the sums does not matter."""
    from pitboss.simulate.edges import WAYS, Edges
    from pitboss.simulate.shoes import deal_shoes

    edges = Edges(effects_of_removal(rulebook.wager("ez-baccarat/panda-8"), decks=11).sheet)
    assert WAYS * comb(11 * 52, 6) < 2**53
    unseen = deal_shoes(2, 0, 20, Procedure(11, 14)).unseen.reshape(-1, 10)
    found = edges.expectations(unseen)
    order = np.random.Generator(np.random.Philox(1)).permutation(len(unseen))
    assert (edges.expectations(unseen[order]) == found[order]).all()
    assert all(edges.expectations(unseen[at : at + 1])[0] == found[at] for at in range(0, 900, 90))


def by_value(shoe: Shoe) -> list[int]:
    numbers = [0] * 10
    for card in shoe:
        numbers[card.value] += 1
    return numbers


def test_the_kernel_reads_third_cards() -> None:
    from pitboss.odds.design import event_wager
    from pitboss.simulate.edges import Edges

    sentence = "player.third == 9 and banker.first_two == 4 or banker.third == 0"
    table = event_wager(rulebook.game("baccarat"), sentence, 7).open()
    edges = Edges(analyse_table(table, shoe=Shoe.of(8)))
    lopsided = Shoe.of(8).without([card for card in DECK if card.value in (0, 3)] * 7)
    for shoe in (Shoe.of(8), Shoe.of(1), lopsided):
        edge = analyse_table(table, shoe=shoe).edge
        (found,) = edges.expectations(np.array([by_value(shoe)])).tolist()
        assert edge is not None and abs(Fraction(found) + edge) < Fraction(1, 10**12)


# --- shoes, dealt a second time by other means ---


def order_of(seed: int, shoe: int, decks: int) -> list[Card]:
    """Return a shoe's cards in the order they come out, by the slow oracle."""
    numbers = shoe_oracle.shuffled(shoe_oracle.fresh_shoe(decks), shoe_oracle.Stream(seed, shoe))
    return [shoe_oracle.NUMBERED[number] for number in numbers]


def coups_of(cards: list[Card], cut: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Deal a shoe by the book; yield the cards out and the composition unseen before each coup."""
    unseen = [sum(card.value == value for card in cards) for value in range(10)]
    unseen[cards[0].value] -= 1
    out = 1 + (cards[0].value or 10)
    last = False
    while True:
        yield out, tuple(unseen)
        if last:
            return
        coup = rules.deal(cards[out:])
        dealt = list(coup.in_order)
        last = out <= len(cards) - cut < out + len(dealt)
        for card in dealt:
            unseen[card.value] -= 1
        out += len(dealt)


@pytest.mark.parametrize(("decks", "cut"), [(8, 14), (6, 60), (1, 12)])
def test_shoes_are_dealt_by_the_book(decks: int, cut: int) -> None:
    from pitboss.simulate.shoes import deal_shoes

    dealt = deal_shoes(7, 30, 40, Procedure(decks, cut))
    played = dealt.played(52 * decks - cut)
    for at in range(40):
        order = order_of(7, 30 + at, decks)
        expected = list(coups_of(order, cut))
        hands = played[:, at].tolist()
        assert hands == [True] * len(expected) + [False] * (len(hands) - len(expected))
        assert dealt.starts[: len(expected), at].tolist() == [out for out, _ in expected]
        assert dealt.unseen[: len(expected), at].tolist() == [list(one) for _, one in expected]


def test_the_cut_card_as_first_card_leaves_one_more_coup() -> None:
    """The default of the reading cut-card-first: that round is finished and one more is played."""
    from pitboss.simulate.shoes import deal_shoes

    dealt = deal_shoes(1, 0, 1, Procedure(8, 14))
    starts = dealt.starts[:, 0].tolist()
    for at in range(3, 20):
        assert dealt.played(starts[at])[:, 0].sum() == at + 2
        assert dealt.played(starts[at] - 1)[:, 0].sum() == at + 1


def test_a_study_is_what_a_slow_count_of_its_shoes_finds() -> None:
    study = study_of(cuts=[14, 52], seed=3)
    study.gather(2)
    table = study.effects.table
    for depth in study.depths():
        coups = [coup for shoe in range(2) for coup in coups_of(order_of(3, shoe, 8), depth.cut)]
        edges = [exact_expectation(table_sheet(table, unseen)) for _, unseen in coups]
        assert depth.hands == len(coups)
        positive = [edge for edge in edges if edge > 0]
        assert depth.perfect.bets == len(positive)
        assert depth.perfect.units == pytest.approx(float(sum(positive)), abs=1e-9)
        assert depth.every_hand.units == pytest.approx(float(sum(edges)), abs=1e-9)
        assert depth.true is not None and depth.running is not None
        for trigger in range(-3, 9):
            true, running = [], []
            for (_, unseen), edge in zip(coups, edges, strict=True):
                seen = [n - u for n, u in zip((128, *(32,) * 9), unseen, strict=True)]
                count = sum(tag * n for tag, n in zip(PUBLISHED, seen, strict=True))
                true += [edge] if Fraction(52 * count, sum(unseen)) >= trigger else []
                running += [edge] if count >= trigger else []
            for scan, bets in ((depth.true, true), (depth.running, running)):
                assert scan.at(trigger).bets == len(bets)
                assert scan.at(trigger).units == pytest.approx(float(sum(bets)), abs=1e-9)


def table_sheet(table: rulebook.PayTable, unseen: tuple[int, ...]) -> Analysis:
    """Price a composition; which suits are left is of no account."""
    one_of = {card.value: at for at, card in reversed(list(enumerate(DECK)))}
    counts = [0] * 52
    for value, number in enumerate(unseen):
        counts[one_of[value]] = number
    return analyse_table(table, shoe=Shoe(tuple(counts)))


def exact_expectation(sheet: Analysis) -> Fraction:
    assert sheet.edge is not None
    return -sheet.edge


def test_before_any_given_coup_the_average_edge_is_that_of_the_full_shoe() -> None:
    from pitboss.simulate.edges import Edges
    from pitboss.simulate.shoes import deal_shoes

    effects = effects_of()
    dealt = deal_shoes(5, 0, 300, Procedure(8, 14))
    for coup in (1, 30, 60):
        found = Edges(effects.sheet).expectations(dealt.unseen[coup])
        error = found.std() / 300**0.5
        assert abs(found.mean() + float(effects.edge)) < 4 * error


# --- seeds and chunks ---


def test_results_do_not_depend_on_chunks() -> None:
    studies = [study_of(cuts=[14, 30], seed=9) for _ in range(3)]
    studies[0].gather(40)
    studies[1].gather(40, chunk=7)
    studies[2].gather(11)
    studies[2].gather(29, chunk=16)
    assert studies[0].depths() == studies[1].depths() == studies[2].depths()
    other = study_of(cuts=[14, 30], seed=10)
    other.gather(40)
    assert other.depths() != studies[0].depths()


def test_results_do_not_depend_on_the_other_cuts() -> None:
    together, alone = study_of(cuts=[52, 14, 52]), study_of(cuts=[52])
    for study in (together, alone):
        study.gather(20)
    assert together.cuts == (52, 14)
    assert together.depths()[0] == alone.depths()[0]


def test_an_interruption_leaves_whole_chunks() -> None:
    study, short = study_of(), study_of()

    def stop(done: int, of: int) -> None:
        assert of == 30
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.gather(30, chunk=10, progress=stop)
    short.gather(20)
    assert study.shoes == 20 and study.depths() == short.depths()


# --- what it gains ---


def test_dragon_7_gains_the_published_six_tenths_of_a_unit() -> None:
    study = study_of(cuts=[14, 52], seed=1)
    study.gather(2000)
    deep, shallow = study.depths()
    assert deep.true is not None and deep.true.best is not None and deep.running is not None
    best = deep.true.best
    assert best.trigger in (3, 4, 5)
    assert best.standard_error is not None and best.standard_error < 0.03
    assert abs(best.units_per_shoe - 0.6) < 3 * best.standard_error
    assert deep.perfect.units >= max(play.units for play in (*deep.true, *deep.running))
    assert deep.perfect.units_per_shoe > 1.5 * shallow.perfect.units_per_shoe
    assert 0.10 < deep.perfect.bet_frequency < 0.14
    assert deep.perfect.average_edge is not None and 0.06 < deep.perfect.average_edge < 0.09
    per_hand = deep.perfect.bet_frequency * deep.perfect.average_edge
    assert deep.perfect.units_per_100_hands == pytest.approx(100 * per_hand)
    assert deep.perfect.units_per_shoe == pytest.approx(per_hand * deep.hands_per_shoe)


def test_a_count_of_nothing_never_gains() -> None:
    effects = effects_of("baccarat/player")
    study = Study(effects, count=count_of(effects, (0,) * 10))
    study.gather(5)
    (depth,) = study.depths()
    assert depth.true is not None and depth.true.best is None
    never = depth.true.at(99)
    assert (never.bets, never.units, never.average_edge) == (0, 0, None)
    assert depth.true.at(0) == as_true(depth.every_hand)


def as_true(play: Play) -> Play:
    return Play(
        basis="true",
        trigger=0,
        shoes=play.shoes,
        hands=play.hands,
        bets=play.bets,
        units=play.units,
        squares=play.squares,
    )


def test_without_a_count_only_perfect_play_is_studied() -> None:
    study = Study(effects_of())
    assert study.depths() == ()
    study.gather(1)
    (depth,) = study.depths()
    assert depth.true is None and depth.running is None
    assert depth.perfect.standard_error is None


# --- refusals ---


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"cuts": [11]}, "cut-out-of-range"),
        ({"cuts": [14, 400]}, "cut-out-of-range"),
        ({"cuts": []}, "no-cut"),
        ({"seed": -1}, "bad-seed"),
        ({"seed": 2**64}, "bad-seed"),
    ],
)
def test_what_cannot_be_dealt_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        study_of(**options)
    assert refused.value.refusal.code == code


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    effects = effects_of()
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Unreadable, match=r"pitboss\[simulate\]") as refused:
        Study(effects)
    assert refused.value.refusal.code == "extra-not-installed"


# --- the command ---


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    return run_line(capsys, "countability", *line.split())


def test_the_command_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = "ez-baccarat/dragon-7 --shoes 30 --cut 14 52 --seed 4 --format json"
    code, out, err = run(capsys, line)
    assert code == 0 and not err
    data = json.loads(out)
    effects = effects_of()
    assert (data["game"], data["wager"], data["table"]) == ("ez-baccarat", "dragon-7", "1")
    assert Fraction(data["house_edge"]) == effects.edge
    listed = {one["value"]: Fraction(one["effect"]) for one in data["effects_of_removal"]}
    assert [listed[value] for value in range(10)] == list(effects.by_value)
    assert [one["card"] for one in data["effects_of_removal"]] == list("A23456789T")
    assert data["best_tags"]["tags"] == [0, 0, 0, -1, -1, -1, -1, 2, 2, 0]
    assert data["best_tags"]["span"] == 2 and data["best_tags"]["correlation"] > 0.96
    study = Study(effects, count=best_tags(effects), cuts=[14, 52], seed=4)
    study.gather(30)
    depth, found = study.depths()[0], data["simulation"]["depths"][0]
    assert (data["simulation"]["shoes"], data["simulation"]["seed"]) == (30, 4)
    assert [one["cut"] for one in data["simulation"]["depths"]] == [14, 52]
    assert found["hands"] == depth.hands
    assert found["perfect"]["units_per_shoe"] == depth.perfect.units_per_shoe
    assert found["perfect"]["bet_frequency"] == depth.perfect.bet_frequency
    assert depth.true is not None and depth.true.best is not None
    assert found["true_count"]["best"]["trigger"] == depth.true.best.trigger
    assert found["running_count"]["triggers"]


def test_the_command_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    line = "dragon-bonus/dragon-bonus --on banker --shoes 5 --tags=1,0,0,0,0,0,0,0,0,0"
    code, out, _ = run(capsys, line)
    assert code == 0
    for said in (
        "effect of removal",
        "tags given",
        "not balanced",
        "5 shoes, seed 1",
        "every hand",
    ):
        assert said in out


def test_the_tags_alone_need_no_numpy() -> None:
    script = (
        "import sys; from pitboss.cli import main; from pitboss.cli.main import COMMANDS;"
        "COMMANDS['countability'] = '';"
        "main(['countability', 'ez-baccarat/dragon-7', '--shoes', '0', '--format', 'json']);"
        "sys.exit('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0
    assert json.loads(done.stdout)["simulation"] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("eternal-baccarat/harmony", "asks for more than card values: one_rank (round by rank)"),
        ("3-dice-baccarat/tie", "dice have no memory"),
        ("golden-dragon/bad-beat", "not known without its pays"),
        ("ez-baccarat", "names no wager"),
        ("tie", "say which: baccarat/tie"),
        ("ez-baccarat/dragon-7 --table 9", 'no pay table "9"'),
        ("ez-baccarat/dragon-7 --tags 1,2,3", "is not a count"),
        ("ez-baccarat/dragon-7 --tags 0,0,0,0,0,0,0,0,0,100", "is not a count"),
        ("ez-baccarat/dragon-7 --span 0", "not searched"),
        ("ez-baccarat/dragon-7 --cut 5", "12 to 399"),
        ("ez-baccarat/dragon-7 --decks 0", "0 decks"),
        ("ez-baccarat/dragon-7 --shoes -1", "cannot be dealt"),
        ("ez-baccarat/dragon-7 --shoes many", "is not a whole number"),
        ("ez-baccarat/dragon-7 --seed -3", "is not a seed"),
        ("dragon-bonus/dragon-bonus", "placed on a hand"),
    ],
)
def test_what_cannot_be_answered_is_one_line(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    code, out, err = run(capsys, line)
    assert code == 2 and not out
    assert err.count("\n") == 1 and said in err


def test_an_interruption_prints_what_was_gathered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gather = Study.gather

    def interrupted(study: Study, shoes: int, *, progress: Progress | None = None) -> None:
        gather(study, shoes // 2, progress=progress)
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "gather", interrupted)
    code, out, err = run(capsys, "ez-baccarat/dragon-7 --shoes 10")
    assert code == 130 and "5 shoes, seed 1" in out and "every hand" in out
    assert "stopped after 5 of 10 shoes" in err
