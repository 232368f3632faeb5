"""Simulated shoes against a slow oracle: the cards, the procedure, the row of every coup."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, permutations, product
from math import factorial, sqrt
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
njit = pytest.importorskip("numba").njit

import shoe_oracle as oracle  # noqa: E402
from pitboss import rulebook, simulate  # noqa: E402
from pitboss.games import KINDS, Atom, Coup  # noqa: E402
from pitboss.games.features import Level  # noqa: E402
from pitboss.refusals import Unreadable  # noqa: E402
from pitboss.rulebook import PayTable  # noqa: E402
from pitboss.simulate import Processes, Simulation, Threads  # noqa: E402
from pitboss.simulate.cells import tables_for  # noqa: E402
from pitboss.simulate.counting import Counted, merged  # noqa: E402
from pitboss.simulate.numba_engine import coups as kernels  # noqa: E402
from pitboss.simulate.numba_engine.streams import stream  # noqa: E402
from pitboss.simulate.parallel import Piece, pieces  # noqa: E402
from pitboss.simulate.procedure import PADDING, CutCardFirst, Procedure, cutting  # noqa: E402
from pitboss.simulate.shoe_plan import ShoePlan, shoe_plan, unpacked  # noqa: E402

SEED = 2810
READINGS: tuple[CutCardFirst, ...] = ("one-more-round", "ends-shoe")
GAMES = [game for game in rulebook.games() if game.kind == "baccarat"]
EVERY = [
    wager.open(table, on=place, reading=reading)
    for game in GAMES
    for wager in game.wagers.values()
    for table in wager.tables
    for place in wager.places(table)
    for reading in wager.readings(table)
]
DISTINCT = list({table.nodes: table for table in EVERY}.values())
"""One pay table for all that have the same sentences in the same order."""

FEW = [
    rulebook.wager(path).open(on=on)
    for path, on in (
        ("baccarat/player", None),
        ("baccarat/tie", None),
        ("baccarat/total-5", None),
        ("eternal-baccarat/golden-talons", "banker"),
    )
]


class Rows:
    """The rows of some pay tables that coups hit, by the tables' own sentences."""

    def __init__(self, tables: Sequence[PayTable]) -> None:
        atoms = list(dict.fromkeys(atom for table in tables for atom in table.level.atoms))
        self.tables = [
            (table, [atoms.index(atom) for atom in table.level.atoms]) for table in tables
        ]
        self.level = Level(KINDS["baccarat"].features, tuple(atoms))
        self.known: dict[tuple[object, ...], Any] = {}

    def of(self, coups: Iterable[Coup]) -> Any:
        """Return the number of the row of each table (down) that each coup hits (across)."""
        found = [self._column(one) for one in coups]
        return np.array(found, dtype=np.int16).reshape(len(found), len(self.tables)).T

    def _column(self, coup: Coup) -> Any:
        values = self.level.row(coup)
        if values not in self.known:
            self.known[values] = [
                table.number_for(tuple(values[at] for at in places))
                for table, places in self.tables
            ]
        return self.known[values]

    def counts(self, coups: Iterable[Coup]) -> list[list[int]]:
        """Return how often each row of each table was hit, and at the end how often none was."""
        found = []
        for (table, _), hits in zip(self.tables, self.of(coups), strict=True):
            counted = Counter(hits.tolist())
            found.append([counted[at] for at in (*range(len(table.rows)), -1)])
        return found


EVERY_ROW = Rows(DISTINCT)
FEW_ROWS = Rows(FEW)


def row_counts(plan: ShoePlan, tables: Sequence[PayTable], counted: Counted) -> list[list[int]]:
    return [plan.row_counts(table, counted).tolist() for table in tables]


def same(one: Counted, other: Counted) -> bool:
    """Whether two runs counted the same; the coups that stand for cells may differ."""
    return (
        (one.rounds, one.voids, one.streams) == (other.rounds, other.voids, other.streams)
        and one.cells.tolist() == other.cells.tolist()
        and one.counts.tolist() == other.counts.tolist()
        and one.counts.sum() == one.rounds
    )


def padded(cards: Iterable[int]) -> Any:
    return np.array([*cards, *[0] * PADDING], dtype=np.uint8)


def loaded(plan: ShoePlan, cards: Sequence[int]) -> ShoePlan:
    """Give a plan other cards to shuffle than those of whole decks."""
    assert len(cards) == plan.procedure.cards
    vars(plan)["fresh"] = padded(cards)
    return plan


# the order of the cards
# ----------------------


@njit  # type: ignore[untyped-decorator, unused-ignore]
def shuffled(seed: Any, first: Any, fresh: Any, cards: Any, shoes: Any) -> None:
    """Shuffle one shoe for each row of ``shoes``, as the kernels do."""
    for row in range(shoes.shape[0]):
        kernels.shuffle(shoes[row], fresh, cards, stream(seed, first + row))


