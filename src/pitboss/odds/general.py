"""The general count: moments over card types. It answers every sentence, whatever its grain.

The same sums as in :mod:`pitboss.odds.values`, with the cards told apart as finely as the grains
of the features ask for, and no finer: for "suited" 40 types (values by suit), for "identical" all
52 cards. First fours that no feature tells apart, whatever the third cards, are summed into one
group; the deals that continue a group with third cards c and d follow in closed form.

Plain loops, in plain Python: seconds where the shortcuts and :mod:`pitboss.odds.compiled` take
milliseconds. Those are held equal to it, and it to physical deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pitboss.games import KINDS, Atom, Card, Shoe, Value
from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.games.cards import DECK
from pitboss.games.grains import CardGrain, Form, Label, Labels, Reach
from pitboss.games.hands import side_of
from pitboss.odds.values import NONE, Rows, Shape, padding, representative

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""
Read = Callable[[Sequence[Value]], Rows]
"""Says which rows are hit, given the values of the atoms."""
FEATURES = KINDS["baccarat"].features
DIFFER: Labels = ("one", "another")
"""What is kept of cards that are not alike, where a feature asks for no more."""
Partial = tuple[Labels, ...]
"""What is kept of the labels that each look has seen."""
Moments = Counter[tuple[int, ...]]
"""First fours of a group: their number; weighted by cards of one type in them, or of two."""
Pair = tuple[int, int, int, Partial, Partial]
"""Two card types, in how many orders they come, and what the looks at a hand and the board see."""


def grain_of(atom: Atom) -> CardGrain:
    """Return what a feature of baccarat looks at."""
    grain = FEATURES[atom.name].grain
    assert isinstance(grain, CardGrain), f"{atom} is not bound"
    return grain


class Look(NamedTuple):
    """A grain at one side's cards, or at the cards of both, with the feature's arguments."""

    side: str
    grain: CardGrain
    arguments: tuple[int, ...]

    def label(self, card: Card) -> Label:
        """Return what this look makes of a card."""
        return self.grain.sight.label(card, self.arguments)

    def kept(self, labels: Labels) -> Labels:
        """Return what must be kept of labels seen so far; more can be added to it."""
        if self.grain.form is Form.IN_ORDER:
            return labels
        if self.grain.form is Form.ALIKE:
            return labels[:1] if len(set(labels)) == 1 else DIFFER
        return tuple(sorted(labels))

    @property
    def sees_thirds(self) -> bool:
        """Whether third cards are within its reach."""
        return self.grain.reach in (Reach.HAND, Reach.ROUND)


def looks_of(atom: Atom) -> Iterator[Look]:
    """Yield the looks that a feature needs besides values: winner and loser may be either hand."""
    grain = grain_of(atom)
    if grain.form in (Form.SCORE, Form.DRAW):
        return
    sides = ("player", "banker") if grain.whose in ("winner", "loser") else (grain.whose,)
    for side in sides:
        yield Look(side, grain, atom.arguments)


def count_general(
    atoms: Sequence[Atom], read: Read, shoe: Shoe, progress: Progress | None = None
) -> Counter[Rows]:
    """Return the ordered six-card deals by the rows that they hit."""
    return _General(atoms, read, shoe).count(progress or (lambda _done, _of: None))


class _General:
    def __init__(self, atoms: Sequence[Atom], read: Read, shoe: Shoe) -> None:
        self.atoms, self.read, self.shoe = atoms, read, shoe
        looks = tuple(dict.fromkeys(look for atom in atoms for look in looks_of(atom)))
        self.looks = {side: [one for one in looks if one.side == side] for side in _SIDES}
        every = [look for side in _SIDES for look in self.looks[side]]
        self.place = {look: (look.side, self.looks[look.side].index(look)) for look in every}
        self.types = _types(shoe, every)
        self.thirds = _types(shoe, [look for look in every if look.sees_thirds])
        coarse = {card: at for at, (cards, _) in enumerate(self.thirds) for card in cards}
        self.coarse = [coarse[cards[0]] for cards, _ in self.types]
        self.ordered = any(look.grain.form is Form.IN_ORDER for look in every)
        self.labels = {look: [look.label(cards[0]) for cards, _ in self.types] for look in every}
        self.third_labels = {
            look: [look.label(cards[0]) for cards, _ in self.thirds] for look in every
        }
        self.boards: dict[tuple[Partial, Partial], Partial] = {}

    def count(self, progress: Progress) -> Counter[Rows]:
        """Sum first fours into groups, then continue each group with third cards."""
        found: Counter[Rows] = Counter()
        n = [number for _, number in self.types]
        values = [cards[0].value for cards, _ in self.types]
        player_pairs = list(self.pairs("player"))
        banker_pairs = list(self.pairs("banker"))
        groups: dict[tuple[int, int, Partial, Partial, Partial], Moments] = {}
        for done, (p1, p2, orders, player, player_board) in enumerate(player_pairs):
            progress(done, len(player_pairs))
            ways = orders * n[p1] * (n[p2] - (p1 == p2))
            if not ways:
                continue
            a = (values[p1] + values[p2]) % 10
            for b1, b2, more, banker, banker_board in banker_pairs:
                left = n[b1] - (b1 == p1) - (b1 == p2)
                w = ways * more * left * (n[b2] - (b2 == p1) - (b2 == p2) - (b2 == b1))
                if not w:
                    continue
                b = (values[b1] + values[b2]) % 10
                board = self.board(player_board, banker_board)
                moments = groups.setdefault((a, b, player, banker, board), Counter())
                four = [self.coarse[x] for x in (p1, p2, b1, b2)]
                moments[()] += w
                for c in four:
                    moments[(c,)] += w
                    for d in four:
                        moments[c, d] += w
        progress(len(player_pairs), len(player_pairs))
        for (a, b, player, banker, board), moments in groups.items():
            self.finish(a, b, (player, banker, board), moments, found)
        return Counter({rows: number for rows, number in found.items() if number})

    def pairs(self, side: str) -> Iterator[Pair]:
        """Yield every pair of card types with what the looks see of it."""
        size = range(len(self.types))
        for x in size:
            for y in size if self.ordered else size[x:]:
                hand = tuple(
                    look.kept((self.labels[look][x], self.labels[look][y]))
                    for look in self.looks[side]
                )
                board = tuple(
                    (self.labels[look][x], self.labels[look][y]) for look in self.looks[""]
                )
                yield x, y, 1 if self.ordered else 2 - (x == y), hand, board

    def board(self, player: Partial, banker: Partial) -> Partial:
        """Return what the looks at both hands keep of the first four cards."""
        key = (player, banker)
        if key not in self.boards:
            self.boards[key] = tuple(
                look.kept((p1, b1, p2, b2))
                for look, (p1, p2), (b1, b2) in zip(self.looks[""], player, banker, strict=True)
            )
        return self.boards[key]

    def finish(
        self,
        a: int,
        b: int,
        four: tuple[Partial, Partial, Partial],
        moments: Moments,
        found: Counter[Rows],
    ) -> None:
        """Continue the first fours of a group with every third card that is due."""
        whole = moments[()]
        pad_five = padding(len(self.shoe), 5)
        if not player_draws(a, b):
            if not banker_draws(a, b, None):
                shape = Shape(a, b, NONE, NONE)
                found[self.rows(shape, four, None, None)] += whole * padding(len(self.shoe), 4)
                return
            for d, (cards, number) in enumerate(self.thirds):
                shape = Shape(a, b, NONE, cards[0].value)
                ways = number * whole - moments[(d,)]
                found[self.rows(shape, four, None, d)] += ways * pad_five
            return
        for c, (cards, number) in enumerate(self.thirds):
            value = cards[0].value
            one_more = number * whole - moments[(c,)]
            if not banker_draws(a, b, value):
                shape = Shape(a, b, value, NONE)
                found[self.rows(shape, four, c, None)] += one_more * pad_five
                continue
            for d, (last, held) in enumerate(self.thirds):
                ways = (held - (c == d)) * one_more - number * moments[(d,)]
                ways += moments[c, d]
                shape = Shape(a, b, value, last[0].value)
                found[self.rows(shape, four, c, d)] += ways

    def rows(
        self, shape: Shape, four: tuple[Partial, Partial, Partial], c: int | None, d: int | None
    ) -> Rows:
        """Return the rows that a coup hits: its shape, its first four as kept, its third cards."""
        seen = dict(zip(_SIDES, four, strict=True))
        added = {"player": (c,), "banker": (d,), "": (c, d)}
        coup = representative(shape)
        values: list[Value] = []
        for atom in self.atoms:
            grain = grain_of(atom)
            feature = FEATURES[atom.name]
            if grain.form in (Form.SCORE, Form.DRAW):
                assert feature.read is not None
                values.append(feature.read(coup, atom.arguments))
                continue
            side = side_of(grain.whose, coup.winner) if grain.whose else ""
            if side is None:
                values.append(None)
                continue
            look = Look(side, grain, atom.arguments)
            labels = seen[side][self.place[look][1]]
            if look.sees_thirds:
                labels += tuple(
                    self.third_labels[look][third] for third in added[side] if third is not None
                )
            assert feature.of is not None
            values.append(feature.of(grain.given(labels)))
        return self.read(values)


_SIDES = ("player", "banker", "")


def _types(shoe: Shoe, looks: Sequence[Look]) -> tuple[tuple[list[Card], int], ...]:
    """Return the cards of a shoe by value and by what some looks see, with their numbers."""
    alike: dict[tuple[object, ...], list[Card]] = {}
    for card in DECK:
        if shoe.count(card):
            alike.setdefault((card.value, *(look.label(card) for look in looks)), []).append(card)
    return tuple((cards, sum(map(shoe.count, cards))) for cards in alike.values())
