"""Virtual shoes and dice: fair by the simulator's own chi-square tests against the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from pitboss.games import Atom, Coup, Shoe, Throw
from pitboss.games.baccarat import deal
from pitboss.games.cards import DECK, Card
from pitboss.games.features import Value
from pitboss.house.chance.drbg import Drbg
from pitboss.house.chance.orders import WORDS, bounded, cups, cut, roll, shoe_order
from pitboss.odds.analysis import analyse_table
from pitboss.rulebook import PayTable
from pitboss.simulate.statistics import Estimate, chi_square, chi_square_p_value
from test_simulate_catalog import LEAST_CHANCE, default_tables

DECKS = 8
COUPS = 60
"""Of each shoe: so many are dealt in any case, and have the odds of the full shoe."""
SHOES, ALL_SHOES = 500, 10_000
THROWS, ALL_THROWS = 20_000, 1_000_000


def seeds(count: int, seed: int = 14) -> Iterator[bytes]:
    random = Random(seed)
    for _ in range(count):
        yield random.randbytes(48)


def dealt(order: tuple[Card, ...]) -> Iterator[Coup]:
    """Burn as 30-2810(4) says, and deal coups."""
    cards = iter(order)
    first = next(cards)
    for _ in range(first.value or 10):
        next(cards)
    for _ in range(COUPS):
        yield deal(cards)


def fits(name: str, counts: list[int], expected: list[float]) -> None:
    score, freedom = chi_square(counts, expected)
    assert chi_square_p_value(score, freedom) > LEAST_CHANCE, f"{name}: {score} of {freedom}"


def wagers_fit(outcomes: Counter[Coup] | Counter[Throw], tables: list[PayTable]) -> None:
    """Hold the rows that outcomes hit against the exact odds of every table."""
    rounds = sum(outcomes.values())
    hits = [Counter[int]() for _ in tables]
    for outcome, count in outcomes.items():
        known: dict[Atom, Value] = {}
        for table, hit in zip(tables, hits, strict=True):
            hit[id(table.row_of(outcome, known))] += count
    for table, hit in zip(tables, hits, strict=True):
        counts = tuple(hit[id(row)] for row in table.rows)
        exact = analyse_table(table, shoe=Shoe.of(DECKS))
        one = Estimate(exact=exact, rounds=rounds, counts=counts, lost=hit[id(None)])
        assert sum(counts) + one.lost == rounds
        assert one.p_value > LEAST_CHANCE, f"{table} chi-square {one.chi_square}"


def shoes_are_fair(count: int) -> None:
    """Places, neighbours and coups of shoes are as likely as they should be."""
    places = [Counter[Card]() for _ in range(DECKS * len(DECK))]
    neighbours: Counter[tuple[Card, Card]] = Counter()
    outcomes: Counter[Coup] = Counter()
    for seed in seeds(count):
        order = shoe_order.__wrapped__(seed, DECKS)
        for place, card in zip(places, order, strict=True):
            place[card] += 1
        neighbours.update(pairwise(order))
        outcomes.update(dealt(order))
    assert sum(outcomes.values()) == count * COUPS
    each = count / len(DECK)
    fits("places", [one[card] for one in places for card in DECK], [each] * 416 * 52)
    for at in (0, 1, 207, 414, 415):
        fits(f"place {at}", [places[at][card] for card in DECK], [each] * 52)
    pairs, cards = 415 * count, 416 * 415
    fits(
        "neighbours",
        [neighbours[one, other] for one in DECK for other in DECK],
        [pairs * DECKS * (DECKS - (one == other)) / cards for one in DECK for other in DECK],
    )
    wagers_fit(outcomes, default_tables("baccarat")[:: 3 if count == ALL_SHOES else 20])


def test_five_hundred_shoes_are_fair() -> None:
    shoes_are_fair(SHOES)


@pytest.mark.slow
def test_ten_thousand_shoes_are_fair() -> None:
    shoes_are_fair(ALL_SHOES)


def dice_are_fair(count: int) -> None:
    rolls: Counter[tuple[int, int]] = Counter()
    throws: Counter[Throw] = Counter()
    faces = [Counter[int]() for _ in range(6)]
    for seed in seeds(count, 2):
        rolls[roll(seed)] += 1
        player, banker = cups(seed)
        throws[Throw(player, banker)] += 1
        for counter, face in zip(faces, (*player, *banker), strict=True):
            counter[face] += 1
    two = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    fits("rolls", [rolls[one] for one in two], [count / 36] * 36)
    for counter in faces:
        fits("a die", [counter[face] for face in range(1, 7)], [count / 6] * 6)
    wagers_fit(throws, default_tables("three-dice")[:: 1 if count == ALL_THROWS else 4])


def test_dice_are_fair() -> None:
    dice_are_fair(THROWS)


@pytest.mark.slow
def test_a_million_throws_are_fair() -> None:
    dice_are_fair(ALL_THROWS)


# --- what the functions promise ---


@pytest.mark.parametrize("decks", [1, 6, 8, 20])
def test_a_shoe_holds_full_decks(decks: int) -> None:
    for seed in seeds(5):
        assert Counter(shoe_order(seed, decks)) == dict.fromkeys(DECK, decks)


def test_every_byte_of_a_seed_counts() -> None:
    seed = bytes(48)
    orders = {shoe_order(seed, 1)}
    for at in range(48):
        orders.add(shoe_order(seed[:at] + b"\x01" + seed[at + 1 :], 1))
    assert len(orders) == 49


def test_a_cut_lies_in_the_middle_half_and_anywhere_in_it() -> None:
    depths = Counter(cut(seed, 52) for seed in seeds(5_000))
    assert min(depths) == 13 and max(depths) == 39
    fits("cuts", [depths[at] for at in range(13, 40)], [5_000 / 27] * 27)


class Words(Drbg):
    """A generator that gives words of our choice."""

    def __init__(self, *words: int) -> None:
        super().__init__(bytes(32))
        self.words = iter(words)

    def generate(self, n: int, additional: bytes = b"") -> bytes:
        assert not additional
        return next(self.words).to_bytes(n, "big")


def test_what_would_favour_some_is_drawn_again() -> None:
    """2^32 is no multiple of 6: the last four words would favour 0 to 3."""
    assert WORDS % 6 == 4
    assert bounded(Words(WORDS - 5), 6) == 5
    for biased in range(WORDS - 4, WORDS):
        assert bounded(Words(biased, 8), 6) == 2
    assert bounded(Words(WORDS - 1), 4) == 3, "of a power of two every word is fair"
    assert bounded(Words(77), 1) == 0
