"""Counting coups by card value: every ordered six-card deal of a shoe, in closed form.

For each pair of two-card totals the first four cards are summed into moments: W, the number of
ordered deals of four; M[c], the same weighted by how many cards of value c they hold; MM[c][d],
weighted by both. The deals that continue with third cards c and d then follow without looking at
the four cards again::

    A[c]     = n[c] * W - M[c]                                     (one more card, c)
    N[c][d]  = (n[d] - (c == d)) * A[c] - n[c] * M[d] + MM[c][d]   (two more, c then d)

Coups of four or five cards are padded to six, so every shoe has one total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from pitboss.games import KINDS, Atom, Coup, Shoe, Value
from pitboss.games.baccarat import (
    BANKER_DRAWS,
    PLAYER_DRAWS,
    PLAYER_STOOD,
    banker_draws,
    player_draws,
)
from pitboss.games.cards import DECK, Card
from pitboss.games.grains import CardGrain, Form

Rows = tuple[int, ...]
"""The row of each pay table that a coup hits; -1 where it loses."""
Composition = tuple[int, ...]
"""How many cards of each value, 0 to 9, a set of cards holds."""

NONE = -1
"""No third card."""


class Shape(NamedTuple):
    """A coup by value: the two-card totals and the third cards (``NONE`` if not drawn)."""

    player_two: int
    banker_two: int
    player_third: int
    banker_third: int

    @property
    def totals(self) -> Totals:
        """The final totals and the numbers of cards."""
        a, b, c, d = self
        return Totals((a + max(c, 0)) % 10, (b + max(d, 0)) % 10, 2 + (c != NONE), 2 + (d != NONE))


class Totals(NamedTuple):
    """Final totals and numbers of cards: all that most sentences ask for."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int


Moments = tuple[int, list[int], list[list[int]]]


def composition(shoe: Shoe, mask: int = (1 << 52) - 1) -> Composition:
    """Return the composition of a shoe, or of the part of it that a 52-bit mask selects."""
    counts = [0] * 10
    for at, (card, number) in enumerate(zip(DECK, shoe.counts, strict=True)):
        if mask >> at & 1:
            counts[card.value] += number
    return tuple(counts)


def padding(cards: int, used: int) -> int:
    """Return the ordered ways to fill a coup of ``used`` cards up to six from a shoe."""
    ways = 1
    for place in range(used, 6):
        ways *= cards - place
    return ways


@cache
def shapes() -> tuple[Shape, ...]:
    """Return every shape that the third-card rule allows."""
    return tuple(
        Shape(a, b, c, d)
        for a in range(10)
        for b in range(10)
        for c in (range(10) if player_draws(a, b) else (NONE,))
        for d in (range(10) if banker_draws(a, b, None if c == NONE else c) else (NONE,))
    )


@cache
def representative(shape: Shape) -> Coup:
    """Return a coup of this shape, for reading the features that depend on nothing else."""
    a, b, c, d = shape
    player = [_card(0), _card(a)] + ([_card(c)] if c != NONE else [])
    banker = [_card(0), _card(b)] + ([_card(d)] if d != NONE else [])
    return Coup(tuple(player), tuple(banker))


@cache
def _card(value: int) -> Card:
    return next(card for card in DECK if card.value == value)


@cache
def with_totals(totals: Totals) -> Coup:
    """Return two hands of these totals and sizes, for reading features of the score alone.

    They need not be a coup that can be dealt: a feature of the score sees no single card.
    """
    player, banker, player_cards, banker_cards = totals
    return Coup(
        (_card(0),) * (player_cards - 1) + (_card(player),),
        (_card(0),) * (banker_cards - 1) + (_card(banker),),
    )


# --- what features and sentences say of every shape ---

Pick = Callable[[Sequence[int]], tuple[int, ...]]
"""Takes the numbers of some shapes out of those of all."""


def read(atom: Atom, coup: Coup) -> Value:
    """Return what a feature is of a coup."""
    reader = KINDS["baccarat"].features[atom.name].read
    assert reader is not None, f"{atom} is not bound"
    return reader(coup, atom.arguments)


def columns_of(atoms: Iterable[Atom]) -> list[tuple[Value, ...]]:
    """Return what each of some features is of every shape, in the order of the shapes."""
    return [_column(atom) for atom in atoms]


@lru_cache(maxsize=256)
def _column(atom: Atom) -> tuple[Value, ...]:
    grain = KINDS["baccarat"].features[atom.name].grain
    if isinstance(grain, CardGrain) and grain.form is Form.SCORE:
        every = [shape.totals for shape in shapes()]
        by_totals = {totals: read(atom, with_totals(totals)) for totals in set(every)}
        return tuple(by_totals[totals] for totals in every)
    return tuple(read(atom, representative(shape)) for shape in shapes())


def by_rows(rows: Iterable[Rows | None]) -> dict[Rows, Pick]:
    """Gather the shapes by the rows they hit, given for each in their order; None is left out."""
    gathered: dict[Rows, list[int]] = {}
    for at, hit in enumerate(rows):
        if hit is not None:
            gathered.setdefault(hit, []).append(at)
    return {hit: picking(places) for hit, places in gathered.items()}


