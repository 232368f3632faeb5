"""From sentences and a shoe to the kernel's tables, and from its bins back to pay rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games import Atom, Shoe
from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.games.cards import DECK
from pitboss.games.grains import Form
from pitboss.games.hands import side_of
from pitboss.odds.compiled.fields import OPTIONAL, Field, Ints, NotAnswered, Table, table_of
from pitboss.odds.compiled.kernel import NO_CARD, count_case
from pitboss.odds.general import FEATURES, Look, grain_of
from pitboss.odds.values import NONE, Rows, padding, representative, shapes
from pitboss.rulebook.compiling import function_of, truth_selector
from pitboss.rulebook.nodes import Compare, Node, comparisons_of

Case = Literal["player", "banker", "tie", "any"]
"""Who wins, where features of the winner or the loser look at cards; else it does not matter."""
Part = Compare | Atom
"""What the values of a coup decide: a comparison, or a feature that is compared with another."""
Column = tuple[Ints, Sequence[Any]]
"""Answers as numbers, and what each number stands for."""
MOST_BINS = 1 << 24
MOST_MOMENTS = 3 << 23
MOST_GROUPS = 1 << 20
VALUES = np.array([card.value for card in DECK])


def count_rows(tables: Sequence[Sequence[Node]], shoe: Shoe) -> Counter[Rows] | None:
    """Return the ordered six-card deals by the rows they hit; None if tables cannot answer."""
    comparisons = tuple(
        dict.fromkeys(one for nodes in tables for node in nodes for one in comparisons_of(node))
    )
    rows_for = truth_selector(tables, comparisons)
    looked_at = {grain_of(atom).whose for one in comparisons for atom in _labelled(one)}
    cases: tuple[Case, ...] = ("any",)
    if looked_at & {"winner", "loser"}:
        cases = ("player", "banker", "tie")
    rows: Counter[Rows] = Counter()
    try:
        for case in cases:
            question = _Question(comparisons, case)
            for truths, number in question.count(shoe):
                rows[rows_for(*truths)] += number
    except NotAnswered:
        return None
    return rows


def _labelled(comparison: Compare) -> list[Atom]:
    by_value = (Form.SCORE, Form.DRAW)
    return [atom for atom in comparison.atoms if grain_of(atom).form not in by_value]


class _Question:
    """What some comparisons ask where a case of who wins is given."""

    def __init__(self, comparisons: Sequence[Compare], case: Case) -> None:
        self.comparisons = comparisons
        self.case = case
        self.parts: dict[Part, None] = {}
        self.fields: dict[str, dict[Field, None]] = {"player": {}, "banker": {}, "": {}}
        self.plans = [self.plan(comparison) for comparison in comparisons]

    def plan(self, comparison: Compare) -> tuple[Part | Field, ...] | None:
        """Say which answers decide a comparison, and ask for them; None if it cannot hold."""
        atoms, labelled = comparison.atoms, _labelled(comparison)
        if not labelled:
            return (self.part(comparison),)
        looks = {atom: self.look(atom) for atom in labelled}
        if None in looks.values():
            return None
        single = len(atoms) == 1
        plan: list[Part | Field] = []
        for atom in atoms:
            look = looks.get(atom)
            if look is None:
                plan.append(self.part(atom))
                continue
            field = Field(look, atom, comparison if single else None)
            self.fields[look.side][field] = None
            plan.append(field)
        return tuple(plan)

    def part(self, part: Part) -> Part:
        self.parts[part] = None
        return part

    def look(self, atom: Atom) -> Look | None:
        grain = grain_of(atom)
        side = grain.whose
        if side in ("winner", "loser"):
            if self.case not in ("player", "banker"):
                return None
            side = side_of(side, self.case) or ""
        return Look(side, grain, atom.arguments)

    def count(self, shoe: Shoe) -> Iterator[tuple[list[bool], int]]:
        """Yield the truth of every comparison with the number of deals for which it is so."""
        values = _Values(tuple(self.parts), self.case)
        places = [[table_of(field) for field in self.fields[side]] for side in self.fields]
        cards = _Cards(shoe, *places)
        names = (*self.parts, *self.fields["player"], *self.fields["banker"], *self.fields[""])
        functions = [
            function_of(one, one.atoms, OPTIONAL) if plan and len(plan) > 1 else None
            for one, plan in zip(self.comparisons, self.plans, strict=True)
        ]
        for vectors, number in cards.count(values):
            answers = dict(zip(names, (v for vector in vectors for v in vector), strict=True))
            truths = []
            for plan, function in zip(self.plans, functions, strict=True):
                if plan is None:
                    truths.append(False)
                elif function is None:
                    truths.append(bool(answers[plan[0]]))
                else:
                    truths.append(bool(function(*(answers[one] for one in plan))))
            yield truths, number


# --- what values decide ---


@lru_cache(maxsize=256)
def _column(atom: Atom) -> Column:
    """Return the number of a feature's value for every shape, and the values."""
    read = FEATURES[atom.name].read
    assert read is not None
    values = [read(representative(shape), atom.arguments) for shape in shapes()]
    distinct = list(dict.fromkeys(values))
    numbers = {value: at for at, value in enumerate(distinct)}
    return np.array([numbers[value] for value in values]), distinct


