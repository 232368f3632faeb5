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

from pitboss.games import KINDS, Atom, Coup, Outcome, Throw, Value
from pitboss.games.cards import SUITS, Card
from pitboss.games.three_dice import FACES, Cup
from pitboss.games.three_dice_features import CUP_FACTS
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
OF_SUITS = {"suited", "same_color", "in_chosen_suits", "perfect_pair", "identical"}
"""The facts of cards that need suits; the others need ranks and values only."""


class Possible(NamedTuple):
    """Rows that are hit together, and an outcome that hits them."""

    rows: Rows
    outcome: Outcome


@lru_cache(maxsize=64)
def possible(setup: TableSetup) -> tuple[Possible, ...]:
    """Return every combination of rows that one coup or throw can hit."""
    tables = tuple(setup.spots.values())
    found: dict[Rows, Outcome] = {}
    if setup.kind == "three-dice":
        for throw in _throws():
            found.setdefault(tuple(one.number_for(one.level.row(throw)) for one in tables), throw)
    else:
        found.update(_Coups(tables).by_rows())
    return tuple(Possible(rows, outcome) for rows, outcome in found.items())


@cache
def _throws() -> tuple[Throw, ...]:
    """Return a throw for every two cups that some fact tells apart from the others."""
    typical: dict[tuple[Value, ...], Cup] = {}
    for cup in product(FACES, FACES, FACES):
        typical.setdefault(tuple(fact.of(cup) for fact in CUP_FACTS), cup)
    return tuple(Throw(*cups) for cups in product(typical.values(), repeat=2))


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
        self.of_suits = [one for one in atoms if _fact(one) in OF_SUITS]
        self.of_ranks = [one for one in atoms if _fact(one) not in OF_SUITS]
        suits = frozenset(self.of_suits)
        self.plain = [suits.isdisjoint(one.level.atoms) for one in tables]
        self.facts = {_fact(one) for one in atoms}
        self.across = any(one.name.startswith("first_four.") for one in atoms)
        self.thirds_matter = bool(self.facts & {"suited", "same_color", "in_chosen_suits"})
        self.winner_matters = any(_owner(one) in ("winner", "loser") for one in self.of_suits)
        self.suitings: dict[Signature, list[_Suits]] = {}

    def by_rows(self) -> Mapping[Rows, Coup]:
        """Return a coup for every combination of rows."""
        found: dict[Rows, Coup] = {}
        for ranks in self.asked():
            for said in self.suits_of(ranks.suit_key, ranks.coup):
                known = {**ranks.known, **dict(zip(self.of_suits, said.values, strict=True))}
                rows = tuple(
                    row if plain else _number(one, known)
                    for row, one, plain in zip(ranks.rows, self.tables, self.plain, strict=True)
                )
                if rows not in found:
                    found[rows] = _dressed(ranks.coup, said.suits)
        return found

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
            said = tuple(value for atom, value in known.items() if atom in heard)
            differing.setdefault((rows, said, suit_key), _Ranks(known, rows, suit_key, coup))
        return differing.values()

    def ranked(self) -> Iterator[tuple[Known, Signature, Coup]]:
        """Yield what values and ranks say, once for all coups that say it; all cards are clubs."""
        fours: dict[tuple[int, int], dict[Signature, Ranks]] = {}
        for four in _rank_fours():
            totals = _total(four[:2]), _total(four[2:])
            fours.setdefault(totals, {}).setdefault(self.signature(four), four)
        reads = [(_reader(atom), atom.arguments) for atom in self.of_ranks]
        seen = set()
        for shape in shapes():
            for signature, four in fours[shape.player_two, shape.banker_two].items():
                for coup in self.completed(shape, four):
                    values = tuple(read(coup, arguments) for read, arguments in reads)
                    suit_key = self.suit_key(signature, coup)
                    if (values, suit_key) not in seen:
                        seen.add((values, suit_key))
                        yield dict(zip(self.of_ranks, values, strict=True)), suit_key, coup

    def signature(self, four: Ranks) -> Signature:
        """Return what matters of the ranks of the first four cards besides their totals."""
        first, second, third, fourth = four
        agree: Signature = ()
        if self.across:
            agree = tuple(four.index(rank) for rank in four)
        elif self.facts & {"pair", "perfect_pair"}:
            agree = (first == second, third == fourth)
        if self.facts & {"rank", "one_rank"}:
            agree += (first if len(set(four)) == 1 else None,)
        if "zeros" in self.facts:
            agree += (all(rank >= TEN for rank in four),)
        return agree

    def completed(self, shape: Shape, four: Ranks) -> Iterator[Coup]:
        """Yield the coups of a shape that begin with these ranks and may read differently."""
        quads = len(set(four)) == 1 and four[0] >= TEN
        tens = (four[0], TEN if four[0] != TEN else KING) if quads else (TEN,)
        player, banker = _club(four[0], four[1]), _club(four[2], four[3])
        for third in _thirds(shape.player_third, tens):
            for last in _thirds(shape.banker_third, tens):
                yield Coup(player + third, banker + last)

    def suit_key(self, signature: Signature, coup: Coup) -> Signature:
        """Return all that the reading of suits depends on besides the suits."""
        key: Signature = ()
        if self.facts & {"perfect_pair", "identical"}:
            key += signature
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
            dressed = _dressed(coup, suits)
            values = tuple(read(dressed, arguments) for read, arguments in reads)
            if values not in seen:
                seen.add(values)
                yield _Suits(values, suits)


def _fact(atom: Atom) -> str:
    return atom.name.rpartition(".")[2]


def _owner(atom: Atom) -> str:
    return atom.name.partition(".")[0]


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


def _thirds(value: int, tens: Ranks) -> tuple[tuple[Card, ...], ...]:
    if value == NONE:
        return ((),)
    return tuple(map(_club, tens)) if value == 0 else (_club(value),)


def _dressed(coup: Coup, suits: str) -> Coup:
    """Return a coup in other suits: the Player's two cards, the Banker's, then the third cards."""
    cards = (*coup.player[:2], *coup.banker[:2], *coup.player[2:], *coup.banker[2:])
    worn = [Card(one.rank, suit) for one, suit in zip(cards, suits, strict=False)]
    worn += cards[len(worn) :]
    thirds = 4 + len(coup.player) - 2
    return Coup((*worn[:2], *worn[4:thirds]), (*worn[2:4], *worn[thirds:]))
