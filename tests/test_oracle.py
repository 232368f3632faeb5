"""The oracle is held to brute force, to closed forms, to settlement and to published figures."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import isclose, perm, sqrt

import pytest

import oracle
from conftest import every_table
from oracle import LOPSIDED, SPREAD, WAYS, UnknownFamily, physical_coups, row_counts, shoe_of
from pitboss import rulebook
from pitboss.games import Card, Coup, Shoe, ShooterHand, deal
from pitboss.games.craps import Ending
from pitboss.rulebook import PayRow, PayTable, parse

ENDINGS: tuple[Ending, ...] = ("any-seven", "seven-out")
SEED = 2399


def shape(table: PayTable) -> str:
    """What decides the rows of a table; tables of one shape are counted alike."""
    rows = "; ".join(f"{row.label}: {row.sentence.spelled_out}" for row in table.rows)
    return f"{table.ends} {table.suits} {rows}"


def shapes(kind: str, *, all_readings: bool = True) -> list[PayTable]:
    """Open one table of each shape of a kind of game."""
    opened = every_table(all_readings=all_readings)
    tables = (table for table in opened if table.wager.kind == kind)
    return list({shape(table): table for table in tables}.values())


@cache
def counted(shoe: Shoe) -> Counter[Coup]:
    return physical_coups(shoe)


# --- Baccarat -------------------------------------------------------------------------------------


def by_the_words(sequence: tuple[Card, ...]) -> Coup:
    """Deal a coup by the words of the third-card rule instead of its tables."""
    first, second, third, fourth, fifth, sixth = sequence
    player, banker = (first, third), (second, fourth)
    player_two = (first.value + third.value) % 10
    banker_two = (second.value + fourth.value) % 10
    if player_two >= 8 or banker_two >= 8:
        return Coup(player, banker)
    if player_two >= 6:
        return Coup(player, (*banker, fifth) if banker_two <= 5 else banker)
    seen = fifth.value
    draws = (
        banker_two <= 2
        or (banker_two == 3 and seen != 8)
        or (banker_two == 4 and 2 <= seen <= 7)
        or (banker_two == 5 and 4 <= seen <= 7)
        or (banker_two == 6 and 6 <= seen <= 7)
    )
    return Coup((*player, fifth), (*banker, sixth) if draws else banker)


@pytest.mark.parametrize("text", ["8s8s3s3hKcKc5d", "Kd7hAs6c8s2d3c9h", "4c4c4c4c4cQd8h3s"])
def test_physical_coups_are_all_permutations_of_the_cards(text: str) -> None:
    """Literally: each card of a small shoe is an object of its own, in every order."""
    shoe = shoe_of(text)
    sequences = list(permutations(shoe, 6))
    assert len(sequences) == perm(len(text) // 2, 6)
    brute = Counter(map(by_the_words, sequences))
    assert brute == Counter(map(deal, sequences)) == physical_coups(shoe)


@pytest.mark.parametrize("shoe", [*LOPSIDED, SPREAD], ids=range(len(LOPSIDED) + 1))
def test_the_coups_of_a_shoe_are_legal_and_complete(shoe: Shoe) -> None:
    coups = counted(shoe)
    assert 10 <= len(shoe) <= 12
    assert coups.total() == perm(len(shoe), 6)
    for coup in coups:
        assert coup.fault is None
        assert all(number <= shoe.count(one) for one, number in Counter(coup.in_order).items())


def test_a_shoe_that_could_run_dry_is_refused() -> None:
    with pytest.raises(ValueError, match="run dry"):
        physical_coups(shoe_of("2c3c4c5c6c"))


@pytest.mark.parametrize("shoe", [*LOPSIDED, SPREAD], ids=range(len(LOPSIDED) + 1))
def test_what_the_first_cards_decide_is_a_falling_factorial(shoe: Shoe) -> None:
    """Pairs and identical cards can be counted without dealing: any two, any four cards."""
    size = len(shoe)
    ranks = Counter(one.rank for one in shoe)
    pair = sum(perm(number, 2) for number in ranks.values()) * perm(size - 2, 4)
    for side in ("player", "banker"):
        table = rulebook.wager("baccarat/match-pair").open(on=side)
        counts = row_counts(table, counted(shoe))
        assert counts.total() == perm(size, 6)
        assert counts["Pair"] == pair
    four = sum(perm(number, 4) for number in Counter(shoe).values()) * perm(size - 4, 2)
    identical = parse("first_four.identical == 4", "baccarat")
    assert four == sum(n for coup, n in counted(shoe).items() if identical.true_of(coup))


def test_a_hand_counted_on_paper() -> None:
    """Nine tens and a nine: wherever the nine lies it wins, unless it is not among the six."""
    coups = physical_coups(shoe_of("Th" * 9 + "9s"))
    ties = coups[Coup.parse("ThThTh", "ThThTh")]
    thirds = coups[Coup.parse("ThTh9s", "ThThTh")], coups[Coup.parse("ThThTh", "ThTh9s")]
    assert ties == perm(9, 6)
    assert thirds == (perm(9, 5), perm(9, 5))
    counts = row_counts(rulebook.wager("baccarat/tie").open(), coups)
    assert counts == {"Tie": perm(9, 6), None: 6 * perm(9, 5)}


def test_the_lopsided_shoes_hit_every_row_of_every_table() -> None:
    """A row that no test shoe hits would be compared as zero with zero."""
    coups = [coup for shoe in LOPSIDED for coup in counted(shoe)]
    random.Random(SEED).shuffle(coups)  # so that the usual rows are met soon
    for table in shapes("baccarat"):
        missing: set[str | None] = {row.label for row in table.rows}
        for coup in coups:
            row = table.row_of(coup)
            missing.discard(row.label if isinstance(row, PayRow) else None)
            if not missing:
                break
        assert not missing, table


# --- 3 Dice Baccarat ------------------------------------------------------------------------------


def cups() -> Counter[int]:
    """Count the 216 cups by their last digit."""
    return Counter(sum(dice) % 10 for dice in product(range(1, 7), repeat=3))


def test_three_dice_base_wagers_count_the_sums_of_two_cups() -> None:
    sums = cups()
    over = sum(sums[high] * sums[low] for high in sums for low in range(high))
    ties = sum(number**2 for number in sums.values())
    assert 2 * over + ties == 6**6
    push = sums[3] * sums[0]
    for side in ("Player", "Banker"):
        counts = oracle.throw_counts(rulebook.wager(f"3-dice-baccarat/{side.lower()}").open())
        assert counts[f"{side} wins"] == over - push
        assert counts["Tie"] == ties
        assert counts.total() == 6**6
    tie = oracle.throw_counts(rulebook.wager("3-dice-baccarat/tie").open())
    assert tie == {"Tie": ties, None: 2 * over}


def test_every_three_dice_table_counts_all_throws() -> None:
    for table in shapes("three-dice", all_readings=False):
        counts = oracle.throw_counts(table)
        assert counts.total() == 46_656
        assert all(counts[row.label] for row in table.rows), table


# --- Craps ----------------------------------------------------------------------------------------


def table_of(wager: str, reading: str = "default") -> PayTable:
    return rulebook.wager(wager).open(reading=reading)


def test_published_chances_of_the_dice_works() -> None:
    lows = oracle.shooter_probabilities(table_of("dice-works/all-lows"))
    highs = oracle.shooter_probabilities(table_of("dice-works/all-highs"))
    works = oracle.shooter_probabilities(table_of("dice-works/the-works"))
    assert lows["2, 3, 4, 5 and 6 rolled"] == Fraction(20_049, 760_760)
    assert highs["8, 9, 10, 11 and 12 rolled"] == Fraction(20_049, 760_760)
    assert works["Every total but 7 rolled"] == Fraction(126_538_525_259, 24_067_258_815_600)


def test_published_chances_of_points_and_the_pass_line() -> None:
    assert oracle.again("points_made", "seven-out") == Fraction(67, 165)
    # The pass line wins 244/495 of its bets, and does not win 251/495; of these 1/9 are craps.
    win, craps = Fraction(244, 495), Fraction(1, 9)
    assert oracle.again("line_wins", "seven-out") == win / (1 - craps)
    counts = oracle.shooter_probabilities(table_of("high-roller/high-roller"))
    assert counts["3"] == Fraction(67, 165) ** 3 * Fraction(98, 165)
    assert counts["10 or more"] == Fraction(67, 165) ** 10


def test_published_length_of_a_shooters_hand() -> None:
    """Ethier and Hoppe: 1671/196 rolls on average, 154 or more once in 5,590,264,072 hands."""
    exactly = oracle.rolled_before_seven_out(tuple(WAYS), 300)  # the ending seven is one more
    reached = 1 - sum(exactly[:153], Fraction(0))
    assert round(1 / reached) == 5_590_264_072
    mean = sum(float(chance) * (rolls + 1) for rolls, chance in enumerate(exactly))
    assert isclose(mean, 1671 / 196, rel_tol=1e-12)


def test_repeats_before_any_seven_are_powers() -> None:
    six = oracle.shooter_probabilities(table_of("parlay-craps/repeat-6-6x"))
    assert six == {"6 rolled 6 times": Fraction(5, 11) ** 6, None: 1 - Fraction(5, 11) ** 6}
    outside = oracle.shooter_probabilities(table_of("parlay-craps-with-envy/repeat-outside-7x"))
    assert outside["2, 3, 11 or 12 rolled 7 times"] == Fraction(1, 2) ** 7


def test_the_two_ways_to_count_a_total_that_never_comes_agree() -> None:
    """The zeroth coefficient of the generating function, and E of inclusion and exclusion."""
    for size in range(4):
        for totals in product(WAYS, repeat=size):
            series = oracle.rolled_before_seven_out(totals, 0)
            assert series == [oracle.none_rolled(totals, "seven-out")]


def test_a_roll_of_seven_counts_on_the_come_out_only() -> None:
    assert oracle.none_rolled((7,), "any-seven") == 1
    # Before the seven-out: a point must be set before a come-out 7, or made before it again.
    point, seven, made = Fraction(24, 36), Fraction(6, 36), Fraction(67, 165)
    first = point / (point + seven)
    assert oracle.none_rolled((7,), "seven-out") == first * (1 - made) / (1 - first * made)


@pytest.mark.parametrize("ends", ENDINGS)
def test_every_craps_table_is_answered(ends: Ending) -> None:
    tables = [table for table in shapes("craps") if table.ends == ends]
    assert len(tables) > 15
    for table in tables:
        chances = oracle.shooter_probabilities(table)
        assert list(chances) == [*(row.label for row in table.rows), None]
        assert sum(chances.values()) == 1
        assert all(0 < chances[row.label] < 1 for row in table.rows)
        assert chances[None] >= 0


def test_a_longer_wager_is_won_more_often() -> None:
    for wager in rulebook.game("parlay-craps-with-envy").wagers.values():
        short, long = (
            oracle.shooter_probabilities(wager.open(reading=reading))
            for reading in ("default", "seven-out")
        )
        label = wager.open().rows[0].label
        assert short[label] < long[label]


@pytest.mark.parametrize(
    "sentence",
    [
        "rolled(2) >= 1 or rolled(12) >= 1",
        "not rolled(2) >= 1",
        "rolled(2) >= 1 and rolled(12) >= 2",
        "rolled(2) >= 1 and points_made >= 1",
        "1 <= line_wins <= 3",
    ],
)
def test_a_sentence_of_no_known_family_is_refused(sentence: str) -> None:
    rows = (PayRow("row", parse(sentence, "craps"), table_of("dice-works/all-lows").rows[0].cell),)
    with pytest.raises(UnknownFamily):
        oracle.shooter_probabilities(with_rows(rows, "any-seven"))


def with_rows(rows: tuple[PayRow, ...], ends: Ending) -> PayTable:
    like = table_of("dice-works/all-lows")
    return PayTable(
        wager=like.wager,
        id="test",
        on=None,
        reading="default",
        rows=rows,
        ends=ends,
        unit=None,
        suits="",
    )


@pytest.mark.parametrize("ends", ENDINGS)
def test_one_total_and_each_of_one_total_are_the_same(ends: Ending) -> None:
    for total in WAYS:
        clause = oracle.Clause(f"rolled({total})", frozenset({total}), ">=", 1)
        assert oracle.each_rolled([clause.totals], ends) == oracle.at_least(clause, 1, ends)


# A third way, approximate but plain: roll on and on, and see how much chance is left.


def rolled_out(table: PayTable, rolls: int) -> tuple[dict[str | None, float], float]:
    """Return how likely a hand of at most so many rolls hits each row, and how likely it goes on.

    Counters stop at the highest number that a row of the catalog asks for, always with >=.
    """
    atoms = table.level.atoms
    asked = " ".join(row.sentence.spelled_out for row in table.rows)
    top = max(map(int, re.findall(r">= (\d+)", asked)))

    @cache
    def step(point: int, total: int) -> tuple[int, tuple[bool, ...]]:
        made = total == point
        won = made or (not point and total in (7, 11))
        up = {"points_made": made, "line_wins": won}
        sets = not point and total in oracle.POINTS
        onto = total if sets else 0 if made else point
        return onto, tuple(up.get(atom.name, total in atom.arguments) for atom in atoms)

    over: dict[str | None, float] = defaultdict(float)
    alive = {(0, (0,) * len(atoms)): 1.0}
    for _ in range(rolls):
        after: dict[tuple[int, tuple[int, ...]], float] = defaultdict(float)
        for (point, values), chance in alive.items():
            for total, ways in WAYS.items():
                weight = chance * ways / 36
                if total == 7 and (point or table.ends == "any-seven"):
                    row = table.row_for(values)
                    over[row.label if row else None] += weight
                    continue
                onto, ups = step(point, total)
                if any(ups):
                    pairs = zip(values, ups, strict=True)
                    after[onto, tuple([min(value + up, top) for value, up in pairs])] += weight
                else:
                    after[onto, values] += weight
        alive = after
    return over, sum(alive.values())


def test_rolling_on_and_on_comes_to_the_same() -> None:
    for table in shapes("craps"):
        many = len(table.level.atoms) > 5
        over, left = rolled_out(table, 14 if many else 80)
        assert left < (0.3 if many else 1e-5)
        for label, chance in oracle.shooter_probabilities(table).items():
            assert -1e-12 <= float(chance) - over.get(label, 0.0) <= left + 1e-12


def hands(number: int) -> Iterator[ShooterHand]:
    """Roll whole hands from a fixed seed."""
    source = random.Random(SEED)
    for _ in range(number):
        rolls: list[int] = []
        while not ShooterHand(tuple(rolls)).until("seven-out").over:
            rolls.append(source.randint(1, 6) + source.randint(1, 6))
        yield ShooterHand(tuple(rolls))


def test_seeded_hands_settle_as_often_as_they_should() -> None:
    """Settlement reads real hands: within five standard deviations of the oracle on every row."""
    number = 6_000
    rolled = list(hands(number))
    for table in shapes("craps"):
        hit = Counter(
            row.label if isinstance(row, PayRow) else row for row in map(table.row_of, rolled)
        )
        chances = oracle.shooter_probabilities(table)
        assert set(hit) <= set(chances)
        for label, chance in chances.items():
            expected = float(chance) * number
            assert abs(hit[label] - expected) <= 5 * sqrt(expected * (1 - float(chance))) + 3