class _Values:
    """The parts that values decide, by shape of a coup."""

    def __init__(self, parts: Sequence[Part], case: Case) -> None:
        columns = [self.answers(part) for part in parts]
        ids, self.vectors = _joined(columns, len(shapes()))
        if case != "any":
            player, banker = (_column(Atom(f"{side}.wins")) for side in ("player", "banker"))
            wins = [np.array(values)[numbers] for numbers, values in (player, banker)]
            inside = {"player": wins[0], "banker": wins[1], "tie": ~(wins[0] | wins[1])}[case]
            ids = np.where(inside, ids, -1)
        self.by_shape = np.full((10, 10, 11, 11), -1)
        self.by_shape[_places()] = ids

    def answers(self, part: Part) -> Column:
        if isinstance(part, Atom):
            return _column(part)
        ids, vectors = _joined([_column(atom) for atom in part.atoms], len(shapes()))
        holds = function_of(part, part.atoms, OPTIONAL)
        return np.array([holds(*vector) for vector in vectors], dtype=np.int64)[ids], [False, True]


@lru_cache(maxsize=1)
def _places() -> tuple[Ints, ...]:
    """Return where each shape stands, by two-card totals and third cards."""
    every = np.array(shapes())
    return tuple(np.where(column == NONE, NO_CARD, column) for column in every.T)


