"""The general count: moments over card types. It answers every legal sentence, exactly.

The same sums as in :mod:`pitboss.odds.values`, with the cards told apart as finely as the sentences
need: 10 values, 13 ranks, values by color (20) or suit (40), ranks by color (26), or all 52 cards.
The first four cards are grouped by the two totals and by a summary of what the sentences ask of
them. It takes seconds where the shortcuts take milliseconds; they are held equal to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import NamedTuple

from pitboss.games import Atom, Card, Shoe
from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.games.cards import DECK, SUITS
from pitboss.odds.first_four import ANSWERED
from pitboss.odds.sets import Mask, Signature, families, sets_of
from pitboss.odds.values import NONE, Shape, padding

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""


class Type(NamedTuple):
    """Cards that are not told apart."""

    card: Card
    """One of them."""
    cards: Mask
    number: int


class Result(NamedTuple):
    """Coups that no sentence tells apart: shape, smallest sets, and a typical first four."""

    shape: Shape
    signature: Signature
    four: tuple[Card, ...]


class PairClass(NamedTuple):
    """A hand's first two cards: the total, and the smallest sets around them in each scope."""

    total: int
    as_player: Mask
    as_banker: Mask
    in_round: Mask


class Sums(NamedTuple):
    """The moments of a group of first fours: totals, smallest sets, a typical four."""

    player_two: int
    banker_two: int
    signature: Signature
    four: tuple[Card, ...]
    whole: list[int]
    first: list[int]
    second: list[int]


Certain = Callable[[Result], bool]
"""Tells of a first four, given as a result without third cards, that third cards change nothing."""


def count_general(
    shoe: Shoe,
    atoms: tuple[Atom, ...],
    certain: Certain,
    progress: Progress | None = None,
) -> Counter[Result]:
    """Return the ordered six-card deals by everything that these features ask.

    First fours that are certain are not continued: their deals are counted as they stand.
    """
    return _General(shoe, atoms, certain).count(progress or _silent)


def _silent(_done: int, _of: int) -> None:
    """Tell nobody."""


def types_of(shoe: Shoe, atoms: tuple[Atom, ...]) -> tuple[Type, ...]:
    """Return the coarsest types of cards that the features distinguish."""
    names = {atom.name.rpartition(".")[2] for atom in atoms if sets_of(atom) or of_four(atom)}
    by_rank = bool(
        names & {"pair", "alike", "pairs", "rank", "one_rank", "identical", "perfect_pair"}
    )
    by_suit = bool(names & {"suited", "in_chosen_suits", "identical", "perfect_pair"})
    by_color = "same_color" in names
    found: dict[tuple[object, ...], list[int]] = {}
    for at, card in enumerate(DECK):
        color = card.color if by_color else None
        key = (card.rank if by_rank else card.value, card.suit if by_suit else color)
        found.setdefault(key, []).append(at)
    return tuple(
        Type(DECK[places[0]], sum(1 << at for at in places), sum(shoe.counts[at] for at in places))
        for places in found.values()
        if sum(shoe.counts[at] for at in places)
    )


def of_four(atom: Atom) -> bool:
    """Say whether a feature looks at pairs, kinds or identical cards of the first four."""
    return atom.name in ANSWERED or atom.name.rpartition(".")[2] in ("pair", "perfect_pair")


