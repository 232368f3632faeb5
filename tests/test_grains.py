"""Every feature of every kind, and sentences made of them, against physical deals and throws.

Nothing here names a feature of baccarat: a feature added tomorrow is walked too. The synthetic
features go further and take every reach, form and sight that a grain can have.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from oracle import LOPSIDED, physical_coups, shoe_of
from pitboss.games import KINDS, Atom, Coup, Feature
from pitboss.games import grains as g
from pitboss.games.baccarat_features import reader_of
from pitboss.games.features import Level
from pitboss.games.hands import Fact
from pitboss.odds.coups import Method, count_coups
from pitboss.rulebook.nodes import Compare, Node, selector_of

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
    from pitboss.rulebook.nodes import atoms_of

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
    from pitboss.rulebook.nodes import And, Not, Or

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


# --- grains that no feature has yet ---

SIGHTS = (g.VALUE, g.RANK, g.COLOR, g.SUIT, g.CARD, g.product(g.VALUE, g.SUIT))
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
            fact = Fact("x", "made up", of, values, optional=side in ("winner", "loser"))
            name = f"{side or 'all'}.{reach.name}_{form.name}_{SIGHTS.index(sight)}".lower()
            yield fact.feature(name, "made up", grain, reader_of(grain, fact))


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> list[Feature]:
    features = list(synthetic())
    for feature in features:
        monkeypatch.setitem(BACCARAT.features, feature.name, feature)
    monkeypatch.setitem(
        BACCARAT.__dict__,
        "optional",
        frozenset(one.name for one in BACCARAT.features.values() if one.optional),
    )
    return features


@pytest.mark.parametrize("at", (3, 5, 8, 11))
def test_every_grain_is_answered_whether_or_not_a_feature_has_it(
    made_up: list[Feature], at: int
) -> None:
    for feature in made_up:
        check(every_value(Atom(feature.name)), at)
    numbers = random.Random(SEED * 7 + at)
    for size in (2, 3) * 10:
        atoms = [Atom(one.name) for one in numbers.sample(made_up, size)]
        check((sentence(atoms, numbers),), at)
