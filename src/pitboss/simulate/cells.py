"""The cells that coups of baccarat are counted in: as fine as the sentences asked for, no finer.

A cell is the sum of parts, each looked up by something that a coup shows::

    draws     both final totals and who drew; two-card totals and third values where asked for
    suits     the suit masks of both hands
    four      which of the first four cards agree in rank, or in rank and suit
    rare      one rank throughout, four of a kind, nothing but zeros: with the rank
    machines  what any other look keeps of the cards, one after another

The grain of a feature says which part tells it apart; a grain that no part is made for gets a
machine. What a part tells apart is found by reading the features asked for from sample coups:
values of ``four`` that read alike share a class, and a part that nothing asks for has one class
only. So the readers in :mod:`pitboss.games` remain the one definition, and the draws are those of
its third-card table. The first coup counted in a cell is kept as its witness; pay rows are read
from it, by the pay table's own sentences.

Cards are numbered rank by rank, clubs to spades: ``CARDS``. In six bits each, a pair of cards is an
index of twelve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games import KINDS, Atom, Coup
from pitboss.games.baccarat import banker_draws, player_draws
from pitboss.games.cards import SUITS, Card
from pitboss.games.features import Value
from pitboss.games.grains import CARD, RANK, Draw, Form, Reach
from pitboss.odds.general import grain_of
from pitboss.simulate.machines import MACHINES, Machine, Machines, flattened

FEATURES = KINDS["baccarat"].features
CARDS = tuple(Card(rank, suit) for rank in range(1, 14) for suit in SUITS)
BITS = 6
TOTALS = 10
NO_CARD = 10
"""The third value of a hand that drew none."""
FOUR, RARE = 1, 2
"""Flags of the details that cost time: agreement across the hands, and what is rare."""

Part = Literal["draws", "suits", "four", "rare", "machines"]

Numbers = NDArray[np.integer[Any]]


def fresh_shoe(decks: int) -> NDArray[np.uint8]:
    """Return the numbers of a shoe's cards before it is shuffled, equal cards together."""
    return np.repeat(np.arange(len(CARDS), dtype=np.uint8), decks)