def _joined(columns: Sequence[Column], size: int) -> tuple[Ints, list[Any]]:
    """Return numbers for what some columns say together, and what each number says."""
    ids = np.zeros(size, dtype=np.int64)
    vectors: list[tuple[Any, ...]] = [()]
    for numbers, values in columns:
        codes, ids = np.unique(ids * len(values) + numbers, return_inverse=True)
        vectors = [
            (*vectors[code // len(values)], values[code % len(values)]) for code in codes.tolist()
        ]
    return ids, vectors


# --- what cards decide ---


class _Hands(NamedTuple):
    """The classes of two cards of a hand: their totals, and the answers after a third card."""

    of_pair: Ints
    totals: Ints
    finals: Ints
    vectors: list[Any]


class _Board(NamedTuple):
    """What is kept of two cards, the states of four, and the answers after more."""

    of_pair: Ints
    fours: NDArray[np.int32]
    labels: Ints
    four: Ints
    five: Ints
    six: Ints
    vectors: list[Any]


class _Cards:
    """The cards of a shoe, told apart as some tables do, and all pairs of them."""

    def __init__(
        self, shoe: Shoe, player: Sequence[Table], banker: Sequence[Table], board: Sequence[Table]
    ) -> None:
        self.shoe = shoe
        counts = np.array(shoe.counts)
        every = [*player, *banker, *board]
        codes = VALUES
        for table in every:
            codes = np.unique(codes * table.labels + table.of_card, return_inverse=True)[1]
        there = counts > 0
        _, typical, alike = np.unique(codes[there], return_index=True, return_inverse=True)
        self.cards = np.flatnonzero(there)[typical]
        self.held = np.bincount(alike, weights=counts[there]).astype(np.int64)
        self.values = VALUES[self.cards]
        size = len(self.cards)
        if any(table.field.in_order for table in every):
            firsts, seconds = (each.ravel() for each in np.indices((size, size)))
            self.orders = np.ones(size * size, dtype=np.int64)
        else:
            firsts, seconds = np.triu_indices(size)
            self.orders = 2 - (firsts == seconds).astype(np.int64)
        self.firsts, self.seconds = firsts.astype(np.int64), seconds.astype(np.int64)
        self.player, self.banker = self.hands(player), self.hands(banker)
        self.board = self.board_of(board)

    def pairs(self, table: Table) -> Ints:
        """Return what a table makes of every pair."""
        labels = table.of_card[self.cards]
        found: Ints = table.pairs[labels[self.firsts], labels[self.seconds]]
        return found

    def hands(self, tables: Sequence[Table]) -> _Hands:
        codes = (self.values[self.firsts] + self.values[self.seconds]) % 10
        columns = [self.pairs(table) for table in tables]
        for table, column in zip(tables, columns, strict=True):
            codes = codes * len(table.rows) + column
        _, typical, of_pair = np.unique(codes, return_index=True, return_inverse=True)
        finals = []
        for table, column in zip(tables, columns, strict=True):
            seen = np.concatenate([[0], 1 + table.of_card[self.cards]])
            finals.append((table.finals[column[typical]][:, seen].ravel(), table.answers))
        ids, vectors = _joined(finals, len(typical) * (1 + len(self.cards)))
        totals = (self.values[self.firsts] + self.values[self.seconds])[typical] % 10
        return _Hands(of_pair, totals, ids.reshape(len(typical), -1), vectors)

    def board_of(self, tables: Sequence[Table]) -> _Board:
        columns = [self.pairs(table) for table in tables]
        kept = np.zeros(len(self.firsts), dtype=np.int64)
        for table, column in zip(tables, columns, strict=True):
            kept = np.unique(kept * len(table.fours) + column, return_inverse=True)[1]
        _, typical = np.unique(kept, return_index=True)
        fours = np.zeros((len(typical), len(typical)), dtype=np.int64)
        for table, column in zip(tables, columns, strict=True):
            mine = column[typical]
            fours = _dense(fours * len(table.rows) + table.fours[mine[:, None], mine])
        states = int(fours.max()) + 1
        first = np.zeros(states, dtype=np.int64)
        first[fours.ravel()] = np.arange(fours.size)
        i, j = (typical[each] for each in np.divmod(first, len(typical)))
        of_state = [
            table.fours[column[i], column[j]] for table, column in zip(tables, columns, strict=True)
        ]
        labels, typical_cards = self.third_labels(tables, of_state, states)
        four, five, six = [], [], []
        for table, state in zip(tables, of_state, strict=True):
            seen = table.of_card[self.cards][typical_cards]
            four.append(table.rows[state, 0])
            five.append(table.rows[state[:, None], 1 + seen])
            six.append(table.twice[state[:, None, None], seen[:, :, None], seen[:, None, :]])
        sizes = (states, states * typical_cards.shape[1])
        answers: list[Column] = [
            (np.concatenate([one.ravel() for one in each]), table.answers)
            for table, *each in zip(tables, four, five, six, strict=True)
        ]
        width = typical_cards.shape[1]
        ids, vectors = _joined(answers, sizes[0] + sizes[1] + sizes[1] * width)
        return _Board(
            kept,
            fours.astype(np.int32),
            labels,
            ids[: sizes[0]],
            ids[sizes[0] : sizes[0] + sizes[1]].reshape(states, width),
            ids[sizes[0] + sizes[1] :].reshape(states, width, width),
            vectors,
        )

    def third_labels(
        self, tables: Sequence[Table], of_state: Sequence[Ints], states: int
    ) -> tuple[Ints, Ints]:
        """Return what the board makes of a third card in every state, and a card for each label."""
        codes = np.zeros((states, len(self.cards)), dtype=np.int64)
        for table, state in zip(tables, of_state, strict=True):
            codes = codes * table.labels + table.merged()[state][:, table.of_card[self.cards]]
        labels = np.zeros_like(codes)
        typical = []
        for at, row in enumerate(codes):
            _, cards, labels[at] = np.unique(row, return_index=True, return_inverse=True)
            typical.append(cards)
        width = max(map(len, typical))
        padded = [np.pad(cards, (0, width - len(cards))) for cards in typical]
        return labels, np.array(padded)

    def count(self, values: _Values) -> Iterator[tuple[tuple[tuple[Hashable, ...], ...], int]]:
        """Yield what is said at every place together with the number of deals that say it."""
        player, banker, board = self.player, self.banker, self.board
        every = (values.vectors, player.vectors, banker.vectors, board.vectors)
        sizes = [len(vectors) for vectors in every]
        if prod(sizes) > MOST_BINS:
            raise NotAnswered
        strides = np.array([prod(sizes[at + 1 :]) for at in range(4)])
        bins = np.zeros(prod(sizes), dtype=np.int64)
        states = len(board.labels)
        most = min(
            MOST_GROUPS,
            2 * len(player.totals) * len(banker.totals) * states,
            2 * len(self.firsts) ** 2,
        )
        size = len(self.cards)
        cards = len(self.shoe)
        done = count_case(
            (self.firsts, self.seconds, self.orders, np.argsort(player.of_pair, kind="stable")),
            (player.of_pair, banker.of_pair, player.totals, banker.totals),
            (board.of_pair, board.fours),
            (player.finals, banker.finals),
            (board.labels, board.four, board.five, board.six),
            (self.held, self.values, padding(cards, 4), padding(cards, 5)),
            (values.by_shape, _draws()[1], strides),
            (
                np.empty(len(banker.totals) * states, dtype=np.int32),
                np.empty((most, 8), dtype=np.int64),
                np.empty((most, size), dtype=np.uint8),
                np.empty((most, size), dtype=np.uint8),
                np.empty(most, dtype=np.int64),
                np.empty(min(MOST_MOMENTS, 2 * most * (1 + size) ** 2), dtype=np.int64),
                _draws()[0],
            ),
            bins,
        )
        if not done:
            raise NotAnswered
        for key in np.flatnonzero(bins).tolist():
            places = (
                key // stride % size for stride, size in zip(strides.tolist(), sizes, strict=True)
            )
            vectors = tuple(each[place] for each, place in zip(every, places, strict=True))
            yield vectors, int(bins[key])


@lru_cache(maxsize=1)
def _draws() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return whether the Player draws, and whether the Banker does, as tables."""
    totals = range(10)
    player = [[player_draws(a, b) for b in totals] for a in totals]
    banker = [
        [[banker_draws(a, b, None if c == NO_CARD else c) for c in range(11)] for b in totals]
        for a in totals
    ]
    return np.array(player), np.array(banker)


def _dense(codes: Ints) -> Ints:
    """Return numbers from 0 on for what codes tell apart."""
    if codes.max() < 1 << 22:
        used = np.zeros(int(codes.max()) + 1, dtype=np.int64)
        used[codes.ravel()] = 1
        found: Ints = (np.cumsum(used) - 1)[codes]
        return found
    return np.unique(codes, return_inverse=True)[1].reshape(codes.shape)
