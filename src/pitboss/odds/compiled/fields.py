"""Fields: the parts of sentences that one look at the cards answers, and tables that answer them.

A comparison of one feature with numbers is a field of its own: true or false. Where two features
are compared, each is a field with its value. Fields stand at a place: the Player's hand, the
Banker's, or the board, which is the first four cards or all cards of the round.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games import KINDS, Atom, Value
from pitboss.games.cards import DECK
from pitboss.games.grains import Form, Reach
from pitboss.odds.general import FEATURES, Look
from pitboss.rulebook.compiling import function_of
from pitboss.rulebook.nodes import Compare

Ints = NDArray[np.int64]
MOST_FOURS = 2_000
"""Looks at the board that keep every label are answered for so many first fours: 1,820 of ranks."""
OPTIONAL = KINDS["baccarat"].optional


class NotAnswered(Exception):
    """A look at the board tells too many cards apart for tables: the plain count answers it."""


class Field(NamedTuple):
    """What one look answers: a comparison, or without one the value of the feature."""

    look: Look
    atom: Atom
    compare: Compare | None

    @property
    def in_order(self) -> bool:
        """Whether the order of the cards is looked at."""
        return self.look.grain.form is Form.IN_ORDER


class Labels:
    """A look at the cards in whole numbers: labels of cards, and answers for some labels."""

    def __init__(self, field: Field) -> None:
        names = [field.look.label(card) for card in DECK]
        self._names = list(dict.fromkeys(names))
        self.of_card: Ints = np.array([self._names.index(name) for name in names])
        self.number = len(self._names)
        self.answers: dict[Value, int] = {}
        self._of, self._given = FEATURES[field.atom.name].of, field.look.grain.given
        self._in_order = field.in_order
        self._known: dict[tuple[int, ...], int] = {}

    def answer(self, *labels: int) -> int:
        """Return the number of the answer for cards with these labels, in the order dealt."""
        key = labels if self._in_order else tuple(sorted(labels))
        if key not in self._known:
            assert self._of is not None
            value = self._of(self._given([self._names[label] for label in key]))
            self._known[key] = self.answers.setdefault(value, len(self.answers))
        return self._known[key]


class Table(NamedTuple):
    """How a field is answered. Two cards are kept as a number, four as a state.

    ``pairs`` gives what is kept of two labels. In a hand that is the state: ``fours`` is empty. On
    the board ``fours`` gives the state of two pairs. ``rows`` has the answers of each state: with
    no third card, then with each label, and on the board with each two labels.
    """

    field: Field
    of_card: Ints
    labels: int
    answers: tuple[Value, ...]
    pairs: Ints
    fours: Ints
    rows: Ints

    @property
    def finals(self) -> Ints:
        """In a hand: the answers of each state, without a third card and with each label."""
        return self.rows[:, : 1 + self.labels]

    @property
    def twice(self) -> Ints:
        """On the board: the answers of each state with each two labels."""
        return self.rows[:, 1 + self.labels :].reshape(-1, self.labels, self.labels)

    def judged(self, compare: Compare) -> Table:
        """Return the table that answers a comparison; states that it does not tell apart join."""
        holds = function_of(compare, (self.field.atom,), OPTIONAL)
        truths = np.array([holds(answer) for answer in self.answers], dtype=np.int64)
        rows, states = np.unique(truths[self.rows], axis=0, return_inverse=True)
        states = states.ravel()
        return self._replace(
            field=self.field._replace(compare=compare),
            answers=(False, True),
            pairs=self.pairs if self.fours.size else states[self.pairs],
            fours=states[self.fours] if self.fours.size else self.fours,
            rows=rows,
        )

    def merged(self) -> Ints:
        """By state and label: the first label that answers as this one does, as either third."""
        joined = np.concatenate(
            [self.finals[:, 1:, None], self.twice, self.twice.transpose(0, 2, 1)], axis=2
        )
        same = (joined[:, :, None, :] == joined[:, None, :, :]).all(axis=3)
        first: Ints = np.argmax(same, axis=2)
        return first


@lru_cache(maxsize=2048)
def table_of(field: Field) -> Table:
    """Return the table of a field; tables are kept, as sentences share them."""
    if field.compare is not None:
        return table_of(field._replace(compare=None)).judged(field.compare)
    return _board_table(field) if field.look.side == "" else _hand_table(field)


def _hand_table(field: Field) -> Table:
    labels = Labels(field)
    numbers = range(labels.number)
    pairs = np.zeros((labels.number, labels.number), dtype=np.int64)
    states: dict[tuple[int, ...], int] = {}
    for one, other in product(numbers, numbers):
        if field.look.sees_thirds:
            drawn = [labels.answer(one, other, third) for third in numbers]
        else:
            drawn = [labels.answer(one, other)] * labels.number
        row = (labels.answer(one, other), *drawn)
        pairs[one, other] = states.setdefault(row, len(states))
    return _table(field, labels, pairs, np.empty(0, dtype=np.int64), states)


def _board_table(field: Field) -> Table:
    labels = Labels(field)
    form, grows = field.look.grain.form, field.look.grain.reach is Reach.ROUND
    if form is Form.ALIKE:
        fours, pairs, examples = _shared(labels.number)
    elif form is Form.GROUPS and not grows:
        fours, pairs, examples = _agreements(labels.number)
    else:
        fours, pairs, examples = _sequences(labels.number, field.in_order)
    numbers = range(labels.number)
    states: dict[tuple[int, ...], int] = {}
    of_example = []
    for four in examples:
        row = [labels.answer(*four)]
        if grows:
            row += [labels.answer(*four, c) for c in numbers]
            row += [labels.answer(*four, c, d) for c in numbers for d in numbers]
        else:
            row *= 1 + labels.number + labels.number**2
        of_example.append(states.setdefault(tuple(row), len(states)))
    return _table(field, labels, pairs, np.array(of_example)[fours], states)


def _table(
    field: Field, labels: Labels, pairs: Ints, fours: Ints, states: dict[tuple[int, ...], int]
) -> Table:
    return Table(
        field,
        labels.of_card,
        labels.number,
        tuple(labels.answers),
        pairs,
        fours,
        np.array(list(states), dtype=np.int64),
    )


Kept = tuple[Any, Ints, list[tuple[int, ...]]]
"""What two pairs make together, what a pair is, and for each thing they make four labels."""


def _shared(size: int) -> Kept:
    """Keep the one label of some cards, or that they differ."""
    labels, kept = np.arange(size), np.arange(size + 1)
    pairs = np.where(labels[:, None] == labels, labels, size)
    fours = np.where(kept[:, None] == kept, kept, size)
    differ = (0, 1 % size) * 2
    return fours, pairs, [*((label,) * 4 for label in range(size)), differ]


@lru_cache(maxsize=4)
def _agreements(size: int) -> Kept:
    """Keep which of four labels are equal."""
    one, other = np.triu_indices(size)
    pairs = np.zeros((size, size), dtype=np.int64)
    pairs[one, other] = pairs[other, one] = np.arange(len(one))
    twins = (one == other).astype(np.uint8)
    codes = twins[:, None] | twins << 1
    for bit, (mine, yours) in enumerate(product((one, other), repeat=2), start=2):
        codes |= (mine[:, None] == yours).astype(np.uint8) << bit
    numbers = np.zeros(64, dtype=np.uint8)
    examples: list[tuple[int, ...]] = []
    for code in np.flatnonzero(np.bincount(codes.ravel())).tolist():
        i, j = np.unravel_index(int(np.argmax(codes == code)), codes.shape)
        numbers[code] = len(examples)
        examples.append((int(one[i]), int(other[i]), int(one[j]), int(other[j])))
    return numbers[codes], pairs, examples


def _sequences(size: int, in_order: bool) -> Kept:
    """Keep every label, sorted unless their order matters."""
    if (size**4 if in_order else comb(size + 3, 4)) > MOST_FOURS:
        raise NotAnswered

    def key(*labels: int) -> tuple[int, ...]:
        return labels if in_order else tuple(sorted(labels))

    kept: dict[tuple[int, ...], int] = {}
    pairs = np.zeros((size, size), dtype=np.int64)
    for one, other in product(range(size), repeat=2):
        pairs[one, other] = kept.setdefault(key(one, other), len(kept))
    known: dict[tuple[int, ...], int] = {}
    fours = np.zeros((len(kept), len(kept)), dtype=np.int64)
    for ((p1, p2), i), ((b1, b2), j) in product(kept.items(), kept.items()):
        fours[i, j] = known.setdefault(key(p1, b1, p2, b2), len(known))
    return fours, pairs, list(known)