class _General:
    """First fours are told apart by ``types``; third cards by ``thirds``, which are coarser."""

    def __init__(self, shoe: Shoe, atoms: tuple[Atom, ...], certain: Certain) -> None:
        self.certain = certain
        self.cards = len(shoe)
        self.types = types_of(shoe, atoms)
        self.thirds = types_of(shoe, tuple(one for one in atoms if not of_four(one)))
        self.coarse = [
            next(at for at, third in enumerate(self.thirds) if one.cards & third.cards)
            for one in self.types
        ]
        self.families = families(atoms)
        self.four_matters = any(map(of_four, atoms))
        self.closures: dict[tuple[int, Mask], Mask] = {}
        self.afters: dict[tuple[Signature, int], list[Signature]] = {}

    def count(self, progress: Progress) -> Counter[Result]:
        found: Counter[Result] = Counter()
        for sums in self.gather(progress):
            self.finish(sums, found)
        return Counter({result: number for result, number in found.items() if number})

    def gather(self, progress: Progress) -> list[Sums]:
        """Sum all first fours into moments.

        A pair of cards belongs to a class by its total and its sets; two classes, and a code for
        which cards of the four are alike, make a group.
        """
        n = [one.number for one in self.types]
        coarse, size = self.coarse, len(self.thirds)
        classes: dict[PairClass, int] = {}
        pairs = []
        for x, y in combinations_with_replacement(range(len(self.types)), 2):
            number = classes.setdefault(self.pair_class(x, y), len(classes))
            pairs.append((x, y, number, 2 - (x == y)))
        of_class = list(classes)
        codes = _Codes(self.types) if self.four_matters else None
        found: dict[int, dict[tuple[int, int], Sums]] = {number: {} for number in classes.values()}
        for done, (p1, p2, player, orders) in enumerate(pairs):
            progress(done, len(pairs))
            ways = orders * n[p1] * (n[p2] - (p1 == p2))
            if not ways:
                continue
            row = found[player]
            c1, c2 = coarse[p1], coarse[p2]
            for b1, b2, banker, orders in pairs:
                left = n[b1] - (b1 == p1) - (b1 == p2)
                w = ways * orders * left * (n[b2] - (b2 == p1) - (b2 == p2) - (b2 == b1))
                if not w:
                    continue
                key = (banker, codes.code(p1, p2, b1, b2) if codes else 0)
                sums = row.get(key)
                if sums is None:
                    four = codes.typical(p1, p2, b1, b2) if codes else ()
                    sums = row[key] = self.group(of_class[player], of_class[banker], four)
                whole, first, second = sums[4:]
                whole[0] += w
                if not first:
                    continue
                c3, c4 = coarse[b1], coarse[b2]
                first[c1] += w
                first[c2] += w
                first[c3] += w
                first[c4] += w
                if second:
                    for at in (c1 * size, c2 * size, c3 * size, c4 * size):
                        second[at + c1] += w
                        second[at + c2] += w
                        second[at + c3] += w
                        second[at + c4] += w
        progress(len(pairs), len(pairs))
        return [sums for row in found.values() for sums in row.values()]

    def pair_class(self, x: int, y: int) -> PairClass:
        """Return what matters of two cards: their total and the smallest sets around them."""
        total = (self.types[x].card.value + self.types[y].card.value) % 10
        cards = self.types[x].cards | self.types[y].cards
        return PairClass(total, *(self.closure(scope, cards) for scope in range(3)))

    def group(self, player: PairClass, banker: PairClass, four: tuple[Card, ...]) -> Sums:
        a, b = player.total, banker.total
        round = self.closure(2, player.in_round | banker.in_round)
        signature = Signature(player.as_player, banker.as_banker, round)
        drawn = player_draws(a, b) or banker_draws(a, b, None)
        if not drawn or self.certain(Result(Shape(a, b, NONE, NONE), signature, four)):
            return Sums(a, b, signature, four, [0], [], [])
        size = len(self.thirds)
        second = [0] * (size * size if player_draws(a, b) else 0)
        return Sums(a, b, signature, four, [0], [0] * size, second)

    def closure(self, scope: int, cards: Mask) -> Mask:
        """Return the smallest set of a scope's family around some cards."""
        key = (scope, cards)
        if key not in self.closures:
            self.closures[key] = next(one for one in self.families[scope] if cards & ~one == 0)
        return self.closures[key]

    def finish(self, sums: Sums, found: Counter[Result]) -> None:
        """Continue the first fours of a group with every third card that is due."""
        a, b, signature, four, (total,), first, second = sums
        thirds, size = self.thirds, len(self.thirds)
        pad_five = padding(self.cards, 5)
        if not first:
            as_it_stands = Result(Shape(a, b, NONE, NONE), signature, four)
            found[as_it_stands] += total * padding(self.cards, 4)
            return
        if not player_draws(a, b):
            for d, (last, after) in enumerate(zip(thirds, self.after(signature, 1), strict=True)):
                shape = Shape(a, b, NONE, last.card.value)
                found[Result(shape, after, four)] += (last.number * total - first[d]) * pad_five
            return
        for c, (third, drawn) in enumerate(zip(thirds, self.after(signature, 0), strict=True)):
            held, value = third.number, third.card.value
            one_more = held * total - first[c]
            if not banker_draws(a, b, value):
                found[Result(Shape(a, b, value, NONE), drawn, four)] += one_more * pad_five
                continue
            moments = second[c * size : (c + 1) * size]
            alike: dict[tuple[int, Signature], int] = {}
            for d, (last, after) in enumerate(zip(thirds, self.after(drawn, 1), strict=True)):
                two_more = (last.number - (c == d)) * one_more - held * first[d] + moments[d]
                key = (last.card.value, after)
                alike[key] = alike.get(key, 0) + two_more
            for (last_value, after), two_more in alike.items():
                found[Result(Shape(a, b, value, last_value), after, four)] += two_more

    def after(self, signature: Signature, scope: int) -> list[Signature]:
        """Return the smallest sets after each third card of the player (0) or the banker (1)."""
        key = (signature, scope)
        if key not in self.afters:
            self.afters[key] = [self.joined(signature, scope, one.cards) for one in self.thirds]
        return self.afters[key]

    def joined(self, signature: Signature, scope: int, cards: Mask) -> Signature:
        player, banker, round = signature
        hand = self.closure(scope, signature[scope] | cards)
        round = self.closure(2, round | cards)
        return Signature(hand, banker, round) if scope == 0 else Signature(player, hand, round)


class _Codes:
    """Numbers the ways in which four cards can be alike in rank or be identical."""

    def __init__(self, types: tuple[Type, ...]) -> None:
        self.types = types
        self.ranks = [one.card.rank for one in types]

    def code(self, p1: int, p2: int, b1: int, b2: int) -> int:
        """Return one number for equal patterns; four of a kind are told apart by rank."""
        ranks = self.ranks
        r1, r2, r3, r4 = ranks[p1], ranks[p2], ranks[b1], ranks[b2]
        alike = (r1 == r2) | (r3 == r4) << 1
        if r1 in (r3, r4) or r2 in (r3, r4):
            alike |= (r1 == r3) << 2 | (r1 == r4) << 3 | (r2 == r3) << 4 | (r2 == r4) << 5
            if alike == 63:
                alike |= r1 << 12
            alike |= (p1 == b1) << 6 | (p1 == b2) << 7 | (p2 == b1) << 8 | (p2 == b2) << 9
        return alike | (p1 == p2) << 10 | (b1 == b2) << 11

    def typical(self, *four: int) -> tuple[Card, ...]:
        """Return cards that show the same pattern, renamed by first appearance."""
        cards = [self.types[one].card for one in four]
        quads = len({card.rank for card in cards}) == 1
        ranks = {rank: at + 1 for at, rank in enumerate(dict.fromkeys(c.rank for c in cards))}
        suits = {suit: SUITS[at] for at, suit in enumerate(dict.fromkeys(c.suit for c in cards))}
        return tuple(
            Card(card.rank if quads else ranks[card.rank], suits[card.suit]) for card in cards
        )
