"""Simulated dice: against plain Python integers, the games' own rules, and the exact odds."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from conftest import every_table
from pitboss import rulebook, simulate
from pitboss.games import Shoe, ShooterHand, Throw
from pitboss.games.craps import POINTS
from pitboss.odds.analysis import analyse_table
from pitboss.refusals import Unreadable
from pitboss.rulebook import PayRow, PayTable, Rulebook

np = pytest.importorskip("numpy")

from pitboss.simulate.counting import Counted, merged  # noqa: E402
from pitboss.simulate.dice_moves import chain  # noqa: E402
from pitboss.simulate.listed_plan import ListedPlan, listed_plan  # noqa: E402
from pitboss.simulate.numba_engine.dice import classify, follow  # noqa: E402
from pitboss.simulate.parallel import Piece, pieces  # noqa: E402
from pitboss.simulate.shooter_plan import (  # noqa: E402
    MOST_CELLS,
    MOST_TOGETHER,
    ShooterPlan,
    cells_of,
    offsets_of,
    sheet_of,
    shooter_plan,
)

SEED = 7
DROPPING = {"shooters": (1358, 2870), "throws": (188, 406)}
"""Streams of the seed of which a half is dropped: the second half of a word, and the first."""


# --- the documented numbers, in plain Python ---

MASK = 2**64 - 1


def mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return word ^ word >> 31


def words_of(seed: int, stream: int) -> Iterator[int]:
    golden = 0x9E3779B97F4A7C15
    start = mix(seed + golden & MASK)
    a, b, c, d = (mix(start + (4 * stream + at) * golden & MASK) for at in range(1, 5))
    while True:
        total = a + d & MASK
        yield (total << 23 | total >> 41) + a & MASK
        shifted = b << 17 & MASK
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c, d = c ^ shifted, (d << 45 | d >> 19) & MASK


def halves_of(seed: int, stream: int) -> Iterator[int]:
    for word in words_of(seed, stream):
        yield from divmod(word, 2**32)


def is_dropped(half: int, ways: int = 6**6) -> bool:
    return ways * half % 2**32 < 2**32 % ways


def draws_of(seed: int, stream: int, ways: int = 6**6) -> Iterator[int]:
    halves = halves_of(seed, stream)
    return (ways * half // 2**32 for half in halves if not is_dropped(half, ways))


def rolls_of(seed: int, stream: int) -> Iterator[int]:
    """Yield the totals of two dice: a draw is three rolls, a roll two dice, to base 6."""
    for draw in draws_of(seed, stream):
        for roll in (draw // 36**2, draw // 36 % 36, draw % 36):
            yield roll // 6 + 1 + roll % 6 + 1


def hands_of(seed: int, stream: int, number: int) -> Iterator[ShooterHand]:
    rolls = rolls_of(seed, stream)
    for _ in range(number):
        hand = ShooterHand(tuple(until_seven_out(rolls)))
        assert hand.fault is None and hand.until("seven-out").over
        yield hand


def until_seven_out(rolls: Iterator[int]) -> Iterator[int]:
    on = 0
    for roll in rolls:
        yield roll
        if on and roll == 7:
            return
        if not on and roll in POINTS:
            on = roll
        elif roll == on:
            on = 0


def throws_of(seed: int, stream: int) -> Iterator[Throw]:
    for draw in islice(draws_of(seed, stream), 4096):
        dice = [draw // 6**at % 6 + 1 for at in (5, 4, 3, 2, 1, 0)]
        yield Throw((dice[0], dice[1], dice[2]), (dice[3], dice[4], dice[5]))


def row_number(table: PayTable, outcome: ShooterHand | Throw) -> int:
    found = table.row_of(outcome)
    if found is None:
        return -1
    assert isinstance(found, PayRow)
    return next(at for at, row in enumerate(table.rows) if row is found)


def expected_counts(table: PayTable, outcomes: Iterable[ShooterHand | Throw]) -> list[int]:
    hits = Counter(row_number(table, outcome) for outcome in outcomes)
    return [hits[at] for at in (*range(len(table.rows)), -1)]


@cache
def tables_of(kind: str, *, all_readings: bool = False) -> tuple[PayTable, ...]:
    return tuple(
        table for table in every_table(all_readings=all_readings) if table.wager.kind == kind
    )


@cache
def distinct(kind: str, *, all_readings: bool = False) -> tuple[PayTable, ...]:
    """Return one table of each set of sentences; the others have other pays only."""
    tables = tables_of(kind, all_readings=all_readings)
    return tuple({(table.nodes, table.ends): table for table in tables}.values())


def craps_plan() -> ShooterPlan:
    return shooter_plan(tables_of("craps"), SEED)


def same(one: Counted, other: Counted) -> bool:
    exact = one.rounds == other.rounds and one.streams == other.streams
    return exact and all(map(np.array_equal, one[2:4], other[2:4]))


def test_every_draw_comes_of_equally_many_halves() -> None:
    unfair = 2**32 % 6**6
    for draw in range(6**6):
        first = -(-(draw * 2**32 + unfair) // 6**6)
        after = -(-(draw + 1) * 2**32 // 6**6)
        assert after - first == 92_056
    assert 6**6 * 92_056 + unfair == 2**32


# --- streams, one by one ---


def test_throws_are_the_documented_ones() -> None:
    plan = listed_plan("three-dice", SEED)
    for stream in (*DROPPING["throws"], 0, 2**40):
        dropped = any(map(is_dropped, islice(halves_of(SEED, stream), 4096)))
        assert dropped == (stream in DROPPING["throws"])
        counted = plan.count(Piece(stream, 1))
        expected = sorted(Counter(islice(draws_of(SEED, stream), 4096)).items())
        assert list(zip(counted.cells.tolist(), counted.counts.tolist(), strict=True)) == expected
        assert (counted.rounds, counted.streams, counted.voids) == (4096, 1, 0)


@pytest.mark.parametrize("ways", [1, 3, 216, 2**21 + 1])
def test_any_number_of_ways_is_drawn_alike(ways: int) -> None:
    """With 2**21 + 1 ways one half in two thousand is dropped."""
    plan = ListedPlan(kind="made up", seed=SEED, ways=ways)
    counted = plan.count(Piece(0, 2), 5000)
    draws = [*islice(draws_of(SEED, 0, ways), 4096), *islice(draws_of(SEED, 1, ways), 904)]
    assert dict(zip(counted.cells.tolist(), counted.counts.tolist(), strict=True)) == Counter(draws)


def test_rows_of_throws_are_read_by_the_games_own_rules() -> None:
    plan = listed_plan("three-dice", SEED)
    throws = list(throws_of(SEED, 0))
    counted = plan.count(Piece(0, 1))
    tables = distinct("three-dice")
    assert len(tables) > 10
    for table in tables:
        assert plan.row_counts(table, counted).tolist() == expected_counts(table, throws)


def test_shooters_are_the_documented_ones() -> None:
    plan = craps_plan()
    streams = (*DROPPING["shooters"], *range(200))
    hands = [list(hands_of(SEED, stream, 256)) for stream in streams]
    for stream, each in zip(streams[:4], hands, strict=False):
        rolls = sum(len(hand.rolls) for hand in each)
        dropped = any(map(is_dropped, islice(halves_of(SEED, stream), rolls // 3)))
        assert dropped == (stream in DROPPING["shooters"])
        counted = plan.count(Piece(stream, 1))
        for table in distinct("craps"):
            assert plan.row_counts(table, counted).tolist() == expected_counts(table, each)
    counted = merged([plan.count(Piece(stream, 1)) for stream in DROPPING["shooters"]])
    counted = merged([counted, plan.count(Piece(0, 200))])
    played = [hand for each in hands for hand in each]
    assert counted.rounds == len(played) and counted.streams == len(streams)
    for table in distinct("craps"):
        assert plan.row_counts(table, counted).tolist() == expected_counts(table, played)


def test_sessions_of_shooters_use_streams_of_their_own() -> None:
    tables = distinct("craps", all_readings=True)
    assert len(tables) == 37 and {table.ends for table in tables} == {"any-seven", "seven-out"}
    plan = shooter_plan(tables, SEED)
    found = plan.rows(tables, Piece(5, 2), 600)
    assert found.shape == (37, 2, 600) and found.dtype == np.int16
    for session in (0, 1):
        first = (5 + session) * 2**20
        hands = [hand for at in range(3) for hand in hands_of(SEED, first + at, 256)][:600]
        for table, rows in zip(tables, found[:, session].tolist(), strict=True):
            assert rows == [row_number(table, hand) for hand in hands]


def test_sessions_of_throws_use_streams_of_their_own() -> None:
    tables = distinct("three-dice")[:3]
    plan = listed_plan("three-dice", SEED)
    found = plan.rows(tables, Piece(3, 2), 5000)
    assert found.shape == (3, 2, 5000) and found.dtype == np.int16
    for session in (0, 1):
        first = (3 + session) * 2**20
        throws = [throw for at in range(2) for throw in throws_of(SEED, first + at)][:5000]
        for table, rows in zip(tables, found[:, session].tolist(), strict=True):
            assert rows == [row_number(table, throw) for throw in throws]


def test_a_session_does_not_depend_on_the_others_nor_on_its_length() -> None:
    plan, table = craps_plan(), distinct("craps")[3]
    throws, bet = listed_plan("three-dice", SEED), distinct("three-dice")[0]
    together = plan.rows([table, table], Piece(0, 9), 300)
    assert np.array_equal(together[0], together[1])
    assert np.array_equal(plan.rows([table], Piece(4, 1), 77)[0, 0], together[0, 4, :77])
    thrown = throws.rows([bet], Piece(0, 9), 300)
    assert np.array_equal(throws.rows([bet], Piece(4, 1), 77)[0, 0], thrown[0, 4, :77])
    assert plan.rows([table], Piece(0, 0), 5).shape == (1, 0, 5)
    assert plan.rows([table], Piece(0, 5), 0).shape == (1, 5, 0)
    assert plan.rows([], Piece(0, 5), 4).shape == (0, 5, 4)
    assert throws.rows([bet], Piece(0, 5), 0).shape == (1, 5, 0)


# --- pieces ---


def cut(plan: ShooterPlan | ListedPlan, size: int, most: int | None) -> Counted:
    parts, left = [], most
    for piece in pieces(SEED, 6, size):
        parts.append(plan.count(piece, left))
        left = None if left is None else left - parts[-1].rounds
    return merged(parts)


@pytest.mark.parametrize("kind", ["shooters", "throws"])
def test_counts_do_not_depend_on_the_pieces(kind: str) -> None:
    plan = craps_plan() if kind == "shooters" else listed_plan("three-dice", SEED)
    length = 256 if kind == "shooters" else 4096
    for most in (None, 0, 3 * length, 5 * length - 100, 99 * length):
        whole = plan.count(Piece(SEED, 6), most)
        assert whole.rounds == (6 * length if most is None else min(most, 6 * length))
        for size in (1, 4, 6):
            assert same(cut(plan, size, most), whole)


def test_most_stops_with_the_last_shooters_seven_out() -> None:
    plan = craps_plan()
    hands = list(hands_of(SEED, 0, 256))
    for most in (1, 2, 5, 100, 255, 256):
        counted = plan.count(Piece(0, 3), most)
        for table in distinct("craps"):
            assert plan.row_counts(table, counted).tolist() == expected_counts(table, hands[:most])


def test_plans_travel() -> None:
    for plan in (craps_plan(), listed_plan("three-dice", SEED)):
        copy = pickle.loads(pickle.dumps(plan))
        assert copy == plan and hash(copy) == hash(plan)
        assert same(copy.count(Piece(0, 2)), plan.count(Piece(0, 2)))


def test_seeds_and_streams_differ() -> None:
    plan = listed_plan("three-dice", SEED)
    assert not same(plan.count(Piece(0, 1)), plan.count(Piece(1, 1)))
    assert not same(plan.count(Piece(0, 1)), listed_plan("three-dice", SEED + 1).count(Piece(0, 1)))
    highest = listed_plan("three-dice", 2**64 - 1).count(Piece(3, 1))
    expected = sorted(Counter(islice(draws_of(2**64 - 1, 3), 4096)).items())
    assert list(zip(highest.cells.tolist(), highest.counts.tolist(), strict=True)) == expected


# --- counters ---

FINE = """
name = "Fine"
kind = "craps"
cite = "x"
"""


def fine_tables(path: Path, *wagers: tuple[str, list[str]]) -> list[PayTable]:
    """Open tables of an operator's file, each under both endings; the pays do not matter."""
    text = FINE
    names = []
    for ends in ("any-seven", "seven-out"):
        for at, (name, sentences) in enumerate(wagers):
            names.append(f"{name}-{at}-{ends}")
            text += f'[wagers.{names[-1]}]\nname = "{names[-1]}"\ncite = "x"\nends = "{ends}"\n'
            rows = (f'["row {row}", "{one}", {row + 1}]' for row, one in enumerate(sentences))
            text += f"pays = [{', '.join(rows)}]\n"
    path.write_text(text, "utf-8")
    (game,) = Rulebook().add_file(path)
    return [game.wager(name).open() for name in names]


