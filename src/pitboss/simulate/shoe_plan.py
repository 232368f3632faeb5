"""How the coups of real shoes are counted: the shoe, the procedure, and the cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pitboss.games import Atom, Card, Coup, Value, deal
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.simulate.bins import SLOTS, bins_for, slots_for
from pitboss.simulate.cells import BITS, CARDS, Numbers, Tables, fresh_shoe, reader, tables_for
from pitboss.simulate.counting import Counted, counts_by_row, merged
from pitboss.simulate.machines import Machines
from pitboss.simulate.parallel import Piece
from pitboss.simulate.procedure import MIXED, PADDING, USUAL, Procedure

MOST_KEY = 1 << 40
"""Keys below this can be told apart by one more feature of a coup and stay whole numbers."""
_MOST = 2**62


def padded_shoe(decks: int) -> NDArray[np.uint8]:
    """Return a shoe before it is shuffled, with padding that no coup can use."""
    return np.concatenate([fresh_shoe(decks), np.zeros(PADDING, dtype=np.uint8)])


@dataclass(frozen=True, kw_only=True, eq=False)
class ShoePlan:
    """Shoes of a seed, counted in cells that tell apart what some features say."""

    seed: int
    procedure: Procedure
    atoms: tuple[Atom, ...]
    tables: Tables

    piece_size = 80_000

    @cached_property
    def fresh(self) -> NDArray[np.uint8]:
        """The shoe before it is shuffled, with padding."""
        return padded_shoe(self.procedure.decks)

    @cached_property
    def lookup(self) -> tuple[Numbers, Numbers, np.uint64, Machines]:
        """What the kernels look up."""
        tables = self.tables
        return tables.flat, tables.shares, tables.details, tables.flat_machines

    @property
    def typical(self) -> float:
        """About as many rounds as a stream has, or a few less."""
        return self.procedure.typical

    def __getstate__(self) -> dict[str, object]:
        """Travel without what can be worked out again."""
        return {one.name: self.__dict__[one.name] for one in fields(self)}

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Deal the shoes of a piece; with ``most``, stop after exactly so many rounds.

        Bins are larger and larger where those at hand are full. Nothing is counted first: a new
        process loads, or compiles, its kernel then.
        """
        self._count_into(Piece(piece.first, 0), 0, SLOTS)
        left, slots = _MOST if most is None else most, SLOTS
        parts: list[Counted] = []
        while not parts or (piece.number and left):
            parts.append(self._count_into(piece, left, slots))
            piece = Piece(piece.first + parts[-1].streams, piece.number - parts[-1].streams)
            left -= parts[-1].rounds
            slots *= 2
        return parts[0] if len(parts) == 1 else merged(parts)

    def _count_into(self, piece: Piece, most: int, slots: int) -> Counted:
        from pitboss.simulate.numba_engine.coups import count_mixed, count_shoes

        how, seed, shoe = self.procedure, np.uint64(self.seed), self.fresh.copy()
        bins = bins_for(self.tables.cells, min(piece.number * how.longest, most), slots)
        rest = self.fresh, how.numbers, self.lookup, bins
        started = perf_counter()
        if how.continuous:
            rounds, voids, streams = count_mixed(seed, *piece, most, MIXED, shoe, *rest)
        else:
            rounds, voids, streams = count_shoes(seed, *piece, most, shoe, shoe.copy(), *rest)
        seconds = perf_counter() - started
        return Counted(rounds, voids, *bins.gathered(), seconds=seconds, streams=streams)

    def rows(
        self,
        tables: Sequence[PayTable],
        piece: Piece,
        rounds: int,
        seen: NDArray[np.uint64] | None = None,
    ) -> NDArray[np.int16]:
        """Play sessions; return the row of each pay table that each round of each session hits.

        ``seen`` gets what players see of each round, as :func:`cards_seen` reads it.
        """
        from pitboss.simulate.numba_engine.coups import play_shoes

        how = self.procedure
        cells = np.empty((piece.number, rounds), dtype=np.int64)
        bins = bins_for(self.tables.cells, cells.size, slots_for(cells.size))
        play_shoes(
            np.uint64(self.seed), piece.first, self.fresh.copy(), self.fresh, how.numbers,
            MIXED if how.continuous else 0, self.lookup, bins, cells,
            np.empty((0, 0), dtype=np.uint64) if seen is None else seen,
        )  # fmt: skip
        known = Counted(cells.size, 0, *bins.gathered())
        places = np.searchsorted(known.cells, cells)
        return np.stack([self.row_numbers(table, known)[places] for table in tables])

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how often each row of a pay table was hit, and at the end how often none was."""
        return counts_by_row(table, self.row_numbers(table, counted), counted.counts)

    def row_numbers(self, table: PayTable, counted: Counted) -> NDArray[np.int16]:
        """Return the row of a pay table that each cell hits; -1 where the bet loses."""
        missing = [atom for atom in table.level.atoms if atom not in self.atoms]
        if missing:
            raise unreadable(
                "not-tallied",
                f"{table.wager.path} asks for {missing[0]}, which was not counted",
                "name the wager when the simulation is made",
            )
        return self._witnesses(counted).row_numbers(table)

    def _witnesses(self, counted: Counted) -> Witnesses:
        """Return the readings of some counts; those of the last counts are kept."""
        kept = self.__dict__.get("_kept")
        if kept is None or kept[0] is not counted:
            kept = self.__dict__["_kept"] = counted, Witnesses(self.tables, counted)
        found: Witnesses = kept[1]
        return found


class Witnesses:
    """Coups that stand for cells. A feature is read once for each value of its part of a cell."""

    def __init__(self, tables: Tables, counted: Counted) -> None:
        self.tables = tables
        self.counted = counted
        self.columns: dict[Atom, tuple[list[Value], NDArray[np.intp]]] = {}
        self.groups: dict[tuple[Atom, ...], tuple[NDArray[np.intp], NDArray[np.intp]]] = {}

    def row_numbers(self, table: PayTable) -> NDArray[np.int16]:
        """Return the row of a pay table that each cell hits; cells that read alike at once."""
        atoms = table.level.atoms
        typical, alike = self._alike(atoms)
        columns = [self._column(atom) for atom in atoms]
        rows = [
            table.number_for(tuple(values[places[at]] for values, places in columns))
            for at in typical
        ]
        return np.array(rows, dtype=np.int16)[alike]

    def _alike(self, atoms: tuple[Atom, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return one cell for each way to read, and which way each cell reads."""
        if atoms not in self.groups:
            keys = np.zeros(len(self.counted.cells), dtype=np.int64)
            for atom in atoms:
                values, places = self._column(atom)
                if keys.max(initial=0) >= MOST_KEY:
                    keys = np.unique(keys, return_inverse=True)[1]
                keys = keys * len(values) + places
            _, typical, alike = np.unique(keys, return_index=True, return_inverse=True)
            self.groups[atoms] = typical, alike
        return self.groups[atoms]

    def _column(self, atom: Atom) -> tuple[list[Value], NDArray[np.intp]]:
        """Return the values of a feature, and which of them each cell has."""
        if atom not in self.columns:
            part = self.tables.part(atom, self.counted.cells)
            _, first, places = np.unique(part, return_index=True, return_inverse=True)
            read = reader(atom)
            read_values = [
                read(unpacked(int(self.counted.witnesses[at])), atom.arguments) for at in first
            ]
            values = list(dict.fromkeys(read_values))
            numbers = np.array([values.index(value) for value in read_values], dtype=np.intp)
            self.columns[atom] = values, numbers[places]
        return self.columns[atom]


@lru_cache(maxsize=1 << 14)
def unpacked(witness: int) -> Coup:
    """Return the coup that the dealer makes of six packed cards."""
    return deal(CARDS[witness >> BITS * at & 63] for at in range(6))


def cards_seen(packed: int) -> tuple[Card | None, tuple[Card, ...]]:
    """Return the first card of the shoe, before its first coup, and the cards of a coup."""
    shown, taken = packed >> 40, packed >> 36 & 7
    return (
        CARDS[shown - 1] if shown else None,
        tuple(CARDS[packed >> BITS * at & 63] for at in range(taken)),
    )


@cache
def coarsest() -> ShoePlan:
    """Return the plan that tells nothing apart but totals and draws."""
    return shoe_plan(())


def shoe_plan(
    tables: Iterable[PayTable],
    *,
    seed: int = 1,
    procedure: Procedure = USUAL,
    any_cut: bool = False,
) -> ShoePlan:
    """Return the plan that tells apart all that some pay tables ask of a coup."""
    procedure.check(any_cut=any_cut)
    atoms = tuple(dict.fromkeys(atom for table in tables for atom in table.level.atoms))
    return ShoePlan(seed=seed, procedure=procedure, atoms=atoms, tables=tables_for(atoms))
