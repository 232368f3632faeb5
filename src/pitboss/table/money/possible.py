"""What one outcome can do to all spots of a layout at once, with an outcome that does it.

Pay rows that exclude each other are never hit together, so the worst case of a layout is no sum of
best pays. The rows that can be hit together do not depend on the bets: they are found once for a
setup, from as few outcomes as the offered pay tables can tell apart.

A coup is told apart by its values (two-card totals and third cards), by which of the first four
cards agree in rank, and by its suits. Suits are free of the other two, so each is gone through by
itself and only what differs to some sentence is combined. A shoe of six decks or more holds every
such coup, even six equal cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from pitboss.games import KINDS, Atom, Coup, Outcome, Value
from pitboss.games.cards import SUITS, Card
from pitboss.games.grains import Form, Labels, Reach
from pitboss.odds.general import Look, grain_of, looks_of
from pitboss.odds.values import NONE, Shape, shapes
from pitboss.rulebook import PayTable
from pitboss.rulebook.nodes import atoms_of
from pitboss.table.setups.setup import TableSetup

Rows = tuple[int, ...]
"""The row that each spot pays, in the order of the setup's spots; -1 where the bet loses."""
Ranks = tuple[int, ...]
Signature = tuple[object, ...]
Known = Mapping[Atom, Value]
MISSED = -1
FEATURES = KINDS["baccarat"].features
TEN, KING = 10, 13


class Possible(NamedTuple):
    """Rows that are hit together, and an outcome that hits them."""

    rows: Rows
    outcome: Outcome


def possible(setup: TableSetup) -> tuple[Possible, ...]:
    """Return every combination of rows that one coup or throw can hit."""
    return _possible(setup.kind, tuple(setup.spots.values()))


@lru_cache(maxsize=64)
def _possible(kind: str, tables: tuple[PayTable, ...]) -> tuple[Possible, ...]:
    found: dict[Rows, Outcome] = {}
    if (outcomes := KINDS[kind].outcomes) is not None:
        for outcome, _ in outcomes():
            rows = tuple(one.number_for(one.level.row(outcome)) for one in tables)
            found.setdefault(rows, outcome)
    else:
        found.update(_Coups(tables).by_rows())
    return tuple(Possible(rows, outcome) for rows, outcome in found.items())


# --- coups ---


class _Ranks(NamedTuple):
    """What the values and ranks of a coup say, and the rows that they decide."""

    known: Known
    rows: Rows
    suit_key: Signature
    coup: Coup


class _Suits(NamedTuple):
    """What the suits of a coup say to the sentences, and suits that say it."""

    values: tuple[Value, ...]
    suits: str


class _Coups:
    """The coups that some pay tables can tell apart."""

    def __init__(self, tables: Sequence[PayTable]) -> None:
        self.tables = tables
        atoms = atoms_of(node for one in tables for node in one.nodes)
        self.of_suits = [one for one in atoms if any(map(_sees_suits, looks_of(one)))]
        self.of_ranks = [one for one in atoms if one not in self.of_suits]
        suits = frozenset(self.of_suits)
        self.plain = [suits.isdisjoint(one.level.atoms) for one in tables]
        self.rank_looks = [look for one in self.of_ranks for look in looks_of(one)]
        self.suit_looks = [look for one in self.of_suits for look in looks_of(one)]
        self.both_looks = [look for look in self.suit_looks if _sees_ranks(look)]
        self.thirds_matter = any(look.sees_thirds for look in self.suit_looks)
        self.winner_matters = any(
            grain_of(one).whose in ("winner", "loser") for one in self.of_suits
        )
        self.suitings: dict[Signature, list[_Suits]] = {}

    def by_rows(self) -> Mapping[Rows, Coup]:
        """Return a coup for every combination of rows."""
        coups: dict[Rows, Coup] = {}
        for ranks in self.asked():
            for suited in self.suits_of(ranks.suit_key, ranks.coup):
                known = {**ranks.known, **dict(zip(self.of_suits, suited.values, strict=True))}
                rows = tuple(
                    row if plain else _number(one, known)
                    for row, one, plain in zip(ranks.rows, self.tables, self.plain, strict=True)
                )
                if rows not in coups:
                    coups[rows] = with_suits(ranks.coup, suited.suits)
        return coups

    def asked(self) -> Iterable[_Ranks]:
        """Return the ranks that differ to some table: by its row, or by what it still asks."""
        open_tables = (one for one, plain in zip(self.tables, self.plain, strict=True) if not plain)
        heard = {atom for one in open_tables for atom in one.level.atoms}
        differing: dict[Signature, _Ranks] = {}
        for known, suit_key, coup in self.ranked():
            rows = tuple(
                _number(one, known) if plain else MISSED
                for one, plain in zip(self.tables, self.plain, strict=True)
            )
            answers = tuple(value for atom, value in known.items() if atom in heard)
            differing.setdefault((rows, answers, suit_key), _Ranks(known, rows, suit_key, coup))
        return differing.values()

    def ranked(self) -> Iterator[tuple[Known, Signature, Coup]]:
        """Yield what values and ranks say, once for all coups that say it; all cards are clubs."""
        fours: dict[tuple[int, int], dict[Signature, Ranks]] = {}
        for four in _rank_fours():
            totals = _total(four[:2]), _total(four[2:])
            fours.setdefault(totals, {}).setdefault(self.signature(four), four)
        reads = [(_reader(atom), atom.arguments) for atom in self.of_ranks]
        thirds = _third_ranks([look for look in self.rank_looks if look.sees_thirds])
        seen = set()
        for shape in shapes():
            for four in fours[shape.player_two, shape.banker_two].values():
                for coup in _completed(shape, four, thirds):
                    values = tuple(read(coup, arguments) for read, arguments in reads)
                    suit_key = self.suit_key(coup)
                    if (values, suit_key) not in seen:
                        seen.add((values, suit_key))
                        yield dict(zip(self.of_ranks, values, strict=True)), suit_key, coup

    def signature(self, four: Ranks) -> Signature:
        """Return what matters of the ranks of the first four cards besides their totals."""
        player, banker = _club(*four[:2]), _club(*four[2:])
        kept = tuple(_kept(look, Coup(player, banker)) for look in self.rank_looks)
        return (*kept, *self.agreement(Coup(player, banker)))

    def agreement(self, coup: Coup) -> Signature:
        """Return what matters of the ranks to the looks that see ranks and suits together."""
        return tuple(
            tuple(map(ranks.index, ranks)) if look.grain.form is Form.GROUPS else ranks
            for look in self.both_looks
            for ranks in [tuple(card.rank for card in _cards(look, coup))]
        )

    def suit_key(self, coup: Coup) -> Signature:
        """Return all that the reading of suits depends on besides the suits."""
        key = self.agreement(coup)
        if self.thirds_matter:
            key += (len(coup.player), len(coup.banker))
        if self.winner_matters:
            key += (coup.winner,)
        return key

    def suits_of(self, key: Signature, coup: Coup) -> list[_Suits]:
        """Return everything that suits can say of coups with a key."""
        if key not in self.suitings:
            self.suitings[key] = list(self._suits_of(coup))
        return self.suitings[key]

    def _suits_of(self, coup: Coup) -> Iterator[_Suits]:
        if not self.of_suits:
            yield _Suits((), "cdhscd")
            return
        free = len(coup.player) + len(coup.banker) if self.thirds_matter else 4
        reads = [(_reader(atom), atom.arguments) for atom in self.of_suits]
        seen = set()
        for chosen in product(SUITS, repeat=free):
            suits = "".join(chosen)
            changed = with_suits(coup, suits)
            values = tuple(read(changed, arguments) for read, arguments in reads)
            if values not in seen:
                seen.add(values)
                yield _Suits(values, suits)


