"""Every feature of every kind, and sentences made of them, against physical deals and throws.

Nothing here names a feature of baccarat: a feature added tomorrow is walked too. The synthetic
features go further and take every reach, form and sight that a grain can have.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import shoe_oracle
from oracle import LOPSIDED, every_throw, physical_coups, shoe_of
from pitboss import rulebook
from pitboss.games import KINDS, Atom, Coup, Feature, Shoe
from pitboss.games import grains as g
from pitboss.games.baccarat_features import reader_of
from pitboss.games.craps import Ending, Roll
from pitboss.games.features import Level
from pitboss.games.hands import Fact
from pitboss.odds import compiled
from pitboss.odds.coups import Method, count_coups
from pitboss.odds.listed import count_listed
from pitboss.odds.shooters import count_shooters
from pitboss.rulebook import PayRow, PayTable, Sentence, parse
from pitboss.rulebook.compiling import selector_of
from pitboss.rulebook.nodes import And, Compare, Node, Not, Or, atoms_of
from pitboss.simulate.parallel import Piece
from pitboss.simulate.shoe_plan import shoe_plan
from shoe_oracle import Stream

SEED = 20261116
METHODS: tuple[Method, ...] = ("auto", "general", "plain")
BACCARAT = KINDS["baccarat"]
SHOES = (*LOPSIDED, shoe_of("AcAc2d2hTdJhKs6c"))


@cache
def dealt(at: int) -> tuple[tuple[Coup, int], ...]:
    return tuple(physical_coups(SHOES[at]).items())


def bound_atoms(kind: str, random_numbers: random.Random) -> Iterator[Atom]:
    """Yield every feature of a kind that an outcome shows, each with arguments it may have."""
    for feature in KINDS[kind].features.values():
        if feature.read is None:
            continue
        if feature.name == "in_chosen_suits":
            yield from (Atom(feature.name, suits, bound=True) for suits in ((3,), (1, 3)))
        elif feature.takes is None:
            yield Atom(feature.name)
        else:
            numbers = range(feature.takes.low, feature.takes.high + 1)
            for number in random_numbers.sample(numbers, 5):
                yield Atom(feature.name, (number,))


def every_value(atom: Atom) -> tuple[Node, ...]:
    """Return a pay table with a row for each value that a feature may have."""
    feature = BACCARAT.features[atom.name]
    if feature.type == "flag":
        return (Compare((atom,), ()),)
    return tuple(
        Compare((atom, number), ("==",)) for number in range(feature.low, feature.high + 1)
    )


def by_hand(nodes: Sequence[Node], coups: Sequence[tuple[Coup, int]]) -> Counter[tuple[int]]:
    """Ask every coup as settlement does."""
    atoms = atoms_of(nodes)
    select = selector_of(nodes, atoms, BACCARAT.optional)
    level = Level(BACCARAT.features, atoms)
    counts: Counter[tuple[int]] = Counter()
    for coup, number in coups:
        counts[(select(*level.row(coup)),)] += number
    return counts


def check(nodes: tuple[Node, ...], at: int, methods: Sequence[Method] = METHODS) -> int:
    expected = by_hand(nodes, dealt(at))
    for method in methods:
        counted = count_coups((nodes,), SHOES[at], method)
        assert +counted == expected, (method, at, [str(node) for node in nodes])
    return len(methods)


@pytest.mark.parametrize("at", range(len(SHOES)))
def test_every_feature_equals_physical_deals(at: int) -> None:
    atoms = list(bound_atoms("baccarat", random.Random(SEED + at)))
    assert len(atoms) > 80
    for atom in atoms:
        check(every_value(atom), at)


def comparison(atom: Atom, numbers: random.Random) -> Node:
    feature = BACCARAT.features[atom.name]
    if feature.type == "flag":
        return Compare((atom,), ())
    sign = numbers.choice(("==", "!=", "<", "<=", ">", ">="))
    return Compare((atom, numbers.randint(feature.low, feature.high)), (sign,))


def sentence(atoms: Sequence[Atom], numbers: random.Random) -> Node:
    """Join comparisons of some features, or of two of them, by and, or, not."""
    values = [one for one in atoms if BACCARAT.features[one.name].type == "number"]
    parts = [comparison(atom, numbers) for atom in atoms]
    if len(values) > 1 and numbers.random() < 0.4:
        parts[0] = Compare((values[0], values[1]), (numbers.choice(("==", "<", ">=")),))
    negated = [Not(part) if numbers.random() < 0.3 else part for part in parts]
    if len(negated) == 3 and numbers.random() < 0.5:
        return Or.of([And.of(negated[:2]), negated[2]])
    return numbers.choice((And.of, Or.of))(negated)


@pytest.mark.parametrize("at", range(len(SHOES)))
def test_pairs_and_triples_of_features_equal_physical_deals(at: int) -> None:
    numbers = random.Random(SEED * 31 + at)
    atoms = list(bound_atoms("baccarat", numbers))
    for size in (2, 3) * 30:
        node = sentence(numbers.sample(atoms, size), numbers)
        check((node,), at)


# --- dice and shooters ---


def test_every_feature_of_a_throw_equals_all_throws() -> None:
    kind = KINDS["three-dice"]
    throws = list(every_throw())
    for atom in bound_atoms("three-dice", random.Random(SEED)):
        feature = kind.features[atom.name]
        nodes: tuple[Node, ...] = (Compare((atom,), ()),)
        if feature.type == "number":
            values = range(feature.low, feature.high + 1)
            nodes = tuple(Compare((atom, value), ("==",)) for value in values)
        select = selector_of(nodes, (atom,), kind.optional)
        assert feature.read is not None
        expected = Counter((select(feature.read(throw, ())),) for throw in throws)
        assert count_listed(kind, (nodes,)) == expected, atom


@pytest.mark.parametrize("ends", ["any-seven", "seven-out"])
def test_every_counter_of_a_shooter_equals_rolling_on_and_on(ends: Ending) -> None:
    """Roll by roll, with counters that stop at 3: the exact chance lies within what is left."""
    numbers = random.Random(SEED)
    atoms = list(bound_atoms("craps", numbers))
    for _ in range(6):
        some = tuple(numbers.sample(atoms, numbers.choice((1, 2, 3))))
        parts = [Compare((atom, numbers.randint(1, 3)), (">=",)) for atom in some]
        node = numbers.choice((And.of, Or.of))(parts)
        chance, left = rolled_on(node, ends)
        exact = count_shooters(((node,),), ends).get((0,), Fraction(0))
        assert chance <= exact <= chance + left and left < Fraction(1, 1000), str(node)


def rolled_on(node: Node, ends: Ending) -> tuple[float, float]:
    """Return the chance that a hand of at most 60 rolls makes a sentence true, and the rest."""
    atoms = atoms_of([node])
    grains = [KINDS["craps"].features[atom.name].grain for atom in atoms]
    holds = selector_of((node,), atoms, frozenset())
    states: dict[tuple[int | None, tuple[int, ...]], float] = {(None, (0,) * len(atoms)): 1.0}
    chance = 0.0
    for _ in range(60):
        after: dict[tuple[int | None, tuple[int, ...]], float] = {}
        for (point, counts), mass in states.items():
            for one, other in product(range(1, 7), repeat=2):
                total, share = one + other, mass / 36
                if total == 7 and (point is not None or ends == "any-seven"):
                    chance += share * (holds(*counts) == 0)
                    continue
                roll = Roll(total, point)
                grown = tuple(
                    min(3, count + grain.counts(roll, atom.arguments))
                    for count, grain, atom in zip(counts, grains, atoms, strict=True)
                    if isinstance(grain, g.RollGrain)
                )
                if point is None:
                    new = total if total in (4, 5, 6, 8, 9, 10) else None
                else:
                    new = None if total == point else point
                after[new, grown] = after.get((new, grown), 0.0) + share
        states = after
    return chance - 1e-12, sum(states.values()) + 2e-12


# --- grains that no feature has yet ---

BY_VALUE_AND_SUIT = g.Sight("value and suit", lambda card, _: f"{card.value}{card.suit}")
SIGHTS = (g.VALUE, g.RANK, g.COLOR, g.SUIT, g.CARD, BY_VALUE_AND_SUIT)
READERS = {
    g.Form.ALIKE: (lambda label: label is not None and str(label) > "3", None),
    g.Form.GROUPS: (lambda sizes: sizes[0] - len(sizes), (-6, 6)),
    g.Form.COUNTED: (
        lambda labels: str(labels[0]) == str(labels[-1]) or str(labels[1]) > "4",
        None,
    ),
    g.Form.IN_ORDER: (lambda labels: str(labels[0]) > str(labels[-1]), None),
}


def synthetic() -> Iterator[Feature]:
    for reach, (form, (of, values)), sight in product(g.Reach, READERS.items(), SIGHTS):
        whose = ("player", "banker", "winner", "loser")
        hand = reach in (g.Reach.FIRST_TWO, g.Reach.HAND)
        for side in whose if hand else ("",):
            grain = g.CardGrain(reach, form, sight, side)
            name = f"{side or 'all'}.{reach.name}_{form.name}_{SIGHTS.index(sight)}".lower()
            fact = Fact(name, "made up", grain, of, values, optional=side in ("winner", "loser"))
            yield fact.feature(reader_of(fact))


MADE_UP = tuple(synthetic())


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> tuple[Feature, ...]:
    for feature in MADE_UP:
        monkeypatch.setitem(BACCARAT.features, feature.name, feature)
    optional = frozenset(one.name for one in BACCARAT.features.values() if one.optional)
    monkeypatch.setitem(BACCARAT.__dict__, "optional", optional)
    return MADE_UP


@pytest.mark.parametrize("at", [3, 11])
def test_every_grain_is_answered_whether_or_not_a_feature_has_it(
    made_up: tuple[Feature, ...], at: int
) -> None:
    numbers = random.Random(SEED * 7 + at)
    for feature in numbers.sample(made_up, 80):
        check(every_value(Atom(feature.name)), at)
    for size in (2, 3) * 10:
        atoms = [Atom(one.name) for one in numbers.sample(made_up, size)]
        check((sentence(atoms, numbers),), at)


# --- simulation: the same shoes, dealt slowly ---


def event_table(nodes: tuple[Node, ...]) -> PayTable:
    table = rulebook.wager("baccarat/tie").open()
    cell = table.rows[0].cell
    rows = (PayRow(str(at), Sentence("baccarat", node), cell) for at, node in enumerate(nodes))
    return replace(table, rows=tuple(rows))


def test_a_simulation_tells_apart_whatever_a_feature_sees() -> None:
    """Every feature, in the cells of real shoes, as the plain dealer sees the same shoes."""
    numbers = random.Random(SEED)
    atoms = list(bound_atoms("baccarat", numbers))
    tables = [event_table(every_value(atom)) for atom in atoms]
    shoes = [shoe_oracle.shuffled(shoe_oracle.fresh_shoe(8), Stream(SEED, at)) for at in range(6)]
    coups = [coup for shoe in shoes for coup in shoe_oracle.dealt(shoe, 14).coups]
    for first in range(0, len(tables), 9):
        some = tables[first : first + 9]
        plan = shoe_plan(some, seed=SEED)
        counted = plan.count(Piece(0, 6))
        assert counted.rounds == len(coups)
        for table in some:
            expected = Counter(table.number_for(table.level.row(coup)) for coup in coups)
            found = plan.row_counts(table, counted).tolist()
            assert found == [expected[at] for at in (*range(len(table.rows)), -1)], table.rows


# --- compiled and plain on real shoes ---


def test_without_numba_the_plain_count_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = (parse("winner.red and count(13) == 1", "baccarat").node,)
    compiled_count = count_coups((nodes,), LOPSIDED[3], "general")
    monkeypatch.setattr(compiled, "is_installed", lambda: False)
    assert count_coups((nodes,), LOPSIDED[3], "general") == +compiled_count


def test_a_shoe_beyond_whole_numbers_of_64_bits_is_counted_in_plain_python() -> None:
    """A hundred thousand of each card: a pair is one of the 399,999 that match the first."""
    huge = Shoe((100_000,) * 52)
    pair = (parse("player.pair", "baccarat").node,)
    assert compiled.count((pair,), huge) is None
    counts = count_coups((pair,), huge, "general")
    assert Fraction(counts[(0,)], counts.total()) == Fraction(399_999, 5_199_999)


TEN_KINDS = Counter(Ac=45, Ad=31, Kh=43, Tc=55, **{"3h": 52, "4s": 38, "6c": 40, "6h": 27})
TEN_KINDS.update({"8d": 49, "9s": 36})
SIDES = frozenset({"", "player", "loser"})
"""Player and Banker, winner and loser are read alike: one of each, and both hands."""


def same_by_both(nodes: tuple[Node, ...], shoe: Shoe) -> bool:
    """Hold the compiled count, where it answers, to the plain one; say whether it did."""
    counted = compiled.count((nodes,), shoe)
    assert counted is None or counted == count_coups((nodes,), shoe, "plain"), nodes
    return counted is not None


def check_every_grain(sight: g.Sight, features: Sequence[Feature], shoe: Shoe) -> None:
    """Every reach and form by one sight; what spans both hands may be left to the plain count."""
    for feature in features:
        grain = feature.grain
        if isinstance(grain, g.CardGrain) and grain.sight == sight and grain.whose in SIDES:
            answered = same_by_both(every_value(Atom(feature.name)), shoe)
            assert answered or not grain.whose, feature


@pytest.mark.slow
def test_on_eight_decks_every_feature_is_answered_by_compiled_code() -> None:
    for atom in bound_atoms("baccarat", random.Random(SEED)):
        assert compiled.count((every_value(atom),), Shoe.of(8)) is not None, atom


@pytest.mark.slow
@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: sight.name)
def test_on_as_many_cards_of_ten_kinds_the_compiled_count_is_the_plain_one(
    made_up: tuple[Feature, ...], sight: g.Sight
) -> None:
    """Numbers as large as those of eight decks; few kinds of cards, quickly told by any sight."""
    shoe = shoe_of("".join(TEN_KINDS.elements()))
    assert len(shoe) == len(Shoe.of(8))
    check_every_grain(sight, made_up, shoe)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sight", "removed"), [(g.VALUE, 0), (g.RANK, 50), (g.COLOR, 0)], ids=["value", "rank", "color"]
)
def test_on_eight_decks_the_compiled_count_is_the_plain_one(
    made_up: tuple[Feature, ...], sight: g.Sight, removed: int
) -> None:
    """Every reach and form, by the sights that leave eight decks at most 20 kinds of cards."""
    full = Shoe.of(8)
    shoe = full.without(random.Random(SEED).sample(list(full), removed))
    check_every_grain(sight, made_up, shoe)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["player.pair and player.suited", "player.suited and not loser.red"]
)
def test_with_suits_on_a_depleted_shoe_the_compiled_count_is_the_plain_one(text: str) -> None:
    """By rank and suit all 52 cards are told apart, by value and suit 40 kinds."""
    full = Shoe.of(8)
    shoe = full.without(random.Random(text).sample(list(full), 50))
    assert same_by_both((parse(text, "baccarat").node,), shoe)