class Tables(NamedTuple):
    """What the kernels look up."""

    pair: Numbers
    """By two cards: total; suits from bit 4; 1 for one rank, 2 for one card, from bit 8; bit 10 if
    both are worth zero, bit 11 if they have one rank."""
    third: Numbers
    """By both totals and the fifth card: who draws; its suit from bit 4; a share of the cell."""
    last: Numbers
    """By the Banker's total and draw and the last card: as ``third``."""
    suits: Numbers
    four: Numbers
    rare: Numbers
    """Each a share of the cell."""
    details: np.uint64
    sizes: tuple[int, int, int, int]
    """How many cells the draws make, with the suits, with the first four, and with what is rare."""
    machines: tuple[Machine, ...]

    @property
    def flat(self) -> Numbers:
        """The tables of the cards one after the other, as the kernels take them."""
        return np.concatenate(self[:3])

    @property
    def shares(self) -> Numbers:
        """The shares of the other parts one after the other."""
        return np.concatenate(self[3:6])

    @property
    def flat_machines(self) -> Machines:
        """The machines one after the other."""
        return flattened(self.machines)

    def part(self, atom: Atom, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the part of each cell that says what a feature is."""
        draws, to_suits, to_four, to_rare = self.sizes
        match part_of(atom):
            case "draws":
                return cells % draws
            case "suits":
                shown = cells % to_suits // draws
            case "four":
                shown = cells % to_four // to_suits
            case "rare":
                shown = cells % to_rare // to_four
            case "machines":
                hands = set(_both_hands([atom]))
                shown = np.zeros_like(cells)
                for machine in (one for one in self.machines if one.atom in hands):
                    shown = shown * machine.answers + cells // machine.size % machine.answers
        if grain_of(atom).whose in ("winner", "loser"):
            return shown * draws + cells % draws  # who wins, the totals say
        return shown

    @property
    def cells(self) -> int:
        """The number of cells, most of which never come up."""
        draws = int(self.third.max() >> 8) + int(self.last.max() >> 8)
        others = (self.suits, self.four, self.rare, *(one.shares for one in self.machines))
        return 1 + draws + sum(int(one.max()) for one in others)


def part_of(atom: Atom) -> Part:
    """Return the part of a cell that tells apart what a feature is, by its grain."""
    grain = grain_of(atom)
    match grain.form, grain.reach:
        case ((Form.SCORE | Form.DRAW), _):
            return "draws"
        case Form.ALIKE, (Reach.HAND | Reach.ROUND) if _one_label_for(atom, lambda c: c.suit):
            return "suits"
        case Form.GROUPS, (Reach.FIRST_TWO | Reach.FIRST_FOUR) if grain.sight in (RANK, CARD):
            return "four"
        case Form.ALIKE, (Reach.FIRST_FOUR | Reach.ROUND) if grain.sight is RANK:
            return "rare"
        case Form.ALIKE, Reach.ROUND if _one_label_for(atom, lambda c: c.value == 0):
            return "rare"
    return "machines"


def _one_label_for(atom: Atom, key: Callable[[Card], object]) -> bool:
    """Say whether cards with one key always have one label."""
    label = grain_of(atom).sight.label
    labels = {(key(card), label(card, atom.arguments)) for card in CARDS}
    return len(labels) == len({key(card) for card in CARDS})


def tables_for(atoms: Iterable[Atom]) -> Tables:
    """Return the tables that tell apart what some features say of a coup."""
    asked = set(_both_hands(atoms))
    parts: dict[Part, list[Atom]] = {}
    for atom in sorted(asked):
        parts.setdefault(part_of(atom), []).append(atom)
    suits, four, rare = (parts.get(part, []) for part in _SAMPLED)
    across = any(grain_of(atom).reach is Reach.FIRST_FOUR for atom in four)
    third, last, draws = _draws(parts.get("draws", []))
    suit_shares, to_suits = _classes(_suit_samples(), 256, suits, draws)
    four_shares, to_four = _classes(_four_samples(across=across), 729, four, to_suits)
    rare_shares, to_rare = _classes(_rare_samples(), 42, rare, to_four)
    machines = []
    size = to_rare
    for atom in parts.get("machines", []):
        machines.append(Machine.of(atom, CARDS, size))
        size *= machines[-1].answers
    details = (FOUR if across else 0) | (RARE if rare else 0) | (MACHINES if machines else 0)
    return Tables(
        _pairs(),
        third,
        last,
        suit_shares,
        four_shares,
        rare_shares,
        np.uint64(details),
        (draws, to_suits, to_four, to_rare),
        tuple(machines),
    )


_SAMPLED: tuple[Part, ...] = ("suits", "four", "rare")


def _both_hands(atoms: Iterable[Atom]) -> Iterator[Atom]:
    """Put both hands for a winner or loser, which may be either; who wins the totals say."""
    for atom in atoms:
        owner, dot, name = atom.name.partition(".")
        if owner in ("winner", "loser"):
            yield from (Atom(f"{side}{dot}{name}", atom.arguments) for side in ("player", "banker"))
        else:
            yield atom


def _pairs() -> Numbers:
    found = np.zeros(1 << 2 * BITS, dtype=np.uint32)
    for one, first in enumerate(CARDS):
        for other, second in enumerate(CARDS):
            one_rank = first.rank == second.rank
            found[one << BITS | other] = (
                (first.value + second.value) % 10
                | (_suit(first) | _suit(second)) << 4
                | (one_rank + (first == second)) << 8
                | (first.value == second.value == 0) << 10
                | one_rank << 11
            )
    return found


def _suit(card: Card) -> int:
    return 1 << SUITS.index(card.suit)


def _draws(atoms: Iterable[Atom]) -> tuple[Numbers, Numbers, int]:
    """Return the tables of the draws, and the number of classes they tell apart."""
    asked = {detail for atom in atoms for detail in _details(atom)}
    player_two, banker_two, size = 0, 0, TOTALS * TOTALS * 4
    player_third, banker_third = 0, 0
    if ("player", "first_two") in asked:
        player_two, size = size, size * TOTALS
    if ("banker", "first_two") in asked:
        banker_two, size = size, size * TOTALS
    if ("player", "third") in asked:
        player_third, size = size, size * (TOTALS + 1)
    if ("banker", "third") in asked:
        banker_third, size = size, size * (TOTALS + 1)
    third = np.zeros(TOTALS << 4 + BITS, dtype=np.uint32)
    last = np.zeros(TOTALS << 1 + BITS, dtype=np.uint32)
    for player, banker, (at, card) in product(range(TOTALS), range(TOTALS), enumerate(CARDS)):
        drew = player_draws(player, banker)
        then = banker_draws(player, banker, card.value if drew else None)
        share = (player + card.value * drew) % 10 * 40 + (drew | then << 1)
        share += player_two * player + banker_two * banker
        share += player_third * (card.value if drew else NO_CARD)
        third[player << 4 + BITS | banker << BITS | at] = (
            drew | then << 1 | _suit(card) * drew << 4 | share << 8
        )
    for banker, then, (at, card) in product(range(TOTALS), (False, True), enumerate(CARDS)):
        share = (banker + card.value * then) % 10 * 4
        share += banker_third * (card.value if then else NO_CARD)
        last[banker << 1 + BITS | then << BITS | at] = _suit(card) * then << 4 | share << 8
    return third, last, size


def _details(atom: Atom) -> Iterator[tuple[str, str]]:
    """Yield whose two-card total and whose third card a feature depends on."""
    grain, of = grain_of(atom), FEATURES[atom.name].of
    if grain.form is not Form.DRAW or of is None:
        return
    thirds = (None, *range(TOTALS))
    by_two = [[of(Draw(two, third)) for third in thirds] for two in range(TOTALS)]
    if any(row != by_two[0] for row in by_two):
        yield grain.whose, "first_two"
    if any(len(set(row)) > 1 for row in by_two):
        yield grain.whose, "third"


def _classes(
    samples: Iterable[tuple[int, Coup]], codes: int, atoms: Sequence[Atom], size: int
) -> tuple[Numbers, int]:
    """Return the shares of the codes that some features tell apart, and the new size."""
    found = np.zeros(codes, dtype=np.uint64)
    known: dict[tuple[Value, ...], int] = {}
    if atoms:
        for code, coup in samples:
            values = tuple(reader(atom)(coup, atom.arguments) for atom in atoms)
            found[code] = size * known.setdefault(values, len(known))
    return found, size * max(len(known), 1)


def reader(atom: Atom) -> Callable[[object, tuple[int, ...]], Value]:
    """Return what reads a feature from a coup."""
    found = FEATURES[atom.name].read
    assert found is not None, f"{atom} is not bound"
    return found


def _suit_samples() -> Iterator[tuple[int, Coup]]:
    """Yield hands for every pair of suit masks; no hand has four suits."""
    hands = {
        mask: tuple(Card(2, suit) for at, suit in enumerate(SUITS) if mask >> at & 1)
        for mask in range(1, 15)
    }
    for player, one in hands.items():
        for banker, other in hands.items():
            yield player << 4 | banker, Coup(one * 2, other * 2)


def _four_samples(*, across: bool) -> Iterator[tuple[int, Coup]]:
    """Yield four cards for every way in which they may agree.

    Card by card: a card seen already, a new suit of a rank seen already, or a new rank.
    """
    fours: list[tuple[Card, ...]] = [()]
    for _ in range(4):
        fours = [(*four, card) for four in fours for card in _next_cards(four)]
    for player_first, banker_first, player_second, banker_second in fours:
        pairs = [(player_first, player_second), (banker_first, banker_second)]
        code = 3 * _agree(*pairs[0]) + _agree(*pairs[1])
        if across:
            code += 9 * (
                _agree(player_first, banker_first)
                + 3 * _agree(player_first, banker_second)
                + 9 * _agree(player_second, banker_first)
                + 27 * _agree(player_second, banker_second)
            )
        yield code, Coup(*pairs)


def _next_cards(cards: tuple[Card, ...]) -> Iterator[Card]:
    yield from dict.fromkeys(cards)
    ranks = {card.rank: [one.suit for one in cards if one.rank == card.rank] for card in cards}
    for rank, suits in ranks.items():
        yield Card(rank, next(suit for suit in SUITS if suit not in suits))
    yield Card(1 + len(ranks), SUITS[0])


def _agree(one: Card, other: Card) -> int:
    return 0 if one.rank != other.rank else 1 if one.suit != other.suit else 2


def _rare_samples() -> Iterator[tuple[int, Coup]]:
    """Yield a coup for three times the rank of four of a kind, if any, plus 2 or 1.

    2 if the third cards have that rank too, 1 if there are only zeros, of more than one rank.
    """

    def coup(rank: int, third: int) -> Coup:
        hand = (Card(rank, "c"), Card(rank, "d"), Card(third, "h"))
        return Coup(hand, hand)

    mixed = Coup((Card(1, "c"), Card(2, "d")), (Card(3, "c"), Card(4, "d")))
    zeros = Coup((Card(10, "c"), Card(11, "d")), (Card(12, "c"), Card(13, "d")))
    yield from ((0, mixed), (1, zeros))
    for rank in range(1, 14):
        yield 3 * rank, coup(rank, 2 if rank == 1 else 1)
        yield 3 * rank + 2, coup(rank, rank)
        if rank >= 10:
            yield 3 * rank + 1, coup(rank, 10 if rank > 10 else 11)