@pytest.mark.parametrize(
    ("decks", "number", "first"),
    [(1, 500, 0), (2, 300, 9), (6, 300, 2**40), (8, 2500, 0), (10, 300, 2**62), (20, 300, 7)],
)
def test_shoes_are_shuffled_as_documented(decks: int, number: int, first: int) -> None:
    fresh = oracle.fresh_shoe(decks)
    streams = [oracle.Stream(SEED, first + at) for at in range(number)]
    expected = np.array([oracle.shuffled(fresh, stream) for stream in streams])
    shoes = np.empty((number, len(fresh) + PADDING), dtype=np.uint8)
    shuffled(SEED, first, padded(fresh), len(fresh), shoes)
    assert np.array_equal(shoes[:, : len(fresh)], expected)
    refused = sum(stream.refused for stream in streams)
    assert refused > 50 or decks < 8, "no half was refused, so refusal was not tried"


@pytest.mark.parametrize("bounds", [(5, 4, 3), (7, 6, 5), (9, 8, 7), (6,), (11,), (16, 15, 14)])
@pytest.mark.parametrize("bits", [8, 9, 12, 13])
def test_places_split_off_a_word_are_exactly_equally_likely(
    bounds: tuple[int, ...], bits: int
) -> None:
    """All words of a small size: each choice of places has equally many, and few are refused."""
    choices = 1
    for bound in bounds:
        choices *= bound
    places = [oracle.split(word, bounds, bits) for word in range(2**bits)]
    hits = Counter(tuple(one) for one in places if one is not None)
    each = 2**bits // choices
    assert set(hits) == (set(product(*map(range, bounds))) if each else set())
    assert set(hits.values()) <= {each}
    assert places.count(None) == 2**bits - each * choices


def orders(cards: int, number: int) -> Counter[tuple[int, ...]]:
    shoes = np.empty((number, cards + PADDING), dtype=np.uint8)
    shuffled(SEED, 0, padded(range(cards)), cards, shoes)
    return Counter(map(tuple, shoes[:, :cards].tolist()))


@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7])
def test_every_order_of_a_few_cards_is_equally_likely(cards: int) -> None:
    number = 200_000
    found = orders(cards, number)
    expected = number / factorial(cards)
    score = sum((found[order] - expected) ** 2 / expected for order in permutations(range(cards)))
    assert sum(found[order] for order in permutations(range(cards))) == number
    assert 1e-6 < normal_tail(score, factorial(cards) - 1) < 1 - 1e-6


def normal_tail(score: float, degrees: int) -> float:
    """The chance of a chi-square of at least the score, by Wilson and Hilferty."""
    from statistics import NormalDist

    spread = 2 / (9 * degrees)
    return 1 - NormalDist().cdf(((score / degrees) ** (1 / 3) - 1 + spread) / sqrt(spread))