def picking(places: Sequence[int]) -> Pick:
    """Return what takes the numbers at some places out of a list, as a tuple."""
    if len(places) > 1:
        return itemgetter(*places)
    (at,) = places
    return lambda numbers: (numbers[at],)


def _pairs(total: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the unordered pairs of a two-card total: x, y, their orders, and 1 if x is y."""
    pairs = ((x, (total - x) % 10) for x in range(10))
    return tuple((x, y, 2 - (x == y), int(x == y)) for x, y in pairs if x <= y)


PAIRS = tuple(map(_pairs, range(10)))


def _moments(a: int, b: int, n: Composition, thirds: int) -> Moments:
    """Sum the first fours of two totals, as deep as so many third cards after them ask for."""
    whole = 0
    first = [0] * 10
    second = [[0] * 10 for _ in range(10)] if thirds == 2 else []
    for p1, p2, player_orders, same in PAIRS[a]:
        ways = player_orders * n[p1] * (n[p2] - same)
        if not ways:
            continue
        left = list(n)
        left[p1] -= 1
        left[p2] -= 1
        held = whole
        for b1, b2, orders, equal in PAIRS[b]:
            w = ways * orders * left[b1] * (left[b2] - equal)
            whole += w
            if thirds:
                first[b1] += w
                first[b2] += w
            if thirds == 2:
                for row in (second[b1], second[b2]):
                    row[p1] += w
                    row[p2] += w
                    row[b1] += w
                    row[b2] += w
                for row in (second[p1], second[p2]):
                    row[b1] += w
                    row[b2] += w
        added = whole - held
        first[p1] += added
        first[p2] += added
        if thirds == 2:
            for row in (second[p1], second[p2]):
                row[p1] += added
                row[p2] += added
    return whole, first, second


@lru_cache(maxsize=64)
def shape_counts(n: Composition) -> tuple[int, ...]:
    """Return the number of ordered six-card deals of every shape, in their order."""
    return tuple(number for _, number in tally_shapes(n))


def tally_shapes(n: Composition) -> Iterator[tuple[Shape, int]]:
    """Yield every shape, in their order, with the number of ordered deals that have it."""
    cards = sum(n)
    pad_four, pad_five = padding(cards, 4), padding(cards, 5)
    for a, b in product(range(10), repeat=2):
        player_takes = player_draws(a, b)
        banker_takes = not player_takes and banker_draws(a, b, None)
        whole, first, second = _moments(a, b, n, 2 if player_takes else int(banker_takes))
        if not player_takes:
            if not banker_takes:
                yield Shape(a, b, NONE, NONE), whole * pad_four
                continue
            for d in range(10):
                yield Shape(a, b, NONE, d), (n[d] * whole - first[d]) * pad_five
            continue
        for c in range(10):
            one_more = n[c] * whole - first[c]
            if not banker_draws(a, b, c):
                yield Shape(a, b, c, NONE), one_more * pad_five
                continue
            for d in range(10):
                two_more = (n[d] - (c == d)) * one_more - n[c] * first[d] + second[c][d]
                yield Shape(a, b, c, d), two_more


@lru_cache(maxsize=64)
def tally_totals(n: Composition) -> dict[Totals, int]:
    """Return the number of ordered six-card deals for every result at the level of totals.

    The same sums as :func:`tally_shapes`, gathered as they come: this is the count that nearly
    every wager needs.

    >>> from pitboss.games import Shoe
    >>> counts = tally_totals(composition(Shoe.of(8)))
    >>> sum(counts.values()), sum(n for t, n in counts.items() if t.player == t.banker)
    (4998398275503360, 475627426473216)
    """
    cards = sum(n)
    pad_four, pad_five = padding(cards, 4), padding(cards, 5)
    four, five_player, five_banker, six = ([0] * 100 for _ in range(4))
    for a, b in product(range(10), repeat=2):
        player_takes = PLAYER_DRAWS[a] and b < 8
        banker_takes = not player_takes and a < 8 and BANKER_DRAWS[b][PLAYER_STOOD]
        whole, first, second = _moments(a, b, n, 2 if player_takes else int(banker_takes))
        if not whole:
            continue
        if not player_takes:
            if not banker_takes:
                four[10 * a + b] += whole * pad_four
                continue
            for d in range(10):
                five_banker[10 * a + (b + d) % 10] += n[d] * whole - first[d]
            continue
        for c in range(10):
            held = n[c]
            one_more = held * whole - first[c]
            row = 10 * ((a + c) % 10)
            if not BANKER_DRAWS[b][c]:
                five_player[row + b] += one_more
                continue
            seconds = second[c]
            for d in range(10):
                six[row + (b + d) % 10] += n[d] * one_more - held * first[d] + seconds[d]
            six[row + (b + c) % 10] -= one_more
    counts: dict[Totals, int] = {}
    for at in range(100):
        player, banker = divmod(at, 10)
        for sizes, number in (
            ((2, 2), four[at]),
            ((3, 2), five_player[at] * pad_five),
            ((2, 3), five_banker[at] * pad_five),
            ((3, 3), six[at]),
        ):
            if number:
                counts[Totals(player, banker, *sizes)] = number
    return counts