@cache
def _sees_suits(look: Look) -> bool:
    return any(len(set(map(look.label, alike))) > 1 for alike in _DECK)


@cache
def _sees_ranks(look: Look) -> bool:
    return any(len(set(map(look.label, alike))) > 1 for alike in zip(*_DECK, strict=True))


_DECK = [[Card(rank, suit) for suit in SUITS] for rank in range(1, KING + 1)]


def _cards(look: Look, coup: Coup) -> tuple[Card, ...]:
    """Return the cards within the reach of a look."""
    if look.grain.reach in (Reach.FIRST_FOUR, Reach.ROUND):
        dealt = tuple(coup.in_order)
        return dealt if look.sees_thirds else dealt[:4]
    hand: tuple[Card, ...] = getattr(coup, look.side)
    return hand if look.sees_thirds else hand[:2]


def _kept(look: Look, four: Coup) -> object:
    """Return what a look keeps of the first four cards; all it needs, if it sees no third cards."""
    labels = tuple(map(look.label, _cards(look, four)))
    return look.kept(labels) if look.sees_thirds else look.grain.given(labels)


def _third_ranks(looks: Sequence[Look]) -> Mapping[int, Ranks]:
    """Return, for each value of a third card, ranks that some look may tell apart."""
    found: dict[int, dict[Labels, int]] = {}
    for rank in (*range(1, TEN), *range(TEN, KING + 1)):
        card = Card(rank, SUITS[0])
        labels = tuple(look.label(card) for look in looks)
        found.setdefault(card.value, {}).setdefault(labels, rank)
    return {value: tuple(ranks.values()) for value, ranks in found.items()}


def _completed(shape: Shape, four: Ranks, thirds: Mapping[int, Ranks]) -> Iterator[Coup]:
    """Yield the coups of a shape that begin with these ranks and may read differently."""
    player, banker = _club(*four[:2]), _club(*four[2:])
    for third in _drawn(shape.player_third, thirds):
        for last in _drawn(shape.banker_third, thirds):
            yield Coup(player + third, banker + last)


def _number(table: PayTable, known: Known) -> int:
    return table.number_for(tuple(known[atom] for atom in table.level.atoms))


def _reader(atom: Atom) -> Callable[[object, tuple[int, ...]], Value]:
    read = FEATURES[atom.name].read
    assert read is not None, f"{atom} is not bound"
    return read


def _rank_fours() -> Iterator[Ranks]:
    pairs = list(combinations_with_replacement(range(1, KING + 1), 2))
    return (player + banker for player, banker in product(pairs, pairs))


def _total(ranks: Ranks) -> int:
    return sum(rank if rank < TEN else 0 for rank in ranks) % 10


@cache
def _club(*ranks: int) -> tuple[Card, ...]:
    return tuple(Card(rank, "c") for rank in ranks)


def _drawn(value: int, thirds: Mapping[int, Ranks]) -> tuple[tuple[Card, ...], ...]:
    return ((),) if value == NONE else tuple(map(_club, thirds[value]))


def with_suits(coup: Coup, suits: str) -> Coup:
    """Return a coup in other suits: the Player's two cards, the Banker's, then the third cards."""
    cards = (*coup.player[:2], *coup.banker[:2], *coup.player[2:], *coup.banker[2:])
    suited = [Card(one.rank, suit) for one, suit in zip(cards, suits, strict=False)]
    suited += cards[len(suited) :]
    thirds = 4 + len(coup.player) - 2
    return Coup((*suited[:2], *suited[4:thirds]), (*suited[2:4], *suited[thirds:]))