def test_every_card_of_a_shoe_is_equally_likely_at_every_place() -> None:
    """416 cards, told apart by two shuffles of one seed; (n-1)/n of the score is chi-square."""
    cards, number = 416, 12_000
    shoes = np.empty((number, cards + PADDING), dtype=np.uint8)
    shuffled(SEED, 0, padded(at // 2 for at in range(cards)), cards, shoes)
    names = 2 * shoes[:, :cards].astype(np.int64)
    shuffled(SEED, 0, padded(at % 2 for at in range(cards)), cards, shoes)
    names += shoes[:, :cards]
    assert np.array_equal(np.sort(names, axis=1)[0], np.arange(cards))
    places = np.zeros((cards, cards))
    for place in range(cards):
        places[place] = np.bincount(names[:, place], minlength=cards)
    expected = number / cards
    score = float(((places - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    assert 1e-6 < normal_tail(score, (cards - 1) ** 2) < 1 - 1e-6


# coup by coup
# ------------

SESSIONS, ROUNDS = Piece(5, 160), 250


@cache
def expected_sessions() -> list[list[Coup]]:
    fresh = oracle.fresh_shoe(8)

    def session(number: int) -> Iterator[Coup]:
        shoe = number * 2**20
        while True:
            yield from oracle.dealt(oracle.shuffled(fresh, oracle.Stream(SEED, shoe)), 14).coups
            shoe += 1

    first, number = SESSIONS
    return [list(islice(session(first + at), ROUNDS)) for at in range(number)]


@pytest.mark.slow
def test_every_coup_hits_the_row_that_the_plain_dealer_says() -> None:
    """40,000 coups of 500 shoes, all pay tables of the catalog."""
    plan = shoe_plan(EVERY, seed=SEED)
    found = plan.rows(EVERY, SESSIONS, ROUNDS)
    expected = EVERY_ROW.of(coup for session in expected_sessions() for coup in session)
    place = {table.nodes: at for at, table in enumerate(DISTINCT)}
    assert found.shape == (len(EVERY), SESSIONS.number, ROUNDS)
    for table, rows in zip(EVERY, found, strict=True):
        assert np.array_equal(rows.ravel(), expected[place[table.nodes]]), table


@pytest.mark.slow
def test_the_rows_that_are_expected_are_those_of_row_of() -> None:
    place = {table.nodes: at for at, table in enumerate(DISTINCT)}
    coups = expected_sessions()[0][:60]
    expected = EVERY_ROW.of(coups)
    for table in EVERY:
        for at, coup in enumerate(coups):
            row = table.row_of(coup)
            number = int(expected[place[table.nodes], at])
            assert (row is None and number == -1) or row is table.rows[number]


def test_counts_are_those_of_the_plain_dealer_shoe_by_shoe() -> None:
    plan = shoe_plan(DISTINCT, seed=SEED)
    parts = []
    for at in range(40):
        shoe = oracle.dealt(oracle.shuffled(oracle.fresh_shoe(8), oracle.Stream(SEED, at)), 14)
        counted = plan.count(Piece(at, 1))
        parts.append(counted)
        assert (counted.rounds, counted.voids, counted.streams) == (len(shoe.coups), 0, 1)
        assert row_counts(plan, DISTINCT, counted) == EVERY_ROW.counts(shoe.coups)
    assert same(plan.count(Piece(0, 40)), merged(parts))


def loads() -> Iterator[list[int]]:
    """Yield 416 cards that make rare coups common: of one rank, one suit, all zeros, and so on."""
    source = random.Random(SEED)

    def filled(kinds: Sequence[int], weights: Sequence[float] | None = None) -> list[int]:
        return source.choices(kinds, weights, k=416)

    ranks = [[4 * rank + suit for suit in range(4)] for rank in range(13)]
    for rank, cards in enumerate(ranks):
        yield filled(cards)
        yield [source.choice(cards)] * 416
        for step in (1, 4, 9):
            yield filled(cards + ranks[(rank + step) % 13], [20] * 4 + [1] * 4)
    zeros = [number for rank in range(9, 13) for number in ranks[rank]]
    yield filled(zeros)
    yield filled([*zeros, *ranks[0], *ranks[8]], [6] * 16 + [1] * 8)
    for size in (1, 2, 3):
        for suits in combinations(range(4), size):
            for _ in range(7 - 2 * size):
                yield filled([4 * rank + suit for rank in range(13) for suit in suits])
            some = source.sample(range(13), 3)
            yield filled([4 * rank + suit for rank in some for suit in suits])
    for size in (2, 3, 4, 5, 6, 8, 12) * 5:
        kinds = source.sample(range(52), size)
        yield filled(kinds, [source.random() + 0.05 for _ in kinds])


LOADS = list(loads())


@cache
def expected_loads() -> list[list[Coup]]:
    return [
        oracle.dealt(oracle.shuffled(cards, oracle.Stream(SEED, at)), 14).coups
        for at, cards in enumerate(LOADS)
    ]


def witnessed(counted: Counted, level: Level) -> Counter[tuple[object, ...]]:
    """Count what the coups that stand for the cells show."""
    found: Counter[tuple[object, ...]] = Counter()
    for witness, count in zip(counted.witnesses.tolist(), counted.counts, strict=True):
        found[level.row(unpacked(witness))] += int(count)
    return found


def test_rare_coups_of_made_up_shoes_are_counted_for_what_they_are() -> None:
    """Shoe by shoe, what stands for the cells reads like the coups; so do the rows of all."""
    plan, level = shoe_plan(DISTINCT, seed=SEED), EVERY_ROW.level
    parts = []
    for at, (cards, expected) in enumerate(zip(LOADS, expected_loads(), strict=True)):
        counted = loaded(plan, cards).count(Piece(at, 1))
        assert witnessed(counted, level) == Counter(map(level.row, expected)), at
        parts.append(counted)
    everything = (coup for each in expected_loads() for coup in each)
    assert row_counts(plan, DISTINCT, merged(parts)) == EVERY_ROW.counts(everything)


@pytest.mark.slow
def test_every_row_of_every_table_was_hit_by_some_coup() -> None:
    """The coups above try every row, the rarest too."""
    coups = [coup for each in (*expected_loads(), *expected_sessions()) for coup in each]
    for table, rows in zip(DISTINCT, EVERY_ROW.of(coups), strict=True):
        missed = set(range(len(table.rows))) - set(rows.tolist())
        assert not missed, (table, [table.rows[at].label for at in missed])


# cells
# -----


CHOSEN = [chosen for size in (1, 2, 3, 4) for chosen in combinations(range(4), size)]
ATOMS = [
    Atom(name, arguments)
    for name, feature in KINDS["baccarat"].features.items()
    if feature.read is not None
    for arguments in (CHOSEN if name == "in_chosen_suits" else [()])
]


@cache
def expected_values(atom: Atom) -> list[object]:
    level = Level(KINDS["baccarat"].features, (atom,))
    return [level.row(coup)[0] for each in expected_loads() for coup in each]


def check_cells(atoms: tuple[Atom, ...]) -> int:
    """Hold the cells of all made-up shoes against their coups; return how many coups share one."""
    plan = ShoePlan(seed=SEED, procedure=Procedure(), atoms=atoms, tables=tables_for(atoms))
    counted = merged([loaded(plan, cards).count(Piece(at, 1)) for at, cards in enumerate(LOADS)])
    assert counted.cells[-1] < plan.tables.cells
    found = witnessed(counted, Level(KINDS["baccarat"].features, atoms))
    assert found == Counter(zip(*map(expected_values, atoms), strict=True)), atoms
    return counted.rounds - len(counted.cells)


def atom_sets() -> Iterator[tuple[Atom, ...]]:
    yield tuple(dict.fromkeys(atom for table in EVERY for atom in table.level.atoms))
    yield from ((atom,) for atom in ATOMS)
    yield from dict.fromkeys(table.level.atoms for table in EVERY)
    source = random.Random(SEED)
    for size in (2, 3, 5, 8) * 10:
        yield tuple(source.sample(ATOMS, size))


@pytest.mark.slow
def test_a_cell_never_holds_coups_that_a_feature_asked_for_tells_apart() -> None:
    """Each by itself, those of each pay table, of all, and any others."""
    together = sum(map(check_cells, atom_sets()))
    assert together > 10**5, "hardly any cell held two coups: nothing was tried"


def test_all_features_together_can_be_told_apart() -> None:
    check_cells(tuple(ATOMS))


# procedure
# ---------


def check_shoes(how: Procedure, number: int, *, first: int = 0) -> Counter[str]:
    """Hold some shoes against the oracle; return what there was to see."""
    fresh = oracle.fresh_shoe(how.decks)
    shoes = [
        oracle.dealt(
            oracle.shuffled(fresh, oracle.Stream(SEED, first + at)),
            how.behind,
            first_ends=how.cut_card_first == "ends-shoe",
        )
        for at in range(number)
    ]
    coups = [coup for shoe in shoes for coup in shoe.coups]
    expected = FEW_ROWS.counts(coups)
    plan = shoe_plan(FEW, seed=SEED, procedure=how, any_cut=True)
    counted = plan.count(Piece(first, number))
    assert counted.rounds == len(coups), how
    assert counted.voids == sum(shoe.voids for shoe in shoes), how
    assert counted.streams == number
    assert row_counts(plan, FEW, counted) == expected, how
    assert counted.rounds <= number * plan.procedure.longest
    return Counter(rounds=len(coups), voids=sum(shoe.voids for shoe in shoes))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("decks", "cuts", "number"),
    [
        (1, range(36), 40),
        (2, (0, 1, 4, 5, 13, 14, 15, 40, 86, 87), 40),
        (6, (0, 3, 14, 15, 52, 150, 294, 295), 20),
        (8, (0, 6, 14, 52, 53, 208, 398, 399), 20),
        (10, (0, 14, 78, 502, 503), 12),
        (20, (0, 14, 260, 1022, 1023), 8),
    ],
)
def test_any_number_of_decks_with_any_cut(
    decks: int, cuts: Iterable[int], number: int, reading: CutCardFirst
) -> None:
    seen: Counter[str] = Counter()
    for cut in cuts:
        found = check_shoes(Procedure(decks, cut, reading), number, first=1000 * cut)
        assert not found["voids"] or cut < 12, "two whole hands fit behind the cut card"
        seen += found
    assert seen["voids"], "no shoe ran dry, so no round was void"


def made_of(rank: int) -> list[int]:
    return [4 * (rank - 1) + suit for suit in range(4) for _ in range(13)]


# One deck's worth of one rank: tens burn 11 cards and take 6 a coup (0 v 0, both draw), so coups
# start after 11, 17, 23, 29, 35, 41 and 47 cards; threes burn 4 and take 4 (6 v 6, both stand):
# 4, 8, ... 48, and then nothing is left. By cut: coups and void rounds, for both readings.
BY_HAND = [
    (10, 24, (4, 0), (4, 0)),  # out after 28: in the coup from 23, its last card; 29 is the last
    (10, 23, (5, 0), (4, 0)),  # out after 29: before the coup from 29; 35 follows, or does not
    (10, 22, (5, 0), (5, 0)),  # out after 30: in the coup from 29
    (10, 18, (5, 0), (5, 0)),  # out after 34: the last card of that coup
    (10, 17, (6, 0), (5, 0)),  # out after 35: before the coup from 35
    (10, 35, (3, 0), (2, 0)),  # out after 17: before the second coup
    (10, 11, (6, 1), (6, 0)),  # out after 41: before the coup from 41; from 47 five are left
    (10, 10, (6, 1), (6, 1)),  # out after 42: in that coup; the last hand is void
    (10, 5, (6, 1), (6, 1)),  # out after 47: before a hand that is void
    (10, 3, (6, 1), (6, 1)),  # in a hand that is void
    (10, 0, (6, 1), (6, 1)),
    (3, 28, (7, 0), (6, 0)),  # out after 24: before the coup from 24, the sixth
    (3, 27, (7, 0), (7, 0)),  # out after 25: in the sixth coup
    (3, 25, (7, 0), (7, 0)),  # out after 27: its last card
    (3, 24, (8, 0), (7, 0)),
    (3, 5, (12, 0), (12, 0)),  # out after 47: in the coup from 44; that from 48 is the last
    (3, 4, (12, 1), (12, 0)),  # out after 48: before the coup from 48, after which nothing is left
    (3, 3, (12, 1), (12, 1)),
    (3, 0, (12, 1), (12, 1)),  # behind the last card: it comes out, and there is no card
    (9, 14, (9, 0), (8, 0)),  # nines burn 10 and take 4 (8 v 8): out after 38, before the eighth
    (9, 13, (9, 0), (9, 0)),
]


@pytest.mark.parametrize(("rank", "cut", "usual", "ending"), BY_HAND)
def test_the_last_hand_by_hand(
    rank: int, cut: int, usual: tuple[int, int], ending: tuple[int, int]
) -> None:
    for reading, (rounds, voids) in zip(READINGS, (usual, ending), strict=True):
        how = Procedure(1, cut, reading)
        plan = shoe_plan(FEW, seed=SEED, procedure=how, any_cut=True)
        counted = loaded(plan, made_of(rank)).count(Piece(0, 5))
        assert (counted.rounds, counted.voids) == (5 * rounds, 5 * voids)
        shoe = oracle.dealt(made_of(rank), cut, first_ends=reading == "ends-shoe")
        assert (len(shoe.coups), shoe.voids) == (rounds, voids)


# Rank, cards burnt with the first, cards of a coup of that rank alone (30-2814): A 2v2, 2 4v4,
# 3 6v6, 4 8v8, 5 0v0, 6 2v2, 7 4v4, 8 6v6, 9 8v8, tens and faces 0v0.
BURNT = [
    *[(1, 2, 6), (2, 3, 6), (3, 4, 4), (4, 5, 4), (5, 6, 6), (6, 7, 6), (7, 8, 6), (8, 9, 4)],
    *[(9, 10, 4), (10, 11, 6), (11, 11, 6), (12, 11, 6), (13, 11, 6)],
]


@pytest.mark.parametrize(("rank", "burnt", "takes"), BURNT)
def test_as_many_cards_are_burnt_as_the_first_one_says(rank: int, burnt: int, takes: int) -> None:
    """A cut card right before the fifth coup lets two more be dealt; one card earlier, only one."""
    fifth = burnt + 4 * takes
    for out, rounds in ((fifth, 6), (fifth - 1, 5)):
        how = Procedure(1, 52 - out)
        plan = shoe_plan(FEW, seed=1, procedure=how, any_cut=True)
        counted = loaded(plan, made_of(rank)).count(Piece(0, 1))
        assert counted.rounds == rounds


def test_what_a_ten_burns_is_read_from_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    """With four for a ten, five cards are out before the first coup, and 29 before the fifth."""
    printed = cutting()
    assert printed.tens_burn == 10
    monkeypatch.setattr("pitboss.simulate.procedure.cutting", lambda: printed._replace(tens_burn=4))
    for out, rounds in ((29, 6), (28, 5)):
        plan = shoe_plan(FEW, seed=1, procedure=Procedure(1, 52 - out), any_cut=True)
        assert loaded(plan, made_of(13)).count(Piece(0, 1)).rounds == rounds


def test_sessions_pass_over_void_rounds() -> None:
    fresh, how = oracle.fresh_shoe(1), Procedure(1, 0)
    plan = shoe_plan(FEW, seed=SEED, procedure=how, any_cut=True)
    rows = plan.rows(FEW, Piece(3, 12), 70)
    for at in range(12):
        coups = [
            coup
            for shoe in range(12)
            for coup in oracle.dealt(
                oracle.shuffled(fresh, oracle.Stream(SEED, (3 + at) * 2**20 + shoe)), 0
            ).coups
        ]
        assert np.array_equal(rows[:, at], FEW_ROWS.of(coups[:70]))


@pytest.mark.parametrize("decks", [1, 8, 20])
def test_a_continuous_shuffler_deals_each_coup_from_all_cards(decks: int) -> None:
    fresh, how = oracle.fresh_shoe(decks), Procedure(decks, continuous=True)
    plan = shoe_plan(FEW, seed=SEED, procedure=how)
    coups = [
        coup for at in range(15) for coup in oracle.mixed_coups(fresh, oracle.Stream(SEED, at))
    ]
    counted = plan.count(Piece(0, 15))
    assert (counted.rounds, counted.voids, counted.streams) == (15 * 80, 0, 15)
    assert row_counts(plan, FEW, counted) == FEW_ROWS.counts(coups)
    assert row_counts(plan, FEW, plan.count(Piece(0, 15), 333)) == FEW_ROWS.counts(coups[:333])
    rows = plan.rows(FEW, Piece(0, 1), 150)[:, 0]
    assert np.array_equal(rows[:, :80], FEW_ROWS.of(coups[:80]))
    assert np.array_equal(rows[:, 80:], FEW_ROWS.of(coups[80:150]))


# same seed, same counts
# ----------------------


def run(**options: Any) -> Simulation:
    usual: dict[str, Any] = {"tables": FEW, "seed": SEED, "place": Threads(1)}
    return simulate.coups("eternal-baccarat", **usual | options)


def test_so_many_rounds_are_the_first_of_more_wherever_they_end() -> None:
    fresh = oracle.fresh_shoe(1)
    shoes = [oracle.dealt(oracle.shuffled(fresh, oracle.Stream(SEED, at)), 0) for at in range(30)]
    coups = [coup for shoe in shoes for coup in shoe.coups]
    how = Procedure(1, 0)
    plan = shoe_plan(FEW, seed=SEED, procedure=how, any_cut=True)
    every = shoe_plan(DISTINCT, seed=SEED, procedure=how, any_cut=True)
    for most in (0, 1, 2, 3):
        counted = every.count(Piece(0, 30), most)
        assert counted.rounds == most
        assert row_counts(every, DISTINCT, counted) == EVERY_ROW.counts(coups[:most])
    for most in (0, 1, 2, 7, 8, 9, 10, *range(11, 120, 3), len(coups) - 1, len(coups)):
        counted = plan.count(Piece(0, 30), most)
        assert counted.rounds == most
        assert row_counts(plan, FEW, counted) == FEW_ROWS.counts(coups[:most])
    whole = plan.count(Piece(0, 30), len(coups) + 1)
    assert same(whole, plan.count(Piece(0, 30)))
    assert whole.rounds == len(coups) and whole.voids == sum(shoe.voids for shoe in shoes)


def test_rounds_shoes_and_voids_are_the_same_in_pieces_of_any_size() -> None:
    """Also where the last round is the last of its shoe: the void one after it is not played."""
    fresh = oracle.fresh_shoe(1)
    shoes = [oracle.dealt(oracle.shuffled(fresh, oracle.Stream(1, at)), 0) for at in range(12)]
    for rounds in range(20, 70):
        left, opened, voids = rounds, 0, 0
        for shoe in shoes:
            opened += 1
            if left <= len(shoe.coups):
                break
            left -= len(shoe.coups)
            voids += shoe.voids
        for piece in (1, 2, 1000):
            found = run(rounds=rounds, seed=1, decks=1, cut=0, any_cut=True, piece=piece)
            seen = found.rounds, found.shoes, found.counted.voids
            assert seen == (rounds, opened, voids), piece


ROUNDS_RUN = 120_001


@cache
def usual_run() -> Simulation:
    return run(rounds=ROUNDS_RUN)


@pytest.mark.parametrize(
    "options",
    [
        {"place": Threads(2)},
        pytest.param({"place": Processes(2)}, marks=pytest.mark.slow),
        {"place": Threads(3), "piece": 100},
        {"piece": 1},
        {"piece": 257},
        {"piece": 10**6},
        {"keep_trail": True},
        {"keep_trail": True, "piece": 300, "place": Threads(2)},
        {"progress": max},
    ],
    ids=lambda options: " ".join(f"{name}={value}" for name, value in options.items())[:40],
)
def test_the_same_seed_gives_the_same_counts(options: dict[str, Any]) -> None:
    found = run(rounds=ROUNDS_RUN, **options)
    assert same(found.counted, usual_run().counted)
    assert found.rounds == ROUNDS_RUN and not found.interrupted
    for table in FEW:
        assert found.plan.row_counts(table, found.counted).tolist() == (
            usual_run().plan.row_counts(table, usual_run().counted).tolist()
        )


@pytest.mark.slow
def test_the_same_seed_gives_the_same_counts_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from test_simulate_parallel import running

    with running(tmp_path) as cluster:
        found = run(rounds=ROUNDS_RUN, place=cluster.place, piece=300)
    assert same(found.counted, usual_run().counted)
    assert found.workers == 2


def test_another_seed_gives_other_counts() -> None:
    for seed in (0, SEED + 1, SEED + 2**32, 2**63 - 1):
        found = run(rounds=ROUNDS_RUN, seed=seed)
        assert found.counted.counts.tolist() != usual_run().counted.counts.tolist()


@pytest.mark.parametrize("seed", [0, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_deals_its_own_shoes(seed: int) -> None:
    fresh = oracle.fresh_shoe(2)
    coups = [
        coup
        for at in range(4)
        for coup in oracle.dealt(oracle.shuffled(fresh, oracle.Stream(seed, at)), 14).coups
    ]
    found = run(shoes=4, seed=seed, decks=2)
    assert row_counts_of(found) == FEW_ROWS.counts(coups)


def row_counts_of(found: Simulation) -> list[list[int]]:
    return [found.plan.row_counts(table, found.counted).tolist() for table in FEW]


def test_so_many_shoes_are_dealt_to_the_end() -> None:
    found = run(shoes=700, piece=256)
    plan = shoe_plan(FEW, seed=SEED)
    assert found.shoes == 700
    assert same(found.counted, plan.count(Piece(0, 700)))
    assert same(found.counted, merged([plan.count(one) for one in pieces(0, 700, 33)]))


def test_the_trail_leads_shoe_by_shoe_to_the_result() -> None:
    found = run(rounds=60_000, keep_trail=True)
    plan = shoe_plan(FEW, seed=SEED)
    rounds = [one.rounds for one in found.trail]
    assert len(rounds) > 10 and rounds == sorted(set(rounds)) and rounds[-1] == 60_000
    assert same(found.trail[-1], found.counted)
    for one in found.trail[:-1]:
        assert same(one, plan.count(Piece(0, one.streams)))
    assert not run(rounds=60_000).trail


def test_more_wagers_counted_together_change_no_rows() -> None:
    found = run(rounds=30_000, tables=EVERY)
    alone = run(rounds=30_000)
    assert row_counts_of(found) == row_counts_of(alone)


# interruption
# ------------


@pytest.mark.parametrize("place", [Threads(1), Threads(2)], ids=str)
@pytest.mark.parametrize("extent", [{"rounds": 200_000}, {"shoes": 2_500}], ids=str)
def test_an_interrupted_run_has_the_whole_pieces_before_it(
    place: Threads, extent: dict[str, int]
) -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> None:
        calls.append((done, of))
        if len(calls) == 3:
            raise KeyboardInterrupt

    found = run(**extent, place=place, piece=256, progress=progress, keep_trail=True)
    assert found.interrupted and len(calls) == 3
    assert 0 < found.rounds == calls[-1][0] < calls[-1][1]
    assert same(found.counted, shoe_plan(FEW, seed=SEED).count(Piece(0, found.counted.streams)))
    assert calls[0][0] == 0 and len(found.trail) == 2
    assert same(found.trail[-1], found.counted)
    estimate = found.analyse("player")
    assert sum(estimate.counts) + estimate.lost == found.rounds


def test_progress_of_shoes_ends_where_they_do() -> None:
    calls: list[tuple[int, int]] = []
    found = run(shoes=2_000, piece=256, progress=lambda done, of: calls.append((done, of)))
    assert calls[-1] == (found.rounds, found.rounds) and len(calls) == 9
    assert all(done <= of for done, of in calls)


def test_a_continuous_shuffler_has_no_shoes_to_count() -> None:
    with pytest.raises(Unreadable, match="give rounds"):
        run(shoes=5, continuous=True)


def test_progress_rises_to_the_rounds_asked_for() -> None:
    calls: list[tuple[int, int]] = []
    run(rounds=100_000, piece=256, progress=lambda done, of: calls.append((done, of)))
    assert {of for _, of in calls} == {100_000}
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})
    assert calls[-1][0] == 100_000 and len(calls) > 2


# refusals
# --------


@pytest.mark.parametrize(
    ("code", "options"),
    [
        *[("bad-rounds", {"rounds": number}) for number in (0, -1, 1.5, 1e6, True, "5", 10**16)],
        *[("bad-shoes", {"shoes": number}) for number in (0, -1, 2.0, True, "5", 10**16)],
        ("bad-extent", {}),
        ("bad-extent", {"rounds": 5, "shoes": 5}),
        ("bad-extent", {"rounds": 5, "until": Fraction(1, 100)}),
        ("bad-extent", {"shoes": 5, "until": Fraction(1, 100)}),
        *[
            ("bad-precision", {"until": reach})
            for reach in (0, 1, 2, Fraction(-1, 100), Fraction(1, 10**9), Fraction(3, 2))
        ],
        *[
            ("decks-out-of-range", {"rounds": 5, "decks": decks})
            for decks in (0, 21, -1, 8.0, True, "8")
        ],
        ("decks-out-of-range", {"rounds": 5, "decks": 0, "continuous": True}),
        *[("cut-out-of-range", {"rounds": 5, "cut": cut}) for cut in (-1, 0, 13, 400, 10**6)],
        *[
            ("cut-out-of-range", {"rounds": 5, "cut": cut, "any_cut": True})
            for cut in (-1, 400, 416, 417)
        ],
        ("cut-out-of-range", {"rounds": 5, "decks": 1, "cut": 36}),
        *[("cut-out-of-range", {"rounds": 5, "cut": cut}) for cut in (14.0, 14.5, True, "14")],
        *[("bad-seed", {"rounds": 5, "seed": seed}) for seed in (-1, 2**64, 1.5, "1", None)],
        ("bad-threads", {"rounds": 5, "place": Threads(0)}),
    ],
    ids=str,
)
def test_what_cannot_be_simulated_is_refused(code: str, options: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as caught:
        run(**options)
    assert caught.value.refusal.code == code
    assert caught.value.refusal.remedy and "\n" not in str(caught.value)


def test_what_is_just_allowed_is_simulated() -> None:
    for options in ({"cut": 14}, {"cut": 399}, {"cut": 0, "any_cut": True}, {"decks": 20}):
        assert run(rounds=1, **options).rounds == 1
    assert run(rounds=1, decks=1, cut=35).shoes == 1
    assert run(rounds=1, continuous=True).shoes is None


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"cut_card_first": "end-shoe"}, "cut"),
        ({"piece": -1}, "piece"),
        ({"piece": 1.5}, "piece"),
        ({"continuous": True, "cut": 14}, "cut"),
    ],
    ids=str,
)
def test_a_word_that_is_not_known_is_not_taken_for_another(
    options: dict[str, Any], word: str
) -> None:
    with pytest.raises(Unreadable, match=word):
        run(rounds=100_000, **options)


def test_no_cut_that_any_cut_allows_is_offered_again() -> None:
    with pytest.raises(Unreadable) as caught:
        run(rounds=5, cut=-1, any_cut=True)
    assert "--any-cut" not in caught.value.refusal.remedy


@pytest.mark.parametrize("game", ["3-dice-baccarat", "dice-works", "parlay-craps"])
def test_games_of_dice_have_no_coups(game: str) -> None:
    with pytest.raises(Unreadable, match="use simulate") as caught:
        simulate.coups(game, rounds=5)
    assert caught.value.refusal.code == "another-kind"


def test_wagers_of_other_games_and_those_not_counted_are_refused() -> None:
    found = simulate.coups("baccarat", rounds=100, tables=[rulebook.wager("baccarat/tie").open()])
    assert found.analyse("tie").rounds == 100
    for wager, code in (
        ("sun-7", "unknown-wager"),
        ("banker", "not-tallied"),
        (rulebook.wager("eternal-baccarat/sun-7"), "not-tallied"),
        (rulebook.wager("dice-works/all-lows"), "another-kind"),
    ):
        with pytest.raises(Unreadable) as caught:
            found.analyse(wager)
        assert caught.value.refusal.code == code


def test_throws_are_no_coups() -> None:
    """The tie of 3 Dice Baccarat asks for nothing that coups do not have; it is no wager here."""
    found = simulate.coups("baccarat", rounds=100, tables=[rulebook.wager("baccarat/tie").open()])
    with pytest.raises(Unreadable):
        found.analyse(rulebook.wager("3-dice-baccarat/tie"))
    with pytest.raises(Unreadable):
        simulate.coups(
            "baccarat", rounds=100, tables=[rulebook.wager("dice-works/all-lows").open()]
        )


# against the odds
# ----------------

MILLIONS = 2_000_000


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_two_million_coups_agree_with_the_exact_odds(game: rulebook.Game) -> None:
    tables = [
        wager.open(table, on=place)
        for wager in game.wagers.values()
        for table in wager.tables
        for place in (wager.places(table)[:1] if wager.by_seat else wager.places(table))
    ]
    found = simulate.coups(game, rounds=MILLIONS, seed=3028, tables=tables, place=Threads(2))
    edges = 0
    for table in tables:
        estimate = found.estimate(found.exact(table))
        assert sum(estimate.counts) + estimate.lost == MILLIONS
        assert estimate.p_value > 1e-6, table
        if estimate.z is not None:
            assert abs(estimate.z) < 4.5, (table, estimate.z)
            edges += 1
    assert edges > 3


def test_a_continuous_shuffler_agrees_with_the_exact_odds() -> None:
    rounds = 400_000
    found = run(rounds=rounds, continuous=True, decks=1)
    for table in FEW:
        estimate = found.estimate(found.exact(table))
        assert sum(estimate.counts) + estimate.lost == rounds
        assert estimate.p_value > 1e-6


def test_void_rounds_leave_out_those_that_take_many_cards() -> None:
    """Where shoes run dry, hands of six cards are cut short more often than those of four.

    That is no error of the simulation: the rounds that a short shoe can finish are not all rounds.
    """
    options: dict[str, Any] = {"rounds": MILLIONS, "seed": 3028, "decks": 1, "place": Threads(2)}
    dry = simulate.coups("baccarat", cut=0, any_cut=True, **options)
    assert dry.shoes is not None and dry.counted.voids > 0.99 * dry.shoes
    mixed = simulate.coups("baccarat", continuous=True, **options)
    for wager, sign in (("total-4", -1), ("total-6", 1)):
        far, near = dry.analyse(wager).z, mixed.analyse(wager).z
        assert far is not None and near is not None
        assert sign * far > 10 and abs(near) < 4.5