COUNTERS = (
    *(f"rolled({total})" for total in range(2, 13)),
    "rolled(2, 3, 11, 12)",
    "rolled(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
    "points_made",
    "line_wins",
)


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> list[PayTable]:
    """Tables that ask every counter for every number up to the highest."""
    path = tmp_path_factory.mktemp("fine") / "fine.toml"
    wagers = [(f"c{at}", [f"{one} > 50", *_equal(one)]) for at, one in enumerate(COUNTERS)]
    return fine_tables(path, *wagers)


def _equal(counter: str) -> list[str]:
    return [f"{counter} == {number}" for number in range(50, -1, -1)]


def seen_by(rolls: list[int], hands: int) -> Any:
    """Feed totals, as dice, to the kernel; return the counters it saw."""
    dice = [6 * (min(total, 7) - 2) + max(total - 7, 0) for total in rolls]
    assert [one // 6 + 1 + one % 6 + 1 for one in dice] == rolls
    at, seen = np.zeros(5, np.uint64), np.zeros((4, hands + 1), np.uint64)
    given = np.array(dice, np.uint8)
    used = follow(given, np.uint64(given.size), np.uint64(hands), chain(), at, seen)
    assert used == len(rolls) and at[3] == hands
    return seen[:, :hands].copy()


def rows_seen(plan: ShooterPlan, seen: Any, tables: Iterable[PayTable]) -> list[list[int]]:
    """Return, for each table, the rows of the hands whose counters were seen."""
    sheet, offsets = sheet_of(plan.groups), offsets_of(plan.groups)
    cells = np.empty((len(plan.groups), seen.shape[1]), np.int32)
    for group, own in enumerate(cells):
        classify(seen, sheet, group, np.empty_like(own), own)
        own += offsets[group]
    none = np.empty(0, np.uint64)
    found = []
    for table in tables:
        hit = []
        for hand in range(seen.shape[1]):
            own = np.array([each[hand] for each in cells], np.int64)
            counts = plan.row_counts(table, Counted(1, 0, own, np.ones_like(own), none))
            assert counts.sum() == 1
            hit.append(int(counts.argmax()))
        found.append([row if row < len(table.rows) else -1 for row in hit])
    return found


def extreme_hands() -> Iterator[tuple[int, ...]]:
    yield (*[11] * 1000, *[12] * 300, *[7] * 200, *[4, 4] * 250, 6, *[8] * 100, *[2] * 70, 7)
    yield (*[7] * 3000, 5, 7)
    yield (4, *[9] * 3000, 7)
    yield (10, *[2, 3, 11, 12] * 80, 10, 7, 10, 7)
    yield (*[6, 6] * 51, 6, 7)
    yield (*[6, 6] * 25, 6, 7)
    yield (4, 7)
    for number in (49, 50, 51, 52, 63, 64, 65, 127, 128):
        yield (8, *[5] * number, 7)
        yield (*[3] * number, 8, 7)
    yield (4, *[total for total in range(2, 13) if total not in (4, 7)] * 64, 7)


def test_counters_never_overflow(counting: list[PayTable]) -> None:
    plan = shooter_plan(counting, SEED)
    hands = [ShooterHand(rolls) for rolls in extreme_hands()]
    assert all(hand.fault is None for hand in hands)
    rolls = [roll for hand in hands for roll in hand.rolls]
    found = rows_seen(plan, seen_by(rolls, len(hands)), counting)
    for table, rows in zip(counting, found, strict=True):
        assert rows == [row_number(table, hand) for hand in hands]


@pytest.mark.parametrize("sevens", [1, 30])
def test_counters_of_loaded_dice(sevens: int, counting: list[PayTable]) -> None:
    """Few sevens make long hands, which begin and end at every place of a strip of rolls."""
    plan = shooter_plan(counting, SEED)
    loaded = random.Random(sevens)
    weights = [1, 2, 3, 4, 5, sevens / 5, 5, 4, 3, 2, 1]
    rolls = iter(lambda: loaded.choices(range(2, 13), weights)[0], None)
    hands = [ShooterHand(tuple(until_seven_out(rolls))) for _ in range(60)]
    assert (max(map(len, (hand.rolls for hand in hands))) > 300) == (sevens == 1)
    flat = [roll for hand in hands for roll in hand.rolls]
    found = rows_seen(plan, seen_by(flat, len(hands)), counting)
    for table, rows in zip(counting, found, strict=True):
        assert rows == [row_number(table, hand) for hand in hands]


SENTENCES = (
    ("in", ["rolled(6, 8) in (1, 4, 50)", "points_made not in (0, 2)"]),
    ("chain", ["1 <= rolled(5) < 3", "2 > line_wins != 1", "rolled(2) == 0 == rolled(12)"]),
    ("not", ["not (rolled(4) >= 2 or rolled(10) > 1)", "not points_made < 1"]),
    ("idle", ["rolled(3) >= 0 and points_made > 0", "rolled(9) <= 50 and 2 <= rolled(9)"]),
    ("sure", ["line_wins >= 0"]),
    ("seven", ["rolled(7) >= 2", "rolled(7, 11) == 1", "rolled(7) == 1"]),
)


def test_whatever_a_sentence_may_say(tmp_path: Path) -> None:
    tables = fine_tables(tmp_path / "fine.toml", *SENTENCES)
    hands = list(hands_of(SEED, 0, 256))
    for chosen in (tables, *([table] for table in tables)):
        plan = shooter_plan(chosen, SEED)
        counted = plan.count(Piece(0, 1))
        for table in chosen:
            assert plan.row_counts(table, counted).tolist() == expected_counts(table, hands)
    rows = shooter_plan(tables, SEED).rows(tables, Piece(0, 1), 256)
    for table, each in zip(tables, rows[:, 0].tolist(), strict=True):
        assert each == [row_number(table, hand) for hand in hands]


def test_groups_are_small_and_keep_whatever_is_asked() -> None:
    plan = craps_plan()
    assert len(plan.groups) <= 4
    assert all(cells_of(group) <= MOST_TOGETHER for group in plan.groups)
    counted = plan.count(Piece(0, 20))
    offsets = offsets_of(plan.groups)
    for first, end in pairwise(offsets):
        inside = (counted.cells >= first) & (counted.cells < end)
        assert counted.counts[inside].sum() == counted.rounds
    shuffled = list(tables_of("craps"))
    random.Random(1).shuffle(shuffled)
    other = shooter_plan(shuffled, SEED)
    for table in tables_of("craps"):
        alone = shooter_plan([table], SEED)
        expected = plan.row_counts(table, counted)
        for one in (alone, other):
            assert np.array_equal(one.row_counts(table, one.count(Piece(0, 20))), expected)


def test_a_large_table_has_a_group_of_its_own(tmp_path: Path) -> None:
    numbers = [f"rolled({total})" for total in range(2, 13) if total != 7]
    rows = [" and ".join(f"{one} >= {least}" for one in numbers) for least in (2, 1)]
    rows.append(" and ".join(f"{one} < 2" for one in numbers))
    large, _ = fine_tables(tmp_path / "fine.toml", ("large", rows))
    plan = shooter_plan([*tables_of("craps"), large], SEED)
    assert cells_of(plan.groups[0]) == 3**10 > MOST_TOGETHER
    hands = list(hands_of(SEED, 0, 256))
    counted = plan.count(Piece(0, 1))
    for table in (large, *distinct("craps")):
        assert plan.row_counts(table, counted).tolist() == expected_counts(table, hands)
    (found,) = plan.rows([large], Piece(0, 1), 256)
    assert found[0].tolist() == [row_number(large, hand) for hand in hands]


# --- refusals ---


def refused(code: str) -> Any:
    return pytest.raises(Unreadable, match="; ", check=lambda error: error.refusal.code == code)


def test_a_table_that_was_not_asked_for_is_refused() -> None:
    high_roller = rulebook.wager("high-roller/high-roller").open()
    other_seven = rulebook.wager("high-roller/high-roller").open(reading="any-seven")
    twice = rulebook.wager("parlay-craps/repeat-2-2x").open()
    works = rulebook.wager("dice-works/the-works").open()
    plan = shooter_plan([high_roller, works], SEED)
    counted = plan.count(Piece(0, 1))
    assert plan.row_counts(high_roller, counted).sum() == 256
    for table in (other_seven, twice):
        with refused("not-tallied"):
            plan.row_counts(table, counted)
        with refused("not-tallied"):
            plan.rows([high_roller, table], Piece(0, 1), 1)


def test_wagers_of_another_game_are_refused() -> None:
    craps, dice = tables_of("craps")[0], tables_of("three-dice")[0]
    throws = listed_plan("three-dice", SEED)
    with refused("wager-of-another-game"):
        throws.row_counts(craps, throws.count(Piece(0, 1)))
    with refused("wager-of-another-game"):
        throws.rows([dice, craps], Piece(0, 1), 1)


def test_a_table_with_too_many_results_is_refused(tmp_path: Path) -> None:
    numbers = [f"rolled({total})" for total in range(2, 13) if total != 7]
    rows = [" and ".join(f"{one} >= {least}" for one in numbers) for least in (4, 3, 2, 1)]
    fine, _ = fine_tables(tmp_path / "fine.toml", ("fine", rows))
    assert MOST_CELLS < 5**10
    with refused("too-many-cells"):
        shooter_plan([fine], SEED)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_are_64_bits(seed: int) -> None:
    with refused("bad-seed"):
        listed_plan("three-dice", seed)
    with refused("bad-seed"):
        simulate.shooters("dice-works", rounds=5, seed=seed)


# --- against the exact odds ---


def within_chance(chi_square: float, freedom: int) -> bool:
    """Hold against bounds that are passed with a chance of at most exp(-12) (Laurent, Massart)."""
    spread = 2 * sqrt(12 * freedom)
    return freedom - spread <= chi_square <= freedom + spread + 24


def test_dice_are_uniform() -> None:
    counted = listed_plan("three-dice", 1).count(Piece(0, 5000))
    counts = np.zeros(6**6)
    counts[counted.cells] = counted.counts
    shape = counts.reshape(6, 6, 6, 6, 6, 6)
    for kept in ((), (0,), (5,), (0, 1), (4, 5), (0, 3), (2, 3), (0, 1, 2, 3, 4, 5)):
        summed = shape.sum(axis=tuple(set(range(6)) - set(kept))).ravel()
        expected = counted.rounds / summed.size
        chi_square = float(((summed - expected) ** 2).sum() / expected)
        assert within_chance(chi_square, summed.size - 1)


@pytest.mark.parametrize("kind", ["craps", "three-dice"])
def test_simulated_rows_and_edges_agree_with_the_exact_ones(kind: str) -> None:
    tables = tables_of(kind)
    plan = shooter_plan(tables, 1) if kind == "craps" else listed_plan("three-dice", 1)
    counted = plan.count(Piece(0, 20_000), 5_000_000)
    rounds = counted.rounds
    assert rounds == 5_000_000
    edges = 0
    for table in tables:
        counts = plan.row_counts(table, counted)
        assert counts.sum() == rounds
        exact = analyse_table(table, shoe=Shoe.of(8))
        chances = [float(one.probability) for one in exact.rows] + [float(exact.missed)]
        assert not any(counts[at] for at, chance in enumerate(chances) if chance == 0)
        rare = [at for at, chance in enumerate(chances) if chance * rounds < 5]
        pools = [[at] for at in range(len(chances)) if at not in rare] + ([rare] if rare else [])
        chi_square, freedom = 0.0, -1
        for pool in pools:
            expected = rounds * sum(chances[at] for at in pool)
            if expected:
                freedom += 1
                chi_square += (sum(int(counts[at]) for at in pool) - expected) ** 2 / expected
        assert within_chance(chi_square, freedom)
        if exact.nets is None or not exact.variance:
            continue
        nets = [float(net) for net, _ in exact.nets[1:]] + [-1.0]
        won = sum(net * int(count) for net, count in zip(nets, counts, strict=True))
        assert exact.edge is not None
        assert abs(-won / rounds - float(exact.edge)) <= 4.5 * sqrt(exact.variance / rounds)
        edges += 1
    assert edges >= len(tables) // 2
